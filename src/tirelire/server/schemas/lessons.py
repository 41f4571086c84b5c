"""Lessons: their pictures and chapters, a step, and the verdict on a tried move."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from tirelire.server.schemas.responses import Table, View


class LessonPicture(Struct, frozen=True):
    """A picture that explains a game."""

    id: str
    rows: list[str]
    """Rows of cards, signs and amounts, separated by spaces."""
    title: str
    text: str
    labels: list[str]
    """What stands beside each row, if the rows need words."""


class LessonChapter(Struct, frozen=True):
    """A chapter of a lesson."""

    id: str
    title: str
    text: str
    steps: int


class LessonPractice(Struct, frozen=True):
    """The match to play after a lesson."""

    seats: list[str]
    options: dict[str, str | int]


class LessonOverview(Struct, frozen=True):
    """The pictures about a game, the chapters, and the match to play after them."""

    pictures: list[LessonPicture]
    chapters: list[LessonChapter]
    practice: LessonPractice


class LessonStep(Struct, frozen=True):
    """A step before the learner has moved."""

    text: str
    press: list[str]
    """What to press for the move, by id, before its button."""
    move: str
    table: Table
    view: View


class LessonVerdict(Struct, frozen=True):
    """The verdict on a tried move."""

    kind: Literal["right", "other", "refused"]
    message: str
    rule: str
    """The number of the rule that forbids it."""
    told: list[str] | UnsetType = UNSET
    """What came of the right move, in words."""
    view: View | UnsetType = UNSET
    """The position after the right move."""
