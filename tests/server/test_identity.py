"""Identity: a secret in a cookie, a one-time link to another device, tokens for programs."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from hashlib import sha256
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from tests.server.common import (
    Opened,
    Person,
    everything,
    fine,
    following,
    open_house,
    refusal,
)
from tirelire.server.http import authentication
from tirelire.server.http.authentication import MOVING_TIME, Guests

pytestmark = pytest.mark.anyio


def attributes(header: str) -> dict[str, str]:
    parts = [part.strip().partition("=") for part in header.split(";")]
    return {name.lower(): value for name, _, value in parts}


async def guest(person: Person) -> str:
    return str((await person.do("/api/me"))["guest"])


@pytest.mark.parametrize("tls", [False, True])
async def test_the_cookie_is_for_the_house_alone(tmp_path: Path, tls: bool) -> None:
    async with open_house(tmp_path, tls=tls) as house:
        answer = await house.person().post("/api/me")
    cookie = attributes(answer.headers["set-cookie"])
    assert "httponly" in cookie
    assert cookie["samesite"].lower() == "lax"
    assert cookie["path"] == "/"
    assert ("secure" in cookie) == tls
    assert ("strict-transport-security" in answer.headers) == tls
    secret = cookie["__host-tirelire" if tls else "tirelire"]
    assert len(secret) >= 43
    assert secret not in answer.text


async def test_only_the_hash_of_a_secret_is_kept(house: Opened) -> None:
    person = house.person()
    await guest(person)
    token = (await person.do("/api/me/tokens", {"label": "bot"}))["token"]
    code = (await person.do("/api/me/link"))["code"]
    kept = str(await everything(house))
    for secret in (person.http.cookies["tirelire"], token, code):
        assert secret not in kept
        assert sha256(secret.encode()).hexdigest() in kept


async def test_a_stranger_becomes_a_guest_by_sitting_down_or_setting_a_table(house: Opened) -> None:
    host, other = house.people(2)
    table = await host.table()
    await other.join(table)
    assert host.http.cookies["tirelire"] != other.http.cookies["tirelire"]
    answer = await host.post("/api/me")
    assert "set-cookie" not in answer.headers
    assert fine(answer)["guest"] not in (await host.get(f"/api/tables/{table}")).text


@pytest.mark.parametrize("cookie", ["", "nonsense", "x" * 5000, '"', "a b", "%00"])
async def test_a_wrong_cookie_is_a_strangers(house: Opened, cookie: str) -> None:
    person = house.person(cookie=f"tirelire={cookie}")
    refusal(await person.get("/api/me/tables"), 401)
    assert (await person.get("/api/tables")).status_code == 200


async def test_a_link_moves_the_guest_and_the_old_cookie_is_worthless(house: Opened) -> None:
    old, new = house.people(2)
    table = await old.table("money", 3)
    await old.join(table)
    known = await guest(old)
    before = old.http.cookies["tirelire"]
    code = (await old.do("/api/me/link"))["code"]
    assert await guest(new) != known
    assert (await new.do("/api/me/move", {"code": code}))["guest"] == known
    assert (await new.read(f"/api/tables/{table}"))["seats"][0]["mine"]
    assert [row["id"] for row in await new.read("/api/me/tables")] == [table]
    assert old.http.cookies["tirelire"] == before
    refusal(await old.get("/api/me/tables"), 401)
    refusal(await old.post(f"/api/tables/{table}/leave"), 401)
    assert not (await old.read(f"/api/tables/{table}"))["host"]


async def test_a_link_works_once_however_many_use_it_at_the_same_moment(house: Opened) -> None:
    old = house.person()
    await guest(old)
    code = (await old.do("/api/me/link"))["code"]
    asked = [person.post("/api/me/move", {"code": code}) for person in house.people(8)]
    found = sorted(answer.status_code for answer in await asyncio.gather(*asked))
    assert found == [200] + 7 * [404]
    refusal(await house.person().post("/api/me/move", {"code": code}), 404)


async def test_a_guest_who_moved_leaves_no_other_link_behind(house: Opened) -> None:
    old, new = house.people(2)
    await guest(old)
    codes = [(await old.do("/api/me/link"))["code"] for _ in range(2)]
    await new.do("/api/me/move", {"code": codes[0]})
    refusal(await old.post("/api/me/move", {"code": codes[1]}), 404)


async def test_a_link_is_good_for_a_quarter_of_an_hour(house: Opened) -> None:
    old, new = house.people(2)
    await guest(old)
    codes = [(await old.do("/api/me/link"))["code"] for _ in range(2)]
    await house.pass_time(MOVING_TIME / 1000 - 1)
    await new.do("/api/me/move", {"code": codes[0]})
    code = (await new.do("/api/me/link"))["code"]
    await house.pass_time(MOVING_TIME / 1000)
    error = refusal(await old.post("/api/me/move", {"code": code}), 404)
    assert error["message"] == "This link has been used already, or is too old."


async def test_a_token_is_no_link_and_a_link_is_no_token(house: Opened) -> None:
    person = house.person()
    await guest(person)
    token = (await person.do("/api/me/tokens"))["token"]
    code = (await person.do("/api/me/link"))["code"]
    refusal(await house.person().post("/api/me/move", {"code": token}), 404)
    refusal(await house.person(authorization=f"Bearer {code}").get("/api/tables"), 401)


async def test_tokens_act_within_their_scopes(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    player = seats["A"]
    made = {
        scope: (await player.do("/api/me/tokens", {"label": scope, "scopes": [scope]}))["token"]
        for scope in ("play", "read")
    }
    play, read = (house.person(authorization=f"Bearer {made[x]}") for x in ("play", "read"))
    view = await read.view(table)
    assert view == await player.view(table) == await play.view(table)
    move = view["legal"][0]
    for person in (read, house.person(authorization=f"bearer {made['read']}")):
        refusal(await person.move(table, 1, move), 403)
    for path, body in (
        (f"/api/tables/{table}/talk", {"text": "hi"}),
        (f"/api/tables/{table}/leave", {}),
        (f"/api/tables/{table}/close", {}),
        ("/api/tables", {"game": "money", "seats": ["open"] * 3}),
        ("/api/me/tokens", {}),
        ("/api/me/link", {}),
    ):
        refusal(await read.post(path, body), 403)
    fine(await play.move(table, 1, move))


async def test_tokens_are_listed_without_themselves_and_can_be_dropped(house: Opened) -> None:
    person, other = house.people(2)
    await guest(person)
    await guest(other)
    token = (await person.do("/api/me/tokens", {"label": "my bot", "scopes": ["read"]}))["token"]
    (listed,) = await person.read("/api/me/tokens")
    assert (listed["label"], listed["scopes"]) == ("my bot", ["read"])
    assert token not in str(listed)
    program = house.person(authorization=f"Bearer {token}")
    assert await program.read("/api/me/tables") == []
    path = f"/api/me/tokens/{listed['id']}"
    refusal(await other.http.delete(path), 404)
    assert (await person.http.delete(path)).status_code == 204
    refusal(await person.http.delete(path), 404)
    refusal(await program.get("/api/me/tables"), 401)
    assert await person.read("/api/me/tokens") == []


@pytest.mark.parametrize("label", ["x" * 81, "a\x00b", "a\nb", 5])
async def test_a_label_of_a_token_is_one_short_line(house: Opened, label: object) -> None:
    person = house.person()
    await guest(person)
    answer = await person.post("/api/me/tokens", {"label": label})
    assert answer.status_code in (400, 422)


async def test_a_token_without_any_scope_is_refused(house: Opened) -> None:
    person = house.person()
    await guest(person)
    refusal(await person.post("/api/me/tokens", {"scopes": []}), 400)
    refusal(await person.post("/api/me/tokens", {"scopes": ["admin"]}), 400)


async def test_processes_that_share_a_house_soon_hear_that_a_guest_has_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each remembers whom it has seen; but not for long where others may know better."""
    seen = []

    class Noted(Guests):
        def __init__(self, *arguments: object, tls: bool) -> None:
            seen.append(arguments[-1])
            super().__init__(*arguments, tls=tls)  # type: ignore[arg-type]

    monkeypatch.setattr("tirelire.server.http.app.Guests", Noted)
    async with open_house(tmp_path / "alone"), open_house(tmp_path / "shared", shared=True):
        pass
    assert seen == [5.0, 2.0]


