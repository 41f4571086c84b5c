"""The first game at a device: three pictures, a coach who can be silenced, cards seen closely."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW, PATIENCE, Guest, rest
from tests.page.conftest import Welcome
from tests.page.players import raw_keys
from tests.page.test_browser_access import violations
from tirelire.games import GAMES
from tirelire.lessons.script import PICTURES, picture_words

PAUSE = {"bots": 3600, "pause": 0, "window": 60}
"""A pace at which bots let a person look as long as they like."""


def begin(guest: Guest, game: str) -> Page:
    """Open a match in which the guest is asked first."""
    return guest.open(f"/t/{guest.begin(game, 2, pace=PAUSE)}")


def card_of_hand(page: Page) -> tuple[float, float]:
    """Return a place on the first card of the hand."""
    card = page.locator("#hand .held").first
    card.wait_for()
    rest(page)
    box = card.bounding_box()
    assert box is not None
    return box["x"] + 12, box["y"] + 20


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_three_pictures_come_before_the_first_match_and_once(
    welcome: Welcome, game: str, lang: str
) -> None:
    guest = welcome(lang, newcomer=True)
    page = begin(guest, game)
    for picture in PICTURES:
        shown = page.locator(f"#intro .picture-{picture}")
        expect(shown).to_contain_text(picture_words(game, picture, lang).text)
        for art in shown.locator("img").all():
            assert art.evaluate("(art) => art.decode().then(() => art.naturalWidth > 0)")
    assert not violations(page) + raw_keys(page)
    page.click("#intro-close")
    expect(page.locator("#intro")).to_have_count(0)
    page.reload()
    page.locator("#hand .held").first.wait_for()
    page.goto(f"/t/{guest.begin(game, 2, pace=PAUSE)}")
    page.locator("#hand .held").first.wait_for()
    expect(page.locator("#intro")).to_have_count(0)
    page.click("#how")
    expect(page.locator("#intro .picture-goal")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#intro")).to_have_count(0)


def test_who_watches_gets_no_pictures(welcome: Welcome) -> None:
    host = welcome()
    table = host.begin("money", 2, pace=PAUSE, listed=True)
    page = welcome(newcomer=True).open(f"/t/{table}")
    page.locator(".seat").first.wait_for()
    expect(page.locator("#intro")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_speaks_until_switched_off(welcome: Welcome, game: str) -> None:
    guest = welcome("fr", newcomer=True)
    page = begin(guest, game)
    page.click("#intro-close")
    expect(page.locator("#coach")).to_contain_text(" ")
    table = page.url.rsplit("/", 1)[1]
    said = guest.get(f"/tables/{table}/view?seat=A&help=true")["coach"]
    expect(page.locator("#coach span")).to_have_text(said)
    assert not violations(page) + raw_keys(page)
    page.click("#coach-off")
    expect(page.locator("#coach")).to_be_hidden()
    page.reload()
    page.locator("#hand .held").first.wait_for()
    expect(page.locator("#coach")).to_be_hidden()
    page.click("#how")
    page.click("label:has(#coached)")
    page.click("#intro-close")
    expect(page.locator("#coach span")).to_have_text(said)


def test_the_coach_leaves_after_the_first_matches(welcome: Welcome) -> None:
    guest = welcome(newcomer=True)
    for is_heard in (True, True, False):
        page = begin(guest, "money")
        page.locator("#hand .held").first.wait_for()
        if page.locator("#intro-close").count():
            page.click("#intro-close")
        expect(page.locator("#question.to-me")).to_be_visible()
        expect(page.locator("#coach")).to_be_visible(visible=is_heard)


def test_a_card_is_seen_closely_where_the_mouse_rests(welcome: Welcome) -> None:
    guest = welcome("en")
    page = begin(guest, "monopoly")
    x, y = card_of_hand(page)
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y)
    zoom = page.locator("#zoom")
    expect(zoom).to_be_visible()
    code = page.locator("#hand .held .card").first.get_attribute("data-code")
    card = guest.get("/games/monopoly")["cards"][code]
    expect(zoom.locator("b")).to_have_text(card["name"])
    expect(zoom).to_contain_text(card["role"])
    expect(zoom.locator(".zoom-copies")).to_contain_text("in the game")
    assert not violations(page) + raw_keys(page)
    page.mouse.move(2, 2)
    expect(zoom).to_be_hidden()


def test_a_card_is_seen_closely_by_a_long_press_that_presses_nothing(welcome: Welcome) -> None:
    page = begin(welcome("fr", **NARROW), "money")
    x, y = card_of_hand(page)
    touch = page.context.new_cdp_session(page)
    point = {"x": x, "y": y}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator("#zoom")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#zoom .zoom-copies")).to_contain_text("dans le jeu")
    expect(page.locator("#hand input:checked")).to_have_count(0)
    page.touchscreen.tap(x, y)
    expect(page.locator("#zoom")).to_be_hidden()
    expect(page.locator("#hand input:checked")).to_have_count(1)


def test_a_card_is_seen_closely_by_a_key(welcome: Welcome) -> None:
    page = begin(welcome("fr"), "cache_ton_cash")
    page.locator("#hand input").first.focus()
    page.keyboard.press("z")
    name = page.locator("#hand .card img").first.get_attribute("alt")
    expect(page.locator("#zoom b")).to_have_text(name or "")
    expect(page.locator(".unseen[aria-live]", has_text=name)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#zoom")).to_be_hidden()
    page.keyboard.press("z")
    expect(page.locator("#zoom")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator("#zoom")).to_be_hidden()


def test_a_hidden_card_is_not_seen_closely(welcome: Welcome) -> None:
    page = begin(welcome(), "monopoly")
    page.locator("#draw-pile .card").wait_for()
    rest(page)
    page.locator("#draw-pile").hover()
    page.locator("#hand .held").first.hover(position={"x": 12, "y": 20})
    expect(page.locator("#zoom")).to_be_visible(timeout=PATIENCE)
    code = page.locator("#hand .held .card").first.get_attribute("data-code")
    assert code != "?"


@pytest.mark.parametrize("game", GAMES)
def test_pictures_and_coach_have_room_on_a_phone(welcome: Welcome, game: str) -> None:
    page = begin(welcome("fr", newcomer=True, **NARROW), game)
    expect(page.locator("#intro-close")).to_be_in_viewport()
    width = page.evaluate("[document.getElementById('intro').scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    page.click("#intro-close")
    for ident in ("#coach", "#question", "#actions"):
        expect(page.locator(ident)).to_be_in_viewport()
