"""The promise of a match: what a browser saw of it before, and what the check says afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW, Guest
from tests.page.conftest import Welcome
from tests.page.players import raw_keys
from tirelire.core.texts import say

FORGE = "() => localStorage.setItem('tirelire-notes', localStorage.getItem('tirelire-notes')" + (
    ".replace(/[0-9a-f]{64}/, '0'.repeat(64)))"
)
"""As if the house had shown another promise at first."""


def promised(guest: Guest, table: str) -> str:
    return str(guest.get(f"/tables/{table}")["fairness"]["promise"])


def begun(guest: Guest, *, seated: bool) -> str:
    """Begin a match at the page of its table, with a seat that a bot plays on for, or without."""
    table = guest.table("cash_oder_crash", ["open" if seated else "regular", "regular", "regular"])
    page = guest.open(f"/t/{table}")
    page.locator("#start").wait_for()
    if seated:
        page.fill("#name", "Zoé")
        page.click(".join button")
        page.get_by_text(say("fr", "page.lobby.you")).wait_for()
    return table


def finished(guest: Guest, table: str, *, seated: bool) -> None:
    guest.page.click("#start")
    guest.page.locator("#game").wait_for()
    if seated:
        guest.post(f"/tables/{table}/leave", {"seat": "A"})
    guest.wait_for_the_end(table)


def checked(guest: Guest, table: str) -> Page:
    """Check the deals of a match."""
    page = guest.open(f"/replay/{table}")
    page.click("#check")
    page.locator(".promise").wait_for()
    assert not raw_keys(page)
    return page


@pytest.mark.parametrize("how", [{}, NARROW], ids=["wide", "narrow"])
def test_a_player_who_committed_and_revealed_is_told_what_is_proven_and_what_not(
    welcome: Welcome, how: dict[str, Any]
) -> None:
    guest = welcome("fr", **how)
    table = begun(guest, seated=True)
    finished(guest, table, seated=True)
    page = checked(guest, table)
    found = page.locator(".found.good")
    expect(found).to_contain_text(say("fr", "page.replay.fair.bound", n=1))
    expect(found).to_contain_text(say("fr", "page.promise.same"))
    for key in ("proves", "not_proved"):
        expect(page.locator("section.fair")).to_contain_text(say("fr", f"page.replay.fair.{key}"))
    whole = page.locator(".promise code")
    expect(whole).to_be_hidden()
    expect(page.locator(".promise summary")).to_contain_text(promised(guest, table)[:12])
    page.locator(".promise summary").click()
    expect(whole).to_have_text(promised(guest, table))


def test_whoever_saw_the_promise_and_added_nothing_is_told_what_follows(welcome: Welcome) -> None:
    guest = welcome("fr")
    other = welcome("fr")
    table = begun(guest, seated=True)
    other.open(f"/t/{table}").locator("#lobby .places").wait_for()
    finished(guest, table, seated=True)
    found = checked(other, table).locator(".found.good")
    expect(found).to_contain_text(say("fr", "page.promise.follows", n=1))
    expect(found).to_contain_text(say("fr", "page.promise.same"))


def test_whoever_did_not_see_the_promise_is_asked_to_compare_it(welcome: Welcome) -> None:
    guest, late = welcome("fr"), welcome("en")
    table = begun(guest, seated=False)
    finished(guest, table, seated=False)
    late.open(f"/t/{table}").locator("#game").wait_for()  # too late to see it before
    page = checked(late, table)
    found = page.locator(".found:not(.good, .bad)")
    expect(found).to_contain_text(say("en", "page.promise.follows", n=1))
    expect(found).to_contain_text(say("en", "page.promise.unseen"))
    expect(page.locator(".promise code")).to_have_text(promised(guest, table))


def test_another_promise_than_the_first_one_shown_is_an_error(welcome: Welcome) -> None:
    guest = welcome("fr")
    table = begun(guest, seated=False)
    guest.page.evaluate(FORGE)
    guest.page.reload()
    guest.page.locator("#start").wait_for()
    finished(guest, table, seated=False)
    page = checked(guest, table)
    expect(page.locator(".found.bad")).to_have_text(say("fr", "page.promise.changed"))
    codes = page.locator(".promise code")
    assert codes.all_text_contents() == [promised(guest, table), "0" * 64]


def test_a_match_against_bots_from_the_entrance_has_its_promise_noted(welcome: Welcome) -> None:
    guest = welcome("fr")
    guest.introduce()
    page = guest.open("/")
    page.click("[data-play=cash_oder_crash]")
    page.locator("#game").wait_for()
    table = page.url.rsplit("/", 1)[1]
    ((noted, note),) = page.evaluate("JSON.parse(localStorage.getItem('tirelire-notes'))")
    assert (noted, note["promise"]) == (table, promised(guest, table))
    fairness = guest.get(f"/tables/{table}")["fairness"]
    assert note["words"] == [fairness["words"]["A"]]
    assert note["fingerprint"] == fairness["fingerprint"]
