"""Bots at the tables of a house: one that hangs hurts no table, and no other work holds bots up."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from tests.server.common import PATIENCE, Opened, finished, open_house, until
from tirelire import Move, View
from tirelire.bots import referee
from tirelire.bots.bot import Bot
from tirelire.bots.registry import find_bot
from tirelire.core.chance import Source
from tirelire.core.languages import LANGUAGES
from tirelire.server.http.routes import play
from tirelire.server.tables import bots

pytestmark = pytest.mark.anyio
QUESTIONS = 20


class Hanging:
    """A bot of another author that waits for ever."""

    name = "hanging"
    thinking = 0.0

    def __init__(self, released: threading.Event) -> None:
        self._released = released

    def choose(self, view: View, rng: Source, time: float | None) -> Move:  # noqa: ARG002
        threading.current_thread().name = "hanging"
        self._released.wait()
        raise RuntimeError


def hanging_threads() -> int:
    return sum(thread.name == "hanging" for thread in threading.enumerate())


async def bots_play(house: Opened, bot: str, tables: int, number: int) -> None:
    """Let bots of a name play alone until each table is at a number.

    A house stores legal moves alone.
    """
    host = house.person()
    begun = []
    for _ in range(tables):
        table = await host.table("cash_oder_crash", [bot] * 3)
        await host.start(table)
        begun.append(table)
    await until(lambda: all(house.session(table).number >= number for table in begun))


async def test_a_bot_that_hangs_costs_one_thread_and_every_question_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    released = threading.Event()

    def find(spec: str) -> Bot:
        return Hanging(released) if spec == "hanging" else find_bot(spec)

    monkeypatch.setattr(referee, "LEAST_PATIENCE", 0.02)
    monkeypatch.setattr(bots, "find_bot", find)
    monkeypatch.setattr("tirelire.server.tables.seats.find_bot", find)
    try:
        async with open_house(tmp_path) as house:
            await bots_play(house, "hanging", tables=3, number=QUESTIONS)
            assert hanging_threads() == 1
    finally:
        released.set()
    assert [text for text in caplog.messages if "hanging" in text] == ["bot hanging: late"]
    await until(lambda: hanging_threads() == 0)


async def test_bots_play_on_while_all_other_threads_are_busy(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replays, lessons and the pad have threads of their own: reproduced with 24 replays."""
    released = threading.Event()
    monkeypatch.setattr(play, "frames", lambda *_: released.wait(PATIENCE) and [])
    monkeypatch.setattr(play, "tell_past", lambda *_: released.wait(PATIENCE) and {})
    people = house.people(3)
    over = await finished(house)
    running, _ = await house.company("money", 3)
    paths = [
        f"/api/tables/{over}/replay?seat={seat}&lang={x}" for seat in "ABC-" for x in LANGUAGES
    ]
    paths += [f"/api/tables/{running}/log?seat=-"] * 40
    asking = [asyncio.create_task(people[0].get(path)) for path in paths]
    try:
        await bots_play(house, "regular", tables=2, number=QUESTIONS)
        assert not any(task.done() and task.result().status_code == 200 for task in asking)
    finally:
        released.set()
    await asyncio.gather(*asking)
