"""A fuzzer: whatever is sent, it is granted or refused as it should be, and a refusal changes
nothing."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from httpx import Response
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tests.match.test_leaks import REFUSED
from tests.server.common import PATIENCE, Opened, Person, everything, following, open_house, refusal
from tests.server.forking import Forking
from tests.server.postgres import Postgres, free_port
from tests.server.served import until_it_answers
from tirelire.server.http.request import LARGEST_BODY

BOUNDED = settings(
    max_examples=50,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
SLOW = {"bots": 10_000, "pause": 120}
"""A pace at which nothing happens of itself, as the clock stands still."""
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**31, 2**63, 2**64, 10**30, -1])
    | st.floats()
    | st.text(max_size=30)
    | st.sampled_from(["", "\x00", "a\x00b", "\u202e", "x" * 1001]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
MESSAGES: dict[str, dict[str, Any]] = {
    "/tables": {
        "game": "money",
        "seats": ["open", "regular", "open"],
        "options": {"hands": 1},
        "pace": {"decision": 0, "window": 6, "bots": 800, "pause": 8},
        "listed": False,
        "talk": True,
        "level": "regular",
    },
    "/tables/OPEN/join": {
        "name": "Ada",
        "commitment": {"promise": "0" * 64, "hash": "0" * 64},
        "seat": "A",
    },
    "/tables/OPEN/reveal": {"words": "0" * 32, "seat": "A"},
    "/tables/OPEN/leave": {"seat": "A"},
    "/tables/TABLE/leave": {"seat": "A"},
    "/tables/TABLE/return": {"seat": "A"},
    "/tables/TABLE/moves": {"number": 1, "id": "abcdefgh", "move": "bid BLUFF", "seat": "A"},
    "/tables/TABLE/talk": {"text": "hello", "seat": "A"},
    "/tables/TABLE/talk/switch": {"allowed": True},
    "/tables/OPEN/remove": {"seat": "B"},
    "/tables/TABLE/mutes": {"seat": "A"},
    "/admin/guests/somebody/ban": {"banned": True, "days": 3, "network_days": 1},
    "/admin/guests/somebody/rename": {"name": "Ada"},
    "/pad/shares": {"game": "money", "names": ["Ada", "Bob", "Cy"], "deal": 1, "options": {}},
    "/pad/shares/nosuchpad/hands": {"seat": "A", "deal": 1, "hand": {"cards": ["COIN"]}},
    "/pad/shares/nosuchpad/collect": {"key": "x", "deal": 1, "out": "A"},
    "/me/tokens": {"label": "bot", "scopes": ["read"]},
    "/me/move": {"code": "x" * 32},
}
WORDS = st.sampled_from(
    (
        *(
            "open",
            "regular",
            "novice",
            "money",
            "monopoly",
            "hands",
            "tie",
            "shared",
            "play",
            "read",
        ),
        *("A", "B", "F", "bid BLUFF", "pass", "12345678", "0", "1", "on", "é", " ", "<b>"),
    )
)


def alike(value: Any) -> st.SearchStrategy[Any]:
    """Return values of the same kind as one that is right."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(-1, 12)
    if isinstance(value, str):
        return WORDS | st.text(max_size=12)
    if isinstance(value, list):
        return st.lists(WORDS, max_size=7)
    names = st.sampled_from(sorted(value)) | WORDS if value else WORDS
    return st.dictionaries(names, st.integers(-1, 12) | WORDS, max_size=3)


PATHS = st.sampled_from(sorted(MESSAGES)).map(lambda path: f"/api{path}")
CALLERS = st.sampled_from(["A", "B", "guest", "program", "reader", "stranger"])
HEADERS = (
    *("accept", "accept-language", "authorization", "content-length", "content-type", "cookie"),
    *("host", "last-event-id", "origin", "range", "referer", "sec-fetch-site", "x-forwarded-for"),
)
HEADER = st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=60)
GUESSED = st.sampled_from(
    (
        *(
            "Bearer ",
            "Bearer x",
            "Basic eDp5",
            "tirelire=",
            "tirelire=\xff",
            "null",
            "http://[",
            "é",
        ),
        *("en;q=nan,fr;q=inf", "bytes=0-1", "9" * 20, "-1", "²"),
    )
)


