/** Confetti over the page for some seconds; it takes no press, and none falls where motion is unwanted. */

import { h } from './dom.js';
import { settings } from './settings.js';

const COLOURS = ['#e8b93e', '#d8572a', '#3f8efc', '#2fa36b', '#b0479a', '#f6f1df'];
/** Pieces, and milliseconds until the last has fallen. */
const [PIECES, LENGTH] = [140, 3600];

const quiet = matchMedia('(prefers-reduced-motion: reduce)');

/** A piece: where it starts, and how it flies, in parts of the width and height a second. */
const piece = () => ({
  x: Math.random(),
  y: -0.1 - 0.5 * Math.random(),
  drift: 0.12 * (Math.random() - 0.5),
  speed: 0.35 + 0.3 * Math.random(),
  size: 6 + 6 * Math.random(),
  turn: 6 * (Math.random() - 0.5),
  colour: COLOURS[Math.floor(COLOURS.length * Math.random())],
});

/** Let confetti fall. */
export function celebrate() {
  if (quiet.matches || settings.get('speed') === 'instant' || document.hidden) return;
  const canvas = h('canvas', { class: 'confetti', 'aria-hidden': 'true', width: innerWidth, height: innerHeight });
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const pieces = Array.from({ length: PIECES }, piece);
  const began = performance.now();
  document.body.append(canvas);
  /** @param {number} now */
  const draw = (now) => {
    const seconds = (now - began) / 1000;
    if (now - began > LENGTH) {
      canvas.remove();
      return;
    }
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.globalAlpha = Math.min(1, (LENGTH - (now - began)) / 600);
    for (const { x, y, drift, speed, size, turn, colour } of pieces) {
      pen.save();
      pen.translate((x + drift * seconds) * canvas.width, (y + speed * seconds) * canvas.height);
      pen.rotate(turn * seconds);
      pen.fillStyle = colour;
      pen.fillRect(-size / 2, -size / 2, size, size * Math.abs(Math.cos(turn * seconds)));
      pen.restore();
    }
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}
