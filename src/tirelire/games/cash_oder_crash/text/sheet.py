"""The settlement of Cash oder Crash (C12, C13)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.compiling import array_type, entry_point, scalar_type
from tirelire.core.errors import NotationError
from tirelire.core.options import Value
from tirelire.core.options import encode as encode_options
from tirelire.core.position import parse_items
from tirelire.core.refusals import Refusal
from tirelire.core.sheets import Line, Settlement, Sheet
from tirelire.core.words import seat as seat_of
from tirelire.games.cash_oder_crash.rules import ending
from tirelire.games.cash_oder_crash.rules import material as c
from tirelire.games.cash_oder_crash.text.positions import pawn_bounds

GOES_OUT = False
"""No player goes out in this game."""


class Payment(Line):
    """A line that names the other player."""

    def in_words(self) -> dict[str, Any]:
        """Return the values as they are told."""
        return {"who": seat_of(seat_number(self.values["seat"], c.SEATS))}


@cache
def _settle() -> Any:
    payments = ending.payments

    def run(pawn: Any, chips: Any, seat: int, players: int, limited: int, out: Any) -> None:
        out[0], out[1] = payments(pawn, chips, seat, players, limited == 1)

    numbers, one = array_type(np.int64), scalar_type()
    return entry_point(
        run, "payments", "cash_oder_crash", (numbers, numbers, one, one, one, numbers)
    )


def warm_up() -> None:
    """Compile the entry points that count, or load them, before the first request."""
    _settle()


def settlement(pawns: list[int], chips: list[int], limited: bool) -> Settlement:
    """Settle pawns and chips, line by line for every seat."""
    players = len(pawns)
    lines: list[list[Line]] = [[] for _ in pawns]
    for seat in range(players):
        out = np.zeros(2, np.int64)
        _settle()(np.array(pawns), np.array(chips), seat, players, int(limited), out)
        for amount, other in zip(out.tolist(), (seat + 1, seat - 1), strict=True):
            if amount:
                other %= players
                values = {"seat": seat_letter(other)}
                lines[seat].append(Payment("C12", -amount, "cash_oder_crash.pays", values))
                values = {"seat": seat_letter(seat)}
                lines[other].append(Payment("C12", amount, "cash_oder_crash.receives", values))
    return Settlement({seat_letter(seat): Sheet(lines[seat]) for seat in range(players)})


def score(text: str, options: Mapping[str, Value], *, out: bool = False) -> Settlement:
    """Settle a table written as `A +4 B -6 C 0; totals A 3 B 3 C 3`."""
    del out  # no player goes out
    first, _, rest = text.partition(";")
    words = first.split()
    seats = set(words[::2])
    if len(words) != 2 * len(seats) or not c.FEWEST <= len(seats) <= c.SEATS:
        example = "A +4 B -6 C 0"
        raise NotationError(Refusal("each_seat", low=c.FEWEST, high=c.SEATS, example=example))
    items = parse_items(f"cash_oder_crash {len(seats)}; pawns {first}; {rest}", ())
    opt = encode_options(c.OPTIONS, options)
    pawns = items.by_seat("pawns", 0, *pawn_bounds(opt))
    chips = items.by_seat("totals", c.CAPITAL, -(10**6), 10**6)
    items.finish(["totals"])
    return settlement(pawns, chips, bool(opt[c.INSOLVENCY]))


def of_seat(s: Any, seat: int) -> Sheet:
    """Return the lines of a seat in the settlement of a deal that is over."""
    players = int(s.players)
    before = [int(s.total[x]) - int(s.gained[x]) for x in range(players)]
    pawns = [int(s.pawn[x]) for x in range(players)]
    settled = settlement(pawns, before, s.opt[c.INSOLVENCY] == 1)
    return settled.sheets[seat_letter(seat)]