class Fuzzed:
    """A house in a loop of its own, so that Hypothesis can ask it again and again."""

    def __init__(self, runner: asyncio.Runner, folder: Path, **options: Any) -> None:
        self.run = runner.run
        self.people: dict[str, Person] = {}
        self.tables: dict[str, str] = {}
        self.house = self.run(self._open(folder, options))

    async def _open(self, folder: Path, options: dict[str, Any]) -> Opened:
        opened: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()
        self._done = asyncio.Event()
        self._task = asyncio.create_task(self._keep(folder, options, opened))
        house = await opened
        self.tables["FRESH"], self.people = await house.company("money", 3, pace=SLOW)
        host = self.people["A"]
        for name in ("OPEN", "WAITING", "TABLE"):
            self.tables[name] = await host.table("money", 3, pace=SLOW)
        await host.join(self.tables["WAITING"])
        for person in self.people.values():
            await person.join(self.tables["TABLE"])
        await host.start(self.tables["TABLE"])
        await house.settle()
        for name, scopes in (("program", ["play"]), ("reader", ["read"])):
            token = (await host.do("/api/me/tokens", {"scopes": scopes}))["token"]
            self.people[name] = house.person(authorization=f"Bearer {token}")
        self.people["guest"], self.people["stranger"] = house.people(2)
        await self.people["guest"].do("/api/me")
        return house

    async def _keep(
        self, folder: Path, options: dict[str, Any], opened: asyncio.Future[Opened]
    ) -> None:
        async with open_house(folder, **options) as house:
            opened.set_result(house)
            await self._done.wait()

    async def close(self) -> None:
        """Close the house."""
        self._done.set()
        await self._task

    async def state(self) -> list[Any]:
        """Return all that the house keeps, and has in memory."""
        sessions = [self.house.house.sessions.by_id.get(table) for table in self.tables.values()]
        memory = [
            (session.row, session.number, session.talked)
            for session in sessions
            if session is not None
        ]
        return [await everything(self.house), memory]

    def ask(self, method: str, path: str, by: str = "stranger", **asked: Any) -> Response:
        """Ask for something: it is granted, or refused as it should be, and nothing changes."""
        return self.run(self._ask(method, path, self.people[by], **asked))

    async def _ask(self, method: str, path: str, person: Person, **asked: Any) -> Response:
        before = await self.state()
        for name, table in self.tables.items():
            path = path.replace(name, table)
        cookies = dict(person.http.cookies)
        answer = await person.http.request(method, path, **asked)
        if not cookies:
            person.http.cookies.clear()  # a stranger stays one
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            if method != "HEAD":
                refusal(answer, answer.status_code)
            assert await self.state() == before
        return answer


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def fuzzed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Fuzzed]:
    options: dict[str, Any] = {}
    if request.param == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        options["db"] = server.database()
    with asyncio.Runner() as runner:
        made = Fuzzed(runner, tmp_path_factory.mktemp("fuzz"), **options)
        yield made
        runner.run(made.close())


# --- malformed ----------------------------------------------------------------------------------


@settings(BOUNDED, max_examples=120)
@given(data=st.data(), by=CALLERS)
def test_messages_that_are_almost_right(fuzzed: Fuzzed, data: Any, by: str) -> None:
    path = data.draw(PATHS)
    body = dict(MESSAGES[path.removeprefix("/api")])
    for name in data.draw(st.sets(st.sampled_from(sorted(body)), min_size=1, max_size=2)):
        is_alike = data.draw(st.integers(0, 4)) > 0
        body[name] = data.draw(alike(body[name]) if is_alike else ANYTHING)
    if data.draw(st.integers(0, 4)) == 0:
        del body[data.draw(st.sampled_from(sorted(body)))]
    fuzzed.ask("POST", path, by, content=json.dumps(body))


