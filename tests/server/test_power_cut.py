"""A house whose machine loses power has lost nothing that it acknowledged."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tests.programs import STRACE, need
from tests.server.companies import Company, Move
from tests.server.postgres import Postgres
from tests.server.power_cut import Call, Disk, read_calls, traced
from tests.server.served import served
from tests.server.wire import Answer
from tirelire.server.storage.database import connect

pytestmark = pytest.mark.anyio
MOVES = int(os.environ.get("POWER_CUT_MOVES", "250"))
"""Moves that are acknowledged at least; `make soak` makes more."""
CUTS = MOVES
"""Power cuts that are tried, in one run of the house."""
SHARES = (0.0, 0.5, 1.0)
"""How many of the sectors that were not synced survive a cut."""
INSERTS = """
import sqlite3, sys, time
house = sqlite3.connect(sys.argv[1], isolation_level=None)
house.execute("PRAGMA journal_mode=WAL")
house.execute(f"PRAGMA synchronous={sys.argv[2]}")
house.execute("CREATE TABLE events (client TEXT)")
house.execute("PRAGMA wal_checkpoint")
for number in range(30):
    house.execute("INSERT INTO events VALUES (?)", [f"A{number}"])
    print(time.time(), f"A{number}", flush=True)
    time.sleep(0.002)
"""


@dataclass(frozen=True)
class Acknowledged:
    """A move that was acknowledged."""

    at: float
    client: str
    """As it is stored."""


class Timed(Company):
    """A company that notes when each move was acknowledged."""

    noted: list[Acknowledged]

    def note(self, move: Move, answer: Answer) -> None:
        super().note(move, answer)
        if move.id in self.acknowledged:
            self.noted.append(Acknowledged(time.time(), move.seat + move.id))


def cut_anywhere(
    calls: list[Call], acknowledged: list[Acknowledged], folder: Path, cuts: int
) -> list[str]:
    """Cut the power again and again; return what was wrong with the house afterwards.

    Half of the cuts come right after a move was acknowledged.
    """
    chance = Random(cuts)
    first, last = acknowledged[0].at, acknowledged[-1].at
    moments = [chance.choice(acknowledged).at for _ in range(cuts // 2)]
    moments += [chance.uniform(first, last) for _ in range(cuts - len(moments))]
    disk, wrong, done = Disk(), [], 0
    for moment in sorted(moments):
        while done < len(calls) and calls[done].ended <= moment:
            disk.apply(calls[done])
            done += 1
        for file, content in disk.after_cut(chance.choice(SHARES), chance).items():
            (folder / Path(file).name).write_bytes(content)
        known = {one.client for one in acknowledged if one.at <= moment}
        wrong += what_is_wrong(folder / "house.sqlite", known)
        for left in folder.glob("house.sqlite*"):
            left.unlink()
    return wrong


def what_is_wrong(file: Path, known: set[str]) -> list[str]:
    """Open a house again; say whether it is damaged, or lacks moves that were acknowledged."""
    with closing(sqlite3.connect(file)) as house:
        house.execute("PRAGMA synchronous=OFF")  # this copy may be lost
        try:
            (sound,) = house.execute("PRAGMA integrity_check").fetchone()
            stored = {client for (client,) in house.execute("SELECT client FROM events")}
        except sqlite3.DatabaseError as error:
            return [str(error)]
    lost = known - stored
    return [*([] if sound == "ok" else [sound]), *(["lost"] if lost else [])]


async def test_a_power_cut_at_any_moment_loses_no_acknowledged_move(tmp_path: Path) -> None:
    need(STRACE)
    house, log = tmp_path / "served" / "house.sqlite", tmp_path / "calls"
    house.parent.mkdir()
    wal = house.with_name("house.sqlite-wal")
    noted: list[Acknowledged] = []
    end = asyncio.Event()

    async def play(port: int, seed: int) -> None:
        while not end.is_set():
            company = Timed([port], Random(seed), ["open"] * 3)
            company.noted = noted
            await company.sit_down("money", match="single")
            await company.play(end)
            company.close()

    async with (
        served(
            tmp_path / "log", "--db", f"sqlite:///{house}", before=traced(log, [house, wal])
        ) as opened,
        asyncio.TaskGroup() as group,
    ):
        for seed in range(4):
            group.create_task(play(opened.port, seed))
        while len(noted) < MOVES or house.stat().st_mtime < noted[0].at:
            await asyncio.sleep(0.01)  # until the log was copied into the file at least once
        after = len(noted) + MOVES // 4
        while len(noted) < after:
            await asyncio.sleep(0.01)
        end.set()
    calls = read_calls(log)
    folder = tmp_path / "cut"
    folder.mkdir()
    noted.sort(key=lambda one: one.at)
    assert cut_anywhere(calls, noted, folder, CUTS) == []
    synced = {call.file for call in calls if call.name == "sync" and call.began > noted[0].at}
    assert synced == {str(house), str(wal)}


@pytest.mark.parametrize(("care", "is_safe"), [("FULL", True), ("NORMAL", False)])
def test_a_power_cut_finds_what_was_acknowledged_before_it_was_synced(
    tmp_path: Path, care: str, is_safe: bool
) -> None:
    """The test itself is tested: SQLite with less care loses what it acknowledged."""
    need(STRACE)
    (tmp_path / "cut").mkdir()
    file, log = tmp_path / "house.sqlite", tmp_path / "calls"
    command = [*traced(log, [file, tmp_path / "house.sqlite-wal"]), sys.executable, "-c", INSERTS]
    told = subprocess.run([*command, str(file), care], capture_output=True, text=True, check=True)
    lines = [line.split() for line in told.stdout.splitlines()]
    acknowledged = [Acknowledged(float(at), client) for at, client in lines]
    wrong = cut_anywhere(read_calls(log), acknowledged, tmp_path / "cut", 60)
    assert set(wrong) == (set() if is_safe else {"lost"})


async def test_a_house_leaves_the_care_of_postgresql_as_its_owner_set_it(
    postgres: Postgres,
) -> None:
    """The house turns neither `fsync` nor `synchronous_commit` off for its connections."""
    database = connect(postgres.database())
    database.make()
    query = (
        "SELECT name, setting, source FROM pg_settings"
        " WHERE name IN ('fsync', 'synchronous_commit')"
    )
    settings = await database.write(lambda one: one.exec_driver_sql(query).all())
    await database.dispose()
    assert {name: setting for name, setting, _ in settings} == {
        "fsync": "on",
        "synchronous_commit": "on",
    }
    assert not {source for *_, source in settings} & {"client", "session", "override"}
