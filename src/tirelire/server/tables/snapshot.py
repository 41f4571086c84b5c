"""The snapshot of a match at a table: where it stands, who is asked since when, what is due.

A snapshot does not change. What happens makes a new one, so that everything about it can be stored
before anybody sees it.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct, field

from tirelire.contract.game import RULES_VERSION
from tirelire.core.codes import SEAT_LETTERS, seat_letter, seat_number
from tirelire.core.errors import NotationError, StaleMove
from tirelire.core.lazy import lazy
from tirelire.core.moves import Move
from tirelire.core.refusals import Refusal
from tirelire.core.stories import Sentence
from tirelire.games import game as find_game
from tirelire.match.events import Deal, Event, Played, Retracted
from tirelire.match.fairness import Fairness, deal_chance, promise
from tirelire.match.match import Match, Prepared
from tirelire.match.record import Record, read_event
from tirelire.match.versions import check_step, is_older
from tirelire.match.view import by_letter
from tirelire.server.schemas.responses import Goal, Scene, Sheet
from tirelire.server.storage.rows import EventRow, TableRow

REMEMBERED = 12
"""The number of latest events that can be told without replaying the match."""
HURRIED_BOT = 2
"""A bot waits so many times longer where people must hurry: they must have a chance to be first."""

TaskKind = Literal["bot", "clock", "hurry", "deal", "reveal", "order"]
BOT: Final = "bot"
CLOCK: Final = "clock"
HURRY: Final = "hurry"
DEAL: Final = "deal"
REVEAL: Final = "reveal"
"""The time to reveal words is over; before the match."""
ORDER: Final = "order"
"""A standing order of the seat may answer."""
_SOONEST_ORDER, _LATEST_ORDER = 2000, 9000
"""Milliseconds after which an order answers: as a person who looks at the table would."""
_SHARE_OF_HURRY = 0.8
"""The part of its time after which the order of a seat that must hurry answers at the latest."""


def order_delay(row: TableRow, seat: str, since: int, seconds: int) -> int:
    """Return the milliseconds after which an order answers a question.

    They follow from the secret of the table, the seat and the question, so they depend on no card,
    and all processes draw the same. `seconds` is the time that the seat has; 0: any.
    """
    latest = min(_LATEST_ORDER, round(1000 * seconds * _SHARE_OF_HURRY)) or _LATEST_ORDER
    soonest = min(_SOONEST_ORDER, latest // 2)
    drawn = hmac.digest(row.secret.encode(), f"order {seat} {since}".encode(), "sha256")
    return soonest + int.from_bytes(drawn[:4], "big") % (latest - soonest + 1)


class Telling(NamedTuple):
    """A move as it is told to one reader."""

    sentences: list[str]
    scenes: list[Scene]
    """One for each sentence."""


class Step(Struct, frozen=True, eq=False):
    """An event as it can be told: what the table was before and after."""

    number: int
    event: Event
    before: Match
    after: Match
    at: int = 0
    """House time, where it happened at a table."""
    stories: dict[str | None, list[Sentence]] = field(default_factory=dict)
    """What there is to tell of it, by seat."""
    told: dict[tuple[str | None, str], Telling] = field(default_factory=dict)
    """What was told of it already, by seat and language; see `payload`."""
    seen: dict[str | None, bool] = field(default_factory=dict)
    """Whether a seat, None for spectators, sees any of it."""

    @property
    def is_deal(self) -> bool:
        """Whether cards were dealt."""
        return isinstance(self.event, Deal)

    def is_seen_by(self, seat: str | None) -> bool:
        """Tell whether a seat sees any of it, and note it: views are soon forgotten."""
        found = self.seen.get(seat)
        if found is None:
            found = self.seen[seat] = not self.after.looks_as(self.before, seat)
        return found

    def is_news_for(self, seat: str | None) -> bool:
        """Tell whether there is anything to tell a seat: a deal, or what it saw of a move."""
        return self.is_deal or bool(self.story(seat))

    def story(self, seat: str | None) -> list[Sentence]:
        """Return what there is to tell a seat: nothing of what it does not see."""
        found = self.stories.get(seat)
        if found is None:
            found = self.stories[seat] = self._story(seat) if self.is_seen_by(seat) else []
        return found

    def _story(self, seat: str | None) -> list[Sentence]:
        if isinstance(self.event, Deal):
            return []
        actor = seat_number(self.event.seat, self.after.players)
        if isinstance(self.event, Retracted):
            return [Sentence("house.retracted", actor)]
        stories, move = self.after.game.stories, self.event.move
        if seat is not None and self.is_seen_by(None):
            before, after = self.before.view(None).plain, self.after.view(None).plain
            reader = seat_number(seat, self.after.players)
            if stories.tells_alike(before, after, actor, move, reader):
                return self.story(None)
        before, after = self.before.view(seat).plain, self.after.view(seat).plain
        story: list[Sentence] = stories.story(before, after, actor, move)
        return story


class FinishedDeal(Struct, frozen=True, eq=False, dict=True):
    """The end of a deal: what everybody sees of it, and may see again later."""

    match: Match
    sheets: dict[tuple[str, int], dict[str, Sheet]] = field(default_factory=dict)
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


class Answer(NamedTuple):
    """What a seat has answered, and might take back."""

    question: Question
    told: int
    """The number of the position after it, as the seat is told it."""


class Task(NamedTuple):
    """Something that happens at a due time unless a player acts before."""

    due: int
    kind: TaskKind
    """BOT, CLOCK, HURRY, DEAL, REVEAL or ORDER."""
    seat: str = ""


def retrace(match: Match, events: Iterable[Event]) -> Iterator[Step]:
    """Play events again, with what the table was before and after each."""
    after = match
    for event in events:
        before = after
        after = before.after(before.prepare_event(event))
        yield Step(after.number, event, before, after)


class MatchSnapshot(Struct, frozen=True, eq=False, dict=True):
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
    answers: dict[str, Answer] = field(default_factory=dict)
    """The last answer of each seat in this deal."""
    unordered: set[tuple[str, int]] = field(default_factory=set)
    """Questions, by seat and number, that no order answers; shared by all snapshots of a match."""
    _tasks: list[tuple[TableRow, list[Task]]] = field(default_factory=list)
    """What is due, and the row from which it was worked out."""

    @classmethod
    def begin(cls, row: TableRow) -> MatchSnapshot:
        """Return the snapshot of a table that has begun, before its first deal."""
        if row.rules > RULES_VERSION:  # a newer version of the house has begun it
            raise NotationError(Refusal("house.broken"))
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
    def goal(self) -> Goal:
        """What ends the match, as everybody is told it."""
        return Goal(*self.match.game.table.goal(self.match.view(None).plain))

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

    def may_retract(self, seat: str) -> bool:
        """Tell whether a seat may take back its last move."""
        return seat in self.answers and self.match.may_retract(seat)

    def check_retraction(self, seat: str, number: int) -> None:
        """Refuse a retraction that comes too late, or was meant for another move.

        What others choose meanwhile does not make it stale.
        """
        now = self.number_for(seat)
        if not self.may_retract(seat) or not self.answers[seat].told <= number <= now:
            raise StaleMove(number, now)

    def after(self, prepared: Prepared, at: int) -> MatchSnapshot:
        """Return the snapshot when something has happened."""
        match, event = self.match.after(prepared), prepared.event
        moved = "" if isinstance(event, Deal) else event.seat
        step = Step(match.number, event, self.match, match, at)
        numbers = {seat: seen + step.is_seen_by(seat) for seat, seen in self.numbers.items()}
        answers = self.answers if moved else {}
        if isinstance(event, Played) and moved in self.questions:
            answer = Answer(self.questions[moved], numbers.get(moved, match.number))
            answers = {**answers, moved: answer}
        questions = {}
        for seat in match.actors:
            asked = Question(
                match.decisions(seat), match.number, at, numbers.get(seat, match.number)
            )
            earlier = self.questions.get(seat)
            if isinstance(event, Retracted) and seat == moved and seat in answers:
                # The clock goes on as if the seat had not answered.
                questions[seat] = asked._replace(at=answers[seat].question.at)
                self.unordered.add((seat, asked.since))  # a player who takes back wants to choose
                continue
            same = earlier and earlier.decisions == asked.decisions and seat != moved
            questions[seat] = earlier if same and earlier else asked
        if len(self.steps) > 1:
            self.steps[-2].before.forget_views()  # a reader who is behind has them made again
        steps = (*self.steps[1 - REMEMBERED :], step)
        return MatchSnapshot(
            match, at, questions, numbers, steps, self.score, answers, self.unordered
        )

    def follow(self, stored: EventRow, rules: int) -> MatchSnapshot:
        """Return the snapshot after an event that was stored before, by some version of the rules.

        Raises if the event does not replay, or if that version would have gone on differently.
        """
        event = read_event(stored.text, self.match.game.id)
        snapshot = self.after(self.match.prepare_event(event), stored.at)
        if is_older(self.match.game, rules):
            before, after = self.match.state.record, snapshot.match.state.record
            check_step(self.match.game, rules, before, event, after)
        return snapshot

    def rename(self, row: TableRow) -> None:
        """Call the players as a changed row does; what was told by other names is told anew."""
        self.match.seat([seat.name for seat in row.seats])
        for step in self.steps:
            step.told.clear()
        if self.score is not None:
            self.score.sheets.clear()

    def record(self, row: TableRow) -> Record:
        """Write down a match whose secret is shown, with what its deals were made from."""
        commitments = tuple(seat.commitment for seat in row.seats)
        fairness = Fairness(
            promised=promise(row.secret),
            words=tuple(seat.words for seat in row.seats),
            secret=row.secret,
            commitments=commitments if any(commitments) else (),
            void_draws=row.void_draws,
        )
        return Record.of(self.match, fairness)

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
        asked = self.questions.items()
        tasks = [self._order(row, seat, question) for seat, question in asked]
        if not row.is_unhurried:
            tasks += [self._task(row, seat, question) for seat, question in asked]
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

    def _order(self, row: TableRow, seat: str, question: Question) -> Task | None:
        """Return when a standing order may answer for a person, whether there is one or not."""
        orders, number = self.match.game.orders, seat_number(seat, row.players)
        if not orders.ORDERS or (seat, question.since) in self.unordered:
            return None
        if row.seats[number].is_played_by_bot or row.seats[number].guest is None:
            return None
        if not orders.applies(self.match.view(seat).plain, number):
            return None
        seconds = row.pace.hurried if seat in self.default_moves else row.pace.decision
        return Task(question.at + order_delay(row, seat, question.since, seconds), ORDER, seat)

    def note_no_order(self, seat: str, since: int) -> None:
        """Note that no order answers a question: its person is asked."""
        self.unordered.add((seat, since))
        self._tasks.clear()

    def ask_order_again(self, seat: str) -> None:
        """Let the orders of a seat answer what it is asked: they have changed."""
        if seat in self.questions:
            self.unordered.discard((seat, self.questions[seat].since))
            self._tasks.clear()

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
