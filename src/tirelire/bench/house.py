"""Measurements of the house: durable moves, and memory with many tables and streams.

The house runs as users start it, in processes of its own, with a database on the disk.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tirelire.bench.http_client import HTTPConnection
from tirelire.bench.load import Load
from tirelire.games import GAMES

TABLES, SEATS, RATE = 200, 4, 1020
WAITING, STREAMS = 1000, 2000
_START = 120.0
_AT_ONCE = 50
_MEGABYTE = 1 << 20


@asynccontextmanager
async def _served() -> AsyncIterator[tuple[int, int]]:
    """Serve a new house; return its port and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(Path(sys.executable).with_name("tirelire")), "serve", "--port", str(port)]
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/house.sqlite"
        limits = ("--rate", "--address-requests", "--address-streams")
        for option in limits:  # the whole load comes from one address
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


async def playing(game: str, seconds: float) -> dict[str, Any]:
    """Let four programs play at each of many tables; return the summary of the load."""
    async with _served() as (port, _):
        load = Load(f"http://127.0.0.1:{port}", game, tables=TABLES, seats=SEATS, rate=RATE)
        return (await load.run(seconds, lambda _told: None)).summary()


async def waiting() -> float:
    """Open many tables that wait for people, with many streams; return megabytes in use."""
    async with _served() as (port, process):
        connections = [HTTPConnection("127.0.0.1", port) for _ in range(STREAMS)]
        try:
            for first in range(0, WAITING, _AT_ONCE):
                places = range(first, first + _AT_ONCE)
                await asyncio.gather(
                    *(_wait(connections[2 * x], connections[2 * x + 1]) for x in places)
                )
            return _memory(process)
        finally:
            for connection in connections:
                connection.close()


async def _wait(host: HTTPConnection, other: HTTPConnection) -> None:
    """Set a table, and follow it twice."""
    table = {"game": GAMES[0], "seats": ["open"] * SEATS}
    status, body = await host.ask("POST", "/api/tables", table)
    assert status == 201, body
    name = body.partition(b'"id":"')[2].partition(b'"')[0].decode()
    for connection in (host, other):
        await _hear_once(connection, f"/api/tables/{name}/events")


async def _hear_once(connection: HTTPConnection, path: str) -> None:
    """Follow a stream, and wait for its first event."""
    heard = asyncio.Event()
    await connection.follow(path, lambda _: heard.set())
    await heard.wait()


def _memory(process: int) -> float:
    """Return the memory of a process and those that it started, in megabytes."""
    import psutil

    house = psutil.Process(process)
    everybody = [house, *house.children(recursive=True)]
    return sum(int(one.memory_info().rss) for one in everybody) / _MEGABYTE


async def answering(seconds: float) -> float:
    """Answers a second to the smallest question that needs no database, one after the other.

    The peer of durable moves: what the same server and client can do at most.
    """
    async with _served() as (port, _):
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
