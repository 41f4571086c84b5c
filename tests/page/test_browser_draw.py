"""The draw in browsers: they commit, reveal and start anew without their players noticing."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.page.browser import LOST, REFUSED, Guest, until
from tests.page.conftest import Welcome
from tirelire.core.texts import say

GAME = "cash_oder_crash"
NAMES = ("Ann", "Émile")


def fairness(guest: Guest, table: str) -> dict[str, Any]:
    found: dict[str, Any] = guest.get(f"/tables/{table}")["fairness"]
    return found


def seated(guests: list[Guest]) -> str:
    """Let two people sit down on the page of a table; the first is its host."""
    table = guests[0].table(GAME, ["open", "open", "novice"])
    for guest, name in zip(guests, NAMES, strict=True):
        page = guest.open(f"/t/{table}")
        page.fill("#name", name)
        page.click(".join button")
        page.get_by_text(say("en", "page.lobby.you")).wait_for()
    assert fairness(guests[0], table)["commitments"].keys() == {"A", "B"}
    return table


def hold_reveals(page: Page) -> None:
    """Let no words out of a page."""
    page.route("**/reveal", lambda _: None)


def test_all_browsers_reveal_when_the_host_starts(welcome: Welcome) -> None:
    guests = [welcome("en"), welcome("en")]
    table = seated(guests)
    front = guests[1].context.new_page()  # the page of the table is in the background
    front.goto("/rules/money")
    guests[0].page.click("#start")
    for guest in guests:
        guest.page.locator("#game").wait_for()
    found = fairness(guests[0], table)
    assert found["words"].keys() == {"A", "B"}
    assert found["void_draws"] == []


def test_words_are_revealed_after_a_reload(welcome: Welcome) -> None:
    guests = [welcome("en"), welcome("en")]
    table = seated(guests)
    hold_reveals(guests[1].page)
    guests[0].page.click("#start")
    starting = guests[0].page.locator("#starting")
    expect(starting).to_contain_text("Still awaited: Émile.")
    until(lambda: fairness(guests[0], table)["awaited"] == ["B"], "the host does not reveal")
    guests[1].page.unroute("**/reveal")
    guests[1].page.reload()
    for guest in guests:
        guest.page.locator("#game").wait_for()
    assert fairness(guests[0], table)["words"].keys() == {"A", "B"}


def test_one_device_commits_and_reveals_for_all_its_seats(welcome: Welcome) -> None:
    guest = welcome("en")
    page = guest.open(f"/new/{GAME}?mode=pass")
    for index in range(3):
        page.fill(f"#name-{index}", f"P{index}")
    page.click("#more")
    page.locator("#seat-3").select_option("novice")
    page.click("#new button[type=submit], #new button.primary")
    page.locator("#game").wait_for()
    found = fairness(guest, page.url.rsplit("/", 1)[1])
    assert found["words"].keys() == found["commitments"].keys() == {"A", "B", "C"}


def test_a_missing_reveal_voids_the_draw_and_everybody_sees_it(welcome: Welcome) -> None:
    guests = [welcome("en"), welcome("en")]
    table = seated(guests)
    old = fairness(guests[0], table)["promise"]
    hold_reveals(guests[1].page)
    guests[0].page.click("#start")
    guests[0].page.locator("#starting").wait_for()
    guests[1].watch.expected += ["403", "409", LOST, REFUSED]
    guests[1].post(f"/tables/{table}/leave", {"seat": "B"})  # he need not wait for the time
    told = say("en", "page.promise.void", n=1, who="Émile")
    for guest in guests:
        expect(guest.page.locator(".void-draws:visible")).to_have_text(told)
    until(
        lambda: fairness(guests[0], table)["commitments"].keys() == {"A"},
        "the host does not commit anew",
    )
    assert fairness(guests[0], table)["promise"] != old
    guests[0].page.click("#start")
    guests[0].page.locator("#game").wait_for()
    expect(guests[0].page.locator(".void-draws:visible")).to_have_text(told)
    guests[0].post(f"/tables/{table}/leave", {"seat": "A"})
    guests[0].wait_for_the_end(table)
    page = guests[0].open(f"/replay/{table}")
    page.click("#check")
    found = page.locator(".found.good")
    expect(found).to_contain_text(say("en", "page.replay.fair.bound", n=1))
    expect(found).to_contain_text(told)


def test_a_browser_does_not_reveal_under_other_commitments_than_it_saw(welcome: Welcome) -> None:
    """A house that changed a commitment after the start gets no words."""
    guest = welcome("en")
    table = guest.table(GAME, ["open", "novice", "novice"])
    page = guest.open(f"/t/{table}")
    page.fill("#name", "Ann")
    page.click(".join button")
    page.get_by_text(say("en", "page.lobby.you")).wait_for()
    forge = "localStorage.setItem('tirelire-notes', JSON.stringify(JSON.parse(" + (
        "localStorage.getItem('tirelire-notes')).map(([id, note]) =>"
        " [id, {...note, fingerprint: '0'.repeat(64)}])))"
    )
    page.evaluate(forge)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    guest.post(f"/tables/{table}/start")
    page.locator("#starting").wait_for()
    page.reload()
    page.locator("#starting").wait_for()
    assert not [url for url in sent if url.endswith("/reveal")]
    assert fairness(guest, table)["awaited"] == ["A"]


def test_a_match_that_was_closed_is_checked_like_any_other(welcome: Welcome) -> None:
    guests = [welcome("en"), welcome("fr")]
    table = guests[0].table(GAME, ["open", "open", "novice"])
    for guest, name in zip(guests, NAMES, strict=True):
        guest.open(f"/t/{table}").fill("#name", name)
        guest.page.click(".join button")
        guest.page.locator(".join").wait_for(state="detached")
    guests[0].page.click("#start")
    for guest in guests:
        guest.page.locator("#game").wait_for()
    guests[0].post(f"/tables/{table}/close")
    page = guests[1].page
    page.locator(f"#actions a[href='/replay/{table}']").click()
    page.click("#check")
    expect(page.locator(".found.good")).to_contain_text(say("fr", "page.replay.fair.bound", n=1))
