"""What a choice would bring is seen before it is made: meters, arrows, missing cards, warnings."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.page.browser import NARROW
from tests.page.conftest import Welcome
from tests.page.positions import Place, Showcase, Shown

LOTS = {"right": "USD40 GBP20a GBP30a GBP50", "left": "GBP30b GBP40 USD30a COIN2"}
HAND = "USD20a USD20b USD20c USD50 USD60 CHF40 CHF50 CHF60 CHF30a CHF30b EUR30a COIN1"
BIDDING = f"money 3; gone RUB JPY; right {LOTS['right']}; left {LOTS['left']}"
ARROW = re.compile(r"([\d\s]+) → ([\d\s]+)")


def both(text: str) -> tuple[int, int]:
    """Return the numbers on both sides of an arrow."""
    found = ARROW.search(text)
    assert found, text
    now, then = (int(re.sub(r"\s", "", one)) for one in found.groups())
    return now, then


def prospects(position: str) -> dict[str, int]:
    """Return what the house says about moves."""
    said: dict[str, int] = Place.at(position).view("fr", [])["prospects"]
    return said


def share(meter: Locator) -> float:
    bar = meter.locator(".money-bar")
    return float(bar.evaluate("(one) => one.style.getPropertyValue('--share')"))


def test_a_meter_shows_how_far_a_currency_is(welcome: Welcome) -> None:
    for how in ({}, NARROW):
        showcase = Showcase(welcome("fr", **how), "money", "fr")
        showcase.show(Shown(f"{BIDDING}; hand A {HAND}"))
        own = showcase.page.locator(".seat.own .money-meter")
        dollars, francs, euros = (
            own.and_(showcase.page.locator(f"[data-group={one}]")) for one in ("USD", "CHF", "EUR")
        )
        expect(dollars).to_have_class(re.compile("reduced"))
        expect(francs).to_have_class(re.compile("whole"))
        expect(euros).to_have_class(re.compile("none"))
        assert abs(share(dollars) - 170 / 300) < 0.001
        expect(dollars.locator(".money-dots .full")).to_have_text("20●●●")
        expect(dollars.locator(".money-dots .full")).to_be_visible()
        expect(francs.locator(".money-dots span")).to_have_text("30●●○")
        expect(euros.locator(".money-dots")).to_have_count(0)


def test_cards_chosen_for_a_bid_show_what_each_lot_would_bring(welcome: Welcome) -> None:
    for how in ({}, NARROW):
        showcase = Showcase(welcome("fr", **how), "money", "fr")
        showcase.show(Shown(f"{BIDDING}; hand A {HAND}"))
        page = showcase.page
        expect(page.locator(".money-lot .money-bargain")).to_have_count(0)
        for code in ("EUR30a", "CHF30b"):
            page.locator(f"#hand label:has([value={code}])").click()
        kept = HAND.replace(" EUR30a", "").replace(" CHF30b", "")
        now = prospects(f"{BIDDING}; hand A {HAND}")[""]
        for side, cards in LOTS.items():
            other = BIDDING.replace(f"; {side} {cards}", f"; {side} EUR30a CHF30b")
            then = prospects(f"{other}; hand A {kept} {cards}")[""]
            told = page.locator(f".money-{side} .money-bargain")
            expect(told).to_be_visible()
            assert both(told.inner_text()) == (now, then)


def test_bids_show_what_they_would_bring_on_a_phone_too(welcome: Welcome) -> None:
    position = f"{BIDDING}; hand A {HAND}; bid A EUR40 EUR50; bid B EUR20a; bid C GBP60"
    told = prospects(position)
    for how in ({}, NARROW):
        showcase = Showcase(welcome("fr", **how), "money", "fr")
        showcase.show(Shown(position))
        for seat in "BC":
            bid = showcase.page.locator(f"[data-seat={seat}] .money-bid .money-bargain")
            expect(bid).to_be_visible()
            assert both(bid.inner_text()) == (told[""], told[f"swap {seat}"])


STREET = "ORG1 ORG2 YEL1 YEL2 YEL3 H1 STA1 STA2 GO MR"
PILES = "pile A GRN1; pile B ORG3"


def test_a_trade_shows_what_the_hand_would_bring(welcome: Welcome) -> None:
    position = f"monopoly 4; {PILES}; hand A {STREET}"
    told = prospects(position)
    for how in ({}, NARROW):
        showcase = Showcase(welcome("fr", **how), "monopoly", "fr")
        showcase.show(Shown(position, ("#pile-B",)))
        brings = showcase.page.locator(".mono-brings")
        expect(brings).to_be_visible()
        assert both(brings.inner_text()) == (told[""], told["trade B 1"])
        assert told["trade B 1"] > told[""]


def test_a_card_to_be_dropped_shows_what_the_hand_would_bring(welcome: Welcome) -> None:
    position = f"monopoly 4; {PILES}; hand A {STREET} CHANCE; must discard"
    told = prospects(position)
    for how in ({}, NARROW):
        showcase = Showcase(welcome("fr", **how), "monopoly", "fr")
        showcase.show(Shown(position))
        page = showcase.page
        expect(page.locator("#hand legend")).to_contain_text("la carte Chance annule votre main")
        page.locator("#hand label:has([value^=CHANCE])").click()
        expect(page.locator("#hint")).to_contain_text("→")
        assert both(page.locator("#hint").inner_text()) == (0, told["discard CHANCE"])
        assert told["discard CHANCE"] > 0


def test_a_group_names_the_cards_that_it_lacks(welcome: Welcome) -> None:
    for how in ({}, NARROW):
        showcase = Showcase(welcome("fr", **how), "monopoly", "fr")
        showcase.show(Shown(f"monopoly 4; {PILES}; hand A {STREET}"))
        groups = showcase.page.locator(".mono-street .mono-chip")
        orange = groups.and_(showcase.page.locator("[data-group=ORG]"))
        expect(orange.locator(".mono-missing")).to_be_visible()
        expect(orange.locator(".mono-missing")).to_have_text("Pigalle")
        expect(orange).to_have_attribute("title", "il manque Place Pigalle")
        yellow = groups.and_(showcase.page.locator("[data-group=YEL]"))
        expect(yellow.locator(".mono-missing")).to_have_count(0)
