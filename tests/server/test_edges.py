"""The edges of HTTP: odd paths, headers and bodies are answered in order, and so is the reader."""

from __future__ import annotations

import logging
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

import msgspec
import pytest

from tests.server.common import Opened, fine, open_house, refusal
from tests.server.served import served
from tests.server.test_bot_client import CLIENT
from tests.server.wire import wire
from tirelire.core.codes import quote
from tirelire.core.languages import LANGUAGES
from tirelire.core.texts import say
from tirelire.games import GAMES, game
from tirelire.server import limiters
from tirelire.server.http import authentication
from tirelire.server.http.request import preferred
from tirelire.server.http.validation import MOST_FAULTS, faults_of
from tirelire.server.limiters import BURST
from tirelire.server.pages.templates import served_script
from tirelire.server.schemas import pad
from tirelire.server.schemas import requests as messages

pytestmark = pytest.mark.anyio

TABLE = {"game": "money", "seats": ["open"] * 3}
FOLDERS = [
    *("/static", "/static/js", "/static/games", "/static/games/money"),
    *("/art", "/art/money", "/texts", "/pad"),
]

OF_NO_BROWSER = ("__init__.py", "types.d.ts", "secret.toml", "notes", ".js")
"""Files that the folder of a game's page may hold, and that the house never serves."""


# --- paths --------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize(
    "name", ["%00", "a" * 300, "base.css/x", "sw.js/x", "table.js/x", "%ff", "%2e%2e", "%0a"]
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_a_name_that_no_file_can_have_is_not_there(
    house: Opened, caplog: pytest.LogCaptureFixture, folder: str, name: str, method: str
) -> None:
    person = house.person()
    answer = await person.http.request(method, f"{folder}/{name}")
    # Some of what is served can only be got; that is told before anything is looked for.
    expected = {404} if method == "GET" else {404, 405}
    assert answer.status_code in expected
    if method == "GET":
        assert refusal(answer, 404)["message"] == "There is nothing here."
        page = await person.get(f"{folder}/{name}", accept="text/html")
        assert page.status_code == 404
        assert page.headers["content-type"].startswith("text/html")
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_files_that_are_there_are_served(house: Opened) -> None:
    for path in ("/static/base.css", "/art/house/icon.svg", "/texts/fr.json", "/pad/sw.js"):
        assert (await house.person().get(path)).status_code == 200


@pytest.mark.parametrize("name", GAMES)
async def test_the_page_of_a_game_is_served_from_its_folder(house: Opened, name: str) -> None:
    folder = game(name).page
    assert folder is not None
    for file in [*folder.glob("*.js"), *folder.glob("*.css")]:
        answer = await house.person().get(f"/static/games/{name}/{file.name}")
        assert answer.status_code == 200
        is_script = file.suffix == ".js"
        assert answer.content == (served_script(file, 0) if is_script else file.read_bytes())
        assert answer.headers["cache-control"] == "no-cache"
        known = {"if-none-match": answer.headers["etag"]}
        again = await house.person().get(f"/static/games/{name}/{file.name}", **known)
        assert again.status_code == 304
        assert answer.headers["content-type"].partition(";")[0] in ("text/javascript", "text/css")


