"""Upgrades: each table knows its rules, and `tirelire upgrade --check` tells what would break."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, select, update
from typer.testing import CliRunner, Result

from tests.server.common import AT_ONCE, Machine, Opened, Person, finished, open_house, refusal
from tests.server.test_migrations import LATER_HOUSE, store_later_house, stored
from tirelire.cli.app import app
from tirelire.contract.game import RULES_VERSION
from tirelire.core.errors import NotationError
from tirelire.core.refusals import Refusal
from tirelire.server.storage.database import connect
from tirelire.server.storage.schema import EVENTS, TABLES
from tirelire.server.tables import snapshot

GAME = "cash_oder_crash"


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader speaks English."""
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)


async def running(house: Opened, game: str = GAME) -> tuple[Person, str]:
    """Begin a match, with two moves."""
    host = house.person()
    table = await host.table(game, 3, pace=AT_ONCE)
    for seat in "ABC":
        await host.join(table, seat=seat)
    await host.start(table)
    await house.settle()
    await house.play_to(table, dict.fromkeys("ABC", host), 3)
    return host, table


async def change(house: Opened, table: str, **values: Any) -> None:
    """Change the stored row of a table that is not in memory."""
    await house.forget(table)
    changed = update(TABLES).where(TABLES.c.id == table).values(values)
    await house.house.repository.database.write(lambda connection: connection.execute(changed))


async def rules_of(house: Opened, table: str) -> int:
    row = await house.house.repository.table(table)
    assert row is not None
    return row.rules


# --- the version of the rules -------------------------------------------------------------------


@pytest.mark.anyio
async def test_a_table_stores_the_rules_that_its_match_is_played_by(url: str) -> None:
    async with open_house(Path(), db=url) as house:
        host, table = await running(house)
        assert await rules_of(house, table) == RULES_VERSION
        waiting = await host.table(GAME, 3)
        await change(house, waiting, rules=1)
        await host.join(waiting)
        assert await rules_of(house, waiting) == 1
        await host.start(waiting)
        assert await rules_of(house, waiting) == RULES_VERSION


@pytest.mark.anyio
async def test_a_match_of_older_rules_goes_on_by_the_present_ones(url: str) -> None:
    async with open_house(Path(), db=url) as house:
        host, table = await running(house, "cache_ton_cash")
        await change(house, table, rules=1)
        await host.view(table, "?seat=A")
        assert await rules_of(house, table) == RULES_VERSION
        number = house.snapshot(table).number
        await house.play_to(table, dict.fromkeys("ABC", host), number + 2)
        over = await finished(house)
        await change(house, over, rules=1)
        assert (await host.get(f"/api/tables/{over}/record")).status_code == 200
        assert await rules_of(house, over) == 1  # as it was played


