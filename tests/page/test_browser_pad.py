"""The score pad in a browser: whole matches by few taps, without a network too, and shared."""

from __future__ import annotations

import csv
import io
import re

import pytest
from playwright.sync_api import expect

from tests.pad.hands import Entered
from tests.page.browser import NARROW, REFUSED
from tests.page.conftest import Welcome
from tests.page.score_pad import (
    begin,
    count,
    enter_sets,
    finish,
    go_offline,
    press,
    tap,
    total,
    totals,
)
from tests.page.test_browser_access import tight, violations
from tirelire import Match
from tirelire.core.texts import say
from tirelire.games import GAMES


def test_a_match_of_money(welcome: Welcome) -> None:
    guest = welcome("fr", **NARROW)
    guest.watch.expected.append(REFUSED)
    page = guest.open("/pad")
    begin(page, "money", ["Zoé", "Émile", "Ann", "Bob", "Carla"], match="hands_won", hands="2")
    assert "Carla distribue" in page.locator("#standing").inner_text()
    count(page)
    tap(page, "EUR20 EUR20 EUR20 EUR60")
    press(page, "count-COIN-1")
    assert total(page) == 130
    page.tap("#seat-1")
    page.tap("#kind-EUR20", force=True)  # all three are with Zoé
    assert "Zoé" in page.locator("#refused").inner_text()
    tap(page, "USD60 USD50 USD40")
    assert total(page) == 50
    finish(page, "Ann, Bob et Carla")
    assert totals(page) == [130, 50, 0, 0, 0]
    go_offline(guest)
    assert totals(page) == [130, 50, 0, 0, 0]
    count(page)
    page.tap("#seat-4")
    tap(page, "JPY60 JPY50")
    page.reload(wait_until="load")  # what is entered survives, done or not
    page.tap("#seat-4")
    assert total(page) == 10
    page.fill("#points-4", "500")
    finish(page, "Zoé, Émile, Ann et Bob")
    assert "Zoé et Carla" in page.locator("#standing").inner_text()
    page.tap(".pad-correct >> nth=0")  # what was wrong in the first deal
    page.tap("#seat-1")
    tap(page, "USD20 USD20 USD20")
    assert total(page) == 210 + 100
    finish(page)
    assert totals(page) == [130, 310, 0, 0, 500]
    assert "Émile et Carla" in page.locator("#standing").inner_text()
    assert not violations(page)


def test_a_match_of_cash_oder_crash(welcome: Welcome) -> None:
    guest = welcome("en", **NARROW)
    guest.watch.expected.append(REFUSED)
    page = guest.open("/pad")
    begin(page, "cash_oder_crash", ["Ann", "Bob", "Carla"], rounds="2")
    count(page)
    for field in (4, -6, 0):
        page.tap(f"#field-{field}")
    assert not violations(page)
    finish(page)
    assert totals(page) == [39, 25, 41]
    assert "Bob starts" in page.locator("#standing").inner_text()
    page.locator("#calling summary").tap()
    page.tap("#call-2")
    page.tap("#call-0", force=True)  # too late
    assert "Carla" in page.locator("#caller").inner_text()
    page.tap("#next-turn")
    page.tap("#call-2", force=True)  # his card is used up
    assert page.locator("#caller").inner_text() == ""
    go_offline(guest)
    count(page)
    assert page.locator("#field-4[aria-pressed=true]").count() == 1  # where it stood
    for i, chips in enumerate((5, -5, 1)):
        page.tap(f"#seat-{i}")
        page.fill(f"#points-{i}", str(chips))
    page.tap("#done")
    assert "zero" in page.locator("#refused").inner_text()
    page.fill("#points-0", "5")
    page.tap("#seat-2")
    page.fill("#points-2", "0")
    finish(page)
    assert totals(page) == [44, 20, 41]
    assert "Ann" in page.locator("#standing").inner_text()


def test_a_hand_of_monopoly_with_its_reward(welcome: Welcome) -> None:
    guest = welcome("fr", **NARROW)
    guest.watch.expected.append(REFUSED)
    page = guest.open("/pad")
    begin(page, "monopoly", ["Zoé", "Bob"], target="4000")
    count(page, "out-1")
    press(page, "richest-1", "DBL-0", "YEL-2", "count-TOKEN-1", "count-GO-1", "role-DBL")
    press(page, "kind-DBL", "kind-STA", "kind-STA", "kind-TOKEN")  # it frees the Chance card
    assert total(page) == 6550
    press(page, "kind-BRN", "kind-GO")  # more than a reward has
    assert "récompense" in page.locator("#refused").inner_text()
    assert total(page) == 6550
    page.tap("#seat-0")
    press(page, "LBL-0", "kept-chance", "seat-0")
    assert total(page) == 0
    assert not violations(page)
    finish(page)
    go_offline(guest)
    assert totals(page) == [0, 6550]
    assert "Bob" in page.locator("#standing").inner_text()
    assert not tight(page)


