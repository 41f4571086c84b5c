"""The score pad: its page, what it needs where there is no network, and counting for programs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from msgspec import json
from starlette.exceptions import HTTPException
from starlette.responses import Response

from tirelire.contract.entries import DealEntry, SeatEntry
from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.languages import DEFAULT, LANGUAGES
from tirelire.core.sheets import Sheet
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.pad.counting import MatchScore, count
from tirelire.pad.data import pad_data
from tirelire.pad.hand import sheets
from tirelire.pad.preparing import prepare
from tirelire.page.pictures import draw
from tirelire.server.errors import Unprocessable
from tirelire.server.http.request import Request
from tirelire.server.http.routing import ANYBODY, Routes
from tirelire.server.pages.templates import REVALIDATED, STATIC, render
from tirelire.server.schemas.pad import (
    Cards,
    CountedDeal,
    DealOnPad,
    MatchOnPad,
    PadCourse,
    PadLine,
    PadSheet,
    Scored,
)

T = TypeVar("T")
PAD = Routes("/api", documented=True)
PAD_PAGE = Routes()
PAD_FILES = Routes(access=ANYBODY)
"""Files that browsers cache, the same for everybody."""

# --- counting -----------------------------------------------------------------------------------


def _sheet(seat: Any, sheet: Sheet, lang: str) -> PadSheet:
    lines = [PadLine(line.rule, line.points, line.say(lang)) for line in sheet.lines]
    return PadSheet(seat, sheet.total, lines)


@PAD.post("/score", summary="Count cards")
async def score(request: Request, body: Cards) -> Scored:
    """Count a hand, a stack, or the settlement of a table, line by line, each with its rule."""
    count_them = partial(
        sheets,
        body.game,
        body.cards,
        body.options,
        players=body.players,
        out=body.out,
        reward=body.reward,
        roles=body.roles,
    )
    work = partial(_prepared, body.game, count_them)
    counted = await request.house.pools.pad.run(request.address, work)
    return Scored([_sheet(seat, sheet, request.lang) for seat, sheet in counted.items()])


@PAD.post("/pad", summary="Count a match")
async def count_match(request: Request, body: MatchOnPad) -> PadCourse:
    """Count a match at a real table: totals, who has won, who deals next, what to leave out."""
    deals = [_read(deal) for deal in body.deals]
    count_it = partial(count, body.game, body.players, body.options, deals)
    work = partial(_prepared, body.game, count_it)
    course = await request.house.pools.pad.run(request.address, work)
    return _written(course, request.lang)


def _prepared(game: str, work: Callable[[], T]) -> T:
    """Count, once the game is ready for it."""
    prepare(game)
    return work()


def _read(deal: DealOnPad) -> DealEntry:
    seats = [SeatEntry(one.cards, one.reward, one.roles, one.points) for one in deal.seats]
    out = None if deal.out is None else SEAT_LETTERS.index(deal.out)
    if out is not None and out >= len(seats):
        raise Unprocessable("which_seat", allowed=" ".join(SEAT_LETTERS[: len(seats)]))
    return DealEntry(seats, out, deal.void)


def _written(score: MatchScore, lang: str) -> PadCourse:
    deals = [
        CountedDeal(
            deal.dealer,
            deal.gained,
            deal.totals,
            [
                _sheet(SEAT_LETTERS[seat], sheet, lang)
                for seat, sheet in enumerate(deal.sheets)
                if sheet is not None
            ],
            deal.position,
        )
        for deal in score.deals
    ]
    names = ("totals", "won", "over", "winners", "dealer", "starts", "hand", "removed")
    return PadCourse(deals, **{name: getattr(score, name) for name in names})


# --- the page -----------------------------------------------------------------------------------


@PAD_PAGE.get("/pad")
async def pad(request: Request) -> Response:
    """Show the pad; its scripts do the rest."""
    return render(request, "pad.html")


@PAD_FILES.get("/pad/{file}")
async def pad_file(_request: Request, file: str) -> Response:
    """Return the data that the pad counts with, or its service worker."""
    if file == "sw.js":
        headers = {**REVALIDATED, "service-worker-allowed": "/pad"}
        return Response(_worker(), headers=headers, media_type="text/javascript")
    lang = file.removesuffix(".json")
    if lang not in LANGUAGES:
        raise HTTPException(404)
    return Response(_data(lang), headers=REVALIDATED, media_type="application/json")


@cache
def _data(lang: str) -> bytes:
    return json.encode(pad_data(lang))


SCRIPTS = (
    *("api.js", "dom.js", "invite.js", "qr.js", "texts.js"),
    *("early.js", "settings.js", "preferences.js", "notification.js", "faces.js", "profile.js"),
)
"""Scripts of the house that the pad uses too."""


def _scripts() -> dict[str, Path]:
    """Return the scripts of the pad and of its games: the file of each address."""
    house = [*(f"js/{name}" for name in SCRIPTS), *_names_in(STATIC, "js/pad/*.js")]
    found = {f"/static/{name}": STATIC / name for name in house if name != "js/pad/sw.js"}
    for game in map(find_game, game_names()):
        if game.pad is not None:
            folder = game.folder / "page"
            names = _names_in(folder, "pad*.js")
            found |= {f"/static/games/{game.id}/{name}": folder / name for name in names}
    return found


def _names_in(folder: Path, pattern: str) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob(pattern))


def _pictures() -> list[tuple[str, str]]:
    """Return the pictures that the pad shows, covers and cards: game and name."""
    return [
        (game, name)
        for game, data in pad_data(DEFAULT).items()
        for name in ("cover", *(kind.get("picture", kind["code"]) for kind in data["kinds"]))
    ]


def kept_files() -> list[str]:
    """List what a browser keeps for the pad."""
    return [
        *("/static/base.css", "/static/pad.css", "/art/house/icon.svg"),
        *_scripts(),
        *(f"/art/{game}/{name}.svg" for game, name in _pictures()),
        *(path for lang in LANGUAGES for path in (f"/texts/{lang}.json", f"/pad/{lang}.json")),
    ]


@cache
def _worker() -> bytes:
    """Write the script with the list of what it keeps, and a name that changes with any of it."""
    files = kept_files()
    digest = hashlib.sha256()
    for path in (STATIC / "base.css", STATIC / "pad.css", *_scripts().values()):
        digest.update(path.read_bytes())
    for lang in LANGUAGES:
        digest.update(_data(lang))
    for game, name in _pictures():
        digest.update(draw(game, name).encode())
    source = (STATIC / "js/pad/sw.js").read_bytes()
    version = digest.hexdigest()[:16]
    said = {"KEPT": files, "VERSION": version, "LANGUAGES": LANGUAGES}
    return b"Object.assign(self, %s);\n" % json.encode(said) + source
