"""What receives the messages of a house in tests: a web server, a browser, a mail server."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import json

from tests.server.postgres import free_port


class Receiver:
    """A web server that notes what it gets, and answers with a status."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/hook"
        self.status = 201
        self.head: list[dict[str, str]] = []
        self.bodies: list[bytes] = []
        self.gate = asyncio.Event()
        """Answers wait until it is set."""
        self.gate.set()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:] if line)
        self.head.append(headers)
        self.bodies.append(await reader.readexactly(int(headers["Content-Length"])))
        await self.gate.wait()
        where = "\r\nLocation: http://127.0.0.1:1/" if self.status == 302 else ""
        writer.write(f"HTTP/1.1 {self.status} X{where}\r\nContent-Length: 0\r\n\r\n".encode())
        writer.close()

    @property
    def contents(self) -> list[Any]:
        """What was sent as JSON."""
        return [json.decode(body) for body in self.bodies]


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    """Open a web server."""
    port = free_port()
    receiver = Receiver(port)
    server = await asyncio.start_server(receiver.answer, "127.0.0.1", port)
    async with server:
        yield receiver
        receiver.gate.set()


class Browser:
    """The keys of a browser that can be told something."""

    def __init__(self) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"

    def subscription(self, endpoint: str) -> dict[str, str]:
        """Return what the page sends to the house."""
        point = self._private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": point, "auth": self._auth}
        return {"endpoint": endpoint} | {
            name: urlsafe_b64encode(key).decode().rstrip("=") for name, key in keys.items()
        }

    def decrypt(self, body: bytes) -> Any:
        """Return what was sent to this browser alone."""
        return json.decode(
            http_ece.decrypt(
                body, private_key=self._private, auth_secret=self._auth, version="aes128gcm"
            )
        )


class MailBox:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refusal = ""

    async def handle_RCPT(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        """Accept or refuse a recipient."""
        if self.refusal:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep a mail."""
        read: Any = message_from_bytes(envelope.content, policy=policy.default)
        self.mails.append(read)
        return "250 OK"

    def links(self, mail: int = -1) -> list[str]:
        """Return the links in a mail."""
        text = self.mails[mail].get_content()
        return [word for word in text.split() if word.startswith("http")]


@contextmanager
def mail_server(port: int | None = None) -> Iterator[tuple[MailBox, str]]:
    """Open a mail server; return it with its URL."""
    box, port = MailBox(), port or free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield box, f"smtp://127.0.0.1:{port}"
    finally:
        controller.stop()
