"""The score pad: its page, what it needs where there is no network, and counting for programs."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from litestar import Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct, json

import tirelire.page
from tirelire.contract.entries import MOST_POINTS, DealEntry, SeatEntry
from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.sheets import Sheet
from tirelire.core.texts import LANGUAGES
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.pad.counting import MatchScore, count
from tirelire.pad.data import pad_data
from tirelire.pad.hand import sheets
from tirelire.pad.preparing import prepare
from tirelire.server import answers as give
from tirelire.server.errors import Unreadable
from tirelire.server.guests import YEAR
from tirelire.server.messages import SeatLetter
from tirelire.server.pages import page
from tirelire.server.visit import Visit

_FOLDER = Path(tirelire.page.__file__).parent / "static"
_MOST_DEALS = 60
T = TypeVar("T")
CardsText = Annotated[
    str,
    Meta(
        max_length=1000,
        description="As the game writes it: a hand, a stack, the field of a pawn, all pawns.",
    ),
]
WentOut = Annotated[bool, Meta(description="For games in which a player can go out.")]
Reward = Annotated[
    str, Meta(max_length=1000, description="Cards that a player who went out may add.")
]
Roles = Annotated[
    list[Annotated[str, Meta(max_length=20)]],
    Meta(
        max_length=2,
        description="What cards that stand for others were laid down as; if empty, the best roles.",
    ),
]
_ASKED_AGAIN = {"cache-control": "no-cache"}

# --- counting -----------------------------------------------------------------------------------


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards to be counted."""

    game: Annotated[str, Meta(max_length=40)]
    cards: CardsText
    options: dict[str, str | int] = {}
    players: Annotated[int, Meta(ge=2, le=6)] = 4
    out: WentOut = False
    reward: Reward = ""
    roles: Roles = []


class SeatOnPad(Struct, frozen=True, forbid_unknown_fields=True):
    """What one seat has when a deal is over: cards, or points alone."""

    cards: CardsText = ""
    reward: Reward = ""
    roles: Roles = []
    points: Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)] | None = None


class DealOnPad(Struct, frozen=True, forbid_unknown_fields=True):
    """One deal."""

    seats: Annotated[list[SeatOnPad], Meta(min_length=2, max_length=6)]
    out: SeatLetter | None = None
    void: bool = False


