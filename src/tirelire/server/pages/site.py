"""Pages for people, and the texts and pictures that their scripts need."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from msgspec import json
from starlette.exceptions import HTTPException
from starlette.responses import Response

from tirelire.core.errors import IllegalMove
from tirelire.core.languages import LANGUAGES, conventions
from tirelire.core.texts import catalogue, say
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.lessons.script import (
    LEARNER,
    NAMES,
    OTHER,
    REFUSED,
    RIGHT,
    Lesson,
    Step,
    chapter_words,
    judge,
    lesson,
    picture_words,
    words,
)
from tirelire.match.match import Match
from tirelire.page.decks import describe, kinds_of
from tirelire.page.pictures import draw
from tirelire.page.rules import options_of, rules_of
from tirelire.server.errors import NotFound
from tirelire.server.http.request import Request
from tirelire.server.http.routing import ANYBODY, Routes
from tirelire.server.pages.templates import REVALIDATED, render
from tirelire.server.schemas.lessons import (
    LessonChapter,
    LessonOverview,
    LessonPicture,
    LessonPractice,
    LessonStep,
    LessonVerdict,
)
from tirelire.server.schemas.requests import TriedQuery
from tirelire.server.schemas.responses import View
from tirelire.server.settings import Settings
from tirelire.server.storage.rows import RUNNING
from tirelire.server.tables.payload import Reader, table_payload, tell_step, view_payload
from tirelire.server.tables.replay import is_shown, replay_text, stand_in
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.snapshot import MatchSnapshot, Question, retrace

_CACHED = {"cache-control": "public, max-age=86400"}
_TEXTS_OF_SCRIPTS = (
    *("page.", "card.", "colour.", "currency.", "group.", "kinds.", "place.", "some.", "symbol."),
    *("bot.", "word.", "table.", "refusal.", "sheet.", "zone."),
)
"""Prefixes of the texts that scripts get."""

_PRIVACY = {
    "stored": (
        "guest",
        "seats",
        "matches",
        "talk",
        "tokens",
        "moderation",
        "pads",
        "notices",
        "address",
        "log",
    ),
    "seen": ("everybody", "table", "owner", "others", "notices"),
    "kept": ("mails", "links", "bans"),
    "browser": ("cookies", "storage", "none"),
    "forget": ("button", "running", "finished", "copies", "sign_out"),
}
"""The items of the privacy page, by section."""
PAGES = Routes()
ASSETS = Routes(access=ANYBODY)
"""Files that browsers cache, the same for everybody."""


@PAGES.get("/")
async def entrance(request: Request) -> Response:
    """Show the games, and the caller's tables."""
    games = [describe(name, request.lang) for name in game_names()]
    return render(request, "entrance.html", all=games, preparing=request.house.rules.preparing)


@PAGES.get("/new/{game}")
async def new_table(request: Request, game: str) -> Response:
    """Show the form with which a table is set."""
    name, lang = known_game(game), request.lang
    passing = request.query_params.get("mode") == "pass"
    return render(
        request, "new.html", game=describe(name, lang), kinds=kinds_of(name, lang), passing=passing
    )


@PAGES.get("/t/{table}")
async def table(request: Request, table: str) -> Response:
    """Show a table: before, during and after a match."""
    session = await request.table_session(table)
    game = describe(session.row.game, request.lang)
    orders = bool(find_game(session.row.game).orders.ORDERS)
    return render(request, "table.html", game=game, table=table, orders=orders)


@PAGES.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    """Show the rules of a game."""
    name, lang = known_game(game), request.lang
    found = {"rules": rules_of(name, lang), "options": options_of(name, lang)}
    return render(request, "rules.html", game=describe(name, lang), **found)


@PAGES.get("/me/{code}")
async def move_here(request: Request, code: str) -> Response:
    """Ask whether this device is to become that of a guest; the code is not used yet."""
    return render(request, "move.html", code=code)