@BOUNDED
@given(
    path=PATHS,
    by=CALLERS,
    body=st.binary(max_size=300) | ANYTHING.map(lambda value: json.dumps(value).encode()),
    kind=st.sampled_from(["application/json", "text/plain", "application/x-msgpack", "", "x/y; z"]),
)
def test_bodies_that_are_anything(
    fuzzed: Fuzzed, path: str, by: str, body: bytes, kind: str
) -> None:
    fuzzed.ask("POST", path, by, content=body, headers={"content-type": kind})


@BOUNDED
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "BREW"]),
    path=st.sampled_from(
        (
            *(
                "/api/tables/TABLE/view",
                "/api/tables/TABLE/record",
                "/api/tables/",
                "/api/me/tables",
            ),
            *("/api/me/mutes/", "/api/admin/guests/", "/api/tables/TABLE/mutes/"),
            *("/api/me/tokens/", "/api/", "/", "/schema/", "/healthz"),
        )
    ),
    rest=st.text(max_size=40) | st.sampled_from(["", "\x00", "..", "../..", "a" * 65, "%"]),
    query=st.dictionaries(
        st.sampled_from(["seat", "last", "lang", "x"]), WORDS | st.text(max_size=20), max_size=3
    ),
    by=CALLERS,
)
@example(method="DELETE", path="/api/me/tokens/", rest="\x00", query={}, by="A")
@example(method="DELETE", path="/api/me/mutes/", rest="\x00", query={}, by="A")
@example(method="DELETE", path="/api/tables/TABLE/mutes/", rest="\x00", query={}, by="A")
@example(method="GET", path="/api/tables/", rest="\x00", query={}, by="A")
@example(method="GET", path="/api/tables/TABLE/view", rest="", query={"seat": "\x00"}, by="A")
def test_paths_that_lead_nowhere(
    fuzzed: Fuzzed, method: str, path: str, rest: str, query: dict[str, str], by: str
) -> None:
    fuzzed.ask(method, path + quote(rest, safe=""), by, params=query)


@BOUNDED
@given(
    path=st.sampled_from(["/api/tables", "/api/tables/TABLE", "/api/tables/TABLE/view"]),
    headers=st.dictionaries(st.sampled_from(HEADERS), HEADER | GUESSED, max_size=5),
    method=st.sampled_from(["GET", "POST"]),
    by=CALLERS,
)
def test_headers_of_any_kind(
    fuzzed: Fuzzed, path: str, headers: dict[str, str], method: str, by: str
) -> None:
    encoded = [(name.encode(), text.encode("latin-1")) for name, text in headers.items()]
    fuzzed.ask(method, path, by, content=b"{}", headers=encoded)


@settings(BOUNDED, max_examples=25)
@given(
    last=st.text(max_size=12) | st.integers().map(str) | st.just("9" * 5000),
    lang=st.text(max_size=5),
    by=CALLERS,
)
def test_streams_that_begin_anywhere(fuzzed: Fuzzed, last: str, lang: str, by: str) -> None:
    async def follow() -> int:
        path = f"/api/tables/{fuzzed.tables['TABLE']}/events?last={quote(last)}&lang={quote(lang)}"
        known = quote(last)[:100]
        async with following(fuzzed.people[by], path, **{"last-event-id": known}) as stream:
            await stream.piece(b"}")
        return stream.status

    assert fuzzed.run(follow()) in (200, 400)


# --- oversized ----------------------------------------------------------------------------------


@settings(BOUNDED, max_examples=20)
@given(
    path=PATHS,
    by=CALLERS,
    size=st.integers(LARGEST_BODY - 10, LARGEST_BODY + 10) | st.integers(1, 4 * LARGEST_BODY),
    begin=st.sampled_from([b"[", b'{"a":', b'"', b" ", b"1", b"\xff"]),
)
def test_bodies_of_any_size(fuzzed: Fuzzed, path: str, by: str, size: int, begin: bytes) -> None:
    body = (begin * size)[:size]
    status = fuzzed.ask("POST", path, by, content=body).status_code
    assert status == (413 if size > LARGEST_BODY else 400)


