"""Old things are removed or archived as the settings say, a little at a time, and nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert
from typer.testing import CliRunner

from tests.server import ten_years
from tests.server.common import (
    AT_ONCE,
    Machine,
    Opened,
    Person,
    everything,
    finished,
    following,
    open_house,
    refusal,
)
from tirelire.cli.app import app
from tirelire.server.admin.records import record_of
from tirelire.server.storage.retention import FORMER, KINDS, Kind, Retention
from tirelire.server.storage.rows import EventRow, pack, unpack
from tirelire.server.tables.house import INTERVAL, prune

pytestmark = pytest.mark.anyio

GAME = "cash_oder_crash"
DAY = 24 * 3600
KEPT: dict[str, Any] = {
    "guest_days": 40,
    "open_days": 7,
    "stalled_days": 0,
    "closed_days": 10,
    "talk_days": 5,
    "archive_days": 20,
    "finished_days": 100,
}

FOR_EVER: dict[str, Any] = dict.fromkeys(KEPT, 0)


@pytest.fixture
async def house(url: str) -> AsyncIterator[Opened]:
    """A house on each kind of database, which keeps little for long."""
    async with open_house(Path(), db=url, **KEPT) as opened:
        yield opened


async def pass_days(house: Opened, days: float) -> dict[Kind, int]:
    """Let days pass, then remove what is old; return how much that was."""
    await house.pass_time(days * DAY)
    return await remove_old(house)


async def remove_old(house: Opened) -> dict[Kind, int]:
    settings = house.app.services.settings
    retention = Retention(house.house.repository.database, settings.periods)
    now = house.house.clock.now()
    counted = await retention.count(now)
    removed = await prune(retention, now)
    # Guests can go when their tables are closed, which the count does not foresee.
    assert counted == {**removed, "guests": counted["guests"]}
    assert counted["guests"] <= removed["guests"]
    assert not any((await prune(retention, now)).values())
    return removed


def only(**counts: int) -> dict[str, int]:
    return {**dict.fromkeys(KINDS, 0), **counts}


async def rows(house: Opened) -> dict[str, int]:
    return {name: len(found) for name, found in (await everything(house)).items()}


async def running(house: Opened, person: Person) -> str:
    """Let somebody begin a match with bots that waits for them."""
    table = await person.table(GAME, ["open", "open", "open"], pace=AT_ONCE)
    for seat in "ABC":
        await person.join(table, seat=seat)
    await person.start(table)
    await house.settle()
    return table


# --- matches ------------------------------------------------------------------------------------


async def test_a_finished_match_is_archived_and_reads_as_before(house: Opened) -> None:
    table = await finished(house)
    stranger = house.person()
    paths = [f"/api/tables/{table}{path}" for path in ("", "/record", "/replay", "/packs", "/view")]
    before = [(await stranger.get(path)).content for path in paths]
    row = await house.house.repository.table(table)
    assert row is not None
    record = str(await record_of(house.house.repository, row))
    stored = await house.house.repository.events(table)
    versions = await house.house.repository.versions([table])
    assert await pass_days(house, 19) == only()
    assert await pass_days(house, 2) == only(archived=1)
    assert (await rows(house))["events"] == 0
    assert await house.house.repository.events(table) == stored
    assert await house.house.repository.events(table, 3) == stored[3:]
    assert await house.house.repository.versions([table]) == versions
    for _ in range(2):  # in memory, and read anew
        assert [(await stranger.get(path)).content for path in paths] == before
        await house.forget(table)
        house.house.replays._kept.clear()
    assert str(await record_of(house.house.repository, row)) == record
    page = await stranger.get(f"/replay/{table}", accept="text/html")
    assert page.status_code == 200


async def test_an_archived_match_can_be_played_again(house: Opened) -> None:
    table, seats = await house.company(GAME, 3, options={"rounds": 1})
    await house.play_on(table, seats, lambda snapshot: snapshot.match.ended == "match")
    await pass_days(house, 21)
    await house.forget(table)
    again = await seats["A"].do(f"/api/tables/{table}/rematch")
    assert again["status"] == "open"
    assert (await seats["B"].do(f"/api/tables/{table}/rematch"))["id"] == again["id"]
    assert await pass_days(house, 8) == only(open=1)
    assert await pass_days(house, 11) == only(closed=1)
    await house.forget(again["id"])
    third = await seats["B"].do(f"/api/tables/{table}/rematch")
    assert third["id"] != again["id"]


async def test_an_archived_match_is_removed_when_its_time_is_over(house: Opened) -> None:
    table = await finished(house)
    assert await pass_days(house, 101) == only(archived=1, finished=1, guests=3)
    await house.forget(table)
    refusal(await house.person().get(f"/api/tables/{table}"), 404)
    left = await rows(house)
    assert left == {**dict.fromkeys(left, 0), "guests": 1, "house_keys": 1}


async def test_without_a_limit_everything_is_kept(url: str) -> None:
    async with open_house(Path(), db=url, **FOR_EVER) as house:
        await finished(house)
        await house.person().table(GAME, 3)
        before = await everything(house)
        assert await pass_days(house, 5000) == only()
        assert await everything(house) == before


def test_what_is_packed_is_unpacked_the_same() -> None:
    events = [EventRow(1, "deal é\ndraw 1", None, 0), EventRow(2, "A pass", "A-1", 2**40)]
    assert unpack(pack(events)) == events
    assert len(pack(events * 500)) < 500


# --- tables and talk ----------------------------------------------------------------------------


async def test_a_table_that_is_not_started_is_closed_then_removed(house: Opened) -> None:
    host = house.person()
    table = await host.table(GAME, 3)
    await host.join(table)
    async with following(house.person(), f"/api/tables/{table}/events") as stream:
        await stream.event()
        assert await pass_days(house, 6) == only()
        assert await pass_days(house, 2) == only(open=1)
        await house.house.scheduler._take_over(table, -1, house.house.clock.now())
        _, _, described = await stream.event()
        assert described["status"] == "closed"
    refusal(await host.post(f"/api/tables/{table}/start"), 409)
    assert await pass_days(house, 11) == only(closed=1)
    assert (await rows(house))["tables"] == 0


async def test_talk_goes_some_days_after_its_match(house: Opened) -> None:
    host = house.person()
    table = await running(house, host)
    for text in ("Hello", "Bonjour"):
        assert (
            await host.post(f"/api/tables/{table}/talk", {"text": text, "seat": "A"})
        ).is_success
    assert await pass_days(house, 300) == only()
    house.app.services.guests._cache.clear()
    await host.do(f"/api/tables/{table}/close")
    assert await pass_days(house, 4) == only()
    assert await pass_days(house, 2) == only(talk=2)


async def test_a_stalled_match_is_closed_if_the_house_says_so(url: str) -> None:
    async with open_house(Path(), db=url, **{**KEPT, "stalled_days": 30}) as house:
        table, seats = await house.company(GAME, 3)
        await house.pass_time(20 * DAY)
        await house.play_to(table, seats, house.snapshot(table).number + 1)
        assert await pass_days(house, 20) == only()
        assert await pass_days(house, 11) == only(stalled=1, guests=3)
        await house.forget(table)
        assert (await house.person().read(f"/api/tables/{table}"))["status"] == "closed"


# --- guests -------------------------------------------------------------------------------------


async def test_a_guest_who_does_not_come_is_removed_and_one_who_comes_is_not(
    house: Opened,
) -> None:
    gone, kept = house.person(), house.person()
    for person in (gone, kept):
        await person.do("/api/me")
    guests = house.app.services.guests
    for _ in range(3):
        await house.pass_time(20 * DAY)
        guests._cache.clear()
        await kept.read("/api/me/tables")
    assert await remove_old(house) == only(guests=1)
    guests._cache.clear()
    await kept.read("/api/me/tables")
    refusal(await gone.get("/api/me/tables"), 401)


async def test_a_guest_whose_token_is_used_is_kept(house: Opened) -> None:
    owner = house.person()
    await owner.do("/api/me")
    made = await owner.do("/api/me/tokens", {"label": "bot", "scopes": ["read"]})
    program = house.person(authorization=f"Bearer {made['token']}")
    await house.pass_time(60 * DAY)
    house.app.services.guests._cache.clear()
    await program.read("/api/me/tables")
    assert await remove_old(house) == only()
    assert await pass_days(house, 41) == only(guests=1)
    house.app.services.guests._cache.clear()
    refusal(await program.get("/api/me/tables"), 401)
    assert (await rows(house))["keys"] == 0


async def test_a_guest_at_a_table_is_kept_for_as_long_as_it_lasts(house: Opened) -> None:
    host, other = house.person(), house.person()
    table = await running(house, host)
    waiting = await host.table(GAME, 3)
    await other.join(waiting)
    assert await pass_days(house, 5) == only()
    assert await pass_days(house, 5000) == only(open=1, guests=1)
    house.app.services.guests._cache.clear()
    refusal(await other.get("/api/me/tables"), 401)
    await host.view(table, "?seat=A")
    await host.do(f"/api/tables/{table}/close")


async def test_matches_outlive_their_guests(house: Opened) -> None:
    table, seats = await house.company(GAME, 3, options={"rounds": 1})
    await house.play_on(table, seats, lambda snapshot: snapshot.match.ended == "match")
    before = await house.person().read(f"/api/tables/{table}")
    await house.pass_time(50 * DAY)
    house.app.services.guests._cache.clear()
    await seats["B"].read("/api/me/tables")
    assert await remove_old(house) == only(archived=1, guests=2)
    await house.forget(table)
    after = await house.person().read(f"/api/tables/{table}")
    assert after.pop("version") > before.pop("version")  # other processes read it anew
    assert [seat.pop("host") for seat in after["seats"]] == [False] * 3
    assert [seat.pop("host") for seat in before["seats"]] == [True, False, False]
    assert after == before
    row = await house.house.repository.table(table)
    assert row is not None
    assert row.host == FORMER
    assert [seat.guest is None for seat in row.seats] == [True, False, True]
    again = await seats["B"].do(f"/api/tables/{table}/rematch")
    assert [seat["kind"] for seat in again["seats"]] == ["open", "person", "open"]


async def test_links_expire(house: Opened) -> None:
    guest = house.person()
    await guest.do("/api/me")
    await guest.do("/api/me/link")
    assert await remove_old(house) == only()
    assert await pass_days(house, 0.02) == only(links=1)


# --- killed in the middle, and in several processes ---------------------------------------------


async def unordered(house: Opened) -> dict[str, list[str]]:
    """Return all that a house keeps; PostgreSQL has no order of its own."""
    return {name: sorted(map(str, found)) for name, found in (await everything(house)).items()}


class Killed(Exception):  # noqa: N818
    """The process ends here."""


async def crowded(house: Opened) -> None:
    """Leave something of every kind."""
    table, seats = await house.company(GAME, 3, options={"rounds": 1})
    await seats["A"].post(f"/api/tables/{table}/talk", {"text": "Hello", "seat": "A"})
    await house.play_on(table, seats, lambda snapshot: snapshot.match.ended == "match")
    await seats["A"].do("/api/me/link")
    closed = await seats["A"].table(GAME, 3)
    await seats["A"].do(f"/api/tables/{closed}/close")
    await seats["B"].table(GAME, 3)
    await house.person().do("/api/me")


async def test_a_run_that_is_killed_at_any_statement_leaves_a_consistent_house(url: str) -> None:
    async with open_house(Path(), db=url, **{**KEPT, "stalled_days": 1}) as house:
        await crowded(house)
        await house.pass_time(50 * DAY)
        await house.house.scheduler.stop()
        database = house.house.repository.database
        retention = Retention(database, house.app.services.settings.periods)
        now = house.house.clock.now()
        for kind in KINDS:
            for last in range(1, 20):
                done = 0

                def count(*_: Any, last: int = last) -> None:
                    nonlocal done
                    done += 1
                    if done > last:
                        raise Killed

                before = await unordered(house)
                event.listen(database.sync_engine, "before_cursor_execute", count)
                try:
                    await retention.step(kind, now)
                    break
                except Killed:
                    pass
                finally:
                    event.remove(database.sync_engine, "before_cursor_execute", count)
                assert await unordered(house) == before
            else:
                raise AssertionError(kind)
        await prune(retention, now)
        assert not any((await retention.count(now)).values())


async def test_one_of_all_processes_prunes_once_in_an_interval(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    machine = Machine()
    async with (
        open_house(Path(), machine, db=url, shared=True, **KEPT) as one,
        open_house(Path(), machine, db=url, shared=True, **KEPT) as other,
    ):
        caplog.set_level("INFO", "tirelire.retention")
        table = await one.person().table(GAME, 3)
        await one.pass_time(8 * DAY)
        await other.house.clock.beat()
        for house in (one, other, one):
            await house.house.retention.look()
        assert caplog.messages == ["removed or archived: open 1"]
        assert (await other.person().read(f"/api/tables/{table}"))["status"] == "closed"
        await one.pass_time(INTERVAL / 1000 - 1)
        retention = Retention(one.house.repository.database, one.app.services.settings.periods)
        assert not await retention.claim(one.house.clock.now(), INTERVAL)
        await one.pass_time(1)
        assert await retention.claim(one.house.clock.now(), INTERVAL)


async def test_a_database_that_is_away_is_tried_again_later(
    house: Opened, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: Any) -> Any:
        raise OSError

    with monkeypatch.context() as patched:
        patched.setattr(house.house.repository.database, "write", fail)
        await house.house.retention.look()
    assert caplog.messages == ["cannot remove what is old: OSError"]


async def test_other_writes_wait_for_one_step_only(tmp_path: Path) -> None:
    async with open_house(tmp_path, **KEPT) as house:
        now = house.house.clock.now()
        old = list(ten_years._rows_of_day(0, 60, now - 90 * 24 * 3_600_000))
        database = house.house.repository.database

        def store(connection: Connection) -> None:
            for rows, values in old:
                connection.execute(insert(rows), values)

        await database.write(store)
        retention = Retention(database, house.app.services.settings.periods)
        take, steps = retention.step, 0

        async def step(kind: Kind, now: int) -> int:
            nonlocal steps
            steps += 1
            return await take(kind, now)

        retention.step = step  # type: ignore[method-assign]
        run = asyncio.create_task(prune(retention, now))
        while not run.done():
            before = steps
            await house.house.repository.note_visit("somebody", now)
            # The step that had begun, and one that was asked for before this write.
            assert steps - before <= 2
        assert (await run)["archived"] > 40
        assert steps > 40


async def test_what_is_removed_is_not_read_from_memory_any_more(house: Opened) -> None:
    table = await finished(house)
    async with following(house.person(), f"/api/tables/{table}/events") as stream:
        await stream.event()
        await house.pass_time(101 * DAY)
        await house.house.retention.look()
        await stream.rest()
    refusal(await house.person().get(f"/api/tables/{table}"), 404)
    refusal(await house.person().get(f"/api/tables/{table}/record"), 404)


async def test_ten_years_leave_no_more_than_the_settings_say(url: str) -> None:
    days = await ten_years.simulate(url, matches=10, days=30)
    sizes = ten_years.check(days)
    assert sizes["end"]["guests"] < 200
    assert sizes["end"]["events"] < 10 * 12 * 5


# --- the command and the figures ----------------------------------------------------------------


async def test_the_figures_tell_how_large_the_house_is(house: Opened) -> None:
    await house.person().table(GAME, 3)
    told = (await house.person("127.0.0.1").get("/metrics")).text
    assert 'tirelire_rows{kind="tables"} 1\n' in told
    assert 'tirelire_rows{kind="seats"} 3\n' in told
    assert 'tirelire_rows{kind="archives"} 0\n' in told
    (line,) = [line for line in told.splitlines() if line.startswith("tirelire_database_bytes")]
    assert int(line.split()[1]) > 10_000


def test_the_command_counts_then_removes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def leave_a_table() -> None:
        async with open_house(tmp_path) as house:
            await house.person().table(GAME, 3)
            await house.pass_time(8 * DAY)

    asyncio.run(leave_a_table())
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("TIRELIRE_DB", f"sqlite:///{tmp_path / 'house.sqlite'}")

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(app, ["house", "prune", *arguments])
        assert result.exit_code == 0, result.output
        return result.output

    for _ in range(2):
        assert json.loads(run("--dry-run", "--json")) == only(open=1)
    assert "1 open tables closed" in run("--dry-run")
    assert "only counted" in run("--dry-run")
    file = tmp_path / "house.toml"
    file.write_text("open_days = 9\n", "utf-8")
    assert json.loads(run("--dry-run", "--json", "--config", str(file))) == only()
    assert json.loads(run("--json")) == only(open=1)
    assert json.loads(run("--json")) == only()
    assert "supprimés" in run("--lang", "fr")
