"""Several processes share a house: nothing is done twice, and what one leaves is taken over."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import psutil
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event
from typer.testing import CliRunner

from tests.server.common import PATIENCE, Json, open_house, until
from tests.server.companies import Company
from tests.server.forking import Forking
from tests.server.postgres import START, Postgres, RedisServer, free_port, running
from tests.server.served import Served, served, until_it_answers
from tests.server.wire import Lost, Wire, request
from tirelire.cli.app import app
from tirelire.core.errors import OptionError
from tirelire.server.storage.database import Database, connect
from tirelire.server.storage.migrate import prepare
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.rows import RUNNING, Pace, SeatRow, TableRow
from tirelire.server.storage.schema import METADATA
from tirelire.server.storage.writer import Entry, EventWriter
from tirelire.server.tables.clock import HouseClock

pytestmark = pytest.mark.anyio

GAME = "cash_oder_crash"
SOON = 5.0
"""Seconds within which something must be seen: far more than a busy machine needs."""
ROW = TableRow(
    id="table",
    game=GAME,
    players=3,
    options={},
    pace=Pace(),
    listed=False,
    talk=True,
    level="regular",
    host="guest",
    status=RUNNING,
    secret="00" * 32,
    version=0,
    created=0,
    begun=0,
    due=500,
    seats=(SeatRow(0), SeatRow(1), SeatRow(2)),
)


@pytest.fixture
async def databases(url: str) -> AsyncIterator[list[Database]]:
    """Two processes' connections to the same database, with a running table in it."""
    made = [connect(url), connect(url)]
    await prepare(made[0])
    repository = Repository(made[0])
    await repository.add_guest("guest", "secret")
    await repository.add_table(ROW)
    yield made
    for database in made:
        await database.dispose()


# --- the database -------------------------------------------------------------------------------


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    found: list[object] = compare_metadata(context, METADATA)
    return found


async def test_the_migrations_make_the_schema_that_the_house_uses(url: str) -> None:
    database = connect(url)
    await prepare(database)
    assert await database.read(differences) == []
    await database.dispose()


async def test_several_processes_may_open_a_new_house_at_once(url: str) -> None:
    databases = [connect(url) for _ in range(4)]
    clocks = [HouseClock(Repository(database)) for database in databases]
    await asyncio.gather(*(prepare(database) for database in databases))
    await asyncio.gather(*(clock.start() for clock in clocks))
    assert len({clock.started for clock in clocks}) == 1
    for clock, database in zip(clocks, databases, strict=True):
        await clock.stop()
        await database.dispose()


async def test_a_schema_is_made_whole_or_not_at_all(url: str) -> None:
    database = connect(url)
    statements = 0

    def die(*_: object) -> None:
        nonlocal statements
        statements += 1
        if statements == 9:
            raise OSError("killed")

    event.listen(database.sync_engine, "before_cursor_execute", die)
    with pytest.raises(OptionError, match="killed"):
        await prepare(database)
    event.remove(database.sync_engine, "before_cursor_execute", die)
    await prepare(database)
    assert await database.read(differences) == []
    await database.dispose()


def entry(number: int, text: str, *, table: str = "table", client: str | None = None) -> Entry:
    return Entry(table, number, text, client, over=False, version=0, due=None, at=7)


async def test_of_two_writers_one_has_a_number(databases: list[Database]) -> None:
    repository = Repository(databases[0])
    tables = ["table", *(f"table{i}" for i in range(5))]
    for table in tables[1:]:
        await repository.add_table(replace(ROW, id=table))
    writers = [EventWriter(database) for database in databases]
    for writer in writers:
        writer.start()
    for number in range(1, 31):
        # Each process in another order: they must not wait for each other for ever.
        answers = await asyncio.gather(
            *(writers[0].append(entry(number, "first", table=table)) for table in tables),
            *(writers[1].append(entry(number, "second", table=table)) for table in tables[::-1]),
        )
        first, second = answers[: len(tables)], answers[: len(tables) - 1 : -1]
        assert [a != b for a, b in zip(first, second, strict=True)] == [True] * len(tables)
        for table, won in zip(tables, first, strict=True):
            (stored,) = await repository.events(table, number - 1)
            assert stored.text == ("first" if won else "second")
    for writer in writers:
        await writer.stop()


async def test_one_writer_stores_one_of_two_with_the_same_number(
    databases: list[Database],
) -> None:
    writer = EventWriter(databases[0])
    writer.start()
    answers = await asyncio.gather(*(writer.append(entry(1, f"{i}")) for i in range(5)))
    assert answers == [True, False, False, False, False]
    assert [stored.text for stored in await Repository(databases[0]).events("table")] == ["0"]
    await writer.stop()


