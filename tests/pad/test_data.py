"""What the pad in a browser counts with is what the rules count with."""

from __future__ import annotations

import pytest

from tirelire.core.languages import LANGUAGES
from tirelire.core.options import Choice
from tirelire.games import GAMES
from tirelire.games import game as find_game
from tirelire.games.cache_ton_cash.rules import material as k
from tirelire.games.money.rules import material as m
from tirelire.games.monopoly.rules import material as p
from tirelire.pad.data import pad_data

DECKS = {"money": m.CARDS, "monopoly": p.CARDS, "cache_ton_cash": k.CARDS, "cash_oder_crash": 0}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_card_can_be_tapped(name: str, lang: str) -> None:
    kinds = pad_data(lang)[name]["kinds"]
    assert sum(kind["copies"] for kind in kinds) == DECKS[name]
    assert all(kind["name"] for kind in kinds)
    codes = find_game(name).positions.CODES
    for kind in kinds:
        assert len(codes.copies(kind["code"])) == kind["copies"]


@pytest.mark.parametrize("name", GAMES)
def test_every_format_is_known(name: str) -> None:
    data, game = pad_data("fr")[name], find_game(name)
    values = {option.name: option for option in game.options}
    match = values.get("match")
    assert set(data["formats"]) == (set(match.values) if isinstance(match, Choice) else {""})
    tie = values["tie"]
    assert isinstance(tie, Choice)
    assert data["plays_on"] in tie.values
    for form in data["formats"].values():
        assert ("deals" in form) != ("goal" in form)
        assert not isinstance(form.get("deals"), str) or form["deals"] in values
    assert {option["name"] for option in data["options"]} <= set(values)
    assert set(data["deal"]) == set(range(game.fewest, game.most + 1))
