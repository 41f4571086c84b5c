"""Limits that the HTTP server lacks: connections of an address, and how slowly a client may read.

The server knows an address only when the headers of a request have arrived, and waits for clients
without end. The system knows both for each socket from the beginning (`TCP_INFO`, Linux), so this
looks at the sockets of the process and resets those that are beyond a limit.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from tirelire.server.http.addresses import is_in, network_of, read_networks
from tirelire.server.limiters import FEW
from tirelire.server.periodic import PeriodicTask
from tirelire.server.settings import Settings
from tirelire.server.socket_options import borrowed_socket, open_files

LOG = logging.getLogger("tirelire.server")
INTERVAL = 1.0
"""Seconds between two looks at the number of connections."""
READERS_INTERVAL = 5.0
"""Seconds between two looks at how much clients have taken."""
LEAST_RATE = 2048
"""Bytes a second that a client must take of what waits for it, after the send timeout."""
KEPT_FREE = 8
"""One connection in this many is kept free for newcomers."""
_AT_ONCE = 100
"""Sockets that are looked at before the event loop goes on with requests."""
_ACKNOWLEDGED = struct.Struct("=Q")
_ACKNOWLEDGED_AT = 120
"""Offset of `tcpi_bytes_acked` in `struct tcp_info`."""
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)


class Peer(NamedTuple):
    """A connection: its file descriptor, and the address and port of the client."""

    file: int
    host: str
    port: int


@dataclass(slots=True)
class Backlog:
    """Bytes that waited for a client at some moment."""

    acknowledged: int
    """How many bytes the client must have acknowledged to have taken them all."""
    until: float
    """When it must have."""


class ConnectionLimits:
    """Resets connections of an address that has too many, and of clients that read too slowly."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = monotonic) -> None:
        self._port = settings.port
        self._per_address = settings.address_connections
        self._kept = settings.connections - settings.connections // KEPT_FREE
        self._send_timeout = settings.send_timeout
        self._proxies = read_networks(settings.proxies) if settings.tls else ()
        self._clock = clock
        self._known: dict[Peer, None] = {}
        """Connections that were there at the last count, the oldest first."""
        self._backlogs: dict[Peer, Backlog] = {}
        """What clients had not taken at a look before."""
        self._readers_at = clock() + READERS_INTERVAL
        self._task = PeriodicTask(self.look)

    def start(self) -> None:
        """Begin to look; other systems than Linux tell too little about a socket."""
        if sys.platform == "linux":
            self._task.start(INTERVAL)

    async def stop(self) -> None:
        """Stop."""
        await self._task.stop()

    async def look(self) -> None:
        """Look at all connections, if there can be one beyond a limit."""
        try:
            files = open_files()
            if self._clock() >= self._readers_at:
                self._readers_at = self._clock() + READERS_INTERVAL
                await self._look_at(files, reads=True)
            elif len(files) > min(self._per_address, self._kept):
                await self._look_at(files, reads=False)
        except OSError as error:
            LOG.warning("cannot look at connections: %s", type(error).__name__)

    async def _look_at(self, files: list[int], reads: bool) -> None:
        """Look at sockets, a few at a time, and reset those beyond a limit."""
        found: set[Peer] = set()
        slow: list[Peer] = []
        for number, file in enumerate(files):
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)
            with suppress(OSError), self._connection(file) as (connection, peer):
                found.add(peer)
                if reads and self._is_slow(connection, peer):
                    slow.append(peer)
        if reads:
            self._backlogs = {peer: x for peer, x in self._backlogs.items() if peer in found}
        self._known = dict.fromkeys(peer for peer in self._known if peer in found) | dict.fromkeys(
            sorted(found - self._known.keys())
        )
        self._reset(slow, "connections reset: %d, of clients that read too slowly")
        self._reset(self._surplus(), "connections reset: %d, of addresses that have too many")

    @contextmanager
    def _connection(self, file: int) -> Iterator[tuple[socket.socket, Peer]]:
        """Use the socket of a connection; raises `OSError` for all other files."""
        with borrowed_socket(file) as used:
            name = used.getsockname()
            if not isinstance(name, tuple) or name[1] != self._port:
                raise OSError("not a connection of the server")
            host, port = used.getpeername()[:2]
            yield used, Peer(file, host, port)

    def _is_slow(self, connection: socket.socket, peer: Peer) -> bool:
        """Tell whether a client has not taken in time what waited for it at a look before."""
        from fcntl import ioctl
        from termios import TIOCOUTQ

        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
        waiting = int.from_bytes(ioctl(connection.fileno(), TIOCOUTQ, bytes(4)), sys.byteorder)
        if not waiting or len(info) < _ACKNOWLEDGED_AT + _ACKNOWLEDGED.size:
            self._backlogs.pop(peer, None)
            return False
        (acknowledged,) = _ACKNOWLEDGED.unpack_from(info, _ACKNOWLEDGED_AT)
        backlog = self._backlogs.get(peer)
        if backlog is None or acknowledged >= backlog.acknowledged:
            allowed = self._send_timeout + waiting / LEAST_RATE
            self._backlogs[peer] = Backlog(acknowledged + waiting, self._clock() + allowed)
            return False
        return self._clock() > backlog.until

    def _surplus(self) -> list[Peer]:
        """Return the connections beyond the limit of their address, the newest of each.

        The limit is halved as long as too few connections are free for newcomers.
        """
        limited = [
            (peer, network_of(peer.host))
            for peer in self._known
            if not (self._proxies and is_in(peer.host, self._proxies))
        ]
        counts = Counter(address for _, address in limited)
        free = self._kept - (len(self._known) - len(limited))
        limit = self._per_address
        while limit > FEW and sum(min(count, limit) for count in counts.values()) > free:
            limit //= 2
        seen: Counter[str] = Counter()
        surplus = []
        for peer, address in limited:
            seen[address] += 1
            if seen[address] > limit:
                surplus.append(peer)
        return surplus

    def _reset(self, peers: list[Peer], message: str) -> None:
        """Reset connections: what waits for their clients is dropped."""
        done = 0
        for peer in peers:
            with suppress(OSError), self._connection(peer.file) as (connection, found):
                if found == peer:  # another connection may have its number by now
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
                    connection.shutdown(socket.SHUT_RDWR)
                    self._known.pop(peer, None)
                    done += 1
        if done:
            LOG.warning(message, done)
