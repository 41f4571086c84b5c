"""A house that is killed at random instants loses nothing that it acknowledged.

`make test` kills it 20 times, `make soak` 500 times: the number is in the variable KILLS.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.server.companies import Company, Misbehaving, Stored
from tests.server.forking import GAME, Forking
from tests.server.postgres import free_port
from tests.server.served import served, until_it_answers
from tests.server.wire import request, wire
from tirelire.server.connection_limits import READERS_INTERVAL

pytestmark = pytest.mark.anyio

KILLS = int(os.environ.get("KILLS", "20"))
SEATS = [["open"] * 3, ["open"] * 4, ["open", "open", "regular"]]


class Mortal:
    """A house that is killed and started again, always on the same port and database."""

    def __init__(self, forking: Forking, folder: Path) -> None:
        self.forking = forking
        self.port = free_port()
        self.database = folder / "house.sqlite"
        self.log = folder / "house.log"
        self.process = 0

    async def start(self) -> None:
        """Start the house, and wait until it answers."""
        url = f"sqlite:///{self.database}"
        self.process = self.forking.start(self.log, port=self.port, db=url, rate=10_000)
        await until_it_answers(self.port)

    def kill(self) -> None:
        """End the house in the middle of whatever it does."""
        os.kill(self.process, signal.SIGKILL)

    def stored(self, table: str) -> list[Stored]:
        """Return what is stored of a table."""
        query = "SELECT number, client, text FROM events WHERE table_id = ? ORDER BY number"
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query, [table]).fetchall()


async def live_through(house: Mortal, kind: type[Company], kills: int, seed: int) -> None:
    """Let companies play match after match while the house is killed again and again."""
    instants, chance, end = Random(seed), Random(seed), asyncio.Event()
    wanted = 0
    companies: list[Company] = []

    async def spend_the_evening(seats: list[str]) -> None:
        while not end.is_set():
            company = kind([house.port], chance, seats)
            await company.sit_down(GAME, rounds=1)
            companies.append(company)
            await company.play(end)

    await house.start()
    async with asyncio.TaskGroup() as group:
        for seats in (*SEATS, *SEATS):
            group.create_task(spend_the_evening(seats))
        for _ in range(kills):
            wanted += instants.randrange(16)
            while acknowledged(companies) < wanted:
                await asyncio.sleep(0.001)
            await asyncio.sleep(instants.uniform(0.0, 0.02))
            house.kill()
            for company in companies:
                company.check(house.stored(company.table))
            await house.start()
        end.set()
    for company in companies:
        record = await company.finish()
        record.replay()
        record.verify()
        company.check(house.stored(company.table))
    house.kill()


def acknowledged(companies: list[Company]) -> int:
    """Count the moves that the house has acknowledged."""
    return sum(len(company.acknowledged) for company in companies)


def no_errors(log: Path) -> None:
    """Nothing went wrong that the house itself would call an error."""
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert not [line for line in lines if line["level"] in ("error", "critical")]


@pytest.mark.parametrize("kind", [Company, Misbehaving])
async def test_a_killed_house_loses_and_doubles_nothing(
    forking: Forking, tmp_path: Path, kind: type[Company]
) -> None:
    house = Mortal(forking, tmp_path)
    await live_through(house, kind, KILLS, seed=KILLS)
    no_errors(house.log)


async def test_commands_beside_a_house_that_is_killed_lose_nothing(tmp_path: Path) -> None:
    """A command that opens the house and closes it takes nothing away that the house still needs.

    SQLite knows by its locks that somebody else has the house open. Whatever the house itself looks
    at meanwhile, its own sockets for example, must leave them alone.
    """
    url = f"sqlite:///{tmp_path / 'house.sqlite'}"
    program = str(Path(sys.executable).with_name("tirelire"))
    made: list[str] = []
    async with served(tmp_path / "log", "--db", url) as house:
        for pause in (0.0, 1.5 * READERS_INTERVAL):  # before and after all sockets were looked at
            await asyncio.sleep(pause)
            listing = [program, "house", "list", "--db", url]
            await asyncio.to_thread(subprocess.run, listing, check=True, capture_output=True)
            async with wire(house.port) as by:
                made.append((await by.ask(request("/api/me", {}))).json()["guest"])
        house.kill()
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as stored:
        guests = {guest for (guest,) in stored.execute("SELECT id FROM guests")}
    assert set(made) <= guests
