"""Cache ton Cash on the score pad: stacks with their sets, counted by K11 in thousands."""

from __future__ import annotations

from math import gcd
from typing import Any

from tirelire.contract.entries import DealEntry
from tirelire.contract.laying import clear_table, count_zones, entered
from tirelire.contract.pad import Pad, score_range
from tirelire.core.errors import IllegalMove, NotationError
from tirelire.core.refusals import Refusal
from tirelire.games.cache_ton_cash.rules import material as k
from tirelire.games.cache_ton_cash.text.reading import BETWEEN_SETS, CODES, check_set
from tirelire.games.cache_ton_cash.text.table import deck


def _part(kind: int) -> str:
    if kind < k.SILVER:
        return "possession"
    return "wild" if kind < k.SWAP_CARD else "action"


class CacheTonCashPad(Pad):
    """Everybody enters the sets of their stack."""

    OPTIONS = ("match", "tie", "penny_jar", "action_cards", "six_cards", "removed")
    SCORE = score_range(
        (x for kind, x in enumerate(k.KIND_VALUES) if kind != k.JAR),
        highest=sum(n * x for n, x in zip(k.COPIES, k.KIND_VALUES, strict=True)),
    ) | {"thousands": 1, "jar_step": gcd(*k.KIND_VALUES)}

    def data(self, lang: str, /) -> dict[str, Any]:
        """Return the kinds with their values, the penny jar, and what two players need (K21)."""
        names = {code: title for code, title, _ in deck(lang)}
        return {
            "kinds": [
                {
                    "code": code,
                    "name": names[code],
                    "copies": k.COPIES[i],
                    "value": k.KIND_VALUES[i],
                    "group": _part(i),
                }
                for i, code in enumerate(k.KINDS)
            ],
            "jar": k.KINDS[k.JAR],
            "fewest_cards": k.FEWEST_CARDS,
            "deal": {
                n: {
                    "hand": k.hand_size(n, [0] * len(k.OPTIONS)),
                    "large_hand": k.LARGE_HAND,
                    "piles": k.PILES if k.has_piles(n) else 0,
                    "pile": k.PILE,
                }
                for n in range(k.FEWEST, k.SEATS + 1)
            },
            "formats": {
                "million": {"goal": k.MILLION},
                "quick": {"deals": 1},
                "three": {"deals": k.ROUNDS},
                "first_to_two": {"goal": k.WINS, "won": True},
            },
            "plays_on": "extra_round",
            "most_deals": k.MOST_ROUNDS,
        }

    def lay(self, s: Any, deal: DealEntry, pack: list[int], /) -> None:
        """K11: the stacks, set by set."""
        stacks = [
            [CODES.expand(part) for part in x.cards.split(BETWEEN_SETS)] if entered(x.cards) else []
            for x in deal.seats
        ]
        flat = [code for sets in stacks for one in sets for code in one]
        chosen = iter(CODES.choose(flat, pack))
        clear_table(s, k.BOX)
        for seat, sets in enumerate(stacks):
            for number, words in enumerate(sets):
                cards = [next(chosen) for _ in words]
                try:
                    check_set([k.KIND_OF[card] for card in cards], "stack")
                except NotationError:
                    raise IllegalMove(Refusal("pad.no_set", "K4")) from None
                s.zone[cards] = k.STACK + seat
                s.place[cards] = number
            s.sets[seat] = len(sets)
        count_zones(s)


PAD = CacheTonCashPad()
