"""The API keeps what its description promises, whatever is sent (Schemathesis)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from unittest.mock import patch

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, CheckContext, GenerationMode, Response
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.python.asgi import shutdown_lifespans

from tests.server.common import PATIENCE, Machine, committed, compiled
from tests.server.postgres import free_port
from tests.server.receivers import Browser, mail_server
from tests.server.test_fuzz import Kept
from tirelire.match.fairness import new_words
from tirelire.server.admin.maintenance import open_repository
from tirelire.server.admin.moderation import make_token
from tirelire.server.http.app import make_app
from tirelire.server.notices.channels import new_push_key
from tirelire.server.schemas.responses import REFUSALS
from tirelire.server.settings import Settings
from tirelire.server.tables import clock

load_all_checks()
PROMISES = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_headers_conformance,
    schemathesis.checks.response_schema_conformance,
]
CONFIG = {
    "max-stream-events": 1,
    # Schemathesis forgets that what is wrong may also be too long.
    "checks": {"negative_data_rejection": {"expected-statuses": list(map(str, REFUSALS))}},
}
BOUNDED = settings(
    max_examples=8,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
KEY, MAIL_PORT = new_push_key(), free_port()
SLOW = {"bots": 10_000, "pause": 120}
"""A pace at which nothing happens of itself, as the clock stands still: what changes was asked."""
AT_ONCE = {"bots": 0, "pause": 0}
ASKING = {"bots": 0, "pause": None}
GAME = "cash_oder_crash"
CARD = "+6"
STEP = {"game": GAME, "chapter": "core", "which": "1"}
"""A game, or a step of its lesson."""
AT_TABLE: dict[str, dict[str, Any]] = {
    "check": {"move": "nonsense"},
    "talk": {"text": "hello"},
    "talk/switch": {"allowed": True},
    "orders": {"orders": {}},
    "leave": {},
    "return": {},
}
"""What a player may always do."""


def one_shape(_context: CheckContext, answer: Response, _case: Case[Any]) -> None:
    """Every refusal has the one shape, and every answer the headers that protect."""
    assert answer.headers["x-content-type-options"] == ["nosniff"]
    if answer.status_code >= 400:
        error = answer.json()["error"]
        assert isinstance(error["code"], str)
        assert error["message"]


def with_short_streams(app: Any) -> Any:
    """Let streams of lines end after the first one; those of events Schemathesis ends itself."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        is_stream = is_over = False

        async def sending(message: Any) -> None:
            nonlocal is_stream, is_over
            kind = dict(message.get("headers", ())).get(b"content-type", b"")
            is_stream = is_stream or kind.startswith(b"application/x-ndjson")
            if not is_over:
                is_over = is_stream and bool(message.get("body"))
                await send({**message, "more_body": False} if is_over else message)

        await app(scope, receive, sending)

    return answer


class Api:
    """An API as it describes itself, and a house that keeps it."""

    def __init__(self, schema: Any, kept: Kept, url: str) -> None:
        self.schema = schema
        self.kept = kept
        self._url = url
        found = [found.ok() for found in schema.get_all_operations()]
        self.operations = sorted(found, key=lambda each: each.path.endswith("/close"))
        """All there are; that after which nothing is possible comes last."""
        self.answered: set[tuple[str, str]] = set()
        """The operations that were granted."""

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Response:
        """Ask for something, and look whether the answer is as described."""
        sent = {} if body is None else {"body": body, "media_type": "application/json"}
        case: Case[Any] = self.schema[path][method].Case(**sent, **more)
        answer = case.call_and_validate(checks=[*PROMISES, one_shape])
        if answer.status_code < 300:
            self.answered.add((method, path))
        return answer

    def guest(self) -> dict[str, str]:
        """Make a guest; return their credentials."""
        answer = self.ask("POST", "/api/me")
        return {"cookie": str(answer.headers["set-cookie"][0]).split(";")[0]}

    def owner(self) -> dict[str, str]:
        """Let the owner of the house come in, with a token that a command made."""

        async def make() -> str:
            async with open_repository(self._url) as repository:
                return (await make_token(repository, None, ["admin"], ""))[1]

        return {"authorization": f"Bearer {asyncio.run(make())}"}