async def test_nothing_but_the_page_of_a_game_is_served(
    house: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    for file in ("table.js", *OF_NO_BROWSER):
        (folder / file).touch()
    (tmp_path / "beside.js").touch()
    monkeypatch.setitem(vars(game("money")), "page", folder)
    slices = [file for name in GAMES for file in game(name).folder.rglob("*") if file.is_file()]
    inside = {f"{file.relative_to(game(GAMES[0]).folder.parent)}" for file in slices}
    paths = [path for path in inside if "/page/" not in path]
    assert "money/rules/kernel.py" in paths
    async with open_house(tmp_path) as changed:
        for file in OF_NO_BROWSER:
            assert (await changed.person().get(f"/static/games/money/{file}")).status_code == 404
        for trick in (
            "../beside.js",
            "..%2fbeside.js",
            "%2e%2e/beside.js",
            f"/{tmp_path}/beside.js",
        ):
            answer = await changed.person().get(f"/static/games/money/{trick}")
            assert answer.status_code == 404
        assert (await changed.person().get("/static/games/money/table.js")).status_code == 200
    for path in paths:
        _, _, rest = path.partition("/")
        for address in (path, f"{path.partition('/')[0]}/page/../{rest}", f"money/../{path}"):
            answer = await house.person().get(f"/static/games/{address}")
            assert answer.status_code == 404, address


async def test_a_body_that_is_no_text_is_refused(
    house: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await house.person().http.post("/api/tables", content=b'{"game": "\xff"}')
    refusal(answer, 400)
    assert not caplog.records


# --- the reader's language ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "body", "field", "french", "english"),
    [
        (
            *("/api/tables", {**TABLE, "pace": {"decision": 10**7}}, "pace.decision"),
            *("Ce nombre doit être au plus 1209600.", "This number must be at most 1209600."),
        ),
        (
            *("/api/tables", {**TABLE, "pace": {"window": 1}}, "pace.window"),
            *("Ce nombre doit être au moins 2.", "This number must be at least 2."),
        ),
        (
            *("/api/tables", {**TABLE, "game": 5}, "game"),
            "Attendu\u00a0: un texte\u202f; reçu\u00a0: un nombre entier.",
            "Expected: a text; got: a whole number.",
        ),
        (
            *("/api/tables", {**TABLE, "options": {"a": [1]}}, "options.a"),
            "Attendu\u00a0: un texte ou un nombre entier\u202f; reçu\u00a0: une liste.",
            "Expected: a text or a whole number; got: a list.",
        ),
        (
            *("/api/tables", {"game": "money"}, "seats"),
            "Il manque le champ «\u00a0seats\u00a0».",
            "The field “seats” is missing.",
        ),
        (
            *("/api/tables", {**TABLE, "x - y": 1}, "x - y"),
            "Il n’y a pas de champ «\u00a0x - y\u00a0» ici.",
            "There is no field “x - y” here.",
        ),
        (
            *("/api/tables", {**TABLE, "seats": []}, "seats"),
            "Cette liste doit compter au moins 1 élément.",
            "This list needs at least 1 entry.",
        ),
        (
            *("/api/tables", {**TABLE, "seats": ["open"] * 7}, "seats"),
            "Cette liste peut compter au plus 6 éléments.",
            "This list may have at most 6 entries.",
        ),
        (
            *("/api/tables/x/join", {"name": "x" * 25}, "name"),
            "Ce texte peut compter au plus 24 caractères.",
            "This text may have at most 24 characters.",
        ),
        (
            *("/api/tables/x/join", {"name": ""}, "name"),
            "Ce texte doit compter au moins 1 caractère.",
            "This text needs at least 1 character.",
        ),
        (
            *("/api/tables/x/join", {"name": "x", "seat": "it's"}, "seat"),
            "«\u00a0it's\u00a0» ne fait pas partie des valeurs admises ici.",
            "“it's” is not one of the values that are allowed here.",
        ),
        (
            *("/api/tables/x/moves", {"number": 1, "id": "é" * 9, "move": "x"}, "id"),
            "Ce texte contient des caractères qui ne sont pas admis ici.",
            "This text has characters that are not allowed here.",
        ),
    ],
)
async def test_what_is_wrong_with_a_field_is_said_in_the_readers_language(
    house: Opened, path: str, body: Any, field: str, french: str, english: str
) -> None:
    for lang, problem in (("fr", french), ("en", english)):
        answer = await house.person(accept_language=lang).post(path, body)
        assert refusal(answer, 400)["fields"] == [{"field": field, "problem": problem}]


async def test_a_query_that_does_not_fit_is_said_by_the_name_that_the_reader_wrote(
    house: Opened,
) -> None:
    answer = await house.person(accept_language="fr").get("/api/tables/x/view?help=maybe")
    (problem,) = refusal(answer, 400)["fields"]
    assert problem["field"] == "help"
    assert problem["problem"] == "Attendu\u00a0: vrai ou faux\u202f; reçu\u00a0: un texte."


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/api/tables/x/view?seet=A", "seet"),  # a mistyped seat would show another view
        ("/api/tables/x/view?seat=A&_=1", "_"),
        ("/api/games?limit=3", "limit"),  # also where no field but the language is known
        ("/api/lessons/money/core/1/try?move=x&help=true", "help"),
    ],
)
async def test_an_unknown_field_of_a_query_is_refused_like_one_of_a_body(
    house: Opened, path: str, field: str
) -> None:
    (problem,) = refusal(await house.person(accept_language="en").get(path), 400)["fields"]
    assert problem["field"] == field
    known = f"/api/games?lang=fr&{field}=x"
    (in_french,) = refusal(await house.person().get(known), 400)["fields"]
    assert in_french["problem"] == say("fr", "refusal.field.unknown", name=quote(field).say("fr"))
    assert problem["problem"] == say("en", "refusal.field.unknown", name=quote(field).say("en"))


