"""Everything has its place: nothing covers the table, and what is there stays when others act."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW, REFUSED, SETTLED, WIDE, resize
from tests.page.conftest import Welcome
from tests.page.players import Player, by_mouse, raw_keys
from tests.page.positions import STATES, Showcase
from tests.page.test_browser_access import SMALL, TEXT, TOUCH, tight, violations
from tests.page.test_browser_learn import ends, walk
from tirelire.games import GAMES
from tirelire.lessons.script import lesson

BOTS = {"money": 3, "cash_oder_crash": 3, "monopoly": 3, "cache_ton_cash": 3}
SCREENS = [(360, 740), (740, 360), (768, 1024), (1280, 800)]
OUTSIDE = """(selectors) => {
  const [width, height] = [document.documentElement.clientWidth, innerHeight];
  return selectors.flatMap((one) => [...document.querySelectorAll(one)])
    .map((one) => [one.id || one.className, one.getBoundingClientRect()])
    .filter(([, box]) => box.left < 0 || box.top < 0 || box.right > width + 1
      || box.bottom > height + 1)
    .map(([name, box]) => `${name} ${Math.round(box.top)}–${Math.round(box.bottom)}`);
}"""
COVERED = """() => {
  const [table, status] = ['#table', '.status'].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  return table.left < status.right && status.left < table.right
    && table.top < status.bottom - 1 && status.top < table.bottom - 1;
}"""
CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent)"""
SIZES = {"laptop": (1366, 800), "small laptop": (1280, 720), "phone": (360, 740)}
ESSENTIAL = [
    *("#question", "#actions button", "#hand legend", "#hand label", "#hint", "#since"),
    *(".seat", ".seat .who", ".seat .score", ".board", "#table button"),
    *(".money-lot", ".money-stock", ".money-bid", ".money-sum", ".money-purse li"),
    *(".money-rank", ".money-lot .money-bargain"),
    *(".coc-board", ".coc-slot", ".coc-seat"),
    *(".mono-neutral", ".mono-fan", ".mono-bargain", ".mono-side .card", ".mono-held"),
    *(".cash-place", ".cash-pile", ".cash-total", ".cash-fight", ".cash-row", ".cash-prize"),
    *(".cash-stake", ".cash-fold", ".cash-who", ".cash-played .card"),
]
"""What must be seen whole while somebody is asked: seats, piles, lots, bids, fights, hand."""
UNSEEN = """(selectors) => {
  const found = [];
  const shows = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // A button that is laid over a place can be seen through.
  const related = (one, hit) => one.contains(hit) || hit.contains(one)
    || (hit.matches('.target, .cash-more') && hit.parentElement.contains(one));
  for (const one of document.querySelectorAll(selectors.join())) {
    if (!shows(one) || getComputedStyle(one).clipPath !== 'none') continue;
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const name = `${one.id || one.className || one.tagName}`
      + ` “${one.textContent.trim().slice(0, 20)}” ${Math.round(box.left)},${Math.round(box.top)}`
      + `–${Math.round(box.right)},${Math.round(box.bottom)}`;
    const within = (left, top, right, bottom) => box.left >= left - 1 && box.top >= top - 1
      && box.right <= right + 1 && box.bottom <= bottom + 1;
    if (!within(0, 0, document.documentElement.clientWidth, innerHeight)) {
      found.push(`outside the screen: ${name}`);
      continue;
    }
    for (let over = one.parentElement; over; over = over.parentElement) {
      if (over === document.body || getComputedStyle(over).overflow === 'visible') continue;
      const frame = over.getBoundingClientRect();
      if (!within(frame.left, frame.top, frame.right, frame.bottom)) {
        found.push(`cut by ${over.id || over.className}: ${name}`);
      }
    }
    for (const x of [0.12, 0.5, 0.88]) {
      for (const y of [0.12, 0.5, 0.88]) {
        const [left, top] = [box.left + x * box.width, box.top + y * box.height];
        const hit = document.elementFromPoint(left, top);
        if (hit && !related(one, hit)) {
          found.push(`covered by ${hit.id || hit.className || hit.tagName}: ${name}`);
        }
      }
    }
  }
  const more = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (more > 0) found.push(`the page is ${more} wider than the screen`);
  for (const one of document.querySelectorAll('#table, #hand, #actions, #status')) {
    const [high, wide] = [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth];
    if (getComputedStyle(one).overflow !== 'visible' && (high > 1 || wide > 1)) {
      found.push(`scrolls: ${one.id} by ${wide}, ${high}`);
    }
  }
  return [...new Set(found)];
}"""
SMALLEST_CARD = """() => Math.min(...[...document.querySelectorAll('#hand .card')]
  .map((one) => one.getBoundingClientRect().width), Infinity)"""
