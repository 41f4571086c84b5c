"""The time that a bot takes tells nothing about its cards."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import product
from typing import Any
from zlib import crc32

import pytest

from tests.match.test_leaks import another_world
from tests.match.test_positions import walk
from tirelire import Match
from tirelire.bots.any_move import AnyMove
from tirelire.bots.bot import Bot
from tirelire.bots.referee import Referee
from tirelire.core.chance import Source
from tirelire.games import GAMES
from tirelire.match.view import View
from tirelire.server.storage.rows import BOT, PERSON, Pace, SeatKind, SeatRow, TableRow
from tirelire.server.tables import bots
from tirelire.server.tables.bots import LONGEST_THINKING, BotRunner, thinking_time
from tirelire.server.tables.replay import stand_in

pytestmark = pytest.mark.anyio
DRAWS = 8
"""Values that are drawn, spread evenly over all that could be: together they are the distribution
of times."""
SEARCHING = "strong@8"
PACES = (Pace(), Pace(bots=0))


@dataclass
class Time:
    """A clock that goes only where something waits or thinks."""

    drawn: float
    now: float = 0.0

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += max(0.0, seconds)

    def draw(self, below: int) -> int:
        return int(self.drawn * below)


def work(view: View) -> float:
    """Return the part of its time that a bot takes here: it depends on all that it sees."""
    return crc32(view.bytes) / (1 << 32)


async def answer_time(
    monkeypatch: pytest.MonkeyPatch,
    match: Match,
    row: TableRow,
    seat: str,
    time: Time,
) -> float:
    """Return the time at which the bot of a seat answers; how long it thinks depends on its cards.

    Runner, referee and bot are those of a house.
    """
    asked = Referee.ask

    def ask(self: Referee, bot: Bot, view: View, *more: Any) -> Any:
        time.now += work(view) * (bot.thinking or 0.01)
        return asked(self, bot, view, *more)

    with monkeypatch.context() as patch:
        patch.setattr(Referee, "ask", ask)
        patch.setattr(bots, "monotonic", time.clock)
        patch.setattr(bots, "sleep", time.sleep)
        patch.setattr("secrets.randbelow", time.draw)
        runner = BotRunner()
        await runner.move(row, match, seat)
        runner.close()
    return time.now


def table_of_bot(match: Match, seat: str, level: str, pace: Pace, others: SeatKind) -> TableRow:
    """Return the table of a match, with a bot in one seat."""
    row = stand_in(match.game.id, match.players, match.options, ["A", "B", "C"]).row
    for place in row.seats:
        kind: SeatKind = BOT if "ABC"[place.seat] == seat else others
        row = row.with_seat(SeatRow(place.seat, kind, name=place.name, bot=level))
    return replace(row, pace=pace)


async def answer_times(
    monkeypatch: pytest.MonkeyPatch,
    match: Match,
    seat: str,
    level: str,
    pace: Pace,
    others: SeatKind = PERSON,
) -> list[float]:
    """Return the distribution of the times at which a bot answers."""
    row = table_of_bot(match, seat, level, pace, others)
    draws = [Time(number / DRAWS) for number in range(DRAWS)]
    return [await answer_time(monkeypatch, match, row, seat, time) for time in draws]


def differing_worlds(name: str, wanted: int) -> list[tuple[Match, Match, str]]:
    """Return pairs of worlds that another seat cannot tell apart, with the seat that is asked.

    The asked seat has other cards in one of them than in the other.
    """
    found = list[tuple[Match, Match, str]]()
    for seed in range(100):
        match = Match.begin(name, 3, seed=seed)
        for number, _ in enumerate(walk(match, seed, 80)):
            if match.ended != "running":
                continue
            asked = match.asked
            reader = next(seat for seat in "ABC" if seat != asked)
            here = Match.at(match.position())
            there = another_world(here, reader, number)
            if asked in there.actors and work(there.view(asked)) != work(here.view(asked)):
                found.append((here, there, asked))
                break
        if len(found) == wanted:
            break
    return found


@pytest.mark.parametrize("name", GAMES)
async def test_bots_answer_at_the_same_moments_in_worlds_that_others_cannot_tell_apart(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any pace: a table without a pause for bots told apart what they held."""
    worlds = differing_worlds(name, 3)
    assert len(worlds) == 3
    for here, there, seat in worlds:
        for level, pace in product(("regular", SEARCHING), PACES):
            times = [
                await answer_times(monkeypatch, match, seat, level, pace) for match in (here, there)
            ]
            assert times[0] == pytest.approx(times[1], abs=1e-9)
            assert len(set(times[0])) == (DRAWS if level == SEARCHING else 1)


@pytest.mark.parametrize("level", ["regular", SEARCHING])
async def test_only_among_bots_a_bot_answers_at_once(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ((match, _, seat),) = differing_worlds("money", 1)
    alone = await answer_times(monkeypatch, match, seat, level, Pace(), others=BOT)
    for pace in PACES:
        beside_people = await answer_times(monkeypatch, match, seat, level, pace)
        assert max(alone) < min(beside_people)


@dataclass
class Declaring(AnyMove):
    """A bot of another author that declares how long it thinks."""

    thinking: Any = 0.0


@pytest.mark.parametrize(
    ("declared", "counted"),
    [
        (0.5, 0.5),
        (1e9, LONGEST_THINKING),
        (math.inf, LONGEST_THINKING),
        (math.nan, 0.0),
        (-1, 0.0),
        ("long", 0.0),
    ],
)
async def test_a_bot_thinks_no_longer_than_the_house_allows(
    declared: Any, counted: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert thinking_time(Declaring(declared)) == counted
    given: list[float | None] = []

    def ask(_: Referee, bot: Bot, view: View, rng: Source, time: Any, *__: Any) -> Any:
        given.append(time)
        return bot.choose(view, rng, None), None

    ((match, _, seat),) = differing_worlds("money", 1)
    row = table_of_bot(match, seat, "declaring", Pace(), BOT)
    monkeypatch.setattr(bots, "find_bot", lambda _: Declaring(declared))
    monkeypatch.setattr(Referee, "ask", ask)
    runner = BotRunner()
    await runner.move(row, match, seat)
    runner.close()
    assert given == [None if declared == counted else counted]
