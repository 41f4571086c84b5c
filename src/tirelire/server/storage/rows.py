"""What the house keeps of a table, as objects."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

from msgspec import json

from tirelire.contract.game import RULES_VERSION
from tirelire.match.fairness import VoidDraw
from tirelire.server.names import isolated

Status = Literal["open", "starting", "running", "over", "closed", "broken"]
SeatKind = Literal["person", "bot", "open"]
OPEN: Final = "open"
STARTING: Final = "starting"
"""Status of a table whose players reveal their words; then the match begins."""
RUNNING: Final = "running"
OVER: Final = "over"
CLOSED: Final = "closed"
IN_USE: Final = (OPEN, STARTING, RUNNING)
"""Statuses of tables that are in use."""
BROKEN: Final = "broken"
"""Status of a table in quarantine, as readers are told it; never stored."""
PERSON: Final = "person"
BOT: Final = "bot"
FREE: Final = "open"
SHORTEST_REVEAL = 60
"""Seconds that players have to reveal their words, or as many as for a decision if those are more.
Pages do it within a second; a phone may have to be woken."""
LIVE = 3600
"""A table with fewer seconds for a decision is played live; the others are correspondence."""
LIVE_WINDOW = 6
"""Usual seconds of a live table for a choice in which the first answer counts."""
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
    def revealing(self) -> int:
        """Seconds to reveal words when the match starts."""
        return max(SHORTEST_REVEAL, self.decision)

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
    """What the person added to the deal, once it is revealed."""
    away: bool = False
    ready: int = 0
    """The number of the last deal after which the person was ready for the next one."""
    pawn: str = ""
    """The colour that the person chose for their pawn (C1); nothing: the first that is left."""
    commitment: str = ""
    """Hash of the words that the person will reveal; nothing: they add none."""
    face: str = ""
    """The picture that the person chose; nothing: none. See `tables/faces.py`."""
    colour: int = -1
    """The colour that the person would like; -1: any."""

    @property
    def is_awaited(self) -> bool:
        """Tell whether the person committed to words and has not revealed them."""
        return bool(self.commitment) and not self.words

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
    origin: str = ""
    """Keyed hash of the address from which the table was set; see `quotas`."""
    rules: int = RULES_VERSION
    """The version of the rules that the match is played by."""
    reveal_by: int | None = None
    """House time until which words are awaited, while the status is `starting`."""
    void_draws: tuple[VoidDraw, ...] = ()
    barred: tuple[str, ...] = ()
    """Guests who gave up a draw here: they must not play the next one."""
    removed: tuple[str, ...] = ()
    """Guests whom the host removed."""
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
    def spoken_names(self) -> list[str]:
        """The names of all seats, ready to stand in a sentence."""
        return [isolated(seat.name) for seat in self.seats]

    @cached_property
    def is_unhurried(self) -> bool:
        """Tell whether nothing happens of itself while people play."""
        is_timed = self.pace.decision or self.pace.hurried
        return not is_timed and not any(seat.is_played_by_bot for seat in self.seats)

    @property
    def has_bots(self) -> bool:
        """Tell whether bots play here, or will in seats that are free."""
        return any(seat.kind == FREE or seat.is_played_by_bot for seat in self.seats)

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


_decoder = json.Decoder(list[EventRow])


class TalkRow(NamedTuple):
    """A line of talk."""

    seq: int
    seat: int
    name: str
    text: str
    at: int
    """When it was said, by the wall clock."""


def pack(events: Iterable[EventRow]) -> bytes:
    """Pack events.

    >>> events = [EventRow(1, "A pass", None, 5)]
    >>> unpack(pack(events)) == events
    True
    """
    return zlib.compress(json.encode(list(events)), 9)


def unpack(packed: bytes) -> list[EventRow]:
    """Return the events that were packed."""
    return _decoder.decode(zlib.decompress(packed))
