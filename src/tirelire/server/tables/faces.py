"""What players look like: a picture and a colour for each seat.

>>> from tirelire.server.storage.rows import BOT, PERSON, SeatRow
>>> face_of(SeatRow(1, BOT, name="Chloé", bot="regular")), face_of(SeatRow(0, PERSON, face="fox"))
('chloe', 'fox')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args
from zlib import crc32

from tirelire.games import game as find_game
from tirelire.server.schemas.requests import Face
from tirelire.server.storage.rows import BOT, FREE, SeatRow, TableRow

FACES: tuple[str, ...] = get_args(Face)
"""What people choose from."""
PORTRAITS = {
    "Ada": "ada",
    "Basile": "basile",
    "Chloé": "chloe",
    "Denis": "denis",
    "Émile": "emile",
    "Fanny": "fanny",
}
"""The portrait of each bot, by its name."""
PAWNS = {"BLUE": 0, "GREEN": 2, "RED": 5, "YELLOW": 6}
"""The colours of pawns."""
COLOURS = 8
"""Colours that people tell apart, those with a colour vision deficiency too; the page has them."""


def face_of(seat: SeatRow) -> str:
    """Return the picture of a seat; one that follows from the name where none was chosen."""
    if seat.kind == FREE:
        return ""
    if seat.kind == BOT and seat.name in PORTRAITS:
        return PORTRAITS[seat.name]
    return seat.face or FACES[crc32(seat.name.encode()) % len(FACES)]


def colours_of(seats: Sequence[SeatRow], pawns: Sequence[str] = ()) -> list[int]:
    """Return the colour of each seat, no two the same: that of its pawn, or the one chosen.

    >>> colours_of([SeatRow(0), SeatRow(1, colour=0), SeatRow(2)])
    [1, 0, 2]
    >>> colours_of([SeatRow(0), SeatRow(1, colour=0)], ["RED", "GREEN"])
    [5, 2]
    """
    if pawns and set(pawns) <= set(PAWNS):
        return [PAWNS[pawn] for pawn in pawns]
    chosen = {seat.colour for seat in seats}
    left = (colour for colour in range(COLOURS) if colour not in chosen)
    return [seat.colour if seat.colour >= 0 else next(left) for seat in seats]


def choose_look(row: TableRow, seat: int, face: str | None, colour: int | None) -> SeatRow:
    """Return a seat with the face and the colour that its player would like.

    A colour that another has chosen before stays theirs, and so does a pawn.
    """
    place = row.seats[seat]
    others = [other for other in row.seats if other.seat != seat]
    if face is not None:
        place = replace(place, face=face)
    if colour is None:
        return place
    if all(other.colour != colour for other in others):
        place = replace(place, colour=colour)
    pawn = next((name for name, number in PAWNS.items() if number == colour), "")
    colours = find_game(row.game).pawns
    if pawn in colours and not place.pawn and all(other.pawn != pawn for other in others):
        place = replace(place, pawn=pawn)
    return place
