"""The script of a lesson: positions, the moves to practise, and texts.

The positions and moves lie in `lesson.toml` of the game's folder, the words in `lesson.fr.toml` and
`lesson.en.toml`. Moves are judged by the rules: a move that leads to the same state as a practised
move is that move.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from tirelire.core.errors import IllegalMove, NotationError, OptionError, TirelireError
from tirelire.core.texts import load
from tirelire.games import game as find_game
from tirelire.match.match import Match, Prepared

LEARNER = "A"
NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid")
"""Who sits at the table of a lesson; the learner is the first."""
RIGHT, OTHER, REFUSED = "right", "other", "refused"


class StepWords(NamedTuple):
    """The texts of a step."""

    text: str
    """What to do, and why."""
    done: str
    """Said when it is done."""
    other: str
    """Said about a legal move that is not the one to practise."""


@dataclass(frozen=True)
class Step:
    """One position and the move that is practised in it."""

    id: str
    position: str
    right: tuple[str, ...]
    """The moves to practise: each of them is right."""
    then: tuple[str, ...]
    """The moves of the others afterwards, so that the effect can be seen."""

    def match(self) -> Match:
        """Return the match at the position."""
        match = Match.at(self.position)
        match.seat(NAMES[: match.players])
        return match

    def after(self, prepared: Prepared) -> Match:
        """Return the match when the learner and then the others have moved."""
        match = self.match()
        match.accept(prepared)
        for move in self.then:
            match.play(move)
        return match


@dataclass(frozen=True)
class Lesson:
    """A lesson of about five minutes, and the hand to play after it."""

    game: str
    steps: tuple[Step, ...]
    practice: dict[str, Any]
    """Seats and options of the table against novices at the end."""


class Verdict(NamedTuple):
    """The verdict on a tried move."""

    kind: str
    """RIGHT, OTHER or REFUSED."""
    prepared: Prepared | None = None
    error: TirelireError | None = None


@cache
def lesson(game: str) -> Lesson:
    """Return the lesson of a game."""
    raw = tomllib.loads(files(find_game(game).package).joinpath("lesson.toml").read_text("utf-8"))
    steps = tuple(
        Step(one["id"], one["position"], tuple(one["right"]), tuple(one.get("then", ())))
        for one in raw["step"]
    )
    return Lesson(game, steps, raw["practice"])


def words(game: str, step: str, lang: str) -> StepWords:
    """Return the texts of a step."""
    return StepWords(**load(find_game(game).package, "lesson", lang)[step])


def judge(step: Step, move: str) -> Verdict:
    """Judge a move that the learner tries."""
    match = step.match()
    try:
        tried = match.prepare(move, LEARNER)
    except (IllegalMove, NotationError, OptionError) as error:
        return Verdict(REFUSED, error=error)
    wanted = [match.prepare(right, LEARNER).state.bytes for right in step.right]
    return Verdict(RIGHT if tried.state.bytes in wanted else OTHER, tried)
