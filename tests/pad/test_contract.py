"""Pads of games keep the contract, and the pad itself knows no game by its name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import tirelire
from tirelire.contract.pad import Pad
from tirelire.core.errors import OptionError
from tirelire.core.languages import LANGUAGES
from tirelire.games import GAMES
from tirelire.games import game as find_game
from tirelire.pad.counting import count, pad_of
from tirelire.pad.data import pad_data
from tirelire.pad.hand import sheets

PACKAGE = Path(tirelire.__file__).parent
SHARED = [
    *sorted((PACKAGE / "pad").glob("*.py")),
    *sorted((PACKAGE / "page/static/js/pad").glob("*.[jt]s")),
    PACKAGE / "contract/pad.py",
    PACKAGE / "contract/entries.py",
    PACKAGE / "contract/laying.py",
]
NO_PAD = replace(find_game("money"), package="tirelire.games")
"""A game in whose folder there is no `pad.py`."""


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.name)
def test_the_pad_knows_no_game_by_its_name(path: Path) -> None:
    lines = [line for line in path.read_text("utf-8").splitlines() if ">>>" not in line]
    text = "\n".join(lines)
    quoted = [mark + name + mark for name in GAMES for mark in "'\"`"]
    assert not [name for name in quoted if name in text]
    assert not [name for name in GAMES if f"games.{name}" in text or f"games/{name}" in text]


@pytest.mark.parametrize("name", GAMES)
def test_every_pad_keeps_the_contract(name: str) -> None:
    game = find_game(name)
    pad = pad_of(game)
    assert Pad in type(pad).__mro__
    assert set(pad.OPTIONS) <= {option.name for option in game.options}
    assert {"step", "lowest", "highest"} <= set(pad.SCORE)
    assert hasattr(game.kernel, "finish")
    for lang in LANGUAGES:
        assert {"kinds", "deal", "formats", "plays_on"} <= set(pad.data(lang))
    script = (game.folder / "page/pad.js").read_text("utf-8")
    assert "\nexport const pad = {" in script


def test_a_game_without_a_pad_is_refused_in_one_line() -> None:
    assert NO_PAD.pad is None
    with pytest.raises(OptionError) as refused:
        count(NO_PAD, 3, {}, [])
    for lang in LANGUAGES:
        said = refused.value.say(lang)
        assert "\n" not in said
        assert "money, cash_oder_crash" in said


def test_a_game_without_a_pad_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> object:
        return NO_PAD if name == "money" else find_game(name)

    monkeypatch.setattr("tirelire.pad.data.find_game", find)
    assert list(pad_data.__wrapped__("en")) == list(GAMES[1:])


def test_reward_and_roles_are_refused_where_no_hand_is_laid_down() -> None:
    for name in ("money", "cache_ton_cash"):
        with pytest.raises(OptionError):
            sheets(name, "", {}, reward="GO")
