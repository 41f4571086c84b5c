"""What others do is seen: scenes with bubbles, a log with cards, the goal, signs of one's turn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import AT_ONCE, NARROW, WIDE, Guest, until
from tests.page.conftest import Welcome
from tests.page.players import Player, by_finger
from tests.page.stage import Stage
from tirelire.core.texts import say

SLOWLY = {**AT_ONCE, "bots": 200}
"""A pace at which bots move one after the other."""


PRESSED = """() => {
  const skip = document.getElementById('skip-scenes');
  const before = skip.hidden;
  for (const type of ['pointerdown', 'pointerup']) {
    document.getElementById('table').dispatchEvent(new PointerEvent(type, { bubbles: true }));
  }
  return [before, skip.hidden];
}"""
"""Whether nothing is left to be skipped, before and right after the table is pressed."""
POINTED = """() => {
  const codes = [...document.querySelectorAll('#table .card')].map((one) => one.dataset.code);
  const line = [...document.querySelectorAll('#log li[data-cards]')].find(
    (one) => one.dataset.cards.split(' ').some((code) => codes.includes(code)));
  if (!line) return null;
  const lit = () => [...document.querySelectorAll('#table .card.lit')]
    .map((one) => one.dataset.code);
  line.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  const during = lit();
  line.dispatchEvent(new PointerEvent('pointerout', { bubbles: true }));
  return { line: line.dataset.cards.split(' '), during, after: lit() };
}"""
"""What is lit while a line is pointed at that names a card on the table, and afterwards."""


def at_money(guest: Guest, bots: int = 3, hands: int = 2) -> Page:
    """Sit down at a table of Money with bots that move one after the other."""
    table = guest.begin("money", bots, pace=SLOWLY, options={"hands": hands})
    page = guest.open(f"/t/{table}")
    page.locator("#table .board").wait_for()
    return page


NOTE_BUBBLE = """() => new MutationObserver(() => {
  if (document.querySelector("body:has(.bubble.did img) .seat.acting[class*='seat-colour-']")) {
    document.documentElement.dataset.bubble = 'seen';
  }
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""
"""Notes that a bubble was there: a player in haste presses it away."""


def test_a_bubble_at_the_seat_says_what_a_player_did_with_pictures(welcome: Welcome) -> None:
    page = at_money(welcome("fr"))
    page.evaluate(NOTE_BUBBLE)
    Player(page, haste=1.0).play_until_shown("html[data-bubble]")


def test_a_player_who_acts_sees_the_newest_at_once(welcome: Welcome) -> None:
    page = at_money(welcome("en"))
    page.locator("#pause-scenes").click()
    Player(page, haste=1.0).play_until_shown("#skip-scenes")
    before, after = page.evaluate(PRESSED)
    assert (before, after) == (False, True)


def _is_asked(page: Page) -> bool:
    return page.locator("#question.to-me").count() > 0


def test_a_pause_holds_the_scene_and_skipping_goes_on(welcome: Welcome) -> None:
    page = at_money(welcome("en"))
    page.locator("#pause-scenes").click()
    Player(page, haste=1.0).play_until_shown("#skip-scenes")
    before = page.locator("#log li").count()
    page.locator("#skip-scenes").click()
    until(lambda: page.locator("#log li").count() > before, "nothing is told")
    page.locator("#pause-scenes").click()
    expect(page.locator("#skip-scenes")).to_be_hidden()


def test_the_log_has_cards_in_the_colours_of_players(welcome: Welcome) -> None:
    page = at_money(welcome("en"))
    Player(page, haste=1.0).play_until_shown("#log li[data-cards]")
    line = page.locator("#log li[data-cards]").last
    expect(line.locator(".thumbs img").first).to_be_visible()
    expect(line).to_have_class(re.compile(r"seat-colour-\d"))
    assert page.locator("#log li.routine:visible").count() == 0
    page.locator("#log-all").click()
    expect(page.locator("#log li.routine").first).to_be_visible()


@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_log_folds_away_by_keyboard_and_stays_folded(
    welcome: Welcome, how: dict[str, object]
) -> None:
    page = at_money(welcome("fr", **how))
    log, fold, table = (page.locator(name) for name in ("#log", "#log-fold", "#table"))
    expect(log).to_be_visible()
    before = table.bounding_box()
    fold.focus()
    page.keyboard.press("Enter")
    expect(log).to_be_hidden()
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#pause-scenes")).to_be_visible()
    after = table.bounding_box()
    assert before is not None
    assert after is not None
    assert (after["width"] > before["width"]) == (how is WIDE)
    page.reload()
    page.locator("#table .board").wait_for()
    expect(log).to_be_hidden()
    fold.focus()
    page.keyboard.press("Space")
    expect(log).to_be_visible()
    expect(fold).to_have_attribute("aria-expanded", "true")


def test_pointing_at_a_line_lights_its_cards(welcome: Welcome) -> None:
    page = at_money(welcome("en"))
    player = Player(page, haste=1.0)
    while (seen := page.evaluate(POINTED)) is None:
        player.step()
    assert seen["during"]
    assert set(seen["during"]) <= set(seen["line"])
    assert seen["after"] == []


def test_the_goal_and_the_turn_are_in_sight(welcome: Welcome) -> None:
    guest = welcome("fr", **NARROW)
    page = at_money(guest)
    expect(page.locator("#goal")).to_have_text("Manche 1 sur 2")
    expect(page).to_have_title(re.compile("^● Money"))
    assert page.locator(".goal-bar").count() == 4
    Player(page, by_finger, haste=1.0).play_until_shown("#log li:not(.deal):not(.routine)")
    until(lambda: not page.title().startswith("●") or _is_asked(page), "the sign stays")


def test_an_exchange_says_what_it_would_bring(welcome: Welcome) -> None:
    page = at_money(welcome("fr"), bots=2)
    text = Player(page, haste=1.0).play_until_shown(".money-bargain")
    assert re.fullmatch(r"[\d\s]+ → [\d\s]+ points", text)


def test_words_are_a_bubble_at_the_seat_and_counted_until_they_are_read(welcome: Welcome) -> None:
    ann, emile = welcome("en"), welcome("fr")
    table = ann.table("money", ["open", "open", "regular"], pace=SLOWLY)
    ann.sit(table, "A", "Ann")
    emile.sit(table, "B", "Émile")
    ann.post(f"/tables/{table}/start")
    pages = [guest.open(f"/t/{table}") for guest in (ann, emile)]
    for page in pages:
        page.locator("#table .board").wait_for()
    pages[1].locator("#phrase-nice").click()
    expect(pages[0].locator(".bubble.said")).to_have_text("Bien joué !")
    expect(pages[0].locator("#said li")).to_have_text("Émile Bien joué !")


BUBBLES = """async () => {
  const { deedsOf, showDeeds } = await import('/static/js/bubbles.js');
  const table = await (await fetch(`/api/tables/${document.body.dataset.table}`)).json();
  const scenes = [...table.seats.map(({ seat }) => seat), null].map(
    (seat) => ({ kind: 'money.bid', seat, cards: [] }));
  const sentences = scenes.map(() => 'Somebody has just done something that takes two lines');
  showDeeds(deedsOf({ log: [{ scenes, sentences }] }, 'A'), table);
  return [...document.querySelectorAll('.bubble.did')].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top, bottom };
  });
}"""
"""Shows a bubble for every other seat and one for the table; returns where they are."""


@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_no_bubble_covers_another(welcome: Welcome, how: dict[str, object]) -> None:
    page = at_money(welcome("en", **how), bots=4)
    boxes = page.evaluate(BUBBLES)
    assert len(boxes) == 5
    for i, one in enumerate(boxes):
        for other in boxes[:i]:
            apart = one["left"] >= other["right"] or other["left"] >= one["right"]
            assert apart or one["top"] >= other["bottom"] or other["top"] >= one["bottom"]


NOTE_RESULT = """() => new MutationObserver(() => {
  const { dataset } = document.documentElement;
  if (document.querySelector('#sheet[open]')) dataset.sheet = 'seen';
  else if (!dataset.sheet && document.querySelector('#show-sheet, #go-on, #rematch')) {
    dataset.early = 'told';
  }
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""
"""Notes a result that is told before the sheet lies on the table."""


def test_the_result_of_a_match_is_not_told_before_its_last_scene_was_seen(welcome: Welcome) -> None:
    page = at_money(welcome("en"), hands=1)
    page.evaluate(NOTE_RESULT)
    Player(page, haste=1.0).play_until_shown("#sheet-rematch")
    assert page.evaluate("({ ...document.documentElement.dataset })").get("early") is None
    assert page.locator("html[data-sheet]").count() == 1


TAKEN = {
    "kind": "money.take_left",
    "seat": "B",
    "cards": {"cards": ["GBP30a", "GBP40", "USD20b", "COIN2"], "gave": ["GBP20a"]},
}
TAKE = "money 3; gone RUB JPY; hand A {hand}; hand B *3; hand C *3"
HAND = "EUR20a EUR30a CHF20a COIN1"
LINES_OF = """(text) => {
  const range = document.createRange();
  range.selectNodeContents(text);
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size;
}"""
"""How many lines a text takes."""


@pytest.mark.parametrize("lang", ["fr", "en", "de"])
@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_bubble_says_in_one_line_what_pictures_of_cards_complete(
    welcome: Welcome, how: dict[str, object], lang: str
) -> None:
    stage = Stage(welcome(lang, **how), "money", TAKE.format(hand=HAND), lang)
    stage.follow(TAKE.format(hand=HAND), TAKEN, sentences=["Basile " + "…" * 90])
    stage.wait_for(".bubble.did .brief")
    text = stage.page.locator(".bubble.did .brief > span").first
    expect(text).to_have_text(say(lang, "page.money.brief.take_left", who="Basile"))
    assert text.evaluate(LINES_OF) == 1
    assert stage.page.locator(".bubble.did img").count() == 5
    box = stage.page.locator(".bubble.did").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= stage.page.evaluate("innerWidth")


AT_THE_END = """() => {
  const log = document.getElementById('log');
  return log.scrollHeight > log.clientHeight + 50
    && log.scrollTop + log.clientHeight > log.scrollHeight - 2;
}"""


def test_the_newest_line_of_the_log_stays_in_sight_when_the_log_becomes_lower(
    welcome: Welcome,
) -> None:
    many = TAKE.format(hand=" ".join(f"{HAND} EUR40 EUR50 EUR60 CHF30a".split()))
    stage = Stage(welcome("fr"), "money", TAKE.format(hand=HAND))
    stage.page.clock.resume()
    stage.follow(many, *[TAKEN] * 8, sentences=["Basile prend le lot de gauche."] * 8)
    stage.page.wait_for_function(AT_THE_END)
    stage.page.set_viewport_size({"width": 1280, "height": 720})
    stage.page.wait_for_function(AT_THE_END)
