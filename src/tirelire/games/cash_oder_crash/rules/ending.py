"""How a turn (C9–C11), a round and the match end (C14, C15); settling (C12, C13)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.cards import FACE_UP, move
from tirelire.core.compiling import kernel
from tirelire.core.header import left_of
from tirelire.core.standing import book, end_after, leaders
from tirelire.games.cash_oder_crash.rules.material import (
    BOARD,
    FIELDS,
    INSOLVENCY,
    KINDS,
    LAY_OWN,
    LOWEST_FIELD,
    MOST_EXTRA,
    NUMBERS,
    PLAYED,
    ROUNDS,
    SETS,
    TIE,
)
from tirelire.games.cash_oder_crash.rules.state import open_turn

_FIELDS = np.array(list(FIELDS.values()), np.int64)
_NUMBERS = np.array(NUMBERS, np.int64)


# --- the end of a turn --------------------------------------------------------------------------


@kernel
def reveal(s: Any, times: int) -> None:
    """C9–C11: move the pawn, put the number card aside, pass the turn on or end the round."""
    active = int(s.active)
    neighbour = left_of(s, active)
    walker = active if s.colour == LAY_OWN else neighbour
    s.pawn[walker] = field_after(s, int(s.pawn[walker]), times * _NUMBERS[s.number])
    card = copy_held(s, neighbour, int(s.number))
    move(s, card, PLAYED)
    s.seen[card] = FACE_UP
    s.order[s.turn] = 0
    s.active = neighbour
    s.turn += 1
    open_turn(s)
    if s.count[PLAYED] == KINDS * int(s.players):
        finish(s)


@kernel
def field_after(s: Any, field: int, steps: int) -> int:
    """C2: where a pawn stands after some steps."""
    field += steps
    fields = _FIELDS[s.opt[BOARD]]
    if fields == 0:
        return field
    if field < LOWEST_FIELD:
        return int(field + fields)
    if field >= LOWEST_FIELD + fields:
        return int(field - fields)
    return field


@kernel
def copy_held(s: Any, seat: int, kind: int) -> int:
    """Find a card of that kind in the hand of a seat that holds one."""
    found = kind
    for number in range(1, SETS):
        card = number * KINDS + kind
        found = card if s.zone[card] == seat else found
    return found


# --- the end of a round -------------------------------------------------------------------------


@kernel
def finish(s: Any) -> None:
    """C12–C15: settle, and end the round and perhaps the match."""
    settle(s)
    book(s)
    s.reason = 1
    plays_on = s.opt[TIE] == 1
    end_after(s, s.opt[ROUNDS], leaders(s.total, s.players), plays_on, MOST_EXTRA)


# --- scoring ------------------------------------------------------------------------------------


@kernel
def settle(s: Any) -> None:
    """C12: all pay at once, from the positions and from the chips held before."""
    players = int(s.players)
    for seat in range(players):
        s.gained[seat] = 0
    for seat in range(players):
        limited = s.opt[INSOLVENCY] == 1
        to_left, to_right = payments(s.pawn, s.total, seat, players, limited)
        right = seat - 1 if seat > 0 else players - 1
        s.gained[seat] -= to_left + to_right
        s.gained[left_of(s, seat)] += to_left
        s.gained[right] += to_right


@kernel
def payments(pawn: Any, chips: Any, seat: int, players: int, limited: bool) -> tuple[int, int]:
    """C12, C13: what a seat pays to its left and to its right neighbour.

    It pays n to the left with its pawn on -n, and n to the right whose pawn is on +n. Where
    payments are limited to what one has, the left neighbour comes first.
    """
    right = seat - 1 if seat > 0 else players - 1
    to_left = max(0, -int(pawn[seat]))
    to_right = max(0, int(pawn[right]))
    if limited:
        to_left = min(to_left, int(chips[seat]))
        to_right = min(to_right, int(chips[seat]) - to_left)
    return to_left, to_right
