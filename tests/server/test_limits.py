"""Limits: one address or guest cannot take all connections, streams and requests of a house.

`attacks` has the same at the size at which it was reproduced.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import psutil
import pytest
from httpx import Response
from starlette.types import Receive

from tests.server.attacks import (
    ATTACKER,
    HALF_HEADER,
    IDLE,
    KEPT_ALIVE,
    NEWCOMER,
    UNFINISHED_BODY,
    UNREAD,
    ask,
    attack,
    connect,
    newcomer_waits,
    set_table,
    stream_of,
)
from tests.server.common import (
    PATIENCE,
    Opened,
    Person,
    fine,
    following,
    open_house,
    refusal,
    until,
)
from tests.server.postgres import RedisServer, running
from tests.server.served import Served, served
from tirelire.core.languages import LANGUAGES
from tirelire.core.texts import say
from tirelire.server import limiters
from tirelire.server.errors import CapacityExceeded, TooManyRequests
from tirelire.server.http.addresses import network_of
from tirelire.server.http.middleware import PART
from tirelire.server.limiters import BURST, FEW, ConcurrencyLimiter
from tirelire.server.supervisor import OTHER_FILES, open_file_limit

pytestmark = pytest.mark.anyio
CONNECTIONS, STREAMS, REQUESTS = 64, 6, 8
LIMITS = {
    "connections": CONNECTIONS,
    "header-timeout": 1,
    "body-timeout": 1,
    "send-timeout": 2,
    "address-streams": STREAMS,
    "address-requests": REQUESTS,
}


@pytest.fixture(scope="module")
async def small_house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A house that listens, with low limits."""
    folder = tmp_path_factory.mktemp("limits")
    options = [part for name, most in LIMITS.items() for part in (f"--{name}", str(most))]
    database = f"sqlite:///{folder / 'house.sqlite'}"
    async with served(folder / "log", "--db", database, *options) as house:
        yield house


# --- connections and slow clients ---------------------------------------------------------------


@pytest.mark.parametrize("said", [IDLE, HALF_HEADER, KEPT_ALIVE], ids=["idle", "half", "kept"])
async def test_connections_that_go_silent_are_closed_and_shut_no_newcomer_out(
    small_house: Served, said: bytes
) -> None:
    """Without a header timeout nobody is answered once all connections are taken."""
    async with attack(small_house.port, CONNECTIONS + 10, said) as held:
        await newcomer_waits(small_house.port)
        await asyncio.gather(*(connection.until_closed() for connection in held))


async def test_a_body_that_does_not_arrive_is_given_up(small_house: Served) -> None:
    async with attack(small_house.port, REQUESTS, UNFINISHED_BODY) as held:
        await newcomer_waits(small_house.port)
        answers = await asyncio.gather(*(connection.answer() for connection in held))
        await asyncio.gather(*(connection.until_closed() for connection in held))
    assert {answer.status for answer in answers} == {408}
    assert {answer.json()["error"]["setting"] for answer in answers} == {"body_timeout"}
    assert (await ask(small_house.port, ATTACKER, "/api/tables")).status == 200


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has TCP_USER_TIMEOUT")
async def test_clients_that_take_nothing_are_cut_off_and_shut_no_newcomer_out(
    small_house: Served,
) -> None:
    """Without a send timeout they hold all connections for ever, and no newcomer is answered."""
    port, (worker,) = small_house.port, small_house.workers
    async with attack(port, CONNECTIONS + 10, UNREAD):
        await newcomer_waits(port)
        async with asyncio.timeout(PATIENCE):
            while held_by(worker, ATTACKER):
                await asyncio.sleep(0.05)
        assert (await ask(port, ATTACKER, "/api/tables")).status == 200  # while they still hold on


def held_by(worker: psutil.Process, address: str) -> list[Any]:
    """Return the connections of a worker that a client holds."""
    found = worker.net_connections("tcp")
    return [one for one in found if one.raddr and one.raddr.ip == address]


UNREAD_BODIES = {
    "of a page": b"GET /healthz HTTP/1.1\r\nhost: house\r\ncontent-length: 1000\r\n\r\n{",
    "of no route": b"PUT /nowhere HTTP/1.1\r\nhost: house\r\ncontent-length: 1000\r\n\r\n{",
    "in chunks": b"GET / HTTP/1.1\r\nhost: house\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab",
    "expected": b"POST /api/tables HTTP/1.1\r\nhost: house\r\nexpect: 100-continue\r\n"
    b"content-type: application/json\r\ncontent-length: 10\r\n\r\n",
}
"""Requests with unfinished bodies, most of which no handler reads."""


@pytest.mark.parametrize("said", UNREAD_BODIES.values(), ids=UNREAD_BODIES)
async def test_a_body_that_no_handler_reads_holds_no_connection(
    small_house: Served, said: bytes
) -> None:
    async with attack(small_house.port, REQUESTS, said) as held:
        await newcomer_waits(small_house.port)
        await asyncio.gather(*(connection.until_closed() for connection in held))


