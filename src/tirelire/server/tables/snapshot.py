"""The snapshot of a match at a table: where it stands, who is asked since when, what is due.

A snapshot does not change. What happens makes a new one, so that everything about it can be stored
before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from tirelire.core.codes import SEAT_LETTERS, seat_letter, seat_number
from tirelire.core.errors import StaleMove
from tirelire.core.lazy import lazy
from tirelire.core.moves import Move
from tirelire.core.stories import Sentence
from tirelire.games import game as find_game
from tirelire.match.events import Event, Played
from tirelire.match.fairness import Fairness, deal_chance, promise
from tirelire.match.match import Match, Prepared
from tirelire.match.record import Record, read_event
from tirelire.match.view import by_letter
from tirelire.server.schemas.responses import Sheet
from tirelire.server.storage.rows import EventRow, TableRow

REMEMBERED = 12
"""The number of latest events that can be told without replaying the match."""
HURRIED_BOT = 2
"""A bot waits so many times longer where people must hurry: they must have a chance to be first."""

TaskKind = Literal["bot", "clock", "hurry", "deal"]
BOT: Final = "bot"
CLOCK: Final = "clock"
HURRY: Final = "hurry"
DEAL: Final = "deal"


@dataclass(frozen=True)
class Step:
    """An event as it can be told: what the table was before and after."""

    number: int
    played: Played | None
    """The move; None for a deal."""
    before: Match
    after: Match
    at: int = 0
    """House time, where it happened at a table."""
    stories: dict[str | None, list[Sentence]] = field(default_factory=dict, compare=False)
    """What there is to tell of it, by seat."""
    told: dict[tuple[str | None, str], list[str]] = field(default_factory=dict, compare=False)
    """What was told of it already, by seat and language; see `payload`."""
    seen: dict[str | None, bool] = field(default_factory=dict, compare=False)
    """Whether a seat, None for spectators, sees any of it."""

    def is_seen_by(self, seat: str | None) -> bool:
        """Tell whether a seat sees any of it, and note it: views are soon forgotten."""
        found = self.seen.get(seat)
        if found is None:
            found = self.seen[seat] = not self.after.looks_as(self.before, seat)
        return found

    def is_news_for(self, seat: str | None) -> bool:
        """Tell whether there is anything to tell a seat: a deal, or what it saw of a move."""
        return self.played is None or bool(self.story(seat))

    def story(self, seat: str | None) -> list[Sentence]:
        """Return what there is to tell a seat: nothing of what it does not see."""
        found = self.stories.get(seat)
        if found is None:
            found = self.stories[seat] = self._story(seat) if self.is_seen_by(seat) else []
        return found

    def _story(self, seat: str | None) -> list[Sentence]:
        if self.played is None:
            return []
        stories = self.after.game.stories
        if seat is not None and stories.TELLS_ALL_ALIKE:
            return self.story(None)
        before, after = self.before.view(seat).plain, self.after.view(seat).plain
        actor = seat_number(self.played.seat, self.after.players)
        story: list[Sentence] = stories.story(before, after, actor, self.played.move)
        return story


@dataclass(frozen=True)
class FinishedDeal:
    """The end of a deal: what everybody sees of it, and may see again later."""

    match: Match
    sheets: dict[tuple[str, int], dict[str, Sheet]] = field(default_factory=dict, compare=False)
    """Cache of the score sheets, by language and by the seat that is addressed."""

    @lazy
    def standing(self) -> dict[str, Any]:
        """How the match stood, as everybody was told it."""
        return standing_of(self.match)


def standing_of(match: Match) -> dict[str, Any]:
    """Tell how a match stands, from what everybody may know."""
    public = match.view(None).plain
    return {
        "deal": public.deals,
        "ended": match.ended,
        "reason": match.game.reasons[public.reason],
        "totals": by_letter(public.total, match.players),
    }


class Question(NamedTuple):
    """What a seat is asked."""

    decisions: tuple[int, ...]
    since: int
    """The number of the first position with this question."""
    at: int
    """The house time since which it is asked."""
    told: int = 0
    """The number of that position, as the seat is told it."""


class Task(NamedTuple):
    """Something that happens at a due time unless a player acts before."""

    due: int
    kind: TaskKind
    """BOT, CLOCK, HURRY or DEAL."""
    seat: str = ""


def retrace(match: Match, events: Iterable[Event]) -> Iterator[Step]:
    """Play events again, with what the table was before and after each."""
    after = match
    for event in events:
        before = after
        if isinstance(event, Played):
            prepared = before.prepare(event.move, event.seat, time=event.time)
        else:
            prepared = before.prepare_deal(list(event.deck), list(event.draws))
        after = before.after(prepared)
        yield Step(after.number, event if isinstance(event, Played) else None, before, after)


@dataclass(frozen=True)
class MatchSnapshot:
    """A match at a table, at one moment."""

    match: Match
    at: int
    """House time of the last event."""
    questions: dict[str, Question] = field(default_factory=dict)
    numbers: dict[str | None, int] = field(default_factory=dict)
    """How many steps each seat has seen, and None, spectators: see `number_for`."""
    steps: tuple[Step, ...] = ()
    earlier: FinishedDeal | None = None
    """The deal before the one that is being played."""
    _tasks: list[tuple[TableRow, list[Task]]] = field(default_factory=list, compare=False)
    """What is due, and the row from which it was worked out."""

    @classmethod
    def begin(cls, row: TableRow) -> MatchSnapshot:
        """Return the snapshot of a table that has begun, before its first deal."""
        game = find_game(row.game)
        chance = deal_chance(row.secret, [seat.words for seat in row.seats])
        opt = game.encode(row.players, row.options)
        draws = game.engine.draw_match(row.players, opt, chance.branch(0))
        match = Match.set_up(game, opt, row.players, draws)
        match.chance = chance
        match.seat([seat.name for seat in row.seats])
        readers = (None, *SEAT_LETTERS[: row.players])
        return cls(match, row.begun or 0, numbers=dict.fromkeys(readers, 0))

    @lazy
    def number(self) -> int:
        """The number of the position."""
        return self.match.number

    @lazy
    def standing(self) -> dict[str, Any]:
        """How the match stands, as everybody is told it."""
        return standing_of(self.match)

    @lazy
    def score(self) -> FinishedDeal | None:
        """The last deal that is over: this one or the one before; None while there is none."""
        is_over = self.match.ended != "running" and self.match.deals > 0
        return FinishedDeal(self.match) if is_over else self.earlier

    def number_for(self, seat: str | None) -> int:
        """Return the number of the position as a seat, None for spectators, is told it.

        It counts what the reader saw. The true number would tell how often others have chosen in
        secret; where nothing is secret it is the same.
        """
        return self.numbers.get(seat, self.number)

    def seen_at(self, seat: str) -> int:
        """Return the house time of the last thing that a seat saw, of those that are remembered."""
        seen = [step.at for step in self.steps if step.is_seen_by(seat)]
        return seen[-1] if seen else self.steps[0].at

    def check_number(self, seat: str, number: int) -> None:
        """Refuse a move that was made for another question than the one that is asked now.

        While several choose at once, what others choose does not make a move stale.
        """
        question, now = self.questions.get(seat), self.number_for(seat)
        if not (question.told if question else now) <= number <= now:
            raise StaleMove(number, now)

    def after(self, prepared: Prepared, at: int) -> MatchSnapshot:
        """Return the snapshot when a move or a deal has happened."""
        match = self.match.after(prepared)
        played = prepared.event if isinstance(prepared.event, Played) else None
        moved = played.seat if played else ""
        step = Step(match.number, played, self.match, match, at)
        numbers = {seat: seen + step.is_seen_by(seat) for seat, seen in self.numbers.items()}
        questions = {}
        for seat in match.actors:
            asked = Question(
                match.decisions(seat), match.number, at, numbers.get(seat, match.number)
            )
            earlier = self.questions.get(seat)
            same = earlier and earlier.decisions == asked.decisions and seat != moved
            questions[seat] = earlier if same and earlier else asked
        if len(self.steps) > 1:
            self.steps[-2].before.forget_views()  # a reader who is behind has them made again
        steps = (*self.steps[1 - REMEMBERED :], step)
        return MatchSnapshot(match, at, questions, numbers, steps, self.score)

    def follow(self, stored: EventRow) -> MatchSnapshot:
        """Return the snapshot after an event that was stored before."""
        event = read_event(stored.text, self.match.game.id)
        if isinstance(event, Played):
            prepared = self.match.prepare(event.move, event.seat, time=event.time)
        else:
            prepared = self.match.prepare_deal(list(event.deck), list(event.draws))
        return self.after(prepared, stored.at)

    def record(self, row: TableRow) -> Record:
        """Write down a match that is over, with what its deals were made from."""
        words = tuple(seat.words for seat in row.seats)
        return Record.of(self.match, Fairness(promise(row.secret), words, row.secret))

    # --- what is due ----------------------------------------------------------------------------

    def tasks(self, row: TableRow) -> list[Task]:
        """Return what happens of itself, the earliest first."""
        if not self._tasks or self._tasks[0][0] is not row:
            self._tasks[:] = [(row, self._work_out(row))]
        return self._tasks[0][1]

    def _work_out(self, row: TableRow) -> list[Task]:
        if self.match.ended == "match":
            return []
        if self.match.ended == "deal":
            return self._next_deal(row)
        if row.is_unhurried:
            return []
        tasks = [self._task(row, seat, question) for seat, question in self.questions.items()]
        return sorted(filter(None, tasks), key=lambda task: (task.due, task.seat))

    def _next_deal(self, row: TableRow) -> list[Task]:
        """Deal at once when everybody is ready, otherwise when the time for that is over."""
        if not self.not_ready(row):
            return [Task(self.at, DEAL)]
        seconds = row.pace.getting_ready
        return [Task(self.at + 1000 * seconds, DEAL)] if seconds else []

    def not_ready(self, row: TableRow) -> list[str]:
        """Return the seats for whose people the next deal waits."""
        if self.match.ended != "deal" or row.pace.pause == 0:
            return []
        deal = self.match.deals
        return [seat_letter(seat.seat) for seat in row.seats if not seat.is_ready_after(deal)]

    def _task(self, row: TableRow, seat: str, question: Question) -> Task | None:
        """Return what happens if a seat does not answer.

        Bots take their time even while they play for everybody: people may come back.
        """
        pace, is_hurried = row.pace, seat in self.default_moves
        if row.seats[seat_number(seat, row.players)].is_played_by_bot:
            wait = pace.bots if row.has_people else 0
            return Task(question.at + (HURRIED_BOT * wait if is_hurried else wait), BOT, seat)
        seconds = pace.hurried if is_hurried else pace.decision
        if not seconds:
            return None
        return Task(question.at + 1000 * seconds, HURRY if is_hurried else CLOCK, seat)

    def due(self, row: TableRow) -> int | None:
        """Return when something happens of itself next."""
        tasks = self.tasks(row)
        return tasks[0].due if tasks else None

    @lazy
    def default_moves(self) -> dict[str, Move]:
        """What the seats that must hurry are taken to say when their time is over."""
        hurried = self.match.game.table.hurried
        moves = {seat: hurried(self.match.view(seat).plain) for seat in self.questions}
        return {seat: move for seat, move in moves.items() if move is not None}
