"""Measurements of the house: durable moves, and memory with many tables and streams.

The house runs as users start it, in processes of its own, with a database on the disk.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tirelire.bench.http_client import HTTPConnection
from tirelire.bench.load import Load
from tirelire.bench.ports import free_port
from tirelire.games import GAMES

TABLES, SEATS, RATE = 200, 4, 1020
SATURATION = 10_000
"""Moves a second that are asked for to find out how many there can be."""
WAITING, STREAMS = 1000, 2000
_START = 120.0
_AT_ONCE = 50
_MEGABYTE = 1 << 20


TIRELIRE = Path(sys.executable).with_name("tirelire")
"""The command of this version."""
LIMITS = (
    "--rate",
    "--address-requests",
    "--address-streams",
    "--address-connections",
    "--address-guests",
    "--address-tables",
)
"""Options of `serve` that are raised: the whole load comes from one address."""


@asynccontextmanager
async def served(
    tirelire: Path = TIRELIRE, limits: Sequence[str] = LIMITS
) -> AsyncIterator[tuple[int, int]]:
    """Serve a new house; return its port and its process."""
    port = free_port()
    command = [str(tirelire), "serve", "--port", str(port)]
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/house.sqlite"
        for option in limits:
            command += [option, "10000"]
        process = subprocess.Popen([*command, "--db", database], stderr=subprocess.DEVNULL)
        try:
            await _until_it_answers(port, process)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait()


async def _until_it_answers(port: int, process: subprocess.Popen[bytes]) -> None:
    async with asyncio.timeout(_START):
        while process.poll() is None:
            connection = HTTPConnection("127.0.0.1", port)
            try:
                await connection.ask("GET", "/healthz")
                return
            except OSError:
                await asyncio.sleep(0.1)
            finally:
                connection.close()
    raise OSError(f"the house did not open: status {process.returncode}")


async def playing(
    game: str, seconds: float, tables: int = TABLES, rate: int = RATE
) -> dict[str, Any]:
    """Let four programs play at each of many tables; return the summary of the load."""
    async with served() as (port, _):
        load = Load(f"http://127.0.0.1:{port}", game, tables=tables, seats=SEATS, rate=rate)
        return (await load.run(seconds, lambda _told: None)).summary()


class HouseMemory(NamedTuple):
    """Megabytes of all processes of a house."""

    resident: float
    """Pages that are in memory; those that two processes share are counted twice."""
    proportional: float
    """The same, but a page that several processes map is divided among them."""


async def waiting() -> tuple[HouseMemory, HouseMemory]:
    """Open many tables that wait for people, with many streams; return the memory in use.

    The second figure is that after each game was begun once: its rules are loaded then.
    """
    async with served() as (port, process):
        connections = [HTTPConnection("127.0.0.1", port) for _ in range(STREAMS)]
        try:
            for first in range(0, WAITING, _AT_ONCE):
                places = range(first, first + _AT_ONCE)
                await asyncio.gather(
                    *(_wait(connections[2 * x], connections[2 * x + 1]) for x in places)
                )
            empty = _memory(process)
            for game in GAMES:
                await _begin(port, game)
            return empty, _memory(process)
        finally:
            for connection in connections:
                connection.close()


async def _wait(host: HTTPConnection, other: HTTPConnection) -> None:
    """Set a table, and follow it twice."""
    table = {"game": GAMES[0], "seats": ["open"] * SEATS}
    status, body = await host.ask("POST", "/api/tables", table)
    assert status == 201, body
    name = _id_of(body)
    for connection in (host, other):
        await _hear_once(connection, f"/api/tables/{name}/events")


async def _begin(port: int, game: str) -> None:
    """Begin a match of bots that wait for a minute before each move."""
    connection = HTTPConnection("127.0.0.1", port)
    pace = {"bots": 60, "pause": 60, "window": 60}
    table = {"game": game, "seats": ["regular"] * SEATS, "pace": pace}
    status, body = await connection.ask("POST", "/api/tables", table)
    assert status == 201, body
    status, body = await connection.ask("POST", f"/api/tables/{_id_of(body)}/start", {})
    assert status == 200, body
    connection.close()


def _id_of(body: bytes) -> str:
    """Return the id of a described table."""
    return body.partition(b'"id":"')[2].partition(b'"')[0].decode()


async def _hear_once(connection: HTTPConnection, path: str) -> None:
    """Follow a stream, and wait for its first event."""
    heard = asyncio.Event()
    await connection.follow(path, lambda _: heard.set())
    await heard.wait()


def _memory(process: int) -> HouseMemory:
    """Return the memory of a process and those that it started."""
    import psutil

    house = psutil.Process(process)
    found = [one.memory_full_info() for one in (house, *house.children(recursive=True))]
    resident = sum(int(one.rss) for one in found)
    proportional = sum(int(getattr(one, "pss", one.rss)) for one in found)
    return HouseMemory(resident / _MEGABYTE, proportional / _MEGABYTE)


async def answering(seconds: float) -> float:
    """Answers a second to the smallest question that needs no database, one after the other.

    The peer of durable moves: what the same server and client can do at most.
    """
    async with served() as (port, _):
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        count = 0

        async def ask() -> None:
            nonlocal count
            connection = HTTPConnection("127.0.0.1", port)
            while loop.time() < end:
                await connection.ask("GET", "/api/nothing")
                count += 1
            connection.close()

        await asyncio.gather(*(ask() for _ in range(_AT_ONCE)))
        return count / seconds
