"""A small client of HTTP over plain sockets: it can also break off, repeat and come too late."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

PATIENCE = 30.0
"""Seconds after which a request is given up: far more than a busy machine needs."""


class Lost(Exception):  # noqa: N818
    """The connection is gone; the request may have arrived or not."""


@dataclass(frozen=True)
class Answer:
    """What a house answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the content."""
        return json.loads(self.body)


def request(path: str, body: Any = None, cookie: str = "") -> bytes:
    """Write a request: one that does something if it has a body."""
    data = b"" if body is None else json.dumps(body).encode()
    head = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "host: house"]
    if data:
        head += ["content-type: application/json", f"content-length: {len(data)}"]
    if cookie:
        head.append(f"cookie: {cookie}")
    return "\r\n".join([*head, "", ""]).encode() + data


class Wire:
    """One connection to a house at a time; it is made again when it was lost."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, message: bytes) -> Answer:
        """Send a request and read the answer, or find out that the connection is lost."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.send(message)
                return await self._answer()
        except (OSError, EOFError) as error:
            self.drop()
            raise Lost from error

    async def send(self, message: bytes) -> None:
        """Send a request, or a part of one."""
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writer.write(message)
        await self._writer.drain()

    def drop(self) -> None:
        """Break the connection off, whatever is on its way."""
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None

    async def _head(self) -> tuple[int, dict[str, str]]:
        assert self._reader is not None
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = (line.split(": ", 1) for line in head[1:] if line)
        return int(head[0].split()[1]), {name.lower(): value for name, value in pairs}

    async def _answer(self) -> Answer:
        assert self._reader is not None
        status, headers = await self._head()
        body = await self._reader.readexactly(int(headers["content-length"]))
        return Answer(status, headers, body)

    async def lines(self, message: bytes) -> AsyncGenerator[Any, None]:
        """Follow a stream of lines of JSON until it is lost."""
        try:
            await self.send(message)
            status, _ = await self._head()
            assert status == 200, status
            assert self._reader is not None
            text = b""
            while size := int(await self._reader.readline(), 16):
                text += (await self._reader.readexactly(size + 2))[:-2]
                *whole, text = text.split(b"\n")
                for line in whole:
                    if line:
                        yield json.loads(line)
        except (OSError, EOFError, ValueError) as error:
            raise Lost from error
        finally:
            self.drop()


@asynccontextmanager
async def wire(port: int) -> AsyncIterator[Wire]:
    """Connect to a house, and break off at the end."""
    made = Wire(port)
    try:
        yield made
    finally:
        made.drop()
