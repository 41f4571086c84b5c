"""Moves and refusals of a game that has only a vocabulary: each decision is a whole move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tirelire.core.moves import Move, unknown_verb, wrong_parts
from tirelire.core.phase import RUNNING
from tirelire.core.refusals import Refusal

if TYPE_CHECKING:
    from tirelire.contract.game import Game


class PlainMoves:
    """Moves by the list of the vocabulary."""

    def __init__(self, game: Game) -> None:
        self.words = game.vocabulary

    def decisions(self, _v: Any, move: Move) -> list[int]:
        """Turn a move of the viewing seat into its decision, whether it is legal or not."""
        found = self.words.decision(str(move))
        if found is not None:
            return [found]
        if move.verb not in self.words.verbs:
            raise unknown_verb(move, self.words.verbs)
        known = [one.partition(" ")[2] for one in self.words.moves if one.startswith(move.verb)]
        raise wrong_parts(move, " | ".join(known))

    def move_of(self, _r: Any, _seat: int, decision: int) -> Move:
        """Say a decision as a move."""
        return Move.parse(self.words.moves[decision])

    def combine(self, v: Any, chosen: list[int]) -> Move:
        """Say the decisions of one whole move of the viewing seat: always one."""
        (decision,) = chosen
        return self.move_of(v, int(v.seat), decision)


class PlainRefusals:
    """Refusals that say no more than that a move is not possible now."""

    def __init__(self, game: Game) -> None:
        self.words = game.vocabulary

    def refusal(self, v: Any, _seat: int, decision: int) -> Refusal:
        """Say why a decision is not legal, from what the seat knows."""
        rule = self.words.rules[0]
        if v.ended != RUNNING:
            return Refusal("over", rule)
        return Refusal("game.not_now", rule, move=self.words.moves[decision])
