"""Everything has its place: nothing covers the table, and what is there stays when others act."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW
from tests.page.conftest import Welcome
from tests.page.players import Player
from tirelire.games import GAMES

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
DRAWS = "() => performance.getEntriesByName('draw').length"


def misplaced(page: Page) -> list[str]:
    """Return what is wrong with the places of the table and of what stands beside or under it."""
    found: list[str] = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate(COVERED):
            found.append(f"{width}: the table is covered")
        outside = page.evaluate(OUTSIDE, ["#table", ".status", "#question", "#actions"])
        cut = page.evaluate(CUT, ".top .crumb, .seat .who")
        found += [f"{width}: outside {one}" for one in outside] + [f"{width}: cut {x}" for x in cut]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_table_and_what_i_do_share_the_screen(welcome: Welcome, game: str) -> None:
    guest = welcome("fr")
    page = guest.open(f"/t/{guest.begin(game, BOTS[game])}")
    player = Player(page, haste=1.0, seed=3)
    for steps in (0, 6):
        for _ in range(steps):
            player.step()
        player.wait()
        assert not misplaced(page)
    guest.excuse(player.late)


def test_nothing_covers_a_replay(welcome: Welcome) -> None:
    guest = welcome("fr")
    page = guest.open(f"/replay/{guest.watch_bots('cash_oder_crash', 4)}#9.*")
    page.locator("#moment").wait_for()
    assert not misplaced(page)
    for ident in ("#previous", "#play", "#next", "#moment"):
        expect(page.locator(ident)).to_be_in_viewport()


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
    text = page.locator("#sheet").inner_text()
    assert "Basile" in text
    assert not re.search(r"\b(siège|seat)\b", text)


def test_kinds_are_ticked_by_their_names(welcome: Welcome) -> None:
    guest = welcome("fr")
    page = guest.open("/new/cache_ton_cash")
    page.click("summary")
    kinds = page.locator("[data-option=removed]")
    expect(kinds.get_by_label("Piano")).to_be_checked()
    kinds.get_by_label("Piano").uncheck()
    page.click("form .primary")
    page.wait_for_url("**/t/*")
    page.locator("#lobby .places").wait_for()
    table = guest.get(f"/tables/{page.url.rsplit('/', 1)[1]}")
    assert table["options"]["removed"] == "BAS,AUTO"
    expect(page.locator("#lobby")).to_contain_text("Bas de laine")
