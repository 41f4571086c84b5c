"""The score pad at a party: few taps, nobody forgotten, a ranking, a rematch, past evenings."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.pad.taps import LONGEST, MOST_TAPS, plan, play_deal
from tests.page.browser import NARROW
from tests.page.conftest import Welcome
from tests.page.score_pad import (
    begin,
    count,
    count_taps,
    enter_sets,
    finish,
    press,
    taps,
    total,
    totals,
)
from tests.page.test_browser_access import tight, violations

NAMES = ["Zoé", "Émile", "Ann", "Bob"]
BROKEN = """() => [...document.querySelectorAll('.pad-stats thead span')].flatMap((one) => {
  const text = one.firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""
"""Words of headings that go on in another line."""


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_longest_of_many_deals_of_monopoly_takes_at_most_25_taps(
    welcome: Welcome, lang: str
) -> None:
    longest = plan(play_deal(LONGEST))
    page = welcome(lang, **NARROW).open("/pad")
    begin(page, "monopoly", NAMES)
    count_taps(page)
    count(page, longest.opening)
    press(page, *longest.buttons)
    page.wait_for_selector("#standing")
    assert totals(page) == longest.gained
    assert taps(page) == longest.taps <= MOST_TAPS


def test_a_second_tap_gives_a_group_back_and_houses_stand_where_they_were_tapped(
    welcome: Welcome,
) -> None:
    page = welcome("en", **NARROW).open("/pad")
    begin(page, "monopoly", ["Ann", "Bob"])
    count(page, "out-nobody")
    on = page.locator(".pad-row [aria-pressed=true]")
    press(page, "BRN-3", "YEL-1")
    assert on.evaluate_all("(all) => all.map((one) => one.id)") == ["BRN-3", "YEL-1"]
    assert total(page) == 300 * 4 + 50 * 2  # the best arrangement counts (P29)
    press(page, "BRN-0", "YEL-1")
    assert on.evaluate_all("(all) => all.map((one) => one.id)") == ["BRN-0"]
    press(page, "BRN-0")
    assert on.count() == 0


@pytest.mark.rule("P27", "P28")
def test_who_has_the_most_mr_monopoly_cards_is_asked_once(welcome: Welcome) -> None:
    page = welcome("en", **NARROW).open("/pad")
    begin(page, "monopoly", ["Ann", "Bob"])
    count(page, "out-0")
    press(page, "YEL-0", "richest-1", "next", "count-GO-1")
    assert total(page) == 1200
    press(page, "kept-chance", "seat-1")
    assert total(page) == 0
    press(page, "kept-chance", "richest--1")
    assert total(page) == 200
    press(page, "richest-1")
    finish(page)
    assert totals(page) == [300, 1200]
    page.reload()
    page.wait_for_selector("#standing")
    assert totals(page) == [300, 1200]


def test_a_stack_is_entered_by_its_sets(welcome: Welcome) -> None:
    page = welcome("fr", **NARROW).open("/pad")
    begin(page, "cache_ton_cash", ["Zoé", "Bob", "Ann"])
    count(page)
    count_taps(page)
    enter_sets(page, "AUTO 6 OR 1", "BD 2", "TRAIN 4", "AUTO 2", "SCOOTER 1")
    assert taps(page) == 3 + 1 + 2 + 1 + 2  # where fifteen cards and a joker were sixteen and more
    lines = page.locator(".pad-lines tbody tr").all_inner_texts()
    assert len(lines) == 6
    assert total(page) == (90 + 50) + 10 + 20 + 30 + (15 + 25)
    assert page.locator("#set-4").get_attribute("aria-label") == "1 × Scooter, 1 × Argenterie"
    assert not violations(page)
    assert not tight(page)
    page.tap("#set-0")
    press(page, "wild-OR-one_less", "cards-3")
    assert total(page) == 45 + 10 + 20 + 30 + 40
    press(page, "set-2", "drop-set")
    assert total(page) == 45 + 10 + 30 + 40
    page.reload()
    page.wait_for_selector("#done")
    assert total(page) == 45 + 10 + 30 + 40


def test_ticks_show_who_was_entered_and_a_warning_who_is_missing(welcome: Welcome) -> None:
    page = welcome("en", **NARROW).open("/pad")
    begin(page, "monopoly", NAMES)
    count(page, "out-nobody")
    expect(page.locator("#missing")).to_have_text("Missing: Zoé, Émile, Ann, and Bob.")
    assert page.locator("[data-entered=yes]").count() == 0
    press(page, "out-2", "YEL-0", "next")
    expect(page.locator("#missing")).to_have_text("Missing: Zoé, Émile, and Bob.")
    expect(page.locator("#seat-2 .tick")).to_have_text("✓")
    expect(page.locator("#seat-3[aria-pressed=true]")).to_have_count(1)
    press(page, "nothing-3")
    expect(page.locator("#seat-0[aria-pressed=true]")).to_have_count(1)
    press(page, "count-GO-1", "next", "kept-chance")
    expect(page.locator("#missing")).to_have_text("")
    expect(page.locator("#next")).to_have_count(0)
    finish(page)
    assert totals(page) == [200, 0, 300, 0]


PLACES = """() => [...document.querySelectorAll('#ranking li')].map((one) =>
  `${one.querySelector('.place').textContent} ${one.querySelector('.who').textContent}`)"""


def enter_points(page: Page, points: list[int]) -> None:
    """Count a deal of Monopoly in points alone."""
    count(page, "out-nobody")
    for seat, n in enumerate(points):
        page.tap(f"#seat-{seat}")
        page.fill(f"#points-{seat}", str(n))
    finish(page)


def test_a_ranking_and_the_same_players_again(welcome: Welcome) -> None:
    page = welcome("fr", **NARROW).open("/pad")
    begin(page, "monopoly", NAMES, target="3000")
    enter_points(page, [100, 400, 400, 0])
    assert page.evaluate(PLACES) == ["1. Émile", "1. Ann", "3. Zoé", "4. Bob"]
    enter_points(page, [2950, 100, 200, 0])
    assert page.evaluate(PLACES) == ["1. Zoé", "2. Ann", "3. Émile", "4. Bob"]
    assert not violations(page)
    assert not tight(page)
    over = page.url
    press(page, "again")
    page.wait_for_selector("#out-nobody")
    assert page.url != over
    assert page.locator(".pad-table thead th span").all_inner_texts() == NAMES
    assert totals(page) == [0, 0, 0, 0]
    enter_points(page, [3000, 0, 0, 0])  # what was agreed is agreed again
    expect(page.locator("#again")).to_have_count(1)


FROZEN = """async () => {
  const scroll = document.querySelector('.pad-scroll');
  scroll.firstElementChild.style.minWidth = '40rem'; // as large letters would
  const first = scroll.querySelector('tbody th');
  const last = scroll.querySelector('tbody td:last-child');
  const before = [first, last].map((one) => one.getBoundingClientRect().left);
  scroll.scrollLeft = 60;
  const after = [first, last].map((one) => one.getBoundingClientRect().left);
  return [scroll.scrollLeft, before[0] - after[0], before[1] - after[1]];
}"""


def test_the_first_column_stays_in_sight(welcome: Welcome) -> None:
    page = welcome("fr", **NARROW).open("/pad")
    begin(page, "monopoly", [*NAMES, "Denis", "Fanny"])
    enter_points(page, [1000] * 6)
    assert page.evaluate(FROZEN) == [60, 0, 60]


DAY = 86_400_000
FRIDAY = 1_793_995_200_000  # 6 November 2026, 20:00


def kept(ident: str, game: str, names: list[str], deals: list[list[int]], at: int) -> Any:
    """Write a match as the pad keeps it."""
    return {
        "id": ident,
        "game": game,
        "names": names,
        "options": {"match": "total", "hands": 2} if game == "money" else {"target": 5000},
        "deals": [{"done": True, "seats": [{"points": n} for n in deal]} for deal in deals],
        "begun": at,
        "changed": at,
    }


@pytest.mark.parametrize(
    ("lang", "days"),
    [
        ("fr", ["vendredi 6 novembre 2026", "vendredi 30 octobre 2026"]),
        ("en", ["Friday, November 6, 2026", "Friday, October 30, 2026"]),
    ],
)
def test_past_evenings_have_dates_and_statistics(
    welcome: Welcome, lang: str, days: list[str]
) -> None:
    page = welcome(lang, **NARROW, timezone_id="UTC").open("/pad")
    matches = [
        kept("a", "monopoly", ["Zoé", "Bob"], [[4000, 100], [1500, 300]], FRIDAY - 7 * DAY),
        kept("b", "monopoly", ["zoé ", "Ann"], [[200, 6000]], FRIDAY),
        kept(
            "c", "money", ["Zoé", "Ann", "Bob"], [[300, 20, 100], [0, 50, 100]], FRIDAY + DAY // 4
        ),
    ]
    page.evaluate("(all) => localStorage.setItem('tirelire-pad', JSON.stringify(all))", matches)
    page.reload()
    expect(page.locator(".pad-day")).to_have_text(days)  # after midnight it is still the evening
    assert page.locator(".pad-saved").nth(0).locator("li").count() == 2
    assert not violations(page)
    assert not tight(page)
    press(page, "statistics")
    rows = page.locator("#stats-monopoly tbody tr")
    expect(rows).to_have_count(3)
    cells = [row.locator("th, td").all_inner_texts() for row in rows.all()]
    assert [[int("".join(c for c in x if c.isdigit())) for x in row[1:]] for row in cells] == [
        [1, 1, 6000, 6000],
        [2, 1, 4000, 1900],
        [1, 0, 300, 200],
    ]
    assert [row[0] for row in cells] == ["Ann", "Zoé", "Bob"]
    assert page.evaluate(BROKEN) == []
    assert page.locator("#stats-money tbody tr").count() == 3
    assert not violations(page)
    assert not tight(page)
