"""Money on the score pad: hands, counted by M15–M17."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tirelire.contract.entries import DealEntry
from tirelire.contract.laying import clear_table, count_zones, entered
from tirelire.contract.pad import Pad, score_range
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.games.money.rules import material as m
from tirelire.games.money.text.positions import CODES
from tirelire.games.money.text.table import deck

PLAYERS = range(m.FEWEST, m.SEATS + 1)


class MoneyPad(Pad):
    """Everybody enters the hand that they hold at the end."""

    OPTIONS = ("match", "hands", "tie", "removed")
    SCORE = score_range([*m.VALUES, m.REDUCTION, m.TRIPLE, m.COIN_VALUE])

    def data(self, lang: str, /) -> dict[str, Any]:
        """Return kinds of notes, what makes a currency whole, and triples."""
        names = {code: title for code, title, _ in deck(lang)}
        first = {kind: code for code, kind in reversed(list(zip(m.CODES, m.KINDS, strict=True)))}
        copies = Counter(m.KINDS)
        values = dict(zip(m.KINDS, m.VALUES, strict=True))
        return {
            "kinds": [
                {
                    "code": kind,
                    "name": names[first[kind]],
                    "copies": copies[kind],
                    "value": values[kind],
                    "group": kind[:3] if kind[:3] in m.CURRENCIES else "COIN",
                }
                for kind in copies
            ],
            "whole": m.WHOLE,
            "reduction": m.REDUCTION,
            "triple": m.TRIPLE,
            "triples": m.TRIPLES,
            "coin": m.COIN_VALUE,
            "leaving": {n: m.leaving(n) for n in PLAYERS},
            "deal": {n: {"hand": m.HAND, "lots": m.LOT} for n in PLAYERS},
            "formats": {
                "total": {"deals": "hands"},
                "hands_won": {"deals": "hands", "won": True},
                "single": {"deals": 1},
            },
            "plays_on": "extra_hand",
            "most_extra": m.MOST_EXTRA,
        }

    def lay(self, s: Any, deal: DealEntry, pack: list[int], /) -> None:
        """M15–M17: the hands."""
        hands = [CODES.expand(entered(x.cards), extra=[m.BLUFF_CODE]) for x in deal.seats]
        real = [(seat, code) for seat, hand in enumerate(hands) for code in hand]
        real = [(seat, code) for seat, code in real if code != m.BLUFF_CODE]
        clear_table(s, m.BOX)
        chosen = CODES.choose([code for _, code in real], pack)
        for (seat, _), card in zip(real, chosen, strict=True):
            s.zone[card] = seat
        count_zones(s)

    def complete_options(self, opt: list[int], players: int, deals: Sequence[DealEntry], /) -> None:
        """M4: choose removed currencies that no seat holds, if they were not entered."""
        leaving = m.leaving(players)
        if opt[m.REMOVED] or not leaving:
            return
        written = " ".join(seat.cards for deal in deals for seat in deal.seats)
        free = [i for i, code in enumerate(m.CURRENCIES) if code not in written]
        if len(free) < leaving:
            raise OptionError(Refusal("money.removed", "M4", n=leaving))
        opt[m.REMOVED] = sum(1 << i for i in free[:leaving])


PAD = MoneyPad()