@pytest.mark.parametrize("path", ["events", "stream"])
async def test_a_player_who_got_up_hears_no_more_from_the_seat(house: Opened, path: str) -> None:
    spy, victim, host = house.people(3)
    table = await host.table("money", 3)
    assert await spy.join(table) == "A"
    async with following(spy, f"/api/tables/{table}/{path}?seat=A") as stream:
        await stream.piece(b"\n")
        await spy.do(f"/api/tables/{table}/leave")
        assert await victim.join(table) == "A"
        await host.join(table)
        await host.start(table)
        await house.settle()
        assert b"hand A" not in await stream.rest()
    assert house.session(table).subscriptions == set()


@pytest.mark.parametrize("path", ["events", "stream"])
@pytest.mark.parametrize("shared", [False, True])
async def test_the_old_device_hears_no_more_in_any_process(
    tmp_path: Path, path: str, shared: bool
) -> None:
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(open_house(tmp_path, shared=shared))
        there = house
        if shared:
            there = await stack.enter_async_context(open_house(tmp_path, shared=True))
        table, seats = await house.company("money", 3)
        old, new = there.person(), house.person()
        old.http.cookies = seats["A"].http.cookies
        code = (await seats["A"].do("/api/me/link"))["code"]
        async with following(old, f"/api/tables/{table}/{path}?seat=A") as stream:
            await stream.piece(b'"hand A"')
            await new.do("/api/me/move", {"code": code})
            assert b"hand A" not in await stream.rest()
        async with following(new, f"/api/tables/{table}/{path}?seat=A") as stream:
            await stream.piece(b'"hand A"')


