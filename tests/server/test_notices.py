"""Guests are told that it is their turn: as they asked, once, and with nothing secret in it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from py_vapid import Vapid02

from tests.server.common import Machine, Opened, Person, everything, fine, open_house, refusal
from tests.server.receivers import Browser, MailBox, Receiver, mail_server, receiving
from tirelire.core.errors import OptionError
from tirelire.games import GAMES, game
from tirelire.server.notices import outbound
from tirelire.server.notices.channels import MailServer, new_push_key
from tirelire.server.notices.outbound import ForbiddenTarget, is_public, post, read_target
from tirelire.server.notices.service import quiet_until
from tirelire.server.notices.worker import DELAYS, GAP, MOST_AN_HOUR, PATIENCE
from tirelire.server.settings import Settings, read_settings
from tirelire.server.storage.notices import QuietHours
from tirelire.server.storage.retention import Periods, Retention
from tirelire.server.tables.house import prune

pytestmark = pytest.mark.anyio

PUBLIC = "https://games.example.org"
KEY = new_push_key()
WAIT = PATIENCE / 1000 + 1
SECRET = "hush-hush"


@pytest.fixture
async def hook() -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


@pytest.fixture
def mails() -> Iterator[tuple[MailBox, str]]:
    with mail_server() as opened:
        yield opened


def telling(**more: Any) -> dict[str, Any]:
    """Return the settings of a house that tells people in this machine."""
    return {"public_url": PUBLIC, "webhooks": True, "private_notices": True, **more}


async def after(house: Opened, seconds: float) -> None:
    """Let time pass, and one of the processes look after the notices."""
    await house.pass_time(seconds)
    await house.house.notices.look()


async def turn_of(house: Opened, table: str, seats: dict[str, Person], seat: str) -> None:
    """Let people play until it is a seat's turn alone."""
    await house.play_on(table, seats, lambda found: list(found.questions) == [seat])


async def told_at(person: Person, table: str, kind: str, body: Any) -> str:
    """Let a person add an address, and be told of a table there; return its id."""
    made = (await person.do(f"/api/me/notices/{kind}", body))["addresses"][-1]["id"]
    assert await person.do(f"/api/tables/{table}/notices", {"addresses": [made]}) == {
        "addresses": [made]
    }
    return str(made)


async def asked_at(
    house: Opened, name: str = "cash_oder_crash"
) -> tuple[str, dict[str, Person], str]:
    """Begin a match; return its table, its people, and the seat that is asked."""
    table, seats = await house.company(name, 3)
    return table, seats, house.snapshot(table).match.asked


# --- one message for each turn ------------------------------------------------------------------


async def test_a_guest_is_told_once_for_each_turn_in_both_databases(
    url: str, hook: Receiver
) -> None:
    async with open_house(Path(), db=url, **telling()) as house:
        table, seats, seat = await asked_at(house)
        await told_at(seats[seat], table, "webhook", {"url": hook.url})
        await after(house, 5)
        assert hook.bodies == []  # who plays needs no message
        await after(house, WAIT)
        (told,) = hook.contents
        assert told == {
            "id": told["id"],
            "game": game("cash_oder_crash").rules("en")["title"],
            "text": "It is your turn.",
            "table": f"{PUBLIC}/t/{table}",
            "stop": told["stop"],
        }
        for _ in range(3):
            await after(house, GAP / 1000)
        assert len(hook.bodies) == 1
        snapshot = house.snapshot(table)
        move = snapshot.match.legal(seat)[0]
        fine(await seats[seat].move(table, snapshot.number_for(seat), move))
        await house.play_on(
            table, seats, lambda found: found.match.asked == seat and found.number > 6
        )
        await after(house, 6)
        await after(house, WAIT)
        assert len(hook.bodies) == 2
        assert hook.contents[1]["id"] != told["id"]


