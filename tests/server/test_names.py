"""Names: invisible, mixed and look-alike ones are refused, ordinary ones of all scripts are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.server.common import Opened, fine, following, refusal
from tirelire.server.names import are_alike, isolated, skeleton
from tirelire.server.tables.bots import NAMES

pytestmark = pytest.mark.anyio

GOOD = [
    *("Zoé", "Élise-Anaïs", "O’Brien", "Jean 2", "Łukasz", "Nguyễn", "ß", "🐷", "X Æ A-12"),
    *("Анна", "Ольга Петровна", "Ελένη", "דנה", "محمد", "ناصر 3", "आरती", "สมชาย", "გიორგი"),
    *("太郎", "山田ハナ", "さくら", "김민준", "李Tom", "Ali محمد", "ᏣᎳᎩ"),
]
BAD = {
    "name_invisible": ["ㅤ", "a\u3164b", "Zo\ufe0f", "a\u034fb", "\u2800", "a\u115fb", "a\u180bb"],
    "name": ["a\u200bb", "\u202eevil", "a\u2066b", "a\u00adb", "a\x00b", "a\u00a0b", " a", "a  b"],
    "name_marks": ["e\u0301", "Z\u0335\u0336\u0337a", "\u0301a"],
    "name_scripts": ["Pаul", "Αnn", "Аnna B", "ΑБ", "Ann Bоb", "ᏣTom"],
}


@pytest.mark.parametrize("name", GOOD)
async def test_people_may_be_called_so(house: Opened, name: str) -> None:
    host = house.person()
    table = await host.table("money", 3)
    assert await host.join(table, name) == "A"
    assert (await host.read(f"/api/tables/{table}"))["seats"][0]["name"] == name


@pytest.mark.parametrize(("key", "name"), [(key, name) for key in BAD for name in BAD[key]])
async def test_nobody_may_be_called_so(house: Opened, key: str, name: str) -> None:
    host = house.person()
    table = await host.table("money", 3)
    error = refusal(await host.post(f"/api/tables/{table}/join", {"name": name}), 422)
    beginnings = {
        "name": "A name has 1",
        "name_invisible": "A name cannot have invisible",
        "name_marks": "A name cannot have so many marks",
        "name_scripts": "A word of a name has letters of one script",
    }
    assert error["message"].startswith(beginnings[key])


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *(("Anna", "anna"), ("Paul", "PauI"), ("Paul", "Раul"[:2] + "ul"), ("Bob", "B0b")),
        *(("Ορρ", "Opp"), ("Мах", "Max"), ("rnax", "max"), ("Zoé", "ZOÉ"), ("Ilse", "ilse")),
    ],
)
async def test_names_that_look_alike_do_not_sit_at_one_table(
    house: Opened, name: str, other: str
) -> None:
    assert are_alike(name, other)
    assert are_alike(other, name)
    first, second = house.people(2)
    table = await first.table("money", 3)
    await first.join(table, name)
    answer = await second.post(f"/api/tables/{table}/join", {"name": other})
    if answer.status_code == 409:
        assert refusal(answer, 409)["message"].startswith("Another name at this table")
    else:  # one that is refused anywhere
        refusal(answer, 422)


@pytest.mark.parametrize(
    ("name", "other"), [("Ann", "Anne"), ("Emile", "Émile"), ("Max 1", "Max 2")]
)
async def test_names_that_differ_sit_together(house: Opened, name: str, other: str) -> None:
    first, second = house.people(2)
    table = await first.table("money", 3)
    await first.join(table, name)
    await second.join(table, other)


async def test_a_guest_may_use_their_own_name_again(house: Opened) -> None:
    host = house.person()
    table = await host.table("money", 3)
    assert [await host.join(table, "Ann") for _ in range(2)] == ["A", "B"]
    assert await host.join(table, "ANN", seat="A") == "A"


async def test_a_person_is_not_called_like_a_bot_at_the_table(house: Opened) -> None:
    host = house.person()
    table = await host.table("money", ["open", "regular", "open"])
    refusal(await host.post(f"/api/tables/{table}/join", {"name": "BasiIe"}), 409)
    assert await host.join(table, "Chloé") == "A"
    await host.start(table)
    seats = (await host.read(f"/api/tables/{table}"))["seats"]
    assert [seat["name"] for seat in seats] == ["Chloé", "Basile", "Ada"]


async def test_a_bot_makes_way_for_a_person_of_its_name(house: Opened) -> None:
    host, other = house.people(2)
    table = await host.table("money", ["open", "regular", "open", "regular"])
    await host.join(table, "denis")
    await other.join(table, "Basile")
    seats = (await host.read(f"/api/tables/{table}"))["seats"]
    assert [seat["name"] for seat in seats] == ["denis", "Chloé", "Basile", "Ada"]


async def test_a_person_who_sat_down_before_keeps_their_name(house: Opened) -> None:
    """In a house of a former version two could be called the same; commitments are still made."""
    first, second = house.people(2)
    table = await first.table("money", 3)
    await first.join(table, "Ann")
    await second.join(table, "Ben")
    session = house.session(table)
    session.row = session.row.with_seat(replace(session.row.seats[1], name="Аnn"))
    assert await second.commit(table, "Аnn", seat="B") == "B"
    refusal(await second.post(f"/api/tables/{table}/join", {"name": "ANN", "seat": "B"}), 409)


def test_the_names_of_bots_are_not_alike() -> None:
    assert len({skeleton(name.casefold()) for name in NAMES}) == len(NAMES)


async def test_a_name_from_right_to_left_does_not_turn_a_sentence_round(house: Opened) -> None:
    people = house.people(3)
    table = await people[0].table("money", 3)
    seats = {
        await one.join(table, name): one
        for one, name in zip(people, ("דנה", "B", "C"), strict=True)
    }
    await people[0].start(table)
    await house.settle()
    async with following(people[1], f"/api/tables/{table}/events") as stream:
        await stream.view()
        await house.play_to(table, seats, 4)
        told = str(await stream.hear(house.snapshot(table).number_for("B")))
    assert isolated("דנה") == "\u2068דנה\u2069"
    assert told.count("דנה") == told.count("\\u2068דנה\\u2069") + told.count("\u2068דנה\u2069") > 0
    fine(await people[1].get(f"/api/tables/{table}"))