async def test_events_that_come_while_others_are_stored_share_one_commit(
    databases: list[Database],
) -> None:
    writer, gate, stored = EventWriter(databases[0]), asyncio.Event(), list[int]()

    async def repository(entries: list[Entry]) -> set[tuple[str, int]]:
        stored.append(len(entries))
        await gate.wait()
        return {(entry.table, entry.number) for entry in entries}

    writer._store = repository  # type: ignore[method-assign]
    writer.start()
    waiting = [writer.append(Entry("first", 1, "", None, False, 0, None, 0))]
    await until(lambda: bool(stored))
    for number in range(50):
        waiting.append(writer.append(Entry(f"table {number}", 1, "", None, False, 0, None, 0)))
    await asyncio.sleep(0)
    assert not any(answer.done() for answer in waiting)  # nothing is answered before it is stored
    gate.set()
    assert all(await asyncio.gather(*waiting))
    assert stored == [1, 50]
    await writer.stop()


async def test_one_id_of_a_client_is_stored_once(databases: list[Database]) -> None:
    writer = EventWriter(databases[0])
    writer.start()
    assert await writer.append(entry(1, "x", client="mine"))
    assert not await writer.append(entry(2, "x", client="mine"))
    assert await writer.append(entry(2, "x", client="other"))
    await writer.stop()


async def test_a_move_and_a_change_at_the_same_moment_lose_no_due_time(
    databases: list[Database],
) -> None:
    one, other = Repository(databases[0]), Repository(databases[1])
    writer = EventWriter(databases[0])
    writer.start()
    assert await writer.append(entry(1, "x"))
    assert not await other.change_table(replace(ROW, due=900), 0)  # there was a move
    found = await other.table("table")
    assert found is not None
    assert (found.version, found.due) == (0, None)
    assert await other.change_table(replace(ROW, due=900), 1)
    assert not await one.change_table(ROW, 1)  # there was a change
    assert await writer.append(entry(2, "x"))  # worked out for the table as it was
    found = await other.table("table")
    assert found is not None
    assert found.due == 7  # somebody is to look at it at once
    await writer.stop()


# --- processes ----------------------------------------------------------------------------------


@dataclass
class Pair:
    """Processes that serve one house, and what they share."""

    ports: list[int]
    url: str
    redis: RedisServer

    async def check(self, company: Company) -> None:
        """Look at what is stored of a table."""
        acknowledged = list(company.acknowledged)  # people may play on while this reads
        database = connect(self.url)
        rows = await Repository(database).events(company.table)
        await database.dispose()
        company.check([(row.number, row.client, row.text) for row in rows], acknowledged)


@pytest.fixture
async def pair(postgres: Postgres, forking: Forking, tmp_path: Path) -> AsyncIterator[Pair]:
    """Two processes on PostgreSQL and Redis."""
    url, ports = postgres.database(), [free_port(), free_port()]
    with running(RedisServer()) as redis:
        processes = [
            forking.start(tmp_path / f"{port}.log", port=port, db=url, redis=redis.url, rate=10_000)
            for port in ports
        ]
        try:
            for port in ports:
                await until_it_answers(port)
            yield Pair(ports, url, redis)
        finally:
            for process in processes:
                os.kill(process, signal.SIGKILL)


def company_of(ports: list[int], seats: str = "open open open", seed: int = 1) -> Company:
    return Company(ports, Random(seed), seats.split())


async def follow(company: Company, port: int, seen: list[Json]) -> None:
    """Write down all positions that a spectator is shown by one process."""
    message = request(f"/api{company.at('stream?seat=-')}")
    try:
        async with aclosing(Wire(port).lines(message)) as lines:
            async for line in lines:
                if "view" in line:
                    seen.append(line["view"])
    except Lost:
        return


@asynccontextmanager
async def watching(company: Company, ports: list[int]) -> AsyncIterator[list[list[Json]]]:
    """Let spectators follow a table; return the positions that each has seen."""
    seen: list[list[Json]] = [[] for _ in ports]
    places = zip(ports, seen, strict=True)
    tasks = [asyncio.create_task(follow(company, port, each)) for port, each in places]
    try:
        yield seen
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until_number(seen: list[Json], number: int, seconds: float = SOON) -> None:
    """Wait until a spectator has been shown a position with a number, or a later one."""
    async with asyncio.timeout(seconds):
        while not seen or seen[-1]["number"] < number:
            await asyncio.sleep(0.002)


async def until_over(seen: list[Json]) -> None:
    """Wait until a spectator has been shown the end of the match."""
    async with asyncio.timeout(SOON):
        while not seen or seen[-1]["ended"] != "match":
            await asyncio.sleep(0.002)


