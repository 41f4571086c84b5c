"""The observation of Monopoly: the card game."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.bits import lowest, zone_lister
from tirelire.core.compiling import kernel
from tirelire.games.monopoly.bits import KIND
from tirelire.games.monopoly.cards import (
    CARDS,
    COMBO,
    COPIES,
    DRAW,
    DRAW_CARD,
    KIND_OF,
    KINDS,
    MOST_CHANCES,
    MOST_NEUTRALS,
    MOST_TRADED,
    MOST_TURNS,
    NEUTRAL,
    NOTHING,
    OPTIONS,
    PILE,
    REWARD,
    ROLE,
    ROLES,
    SEATS,
    SKIP,
    SWAP,
    TARGET,
    TRADE,
    ZONES,
)
from tirelire.sim.observing.common import (
    clear,
    count_from,
    header_writer,
    named,
    place,
    show_cards,
    steps_to,
)
from tirelire.sim.observing.layout import Field, Layout, from_seat, header_fields, plane_table

UNIT = 50
"""All money is a multiple of this."""
_MOST_MONEY = 200_000 // UNIT
_OTHERS = SEATS - 1
_COPIES = max(COPIES.values())
_PILES = SEATS + MOST_NEUTRALS
_DEPTH = MOST_TRADED
"""P9: cards that lie deeper in a pile cannot be reached by any trade."""
_ACTS = 5
_MOST_ACTS = MOST_TURNS * SEATS
_CODES = (1, 1, 1, 2, 1, 1, 1, 50_000 // UNIT)

LAYOUT = Layout(
    *header_fields(
        SEATS,
        [(option.name, most) for option, most in zip(OPTIONS, _CODES, strict=True)],
        (0, _MOST_MONEY),
        f"in units of {UNIT}",
    ),
    Field("turns", (), 0, MOST_TURNS * SEATS, "turns played in this deal"),
    Field("phase", (), 0, 3, "0: acting, 1: discarding, 2: laying a trade card, 3: passing"),
    Field("active", (), 0, SEATS - 1, "whose turn it is"),
    Field("left", (), 0, SEATS + 1, "1 + turns left since the draw pile ran out; 0: it has not"),
    Field("swapped", (), 0, 1, "1: the active player has swapped in this turn"),
    Field("out", (), 0, SEATS, "1 + the seat that went out, 0: nobody"),
    Field("role", (MOST_CHANCES,), 0, ROLES, "1 + each role that it said, 0: none"),
    Field("going", (), 0, 1, "1: one has begun to go out"),
    Field("said", (MOST_CHANCES,), 0, ROLES, "1 + each role that one has said so far"),
    Field("own_laid", (), 0, len(KINDS), "1 + the kind that one has laid for a trade"),
    Field("stayed", (), 0, 1, "1: in the passing one cannot go out, or stays"),
    Field("own_chosen", (), 0, len(KINDS), "1 + the kind that one passes"),
    Field("draw_cards", (), 0, CARDS, "cards in the draw pile"),
    Field("laying", (SEATS,), 0, 1, "1: the seat must lay a trade card now"),
    Field("ready", (SEATS,), 0, 1, "1: the seat has chosen what to pass"),
    Field("cards", (SEATS,), 0, CARDS, "how many cards each seat holds"),
    Field(
        "pile_cards", (_PILES,), 0, CARDS, "cards in each pile: those of the seats, neutral ones"
    ),
    Field("drop", (len(KINDS),), 0, _COPIES, "cards that one has dropped to go out, by kind"),
    Field("hand", (len(KINDS),), 0, _COPIES, "cards that one holds, by kind"),
    Field(
        *("known", (_OTHERS, len(KINDS)), 0, _COPIES),
        "cards that another seat is known to hold, by seat from 1 and by kind",
    ),
    Field("pile", (_PILES, len(KINDS)), 0, _COPIES, "cards in each pile, by kind"),
    Field("reward", (len(KINDS),), 0, _COPIES, "cards turned up for whoever went out, by kind"),
    Field("unseen", (len(KINDS),), 0, _COPIES, "all other cards, by kind"),
    Field(
        *("exposed", (_OTHERS, len(KINDS)), 0, _COPIES),
        "cards of the own hand that another seat knows, by seat from 1 and by kind",
    ),
    Field(
        *("order", (_PILES, _DEPTH), 0, len(KINDS)),
        "1 + the kind of each card of a pile, from the top",
    ),
    Field(
        *("acts", (SEATS, _ACTS), 0, _MOST_ACTS),
        "memory: draws, skips, trades, combos, swaps in this deal, by seat",
    ),
)
MEMORY = SEATS * _ACTS
KEPT = 0

_TURNS, _ROLE, _GOING = (LAYOUT.at(name) for name in ("turns", "role", "going"))
_SAID, _OWN_LAID, _LAYING = (LAYOUT.at(name) for name in ("said", "own_laid", "laying"))
_READY, _CARDS, _PILE_CARDS = (LAYOUT.at(name) for name in ("ready", "cards", "pile_cards"))
_DROP, _EXPOSED, _ORDER = (LAYOUT.at(name) for name in ("drop", "exposed", "order"))
_ACTS_AT, _TARGET = LAYOUT.at("acts"), LAYOUT.at("option target")
_SIZE = LAYOUT.size
_UNUSED = 0
"""What has no place is written over the first number, which is then written itself."""


def _pile_number(players: int, seat: int, zone: int) -> int:
    """Count the piles from the observing seat, neutral piles last; -1 for what is no such pile."""
    if NEUTRAL <= zone < DRAW:
        return SEATS + zone - NEUTRAL
    if PILE <= zone < PILE + players:
        return from_seat(seat, zone - PILE, players)
    return -1


def _plane(players: int, seat: int, zone: int) -> int:
    number = _pile_number(players, seat, zone)
    if number >= 0:
        return LAYOUT.at("pile") + number * len(KINDS)
    if zone == REWARD:
        return LAYOUT.at("reward")
    if not 0 <= zone < players:
        return LAYOUT.at("unseen")
    steps = from_seat(seat, zone, players)
    known = LAYOUT.at("known") + (steps - 1) * len(KINDS)
    return LAYOUT.at("hand") if steps == 0 else known


def _order(players: int, seat: int, zone: int) -> int:
    number = _pile_number(players, seat, zone)
    return LAYOUT.at("order") + number * _DEPTH if number >= 0 else _UNUSED


_PLANES = plane_table(SEATS, ZONES, _plane)
_ORDERS = plane_table(SEATS, ZONES, _order)
_KIND = np.array(KIND_OF, np.int64)
cards_in = zone_lister(CARDS)
_write_header = header_writer(SEATS, len(OPTIONS), UNIT)


@kernel
def before(s: Any, seat: int, decision: int) -> int:  # noqa: ARG001
    """Nothing becomes public later than it is done."""
    return 0


@kernel
def after(s: Any, seat: int, decision: int, packed: int, memory: Any) -> None:  # noqa: ARG001
    """P8–P11, P14, P22: what a turn was used for."""
    act = -1
    if DRAW_CARD <= decision <= SKIP:
        act = decision - DRAW_CARD
    elif TRADE <= decision < ROLE:
        act = 2 if decision < COMBO else 3 if decision < SWAP else 4
    if act >= 0:
        memory[seat * _ACTS + act] += 1


@kernel
def of_state(s: Any, seat: int, memory: Any, room: Any, out: Any) -> None:
    """P7, P23: what a seat may know of a state."""
    _write(s, seat, memory, room, out)
    ready = 0
    for other in range(SEATS):
        ready |= (1 << other) if s.chosen[other] != NOTHING else 0
    _write_ready(s, seat, ready, int(s.chosen[seat]), out)
    if seat == s.active:
        _write_begun(s.said, int(s.drop), int(s.going), int(s.laid), int(s.stayed), out)


@kernel
def of_view(v: Any, memory: Any, room: Any, out: Any) -> None:
    """P7, P23: what a view tells."""
    seat = int(v.seat)
    _write(v, seat, memory, room, out)
    _write_ready(v, seat, int(v.ready), int(v.own_chosen), out)
    _write_begun(
        v.own_said, int(v.own_drop), int(v.own_going), int(v.own_laid), int(v.own_stayed), out
    )


@kernel
def _write_ready(x: Any, seat: int, ready: int, chosen: int, out: Any) -> None:
    out[_OWN_LAID + 2] = chosen + 1
    for other in range(int(x.players)):
        out[_READY + steps_to(x, seat, other)] = (ready >> other) & 1


@kernel
def _write_begun(said: Any, drop: int, going: int, laid: int, stayed: int, out: Any) -> None:
    out[_GOING] = going
    for i in range(MOST_CHANCES):
        out[_SAID + i] = said[i] + 1
    out[_OWN_LAID] = laid + 1
    out[_OWN_LAID + 1] = stayed
    while drop != 0:
        out[_DROP + KIND[lowest(drop)]] += 1
        drop &= drop - 1


@kernel
def _write(x: Any, seat: int, memory: Any, room: Any, out: Any) -> None:
    clear(out, 0, _SIZE)
    show_cards(x, seat, room)
    players = int(x.players)
    _write_cards(x, seat, (players * SEATS + seat) * (ZONES + 1) + 1, room, out)
    _write_header(x, seat, out)
    out[_TARGET] = (x.opt[TARGET] + UNIT - 1) // UNIT
    out[_TURNS] = x.turns
    out[_TURNS + 1] = x.phase
    out[_TURNS + 2] = steps_to(x, seat, int(x.active))
    out[_TURNS + 3] = x.left + 1
    out[_TURNS + 4] = x.swapped
    out[_TURNS + 5] = named(x, seat, int(x.out))
    for i in range(MOST_CHANCES):
        out[_ROLE + i] = x.role[i] + 1
    out[_LAYING - 1] = x.count[DRAW]
    for i in range(players):
        other = count_from(seat, players, i)
        out[_LAYING + i] = (int(x.laying) >> other) & 1
        out[_CARDS + i] = x.count[place(other)]
        out[_PILE_CARDS + i] = x.count[place(PILE + other)]
        for act in range(_ACTS):
            out[_ACTS_AT + i * _ACTS + act] = memory[place(other * _ACTS + act)]
    for i in range(MOST_NEUTRALS):
        out[_PILE_CARDS + SEATS + i] = x.count[NEUTRAL + i]


@kernel
def _write_cards(x: Any, seat: int, row: int, room: Any, out: Any) -> None:
    """Count the cards by zone and kind, and list the piles from the top.

    Every card is written twice, wherever it lies: what nobody needs to know once is cheaper to
    write to a place that is written again than to find out.
    """
    for card in range(CARDS):
        zone = int(room[card])
        kind = _KIND[card]
        out[place(_PLANES[place(row + zone)] + kind)] += 1
        order = _ORDERS[place(row + zone)]
        depth = int(x.count[place(max(zone, 0))]) - 1 - int(x.place[card])
        out[place(order + depth if order > 0 and depth < _DEPTH else _UNUSED)] = kind + 1
    others = ((1 << int(x.players)) - 1) & ~(1 << seat)
    listed = room[CARDS:]
    for j in range(cards_in(room[:CARDS], seat, -1, listed)):
        card = place(listed[place(j)])
        knowing = int(x.seen[card]) & others
        while knowing != 0:
            steps = steps_to(x, seat, lowest(knowing))
            out[place(_EXPOSED + (steps - 1) * len(KINDS) + _KIND[card])] += 1
            knowing &= knowing - 1
