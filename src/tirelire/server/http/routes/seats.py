"""The seats that a caller looks from and acts from."""

from __future__ import annotations

from tirelire.core.codes import seat_letter
from tirelire.server.errors import Forbidden, Unprocessable
from tirelire.server.tables.session import TableSession


def seat_of(session: TableSession, guest: str | None, wanted: str | None) -> str | None:
    """Return the seat that a caller looks from: the wanted one, their first, or None."""
    held = session.letters_of(guest)
    if wanted == "-":
        return None
    if wanted is not None:
        if wanted not in held:
            raise Forbidden("not_your_seat")
        return wanted
    return held[0] if held else None


def own_seat(session: TableSession, guest: str, wanted: str | None) -> str:
    """Return the seat that a caller acts from; a caller with several seats must name one."""
    seat = seat_of(session, guest, wanted)
    if seat is None:
        raise Forbidden("not_seated")
    held = session.row.seats_of(guest)
    if wanted is None and len(held) > 1:
        raise Unprocessable("which_seat", allowed=" ".join(map(seat_letter, held)))
    return seat