async def until_seen(company: Company, *everybody: list[Json]) -> float:
    """Wait until spectators are shown all that they may see; return the seconds that it took."""
    began = time.monotonic()
    path = company.at("view?seat=-")
    now = await company.done(path)
    async with asyncio.timeout(SOON):
        while not all(seen and seen[-1]["items"] == now["items"] for seen in everybody):
            await asyncio.sleep(0.002)
            if any(seen and seen[-1]["number"] > now["number"] for seen in everybody):
                now = await company.done(path)  # a bot has moved; not sooner: asking wakes readers
    return time.monotonic() - began


async def play_some(company: Company, moves: int) -> None:
    """Play until so many more moves are acknowledged."""
    end = asyncio.Event()
    playing = asyncio.create_task(company.play(end))
    wanted = len(company.acknowledged) + moves
    while len(company.acknowledged) < wanted and not playing.done():
        await asyncio.sleep(0.002)
    end.set()
    await playing


async def test_any_process_serves_any_table(pair: Pair) -> None:
    company = company_of(pair.ports, "open open regular")
    await company.sit_down(GAME, rounds=1)
    async with watching(company, pair.ports) as seen:
        await company.play(asyncio.Event())
        record = await company.finish()
        for each in seen:
            await until_over(each)
            numbers = [view["number"] for view in each]
            assert numbers == sorted(set(numbers))
    record.verify()
    await pair.check(company)


async def test_what_happens_at_one_is_seen_at_the_other_at_once(pair: Pair) -> None:
    company = company_of([pair.ports[0]])
    await company.sit_down(GAME)
    delays = []
    async with watching(company, [pair.ports[1]]) as (seen,):
        for _ in range(8):
            await play_some(company, 1)
            delays.append(await until_seen(company, seen))
    assert sorted(delays)[4] < 1.0
    company.close()


async def test_without_redis_they_still_see_each_other(pair: Pair) -> None:
    company = company_of(pair.ports)
    await company.sit_down(GAME)
    async with watching(company, pair.ports) as seen:
        for service in (pair.redis.stop, pair.redis.start):
            service()
            await play_some(company, 6)
            await until_seen(company, *seen)
    company.close()


async def test_a_database_that_goes_away_loses_nothing(pair: Pair, postgres: Postgres) -> None:
    company = company_of(pair.ports, "open open regular")
    await company.sit_down(GAME, rounds=1)
    playing = asyncio.create_task(company.play(asyncio.Event()))
    await until(lambda: len(company.acknowledged) > 3)
    postgres.stop()
    for port in pair.ports:
        by = Wire(port)
        for path in (f"/api/tables/{company.table}", "/api/me/tables"):
            answer = await by.ask(request(path, cookie="tirelire=nobody"))
            assert answer.status == 503, answer.body
            assert answer.json()["error"]["code"] == "unavailable"
        async with asyncio.timeout(PATIENCE):  # what it said a second ago still counts
            while (answer := await by.ask(request("/healthz"))).status == 200:
                await asyncio.sleep(0.05)
        error = answer.json()["error"]
        assert (answer.status, error["code"], error["reason"]) == (503, "unavailable", "away")
        by.drop()
    postgres.start()
    await playing
    (await company.finish()).verify()
    await pair.check(company)


async def test_when_one_is_killed_the_game_goes_on_through_the_other(
    postgres: Postgres, tmp_path: Path
) -> None:
    """Two commands on PostgreSQL and Redis: what one leaves, bots included, is taken over."""
    url = postgres.database()
    with running(RedisServer()) as redis:
        options = ["--db", url, "--redis", redis.url]
        one, other = (Served(tmp_path / f"{name}.log", *options) for name in ("one", "other"))
        try:
            await asyncio.gather(one.answers(), other.answers())
            pair = Pair([one.port, other.port], url, redis)
            left = company_of([other.port], "open regular regular")
            left.pace = {"bots": 1500, "pause": 1}
            company = company_of(pair.ports, "open open regular")
            await company.sit_down(GAME, rounds=1)
            async with watching(company, pair.ports) as seen:
                await play_some(company, 5)
                await until_seen(company, *seen)
            await left.sit_down(GAME, rounds=1)
            playing = asyncio.create_task(company.play(asyncio.Event()))
            await until(lambda: len(company.acknowledged) > 7)
            other.kill()
            await pair.check(company)
            await playing
            (await company.finish()).verify()
            await pair.check(company)
            left.close()
            left = left.through(one.port)
            async with watching(left, [one.port]) as (seen_left,):
                await until_number(seen_left, 1, 30)
                await left.done(left.at("leave"), {"seat": "A"})
                await until_number(seen_left, 4, 30)
            left.close()
        finally:
            one.end()
            other.end()


# --- workers of one command, without Redis ------------------------------------------------------