class Unread:
    """A client that takes the head of an answer, and its body when it is told to."""

    def __init__(self) -> None:
        self.status = 0
        self.bodies: list[bytes] = []
        self.reads = asyncio.Event()

    async def send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        if message["type"] == "http.response.body":
            self.bodies.append(message["body"])
            await self.reads.wait()

    async def receive(self) -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def ask(self, app: Any, path: str) -> None:
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": "GET",
            "headers": [],
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "extensions": {"http.response.pathsend": {}},
            "server": ("house.test", 8000),
            "client": (ATTACKER, 1),
            "root_path": "",
        }
        await app(scope, self.receive, self.send)


@pytest.mark.parametrize("path", ["/static/base.css", "/schema", "/api/games"])
async def test_a_request_counts_until_its_answer_is_sent(tmp_path: Path, path: str) -> None:
    async with open_house(tmp_path, address_requests=2) as house:
        held = [Unread(), Unread()]
        asking = [asyncio.create_task(one.ask(house.app, path)) for one in held]
        await until(lambda: all(one.bodies for one in held))
        refused = Unread()
        refused.reads.set()
        await refused.ask(house.app, path)
        assert refused.status == 429
        for one in held:
            one.reads.set()
        await asyncio.gather(*asking)
        late = Unread()
        late.reads.set()
        await late.ask(house.app, path)
        assert late.status == 200
        for one in held:
            assert one.status == 200
            assert b"".join(one.bodies) == b"".join(late.bodies)
            assert max(map(len, one.bodies)) <= PART


async def test_streams_of_one_address_leave_room_for_another(small_house: Served) -> None:
    port = small_house.port
    stream = stream_of(await set_table(port))
    async with attack(port, STREAMS, stream) as held:
        assert {(await connection.answer()).status for connection in held} == {200}
        one_more, other = [await connect(port, x, stream) for x in (ATTACKER, NEWCOMER)]
        refused, followed = await one_more.answer(), await other.answer()
        one_more.close()
        other.close()
    assert followed.status == 200
    assert refused.status == 429
    assert refused.json()["error"]["setting"] == "address_streams"


# --- the rate limit and the body ----------------------------------------------------------------


async def say_headers_alone(person: Person, path: str, receive: Receive) -> int:
    """Announce a large body; return the status of the answer."""
    request = person.http.build_request("POST", path, json={})
    headers = {**request.headers, "content-length": "60000"}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "server": ("house.test", 8000),
        "client": (person.host, 1),
        "root_path": "",
    }
    statuses: list[int] = []

    async def send(message: Any) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    await person.app(scope, receive, send)
    return statuses[0]


@pytest.mark.parametrize("path", ["/api/tables/x/moves", "/api/tables"])
async def test_too_many_requests_are_refused_before_the_body_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(limiters, "monotonic", lambda: 1000.0)
    reads = []

    async def receive() -> Any:
        reads.append(path)
        return {"type": "http.disconnect"}

    async with open_house(tmp_path, rate=1) as house:
        person = house.person()
        for _ in range(BURST):
            await person.get("/api/tables")
        assert await say_headers_alone(person, path, receive) == 429
        assert reads == []
        answer = await person.get("/api/tables")
        assert refusal(answer, 429)["setting"] == "rate"


async def test_requests_that_wait_for_their_bodies_leave_room_for_other_addresses(
    tmp_path: Path,
) -> None:
    given_up = asyncio.Event()

    async def never_comes() -> Any:
        await given_up.wait()
        return {"type": "http.disconnect"}

    async with open_house(tmp_path, address_requests=REQUESTS) as house:
        slow, other = house.person("192.0.2.7"), house.person("192.0.2.8")
        path = "/api/tables/x/moves"
        asking = [say_headers_alone(slow, path, never_comes) for _ in range(REQUESTS)]
        waiting = asyncio.gather(*asking)
        await until(lambda: house.app.requests.count == REQUESTS)
        answer = await slow.get("/api/tables")
        assert refusal(answer, 429)["setting"] == "address_requests"
        assert int(answer.headers["retry-after"]) >= 1
        page = await slow.get("/", accept="text/html")
        assert (page.status_code, page.headers["retry-after"]) == (429, "1")
        assert say("en", "refusal.house.requests") in page.text
        fine(await other.get("/api/tables"))
        given_up.set()
        assert await waiting == [400] * REQUESTS
        fine(await slow.get("/api/tables"))


async def test_ipv6_is_counted_by_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limiters, "monotonic", lambda: 1000.0)
    async with open_house(tmp_path, rate=1) as house:
        of_one = [house.person(f"2001:db8:1:2::{i}") for i in range(1, BURST + 2)]
        found = [(await person.get("/api/tables")).status_code for person in of_one]
        assert found == [200] * BURST + [429]
        fine(await house.person("2001:db8:1:3::1").get("/api/tables"))
    assert network_of("no address") == "no address"


# --- streams ------------------------------------------------------------------------------------


