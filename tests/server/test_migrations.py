"""A house that an older version stored is brought up to date, and its matches go on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, MetaData, select

from tests.server.common import Machine, away, compiled, everything, fine, open_house, until
from tirelire.server.storage import database as databases
from tirelire.server.storage.database import connect
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.schema import KEYS

pytestmark = pytest.mark.anyio

OLD_HOUSE = json.loads(Path(__file__).with_name("house_0001.json").read_text("utf-8"))
"""What the first version stored: a match against two bots in which the person has 35 s left, a
token, and a link. The house had been down for 5,000 s."""
TABLE = OLD_HOUSE["rows"]["tables"][0]["id"]
GAME = "cash_oder_crash"
LAST_SEEN = 1_750_000_026_000
"""House time when it was stored."""


def config_of(connection: Connection) -> Config:
    """Return what Alembic changes a schema with."""
    config = Config()
    config.set_main_option("script_location", str(Path(databases.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def store_old_house(connection: Connection) -> None:
    """Make the schema of the first version, and fill it."""
    command.upgrade(config_of(connection), "0001")
    old = MetaData()
    old.reflect(connection)
    for name, rows in OLD_HOUSE["rows"].items():
        connection.execute(old.tables[name].insert(), [_values(row) for row in rows])


def _values(row: dict[str, Any]) -> dict[str, Any]:
    """Let the database number events itself, as it did."""
    return {name: value for name, value in row.items() if name != "seq"}


async def test_the_matches_of_an_old_house_go_on(url: str) -> None:
    compiled("money")
    database = connect(url)
    database.make()
    await database.write(store_old_house)
    await database.dispose()
    machine = Machine()
    machine.wall.ms += 365 * 24 * 3_600_000
    async with open_house(Path(), machine, db=url) as house:
        assert house.house.clock.now() == LAST_SEEN
        person = house.person()
        person.http.cookies.set("tirelire", OLD_HOUSE["cookie"])
        view = await person.view(TABLE)
        assert (view["number"], view["clock"]) == (4, {"kind": "clock", "left": 35_000})
        assert [token["label"] for token in await person.read("/api/me/tokens")] == ["bot"]
        await house.pass_time(34.9)
        assert await away(person, TABLE) == ""
        await house.pass_time(0.2)
        await until(lambda: house.snapshot(TABLE).number > 4)
        assert await away(person, TABLE) == "A"


async def test_a_link_of_an_old_house_expires_when_it_said(url: str) -> None:
    database = connect(url)
    database.make()
    await database.write(store_old_house)
    await databases.prepare(database)

    def expiries(connection: Connection) -> list[int | None]:
        return list(connection.execute(select(KEYS.c.expires).order_by(KEYS.c.kind)).scalars())

    assert await database.read(expiries) == [LAST_SEEN + 900_000, None]
    assert await Repository(database).house_time() == LAST_SEEN
    await database.dispose()


async def step_back(url: str, version: str) -> None:
    """Let a house have the schema of an earlier version, with all that it keeps."""
    database = connect(url)
    await database.write(lambda connection: command.downgrade(config_of(connection), version))
    await database.dispose()


async def test_a_house_in_which_nobody_could_say_that_they_are_ready_goes_on(url: str) -> None:
    machine, pace = Machine(), {"bots": 0, "pause": None}
    async with open_house(Path(), machine, db=url) as house:
        table, people = await house.company(GAME, 3, pace=pace, options={"rounds": 2})
        await house.play_on(table, people, lambda snapshot: snapshot.match.ended == "deal")
        host = people["A"]
        others = [await host.table(pace={**pace, "pause": pause}) for pause in (0, 8, 120)]
        kept = await everything(house)
        cookies = {seat: person.http.cookies for seat, person in people.items()}
    await step_back(url, "0002")
    async with open_house(Path(), machine, db=url) as house:
        now = await everything(house)
        assert {name: len(rows) for name, rows in now.items()} == {
            name: len(rows) for name, rows in kept.items()
        }
        assert (now["events"], now["guests"]) == (kept["events"], kept["guests"])
        stranger = house.person()
        rows = [await stranger.read(f"/api/tables/{each}") for each in (table, *others)]
        # 8 was usual and could not be chosen on a page: it becomes what is usual there now.
        assert [row["pace"]["pause"] for row in rows] == [None, 0, None, 120]
        assert {seat["ready"] for row in rows for seat in row["seats"]} == {0}
        for seat, known in cookies.items():
            person = house.person()
            person.http.cookies = known
            fine(await person.post(f"/api/tables/{table}/ready", {"deal": 1, "seat": seat}))
        await house.settle()
        assert (await stranger.view(table))["deal"] == 2