async def test_a_program_hears_no_more_when_its_token_is_dropped(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    token = (await seats["A"].do("/api/me/tokens", {"label": "mine"}))["token"]
    program = house.person(authorization=f"Bearer {token}")
    (listed,) = await seats["A"].read("/api/me/tokens")
    async with (
        following(program, f"/api/tables/{table}/stream") as stream,
        following(seats["A"], f"/api/tables/{table}/events") as page,
    ):
        await stream.piece(b'"hand A"')
        await page.view()
        await seats["A"].http.delete(f"/api/me/tokens/{listed['id']}")
        assert b"hand A" not in await stream.rest()
        assert (await page.event())[0] == "table"  # streams of guests who did not change go on
        await house.play_to(table, seats, 4)
        assert (await page.view())["items"]["hand A"]


async def test_guests_who_ask_often_are_read_again_all_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest who changed meanwhile is known as they are now: a new secret voids the old one."""
    now = 1000.0
    monkeypatch.setattr(authentication, "monotonic", lambda: now)
    async with open_house(tmp_path) as house:
        people = [house.person() for _ in range(5)]
        known = [await guest(person) for person in people]
        for person in people * 2:  # the first time they are read, the second time they are cached
            await person.read("/api/me/tables")
        repository = house.house.repository
        single, together = (
            AsyncMock(wraps=repository.guest_of),
            AsyncMock(wraps=repository.guests_of),
        )
        monkeypatch.setattr(repository, "guest_of", single)
        monkeypatch.setattr(repository, "guests_of", together)
        await repository.sign_out(known[0], authentication.digest("another"))
        await people[0].read("/api/me/tables")  # still cached
        now += authentication.CACHED
        answers = await asyncio.gather(*(person.get("/api/me/tables") for person in people))
        assert [answer.status_code for answer in answers] == [401, 200, 200, 200, 200]
        assert together.await_count == 1
        assert single.await_count == 1  # for the one who is not known any more
        assert [await guest(person) for person in people[1:]] == known[1:]
        assert single.await_count == 1
