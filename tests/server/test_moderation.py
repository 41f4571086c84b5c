"""Moderation: hosts remove, the owner mutes, bans, renames and deletes, readers mute."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.common import (
    Opened,
    Person,
    away,
    everything,
    fine,
    finished,
    following,
    open_house,
    refusal,
    until,
)
from tirelire.server.admin.moderation import FOR_EVER, GuestModeration, StoredTables, make_token

pytestmark = pytest.mark.anyio
DAY = 24 * 3600


async def guest(person: Person) -> str:
    return str((await person.do("/api/me"))["guest"])


async def owner(house: Opened) -> Person:
    """Let the owner come in, with a token."""
    _, token = await make_token(house.house.repository, None, ["admin"], "")
    return house.person(authorization=f"Bearer {token}")


def by_command(house: Opened) -> GuestModeration:
    """Return what a command of the owner does beside an open house."""
    repository = house.house.repository
    return GuestModeration(repository, StoredTables(repository))


async def seats(person: Person, table: str) -> list[Any]:
    found: list[Any] = (await person.read(f"/api/tables/{table}"))["seats"]
    return found


@pytest.fixture
async def opened(url: str) -> AsyncIterator[Opened]:
    """A house of its own, on each kind of database."""
    async with open_house(Path(), db=url) as house:
        yield house


# --- the host ------------------------------------------------------------------------------------


async def test_the_host_removes_a_person_before_the_match(house: Opened) -> None:
    host, other, third = house.people(3)
    table = await host.table("money", 3)
    await host.join(table)
    assert await other.join(table) == "B"
    refusal(await other.post(f"/api/tables/{table}/remove", {"seat": "A"}), 403)
    refusal(await third.post(f"/api/tables/{table}/remove", {"seat": "A"}), 401)
    for seat in "AC":  # the own one, a free one
        refusal(await host.post(f"/api/tables/{table}/remove", {"seat": seat}), 409)
    found = await host.do(f"/api/tables/{table}/remove", {"seat": "B"})
    assert (found["seats"][1]["kind"], found["removed"]) == ("open", False)
    assert (await other.read(f"/api/tables/{table}"))["removed"]
    error = refusal(await other.post(f"/api/tables/{table}/join", {"name": "Again"}), 403)
    assert error["message"] == "The host has removed you from this table. You can watch the match."
    assert await third.join(table) == "B"


@pytest.mark.parametrize("path", ["events", "stream"])
async def test_a_bot_goes_on_for_a_person_whom_the_host_removed(house: Opened, path: str) -> None:
    table, people = await house.company("money", 3)
    promised = (await people["A"].read(f"/api/tables/{table}"))["fairness"]
    async with following(people["B"], f"/api/tables/{table}/{path}?seat=B") as stream:
        await stream.piece(b'"hand B"')
        await people["A"].do(f"/api/tables/{table}/remove", {"seat": "B"})
        assert b"hand B" not in await stream.rest()
    await house.settle()
    (_, seat, _) = await seats(people["B"], table)
    assert (seat["kind"], seat["name"], seat["mine"]) == ("bot", "Basile", False)
    for path_, body in (("moves", {"number": 1, "move": "pass", "id": "x" * 8}), ("return", {})):
        refusal(await people["B"].post(f"/api/tables/{table}/{path_}", {**body, "seat": "B"}), 403)
    view = await people["B"].view(table)
    assert view["seat"] is None
    assert not view["items"]["hand B"].strip("?x0123456789 ")
    assert (await people["A"].read(f"/api/tables/{table}"))["fairness"] == promised
    await house.forget(table)  # it replays with the same words
    assert (await people["A"].view(table))["seat"] == "A"


async def test_a_removed_person_does_not_come_back_by_a_rematch(house: Opened) -> None:
    table, people = await house.company("cash_oder_crash", 3, options={"rounds": 1})
    await people["A"].do(f"/api/tables/{table}/remove", {"seat": "B"})
    await people["A"].do(f"/api/tables/{table}/close")
    refusal(await people["B"].post(f"/api/tables/{table}/rematch"), 403)
    again = (await people["A"].do(f"/api/tables/{table}/rematch"))["id"]
    refusal(await people["B"].post(f"/api/tables/{again}/join", {"name": "Again"}), 403)


async def test_several_seats_of_one_guest_are_shown_to_all(house: Opened) -> None:
    host, other = house.people(2)
    table = await host.table("money", 4)
    for name in ("Ann", "Ben"):
        await host.join(table, name)
    await other.join(table, "Zoé")
    assert [seat["together"] for seat in await seats(other, table)] == ["B", "A", "", ""]


# --- the owner of the house ----------------------------------------------------------------------


async def test_only_a_token_of_the_owner_opens_the_routes_of_the_owner(house: Opened) -> None:
    person = house.person()
    known = await guest(person)
    token = (await person.do("/api/me/tokens"))["token"]
    refusal(await person.post("/api/me/tokens", {"scopes": ["admin"]}), 400)
    program = house.person(authorization=f"Bearer {token}")
    for one in (person, program, house.person()):
        for path in ("tables", "guests"):
            refusal(await one.get(f"/api/admin/{path}"), 403)
        for path, body in (
            (f"guests/{known}/mute", {"muted": True}),
            (f"guests/{known}/ban", {"banned": True}),
            (f"guests/{known}/rename", {"name": "Bad"}),
            ("tables/none/close", {}),
        ):
            refusal(await one.post(f"/api/admin/{path}", body), 403)
        refusal(await one.http.delete(f"/api/admin/guests/{known}"), 403)
    admin = await owner(house)
    fine(await admin.get("/api/admin/guests"))
    refusal(await admin.post("/api/tables", {"game": "money", "seats": ["open"] * 3}), 403)
    for bad in ("none", "%00", "x" * 25):
        refusal(await admin.post(f"/api/admin/guests/{bad}/mute", {"muted": True}), 404)


async def test_the_owner_sees_tables_and_guests_but_no_card_and_no_secret(house: Opened) -> None:
    table, people = await house.company("money", 3)
    admin = await owner(house)
    (found,) = [row for row in await admin.read("/api/admin/tables") if row["id"] == table]
    known = await guest(people["B"])
    assert found["seats"][1] == {
        "seat": "B",
        "kind": "person",
        "name": "P1",
        "guest": known,
        "away": False,
    }
    (one,) = [row for row in await admin.read("/api/admin/guests?limit=1000") if row["id"] == known]
    assert (one["names"], one["seats"], one["muted"], one["banned"]) == (["P1"], 1, False, None)
    text = "".join([(await admin.get(f"/api/admin/{x}")).text for x in ("tables", "guests")])
    row = house.session(table).row
    assert row.secret not in text
    for person in people.values():
        assert person.http.cookies["tirelire"] not in text
    assert "hand" not in text


async def test_a_muted_guest_plays_but_does_not_talk(opened: Opened) -> None:
    table, people = await opened.company("money", 3)
    admin, known = await owner(opened), await guest(people["B"])
    fine_ = await admin.post(f"/api/admin/guests/{known}/mute", {"muted": True})
    assert fine_.status_code == 204
    error = refusal(await people["B"].say(table, "hi"), 403)
    assert error["message"] == "The owner of this house has closed the chat for you."
    await opened.play_to(table, people, 5)
    await admin.post(f"/api/admin/guests/{known}/mute", {"muted": False})
    fine(await people["B"].say(table, "hi"))


async def test_a_banned_guest_only_watches(opened: Opened) -> None:
    table, people = await opened.company("money", 3)
    banned = people["B"]
    host = opened.person()
    waiting = await host.table("money", 3)
    await banned.join(waiting)
    own = await banned.table("money", 3)
    admin, known = await owner(opened), await guest(banned)
    await admin.post(f"/api/admin/guests/{known}/ban", {"banned": True, "days": 2})
    message = "The owner of this house has banned you. You can watch, but not play, set up tables"
    for path, body in (
        ("", {"game": "money", "seats": ["open"] * 3}),
        (f"/{waiting}/join", {"name": "Me"}),
        (f"/{table}/talk", {"text": "hi"}),
        (f"/{table}/return", {}),
        (f"/{table}/moves", {"number": 1, "move": "pass", "id": "x" * 8}),
    ):
        error = refusal(await banned.post(f"/api/tables{path}", body), 403)
        assert error["message"].startswith(message)
    assert await away(host, table) == "B"
    assert (await seats(host, waiting))[0]["kind"] == "open"
    assert (await host.read(f"/api/tables/{own}"))["status"] == "closed"
    fine(await banned.get(f"/api/tables/{table}/view?seat=-"))
    opened.machine.wall.ms += 2 * DAY * 1000 + 1
    opened.app.services.guests.forget(known)
    fine(await banned.post(f"/api/tables/{table}/return"))


async def test_requests_that_come_at_once_read_the_bans_once(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, services = opened.person(), opened.app.services
    await person.do("/api/me")
    reads = 0
    read = services.moderation.banned_networks

    async def counted(now: int) -> frozenset[str]:
        nonlocal reads
        reads += 1
        return await read(now)

    monkeypatch.setattr(services.moderation, "banned_networks", counted)
    services.networks.refresh()
    await asyncio.gather(*(person.do("/api/me") for _ in range(10)))
    assert reads == 1


async def test_a_ban_of_a_network_keeps_newcomers_from_there_out_for_its_time(
    opened: Opened,
) -> None:
    bad, near, far = (opened.person(host=x) for x in ("192.0.2.7", "192.0.2.7", "192.0.2.8"))
    await bad.table("money", 3)
    admin, known = await owner(opened), await guest(bad)
    await admin.post(f"/api/admin/guests/{known}/ban", {"banned": True, "network_days": 1})
    for path, body in (("me", {}), ("tables", {"game": "money", "seats": ["open"] * 3})):
        refusal(await near.post(f"/api/{path}", body), 403)
        fine(await far.post(f"/api/{path}", body))
    fine(await near.get("/api/tables"))
    kept = str(await everything(opened))
    assert "192.0.2" not in kept
    opened.machine.wall.ms += DAY * 1000 + 1
    opened.app.services.networks.refresh()
    fine(await near.post("/api/me"))
    refusal(await bad.post("/api/tables", {"game": "money", "seats": ["open"] * 3}), 403)
    await admin.post(f"/api/admin/guests/{known}/ban", {"banned": False})
    fine(await bad.post("/api/tables", {"game": "money", "seats": ["open"] * 3}))


async def test_a_renamed_guest_has_the_new_name_everywhere(opened: Opened) -> None:
    over = await finished(opened)
    table, people = await opened.company("money", 3)
    fine(await people["B"].say(table, "hi"))
    admin, known = await owner(opened), await guest(people["B"])
    for name, status in (("a\u200bb", 422), ("x" * 25, 400), ("", 400)):
        refusal(await admin.post(f"/api/admin/guests/{known}/rename", {"name": name}), status)
    await admin.post(f"/api/admin/guests/{known}/rename", {"name": "Flower"})
    assert [seat["name"] for seat in await seats(people["A"], table)] == ["P0", "Flower", "P2"]
    async with following(people["A"], f"/api/tables/{table}/stream") as stream:
        assert (await stream.line())["talk"][0]["name"] == "Flower"
    await opened.play_to(table, people, 4)
    assert "P1" not in str(await people["A"].read(f"/api/tables/{table}/log"))
    rows = (await opened.house.repository.table(over)).seats  # type: ignore[union-attr]
    assert rows[1].guest is not None
    before = await people["A"].get(f"/replay/{over}")
    await admin.post(f"/api/admin/guests/{rows[1].guest}/rename", {"name": "Tulip"})
    assert "P1" in before.text
    for path in (f"/replay/{over}", f"/api/tables/{over}/record", f"/api/tables/{over}/replay"):
        text = (await people["A"].get(path)).text
        assert "P1" not in text, path
    assert "Tulip" in (await people["A"].get(f"/api/tables/{over}/record")).text


async def test_an_open_house_hears_what_a_command_does_to_a_guest(opened: Opened) -> None:
    """As of a table that a command closes: the due time calls for it."""
    table, people = await opened.company("money", 3)
    known = await guest(people["B"])
    async with following(people["A"], f"/api/tables/{table}/events") as page:
        await page.view()
        await by_command(opened).ban(known)
        await until(lambda: opened.session(table).row.seats[1].away)
        kind, _, told = await page.event()
    assert (kind, told["seats"][1]["away"]) == ("table", True)
    (row,) = [one for one in await opened.app.services.moderation.guests(100) if one.id == known]
    assert row.banned == FOR_EVER


# --- being forgotten, signing out ----------------------------------------------------------------


async def test_a_forgotten_guest_leaves_nothing_but_neutral_seats(opened: Opened) -> None:
    over = await finished(opened)
    table, people = await opened.company("money", 3)
    person, other = people["B"], people["C"]
    known = await guest(person)
    fine(await person.say(table, "a secret thought"))
    fine(await other.say(table, "hello"))
    token = (await person.do("/api/me/tokens"))["token"]
    program = opened.person(authorization=f"Bearer {token}")
    refusal(await program.http.delete("/api/me"), 403)
    waiting = await person.table("money", 3)
    await person.join(waiting, "Nameless")
    hosted = await person.table("money", 3)
    await other.join(hosted, "Heir")
    await other.do(f"/api/tables/{table}/mutes", {"seat": "B"})
    async with following(person, f"/api/tables/{table}/events?seat=B") as stream:
        await stream.piece(b'"hand B"')
        answer = await person.http.delete("/api/me")
        assert answer.status_code == 204
        assert 'tirelire=""' in answer.headers["set-cookie"]
        assert b"hand B" not in await stream.rest()
    kept = str(await everything(opened))
    for gone in (known, "a secret thought", "Nameless"):
        assert gone not in kept
    assert "hello" in kept
    refusal(await program.get("/api/me/tables"), 401)
    assert (await seats(other, table))[1]["kind"] == "bot"
    assert (await other.read(f"/api/tables/{waiting}"))["status"] == "closed"
    assert (await other.read(f"/api/tables/{hosted}"))["host"]
    rows = (await opened.house.repository.table(over)).seats  # type: ignore[union-attr]
    await by_command(opened).delete(str(rows[0].guest))
    await opened.forget(over)
    assert [seat["name"] for seat in await seats(other, over)] == ["Anon A", "P1", "P2"]
    assert (await other.get(f"/api/tables/{over}/replay?seat=*")).status_code == 200


async def test_signing_out_ends_all_other_credentials_but_not_this_device(opened: Opened) -> None:
    table, people = await opened.company("money", 3)
    person = people["A"]
    token = (await person.do("/api/me/tokens"))["token"]
    code = (await person.do("/api/me/link"))["code"]
    program = opened.person(authorization=f"Bearer {token}")
    copy = opened.person()
    copy.http.cookies.set("tirelire", person.http.cookies["tirelire"])
    refusal(await program.post("/api/me/sign-out"), 403)
    async with (
        following(program, f"/api/tables/{table}/stream?seat=A") as first,
        following(copy, f"/api/tables/{table}/stream?seat=A") as second,
    ):
        for stream in (first, second):
            await stream.piece(b'"hand A"')
        await person.do("/api/me/sign-out")
        for stream in (first, second):
            assert b"hand A" not in await stream.rest()
    for one in (program, copy):
        refusal(await one.get("/api/me/tables"), 401)
    refusal(await opened.person().post("/api/me/move", {"code": code}), 404)
    assert (await person.view(table))["seat"] == "A"


async def test_moving_to_another_device_ends_tokens_too(house: Opened) -> None:
    old, new = house.people(2)
    await guest(old)
    token = (await old.do("/api/me/tokens"))["token"]
    await new.do("/api/me/move", {"code": (await old.do("/api/me/link"))["code"]})
    refusal(await house.person(authorization=f"Bearer {token}").get("/api/me/tables"), 401)


async def test_no_page_of_another_site_deletes_a_guest_or_signs_them_out(house: Opened) -> None:
    person = house.person()
    known = await guest(person)
    for foreign in ({"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}):
        refusal(await person.http.delete("/api/me", headers=foreign), 403)
        refusal(await person.http.post("/api/me/sign-out", headers=foreign), 403)
        path = f"/api/admin/guests/{known}"
        refusal(await person.http.delete(path, headers=foreign), 403)
    assert await guest(person) == known


# --- readers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["events", "stream"])
async def test_the_talk_of_a_muted_person_is_not_sent_to_the_reader(
    opened: Opened, path: str
) -> None:
    table, people = await opened.company("money", 3)
    reader = people["A"]
    fine(await people["B"].say(table, "before"))
    refusal(await reader.post(f"/api/tables/{table}/mutes", {"seat": "A"}), 409)
    refusal(await opened.person().post(f"/api/tables/{table}/mutes", {"seat": "A"}), 401)
    for _ in range(2):
        muted = await reader.do(f"/api/tables/{table}/mutes", {"seat": "B"})
        assert muted == {"seats": ["B"]}
    async with (
        following(reader, f"/api/tables/{table}/{path}") as mine,
        following(people["C"], f"/api/tables/{table}/{path}") as others,
    ):
        fine(await people["B"].say(table, "nasty"))
        fine(await people["C"].say(table, "nice"))
        heard = await mine.piece(b"nice")
        assert b"nasty" not in heard
        assert b"before" not in heard
        assert b"nasty" in await others.piece(b"nice")
    (listed,) = await reader.read("/api/me/mutes")
    assert listed["name"] == "P1"
    assert await guest(people["B"]) not in str(listed)
    refusal(await people["C"].http.delete(f"/api/me/mutes/{listed['id']}"), 404)
    # It is the guest who mutes: on another device it is the same.
    device = opened.person()
    await device.do("/api/me/move", {"code": (await reader.do("/api/me/link"))["code"]})
    assert await device.read(f"/api/tables/{table}/mutes") == {"seats": ["B"]}
    assert (await device.http.delete(f"/api/me/mutes/{listed['id']}")).status_code == 204
    await device.do(f"/api/tables/{table}/mutes", {"seat": "B"})
    answer = await device.http.delete(f"/api/tables/{table}/mutes/B")
    assert fine(answer) == {"seats": []}
    async with following(device, f"/api/tables/{table}/{path}") as mine:
        assert b"before" in await mine.piece(b"nasty")
