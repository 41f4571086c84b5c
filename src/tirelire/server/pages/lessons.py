"""Lessons on-line: their page, the view of the learner in each step, and what a tried move is.

Nothing is kept: each request names its step, and all that is shown is the view of the learner.
"""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

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
from tirelire.server.http.request import Request
from tirelire.server.http.routing import Routes
from tirelire.server.pages.site import known_game
from tirelire.server.pages.templates import render
from tirelire.server.schemas.requests import TriedQuery
from tirelire.server.schemas.responses import View
from tirelire.server.storage.rows import RUNNING
from tirelire.server.tables.payload import Reader, table_payload, tell_step, view_payload
from tirelire.server.tables.replay import stand_in
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.snapshot import MatchSnapshot, Question, retrace

LESSONS = Routes()


@LESSONS.get("/learn/{game}")
async def learn(request: Request, game: str) -> Response:
    """Show the lesson of a game; its script does the rest."""
    about = describe(known_game(game), request.lang)
    if not about["lesson"]:
        raise HTTPException(404)
    return render(request, "learn.html", game=about)


@LESSONS.get("/api/lessons/{game}/{which:int}")
async def show_step(request: Request, game: str, which: int) -> dict[str, Any]:
    """Show a step: what to do, and the table as the learner sees it."""
    lesson, step = _found(game, which)
    await request.house.sessions.until_ready(game)
    return await asyncio.to_thread(step_payload, lesson, which, step, request.lang)


@LESSONS.get("/api/lessons/{game}/{which:int}/try")
async def try_move(request: Request, game: str, which: int, query: TriedQuery) -> dict[str, Any]:
    """Tell whether a move is what is practised, and show what comes of it if so."""
    _, step = _found(game, which)
    await request.house.sessions.until_ready(game)
    return await asyncio.to_thread(verdict_payload, game, which, step, query.move, request.lang)


def _found(game: str, which: int) -> tuple[Lesson, Step]:
    if not find_game(known_game(game)).has_lesson:
        raise HTTPException(404)
    found = lesson(game)
    if not 1 <= which <= len(found.steps):
        raise HTTPException(404)
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
        for sentence in tell_step(table.row, past, LEARNER, lang, past.number).sentences
    ]
    view = _view(table, match, lang)
    return {"kind": RIGHT, "message": said.done, "rule": "", "told": told, "view": view}


def _table(match: Match, which: int) -> TableSession:
    """Return the table of a step; each is another one, so that nothing seems to move between."""
    names = list(NAMES[: match.players])
    return stand_in(match.game.id, match.players, match.options, names, f"lesson-{which}")


def _view(table: TableSession, match: Match, lang: str) -> View:
    """Return what the learner sees, as if at a table."""
    asked = [LEARNER] if LEARNER in match.actors else []
    questions = {seat: Question(match.decisions(seat), 0, 0) for seat in asked}
    table.snapshot = MatchSnapshot(match, 0, questions)
    return view_payload(table, Reader(LEARNER, lang, helped=True), [])
