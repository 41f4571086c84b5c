"""Settings: one dialog on every page, kept at the device, applied at once and before drawing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW, WIDE
from tests.page.conftest import Welcome
from tirelire.core.texts import say

PLACES = ("/", "/new/money", "/rules/money", "/learn/money", "/pad", "/privacy", "/me/abcdefgh")
GROUND = "getComputedStyle(document.documentElement).backgroundColor"
SIZE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"


def open_settings(page: Page) -> None:
    page.click("#settings")
    expect(page.locator(".settings[open]")).to_be_visible()


CUT = """() => {
  const dialog = document.querySelector('.settings');
  const cut = [...dialog.querySelectorAll('select')].filter((one) => {
    const shown = one.offsetWidth;
    one.style.maxWidth = 'none';
    return one.offsetWidth > shown;
  });
  const wide = dialog.scrollWidth > dialog.clientWidth;
  return [...cut.map((one) => one.id), ...(wide ? ["dialog"] : [])];
}"""
"""Lists that are narrower than their longest word, and a dialog that is wider than its place."""


@pytest.mark.parametrize("path", PLACES)
def test_every_page_has_the_settings(welcome: Welcome, path: str) -> None:
    page = welcome("fr", **NARROW).open(path)
    open_settings(page)
    expect(page.locator("#settings-title")).to_have_text(say("fr", "page.settings"))
    page.click("#settings-close")
    expect(page.locator(".settings[open]")).to_have_count(0)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_settings_last_and_apply_at_once(
    welcome: Welcome, lang: str, how: dict[str, object]
) -> None:
    guest = welcome(lang, color_scheme="light", **how)
    page = guest.open("/")
    before = page.evaluate(SIZE)
    light = page.evaluate(GROUND)
    open_settings(page)
    page.select_option("#set-theme", "dark")
    page.select_option("#set-text", "larger")
    page.select_option("#set-speed", "fast")
    page.uncheck("#set-confirm")
    page.uncheck("#set-sound")
    page.check("#set-marks")
    assert page.evaluate(GROUND) != light
    dark = page.evaluate(GROUND)
    page = guest.open("/rules/money")
    assert page.evaluate(GROUND) == dark
    assert page.evaluate(SIZE) == pytest.approx(1.25 * before)
    open_settings(page)
    for name, value in {"theme": "dark", "text": "larger", "speed": "fast"}.items():
        expect(page.locator(f"#set-{name}")).to_have_value(value)
    expect(page.locator("#set-confirm")).not_to_be_checked()
    expect(page.locator("#set-sound")).not_to_be_checked()
    expect(page.locator("#set-marks")).to_be_checked()


@pytest.mark.parametrize("lang", ["fr", "en", "de"])
def test_settings_can_be_read_whole_in_the_largest_text_on_a_phone(
    welcome: Welcome, lang: str
) -> None:
    page = welcome(lang, **NARROW).open("/")
    open_settings(page)
    page.select_option("#set-text", "larger")
    assert page.evaluate(CUT) == []


def test_a_script_reads_settings_and_hears_of_changes(welcome: Welcome) -> None:
    guest = welcome()
    page = guest.open("/")
    told = page.evaluate(
        """async () => {
          const { settings } = await import('/static/js/settings.js');
          const told = [settings.get('speed')];
          const end = settings.subscribe(() => told.push(settings.get('speed')));
          settings.set('speed', 'instant');
          end();
          settings.set('speed', 'slow');
          return [...told, settings.get('speed'), document.documentElement.dataset.speed];
        }"""
    )
    assert told == ["normal", "instant", "slow", "slow"]


def test_a_setting_that_no_page_knows_is_the_usual_one(welcome: Welcome) -> None:
    guest = welcome()
    guest.open("/").evaluate(
        "localStorage.setItem('tirelire-settings', JSON.stringify({ speed: 'warp', tea: 'green' }))"
    )
    page = guest.open("/")
    open_settings(page)
    expect(page.locator("#set-speed")).to_have_value("normal")


def test_another_tab_follows(welcome: Welcome) -> None:
    guest = welcome()
    page = guest.open("/")
    other = guest.context.new_page()
    other.goto("/rules/money")
    open_settings(page)
    page.select_option("#set-theme", "dark")
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_whole_screen_and_back(welcome: Welcome) -> None:
    page = welcome("fr").open("/")
    open_settings(page)
    expect(page.locator("#full-screen")).to_have_text(say("fr", "page.preferences.enter_full"))
    page.click("#full-screen")
    expect(page.locator("#full-screen")).to_have_text(say("fr", "page.preferences.leave_full"))
    page.click("#full-screen")
    expect(page.locator("#full-screen")).to_have_text(say("fr", "page.preferences.enter_full"))
