"""Standing orders: a panel beside the log, and a mark in the own log."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.browser import NARROW, WIDE
from tests.page.conftest import Welcome
from tirelire.core.texts import say


@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_orders_are_given_in_a_panel_and_kept(welcome: Welcome, how: dict[str, object]) -> None:
    guest = welcome("fr", **how)
    table = guest.begin("cache_ton_cash", 3)
    page = guest.open(f"/t/{table}")
    panel = page.locator("#orders")
    expect(panel.locator("summary")).to_have_text(say("fr", "page.orders.title"))
    panel.locator("summary").click()
    page.select_option("#order-defend", "matching")
    page.wait_for_function(
        "async (table) => (await (await fetch(`/api/tables/${table}/orders`)).json())"
        ".orders.defend === 'matching'",
        arg=table,
    )
    page.reload()
    expect(panel.locator("#order-defend")).to_have_value("matching")
    expect(panel.locator("#order-abandon")).to_have_value("none")


def test_a_game_without_orders_has_no_panel(welcome: Welcome) -> None:
    guest = welcome("fr", **WIDE)
    page = guest.open(f"/t/{guest.begin('cash_oder_crash', 2)}")
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator("#orders")).to_have_count(0)
