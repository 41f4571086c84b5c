// QR codes, drawn by the page itself: byte mode, error correction M, versions 1 to 10.

/** For each version: all codewords, check codewords of a block, blocks, alignment patterns. */
const VERSIONS = [
  [26, 10, 1], [44, 16, 1, 6, 18], [70, 26, 1, 6, 22], [100, 18, 2, 6, 26], [134, 24, 2, 6, 30],
  [172, 16, 4, 6, 34], [196, 18, 4, 6, 22, 38], [242, 22, 4, 6, 24, 42], [292, 22, 5, 6, 26, 46],
  [346, 26, 5, 6, 28, 50],
].map(([all, check, blocks, ...middles]) => ({all, check, blocks, middles}));
const QUIET = 4;

/** What each mask turns over. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => ((x / 3 | 0) + (y >> 1)) % 2 === 0,
  (x, y) => (x * y) % 6 === 0,
  (x, y) => (x * y % 2 + x * y % 3) % 2 === 0,
  (x, y) => ((x + y) % 2 + x * y % 3) % 2 === 0,
];

// --- codewords ---

/** Powers of 2 in the field of 256 elements, and how to find them. */
const POWER = new Uint8Array(255);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  POWER[i] = x;
  LOG[x] = i;
  x = x << 1 ^ (x > 127 ? 0x11d : 0);
}

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? POWER[(LOG[a] + LOG[b]) % 255] : 0);

/** The check codewords of a block. @param {number[]} data @param {number} count */
function checkWords(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const raised = [...generator, 0];
    generator.forEach((factor, k) => { raised[k + 1] ^= times(factor, POWER[i]); });
    generator = raised;
  }
  /** @type {number[]} */
  let rest = new Array(count).fill(0);
  for (const word of data) {
    const factor = word ^ rest[0];
    rest = [...rest.slice(1), 0].map((old, k) => old ^ times(generator[k + 1], factor));
  }
  return rest;
}

/** The smallest version that holds so many bytes, from 0. @param {number} length */
function versionFor(length) {
  const found = VERSIONS.findIndex(({all, check, blocks}, i) =>
    (i < 9 ? 12 : 20) + 8 * length <= 8 * (all - check * blocks));
  if (found < 0) throw new RangeError('too long for a QR code');
  return found;
}

/** All codewords, blocks interleaved. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const {all, check, blocks} = VERSIONS[version];
  const room = all - check * blocks;
  // Mode and end have half a byte each: all between them lies across the bytes.
  const count = version < 9 ? [bytes.length] : [bytes.length >> 8, bytes.length & 255];
  const said = [4, ...count, ...bytes, 0];
  const words = said.slice(1).map((byte, i) => (said[i] << 4 | byte >> 4) & 255);
  while (words.length < room) words.push((words.length - said.length) % 2 ? 0xec : 0x11);

  const short = Math.floor(room / blocks);
  const data = Array.from({length: blocks}, (_, i) =>
    words.splice(0, short + (i < blocks - room % blocks ? 0 : 1)));
  const checks = data.map((block) => checkWords(block, check));
  return [...interleaved(data, short + 1), ...interleaved(checks, check)];
}

/** @param {number[][]} blocks @param {number} length */
function interleaved(blocks, length) {
  return Array.from({length}, (_, i) => blocks.filter((b) => i < b.length).map((b) => b[i])).flat();
}

// --- the square ---

/** The modules of a code: what is dark, and what belongs to its fixed patterns. */
class Square {
  /** @param {number} size */
  constructor(size) {
    this.size = size;
    this.dark = Array.from({length: size}, () => new Array(size).fill(false));
    this.fixed = Array.from({length: size}, () => new Array(size).fill(false));
  }

  /** @param {number} x @param {number} y @param {boolean} dark */
  fix(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = dark;
    this.fixed[y][x] = true;
  }

