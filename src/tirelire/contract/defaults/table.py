"""The table of a game that has only a vocabulary: its items row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tirelire.contract.defaults.names import card_name
from tirelire.core.codes import seat_letter
from tirelire.core.drawing import Drawing, Grid, Stack, Text
from tirelire.core.goals import Goal
from tirelire.core.moves import Move
from tirelire.core.sheets import Sheet
from tirelire.core.texts import amount, say
from tirelire.core.words import Audience, cards_of

if TYPE_CHECKING:
    from tirelire.contract.game import Game


class PlainTable:
    """Every place in a row of its own, and what may be said, in the words of the game.

    The texts are `zone.GAME.NAME`, `ask.GAME` and `offer.GAME.VERB` (with the value `what`), and
    where cards are not called by their codes `card.GAME.CODE` or `card.GAME.any`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.words = game.vocabulary

    def render(self, v: Any, names: Sequence[str], lang: str) -> Drawing:
        """Draw the table for the viewing seat."""
        items = self.game.positions.write_view(v)
        rows, common = [], []
        for zone in self.words.zones:
            title = say(lang, f"zone.{self.game.id}.{zone.name}")
            if zone.by_seat:
                seats = range(len(names))
                row = [items[f"{zone.name} {seat_letter(seat)}"] for seat in seats]
                rows.append([title, *row])
            else:
                common.append(Text(f"  {title}: {items[zone.name]}"))
        totals = [amount(self.game.id, int(v.total[seat]), lang) for seat in range(len(names))]
        rows.append([say(lang, "page.table.total"), *totals])
        return Stack([Grid(rows, head=["", *names]), *common])

    def deck(self, lang: str) -> list[tuple[str, str, int]]:
        """Return the code, the name and the value of every kind of card."""
        kinds = dict(zip(self.words.codes.cards, self.words.values, strict=True))
        return [
            (code, cards_of([card_name(self.game.id, code, value)]).tell(Audience(lang)), value)
            for code, value in kinds.items()
        ]

    def goal(self, _v: Any) -> Goal:
        """Return no goal: the rules of the game tell it."""
        return Goal()

    def prospects(self, _v: Any, _legal: Sequence[Move]) -> dict[str, int]:
        """Return no prospects."""
        return {}

    def preview(self, _v: Any, _move: Move) -> Sheet | None:
        """Return no sheet."""
        return None

    def worth(self, v: Any, lang: str) -> str:
        """Say what the viewing seat has so far."""
        return say(lang, "game.worth", n=int(v.total[v.seat]))

    def question(self, _v: Any, _names: Sequence[str], lang: str) -> str:
        """Ask the viewing seat for its decision."""
        return say(lang, f"ask.{self.game.id}")

    def hurried(self, _v: Any) -> Move | None:
        """Return no move: no seat has to hurry."""
        return None

    def rules_now(self, _v: Any) -> list[str]:
        """Number the rules that a player may want to read now."""
        return list(self.words.rules)

    def offers(
        self, _v: Any, legal: Sequence[Move], _names: Sequence[str], lang: str
    ) -> list[tuple[str, str]]:
        """List what can be typed, with its meaning."""
        key = f"offer.{self.game.id}"
        return [
            (str(move), say(lang, f"{key}.{move.verb}", what=" ".join(move.parts)))
            for move in legal
        ]
