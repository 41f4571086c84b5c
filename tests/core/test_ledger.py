"""The ledger of the rules: each rule has a test, and each test cites a rule that exists."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tirelire.core.languages import LANGUAGES
from tirelire.games import GAMES, game

TESTS = Path(__file__).resolve().parents[1]


def rules_of(name: str, lang: str) -> list[str]:
    """Return the numbers of a game's rules, as its rule book lists them."""
    return [rule["id"] for section in game(name).rules(lang)["section"] for rule in section["rule"]]


def citations() -> dict[str, list[str]]:
    """Return the files that cite each rule, as tests mark it."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                for number in node.args:
                    found.setdefault(ast.literal_eval(number), []).append(path.name)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_all_languages_number_the_same_rules(name: str) -> None:
    first, *others = (rules_of(name, lang) for lang in LANGUAGES)
    assert len(set(first)) == len(first)
    assert all(other == first for other in others)


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_cited_by_a_test(name: str) -> None:
    cited = citations()
    assert [number for number in rules_of(name, "en") if number not in cited] == []


def test_every_citation_names_a_rule() -> None:
    known = {number for name in GAMES for number in rules_of(name, "en")}
    assert {number: files for number, files in citations().items() if number not in known} == {}
