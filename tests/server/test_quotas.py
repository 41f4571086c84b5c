"""Quotas by address: guests, tables, tables with bots; shared by processes, kept over a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from httpx import Response
from sqlalchemy import Connection, select

from tests.server.common import AT_ONCE, Machine, Opened, Person, fine, open_house, refusal
from tirelire.core.languages import LANGUAGES
from tirelire.core.texts import say
from tirelire.server.storage.schema import GUESTS, TABLES
from tirelire.server.tables.scheduler import NO_ROOM

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
        await house.pass_time(HOUR)
        fine(await house.person(ADDRESS).post("/api/me"))


@pytest.mark.parametrize("jump", [-26 * HOUR, -HOUR, HOUR, 26 * HOUR])
async def test_the_hour_of_new_guests_is_one_of_house_time(tmp_path: Path, jump: int) -> None:
    machine = Machine()
    async with open_house(tmp_path, machine, address_guests=1) as house:
        fine(await house.person(ADDRESS).post("/api/me"))
        machine.wall.ms += jump * 1000
        refused_by(await house.person(ADDRESS).post("/api/me"), "address_guests")
    machine.wall.ms += jump * 1000
    async with open_house(tmp_path, machine, address_guests=1) as house:  # nor over a restart
        refused_by(await house.person(ADDRESS).post("/api/me"), "address_guests")
        await house.pass_time(HOUR)
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


PACE = {"bots": 1000, "pause": 0}


async def left(house: Opened, *, one_stays: bool = False) -> tuple[str, dict[str, Person]]:
    """Let three people of an address begin a match and leave it, all but the one who is asked.

    Return the table, and the people by seat.
    """
    people = [house.person(ADDRESS) for _ in range(3)]
    table = await people[0].table(seats=3, pace=PACE)
    seats = {await person.join(table): person for person in people}
    await people[0].start(table)
    await house.settle()
    asked = house.snapshot(table).match.asked
    for seat, person in seats.items():
        if not one_stays or seat != asked:
            await person.do(f"/api/tables/{table}/leave", {"seat": seat})
    return table, seats


async def move_at(house: Opened, table: str, seats: dict[str, Person]) -> None:
    """Let the person who is asked make a move."""
    await house.play_to(table, seats, house.session(table).number + 1)


async def bots_play(house: Opened, table: str) -> bool:
    """Tell whether bots move at a table within some seconds."""
    before = house.session(table).number
    await house.pass_time(NO_ROOM / 1000)
    return house.session(table).number > before


async def test_a_match_that_people_have_left_counts_as_one_with_bots(tmp_path: Path) -> None:
    """Before, a person who held all seats, began and left had bots beyond every limit."""
    async with open_house(tmp_path, address_bot_tables=1) as house:
        deserted, seats = await left(house)
        host = seats["A"]
        table = await host.table(seats=["open", "regular", "open"])
        await host.join(table)
        refused_by(await host.post(f"/api/tables/{table}/start"), "address_bot_tables")
        fine(await host.post(f"/api/tables/{deserted}/close"))
        await host.start(table)


async def test_bots_for_people_who_left_wait_until_there_is_room(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_bot_tables=1) as house:
        host = house.person(ADDRESS)
        first = await host.table(seats=["open", "regular", "regular"], pace=PACE)
        await host.join(first)
        await host.start(first)
        second, _ = await left(house)
        assert not await bots_play(house, second)
        assert not await bots_play(house, second)
        elsewhere = house.person(OTHER)
        third = await elsewhere.table(seats=["open", "regular", "regular"], pace=PACE)
        await elsewhere.join(third)
        await elsewhere.start(third)
        await elsewhere.do(f"/api/tables/{third}/leave", {"seat": "A"})
        assert await bots_play(house, third)  # another address
        fine(await host.post(f"/api/tables/{first}/close"))
        assert await bots_play(house, second)


async def test_bots_go_on_where_people_play_before_they_do_where_all_have_left(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path, address_bot_tables=1) as house:
        empty, _ = await left(house)
        assert await bots_play(house, empty)
        table, seats = await left(house, one_stays=True)
        await move_at(house, table, seats)
        assert await bots_play(house, table)
        assert not await bots_play(house, empty)


async def test_where_bots_wait_people_play(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_bot_tables=1) as house:
        await left(house, one_stays=True)
        await house.pass_time(1)
        table, seats = await left(house, one_stays=True)
        await move_at(house, table, seats)
        assert not await bots_play(house, table)


async def test_of_processes_that_start_matches_at_once_none_passes_the_quota(
    tmp_path: Path, url: str
) -> None:
    """Before, each process counted for itself before it started a match."""
    machine = Machine()
    settings = {"db": url, "shared": True, "address_bot_tables": 1}
    async with (
        open_house(tmp_path, machine, **settings) as one,
        open_house(tmp_path, machine, **settings) as other,
    ):
        for _ in range(5):
            hosts = [house.person(ADDRESS) for house in (one, other)]
            tables = []
            for host in hosts:
                tables.append(await host.table(seats=["open", "regular", "regular"], pace=PACE))
                await host.join(tables[-1])
            at_once = (
                host.post(f"/api/tables/{table}/start")
                for host, table in zip(hosts, tables, strict=True)
            )
            answers = await asyncio.gather(*at_once)
            assert sorted(answer.status_code for answer in answers) == [200, 429]
            for host, table in zip(hosts, tables, strict=True):
                fine(await host.post(f"/api/tables/{table}/close"))


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
