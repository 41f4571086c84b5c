"""Pages for everyone: what axe finds, how large things to touch are, what fits on small screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from tests.page.browser import Guest, House, resize, rest
from tests.page.conftest import Welcome
from tests.page.players import Player, raw_keys
from tests.page.positions import Showcase, Shown
from tirelire.core.texts import say
from tirelire.games import GAMES

PLAYERS = {"money": 3, "cash_oder_crash": 3, "monopoly": 2, "cache_ton_cash": 2}
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""Rules of axe that depend on the theme: the others need to be asked once."""
THEMES: Any = {"light": {}, "dark": {"runOnly": {"type": "rule", "values": OF_COLOURS}}}
SMALLEST, NARROW, TOUCH, TEXT = 320, 360, 44, 24
AXE = Axe()
VIOLATIONS = """async (options) => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'], ...options });
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3)
    .map(({ html, target }) => `${id}: ${html.slice(0, 160)} ${target}`));
}"""
SMALL = """([touch, text]) => {
  const found = [];
  const selector = 'button, a, summary, select, input, label:has(input)';
  for (const one of document.querySelectorAll(selector)) {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (one.matches('.skip, .unseen *')) continue;
    if (one.matches('input') && one.closest('label')) continue;
    const box = one.getBoundingClientRect();
    let [width, height] = [box.width, box.height];
    if (one.matches('.held')) {
      const next = one.nextElementSibling?.getBoundingClientRect();
      if (next && Math.abs(next.top - box.top) < 20) width = Math.min(width, next.left - box.left);
    }
    const least = one.matches('a:not(.button, .quiet, header a, .tables a)') ? text : touch;
    if (Math.min(width, height) < least - 0.5) {
      found.push(`${one.tagName} #${one.id} .${one.className}`
        + ` “${one.textContent.trim().slice(0, 30)}” ${width.toFixed(0)} × ${height.toFixed(0)}`);
    }
  }
  return found;
}"""
WIDER = """() => {
  const most = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= most) return [];
  const wide = [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility()
    && one.getBoundingClientRect().right > most + 1)
    .map((one) => `${one.tagName} #${one.id} .${one.className}`);
  return [`the page: ${document.documentElement.scrollWidth}`, ...wide].slice(0, 8);
}"""


def entrance(guest: Guest) -> None:
    guest.begin("cash_oder_crash", 2, listed=True)
    guest.open("/")
    guest.page.evaluate("localStorage.setItem('tirelire-guest', 'yes')")
    guest.open("/").locator("#mine li").first.wait_for()
    guest.page.click(".device summary")
    guest.page.click("#device")
    guest.page.locator("#device-link input").wait_for()


def new_table(guest: Guest) -> None:
    guest.open("/new/cache_ton_cash").locator("#seats .seat-row").first.wait_for()
    guest.page.click("summary")


def lobby(guest: Guest) -> None:
    table = guest.table("money", ["open", "open", "strong"])
    guest.sit(table, "A", "Zoé")
    guest.open(f"/t/{table}").locator("#start").wait_for()
    guest.page.click("#lobby summary")


def sheet(guest: Guest) -> None:
    table = guest.watch_bots("cache_ton_cash", 3)
    guest.open(f"/t/{table}").locator("#show-sheet").click()
    guest.page.locator("#sheet[open] .podium").wait_for()


def replay(guest: Guest) -> None:
    table = guest.watch_bots("money", 3)
    guest.open(f"/replay/{table}#12.*").locator("#table .board").wait_for()
    guest.page.click("#check")
    guest.page.locator(".promise summary").click()
    guest.page.locator(".promise code").wait_for()


def curtain(guest: Guest) -> None:
    table = guest.table("cache_ton_cash", ["open", "open"])
    guest.sit(table, "A", "Ann")
    guest.sit(table, "B", "Bob")
    guest.post(f"/tables/{table}/start")
    guest.open(f"/t/{table}").locator("#handed").wait_for()


def wrong_link(guest: Guest) -> None:
    guest.watch.expected.append("404")
    guest.open("/t/nothing")


def question(guest: Guest) -> None:
    guest.open(f"/t/{guest.begin('money', 2)}").locator("#leave").click()
    guest.page.locator("dialog.question[open]").wait_for()


def settings(guest: Guest) -> None:
    guest.introduce()
    guest.open("/").locator("#settings").click()
    guest.page.locator(".settings[open]").wait_for()


def profile(guest: Guest) -> None:
    guest.open("/").locator("[data-play=money]").click()
    guest.page.locator(".profile[open]").wait_for()


