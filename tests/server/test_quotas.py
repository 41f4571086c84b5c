"""Quotas by address: guests, tables, tables with bots; shared by processes, kept over a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from httpx import Response
from sqlalchemy import Connection, select

from tests.server.common import AT_ONCE, Machine, Opened, fine, open_house, refusal
from tirelire.core.languages import LANGUAGES
from tirelire.core.texts import say
from tirelire.server.storage.schema import GUESTS, TABLES

pytestmark = pytest.mark.anyio
ADDRESS, OTHER = "192.0.2.7", "192.0.2.8"
HOUR = 3600


def refused_by(answer: Response, setting: str) -> None:
    error = refusal(answer, 429)
    assert error["setting"] == setting
    assert int(answer.headers["retry-after"]) > 0


async def test_an_address_makes_only_so_many_guests_within_an_hour(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_guests=2) as house:
        for _ in range(2):
            fine(await house.person(ADDRESS).post("/api/me"))
        refused_by(await house.person(ADDRESS).post("/api/me"), "address_guests")
        fine(await house.person(OTHER).post("/api/me"))
        house.machine.pass_time(HOUR * 1000)
        fine(await house.person(ADDRESS).post("/api/me"))


async def test_strangers_who_set_a_table_or_sit_down_count_as_guests(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_guests=1) as house:
        table = await house.person(ADDRESS).table()
        late = house.person(ADDRESS)
        refused_by(await late.post(f"/api/tables/{table}/join", {"name": "Zoé"}), "address_guests")
        new = {"game": "money", "seats": ["open"] * 3}
        refused_by(await late.post("/api/tables", new), "address_guests")


async def test_an_address_has_only_so_many_tables(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_tables=2) as house:
        first, second = house.person(ADDRESS), house.person(ADDRESS)
        tables = [await first.table(), await second.table()]
        new = {"game": "money", "seats": ["open"] * 3}
        refused_by(await first.post("/api/tables", new), "address_tables")
        await house.person(OTHER).table()
        fine(await first.post(f"/api/tables/{tables[0]}/close"))
        await second.table()
        for lang in LANGUAGES:
            error = refusal(await first.post(f"/api/tables?lang={lang}", new), 429)
            assert error["message"] == say(lang, "refusal.house.address_tables")


async def test_a_rematch_counts_as_a_table(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_tables=1) as house:
        host = house.person(ADDRESS)
        table = await host.table()
        fine(await host.post(f"/api/tables/{table}/close"))
        again = fine(await host.post(f"/api/tables/{table}/rematch"))["id"]
        fine(await host.post(f"/api/tables/{again}/close"))
        await host.table()
        refused_by(await host.post(f"/api/tables/{again}/rematch"), "address_tables")


async def test_an_address_runs_only_so_many_tables_with_bots(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_bot_tables=1) as house:
        host = house.person(ADDRESS)
        first, second = [await host.table(seats=["open", "regular", "open"]) for _ in range(2)]
        for table in (first, second):
            await host.join(table)
        await host.start(first)
        refused_by(await host.post(f"/api/tables/{second}/start"), "address_bot_tables")
        people = house.people(3)
        alone = await people[0].table(seats=3)
        for person in people:
            await person.join(alone)
        await people[0].start(alone)  # no bot: it does not count
        fine(await host.post(f"/api/tables/{first}/close"))
        await host.start(second)


async def test_processes_share_quotas_and_a_restart_keeps_them(tmp_path: Path, url: str) -> None:
    machine = Machine()
    async with (
        open_house(tmp_path, machine, db=url, shared=True, address_guests=2) as one,
        open_house(tmp_path, machine, db=url, shared=True, address_guests=2) as other,
    ):
        fine(await one.person(ADDRESS).post("/api/me"))
        fine(await other.person(ADDRESS).post("/api/me"))
        for house in (one, other):
            refused_by(await house.person(ADDRESS).post("/api/me"), "address_guests")
    async with open_house(tmp_path, machine, db=url, address_guests=2) as house:
        refused_by(await house.person(ADDRESS).post("/api/me"), "address_guests")


async def test_networks_of_ipv6_count_as_one_address(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_guests=1) as house:
        fine(await house.person("2001:db8:1:2::1").post("/api/me"))
        refused_by(await house.person("2001:db8:1:2:ffff::9").post("/api/me"), "address_guests")
        fine(await house.person("2001:db8:1:3::1").post("/api/me"))


async def test_no_address_is_stored(house: Opened) -> None:
    host = house.person(ADDRESS)
    await host.table(seats=["open", "regular", "regular"], pace=AT_ONCE)

    def origins(connection: Connection) -> list[str]:
        kept = [connection.execute(select(rows.c.origin)).scalars() for rows in (GUESTS, TABLES)]
        return [origin for found in kept for origin in found]

    found = await house.house.repository.database.read(origins)
    assert len(found) == 2
    assert len(set(found)) == 1
    assert len(found[0]) == 64
    assert ADDRESS not in found[0]
