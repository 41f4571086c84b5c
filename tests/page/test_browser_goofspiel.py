"""A game from another package that has only rules and words: the page plays it all the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.examples.installed import with_goofspiel
from tests.page.browser import NARROW, Guest, House
from tests.page.players import Player, Press, by_finger, by_keyboard, by_mouse, raw_keys
from tests.page.test_browser_access import AXE, SMALL, TEXT, TOUCH, WIDER
from tests.programs import CHROMIUM, need
from tirelire.core.codes import SEAT_LETTERS

GAME = "goofspiel"
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 800}}
CODE = re.compile(rf"\b[{SEAT_LETTERS[:5]}P]\d{{1,2}}\b|\bbid \d+\b|\bown_bid\b|\bSeat [A-F]\b")
"""What only notation says: cards by their codes, moves as they are written, fields, seats."""
UNSEEN = """() => [...document.querySelectorAll('.plain-zone, .seat, #hand label')]
  .filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > document.documentElement.clientWidth + 1)
  .map(([one]) => one.ariaLabel ?? one.textContent)"""
FELT = "() => { const felt = document.getElementById('table'); \
return felt.scrollHeight - felt.clientHeight; }"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with Goofspiel beside its own games."""
    need(CHROMIUM)
    env = with_goofspiel(tmp_path_factory.mktemp("installed"))
    preparing = [sys.executable, "-m", "tirelire.bots.preparing", "tables", GAME]
    subprocess.run(preparing, env={**os.environ, **env}, check=True, stdout=subprocess.DEVNULL)
    served = House(tmp_path_factory.mktemp("house"), env=env)
    try:
        served.start()
        yield served
    finally:
        served.end()


@pytest.fixture(params=[("fr", "laptop"), ("en", "laptop"), ("fr", "phone"), ("en", "phone")])
def guest(request: pytest.FixtureRequest, browser: Browser, house: House) -> Iterator[Guest]:
    """Somebody with a laptop or a phone, in either language; nothing may go wrong."""
    lang, device = request.param
    visitor = Guest(browser, house, lang, **(LAPTOP if device == "laptop" else NARROW))
    yield visitor
    visitor.close()


def press_of(guest: Guest) -> Press:
    """Return how a guest presses things."""
    return by_finger if guest.page.evaluate("matchMedia('(pointer: coarse)').matches") else by_mouse


def texts_of(page: Page) -> str:
    """Return all that is said on a page, to those who look and to those who listen."""
    labels = page.locator("[aria-label], [title], img[alt]").evaluate_all(
        "(all) => all.map((one) => one.ariaLabel ?? one.alt ?? one.title)"
    )
    return "\n".join([page.inner_text("body"), *labels])


def test_a_match_is_played_to_its_end(guest: Guest) -> None:
    table = guest.begin(GAME, 3)
    page = guest.open(f"/t/{table}")
    player = Player(page, press_of(guest))
    notation: set[str] = set()
    wrong: list[str] = []

    def note(seen: Any) -> bool:
        notation.update(CODE.findall(texts_of(page)))
        wrong.extend(page.evaluate(UNSEEN))
        wrong.extend(["the felt scrolls"] if page.evaluate(FELT) > 1 else [])
        return False

    end = player.play(note)
    view = guest.get(f"/tables/{table}/view")
    assert view["ended"] == "match"
    assert not player.refusals
    assert not notation
    assert not wrong
    assert end.over
    expect(page.locator("#sheet .rank")).to_have_count(4)
    assert not raw_keys(page)
    page.locator("#sheet footer form button").click()
    page.locator("#actions a[href^='/replay/']").click()
    page.locator("#moment").wait_for()
    for key in ("End", "ArrowLeft", "ArrowLeft", "Home"):
        page.keyboard.press(key)
        assert not CODE.findall(texts_of(page))
    assert page.locator(".plain-zone").count() == 4 + 2 * 4 - 1  # my hand lies below the table
    assert page.locator("#hand .card").count() > 0
    assert not raw_keys(page)