LEAST = 90
"""Pixels that a card in hand is wide on a laptop."""
DRAWS = "() => performance.getEntriesByName('draw').length"


def misplaced(page: Page) -> list[str]:
    """Return what is wrong with the places of the table and of what stands beside or under it."""
    found: list[str] = []
    for width, height in SCREENS:
        resize(page, width, height)
        if page.evaluate(COVERED):
            found.append(f"{width}: the table is covered")
        outside = page.evaluate(OUTSIDE, ["#table", ".status", "#question", "#actions"])
        cut = page.evaluate(CUT, ".top .crumb, .seat .who")
        found += [f"{width}: outside {one}" for one in outside] + [f"{width}: cut {x}" for x in cut]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_table_and_what_i_do_share_the_screen(welcome: Welcome, game: str) -> None:
    guest = welcome("fr")
    is_running = False
    while (
        not is_running
    ):  # a bot may end the deal in few moves: then the page is longer, and scrolls
        page = guest.open(f"/t/{guest.begin(game, BOTS[game])}")
        player = Player(page, haste=1.0, seed=3)
        player.wait()
        assert not misplaced(page)
        for _ in range(6):
            player.step()
        player.wait()
        guest.excuse(player.late)
        is_running = page.locator("#show-sheet").count() == 0
    assert not misplaced(page)


def unseen(page: Page) -> list[str]:
    """Return what is cut, covered, out of sight or too small to touch, on a laptop or a phone."""
    page.wait_for_function(SETTLED)
    found: list[str] = []
    for name, (width, height) in SIZES.items():
        resize(page, width, height)
        wrong = page.evaluate(UNSEEN, ESSENTIAL)
        wrong += [f"cut: {one}" for one in page.evaluate(CUT, ".top .crumb")]
        if name == "phone":
            wrong += page.evaluate(SMALL, [TOUCH, TEXT])
        found += [f"{name}: {one}" for one in wrong]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_state_of_a_table_is_in_sight_and_for_everyone(welcome: Welcome, game: str) -> None:
    showcase = Showcase(welcome("fr"), game, "fr")
    page, found = showcase.page, []
    for name, shown in STATES[game].items():
        resize(page, **WIDE["viewport"])
        showcase.show(shown)
        wrong = violations(page) + unseen(page) + tight(page)
        for width, height in list(SIZES.values())[:2]:
            resize(page, width, height)
            card = page.evaluate(SMALLEST_CARD)
            wrong += [f"a card is {card} wide at {width}"] if card < LEAST else []
        found += [f"{name}: {one}" for one in wrong]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_in_sight_and_for_everyone(welcome: Welcome, game: str, lang: str) -> None:
    page = welcome(lang).open(f"/learn/{game}")
    expect(page.locator("#begin")).to_be_visible()
    found = violations(page) + tight(page)
    *first, last = lesson(game).chapters
    for chapter in (*first, last) if lang == "fr" else (last,):
        done = False
        for step in walk(page, game, chapter.id, by_mouse):
            wrong = violations(page) + tight(page) if chapter is last else []
            if not (done and ends(step)):  # then its score was in sight
                wrong += unseen(page)
            found += [f"{step.id}: {one}" for one in wrong]
            done = not done
    assert not found + violations(page) + tight(page) + raw_keys(page)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_covers_a_replay(welcome: Welcome, game: str) -> None:
    guest = welcome("fr")
    page = guest.open(f"/replay/{guest.watch_bots(game, 4)}#9.*")
    page.locator("#moment").wait_for()
    assert not misplaced(page)
    page.wait_for_function(SETTLED)
    for width, height in SIZES.values():
        resize(page, width, height)
        assert not page.evaluate(UNSEEN, [".controls button", "#moment"])


def test_the_whole_ring_is_seen_on_a_phone(welcome: Welcome) -> None:
    guest = welcome("fr", **NARROW)
    page = guest.open(f"/t/{guest.begin('cash_oder_crash', 3)}")
    Player(page).wait()
    table, ring = page.locator("#table").bounding_box(), page.locator(".coc-ring").bounding_box()
    assert table is not None
    assert ring is not None
    assert ring["width"] > 190
    assert table["y"] <= ring["y"]
    assert ring["y"] + ring["height"] <= table["y"] + table["height"]
    expect(page.locator(".own .who")).to_be_in_viewport()


