"""The observation of Cash oder Crash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tirelire.core.compiling import kernel
from tirelire.core.header import left_of
from tirelire.games.cash_oder_crash.rules.material import (
    BOX,
    CALL,
    CARDS,
    FIELDS,
    KINDS,
    LAY_LEFT,
    LAY_NUMBER,
    LAY_OWN,
    NOT_LAID,
    OPTIONS,
    PASS,
    PLAYED,
    SEATS,
    SETS,
    TURNS,
    ZONES,
)
from tirelire.observation.layout import Field, Layout, header_fields, plane_table
from tirelire.observation.toolkit import (
    clear,
    count_from,
    header_writer,
    place,
    show_cards,
    steps_to,
)

_FURTHEST = 6 * 2 * TURNS
"""No pawn gets further, on a line, with a call for every number."""
_MOST_CHIPS = 12 * 2 * _FURTHEST
_CODES = (len(FIELDS) - 1, 12, 1, 2, 1, 1 + SEATS, 1, 1 + SEATS)

LAYOUT = Layout(
    *header_fields(
        SEATS,
        [(option.name, most) for option, most in zip(OPTIONS, _CODES, strict=True)],
        (-_MOST_CHIPS, _MOST_CHIPS),
        "in chips",
    ),
    Field("phase", (), 0, 1, "0: laying, 1: the window for a BIG DEAL"),
    Field("turn", (), 0, TURNS, "turns played in this deal"),
    Field("active", (), 0, SEATS - 1, "the seat that lays the colour"),
    Field("pawn", (SEATS,), -_FURTHEST, _FURTHEST, "the field of each pawn, by seat"),
    Field("age", (SEATS,), 0, SEATS - 1, "0 is the youngest, by seat"),
    Field("big_deal", (SEATS,), 0, 1, "1: the seat still has its card, by seat"),
    Field("cards", (SEATS,), 0, KINDS, "how many cards each seat holds"),
    Field("colour_lies", (), 0, 1, "1: a colour is laid in this turn"),
    Field("number_lies", (), 0, 1, "1: a number is laid in this turn"),
    Field("own_colour", (), 0, 2, "the colour that one laid: 1 the own, 2 the neighbour's"),
    Field("own_number", (), 0, KINDS, "the number that one laid: 1 + its kind"),
    Field("own_pass", (), 0, 1, "1: one has passed in this window"),
    Field("hand", (KINDS,), 0, SETS, "cards that one holds, by kind"),
    Field("played", (KINDS,), 0, SETS, "cards that are played, by kind"),
    Field("unseen", (KINDS,), 0, SETS, "cards that others hold, by kind"),
    Field("box", (KINDS,), 0, SETS, "cards that are not in the game, by kind"),
    Field("laid", (SEATS, KINDS), 0, SETS, "memory: numbers laid in this deal, by seat and kind"),
    Field("chose", (SEATS, 2), 0, TURNS, "memory: the own pawn, the neighbour's; by seat"),
)
MEMORY = SEATS * KINDS + SEATS * 2
KEPT = 0

_PHASE, _TURN, _ACTIVE = (LAYOUT.at(name) for name in ("phase", "turn", "active"))
_PAWN, _AGE, _BIG_DEAL = (LAYOUT.at(name) for name in ("pawn", "age", "big_deal"))
_CARDS, _LIES, _OWN = (LAYOUT.at(name) for name in ("cards", "colour_lies", "own_colour"))
_LAID, _CHOSE = LAYOUT.at("laid"), LAYOUT.at("chose")
_COLOURS = SEATS * KINDS
_SIZE = LAYOUT.size


def _plane(_players: int, seat: int, zone: int) -> int:
    names = {-1: "unseen", seat: "hand", PLAYED: "played", BOX: "box"}
    return LAYOUT.at(names.get(zone, "unseen"))


_PLANES = plane_table(SEATS, ZONES, _plane)
_KIND = np.array([card % KINDS for card in range(CARDS)], np.int64)
_write_header = header_writer(SEATS, len(OPTIONS), 1)


@kernel
def before(s: Any, seat: int, decision: int) -> int:  # noqa: ARG001
    """Pack who is active, the turn, and what will lie there when both have laid."""
    colour = decision if decision < LAY_NUMBER else int(s.colour)
    number = int(s.number)
    if LAY_NUMBER <= decision < PASS - 1:
        number = decision - LAY_NUMBER
    return int(s.turn) | int(s.active) << 8 | (colour + 1) << 16 | (number + 1) << 24


@kernel
def after(s: Any, seat: int, decision: int, packed: int, memory: Any) -> None:  # noqa: ARG001
    """C9: when a turn is over, it is public who laid what."""
    if s.turn == packed & 0xFF:
        return
    active = (packed >> 8) & 0xFF
    colour = ((packed >> 16) & 0xFF) - 1
    number = (packed >> 24) - 1
    memory[left_of(s, active) * KINDS + number] += 1
    memory[_COLOURS + active * 2 + (0 if colour == LAY_OWN else 1)] += 1


@kernel
def of_state(s: Any, seat: int, memory: Any, room: Any, out: Any) -> None:
    """C16: what a seat may know of a state."""
    lies = (1 if s.colour != NOT_LAID else 0) | (2 if s.number != NOT_LAID else 0)
    colour = int(s.colour) if seat == s.active else NOT_LAID
    number = int(s.number) if seat == left_of(s, s.active) else NOT_LAID
    _write(s, seat, lies, colour, number, (int(s.passed) >> seat) & 1, memory, room, out)


@kernel
def of_view(v: Any, memory: Any, room: Any, out: Any) -> None:
    """C16: what a view tells."""
    seat, colour, number = int(v.seat), int(v.own_colour), int(v.own_number)
    _write(v, seat, int(v.laid), colour, number, int(v.own_pass), memory, room, out)


@kernel
def _write(
    x: Any,
    seat: int,
    lies: int,
    colour: int,
    number: int,
    passed: int,
    memory: Any,
    room: Any,
    out: Any,
) -> None:
    clear(out, 0, _SIZE)
    show_cards(x, seat, room)
    row = (int(x.players) * SEATS + seat) * (ZONES + 1) + 1
    for card in range(CARDS):
        out[place(_PLANES[place(row + int(room[card]))] + _KIND[card])] += 1
    _write_header(x, seat, out)
    out[_PHASE] = x.phase
    out[_TURN] = x.turn
    out[_ACTIVE] = steps_to(x, seat, int(x.active))
    out[_LIES] = lies & 1
    out[_LIES + 1] = lies >> 1
    out[_OWN] = colour + 1
    out[_OWN + 1] = number + 1
    out[_OWN + 2] = passed
    players = int(x.players)
    for i in range(players):
        other = count_from(seat, players, i)
        out[_PAWN + i] = x.pawn[place(other)]
        out[_AGE + i] = x.age[place(other)]
        out[_BIG_DEAL + i] = (int(x.big_deal) >> other) & 1
        out[_CARDS + i] = x.count[place(other)]
        for kind in range(KINDS):
            out[_LAID + i * KINDS + kind] = memory[place(other * KINDS + kind)]
        out[_CHOSE + 2 * i] = memory[place(_COLOURS + 2 * other)]
        out[_CHOSE + 2 * i + 1] = memory[place(_COLOURS + 2 * other + 1)]


ACTIONS: Sequence[tuple[int, str]] = (
    (LAY_OWN, "lay the own colour"),
    (LAY_LEFT, "lay the colour of the left neighbour"),
    (LAY_NUMBER, "lay a number (+ kind: -3, -2, +1, +2, +6)"),
    (CALL, "call BIG DEAL"),
    (PASS, "pass"),
)
"""Where each kind of decision begins; seats count from A here, not from the observing seat."""
