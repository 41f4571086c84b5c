"""A replay: the list of moves, my hand and the open ones, decisive moments, one badge."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW, WIDE, Guest
from tests.page.conftest import Welcome
from tests.page.driving import drive
from tests.page.positions import STATES, Showcase
from tests.page.test_browser_access import tight, violations
from tests.page.test_browser_promise import begun, finished
from tirelire.core.texts import say
from tirelire.games import GAMES

READERS: dict[str, tuple[str, dict[str, Any]]] = {
    "money": ("fr", WIDE),
    "cash_oder_crash": ("en", NARROW),
    "monopoly": ("fr", NARROW),
    "cache_ton_cash": ("en", WIDE),
}
PICTURED = """() => Object.fromEntries([...document.querySelectorAll('.seat')].map((seat) =>
  [seat.dataset.seat, [...seat.querySelectorAll('.card-row .card')].map((one) => one.dataset.code)]
))"""
HAND = "() => [...document.querySelectorAll('#hand .card')].map((card) => card.dataset.code)"
CURRENT = "#moves [aria-current]"


def replayed(guest: Guest, game: str) -> tuple[str, list[Any]]:
    """Play a match against bots; return its table, and its moments with all cards open."""
    table = guest.begin(game, 2)
    drive(guest, table, ("match",))
    return table, guest.get(f"/tables/{table}/replay?seat=*")["frames"]


def look(guest: Guest, table: str, moment: int, seat: str = "*") -> Page:
    """Look at a moment of a match."""
    page = guest.open(f"/replay/{table}#{moment}.{seat}")
    page.locator(CURRENT).wait_for()
    return page


ADDRESSED = """(word) => {
  const [slider, found] = [document.getElementById('moment'), []];
  for (let n = 1; n <= Number(slider.max); n += 1) {
    slider.value = n;
    slider.dispatchEvent(new Event('input'));
    for (const place of document.querySelectorAll('#table, #hand, .moment, #moves')) {
      const labels = [...place.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel);
      const texts = [place.textContent, ...labels].filter((text) => new RegExp(word).test(text));
      found.push(...texts.map((text) => `${n}: ${text}`));
    }
  }
  return found.slice(0, 5);
}"""
"""What addresses the reader at any moment."""


def cards_of(text: str) -> list[str]:
    return [] if text == "-" else text.split()


@pytest.mark.parametrize("game", GAMES)
def test_my_hand_lies_below_and_the_others_are_pictures(welcome: Welcome, game: str) -> None:
    lang, screen = READERS[game]
    guest = welcome(lang, **screen)
    table, frames = replayed(guest, game)
    page = look(guest, table, 2)
    items = frames[1]["items"]
    shown = page.evaluate(PICTURED)
    for seat in "BC":
        assert sorted(shown[seat]) == sorted(cards_of(items[f"hand {seat}"])) != []
    mine = page.evaluate(HAND)
    assert set(cards_of(items["hand A"])) - set(cards_of(items.get("laid", "-"))) <= set(mine)
    found = violations(page) + tight(page)
    assert not found, "\n".join(found)


def test_the_present_move_is_marked_and_every_move_leads_to_its_moment(welcome: Welcome) -> None:
    guest = welcome("en")
    table, frames = replayed(guest, "cash_oder_crash")
    page = look(guest, table, 3)
    rows = page.locator("#moves button")
    expect(rows).to_have_count(len(frames))

    def is_at(moment: int) -> None:
        expect(page.locator(CURRENT)).to_have_count(1)
        expect(rows.nth(moment - 1)).to_have_attribute("aria-current", "step")
        expect(rows.nth(moment - 1)).to_be_in_viewport()
        expect(page.locator("#moment")).to_have_value(str(moment))
        assert page.url.endswith(f"#{moment}.*")

    is_at(3)
    page.keyboard.press("ArrowRight")
    is_at(4)
    page.keyboard.press("End")
    is_at(len(frames))
    expect(page.locator(CURRENT)).to_contain_text(frames[-1]["ending"])
    page.keyboard.press("Home")
    is_at(1)
    rows.nth(5).click()
    is_at(6)
    page.keyboard.press("ArrowDown")  # the list has the focus, which goes along
    is_at(7)
    expect(rows.nth(6)).to_be_focused()


@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_reads_names_and_the_player_is_addressed(welcome: Welcome, game: str) -> None:
    lang, screen = READERS[game]
    guest, stranger = welcome(lang, **screen), welcome(lang, **screen)
    table, _ = replayed(guest, game)
    word = {"fr": r"\b([Vv]ous|[Vv]otre|[Vv]os)\b", "en": r"\b[Yy]ours?\b|\b[Yy]ou\b"}[lang]
    for seat in ("*", "A"):
        page = look(stranger, table, 1, seat)
        assert page.evaluate(ADDRESSED, word) == []
        assert page.locator(".own .who").inner_text() == "Zoé"
    assert look(guest, table, 1, "A").evaluate(ADDRESSED, word) != []


def test_decisive_moments_are_marked_and_lead_there(welcome: Welcome) -> None:
    guest = welcome("fr")
    table, _ = replayed(guest, "cache_ton_cash")
    moments = guest.get(f"/tables/{table}/moments")["moments"]
    assert moments
    page = look(guest, table, 1)
    expect(page.locator(".marks .mark")).to_have_count(len(moments))
    names = [seat["name"] for seat in guest.get(f"/tables/{table}")["seats"]]
    for i, moment in enumerate(moments):
        button = page.locator(".moments button").nth(i)
        expect(button).to_contain_text(names["ABC".index(moment["seat"])])
        button.click()
        expect(page.locator("#moment")).to_have_value(str(moment["number"]))
        expect(page.locator(CURRENT).locator(f".key-{moment['kind']}")).to_have_count(1)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_check_of_the_deals_is_behind_one_badge(welcome: Welcome, lang: str) -> None:
    guest, stranger = welcome(lang), welcome(lang, **NARROW)
    table = begun(guest, seated=False)
    finished(guest, table, seated=False)
    page = look(guest, table, 1)
    badge = page.locator("#check")
    expect(badge).to_have_text(say(lang, "page.replay.fair.badge.good"))
    expect(page.locator("section.fair")).to_be_hidden()
    badge.click()
    expect(page.locator(".found.good")).to_be_in_viewport(ratio=1)
    expect(page.locator("#fair-title")).to_be_in_viewport(ratio=1)  # it begins at its beginning
    expect(page.locator(".fair-dialog .primary")).to_be_in_viewport(ratio=1)
    assert not violations(page)
    page.keyboard.press("Escape")
    expect(page.locator("section.fair")).to_be_hidden()
    other = look(stranger, table, 1)
    expect(other.locator("#check")).to_have_text(say(lang, "page.replay.fair.badge.same"))


def test_a_check_that_failed_is_repeated_by_a_click(welcome: Welcome) -> None:
    guest = welcome("en")
    guest.watch.expected += ["failed", "net::ERR_FAILED"]
    table, _ = replayed(guest, "cash_oder_crash")
    guest.page.route("**/packs", lambda route: route.abort())
    page = look(guest, table, 1)
    expect(page.locator("#check")).to_have_text(say("en", "page.replay.fair.badge.failed"))
    page.unroute("**/packs")
    page.click("#check")
    expect(page.locator(".found:not(.bad) p").first).to_be_visible()


def test_a_claim_leaves_the_piles_in_sight_on_a_phone(welcome: Welcome) -> None:
    showcase = Showcase(welcome("fr", **NARROW), "cache_ton_cash", "fr")
    showcase.show(STATES["cache_ton_cash"]["2 claim"])
    page = showcase.page
    page.evaluate("document.body.className = 'replaying'")
    places = page.locator(".cash-middle .cash-place")
    expect(places).to_have_count(5)  # stock, discard and three neutral piles
    for place in places.all():
        expect(place).to_be_visible()
    expect(page.locator(".cash-fight .cash-stake")).to_be_visible()
    expect(page.locator(".cash-fight .cash-played .card").first).to_be_visible()
