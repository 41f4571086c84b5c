"""The score sheet: it stays until somebody goes on, says who is awaited, and opens again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browser import ASKING, AT_ONCE, LOST, NARROW, Guest, House, until
from tests.page.conftest import Welcome
from tests.page.players import Player, by_finger, by_keyboard, by_mouse
from tests.page.positions import CARD, TELL, Showcase, Shown

GAME = "cash_oder_crash"
TWO_DEALS: dict[str, str | int] = {"rounds": 2}
NAMES = ("Ann", "Émile", "Chloé")
AWAY = ["net::ERR_", LOST]
"""What a page notices of a house that is started again."""
CLOCK = {**ASKING, "decision": 90, "window": 90}


def begin(guests: list[Guest], bots: int = 2, pace: Any = ASKING) -> str:
    """Begin a match of two deals, and let everybody look at it; return the table."""
    kinds = ["open"] * len(guests) + ["regular"] * bots
    table = guests[0].table(GAME, kinds, options=TWO_DEALS, pace=pace)
    for guest, seat, name in zip(guests, "ABC", NAMES, strict=False):
        guest.sit(table, seat, name)
    guests[0].post(f"/tables/{table}/start")
    for guest in dict.fromkeys(guests):
        guest.open(f"/t/{table}").locator("#table .board, #handed").first.wait_for()
    return table


def play_deal(guests: list[Guest], table: str) -> None:
    """Let everybody play the first deal to its end, whatever their pages show."""
    chance, path = Random(1), f"/tables/{table}"
    while deal_of(guests[0], table) in ((0, "deal"), (1, "running")):
        for guest, seat in zip(guests, "ABC", strict=False):
            view = guest.get(f"{path}/view?seat={seat}")
            if view["asked"]:
                move = chance.choice([move for move in view["legal"] if move != "back"])
                made = f"{seat}-number-{view['number']}"
                body = {"number": view["number"], "id": made, "move": move, "seat": seat}
                guest.context.request.post(f"/api{path}/moves", data=body)


def sheet(page: Page) -> str:
    """Read the sheet that is open and has counted up, but for what can be done with it."""
    page.locator("html:not([data-counting]) #sheet[open] .ranking").wait_for()
    return "\n".join(page.locator("#sheet > :not(footer)").all_text_contents())


def deal_of(guest: Guest, table: str) -> tuple[int, str]:
    view = guest.get(f"/tables/{table}/view?seat=-")
    return view["deal"], view["ended"]


def is_playing(guest: Guest, deal: int) -> None:
    """Wait until a page shows that a deal is being played."""
    expect(guest.page.locator("#show-sheet")).to_have_count(0)
    expect(guest.page.locator("#log .deal").last).to_have_text(f"Deal {deal}")


def test_it_stays_and_bots_wait_until_somebody_continues(mortal: House, browser: Browser) -> None:
    guest = Guest(browser, mortal, "en")
    guest.watch.expected += AWAY
    table = begin([guest])
    play_deal([guest], table)
    said = sheet(guest.page)
    assert said.startswith("Deal 1")
    mortal.let_pass(24 * 3600)
    expect(guest.page.locator("#lost")).to_be_hidden()
    assert (sheet(guest.page), deal_of(guest, table)) == (said, (1, "deal"))
    guest.page.locator("#continue").click()
    expect(guest.page.locator("#sheet")).to_be_hidden()
    is_playing(guest, 2)
    assert deal_of(guest, table) == (2, "running")
    guest.close()


@pytest.mark.parametrize("press", [by_mouse, by_keyboard], ids=lambda press: press.__name__)
def test_it_opens_again_while_the_next_deal_is_played(welcome: Welcome, press: Any) -> None:
    guest = welcome("en")
    page = guest.page
    table = begin([guest])
    assert page.locator("#scores:visible, .score.linked").count() == 0
    play_deal([guest], table)
    said = sheet(page)
    expect(page.locator("#continue")).to_be_focused()
    press(page, "continue")
    is_playing(guest, 2)
    page.locator(".score.linked").first.click()
    assert sheet(page) == said
    page.locator("#sheet footer button").click()
    expect(page.locator("#sheet")).to_be_hidden()
    page.reload()
    page.locator("#table .board").wait_for()
    expect(page.locator("#sheet")).to_be_hidden()
    press(page, "scores")
    assert sheet(page) == said
    expect(page.locator("#sheet footer")).to_have_text("Close")


def test_it_is_there_after_a_reload_as_long_as_i_am_awaited(welcome: Welcome) -> None:
    guest = welcome("en")
    table = begin([guest])
    play_deal([guest], table)
    said = sheet(guest.page)
    guest.page.reload()
    assert sheet(guest.page) == said
    guest.page.locator("#continue").click()
    is_playing(guest, 2)


def test_two_people_see_who_is_ready_and_who_is_awaited(welcome: Welcome) -> None:
    ann, emile, watcher = welcome("en"), welcome("fr"), welcome("en")
    table = begin([ann, emile], bots=1)
    watcher.open(f"/t/{table}").locator("#table .board").wait_for()
    play_deal([ann, emile], table)
    for guest in (ann, emile, watcher):
        sheet(guest.page)
    foot = "#sheet footer .readiness"
    expect(ann.page.locator(foot)).to_have_text("Waiting for Émile…")
    expect(watcher.page.locator(foot)).to_have_text("Waiting for Ann and Émile…")
    assert watcher.page.locator("#continue, #go-on").count() == 0
    ann.page.locator("#continue").click()
    expect(ann.page.locator("#question")).to_have_text("Waiting for Émile…")
    expect(ann.page.locator("#go-on")).to_have_count(0)
    expect(ann.page.locator("[data-seat=B] .turn")).to_have_text("reading the score")
    expect(emile.page.locator(foot)).to_have_text("✓ Ann (prêt)On n’attend plus que vous.")
    expect(watcher.page.locator(foot)).to_have_text("✓ Ann (ready)Waiting for Émile…")
    assert deal_of(ann, table) == (1, "deal")
    emile.page.locator("#continue").click()
    is_playing(ann, 2)
    expect(emile.page.locator("#log .deal").last).to_have_text("Manche 2")
    assert sheet(watcher.page).startswith("Deal 1")  # who only watches closes it when they like
    expect(watcher.page.locator("#sheet .begun")).to_have_text("Deal 2 has begun.")


def test_it_stays_over_the_next_deal_where_a_clock_began_it(
    mortal: House, browser: Browser
) -> None:
    guest = Guest(browser, mortal, "fr", **NARROW)
    guest.watch.expected += AWAY
    table = begin([guest], pace=CLOCK)
    play_deal([guest], table)
    said = sheet(guest.page)
    expect(guest.page.locator("#sheet-clock")).to_contain_text("Prochaine manche dans 1:")
    mortal.let_pass(91)
    expect(guest.page.locator("#sheet .begun")).to_have_text("La manche 2 a commencé.")
    assert (sheet(guest.page), deal_of(guest, table)) == (said, (2, "running"))
    by_finger(guest.page, "continue")
    expect(guest.page.locator("#sheet")).to_be_hidden()
    guest.close()


def test_a_bot_may_play_for_whoever_does_not_get_ready(mortal: House, browser: Browser) -> None:
    guests = [Guest(browser, mortal, "en") for _ in range(2)]
    table = begin(guests, bots=1)
    play_deal(guests, table)
    for guest in guests:
        guest.watch.expected += AWAY
    mortal.let_pass(61)
    guests[0].page.clock.install()
    page = guests[0].open(f"/t/{table}")
    page.locator("#continue").click()
    expect(page.locator("#question")).to_have_text("Waiting for Émile…")
    page.clock.fast_forward(61_000)
    page.locator("#stand-in-B").click()
    is_playing(guests[0], 2)
    for guest in guests:
        guest.close()


def test_on_one_screen_one_button_is_enough_for_everybody(welcome: Welcome) -> None:
    guest = welcome("en", **NARROW)
    table = begin([guest] * 3, bots=0)
    play_deal([guest] * 3, table)
    text = sheet(guest.page)
    assert all(name in text for name in NAMES)
    expect(guest.page.locator("#sheet footer")).to_have_text("Continue")
    by_finger(guest.page, "continue")
    until(lambda: deal_of(guest, table) == (2, "running"), "nobody deals")
    assert [seat["ready"] for seat in guest.get(f"/tables/{table}")["seats"]] == [1, 1, 1]


def test_at_the_end_of_a_match_it_stays_and_opens_again(welcome: Welcome) -> None:
    guest = welcome("en")
    table = begin([guest])
    Player(guest.page, haste=1.0).play()
    said = sheet(guest.page)
    assert ("Deal 2" in said, deal_of(guest, table)) == (True, (2, "match"))
    for again in ("#show-sheet", "#scores"):
        expect(guest.page.locator("#sheet footer")).to_have_text("RematchWatch the replayHomeClose")
        guest.page.locator("#sheet footer form button").click()
        guest.page.locator(again).click()
        assert sheet(guest.page) == said


def test_where_nobody_is_asked_nothing_lies_over_the_next_deal(welcome: Welcome) -> None:
    guest = welcome("en")
    table = begin([guest], pace=AT_ONCE)
    play_deal([guest], table)
    is_playing(guest, 2)
    expect(guest.page.locator("#sheet")).to_be_hidden()
    guest.page.locator(".score.linked").first.click()
    assert sheet(guest.page).startswith("Deal 1")


def test_before_the_first_deal_there_is_no_score_to_look_at(welcome: Welcome) -> None:
    """A match has begun and its cards are not dealt yet: no deal is over."""
    showcase = Showcase(welcome("en"), "money", "en")
    showcase.show(Shown("money 3"))
    expect(showcase.page.locator(CARD)).not_to_have_count(0)
    assert showcase.place is not None
    before = {"number": 100, "deal": 0, "ended": "deal", "asked": False, "legal": []}
    showcase.page.evaluate(TELL, ["view", showcase.place.view("en", []) | before])
    expect(showcase.page.locator(CARD)).to_have_count(0)
    expect(showcase.page.locator("#show-sheet")).to_have_count(0)
    expect(showcase.page.locator("#scores")).to_be_hidden()
