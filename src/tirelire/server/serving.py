"""Running the house: as a server on a port, or for one request without a port."""

from __future__ import annotations

import logging
import os
import socket
import sys
from json import dumps
from traceback import format_tb
from typing import Any

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.server.settings import HANDED_DOWN, Settings

LOG = logging.getLogger("tirelire")
STARTED_BY = "TIRELIRE_STARTED_BY"
"""The variable that tells workers which process started them."""
KILL_AFTER = 30
"""Seconds that a worker has to finish its requests when the house closes."""


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


def check_address(settings: Settings) -> None:
    """Refuse an address that cannot be listened on, or at which somebody listens already.

    The server itself would share a port, so that people came to one house or the other.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        socket.create_server((settings.host, settings.port), family=family).close()
    except OSError as error:
        address = f"{settings.host}:{settings.port}"
        why = (error.strerror or str(error)).split(" (", 1)[0]
        raise OptionError(Refusal("address", address=address, why=why)) from error


def serve(settings: Settings) -> None:
    """Listen until told to stop; requests that have begun are finished."""
    from granian.constants import Interfaces
    from granian.server import Server

    os.environ[HANDED_DOWN] = settings.hand_down()
    os.environ[STARTED_BY] = str(os.getpid())
    server = Server(
        "tirelire.server.worker:create",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        websockets=False,  # whoever asks for one gets an ordinary answer
        workers=settings.workers,
        factory=True,
        log_enabled=False,
        backlog=2048,
        respawn_failed_workers=True,
        workers_kill_timeout=KILL_AFTER,
    )
    server.serve()


async def ask(settings: Settings, path: str) -> tuple[int, bytes]:
    """Answer one request for a path without listening; return the status and the body."""
    from tirelire.server.app import make_app

    app = make_app(settings)
    async with app.litestar.lifespan():
        return await _request(app, path)


async def _request(app: Any, path: str) -> tuple[int, bytes]:
    bare, _, query = path.partition("?")
    status, body = 0, b""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, body
        if message["type"] == "http.response.start":
            status = message["status"]
        else:
            body += message.get("body", b"")

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
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 0),
        "server": ("127.0.0.1", 0),
    }
    await app(scope, receive, send)
    return status, body
