"""The observation of Monopoly: the card game."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.bits import lowest, zone_lister
from tirelire.core.compiling import inlined, kernel
from tirelire.games.monopoly.bits import KIND
from tirelire.games.monopoly.cards import (
    BOX,
    CARDS,
    COMBO,
    COPIES,
    DRAW,
    DRAW_CARD,
    KIND_OF,
    KINDS,
    MOST_CHANCES,
    MOST_DRAWING,
    MOST_NEUTRALS,
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
    copy,
    count_from,
    header_writer,
    named,
    place,
    steps_to,
)
from tirelire.sim.observing.layout import Field, Layout, header_fields

UNIT = 50
"""All money is a multiple of this."""
_MOST_MONEY = 200_000 // UNIT
_OTHERS = SEATS - 1
_COPIES = max(COPIES.values())
_PILES = SEATS + MOST_NEUTRALS
_DEEP = MOST_DRAWING
"""P4: with a draw pile, so many piles lie open, those of the players and neutral ones."""
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
        *("order", (_DEEP, CARDS), 0, len(KINDS)),
        "1 + the kind of each card, from the bottom, of the piles of up to four players, then of"
        " neutral ones; with more players a pile has one card at most",
    ),
    Field(
        *("acts", (SEATS, _ACTS), 0, _MOST_ACTS),
        "memory: draws, skips, trades, combos, swaps in this deal, by seat",
    ),
)
MEMORY = SEATS * _ACTS

# What is kept between two observations, so that only cards that moved are counted again. It begins
# with noughts: all cards lie in the box then, and nobody has seen them.
_WHERE = MEMORY
"""For each card (its zone - BOX) * _PLACES + its place."""
_PLACES = 64
_SEEN = _WHERE + CARDS
"""For each card who has seen it."""
_COUNT = _SEEN + CARDS
"""For each zone and kind how many cards there are, less those that were there first."""
_KEPT_KNOWN = _COUNT + ZONES * len(KINDS)
"""For each seat, for each other seat and kind, how many cards of its hand the seat knows."""
_KEPT_ORDER = _KEPT_KNOWN + SEATS * SEATS * len(KINDS)
"""For each pile the kind of each card, from the bottom."""
_OPEN = _KEPT_ORDER + _PILES * CARDS
"""For each kind how many cards lie open."""
_HELD = _OPEN + len(KINDS)
"""For each seat and kind how many cards it knows in all hands."""
KEPT = _HELD + SEATS * len(KINDS) - MEMORY

_TURNS, _ROLE, _GOING = (LAYOUT.at(name) for name in ("turns", "role", "going"))
_SAID, _OWN_LAID, _LAYING = (LAYOUT.at(name) for name in ("said", "own_laid", "laying"))
_READY, _CARDS, _PILE_CARDS = (LAYOUT.at(name) for name in ("ready", "cards", "pile_cards"))
_DROP, _EXPOSED, _ORDER = (LAYOUT.at(name) for name in ("drop", "exposed", "order"))
_ACTS_AT, _TARGET = LAYOUT.at("acts"), LAYOUT.at("option target")
_SIZE = LAYOUT.size
_KIND = np.array(KIND_OF, np.int64)
_HAND, _KNOWN, _PILE_AT = (LAYOUT.at(name) for name in ("hand", "known", "pile"))
_REWARD, _UNSEEN = LAYOUT.at("reward"), LAYOUT.at("unseen")
_COUNTS = np.array(list(COPIES.values()), np.int16)
_BOX16, _PLACES16 = np.int16(BOX), np.int16(_PLACES)
_K = len(KINDS)
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
    _recount(x, memory, room[:CARDS], room[CARDS:])
    clear(out, 0, _HAND)
    _write_cards(x, seat, memory, out)
    _write_header(x, seat, out)
    players = int(x.players)
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
        copy(memory, other * _ACTS, out, _ACTS_AT + i * _ACTS, _ACTS)
    clear(out, _ACTS_AT + players * _ACTS, _SIZE)
    for i in range(MOST_NEUTRALS):
        out[_PILE_CARDS + SEATS + i] = x.count[NEUTRAL + i]


@kernel
def _write_cards(x: Any, seat: int, memory: Any, out: Any) -> None:
    """Write what is counted: hands as far as they are known, piles; the rest is unseen."""
    players = int(x.players)
    copy(memory, _COUNT + seat * _K, out, _HAND, _K)
    copy(memory, _COUNT + REWARD * _K, out, _REWARD, _K)
    copy(memory, _HELD + seat * _K, out, _UNSEEN, _K)
    for kind in range(_K):
        out[_UNSEEN + kind] = _COUNTS[kind] - memory[_OPEN + kind] - out[_UNSEEN + kind]
    for i in range(1, players):
        other = count_from(seat, players, i)
        copy(memory, _known(seat, other), out, _KNOWN + (i - 1) * _K, _K)
        copy(memory, _known(other, seat), out, _EXPOSED + (i - 1) * _K, _K)
    clear(out, _KNOWN + (players - 1) * _K, _KNOWN + _OTHERS * _K)
    clear(out, _EXPOSED + (players - 1) * _K, _EXPOSED + _OTHERS * _K)
    for i in range(players):
        other = count_from(seat, players, i)
        copy(memory, _COUNT + (PILE + other) * _K, out, _PILE_AT + i * _K, _K)
        if i < _DEEP:
            copy(memory, _KEPT_ORDER + other * CARDS, out, _ORDER + i * CARDS, CARDS)
    clear(out, _PILE_AT + players * _K, _PILE_AT + SEATS * _K)
    copy(memory, _COUNT + NEUTRAL * _K, out, _PILE_AT + SEATS * _K, MOST_NEUTRALS * _K)
    for i in range(players, _DEEP):
        neutral = _KEPT_ORDER + (SEATS + i - players) * CARDS
        copy(memory, neutral, out, _ORDER + i * CARDS, CARDS)


@inlined
def _known(seat: int, holder: int) -> int:
    """Say where is kept what a seat knows of another's hand."""
    return _KEPT_KNOWN + (seat * SEATS + holder) * _K


