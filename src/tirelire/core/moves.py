"""Moves as people say them: a verb and its parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tirelire.core.codes import SEAT_LETTERS, quote
from tirelire.core.errors import NotationError
from tirelire.core.refusals import Refusal

MOST_WORDS = 100
LONGEST = 1000


class Move(NamedTuple):
    """What a player says: `bid EUR20a COIN1`.

    >>> str(Move.parse("bid  EUR20a COIN1"))
    'bid EUR20a COIN1'
    """

    verb: str
    parts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.parts))

    @classmethod
    def parse(cls, given: Move | str | Sequence[str]) -> Move:
        """Read a move from text or from its parts."""
        if isinstance(given, Move):
            return given
        if isinstance(given, str):
            words = given.split() if len(given) <= LONGEST else []
        else:
            parts: list[Any] = list(given)  # of a program, which may give anything
            are_words = all(isinstance(part, str) and len(part.split()) == 1 for part in parts)
            words = parts if are_words else []
        if not 1 <= len(words) <= MOST_WORDS:
            raise NotationError(Refusal("no_move"))
        return cls(words[0], tuple(words[1:]))


def split_seat(given: Move | str | Sequence[str]) -> tuple[str | None, Move]:
    """Read a move that may have the letter of its seat in front: `A bid EUR20a`."""
    move = Move.parse(given)
    if len(move.verb) == 1 and move.verb in SEAT_LETTERS and move.parts:
        return move.verb, Move(move.parts[0], move.parts[1:])
    return None, move


def no_parts(move: Move) -> None:
    """Refuse parts after a verb that stands alone."""
    if move.parts:
        raise NotationError(Refusal("stands_alone", move=quote(str(move)), verb=move.verb))


def one_part(move: Move, allowed: Sequence[str]) -> str:
    """Return the single part of a move, one of those allowed."""
    if len(move.parts) != 1 or move.parts[0] not in allowed:
        raise wrong_parts(move, " | ".join(allowed))
    return move.parts[0]


def unknown_verb(move: Move, known: Sequence[str]) -> NotationError:
    """Make the error for a verb that the game does not have."""
    return NotationError(Refusal("unknown_move", move=quote(str(move)), known=", ".join(known)))


def wrong_parts(move: Move, allowed: str) -> NotationError:
    """Make the error for parts that do not go with their verb."""
    return NotationError(
        Refusal("wrong_parts", move=quote(str(move)), allowed=f"{move.verb} {allowed}")
    )
