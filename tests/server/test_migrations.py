"""A house that an older version stored is brought up to date, and its matches go on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, select, text

from tests.server.common import (
    Machine,
    away,
    compiled,
    everything,
    fine,
    open_house,
    refusal,
    until,
)
from tirelire.core.errors import OptionError
from tirelire.server.storage import migrate
from tirelire.server.storage.database import connect
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.retention import Periods, Retention
from tirelire.server.storage.schema import GUESTS, KEYS, SCHEMA_VERSION, TABLES
from tirelire.server.tables.house import prune

pytestmark = pytest.mark.anyio

OLD_HOUSE = json.loads(Path(__file__).with_name("house_0001.json").read_text("utf-8"))
"""What the first version stored: a match against two bots in which the person has 35 s left, a
token, and a link. The house had been down for 5,000 s."""
TABLE = OLD_HOUSE["rows"]["tables"][0]["id"]
LATER_HOUSE = json.loads(Path(__file__).with_name("house_0004.json").read_text("utf-8"))
"""What the version stored that had no archive: a match that is over with a line of talk, one that
has been running for 20 s, an open and a closed table, a token."""
GAME = "cash_oder_crash"
NETWORK = "203.0.113.9"
OLD_WORDS = "UPDATE seats SET words = 'piggy bank'"
LAST_SEEN = 1_750_000_026_000
"""House time when it was stored."""


def config_of(connection: Connection) -> Config:
    """Return what Alembic changes a schema with."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def test_the_version_of_the_schema_is_that_of_the_newest_script() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == SCHEMA_VERSION


def store_old_house(connection: Connection) -> None:
    """Make the schema of the first version, and fill it."""
    _store(connection, "0001", OLD_HOUSE)


def store_later_house(connection: Connection) -> None:
    """Make the schema of the version before the archive, and fill it."""
    _store(connection, "0004", LATER_HOUSE)


def _store(connection: Connection, version: str, house: dict[str, Any]) -> None:
    command.upgrade(config_of(connection), version)
    old = MetaData()
    old.reflect(connection)
    for name, rows in house["rows"].items():
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
    await migrate.prepare(database)

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
        for found in (kept, now):
            del found["house_keys"]  # the former schema has no place for it, nor for networks
            found["guests"] = [row[:3] for row in found["guests"]]
        assert {name: len(rows) for name, rows in now.items()} == {
            name: len(rows) for name, rows in kept.items()
        }
        assert now["events"] == kept["events"]
        id_and_secret = [guest[:2] for guest in kept["guests"]]
        assert [guest[:2] for guest in now["guests"]] == id_and_secret
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


async def stored(url: str, how: Callable[[Connection], None]) -> None:
    """Let an older version have stored a house."""
    database = connect(url)
    database.make()
    await database.write(how)
    await database.dispose()


async def test_running_and_finished_matches_of_a_house_without_an_archive_go_on(url: str) -> None:
    for game in ("money", GAME):
        compiled(game)
    await stored(url, store_later_house)
    machine, house_time = Machine(), LATER_HOUSE["house_time"]
    async with open_house(Path(), machine, db=url) as house:
        people = {}
        for seat, cookie in LATER_HOUSE["cookies"].items():
            people[seat] = house.person()
            people[seat].http.cookies.set("tirelire", cookie)
        listed = {row["id"]: row["status"] for row in await people["A"].read("/api/me/tables")}
        assert listed == {
            LATER_HOUSE["finished"]: "over",
            LATER_HOUSE["running"]: "running",
            LATER_HOUSE["open"]: "open",
            LATER_HOUSE["closed"]: "closed",
        }
        record = await people["A"].get(f"/api/tables/{LATER_HOUSE['finished']}/record")
        assert record.text == LATER_HOUSE["record"]
        await people["A"].view(LATER_HOUSE["running"])
        assert house.snapshot(LATER_HOUSE["running"]).number == LATER_HOUSE["number"]
        await house.play_to(LATER_HOUSE["running"], people, LATER_HOUSE["number"] + 3)
        program = house.person(authorization=f"Bearer {LATER_HOUSE['token']}")
        assert len(await program.read("/api/me/tables")) == 2

        def ages(connection: Connection) -> tuple[dict[str, Any], list[int]]:
            tables = connection.execute(select(TABLES.c.status, TABLES.c.rules, TABLES.c.status_at))
            seen = connection.execute(select(GUESTS.c.last_seen)).scalars()
            return {row.status: (row.rules, row.status_at) for row in tables}, list(seen)

        tables, seen = await house.house.repository.database.read(ages)
        ended = max(
            event["at"]
            for event in LATER_HOUSE["rows"]["events"]
            if event["table_id"] == LATER_HOUSE["finished"]
        )
        assert tables == {
            "over": (2, ended),
            "running": (2, house_time),
            "open": (2, house_time),
            "closed": (2, house_time),
        }
        assert ended < house_time
        assert seen == [house_time] * 3
        kept = await everything(house)
        await house.pass_time(30 * 24 * 3600)
        removed = await prune(
            Retention(house.house.repository.database, Periods(archive_days=30, talk_days=30)),
            house.house.clock.now(),
        )
        assert {kind: count for kind, count in removed.items() if count} == {
            "archived": 1,
            "talk": 1,
        }
    await step_back(url, "0004")  # the archive is unpacked again
    async with open_house(Path(), machine, db=url) as house:
        again = await everything(house)
        numbered = {tuple(row[1:]) for row in again["events"]}
        assert {tuple(row[1:]) for row in kept["events"]} <= numbered
        record = await house.person().get(f"/api/tables/{LATER_HOUSE['finished']}/record")
        assert record.text == LATER_HOUSE["record"]


