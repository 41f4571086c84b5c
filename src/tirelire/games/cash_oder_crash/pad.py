"""Cash oder Crash on the score pad: the fields of the pawns, settled by C12 and C13."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirelire.contract.entries import MOST_POINTS, DealEntry
from tirelire.contract.laying import clear_table, count_zones
from tirelire.contract.pad import Pad, score_range
from tirelire.core.codes import seat_letter
from tirelire.core.errors import NotationError
from tirelire.core.position import whole
from tirelire.core.refusals import Refusal
from tirelire.core.texts import say
from tirelire.games.cash_oder_crash.rules import material as c
from tirelire.games.cash_oder_crash.text.positions import pawn_bounds


class CashOderCrashPad(Pad):
    """Everybody enters where their pawn stands; or all enter the chips that they won or lost."""

    OPTIONS = ("rounds", "tie", "board", "insolvency", "first_dealer")
    SCORE = score_range([1], lowest=-MOST_POINTS)

    def data(self, lang: str, /) -> dict[str, Any]:
        """Return the colours of the pawns and the fields of the boards; no card is tapped."""
        colours = [colour.lower() for colour in c.COLOURS]
        ring = c.LOWEST_FIELD
        return {
            "kinds": [],
            "colours": [{"code": code, "name": say(lang, f"colour.{code}")} for code in colours],
            "boards": {
                board: [ring, ring + fields - 1] if fields else []
                for board, fields in c.FIELDS.items()
            },
            "deal": {n: {"hand": c.HAND, "sets": n} for n in range(c.FEWEST, c.SEATS + 1)},
            "formats": {"": {"deals": "rounds"}},
            "plays_on": "extra_round",
            "most_extra": c.MOST_EXTRA,
        }

    def lay(self, s: Any, deal: DealEntry, _pack: list[int], /) -> None:
        """C12, C14: the pawns; those of which nothing is written stay where they were."""
        bounds = pawn_bounds(s.opt)
        clear_table(s, c.PLAYED)
        for seat, entry in enumerate(deal.seats):
            if entry.points is None and entry.cards.strip():
                s.pawn[seat] = whole(entry.cards.strip(), seat_letter(seat), *bounds)
        s.turn = c.HAND * int(s.players)
        box = c.KINDS * int(s.players)
        s.zone[box:] = c.BOX
        count_zones(s)

    def lay_nothing(self, s: Any, pack: list[int], /) -> None:
        """C12: no seat pays if all pawns stand on their own field."""
        s.pawn[:] = 0
        super().lay_nothing(s, pack)

    def check_points(self, points: Sequence[int | None], /) -> None:
        """C12: chips are neither made nor lost, and a settlement needs all pawns or none."""
        if None in points or sum(filter(None, points)) != 0:
            raise NotationError(Refusal("pad.chips", "C12"))


PAD = CashOderCrashPad()
