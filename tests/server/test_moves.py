"""Moves: exactly once, for the question that was asked, by the player in the seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import permutations
from typing import Any

import pytest
from httpx import Response
from msgspec import json

from tests.server.common import SHORT, Opened, Person, everything, fine, refusal
from tirelire.core.chance import seeded
from tirelire.match.random_player import random_move
from tirelire.server.tables.snapshot import MatchSnapshot

pytestmark = pytest.mark.anyio


def a_move(snapshot: MatchSnapshot, seat: str) -> str:
    return str(random_move(snapshot.match.view(seat), seeded(1)))


def answers(found: list[Response]) -> list[Any]:
    return [fine(answer) for answer in found]


@pytest.fixture(scope="module")
async def money(house: Opened) -> tuple[str, dict[str, Person]]:
    """A table of Money at which four people bid; nobody has bid yet."""
    return await house.company("money", 4)


async def test_a_move_that_is_sent_again_is_made_once(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    move = a_move(house.snapshot(table), "A")
    sent = [await seats["A"].move(table, 1, move, id="the-same-id") for _ in range(3)]
    assert answers(sent) == [
        {"number": 2, "again": False},
        {"number": 2, "again": True},
        {"number": 2, "again": True},
    ]
    assert house.snapshot(table).number == 2


async def test_a_move_that_is_sent_twenty_times_at_once_is_made_once(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    move = a_move(house.snapshot(table), "A")
    sent = [seats["A"].move(table, 1, move, id="twenty-times") for _ in range(20)]
    found = answers(list(await asyncio.gather(*sent)))
    assert [answer["number"] for answer in found] == [2] * 20
    assert sorted(answer["again"] for answer in found) == [False] + [True] * 19
    assert len(await house.house.repository.events(table)) == 2


async def test_a_move_is_still_known_when_the_table_was_read_anew(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    move = a_move(house.snapshot(table), "A")
    fine(await seats["A"].move(table, 1, move, id="before-reading"))
    await house.forget(table)
    again = fine(await seats["A"].move(table, 1, move, id="before-reading"))
    assert again == {"number": 2, "again": True}


WAYS = {
    "as it should be": ({"content-type": "application/json"}, "{}"),
    "with a character set": ({"content-type": "application/json; charset=utf-8"}, "{}"),
    "with spaces around it": ({"content-type": "application/json"}, " {}\n"),
}
"""How a move may be sent: most are answered at once, others by way of the framework."""


@pytest.mark.parametrize("way", WAYS)
async def test_a_move_is_made_once_whichever_way_it_comes(house: Opened, way: str) -> None:
    table, seats = await house.company("money", 3)
    headers, around = WAYS[way]
    body = {"number": 1, "id": "some-way-in", "move": a_move(house.snapshot(table), "A")}
    sent = around.replace("{}", json.encode(body).decode())
    path = f"/api/tables/{table}/moves"

    async def in_two_parts() -> AsyncIterator[bytes]:
        yield sent[:9].encode()
        yield sent[9:].encode()

    whole = await seats["A"].http.post(path, content=sent, headers=headers)
    parts = await seats["A"].http.post(path, content=in_two_parts(), headers=headers)
    assert answers([whole, parts]) == [
        {"number": 2, "again": False},
        {"number": 2, "again": True},
    ]
    assert len(await house.house.repository.events(table)) == 2


async def test_nobody_can_use_up_the_id_of_anothers_move(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    for number, seat in enumerate("ABC", 2):
        move = a_move(house.snapshot(table), seat)
        answer = fine(await seats[seat].move(table, 1, move, id="one-id-for-all"))
        assert answer == {"number": number, "again": False}


async def test_a_stale_move_is_answered_with_the_view_of_that_seat(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 3)
    first = house.snapshot(table).match.asked
    number = house.snapshot(table).number
    await house.play_to(table, seats, number + 4)
    before = await everything(house)
    for seat, person in seats.items():
        for made_for in (0, number, 999_999):
            answer = await person.move(table, made_for, "lay RED")
            error = refusal(answer, 409)
            assert (error["code"], error["number"]) == ("stale", house.snapshot(table).number)
            given, now = answer.json()["view"], await person.view(table)
            assert given["seat"] == seat
            ignored = ("log", "gap")
            assert {k: v for k, v in given.items() if k not in ignored} == {
                k: v for k, v in now.items() if k not in ignored
            }
    assert first in seats
    assert await everything(house) == before


async def test_an_illegal_move_is_refused_with_its_rule(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 3)
    number, asked = house.snapshot(table).number, house.snapshot(table).match.asked
    before = await everything(house)
    error = refusal(await seats[asked].move(table, number, "call"), 422)
    assert (error["code"], error["rule"]) == ("illegal", "C8")
    assert error["message"].endswith("(C8)")
    for unreadable in ("dance", "lay", "lay LOTS", "A lay RED B", "\x00", "lay \U0001f600"):
        assert refusal(await seats[asked].move(table, number, unreadable), 422)["message"]
    assert await everything(house) == before


async def test_only_the_player_in_the_seat_moves(
    house: Opened, money: tuple[str, dict[str, Person]]
) -> None:
    table, seats = money
    known = house.person()
    await known.do("/api/me")
    before = await everything(house)
    refusal(await seats["A"].move(table, 1, "bid BLUFF", seat="B"), 403)
    refusal(await known.move(table, 1, "bid BLUFF"), 403)
    refusal(await known.move(table, 1, "bid BLUFF", seat="A"), 403)
    refusal(await house.person().move(table, 1, "bid BLUFF", seat="A"), 401)
    assert refusal(await seats["A"].move(table, 1, "B bid BLUFF"), 422)["code"] == "invalid"
    assert await everything(house) == before


async def test_nobody_moves_before_the_beginning_or_after_the_end(house: Opened) -> None:
    host = house.person()
    table = await host.table("cash_oder_crash", ["open", "novice", "novice"], options=SHORT)
    await host.join(table)
    refusal(await host.move(table, 0, "lay RED"), 409)
    refusal(await host.get(f"/api/tables/{table}/view"), 409)
    await host.start(table)
    await house.settle()
    await house.play_on(table, {"A": host}, lambda snapshot: snapshot.match.ended == "match")
    refusal(await host.move(table, house.snapshot(table).number, "lay RED"), 409)
    closed = await host.table("money", 3)
    await host.join(closed)
    await host.start(closed)
    await house.settle()
    await host.do(f"/api/tables/{closed}/close")
    refusal(await host.move(closed, 1, "bid BLUFF"), 409)


async def test_secret_bids_for_one_position_are_accepted_in_any_order(house: Opened) -> None:
    for order in list(permutations("ABCD"))[::7]:
        table, seats = await house.company("money", 4)
        for seat in order:
            fine(await seats[seat].move(table, 1, a_move(house.snapshot(table), seat)))
        assert house.snapshot(table).number == 5
        assert all(question.since == 5 for question in house.snapshot(table).questions.values()), (
            "all are asked anew once everybody has bid"
        )


async def test_secret_bids_may_come_at_the_same_moment(house: Opened) -> None:
    table, seats = await house.company("money", 4)
    snapshot = house.snapshot(table)
    sent = [person.move(table, 1, a_move(snapshot, seat)) for seat, person in seats.items()]
    found = answers(list(await asyncio.gather(*sent)))
    assert sorted(answer["number"] for answer in found) == [2, 3, 4, 5]


async def test_nobody_bids_twice_for_one_position(house: Opened) -> None:
    table, seats = await house.company("money", 4)
    move = a_move(house.snapshot(table), "A")
    fine(await seats["A"].move(table, 1, move))
    refusal(await seats["A"].move(table, 1, move), 409)
    assert refusal(await seats["A"].move(table, 2, move), 422)["code"] == "illegal"


@pytest.mark.parametrize("first", "ABCD")
async def test_the_first_to_arrive_has_the_big_deal(house: Opened, first: str) -> None:
    table, seats = await house.company("cash_oder_crash", 4, options={"big_deal_by": "anyone"})
    await house.play_on(table, seats, lambda snapshot: set(snapshot.questions) == set("ABCD"))
    number = house.snapshot(table).number
    late = [seat for seat in "ABCD" if seat != first]
    fine(await seats[first].move(table, number, "call"))
    for seat in late:
        refusal(await seats[seat].move(table, number, "call"), 409)
    told = (await seats[late[0]].read(f"/api/tables/{table}"))["seats"]
    assert told[0]["away"] is False
    assert first not in house.snapshot(table).match.item("big_deal")


async def test_of_calls_at_the_same_moment_one_counts(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 4, options={"big_deal_by": "anyone"})
    await house.play_on(table, seats, lambda snapshot: set(snapshot.questions) == set("ABCD"))
    number = house.snapshot(table).number
    found = await asyncio.gather(*(x.move(table, number, "call") for x in seats.values()))
    assert sorted(answer.status_code for answer in found) == [200, 409, 409, 409]


async def test_a_pass_does_not_close_the_window_for_the_others(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 4, options={"big_deal_by": "anyone"})
    await house.play_on(table, seats, lambda snapshot: set(snapshot.questions) == set("ABCD"))
    number = house.snapshot(table).number
    for seat, move in (("B", "pass"), ("D", "pass"), ("A", "call")):
        fine(await seats[seat].move(table, number, move))
    refusal(await seats["C"].move(table, number, "call"), 409)


@pytest.mark.parametrize("order", ["ABCDE", "EDCBA", "CADEB"])
async def test_five_pass_a_card_of_monopoly_in_any_order(house: Opened, order: str) -> None:
    table, seats = await house.company("monopoly", 5)
    await house.play_on(table, seats, lambda snapshot: set(snapshot.questions) == set("ABCDE"))
    snapshot = house.snapshot(table)
    for seat in order:
        fine(await seats[seat].move(table, snapshot.number, a_move(snapshot, seat)))
    assert house.snapshot(table).number == snapshot.number + 5
    refusal(await seats["A"].move(table, snapshot.number, a_move(snapshot, "A")), 409)
