"""The observation of Monopoly: the card game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirelire.core.bits import lowest
from tirelire.core.compiling import kernel
from tirelire.games.monopoly.rules.hand_bits import KIND
from tirelire.games.monopoly.rules.material import (
    CARDS,
    COMBO,
    COPIES,
    DRAW,
    DRAW_CARD,
    GO_OUT,
    KIND_OF,
    KINDS,
    MOST_CHANCES,
    MOST_DRAWING,
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
    STAY,
    SWAP,
    TAKE_BACK,
    TARGET,
    TRADE,
)
from tirelire.observation.bit_rows import matcher, spreader
from tirelire.observation.layout import Field, Layout, header_fields
from tirelire.observation.toolkit import (
    clear,
    copy,
    count_from,
    header_writer,
    named,
    place,
    steps_to,
)

UNIT = 50
"""All money is a multiple of this."""
_MOST_MONEY = 200_000 // UNIT
_OTHERS = SEATS - 1
_COPIES = max(COPIES.values())
_PILES = SEATS + MOST_NEUTRALS
_DEEP = MOST_DRAWING
"""P4: with a draw pile, the number of open piles: those of the players and neutral ones."""
_ACTS = 5
_MOST_ACTS = MOST_TURNS * SEATS
_CODES = (1, 1, 1, 2, 1, 1, 1, 50_000 // UNIT, 1 + SEATS)

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
    Field("out", (), 0, SEATS, "1 + the seat that went out, 0: none"),
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
    Field(
        "reward", (len(KINDS),), 0, _COPIES, "cards turned up for the seat that went out, by kind"
    ),
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
KEPT = 0

_TURNS, _ROLE, _GOING = (LAYOUT.at(name) for name in ("turns", "role", "going"))
_SAID, _OWN_LAID, _LAYING = (LAYOUT.at(name) for name in ("said", "own_laid", "laying"))
_READY, _CARDS, _PILE_CARDS = (LAYOUT.at(name) for name in ("ready", "cards", "pile_cards"))
_DROP, _EXPOSED, _ORDER = (LAYOUT.at(name) for name in ("drop", "exposed", "order"))
_ACTS_AT, _TARGET = LAYOUT.at("acts"), LAYOUT.at("option target")
_SIZE = LAYOUT.size
_HAND, _KNOWN, _PILE_AT = (LAYOUT.at(name) for name in ("hand", "known", "pile"))
_REWARD, _UNSEEN = LAYOUT.at("reward"), LAYOUT.at("unseen")
_ALL = (1 << CARDS) - 1
_ANY = -1
"""A mask that leaves all bits."""
_K = len(KINDS)
_matching = matcher(CARDS)
_spread = spreader(KIND_OF)
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
def of_state(s: Any, seat: int, memory: Any, room: Any, out: Any) -> None:  # noqa: ARG001
    """P7, P23: what a seat may know of a state."""
    _write(s, seat, memory, out)
    ready = 0
    for other in range(SEATS):
        ready |= (1 << other) if s.chosen[other] != NOTHING else 0
    _write_ready(s, seat, ready, int(s.chosen[seat]), out)
    if seat == s.active:
        _write_begun(s.said, int(s.drop), int(s.going), int(s.laid), int(s.stayed), out)


@kernel
def of_view(v: Any, memory: Any, room: Any, out: Any) -> None:  # noqa: ARG001
    """P7, P23: what a view tells."""
    seat = int(v.seat)
    _write(v, seat, memory, out)
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
    _spread(drop, out, _DROP)


@kernel
def _write(x: Any, seat: int, memory: Any, out: Any) -> None:
    clear(out, 0, _HAND)
    _write_cards(x, seat, out)
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
def _write_cards(x: Any, seat: int, out: Any) -> None:
    """Write hands as far as they are known, and piles; the rest is unseen."""
    players = int(x.players)
    zones, seen = x.zone, x.seen
    hand = _matching(zones, _ANY, seat)
    reward = _matching(zones, _ANY, REWARD)
    seat_knows = _matching(seen, 1 << seat, 1 << seat)
    known = hand & seat_knows
    _spread(hand, out, _HAND)
    for i in range(1, players):
        other = count_from(seat, players, i)
        held = _matching(zones, _ANY, other) & seat_knows
        known |= held
        _spread(held, out, _KNOWN + (i - 1) * _K)
        _spread(hand & _matching(seen, 1 << other, 1 << other), out, _EXPOSED + (i - 1) * _K)
    clear(out, _KNOWN + (players - 1) * _K, _KNOWN + _OTHERS * _K)
    clear(out, _EXPOSED + (players - 1) * _K, _EXPOSED + _OTHERS * _K)
    piles = 0
    for i in range(players):
        pile = _matching(zones, _ANY, PILE + count_from(seat, players, i))
        piles |= pile
        _spread(pile, out, _PILE_AT + i * _K)
    clear(out, _PILE_AT + players * _K, _PILE_AT + SEATS * _K)
    neutral = 0
    for i in range(MOST_NEUTRALS):
        pile = _matching(zones, _ANY, NEUTRAL + i)
        neutral |= pile
        _spread(pile, out, _PILE_AT + (SEATS + i) * _K)
    _write_order(x, seat, piles, neutral, out)
    _spread(reward, out, _REWARD)
    _spread(_ALL & ~(known | piles | neutral | reward), out, _UNSEEN)


@kernel
def _write_order(x: Any, seat: int, piles: int, neutral: int, out: Any) -> None:
    """Write the cards of all piles in their order: those of the players, then neutral ones.

    Whose pile comes first is calculated, not asked: at every other card the guess would be wrong.
    """
    players = int(x.players)
    clear(out, _ORDER, _ACTS_AT)
    while piles != 0:
        card = place(lowest(piles))
        piles &= piles - 1
        i = int(x.zone[card]) - PILE - seat
        i += players & i >> 8
        if i < _DEEP:
            out[place(_ORDER + i * CARDS + int(x.place[card]))] = KIND[card] + 1
    while neutral != 0:
        card = place(lowest(neutral))
        neutral &= neutral - 1
        i = int(x.zone[card]) - NEUTRAL + players
        out[place(_ORDER + i * CARDS + int(x.place[card]))] = KIND[card] + 1


ACTIONS: Sequence[tuple[int, str]] = (
    (0, "put down a card of a kind: lay it for a trade, discard, drop or pass it"),
    (DRAW_CARD, "draw"),
    (SKIP, "skip"),
    (STAY, "stay: do not go out"),
    (GO_OUT, "go out"),
    (
        TRADE,
        f"trade (+ partner × {MOST_TRADED} + cards - 1; seats, then neutral piles)",
    ),
    (COMBO, "take the tops of a neutral pile and of the draw pile (+ pile)"),
    (SWAP, "swap trade cards with a seat (+ seat)"),
    (ROLE, "say the role of a Chance card (+ role)"),
    (TAKE_BACK, "take back the unfinished move: never in a mask"),
)
"""Where each kind of decision begins; seats count from A here, not from the observing seat."""
