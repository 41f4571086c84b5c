"""Security: foreign pages, floods, large bodies, headers, and ids that cannot be guessed."""

from __future__ import annotations

import random
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import pytest
from httpx import Response

from tests.server.common import (
    ADDRESS,
    SHORT,
    Opened,
    everything,
    fine,
    following,
    open_house,
    refusal,
)
from tirelire.match.record import Record
from tirelire.server import limiters
from tirelire.server.errors import TooManyRequests
from tirelire.server.http import authentication
from tirelire.server.http.authentication import MOVING_TIME
from tirelire.server.http.middleware import SECURITY_HEADERS
from tirelire.server.http.request import LARGEST_BODY
from tirelire.server.limiters import BURST
from tirelire.server.tables.seats import new_id

pytestmark = pytest.mark.anyio

SCRIPT = "<script>x</script>"


# --- foreign pages ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "foreign",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "anything"},
        {"sec-fetch-site": "cross-site", "origin": ADDRESS},
        {"sec-fetch-site": "cross-site", "authorization": "Bearer "},
        {"origin": "https://evil.example"},
        {"origin": "http://house.test"},
        {"origin": "http://house.test:8001"},
        {"origin": "http://house.test:8000.evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://["},
        {"origin": "https://evil.example", "authorization": "Basic eDp5"},
    ],
)
async def test_a_change_that_a_foreign_page_asks_for_is_refused(
    house: Opened, foreign: dict[str, str]
) -> None:
    person = house.person()
    table = await person.table()
    token = (await person.do("/api/me/tokens"))["token"]
    before = await everything(house)
    refusal(await person.post(f"/api/tables/{table}/join", {"name": "Ada"}, **foreign), 403)
    refusal(await house.person().post(f"/api/tables/{table}/join", {"name": "Ada"}, **foreign), 403)
    refusal(await house.person().post("/api/me/move", {"code": "x" * 32}, **foreign), 403)
    refusal(await person.http.delete("/api/me/tokens/x", headers=foreign), 403)
    assert await everything(house) == before
    fine(await person.get(f"/api/tables/{table}", **foreign))
    program = house.person(**{**foreign, "authorization": f"Bearer {token}"})
    fine(await program.post(f"/api/tables/{table}/join", {"name": "Ada"}))


@pytest.mark.parametrize(
    "ours",
    [
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"origin": ADDRESS},
        {"origin": ADDRESS.replace("http:", "https:")},  # a proxy speaks TLS for us
        {},
    ],
)
async def test_a_change_that_our_own_page_asks_for_is_made(
    house: Opened, ours: dict[str, str]
) -> None:
    person = house.person()
    table = await person.table()
    fine(await person.post(f"/api/tables/{table}/join", {"name": "Ada"}, **ours))


async def test_every_route_that_changes_something_refuses_foreign_pages(house: Opened) -> None:
    person = house.person()
    for path, methods in (await person.read("/schema"))["paths"].items():
        for method in methods.keys() - {"get"}:
            asked = path.replace("{table}", "x").replace("{token}", "x")
            foreign = {"origin": "https://evil.example"}
            refusal(await person.http.request(method, asked, headers=foreign), 403)


@pytest.mark.parametrize("host", ["", "a:b", "a:99999", "a b", "[", "é", "a,b", "a:1:2", "[::1]:x"])
async def test_a_strange_host_is_passed_over(house: Opened, host: str) -> None:
    person = house.person()
    encoded = [(b"host", host.encode("latin-1"))]
    refusal(await person.http.post("/api/tables", content=b"{}", headers=encoded), 400)
    assert (await person.http.get("/api/tables", headers=encoded)).status_code == 200


# --- floods and large bodies --------------------------------------------------------------------


