"""The colour of a pawn: chosen before the match, first come first served, and only a name (C1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.common import Opened, refusal

pytestmark = pytest.mark.anyio

GAME = "cash_oder_crash"


def pawns(table: Any) -> list[str]:
    return [seat["pawn"] for seat in table["seats"]]


@pytest.mark.rule("C1")
async def test_a_player_chooses_the_colour_of_their_pawn(house: Opened) -> None:
    ann, bob = house.person(), house.person()
    table = await ann.table(GAME, 3)
    await ann.join(table, "Ann")
    await bob.join(table, "Bob")
    told = await bob.do(f"/api/tables/{table}/pawn", {"pawn": "RED"})
    assert pawns(told) == ["YELLOW", "RED", "GREEN"]  # the first colour that is left
    assert [seat["pawn_chosen"] for seat in told["seats"]] == [False, True, False]
    told = await ann.do(f"/api/tables/{table}/pawn", {"pawn": "GREEN"})
    assert pawns(told) == ["GREEN", "RED", "YELLOW"]


@pytest.mark.rule("C1")
async def test_the_first_to_choose_a_colour_has_it(house: Opened) -> None:
    ann, bob = house.person(), house.person()
    table = await ann.table(GAME, 3)
    await ann.join(table, "Ann")
    await bob.join(table, "Bob")
    before = await ann.do(f"/api/tables/{table}/pawn", {"pawn": "BLUE"})
    answer = await bob.post(f"/api/tables/{table}/pawn", {"pawn": "BLUE"})
    assert refusal(answer, 409)["message"] == "Another player has already chosen this colour."
    assert pawns(await ann.read(f"/api/tables/{table}")) == pawns(before)
    await ann.do(f"/api/tables/{table}/leave", {})
    assert pawns(await bob.do(f"/api/tables/{table}/pawn", {"pawn": "BLUE"}))[1] == "BLUE"


async def test_a_new_name_and_a_rematch_keep_the_colour(house: Opened) -> None:
    ann = house.person()
    table = await ann.table(GAME, 3)
    await ann.join(table, "Ann")
    await ann.do(f"/api/tables/{table}/pawn", {"pawn": "BLUE"})
    told = await ann.do(f"/api/tables/{table}/join", {"name": "Anna", "seat": "A"})
    assert told["table"]["seats"][0]["pawn"] == "BLUE"
    await ann.do(f"/api/tables/{table}/close")
    assert pawns(await ann.do(f"/api/tables/{table}/rematch"))[0] == "BLUE"


@pytest.mark.rule("C1")
async def test_a_colour_is_only_a_name(house: Opened) -> None:
    """Moves and positions call the pawns as always."""
    ann = house.person()
    table = await ann.table(GAME, 3)
    await ann.join(table, "Ann")
    await ann.do(f"/api/tables/{table}/pawn", {"pawn": "BLUE"})
    await ann.start(table)
    await house.settle()
    assert (await ann.read(f"/api/tables/{table}/view"))["legal"] == ["lay RED", "lay YELLOW"]
    assert pawns(await ann.read(f"/api/tables/{table}")) == ["BLUE", "YELLOW", "GREEN"]
    answer = await ann.post(f"/api/tables/{table}/pawn", {"pawn": "RED"})
    assert refusal(answer, 409)["message"] == "The match has already begun."


@pytest.mark.parametrize(
    ("game", "pawn", "message"),
    [
        (GAME, "PINK", "This colour is not one of these: RED, YELLOW, GREEN, BLUE."),
        ("money", "RED", "This colour is not one of these: –."),
    ],
)
async def test_a_colour_that_does_not_exist_is_refused(
    house: Opened, game: str, pawn: str, message: str
) -> None:
    ann = house.person()
    table = await ann.table(game, 3)
    await ann.join(table, "Ann")
    answer = await ann.post(f"/api/tables/{table}/pawn", {"pawn": pawn})
    assert refusal(answer, 422)["message"] == message


async def test_nobody_chooses_for_another_seat(house: Opened) -> None:
    ann, bob = house.person(), house.person()
    table = await ann.table(GAME, 3)
    await ann.join(table, "Ann")
    await bob.join(table, "Bob")
    answer = await bob.post(f"/api/tables/{table}/pawn", {"pawn": "BLUE", "seat": "A"})
    assert refusal(answer, 403)["message"] == "That is not your seat."