def test_what_others_do_takes_neither_a_press_nor_the_focus(welcome: Welcome) -> None:
    guest, other = welcome("fr"), welcome("fr")
    table = guest.table("money", ["open", "open", "open"])
    guest.sit(table, "A", "Ann")
    other.sit(table, "B", "Bob")
    third = welcome("fr")
    third.sit(table, "C", "Cléo")
    guest.post(f"/tables/{table}/start")
    page = guest.open(f"/t/{table}")
    page.locator("#hand label.playable").first.click()
    bid = page.locator("#actions .primary:not([aria-disabled])")
    bid.wait_for()
    box = bid.bounding_box()
    assert box is not None
    bid.focus()
    page.evaluate("() => { window.pressed = document.activeElement; }")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    draws = page.evaluate(DRAWS)
    view = other.get(f"/tables/{table}/view?seat=B")
    card = next(move for move in view["legal"] if move.startswith("lay "))
    move = {
        "number": view["number"],
        "id": "0" * 8,
        "move": card.replace("lay", "bid"),
        "seat": "B",
    }
    other.post(f"/tables/{table}/moves", move)
    page.wait_for_function(f"(before) => ({DRAWS})() > before", arg=draws)
    assert page.evaluate("() => window.pressed === document.activeElement")
    page.mouse.up()
    page.wait_for_function("() => !document.getElementById('question').matches('.to-me')")
    assert len(guest.get(f"/tables/{table}/view?seat=A")["items"]["sealed A"]) > 1


def test_too_many_cards_cannot_be_sent_and_the_page_says_why(welcome: Welcome) -> None:
    guest = welcome("fr")
    guest.watch.expected.append(REFUSED)
    page = guest.open(f"/t/{guest.begin('monopoly', 2)}")
    Player(page).wait()
    page.locator("#draw-pile").click()
    page.wait_for_function("() => document.querySelectorAll('#hand label.playable').length > 10")
    cards = page.locator("#hand label.playable")
    cards.nth(0).click()
    send = page.locator("#actions .primary")
    expect(send).not_to_have_attribute("aria-disabled", "true")
    cards.nth(1).click()
    expect(page.locator("#hint")).to_contain_text("P13")
    expect(send).to_have_attribute("aria-disabled", "true")
    send.click(force=True)  # people can press what is not offered
    expect(page.locator("#refused")).to_contain_text("P13")
    cards.nth(1).click()
    expect(send).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator("#refused")).to_be_hidden()
    send.click()
    page.wait_for_function("() => !document.querySelector('#hand input:checked')")


def test_what_cannot_be_touched_now_says_why(welcome: Welcome) -> None:
    guest = welcome("en")
    guest.watch.expected.append(REFUSED)
    page = guest.open(f"/t/{guest.begin('money', 2)}")
    Player(page).wait()
    page.locator(".money-left").first.click()
    refused = page.locator("#refused")
    expect(refused).to_contain_text("M7")
    expect(refused.locator("a")).to_have_attribute("href", "/rules/money#M7")
    assert refused.inner_text().count("M7") == 1
    page.locator("#hand label.playable").first.click()
    expect(refused).to_be_hidden()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_score_sheet_names_the_players(welcome: Welcome, lang: str) -> None:
    guest = welcome(lang)
    page = guest.open(f"/t/{guest.begin('cash_oder_crash', 2)}")
    player = Player(page, haste=1.0)
    player.play()
    guest.excuse(player.late)
    page.locator("#sheet .rank").first.wait_for()
    text = page.locator("#sheet").inner_text()
    assert "Basile" in text
    assert not re.search(r"\b(siège|seat)\b", text)


def test_kinds_are_ticked_by_their_names(welcome: Welcome) -> None:
    guest = welcome("fr")
    page = guest.open("/new/cache_ton_cash")
    page.fill("#name-0", "Zoé")
    page.click("summary")
    expect(page.locator("[data-option=removed]")).to_be_hidden()
    for _ in range(2):
        page.click("#fewer")  # kinds are removed with two players alone
    kinds = page.locator("[data-option=removed]")
    expect(kinds.get_by_label("Piano")).to_be_checked()
    kinds.get_by_label("Piano").uncheck()
    page.click("form .primary")
    page.wait_for_url("**/t/*")
    page.locator("#lobby .places").wait_for()
    table = guest.get(f"/tables/{page.url.rsplit('/', 1)[1]}")
    assert table["options"]["removed"] == "BAS,AUTO"
    expect(page.locator("#lobby")).to_contain_text("Bas de laine")