WHEN_OVER = ("record", "replay", "moments", "packs", "sheets")
"""What can be looked at when a match is over."""


class AtTable:
    """A guest with a table."""

    def __init__(
        self, api: Api, headers: dict[str, str], seats: list[str], pace: Any, rounds: int = 1
    ) -> None:
        self.api = api
        self.headers = headers
        body = {"game": GAME, "seats": seats, "pace": pace, "options": {"rounds": rounds}}
        made = api.ask("POST", "/api/tables", body, headers=headers)
        self.id = str(made.json()["id"])

    def do(self, what: str, body: Any = None, **more: Any) -> Any:
        """Do something that must be granted."""
        return self._ask("POST", what, body, **more).json()

    def look(self, what: str) -> Response:
        """Look at something."""
        return self._ask("GET", what)

    def play_a_deal(self) -> int:
        """Sit down against bots and play the first deal; return its number."""
        self.do("join", {"name": "Zoé"})
        self.do("start")
        while (view := self.look("view").json())["ended"] != "deal" or not view["deal"]:
            if view["asked"]:
                made = f"number-{view['number']}"
                self.do("moves", {"number": view["number"], "id": made, "move": view["legal"][0]})
        return int(view["deal"])

    def _ask(self, method: str, what: str, body: Any = None, **more: Any) -> Response:
        path = "/api/tables/{table}" + (f"/{what}" if what else "")
        path_parameters = {"table": self.id, "card": CARD}
        more = {"headers": self.headers, "path_parameters": path_parameters, **more}
        return self.api.ask(method, path, body, **more)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    compiled(GAME)
    path = tmp_path_factory.mktemp("schema") / "house.sqlite"
    machine = Machine()
    telling: dict[str, Any] = {"public_url": "https://house.example.org", "push_key": KEY}
    # The mail server is that of a test that opens one: see `be_told`.
    telling |= {
        "webhooks": True,
        "smtp": f"smtp://127.0.0.1:{MAIL_PORT}",
        "mail_from": "house@example.org",
    }
    made = Settings(db=f"sqlite:///{path}", rate=10_000, **telling)
    app = make_app(made, machine.wall, machine.uptime)
    with patch.object(clock, "BEAT", 3_600_000):
        config = SchemathesisConfig.from_dict(CONFIG)
        schema = schemathesis.openapi.from_asgi("/schema", with_short_streams(app), config=config)
        kept = Kept(path)
        yield Api(schema, kept, f"sqlite:///{path}")
        kept.close()
        shutdown_lifespans()


@pytest.fixture(scope="module")
def running(api: Api) -> AtTable:
    """A table at which two guests play, and a bot that is in no hurry."""
    token = api.ask("POST", "/api/me/tokens", {}, headers=api.guest()).json()["token"]
    host = {"authorization": f"Bearer {token}"}
    table = AtTable(api, host, ["open", "open", "novice"], SLOW)
    table.do("join", {"name": "Ada"})
    table.do("join", {"name": "Eva"}, headers=api.guest())
    table.do("start")
    until(lambda: table.look("view").json()["number"] > 0)
    return table


def until(holds: Any) -> None:
    """Ask until something holds."""
    give_up = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < give_up


