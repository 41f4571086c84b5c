"""A player who looks at something else learns that it is their turn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.browser import NARROW
from tests.page.conftest import Welcome
from tests.page.positions import Showcase, Shown
from tirelire.core.texts import say

MINE = "money 3; gone RUB JPY; hand A USD20a USD50"
OTHERS = "money 3; gone RUB JPY; hand A USD50; sealed A USD20a"
AWAY = """(way) => {
  window.signs = [];
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  navigator.vibrate = (ms) => { signs.push(['vibrates', ms > 0]); return true; };
  const refuses = way === 'worker';
  window.Notification = class {
    static permission = 'granted';
    constructor(title) {
      if (refuses) throw new TypeError('Illegal constructor');
      signs.push(['notified', title.length > 0]);
    }
  };
  navigator.serviceWorker.getRegistration = async () => ({
    showNotification: async (title, { data }) => {
      signs.push(['by worker', data === location.href]);
    },
  });
  const stored = JSON.parse(localStorage.getItem('tirelire-settings') ?? '{}');
  localStorage.setItem('tirelire-settings', JSON.stringify({ ...stored, notify: 'on' }));
}"""
"""The page is out of sight, and notes the signs that it gives."""


@pytest.mark.parametrize(
    ("way", "sign"), [("page", "notified"), ("worker", "by worker")], ids=["laptop", "phone"]
)
def test_a_turn_is_told_to_a_player_who_looks_elsewhere(
    welcome: Welcome, way: str, sign: str
) -> None:
    guest = welcome("fr", **(NARROW if way == "worker" else {}))
    showcase, page = Showcase(guest, "money", "fr"), guest.page
    showcase.show(Shown(OTHERS))
    icon = page.locator("link[rel=icon]")
    expect(icon).not_to_have_attribute("href", re.compile("icon-turn"))
    page.locator("#settings").click()  # a page may shake a phone once somebody has pressed anything
    page.locator("#settings-close").click()
    page.evaluate(AWAY, way)
    showcase.show(Shown(MINE))
    expect(page).to_have_title(re.compile("^● "))
    expect(icon).to_have_attribute("href", re.compile("icon-turn"))
    page.wait_for_function("() => signs.length === 2")
    assert sorted(page.evaluate("signs")) == sorted([["vibrates", True], [sign, True]])
    showcase.show(Shown(OTHERS))
    expect(page).to_have_title(re.compile("^[^●]"))
    expect(icon).not_to_have_attribute("href", re.compile("icon-turn"))


def test_a_browser_without_notifications_offers_none(welcome: Welcome) -> None:
    guest = welcome("fr")
    guest.context.add_init_script("delete window.Notification")
    page = guest.open("/")
    page.locator("#settings").click()
    expect(page.get_by_text(say("fr", "page.preferences.sound.title"))).to_be_visible()
    expect(page.locator("#set-notify")).to_have_count(0)