async def test_a_language_may_be_asked_for_in_any_query_and_a_page_takes_any_field(
    house: Opened,
) -> None:
    someone = house.person()
    for path in ("/api/games?lang=fr", "/api/games/money?lang=xx", "/rules/money?utm_source=mail"):
        assert (await someone.get(path)).status_code == 200


async def test_changing_requests_refuse_unknown_fields_of_a_query_and_change_nothing(
    house: Opened,
) -> None:
    table, seats = await house.company("money", 3)
    view = await seats["A"].view(table)
    body = {"number": view["number"], "id": "12345678", "move": view["legal"][0]}
    refusal(await seats["A"].post(f"/api/tables/{table}/moves?seat=A", body), 400)
    assert (await seats["A"].view(table))["number"] == view["number"]


WRONG: tuple[Any, ...] = (
    *(None, True, -(10**9), 10**9, 10**30, 1.5, "", "x", "x" * 2000, "a\nbcdefgh", "é" * 9),
    *([], [None], [5], ["x"] * 100, ["x" * 100] * 2, {}, {"x": None}, {"x": 1.5}, [{}, {"x": 1}]),
)
"""Values of which hardly any fits anywhere."""


def misfits(kind: type[msgspec.Struct]) -> Iterator[tuple[Any, Any]]:
    """Return types of a message and of its fields, each with values that msgspec refuses for it."""
    hints = get_type_hints(kind, include_extras=True)
    for read_as in (kind, *hints.values()):
        for wrong in WRONG:
            try:
                msgspec.convert(wrong, read_as)
            except msgspec.ValidationError:
                yield read_as, wrong


def test_every_fault_that_msgspec_finds_is_named_in_both_languages() -> None:
    kinds = [
        kind
        for kind in {**vars(messages), **vars(pad)}.values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    ]
    found = [one for kind in kinds if kind is not msgspec.Struct for one in misfits(kind)]
    assert len(found) > 300
    for read_as, wrong in found:
        faults = faults_of(read_as, wrong)
        assert all(fault.key != "other" for fault in faults), (read_as, wrong)
        assert all(fault.say(lang) for fault in faults for lang in LANGUAGES)


def test_a_message_that_fits_has_no_fault_and_a_long_one_names_a_few() -> None:
    assert [fault.key for fault in faults_of(messages.Join, {"name": "Ada"})] == ["other"]
    many = {"name": "Ada", **{f"x{i}": i for i in range(100)}}
    assert len(faults_of(messages.Join, many)) == MOST_FAULTS


async def test_a_number_in_a_move_that_is_too_large_is_refused_in_french(house: Opened) -> None:
    table, seats = await house.company("monopoly", 3)
    for lang, said in (
        (
            "fr",
            "trade\u00a0: «\u00a0999999999999999999999\u00a0» "
            "n’est pas un nombre entier de 0 à 999.",
        ),
        ("en", "trade: “999999999999999999999” is not a whole number from 0 to 999."),
    ):
        move = {"move": "trade B 999999999999999999999"}
        answer = await seats["A"].post(f"/api/tables/{table}/check?lang={lang}", move)
        assert fine(answer)["message"] == said


@pytest.mark.parametrize("cards", ["", "x", "A 1 A 2 B 3", "A 1 B 2 C"])
async def test_a_settlement_without_its_seats_is_refused_in_french(
    house: Opened, cards: str
) -> None:
    body = {"game": "cash_oder_crash", "cards": cards}
    answer = await house.person(accept_language="fr").post("/api/score", body)
    said = "Écrivez une case pour chaque joueur, de 3 à 4 joueurs\u00a0: A +4 B -6 C 0"
    assert refusal(answer, 422)["message"] == said