def test_every_operation_is_answered_as_described(api: Api, running: AtTable) -> None:
    assert api.schema.raw_schema["openapi"].startswith("3.1.")
    view = running.look("view").json()
    body = {"number": view["number"], "id": "12345678", "move": view["legal"][0]}
    assert running.do("moves", body) == {"number": view["number"] + 1, "again": False}
    taken_back = {"number": view["number"] + 1, "id": "23456789"}
    made = running.do("retract", taken_back)
    assert made == {"number": view["number"] + 2, "again": False}
    running.do("moves", {**body, "number": made["number"], "id": "34567890"})
    with patch("tirelire.server.tables.seats.PATIENCE", 0):
        assert running.do("stand-in", {"seat": "B"})["seats"][1]["away"]
    for each in api.operations:
        what = each.path.removeprefix("/api/tables/{table}").removeprefix("/")
        if each.method.upper() == "POST" and what in AT_TABLE:
            running.do(what, AT_TABLE[what])
        elif "{share}" in each.path or each.path == "/api/me/notices":
            continue  # see `share_a_pad` and `be_told`
        elif each.method.upper() == "GET" and "{table}" not in each.path:
            query = {"move": "nonsense"} if each.path.endswith("/try") else {}
            api.ask("GET", each.path, headers=running.headers, path_parameters=STEP, query=query)
        elif each.method.upper() == "GET" and what not in WHEN_OVER:
            running.look(what)
    over = AtTable(api, running.headers, ["novice"] * 3, AT_ONCE)
    over.do("start")
    until(lambda: over.look("").json()["status"] == "over")
    for what in WHEN_OVER:
        over.look(what)
    assert over.look("view").json()["winners"]
    assert over.do("rematch")["status"] == "open"
    asking = AtTable(api, running.headers, ["open", "novice", "novice"], ASKING, rounds=2)
    assert asking.do("ready", {"deal": asking.play_a_deal()})["seats"][0]["ready"] == 1
    closed = AtTable(api, running.headers, ["open"] * 3, AT_ONCE)
    closed.do("join", {"name": "Zoé"})
    assert closed.do("pawn", {"pawn": "RED"})["seats"][0]["pawn"] == "RED"
    assert closed.do("close")["status"] == "closed"
    revealing = AtTable(api, running.headers, ["open", "novice", "novice"], AT_ONCE)
    promised, words = revealing.look("").json()["fairness"]["promise"], new_words()
    revealing.do("join", {"name": "Zoé", "commitment": committed(promised, words)})
    assert revealing.do("start")["status"] == "starting"
    assert revealing.do("reveal", {"words": words})["status"] == "running"
    guest = api.guest()
    made = api.ask("POST", "/api/me/tokens", {"label": "bot"}, headers=guest)
    assert made.status_code == 201
    (listed,) = api.ask("GET", "/api/me/tokens", headers=guest).json()
    dropped = api.ask(
        "DELETE",
        "/api/me/tokens/{token}",
        path_parameters={"token": listed["id"]},
        headers=guest,
    )
    assert dropped.status_code == 204
    code = api.ask("POST", "/api/me/link", headers=guest).json()["code"]
    api.ask("POST", "/api/me/move", {"code": code})
    api.ask("POST", "/api/score", {"game": GAME, "cards": "A +4 B -6 C 0"})
    pawns = [{"cards": field} for field in ("+4", "-6", "0")]
    api.ask("POST", "/api/pad", {"game": GAME, "players": 3, "deals": [{"seats": pawns}]})
    share_a_pad(api)
    be_told(api)
    look_after(api)
    described = {(x.method.upper(), x.path) for x in api.operations}
    assert described == api.answered


def share_a_pad(api: Api) -> None:
    """Share a score pad, send a hand to it, and collect it."""
    pad = {"game": GAME, "names": ["Zoé", "Bob", "Ann"], "deal": 1}
    made = api.ask("POST", "/api/pad/shares", pad).json()
    at, path = {"share": made["id"]}, "/api/pad/shares/{share}"
    assert api.ask("GET", path, path_parameters=at).json()["sent"] == []
    sent = {"seat": "B", "deal": 1, "hand": {"pawn": 4}}
    api.ask("POST", f"{path}/hands", sent, path_parameters=at)
    asked = {"key": made["key"], "deal": 1}
    (hand,) = api.ask("POST", f"{path}/collect", asked, path_parameters=at).json()["hands"]
    assert hand["hand"] == sent["hand"]