async def test_a_body_that_is_too_large_is_refused(house: Opened) -> None:
    person = house.person()

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(LARGEST_BODY // 1000 + 2):
            yield b" " * 1000

    before = await everything(house)
    for content in (b" " * (LARGEST_BODY + 1), b'"' + b"x" * 10 * LARGEST_BODY, pieces()):
        answer = await person.http.post("/api/tables", content=content)
        assert refusal(answer, 413)["message"] == "This request is too large."
    small = b" " * (LARGEST_BODY - 100) + b"{}"
    refusal(await person.http.post("/api/tables", content=small), 400)
    assert await everything(house) == before


async def test_a_flood_is_refused_until_it_ebbs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(limiters, "monotonic", lambda: now)
    async with open_house(tmp_path, rate=2) as house:
        person, neighbour = house.person("192.0.2.7"), house.person("192.0.2.8")
        found = [(await person.get("/api/tables")).status_code for _ in range(2 * BURST + 3)]
        assert found == [200] * 2 * BURST + [429] * 3
        answer = await person.get("/api/tables", **{"accept-language": "fr"})
        assert refusal(answer, 429)["message"].startswith("Trop de demandes")
        assert int(answer.headers["retry-after"]) >= 1
        fine(await neighbour.get("/api/tables"))
        fine(await person.get("/healthz"))
        now += 1.0
        found = [(await person.get("/api/tables")).status_code for _ in range(3)]
        assert found == [200, 200, 429]


async def test_every_route_of_the_api_is_guarded_against_floods(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limiters, "monotonic", lambda: 1000.0)
    async with open_house(tmp_path, rate=1) as house:
        person = house.person()
        for _ in range(BURST):
            await person.get("/api/tables")
        paths = (await person.read("/schema"))["paths"]
        for path, methods in paths.items():
            for method in methods:
                asked = path.replace("{table}", "x").replace("{which}", "1")
                refusal(await person.http.request(method, asked), 429)
    assert len(paths) >= 18


async def test_guests_have_limits_of_their_own_and_wrong_tokens_have_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limiters, "monotonic", lambda: 1000.0)
    async with open_house(tmp_path, rate=1) as house:
        guest = house.person()
        await guest.do("/api/me")
        thief = house.person(authorization="Bearer tirelire_guess")
        found = [(await thief.get("/api/tables")).status_code for _ in range(BURST)]
        assert found == [401] * (BURST - 1) + [429]
        fine(await guest.get("/api/tables"))


async def test_nobody_gets_further_by_becoming_many_guests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limiters, "monotonic", lambda: 1000.0)
    monkeypatch.setattr(authentication, "GUESTS_PER_ADDRESS", 2)
    async with open_house(tmp_path, rate=1) as house:
        guests = [house.person() for _ in range(BURST)]
        for guest in guests:
            fine(await guest.post("/api/me"))
        found = [(await guest.get("/api/tables")).status_code for guest in (*guests, guests[0])]
    assert found == [200] * BURST + [429]


# --- headers and cookies ------------------------------------------------------------------------


async def answers(house: Opened, monkeypatch: pytest.MonkeyPatch) -> list[Response]:
    """Return answers of all kinds."""
    person = house.person()
    table = await person.table("money", 3)
    token = (await person.do("/api/me/tokens"))["token"]
    listed = sha256(token.encode()).hexdigest()
    found = [
        await person.get("/api/tables"),
        await person.post("/api/me/tokens"),
        await person.http.delete(f"/api/me/tokens/{listed}"),
        await person.get("/healthz"),
        await person.get("/metrics"),
        await person.get("/schema"),
        await person.get("/schema/nothing"),
        await person.get("/nothing/here"),
        await person.get("/api/tables/x"),
        await person.get("/api/tables/x%00"),
        await person.http.put("/api/tables"),
        await person.post("/api/tables", "no table"),
        await person.http.post("/api/tables", content=b" " * (LARGEST_BODY + 1)),
        await person.http.post("/api/tables", content=b"{"),
        await house.person().get("/api/me/tables"),
        await house.person(authorization="Bearer x").get("/api/tables"),
        await person.post("/api/me", **{"sec-fetch-site": "cross-site"}),
        await person.get(f"/api/tables/{table}/view"),
        await person.post("/api/tables", {"game": "poker", "seats": ["open"]}),
        await person.http.delete("/api/me/tokens/x"),
        *[await person.http.request(x, "/api/tables") for x in ("TRACE", "HEAD", "OPTIONS")],
    ]

    async def fail(error: Exception) -> None:
        raise error

    for error in (OSError(), RuntimeError("the secret is 42")):
        with monkeypatch.context() as patch:
            patch.setattr(house.house.repository, "listed", lambda _limit, error=error: fail(error))
            found.append(await person.get("/api/tables"))
    with monkeypatch.context() as patch:
        patch.setattr(limiters.RateLimiter, "take", refuse_all)
        found.append(await person.get("/api/tables"))
    return found


