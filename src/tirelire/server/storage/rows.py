"""What the house keeps of a table, as objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Literal

Status = Literal["open", "running", "over", "closed", "broken"]
SeatKind = Literal["person", "bot", "open"]
OPEN: Final = "open"
RUNNING: Final = "running"
OVER: Final = "over"
CLOSED: Final = "closed"
BROKEN: Final = "broken"
"""Status of a table in quarantine, as readers are told it; never stored."""
PERSON: Final = "person"
BOT: Final = "bot"
FREE: Final = "open"
LIVE = 3600
"""Whoever has less than so many seconds for a decision sits at the table and plays,"""
LIVE_WINDOW = 6
"""and has so many, usually, where all must hurry; others have the same time as always."""
CALLED = -1
"""Due time by which a command that changed a table calls for it to be read anew."""


@dataclass(frozen=True)
class Pace:
    """How much time people have."""

    decision: int = 0
    """Seconds for a decision; 0: as long as they like."""
    window: int | None = None
    """Seconds where all must hurry: a call of BIG DEAL, an answer in a fight. None: as usual."""
    bots: int = 800
    """Milliseconds that a bot seems to think, so that people can follow."""
    pause: int | None = 0
    """Seconds to get ready for the next deal. 0: no waiting. None: as for a decision."""

    @property
    def getting_ready(self) -> int:
        """Seconds to get ready for the next deal; 0: as long as they like."""
        return self.decision if self.pause is None else self.pause

    @property
    def hurried(self) -> int:
        """Seconds where all must hurry; 0: as long as they like."""
        if self.window is not None:
            return self.window
        return LIVE_WINDOW if 0 < self.decision < LIVE else self.decision


@dataclass(frozen=True)
class SeatRow:
    """Who sits somewhere."""

    seat: int
    kind: SeatKind = FREE
    guest: str | None = None
    name: str = ""
    bot: str = ""
    words: str = ""
    away: bool = False
    ready: int = 0
    """The number of the last deal after which the person was ready for the next one."""
    pawn: str = ""
    """The colour that the person chose for their pawn (C1); nothing: the first that is left."""

    @property
    def is_played_by_bot(self) -> bool:
        """Tell whether a bot moves here now."""
        return self.kind == BOT or self.away

    def is_ready_after(self, deal: int) -> bool:
        """Tell whether the next deal need not wait for this seat; bots are always ready."""
        return self.is_played_by_bot or self.ready >= deal


@dataclass(frozen=True)
class TableRow:
    """A table, without its moves."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    pace: Pace
    listed: bool
    talk: bool
    level: str
    host: str
    status: Status
    secret: str
    version: int
    created: int
    begun: int | None = None
    due: int | None = None
    followed_by: str | None = None
    seats: tuple[SeatRow, ...] = field(default=())

    def with_seat(self, seat: SeatRow) -> TableRow:
        """Return the table with one seat changed."""
        seats = tuple(seat if other.seat == seat.seat else other for other in self.seats)
        return replace(self, seats=seats)

    def pawns(self, colours: Sequence[str]) -> list[str]:
        """Return the colour of each seat's pawn: what people chose, then the rest in order (C1)."""
        chosen = {seat.pawn for seat in self.seats}
        usual = [colours[seat.seat] for seat in self.seats]
        given = [
            seat.pawn or ("" if colour in chosen else colour)
            for seat, colour in zip(self.seats, usual, strict=True)
        ]
        left = (colour for colour in colours if colour not in given)
        return [colour or next(left) for colour in given]

    def seats_of(self, guest: str | None) -> list[int]:
        """Return the seats that a guest holds."""
        return self._held.get(guest, [])

    @cached_property
    def _held(self) -> dict[str | None, list[int]]:
        """The seats that each guest holds."""
        held: dict[str | None, list[int]] = {}
        for row in self.seats:
            if row.kind == PERSON and row.guest is not None:
                held.setdefault(row.guest, []).append(row.seat)
        return held

    @cached_property
    def is_unhurried(self) -> bool:
        """Tell whether nothing happens of itself while people play."""
        is_timed = self.pace.decision or self.pace.hurried
        return not is_timed and not any(seat.is_played_by_bot for seat in self.seats)

    @property
    def has_people(self) -> bool:
        """Tell whether people sit here, even if bots play for them just now."""
        return any(seat.kind == PERSON for seat in self.seats)


@dataclass(frozen=True)
class EventRow:
    """One event of a table's match."""

    number: int
    text: str
    client: str | None
    at: int
