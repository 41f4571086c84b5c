"""Stories of a game that has only a vocabulary: who moved, and which cards came to lie where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tirelire.contract.defaults.names import card_name
from tirelire.core.moves import Move
from tirelire.core.stories import Sentence
from tirelire.core.texts import catalogue
from tirelire.core.words import cards_of

if TYPE_CHECKING:
    from tirelire.contract.game import Game


class PlainStories:
    """A sentence for the verb of a move, and one for each place that got known cards.

    The texts are `story.GAME.VERB` and `story.GAME.to_ZONE`, each with the forms `you` and `other`
    where a seat is meant; a place without a text is not spoken of.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.words = game.vocabulary

    def story(self, before: Any, after: Any, seat: int, move: Move) -> list[Sentence]:
        """Tell what one reader saw of a move: their views before and after it."""
        told = [Sentence(f"{self.game.id}.{move.verb}", seat)]
        texts = catalogue("en")
        for zone in self.words.zones:
            for owner in range(int(after.players)) if zone.by_seat else (0,):
                number = zone.number + owner
                came = [
                    card
                    for card, at in enumerate(after.zone)
                    if at == number and before.zone[card] != number
                ]
                key = f"{self.game.id}.to_{zone.name}"
                about = owner if zone.by_seat else None
                full = f"story.{key}.other" if zone.by_seat else f"story.{key}"
                if came and full in texts:
                    told.append(Sentence(key, about, {"cards": self._named(came)}))
        return told

    def tells_alike(self, _before: Any, _after: Any, _seat: int, _move: Move, _reader: int) -> bool:
        """Tell that any reader may be told more than spectators."""
        return False

    def _named(self, cards: list[int]) -> Any:
        codes, values = self.words.codes.cards, self.words.values
        names = (card_name(self.game.id, codes[card], values[card]) for card in cards)
        return cards_of(names, (codes[card] for card in cards))

    def ending(self, v: Any) -> Sentence:
        """Tell why the deal is over."""
        return Sentence(f"{self.game.id}.{self.game.reasons[v.reason]}", part="reason")
