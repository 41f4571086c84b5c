"""Lessons on-line: their page, the view of the learner in each step, and what a tried move is.

Nothing is kept: each request names its step, and all that is shown is the view of the learner.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter, QueryParameter

from tirelire.core.errors import IllegalMove
from tirelire.games import game as find_game
from tirelire.lessons.script import (
    LEARNER,
    NAMES,
    OTHER,
    RIGHT,
    Lesson,
    Step,
    judge,
    lesson,
    words,
)
from tirelire.match.match import Match
from tirelire.page.decks import describe
from tirelire.server.http.request import Visit
from tirelire.server.pages.site import Name, known_game, shown
from tirelire.server.storage.rows import RUNNING
from tirelire.server.tables.payload import Reader, table_payload, tell_step, view_payload
from tirelire.server.tables.replay import stand_in
from tirelire.server.tables.session import Live
from tirelire.server.tables.snapshot import Course, Question, retrace

Which = Annotated[int, PathParameter(ge=1, le=99, description="A step, from 1.")]
Tried = Annotated[str, QueryParameter(min_length=1, max_length=1000)]


@get("/learn/{game:str}")
async def learn(game: Name, request: Visit) -> Response[bytes]:
    """Show the lesson of a game; its script does the rest."""
    about = describe(known_game(game), request.lang)
    if not about["lesson"]:
        raise NotFoundException
    return shown(request, "learn.html", game=about)


@get("/{game:str}/{which:int}")
async def show_step(game: Name, which: Which, request: Visit) -> dict[str, Any]:
    """Show a step: what to do, and the table as the learner sees it."""
    course, step = _found(game, which)
    await request.house.until_ready(game)
    return await asyncio.to_thread(step_payload, course, which, step, request.lang)


@get("/{game:str}/{which:int}/try")
async def try_move(game: Name, which: Which, move: Tried, request: Visit) -> dict[str, Any]:
    """Tell whether a move is what is practised, and show what comes of it if so."""
    _, step = _found(game, which)
    await request.house.until_ready(game)
    return await asyncio.to_thread(verdict_payload, game, which, step, move, request.lang)


def _found(game: str, which: int) -> tuple[Lesson, Step]:
    if not find_game(known_game(game)).has_lesson:
        raise NotFoundException
    found = lesson(game)
    if which > len(found.steps):
        raise NotFoundException
    return found, found.steps[which - 1]


def step_payload(course: Lesson, which: int, step: Step, lang: str) -> dict[str, Any]:
    """Describe a step before the learner has moved."""
    match = step.match()
    table = _table(match, which)
    return {
        "steps": len(course.steps),
        "text": words(course.game, step.id, lang).text,
        "practice": course.practice,
        "table": table_payload(table.row, RUNNING, None),
        "view": _view(table, match, lang),
    }


def verdict_payload(game: str, which: int, step: Step, move: str, lang: str) -> dict[str, Any]:
    """Describe what a tried move is, and what comes of the right one."""
    verdict = judge(step, move)
    said = words(game, step.id, lang)
    if verdict.error is not None:
        rule = verdict.error.rule if isinstance(verdict.error, IllegalMove) else ""
        return {"kind": verdict.kind, "message": verdict.error.say(lang), "rule": rule}
    if verdict.kind == OTHER or verdict.prepared is None:
        return {"kind": OTHER, "message": said.other, "rule": ""}
    match = step.after(verdict.prepared)
    table = _table(match, which)
    told = [
        sentence
        for past in retrace(step.match(), match.events)
        for sentence in tell_step(table.row, past, LEARNER, lang, past.number)["sentences"]
    ]
    view = _view(table, match, lang)
    return {"kind": RIGHT, "message": said.done, "rule": "", "told": told, "view": view}


def _table(match: Match, which: int) -> Live:
    """Return the table of a step; each is another one, so that nothing seems to move between."""
    names = list(NAMES[: match.players])
    return stand_in(match.game.id, match.players, match.options, names, f"lesson-{which}")


def _view(table: Live, match: Match, lang: str) -> dict[str, Any]:
    """Return what the learner sees, as if at a table."""
    asked = [LEARNER] if LEARNER in match.actors else []
    questions = {seat: Question(match.decisions(seat), 0, 0) for seat in asked}
    table.course = Course(match, 0, questions)
    view = view_payload(table, Reader(LEARNER, lang, helped=True))
    return {**view, "log": [], "gap": False, "clock": None}


LEARN = Router(
    "/",
    route_handlers=[learn, Router("/api/lessons", route_handlers=[show_step, try_move])],
    include_in_schema=False,
)