async def test_a_pawn_that_stands_nowhere_is_refused_in_french(house: Opened) -> None:
    seats = [{"cards": "0"}, {"cards": "x"}, {"cards": "0"}]
    body = {"game": "cash_oder_crash", "players": 3, "deals": [{"seats": seats}]}
    answer = await house.person(accept_language="fr").post("/api/pad", body)
    said = "B\u00a0: «\u00a0x\u00a0» n’est pas un nombre entier de -6 à 6."
    assert refusal(answer, 422)["message"] == said


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("fr; q=0.1, en; q=0.9", "en"),
        ("fr ;q=0.1 , en ; q = 0.9", "en"),
        ("fr;q=0.9,en;q=0.1", "fr"),
        ("en,fr", "en"),
        ("EN-GB,fr;Q=0.5", "en"),
        ("fr-CA", "fr"),
        ("tlh, en-US-x-twain;q=0.2", "en"),
        ("tlh", "fr"),
        ("", "fr"),
        ("*", "fr"),
        ("en;q=0.5, *", "fr"),
        ("en, *;q=0.5", "en"),
        ("fr;q=0, *", "en"),
        ("fr;q=0", "en"),
        ("en;q=0", "fr"),
        ("en;q=0.0, fr;q=0.001", "fr"),
        ("*;q=0, en;q=0.1", "en"),
        ("frr, enm, en;q=0.1", "en"),
        ("fr;q=nan, en", "en"),
        ("fr;q=7, en;q=0.1", "en"),
        ("fr;q=-1, en;q=0.1", "en"),
        ("fr;q=inf;q=x, ;;, =, en;q=0.1", "en"),
        ("fr en", "fr"),
    ],
)
async def test_the_language_is_the_one_that_the_browser_likes_best(
    house: Opened, accepted: str, lang: str
) -> None:
    assert preferred(accepted) == lang
    answer = await house.person(accept_language=accepted).get("/api/tables/x")
    assert refusal(answer, 404)["message"] == say(lang, "refusal.house.no_table")


# --- headers ------------------------------------------------------------------------------------


async def test_cookies_that_come_one_by_one_are_all_read(house: Opened) -> None:
    person = house.person()
    guest = (await person.do("/api/me"))["guest"]
    mine = f"tirelire={person.http.cookies['tirelire']}"
    for cookies in ([mine, "lang=fr"], ["lang=fr", mine], ["a=b", mine, "lang=fr", "c=d"]):
        headers = [("cookie", cookie) for cookie in cookies]
        somebody = house.person()
        assert fine(await somebody.http.post("/api/me", headers=headers))["guest"] == guest
        answer = await somebody.http.get("/api/tables/x", headers=headers)
        assert refusal(answer, 404)["message"] == say("fr", "refusal.house.no_table")


@pytest.mark.parametrize("path", ["/", "/pad", "/rules/money", "/nothing/here"])
async def test_a_page_says_once_how_it_is_written(house: Opened, path: str) -> None:
    answer = await house.person().get(path, accept="text/html")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("tls", [False, True])
async def test_every_cookie_is_for_tls_alone_where_the_house_has_it(
    tmp_path: Path, tls: bool
) -> None:
    async with open_house(tmp_path, tls=tls) as house:
        for path in ("/?lang=en", "/pad?lang=en"):
            cookie = (await house.person().get(path)).headers["set-cookie"].lower()
            assert cookie.startswith("lang=en;")
            assert cookie.count("; secure") == tls
        cookie = (await house.person().post("/api/me")).headers["set-cookie"].lower()
        assert cookie.count("; secure") == tls


