"""Clocks: of people, of bots, between deals; and of a house that was down."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event

from tests.server.common import AT_ONCE, Machine, Opened, away, fine, open_house, until
from tirelire.bots.registry import find_bot
from tirelire.contract.game import Game
from tirelire.match.record import Record
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.schema import METADATA
from tirelire.server.tables import bots, clock, scheduler
from tirelire.server.tables.clock import GONE, GRACE
from tirelire.server.tables.snapshot import MatchSnapshot

pytestmark = pytest.mark.anyio

PACE = {"decision": 60, "window": 6, "bots": 800, "pause": 8}
HOUR = 3600


async def test_a_player_who_runs_out_of_time_is_played_by_a_bot_of_the_tables_level_at_once(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def find(spec: str) -> Any:
        asked.append(spec)
        return find_bot(spec)

    monkeypatch.setattr(bots, "find_bot", find)
    table, seats = await house.company("cash_oder_crash", 3, pace=PACE, level="greedy")
    asking = "".join(house.snapshot(table).questions)
    assert (await seats[asking[0]].view(table))["clock"] == {"kind": "clock", "left": 60_000}
    await house.pass_time(59.9)
    assert (house.snapshot(table).number, await away(seats["A"], table)) == (1, "")
    await house.pass_time(0.2)
    assert await away(seats["A"], table) == asking
    assert house.snapshot(table).number == 1 + len(asking)
    assert asked == ["greedy"] * len(asking)


async def test_a_player_who_leaves_is_played_at_once_and_comes_back_at_any_time(
    house: Opened,
) -> None:
    table, seats = await house.company("cash_oder_crash", 3, pace={"bots": 800, "pause": 8})
    seat = house.snapshot(table).match.asked
    person = seats[seat]
    await house.pass_time(HOUR)
    assert house.snapshot(table).number == 1
    await person.do(f"/api/tables/{table}/leave")
    await house.settle()
    assert house.snapshot(table).number == 2
    assert (await person.do(f"/api/tables/{table}/return"))["seats"]
    assert await away(person, table) == ""
    others = {x: seats[x] for x in seats if x != seat}
    await house.play_on(
        table, {**others, seat: person}, lambda snapshot: seat in snapshot.questions
    )
    number = house.snapshot(table).number
    await house.pass_time(HOUR)
    assert house.snapshot(table).number == number


async def test_a_player_who_makes_a_move_is_back(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 3, pace={"bots": 800, "pause": 8})
    seat = house.snapshot(table).match.asked
    await seats[seat].do(f"/api/tables/{table}/leave")
    await house.settle()

    def is_asked(snapshot: MatchSnapshot) -> bool:
        return seat in snapshot.questions

    await house.play_on(table, {x: seats[x] for x in seats if x != seat}, is_asked)
    view = await seats[seat].view(table)
    fine(await seats[seat].move(table, view["number"], view["legal"][0]))
    assert await away(seats[seat], table) == ""


async def test_a_move_at_the_last_moment_counts(house: Opened) -> None:
    """The clock is found out of time while the move is being stored."""
    table, seats = await house.company("cash_oder_crash", 3, pace=PACE)
    seat = house.snapshot(table).match.asked
    since = house.snapshot(table).questions[seat].since
    view = await seats[seat].view(table)
    fine(await seats[seat].move(table, view["number"], view["legal"][0]))
    await house.house.seats.set_away(table, seat, since)
    assert await away(seats[seat], table) == ""


async def test_if_all_leave_the_match_is_finished_without_them(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 3, pace=PACE)
    for person in seats.values():
        await person.do(f"/api/tables/{table}/leave")
    for _ in range(1000):
        await house.pass_time(8)
        if (await seats["A"].read(f"/api/tables/{table}"))["status"] == "over":
            return
    raise AssertionError("the match goes on")


async def test_if_all_leave_they_may_still_come_back(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 3, pace=PACE)
    for person in seats.values():
        await person.do(f"/api/tables/{table}/leave")
    for _ in range(4):
        number = house.snapshot(table).number
        await house.pass_time(1.6)
        assert number < house.snapshot(table).number <= number + 6
    for person in seats.values():
        await person.do(f"/api/tables/{table}/return")
    number = house.snapshot(table).number
    await house.pass_time(5)
    assert house.snapshot(table).number == number


async def test_a_player_who_does_not_call_in_time_has_passed(house: Opened) -> None:
    options = {"big_deal_by": "anyone"}
    table, seats = await house.company("cash_oder_crash", 4, pace=PACE, options=options)
    await house.play_on(table, seats, lambda snapshot: len(snapshot.questions) == 4)
    number = house.snapshot(table).number
    clock = (await seats["A"].view(table))["clock"]
    assert clock == {"kind": "hurry", "left": 6000}
    await house.pass_time(5.9)
    assert house.snapshot(table).number == number
    fine(await seats["C"].move(table, number, "pass"))
    await house.pass_time(0.2)
    moves = [str(event.move) for event in house.snapshot(table).match.events[number:]]  # type: ignore[union-attr]
    assert moves[:4] == ["pass"] * 4
    assert await away(seats["A"], table) == ""


async def test_a_window_closes_early_when_all_have_answered(house: Opened) -> None:
    options = {"big_deal_by": "anyone"}
    table, seats = await house.company("cash_oder_crash", 4, pace=PACE, options=options)
    await house.play_on(table, seats, lambda snapshot: len(snapshot.questions) == 4)
    number = house.snapshot(table).number
    for person in seats.values():
        fine(await person.move(table, number, "pass"))
    assert len(house.snapshot(table).questions) < 4


@pytest.mark.parametrize(
    ("pace", "seconds"),
    [
        ({"decision": 60}, 6),
        ({"decision": 60, "window": 20}, 20),
        ({"decision": 0, "window": 9}, 9),
        ({"decision": 3 * 24 * HOUR}, 3 * 24 * HOUR),
        ({"decision": 3 * 24 * HOUR, "window": HOUR}, HOUR),
    ],
)
async def test_a_window_has_a_time_of_its_own_as_the_pace_says(
    house: Opened, pace: dict[str, int], seconds: int
) -> None:
    options = {"big_deal_by": "anyone"}
    table, seats = await house.company("cash_oder_crash", 4, pace=pace, options=options)
    await house.play_on(table, seats, lambda snapshot: len(snapshot.questions) == 4)
    number = house.snapshot(table).number
    clock = (await seats["A"].view(table))["clock"]
    assert clock == {"kind": "hurry", "left": 1000 * seconds}
    await house.pass_time(seconds - 0.1)
    assert house.snapshot(table).number == number
    await house.pass_time(0.2)
    assert house.snapshot(table).number >= number + 4


async def test_without_a_clock_nobody_hurries(house: Opened) -> None:
    options = {"big_deal_by": "anyone"}
    table, seats = await house.company("cash_oder_crash", 4, options=options)
    await house.play_on(table, seats, lambda snapshot: len(snapshot.questions) == 4)
    number = house.snapshot(table).number
    assert (await seats["A"].view(table))["clock"] is None
    await house.pass_time(HOUR)
    assert house.snapshot(table).number == number


async def test_bots_let_people_call_first(house: Opened) -> None:
    options = {"big_deal_by": "anyone"}
    host = house.person()
    table = await host.table(
        "cash_oder_crash", ["open", "regular", "regular"], pace=PACE, options=options
    )
    await host.join(table)
    await host.start(table)
    await house.settle()
    for _ in range(20):
        snapshot = house.snapshot(table)
        if "A" in snapshot.default_moves:
            break
        if "A" in snapshot.questions:
            view = await host.view(table)
            fine(await host.move(table, view["number"], view["legal"][0]))
        await house.pass_time(0.8)
    number = house.snapshot(table).number
    await house.pass_time(1.5)
    assert house.snapshot(table).number == number
    await house.pass_time(0.2)
    assert house.snapshot(table).number > number


async def test_a_search_waits_until_it_is_prepared(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    def is_ready(one: Game, part: str) -> bool:
        asked.append(f"{one.id} {part}")
        return len(asked) > 2

    monkeypatch.setattr(bots, "is_ready", is_ready)
    monkeypatch.setattr(bots, "_POLL", 0.01)
    person = house.person()
    table = await person.table("cash_oder_crash", ["open", "strong", "regular"])
    await person.join(table)
    await person.start(table)
    await house.settle()
    assert asked == ["cash_oder_crash search"] * 3


async def test_a_player_who_does_not_answer_in_a_fight_stops(house: Opened) -> None:
    table, seats = await house.company("cache_ton_cash", 3, pace=PACE)
    await house.play_on(table, seats, lambda snapshot: bool(snapshot.default_moves))
    number, (seat,) = house.snapshot(table).number, house.snapshot(table).default_moves
    await house.pass_time(6.1)
    played = house.snapshot(table).match.events[number]
    assert (played.seat, str(played.move)) == (seat, "stop")  # type: ignore[union-attr]


async def test_where_nobody_gets_ready_the_next_deal_begins_when_the_pause_is_over(
    house: Opened,
) -> None:
    table, seats = await house.company("money", 3, pace=PACE, options={"hands": 2})
    await house.play_on(table, seats, lambda snapshot: snapshot.match.ended == "deal")
    number = house.snapshot(table).number
    view = await seats["A"].view(table)
    assert view["clock"] == {"kind": "deal", "left": 8000}
    assert {"gained", "sheets", "winners"} <= view.keys()
    assert all(sheet["lines"] for sheet in view["sheets"].values())
    await house.pass_time(7.9)
    assert house.snapshot(table).number == number
    await house.pass_time(0.2)
    assert (house.snapshot(table).number, house.snapshot(table).match.ended) == (
        number + 1,
        "running",
    )


async def test_a_table_without_clocks_waits_for_ever(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    assert (await seats["A"].view(table))["clock"] is None
    await house.pass_time(400 * 24 * HOUR)
    assert (house.snapshot(table).number, await away(seats["A"], table)) == (1, "")


async def test_a_match_over_days_can_be_read_anew_and_has_a_record(tmp_path: Path) -> None:
    days = {**AT_ONCE, "decision": 14 * 24 * HOUR}
    async with open_house(tmp_path) as house:
        host = house.person()
        table = await host.table("cash_oder_crash", ["open", "novice", "novice"], pace=days)
        await host.join(table)
        await host.start(table)
        await house.settle()
        for _ in range(3):
            await house.play_on(table, {"A": host}, lambda snapshot: "A" in snapshot.questions)
            await house.pass_time(13 * 24 * HOUR)
            view = await host.view(table)
            fine(await host.move(table, view["number"], view["legal"][0]))
            await house.settle()
        number = house.snapshot(table).number_for("A")
        await house.forget(table)
        assert (await host.view(table))["number"] == number
        await host.do(f"/api/tables/{table}/leave")
        await house.settle()
        Record.parse((await host.get(f"/api/tables/{table}/record")).text).verify()


async def test_clocks_stand_still_while_the_house_is_down(tmp_path: Path) -> None:
    machine = Machine()
    async with open_house(tmp_path, machine) as house:
        table, seats = await house.company("money", 3, pace={**PACE, "decision": HOUR})
        await house.pass_time(600)
        cookies = [person.http.cookies for person in seats.values()]
    machine.pass_time(2 * 24 * HOUR * 1000)
    async with open_house(tmp_path, machine) as house:
        person = house.person()
        person.http.cookies = cookies[0]
        assert (await person.view(table))["clock"] == {"kind": "clock", "left": 3000 * 1000}
        await house.pass_time(2999)
        assert await away(person, table) == ""
        await house.pass_time(2)
        await until(lambda: house.snapshot(table).number >= 4)
        assert await away(person, table) == "ABC"


async def test_a_decision_that_was_running_gets_a_grace_period_after_a_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "_POLL", 0.01)
    machine = Machine()
    async with open_house(tmp_path, machine) as house:
        table, seats = await house.company("money", 3, pace=PACE)
        await house.pass_time(58)
        cookies = seats["A"].http.cookies
    machine.pass_time(HOUR * 1000)
    async with open_house(tmp_path, machine) as house:
        person = house.person()
        person.http.cookies = cookies
        assert (await person.view(table))["clock"] == {"kind": "clock", "left": GRACE}
        await house.pass_time(GRACE / 1000 - 0.1)
        assert (await away(person, table), house.snapshot(table).number) == ("", 1)
        await house.pass_time(0.2)
        await until(lambda: house.snapshot(table).number >= 4)
        assert await away(person, table) == "ABC"


async def test_time_in_which_the_machine_slept_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house:
        table, seats = await house.company("money", 3, pace=PACE)
        await house.pass_time(50)
        monkeypatch.setattr(clock, "GONE", GONE)
        house.machine.pass_time(8 * HOUR * 1000)
        await house.house.clock.beat()
        house.house.scheduler.wake()
        await house.settle()
        assert (await away(seats["A"], table), house.snapshot(table).number) == ("", 1)
        assert house.house.clock.started == house.house.clock.now()


async def test_what_a_house_left_behind_goes_on_after_a_restart(tmp_path: Path) -> None:
    machine = Machine()
    async with open_house(tmp_path, machine) as house:
        host = house.person()
        table = await host.table("cash_oder_crash", ["open", "novice", "novice"], pace=AT_ONCE)
        await host.join(table)
        await host.start(table)
        await house.settle()
        await host.do(f"/api/tables/{table}/leave")
        await house.house.scheduler.stop()
    machine.pass_time(HOUR * 1000)
    async with open_house(tmp_path, machine) as house:
        person = house.person()
        await until(lambda: table in house.house.sessions.by_id)
        await until(lambda: house.session(table).status == "over")
        assert (await person.read(f"/api/tables/{table}"))["status"] == "over"


async def test_another_process_takes_over_from_a_dead_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "_POLL", 0.01)
    machine = Machine()
    async with (
        open_house(tmp_path, machine, shared=True) as dying,
        open_house(tmp_path, machine, shared=True) as other,
    ):
        host = dying.person()
        table = await host.table("cash_oder_crash", ["open", "novice", "novice"], pace=AT_ONCE)
        await host.join(table)
        await host.start(table)
        await dying.settle()
        await dying.house.scheduler.stop()
        await host.do(f"/api/tables/{table}/leave")
        for _ in range(30):
            await dying.house.clock.beat()
            await other.pass_time(5)
            if (await other.person().read(f"/api/tables/{table}"))["status"] == "over":
                break
        else:
            pytest.fail("nobody took over")


async def plan(repository: Repository, ask: Callable[[], Awaitable[Any]]) -> str:
    """Return how SQLite answers the queries that something makes."""
    asked: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
        asked.append((statement, parameters))

    engine = repository.database.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    await ask()
    event.remove(engine, "before_cursor_execute", note)

    def explain(connection: Connection) -> str:
        found = []
        for statement, parameters in asked:
            rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            found += [str(row[-1]) for row in rows]
        return "\n".join(found)

    return await repository.database.read(explain)


async def test_no_question_to_the_database_sweeps_over_all_tables(house: Opened) -> None:
    repository = house.house.repository
    due = await plan(repository, lambda: repository.due(10**15, 200))
    assert "USING INDEX ix_tables_due (due<?)" in due.replace("COVERING INDEX", "INDEX")
    for ask in (
        lambda: repository.due(10**15, 200),
        lambda: repository.listed(100),
        lambda: repository.tables_of("somebody", 100),
        lambda: repository.raise_versions("somebody"),
        lambda: repository.table("some table"),
        lambda: repository.versions(["some table"]),
        lambda: repository.events("some table", 3),
        lambda: repository.talk("some table", 50, "some guest"),
        lambda: repository.guest_of("some hash"),
        lambda: repository.key("some hash", 0),
        lambda: repository.keys_of("somebody", "token"),
        lambda: repository.answers(),
    ):
        swept = set(re.findall(r"SCAN (\w+)", await plan(repository, ask)))
        assert not swept & METADATA.tables.keys()
