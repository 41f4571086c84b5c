"""Before a house is served: its address, its lock, its log; and one request without a port."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from json import dumps
from pathlib import Path
from time import monotonic
from traceback import format_tb
from typing import Any, TextIO

from tirelire.core.errors import OptionError
from tirelire.core.languages import DEFAULT
from tirelire.core.refusals import Refusal
from tirelire.server.http.addresses import read_hosts
from tirelire.server.settings import Settings
from tirelire.server.storage.database import file_of, make_private

LOG = logging.getLogger("tirelire")


class JsonLines(logging.Formatter):
    """Writes log records as lines of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one record; what is told of an error names code, not values."""
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["error"] = type(error).__name__
            line["traceback"] = "".join(format_tb(error.__traceback__))
        return dumps(line, ensure_ascii=False)


def log_to_stderr() -> None:
    """Send the house's log to the standard error as lines of JSON."""
    handler = LimitedHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    LOG.handlers = [handler]
    LOG.setLevel(logging.INFO)
    LOG.propagate = False


def address_of(settings: Settings) -> str:
    """Write the address of a house as in a URL.

    >>> address_of(Settings(host="::1"))
    '[::1]:8000'
    """
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"{host}:{settings.port}"


def with_resolved_host(settings: Settings) -> Settings:
    """Return the settings with the number of an address for its name: the server knows no names.

    An address that cannot be listened on, or is in use, is refused. The server itself would share
    a port, so that people came to one house or the other.
    """
    try:
        family, number = _number_of(settings.host)
        socket.create_server((number, settings.port), family=family).close()
    except (OSError, UnicodeError) as error:
        why = (getattr(error, "strerror", None) or str(error)).split(" (", 1)[0]
        raise OptionError(Refusal("address", address=address_of(settings), why=why)) from error
    return replace(settings, host=number)


def _number_of(host: str) -> tuple[socket.AddressFamily, str]:
    """Look a name up; of several addresses that of IPv4, which every machine has."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    family, *_, place = min(found, key=lambda one: one[0] != socket.AF_INET)
    return family, str(place[0])


@contextmanager
def hold_lock(settings: Settings) -> Iterator[None]:
    """Hold a house on SQLite while it is served: alone, or with others who share it too.

    A house alone keeps tables in memory, and would not hear what another did to them. The lock ends
    with the processes that serve, however they end.
    """
    file = file_of(settings.database)
    if file is None or sys.platform == "win32":
        yield
        return
    import fcntl

    lock = Path(f"{os.path.realpath(file)}.lock")
    make_private(lock)
    kind = fcntl.LOCK_SH if settings.is_shared else fcntl.LOCK_EX
    with ExitStack() as stack:
        try:
            opened = stack.enter_context(lock.open("rb"))
            fcntl.flock(opened, kind | fcntl.LOCK_NB)
            os.set_inheritable(opened.fileno(), True)  # the supervisor goes on holding it
        except BlockingIOError:
            raise OptionError(Refusal("keep.in_use", path=file)) from None
        except OSError as error:
            raise OptionError(Refusal("keep.file", path=lock, why=error.strerror)) from error
        yield


async def answer_once(settings: Settings, path: str, lang: str = DEFAULT) -> tuple[int, bytes]:
    """Answer one request for a path without listening; return the status and the body.

    Of a stream that is its beginning.
    """
    from tirelire.server.http.app import make_app

    # The house may be running: what is due at its tables is left to the processes that serve it.
    app = make_app(replace(settings, shared=True))
    async with app.lifespan():
        host = next(iter(sorted(read_hosts(settings.hosts))), "localhost")
        status, body = await _request(app, path, lang, host)
        return status, body.rstrip(b" ")  # padding


async def _request(app: Any, path: str, lang: str, host: str) -> tuple[int, bytes]:
    bare, _, query = path.partition("?")
    status, body = 0, b""
    is_sent = False
    answered = asyncio.Event()

    async def receive() -> dict[str, Any]:
        nonlocal is_sent
        if is_sent:
            await answered.wait()
            return {"type": "http.disconnect"}
        is_sent = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, body
        if message["type"] == "http.response.start":
            status = message["status"]
        else:
            body += message.get("body", b"")
            answered.set()

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": bare,
        "raw_path": bare.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", host.encode()), (b"accept-language", lang.encode())],
        "client": ("127.0.0.1", 0),
        "server": ("127.0.0.1", 0),
    }
    await app(scope, receive, send)
    return status, body


BURST = 60
"""Lines of one kind that may come at once,"""
PER_SECOND = 1.0
"""and how many a second for long."""
_LEFT_OUT = "%d similar lines were left out: %s"

Kind = tuple[str, int, str, str]


@dataclass
class _Bucket:
    tokens: float
    at: float
    left_out: int = 0


class LimitedHandler(logging.StreamHandler[TextIO]):
    """Writes log records to a stream, within the limit of their kind."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(stream)
        self._clock = clock
        self._buckets: dict[Kind, _Bucket] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, and what was left out of any kind that may be written again."""
        kind, now = _kind_of(record), self._clock()
        bucket = self._buckets.setdefault(kind, _Bucket(BURST, now))
        for other in self._buckets.values():
            other.tokens = min(BURST, other.tokens + PER_SECOND * (now - other.at))
            other.at = now
        self._tell_left_out(least=1.0)
        if bucket.tokens >= 1:
            bucket.tokens -= 1
            super().emit(record)
        else:
            bucket.left_out += 1

    def _tell_left_out(self, least: float) -> None:
        for (name, level, message, _), bucket in self._buckets.items():
            if bucket.left_out and bucket.tokens >= least:
                given: Any = (bucket.left_out, message)
                told = logging.LogRecord(name, level, "", 0, _LEFT_OUT, given, None)
                bucket.tokens, bucket.left_out = bucket.tokens - 1, 0
                super().emit(told)

    def close(self) -> None:
        """Tell what was left out and not told yet, and write no more."""
        with self.lock:  # type: ignore[union-attr]
            self._tell_left_out(least=float("-inf"))
        super().close()


def _kind_of(record: logging.LogRecord) -> Kind:
    error = record.exc_info[1] if record.exc_info else None
    return record.name, record.levelno, str(record.msg), type(error).__name__
