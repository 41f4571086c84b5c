"""The script of a lesson: three pictures, and chapters of positions with the moves to practise.

All of it lies in `lesson.toml` of the game's folder, the words in `lesson.fr.toml` and
`lesson.en.toml`. Moves are judged by the rules: a move that leads to the same state as a practised
move is that move.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from tirelire.core.errors import IllegalMove, NotationError, OptionError, TirelireError
from tirelire.core.texts import load
from tirelire.games import game as find_game
from tirelire.match.match import Match, Prepared

LEARNER = "A"
NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid")
"""Who sits at the table of a lesson; the learner is the first."""
PICTURES = ("goal", "turn", "points")
"""What is shown before the first match of a game, in this order."""
VerdictKind = Literal["right", "other", "refused"]
RIGHT: VerdictKind = "right"
OTHER: VerdictKind = "other"
REFUSED: VerdictKind = "refused"


class StepWords(NamedTuple):
    """The texts of a step."""

    text: str
    """What to do, and why."""
    done: str
    """Said when it is done."""
    other: str
    """Said about a legal move that is not the one to practise."""


class Titled(NamedTuple):
    """The texts of a picture or a chapter."""

    title: str
    text: str
    labels: tuple[str, ...] = ()
    """What stands beside each row of a picture, where its rows need words."""


@dataclass(frozen=True)
class Picture:
    """A picture that explains: rows of cards, signs and amounts, separated by spaces."""

    id: str
    rows: tuple[str, ...]
    """A card is the name of its picture; `=` stands between cards and what they are worth."""


@dataclass(frozen=True)
class Step:
    """One position and the move that is practised in it."""

    id: str
    position: str
    right: tuple[str, ...]
    """The moves to practise: each of them is right."""
    press: tuple[str, ...] = ()
    """What to press on the table for the first of them, by id, before its button."""
    then: tuple[str, ...] = ()
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
class Chapter:
    """A few steps about one thing; the first chapter of a lesson is all that a newcomer needs."""

    id: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Lesson:
    """What a newcomer is taught about a game, and the match to play after it."""

    game: str
    pictures: tuple[Picture, ...]
    chapters: tuple[Chapter, ...]
    practice: dict[str, Any]
    """Seats and options of the table against novices at the end."""

    def chapter(self, ident: str) -> Chapter | None:
        """Return a chapter by its id."""
        return next((one for one in self.chapters if one.id == ident), None)


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
    pictures = tuple(Picture(ident, tuple(raw["picture"][ident])) for ident in PICTURES)
    chapters = tuple(Chapter(one["id"], tuple(map(_step, one["step"]))) for one in raw["chapter"])
    return Lesson(game, pictures, chapters, raw["practice"])


def _step(raw: dict[str, Any]) -> Step:
    lists = {name: tuple(raw.get(name, ())) for name in ("right", "press", "then")}
    return Step(raw["id"], raw["position"], **lists)


def words(game: str, step: str, lang: str) -> StepWords:
    """Return the texts of a step."""
    return StepWords(**_texts(game, lang)["step"][step])


def chapter_words(game: str, chapter: str, lang: str) -> Titled:
    """Return the texts of a chapter."""
    return Titled(**_texts(game, lang)["chapter"][chapter])


def picture_words(game: str, picture: str, lang: str) -> Titled:
    """Return the texts of a picture."""
    return Titled(**_texts(game, lang)["picture"][picture])


def _texts(game: str, lang: str) -> dict[str, Any]:
    return load(find_game(game).package, "lesson", lang)


def judge(step: Step, move: str) -> Verdict:
    """Judge a move that the learner tries."""
    match = step.match()
    try:
        tried = match.prepare(move, LEARNER)
    except (IllegalMove, NotationError, OptionError) as error:
        return Verdict(REFUSED, error=error)
    wanted = [match.prepare(right, LEARNER).state.bytes for right in step.right]
    return Verdict(RIGHT if tried.state.bytes in wanted else OTHER, tried)