class MatchOnPad(Struct, frozen=True, forbid_unknown_fields=True):
    """A match at a real table so far."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=2, le=6)]
    options: dict[str, str | int] = {}
    deals: Annotated[list[DealOnPad], Meta(max_length=_MOST_DEALS)] = []


class LineOf(Struct, frozen=True):
    """One line of a sheet."""

    rule: str
    points: int
    text: str


class SheetOf(Struct, frozen=True):
    """The points of one seat."""

    seat: Literal["", "A", "B", "C", "D", "E", "F"]
    """Empty where one hand was counted."""
    total: int
    lines: list[LineOf]


class Scored(Struct, frozen=True):
    """What cards are worth."""

    sheets: list[SheetOf]


class CountedDeal(Struct, frozen=True):
    """What a deal brought."""

    dealer: str
    gained: list[int]
    totals: list[int]
    sheets: list[SheetOf]
    """Of the seats whose cards are known."""
    position: str


class CourseOf(Struct, frozen=True):
    """A match so far."""

    deals: list[CountedDeal]
    totals: list[int]
    won: list[int]
    over: bool
    winners: str
    dealer: str
    starts: str
    hand: int
    removed: dict[str, int]


def _gives(answer: Any, meaning: str) -> dict[int, ResponseSpec]:
    refusals = {
        status: ResponseSpec(give.Refused, generate_examples=False, description=text)
        for status, text in give.REFUSALS.items()
    }
    return {200: ResponseSpec(answer, generate_examples=False, description=meaning), **refusals}


def _sheet(seat: str, sheet: Sheet, lang: str) -> dict[str, Any]:
    lines = [
        {"rule": line.rule, "points": line.points, "text": line.say(lang)} for line in sheet.lines
    ]
    return {"seat": seat, "total": sheet.total, "lines": lines}


@post(
    "/score",
    status_code=200,
    summary="Count cards",
    responses=_gives(Scored, "What they are worth."),
)
async def score(data: JSONBody[Cards], request: Visit) -> dict[str, Any]:
    """Count a hand, a stack, or the settlement of a table, line by line, each with its rule."""
    count_them = partial(
        sheets,
        data.game,
        data.cards,
        data.options,
        players=data.players,
        out=data.out,
        reward=data.reward,
        roles=data.roles,
    )
    counted = await asyncio.to_thread(_prepared, data.game, count_them)
    return {"sheets": [_sheet(seat, sheet, request.lang) for seat, sheet in counted.items()]}


@post(
    "/pad",
    status_code=200,
    summary="Count a match",
    responses=_gives(CourseOf, "The match so far."),
)
async def count_match(data: JSONBody[MatchOnPad], request: Visit) -> dict[str, Any]:
    """Count a match at a real table: totals, who has won, who deals next, what to leave out."""
    deals = [_read(deal) for deal in data.deals]
    count_it = partial(count, data.game, data.players, data.options, deals)
    course = await asyncio.to_thread(_prepared, data.game, count_it)
    return _written(course, request.lang)


def _prepared(game: str, work: Callable[[], T]) -> T:
    """Count, once the game is ready for it."""
    prepare(game)
    return work()


def _read(deal: DealOnPad) -> DealEntry:
    seats = [SeatEntry(one.cards, one.reward, one.roles, one.points) for one in deal.seats]
    out = None if deal.out is None else SEAT_LETTERS.index(deal.out)
    if out is not None and out >= len(seats):
        raise Unreadable("which_seat", allowed=" ".join(SEAT_LETTERS[: len(seats)]))
    return DealEntry(seats, out, deal.void)


def _written(course: MatchScore, lang: str) -> dict[str, Any]:
    deals = [
        {
            "dealer": deal.dealer,
            "gained": deal.gained,
            "totals": deal.totals,
            "position": deal.position,
            "sheets": [
                _sheet(SEAT_LETTERS[seat], sheet, lang)
                for seat, sheet in enumerate(deal.sheets)
                if sheet is not None
            ],
        }
        for deal in course.deals
    ]
    names = ("totals", "won", "over", "winners", "dealer", "starts", "hand", "removed")
    return {"deals": deals, **{name: getattr(course, name) for name in names}}


# --- the page -----------------------------------------------------------------------------------


@get("/pad", include_in_schema=False)
async def pad(request: Visit) -> Response[bytes]:
    """Show the pad; its scripts do the rest."""
    lang = request.lang
    answer = page("pad.html", lang, switch=f"/pad?lang={'en' if lang == 'fr' else 'fr'}")
    if request.query_params.get("lang") == lang:
        answer.set_cookie("lang", lang, max_age=YEAR, samesite="lax")
    return answer


@get("/pad/{file:str}", include_in_schema=False)
async def pad_file(file: Annotated[str, PathParameter(max_length=40)]) -> Response[bytes]:
    """Return what the pad counts with, or the script that keeps it where there is no network."""
    if file == "sw.js":
        headers = {**_ASKED_AGAIN, "service-worker-allowed": "/pad"}
        return Response(_worker(), media_type="text/javascript", headers=headers)
    lang = file.removesuffix(".json")
    if lang not in LANGUAGES:
        raise NotFoundException
    return Response(_data(lang), media_type="application/json", headers=_ASKED_AGAIN)


@cache
def _data(lang: str) -> bytes:
    return json.encode(pad_data(lang))


SCRIPTS = ("dom.js", "texts.js", "qr.js")
"""Scripts of the house that the pad uses too."""


def _scripts() -> dict[str, Path]:
    """Return the scripts of the pad and of its games: the file of each address."""
    house = [*(f"js/{name}" for name in SCRIPTS), *_names_in(_FOLDER, "js/pad/*.js")]
    found = {f"/static/{name}": _FOLDER / name for name in house if name != "js/pad/sw.js"}
    for game in map(find_game, game_names()):
        if game.pad is not None:
            folder = game.folder / "page"
            names = _names_in(folder, "pad*.js")
            found |= {f"/static/games/{game.id}/{name}": folder / name for name in names}
    return found


def _names_in(folder: Path, pattern: str) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob(pattern))


def kept_files() -> list[str]:
    """List what a browser keeps for the pad."""
    return [
        *("/static/base.css", "/static/pad.css", "/art/house/icon.svg"),
        *_scripts(),
        *(path for lang in LANGUAGES for path in (f"/texts/{lang}.json", f"/pad/{lang}.json")),
    ]


@cache
def _worker() -> bytes:
    """Write the script with the list of what it keeps, and a name that changes with any of it."""
    files = kept_files()
    digest = hashlib.sha256()
    for path in (_FOLDER / "base.css", _FOLDER / "pad.css", *_scripts().values()):
        digest.update(path.read_bytes())
    for lang in LANGUAGES:
        digest.update(_data(lang))
    source = (_FOLDER / "js/pad/sw.js").read_bytes()
    version = digest.hexdigest()[:16]
    said = b"self.KEPT = %s; self.VERSION = '%s';" % (json.encode(files), version.encode())
    return said + b"\n" + source


PAD = Router("/", route_handlers=[pad, Router("/api", route_handlers=[score, count_match])])
PAD_FILES = Router("/", route_handlers=[pad_file], include_in_schema=False)
"""Files that are the same for everybody: no session is needed for them."""
