/** The clock at a table: how long is left until something happens of itself. */

import { at } from './dom.js';
import { lang, say } from './texts.js';

/** Milliseconds below which one should hurry. */
const HURRY = 6000;

let end = 0;
/** @type {View['clock']} */
let running = null;

/** Follow the clock of a view; null: none runs. @param {View['clock']} clock */
export function startClock(clock) {
  running = clock;
  end = clock ? performance.now() + clock.left : 0;
  tick();
}

export const isClockRunning = () => running !== null;

/** Milliseconds until something happens of itself. */
const timeLeft = () => Math.max(0, end - performance.now());

/** Say how long is left; nothing where no clock runs. */
export function clockText() {
  if (!running) return '';
  const key = running.kind === 'deal' ? 'page.table.next_deal' : 'page.table.time_left';
  return say(key, { time: timeText(timeLeft() / 1000) });
}

function tick() {
  at('clock').textContent = clockText();
  at('clock').classList.toggle('hurry', running !== null && timeLeft() < HURRY);
  const beside = document.getElementById('sheet-clock');
  if (beside) beside.textContent = clockText();
}
setInterval(tick, 500);

/** @param {number} seconds */
function timeText(seconds) {
  if (seconds > 5400) {
    const hours = Math.round(seconds / 3600);
    return new Intl.NumberFormat(lang, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(hours);
  }
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
