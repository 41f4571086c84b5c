"""The least server that takes the load of a house: what would be left if its own code were free.

    python -m tirelire.bench.floor

It runs on the same HTTP server with the same settings, stores every move in SQLite with full sync,
many in one commit, and answers each with as many bytes as the house. It knows no rules, no guests
and no limits: any move is legal, and the next seat is asked.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psutil

from tirelire.bench.event_loop import run
from tirelire.bench.http_client import HTTPConnection
from tirelire.bench.load import Load
from tirelire.bench.ports import free_port
from tirelire.server.worker import COLLECT, SWITCH

_FILE = "TIRELIRE_FLOOR"
"""The environment variable that names the file of the database."""
TABLES, SEATS = 200, 4
_TOLD = 2
"""Readers who get an event for each move: in a house under load there are 1.7 of them."""
_EVENT, _ANSWER = 1800, 512
"""Bytes of an event, and of an answer, as in Money."""
_SECONDS = 6.0
_JSON = [(b"content-type", b"application/json")]


class Floor:
    """An ASGI application that stores moves and tells of them."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1)
        self._database: sqlite3.Connection | None = None
        self._moves: dict[str, int] = {}
        """How many moves were made at each table."""
        self._streams: dict[tuple[str, int], asyncio.Queue[bytes]] = {}
        self._waiting: list[tuple[tuple[str, int, bytes], asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._writing: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await receive()
            self._writing = asyncio.create_task(self._write())
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        table, _, action = scope["path"].removeprefix("/api/tables").strip("/").partition("/")
        if action == "events":
            await self._follow(table, ord(scope["query_string"][-1:]) - ord("A"), send)
            return
        answer: dict[str, Any] = {}
        if not table:
            answer["id"] = f"{len(self._moves)}"
            self._moves[answer["id"]] = 0
        elif action == "moves":
            answer["number"] = await self._move(table, (await receive())["body"])
        body = json.dumps(answer).encode().ljust(_ANSWER)
        head = [*_JSON, (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    async def _move(self, table: str, text: bytes) -> int:
        """Store a move, then tell of it."""
        number = self._moves[table] + 1
        stored = asyncio.get_running_loop().create_future()
        self._waiting.append(((table, number, text), stored))
        self._wake.set()
        await stored
        self._moves[table] = number
        for ahead in range(_TOLD):
            seat = (number + ahead) % SEATS
            self._streams[table, seat].put_nowait(_event(number, is_asked=not ahead))
        return number

    async def _follow(self, table: str, seat: int, send: Any) -> None:
        news = self._streams[table, seat] = asyncio.Queue()
        news.put_nowait(_event(0, is_asked=seat == 0))
        head = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        while True:
            body = await news.get()
            await send({"type": "http.response.body", "body": body, "more_body": True})

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await loop.run_in_executor(self._thread, self._store, [row for row, _ in batch])
                for _, stored in batch:
                    stored.set_result(None)

    def _store(self, rows: list[tuple[str, int, bytes]]) -> None:
        if self._database is None:
            self._database = sqlite3.connect(self._file)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=FULL")
            self._database.execute("CREATE TABLE events (id TEXT, number INTEGER, text BLOB)")
        self._database.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
        self._database.commit()


def _event(number: int, *, is_asked: bool) -> bytes:
    asked = "true" if is_asked else "false"
    view = f'{{"number":{number},"asked":{asked},"legal":["take left"],"ended":"running"}}'
    return b"event: view\ndata: " + view.encode().ljust(_EVENT) + b"\n\n"


def create() -> Floor:
    """Make the application in a worker process, set up as that of a house."""
    import gc

    sys.setswitchinterval(SWITCH)
    gc.freeze()
    gc.set_threshold(*COLLECT)
    return Floor(os.environ[_FILE])


def serve(port: int) -> None:
    """Serve until the process is ended."""
    from granian.constants import HTTPModes, Interfaces
    from granian.server import Server

    Server(
        "tirelire.bench.floor:create",
        port=port,
        interface=Interfaces.ASGI,
        websockets=False,
        factory=True,
        log_enabled=False,
        backlog=2048,
        backpressure=10_000,
        http=HTTPModes.http1,
    ).serve()


async def measure(seconds: float = _SECONDS) -> dict[str, Any]:
    """Put the load of a house on this server; return its summary, and the server's seconds."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, _FILE: f"{folder}/floor.sqlite"}
        server = subprocess.Popen(
            [sys.executable, "-m", "tirelire.bench.floor", str(port)], env=env
        )
        try:
            await _until_it_answers(port)
            load = Load(
                f"http://127.0.0.1:{port}", "money", tables=TABLES, seats=SEATS, rate=100_000
            )
            timing = asyncio.create_task(_processor_time(server.pid, load))
            summary = (await load.run(seconds, lambda _: None)).summary()
            used = await timing
            return {**summary, "microseconds_a_move": round(1e6 * used / summary["moves"])}
        finally:
            for process in [*psutil.Process(server.pid).children(recursive=True), server]:
                process.kill()  # it would wait for its streams to end
            server.wait()


async def _until_it_answers(port: int) -> None:
    while True:
        connection = HTTPConnection("127.0.0.1", port)
        try:
            await connection.ask("POST", "/api/tables/nothing")
            return
        except OSError:
            await asyncio.sleep(0.1)
        finally:
            connection.close()


async def _processor_time(server: int, load: Load) -> float:
    """Return the seconds of the processor that the server's workers use while all play."""
    workers = psutil.Process(server).children(recursive=True)
    await load.begun.wait()
    before = sum(sum(worker.cpu_times()[:2]) for worker in workers)
    await load.over.wait()
    return sum(sum(worker.cpu_times()[:2]) for worker in workers) - before


if __name__ == "__main__":
    if len(sys.argv) > 1:
        serve(int(sys.argv[1]))
    else:
        print(json.dumps(run(measure()), indent=2))
