"""The part of a game for the score pad (`pad.py`, which holds it as `PAD`).

A pad counts matches at a real table. Players enter what lies before each seat when a deal is over;
the game lays it out on a state, and its rules count it. A game's `PAD` is an object of a class that
is derived from `Pad` and adds what differs in this game.
"""

# ruff: noqa: ARG002  (a default uses none of its arguments)

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from math import gcd
from typing import Any, Protocol

from tirelire.contract.entries import MOST_POINTS, DealEntry, SeatEntry


def score_range(
    parts: Iterable[int], *, lowest: int = 0, highest: int = MOST_POINTS
) -> dict[str, int]:
    """Describe what can be the score of a deal: all scores are sums of these parts.

    >>> score_range([20, 50])
    {'step': 10, 'lowest': 0, 'highest': 30000}
    """
    return {"step": gcd(*parts), "lowest": lowest, "highest": highest}


class Pad(Protocol):
    """Enters and counts the cards on a real table at the end of a deal.

    Law: the rules of the game have a kernel `finish(s)`, which counts what lies on a state and ends
    the deal. On an empty table, no seat gains anything and every seat wins.

    Law: an impossible entry is refused, and nothing is changed.
    """

    OPTIONS: tuple[str, ...]
    """The options that the pad asks for, in this order: all that change a score or the dealing."""
    SCORE: Mapping[str, int]
    """What points without cards may be: `step`, `lowest` and `highest` (see `score_range`), and
    what else the game's own script for the pad needs."""
    TABLE_RULES: tuple[str, ...] = ()
    """The rules of lines that depend on all hands of a table: one hand alone cannot tell them."""

    @abstractmethod
    def data(self, lang: str, /) -> dict[str, Any]:
        """Return the data that the browser counts with, made from the constants of the rules.

        Law: there are `kinds` (the cards that can be tapped: code, name, copies), `deal` (the cards
        dealt, by number of players), `formats` (by value of the option `match`, the number of deals
        or the goal that ends a match) and `plays_on` (the value of the option `tie` with which a
        tie is played on). Everything else is read only by the game's own `page/pad.js`.
        """

    @abstractmethod
    def lay(self, s: Any, deal: DealEntry, pack: list[int], /) -> None:
        """Lay the end of a deal out on a state, with cards of the pack.

        Law: afterwards `finish` counts the deal as the players would, and the counts of the zones
        are right. Seats with points alone hold nothing.
        """

    def lay_nothing(self, s: Any, pack: list[int], /) -> None:
        """Lay out a deal without any gain: known gains are booked on it."""
        self.lay(s, DealEntry([SeatEntry()] * int(s.players)), pack)

    def complete_options(self, opt: list[int], players: int, deals: Sequence[DealEntry], /) -> None:
        """Set options that were left to chance so that they fit what the players hold."""
        return

    def check_points(self, points: Sequence[int | None], /) -> None:
        """Refuse points that cannot be those of one deal; None where a seat entered cards."""
        return

    def laid_down(self, hand: SeatEntry, players: int, /) -> DealEntry | None:
        """Return the deal in which the first seat went out with a hand, its roles and its reward.

        None where the game has neither roles nor rewards.
        """
        return None

    def warm_up(self) -> None:
        """Compile what `lay` needs beside the rules, or load it, before a player waits for it."""
        return
