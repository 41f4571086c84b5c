"""Retractions: a seat takes back its last move while that is still secret.

Law: a seat may retract its last move as long as nobody has learnt anything from it. That is so if

1. the seat is not asked any more, without the move it would be, and no other seat would be asked,
   or not be asked, because of it;
2. every other reader, spectators included, sees what they would see without the move, but for the
   fields that tell who has chosen (`Game.chosen`);
3. no rule calls it final (`Game.final`).

Choices of several seats at once commute. So the match after a retraction is the match without the
move, with all later moves.

Whether a seat may retract does not depend on what it cannot know: an *open choice* ends only by
what everybody sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from tirelire.contract.game import Game
from tirelire.core.codes import SEAT_LETTERS
from tirelire.match.events import Deal, Event, Played, Retracted
from tirelire.match.view import Views

MOST_RETRACTIONS = 3
"""A seat may retract so often while one choice is open: others must not be kept waiting."""


class OpenMove(NamedTuple):
    """A move of an open choice."""

    before: Views
    """The state before it, and what was seen of it."""
    played: Played


class OpenChoice(NamedTuple):
    """A choice of several seats at once, until everybody sees something of it."""

    moves: tuple[OpenMove, ...] = ()
    """The moves that stand, the first one first."""
    retracted: str = ""
    """The seats that have retracted a move, once for each time."""

    @property
    def has_begun(self) -> bool:
        """Whether anybody has chosen."""
        return bool(self.moves or self.retracted)

    def place_of(self, seat: str) -> int:
        """Return the place of the last move of a seat; -1 if it has none, or may not retract."""
        if self.retracted.count(seat) >= MOST_RETRACTIONS:
            return -1
        for place in range(len(self.moves) - 1, -1, -1):
            if self.moves[place].played.seat == seat:
                return place
        return -1

    def followed_by(self, before: Views, played: Played) -> OpenChoice:
        """Return the choice after one more secret move."""
        return self._replace(moves=(*self.moves, OpenMove(before, played)))


NO_CHOICE = OpenChoice()


@cache
def _told(game: Game) -> int:
    """Return the bits of a view as a mask: 0 where it tells who has chosen, 1 elsewhere."""
    view = game.engine.view_type
    fields: Mapping[str, Any] = view.fields or {}
    mask = bytearray(b"\xff" * view.itemsize)
    for name in game.chosen:
        field, offset, *_ = fields[name]
        mask[offset : offset + field.itemsize] = bytes(field.itemsize)
    return int.from_bytes(mask, "little")


def tells_nothing(game: Game, one: bytes, other: bytes) -> bool:
    """Tell whether two views differ at most in who has chosen."""
    if one == other:
        return True
    difference = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    return not difference & _told(game)


def is_secret(game: Game, players: int, seat: int, now: Views, without: Views) -> bool:
    """Tell whether nobody but a seat knows more now than without its last move: see the law."""
    actors = now.state.actors
    if actors & 1 << seat or without.state.actors != actors | 1 << seat:
        return False
    others = (*SEAT_LETTERS[:seat], *SEAT_LETTERS[seat + 1 : players], None)
    return all(
        tells_nothing(game, now.of(reader).bytes, without.of(reader).bytes) for reader in others
    )


def standing(events: Iterable[Event]) -> list[Deal | Played]:
    """Return the events of a match without retracted moves and their retractions."""
    found: list[Deal | Played] = []
    for event in events:
        if isinstance(event, Retracted):
            last = max(
                place
                for place, one in enumerate(found)
                if isinstance(one, Played) and one.seat == event.seat
            )
            del found[last]
        else:
            found.append(event)
    return found
