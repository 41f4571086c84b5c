"""The time that a bot takes tells nothing about its cards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import cycle
from typing import Any
from zlib import crc32

import pytest

from tests.match.test_leaks import another_world
from tests.match.test_positions import walk
from tirelire import Match
from tirelire.bots.referee import Referee
from tirelire.bots.registry import find_bot
from tirelire.games import GAMES
from tirelire.match.view import View
from tirelire.server.storage.rows import BOT, PERSON, Pace, SeatKind, SeatRow
from tirelire.server.tables import bots
from tirelire.server.tables.bots import BotRunner
from tirelire.server.tables.replay import stand_in

pytestmark = pytest.mark.anyio
DRAWS = (0.1, 0.9, 0.5)
"""Chance: what is drawn, as a part of what could be."""


@dataclass
class Time:
    """A clock that goes only where something waits or thinks."""

    now: float = 0.0
    draws: Any = field(default_factory=lambda: cycle(DRAWS))

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += max(0.0, seconds)

    def draw(self, below: int) -> int:
        return int(next(self.draws) * below)


def work(view: View) -> float:
    """Return the part of its time that a bot takes here: it depends on all that it sees."""
    return crc32(view.bytes) / (1 << 32)


async def answer_time(
    monkeypatch: pytest.MonkeyPatch, match: Match, seat: str, level: str, pace: Pace
) -> float:
    """Return the seconds in which a bot answers; how long it thinks depends on its cards."""
    time = Time()
    row = stand_in(match.game.id, match.players, match.options, ["A", "B", "C"]).row
    for place in row.seats:
        is_asked = "ABC"[place.seat] == seat
        kind: SeatKind = BOT if is_asked else PERSON
        row = row.with_seat(SeatRow(place.seat, kind, name=place.name, bot=level))
    asked = Referee.ask

    def ask(self: Referee, bot: Any, view: Any, *more: Any) -> Any:
        time.now += work(view) * (bot.thinking or 0.01)
        return asked(self, find_bot("regular"), view, *more)

    with monkeypatch.context() as patch:
        patch.setattr(Referee, "ask", ask)
        patch.setattr(bots, "monotonic", time.clock)
        patch.setattr(bots, "sleep", time.sleep)
        patch.setattr("secrets.randbelow", time.draw)
        runner = BotRunner()
        await runner.move(replace(row, pace=pace), match, seat)
        runner.close()
    return time.now


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
async def test_bots_answer_at_the_same_moment_in_worlds_that_others_cannot_tell_apart(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = differing_worlds(name, 5)
    assert len(worlds) == 5
    for here, there, seat in worlds:
        for level in ("regular", "strong"):
            times = [
                await answer_time(monkeypatch, match, seat, level, Pace())
                for match in (here, there)
            ]
            assert times[0] == pytest.approx(times[1], abs=1e-9)


@pytest.mark.parametrize("level", ["regular", "strong"])
async def test_a_bot_answers_at_once_where_no_one_is_to_follow_it(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ((match, _, seat),) = differing_worlds("money", 1)
    least = await answer_time(monkeypatch, match, seat, level, Pace(bots=0))
    assert least < await answer_time(monkeypatch, match, seat, level, Pace())
