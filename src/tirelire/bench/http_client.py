"""A connection of a program to a house: requests and answers, or a stream.

It is what a load is made of, thousands at a time beside the house on the same machine. So it reads
bytes as they come, and decodes only the parts that are asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from msgspec import json

Hear = Callable[[bytes], None]


class HTTPConnection(asyncio.Protocol):
    """One connection to a house that is kept open."""

    def __init__(self, host: str, port: int, lang: str = "en") -> None:
        self._host, self._port = host, port
        self._head = f"Host: {host}:{port}\r\nAccept-Language: {lang}\r\n".encode()
        """Headers that all requests have."""
        self._transport: Any = None
        self._read = b""
        """What was read and not used."""
        self._missing = -1
        """Bytes of an answer's body; less than nought until its head is read."""
        self._status = 0
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._hear: Hear | None = None
        self.cookie = b""

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send a request and wait for the whole answer."""
        return await self._send(method, path, b"" if body is None else json.encode(body))

    async def follow(self, path: str, hear: Hear) -> tuple[int, bytes]:
        """Ask for a stream; `hear` is called with each event of it, and with nothing at its end."""
        self._hear = hear
        return await self._send("GET", path, b"")

    async def _send(self, method: str, path: str, content: bytes) -> tuple[int, bytes]:
        """Send a request; once more if the house has just closed a connection that was idle."""
        was_open = self._transport is not None
        try:
            return await self._send_once(method, path, content)
        except ConnectionResetError:
            if not was_open or self._read:
                raise
            return await self._send_once(method, path, content)

    async def _send_once(self, method: str, path: str, content: bytes) -> tuple[int, bytes]:
        loop = asyncio.get_running_loop()
        if self._transport is None:
            self._read, self._missing = b"", -1
            self._transport, _ = await loop.create_connection(lambda: self, self._host, self._port)
        head = f"{method} {path} HTTP/1.1\r\n".encode() + self._head
        if content:
            head += b"Content-Type: application/json\r\n"
        if self.cookie:
            head += b"Cookie: " + self.cookie + b"\r\n"
        self._answer = loop.create_future()
        self._transport.write(head + b"Content-Length: %d\r\n\r\n" % len(content) + content)
        return await self._answer

    def data_received(self, data: bytes) -> None:
        """Read what came."""
        self._read += data
        if self._answer is not None:
            self._read_answer(self._answer)
        if self._answer is None and self._hear is not None:
            *events, self._read = self._read.split(b"\n\n")
            for event in filter(None, events):
                self._hear(event)

    def _read_answer(self, answer: asyncio.Future[tuple[int, bytes]]) -> None:
        if self._missing < 0:
            head, end, rest = self._read.partition(b"\r\n\r\n")
            if not end:
                return
            self._read = rest
            self._read_head(head)
        if len(self._read) >= self._missing:
            body, self._read = self._read[: self._missing], self._read[self._missing :]
            self._missing = -1
            self._answer = None
            if not answer.done():
                answer.set_result((self._status, body))

    def _read_head(self, head: bytes) -> None:
        """Read the head of an answer; that of a stream tells no length."""
        first, *lines = head.split(b"\r\n")
        self._status = int(first.split(b" ", 2)[1])
        self._missing = 0
        for line in lines:
            name, _, value = line.partition(b":")
            name = name.lower()
            if name == b"content-length":
                self._missing = int(value)
            elif name == b"set-cookie":
                self.cookie = value.strip().partition(b";")[0]

    def connection_lost(self, _error: Exception | None) -> None:
        """Wake the readers: the connection has ended."""
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionResetError("the house closed the connection"))
        self._answer = None
        if self._hear is not None:
            self._hear(b"")

    def close(self) -> None:
        """Close the connection without waking readers."""
        self._hear = None
        if self._transport is not None:
            self._transport.close()
