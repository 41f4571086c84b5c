// Checks in the browser that the deals of a match follow from the secret that was promised and
// from the words of the players: the same as `tirelire verify`, without replaying the moves.

const PURPOSE = 'tirelire deals 1';
const HEAD = 'tirelire record 1';
const ENCODER = new TextEncoder();

/** @param {string} digits */
function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** HMAC-SHA-256. @param {Uint8Array<ArrayBuffer>} key @param {Uint8Array<ArrayBuffer>} message */
async function hmac(key, message) {
  const kind = {name: 'HMAC', hash: 'SHA-256'};
  const made = await crypto.subtle.importKey('raw', key, kind, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', made, message));
}

/** A source of numbers made from a key: HMAC-SHA-256 in counter mode, four bytes a draw. */
class Keyed {
  /** @param {Uint8Array<ArrayBuffer>} key */
  constructor(key) {
    this.key = key;
    this.counter = 0;
    /** @type {number[]} */
    this.draws = [];
  }

  /** A source of its own for one part of a match. @param {number} number */
  async branch(number) {
    return new Keyed(await hmac(this.key, ENCODER.encode(`branch ${number}`)));
  }

  /** Draw a number below a bound; draws that favour some are rejected. @param {number} bound */
  async below(bound) {
    const limit = 2 ** 32 - 2 ** 32 % bound;
    for (;;) {
      if (!this.draws.length) await this.fill();
      const draw = /** @type {number} */ (this.draws.shift());
      if (draw < limit) return draw % bound;
    }
  }

  async fill() {
    const count = new DataView(new ArrayBuffer(8));
    count.setBigUint64(0, BigInt(this.counter++));
    const block = new DataView((await hmac(this.key, new Uint8Array(count.buffer))).buffer);
    this.draws = Array.from({length: block.byteLength / 4}, (_, i) => block.getUint32(4 * i));
  }

  /** @param {number[]} bounds */
  async numbers(bounds) {
    const drawn = [];
    for (const bound of bounds) drawn.push(await this.below(bound));
    return drawn;
  }

  /** @template T @param {T[]} pack */
  async shuffled(pack) {
    const order = [...pack];
    for (let i = order.length - 1; i > 0; i--) {
      const j = await this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}

/** Read what matters here of a record. @param {string[]} lines */
function read(lines) {
  /** @param {string} word */
  const of = (word) => lines.filter((line) => line === word || line.startsWith(`${word} `))
    .map((line) => line.slice(word.length + 1));
  const first = lines.findIndex((line) => line.startsWith('deal '));
  /** The numbers below a line. @param {number} at */
  const draws = (at) => (lines[at]?.startsWith('draw ') ? lines[at].slice(5) : '');
  return {
    promise: of('promise')[0] ?? '',
    secret: of('secret')[0] ?? '',
    words: of('words').map((line) => line.slice(2)),
    draws: draws(first - 1),
    deals: lines.flatMap((line, i) =>
      (line.startsWith('deal ') ? [{deck: line.slice(5), draws: draws(i + 1)}] : [])),
  };
}

/** Tell whether a record is whole, by its last line. @param {string} text */
async function isWhole(text) {
  const found = /^([^]*\n)check ([0-9a-f]{32})\n$/.exec(text);
  if (!found || !text.startsWith(`${HEAD}\n`)) return false;
  return toHex(await sha256(ENCODER.encode(found[1]))).slice(0, 32) === found[2];
}

/**
 * Say what is proved, and no more: only words of one's own, added to a promise that one has seen,
 * prove that the house could not fit its secret to the words. Whoever knows the secret can still
 * have tried many words.
 * @param {string[]} words @param {Note} [note]
 */
function proved(words, note) {
  if (note && !words.some((said) => said)) return 'page.replay.fair.half';
  const mine = words.some((said) => note?.words.includes(said));
  return mine ? 'page.replay.fair.good' : 'page.promise.follows';
}

/**
 * Check the deals of a record.
 * @param {string} recordText @param {Packs} packs
 * @param {Note} [note]  what this browser noted before the match
 * @returns {Promise<Finding>}
 */
export async function verify(recordText, packs, note) {
  let deals = 0;
  let promise = '';
  /** @param {string} key @param {number} [n] @returns {Finding} */
  const wrong = (key, n = deals) =>
    ({ok: false, deals, message: `page.replay.fair.${key}`, n, promise});
  if (!globalThis.crypto?.subtle) return wrong('no_crypto');
  if (!await isWhole(recordText)) return wrong('damaged');
  const record = read(recordText.split('\n'));
  if (!/^[0-9a-f]{64}$/.test(record.secret)) return wrong('no_secret');
  const secret = fromHex(record.secret);
  if (toHex(await sha256(secret)) !== record.promise) return wrong('other_secret');
  promise = record.promise;
  if (note && note.promise !== promise) return {...wrong(''), message: 'page.promise.changed'};

  const purpose = ENCODER.encode(`${PURPOSE}\n${record.words.join('\n')}`);
  const chance = new Keyed(await hmac(secret, purpose));
  const set = await (await chance.branch(0)).numbers(packs.bounds);
  if (set.join(' ') !== record.draws) return wrong('draws');
  if (record.deals.length !== packs.deals.length) return wrong('deals');
  for (const [i, deal] of record.deals.entries()) {
    const source = await chance.branch(i + 1);
    const deck = await source.shuffled(packs.deals[i].pack.split(' '));
    const drawn = await source.numbers(packs.deals[i].bounds);
    if (deck.join(' ') !== deal.deck || drawn.join(' ') !== deal.draws) return wrong('deal', i + 1);
    deals += 1;
  }
  return {ok: true, deals, message: proved(record.words, note), n: deals, promise};
}
