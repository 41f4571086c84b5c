/** Small, quiet sounds, made here; on unless switched off, from the first press on. */

import { settings } from './settings.js';

/** How loud a tone begins. */
const LEVEL = 0.05;
/** @type {AudioContext|undefined} */
let audio;

// Browsers allow sound after a press only.
for (const type of ['pointerdown', 'keydown']) {
  addEventListener(type, () => (audio ??= new AudioContext()), { once: true, passive: true });
}

/** @param {number} pitch @param {number} after seconds @param {number} length seconds */
function tone(pitch, after, length) {
  if (!audio || settings.get('sound') === 'off') return;
  const start = audio.currentTime + after;
  const wave = audio.createOscillator();
  const level = audio.createGain();
  wave.type = 'triangle';
  wave.frequency.value = pitch;
  level.gain.setValueAtTime(LEVEL, start);
  level.gain.exponentialRampToValueAtTime(0.001, start + length);
  wave.connect(level).connect(audio.destination);
  wave.start(start);
  wave.stop(start + length);
}

export const sounds = {
  turn() {
    tone(523, 0, 0.15);
    tone(784, 0.12, 0.2);
  },
  card() {
    tone(220, 0, 0.05);
  },
  /** Somebody has come to the table. */
  arrival() {
    tone(392, 0, 0.12);
    tone(523, 0.1, 0.12);
    tone(659, 0.2, 0.25);
  },
};