# --- stale, forged, foreign ---------------------------------------------------------------------


@dataclass(frozen=True)
class Fault:
    """A fault of a move, and the status that says so."""

    status: int
    by: str = "A"
    table: str = "FRESH"
    headers: tuple[tuple[str, str], ...] = ()
    body: tuple[tuple[str, Any], ...] = ()


def _headers(name: str, texts: st.SearchStrategy[str], status: int) -> st.SearchStrategy[Fault]:
    return texts.map(lambda text: Fault(status, "stranger", headers=((name, text),)))


def _body(name: str, values: st.SearchStrategy[Any], status: int) -> st.SearchStrategy[Fault]:
    return values.map(lambda value: Fault(status, body=((name, value),)))


SECRET = st.text("abcXYZ019_-", min_size=1, max_size=50)
FAULTS = st.one_of(
    _body("number", st.integers(2, 1_000_000), 409),
    _body("number", st.just(0), 409),
    _body("number", st.integers(max_value=-1) | st.integers(1_000_001), 400),
    _body("move", st.sampled_from(REFUSED).filter(lambda move: move[:3] != "bid"), 422),
    _body("move", st.text("abc ABC 019", min_size=1, max_size=40), 422),
    _body("seat", st.sampled_from("BCDEF"), 403),
    _body("seat", st.text(max_size=3).filter(lambda seat: seat not in tuple("ABCDEF")), 400),
    _body("id", st.text(max_size=7), 400),
    _body("id", st.sampled_from(["x" * 61, "with space", "line-end\n", "é" * 8]), 400),
    st.sampled_from(["guest", "B", "C"]).map(lambda by: Fault(403, by, body=(("seat", "A"),))),
    st.just(Fault(403, "guest", body=(("seat", None),))),
    st.just(Fault(403, "reader")),
    st.just(Fault(401, "stranger")),
    _headers("authorization", SECRET.map(lambda text: f"Bearer {text}"), 401),
    _headers("cookie", SECRET.map(lambda text: f"tirelire={text}"), 401),
    _headers("origin", st.sampled_from(["null", "https://evil.example", "http://house.test"]), 403),
    _headers("sec-fetch-site", st.sampled_from(["cross-site", "same-site", ""]), 403),
    st.text("abcXYZ019_-", min_size=1, max_size=24).map(lambda table: Fault(404, table=table)),
    st.just(Fault(409, table="WAITING")),
)


@settings(BOUNDED, max_examples=120)
@given(fault=FAULTS)
def test_a_move_with_a_fault_is_refused_for_it(fuzzed: Fuzzed, fault: Fault) -> None:
    body = {"number": 1, "id": uuid4().hex, "move": "bid BLUFF", "seat": "A", **dict(fault.body)}
    path = f"/api/tables/{fault.table}/moves"
    answer = fuzzed.ask("POST", path, fault.by, json=body, headers=dict(fault.headers))
    assert answer.status_code == fault.status, answer.text


def test_the_same_move_without_a_fault_is_made(fuzzed: Fuzzed) -> None:
    body = {"number": 1, "id": uuid4().hex, "move": "bid BLUFF", "seat": "A"}
    assert fuzzed.ask("POST", "/api/tables/FRESH/moves", "A", json=body).status_code == 200


# --- on the wire --------------------------------------------------------------------------------


class Kept:
    """What a house in another process keeps, read past it."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path)

    def all(self) -> list[list[Any]]:
        """Return all rows but the clock."""
        names = ("guests", "keys", "tables", "seats", "events", "talk")
        return [self._connection.execute(f"SELECT * FROM {name}").fetchall() for name in names]

    def close(self) -> None:
        """Read no more."""
        self._connection.close()


class Wired:
    """A house on a port of its own, with a guest."""

    def __init__(self, port: int, kept: Kept) -> None:
        self.port = port
        self.kept = kept
        answer = self.send(written(b"POST", b"/api/me", b"{}"))
        self.cookie = answer.split(b"set-cookie: ")[1].split(b";")[0]

    def send(self, message: bytes, *, whole: bool = True) -> bytes:
        """Send a request, or a part of one and no more; return the answer, if there is one."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as wire:
            try:
                wire.sendall(message)
                if not whole:
                    wire.shutdown(socket.SHUT_WR)
                return _answer(wire)
            except TimeoutError:
                raise
            except OSError:
                return b""  # the house did not want to hear the rest