@PAGES.get("/privacy")
async def privacy(request: Request) -> Response:
    """Say what the house stores, who sees it, and how to be forgotten."""
    lang = request.lang
    items = {
        part: [say(lang, f"privacy.{part}.{key}") for key in keys]
        for part, keys in _PRIVACY.items()
    }
    items["kept"] = [*_periods(request.services.settings, lang), *items["kept"]]
    return render(request, "privacy.html", items=items)


def _periods(settings: Settings, lang: str) -> list[str]:
    """Say for how long things are kept in this house."""
    days = {
        "guest": settings.guest_days,
        "matches": settings.finished_days,
        "talk": settings.talk_days,
    }
    return [
        say(lang, f"privacy.kept.{key}", days=say(lang, "privacy.days", n=n))
        if n
        else say(lang, f"privacy.kept.{key}_kept")
        for key, n in days.items()
    ]


@PAGES.get("/admin")
async def admin(request: Request) -> Response:
    """Show the page of the owner; it is empty until its script has sent their token."""
    return render(request, "admin.html")


@PAGES.get("/replay/{table}")
async def replay(request: Request, table: str) -> Response:
    """Show a match that is over or closed, step by step."""
    session, lang = await request.table_session(table), request.lang
    snapshot, row = session.snapshot, session.row
    if snapshot is None or not is_shown(session):
        raise NotFound("no_table")
    names = [seat.name for seat in row.seats]

    def tell() -> Iterator[bytes]:
        yield json.encode(replay_text(snapshot.record(row), lang))

    told = await request.house.replays.get(("text", table, lang, *names), request.address, tell)
    game = describe(session.row.game, lang)
    return render(request, "replay.html", game=game, table=table, told=json.decode(told))


def known_game(game: str) -> str:
    """Return the name of a game; refuse an unknown one."""
    if game not in game_names():
        raise NotFound("no_game")
    return game


@PAGES.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """Tell a browser how to install the house."""
    icon = {"src": "/art/house/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    content = {
        "name": "Tirelire",
        "short_name": "Tirelire",
        "lang": request.lang,
        "description": say(request.lang, "page.about"),
        "start_url": "/",
        "display": "standalone",
        "background_color": "#10382b",
        "theme_color": "#10382b",
        "icons": [icon, {**icon, "purpose": "maskable"}],
    }
    return Response(json.encode(content), media_type="application/manifest+json")


@ASSETS.get("/texts/{file}")
async def texts(_request: Request, file: str) -> Response:
    """Return the texts that scripts need, in a language."""
    lang = file.removesuffix(".json")
    if lang not in LANGUAGES:
        raise HTTPException(404)
    return Response(_texts(lang), headers=REVALIDATED, media_type="application/json")


@cache
def _texts(lang: str) -> bytes:
    found = catalogue(lang).items()
    texts = {key: text for key, text in found if key.startswith(_TEXTS_OF_SCRIPTS)}
    how = conventions(lang)
    if how.elided:
        for key in ("elided", "elision", "elided_before"):
            texts[f"language.{key}"] = getattr(how, key)
    return json.encode(texts)


@ASSETS.get("/art/{game}/{file}")
async def picture(_request: Request, game: str, file: str) -> Response:
    """Return a picture, drawn by our own code."""
    try:
        drawn = draw(game, file.removesuffix(".svg"))
    except KeyError:
        raise HTTPException(404) from None
    return Response(drawn, headers=_CACHED, media_type="image/svg+xml")


LESSONS = Routes()


@LESSONS.get("/learn/{game}")
async def learn(request: Request, game: str) -> Response:
    """Show the lesson of a game; its script does the rest."""
    about = describe(known_game(game), request.lang)
    if not about["lesson"]:
        raise HTTPException(404)
    return render(request, "learn.html", game=about)


@LESSONS.get("/api/lessons/{game}", summary="Look at a lesson", documented=True)
async def show_lesson(request: Request, game: str) -> LessonOverview:
    """Show what a lesson has: the three pictures about the game, and the chapters."""
    return overview_payload(_lesson(game), request.lang)


