"""The rules as a page shows them: every number has its place, every example counts what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tirelire
from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.languages import LANGUAGES
from tirelire.core.sheets import Settlement
from tirelire.core.texts import catalogue
from tirelire.games import GAMES, game
from tirelire.match.scoring import score
from tirelire.page import pictures
from tirelire.page.rules import examples, options_of, rules_of

FOLDER = Path(tirelire.__file__).parent / "games"


def numbers(name: str, lang: str) -> list[str]:
    return [rule["id"] for section in rules_of(name, lang) for rule in section["rules"]]


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_numbered_without_a_gap(name: str) -> None:
    prefix = game(name).prefix
    for lang in LANGUAGES:
        found = numbers(name, lang)
        assert len(found) == len(set(found))
        assert set(found) == {f"{prefix}{n + 1}" for n in range(len(found))}


@pytest.mark.parametrize("name", GAMES)
def test_whatever_refusals_and_sheets_cite_is_a_rule(name: str) -> None:
    prefix = game(name).prefix
    cited = re.compile(rf'"({prefix}\d+)"')
    found = {
        number
        for path in (FOLDER / name).rglob("*.py")
        for number in cited.findall(path.read_text("utf-8"))
    }
    assert len(found) > 5
    assert found <= set(numbers(name, "en"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_rule_that_is_mentioned_is_a_link(name: str, lang: str) -> None:
    prefix, known = game(name).prefix, set(numbers(name, lang))
    links = 0
    for section in rules_of(name, lang):
        for rule in section["rules"]:
            for text, is_link in [part for line in rule["paragraphs"] for part in line]:
                links += is_link
                assert (text in known) == is_link
                assert not re.search(rf"\b{prefix}\d+\b", text) or is_link
    assert links or name == "cash_oder_crash"  # whose rules mention no other


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_explained_with_its_rule(name: str, lang: str) -> None:
    told = {option["name"]: option for option in options_of(name, lang)}
    assert set(told) == {option.name for option in game(name).options}
    for option in game(name).options:
        assert told[option.name]["rule"] == option.rule
        assert option.rule in numbers(name, lang)
        assert told[option.name]["label"]
        assert told[option.name]["text"]
        for value in getattr(option, "values", ()):
            assert value in told[option.name]["values"] or value.isdigit()


@pytest.mark.parametrize("name", GAMES)
def test_an_example_counts_what_it_says(name: str) -> None:
    counted = 0
    for example in examples(name):
        for row in example.get("rows", ()):
            expected = row.get("points")
            if expected is not None:
                sheet = score(name, row["cards"], out=example.get("out", False))
                assert not isinstance(sheet, Settlement)
                assert sheet.total == expected, row
                counted += 1
            if "sum" in row:
                values = {code: value for code, _, value in game(name).table.deck("en")}
                assert sum(values[code] for code in row["cards"].split()) == row["sum"]
        if "settled" in example:
            text = " ".join(f"{seat} {field:+d}" for seat, field in example["pawns"].items())
            settled = score(name, text, options={"board": example["board"]})
            assert isinstance(settled, Settlement)
            totals = {seat: sheet.total for seat, sheet in settled.sheets.items()}
            assert totals == example["settled"]
            counted += 1
    assert counted


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_an_example_has_its_words_and_pictures(name: str, lang: str) -> None:
    shown = [
        example
        for section in rules_of(name, lang)
        for rule in section["rules"]
        for example in rule["examples"]
    ]
    assert len(shown) == len(examples(name)) > 3
    drawn = set(pictures.names(name))
    for example in shown:
        assert example["caption"]
        assert example["rows"] or example["ring"]
        cards = [card for row in example["rows"] for card in row["cards"] if card["picture"] != "/"]
        assert {card["picture"] for card in cards} <= drawn
        assert all(card["name"] for card in cards)
        if example["ring"]:
            pawns = {pawn["picture"] for pawn in example["ring"]["pawns"]}
            assert pawns | {example["ring"]["board"]} <= drawn


def test_no_example_is_told_and_not_drawn() -> None:
    told = {key.rsplit(".", 1)[1] for key in catalogue("fr") if key.startswith("rules.example.")}
    assert told == {example["rule"] for name in GAMES for example in examples(name)}
    pawns = {seat for one in examples("cash_oder_crash") for seat in one.get("pawns", ())}
    assert pawns <= set(SEAT_LETTERS[: game("cash_oder_crash").most])
