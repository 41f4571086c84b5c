"""A table whose stored moves do not replay: what its players see of it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.page.browser import NARROW, Guest, House
from tests.page.players import raw_keys
from tirelire.core.texts import say


@pytest.mark.parametrize("how", [{}, NARROW], ids=["wide", "narrow"])
def test_a_table_that_cannot_be_opened_is_listed_and_says_so(
    browser: Browser, mortal: House, how: dict[str, Any]
) -> None:
    guest = Guest(browser, mortal, "fr", **how)
    guest.watch.expected += ["410", "#lost", "ERR_"]  # the house is started again
    broken, fine = (guest.begin("money", 2) for _ in range(2))
    page = guest.open(f"/t/{broken}")
    page.locator("#game").wait_for()
    page.evaluate("localStorage.setItem('tirelire-guest', 'yes')")
    mortal.damage(broken)
    title = page.get_by_role("heading", name=say("fr", "page.broken.title"))
    expect(title).to_be_visible()  # whoever has it open is told without asking
    assert not raw_keys(page)
    page.get_by_role("link", name=say("fr", "page.gone.home")).click()
    tables = page.locator("#mine li")
    expect(tables).to_have_count(2)
    expect(tables.nth(1)).to_contain_text(say("fr", "page.entrance.is_broken"))
    assert not raw_keys(page)
    tables.nth(1).get_by_role("link").click()
    expect(title).to_be_visible()
    guest.open(f"/t/{fine}")
    page.locator("#game").wait_for()
    guest.watch.check()
    guest.close()