@LESSONS.get("/api/lessons/{game}/{chapter}/{which:int}", summary="Look at a step", documented=True)
async def show_step(request: Request, game: str, chapter: str, which: int) -> LessonStep:
    """Show a step: what to do, and the table as the learner sees it."""
    step = _step(game, chapter, which)
    await request.house.rules.until_ready(game)
    work = partial(step_payload, game, step, request.lang)
    return await request.house.pools.lessons.run(request.address, work)


@LESSONS.get("/api/lessons/{game}/{chapter}/{which:int}/try", summary="Try a move", documented=True)
async def try_move(
    request: Request, game: str, chapter: str, which: int, query: TriedQuery
) -> LessonVerdict:
    """Tell whether a move is the one to practise, and show what comes of it if so."""
    step = _step(game, chapter, which)
    await request.house.rules.until_ready(game)
    work = partial(verdict_payload, game, step, query.move, request.lang)
    return await request.house.pools.lessons.run(request.address, work)


def _lesson(game: str) -> Lesson:
    if not find_game(known_game(game)).has_lesson:
        raise HTTPException(404)
    return lesson(game)


def _step(game: str, chapter: str, which: int) -> Step:
    found = _lesson(game).chapter(chapter)
    if found is None or not 1 <= which <= len(found.steps):
        raise HTTPException(404)
    return found.steps[which - 1]


def overview_payload(course: Lesson, lang: str) -> LessonOverview:
    """Describe a lesson: its pictures, its chapters, and the match to play after it."""
    pictures = [
        LessonPicture(one.id, list(one.rows), said.title, said.text, list(said.labels))
        for one in course.pictures
        for said in [picture_words(course.game, one.id, lang)]
    ]
    chapters = [
        LessonChapter(one.id, said.title, said.text, len(one.steps))
        for one in course.chapters
        for said in [chapter_words(course.game, one.id, lang)]
    ]
    return LessonOverview(pictures, chapters, LessonPractice(**course.practice))


def step_payload(game: str, step: Step, lang: str) -> LessonStep:
    """Describe a step before the learner has moved."""
    match = step.match()
    table = _table(match, step)
    return LessonStep(
        text=words(game, step.id, lang).text,
        press=list(step.press),
        move=step.right[0],
        table=table_payload(table.row, RUNNING, None),
        view=_view(table, match, lang),
    )


def verdict_payload(game: str, step: Step, move: str, lang: str) -> LessonVerdict:
    """Describe what a tried move is, and what comes of the right one."""
    verdict = judge(step, move)
    said = words(game, step.id, lang)
    if verdict.error is not None:
        rule = verdict.error.rule if isinstance(verdict.error, IllegalMove) else ""
        return LessonVerdict(REFUSED, verdict.error.say(lang), rule)
    if verdict.kind == OTHER or verdict.prepared is None:
        return LessonVerdict(OTHER, said.other, "")
    match = step.after(verdict.prepared)
    table = _table(match, step)
    told = [
        sentence
        for past in retrace(step.match(), match.events)
        for sentence in tell_step(table.row, past, Reader(LEARNER, lang), past.number).sentences
    ]
    return LessonVerdict(RIGHT, said.done, "", told, _view(table, match, lang))


def _table(match: Match, step: Step) -> TableSession:
    """Return the table of a step; each is another one, so that nothing seems to move between."""
    names = list(NAMES[: match.players])
    return stand_in(match.game.id, match.players, match.options, names, f"lesson-{step.id}")


def _view(table: TableSession, match: Match, lang: str) -> View:
    """Return what the learner sees, as if at a table."""
    asked = [LEARNER] if LEARNER in match.actors else []
    questions = {seat: Question(match.decisions(seat), 0, 0) for seat in asked}
    table.snapshot = MatchSnapshot(match, 0, questions)
    return view_payload(table, Reader(LEARNER, lang, helped=True), [])
