"""Faces and colours: chosen when somebody sits down, seen by everybody, no colour twice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.common import Opened, refusal
from tirelire.art.faces import BOTS
from tirelire.art.faces import FACES as DRAWN
from tirelire.server.tables.bots import NAMES
from tirelire.server.tables.faces import COLOURS, FACES, PORTRAITS

pytestmark = pytest.mark.anyio


def looks(table: Any) -> list[tuple[str, int]]:
    return [(seat["face"], seat["colour"]) for seat in table["seats"]]


def test_everything_that_can_be_chosen_is_drawn() -> None:
    assert tuple(DRAWN) == FACES
    assert tuple(PORTRAITS) == NAMES
    assert set(PORTRAITS.values()) == set(BOTS)


async def test_others_see_what_somebody_chose(house: Opened) -> None:
    ann, bob = house.person(), house.person()
    table = await ann.table("money", 3)
    await ann.join(table, "Ann", face="owl", colour=6)
    await bob.join(table, "Bob", face="fox", colour=6)  # that colour is Ann's already
    told = looks(await bob.read(f"/api/tables/{table}"))
    assert told[0] == ("owl", 6)
    assert told[1][0] == "fox"
    assert len({colour for _, colour in told}) == 3


async def test_a_look_that_was_not_chosen_follows_from_the_name(house: Opened) -> None:
    ann, bob = house.person(), house.person()
    tables = [await ann.table("money", 3), await bob.table("money", 3)]
    for person, table in zip((ann, bob), tables, strict=True):
        await person.join(table, "Zoé")
    one, other = [looks(await ann.read(f"/api/tables/{table}"))[0] for table in tables]
    assert one == other
    assert one[0] in FACES


async def test_a_new_name_and_a_rematch_keep_the_look(house: Opened) -> None:
    ann = house.person()
    table = await ann.table("money", 3)
    await ann.join(table, "Ann", face="safe", colour=4)
    told = await ann.do(f"/api/tables/{table}/join", {"name": "Anna", "seat": "A"})
    assert looks(told["table"])[0] == ("safe", 4)
    await ann.do(f"/api/tables/{table}/close")
    assert looks(await ann.do(f"/api/tables/{table}/rematch"))[0] == ("safe", 4)


async def test_a_look_changes_until_the_match_begins(house: Opened) -> None:
    ann = house.person()
    table = await ann.table("money", 3)
    await ann.join(table, "Ann", face="safe", colour=4)
    told = await ann.do(
        f"/api/tables/{table}/join", {"name": "Ann", "seat": "A", "face": "pig", "colour": 1}
    )
    assert looks(told["table"])[0] == ("pig", 1)


async def test_a_colour_chooses_the_pawn_and_the_pawn_the_colour(house: Opened) -> None:
    ann, bob = house.person(), house.person()
    table = await ann.table("cash_oder_crash", 3)
    await ann.join(table, "Ann", colour=0)
    await bob.join(table, "Bob", colour=3)  # no pawn has it
    told = await ann.read(f"/api/tables/{table}")
    assert [(seat["pawn"], seat["colour"]) for seat in told["seats"]] == [
        ("BLUE", 0),
        ("YELLOW", 6),
        ("GREEN", 2),
    ]


async def test_each_bot_has_its_portrait(house: Opened) -> None:
    ann = house.person()
    table = await ann.table("money", ["open", "novice", "strong"])
    told = looks(await ann.read(f"/api/tables/{table}"))
    assert [face for face, _ in told] == ["", "basile", "chloe"]


@pytest.mark.parametrize(
    "wrong", [{"face": "ada"}, {"face": "../x"}, {"colour": -1}, {"colour": COLOURS}]
)
async def test_what_is_not_on_the_list_is_refused(house: Opened, wrong: dict[str, Any]) -> None:
    ann = house.person()
    table = await ann.table("money", 3)
    refusal(await ann.post(f"/api/tables/{table}/join", {"name": "Ann", **wrong}), 400)