@pytest.mark.anyio
async def test_a_match_that_older_rules_would_have_continued_differently_is_in_quarantine(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(Path(), db=url) as house:
        host, table = await running(house, "cache_ton_cash")
        await change(house, table, rules=1)

        def departs(*_: Any) -> None:
            raise NotationError(Refusal("house.broken"))

        monkeypatch.setattr(snapshot, "check_step", departs)
        refusal(await host.get(f"/api/tables/{table}/view?seat=A"), 410)
        assert caplog.messages == [
            f"table {table[:6]} is in quarantine: event 1 does not replay (NotationError)"
        ]
        assert await rules_of(house, table) == 1


@pytest.mark.anyio
async def test_a_match_of_newer_rules_is_in_quarantine_and_everything_else_goes_on(
    url: str,
) -> None:
    async with open_house(Path(), db=url) as house:
        host, table = await running(house)
        await change(house, table, rules=RULES_VERSION + 1)
        refusal(await host.get(f"/api/tables/{table}"), 410)
        (listed,) = await host.read("/api/me/tables")
        assert listed["status"] == "broken"
        assert (await host.get("/", accept="text/html")).status_code == 200
        for path in (f"/t/{table}", f"/replay/{table}"):
            for lang, said in (("en", "cannot be opened"), ("fr", "ne peut plus être ouverte")):
                page = await host.get(path, **{"accept": "text/html", "accept-language": lang})
                assert page.status_code == 410
                assert said in page.text
        other = await host.table(GAME, 3)
        await host.join(other)
        await house.person("127.0.0.1").get("/metrics")


@pytest.mark.anyio
async def test_rules_that_another_process_has_adopted_meanwhile_count(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        _, table = await running(house)
        await change(house, table, rules=1)
        row = await house.house.repository.table(table)
        assert row is not None
        await house.house.repository.adopt_rules(table, RULES_VERSION)
        found = await house.house.sessions._with_rules(row)
        assert (row.rules, found.rules) == (1, RULES_VERSION)


# --- the check ----------------------------------------------------------------------------------


def check(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["upgrade", "--check", *arguments])


def in_house(url: str, what: Callable[[Opened], Awaitable[Any]]) -> Any:
    """Do something in an open house."""

    async def work() -> Any:
        async with open_house(Path(), Machine(), db=url) as house:
            return await what(house)

    return asyncio.run(work())


def contents(url: str) -> dict[str, list[str]]:
    """Return all that a database holds, whatever its schema is."""

    def rows(connection: Connection) -> dict[str, list[str]]:
        found = MetaData()
        found.reflect(connection)
        return {
            name: sorted(map(str, connection.execute(select(table)).all()))
            for name, table in found.tables.items()
        }

    async def read() -> dict[str, list[str]]:
        database = connect(url)
        try:
            return await database.read(rows)
        finally:
            await database.dispose()

    return asyncio.run(read())


def test_the_check_names_the_tables_that_would_be_in_quarantine(url: str) -> None:
    async def begin(house: Opened) -> tuple[str, str]:
        (_, fine), (_, broken) = await running(house), await running(house)
        await finished(house)
        return fine, broken

    fine, broken = in_house(url, begin)
    before = contents(url)
    done = check("--db", url)
    assert (done.exit_code, done.output.split(":")[-1].strip()) == (0, "2.")

    async def damage(house: Opened) -> None:
        second = (EVENTS.c.table_id == broken) & (EVENTS.c.number == 2)
        changed = update(EVENTS).where(second).values(text="A dances")
        await house.house.repository.database.write(lambda c: c.execute(changed))

    assert contents(url) == before
    in_house(url, damage)
    before = contents(url)
    done = check("--db", url)
    assert done.exit_code == 1
    assert done.output == (
        f"{broken} ({GAME}): event 2 does not replay; the table would be in quarantine.\n"
    )
    assert "quarantaine" in check("--db", url, "--lang", "fr").output
    told = json.loads(check("--db", url, "--json").stdout)
    assert {one["table"]: one["fails_at"] for one in told} == {fine: None, broken: 2}
    assert {one["rules"] for one in told} == {RULES_VERSION}
    assert contents(url) == before


def test_the_check_reads_a_house_of_an_older_version_and_leaves_it_so(url: str) -> None:
    asyncio.run(stored(url, store_later_house))
    before = contents(url)
    told = json.loads(check("--db", url, "--json").stdout)
    assert told == [
        {
            "table": LATER_HOUSE["running"],
            "game": "money",
            "rules": 2,
            "events": LATER_HOUSE["number"],
            "fails_at": None,
        }
    ]
    assert contents(url) == before
    assert "archives" not in before


def test_the_check_makes_no_house(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite'}"
    done = check("--db", url)
    assert (done.exit_code, "There is no house" in done.output) == (2, True)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "house.sqlite").touch()
    assert check("--db", url).exit_code == 2


def test_without_check_nothing_happens() -> None:
    done = CliRunner().invoke(app, ["upgrade"])
    assert (done.exit_code, "--check" in done.output) == (2, True)
