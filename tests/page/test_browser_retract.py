"""Taking back a secret choice, on a device of one's own."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.page.browser import NARROW, WIDE, Guest, until
from tests.page.conftest import Welcome
from tests.page.test_browser_access import tight, violations
from tirelire.core.texts import say

NAMES = {"A": "Ann", "B": "Bob", "C": "Cleo"}


def bid(guest: Guest, table: str, seat: str) -> None:
    """Seal a bid of the first card."""
    view = guest.get(f"/tables/{table}/view?seat={seat}")
    card = next(move for move in view["legal"] if move.startswith("lay "))
    body = {"number": view["number"], "id": f"bid-{seat}-{view['number']:04d}", "seat": seat}
    guest.post(f"/tables/{table}/moves", {**body, "move": card.replace("lay", "bid")})


def company(welcome: Welcome, lang: str, **how: Any) -> tuple[list[Guest], str, Page]:
    """Let three people sit down to Money; the first has a page, and has sealed a bid."""
    guests = [welcome(lang, **how) for _ in NAMES]
    table = guests[0].table("money", ["open"] * 3)
    for guest, (seat, name) in zip(guests, NAMES.items(), strict=True):
        guest.sit(table, seat, name)
    guests[0].post(f"/tables/{table}/start")
    until(lambda: guests[0].get(f"/tables/{table}/view?seat=A")["asked"], "nobody deals")
    page = guests[0].open(f"/t/{table}")
    page.locator("#hand label.playable").first.wait_for()
    bid(guests[0], table, "A")
    page.locator("#retract").wait_for()
    return guests, table, page


@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_sealed_bid_is_taken_back_while_others_think(
    welcome: Welcome, how: dict[str, Any]
) -> None:
    guests, table, page = company(welcome, "fr", **how)
    expect(page.locator("#retract")).to_have_text(say("fr", "page.table.retract"))
    assert not violations(page)
    assert not tight(page)
    other = guests[1].open(f"/t/{table}")
    other.locator("#hand label.playable").first.wait_for()
    page.click("#retract")
    page.locator("#hand label.playable").first.wait_for()
    expect(page.locator("#retract")).to_have_count(0)
    expect(page.locator("#log li").last).to_have_text("Vous reprenez votre choix.")
    expect(other.locator("#log li").last).to_have_text("Ann reprend son choix.")
    for guest, seat in zip(guests, NAMES, strict=True):
        bid(guest, table, seat)
    expect(page.locator("#retract")).to_have_count(0)
    assert guests[0].get(f"/tables/{table}/view?seat=A")["items"]["sealed A"] == "-"  # revealed


def test_a_bid_that_is_taken_back_too_late_stays(welcome: Welcome) -> None:
    guests, table, page = company(welcome, "en")
    guests[0].watch.expected += ["409", say("en", "page.table.too_late")]

    def later(route: Route) -> None:
        for guest, seat in list(zip(guests, NAMES, strict=True))[1:]:
            bid(guest, table, seat)
        route.continue_()

    page.route("**/retract", later)
    page.click("#retract")
    expect(page.locator("#refused")).to_contain_text(say("en", "page.table.too_late"))
    expect(page.locator("#retract")).to_have_count(0)
