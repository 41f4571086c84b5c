"""The score sheet of a game that has only a vocabulary: one line with what a seat gained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tirelire.core.errors import OptionError
from tirelire.core.options import Value
from tirelire.core.refusals import Refusal
from tirelire.core.sheets import Line, Sheet

if TYPE_CHECKING:
    from tirelire.contract.game import Game


class PlainSheet:
    """The gains that the rules booked; written cards are not counted."""

    GOES_OUT = False

    def __init__(self, game: Game) -> None:
        self.game = game

    def warm_up(self) -> None:
        """Compile nothing: the rules have counted."""

    def score(self, _text: str, _options: Mapping[str, Value], *, out: bool = False) -> Sheet:
        """Refuse: this game has no counting of its own."""
        del out
        raise OptionError(Refusal("game.no_sheet", game=self.game.id))

    def of_seat(self, s: Any, seat: int) -> Sheet:
        """Return what the rules booked for a seat when the deal was over."""
        rule = self.game.vocabulary.rules[-1]
        return Sheet([Line(rule, int(s.gained[seat]), "game.gained")])