def refuse_all(_limits: limiters.RateLimiter, _key: str) -> None:
    raise TooManyRequests("too_many")


async def test_every_answer_has_the_headers_that_protect_and_every_refusal_the_one_shape(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = await answers(house, monkeypatch)
    statuses = {answer.status_code for answer in found}
    assert statuses == {200, 201, 204, 400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 503}
    for answer in found:
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers.get_list(name) == [value]
        assert answer.headers["cache-control"] == "no-store"
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "strict-transport-security" not in answer.headers
        if answer.status_code >= 400 and answer.request.method != "HEAD":
            refusal(answer, answer.status_code)
    assert SECURITY_HEADERS.items() <= dict((await house.person().get("/")).headers).items()
    table, seats = await house.company("money", 3)
    for kind in ("events", "stream"):
        async with following(seats["A"], f"/api/tables/{table}/{kind}") as stream:
            await stream.piece(b"\n")
        assert {**SECURITY_HEADERS, "cache-control": "no-store"}.items() <= stream.headers.items()


def test_pages_may_run_no_script_but_ours_and_ask_nobody_else() -> None:
    rules = dict(
        rule.split(" ", 1) for rule in SECURITY_HEADERS["content-security-policy"].split("; ")
    )
    assert rules["default-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert rules["script-src"] == rules["connect-src"] == rules["form-action"] == "'self'"
    assert {source for rule in rules.values() for source in rule.split()} <= {
        *("'none'", "'self'", "data:")
    }
    assert rules["img-src"].endswith("data:")
    assert [name for name, rule in rules.items() if "data:" in rule] == ["img-src"]


@pytest.mark.parametrize("tls", [False, True])
async def test_no_script_reads_the_cookie_and_no_other_site_sends_it(
    tmp_path: Path, tls: bool
) -> None:
    async with open_house(tmp_path, tls=tls) as house:
        person = house.person()
        set_cookies = [(await person.post("/api/me")).headers["set-cookie"]]
        # The client keeps a cookie that is for TLS only to itself.
        known = {"cookie": set_cookies[0].split(";")[0]}
        code = fine(await person.post("/api/me/link", **known))["code"]
        new = {"game": "money", "seats": ["open"] * 3}
        made = await house.person().post("/api/tables", new)
        path = f"/api/tables/{fine(made)['id']}"
        for answer in (
            made,
            await house.person().post(f"{path}/join", {"name": "Zoé"}),
            await house.person().post("/api/me/move", {"code": code}),
        ):
            set_cookies.append(fine(answer) and answer.headers["set-cookie"])
            assert ("strict-transport-security" in answer.headers) == tls
    assert len(set(set_cookies)) == 4
    for cookie in set_cookies:
        first, *flags = [part.strip().lower() for part in cookie.split(";")]
        assert first.startswith("__host-tirelire=" if tls else "tirelire=")
        assert {"httponly", "path=/", "samesite=lax"} <= set(flags)
        assert ("secure" in flags) == tls
        assert not [flag for flag in flags if flag.startswith("domain")]


# --- text ---------------------------------------------------------------------------------------


async def test_names_and_talk_are_text_and_nothing_else(house: Opened) -> None:
    host = house.person()
    table = await host.table("money", 3, listed=True)
    await host.join(table, SCRIPT)
    fine(await host.say(table, f"{SCRIPT} & “hello”"))
    for path in (f"/api/tables/{table}", "/api/tables", "/api/me/tables"):
        answer = await host.get(path)
        assert SCRIPT in answer.text
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
    seen = await house.person().read(f"/api/tables/{table}")
    assert seen["seats"][0]["name"] == SCRIPT
    async with following(house.person(), f"/api/tables/{table}/events") as stream:
        await stream.event()
        assert (await stream.event())[2][0]["text"] == f"{SCRIPT} & “hello”"
    assert stream.headers["content-type"].partition(";")[0] == "text/event-stream"


async def test_a_name_that_looks_like_a_record_spoils_no_record(house: Opened) -> None:
    people = house.people(3)
    table = await people[0].table("cash_oder_crash", 3, options=SHORT)
    names = ["check 0", '"A"; fair #', SCRIPT]
    seats = {await x.join(table, y): x for x, y in zip(people, names, strict=True)}
    await people[0].start(table)
    await house.settle()
    await house.play_on(table, seats, lambda snapshot: snapshot.match.ended == "match")
    answer = await house.person().get(f"/api/tables/{table}/record")
    assert answer.headers["content-type"].partition(";")[0] == "text/plain"
    assert answer.headers["x-content-type-options"] == "nosniff"
    record = Record.parse(answer.text)
    record.verify()
    assert list(record.names) == names


@pytest.mark.parametrize("text", ["", "   ", "\n", "x" * 201, "a\x00b", "\u202eevil", 7])
async def test_talk_is_one_line_that_prints(house: Opened, text: object) -> None:
    host = house.person()
    table = await host.table("money", 3)
    await host.join(table)
    before = await everything(house)
    answer = await host.post(f"/api/tables/{table}/talk", {"text": text})
    refusal(answer, 422 if answer.status_code == 422 else 400)
    assert await everything(house) == before


async def test_the_host_switches_talk_off_and_on(house: Opened) -> None:
    host, other = house.people(2)
    table = await host.table("money", 3)
    await other.join(table)
    refusal(await other.post(f"/api/tables/{table}/talk/switch", {"allowed": False}), 403)
    assert not (await host.do(f"/api/tables/{table}/talk/switch", {"allowed": False}))["talk"]
    assert "closed the chat" in refusal(await other.say(table, "hello"), 403)["message"]
    assert (await host.do(f"/api/tables/{table}/talk/switch", {"allowed": True}))["talk"]
    fine(await other.say(table, "hello"))
    refusal(await host.say(table, "I do not sit here"), 403)
    refusal(await house.person().say(table, "who am I?"), 401)
    quiet = await host.table("money", 3, talk=False)
    await host.join(quiet)
    refusal(await host.say(quiet, "hello"), 403)


# --- nothing to guess, nothing to find ----------------------------------------------------------


def bits(text: str) -> int:
    return int.from_bytes(urlsafe_b64decode(text + "=" * (-len(text) % 4)))


async def test_ids_and_secrets_cannot_be_guessed(house: Opened) -> None:
    person = house.person()
    await person.do("/api/me")

    async def made(path: str, key: str) -> str:
        return str((await person.do(path))[key]).removeprefix("tirelire_")

    tokens = [await made("/api/me/tokens", "token") for _ in range(20)]
    codes = [await made("/api/me/link", "code") for _ in range(20)]
    assert {len(token) for token in tokens} == {43}  # 256 bits
    assert {len(code) for code in codes} == {32}  # 192 bits
    random.seed(1)
    ids = [new_id() for _ in range(500)]
    random.seed(1)
    ids += [new_id() for _ in range(500)]
    assert {len(made) for made in ids} == {22}  # 128 bits
    for found in (tokens, codes, ids):
        assert len(set(found)) == len(found)
    numbers = [bits(made) for made in ids]
    for bit in range(120):  # those before are a letter or a digit
        assert 350 < sum(number >> bit & 1 for number in numbers) < 650


async def test_what_is_not_there_is_not_there_whatever_is_asked_for(house: Opened) -> None:
    """People with the link may look; for all others a private table does not exist."""
    table = await house.person().table("money", 3)
    stranger, guest = house.people(2)
    await guest.do("/api/me")
    fine(await stranger.get(f"/api/tables/{table}"))
    body = {"id": "12345678", "number": 0, "move": "x"}
    said = set()
    for wrong in (table[:-1], table.swapcase(), "x", "-" * 22, "%27", "%C3%A9"):
        for path in ("", "/view", "/events", "/stream", "/record"):
            said.add((await stranger.get(f"/api/tables/{wrong}{path}")).content)
            said.add((await guest.get(f"/api/tables/{wrong}{path}")).content)
        for path in ("start", "close", "rematch"):
            said.add((await guest.post(f"/api/tables/{wrong}/{path}")).content)
        said.add((await guest.post(f"/api/tables/{wrong}/moves", body)).content)
        said.add((await guest.post(f"/api/tables/{wrong}/join", {"name": "Ada"})).content)
        said.add((await stranger.post(f"/api/tables/{wrong}/join", {"name": "Ada"})).content)
    assert len(said) == 1, said
    for path in ("/api/tables", "/api/me/tables", "/metrics"):
        assert table not in (await guest.get(path)).text
    refusal(await stranger.get("/api/tables/x"), 404)
    for nowhere in ("%00", "x/y", f"{table}/x", f"{table}/view/x"):
        refusal(await stranger.get(f"/api/tables/{nowhere}"), 404)
    assert house.house.sessions._loading == {}


async def test_what_is_anothers_is_answered_like_what_is_not_there(house: Opened) -> None:
    owner, thief = house.people(2)
    await owner.do("/api/me")
    token = (await owner.do("/api/me/tokens"))["token"]
    code = (await owner.do("/api/me/link"))["code"]
    late = (await owner.do("/api/me/link"))["code"]
    await thief.do("/api/me")

    async def drop(listed: str) -> bytes:
        answer = await thief.http.delete(f"/api/me/tokens/{listed}")
        refusal(answer, 404)
        return answer.content

    async def use(code: str) -> bytes:
        answer = await thief.post("/api/me/move", {"code": code})
        refusal(answer, 404)
        return answer.content

    def digest(text: str) -> str:
        return sha256(text.encode()).hexdigest()

    cookie = owner.http.cookies["tirelire"]
    dropped = {await drop(digest(text)) for text in (token, code, cookie, "nothing")}
    assert len(dropped) == 1
    house.machine.pass_time(MOVING_TIME + 1)
    used = {await use(text) for text in (late, token, cookie, digest(code), "nothing-at-all")}
    assert len(used) == 1
    fine(await owner.get("/api/me/tokens"))
    program = house.person(authorization=f"Bearer {token}")
    fine(await program.get("/api/me/tables"))
    for wrong in (code, cookie, digest(token), "x"):
        refusal(await house.person(authorization=f"Bearer {wrong}").get("/api/tables"), 401)


async def test_what_should_not_happen_is_not_told_and_logged_without_the_link(
    house: Opened, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await house.person().table("money", 3)
    await house.forget(table)

    async def fail(_table: str) -> None:
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr(house.house.repository, "table", fail)
    answer = await house.person().get(f"/api/tables/{table}/view")
    assert refusal(answer, 500)["code"] == "internal"
    assert "42" not in answer.text
    assert "unexpected RuntimeError at /api/tables/{table}/view" in caplog.messages
