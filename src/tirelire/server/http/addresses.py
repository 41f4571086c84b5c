"""Addresses of clients, as limiters and access lists count them."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

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


def forwarded_for(headers: Headers) -> str | None:
    """Return the client that a proxy names; None without a proxy.

    Only the last entry is the proxy's own: a client could have written the others.
    """
    given = headers.getlist("x-forwarded-for")
    return given[-1].rpartition(",")[2].strip() if given else None


def address_of(scope: Scope, behind_proxy: bool) -> str:
    """Return the address of a request, as limiters count it."""
    named = forwarded_for(Headers(scope=scope)) if behind_proxy else None
    client = scope.get("client")
    return network_of(named or (client[0] if client else ""))
