"""The observation of Cache ton Cash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tirelire.core.bits import zone_lister
from tirelire.core.compiling import kernel
from tirelire.games.cache_ton_cash.rules.material import (
    ANSWER,
    BOX,
    CARDS,
    CHALLENGE,
    CLAIM,
    CONTEST,
    COPIES,
    DEAR,
    DISCARD,
    DISCARDED,
    DRAW,
    END,
    FOUGHT,
    KIND_OF,
    KINDS,
    MOVE_DOWN,
    NEUTRAL,
    OPTIONS,
    PAIR,
    PAIR_WILD,
    PICK,
    PILES,
    PLACES,
    POSSESSIONS,
    SEATS,
    SECOND,
    SHIFT_DOWN,
    SHIFT_UP,
    SINGLES,
    STACK,
    STOP,
    SWAP,
    SWAP_CARD,
    UNDECIDED,
    UPGRADE,
    VALUES,
    ZONES,
)
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

_KINDS = len(KINDS)
_COPIES = max(COPIES)
_WILD_COPIES = sum(COPIES[POSSESSIONS:SWAP_CARD])
_DEPTH = _WILD_COPIES + (sum(COPIES[:POSSESSIONS]) - _WILD_COPIES) // 2
"""No stack can have more sets: each has a possession and another card."""
_CODES = (3, 1, 1, 1, 1, 1, 1, 1, 2**POSSESSIONS - 1, 1)
_MOST_STOPS = 1000
_NAMED = "1 + kind, 0: none"

LAYOUT = Layout(
    *header_fields(
        SEATS,
        [(option.name, most) for option, most in zip(OPTIONS, _CODES, strict=True)],
        (0, 30_000),
        "in thousands",
    ),
    Field("phase", (), 0, 3, "0: acting, 1: contesting, 2: fighting, 3: shifting"),
    Field("active", (), 0, SEATS - 1, "whose turn it is"),
    Field("action", (), 0, 2, "the first or the second action of the turn"),
    Field("rival", (), 0, SEATS, "1 + the seat that fights with the active one, 0: none"),
    Field("nth", (), 0, 2, "which set is fought about, from the top; 0: a claim, or none"),
    Field("prize", (), 0, _KINDS, f"the kind of the set that is fought about: {_NAMED}"),
    Field("asked", (), 0, SEATS, "1 + the seat that must answer, 0: none"),
    Field("demand", (), 0, 2, "how many cards the answer needs"),
    Field("shift", (), 0, PILES, "1 + the pile that a move card was turned up on, 0: none"),
    Field("face", (), 0, _KINDS, f"the top of the discard pile: {_NAMED}"),
    Field("put_back", (), 0, PLACES, "action cards that went back into neutral piles"),
    Field("own_choice", (), 0, 2, "what one has chosen in a shift: 1 down, 2 up"),
    Field("draw_cards", (), 0, CARDS, "cards in the draw pile"),
    Field("discard_cards", (), 0, CARDS, "cards in the discard pile"),
    Field("turning", (PILES,), 0, 1, "1: the next card of the neutral pile must be turned up"),
    Field("tops", (PILES,), 0, _KINDS, f"the card turned up on each neutral pile: {_NAMED}"),
    Field("pile_cards", (PILES,), 0, CARDS, "cards in each neutral pile"),
    Field("buried", (2, PILES), 0, 4, "swaps, then moves, seen going back into each pile"),
    Field("used", (SEATS,), 0, SEATS, "1 + the seats that used cards in this turn, in order"),
    Field("barred", (SEATS,), 0, 1, "1: the seat may not be challenged any more in this turn"),
    Field("chose", (SEATS,), 0, 1, "1: the seat has chosen in a shift"),
    Field("cards", (SEATS,), 0, CARDS, "how many cards each seat holds"),
    Field("sets", (SEATS,), 0, CARDS, "how many sets each stack has"),
    Field("top", (SEATS,), 0, POSSESSIONS, f"the top set of each stack: {_NAMED}"),
    Field("second", (SEATS,), 0, POSSESSIONS, f"the set under it: {_NAMED}"),
    Field("top_worth", (SEATS,), 0, 1000, "what the top set is worth, in thousands"),
    Field("second_worth", (SEATS,), 0, 1000, "what the set under it is worth"),
    Field("hand", (_KINDS,), 0, _COPIES, "cards that one holds, by kind"),
    Field("stack", (SEATS, _KINDS), 0, _COPIES, "cards in each stack, by kind"),
    Field("discard", (_KINDS,), 0, _COPIES, "cards in the discard pile, by kind"),
    Field("fought", (_KINDS,), 0, _COPIES, "cards played in the fight, by kind"),
    Field("claimed", (_KINDS,), 0, _COPIES, "cards of the set that is claimed, by kind"),
    Field("gone", (_KINDS,), 0, _COPIES, "cards that left the game, by kind"),
    Field("box", (_KINDS,), 0, _COPIES, "cards that are not played with, by kind"),
    Field("neutral", (_KINDS,), 0, _COPIES, "cards turned up on neutral piles, by kind"),
    Field("unseen", (_KINDS,), 0, _COPIES, "all other cards, by kind"),
    Field("set", (SEATS, _DEPTH), 0, POSSESSIONS, f"sets from the bottom, by seat: {_NAMED}"),
    Field("worth", (SEATS, _DEPTH), 0, 1000, "what each of them is worth, in thousands"),
    Field("order", (CARDS,), 0, _KINDS, f"the discard pile from the bottom: {_NAMED}"),
    Field(
        *("stops", (SEATS, POSSESSIONS), 0, _MOST_STOPS),
        "memory: how often a seat gave up, by seat and kind of the set",
    ),
)
MEMORY = SEATS * POSSESSIONS

# The cache between two observations: only cards that moved are counted again. It begins with zeros:
# all cards lie in the box then.
_WHERE = MEMORY
"""For each card (its zone - BOX) * _PLACES + its place."""
_PLACES = 128
_COUNT = _WHERE + CARDS
"""For each zone and kind how many cards there are, less those that were there first."""
_KEPT_SET = _COUNT + (ZONES + 1) * len(KINDS)
_KEPT_WORTH = _KEPT_SET + SEATS * _DEPTH
_KEPT_ORDER = _KEPT_WORTH + SEATS * _DEPTH
_OPEN = _KEPT_ORDER + CARDS
"""For each kind how many cards lie where all see them, less those that were there first."""
KEPT = _OPEN + len(KINDS) - MEMORY

_PHASE, _TURNING, _TOPS = (LAYOUT.at(name) for name in ("phase", "turning", "tops"))
_OWN_CHOICE, _PILE_CARDS = LAYOUT.at("own_choice"), LAYOUT.at("pile_cards")
_BURIED, _USED, _BARRED = (LAYOUT.at(name) for name in ("buried", "used", "barred"))
_CHOSE, _CARDS, _SETS = (LAYOUT.at(name) for name in ("chose", "cards", "sets"))
_HAND, _UNSEEN, _STOPS = (LAYOUT.at(name) for name in ("hand", "unseen", "stops"))
_ORDER, _SET_AT, _STACK = (LAYOUT.at(name) for name in ("order", "set", "stack"))
_DISCARD, _FOUGHT, _BOX = (LAYOUT.at(name) for name in ("discard", "fought", "box"))
_NEUTRAL = LAYOUT.at("neutral")
_SIZE, _WORTH = LAYOUT.size, SEATS * _DEPTH
_TOP = LAYOUT.at("top")


_KIND = np.array(KIND_OF, np.int64)
_VALUE = np.array(VALUES, np.int64)
_COUNTS = np.array(COPIES, np.int16)
_IS_OPEN = np.array(
    [zone >= STACK and zone != DRAW and not NEUTRAL <= zone < FOUGHT for zone in range(ZONES)]
)
_BOX16, _PLACES16 = np.int16(BOX), np.int16(_PLACES)
cards_in = zone_lister(CARDS)
_write_header = header_writer(SEATS, len(OPTIONS), 1)


@kernel
def before(s: Any, seat: int, decision: int) -> int:  # noqa: ARG001
    """Pack the set that is fought about."""
    return int(s.prize)


@kernel
def after(s: Any, seat: int, decision: int, packed: int, memory: Any) -> None:  # noqa: ARG001
    """K7, K23: note that a seat gives up."""
    if decision == STOP:
        memory[seat * POSSESSIONS + packed] += 1


@kernel
def of_state(s: Any, seat: int, memory: Any, room: Any, out: Any) -> None:
    """K29: what a seat may know of a state."""
    chose = 0
    for other in range(SEATS):
        chose |= (1 << other) if s.choice[other] != UNDECIDED else 0
    _write(s, seat, chose, int(s.choice[seat]), memory, room, out)


@kernel
def of_view(v: Any, memory: Any, room: Any, out: Any) -> None:
    """K29: what a view tells."""
    _write(v, int(v.seat), int(v.chose), int(v.own_choice), memory, room, out)


@kernel
def _write(
    x: Any, seat: int, chose: int, own_choice: int, memory: Any, room: Any, out: Any
) -> None:
    _recount(x, memory, room[:CARDS], room[CARDS:])
    clear(out, 0, _HAND)
    _write_header(x, seat, out)
    _write_cards(x, seat, memory, out)
    out[_PHASE] = x.phase
    out[_PHASE + 1] = steps_to(x, seat, int(x.active))
    out[_PHASE + 2] = x.action
    out[_PHASE + 3] = named(x, seat, int(x.rival))
    out[_PHASE + 4] = x.nth
    out[_PHASE + 5] = x.prize + 1
    out[_PHASE + 6] = named(x, seat, int(x.asked))
    out[_PHASE + 7] = x.demand
    out[_PHASE + 8] = x.shift
    out[_PHASE + 9] = x.face + 1
    out[_PHASE + 10] = x.put_back
    out[_OWN_CHOICE] = own_choice
    out[_OWN_CHOICE + 1] = x.count[DRAW]
    out[_OWN_CHOICE + 2] = x.count[DISCARDED]
    for pile in range(PILES):
        out[_TURNING + pile] = (int(x.piles) >> pile) & 1
        out[_TOPS + pile] = x.tops[pile] + 1
        out[_PILE_CARDS + pile] = x.count[NEUTRAL + pile]
        out[_BURIED + pile] = x.buried[pile]
        out[_BURIED + PILES + pile] = x.buried[PILES + pile]
    players = int(x.players)
    for i in range(players):
        other = count_from(seat, players, i)
        out[_USED + i] = named(x, seat, int(x.used[i]))
        out[_BARRED + i] = (int(x.barred) >> other) & 1
        out[_CHOSE + i] = (chose >> other) & 1
        out[_CARDS + i] = x.count[place(other)]
        out[_SETS + i] = x.sets[place(other)]
        out[_TOP + i] = x.top[place(other)] + 1
        out[_TOP + SEATS + i] = x.second[place(other)] + 1
        sets = _KEPT_WORTH + other * _DEPTH + int(x.sets[place(other)])
        out[_TOP + 2 * SEATS + i] = memory[place(sets - 1)] if x.top[place(other)] >= 0 else 0
        out[_TOP + 3 * SEATS + i] = memory[place(sets - 2)] if x.second[place(other)] >= 0 else 0
        copy(memory, other * POSSESSIONS, out, _STOPS + i * POSSESSIONS, POSSESSIONS)
    clear(out, _STOPS + players * POSSESSIONS, _SIZE)


@kernel
def _write_cards(x: Any, seat: int, memory: Any, out: Any) -> None:
    """Write the counts: the own hand, the stacks, open cards; the rest is unseen."""
    players = int(x.players)
    copy(memory, _COUNT + seat * _KINDS, out, _HAND, _KINDS)
    for i in range(players):
        other = count_from(seat, players, i)
        copy(memory, _COUNT + (STACK + other) * _KINDS, out, _STACK + i * _KINDS, _KINDS)
        copy(memory, _KEPT_SET + other * _DEPTH, out, _SET_AT + i * _DEPTH, _DEPTH)
        copy(memory, _KEPT_WORTH + other * _DEPTH, out, _SET_AT + _WORTH + i * _DEPTH, _DEPTH)
    for i in range(players, SEATS):
        clear(out, _STACK + i * _KINDS, _STACK + (i + 1) * _KINDS)
        clear(out, _SET_AT + i * _DEPTH, _SET_AT + (i + 1) * _DEPTH)
        clear(out, _SET_AT + _WORTH + i * _DEPTH, _SET_AT + _WORTH + (i + 1) * _DEPTH)
    copy(memory, _COUNT + DISCARDED * _KINDS, out, _DISCARD, _KINDS)
    copy(memory, _COUNT + FOUGHT * _KINDS, out, _FOUGHT, (BOX - FOUGHT) * _KINDS)
    copy(memory, _KEPT_ORDER, out, _ORDER, CARDS)
    for kind in range(_KINDS):
        out[_BOX + kind] = memory[_COUNT + BOX * _KINDS + kind] + _COUNTS[kind]
        out[_NEUTRAL + kind] = 0
        out[_UNSEEN + kind] = -memory[_OPEN + kind] - out[_HAND + kind]
    for pile in range(PILES):
        if x.tops[pile] >= 0:
            out[place(_NEUTRAL + int(x.tops[pile]))] += 1
            out[place(_UNSEEN + int(x.tops[pile]))] -= 1


@kernel
def _recount(x: Any, memory: Any, moved: Any, listed: Any) -> None:
    """Update the cache: first the cards that left a place, then those that came to one."""
    for card in range(CARDS):
        now = (np.int16(x.zone[card]) - _BOX16) * _PLACES16 + np.int16(x.place[card])
        moved[card] = 1 if now != memory[_WHERE + card] else 0
    count = cards_in(moved, 1, -1, listed)
    for j in range(count):
        card = int(listed[place(j)])
        was = int(memory[place(_WHERE + card)])
        _change(memory, card, (was >> 7) + BOX, was & (_PLACES - 1), -1)
    for j in range(count):
        card = int(listed[place(j)])
        zone, at = int(x.zone[place(card)]), int(x.place[place(card)])
        memory[place(_WHERE + card)] = (zone - BOX) * _PLACES + at
        _change(memory, card, zone, at, 1)


@kernel
def _change(memory: Any, card: int, zone: int, at: int, by: int) -> None:
    """Count a card in or out."""
    kind = _KIND[place(card)]
    if zone < 0:
        return
    memory[place(_COUNT + zone * _KINDS + kind)] += by
    memory[place(_OPEN + kind)] += by if _IS_OPEN[place(zone)] else 0
    if STACK <= zone < STACK + SEATS:
        slot = (zone - STACK) * _DEPTH + at
        memory[place(_KEPT_WORTH + slot)] += by * _VALUE[place(card)]
        if memory[place(_KEPT_WORTH + slot)] == 0:
            memory[place(_KEPT_SET + slot)] = 0
        elif by > 0 and kind < POSSESSIONS:
            memory[place(_KEPT_SET + slot)] = kind + 1
    elif zone == DISCARDED:
        memory[place(_KEPT_ORDER + at)] = kind + 1 if by > 0 else 0


ACTIONS: Sequence[tuple[int, str]] = (
    (DISCARD, "discard (+ kind)"),
    (PAIR, "form a set of two (+ possession)"),
    (PAIR_WILD, f"form a set with a wild (+ wild × {POSSESSIONS} + possession)"),
    (PICK, "form a set with the top of the discard pile (+ kind from the hand)"),
    (CHALLENGE, f"challenge (+ seat × {SINGLES} + the cards played)"),
    (UPGRADE, "add to the own top set"),
    (SWAP, "play a swap card against a seat (+ seat)"),
    (MOVE_DOWN, "play a move card on a stack (+ 2 × seat; + 1: up)"),
    (END, "end the turn"),
    (SECOND, f"challenge the second set (+ seat × {DEAR} + the cards played)"),
    (CLAIM, f"claim neutral piles (+ (bits - 1) × {SWAP_CARD} + kind)"),
    (CONTEST, "contest a claim (+ the cards played)"),
    (ANSWER, "answer (+ the cards played)"),
    (STOP, "give up"),
    (SHIFT_DOWN, "shift the other player's stack down"),
    (SHIFT_UP, "shift it up"),
)
"""Where each kind of decision begins; seats count from A here, not from the observing seat."""
