"""Access list of `/metrics`.

The figures show that a move was made. While several players choose in secret, that would tell the
others who has chosen.
"""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers

from tirelire.server.http.addresses import forwarded_for

Network = IPv4Network | IPv6Network


def read_networks(text: str) -> list[Network]:
    """Read addresses and networks, separated by commas; raises `ValueError`."""
    return [ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip()]


class MetricsACL:
    """The addresses that may read the metrics."""

    def __init__(self, text: str) -> None:
        self._networks = read_networks(text)

    def allows(self, client: tuple[str, int] | None, headers: Headers) -> bool:
        """Tell whether a request comes from one of them.

        Behind a proxy, both the proxy and the client that it names must be listed. A client without
        a proxy can name any address, but cannot change its own.
        """
        named = forwarded_for(headers)
        places = [client[0] if client else "", *([] if named is None else [named])]
        return "forwarded" not in headers and all(map(self._is_listed, places))

    def _is_listed(self, place: str) -> bool:
        try:
            found = ip_address(place)
        except ValueError:
            return False
        if isinstance(found, IPv6Address):
            found = found.ipv4_mapped or found
        return any(found in network for network in self._networks)
