"""Who may watch the figures of the house: they tell that somebody moves, and thereby who waits.

While several choose in secret, that would be news to the others.
"""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from tirelire.server.http.headers import Headers

Network = IPv4Network | IPv6Network


def read_networks(text: str) -> list[Network]:
    """Read addresses and networks, separated by commas; raises `ValueError`."""
    return [ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip()]


class Watchers:
    """The addresses from which the figures may be watched."""

    def __init__(self, text: str) -> None:
        self._networks = read_networks(text)

    def has(self, client: tuple[str, int] | None, headers: Headers) -> bool:
        """Tell whether a request comes from one of them.

        Where a proxy sends it, whoever the proxy sends it for must be one too. Whoever comes
        without a proxy may name anybody there, but cannot change where he comes from.
        """
        places = [client[0] if client else ""]
        places += [] if headers.forwarded_for is None else [headers.forwarded_for]
        return headers.get(b"forwarded") is None and all(map(self._is_one, places))

    def _is_one(self, place: str) -> bool:
        try:
            found = ip_address(place)
        except ValueError:
            return False
        if isinstance(found, IPv6Address):
            found = found.ipv4_mapped or found
        return any(found in network for network in self._networks)