def test_every_legal_move_is_a_button_and_a_card_leaves_its_own(guest: Guest) -> None:
    page = guest.open(f"/t/{guest.begin(GAME, 1)}")
    Player(page).wait()
    what = page.locator("#actions button").all_inner_texts()
    bid = {"fr": "Miser le", "en": "Bid the"}[page.evaluate("document.documentElement.lang")]
    assert what == [f"{bid} {rank}" for rank in range(1, 14)]
    assert page.locator("#hand label.playable").count() == 13
    press = press_of(guest)
    press(page, "hand-A5")
    expect(page.locator("#actions button.primary")).to_have_text([f"{bid} 5"])
    press(page, "undo")
    expect(page.locator("#actions button")).to_have_count(13)
    press(page, "hand-A9")
    press(page, "do-bid-9")
    expect(page.locator("#hand label")).to_have_count(12)
    if press is by_finger:
        assert not page.evaluate(SMALL, [TOUCH, TEXT])
    assert not page.evaluate(WIDER)
    found = AXE.run(page).response["violations"]
    assert not [(one["id"], one["nodes"][0]["html"]) for one in found]


def test_a_keyboard_is_enough(browser: Browser, house: House) -> None:
    guest = Guest(browser, house, "en", **LAPTOP)
    table = guest.begin(GAME, 1, options={"cards": 4})
    page = guest.open(f"/t/{table}")
    player = Player(page, by_keyboard)
    player.play()
    assert guest.get(f"/tables/{table}/view")["ended"] == "match"
    guest.close()


def test_from_the_entrance_to_the_form_the_lobby_and_the_rules(guest: Guest) -> None:
    page = guest.open("/")
    offered = page.locator(f"[data-game={GAME}]")
    assert offered.locator("h2").inner_text() == "Goofspiel"
    assert offered.locator(f"a[href='/rules/{GAME}']").count() == 1
    assert offered.locator("a[href*='/learn/'], a[href*='/pad']").count() == 0
    page = guest.open(f"/new/{GAME}")
    page.locator("summary").click()
    labels = page.locator(".option").all_inner_texts()
    lang = page.evaluate("document.documentElement.lang")
    assert {"fr": "Cartes par couleur", "en": "Cards in a suit"}[lang] in labels[0]
    assert {"fr": "le lot est perdu", "en": "the prize is gone"}[lang] in labels[1]
    page.fill("[name=option-cards]", "5")
    page.select_option("[name=option-tie]", "carry")
    page.fill("#name-0", "Zoé")
    page.locator("button.primary").click()
    page.locator("#lobby #start").wait_for()
    assert {"fr": "Cartes par couleur", "en": "Cards in a suit"}[lang] in page.inner_text("#lobby")
    assert not raw_keys(page)
    page.locator("#start").click()
    page.locator("#table .plain-board").wait_for()
    page = guest.open(f"/rules/{GAME}")
    assert page.locator("#G4").count() == 1
    assert page.locator(f"a[href='/learn/{GAME}']").count() == 0
    assert not raw_keys(page)


def test_play_now_begins_at_once(browser: Browser, house: House) -> None:
    guest = Guest(browser, house, "en", **LAPTOP)
    guest.introduce()
    guest.open("/").click(f"[data-play={GAME}]")
    guest.page.locator("#hand label.playable").first.wait_for()
    assert guest.page.locator("#table .seat").count() == 4
    guest.close()


def test_there_is_no_lesson(browser: Browser, house: House) -> None:
    guest = Guest(browser, house, "en", **LAPTOP)
    guest.watch.expected.append("404")
    answer = guest.page.goto(f"/learn/{GAME}")
    assert answer is not None
    assert answer.status == 404
    assert guest.context.request.get(f"/api/lessons/{GAME}/core/1").status == 404
    guest.close()
