"""Requests of the house to addresses that guests gave: to public hosts only, small, and in time.

A host is looked up once, and the connection goes to the address that was checked: a name that
means another address a moment later gains nothing. Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

TIME_LIMIT = 10.0
"""Seconds for a whole exchange, the lookup of the name included."""
LONGEST_URL = 1000
_LARGEST_ANSWER = 4096
"""Bytes that are read: the status is enough."""
_URL = re.compile(
    r"https?://[\w.-]+(?::\d{1,5})?(?:/[!-~]*)?|https?://\[[\da-fA-F:.]+\][!-~]*", re.A
)
_NAME = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[a-z][a-z0-9-]+", re.A)
"""A name of several parts, of which the last is no number: `127.1` means an address."""
_PRIVATE_NAMES = (".localhost", ".local", ".internal")
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})\b")
_PORTS = {"https": 443, "http": 80}
_NAT64 = IPv6Network("64:ff9b::/96")


class ForbiddenTarget(Exception):  # noqa: N818
    """The house does not send anything there."""


class Target(NamedTuple):
    """Where a request goes."""

    scheme: str
    host: str
    port: int
    authority: str
    """Host and port, as a request names them."""
    path: str

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"{self.scheme}://{self.authority}"


def is_public(address: str) -> bool:
    """Tell whether an address is one of the public Internet.

    >>> [is_public(x) for x in ("1.1.1.1", "10.0.0.1", "::1", "::ffff:127.0.0.1", "2606::1")]
    [True, False, False, False, True]
    """
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.is_site_local:
            return False
        found = _embedded(found) or found
    return found.is_global and not (found.is_multicast or found.is_reserved)


def _embedded(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that an IPv6 address stands for."""
    if address in _NAT64:
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]


def read_target(url: str, *, private: bool) -> Target:
    """Read a URL; refuse one that is no address of another host by HTTPS.

    With `private`, HTTP and addresses of the own network are allowed too.
    """
    if len(url) > LONGEST_URL or not _URL.fullmatch(url):
        raise ForbiddenTarget
    parts = urlsplit(url)
    try:
        host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    except ValueError:
        raise ForbiddenTarget from None
    if not private and (parts.scheme != "https" or not _may_be_public(host)):
        raise ForbiddenTarget
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port, parts.netloc, path)


def _may_be_public(host: str) -> bool:
    """Tell whether a name may be that of a public host; a number is looked at."""
    try:
        return is_public(host)
    except ValueError:
        return bool(_NAME.fullmatch(host)) and not host.endswith(_PRIVATE_NAMES)


async def post(target: Target, headers: Mapping[str, str], body: bytes, *, private: bool) -> int:
    """Send a request; return the status of the answer.

    Raises `ForbiddenTarget`, `OSError` (also for a time that is over) or `ValueError` for what is
    no HTTP.
    """
    async with asyncio.timeout(TIME_LIMIT):
        address = await _look_up(target, private=private)
        context = _context() if target.scheme == "https" else None
        reader, writer = await asyncio.open_connection(
            address,
            target.port,
            ssl=context,
            server_hostname=target.host if context else None,
            limit=_LARGEST_ANSWER,
        )
        try:
            writer.write(_request(target, headers, body) + body)
            await writer.drain()
            found = _STATUS.match(await reader.readline())
        finally:
            writer.transport.abort()
    if found is None:
        raise ValueError
    return int(found[1])


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


async def _look_up(target: Target, *, private: bool) -> str:
    """Return an address of a host; refuse a host that has a private one, even beside others."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses = [str(info[4][0]) for info in found]
    if not addresses or not (private or all(map(is_public, addresses))):
        raise ForbiddenTarget
    return addresses[0]


def _request(target: Target, headers: Mapping[str, str], body: bytes) -> bytes:
    usual = {
        "Host": target.authority,
        "User-Agent": "tirelire",
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"{name}: {value}" for name, value in {**usual, **headers}.items()]
    return "\r\n".join([f"POST {target.path} HTTP/1.1", *lines, "", ""]).encode("ascii")