async def follow(stack: AsyncExitStack, person: Person, table: str) -> int:
    """Follow a table for a while; return the status."""
    path = f"/api/tables/{table}/events"
    stream = await stack.enter_async_context(following(person, path))
    await stream.piece(b"\n")
    return stream.status


async def refused_stream(person: Person, path: str) -> Response:
    """Ask for a stream that is to be refused; one that is not would never end."""
    async with asyncio.timeout(PATIENCE):
        return await person.get(path)


async def test_one_guest_has_only_so_many_streams_from_all_addresses(tmp_path: Path) -> None:
    async with open_house(tmp_path, guest_streams=3) as house, AsyncExitStack() as stack:
        guest = house.person("192.0.2.1")
        table = await guest.table()
        program = (await guest.do("/api/me/tokens"))["token"]
        elsewhere = house.person("192.0.2.2", authorization=f"Bearer {program}")
        for person in (guest, elsewhere, guest):
            assert await follow(stack, person, table) == 200
        for person in (guest, elsewhere):
            answer = await refused_stream(person, f"/api/tables/{table}/events")
            assert refusal(answer, 429)["setting"] == "guest_streams"
            assert int(answer.headers["retry-after"]) >= 1
        assert await follow(stack, house.person("192.0.2.1"), table) == 200


async def test_behind_a_proxy_streams_are_counted_by_the_address_that_it_names(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path, tls=True, proxies="192.0.2.1", address_streams=1) as house:
        table = await house.person().table()
        one = house.person(x_forwarded_for="203.0.113.1")
        async with AsyncExitStack() as stack:
            assert await follow(stack, one, table) == 200
            answer = await refused_stream(one, f"/api/tables/{table}/events")
            assert refusal(answer, 429)["setting"] == "address_streams"
            assert await follow(stack, house.person(x_forwarded_for="203.0.113.2"), table) == 200
        async with AsyncExitStack() as stack:  # what has ended makes room
            assert await follow(stack, one, table) == 200


async def test_processes_with_redis_share_the_count_of_streams(tmp_path: Path) -> None:
    with running(RedisServer()) as redis:
        limits: dict[str, Any] = {"redis": redis.url, "address_streams": 2}
        async with open_house(tmp_path, **limits) as one, open_house(tmp_path, **limits) as two:
            held = two.app.services.streams.by_address
            async with AsyncExitStack() as stack:
                person, other = one.person("192.0.2.7"), two.person("192.0.2.7")
                table = await person.table()
                for _ in range(2):
                    assert await follow(stack, person, table) == 200
                await until(lambda: held.elsewhere.get("192.0.2.7") == 2)
                answer = await refused_stream(other, f"/api/tables/{table}/events")
                assert refusal(answer, 429)["setting"] == "address_streams"
                assert await follow(stack, two.person("192.0.2.8"), table) == 200
            await until(lambda: not held.elsewhere)
            async with AsyncExitStack() as stack:
                assert await follow(stack, other, table) == 200


async def test_a_refusal_names_the_limit_in_the_readers_language(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_streams=1) as house, AsyncExitStack() as stack:
        person = house.person()
        table = await person.table()
        assert await follow(stack, person, table) == 200
        for lang in LANGUAGES:
            answer = await refused_stream(person, f"/api/tables/{table}/stream?lang={lang}")
            error = refusal(answer, 429)
            assert error["code"] == "too_many"
            assert error["message"] == say(lang, "refusal.house.address_streams")


async def test_whatever_was_held_is_given_back(house: Opened) -> None:
    person = house.person()
    table = await person.table()
    async with following(person, f"/api/tables/{table}/events") as stream:
        await stream.piece(b"\n")
    await person.get("/api/nothing")
    await person.post("/api/tables", "no table")
    assert house.app.requests.count == 0
    assert house.app.services.streams.count == 0


# --- the limiter --------------------------------------------------------------------------------


def test_a_reserve_is_kept_for_newcomers() -> None:
    limiter = ConcurrencyLimiter("requests", per_key=50, total=16, setting="address_requests")
    for _ in range(12):
        limiter.acquire("greedy")
    with pytest.raises(CapacityExceeded) as full:
        limiter.acquire("greedy")
    assert full.value.setting == "connections"
    for _ in range(FEW):
        limiter.acquire("newcomer")
    with pytest.raises(CapacityExceeded):
        limiter.acquire("late")
    limiter.release("greedy")
    limiter.acquire("late")
    assert limiter.count == 16


def test_a_key_holds_only_so_many_and_is_forgotten_when_it_holds_none() -> None:
    limiter = ConcurrencyLimiter("requests", per_key=2, total=100, setting="address_requests")
    with limiter.hold("a"), limiter.hold("a"), limiter.hold("b"):
        with pytest.raises(TooManyRequests) as refused:
            limiter.acquire("a")
        assert refused.value.setting == "address_requests"
    assert limiter.count == 0
    assert not limiter.held


def test_a_process_may_open_files_for_all_its_connections() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, before[1]))
        assert open_file_limit(1000) == 1000
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 1000 + OTHER_FILES
        assert open_file_limit(before[1] + 1) == before[1] - OTHER_FILES
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
