"""Running the house: as a server on a port, or for one request without a port."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from json import dumps
from pathlib import Path
from traceback import format_tb
from typing import Any

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.core.texts import LANGUAGES
from tirelire.server.settings import HANDED_DOWN, Settings
from tirelire.server.storage.database import file_of, make_private

LOG = logging.getLogger("tirelire")
STARTED_BY = "TIRELIRE_STARTED_BY"
"""The variable that tells workers which process started them."""
KILL_AFTER = 30
"""Seconds that a worker has to finish its requests when the house closes."""
BACKLOG = 2048
"""Connections that wait to be accepted."""
OTHER_FILES = 256
"""Files that a process has open beside its connections, at most."""


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
    handler = logging.StreamHandler(sys.stderr)
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


def with_number(settings: Settings) -> Settings:
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
def held(settings: Settings) -> Iterator[None]:
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
        except BlockingIOError:
            raise OptionError(Refusal("keep.in_use", path=file)) from None
        except OSError as error:
            raise OptionError(Refusal("keep.file", path=lock, why=error.strerror)) from error
        yield


def open_file_limit(connections: int) -> int:
    """Let this process open files for so many connections; return how many it may have."""
    if sys.platform == "win32":
        return connections
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if now != resource.RLIM_INFINITY and now < wanted:
        now = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (now, most))
    return connections if now == resource.RLIM_INFINITY else min(connections, now - OTHER_FILES)


def serve(settings: Settings) -> None:
    """Listen until told to stop; requests that have begun are finished."""
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings
    from granian.server import Server

    settings = replace(settings, connections=open_file_limit(settings.connections))
    os.environ[HANDED_DOWN] = settings.hand_down()
    os.environ[STARTED_BY] = str(os.getpid())
    server = Server(
        "tirelire.server.worker:create",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        websockets=False,  # a request for one gets an ordinary response
        workers=settings.workers,
        factory=True,
        log_enabled=False,
        backlog=BACKLOG,
        # The server counts connections by it, not requests: it would follow the backlog.
        backpressure=settings.connections,
        # With HTTP/2 a connection that says nothing is never closed.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=1000 * settings.header_timeout),
        respawn_failed_workers=True,
        workers_kill_timeout=KILL_AFTER,
    )
    server.serve()


async def ask(settings: Settings, path: str, lang: str = LANGUAGES[0]) -> tuple[int, bytes]:
    """Answer one request for a path without listening; return the status and the body.

    Of a stream that is its beginning.
    """
    from tirelire.server.http.app import make_app

    # The house may be running: what is due at its tables is left to the processes that serve it.
    app = make_app(replace(settings, shared=True))
    async with app.lifespan():
        return await _request(app, path, lang)


async def _request(app: Any, path: str, lang: str) -> tuple[int, bytes]:
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
        "headers": [(b"host", b"localhost"), (b"accept-language", lang.encode())],
        "client": ("127.0.0.1", 0),
        "server": ("127.0.0.1", 0),
    }
    await app(scope, receive, send)
    return status, body
