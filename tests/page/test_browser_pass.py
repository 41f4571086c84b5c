"""Pass and play: its own set-up, and a curtain that shows what everybody may see."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW, WIDE, Guest, until
from tests.page.conftest import Welcome
from tests.page.test_browser_access import tight, violations
from tests.page.test_browser_company import public_cards, shown_cards
from tirelire.core.texts import say

NAMES = ["Ann", "Bob", "Cleo"]


def set_up(page: Page, names: list[str] = NAMES) -> None:
    """Write the names of some people, and begin."""
    while page.locator("#seats .seat-row").count() < len(names):
        page.click("#more")
    for i, name in enumerate(names):
        page.fill(f"#name-{i}", name)
    page.locator("form .primary").click()
    page.locator("#handed").wait_for()


def decide(guest: Guest, table: str, seat: str) -> None:
    """Make the first legal moves of a seat until it is not asked any more."""
    while (view := guest.get(f"/tables/{table}/view?seat={seat}"))["asked"]:
        move = next((one for one in view["legal"] if "seal" in one), view["legal"][0])
        make(guest, table, seat, move)


def make(guest: Guest, table: str, seat: str, move: str) -> None:
    """Make a move of a seat."""
    number = guest.get(f"/tables/{table}/view?seat={seat}")["number"]
    body = {"number": number, "id": f"move-{seat}-{number:04d}", "seat": seat, "move": move}
    guest.post(f"/tables/{table}/moves", body)


def make_first(guest: Guest, table: str, seat: str) -> None:
    """Make the first legal move of a seat."""
    make(guest, table, seat, guest.get(f"/tables/{table}/view?seat={seat}")["legal"][0])


def take_device(page: Page, name: str) -> None:
    """Let a person take the device that is handed to them, and see their hand."""
    expect(page.locator("#handed")).to_have_text(say("en", "page.table.handed", who=name))
    page.click("#handed")
    page.locator("#hand label.playable").first.wait_for()


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_everybody_has_a_name_and_a_face_of_their_own(
    welcome: Welcome, lang: str, how: dict[str, object]
) -> None:
    guest = welcome(lang, **how)
    page = guest.open("/new/money?mode=pass")
    expect(page.locator(".lead")).to_have_text(say(lang, "page.new.pass_text"))
    expect(page.locator("[name=pace]").first).to_be_hidden()
    page.click("#look-1")
    page.fill("#profile-name", "Bob")
    page.check("#my-face-owl")
    page.check("#my-colour-7")
    page.click("#profile-keep")
    expect(page.locator("#name-1")).to_have_value("Bob")
    set_up(page)
    seats = guest.get(f"/tables/{page.url.rsplit('/', 1)[1]}")["seats"]
    assert [seat["name"] for seat in seats] == NAMES
    assert [seats[1]["face"], seats[1]["colour"]] == ["owl", 7]
    assert len({seat["face"] for seat in seats}) == len({seat["colour"] for seat in seats}) == 3
    expect(page.locator("#handed")).to_have_text(say(lang, "page.table.handed", who="Ann"))
    page.locator("#table .board").wait_for()
    assert not violations(page)
    assert not tight(page)


def test_the_same_people_are_there_the_next_time(welcome: Welcome) -> None:
    guest = welcome()
    set_up(guest.open("/new/money?mode=pass"))
    page = guest.open("/new/cache_ton_cash?mode=pass")
    expect(page.locator("#seats .seat-row")).to_have_count(3)
    for i, name in enumerate(NAMES):
        expect(page.locator(f"#name-{i}")).to_have_value(name)
    assert page.evaluate("localStorage.getItem('tirelire-name')") is None  # nobody's own device


@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_curtain_shows_the_public_table_and_what_happened(
    welcome: Welcome, how: dict[str, object]
) -> None:
    guest = welcome("fr", **how)
    page = guest.open("/new/cache_ton_cash?mode=pass")
    set_up(page)
    table = page.url.rsplit("/", 1)[1]
    page.locator("#table .board").wait_for()
    assert shown_cards(page)  # the tops of the piles
    assert shown_cards(page) <= public_cards(guest, table)
    expect(page.locator("#hand [data-code]")).to_have_count(0)
    page.click("#handed")
    page.locator("#hand label.playable").first.wait_for()
    decide(guest, table, "A")
    expect(page.locator("#handed")).to_have_text(say("fr", "page.table.handed", who="Bob"))
    expect(page.locator("#curtain .since-all li")).to_contain_text(["Ann"])
    assert shown_cards(page) <= public_cards(guest, table)


def test_the_screen_goes_round_to_the_left(welcome: Welcome) -> None:
    """All bid in secret: each gets the screen once, in the order in which they sit."""
    guest = welcome()
    page = guest.open("/new/money?mode=pass")
    set_up(page)
    table = page.url.rsplit("/", 1)[1]
    for name, seat in zip(NAMES, "ABC", strict=True):
        expect(page.locator("#handed")).to_have_text(say("en", "page.table.handed", who=name))
        page.click("#handed")
        page.locator("#hand label.playable").first.wait_for()
        decide(guest, table, seat)


def lay_and_pass(page: Page) -> None:
    """Lay the first card that one may lay, and let BIG DEAL pass."""
    page.locator("#hand label.playable").first.click(position={"x": 10, "y": 18})
    page.locator("#actions .primary:not([aria-disabled])").click()
    page.click("#do-pass")


def test_the_big_deal_is_decided_when_one_lays_so_that_a_turn_has_one_handover(
    welcome: Welcome,
) -> None:
    """Whoever lays first learns nothing more before the call (C8)."""
    guest = welcome()
    page = guest.open("/new/cash_oder_crash?mode=pass")
    set_up(page)
    table = page.url.rsplit("/", 1)[1]
    take_device(page, "Ann")
    for turn, (active, name) in enumerate([("A", "Bob"), ("B", "Cleo"), ("C", "Ann")], 1):
        lay_and_pass(page)
        take_device(page, name)
        items = guest.get(f"/tables/{table}/view?seat=-")["items"]
        assert [items["turn"], items["active"], items["colour"]] == [str(turn), active, "?"]
        lay_and_pass(page)
        page.locator("#hand label.playable").first.wait_for()  # the next turn is theirs
    assert guest.get(f"/tables/{table}/view?seat=-")["items"]["turn"] == "4"


def test_who_decided_early_to_double_does_so_when_both_cards_lie(welcome: Welcome) -> None:
    guest = welcome()
    page = guest.open("/new/cash_oder_crash?mode=pass")
    set_up(page)
    table = page.url.rsplit("/", 1)[1]
    take_device(page, "Ann")
    page.locator("#hand label.playable").first.click(position={"x": 10, "y": 18})
    page.locator("#actions .primary:not([aria-disabled])").click()
    expect(page.locator("#question")).to_have_text(say("en", "page.cash_oder_crash.early"))
    page.click("#do-call")
    take_device(page, "Bob")
    assert guest.get(f"/tables/{table}/view?seat=-")["items"]["big_deal"] == "ABC"
    make_first(guest, table, "B")
    until(
        lambda: guest.get(f"/tables/{table}/view?seat=-")["items"]["big_deal"] == "BC",
        "nobody doubles",
    )


def test_who_has_the_next_turn_chooses_last(welcome: Welcome) -> None:
    """All choose a card to pass (P23): then Bob goes on without another handover."""
    names = [*NAMES, "Dan", "Eve"]
    guest = welcome()
    page = guest.open("/new/monopoly?mode=pass")
    set_up(page, names)
    table = page.url.rsplit("/", 1)[1]
    page.click("#handed")
    page.locator("#table .target").first.wait_for()
    make(guest, table, "A", "swap C")
    page.locator("#hand label.playable").first.wait_for()
    make_first(guest, table, "A")  # a new trade card
    take_device(page, "Cleo")
    make_first(guest, table, "C")
    make_first(guest, table, "C")
    for seat, name in (("D", "Dan"), ("E", "Eve"), ("A", "Ann"), ("B", "Bob")):
        take_device(page, name)
        make_first(guest, table, seat)
    page.locator("#table .target").first.wait_for()
    expect(page.locator("#curtain")).to_be_hidden()
    assert guest.get(f"/tables/{table}/view?seat=B")["asked"]


def test_whoever_has_given_the_device_away_may_take_back_their_choice(welcome: Welcome) -> None:
    """Nobody's hand is shown before its owner has the device again."""
    guest = welcome()
    page = guest.open("/new/money?mode=pass")
    set_up(page)
    table = page.url.rsplit("/", 1)[1]
    take_device(page, "Ann")
    decide(guest, table, "A")
    expect(page.locator("#handed")).to_contain_text("Bob")
    expect(page.locator("#take-back")).to_have_text(say("en", "page.table.retract_who", who="Ann"))
    page.click("#take-back")
    expect(page.locator("#handed")).to_contain_text("Ann")
    assert page.locator("#hand [data-code]").count() == 0
    take_device(page, "Ann")
    assert guest.get(f"/tables/{table}/view?seat=A")["asked"]
    decide(guest, table, "A")
    take_device(page, "Bob")
    expect(page.locator("#take-back")).to_have_count(0)
