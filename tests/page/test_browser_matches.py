"""Whole matches against bots, played through the page by people who know only what it shows."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browser import NARROW, REFUSED, SHORT, STILL
from tests.page.conftest import Welcome
from tests.page.players import Player, by_finger, by_keyboard, by_mouse, raw_keys
from tirelire.core.texts import say
from tirelire.games import GAMES


@pytest.mark.parametrize(
    ("game", "bots", "lang", "press", "haste", "how"),
    [
        pytest.param("money", 2, "fr", by_mouse, 0.6, {}, id="money by mouse"),
        pytest.param("cash_oder_crash", 2, "en", by_keyboard, 0.75, {}, id="cash by keyboard"),
        pytest.param("money", 2, "en", by_mouse, 0.6, STILL, id="money by mouse without motion"),
        pytest.param("monopoly", 1, "fr", by_mouse, 1.0, {}, id="monopoly by mouse"),
        pytest.param("cache_ton_cash", 1, "en", by_finger, 0.75, NARROW, id="cache by finger"),
        pytest.param("cash_oder_crash", 2, "de", by_finger, 0.75, NARROW, id="cash in German"),
    ],
)
def test_a_match_is_played_to_its_end(
    welcome: Welcome,
    game: str,
    bots: int,
    lang: str,
    press: Any,
    haste: float,
    how: dict[str, Any],
) -> None:
    guest = welcome(lang, **how)
    table = guest.begin(game, bots)
    guest.open(f"/t/{table}")
    player = Player(guest.page, press, haste=haste)
    asked: set[str] = set()
    raw: set[str] = set()

    def note(seen: Any) -> bool:
        asked.update([seen.question] if seen.asked else [])
        raw.update(raw_keys(guest.page) if len(asked) % 3 == 1 else [])
        return False

    end = player.play(note)
    view = guest.get(f"/tables/{table}/view")
    assert view["ended"] == "match"
    assert guest.get(f"/tables/{table}")["status"] == "over"
    assert len(asked) > 1
    assert not player.refusals, player.refusals
    assert len(player.late) < 3
    guest.excuse(player.late)
    assert not raw
    names = {one["seat"]: one["name"] for one in guest.get(f"/tables/{table}")["seats"]}
    names["A"] = say(lang, "page.table.you")
    assert all(names[seat] in end.question for seat in view["winners"])
    expect(guest.page.locator("#sheet .rank")).to_have_count(bots + 1)  # after the last scene
    guest.page.locator("#sheet footer form button").click()
    assert not raw_keys(guest.page)
    guest.page.locator("#actions a[href^='/replay/']").click()
    guest.page.locator("#moment").wait_for()
    moments = len(guest.get(f"/tables/{table}/replay?seat=A")["frames"])
    assert moments >= view["number"]  # a seat does not see everything that happens
    assert guest.page.locator("#moment").get_attribute("max") == str(moments)


def test_from_the_entrance_to_the_first_decision_are_two_clicks(welcome: Welcome) -> None:
    guest = welcome()
    guest.introduce()
    games = ("cash_oder_crash", "money", "monopoly")
    for game in games:
        guest.open("/")
        guest.page.click(f"[data-play={game}]")
        guest.page.locator("#hand label.playable").first.wait_for()
        assert "/t/" in guest.page.url
        assert guest.page.locator("#question.to-me").count() == 1
    guest.open("/")
    guest.page.locator("#mine li").first.wait_for()
    assert guest.page.locator("#mine li").count() == len(games)
    assert guest.page.locator("#mine li.my-turn").count() >= 1


@pytest.mark.parametrize("game", GAMES)
def test_the_form_sets_the_table_that_was_asked_for(welcome: Welcome, game: str) -> None:
    guest = welcome("fr")
    page = guest.open(f"/new/{game}")
    page.locator("summary").click()
    (name, value), *_ = SHORT[game].items()
    field = page.locator(f"[name=option-{name}]")
    if field.evaluate("(one) => one.tagName") == "SELECT":
        field.select_option(str(value))
    else:
        field.fill(str(value))
    page.fill("#name-0", "Zoé")
    while page.locator("#seats .seat-row").count() > 3:
        page.click("#fewer")
    page.select_option("#seat-2", "novice")
    page.locator("input[name=pace][value='90']").check()
    page.locator("button.primary").click()
    page.locator("#lobby #start").wait_for()
    table = guest.get(f"/tables/{page.url.rsplit('/', 1)[1]}")
    assert (table["game"], table["players"], table["pace"]["decision"]) == (game, 3, 90)
    assert table["options"][name] == value
    assert [one["kind"] for one in table["seats"]] == ["person", "open", "bot"]
    assert table["seats"][0]["name"] == "Zoé"
    assert table["level"] == "novice"  # whoever is away is played for by such a bot
    assert page.locator("#link").input_value() == page.url
    page.click("#start")
    page.locator("#table .board").wait_for()
    assert guest.get(f"/tables/{table['id']}")["status"] == "running"


def test_a_card_that_cannot_be_played_says_why(welcome: Welcome) -> None:
    guest = welcome("fr")
    guest.watch.expected.append(REFUSED)
    table = guest.begin("cash_oder_crash", 2)
    page = guest.open(f"/t/{table}")
    Player(page).wait()
    card = page.locator(".held:not(.playable)").first
    card.click(force=True)
    refused = page.locator("#refused")
    refused.wait_for()
    assert len(refused.inner_text()) > 10
    assert not raw_keys(page)
    assert not card.locator("input").is_checked()


def test_a_selection_can_be_undone_until_it_is_sent(welcome: Welcome) -> None:
    guest = welcome("en")
    page = guest.open(f"/t/{guest.begin('money', 2)}")
    Player(page).wait()
    cards = page.locator("#hand label.playable")
    for i in range(3):
        cards.nth(i).click()
    assert page.locator("#hand input:checked").count() == 3
    before = page.locator("#hint").inner_text()
    cards.nth(1).click()
    assert page.locator("#hand input:checked").count() == 2
    assert page.locator("#hint").inner_text() != before
    page.click("#undo")
    assert page.locator("#hand input:checked").count() == 0
    assert page.locator("#undo").count() == 0