  /** @param {number} x @param {number} y @param {number} radius @param {number[]} light rings */
  rings(x, y, radius, light) {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        this.fix(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  /** Draw all that does not depend on the text. @param {number} version */
  drawPatterns(version) {
    const last = this.size - 7;
    for (let i = 0; i < this.size; i++) {
      this.fix(6, i, i % 2 === 0);
      this.fix(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [last + 3, 3], [3, last + 3]]) this.rings(x, y, 4, [2, 4]);
    const {middles} = VERSIONS[version];
    for (const x of middles) {
      for (const y of middles) {
        const corner = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
        if (!corner) this.rings(x, y, 2, [1]);
      }
    }
    this.drawFormat(0);
    if (version >= 6) this.drawVersion(version + 1);
  }

  /** Say which mask is used; the bits of error correction M are both 0. @param {number} mask */
  drawFormat(mask) {
    const bits = (mask << 10 | remainder(mask, 10, 0x537)) ^ 0x5412;
    for (let i = 0; i < 15; i++) {
      const dark = (bits >> i & 1) === 1;
      this.fix(i < 8 ? 8 : i === 8 ? 7 : 14 - i, i < 6 ? i : i < 8 ? i + 1 : 8, dark);
      this.fix(i < 8 ? this.size - 1 - i : 8, i < 8 ? 8 : this.size - 15 + i, dark);
    }
    this.fix(8, this.size - 8, true);
  }

  /** @param {number} version */
  drawVersion(version) {
    const bits = version << 12 | remainder(version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const a = this.size - 11 + i % 3;
      const b = Math.floor(i / 3);
      this.fix(a, b, (bits >> i & 1) === 1);
      this.fix(b, a, (bits >> i & 1) === 1);
    }
  }

  /** Lay the codewords in columns of two, up and down, from the right. @param {number[]} words */
  drawWords(words) {
    let at = 0;
    let upwards = true;
    for (let right = this.size - 1; right > 0; right -= 2, upwards = !upwards) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const y = upwards ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x]) continue;
          this.dark[y][x] = (words[at >> 3] >> (7 - at % 8) & 1) === 1;
          at++;
        }
      }
    }
  }

  /** Turn over what a mask turns over, and say so; twice is as it was. @param {number} mask */
  mask(mask) {
    this.drawFormat(mask);
    this.fixed.forEach((row, y) => row.forEach((fixed, x) => {
      if (!fixed && MASKS[mask](x, y)) this.dark[y][x] = !this.dark[y][x];
    }));
  }

  /** How hard the square is to read. */
  penalty() {
    const rows = this.dark.map(digits);
    const columns = rows.map((_, x) => rows.map((row) => row[x]).join(''));
    let sum = 0;
    for (const line of [...rows, ...columns]) {
      for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      sum += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
    }
    for (let y = 1; y < this.size; y++) {
      for (let x = 1; x < this.size; x++) {
        const four = rows[y - 1].slice(x - 1, x + 1) + rows[y].slice(x - 1, x + 1);
        if (four === '0000' || four === '1111') sum += 3;
      }
    }
    const dark = rows.join('').replaceAll('0', '').length / this.size ** 2;
    return sum + 10 * Math.floor(Math.abs(dark * 20 - 10));
  }
}

/** A row as text. @param {boolean[]} row */
const digits = (row) => row.map((dark) => (dark ? '1' : '0')).join('');

/** @param {number} value @param {number} degree @param {number} divisor a polynomial */
function remainder(value, degree, divisor) {
  let rest = value << degree;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit--) {
    if (rest >> bit & 1) rest ^= divisor << (bit - degree);
  }
  return rest;
}

/**
 * Make the QR code of a text: rows of modules, true where dark, without the quiet zone.
 * @param {string} text @returns {boolean[][]}
 */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const square = new Square(21 + 4 * version);
  square.drawPatterns(version);
  square.drawWords(codewords(bytes, version));
  const penalties = MASKS.map((_, mask) => {
    square.mask(mask);
    const penalty = square.penalty();
    square.mask(mask);
    return penalty;
  });
  square.mask(penalties.indexOf(Math.min(...penalties)));
  return square.dark;
}

/**
 * Draw the QR code of a text; the label tells what it is to those who do not see it.
 * @param {string} text @param {string} label @returns {SVGElement}
 */
export function qrSvg(text, label) {
  const modules = qr(text);
  const size = modules.length + 2 * QUIET;
  /** @param {string} tag @param {Record<string, string>} attributes @param {SVGElement[]} inner */
  const make = (tag, attributes, ...inner) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    element.append(...inner);
    return element;
  };
  const runs = modules.map(digits).flatMap((line, y) => [...line.matchAll(/1+/g)].map((run) =>
    `M${run.index + QUIET} ${y + QUIET}h${run[0].length}v1h-${run[0].length}z`));
  const paper = make('path', {d: `M0 0h${size}v${size}h-${size}z`, fill: '#fff'});
  const ink = make('path', {d: runs.join(''), fill: '#000', 'shape-rendering': 'crispEdges'});
  const view = {class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label};
  return make('svg', view, paper, ink);
}
