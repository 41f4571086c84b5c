"""The record of a match of Cash oder Crash, and what a seat may know of it."""

from __future__ import annotations

from typing import Any

from tirelire.core.compiling import kernel
from tirelire.core.header import header, public_copier, record_type
from tirelire.games.cash_oder_crash.rules.material import (
    CARDS,
    LAYING,
    NOT_LAID,
    OPTIONS,
    SEATS,
    TURNS,
    ZONES,
)

_PUBLIC: list[tuple[Any, ...]] = [
    ("pawn", "i2", (SEATS,)),
    ("age", "i1", (SEATS,)),  # C14: 0 is the youngest
    ("big_deal", "i1"),  # seats that still have the card
    ("active", "i1"),
    ("turn", "i1"),  # from 0
    ("phase", "i1"),
]
_CARDS: list[tuple[Any, ...]] = [
    ("zone", "i1", (CARDS,)),
    ("place", "i1", (CARDS,)),
    ("seen", "i1", (CARDS,)),
    ("count", "i1", (ZONES,)),
]
STATE = record_type(
    [
        *header(SEATS, len(OPTIONS)),
        *_PUBLIC,
        *_CARDS,
        ("colour", "i1"),  # the decision LAY_OWN or LAY_LEFT, or NOT_LAID
        ("number", "i1"),  # the kind laid by the seat on the left, or NOT_LAID
        ("passed", "i1"),  # seats that passed in the open window
        ("order", "i1", (TURNS,)),  # C8 random: the order of asking drawn for each turn to come
    ]
)
VIEW = record_type(
    [
        *header(SEATS, len(OPTIONS)),
        *_PUBLIC,
        *_CARDS,
        ("seat", "i1"),
        ("laid", "i1"),  # bit 0: a colour lies there, bit 1: a number
        ("own_colour", "i1"),
        ("own_number", "i1"),
        ("own_pass", "i1"),
    ]
)
copy_public = public_copier(STATE, VIEW, _PUBLIC)


@kernel
def open_turn(s: Any) -> None:
    """Begin a turn: nothing is laid, and no seat has passed."""
    s.phase = LAYING
    s.colour = NOT_LAID
    s.number = NOT_LAID
    s.passed = 0