@kernel
def _recount(x: Any, memory: Any, moved: Any, listed: Any) -> None:
    """Bring what is kept up to date: first what left a place, then what came to one."""
    for card in range(CARDS):
        now = (np.int16(x.zone[card]) - _BOX16) * _PLACES16 + np.int16(x.place[card])
        other = now != memory[_WHERE + card]
        moved[card] = 1 if other | (x.seen[card] != memory[_SEEN + card]) else 0
    count = cards_in(moved, 1, -1, listed)
    for j in range(count):
        card = int(listed[place(j)])
        was = int(memory[place(_WHERE + card)])
        seen = int(memory[place(_SEEN + card)])
        _change(memory, card, (was >> 6) + BOX, was & (_PLACES - 1), seen, -1)
    for j in range(count):
        card = int(listed[place(j)])
        zone, at = int(x.zone[place(card)]), int(x.place[place(card)])
        seen = int(x.seen[place(card)])
        memory[place(_WHERE + card)] = (zone - BOX) * _PLACES + at
        memory[place(_SEEN + card)] = seen
        _change(memory, card, zone, at, seen, 1)


@kernel
def _change(memory: Any, card: int, zone: int, at: int, seen: int, by: int) -> None:
    """Count a card in or out."""
    if zone < 0:
        return
    kind = _KIND[place(card)]
    memory[place(_COUNT + zone * _K + kind)] += by
    if zone < SEATS:
        seen &= (1 << SEATS) - 1
        while seen != 0:
            memory[place(_known(lowest(seen), zone) + kind)] += by
            memory[place(_HELD + lowest(seen) * _K + kind)] += by
            seen &= seen - 1
    elif PILE <= zone < DRAW:
        memory[place(_OPEN + kind)] += by
        memory[place(_KEPT_ORDER + (zone - PILE) * CARDS + at)] = kind + 1 if by > 0 else 0
    elif zone == REWARD:
        memory[place(_OPEN + kind)] += by