async def test_nobody_is_told_who_did_not_ask_for_it_at_this_table(
    tmp_path: Path, hook: Receiver
) -> None:
    async with open_house(tmp_path, **telling()) as house:
        table, seats, seat = await asked_at(house)
        other = next(letter for letter in seats if letter != seat)
        address = await told_at(seats[seat], table, "webhook", {"url": hook.url})
        await told_at(seats[other], table, "webhook", {"url": hook.url})
        await seats[seat].do(f"/api/tables/{table}/notices", {"addresses": []})
        stolen = {"addresses": [address]}  # that of another guest
        assert await seats[other].do(f"/api/tables/{table}/notices", stolen) == {"addresses": []}
        stranger = house.person()
        await stranger.do("/api/me")
        refusal(await stranger.post(f"/api/tables/{table}/notices", stolen), 403)
        await after(house, WAIT)
        await after(house, WAIT)
        assert hook.bodies == []


async def test_nobody_is_told_for_whom_a_bot_plays_or_whose_turn_is_over(
    tmp_path: Path, hook: Receiver
) -> None:
    async with open_house(tmp_path, **telling()) as house:
        table, seats, seat = await asked_at(house)
        await told_at(seats[seat], table, "webhook", {"url": hook.url})
        await after(house, 6)
        await seats[seat].do(f"/api/tables/{table}/leave")
        await after(house, WAIT)
        closed, seats, seat = await asked_at(house)
        await told_at(seats[seat], closed, "webhook", {"url": hook.url})
        await after(house, 6)
        await seats["A"].do(f"/api/tables/{closed}/close")
        await after(house, WAIT)
        assert hook.bodies == []


async def test_a_guest_is_told_that_the_next_deal_waits_for_them(
    tmp_path: Path, hook: Receiver
) -> None:
    async with open_house(tmp_path, **telling()) as house:
        pace = {"bots": 0, "pause": None}
        table, seats = await house.company("cash_oder_crash", 3, pace=pace, options={"rounds": 2})
        await told_at(seats["B"], table, "webhook", {"url": hook.url})
        await house.play_on(table, seats, lambda found: found.match.ended == "deal")
        await after(house, WAIT)
        await after(house, WAIT)
        assert len(hook.bodies) == 1


