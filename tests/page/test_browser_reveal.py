"""Scenes in motion: bids that are turned over, a duel that grows, a hand that goes out, who left.

Views are told by the test, and the page's clock stands still unless the test moves it on, so that
the middle of a movement is seen whatever else the machine does.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browser import NARROW, STILL
from tests.page.conftest import Welcome
from tests.page.positions import NAMES, Place, Showcase
from tests.page.positions import STATES as FULL
from tests.page.stage import Stage

_REST = "hand A EUR20a EUR30a CHF20a COIN1; hand B *3; hand C *3"
SEALED = f"money 3; gone RUB JPY; {_REST}; sealed B USD50; sealed C GBP60 GBP40"
REVEALED = f"money 3; gone RUB JPY; {_REST}; bid A EUR50; bid B USD50; bid C GBP60 GBP40"
WITHDREW = f"money 3; gone RUB JPY; {_REST}; bid A EUR50; bid B USD50"
WITHDRAWN: dict[str, Any] = {
    "kind": "money.withdraw",
    "seat": "C",
    "whom": None,
    "cards": {},
    "routine": False,
}
DUEL = (
    "cache_ton_cash 6 removed=none; hand A TRAIN AVION OR; discard PIANO; turn B; fight A 1 AUTO;"
    " stack A SCOOTER SCOOTER / AUTO AUTO; stack B BD BD / AVION AVION; hand B *; stack C BAS BAS"
)
OUT = "monopoly 3; hand A ORG1 ORG2 ORG3 H1 STA1 STA2 UTI1 YEL1 YEL2 RED1"
SUM = ".seat[data-seat='{}'] .money-bid .counted"
TURNED, COUNTED = 700, 800
"""Milliseconds: bids turn over, then sums count up."""


def reveal(stage: Stage) -> None:
    """Let all bids be turned over; A and B have bid the same."""
    bids = [{"kind": "money.bid", "seat": seat} for seat in "ABC"]
    stage.follow(REVEALED, {"kind": "money.reveal", "seat": None}, *bids)
    stage.wait_for(".money-open")


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("screen", [{}, NARROW], ids=["laptop", "phone"])
def test_bids_turn_over_sums_count_up_and_the_order_appears(
    welcome: Welcome, lang: str, screen: dict[str, Any]
) -> None:
    stage = Stage(welcome(lang, **screen), "money", SEALED, lang)
    reveal(stage)
    page = stage.page
    assert page.locator(".money-revealed").count() == 3  # together, mine too
    assert page.locator(".bubble.did").count() == 0  # the table itself shows it
    for seat in "ABC":
        assert page.locator(SUM.format(seat)).inner_text() == "0"
    page.clock.run_for(TURNED + COUNTED // 2)
    halfway = {seat: int(page.locator(SUM.format(seat)).inner_text()) for seat in "ABC"}
    assert all(0 < halfway[seat] < total for seat, total in (("A", 50), ("B", 50), ("C", 100)))
    page.clock.run_for(COUNTED)
    assert [page.locator(SUM.format(seat)).inner_text() for seat in "ABC"] == ["50", "50", "100"]
    order = {seat: page.locator(f"[data-seat={seat}] .money-rank").inner_text() for seat in "ABC"}
    assert order["C"].endswith("1")
    first = "A" if order["A"].endswith("2") else "B"
    decides = page.locator(".money-decides")
    expect(decides).to_have_count(1)
    assert page.locator(f"[data-seat={first}] .money-bid .money-decides").count() == 1
    assert page.locator(f"[data-seat={first}] .money-rank").inner_text().endswith("2")


def deciding(stage: Stage) -> list[str | None]:
    """Return the seats that are marked as asked."""
    marked = stage.page.locator(".seat.deciding")
    return [one.get_attribute("data-seat") for one in marked.all()]


def test_seats_show_who_is_asked_now_while_an_older_scene_is_seen(welcome: Welcome) -> None:
    stage = Stage(welcome("fr"), "money", SEALED)
    reveal(stage)
    assert deciding(stage) == ["C"]
    told = {"number": 3, "sentences": ["…"], "scenes": [WITHDRAWN]}
    stage.follow(WITHDREW, number=3, log=[told])
    asked = Place.at(WITHDREW).match.actors
    expect(stage.page.locator(f".seat.deciding[data-seat={asked[0]}]")).to_have_count(1)
    assert deciding(stage) == list(asked)
    assert stage.page.locator(".money-revealed").count() == 3  # the bids are still turning over


@pytest.mark.parametrize("how", ["instant", "still"])
def test_without_motion_the_end_of_a_reveal_is_there_at_once(welcome: Welcome, how: str) -> None:
    guest = welcome("fr", **(STILL if how == "still" else {}))
    if how == "instant":
        guest.context.add_init_script(
            """localStorage.setItem('tirelire-settings', '{"speed":"instant"}')"""
        )
    stage = Stage(guest, "money", SEALED)
    reveal(stage)
    page = stage.page
    assert [page.locator(SUM.format(seat)).inner_text() for seat in "ABC"] == ["50", "50", "100"]
    assert page.locator("html[data-counting]").count() == 0
    running = "() => document.getAnimations().filter((one) => one.playState === 'running').length"
    assert page.evaluate(running) == 0


def test_a_press_ends_the_counting_and_counts_itself(welcome: Welcome) -> None:
    mine = REVEALED.replace("bid A EUR50", "bid A EUR50 EUR60")
    stage = Stage(welcome("fr"), "money", SEALED)
    stage.follow(mine, {"kind": "money.reveal", "seat": None}, {"kind": "money.bid", "seat": "B"})
    stage.wait_for("#take-left")
    stage.page.clock.run_for(TURNED)
    stage.page.locator("#take-left").click()
    expect(stage.page.locator("#take-left")).to_have_attribute("aria-pressed", "true")
    sums = [stage.page.locator(SUM.format(seat)).inner_text() for seat in "ABC"]
    assert sums == ["110", "50", "100"]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("screen", [{}, NARROW], ids=["laptop", "phone"])
def test_a_duel_lies_over_the_piles_and_can_be_folded(
    welcome: Welcome, lang: str, screen: dict[str, Any]
) -> None:
    stage = Stage(welcome(lang, **screen), "cache_ton_cash", DUEL, lang)
    page = stage.page
    fight = page.locator(".cash-fight")
    expect(fight.locator(".cash-row")).to_have_count(2)
    expect(fight.locator(".cash-row .cash-pile")).to_have_count(2)  # both stacks are inside
    assert fight.evaluate("(one) => getComputedStyle(one).pointerEvents") == "none"
    expect(page.locator(".cash-middle")).to_be_hidden()
    expect(fight.locator(".cash-stake")).to_contain_text("45K")
    played = DUEL.replace("fight A 1 AUTO", "fight A 1 AUTO AUTO OR").replace("AVION OR", "AVION")
    stage.follow(played, {"kind": "cache_ton_cash.answer", "seat": "B"})
    expect(fight.locator(".cash-played")).to_have_count(3)
    stake = fight.locator(".cash-stake .counted")
    page.clock.run_for(COUNTED // 2)
    assert 45 < int(stake.inner_text().removesuffix("K").replace("\u202f", "")) < 110
    page.clock.run_for(COUNTED)
    assert stake.inner_text() == "110K"
    page.locator("#fold-fight").click()
    expect(page.locator(".cash-middle")).to_be_visible()
    expect(fight.locator(".cash-row")).to_have_count(0)
    expect(fight.locator(".cash-stake")).to_be_visible()
    page.locator("#fold-fight").click()
    expect(fight.locator(".cash-row")).to_have_count(2)


@pytest.mark.parametrize("screen", [{}, NARROW], ids=["laptop", "phone"])
def test_who_goes_out_turns_five_cards_and_points_count_up(
    welcome: Welcome, screen: dict[str, Any]
) -> None:
    stage = Stage(welcome("fr", **screen), "monopoly", OUT)
    items = {"out": "B", "reward": "UTI2 H2 GO MR RED2", "hand B": "GRN1 GRN2 GRN3 H1 H2 TOKEN"}
    over = {"ended": "deal", "reason": "out", "asked": False, "legal": []}
    gained = {"A": 0, "B": 1450, "C": 0}
    stage.follow(OUT, {"kind": "monopoly.out", "seat": "B"}, items=items, gained=gained, **over)
    stage.wait_for(".mono-moving")
    page = stage.page
    assert page.locator(".mono-turning .card").count() == 5
    points = page.locator(".mono-points .counted")
    assert points.inner_text() == "0"
    page.clock.run_for(1700)
    halfway = points.inner_text()
    assert halfway not in ("0", "+1\u202f450")
    page.clock.run_for(1000)
    assert points.inner_text().replace("\u00a0", "\u202f") == "+1\u202f450"


@pytest.mark.parametrize("screen", [{}, NARROW], ids=["laptop", "phone"])
def test_the_strip_stays_beside_many_buttons_and_opens(
    welcome: Welcome, screen: dict[str, Any]
) -> None:
    guest = welcome("fr", **screen)
    showcase = Showcase(guest, "cache_ton_cash", "fr")
    showcase.show(FULL["cache_ton_cash"]["6 options"])
    page = showcase.page
    assert page.locator("#actions > *").count() >= 4
    strip, opened = page.locator("#since"), page.locator("#since-all")
    expect(strip).to_be_in_viewport(ratio=1)
    box = strip.bounding_box()
    assert box is not None
    assert 24 <= box["height"] < 30  # one line
    expect(opened).to_be_hidden()
    strip.click()
    expect(opened).to_be_visible()
    expect(opened.locator("li")).to_have_count(12)
    expect(opened.locator("li").first).to_contain_text("Basile fait une mise de trois cartes")
    page.keyboard.press("Escape")
    expect(opened).to_be_hidden()
    strip.focus()
    page.keyboard.press("Enter")
    expect(opened).to_be_visible()


def test_five_players_see_on_a_phone_what_a_lot_would_bring(welcome: Welcome) -> None:
    showcase = Showcase(welcome("fr", **NARROW), "money", "fr")
    showcase.show(FULL["money"]["5 exchanging"])
    for side in ("left", "right"):
        brings = showcase.page.locator(f".money-{side} .money-bargain")
        expect(brings).to_be_in_viewport(ratio=1)
        expect(brings).to_contain_text("270 →")


@pytest.mark.parametrize("screen", [{}, NARROW], ids=["laptop", "phone"])
def test_a_seat_shows_who_left_and_for_whom_a_bot_plays(
    welcome: Welcome, screen: dict[str, Any]
) -> None:
    host, other = welcome("fr", **screen), welcome("fr")
    table = host.table("money", ["open", "open", "regular", "regular"])
    host.sit(table, "A", NAMES[0])
    other.sit(table, "B", NAMES[4])
    host.post(f"/tables/{table}/start")
    page, seat = host.open(f"/t/{table}"), host.page.locator(".seat[data-seat=B]")
    other.open(f"/t/{table}").locator("#table .board").wait_for()
    expect(seat).not_to_have_class("absent")
    expect(seat.locator(".gone")).to_have_count(0)
    other.open("/")
    expect(seat.locator(".gone")).to_be_visible()
    expect(seat.locator(".gone")).to_contain_text("pas là")
    other.post(f"/tables/{table}/leave", {"seat": "B"})
    expect(seat.locator(".of-absent")).to_be_visible()
    expect(seat.locator(".of-absent")).to_contain_text("un bot joue")
    expect(page.locator("#log .news").last).to_contain_text(NAMES[4])