def be_told(api: Api) -> None:
    """Say where one is told that it is one's turn, and when not."""
    guest = api.guest()
    table = AtTable(api, guest, ["open"] * 3, AT_ONCE)
    table.do("join", {"name": "Zoé"})
    path = "/api/me/notices"
    browser = Browser().subscription("https://push.example.org/x")
    with mail_server(MAIL_PORT):
        for kind, body in (
            ("push", browser),
            ("webhook", {"url": "https://example.org/x"}),
            ("email", {"address": "ada@example.org"}),
            ("quiet", {"starts": 0, "ends": 60, "zone": "Europe/Paris"}),
        ):
            api.ask("POST", f"{path}/{kind}", body, headers=guest)
    found = api.ask("GET", path, headers=guest).json()["addresses"]
    assert {address["kind"] for address in found} == {"push", "webhook", "email"}
    ids = [address["id"] for address in found]
    assert table.do("notices", {"addresses": ids[:1]}) == {"addresses": ids[:1]}
    dropped = {"address": ids[0]}
    api.ask("DELETE", f"{path}/{{address}}", headers=guest, path_parameters=dropped)


def look_after(api: Api) -> None:
    """Do what hosts, readers and the owner of the house do about people."""
    host, other = api.guest(), api.guest()
    table = AtTable(api, host, ["open"] * 3, AT_ONCE)
    table.do("join", {"name": "Host"})
    table.do("join", {"name": "Other"}, headers=other)
    muted = "/api/tables/{table}/mutes/{seat}"
    assert table.do("mutes", {"seat": "B"}) == {"seats": ["B"]}
    api.ask("DELETE", muted, headers=host, path_parameters={"table": table.id, "seat": "B"})
    table.do("mutes", {"seat": "B"})
    (mute,) = api.ask("GET", "/api/me/mutes", headers=host).json()
    api.ask("DELETE", "/api/me/mutes/{mute}", headers=host, path_parameters={"mute": mute["id"]})
    assert table.do("remove", {"seat": "B"})["seats"][1]["kind"] == "open"
    owner = api.owner()
    for what in ("tables", "guests"):
        assert api.ask("GET", f"/api/admin/{what}", headers=owner).json()
    known = api.ask("POST", "/api/me", headers=other).json()["guest"]
    for what, body in (
        ("mute", {"muted": True}),
        ("ban", {"banned": True, "days": 1}),
        ("rename", {"name": "Another"}),
    ):
        path = f"/api/admin/guests/{{guest}}/{what}"
        api.ask("POST", path, body, headers=owner, path_parameters={"guest": known})
    api.ask("DELETE", "/api/admin/guests/{guest}", headers=owner, path_parameters={"guest": known})
    close = "/api/admin/tables/{table}/close"
    api.ask("POST", close, headers=owner, path_parameters={"table": table.id})
    signed = api.ask("POST", "/api/me/sign-out", headers=host)
    cookie = str(signed.headers["set-cookie"][0]).split(";")[0]
    assert api.ask("DELETE", "/api/me", headers={"cookie": cookie}).status_code == 204


def try_all(api: Api, mode: GenerationMode, table: AtTable, *, there: bool) -> None:
    """Send many requests to every operation, at any table or one that is there."""
    checks = [*PROMISES, one_shape]
    if mode == GenerationMode.NEGATIVE and not there:
        checks.append(schemathesis.checks.negative_data_rejection)
    tried = 0
    for operation in api.operations:
        if there and "{table}" not in operation.path:
            continue

        @BOUNDED
        @given(case=operation.as_strategy(generation_mode=mode))
        def keeps_its_promises(case: Case[Any]) -> None:
            if there:
                case.path_parameters["table"] = table.id
            before = api.kept.all()
            answer = case.call_and_validate(headers=table.headers, checks=checks)
            if answer.status_code >= 400:
                assert api.kept.all() == before

        with suppress(Unsatisfiable):  # nothing is wrong for an operation that asks for nothing
            keeps_its_promises()
            tried += 1
    assert tried >= (6 if there else 12)


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_it_keeps_its_promises_whatever_is_asked(
    api: Api, running: AtTable, mode: GenerationMode
) -> None:
    try_all(api, mode, running, there=False)


@pytest.mark.parametrize("mode", list(GenerationMode)[::-1], ids=lambda mode: mode.value)
def test_it_does_so_at_a_table_that_is_there(
    api: Api, running: AtTable, mode: GenerationMode
) -> None:
    try_all(api, mode, running, there=True)