async def test_a_request_for_a_web_socket_gets_an_ordinary_answer(tmp_path: Path) -> None:
    upgrade = (
        *("connection: Upgrade", "upgrade: websocket", "sec-websocket-version: 13"),
        *("sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==", "accept-language: en"),
    )

    def asking(path: str) -> bytes:
        return "\r\n".join([f"GET {path} HTTP/1.1", "host: house", *upgrade, "", ""]).encode()

    database = f"sqlite:///{tmp_path / 'house.sqlite'}"
    async with served(tmp_path / "log", "--db", database) as house, wire(house.port) as by:
        answer = await by.ask(asking("/api/tables/x/events"))
        assert answer.status == 404
        assert answer.json()["error"]["message"] == "There is no such table."
        answer = await by.ask(asking("/api/tables"))
        assert (answer.status, answer.json()) == (200, [])
        for odd in ("/static/%00", "/static/%ff", f"/static/{'a' * 300}"):
            answer = await by.ask(asking(odd))
            assert (answer.status, answer.json()["error"]["code"]) == (404, "refused")
    assert '"error"' not in (tmp_path / "log").read_text("utf-8")


# --- what a token may ---------------------------------------------------------------------------


async def test_a_token_cannot_take_its_guest_over(house: Opened) -> None:
    person = house.person()
    await person.do("/api/me")
    token = (await person.do("/api/me/tokens", {"scopes": ["play", "read"]}))["token"]
    (listed,) = await person.read("/api/me/tokens")
    program = house.person(authorization=f"Bearer {token}", accept_language="fr")
    answers = [
        await program.post("/api/me/link"),
        await program.post("/api/me/tokens"),
        await program.http.delete(f"/api/me/tokens/{listed['id']}"),
    ]
    for answer in answers:
        error = refusal(answer, 403)
        assert error["code"] == "not_allowed"
        assert error["message"] == say("fr", "refusal.house.in_person")
    assert await program.read("/api/me/tokens") == [listed]
    await program.table("money", 3)
    fine(await person.post("/api/me/link"))
    assert (await person.http.delete(f"/api/me/tokens/{listed['id']}")).status_code == 204


async def test_the_description_says_what_only_the_guest_himself_may_do(house: Opened) -> None:
    paths = (await house.person().read("/schema"))["paths"]
    for path, method in (
        ("/api/me/link", "post"),
        ("/api/me/tokens", "post"),
        ("/api/me/tokens/{token}", "delete"),
    ):
        assert "Only the guest's own cookie may" in paths[path][method]["description"]


# --- floods -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/metrics", "/healthz"])
async def test_a_monitor_does_not_ask_the_house_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    now = 1000.0
    monkeypatch.setattr(limiters, "monotonic", lambda: now)
    monkeypatch.setattr(authentication, "GUESTS_PER_ADDRESS", 2)
    async with open_house(tmp_path, rate=1, watchers="192.0.2.0/24") as house:
        flood, neighbour = house.person("192.0.2.7"), house.person("192.0.2.8")
        found = [(await flood.get(path)).status_code for _ in range(2 * BURST + 2)]
        assert found == [200] * 2 * BURST + [429] * 2
        assert refusal(await flood.get(path), 429)["code"] == "too_many"
        assert (await neighbour.get(path)).status_code == 200
        now += 1.0
        assert (await flood.get(path)).status_code == 200


# --- the example of a program -------------------------------------------------------------------


def bot_client() -> ModuleType:
    spec = spec_from_file_location("bot_client", CLIENT)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def answering(*answers: bytes) -> Iterator[str]:
    """Give one answer to each connection, as it is written, and break it off."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def work() -> None:
            for answer in answers:
                by, _ = listening.accept()
                with by:
                    by.recv(10_000)
                    by.sendall(answer)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread.join()


CUT = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"
WHOLE = b'HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\n{"a": 1}'
STREAM = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"


def test_a_program_asks_again_when_an_answer_breaks_off() -> None:
    with answering(CUT, b"", b"nonsense\r\n\r\n", WHOLE) as address:
        assert bot_client().House(address).ask("/") == {"a": 1}


def test_a_program_follows_again_when_a_stream_breaks_off_inside_a_chunk() -> None:
    line = b'{"a": 1}\n'
    good = STREAM + b"%x\r\n%s\r\n" % (len(line), line)
    with answering(STREAM + b'ff\r\n{"a', STREAM + b"ff", good) as address:
        assert next(bot_client().House(address).follow("/")) == {"a": 1}
