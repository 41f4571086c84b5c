"""Attacks on a house from one address of this machine, and a newcomer who comes from another.

At the size at which they were reproduced, against a house with its usual settings:

    python -m tests.server.attacks
"""

from __future__ import annotations

import asyncio
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from tests.server.served import served
from tests.server.wire import Answer, request

ATTACKER, NEWCOMER = "127.0.0.1", "127.0.0.2"
REAL_SIZE = 2100
"""Connections that shut newcomers out of a house without limits."""
PATIENCE = 30.0
"""Seconds after which a connection is given up."""
RECEIVED = 16 * 1024
"""Bytes that the system buffers for a client."""
LONGEST_WAIT = 3.0
"""Seconds that a newcomer may wait at most, less than any timeout of the house."""

IDLE = b""
HALF_HEADER = b"GET / HTTP/1.1\r\nhos"
UNFINISHED_BODY = (
    b"POST /api/tables/x/moves HTTP/1.1\r\nhost: house\r\n"
    b"content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"
)
KEPT_ALIVE = request("/static/base.css")
UNREAD = request("/schema") * 12
"""Requests for more than the buffers of the system can take, by a client that does not read."""


def stream_of(table: str) -> bytes:
    """Write a request for a stream."""
    return request(f"/api/tables/{table}/events")


class Connection:
    """A connection that says one thing, and then nothing any more."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def say(self, message: bytes) -> None:
        """Say something more."""
        self._writer.write(message)

    async def answer(self) -> Answer:
        """Read an answer; that of a stream without its body."""
        async with asyncio.timeout(PATIENCE):
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            pairs = (line.split(": ", 1) for line in head[1:] if line)
            headers = {name.lower(): value for name, value in pairs}
            length = int(headers.get("content-length", 0))
            body = await self._reader.readexactly(length)
        return Answer(int(head[0].split()[1]), headers, body)

    async def until_closed(self) -> None:
        """Wait until the house closes the connection."""
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                await self._reader.read()

    def close(self) -> None:
        """Break off."""
        self._writer.transport.abort()


async def connect(port: int, address: str, message: bytes) -> Connection:
    """Connect from an address of this machine, and say something.

    The client's own buffer is small: what a client does not read is to be the house's burden.
    """
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED)
    connection.bind((address, 0))
    connection.setblocking(False)
    await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=connection)
    writer.write(message)
    return Connection(reader, writer)


@asynccontextmanager
async def attack(port: int, count: int, message: bytes) -> AsyncIterator[list[Connection]]:
    """Hold so many connections that each say the same and go silent."""
    held = [await connect(port, ATTACKER, message) for _ in range(count)]
    try:
        yield held
    finally:
        for connection in held:
            connection.close()


async def ask(port: int, address: str, path: str, body: Any = None) -> Answer:
    """Ask on a connection of its own."""
    connection = await connect(port, address, request(path, body))
    try:
        return await connection.answer()
    finally:
        connection.close()


async def set_table(port: int) -> str:
    """Set a table; return its id."""
    made = await ask(port, NEWCOMER, "/api/tables", {"game": "money", "seats": ["open"] * 3})
    return str(made.json()["id"])


async def newcomer_waits(port: int) -> float:
    """Return the seconds until a newcomer is answered."""
    began = time.perf_counter()
    answer = await ask(port, NEWCOMER, "/healthz")
    assert answer.status == 200, answer
    return time.perf_counter() - began


async def main() -> int:
    """Attack a house with its usual settings in every way, and print how long a newcomer waits.

    Return the number of attacks that keep newcomers waiting.
    """
    harmful = 0
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/house.sqlite"
        async with served(Path(folder) / "log", "--db", database, limited=True) as house:
            attacks = {
                "idle connections": IDLE,
                "half headers": HALF_HEADER,
                "kept-alive connections": KEPT_ALIVE,
                "unfinished bodies": UNFINISHED_BODY,
                "clients that do not read": UNREAD,
                "streams": stream_of(await set_table(house.port)),
            }
            for name, message in attacks.items():
                async with attack(house.port, REAL_SIZE, message):
                    try:
                        waited = max([await newcomer_waits(house.port) for _ in range(5)])
                    except TimeoutError:
                        waited = PATIENCE
                print(f"{REAL_SIZE:,} {name}: a newcomer waits {1000 * waited:.0f} ms at most")
                harmful += waited > LONGEST_WAIT
    return harmful


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
