"""Seats: whoever does not answer, whoever plays again, whoever goes on at another device."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.page.browser import AT_ONCE, LOST, NARROW, REFUSED, Guest, House, until
from tests.page.conftest import Welcome
from tests.page.players import by_keyboard

NAMES = {"A": "Ann", "B": "Émile", "C": "Cléo"}


def company(guests: list[Guest], **more: Any) -> str:
    """Let guests begin a match of which nobody decides anything; return the table."""
    table = guests[0].table("money", ["open"] * len(guests), **more)
    for guest, (seat, name) in zip(guests, NAMES.items(), strict=False):
        guest.sit(table, seat, name)
    guests[0].post(f"/tables/{table}/start")
    until(lambda: guests[0].get(f"/tables/{table}/view")["awaited"], "nobody deals")
    return table


def waiting(guest: Guest, table: str) -> Page:
    """Let a guest look at a match with a clock that can be put forward."""
    guest.page.clock.install()
    page = guest.open(f"/t/{table}")
    page.locator(".seat.deciding").first.wait_for()
    return page


def test_a_bot_plays_for_whoever_does_not_answer(mortal: House, browser: Browser) -> None:
    guests = [Guest(browser, mortal, "fr", **NARROW) for _ in NAMES]
    table = company(guests)
    mortal.let_pass(61)
    page = waiting(guests[0], table)
    page.clock.fast_forward(61_000)
    button = page.get_by_role("button", name="Faire jouer un bot à la place d’Émile", exact=True)
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
    assert page.locator("#stand-in-C").count() == 1
    assert page.locator("#stand-in-A").count() == 0
    button.tap()
    expect(page.locator("[data-seat=B] .bot")).to_contain_text("pas là")
    assert [seat["away"] for seat in guests[0].get(f"/tables/{table}")["seats"]] == [
        False,
        True,
        False,
    ]
    # What his bot chooses is news, with which the wait begins anew: it must not come in between.
    expect(page.locator("[data-seat=B].deciding")).to_have_count(0)
    page.clock.fast_forward(61_000)
    page.locator("#stand-in-C").wait_for()
    assert page.locator("#stand-in-B").count() == 0
    for guest in guests:
        guest.close()


def test_whoever_loses_patience_too_soon_is_told_so(welcome: Welcome) -> None:
    guests = [welcome("en") for _ in NAMES]
    guests[0].watch.expected += ["409", REFUSED]
    page = waiting(guests[0], company(guests))
    page.clock.fast_forward(30_000)
    assert page.locator(".stand-in").count() == 0
    page.clock.fast_forward(31_000)
    by_keyboard(page, "stand-in-B")
    expect(page.locator("#refused")).to_contain_text("more seconds")
    assert page.locator(".stand-in").count() == 0


def test_news_begin_the_wait_anew(welcome: Welcome) -> None:
    guests = [welcome("en") for _ in NAMES]
    table = company(guests)
    page = waiting(guests[0], table)
    page.clock.fast_forward(61_000)
    page.locator("#stand-in-B").wait_for()
    view = guests[1].get(f"/tables/{table}/view?seat=B")
    card = next(move for move in view["legal"] if move.startswith("lay "))
    body = {"number": view["number"], "id": "0" * 8, "move": card.replace("lay", "bid")}
    guests[1].post(f"/tables/{table}/moves", {**body, "seat": "B"})
    expect(page.locator(".stand-in")).to_have_count(0)


@pytest.mark.parametrize("decision", [0, 90])
def test_nobody_stands_in_where_a_clock_runs_or_one_only_watches(
    welcome: Welcome, decision: int
) -> None:
    guests = [welcome("en") for _ in NAMES]
    table = company(guests, pace={**AT_ONCE, "decision": decision})
    page = waiting(guests[0] if decision else welcome("en"), table)
    page.clock.fast_forward(61_000)
    assert page.locator(".seat.deciding").count() > 0
    assert page.locator(".stand-in").count() == 0


def played_again(host: Guest, other: Guest) -> str:
    """Set a table anew at which the host has two seats; return the new one."""
    table = host.table("money", ["open"] * 3)
    for guest, seat in ((host, "A"), (other, "B"), (host, "C")):
        guest.sit(table, seat, NAMES[seat])
    host.post(f"/tables/{table}/close")
    again = host.post(f"/tables/{table}/rematch")
    assert again["fairness"]["commitments"] == {}
    return str(again["id"])


def test_whoever_plays_again_commits_to_new_words(welcome: Welcome) -> None:
    host, other = welcome("en"), welcome("en")
    table = played_again(host, other)

    def commitments() -> dict[str, str]:
        found: dict[str, str] = host.get(f"/tables/{table}")["fairness"]["commitments"]
        return found

    host.open(f"/t/{table}")
    until(lambda: len(commitments()) == 2, "the host does not commit")
    first = commitments()
    assert first.keys() == {"A", "C"}
    other.open(f"/t/{table}")
    until(lambda: len(commitments()) == 3, "the other does not commit")
    assert len(set(commitments().values())) == 3
    assert [one["name"] for one in host.get(f"/tables/{table}")["seats"]] == [*NAMES.values()]
    host.page.reload()
    host.page.click("#start")
    host.page.locator("#game").wait_for()
    assert {seat: commitments()[seat] for seat in first} == first  # who has committed keeps to it
    words = host.get(f"/tables/{table}")["fairness"]["words"]
    assert len(set(words.values())) == 3
    assert {len(said) for said in words.values()} == {32}


def test_a_match_begins_when_the_commitments_of_the_host_are_there(welcome: Welcome) -> None:
    host, other = welcome("en"), welcome("en")
    table = played_again(host, other)
    held: list[Route] = []
    host.page.route("**/join", lambda route: held.append(route))
    host.open(f"/t/{table}")
    host.page.click("#start")

    def both_are_held() -> bool:
        host.page.wait_for_timeout(20)
        return len(held) == 2

    until(both_are_held, "the host does not commit")
    for route in held:
        route.continue_()
    host.page.locator("#game").wait_for()
    now = host.get(f"/tables/{table}")
    assert (now["status"], now["fairness"]["words"].keys()) == ("running", {"A", "C"})


def test_whoever_moves_to_another_device_sits_there_and_here_no_more(welcome: Welcome) -> None:
    first, second = welcome("fr"), welcome("fr")
    first.watch.expected += ["401", "403", LOST]  # what it may not do any more
    table = first.table("money", ["open"] * 3)
    page = first.open(f"/t/{table}")
    page.fill("#name", "Zoé")
    page.click(".join button")
    you = page.get_by_text("c’est vous")
    you.wait_for()
    entrance = first.context.new_page()
    entrance.goto("/")
    entrance.click(".device summary")
    entrance.click("#device")
    link = urlsplit(entrance.locator("#device-link input").input_value())
    assert link.path.startswith("/me/")
    there = second.open(f"{link.path}?{link.query}")
    there.click("#here")
    there.locator(f"#mine a[href='/t/{table}']").click()
    expect(there.get_by_text("c’est vous")).to_have_count(1)
    there.locator("#start").wait_for()
    expect(you).to_have_count(0)  # without a reload
    page.locator("#name").wait_for()
    expect(page.locator("#lost")).to_be_hidden()
    assert second.get(f"/tables/{table}")["seats"][0]["mine"]
    assert not any(seat["mine"] for seat in first.get(f"/tables/{table}")["seats"])