async def test_of_two_processes_one_sends(
    tmp_path: Path, hook: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine()
    both = telling(shared=True)
    async with (
        open_house(tmp_path, machine, **both) as house,
        open_house(tmp_path, machine, **both) as other,
    ):
        table, seats, seat = await asked_at(house)
        await told_at(seats[seat], table, "webhook", {"url": hook.url})
        await after(house, 6)
        await house.pass_time(WAIT)
        await other.house.clock.beat()
        workers = [house.house.notices, other.house.notices]
        for worker in workers:  # as if both had the round
            monkeypatch.setattr(worker._repository, "claim_round", always)
        await asyncio.gather(*(worker.look() for worker in workers * 3))
        assert len(hook.bodies) == 1


async def always(*_: int) -> bool:
    return True


# --- what a message holds -----------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
async def test_only_the_browser_can_read_its_message_and_nothing_secret_is_in_it(
    tmp_path: Path, hook: Receiver, name: str
) -> None:
    browser = Browser()
    async with open_house(tmp_path, **telling(push_key=KEY)) as house:
        table, seats, seat = await asked_at(house, name)
        person = seats[seat]
        offered = (await person.read("/api/me/notices"))["push_key"]
        await told_at(person, table, "push", browser.subscription(hook.url))
        await after(house, WAIT)
        await after(house, WAIT)
        (body,), (head,) = hook.bodies, hook.head
        title = game(name).rules("en")["title"]
        told = {"title": title, "body": "It is your turn.", "url": f"{PUBLIC}/t/{table}"}
        assert browser.decrypt(body) == told
        assert table.encode() not in body
        assert head["Content-Encoding"] == "aes128gcm"
        assert table not in head["Topic"]
        scheme, _, claims = head["Authorization"].partition(" ")
        fields = dict(part.strip().split("=", 1) for part in claims.split(","))
        assert (scheme, fields["k"]) == ("vapid", offered)
        assert Vapid02.verify(head["Authorization"])


async def test_an_e_mail_address_gets_one_question_before_anything_else(
    tmp_path: Path, mails: tuple[MailBox, str]
) -> None:
    box, smtp = mails
    settings = telling(smtp=smtp, mail_from="Tirelire <games@example.org>")
    async with open_house(tmp_path, **settings) as house:
        table, seats, seat = await asked_at(house)
        person = seats[seat]
        person.http.headers["accept-language"] = "fr"
        address = await told_at(person, table, "email", {"address": "ada@example.org"})
        (question,) = box.mails
        assert question["To"] == "ada@example.org"
        await after(house, 6)
        await after(house, WAIT)
        assert len(box.mails) == 1
        (link,) = box.links()
        stranger, path = house.person(), link.removeprefix(PUBLIC)
        assert 'method="post"' in (await stranger.get(path)).text
        assert not (await person.read("/api/me/notices"))["addresses"][0]["is_confirmed"]
        refusal(await stranger.post(path.replace("confirm", "other")), 404)
        forged = path.replace(address, address[::-1])
        assert "expired" in (await stranger.post(forged)).text
        assert "confirmed" in (await stranger.post(path)).text
        assert (await person.read("/api/me/notices"))["addresses"][0]["is_confirmed"]
        await after(house, 6)
        _, mail = box.mails
        assert (
            mail["Subject"] == f"{game('cash_oder_crash').rules('fr')['title']} — C’est votre tour."
        )
        assert mail["From"] == "Tirelire <games@example.org>"
        assert mail["Auto-Submitted"] == "auto-generated"
        where, stop = box.links()
        assert where == f"{PUBLIC}/t/{table}"
        assert mail["List-Unsubscribe"] == f"<{stop}>"
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        text = mail.get_content()
        for secret in (*(f"P{i}" for i in range(3)), house.snapshot(table).match.item("hand A")):
            assert secret not in text
        # What was signed for one thing is worth nothing for another.
        swapped = stop.removeprefix(PUBLIC).replace("/stop/", "/confirm/")
        assert "expired" in (await stranger.post(swapped)).text
        one_click = {"content-type": "application/x-www-form-urlencoded"}
        answer = await stranger.http.post(
            stop.removeprefix(PUBLIC), content="List-Unsubscribe=One-Click", headers=one_click
        )
        assert "No more messages" in answer.text
        assert (await person.read("/api/me/notices"))["addresses"] == []


async def test_an_address_that_nobody_confirms_is_deleted_after_a_day(
    tmp_path: Path, mails: tuple[MailBox, str]
) -> None:
    box, smtp = mails
    async with open_house(tmp_path, **telling(smtp=smtp, mail_from="a@b.example")) as house:
        person = house.person()
        await person.do("/api/me")
        await person.do("/api/me/notices/email", {"address": "ada@example.org"})
        await after(house, 25 * 3600)
        assert (await person.read("/api/me/notices"))["addresses"] == []
        path = box.links()[0].removeprefix(PUBLIC)
        assert "expired" in (await person.post(path)).text


async def test_nobody_can_fill_the_mailbox_of_another(
    tmp_path: Path, mails: tuple[MailBox, str]
) -> None:
    box, smtp = mails
    async with open_house(tmp_path, **telling(smtp=smtp, mail_from="a@b.example")) as house:
        for _ in range(3):
            person = house.person()
            await person.do("/api/me")
            await person.do("/api/me/notices/email", {"address": "ada@example.org"})
        again = house.person()
        await again.do("/api/me")
        asked = {"address": "Ada@example.org"}
        refusal(await again.post("/api/me/notices/email", asked), 429)
        assert len(box.mails) == 3
        for wrong in ("ada", "a@b@c", "a b@c.org", "a@b.org\nBcc: x@y.org", "<a@b.org>", "a@-"):
            refusal(await again.post("/api/me/notices/email", {"address": wrong}), 422)
        await after(house, 25 * 3600)
        await again.do("/api/me/notices/email", asked)
        box.refusal = "550 nobody here"
        refused = {"address": "nobody@example.org"}
        refusal(await again.post("/api/me/notices/email", refused), 409)
        assert len((await again.read("/api/me/notices"))["addresses"]) == 1


# --- when ---------------------------------------------------------------------------------------


async def test_nothing_is_sent_in_quiet_hours_and_what_still_holds_is_told_at_their_end(
    tmp_path: Path, hook: Receiver
) -> None:
    machine = Machine()
    machine.wall.ms = 1_750_028_400_000  # 23:00 UTC, 01:00 in Paris
    async with open_house(tmp_path, machine, **telling()) as house:
        table, seats, seat = await asked_at(house)
        person = seats[seat]
        night = {"starts": 22 * 60, "ends": 7 * 60, "zone": "Europe/Paris"}
        assert (await person.do("/api/me/notices/quiet", night))["quiet"] == night
        await told_at(person, table, "webhook", {"url": hook.url})
        await after(house, WAIT)
        await after(house, WAIT)
        await after(house, 3600 * 5 + 1800)
        assert hook.bodies == []
        await after(house, 1800)
        assert len(hook.bodies) == 1
        wrong = {**night, "zone": "Europe/Nowhere"}
        refusal(await person.post("/api/me/notices/quiet", wrong), 422)
        assert (await person.do("/api/me/notices/quiet", {**night, "ends": 22 * 60}))[
            "quiet"
        ] is None


@pytest.mark.parametrize(
    ("hour", "starts", "ends", "until"),
    [(23, 22, 7, 31), (3, 22, 7, 7), (12, 22, 7, None), (13, 12, 14, 14), (14, 12, 14, None)],
)
def test_quiet_hours_may_pass_midnight(
    hour: int, starts: int, ends: int, until: int | None
) -> None:
    found = quiet_until(QuietHours(starts * 60, ends * 60, "UTC"), hour * 3_600_000)
    assert found == (None if until is None else until * 3_600_000)


async def test_an_address_gets_no_more_than_so_many_messages_in_an_hour(
    tmp_path: Path, hook: Receiver
) -> None:
    async with open_house(tmp_path, **telling()) as house:
        table, seats, seat = await asked_at(house)
        address = await told_at(seats[seat], table, "webhook", {"url": hook.url})
        repository = house.house.notices._repository
        hour = (house.house.clock.now() + 60_000) // 3_600_000
        await repository.change(address, hour=hour, sent=MOST_AN_HOUR)
        await after(house, WAIT)
        await after(house, WAIT)
        assert hook.bodies == []
        await after(house, 3600)
        assert len(hook.bodies) == 1


# --- what goes wrong ----------------------------------------------------------------------------


async def test_a_message_that_fails_is_tried_again_and_given_up_after_a_while(
    tmp_path: Path, hook: Receiver
) -> None:
    async with open_house(tmp_path, **telling()) as house:
        table, seats, seat = await asked_at(house)
        await told_at(seats[seat], table, "webhook", {"url": hook.url})
        hook.status = 500
        await after(house, 6)
        await after(house, WAIT)
        for tries, delay in enumerate(DELAYS, 1):
            assert len(hook.bodies) == tries
            await after(house, delay / 1000 - 10)
            assert len(hook.bodies) == tries
            await after(house, 12)
        for _ in range(3):
            await after(house, 24 * 3600)
        assert len(hook.bodies) == len(DELAYS) + 1
        assert len({told["id"] for told in hook.contents}) == 1
        (address,) = (await seats[seat].read("/api/me/notices"))["addresses"]
        assert address["is_failing"]


@pytest.mark.parametrize(("status", "is_kept"), [(410, False), (404, False), (302, True)])
async def test_an_address_at_which_nobody_is_is_dropped_and_no_redirect_is_followed(
    tmp_path: Path, hook: Receiver, status: int, is_kept: bool
) -> None:
    async with open_house(tmp_path, **telling()) as house:
        table, seats, seat = await asked_at(house)
        await told_at(seats[seat], table, "webhook", {"url": hook.url})
        hook.status = status
        await after(house, 6)
        await after(house, WAIT)
        assert len(hook.bodies) == 1
        found = (await seats[seat].read("/api/me/notices"))["addresses"]
        assert bool(found) == is_kept


async def test_a_move_does_not_wait_for_a_receiver_that_does_not_answer(
    tmp_path: Path, hook: Receiver
) -> None:
    hook.gate.clear()
    async with open_house(tmp_path, **telling()) as house:
        table, seats, seat = await asked_at(house)
        await told_at(seats[seat], table, "webhook", {"url": hook.url})
        await after(house, 6)
        await house.pass_time(WAIT)
        looking = asyncio.create_task(house.house.notices.look())
        while not hook.bodies:
            await asyncio.sleep(0.002)
        await house.play_to(table, seats, house.snapshot(table).number + 5)
        assert not looking.done()
        hook.gate.set()
        await looking


async def test_no_address_and_no_secret_is_in_the_log(
    tmp_path: Path, hook: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    smtp = f"smtp://ada:{SECRET}@127.0.0.1:9"
    settings = telling(smtp=smtp, mail_from="a@b.example", push_key=KEY)
    async with open_house(tmp_path, **settings) as house:
        table, seats, seat = await asked_at(house)
        person = seats[seat]
        url = f"{hook.url}/{SECRET}"
        await told_at(person, table, "webhook", {"url": url})
        browser = Browser().subscription(f"http://127.0.0.1:9/{SECRET}")
        added = (await person.do("/api/me/notices/push", browser))["addresses"]
        ids = [address["id"] for address in added]
        await person.do(f"/api/tables/{table}/notices", {"addresses": ids})
        refusal(await person.post("/api/me/notices/email", {"address": "ada@example.org"}), 409)
        hook.status = 410
        await after(house, 6)
        await after(house, WAIT)
    ours = [record for record in caplog.records if not record.name.startswith("httpx")]
    assert any(record.name == "tirelire.notices" for record in ours)
    for record in ours:
        told = record.getMessage()
        assert not any(word in told for word in (SECRET, KEY, url, "ada@example.org", table)), told


# --- who goes -----------------------------------------------------------------------------------


async def test_addresses_go_with_their_guest_in_both_databases(
    url: str, mails: tuple[MailBox, str]
) -> None:
    box, smtp = mails
    settings = telling(smtp=smtp, mail_from="a@b.example", push_key=KEY)
    async with open_house(Path(), db=url, **settings) as house:
        table, seats = await house.company("money", 3)
        kept = ("notice_addresses", "notices", "quiet_hours")
        night = {"starts": 0, "ends": 60, "zone": "UTC"}
        for person in list(seats.values())[:2]:
            await told_at(person, table, "webhook", {"url": "https://example.org/x"})
            await person.do("/api/me/notices/email", {"address": f"p{len(box.mails)}@b.example"})
            await person.do("/api/me/notices/quiet", night)
        stored = await everything(house)
        assert [len(stored[name]) for name in kept] == [4, 2, 2]
        answer = await seats["A"].http.delete("/api/me")
        assert answer.status_code == 204
        stored = await everything(house)
        assert [len(stored[name]) for name in kept] == [2, 1, 1]
        await seats["B"].do("/api/me/sign-out")  # programs and browsers go, the e-mail stays
        found = (await seats["B"].read("/api/me/notices"))["addresses"]
        assert [address["kind"] for address in found] == ["email"]
        await seats["B"].http.delete(f"/api/me/notices/{found[0]['id']}")
        await seats["B"].do("/api/me/notices/webhook", {"url": "https://example.org/x"})
        await seats["C"].do(f"/api/tables/{table}/leave")
        await house.house.seats.close(table, None)
        await house.pass_time(40 * 24 * 3600)
        database = house.house.repository.database
        periods = Periods(guest_days=30, closed_days=30)
        await prune(Retention(database, periods), house.house.clock.now())
        stored = await everything(house)
        assert [len(stored[name]) for name in kept] == [0, 0, 0]


async def test_a_token_reads_and_changes_no_address(tmp_path: Path) -> None:
    async with open_house(tmp_path, **telling()) as house:
        person = house.person()
        await person.do("/api/me")
        token = (await person.do("/api/me/tokens"))["token"]
        program = house.person(authorization=f"Bearer {token}")
        refusal(await program.get("/api/me/notices"), 403)
        url = {"url": "https://example.org/x"}
        refusal(await program.post("/api/me/notices/webhook", url), 403)
        for _ in range(2):  # the same one is added once
            await person.do("/api/me/notices/webhook", url)
        for number in range(9):
            await person.do("/api/me/notices/webhook", {"url": f"https://example.org/{number}"})
        full = {"url": "https://example.org/full"}
        refusal(await person.post("/api/me/notices/webhook", full), 409)


async def test_a_house_offers_only_what_its_settings_say(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        person = house.person()
        await person.do("/api/me")
        offered = await person.read("/api/me/notices")
        assert (offered["push_key"], offered["email"], offered["webhook"]) == ("", False, False)
        for kind, body in (
            ("webhook", {"url": "https://example.org/x"}),
            ("email", {"address": "a@b.example"}),
            ("push", Browser().subscription("https://example.org/x")),
        ):
            refusal(await person.post(f"/api/me/notices/{kind}", body), 409)
    async with open_house(tmp_path, public_url=PUBLIC, push_key=KEY) as house:
        person = house.person()
        await person.do("/api/me")
        wrong = {**Browser().subscription("https://example.org/x"), "p256dh": "AAAA"}
        refusal(await person.post("/api/me/notices/push", wrong), 422)


# --- where the house sends ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1"),
        *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fec0::1", "ff02::1", "2001:db8::1"),
        *("::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "2002:7f00:1::1"),
    ],
)
def test_an_address_of_no_public_host_is_refused_in_any_dress(address: str) -> None:
    assert not is_public(address)
    written = f"[{address}]" if ":" in address else address
    with pytest.raises(ForbiddenTarget):
        read_target(f"https://{written}/x", private=False)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700::1111", "64:ff9b::1.1.1.1"])
def test_an_address_of_a_public_host_is_allowed(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/", "ftp://example.org/", "https://localhost/", "https://x.local/"),
        *("https://ada:secret@example.org/", "https://example.org:99999/", "https:///x", "x"),
        *("https://example.org/a b", "https://example.org/\r\nX: y", "https://127.1/"),
        *("https://[::1]:443/", "https://example.org\\@127.0.0.1/", f"https://e.org/{'x' * 1000}"),
    ],
)
def test_a_url_that_could_mean_something_else_is_refused(url: str) -> None:
    with pytest.raises(ForbiddenTarget):
        read_target(url, private=False)


@pytest.mark.parametrize("found", [["10.0.0.1"], ["1.1.1.1", "127.0.0.1"], []])
async def test_a_name_that_leads_to_a_private_address_is_refused(
    monkeypatch: pytest.MonkeyPatch, found: list[str]
) -> None:
    async def looked_up(*_: Any, **_more: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, 443)) for address in found]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", looked_up)
    target = read_target("https://rebinding.example.org/", private=False)
    with pytest.raises(ForbiddenTarget):
        await post(target, {}, b"", private=False)


