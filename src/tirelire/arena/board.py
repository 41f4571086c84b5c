"""A board: one match, its cards fixed, played once for every way to rotate the bots."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tirelire.arena.players import find_player
from tirelire.bots.bot import Bot
from tirelire.bots.referee import Fault, Referee
from tirelire.bots.registry import find_bot
from tirelire.core.chance import seeded
from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.options import Value
from tirelire.match.match import Match

MOST_MOVES = 100_000
"""After this many moves, regular bots play a match to its end.

Bots can make a match endless by legal moves alone: where a move can be taken back, or a target has
to be reached.
"""
ENDLESS = "endless"
"""The kind of fault of a bot that would not let a match end."""


@dataclass(frozen=True)
class Task:
    """The arguments of a worker that plays a board: plain values only."""

    game: str
    specs: tuple[str, ...]
    """The bots in the order in which they sit before the first rotation."""
    options: dict[str, Value]
    seed: int
    number: int
    """Which board of the seed."""
    time: float | None = None
    """Seconds that a bot has for a move; without, it thinks as long as it was made to."""


@dataclass(frozen=True)
class MatchResult:
    """How one match of a board ended."""

    seats: tuple[str, ...]
    """The bot in each seat."""
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats that won."""
    moves: int

    def win_shares(self) -> list[float]:
        """Return each seat's part of the win; a shared win counts in equal parts."""
        part = 1 / len(self.winners)
        return [part if seat in self.winners else 0.0 for seat in range(len(self.seats))]


@dataclass(frozen=True)
class Incident:
    """A fault, with all that is needed to see it again."""

    board: int
    seat: str
    bot: str
    kind: str
    text: str
    """Error or answer of the bot, or its time: untrusted text."""
    position: str
    """The true position in which the bot was asked, for its author."""


@dataclass(frozen=True)
class BoardResult:
    """How all matches of a board ended."""

    number: int
    matches: tuple[MatchResult, ...]
    faults: dict[str, int] = field(default_factory=dict)
    """How many faults each bot made, of those that made any."""
    incidents: tuple[Incident, ...] = ()
    """The first fault of each kind by each bot."""

    @classmethod
    def of(cls, given: dict[str, Any]) -> BoardResult:
        """Make it from plain values, as `dataclasses.asdict` and JSON give them."""
        matches = tuple(
            MatchResult(
                tuple(match["seats"]),
                tuple(match["totals"]),
                tuple(match["winners"]),
                match["moves"],
            )
            for match in given["matches"]
        )
        incidents = tuple(Incident(**incident) for incident in given["incidents"])
        return cls(given["number"], matches, dict(given["faults"]), incidents)


class Company(threading.local):
    """The bots that a worker plays with, and the referee who asks them.

    They stay from board to board: a bot that never answers then holds up one thread, and not one
    more in every match. Every thread of a worker has a company of its own.
    """

    def __init__(self, find: Callable[[str], Bot] = find_player) -> None:
        self.referee = Referee()
        self.regular = find_bot("regular")
        self._find = find
        self._bots: dict[tuple[str, int], Bot] = {}

    def take_seats(self, specs: Sequence[str]) -> list[Bot]:
        """Return a bot for each seat; no bot sits in two seats."""
        copies: Counter[str] = Counter()
        bots = []
        for spec in specs:
            key = (spec, copies[spec])
            copies[spec] += 1
            if key not in self._bots:
                self._bots[key] = self._find(spec)
            bots.append(self._bots[key])
        return bots


_COMPANY = Company()


def rotations(specs: Sequence[str]) -> list[tuple[str, ...]]:
    """Return every different order that comes from rotating the bots through the seats.

    >>> rotations(["a", "b", "b"])
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    >>> rotations(["a", "a", "a"])
    [('a', 'a', 'a')]
    """
    turned = [(*specs[len(specs) - by :], *specs[: len(specs) - by]) for by in range(len(specs))]
    return list(dict.fromkeys(turned))


def play_board(task: Task, company: Company = _COMPANY) -> BoardResult:
    """Play all matches of a board.

    Law: every match draws its cards from the same chance, and each bot in each match from its own;
    so a board does not depend on the worker, nor on the time.
    """
    notes = _Notes(Counter(), {})
    results = [
        _PlayedMatch(task, rotation, seats, company, notes).to_the_end()
        for rotation, seats in enumerate(rotations(task.specs))
    ]
    incidents = tuple(notes.incidents.values())
    return BoardResult(task.number, tuple(results), dict(notes.faults), incidents)


@dataclass(frozen=True)
class _Notes:
    """The faults of a board, collected while it is played."""

    faults: Counter[str]
    incidents: dict[tuple[str, str], Incident]


class _PlayedMatch:
    """One match of a board, while it is played."""

    def __init__(
        self, task: Task, rotation: int, seats: tuple[str, ...], company: Company, notes: _Notes
    ) -> None:
        self.task = task
        self.notes = notes
        self.seats = seats
        self.referee = company.referee
        self.regular = company.regular
        self.bots = company.take_seats(seats)
        chance = seeded(task.seed, task.number)
        self.match = Match.begin(task.game, len(seats), task.options, chance=chance)
        self.sources = [
            seeded(task.seed, task.number, rotation, seat) for seat in range(len(seats))
        ]
        self.moves = [0] * len(seats)

    def to_the_end(self) -> MatchResult:
        """Ask every bot when it is its turn, until the match is over."""
        match = self.match
        while match.ended != "match":
            if match.ended == "deal":
                match.next_deal()
            else:
                self.ask(match.asked)
        return MatchResult(
            seats=self.seats,
            totals=tuple(match.totals.values()),
            winners=tuple(seat_number(letter, match.players) for letter in match.winners),
            moves=sum(self.moves),
        )

    def ask(self, letter: str) -> None:
        """Let a seat move; what its bot does wrong is written down."""
        match = self.match
        seat = seat_number(letter, match.players)
        move, fault = self.referee.ask(
            self.bots[seat],
            match.view(letter),
            self.sources[seat].branch(match.number),
            self.task.time,
            lambda move: match.is_legal(move, letter),
        )
        if fault:
            self.note(seat, fault)
        match.play(move, letter)
        self.moves[seat] += 1
        if sum(self.moves) == MOST_MOVES and match.ended != "match":
            self.hand_over()

    def hand_over(self) -> None:
        """Let regulars play on, and blame the bot that made the most moves."""
        busiest = max(range(len(self.seats)), key=lambda seat: self.moves[seat])
        self.note(busiest, Fault(self.seats[busiest], ENDLESS, str(MOST_MOVES)))
        self.bots = [self.regular] * len(self.seats)

    def note(self, seat: int, fault: Fault) -> None:
        """Write down a fault and, if it is the first of its kind, the position."""
        bot = self.seats[seat]
        self.notes.faults[bot] += 1
        if (bot, fault.kind) not in self.notes.incidents:
            self.notes.incidents[bot, fault.kind] = Incident(
                board=self.task.number,
                seat=seat_letter(seat),
                bot=bot,
                kind=fault.kind,
                text="".join(c if c.isprintable() else "�" for c in fault.text),
                position=self.match.position(),
            )
