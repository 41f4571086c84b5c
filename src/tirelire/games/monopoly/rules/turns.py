"""A turn with two, three or four players (P8–P14)."""

from __future__ import annotations

from typing import Any

from tirelire.core.bits import lowest, ones
from tirelire.core.compiling import kernel
from tirelire.games.monopoly.rules.discards import can_go_out
from tirelire.games.monopoly.rules.hand_bits import list_kinds
from tirelire.games.monopoly.rules.material import (
    COMBO,
    COMBO_OF_TWO,
    DISCARD,
    DRAW,
    DRAW_CARD,
    GO_OUT,
    HAND,
    MOST_DRAWING,
    MOST_TRADED,
    NEUTRAL,
    NEUTRAL_TRADES,
    NOTHING,
    PILE,
    SKIP,
    TAKE_BACK,
    TRADE,
)
from tirelire.games.monopoly.rules.state import draw_card, take_up, top_cards


@kernel
def neutrals(s: Any) -> int:
    """P4: how many neutral piles there are."""
    return MOST_DRAWING - int(s.players)


@kernel
def has_combo(s: Any) -> bool:
    """P10, P11: tell whether the draw pile may be taken from together with a neutral pile."""
    return bool(s.players == 3 or (s.players == 2 and s.opt[COMBO_OF_TWO] == 1))


@kernel
def has_partner(s: Any, seat: int) -> bool:
    """P9–P11: tell whether there is another pile to trade with."""
    others = 0
    for other in range(int(s.players)):
        others += int(s.count[PILE + other]) if other != seat else 0
    for i in range(neutrals(s)):
        others += int(s.count[NEUTRAL + i])
    return others > 0


# --- what may be done ---------------------------------------------------------------------------


@kernel
def legal_turn(s: Any, seat: int, out: Any) -> int:
    """P8–P12, P14: draw, trade with or without laying a card first, go out, or skip."""
    own = int(s.count[PILE + seat])
    if s.laid != NOTHING:
        count = legal_trades(s, seat, own + 1, out, 0)
        out[count] = TAKE_BACK
        return count + 1
    held = int(s.held[seat])
    partner = has_partner(s, seat)
    leaves = can_go_out(held)
    count = 0
    if partner:
        count = list_kinds(held, out)
    if s.count[DRAW] > 0:
        out[count] = DRAW_CARD
        count += 1
    elif not leaves and not (partner and (own > 0 or held != 0)):
        out[count] = SKIP
        count += 1
    if leaves:
        out[count] = GO_OUT
        count += 1
    return legal_trades(s, seat, own, out, count)


@kernel
def legal_trades(s: Any, seat: int, own: int, out: Any, count: int) -> int:
    """P9–P11: list the trades with so many cards on the own pile."""
    if own == 0:
        return count
    for other in range(int(s.players)):
        if other != seat:
            for i in range(min(own, int(s.count[PILE + other]))):
                out[count] = TRADE + other * MOST_TRADED + i
                count += 1
    for i in range(neutrals(s)):
        most = min(own, int(s.count[NEUTRAL + i]))
        if s.opt[NEUTRAL_TRADES] == 1:
            most = min(most, 1)
        for j in range(most):
            out[count] = TRADE + (MOST_DRAWING + i) * MOST_TRADED + j
            count += 1
    if own > 1 and s.count[DRAW] > 0 and has_combo(s):
        for i in range(neutrals(s)):
            if s.count[NEUTRAL + i] > 0:
                out[count] = COMBO + i
                count += 1
    return count


# --- what happens -------------------------------------------------------------------------------


@kernel
def play_trade(s: Any, seat: int, partner: int, count: int) -> None:
    """P9–P11: exchange the tops of two piles."""
    own = PILE + seat
    mine = top_cards(s, own, count)
    if partner < MOST_DRAWING:
        theirs = top_cards(s, PILE + partner, count)
        take_up(s, theirs, PILE + partner, seat)
        take_up(s, mine, own, partner)
    else:
        pile = NEUTRAL + partner - MOST_DRAWING
        take_up(s, top_cards(s, pile, count), pile, seat)
        move_top(s, mine, own, pile)


@kernel
def play_combo(s: Any, seat: int, neutral: int) -> None:
    """P10, P11: the tops of a neutral pile and of the draw pile for the own top two."""
    own = PILE + seat
    pile = NEUTRAL + neutral
    mine = top_cards(s, own, 2)
    take_up(s, top_cards(s, pile, 1), pile, seat)
    draw_card(s, seat)
    move_top(s, mine, own, pile)


@kernel
def move_top(s: Any, cards: int, origin: int, target: int) -> None:
    """P10: put the top cards of a pile on another, their order kept."""
    count = ones(cards)
    lift = int(s.count[target]) - int(s.count[origin]) + count
    s.count[origin] -= count
    s.count[target] += count
    while cards != 0:
        card = lowest(cards)
        s.zone[card] = target
        s.place[card] = int(s.place[card]) + lift
        cards &= cards - 1


@kernel
def must_discard(s: Any, seat: int, acted: bool) -> bool:
    """P13: after a draw or a trade discard down to ten, or always; after a skip down to ten."""
    return bool(s.count[seat] > HAND or (acted and s.opt[DISCARD] == 1))
