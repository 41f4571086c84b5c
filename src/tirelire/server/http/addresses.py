"""Addresses: of clients, as limiters and bans count them, and of the house, as people reach it."""

from __future__ import annotations

import contextlib
import hmac
import re
import socket
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from time import monotonic

from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.types import Scope

from tirelire.server.settings import Settings
from tirelire.server.storage.moderation import ModerationRepository

Network = IPv4Network | IPv6Network
_IPV6_PREFIX = 64


@lru_cache(10_000)
def network_of(address: str) -> str:
    """Return the network by which an address is counted: an IPv6 /64 belongs to one customer.

    >>> network_of("2001:db8:1:2:3::4"), network_of("::ffff:192.0.2.1"), network_of("192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((found.packed, _IPV6_PREFIX), strict=False))


def read_networks(text: str) -> tuple[Network, ...]:
    """Read addresses and networks, separated by commas; raises `ValueError`."""
    parts = [part.strip() for part in text.split(",")]
    return tuple(ip_network(part, strict=False) for part in parts if part)


@lru_cache(10_000)
def is_in(address: str, networks: tuple[Network, ...]) -> bool:
    """Tell whether an address belongs to one of some networks.

    >>> is_in("::ffff:10.0.0.7", read_networks("10.0.0.0/8")), is_in("unknown", ())
    (True, False)
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    return any(found in network for network in networks)


def forwarded_for(headers: Headers) -> list[str]:
    """Return the clients that proxies name, the nearest last."""
    given = ",".join(headers.getlist("x-forwarded-for"))
    return [part.strip() for part in given.split(",")] if "x-forwarded-for" in headers else []


def address_of(scope: Scope, proxies: tuple[Network, ...]) -> str:
    """Return the address of a request, as limiters count it.

    A proxy that is listed is believed who asks it. That may be another one that is listed, and so
    on: the first address counts that is not listed. A client could have written those before it.
    """
    client = scope.get("client")
    address = client[0] if client else ""
    if proxies and is_in(address, proxies):
        named = forwarded_for(Headers(scope=scope))
        while named and named[-1] and is_in(address, proxies):
            address = named.pop()
    return network_of(address)


_NAME = re.compile(r"[\w.-]+|\[[\da-f:.]+\]", re.ASCII)
_PORT = re.compile(r":\d+$")


def read_hosts(text: str) -> frozenset[str]:
    """Read names and addresses, separated by commas; raises `ValueError`.

    >>> sorted(read_hosts("Games.example.org, [::1]"))
    ['[::1]', 'games.example.org']
    """
    names = [part.strip().lower() for part in text.split(",") if part.strip()]
    if not all(map(_NAME.fullmatch, names)):
        raise ValueError(text)
    return frozenset(names)


def is_for(headers: Headers, hosts: frozenset[str]) -> bool:
    """Tell whether a request is for one of some hosts, on any port; for any if there are none."""
    return not hosts or _PORT.sub("", headers.get("host", "")).lower() in hosts


CACHED = 2.0
"""Seconds for which the list of bans is cached."""
_MOST_NOTED = 20_000


class Networks:
    """Hashes addresses, notes them for guests, and knows which are banned."""

    def __init__(self, repository: ModerationRepository, wall: Callable[[], int]) -> None:
        self._repository = repository
        self._wall = wall
        self._key = b""
        self._noted: dict[str, str] = {}
        self._banned: frozenset[str] = frozenset()
        self._until = 0.0

    async def is_banned(self, address: str) -> bool:
        """Tell whether the network of an address is banned.

        While the database is away, and for requests that come while one reads the bans again, the
        bans are those of before.
        """
        if self._until <= monotonic():
            self._until = monotonic() + CACHED
            with contextlib.suppress(TimeoutError, SQLAlchemyError, OSError):
                self._banned = await self._repository.banned_networks(self._wall())
        return bool(self._banned) and await self.hashed(address) in self._banned

    async def note(self, guest: str, address: str) -> None:
        """Store from which network a guest came last, as a hash."""
        network = await self.hashed(address)
        if self._noted.get(guest) == network:
            return
        await self._repository.note_network(guest, network)
        if len(self._noted) >= _MOST_NOTED:
            self._noted.clear()
        self._noted[guest] = network

    def refresh(self) -> None:
        """Read the bans anew at the next request."""
        self._until = 0.0

    async def hashed(self, address: str) -> str:
        """Return the hash by which the house knows an address."""
        if not self._key:
            self._key = await self._repository.address_key()
        return hmac.digest(self._key, address.encode(), "sha256").hex()


_ELSEWHERE = ("192.0.2.1", 9)
"""An address kept for documentation: a datagram socket only looks up the way there."""


def is_loopback(host: str) -> bool:
    """Tell whether a host name or address means this machine only.

    >>> is_loopback("localhost"), is_loopback("127.0.0.2"), is_loopback("192.168.1.5")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def own_address() -> str:
    """Return the address of this machine in its network; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as looking:
        try:
            looking.connect(_ELSEWHERE)
        except OSError:
            return ""
        address: str = looking.getsockname()[0]
    return "" if ip_address(address).is_loopback else address


def invitation_origin(settings: Settings, opened_at: str) -> str | None:
    """Return the origin that others can open; empty if only this machine reaches the house.

    `opened_at` is the host name or address in the page's own URL. None: that address serves
    others too, since it is not of this machine alone or a proxy stands before the house.
    """
    if settings.tls or not is_loopback(opened_at):
        return None
    if is_loopback(settings.host):
        return ""
    host = settings.host
    if host in ("0.0.0.0", "::"):
        host = own_address()
    if not host:
        return ""
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"