def test_a_worker_whose_parent_was_gone_before_it_began_ends() -> None:
    code = "from tirelire.server.worker import stop_with_parent; stop_with_parent(0)"
    ended = subprocess.run([sys.executable, "-c", code], check=False)
    assert ended.returncode == -signal.SIGTERM


async def test_two_workers_share_a_house_in_one_file(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'house.sqlite'}"
    async with served(tmp_path / "log", "--db", database, "--workers", "2") as house:
        assert len(house.workers) == 2
        company = company_of([house.port], "open open regular")
        await company.sit_down(GAME, rounds=2)
        everywhere = [house.port] * 6  # at one worker or the other, as it happens
        async with watching(company, everywhere) as seen:
            await play_some(company, 5)
            await until_seen(company, *seen)
        playing = asyncio.create_task(company.play(asyncio.Event()))
        await asyncio.sleep(0.2)
        house.workers[0].kill()
        await playing
        record = await company.finish()
        record.verify()
        async with watching(company, everywhere) as seen:
            for each in seen:
                await until_over(each)
        workers = house.workers
        assert len(workers) == 2
        os.kill(house.process.pid, signal.SIGKILL)
        _, alive = psutil.wait_procs(workers, START)
        assert not alive


async def test_a_house_that_is_told_to_stop_finishes_and_stops(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'house.sqlite'}"
    async with served(tmp_path / "log", "--db", database) as house:
        company = company_of([house.port])
        await company.sit_down(GAME)
        async with watching(company, [house.port]):
            await play_some(company, 3)
            began = time.monotonic()
            assert await asyncio.to_thread(house.stop) == 0
            assert time.monotonic() - began < 15
        company.close()


async def test_a_request_that_has_begun_is_finished_when_the_house_is_told_to_stop(
    tmp_path: Path,
) -> None:
    database = f"sqlite:///{tmp_path / 'house.sqlite'}"
    async with served(tmp_path / "log", "--db", database) as house:
        company = company_of([house.port])
        await company.sit_down("money")  # all choose at once
        while not (view := await company.done(company.at("view?seat=A")))["asked"]:
            await asyncio.sleep(0.01)
        body = {"number": view["number"], "id": "in-the-middle", "seat": "A"}
        message = request(
            f"/api{company.at('moves')}", {**body, "move": view["legal"][0]}, company.cookie
        )
        company.close()
        by = Wire(house.port)
        await by.send(message[:-9])
        await asyncio.sleep(0.2)
        house.process.terminate()
        await asyncio.sleep(0.5)
        answer = await by.ask(message[-9:])
        assert (answer.status, answer.json()["again"]) == (200, False)
        by.drop()
        assert await asyncio.to_thread(house.process.wait, START) == 0
    kept = connect(database)
    clients = [event.client for event in await Repository(kept).events(company.table)]
    await kept.dispose()
    assert clients[-1] == "Ain-the-middle"


# --- behind a proxy -----------------------------------------------------------------------------


async def test_behind_a_proxy_each_client_has_a_limit_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tirelire.server.limiters.monotonic", lambda: 1000.0)
    async with open_house(tmp_path, tls=True, rate=1, proxies="192.0.2.1") as house:
        flood = house.person(x_forwarded_for="198.51.100.7, 203.0.113.1")
        other = house.person(x_forwarded_for="203.0.113.1, 198.51.100.7")
        answers = [(await flood.get("/api/tables")).status_code for _ in range(12)]
        assert 429 in answers
        assert (await other.get("/api/tables")).status_code == 200


async def test_without_a_proxy_a_client_cannot_claim_another_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tirelire.server.limiters.monotonic", lambda: 1000.0)
    async with open_house(tmp_path, rate=1) as house:
        answers = [
            (await house.person(x_forwarded_for=f"203.0.113.{i}").get("/api/tables")).status_code
            for i in range(12)
        ]
        assert 429 in answers


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--db", "mysql://house"), "sqlite:///FILE"),
        (("--db", "postgresql://nobody@127.0.0.1:1/house"), "cannot be reached"),
        (("--redis", "localhost"), "redis://HOST:PORT"),
        (("--host", "203.0.113.1"), "cannot listen on 203.0.113.1"),
        (("--workers", "0"), "workers"),
    ],
)
def test_a_wrong_setting_is_refused_before_anybody_waits(
    options: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("TIRELIRE_PORT", str(free_port()))
    result = CliRunner().invoke(app, ["serve", *options])
    assert result.exit_code == 2, result.output
    assert message in " ".join(result.output.split())


def test_two_houses_do_not_share_a_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        database = f"sqlite:///{tmp_path / 'house.sqlite'}"
        result = CliRunner().invoke(app, ["serve", "--db", database, "--port", port])
    assert result.exit_code == 2
    assert f"ne peut pas écouter sur 127.0.0.1:{port}" in " ".join(result.output.split())
