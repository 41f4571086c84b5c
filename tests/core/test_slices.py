"""A game is one folder: nothing outside names it, and its parts fit the contract."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tirelire.games import GAMES

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "tirelire"
OUTSIDE = [
    path
    for kind in ("*.py", "*.js", "*.ts", "*.html")
    for path in sorted(PACKAGE.rglob(kind))
    if PACKAGE / "games" not in path.parents
]
DOCSTRING = re.compile(r'""".*?"""|/\*.*?\*/|#.*?$|//.*?$', re.DOTALL | re.MULTILINE)
_NAME = "|".join(GAMES)
NAMED = re.compile(rf"""["'`](?:{_NAME})["'`]|(?:\.|games/)(?:{_NAME})\b""")


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_game_is_named_outside_its_folder(path: Path) -> None:
    """Neither as a string, nor as a key, nor by an import; examples in docstrings may name one."""
    code = DOCSTRING.sub("", path.read_text("utf-8"))
    assert not NAMED.findall(code)


def test_the_search_finds_a_named_game() -> None:
    for line in ('if game.id == "money":', "import x from './games/monopoly.js'", "LAY.money"):
        assert NAMED.search(line), line


if TYPE_CHECKING:  # mypy compares the modules with the protocols
    from tirelire.contract.art import Art
    from tirelire.contract.observation import Observation
    from tirelire.contract.policy import Policy
    from tirelire.contract.rules import Rules
    from tirelire.contract.text import (
        Coach,
        Moves,
        Positions,
        Refusals,
        ScoreSheet,
        Stories,
        Table,
    )
    from tirelire.games.cache_ton_cash import observation as cache_ton_cash_observation
    from tirelire.games.cache_ton_cash.art import drawings as cache_ton_cash_art_drawings
    from tirelire.games.cache_ton_cash.policy import kernel as cache_ton_cash_policy_kernel
    from tirelire.games.cache_ton_cash.rules import kernel as cache_ton_cash_rules_kernel
    from tirelire.games.cache_ton_cash.text import coach as cache_ton_cash_text_coach
    from tirelire.games.cache_ton_cash.text import moves as cache_ton_cash_text_moves
    from tirelire.games.cache_ton_cash.text import positions as cache_ton_cash_text_positions
    from tirelire.games.cache_ton_cash.text import refusals as cache_ton_cash_text_refusals
    from tirelire.games.cache_ton_cash.text import sheet as cache_ton_cash_text_sheet
    from tirelire.games.cache_ton_cash.text import stories as cache_ton_cash_text_stories
    from tirelire.games.cache_ton_cash.text import table as cache_ton_cash_text_table
    from tirelire.games.cash_oder_crash import observation as cash_oder_crash_observation
    from tirelire.games.cash_oder_crash.art import drawings as cash_oder_crash_art_drawings
    from tirelire.games.cash_oder_crash.policy import kernel as cash_oder_crash_policy_kernel
    from tirelire.games.cash_oder_crash.rules import kernel as cash_oder_crash_rules_kernel
    from tirelire.games.cash_oder_crash.text import coach as cash_oder_crash_text_coach
    from tirelire.games.cash_oder_crash.text import moves as cash_oder_crash_text_moves
    from tirelire.games.cash_oder_crash.text import positions as cash_oder_crash_text_positions
    from tirelire.games.cash_oder_crash.text import refusals as cash_oder_crash_text_refusals
    from tirelire.games.cash_oder_crash.text import sheet as cash_oder_crash_text_sheet
    from tirelire.games.cash_oder_crash.text import stories as cash_oder_crash_text_stories
    from tirelire.games.cash_oder_crash.text import table as cash_oder_crash_text_table
    from tirelire.games.money import observation as money_observation
    from tirelire.games.money.art import drawings as money_art_drawings
    from tirelire.games.money.policy import kernel as money_policy_kernel
    from tirelire.games.money.rules import kernel as money_rules_kernel
    from tirelire.games.money.text import coach as money_text_coach
    from tirelire.games.money.text import moves as money_text_moves
    from tirelire.games.money.text import positions as money_text_positions
    from tirelire.games.money.text import refusals as money_text_refusals
    from tirelire.games.money.text import sheet as money_text_sheet
    from tirelire.games.money.text import stories as money_text_stories
    from tirelire.games.money.text import table as money_text_table
    from tirelire.games.monopoly import observation as monopoly_observation
    from tirelire.games.monopoly.art import drawings as monopoly_art_drawings
    from tirelire.games.monopoly.policy import kernel as monopoly_policy_kernel
    from tirelire.games.monopoly.rules import kernel as monopoly_rules_kernel
    from tirelire.games.monopoly.text import coach as monopoly_text_coach
    from tirelire.games.monopoly.text import moves as monopoly_text_moves
    from tirelire.games.monopoly.text import positions as monopoly_text_positions
    from tirelire.games.monopoly.text import refusals as monopoly_text_refusals
    from tirelire.games.monopoly.text import sheet as monopoly_text_sheet
    from tirelire.games.monopoly.text import stories as monopoly_text_stories
    from tirelire.games.monopoly.text import table as monopoly_text_table

    RULES: list[Rules] = [
        cache_ton_cash_rules_kernel,
        cash_oder_crash_rules_kernel,
        money_rules_kernel,
        monopoly_rules_kernel,
    ]
    POSITIONS: list[Positions] = [
        cache_ton_cash_text_positions,
        cash_oder_crash_text_positions,
        money_text_positions,
        monopoly_text_positions,
    ]
    MOVES: list[Moves] = [
        cache_ton_cash_text_moves,
        cash_oder_crash_text_moves,
        money_text_moves,
        monopoly_text_moves,
    ]
    REFUSALS: list[Refusals] = [
        cache_ton_cash_text_refusals,
        cash_oder_crash_text_refusals,
        money_text_refusals,
        monopoly_text_refusals,
    ]
    STORIES: list[Stories] = [
        cache_ton_cash_text_stories,
        cash_oder_crash_text_stories,
        money_text_stories,
        monopoly_text_stories,
    ]
    TABLE: list[Table] = [
        cache_ton_cash_text_table,
        cash_oder_crash_text_table,
        money_text_table,
        monopoly_text_table,
    ]
    COACH: list[Coach] = [
        cache_ton_cash_text_coach,
        cash_oder_crash_text_coach,
        money_text_coach,
        monopoly_text_coach,
    ]
    SCORESHEET: list[ScoreSheet] = [
        cache_ton_cash_text_sheet,
        cash_oder_crash_text_sheet,
        money_text_sheet,
        monopoly_text_sheet,
    ]
    OBSERVATION: list[Observation] = [
        cache_ton_cash_observation,
        cash_oder_crash_observation,
        money_observation,
        monopoly_observation,
    ]
    POLICY: list[Policy] = [
        cache_ton_cash_policy_kernel,
        cash_oder_crash_policy_kernel,
        money_policy_kernel,
        monopoly_policy_kernel,
    ]
    ART: list[Art] = [
        cache_ton_cash_art_drawings,
        cash_oder_crash_art_drawings,
        money_art_drawings,
        monopoly_art_drawings,
    ]