def _answer(wire: socket.socket) -> bytes:
    """Read one answer, up to the length that it says, or to its end."""
    answer = b""
    while found := wire.recv(65536):
        answer += found
        head, end, body = answer.partition(b"\r\n\r\n")
        length = head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0]
        is_empty = head[9:12] == b"204"
        if end and (is_empty or (length and len(body) >= int(length))):
            break
    return answer


def written(method: bytes, path: bytes, body: bytes, *headers: bytes) -> bytes:
    """Write a request; bytes of any kind go into it."""
    head = [b"%b %b HTTP/1.1" % (method, path), b"host: house", *headers]
    return b"\r\n".join([*head, b"content-length: %d" % len(body), b"", body])


@pytest.fixture(scope="module")
def wired(tmp_path_factory: pytest.TempPathFactory, forking: Forking) -> Iterator[Wired]:
    folder, port = tmp_path_factory.mktemp("wire"), free_port()
    log, db = folder / "log", folder / "house.sqlite"
    process = forking.start(log, port=port, db=f"sqlite:///{db}", rate=10_000)
    asyncio.run(until_it_answers(port))
    kept = Kept(db)
    yield Wired(port, kept)
    kept.close()
    os.kill(process, signal.SIGKILL)
    assert log.read_text() == ""  # nothing of all that is worth a line


RAW = st.binary(max_size=40) | st.sampled_from(
    [b"%00", b"%ED%A0%80", b"%FF", b"\xff", b"%", b"%2e%2e/%2e%2e", b"\r\nx: y", b"?" + b"x" * 99]
)
HEAD = b"POST /api/me/move HTTP/1.1\r\nhost: house\r\ntransfer-encoding: chunked\r\n\r\n"
CHUNKS = st.lists(st.sampled_from([b"2\r\n{}\r\n", b"1;x=y\r\n \r\n"]), max_size=3).map(b"".join)
LAST_CHUNK = st.sampled_from([b"0\r\n\r\n", b"zz\r\n", b"-1\r\n", b"\r\n", b"f" * 17 + b"\r\n"])


@settings(BOUNDED, max_examples=250)
@given(data=st.data())
def test_bytes_of_any_kind_on_the_wire(wired: Wired, data: Any) -> None:
    method = data.draw(st.sampled_from([b"GET", b"POST", b"DELETE", b"OPTIONS", b"PRI", b"G\xff"]))
    path = data.draw(
        st.sampled_from([b"/api/tables/", b"/api/me/tokens/", b"/", b"*", b"http://evil/", b""])
    )
    cookie = b"cookie: " + wired.cookie
    message = written(method, path + data.draw(RAW), data.draw(RAW), cookie)
    kind = data.draw(st.sampled_from(["as it is", "cut", "changed", "in chunks"]))
    if kind == "cut":
        message = message[: data.draw(st.integers(0, len(message) - 1))]
    if kind == "changed":
        message = written(method, path, b"", cookie)
        at = data.draw(st.integers(0, len(message) - 4))
        message = message[:at] + data.draw(st.binary(max_size=4)) + message[at:]
    if kind == "in chunks":
        message = HEAD + data.draw(CHUNKS) + data.draw(LAST_CHUNK)
    before = wired.kept.all()
    answer = wired.send(message, whole=kind != "cut")
    if answer:
        head, _, body = answer.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        assert status < 500, answer
        if body and status >= 400:  # what is no HTTP is refused before it comes to the house
            assert json.loads(body)["error"]["message"]
    assert answer or kind == "cut"
    assert wired.kept.all() == before
    assert wired.send(written(b"GET", b"/healthz", b"")).startswith(b"HTTP/1.1 200 ")
