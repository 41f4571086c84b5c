"""The end of a deal and of a match: who stands where, with which cards, and what comes next."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import ASKING, NARROW, STILL, WIDE, Guest, rest
from tests.page.conftest import Welcome
from tests.page.driving import drive
from tests.page.players import raw_keys
from tests.page.test_browser_access import tight, violations
from tirelire.core.texts import amount, say
from tirelire.games import GAMES

TWO_DEALS: dict[str, dict[str, str | int]] = {
    "money": {"hands": 2},
    "cash_oder_crash": {"rounds": 2},
    "monopoly": {"target": 50_000},
    "cache_ton_cash": {"match": "three"},
}
"""Options with which a match has at least two deals."""
SCREENS = {"money": WIDE, "cash_oder_crash": NARROW, "monopoly": NARROW, "cache_ton_cash": WIDE}
SHOWN = """() => [...document.querySelectorAll('#sheet .rank')].map((rank) => ({
  seat: rank.dataset.seat,
  place: rank.querySelector('.place').lastChild.textContent,
  gained: rank.querySelector('.gained').lastChild.textContent,
  total: rank.querySelector('.total').lastChild.textContent,
  cards: [...rank.querySelectorAll('.lines > li')].map(
    (line) => [...line.querySelectorAll('.card')].map((card) => card.dataset.code)),
}))"""
DECIDED = """(cases) => import('/static/js/course.js').then(({ decisiveDeal }) =>
  cases.map(([totals, winners]) => decisiveDeal(totals, winners)))"""

CONFETTI_IS_NOTED = """() => { window.fell = false;
  new MutationObserver((all) => all.forEach(({ addedNodes }) =>
    addedNodes.forEach((node) => { if (node.className === 'confetti') window.fell = true; })))
    .observe(document.body, { childList: true }); }"""


def watch(guest: Guest, game: str, options: Any) -> tuple[str, Page]:
    """Begin a match against two bots, and look at it."""
    table = guest.begin(game, 2, options=options, pace=ASKING)
    page = guest.open(f"/t/{table}")
    page.locator("#table .board").wait_for()
    return table, page


def problems(page: Page) -> list[str]:
    """Return what is wrong with a page for somebody."""
    return raw_keys(page) + violations(page) + tight(page)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_deal_ends_with_a_ranking_and_the_cards_that_count(
    welcome: Welcome, game: str, lang: str
) -> None:
    guest = welcome(lang, **SCREENS[game])
    table, page = watch(guest, game, TWO_DEALS[game])
    view = drive(guest, table)
    expect(page.locator("#sheet .rank")).to_have_count(3)
    rest(page)
    shown = page.evaluate(SHOWN)
    totals = view["totals"]
    others = sorted("BC", key=lambda seat: -totals[seat])
    assert [one["seat"] for one in shown] == ["A", *others]
    for one in shown:
        seat = one["seat"]
        assert int(one["place"]) == 1 + sum(x > totals[seat] for x in totals.values())
        assert one["total"] == amount(game, totals[seat], lang).replace("-", "−")
        lines = view["sheets"][seat]["lines"]
        assert one["cards"] == [line["cards"] for line in lines]
        assert not any(line["rule"] in line["text"] for line in lines)
    rules = [line["rule"] for one in shown for line in view["sheets"][one["seat"]]["lines"]]
    signs = page.locator("#sheet .rule-sign").evaluate_all("(all) => all.map((one) => one.title)")
    assert signs == [say(lang, "page.sheet.rule", rule=rule) for rule in rules]
    assert not problems(page)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_match_ends_with_a_sentence_a_podium_and_confetti(welcome: Welcome, lang: str) -> None:
    guest = welcome(lang)
    table, page = watch(guest, "cash_oder_crash", {"rounds": 3})
    drive(guest, table, ("deal",))
    page.locator("#continue").click()
    page.evaluate(CONFETTI_IS_NOTED)
    view = drive(guest, table, ("match",))
    winners, totals = view["winners"], view["totals"]
    page.wait_for_function("() => window.fell === true")
    expect(page.locator("canvas.confetti")).to_have_count(0)
    steps = page.locator("#sheet .podium .step")
    expect(steps).to_have_count(3)
    names = [seat["name"] for seat in guest.get(f"/tables/{table}")["seats"]]
    names[0] = say(lang, "page.table.you")
    first = steps.first.locator(".who").inner_text()
    assert first in [names["ABC".index(seat)] for seat in winners]
    assert str(max(totals.values())) in steps.first.inner_text()
    if winners == "A":
        expect(page.locator("#sheet-title")).to_have_text(say(lang, "page.table.won.you"))
    elif len(winners) == 1:
        who, points = names["ABC".index(winners)], max(totals.values())
        text = say(lang, "page.table.won.with", who=who, points=points)
        expect(page.locator("#sheet-title")).to_have_text(text)
    assert page.locator("#sheet .decisive").inner_text()
    rest(page)
    assert not problems(page)


def test_no_confetti_falls_where_motion_is_unwanted(welcome: Welcome) -> None:
    guest = welcome("en", **STILL)
    table, page = watch(guest, "cash_oder_crash", {"rounds": 1})
    page.evaluate(CONFETTI_IS_NOTED)
    drive(guest, table, ("match",))
    page.locator("#sheet .podium").wait_for()
    assert page.evaluate("window.fell") is False


@pytest.mark.parametrize(
    ("totals", "winners", "deal", "leads"),
    [
        ([[5, 1, 0], [6, 7, 1], [9, 8, 2]], "A", 3, True),
        ([[1, 5, 0], [9, 7, 1], [9, 8, 2]], "A", 2, True),
        ([[5, 1, 0], [6, 5, 1]], "A", 1, True),
        ([[5, 5, 0], [9, 9, 8]], "AB", 1, True),
        ([[5, 9, 0], [9, 9, 8], [10, 30, 8]], "A", 2, False),
    ],
)
def test_the_decisive_deal_is_the_one_after_which_only_winners_led(
    welcome: Welcome, totals: list[list[int]], winners: str, deal: int, leads: bool
) -> None:
    page = welcome("en").open("/")
    each = [dict(zip("ABC", one, strict=True)) for one in totals]
    assert page.evaluate(DECIDED, [[each, winners]]) == [{"deal": deal, "leads": leads}]


def test_against_bots_one_click_starts_the_rematch(welcome: Welcome) -> None:
    guest = welcome("fr", **NARROW)
    table, page = watch(guest, "cash_oder_crash", {"rounds": 1})
    drive(guest, table, ("match",))
    page.locator("#sheet-rematch").tap()
    page.wait_for_url(lambda url: table not in url and "/t/" in url)
    page.locator("#table .board").wait_for()
    following = guest.get(f"/tables/{page.url.rpartition('/')[2]}")
    assert following["status"] == "running"
    assert [seat["kind"] for seat in following["seats"]] == ["person", "bot", "bot"]


def test_among_people_the_others_are_asked_to_join_the_rematch(welcome: Welcome) -> None:
    ann, emile = welcome("en"), welcome("en")
    table = ann.table("cash_oder_crash", ["open", "open", "regular"], options={"rounds": 1})
    ann.sit(table, "A", "Ann")
    emile.sit(table, "B", "Émile")
    ann.post(f"/tables/{table}/start")
    emile.post(f"/tables/{table}/leave", {"seat": "B"})
    for guest in (ann, emile):
        guest.open(f"/t/{table}").locator("#table .board").wait_for()
    drive(ann, table, ("match",))
    expect(emile.page.locator("#sheet-rematch")).to_have_text("Rematch")
    ann.page.locator("#sheet-rematch").click()
    ann.page.locator("#start").wait_for()
    expect(emile.page.locator("#sheet-rematch")).to_have_text("Join the rematch")
    emile.page.locator("#sheet-rematch").click()
    emile.page.wait_for_url(ann.page.url)
