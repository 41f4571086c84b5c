"""Socket options of the server: a time limit for sending, and a bound for what is buffered.

The server hands bytes to the system and waits for room; it has no time limit of its own. Linux has
one for each socket, `TCP_USER_TIMEOUT`: it counts while bytes wait that the client does not
acknowledge, or has no room for. Accepted sockets inherit it from the socket that listens. On Linux
each worker binds that socket itself, after its application has started, so it is looked for then.
Other systems have no such option: a proxy has the time limit there.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

LOG = logging.getLogger("tirelire.server")
SEND_BUFFER = 128 * 1024
"""Bytes of a connection that the system buffers; Linux takes twice as many. Its own measure, up to
4 MB, would let clients that do not read hold gigabytes."""
_IP = (socket.AF_INET, socket.AF_INET6)
_FILES = "/proc/self/fd"
_POLL, _MOST_POLLS = 0.01, 3000
"""Seconds between two looks whether the server listens, and the most looks."""


def open_files() -> list[int]:
    """Return the file descriptors of this process; Linux alone lists them."""
    return [int(name) for name in os.listdir(_FILES)]  # noqa: PTH208 (paths would cost more)


@contextmanager
def borrowed_socket(file: int) -> Iterator[socket.socket]:
    """Use a socket of this process by its file descriptor; raises `OSError` for any other file.

    Law: no descriptor is closed, not even a copy. The system drops all locks that a process has on
    a file when the process closes one of its descriptors: SQLite would go on without its locks, and
    the next command beside the house would take its write-ahead log away.
    """
    found = socket.socket(fileno=file)
    try:
        yield found
    finally:
        found.detach()


def set_options(port: int, send_timeout: int) -> bool:
    """Set the options of all sockets at a port; tell whether one of them listens."""
    is_listening = False
    for file in open_files():
        with suppress(OSError), borrowed_socket(file) as found:  # no socket, or closed meanwhile
            if found.family in _IP and found.getsockname()[1] == port:
                found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * send_timeout)
                found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
                is_listening |= bool(found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
    return is_listening


async def set_options_once_listening(port: int, send_timeout: int) -> None:
    """Set the options as soon as this process listens; connections before that get them too."""
    if sys.platform != "linux":
        return
    for _ in range(_MOST_POLLS):
        if set_options(port, send_timeout):
            return
        await asyncio.sleep(_POLL)
    LOG.warning("no send timeout: nothing listens at port %d", port)
