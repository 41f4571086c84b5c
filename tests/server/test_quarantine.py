"""A table whose stored events do not replay is put aside, alone, and everything else goes on."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, update

from tests.server.common import AT_ONCE, Opened, Person, following, open_house, refusal, until
from tirelire.server.admin.moderation import close_table
from tirelire.server.storage.schema import EVENTS, TABLES
from tirelire.server.tables import scheduler
from tirelire.server.tables.snapshot import MatchSnapshot

pytestmark = pytest.mark.anyio

Damage = Callable[[Connection, str], None]


def _event(connection: Connection, table: str, **values: Any) -> None:
    """Change what is stored of the second event of a table."""
    connection.execute(
        update(EVENTS).where(EVENTS.c.table_id == table, EVENTS.c.number == 2).values(**values)
    )


def garble(connection: Connection, table: str) -> None:
    _event(connection, table, text="A dances with JPY60")


def break_a_rule(connection: Connection, table: str) -> None:
    """A move that can be read, but that the rules refuse: cards that the seat does not have."""
    _event(connection, table, text="A bid USD20a USD20b USD20c GBP20a GBP20b GBP20c @5")


def deal_other_cards(connection: Connection, table: str) -> None:
    _event(connection, table, text="deal USD20a USD20a")


def lose_one(connection: Connection, table: str) -> None:
    second = (EVENTS.c.table_id == table) & (EVENTS.c.number == 2)
    connection.execute(delete(EVENTS).where(second))


def change_options(connection: Connection, table: str) -> None:
    options = {"played_by": "other rules"}
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(options=options))


def change_game(connection: Connection, table: str) -> None:
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(game="bridge"))


def end_too_early(connection: Connection, table: str) -> None:
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(status="over"))


DAMAGES = (garble, break_a_rule, deal_other_cards, lose_one, change_options, change_game)


@pytest.fixture
async def house(url: str) -> AsyncIterator[Opened]:
    """A house on each kind of database."""
    async with open_house(Path(), db=url) as opened:
        yield opened


async def damage(house: Opened, how: Damage, table: str) -> None:
    """Damage the stored events of a table that is not in memory."""
    await house.settle()
    await house.house.repository.database.write(lambda connection: how(connection, table))
    house.house.sessions.by_id.pop(table, None)


async def two_tables(house: Opened) -> tuple[Person, str, str]:
    """Let somebody play two matches; return them with both tables."""
    host = house.person()
    tables = []
    for _ in range(2):
        tables.append(await host.table("money", ["open", "open", "novice"], pace=AT_ONCE))
        await host.join(tables[-1], seat="A")
        await host.join(tables[-1], seat="B")
        await host.start(tables[-1])
        await house.settle()
        view = await host.view(tables[-1], "?seat=A")
        await host.move(tables[-1], view["number"], view["legal"][0], seat="A")
        await house.settle()
    return host, tables[0], tables[1]


async def statuses(person: Person, path: str = "/api/me/tables") -> dict[str, str]:
    return {table["id"]: table["status"] for table in await person.read(path)}


@pytest.mark.parametrize("how", DAMAGES)
async def test_only_the_damaged_table_is_put_aside(
    house: Opened, how: Damage, caplog: pytest.LogCaptureFixture
) -> None:
    host, broken, fine = await two_tables(house)
    await damage(house, how, broken)
    caplog.clear()
    for _ in range(3):
        assert await statuses(host) == {broken: "broken", fine: "running"}
    (line,) = caplog.records
    assert (line.levelno, line.name) == (logging.ERROR, "tirelire.tables")
    assert broken[:6] in line.getMessage()
    assert broken not in line.getMessage()
    for word in ("JPY", "USD", "GBP", "bid", "deal"):
        assert word not in line.getMessage()
    assert line.exc_info is None
    for path in ("", "/view", "/log", "/record", "/events", "/stream"):
        answer = refusal(await host.get(f"/api/tables/{broken}{path}"), 410)
        assert answer["code"] == "broken"
        assert not {"USD", "JPY", "GBP"} & set(answer["message"].split())
    for path in ("leave", "close", "rematch", "start"):
        refusal(await host.post(f"/api/tables/{broken}/{path}", {"seat": "A"}), 410)
    refusal(await host.move(broken, 1, "A pass", seat="A"), 410)
    view = await host.view(fine, "?seat=A")
    assert (await host.move(fine, view["number"], view["legal"][0], seat="A")).status_code == 200
    assert len(caplog.records) == 1


async def test_whatever_replaying_raises_puts_only_that_table_aside(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, broken, fine = await two_tables(house)
    for table in (broken, fine):
        await house.forget(table)
    begin = MatchSnapshot.begin

    def fail(row: Any) -> MatchSnapshot:
        if row.id == broken:
            raise ZeroDivisionError
        return begin(row)

    monkeypatch.setattr(MatchSnapshot, "begin", fail)
    assert await statuses(host) == {broken: "broken", fine: "running"}


async def test_a_page_says_in_both_languages_that_the_table_cannot_be_opened(
    house: Opened,
) -> None:
    host, broken, _ = await two_tables(house)
    await damage(house, garble, broken)
    for lang, title in (("en", "cannot be opened any more"), ("fr", "ne peut plus être ouverte")):
        how = {"accept": "text/html", "accept-language": lang}
        answer = await host.get(f"/t/{broken}", **how)
        assert answer.status_code == 410
        assert f"{title}</h1>" in answer.text


async def test_a_match_that_is_over_but_does_not_replay_to_its_end_is_put_aside(
    house: Opened,
) -> None:
    host, broken, fine = await two_tables(house)
    await damage(house, end_too_early, broken)
    refusal(await host.get(f"/api/tables/{broken}"), 410)
    assert await statuses(host) == {broken: "broken", fine: "running"}
    (table,) = [each for each in await host.read("/api/me/tables") if each["id"] == broken]
    assert "secret" not in table["fairness"]


async def test_what_is_due_at_a_damaged_table_neither_spins_nor_keeps_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler, "_POLL", 0.01)
    monkeypatch.setattr(scheduler, "_MOST_AT_ONCE", 2)
    async with open_house(tmp_path) as house:
        host = house.person()
        seats = ["open", "open", "novice"]
        tables = [await host.table("money", seats, pace={"bots": 800}) for _ in range(4)]
        for table in tables:
            await host.join(table, seat="A")
            await host.start(table)
        await house.settle()
        *broken, fine = tables
        await house.house.scheduler.stop()
        for table in broken:
            await damage(house, change_options, table)
    caplog.clear()
    async with open_house(tmp_path) as house:
        looks, claims = counted(house, monkeypatch, "due"), counted(house, monkeypatch, "claim")
        await house.pass_time(60)
        await until(lambda: fine in house.house.sessions.by_id and house.snapshot(fine).number == 3)
        await until(lambda: len(caplog.records) == len(broken))
        await house.settle()
        looked, claimed = len(looks), len(claims)
        await until(lambda: len(looks) > looked + 5)
        assert len(claims) == claimed
        assert len(caplog.records) == len(broken)
        rows = await house.house.repository.all_tables("running", 10)
        assert {row.id for row in rows if row.due} == set(broken)  # for a version that can go on
        await close_table(house.house.repository, broken[0])
        await until(lambda: len(claims) == claimed + 2)
        await house.settle()
        row = await house.house.repository.table(broken[0])
        assert row is not None
        assert row.due is None
        assert (await statuses(host_of(house, host)))[broken[0]] == "closed"


def counted(house: Opened, monkeypatch: pytest.MonkeyPatch, name: str) -> list[Any]:
    """Collect what the repository is asked by one of its methods."""
    asked: list[Any] = []
    ask = getattr(house.house.repository, name)

    async def note(*given: Any) -> Any:
        asked.append(given)
        return await ask(*given)

    monkeypatch.setattr(house.house.repository, name, note)
    return asked


def host_of(house: Opened, before: Person) -> Person:
    """Return a guest who comes back after a restart."""
    person = house.person()
    person.http.cookies = before.http.cookies
    return person


async def test_a_table_that_breaks_while_it_is_followed_ends_its_streams(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path, shared=True) as one,
        open_house(tmp_path, shared=True) as other,
    ):
        host, broken, fine = await two_tables(one)
        reader = host_of(other, host)
        paths = [f"/api/tables/{table}/stream?seat=A" for table in (broken, fine)]
        async with following(reader, paths[0]) as ended, following(reader, paths[1]) as kept:
            for stream in (ended, kept):
                await stream.piece(b'"hand A"')
            number = one.snapshot(broken).number + 1
            values = {"table_id": broken, "number": number, "text": "A dances", "at": 0}
            await one.house.repository.database.write(lambda c: c.execute(EVENTS.insert(), values))
            assert b"dances" not in await ended.rest()
            view = await host.view(fine, "?seat=A")
            await host.move(fine, view["number"], view["legal"][0], seat="A")
            await kept.piece(b'"hand A"')
        refusal(await reader.get(f"/api/tables/{broken}"), 410)


async def test_a_rematch_whose_table_is_damaged_is_set_anew(house: Opened) -> None:
    host = house.person()
    table = await host.table("money", ["open", "novice", "novice"], pace=AT_ONCE)
    await host.join(table)
    await host.do(f"/api/tables/{table}/close")
    again = (await host.do(f"/api/tables/{table}/rematch"))["id"]
    await host.start(again)
    await damage(house, change_options, again)
    third = (await host.do(f"/api/tables/{table}/rematch"))["id"]
    assert third not in (table, again)
    assert (await statuses(host))[again] == "broken"
