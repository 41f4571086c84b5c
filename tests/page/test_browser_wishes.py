"""Play now with a choice in place: players, level and length, remembered at the device."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW, WIDE
from tests.page.conftest import Welcome
from tirelire.games import game as find_game


def wish(page: Page, game: str, name: str) -> str:
    return f"li[data-game={game}] [data-wish={name}]"


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_match_is_the_one_that_was_chosen(
    welcome: Welcome, lang: str, how: dict[str, object]
) -> None:
    guest = welcome(lang, **how)
    guest.introduce()
    page = guest.open("/")
    page.select_option(wish(page, "money", "players"), "3")
    page.select_option(wish(page, "money", "level"), "novice")
    page.select_option(wish(page, "money", "length"), "0")
    page.click("[data-play=money]")
    page.locator("#hand label.playable").first.wait_for()
    table = guest.get(f"/tables/{page.url.rsplit('/', 1)[1]}")
    assert [seat["bot"] for seat in table["seats"]] == ["", "novice", "novice"]
    assert table["options"]["match"] == "single"
    assert table["level"] == "novice"


def test_the_choice_is_remembered_for_each_game(welcome: Welcome) -> None:
    guest = welcome()
    page = guest.open("/")
    page.select_option(wish(page, "money", "players"), "5")
    page.select_option(wish(page, "money", "level"), "strong")
    page.select_option(wish(page, "monopoly", "length"), "2")
    page = guest.open("/")
    expect(page.locator(wish(page, "money", "players"))).to_have_value("5")
    expect(page.locator(wish(page, "money", "level"))).to_have_value("strong")
    expect(page.locator(wish(page, "monopoly", "length"))).to_have_value("2")
    expect(page.locator(wish(page, "monopoly", "players"))).to_have_value("4")
    expect(page.locator(wish(page, "monopoly", "level"))).to_have_value("regular")


def test_minutes_are_those_of_the_number_of_players(welcome: Welcome) -> None:
    page = welcome("fr").open("/")
    for players in ("2", "6"):
        page.select_option(wish(page, "monopoly", "players"), players)
        told = page.locator(f"{wish(page, 'monopoly', 'length')} option").all_text_contents()
        minutes = [length.minutes(int(players)) for length in find_game("monopoly").lengths]
        assert [text.replace("\u202f", " ").replace("\u00a0", " ") for text in told] == [
            f"{n} min" for n in minutes
        ]
