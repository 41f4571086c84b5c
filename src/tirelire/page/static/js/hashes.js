/**
 * SHA-256, HMAC, and the hash by which a player commits to words. `crypto.subtle` is there
 * over HTTPS only, and a house in a local network has none.
 */

const ENCODER = new TextEncoder();
const BLOCK = 64;

/** The first primes; the constants of SHA-256 are digits of their roots. */
const PRIMES = Array.from({ length: 310 }, (_, i) => i + 2)
  .filter((n) => ![2, 3, 5, 7, 11, 13, 17].some((p) => p < n && n % p === 0));
/** The first 32 bits after the point. @param {number} root */
const digits = (root) => Math.floor((root % 1) * 2 ** 32);
const CONSTANTS = PRIMES.slice(0, 64).map((prime) => digits(Math.cbrt(prime)));
const BEGINNING = PRIMES.slice(0, 8).map((prime) => digits(Math.sqrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** Mix one block into the state. @param {Uint32Array} state @param {DataView} block */
function mix(state, block) {
  const w = new Int32Array(64);
  for (let i = 0; i < 64; i += 1) {
    if (i < 16) w[i] = block.getInt32(4 * i);
    else {
      const [x, y] = [w[i - 15], w[i - 2]];
      w[i] = w[i - 16] + (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3))
        + w[i - 7] + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
    }
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g))
      + CONSTANTS[i] + w[i];
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
}

/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, 8n * BigInt(bytes.length));
  const state = Uint32Array.from(BEGINNING);
  for (let at = 0; at < padded.length; at += BLOCK) mix(state, new DataView(padded.buffer, at, BLOCK));
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => found.setUint32(4 * i, word));
  return new Uint8Array(found.buffer);
}

/** HMAC-SHA-256. @param {Uint8Array} key @param {Uint8Array} message */
export function hmac(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  /** @param {number} pad @param {Uint8Array} rest */
  const hashed = (pad, rest) => sha256(Uint8Array.from([...block.map((byte) => byte ^ pad), ...rest]));
  return hashed(0x5c, hashed(0x36, message));
}

/** @param {Uint8Array} bytes */
export const toHex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} text */
export const hashOf = (text) => toHex(sha256(ENCODER.encode(text)));

/** Hash by which a player commits to words. @param {string} promise @param {string} words */
export const commitment = (promise, words) => hashOf(`tirelire words 1\n${promise}\n${words}`);
