"""The score pad in a browser: entries are read, shown and asked for before they are booked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.page.browser import NARROW, REFUSED
from tests.page.conftest import Welcome
from tests.page.score_pad import begin, count, finish, press, total, totals


def test_a_deal_with_somebody_missing_is_not_booked_unasked(welcome: Welcome) -> None:
    page = welcome("fr", **NARROW).open("/pad")
    begin(page, "monopoly", ["Zoé", "Émile", "Ann"])
    count(page, "out-nobody")
    press(page, "BRN-0")
    assert "Émile et Ann" in page.locator("#missing").inner_text()
    page.click("#done")
    assert "Émile et Ann" in page.locator("dialog.question").inner_text()
    page.click("dialog.question [value=no]")
    assert page.locator("#done").count() == 1  # nothing was booked
    assert page.locator("#seat-1[aria-pressed=true]").count() == 1
    page.tap("#nothing-1")  # and the next player is shown
    page.fill("#points-2", "0")
    assert page.locator("#missing").inner_text() == ""
    finish(page)
    assert totals(page) == [50, 0, 0]
    page.tap(".pad-correct >> nth=0")
    page.wait_for_selector("#done")
    finish(page)  # who really has nothing is not asked about again


def test_pawns_that_nobody_entered_are_not_booked_unasked(welcome: Welcome) -> None:
    page = welcome("en", **NARROW).open("/pad")
    begin(page, "cash_oder_crash", ["Ann", "Bob", "Carla"], rounds="2")
    count(page)
    for field in (4, -6):
        page.tap(f"#field-{field}")
    finish(page, "Carla")
    count(page)
    finish(page, "Ann, Bob, and Carla")  # all stand where they stood


TYPED = [
    ("cache_ton_cash", "290000", 290),
    ("cache_ton_cash", "290 000", 290),
    ("cache_ton_cash", "290\u202f000", 290),
    ("cache_ton_cash", "290K", 290),
    ("cache_ton_cash", "290 k", 290),
    ("cache_ton_cash", "290", 290),
    ("cache_ton_cash", "0", 0),
    ("cache_ton_cash", "290001", None),
    ("cache_ton_cash", "291", None),
    ("cache_ton_cash", "-5", None),
    ("cache_ton_cash", "4000", None),
    ("money", "1 480", 1480),
    ("money", "1.480", 1480),
    ("money", "155", None),
    ("money", "-10", None),
    ("money", "290K", None),
    ("money", "1,5", None),
    ("monopoly", "7400", 7400),
    ("monopoly", "7 400", 7400),
    ("monopoly", "740000", None),
    ("monopoly", "7425", None),
    ("cash_oder_crash", "−4", -4),
    ("cash_oder_crash", "+4", 4),
    ("cash_oder_crash", "quatre", None),
]


READ = """async ([typed, options]) => {
  const { readPoints } = await import('/static/js/pad/points.js');
  const games = await (await fetch('/pad/fr.json')).json();
  return typed.map(([game, text]) => readPoints(text, games[game], options));
}"""


def test_a_score_is_read_as_people_write_it_or_not_at_all(pad: Page) -> None:
    read = pad.evaluate(READ, [[[game, text] for game, text, _ in TYPED], {}])
    wrong = [(*one, got) for one, got in zip(TYPED, read, strict=True) if one[2] != got]
    assert not wrong


def test_with_penny_jars_a_score_need_not_be_a_multiple_of_five(pad: Page) -> None:
    typed = [["cache_ton_cash", text] for text in ("291", "291000", "290500")]
    assert pad.evaluate(READ, [typed, {"penny_jar": "off"}]) == [None, None, None]
    assert pad.evaluate(READ, [typed, {"penny_jar": "on"}]) == [291, 291, None]


def test_what_is_booked_is_shown_before_and_a_wrong_score_is_not_booked(welcome: Welcome) -> None:
    guest = welcome("fr", **NARROW)
    guest.watch.expected.append(REFUSED)
    page = guest.open("/pad")
    begin(page, "cache_ton_cash", ["Zoé", "Bob"])
    count(page)
    assert "milliers" in page.locator(".pad-points label").inner_text()
    page.fill("#points-0", "290000")
    assert "290K" in page.locator("#read-0").inner_text()
    assert total(page) == 290
    page.tap("#seat-1")
    page.fill("#points-1", "4321")
    assert "5K" in page.locator("#read-1").inner_text()
    page.click("#done")
    assert "Bob" in page.locator("#refused").inner_text()
    assert "4321" in page.locator("#refused").inner_text()
    page.fill("#points-1", "85")
    finish(page)
    assert totals(page) == [290, 85]


FITS = """() => [
  ...document.querySelectorAll('.pad-table thead th, .pad-table tfoot td'),
].filter((cell) => {
  const [box, range] = [cell.getBoundingClientRect(), document.createRange()];
  range.selectNodeContents(cell);
  const text = range.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth + 0.5 || text.left < box.left - 1
    || text.right > box.right + 1 || text.height < 8;
}).map((cell) => cell.textContent)"""


BROKEN = """() => [...document.querySelectorAll('.pad-table thead th span')]
  .filter((name) => name.getClientRects().length > name.textContent.split('-').length)
  .map((name) => name.textContent)"""
"""Names with a line break elsewhere than after a hyphen."""


@pytest.mark.parametrize("players", range(2, 7))
def test_all_names_can_be_read_on_a_phone(welcome: Welcome, players: int) -> None:
    page = welcome("fr", **{**NARROW, "viewport": {"width": 360, "height": 740}}).open("/pad")
    names = ["Maximilienne", "Jean-Baptiste", "Zoé", "Anne-Charlotte", "Christophe", "Wilhelmine"]
    begin(page, "monopoly", names[:players])
    count(page, "out-nobody")
    for seat in range(players):
        page.click(f"#seat-{seat}")
        page.fill(f"#points-{seat}", "8450")
    finish(page)
    assert page.locator(".pad-table thead th span").all_inner_texts() == names[:players]
    assert not page.evaluate(FITS)
    assert players < 4 or not page.evaluate(BROKEN)  # from four on the names are turned
    assert page.locator(".pad-scroll").evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_the_names_that_are_seen_are_the_names_that_are_kept(welcome: Welcome) -> None:
    page = welcome("fr", **NARROW).open("/pad")
    page.click("#new-monopoly")
    page.wait_for_selector("#begin")
    assert page.locator("[placeholder]").count() == 0
    seen = [field.input_value() for field in page.locator(".pad-name input").all()]
    assert seen[0] == "Joueur 1"
    page.fill("#name-1", "  ")
    page.click("#begin")
    assert page.locator("#name-1:invalid").count() == 1
    assert page.locator("#standing").count() == 0
    page.fill("#name-1", "Zoé")
    page.click("#begin")
    page.wait_for_selector("#standing")
    found = page.locator(".pad-table thead th span").all_inner_texts()
    assert found == [seen[0], "Zoé", *seen[2:]]
