"""Without a clock, a bot may play for a player who does not answer, if the others ask for it."""

from __future__ import annotations

import pytest

from tests.server.common import Opened, Person, fine, refusal
from tirelire.server.tables.seats import PATIENCE

pytestmark = pytest.mark.anyio


async def ask(person: Person, table: str, seat: str, status: int = 200) -> str:
    """Ask that a bot plays for a seat; return the text of a refusal."""
    answer = await person.post(f"/api/tables/{table}/stand-in", {"seat": seat})
    if status != 200:
        return str(refusal(answer, status)["message"])
    assert [row["away"] for row in fine(answer)["seats"] if row["seat"] == seat] == [True]
    return ""


async def test_a_bot_plays_for_a_player_who_does_not_answer_for_a_minute(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    for seat in "AB":
        fine(await seats[seat].move(table, house.snapshot(table).number, "bid BLUFF", seat=seat))
    await house.pass_time(PATIENCE - 7)
    assert " 7 " in await ask(seats["A"], table, "C", 409)
    await house.pass_time(7)
    await ask(seats["B"], table, "C")
    await house.settle()
    moved = [event.seat for event in house.snapshot(table).match.events[1:]]  # type: ignore[union-attr]
    assert moved[2] == "C"


async def test_the_player_is_back_with_their_next_move(house: Opened) -> None:
    table, seats = await house.company("money", 3, pace={"bots": 10_000, "pause": 0})
    await house.pass_time(PATIENCE)
    await ask(seats["A"], table, "C")
    number = house.snapshot(table).questions["A"].since
    fine(await seats["A"].move(table, number, "bid BLUFF", seat="A"))
    fine(await seats["B"].move(table, number, "bid BLUFF", seat="B"))
    await house.settle()
    if "C" not in house.snapshot(table).questions:
        await house.play_on(table, seats, lambda snapshot: "C" in snapshot.questions)
    number = house.snapshot(table).questions["C"].since
    legal = (await seats["C"].view(table))["legal"]
    fine(await seats["C"].move(table, number, legal[-1], seat="C"))
    assert not any(row["away"] for row in (await seats["A"].read(f"/api/tables/{table}"))["seats"])


async def test_only_for_people_for_whom_somebody_at_the_table_waits(house: Opened) -> None:
    host, other = house.people(2)
    table = await host.table("money", ["open", "open", "novice"])
    await host.join(table)
    await other.join(table)
    await ask(host, table, "B", 409)  # nothing has begun
    await host.start(table)
    await house.settle()
    fine(await other.move(table, 1, "bid BLUFF"))
    await house.pass_time(PATIENCE)
    await ask(host, table, "A", 409)
    await ask(host, table, "B", 409)
    await ask(host, table, "C", 409)
    stranger = house.person()
    await ask(stranger, table, "A", 401)
    await stranger.do("/api/me")
    await ask(stranger, table, "A", 403)
    refusal(await host.post(f"/api/tables/{table}/stand-in", {"seat": "D"}), 422)
    await ask(other, table, "A")


@pytest.mark.parametrize("decision", [600, 3 * 24 * 3600])
async def test_where_a_clock_runs_it_alone_decides(house: Opened, decision: int) -> None:
    table, seats = await house.company("money", 3, pace={"decision": decision})
    await house.pass_time(PATIENCE + 1)
    await ask(seats["A"], table, "C", 409)
    assert not any(row["away"] for row in (await seats["A"].read(f"/api/tables/{table}"))["seats"])


@pytest.mark.parametrize("has_passed", [False, True])
async def test_nobody_learns_by_asking_whether_somebody_has_chosen_in_secret(
    house: Opened, has_passed: bool
) -> None:
    """A pass is secret until the window closes (C11): the answers are the same with and without."""
    table, seats = await house.company("cash_oder_crash", 3, options={"big_deal_by": "anyone"})
    await house.play_on(table, seats, lambda snapshot: len(snapshot.questions) == 3)
    number = house.snapshot(table).number
    await house.pass_time(20)
    if has_passed:
        fine(await seats["B"].move(table, number, "pass", seat="B"))
    await house.pass_time(PATIENCE - 21)
    assert " 1 " in await ask(seats["A"], table, "B", 409)
    await house.pass_time(1)
    await ask(seats["A"], table, "B")
