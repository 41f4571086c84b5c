"""Which address other people can open, for links of invitation."""

from __future__ import annotations

import socket
from ipaddress import ip_address

from tirelire.server.settings import Settings

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
