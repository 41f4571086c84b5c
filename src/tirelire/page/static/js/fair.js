// Checks in the browser that the deals of a match follow from the secret that was promised and
// from the words that the players committed to: the same as `tirelire verify`, without replaying
// the moves.

import { commitment, hashOf, hmac, sha256, toHex } from './hashes.js';

const PURPOSE = 'tirelire deals 1';
const HEAD = 'tirelire record 1';
const ENCODER = new TextEncoder();

/** @param {string} digits */
function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** A source of numbers made from a key: HMAC-SHA-256 in counter mode, four bytes a draw. */
class Keyed {
  /** @param {Uint8Array} key */
  constructor(key) {
    this.key = key;
    this.counter = 0;
    /** @type {number[]} */
    this.draws = [];
  }

  /** A source of its own for one part of a match. @param {number} number */
  branch(number) {
    return new Keyed(hmac(this.key, ENCODER.encode(`branch ${number}`)));
  }

  /** Draw a number below a bound; draws that favour some are rejected. @param {number} bound */
  below(bound) {
    const limit = 2 ** 32 - 2 ** 32 % bound;
    for (;;) {
      if (!this.draws.length) this.fill();
      const draw = /** @type {number} */ (this.draws.shift());
      if (draw < limit) return draw % bound;
    }
  }

  fill() {
    const count = new DataView(new ArrayBuffer(8));
    count.setBigUint64(0, BigInt(this.counter++));
    const block = new DataView(hmac(this.key, new Uint8Array(count.buffer)).buffer);
    this.draws = Array.from({length: block.byteLength / 4}, (_, i) => block.getUint32(4 * i));
  }

  /** @param {number[]} bounds */
  numbers(bounds) {
    return bounds.map((bound) => this.below(bound));
  }

