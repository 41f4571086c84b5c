"""Connections of an address, and clients that read slowly: what the server itself does not limit.

Both ends of each connection are in this process, and the clock goes when it is told to.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.server.attacks import ATTACKER, HALF_HEADER, NEWCOMER, attack, connect, newcomer_waits
from tests.server.common import until
from tests.server.served import Served, served
from tirelire.server.connection_limits import (
    INTERVAL,
    LEAST_RATE,
    READERS_INTERVAL,
    ConnectionLimits,
    Peer,
)
from tirelire.server.settings import Settings

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="other systems tell too little of sockets"),
]
TIMEOUT = 10
"""The send timeout, in seconds."""
ROOM = 8 * 1024
"""Bytes that the system buffers for a client, about."""
ATTACKERS, KEPT = 70, 8
"""Connections of an attacker to a house with room for 64, and how many of them it keeps."""


class Pair:
    """A connection: the end of the server, and that of the client."""

    def __init__(self, server: socket.socket, client: socket.socket) -> None:
        self.server, self.client = server, client

    def send(self, count: int) -> None:
        """Let so many bytes wait for the client."""
        self.server.sendall(bytes(count))

    def take(self, count: int) -> None:
        """Take bytes that wait."""
        while count:
            count -= len(self.client.recv(count))

    @property
    def is_open(self) -> bool:
        """Whether the server's end was not shut down."""
        try:
            return bool(self.server.send(b"."))
        except OSError:
            return False


class Connections:
    """Connections to one port of this process, and a clock."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        self.seconds = 0.0

    def limits(self, **settings: Any) -> ConnectionLimits:
        """Make the limits of these connections."""
        port = self._listening.getsockname()[1]
        given = Settings(port=port, send_timeout=TIMEOUT, **settings)
        return ConnectionLimits(given, clock=lambda: self.seconds)

    def connect(self, address: str) -> Pair:
        """Connect from an address of this machine."""
        client = self._stack.enter_context(socket.socket())
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, ROOM)
        client.bind((address, 0))
        client.connect(self._listening.getsockname())
        server = self._stack.enter_context(self._listening.accept()[0])
        return Pair(server, client)

    async def pass_time(self, limits: ConnectionLimits, seconds: float) -> None:
        """Let the limits look as often as they do in so many seconds."""
        for _ in range(round(seconds / INTERVAL)):
            self.seconds += INTERVAL
            await limits.look()


@pytest.fixture
def connections() -> Iterator[Connections]:
    with ExitStack() as stack:
        yield Connections(stack)


def open_of(pairs: list[Pair]) -> list[bool]:
    return [pair.is_open for pair in pairs]


# --- connections of an address ------------------------------------------------------------------


async def test_an_address_keeps_its_oldest_connections(connections: Connections) -> None:
    limits = connections.limits(address_connections=3)
    older = [connections.connect(ATTACKER) for _ in range(2)]
    other = connections.connect(NEWCOMER)
    await connections.pass_time(limits, READERS_INTERVAL)
    newer = [connections.connect(ATTACKER) for _ in range(40)]
    await connections.pass_time(limits, INTERVAL)
    assert open_of(older) == [True, True]
    assert other.is_open
    assert sum(open_of(newer)) == 1


async def test_the_more_are_open_the_fewer_an_address_may_have(connections: Connections) -> None:
    """Many who hold much do not shut newcomers out: one connection in eight is kept free."""
    limits = connections.limits(address_connections=1000, connections=64)
    held = {
        address: [connections.connect(address) for _ in range(count)]
        for address, count in {"127.0.0.3": 30, "127.0.0.4": 30, NEWCOMER: 4}.items()
    }
    await connections.pass_time(limits, INTERVAL)
    left = {address: sum(open_of(pairs)) for address, pairs in held.items()}
    assert left[NEWCOMER] == 4
    assert left["127.0.0.3"] == left["127.0.0.4"]
    assert 30 < sum(left.values()) <= 56


async def test_proxies_have_as_many_connections_as_they_want(connections: Connections) -> None:
    for proxies, kept in (("127.0.0.1", 40), ("192.0.2.1", 2)):
        limits = connections.limits(address_connections=2, tls=True, proxies=proxies)
        pairs = [connections.connect(ATTACKER) for _ in range(40)]
        await connections.pass_time(limits, INTERVAL)
        assert sum(open_of(pairs)) == kept
        for pair in pairs:
            pair.server.close()


async def test_a_file_number_that_another_connection_has_by_now_is_left_alone(
    connections: Connections,
) -> None:
    limits, pair = connections.limits(), connections.connect(NEWCOMER)
    file, (host, port) = pair.server.fileno(), pair.server.getpeername()
    limits._reset([Peer(file, ATTACKER, port), Peer(file, host, port + 1)], "reset: %d")
    assert pair.is_open
    limits._reset([Peer(file, host, port)], "reset: %d")
    assert not pair.is_open


# --- clients that read slowly -------------------------------------------------------------------


async def test_a_client_that_takes_a_little_now_and_then_is_cut_off(
    connections: Connections,
) -> None:
    """The system's own time limit does not see it: each packet begins it anew."""
    waiting = 40 * LEAST_RATE
    limits = connections.limits()
    slow, idle = connections.connect(ATTACKER), connections.connect(ATTACKER)
    slow.send(waiting)
    while slow.is_open:
        assert connections.seconds <= TIMEOUT + waiting / LEAST_RATE + 2 * READERS_INTERVAL
        await connections.pass_time(limits, READERS_INTERVAL)
        slow.take(1000)
    assert connections.seconds > TIMEOUT
    assert idle.is_open


async def test_a_client_that_is_slow_but_takes_everything_in_time_is_not(
    connections: Connections,
) -> None:
    limits = connections.limits()
    pair = connections.connect(ATTACKER)
    for _ in range(20):
        count = int(2 * LEAST_RATE * READERS_INTERVAL)
        pair.send(count)
        await connections.pass_time(limits, READERS_INTERVAL)
        pair.take(count)
    assert pair.is_open


async def test_a_stream_with_always_something_on_its_way_is_not(connections: Connections) -> None:
    limits = connections.limits()
    pair = connections.connect(ATTACKER)
    for _ in range(20):
        pair.send(4 * ROOM)
        await connections.pass_time(limits, READERS_INTERVAL)
        pair.take(4 * ROOM - 1)
        pair.send(1)
    assert pair.is_open


# --- a house ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
async def patient(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A house that gives everybody a minute: only the number of connections is limited."""
    folder = tmp_path_factory.mktemp("patient")
    options = {
        "db": f"sqlite:///{folder / 'house.sqlite'}",
        "address-connections": KEPT,
        "connections": 64,
        "header-timeout": 60,
        "body-timeout": 60,
    }
    given = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    async with served(folder / "log", *given) as house:
        yield house


async def test_a_house_resets_connections_that_are_too_many(patient: Served) -> None:
    """Without the limit these hold all connections for a minute, and no newcomer is answered."""
    other = await connect(patient.port, NEWCOMER, HALF_HEADER)
    async with attack(patient.port, ATTACKERS, HALF_HEADER) as held:
        await newcomer_waits(patient.port)
        closing = [asyncio.create_task(connection.until_closed()) for connection in held]
        await until(lambda: sum(task.done() for task in closing) == ATTACKERS - KEPT)
        others = asyncio.create_task(other.until_closed())
        await newcomer_waits(patient.port)
        assert not others.done()
        for task in (*closing, others):
            task.cancel()
        await asyncio.gather(*closing, others, return_exceptions=True)
    other.close()
    assert "addresses that have too many" in patient.log.read_text("utf-8")
