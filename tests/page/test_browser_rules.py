"""The rules in a browser: looking for words, links to a number, how they look on paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW
from tests.page.conftest import Welcome
from tests.page.players import raw_keys
from tests.page.test_browser_access import tight, violations
from tirelire.games import GAMES

WORD = {"fr": ("triplé", "triples", "introuvable"), "en": ("triple", "TRIPLES", "nowhere")}
VISIBLE = "article.rule:visible"


def look_for(page: Page, words: str) -> int:
    page.fill("#words", words)
    return page.locator(VISIBLE).count()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_rules_are_found_by_their_words(welcome: Welcome, lang: str) -> None:
    page = welcome(lang).open("/rules/money")
    every = page.locator(VISIBLE).count()
    one, other, none = WORD[lang]
    few = look_for(page, one)
    assert 0 < few < every
    assert look_for(page, other) == few  # neither accents nor capitals matter
    expect(page.locator("#found")).to_contain_text(str(few))
    assert look_for(page, none) == 0
    expect(page.locator("#found")).to_have_text(re.compile(r"\w{4}"))
    assert not raw_keys(page)
    page.keyboard.press("Escape")
    assert page.locator(VISIBLE).count() == every
    assert look_for(page, "m8") == 1
    page.keyboard.press("Enter")
    expect(page.locator("#M8")).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("#words")).to_be_focused()


def test_a_link_to_a_rule_shows_it_whatever_was_searched(welcome: Welcome) -> None:
    page = welcome().open("/rules/money#M8")
    expect(page.locator("#M8")).to_be_in_viewport()
    look_for(page, "M10")
    expect(page.locator("#M12")).to_be_hidden()
    page.locator("nav .contents a").last.click()
    expect(page.locator("#options h2")).to_be_in_viewport()
    expect(page.locator("#M12")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_drawn_and_fit_on_a_phone(welcome: Welcome, game: str) -> None:
    guest = welcome("fr", **NARROW)
    page = guest.open(f"/rules/{game}")
    page.evaluate("document.querySelectorAll('img').forEach((one) => { one.loading = 'eager'; })")
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")
    widths: list[int] = page.evaluate("[...document.images].map((one) => one.naturalWidth)")
    assert len(widths) > 5
    assert all(widths)
    assert not violations(page)
    assert not tight(page)


def test_on_paper_there_are_all_the_rules_and_nothing_else(welcome: Welcome) -> None:
    page = welcome().open("/rules/cache_ton_cash")
    every = page.locator(VISIBLE).count()
    look_for(page, "jar")
    page.emulate_media(media="print")
    assert page.locator(VISIBLE).count() == every
    for gone in (".top", "#find", ".contents", "#print", ".foot"):
        expect(page.locator(gone)).to_be_hidden()
    assert len(page.pdf()) > 10_000
