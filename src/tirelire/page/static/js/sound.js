/** Small sounds, made here and off until switched on. */

const KEY = 'tirelire-sound';
/** @type {AudioContext|null} */
let audio = null;
let on = localStorage.getItem(KEY) === 'on';
const button = document.getElementById('sound');

function show() {
  button?.setAttribute('aria-pressed', String(on));
}

button?.addEventListener('click', () => {
  on = !on;
  localStorage.setItem(KEY, on ? 'on' : 'off');
  show();
  if (on) sounds.turn();
});
show();

/** @param {number} pitch @param {number} after @param {number} length */
function tone(pitch, after, length) {
  if (!on) return;
  audio ??= new AudioContext();
  const start = audio.currentTime + after;
  const wave = audio.createOscillator();
  const level = audio.createGain();
  wave.type = 'triangle';
  wave.frequency.value = pitch;
  level.gain.setValueAtTime(0.08, start);
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
};
