"""Standing orders: the house answers for a seat, by the rules, in secret, and at a drawn moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.common import Machine, Opened, Person, everything, fine, open_house, refusal
from tirelire.core.codes import seat_letter
from tirelire.server.tables.snapshot import ORDER, order_delay

pytestmark = pytest.mark.anyio

NEVER = {"orders": {"defend": "never"}}
PACE = {"bots": 0, "pause": 0}
LATEST = 9.1
"""Seconds after which an order has answered."""


async def attacked(house: Opened, seed: int = 1, **more: Any) -> tuple[str, dict[str, Person], str]:
    """Play until a seat is asked in the turn of another; return table, people and that seat."""
    table, seats = await house.company("cache_ton_cash", 4, pace=PACE, **more)

    def is_attacked(found: Any) -> bool:
        active = seat_letter(found.match.view(None).plain.active)
        return bool(found.match.asked) and bool(found.match.asked != active)

    await house.play_on(table, seats, is_attacked, seed)
    return table, seats, house.snapshot(table).match.asked


async def test_an_order_answers_after_a_while_and_only_its_owner_is_told_so(
    url: str,
) -> None:
    async with open_house(Path(), db=url) as house:
        table, seats, seat = await attacked(house)
        path = f"/api/tables/{table}/orders"
        given = await seats[seat].do(path, NEVER)
        assert given["orders"] == {"defend": "never"}
        assert given["seat"] == seat
        assert [order["name"] for order in given["offered"]] == ["defend", "abandon"]
        number = house.snapshot(table).number
        await house.pass_time(LATEST)
        assert house.snapshot(table).number > number  # the turn may be this seat's now
        told = {}
        for letter, person in {**seats, "-": house.person()}.items():
            log = (await person.read(f"/api/tables/{table}/log"))["log"]
            told[letter] = [line for line in log if line.get("by_order")]
        assert [letter for letter, lines in told.items() if lines] == [seat]
        assert len(told[seat]) == 1
        await house.forget(table)  # the log says so after a restart too
        log = (await seats[seat].read(f"/api/tables/{table}/log"))["log"]
        assert [line for line in log if line.get("by_order")] == told[seat]


async def test_an_order_given_before_answers_at_its_moment_whether_there_is_one_or_not(
    tmp_path: Path,
) -> None:
    """The moment is drawn before anybody knows of an order, and from no card."""
    async with open_house(tmp_path) as house:
        table, seats = await house.company("cache_ton_cash", 4, pace=PACE)
        for person in seats.values():
            await person.do(f"/api/tables/{table}/orders", NEVER)
        await house.settle()

        def is_due(found: Any) -> bool:
            return any(task.kind == ORDER for task in found.tasks(house.session(table).row))

        await house.play_on(table, seats, is_due)
        snapshot, row = house.snapshot(table), house.session(table).row
        (task,) = [task for task in snapshot.tasks(row) if task.kind == ORDER]
        question = snapshot.questions[task.seat]
        assert task.due == question.at + order_delay(row, task.seat, question.since, 0)
        assert 2000 <= task.due - question.at <= 9000
        await house.pass_time((task.due - house.house.clock.now() - 1) / 1000)
        assert house.snapshot(table).number == snapshot.number
        await house.pass_time(0.001)
        assert house.snapshot(table).number > snapshot.number


async def test_without_an_order_a_seat_is_asked_and_the_house_does_not_ask_itself_for_ever(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as house:
        table, seats, seat = await attacked(house)
        number = house.snapshot(table).number
        await house.pass_time(LATEST)
        await house.pass_time(LATEST)
        assert house.snapshot(table).number == number
        assert house.snapshot(table).tasks(house.session(table).row) == []
        other = next(letter for letter in seats if letter != seat)
        await seats[other].do(f"/api/tables/{table}/orders", NEVER)
        await house.settle()
        assert house.snapshot(table).number == number  # that of another seat
        await seats[seat].do(f"/api/tables/{table}/orders", NEVER)
        await house.settle()
        assert house.snapshot(table).number > number


async def test_nobody_else_sees_an_order_or_that_one_was_given(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table, seats = await house.company("cache_ton_cash", 4, pace=PACE)
        path = f"/api/tables/{table}"
        stranger = house.person()
        readers = [*list(seats.values())[1:], stranger]
        doors = ("", "/view?help=true", "/log", "/sheets", "/mutes")

        async def seen() -> list[bytes]:
            return [(await one.get(path + door)).content for one in readers for door in doors]

        before = await seen()
        await seats["A"].do(f"{path}/orders", NEVER)
        await house.settle()
        assert await seen() == before  # not even the version of the table
        for person in readers[:-1]:
            assert (await person.read(f"{path}/orders"))["orders"] == {}
            refusal(await person.get(f"{path}/orders?seat=A"), 403)
            refusal(await person.post(f"{path}/orders", {**NEVER, "seat": "A"}), 403)
        refusal(await stranger.get(f"{path}/orders"), 401)
        await stranger.do("/api/me")
        refusal(await stranger.get(f"{path}/orders"), 403)
        assert (await seats["A"].read(f"{path}/orders"))["orders"] == {"defend": "never"}


async def test_an_answer_by_order_looks_to_others_like_one_that_the_person_gave(
    tmp_path: Path,
) -> None:
    told = []
    for by_order in (True, False):
        machine = Machine()
        folder = tmp_path / f"{by_order}"
        folder.mkdir()
        async with open_house(folder, machine) as house:
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr("tirelire.server.tables.seats.new_secret", lambda: "5" * 64)
                patched.setattr("tirelire.server.tables.seats.new_id", lambda: "the-same-table")
                table, seats, seat = await attacked(house)
            if by_order:
                await seats[seat].do(f"/api/tables/{table}/orders", NEVER)
            snapshot, row = house.snapshot(table), house.session(table).row
            delay = order_delay(row, seat, snapshot.questions[seat].since, 0)
            await house.pass_time(delay / 1000)
            if not by_order:
                number = snapshot.number_for(seat)
                fine(await seats[seat].move(table, number, "stop", seat=seat))
            await house.settle()
            assert house.snapshot(table).number == snapshot.number + 1
            path = f"/api/tables/{table}"
            doors = ("", "/view?help=true", "/log")
            others = [person for letter, person in seats.items() if letter != seat]
            told.append([(await one.get(path + door)).content for one in others for door in doors])
    assert told[0] == told[1]


async def test_orders_that_the_game_does_not_know_are_refused(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table, seats = await house.company("cache_ton_cash", 4, pace=PACE)
        path = f"/api/tables/{table}/orders"
        for wrong in ({"defend": "always"}, {"attack": "never"}):
            refusal(await seats["A"].post(path, {"orders": wrong}), 422)
        await seats["A"].do(path, {"orders": {"defend": "matching", "abandon": "BD"}})
        cleared = await seats["A"].do(path, {"orders": {"defend": "ask", "abandon": "BD"}})
        assert cleared["orders"] == {"abandon": "BD"}
        other = await seats["A"].table("cash_oder_crash", 3)
        await seats["A"].join(other)
        offered = await seats["A"].read(f"/api/tables/{other}/orders")
        assert offered["offered"] == []


async def test_orders_go_with_their_guest(url: str) -> None:
    async with open_house(Path(), db=url) as house:
        table, seats = await house.company("cache_ton_cash", 4, pace=PACE)
        for letter in "AB":
            await seats[letter].do(f"/api/tables/{table}/orders", NEVER)
        assert len((await everything(house))["standing_orders"]) == 2
        await seats["A"].http.delete("/api/me")
        assert len((await everything(house))["standing_orders"]) == 1