async def test_a_house_without_an_archive_is_upgraded_whole_or_not_at_all(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stored(url, store_later_house)
    database = connect(url)

    def rows(connection: Connection) -> dict[str, Any]:
        found = MetaData()
        found.reflect(connection)
        return {
            name: sorted(map(str, connection.execute(select(table)).all()))
            for name, table in found.tables.items()
        }

    before = await database.read(rows)
    upgrade = migrate._upgrade

    def fail(connection: Connection) -> None:
        upgrade(connection)
        raise OSError(5, "the machine is switched off")

    with monkeypatch.context() as patched:
        patched.setattr(migrate, "_upgrade", fail)
        with pytest.raises(OptionError):
            await migrate.prepare(database)
    assert await database.read(rows) == before
    await migrate.prepare(database)
    assert "archives" in await database.read(rows)
    await database.dispose()


async def test_guests_of_a_stored_house_arrived_as_far_apart_as_they_were_made(url: str) -> None:
    await stored(url, store_later_house)
    created = {row["id"]: row["created"] for row in LATER_HOUSE["rows"]["guests"]}
    database = connect(url)
    await migrate.prepare(database)
    query = select(GUESTS.c.id, GUESTS.c.arrived)
    arrived = dict(await database.read(lambda connection: connection.execute(query).all()))
    await database.dispose()
    newest, now = max(created.values()), LATER_HOUSE["house_time"]
    assert arrived == {guest: now - (newest - made) for guest, made in created.items()}


async def test_guests_of_the_last_hour_go_on_being_counted_after_an_upgrade(url: str) -> None:
    machine, quota = Machine(), {"address_guests": 2}
    async with open_house(Path(), machine, db=url, **quota) as house:
        fine(await house.person(NETWORK).post("/api/me"))
        await house.pass_time(3000)
        fine(await house.person(NETWORK).post("/api/me"))
        refusal(await house.person(NETWORK).post("/api/me"), 429)
    await step_back(url, "0012")
    machine.wall.ms -= 7_200_000  # the upgrade does not depend on it either
    async with open_house(Path(), machine, db=url, **quota) as house:
        refusal(await house.person(NETWORK).post("/api/me"), 429)
        await house.pass_time(601)
        fine(await house.person(NETWORK).post("/api/me"))
        refusal(await house.person(NETWORK).post("/api/me"), 429)


async def test_words_that_everybody_has_seen_are_not_used_and_a_running_match_keeps_its_own(
    url: str,
) -> None:
    """Version 0004 stored words without commitments."""
    machine = Machine()
    async with open_house(Path(), machine, db=url) as house:
        running, people = await house.company(GAME, 3, options={"rounds": 1})
        host = people["A"]
        waiting, starting = [await host.table(GAME, 3) for _ in range(2)]
        await host.join(waiting)
        await host.commit(starting)
        await host.start(starting)
    await step_back(url, "0004")
    database = connect(url)
    await database.write(lambda connection: connection.execute(text(OLD_WORDS)))
    await database.dispose()
    async with open_house(Path(), machine, db=url) as house:
        rows = [await house.house.repository.table(x) for x in (running, waiting, starting)]
    words = [{seat.words for seat in row.seats} for row in rows if row is not None]
    assert words == [{"piggy bank"}, {""}, {""}]
    assert [row.status for row in rows if row is not None] == ["running", "open", "open"]
    assert not any(seat.commitment for row in rows if row is not None for seat in row.seats)


async def test_what_was_said_in_a_former_house_belongs_to_the_person_in_the_seat(url: str) -> None:
    machine = Machine()
    async with open_house(Path(), machine, db=url) as house:
        table, people = await house.company(GAME, 3)
        fine(await people["B"].say(table, "hello"))
        kept = (await everything(house))["talk"]
        cookies = people["A"].http.cookies
    await step_back(url, "0004")
    async with open_house(Path(), machine, db=url) as house:
        assert (await everything(house))["talk"] == kept
        reader = house.person()
        reader.http.cookies = cookies
        await reader.do(f"/api/tables/{table}/mutes", {"seat": "B"})
        known = (await reader.do("/api/me"))["guest"]
        assert await house.house.repository.talk(table, 50, known) == []
        assert [line.name for line in await house.house.repository.talk(table, 50, None)] == ["P1"]
