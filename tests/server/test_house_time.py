"""House time: monotonic, shared by all processes, and independent of the wall clock."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.server.common import Machine, Opened, Person, away, open_house, until
from tirelire.server.http.authentication import MOVING_TIME
from tirelire.server.periodic import PeriodicTask
from tirelire.server.storage.database import Database, connect
from tirelire.server.storage.migrate import prepare
from tirelire.server.storage.repository import Repository
from tirelire.server.tables import scheduler
from tirelire.server.tables.clock import BEAT, GONE, HouseClock, uptime_ms

pytestmark = pytest.mark.anyio

HOUR = 3_600_000
JUMPS = pytest.mark.parametrize("jump", [-HOUR, HOUR], ids=["back", "forward"])
PACE = {"decision": 60, "window": 6, "bots": 800, "pause": 8}


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """The database of a new house."""
    made = connect(url)
    await prepare(made)
    yield made
    await made.dispose()


@pytest.fixture
async def open_clock(database: Database) -> AsyncIterator[Callable[[Machine], HouseClock]]:
    """Make clocks of one house that are stopped at the end; no heartbeat comes by itself."""
    made = []

    def make(machine: Machine) -> HouseClock:
        made.append(HouseClock(Repository(database, machine.wall), machine.uptime))
        return made[-1]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(PeriodicTask, "_run", _no_calls)
        yield make
        for each in made:
            await each.stop()


async def _no_calls(_task: PeriodicTask, _seconds: float) -> None:
    """Let a test send the heartbeats."""


OpenClock = Callable[[Machine], HouseClock]


def test_uptime_goes_on() -> None:
    before = uptime_ms()
    assert 0 < before <= uptime_ms()


@JUMPS
async def test_setting_the_wall_clock_changes_no_house_time(
    open_clock: OpenClock, jump: int
) -> None:
    machine = Machine()
    only = open_clock(machine)
    await only.start()
    began = only.now()
    for _ in range(10):
        machine.pass_time(BEAT)
        machine.wall.ms += jump
        await only.beat()
    assert (only.now(), only.started) == (began + 10 * BEAT, began)


@JUMPS
async def test_processes_agree_while_their_wall_clocks_are_set(
    open_clock: OpenClock, jump: int
) -> None:
    machines = [Machine(), Machine()]
    machines[1].uptime.ms = 5  # started after the other one, and with a wrong time
    machines[1].wall.ms += jump
    one, other = map(open_clock, machines)
    await one.start()
    began = one.now()
    await other.start()
    for step in range(1, 61):
        for machine in machines:
            machine.pass_time(BEAT // 2)
        machines[step % 2].wall.ms -= jump
        await (one if step % 2 else other).beat()
        passed = step * BEAT // 2
        for told in (one.now(), other.now()):
            assert began + passed - BEAT <= told <= began + passed
    assert one.started == other.started == began


@JUMPS
async def test_house_time_goes_on_from_the_last_one_after_a_restart(
    open_clock: OpenClock, jump: int
) -> None:
    machine = Machine()
    first = open_clock(machine)
    await first.start()
    machine.pass_time(700)
    stopped = first.now()
    await first.stop()
    machine.wall.ms += jump
    machine.uptime.ms = 12  # the machine was started anew
    second = open_clock(machine)
    await second.start()
    assert second.now() == second.started == stopped


@JUMPS
async def test_house_time_is_at_most_a_beat_behind_after_a_crash(
    open_clock: OpenClock, jump: int
) -> None:
    machine = Machine()
    dying = open_clock(machine)
    await dying.start()
    machine.pass_time(BEAT)
    await dying.beat()
    stored = dying.now()
    machine.pass_time(BEAT - 1)
    machine.wall.ms += jump
    second = open_clock(machine)
    await second.start()
    assert second.now() == stored >= dying.now() - BEAT


async def test_time_waits_for_a_heartbeat_that_is_late_and_never_goes_back(
    open_clock: OpenClock,
) -> None:
    machine = Machine()
    only = open_clock(machine)
    await only.start()
    began = only.now()
    machine.pass_time(1000)
    assert only.now() == began + 1000
    machine.pass_time(HOUR)  # the machine slept, or the database was away
    assert only.now() == began + GONE
    await only.beat()
    assert only.now() == began + GONE
    assert only.started == began + GONE  # people have a grace period
    machine.pass_time(500)
    assert only.now() == began + GONE + 500


async def test_a_process_that_was_stopped_takes_over_the_time_of_the_others(
    open_clock: OpenClock,
) -> None:
    machine = Machine()
    one, stopped = open_clock(machine), open_clock(machine)
    await one.start()
    await stopped.start()
    began = one.now()
    for _ in range(60):
        machine.pass_time(BEAT)
        await one.beat()
    assert stopped.now() == began + GONE
    await stopped.beat()
    assert stopped.now() == one.now() == began + 60 * BEAT
    assert stopped.started == began  # time counted for everybody else


async def test_processes_do_not_push_each_other_forward_when_the_database_is_slow(
    open_clock: OpenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine()
    clocks = [open_clock(machine), open_clock(machine)]
    for each in clocks:
        await each.start()
    began, up = clocks[0].now(), machine.uptime.ms
    advance, depth = Repository.advance_house_time, 0

    async def advance_slowly(repository: Repository, now: int) -> int:
        """While one waits for the answer, time passes and the other stores its own."""
        nonlocal depth
        depth += 1
        if depth == 1:
            machine.pass_time(GONE // 2)
            await clocks[1].beat()
        depth -= 1
        return await advance(repository, now)

    monkeypatch.setattr(Repository, "advance_house_time", advance_slowly)
    for _ in range(20):
        await clocks[0].beat()
        assert clocks[0].now() <= began + machine.uptime.ms - up
    monkeypatch.undo()
    assert clocks[0].now() == began + 20 * (GONE // 2)


# --- at tables ----------------------------------------------------------------------------------


async def bots_table(house: Opened) -> tuple[str, Person]:
    """Begin a match of one person and two bots, at which a bot is to move."""
    host = house.person()
    table = await host.table("cash_oder_crash", ["open", "novice", "novice"], pace=PACE)
    await host.join(table)
    await host.start(table)
    await house.settle()
    return table, host


@JUMPS
async def test_bots_and_deals_go_on_and_no_clock_runs_out_when_the_wall_clock_is_set(
    tmp_path: Path, jump: int
) -> None:
    async with open_house(tmp_path) as house:
        table, host = await bots_table(house)
        number = house.snapshot(table).number
        house.machine.wall.ms += jump
        await house.pass_time(0)
        assert (house.snapshot(table).number, await away(host, table)) == (number, "")
        for _ in range(4):  # every bot that is asked, then the person's clock
            await house.pass_time(1)
        assert house.snapshot(table).number > number
        assert await away(host, table) == ""
        for _ in range(60):
            house.machine.wall.ms += jump
            await house.pass_time(1)
        assert await away(host, table) == "A"


@JUMPS
async def test_the_wall_clock_may_be_set_over_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    monkeypatch.setattr(scheduler, "_POLL", 0.01)
    machine = Machine()
    async with open_house(tmp_path, machine) as house:
        table, host = await bots_table(house)
        number, cookies = house.snapshot(table).number, host.http.cookies
        told = house.house.clock.now()
    machine.wall.ms += jump
    async with open_house(tmp_path, machine) as house:
        person = house.person()
        person.http.cookies = cookies
        assert house.house.clock.now() == told
        await person.view(table)
        await house.pass_time(1)
        await until(lambda: house.snapshot(table).number > number)
        assert await away(person, table) == ""


@JUMPS
async def test_processes_with_different_wall_clocks_serve_one_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    monkeypatch.setattr(scheduler, "_POLL", 0.01)
    ours, theirs = Machine(), Machine()
    theirs.uptime.ms += 12_345
    theirs.wall.ms += jump
    async with (
        open_house(tmp_path, ours, shared=True) as dying,
        open_house(tmp_path, theirs, shared=True) as other,
    ):
        table, _ = await bots_table(dying)
        number = dying.snapshot(table).number
        await dying.house.scheduler.stop()
        watcher = other.person()
        for _ in range(8):  # what the other one left is overdue after two seconds
            ours.pass_time(1000)
            ours.wall.ms -= jump
            await dying.house.clock.beat()
            await other.pass_time(1)
            assert abs(dying.house.clock.now() - other.house.clock.now()) <= 1000
            assert await away(watcher, table) == ""
        await until(lambda: other.snapshot(table).number > number)  # the other one took over


async def test_no_event_is_earlier_than_the_one_before(tmp_path: Path) -> None:
    """The clocks of processes differ a little: the record must not show that."""
    ahead, behind = Machine(), Machine()
    async with (
        open_house(tmp_path, ahead, shared=True) as one,
        open_house(tmp_path, behind, shared=True) as other,
    ):
        table, seats = await one.company("money", 3)
        ahead.pass_time(900)  # and no heartbeat yet
        moved = {seat: person.http.cookies for seat, person in seats.items()}
        for house, seat in ((one, "A"), (other, "B")):
            person = house.person()
            person.http.cookies = moved[seat]
            view = await person.view(table)
            assert (await person.move(table, view["number"], view["legal"][0])).status_code == 200
        events = await one.house.repository.events(table)
        assert [event.at for event in events] == sorted(event.at for event in events)
        assert events[-1].at - events[0].at == 900
        assert [event.text.rsplit(" ", 1)[-1] for event in events[-2:]] == ["@900", "@900"]


@JUMPS
async def test_a_link_to_another_device_is_good_for_as_long_as_it_says(
    tmp_path: Path, jump: int
) -> None:
    async with open_house(tmp_path) as house:
        owner = house.person()
        await owner.do("/api/me")
        good = (await owner.do("/api/me/link"))["code"]
        house.machine.wall.ms += jump
        house.machine.pass_time(MOVING_TIME - 1)
        assert (await house.person().post("/api/me/move", {"code": good})).status_code == 200
        moved = house.person()
        await moved.do("/api/me")
        late = (await moved.do("/api/me/link"))["code"]
        house.machine.pass_time(MOVING_TIME + 1)
        assert (await house.person().post("/api/me/move", {"code": late})).status_code == 404
