"""The ways by which a message reaches a guest: Web Push, e-mail, webhook.

What a channel needs beyond the standard library is imported where it is used.
"""

from __future__ import annotations

import asyncio
import hashlib
import smtplib
import ssl
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, parseaddr
from enum import Enum
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from msgspec import json

from tirelire.core.texts import say
from tirelire.server.http.addresses import is_loopback
from tirelire.server.notices.messages import Message
from tirelire.server.notices.outbound import ForbiddenTarget, post, read_target
from tirelire.server.storage.notices import AddressRow

LIFE = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is not there."""
_MAIL_TIME_LIMIT = 15.0
_GONE = (404, 410)
"""Statuses by which a push service or a receiver says that an address is gone."""


class Outcome(Enum):
    """What became of a message."""

    DELIVERED = "delivered"
    RETRY = "retry"
    GONE = "gone"
    """The address exists no more."""


class Channel(Protocol):
    """A way to reach guests."""

    async def send(self, address: AddressRow, message: Message) -> Outcome:
        """Send a message; never raises for what the other side does."""


class Webhook:
    """Posts a small JSON document to a URL."""

    def __init__(self, *, private: bool) -> None:
        self._private = private

    async def send(self, address: AddressRow, message: Message) -> Outcome:
        """Send a message."""
        content = {
            "id": message.id,
            "game": message.title,
            "text": message.text,
            "table": message.table,
            "stop": message.stop,
        }
        headers = {"Content-Type": "application/json"}
        return await _post(address.address, headers, json.encode(content), private=self._private)


async def _post(url: str, headers: dict[str, str], body: bytes, *, private: bool) -> Outcome:
    try:
        target = read_target(url, private=private)
        status = await post(target, headers, body, private=private)
    except ForbiddenTarget:
        return Outcome.GONE
    except (OSError, ValueError):  # away, too slow, no HTTP, a wrong certificate
        return Outcome.RETRY
    if 200 <= status < 300:
        return Outcome.DELIVERED
    return Outcome.GONE if status in _GONE else Outcome.RETRY


class WebPush:
    """Encrypts for one browser (RFC 8291), and signs as this house (VAPID, RFC 8292)."""

    def __init__(self, key: str, contact: str, *, private: bool) -> None:
        from py_vapid import Vapid02

        self._vapid = Vapid02.from_raw(key.encode())
        self._contact = contact
        self._private = private

    @property
    def public_key(self) -> str:
        """The key of the house, as browsers want it."""
        return public_key_of(self._vapid)

    async def send(self, address: AddressRow, message: Message) -> Outcome:
        """Send a message; a later one about the same table takes its place at the push service."""
        content = {"title": message.title, "body": message.text, "url": message.table}
        topic = hashlib.sha256(message.table.encode()).digest()[:24]
        try:
            body = encrypt(address.keys, json.encode(content))
            target = read_target(address.address, private=self._private)
        except (ForbiddenTarget, ValueError):
            return Outcome.GONE
        claims = {
            "aud": target.origin,
            "sub": self._contact,
            "exp": int(time.time()) + LIFE // 2,
        }
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(LIFE),
            "Topic": _base64(topic),
            "Urgency": "normal",
            **self._vapid.sign(claims),
        }
        return await _post(address.address, headers, body, private=self._private)


def public_key_of(vapid: Any) -> str:
    """Return a public key as browsers want it: an uncompressed point."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    made = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return _base64(made)


def new_push_key() -> str:
    """Make a private key for Web Push, as the setting `push_key` wants it."""
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return _base64(vapid.private_key.private_numbers().private_value.to_bytes(32, "big"))


def check_push_key(key: str) -> None:
    """Raise `ValueError` for a text that is not a private key."""
    from py_vapid import Vapid02

    if len(_unbase64(key)) != 32:
        raise ValueError
    Vapid02.from_raw(key.encode())


def encrypt(keys: dict[str, str], content: bytes) -> bytes:
    """Encrypt for the browser that holds the keys; raises `ValueError` if they are none."""
    from pywebpush import WebPusher

    try:
        pusher = WebPusher({"endpoint": "https://push.invalid/", "keys": keys})
        body: bytes = pusher.encode(content, content_encoding="aes128gcm")["body"]
    except Exception:  # the library raises what its own libraries raise
        raise ValueError from None
    return body


def _base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _unbase64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class MailServer:
    """How the house sends e-mails."""

    host: str
    port: int
    user: str
    password: str
    sender: str
    is_encrypted: bool
    """Whether the connection is encrypted from its beginning."""

    @classmethod
    def read(cls, url: str, sender: str) -> MailServer:
        """Read `smtp://USER:PASSWORD@HOST:PORT` or `smtps://…`; raises `ValueError`."""
        parts = urlsplit(url)
        ports = {"smtp": 587, "smtps": 465}
        name, address = parseaddr(sender)
        if parts.scheme not in ports or not parts.hostname or parts.path not in ("", "/"):
            raise ValueError
        if "@" not in address or not (name + address).isprintable():
            raise ValueError
        return cls(
            parts.hostname,
            parts.port or ports[parts.scheme],
            unquote(parts.username or ""),
            unquote(parts.password or ""),
            sender,
            parts.scheme == "smtps",
        )


class Mail:
    """Sends e-mails by SMTP, in a thread."""

    def __init__(self, server: MailServer) -> None:
        self._server = server

    async def send(self, address: AddressRow, message: Message) -> Outcome:
        """Say that it is the reader's turn, with a link that ends such messages by one click."""
        mail = self._mail(address, f"{message.title} — {message.text}", message.id)
        mail["List-Unsubscribe"] = f"<{message.stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        values = {"title": message.title, "table": message.table, "stop": message.stop}
        mail.set_content(say(address.lang, "notice.mail", **values))
        return await self._send(mail)

    async def ask(self, address: AddressRow, link: str) -> Outcome:
        """Ask whether the reader wants such messages at all."""
        mail = self._mail(address, say(address.lang, "notice.confirm.subject"), address.id)
        mail.set_content(say(address.lang, "notice.confirm.mail", link=link))
        return await self._send(mail)

    def _mail(self, address: AddressRow, subject: str, ident: str) -> EmailMessage:
        mail = EmailMessage()
        mail["From"] = self._server.sender
        mail["To"] = address.address
        mail["Subject"] = subject
        mail["Date"] = formatdate()
        domain = parseaddr(self._server.sender)[1].rpartition("@")[2]
        mail["Message-ID"] = f"<{hashlib.sha256(ident.encode()).hexdigest()[:32]}@{domain}>"
        mail["Auto-Submitted"] = "auto-generated"
        return mail

    async def _send(self, mail: EmailMessage) -> Outcome:
        try:
            await asyncio.to_thread(self._deliver, mail)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            return Outcome.GONE if all(code >= 500 for code in codes) else Outcome.RETRY
        except (OSError, ValueError):  # all errors of SMTP are among them
            return Outcome.RETRY
        return Outcome.DELIVERED

    def _deliver(self, mail: EmailMessage) -> None:
        server, context = self._server, ssl.create_default_context()
        where: dict[str, Any] = {"host": server.host, "port": server.port}
        if server.is_encrypted:
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                **where, timeout=_MAIL_TIME_LIMIT, context=context
            )
        else:
            connection = smtplib.SMTP(**where, timeout=_MAIL_TIME_LIMIT)
        with connection:
            if not server.is_encrypted and not is_loopback(server.host):
                connection.starttls(context=context)  # never in the clear through a network
            if server.user:
                connection.login(server.user, server.password)
            connection.send_message(mail)