  /** @template T @param {T[]} pack */
  shuffled(pack) {
    const order = [...pack];
    for (let i = order.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}

/** Hash of what was fixed before words were revealed. @param {string} promise @param {string[]} made */
const fingerprint = (promise, made) => hashOf(['tirelire draw 1', promise, ...made].join('\n'));

/** What a draw was made from. @param {string[]} lines */
function readDraw(lines) {
  /** @param {string} word */
  const of = (word) => lines.filter((line) => line === word || line.startsWith(`${word} `))
    .map((line) => line.slice(word.length + 1));
  /** Lines by seat. @param {string} word */
  const lettered = (word) => of(word).map((line) => ({seat: line[0], text: line.slice(2)}));
  const words = lettered('words');
  /** What a seat has on such a line. @param {string} word @param {string} seat */
  const find = (word, seat) => lettered(word).find((one) => one.seat === seat)?.text ?? '';
  return {
    promise: of('promise')[0] ?? '',
    secret: of('secret')[0] ?? '',
    words: words.map(({text}) => text),
    /** In the order of the words. */
    commitments: words.map(({seat}) => find('commitment', seat)),
    /** Every seat that committed, with its words. */
    committed: lettered('commitment').map(({seat, text}) =>
      ({made: text, words: find('words', seat), missing: find('missing', seat)})),
    missing: lettered('missing').map(({text}) => text),
  };
}

/** Read what matters here of a record. @param {string[]} lines */
function read(lines) {
  const first = lines.findIndex((line) => line.startsWith('deal '));
  /** The numbers below a line. @param {number} at */
  const draws = (at) => (lines[at]?.startsWith('draw ') ? lines[at].slice(5) : '');
  const given = lines.filter((line) => line.startsWith('void ')).map((line) => line.slice(5));
  const begins = given.flatMap((line, i) => (line.startsWith('promise ') ? [i] : []));
  return {
    ...readDraw(lines.slice(0, first)),
    voids: begins.map((begin, i) => readDraw(given.slice(begin, begins[i + 1]))),
    draws: draws(first - 1),
    deals: lines.flatMap((line, i) =>
      (line.startsWith('deal ') ? [{deck: line.slice(5), draws: draws(i + 1)}] : [])),
  };
}

/** Tell whether a record is whole, by its last line. @param {string} text */
function isWhole(text) {
  const found = /^([^]*\n)check ([0-9a-f]{32})\n$/.exec(text);
  if (!found || !text.startsWith(`${HEAD}\n`)) return false;
  return hashOf(found[1]).slice(0, 32) === found[2];
}

/** Tell whether a secret is the promised one. @param {{secret: string, promise: string}} draw */
const holds = ({secret, promise}) => toHex(sha256(fromHex(secret))) === promise;

/** Tell whether words are those of a commitment. @param {string} promise @param {string} words @param {string} made */
const fits = (promise, words, made) =>
  /^[0-9a-f]{32,100}$/.test(words) && commitment(promise, words) === made;

/**
 * Tell whether a void draw fits its promise and its commitments, and the missing did not reveal.
 * @param {ReturnType<typeof readDraw>} draw
 */
const isVoid = (draw) => holds(draw) && draw.missing.length > 0
  && draw.committed.every(({made, words, missing}) =>
    !words || (!missing && fits(draw.promise, words, made)))
  && draw.committed.filter(({missing}) => missing).length === draw.missing.length;

/**
 * Say what is proved, and no more. Words of one's own that were committed to, under a fingerprint
 * that this browser noted before it revealed them, bind everybody. Without commitments, whoever
 * knows the secret can have tried many words.
 * @param {ReturnType<typeof read>} record @param {Note} [note]
 */
function proved({words, commitments}, note) {
  if (note && !words.some((said) => said)) return 'page.replay.fair.half';
  if (!words.some((said) => note?.words.includes(said))) return 'page.promise.follows';
  const bound = note?.fingerprint && words.every((said, i) => !said || commitments[i]);
  return bound ? 'page.replay.fair.bound' : 'page.replay.fair.good';
}

/**
 * Check the deals of a record.
 * @param {string} recordText @param {Packs} packs
 * @param {Note} [note]  what this browser noted before the match
 * @returns {Finding}
 */
export function verify(recordText, packs, note) {
  let deals = 0;
  let promise = '';
  /** @type {string[][]} */
  let voids = [];
  /** @param {string} key @param {number} [n] @returns {Finding} */
  const wrong = (key, n = deals) =>
    ({ok: false, deals, message: `page.replay.fair.${key}`, n, promise, voids});
  if (!isWhole(recordText)) return wrong('damaged');
  const record = read(recordText.split('\n'));
  if (!/^[0-9a-f]{64}$/.test(record.secret)) return wrong('no_secret');
  if (!holds(record)) return wrong('other_secret');
  promise = record.promise;
  voids = record.voids.map(({missing}) => missing);
  if (note && note.promise !== promise) return {...wrong(''), message: 'page.promise.changed'};
  if (note?.fingerprint && note.fingerprint !== fingerprint(promise, record.commitments)) {
    return wrong('other_commitments');
  }
  if (!record.committed.every(({words, made}) => fits(promise, words, made))) return wrong('other_words');
  if (!record.voids.every(isVoid)) return wrong('void');
  if (note?.voids?.some((seen) => record.voids.every((draw) => draw.promise !== seen))) {
    return wrong('hidden_void');
  }

  const purpose = ENCODER.encode(`${PURPOSE}\n${record.words.join('\n')}`);
  const chance = new Keyed(hmac(fromHex(record.secret), purpose));
  if (chance.branch(0).numbers(packs.bounds).join(' ') !== record.draws) return wrong('draws');
  if (record.deals.length !== packs.deals.length) return wrong('deals');
  for (const [i, deal] of record.deals.entries()) {
    const source = chance.branch(i + 1);
    const deck = source.shuffled(packs.deals[i].pack.split(' '));
    const drawn = source.numbers(packs.deals[i].bounds);
    if (deck.join(' ') !== deal.deck || drawn.join(' ') !== deal.draws) return wrong('deal', i + 1);
    deals += 1;
  }
  return {ok: true, deals, message: proved(record, note), n: deals, promise, voids};
}