async def test_a_receiver_that_is_slow_or_talks_too_much_is_left(
    hook: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbound, "TIME_LIMIT", 0.2)
    hook.gate.clear()
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        await post(read_target(hook.url, private=True), {}, b"{}", private=True)
    assert time.monotonic() - began < 5

    async def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"x" * 100_000)
        writer.close()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        target = read_target(f"http://127.0.0.1:{port}/", private=True)
        with pytest.raises((ValueError, OSError)):
            await post(target, {}, b"{}", private=True)


# --- settings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"webhooks": True}, "public_url"),
        ({"public_url": "games.example.org"}, "https://HOST"),
        ({"public_url": "https://h/path"}, "https://HOST"),
        ({"public_url": PUBLIC, "push_key": SECRET}, "push-key"),
        ({"public_url": PUBLIC, "smtp": f"http://a:{SECRET}@h", "mail_from": "a@b.c"}, "smtps://"),
        ({"public_url": PUBLIC, "smtp": f"smtp://a:{SECRET}@h"}, "mail_from"),
    ],
)
def test_settings_with_which_nothing_could_be_sent_are_refused_without_their_secrets(
    given: dict[str, Any], said: str
) -> None:
    with pytest.raises(OptionError, match=said) as refused:
        read_settings(given, None)
    assert SECRET not in refused.value.say("en") + refused.value.say("fr")


def test_good_settings_are_accepted() -> None:
    found = read_settings(
        {"public_url": PUBLIC, "push_key": KEY, "smtp": "smtps://h", "mail_from": "a@b.c"}, None
    )
    assert isinstance(found, Settings)
    server = MailServer.read("smtp://a%40b:p%3Aw@mail.example.org", "Tirelire <a@b.c>")
    assert (server.user, server.password, server.port) == ("a@b", "p:w", 587)