def test_what_cannot_go_out_is_not_counted(welcome: Welcome) -> None:
    guest = welcome("en", **NARROW)
    guest.watch.expected.append(REFUSED)
    page = guest.open("/pad")
    begin(page, "monopoly", ["Ann", "Bob"])
    count(page, "out-0")
    press(page, "count-GO-1", "done")
    assert "P15" in page.locator("#refused").inner_text()
    press(page, "count-GO-1", "YEL-1", "role-YEL", "role-H1-YEL")
    assert total(page) == 600
    assert page.locator(".pad-roles button").count() == 2  # there are no more Chance cards
    press(page, "role-H1-YEL", "YEL-0", "count-TOKEN-1", "role-TOKEN-YEL")
    assert total(page) == 600
    press(page, "role-TOKEN-YEL", "role-YEL-2")  # two of the three deeds are Chance cards
    assert page.locator("[aria-pressed=true]:is(#role-YEL, #role-YEL-2)").count() == 2
    assert total(page) == 600
    finish(page, "Bob")
    assert totals(page) == [600, 0]


def test_a_match_of_cache_ton_cash_shared_and_written(welcome: Welcome) -> None:
    guest = welcome("fr", **NARROW)
    page = guest.open("/pad")
    begin(page, "cache_ton_cash", ["Zoé", "=Bob", "Ann"], match="first_to_two")
    for stacks in (
        [["AUTO 2 OR 1", "BD 2"], ["TRAIN 1"], []],
        [[], ["PIANO 2"], ["SCOOTER 3 OR 2"]],
    ):
        count(page)
        for i, sets in enumerate(stacks):
            page.tap(f"#seat-{i}")
            enter_sets(page, *sets)
            if not sets:
                page.tap(f"#nothing-{i}")
        finish(page)
    assert totals(page) == [90, 40, 145]
    with page.expect_download() as download:
        page.tap("#positions")
    lines = download.value.path().read_text("utf-8").splitlines()
    found = [Match.at(line) for line in lines if not line.startswith("#")]
    assert [list(match.totals.values()) for match in found] == [[90, 30, 0], [90, 40, 145]]
    with page.expect_download() as download:
        page.tap("#csv")
    rows = list(csv.reader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    assert rows[1] == ["1", "90", "90", "30", "30", "0", "0"]
    assert rows[0][3].startswith("'=Bob")
    page.tap("#share")
    page.wait_for_selector("#link")
    expect(page.locator("#shared [role=status]")).to_have_text(say("fr", "page.pad.copied"))
    link = page.input_value("#link")
    other = welcome("fr")
    there = other.open(link.split("/", 3)[3].join(("/", "")))
    there.wait_for_selector("#standing")
    assert totals(there) == [90, 40, 145]
    assert not violations(there)
    there.emulate_media(media="print")
    assert there.locator("#share").is_hidden()


def test_a_long_match_is_printed_on_one_page(welcome: Welcome) -> None:
    guest = welcome("fr")
    page = guest.open("/pad")
    match = Entered("monopoly", {"target": 50_000}, 6)
    match.deals = [
        {"seats": [{"points": 100 * (i + n) % 900} for i in range(6)]} for n in range(40)
    ]
    page.evaluate(
        "(one) => localStorage.setItem('tirelire-pad', JSON.stringify([one]))", match.for_page()
    )
    page.goto("/pad#m/x")
    page.reload()
    page.wait_for_selector("#standing")
    assert page.locator(".pad-table tbody tr").count() == 40
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    page.locator("#timing summary").click()
    page.click("#time-30")
    assert re.fullmatch(r"0:(30|2\d)", page.locator("#time").inner_text())
    page.click("#time-stop")
    assert page.locator("#time").inner_text() == "0:30"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_pad_fits_a_phone_and_keeps_nobody_out(welcome: Welcome, lang: str) -> None:
    page = welcome(lang, **NARROW).open("/pad")
    page.wait_for_selector("#new-money")
    screens = 0
    for game in GAMES:
        page.click(f"#new-{game}")
        for wanted in ("#begin", ":is(#count, #out-0)", "#done"):
            page.wait_for_selector(wanted)
            assert not violations(page)
            assert not tight(page)
            screens += 1
            if wanted != "#done":
                page.click(wanted)
        page.goto("/pad")
    assert screens == 12


def test_the_pad_is_used_by_keyboard_alone(welcome: Welcome) -> None:
    page = welcome("en").open("/pad#new/money")
    page.wait_for_selector("#begin")

    def press(ident: str, key: str = "Enter") -> None:
        for _ in range(80):
            if page.evaluate("() => document.activeElement?.id") == ident:
                page.keyboard.press(key)
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{ident} cannot be reached")

    press("begin")
    page.wait_for_selector("#count")
    press("count")
    page.wait_for_selector("#done")
    kinds = page.locator(".tile .kind").first.get_attribute("id")
    assert kinds is not None
    for _ in range(3):
        press(kinds)
    assert total(page) == 100
    press("done")
    page.wait_for_selector("dialog.question")
    page.keyboard.press("Enter")
    page.wait_for_selector("#standing")
    assert totals(page)[0] == 100


def test_a_link_that_is_none_is_refused(welcome: Welcome) -> None:
    for link in ("/pad#s=nonsense", "/pad#p=a/b/c", "/pad#p=x/money/A,B//1/1.1"):
        guest = welcome("en")
        guest.watch.expected.append(REFUSED)
        page = guest.open(link)
        page.wait_for_function("() => !document.getElementById('refused').hidden")
        assert page.locator("#new-money").is_visible()


def test_the_entrance_leads_to_the_pad(welcome: Welcome) -> None:
    page = welcome("fr").open("/")
    page.click("a[href='/pad']")
    page.wait_for_selector("#new-cache_ton_cash")
