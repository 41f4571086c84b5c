"""Between two deals: people look at the score and say that they are ready; bots wait for them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from tests.server.common import (
    AT_ONCE,
    Machine,
    Opened,
    Person,
    fine,
    following,
    open_house,
    refusal,
    until,
)
from tirelire.server.tables import scheduler
from tirelire.server.tables.seats import PATIENCE
from tirelire.server.tables.snapshot import MatchSnapshot

pytestmark = pytest.mark.anyio

GAME = "cash_oder_crash"
ASKING = {**AT_ONCE, "pause": None}
"""A pace at which everybody is asked whether they are ready, and nobody has to hurry."""
CLOCK = {**ASKING, "decision": 60, "window": 60}
MONTH = 30 * 24 * 3600


def is_over(snapshot: MatchSnapshot) -> bool:
    return snapshot.match.ended == "deal"


async def end_of_deal(
    house: Opened, seats: int | list[str] = 3, pace: Any = ASKING, **more: Any
) -> tuple[str, dict[str, Person]]:
    """Play the first deal of a match; return the table, and its people by seat."""
    kinds = ["open"] * seats if isinstance(seats, int) else seats
    host, people = house.person(), {}
    table = await host.table(GAME, kinds, pace=pace, options={"rounds": 3}, **more)
    for number in range(kinds.count("open")):
        person = house.person() if number else host
        people[await person.join(table, f"P{number}")] = person
    await host.start(table)
    await house.settle()
    await house.play_on(table, people, is_over)
    return table, people


async def ready(person: Person, table: str, deal: int = 1, **more: Any) -> Response:
    """Say that somebody is ready."""
    return await person.post(f"/api/tables/{table}/ready", {"deal": deal, **more})


async def shown(person: Person, table: str) -> list[int]:
    """Return what the table shows of the readiness of each seat."""
    return [seat["ready"] for seat in (await person.read(f"/api/tables/{table}"))["seats"]]


def deals(house: Opened, table: str) -> tuple[int, str]:
    """Return how many deals there were, and whether the last is over."""
    match = house.snapshot(table).match
    return match.deals, match.ended


# --- who is waited for --------------------------------------------------------------------------


async def test_bots_wait_until_the_person_is_ready(house: Opened) -> None:
    table, people = await end_of_deal(house, ["open", "regular", "regular"])
    assert (await people["A"].view(table))["clock"] is None
    await house.pass_time(MONTH)
    assert deals(house, table) == (1, "deal")
    fine(await ready(people["A"], table))
    await house.settle()
    assert deals(house, table) == (2, "running")


async def test_the_next_deal_begins_at_once_when_everybody_is_ready(house: Opened) -> None:
    table, people = await end_of_deal(house)
    path = f"/api/tables/{table}"
    async with following(house.person(), f"{path}/events") as watching:
        assert (await watching.event())[0] == "table"
        assert (await watching.view())["ended"] == "deal"
        for seat, row in (("C", [0, 0, 1]), ("A", [1, 0, 1])):
            answer = fine(await ready(people[seat], table))
            await house.pass_time(MONTH)
            assert deals(house, table) == (1, "deal")
            kind, _, told = await watching.event()  # everybody is told, and who only watches too
            assert (kind, [each["ready"] for each in told["seats"]]) == ("table", row)
            assert [each["ready"] for each in answer["seats"]] == row
            assert await shown(people["B"], table) == row
        fine(await ready(people["B"], table))
        await house.settle()
        view = await watching.view()
    assert (view["deal"], view["ended"]) == (2, "running")
    assert deals(house, table) == (2, "running")


async def test_what_is_said_again_or_late_changes_nothing(house: Opened) -> None:
    table, people = await end_of_deal(house)
    first, again = [fine(await ready(people["A"], table)) for _ in range(2)]
    assert first == again  # not even a new version
    for seat in "BC":
        fine(await ready(people[seat], table))
    await house.settle()
    await house.play_on(table, people, is_over)
    for person in people.values():  # each is still ready for the deal that has been played
        fine(await ready(person, table, deal=1))
    await house.settle()
    assert (deals(house, table), await shown(people["A"], table)) == ((2, "deal"), [1, 1, 1])


async def test_nobody_is_ready_before_the_deal_is_over_or_for_another_seat(house: Opened) -> None:
    table, people = await house.company(GAME, 3, pace=ASKING, options={"rounds": 3})
    assert refusal(await ready(people["A"], table), 409)["message"] == "This deal is not over yet."
    await house.play_on(table, people, is_over)
    refusal(await ready(people["A"], table, deal=2), 409)
    refusal(await ready(people["A"], table, seat="B"), 403)
    refusal(await ready(people["A"], table, seat="D"), 422)
    refusal(await ready(people["A"], table, deal=0), 400)
    stranger = house.person()
    refusal(await ready(stranger, table), 401)
    await stranger.do("/api/me")
    refusal(await ready(stranger, table), 403)
    assert (deals(house, table), await shown(stranger, table)) == ((1, "deal"), [0, 0, 0])


async def test_a_player_who_holds_several_seats_is_ready_in_all_of_them_at_once(
    house: Opened,
) -> None:
    host = house.person()
    table = await host.table(GAME, 3, pace=ASKING, options={"rounds": 3})
    people = {await host.join(table, f"P{i}"): host for i in range(3)}
    await host.start(table)
    await house.settle()
    await house.play_on(table, people, is_over)
    assert await shown(host, table) == [0, 0, 0]
    fine(await ready(host, table, seat="B"))
    assert await shown(host, table) == [0, 1, 0]
    fine(await ready(host, table))
    await house.settle()
    assert deals(house, table) == (2, "running")


async def test_a_player_who_has_left_holds_nothing_up_and_may_come_back(house: Opened) -> None:
    table, people = await end_of_deal(house)
    path = f"/api/tables/{table}"
    fine(await ready(people["A"], table))
    await people["C"].do(f"{path}/leave")
    await people["C"].do(f"{path}/return")
    fine(await ready(people["B"], table))
    await house.settle()
    assert deals(house, table) == (1, "deal")  # who is back is asked again
    await people["C"].do(f"{path}/leave")
    await house.settle()
    assert deals(house, table) == (2, "running")


async def test_being_ready_brings_back_a_player_who_was_away(house: Opened) -> None:
    table, people = await end_of_deal(house)
    await people["C"].do(f"/api/tables/{table}/leave")
    said = fine(await ready(people["C"], table))
    assert [(seat["away"], seat["ready"]) for seat in said["seats"]][2] == (False, 1)


async def test_a_table_that_waits_for_me_is_among_those_where_it_is_my_turn(house: Opened) -> None:
    table, people = await end_of_deal(house, ["open", "open", "regular"])

    async def is_asked(person: Person) -> bool:
        (mine,) = await person.read("/api/me/tables")
        return bool(mine["asked"])

    fine(await ready(people["A"], table))
    assert [await is_asked(person) for person in people.values()] == [False, True]


# --- clocks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pace", "seconds"), [(CLOCK, 60), ({**CLOCK, "pause": 20}, 20), ({**ASKING, "pause": 20}, 20)]
)
async def test_with_a_clock_the_next_deal_waits_no_longer_than_that(
    house: Opened, pace: Mapping[str, Any], seconds: int
) -> None:
    table, people = await end_of_deal(house, pace=pace)
    fine(await ready(people["A"], table))
    view = await people["B"].view(table)
    assert view["clock"] == {"kind": "deal", "left": 1000 * seconds}
    await house.pass_time(seconds - 0.1)
    assert deals(house, table) == (1, "deal")
    await house.pass_time(0.2)
    assert deals(house, table) == (2, "running")
    seats = (await people["A"].read(f"/api/tables/{table}"))["seats"]
    assert not any(seat["away"] for seat in seats)


async def test_with_a_clock_nobody_waits_for_it_when_everybody_is_ready(house: Opened) -> None:
    table, people = await end_of_deal(house, pace=CLOCK)
    for person in people.values():
        fine(await ready(person, table))
    await house.settle()
    assert deals(house, table) == (2, "running")


async def test_without_a_clock_a_bot_may_play_for_a_player_who_does_not_get_ready(
    house: Opened,
) -> None:
    table, people = await end_of_deal(house)
    path = f"/api/tables/{table}"
    for seat in "AB":
        fine(await ready(people[seat], table))
    await house.pass_time(PATIENCE - 7)
    answer = await people["A"].post(f"{path}/stand-in", {"seat": "C"})
    assert " 7 " in refusal(answer, 409)["message"]
    await house.pass_time(7)
    refusal(await people["A"].post(f"{path}/stand-in", {"seat": "B"}), 409)  # who is ready
    fine(await people["A"].post(f"{path}/stand-in", {"seat": "C"}))
    await house.settle()
    assert deals(house, table) == (2, "running")


async def test_where_a_clock_runs_between_deals_it_alone_decides(house: Opened) -> None:
    table, people = await end_of_deal(house, pace={**ASKING, "pause": 600})
    await house.pass_time(PATIENCE + 1)
    refusal(await people["A"].post(f"/api/tables/{table}/stand-in", {"seat": "C"}), 409)


@pytest.mark.parametrize("pace", [AT_ONCE, {"bots": 0}])
async def test_a_program_that_never_says_it_is_ready_plays_on(
    house: Opened, pace: dict[str, Any]
) -> None:
    """Players are asked only at a table that wants it, as pages do."""
    host = house.person()
    table = await host.table(GAME, ["open", "novice", "novice"], pace=pace, options={"rounds": 3})
    await host.join(table)
    await host.start(table)
    await house.settle()
    await house.play_on(table, {"A": host}, lambda snapshot: snapshot.match.ended == "match")
    assert house.snapshot(table).match.deals == 3
    refusal(await ready(host, table, deal=3), 409)


# --- what is stored -----------------------------------------------------------------------------


async def test_who_is_ready_is_known_after_a_restart(tmp_path: Path) -> None:
    machine = Machine()
    async with open_house(tmp_path, machine) as house:
        table, people = await end_of_deal(house)
        for seat in "AB":
            fine(await ready(people[seat], table))
        cookies = people["C"].http.cookies
    machine.pass_time(1000 * MONTH)
    async with open_house(tmp_path, machine) as house:
        person = house.person()
        person.http.cookies = cookies
        assert await shown(person, table) == [1, 1, 0]
        assert (await person.view(table))["ended"] == "deal"
        fine(await ready(person, table))
        await house.settle()
        assert deals(house, table) == (2, "running")


async def test_a_deal_for_which_all_were_ready_is_dealt_after_a_restart(tmp_path: Path) -> None:
    machine = Machine()
    async with open_house(tmp_path, machine) as house:
        table, people = await end_of_deal(house)
        await house.house.scheduler.stop()
        for person in people.values():
            fine(await ready(person, table))
        assert deals(house, table) == (1, "deal")
    async with open_house(tmp_path, machine) as house:
        await until(lambda: table in house.house.sessions.by_id)
        await until(lambda: deals(house, table) == (2, "running"))


async def test_it_does_not_matter_which_process_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "_POLL", 0.01)
    machine = Machine()
    async with (
        open_house(tmp_path, machine, shared=True) as one,
        open_house(tmp_path, machine, shared=True) as other,
    ):
        table, people = await end_of_deal(one)
        fine(await ready(people["A"], table))
        for seat, row in (("B", [1, 1, 0]), ("C", [1, 1, 1])):
            person = other.person()
            person.http.cookies = people[seat].http.cookies
            fine(await ready(person, table))
            assert await shown(people["A"], table) == row
        await other.settle()
        view = await people["A"].view(table)
        assert (view["deal"], view["ended"]) == (2, "running")


async def test_a_rematch_begins_with_nobody_ready(house: Opened) -> None:
    table, people = await end_of_deal(house)
    fine(await ready(people["A"], table))
    await people["A"].do(f"/api/tables/{table}/close")
    again = await people["A"].do(f"/api/tables/{table}/rematch")
    assert [seat["ready"] for seat in again["seats"]] == [0, 0, 0]


def figures(score: Any) -> list[Any]:
    """Return all of a score but the words."""
    lines = [
        [(line["rule"], line["points"]) for line in sheet["lines"]]
        for sheet in score["sheets"].values()
    ]
    return [*(score[key] for key in ("deal", "ended", "totals", "gained", "winners")), lines]


# --- the last score -----------------------------------------------------------------------------


async def test_the_last_score_can_be_looked_at_while_the_next_deal_is_played(
    house: Opened,
) -> None:
    table, people = await house.company(GAME, 3, pace=ASKING, options={"rounds": 2})
    path = f"/api/tables/{table}/sheets"
    stranger = house.person()
    assert refusal(await stranger.get(path), 409)["message"] == "No deal is over yet."
    await house.play_on(table, people, is_over)
    view = await stranger.view(table)
    score = await stranger.read(path)
    assert score.items() <= view.items()
    assert (score["deal"], score["ended"], sorted(score["sheets"])) == (1, "deal", ["A", "B", "C"])
    for person in people.values():
        fine(await ready(person, table))
    await house.settle()
    await house.play_to(table, people, house.snapshot(table).number + 3)
    assert deals(house, table) == (2, "running")
    for seat, person in people.items():
        assert await person.read(f"{path}?seat=-") == score
        assert figures(await person.read(path)) == figures(score)
        refusal(await person.get(f"{path}?seat={'B' if seat == 'A' else 'A'}"), 403)
    in_french = await stranger.read(f"{path}?lang=fr")
    assert in_french != score
    await house.forget(table)
    assert await stranger.read(path) == score
    await house.play_on(table, people, lambda snapshot: snapshot.match.ended == "match")
    last = await stranger.read(path)
    assert (last["deal"], last["ended"]) == (2, "match")
    assert last.items() <= (await stranger.view(table)).items()
