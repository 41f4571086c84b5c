/** Who called BIG DEAL first in a turn. */

import { h } from '/static/js/dom.js';
import { say } from '/static/js/texts.js';

/** Who called first in this turn; -1: nobody yet. */
let caller = -1;

/** First come, first served (C8). @param {import('./pad_shapes.js').Context} ctx @param {import('./pad_shapes.js').Match} match */
export function callerView(ctx, match) {
  const called = match.called ?? [];
  /** @param {number} seat */
  const call = (seat) => {
    if (caller >= 0) return;
    caller = seat;
    match.called = [...called, seat];
    ctx.keep(match);
  };
  const again = () => {
    caller = -1;
    ctx.redraw();
  };
  return h('details', { class: 'pad-help', id: 'calling' }, h('summary', {}, say('page.pad.big_deal')),
    h('p', {}, say('page.pad.big_deal_text')),
    h('div', { class: 'pad-callers' }, ...match.names.map((name, seat) => h('button', { type: 'button', id: `call-${seat}`, dataset: { key: `${seat}` },
      'aria-disabled': (caller >= 0 || called.includes(seat)) && 'true', 'aria-pressed': String(caller === seat),
      on: { click: () => !called.includes(seat) && call(seat) } }, name))),
    h('p', { role: 'status', id: 'caller' }, caller >= 0 ? say('page.pad.called', { who: match.names[caller] }) : ''),
    h('p', { class: 'buttons' }, h('button', { type: 'button', id: 'next-turn', on: { click: again } }, say('page.pad.next_turn')),
      h('button', { type: 'button', id: 'new-round', on: { click: () => { caller = -1; match.called = []; ctx.keep(match); } } }, say('page.pad.cards_back'))));
}