def shared_pad(guest: Guest) -> None:
    page = guest.open("/pad#new/monopoly")
    page.click("#begin")
    page.click("#share")
    page.locator("#link").wait_for()


PAGES: dict[str, Callable[[Guest], None]] = {
    "entrance": entrance,
    "new": new_table,
    "pass and play": lambda guest: void(guest.open("/new/money?mode=pass")),
    "lobby": lobby,
    "sheet": sheet,
    "curtain": curtain,
    "question": question,
    "settings": settings,
    "profile": profile,
    "pad that is shared": shared_pad,
    "rules": lambda guest: void(guest.open("/rules/monopoly#P12")),
    "replay": replay,
    "move": lambda guest: void(guest.open("/me/abcdefgh")),
    "wrong link": wrong_link,
}


def void(page: Page) -> None:
    """Only look at a page."""
    assert page.locator("h1").count() == 1


def violations(page: Page) -> list[str]:
    """Return what axe finds in both themes."""
    rest(page)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.axe_script)
    found = []
    for theme, options in THEMES.items():
        page.emulate_media(color_scheme=theme)
        found += [f"{theme} {one}" for one in page.evaluate(VIOLATIONS, options)]
    return found


def tight(page: Page) -> list[str]:
    """Return what is too small to touch on a phone, and what does not fit on the smallest."""
    resize(page, NARROW, 740)
    found = [f"small: {one}" for one in page.evaluate(SMALL, [TOUCH, TEXT])]
    resize(page, SMALLEST, 640)
    return found + [f"too wide: {one}" for one in page.evaluate(WIDER)]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_for_everyone(welcome: Welcome, name: str, lang: str) -> None:
    guest = welcome(lang)
    PAGES[name](guest)
    assert guest.page.locator("html").get_attribute("lang") == lang
    assert not raw_keys(guest.page)
    assert not violations(guest.page)
    assert not tight(guest.page)


@pytest.mark.parametrize(
    ("game", "lang"), [(game, lang) for game in GAMES for lang in ("fr", "en")]
)
def test_a_table_in_play_is_for_everyone(welcome: Welcome, game: str, lang: str) -> None:
    guest = welcome(lang)
    page = guest.open(f"/t/{guest.begin(game, PLAYERS[game] - 1)}")
    player = Player(page, haste=1.0, seed=7)
    problems = []
    for steps in (0, 1, 14):
        for _ in range(steps):
            player.step()
        player.wait()
        found = raw_keys(page) + violations(page) + tight(page)
        resize(page, 1280, 800)
        problems += [f"after {steps}: {one}" for one in found]
    guest.excuse(player.late)
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_dialog_of_going_out_is_for_everyone(welcome: Welcome, lang: str) -> None:
    showcase = Showcase(welcome(lang), "monopoly", lang)
    said = {"legal": True, "message": "", "rule": ""}
    showcase.page.route("**/api/tables/table/check", lambda route: route.fulfill(json=said))
    showcase.show(Shown("monopoly 4; hand A YEL1 YEL2 YEL3 H1 H2 TOKEN GO MR CHANCE CHANCE"))
    showcase.page.get_by_role("button", name=say(lang, "page.monopoly.out")).click()
    showcase.page.get_by_role("dialog", name=say(lang, "page.monopoly.arrange_title")).wait_for()
    assert not violations(showcase.page)
    assert not tight(showcase.page)


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_company_fits_on_the_smallest_screen(welcome: Welcome, game: str) -> None:
    guest = welcome("fr")
    most = {"money": 5, "cash_oder_crash": 4, "monopoly": 6, "cache_ton_cash": 6}[game]
    page = guest.open(f"/t/{guest.begin(game, most - 1)}")
    Player(page).wait()
    assert not tight(page)
    assert not violations(page)


def test_an_update_is_told_to_those_who_listen(browser: Browser, house: House) -> None:
    guest = Guest(browser, house, "fr")
    page = guest.open(f"/t/{guest.begin('cash_oder_crash', 2)}")
    player = Player(page)
    for _ in range(6):
        player.step()
    guest.excuse(player.late)
    assert page.locator("#told[aria-live=polite]").inner_text()
    assert page.locator("#question[aria-live=polite]").inner_text()
    group = page.locator("#hand fieldset")
    assert group.locator("legend").inner_text()
    assert group.locator("input[type=checkbox]").count() > 2
    names = group.locator("label img").evaluate_all("(all) => all.map((one) => one.alt)")
    assert all(names)
    guest.close()
