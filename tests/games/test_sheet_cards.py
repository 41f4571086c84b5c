"""The cards of a score sheet's lines: those that the line counts, and only what lies open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.page.test_replay import played
from tirelire import Match
from tirelire.core.sheets import Sheet
from tirelire.games import GAMES, game


def ends(name: str) -> Iterator[Match]:
    """Return a match at the end of each of its deals."""
    record = played(name)
    match = record.replay(0)
    for event in record.events:
        match.apply(event)
        if match.ended != "running":
            yield match


def sheets(match: Match) -> list[Sheet]:
    record = match.view(None).record
    return [match.game.sheet.of_seat(record, seat) for seat in range(match.players)]


def open_cards(match: Match) -> Counter[str]:
    """Count the cards that a spectator sees, in all places."""
    codes = match.game.positions.CODES
    words = [word for text in match.view(None).items.values() for word in text.split()]
    return Counter(code for code in words if code in codes.cards)


@pytest.mark.parametrize("name", GAMES)
def test_lines_count_only_cards_that_everybody_sees(name: str) -> None:
    count = 0
    for match in ends(name):
        seen = open_cards(match)
        for sheet in sheets(match):
            for line in sheet.lines:
                count += len(line.cards)
                assert not Counter(line.cards) - seen, line
    assert (count > 0) == (name != "cash_oder_crash")


def cards_of(name: str, text: str, *, out: bool = False) -> dict[str, str]:
    """Count written cards; return the cards of each line by its text."""
    sheet = game(name).sheet.score(text, {}, out=out)
    assert isinstance(sheet, Sheet)
    return {line.key.partition(".")[2]: " ".join(line.cards) for line in sheet.lines}


def test_a_currency_has_its_notes_and_a_triple_its_three() -> None:
    assert cards_of("money", "EUR20x3 EUR60 COINx2") == {
        "currency_reduced": "EUR20a EUR20b EUR20c EUR60",
        "triple": "EUR20a EUR20b EUR20c",
        "coins": "COIN1 COIN2",
    }


def test_a_set_has_its_wild_cards() -> None:
    assert cards_of("cache_ton_cash", "AUTO AUTO OR") == {"set": "AUTO AUTO OR"}


def test_a_group_has_its_houses_and_a_chance_card_where_one_is_missing() -> None:
    assert cards_of("monopoly", "YELx3 H1 H3 CHANCE TOKEN GO RED1", out=True) == {
        "houses": "YEL1 YEL2 YEL3 H1 CHANCE H3",
        "tokens": "TOKEN",
        "go": "GO",
        "chance": "",
    }


def test_a_chance_card_that_was_kept_is_shown() -> None:
    assert cards_of("monopoly", "YELx3 H1 CHANCE") == {"chance_kept": "CHANCE"}
