"""Tables: set, joined, begun, left, closed, listed, played again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.common import SHORT, Opened, Person, everything, fine, refusal, until
from tirelire.contract.covering import spread_settings
from tirelire.contract.game import Game
from tirelire.games import GAMES, game
from tirelire.match.fairness import commitment, promise
from tirelire.server.tables import sessions

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("name", GAMES)
async def test_every_game_can_be_set_for_any_number_with_any_options(
    house: Opened, name: str
) -> None:
    host = house.person()
    for players, setting in spread_settings(game(name)):
        body = {"game": name, "seats": ["open"] * players, "options": setting}
        table = await host.do("/api/tables", body)
        assert (table["game"], table["players"], table["status"]) == (name, players, "open")
        assert {**table["options"], **setting} == table["options"]
        assert [seat["kind"] for seat in table["seats"]] == ["open"] * players
        assert await host.read(f"/api/tables/{table['id']}") == table


@pytest.mark.parametrize(
    ("wrong", "english", "french"),
    [
        ({"game": "poker"}, "“poker”: allowed is money,", "« poker » inconnu : il y a money,"),
        ({"seats": ["open"] * 2}, "2 players: allowed is 3–5", "ce jeu se joue à 3–5"),
        ({"options": {"hands": 0}}, "hands=0: allowed is 1–9", "valeurs possibles : 1–9"),
        ({"options": {"tie": "x"}}, "allowed is shared | extra", "possibles : shared | extra"),
        ({"options": {"colour": 1}}, "Unknown option colour", "Option colour inconnue"),
        (
            {"seats": ["open", "clever", "open"]},
            "bot “clever”: there are",
            "Bot inconnu « clever »",
        ),
        ({"level": "clever"}, "bot “clever”: there are", "Bot inconnu « clever » : il y a"),
    ],
)
async def test_a_wrong_table_is_refused_with_what_is_allowed_in_the_readers_language(
    house: Opened, wrong: dict[str, Any], english: str, french: str
) -> None:
    body = {"game": "money", "seats": ["open"] * 4, **wrong}
    before = await everything(house)
    asked = [
        await house.person(accept_language="en-GB,fr;q=0.5").post("/api/tables", body),
        await house.person(accept_language="fr").post("/api/tables?lang=en", body),
        await house.person(accept_language="tlh, fr;q=0.9, en;q=0.8").post("/api/tables", body),
        await house.person(accept_language="en").post("/api/tables?lang=fr", body),
    ]
    said = [refusal(answer, 422)["message"] for answer in asked]
    assert said[0] == said[1]
    assert said[2] == said[3]
    assert english in said[0]
    assert french in said[2].replace("\u00a0", " ").replace("\u202f", " ")
    assert await everything(house) == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": []},
        {"seats": ["open"] * 7},
        {"pace": {"decision": -1}},
        {"pace": {"decision": 15 * 24 * 3600}},
        {"pace": {"window": 1}},
        {"pace": {"speed": 1}},
        {"listed": "yes"},
        {"colour": "red"},
        {"options": {"hands": 1.5}},
        {"options": {"hands": True}},
        {"options": []},
    ],
)
async def test_a_table_of_another_shape_is_refused_with_the_field(
    house: Opened, wrong: dict[str, Any]
) -> None:
    body = {"game": "money", "seats": ["open"] * 4, **wrong}
    error = refusal(await house.person().post("/api/tables", body), 400)
    assert error["fields"]


async def test_people_join_by_the_link_with_a_name_and_a_commitment(house: Opened) -> None:
    host, other = house.people(2)
    table = await host.table()
    assert await other.commit(table, "Zoé") == "A"
    assert await host.join(table, "Basile", seat="C") == "C"
    seen = await other.read(f"/api/tables/{table}")
    assert [(seat["name"], seat["kind"], seat["mine"]) for seat in seen["seats"]] == [
        ("Zoé", "person", True),
        ("", "open", False),
        ("Basile", "person", False),
        ("", "open", False),
    ]
    fairness = seen["fairness"]
    made = commitment(fairness["promise"], other.words[table, "A"])
    assert (fairness["commitments"], fairness["words"]) == ({"A": made}, {})
    assert (seen["host"], (await host.read(f"/api/tables/{table}"))["host"]) == (False, True)


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 25, "a  b", " a", "a\nb", "a\u2028b", "\u202ea", 5]
)
async def test_a_name_is_one_line_of_one_to_24_characters(house: Opened, name: Any) -> None:
    table = await house.person().table()
    before = await everything(house)
    answer = await house.person().post(f"/api/tables/{table}/join", {"name": name})
    assert answer.status_code in (400, 422)
    assert await everything(house) == before


@pytest.mark.parametrize("made", ["", "0" * 63, "0" * 65, "A" * 64, "0" * 64 + "\n", 5])
async def test_a_commitment_is_a_sha256(house: Opened, made: Any) -> None:
    table = await house.person().table()
    promised = (await house.person().read(f"/api/tables/{table}"))["fairness"]["promise"]
    for body in ({"promise": promised, "hash": made}, {"promise": made, "hash": promised}, made):
        answer = await house.person().post(
            f"/api/tables/{table}/join", {"name": "Zoé", "commitment": body}
        )
        refusal(answer, 400)


async def test_a_taken_seat_a_bots_seat_and_a_full_table_are_refused(house: Opened) -> None:
    host = house.person()
    table = await host.table("money", ["open", "regular", "open"])
    await host.join(table)
    before = await everything(house)
    for seat in "AB":
        body = {"name": "Ada", "seat": seat}
        refusal(await house.person().post(f"/api/tables/{table}/join", body), 409)
    body = {"name": "Ada", "seat": "D"}
    assert (
        "there are A B C"
        in refusal(await house.person().post(f"/api/tables/{table}/join", body), 422)["message"]
    )
    assert await everything(house) == before
    await house.person().join(table, "Ada")
    refusal(await house.person().post(f"/api/tables/{table}/join", {"name": "Eva"}), 409)


async def test_of_many_who_want_the_last_seat_one_gets_it(house: Opened) -> None:
    table = await house.person().table("money", ["open", "regular", "regular"])
    asked = [
        person.post(f"/api/tables/{table}/join", {"name": "Ada"}) for person in house.people(9)
    ]
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [200] + 8 * [409]


async def test_nobody_joins_a_match_that_has_begun(house: Opened) -> None:
    host = house.person()
    table = await host.table("cash_oder_crash", 3)
    await host.join(table)
    await host.start(table)
    error = refusal(await house.person().post(f"/api/tables/{table}/join", {"name": "Ada"}), 409)
    assert error["message"] == "The match has already begun."


async def test_one_device_may_hold_several_seats(house: Opened) -> None:
    host = house.person()
    table = await host.table("money", 3)
    assert [await host.join(table, name) for name in ("Ada", "Eva")] == ["A", "B"]
    seats = (await host.read(f"/api/tables/{table}"))["seats"]
    assert [seat["mine"] for seat in seats] == [True, True, False]
    await host.start(table)
    await house.settle()
    hands = [(await host.view(table, f"?seat={seat}"))["items"] for seat in "AB"]
    assert "?" not in hands[0]["hand A"] + hands[1]["hand B"]
    number = (await host.view(table))["number"]
    error = refusal(await host.move(table, number, "bid BLUFF"), 422)
    assert "A B" in error["message"]


async def test_a_player_who_sits_may_change_name_and_commitment_until_the_match_begins(
    house: Opened,
) -> None:
    host = house.person()
    table = await host.table("money", 3)
    await host.commit(table, "Ada")
    assert await host.commit(table, "Eva", "A") == "A"
    seen = await host.read(f"/api/tables/{table}")
    made = commitment(seen["fairness"]["promise"], host.words[table, "A"])
    assert (seen["seats"][0]["name"], seen["fairness"]["commitments"]) == ("Eva", {"A": made})


async def test_the_host_starts_and_bots_take_the_free_seats(house: Opened) -> None:
    host, other = house.people(2)
    table = await host.table("money", 4, level="novice")
    await other.join(table, seat="B")
    refusal(await other.post(f"/api/tables/{table}/start"), 403)
    refusal(await house.person().post(f"/api/tables/{table}/start"), 401)
    begun = await host.start(table)
    assert begun["status"] == "running"
    assert [(seat["kind"], seat["bot"]) for seat in begun["seats"]] == [
        ("bot", "novice"),
        ("person", ""),
        ("bot", "novice"),
        ("bot", "novice"),
    ]
    assert len({seat["name"] for seat in begun["seats"]}) == 4
    refusal(await host.post(f"/api/tables/{table}/start"), 409)


@pytest.mark.parametrize("name", GAMES)
async def test_a_table_of_bots_finishes_by_itself(house: Opened, name: str) -> None:
    """Only the novice is quick enough for all games."""
    host = house.person()
    options: dict[str, Any] = {"target": 500} if name == "monopoly" else {}
    options |= SHORT if name == "cash_oder_crash" else {}
    options |= {"hands": 1} if name == "money" else {}
    options |= {"match": "quick"} if name == "cache_ton_cash" else {}
    table = await host.table(name, ["novice"] * 3, options=options)
    await host.start(table)
    await house.settle()
    assert (await host.read(f"/api/tables/{table}"))["status"] == "over"


async def test_a_player_who_leaves_before_the_match_frees_the_seat(house: Opened) -> None:
    host, other = house.people(2)
    table = await host.table("money", 3)
    await other.join(table)
    refusal(await host.post(f"/api/tables/{table}/leave"), 403)
    left = await other.do(f"/api/tables/{table}/leave")
    assert [seat["kind"] for seat in left["seats"]] == ["open"] * 3
    assert await host.join(table) == "A"


async def test_only_the_host_closes_and_then_nothing_goes_on(house: Opened) -> None:
    host, other = house.people(2)
    table = await host.table("money", 3)
    await other.join(table)
    refusal(await other.post(f"/api/tables/{table}/close"), 403)
    assert (await host.do(f"/api/tables/{table}/close"))["status"] == "closed"
    for what in ("start", "close"):
        refusal(await host.post(f"/api/tables/{table}/{what}"), 409)
    refusal(await other.post(f"/api/tables/{table}/join", {"name": "Ada"}), 409)


async def company_of(person: Person, table: str) -> list[tuple[str, str, str]]:
    seats = (await person.read(f"/api/tables/{table}"))["seats"]
    return [(seat["kind"], seat["name"], seat["bot"]) for seat in seats]


async def test_a_rematch_keeps_the_company_with_a_new_promise(house: Opened) -> None:
    host, other = house.people(2)
    table = await host.table("cash_oder_crash", ["open", "open", "novice"], options=SHORT)
    await host.commit(table, "Ada")
    await other.join(table, "Eva")
    await host.start(table)
    fine(await host.reveal(table, "A"))
    await house.settle()
    for person in (host, other):
        refusal(await person.post(f"/api/tables/{table}/rematch"), 409)
        await person.do(f"/api/tables/{table}/leave")
    await house.settle()
    old = await host.read(f"/api/tables/{table}")
    assert old["status"] == "over"
    new = await other.do(f"/api/tables/{table}/rematch")
    assert await company_of(host, new["id"]) == await company_of(host, table)
    assert (new["options"], new["status"]) == (old["options"], "open")
    assert new["fairness"]["promise"] != old["fairness"]["promise"]
    assert (new["fairness"]["words"], new["fairness"]["commitments"]) == ({}, {})
    assert not any(seat["away"] for seat in new["seats"])
    assert (await host.read(f"/api/tables/{table}"))["followed_by"] == new["id"]


async def test_a_rematch_is_one_table_however_often_it_is_asked_for(house: Opened) -> None:
    people = house.people(3)
    table = await people[0].table("money", 3, listed=True)
    for person in people:
        await person.join(table)
    await people[0].do(f"/api/tables/{table}/close")
    asked = [person.do(f"/api/tables/{table}/rematch") for person in people * 3]
    found = {answer["id"] for answer in await asyncio.gather(*asked)}
    assert len(found) == 1
    for person in people:
        mine = [row["id"] for row in await person.read("/api/me/tables")]
        assert sorted(mine) == sorted([table, *found])
    refusal(await house.person().post(f"/api/tables/{table}/rematch"), 401)
    stranger = house.person()
    await stranger.do("/api/me")
    refusal(await stranger.post(f"/api/tables/{table}/rematch"), 403)


async def test_a_rematch_that_was_closed_is_followed_by_another(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    await seats["A"].do(f"/api/tables/{table}/close")
    first = (await seats["B"].do(f"/api/tables/{table}/rematch"))["id"]
    await seats["B"].do(f"/api/tables/{first}/close")
    second = (await seats["C"].do(f"/api/tables/{table}/rematch"))["id"]
    assert second != first
    assert (await seats["A"].do(f"/api/tables/{table}/rematch"))["id"] == second
    assert (await seats["A"].read(f"/api/tables/{second}"))["followed_by"] is None
    await seats["C"].start(second)


@pytest.mark.parametrize("more", [{"seats": ["open", "open", "strong@9"]}, {"level": "strong@9"}])
async def test_a_bot_that_thinks_as_long_as_somebody_likes_keeps_nobody_waiting(
    house: Opened, more: dict[str, Any]
) -> None:
    table = {"game": "money", "seats": ["open"] * 3, **more}
    error = refusal(await house.person().post("/api/tables", table), 422)
    assert "strong@9" in error["message"]


async def test_listed_tables_are_in_the_list_and_private_ones_in_none(house: Opened) -> None:
    host, stranger = house.people(2)
    shown = await host.table("money", 3, listed=True)
    hidden = await host.table("money", 3)
    listed = await stranger.read("/api/tables")
    assert shown in [table["id"] for table in listed]
    assert hidden not in [table["id"] for table in listed]
    assert {table["id"] for table in await host.read("/api/me/tables")} == {shown, hidden}
    assert (await stranger.read(f"/api/tables/{hidden}"))["id"] == hidden
    await host.do(f"/api/tables/{shown}/close")
    assert shown not in [table["id"] for table in await stranger.read("/api/tables")]


async def test_my_tables_are_those_where_i_sit_or_that_i_set(house: Opened) -> None:
    host, other, third = house.people(3)
    set_by_host = await host.table("money", 3)
    await other.join(set_by_host)
    await third.table("money", 3)
    assert [table["id"] for table in await other.read("/api/me/tables")] == [set_by_host]
    assert [table["id"] for table in await host.read("/api/me/tables")] == [set_by_host]
    refusal(await house.person().get("/api/me/tables"), 401)


async def test_the_promise_stands_from_the_beginning_and_the_secret_comes_at_the_end(
    house: Opened,
) -> None:
    host = house.person()
    table = await host.table("cash_oder_crash", ["novice"] * 3, options=SHORT)
    before = (await host.read(f"/api/tables/{table}"))["fairness"]
    assert "secret" not in before
    await host.start(table)
    await house.settle()
    after = (await house.person().read(f"/api/tables/{table}"))["fairness"]
    assert after["promise"] == before["promise"] == promise(after["secret"])


async def test_a_match_begins_when_the_rules_of_its_game_are_prepared(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = list[str]()

    def is_ready(one: Game, part: str) -> bool:
        looks.append(f"{one.id} {part}")
        return len(looks) > 2

    monkeypatch.setattr(sessions, "is_ready", is_ready)
    monkeypatch.setattr(sessions, "_POLL", 0.01)
    house.house.rules.preparing.add("money")
    person = house.person()
    other = await person.table("cash_oder_crash", ["novice"] * 3)
    await person.start(other)
    table = await person.table("money", ["novice"] * 3)
    assert looks == []
    await person.start(table)
    assert looks == ["money tables"] * 3
    assert house.house.rules.preparing == set()


async def test_rules_are_loaded_when_somebody_sits_down_and_not_before(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = list[str]()
    monkeypatch.setattr(sessions, "load", lambda one, _part: loaded.append(one.id))
    house.house.rules.load_later(GAMES, [])
    host = house.person()
    table = await host.table("money", 3)
    await house.person().read(f"/api/tables/{table}")
    assert loaded == []
    await host.do(f"/api/tables/{table}/join", {"name": "Ann"})
    await until(lambda: loaded == ["money"])
    await house.person().do(f"/api/tables/{table}/join", {"name": "Bob"})
    await host.start(table)
    assert loaded == ["money"]
