"""The rules of a game as a page shows them: sections, numbered rules, our rulings, examples."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.texts import amount, catalogue, say
from tirelire.games import game as find_game
from tirelire.page.decks import describe
from tirelire.page.pictures import picture_of

_NUMBER = re.compile(r"\b[A-Z]\d{1,2}\b")


@cache
def rules_of(name: str, lang: str) -> list[dict[str, Any]]:
    """Return the sections of the rules, with the paragraphs and the examples of each rule."""
    sections = find_game(name).rules(lang)["section"]
    known = {rule["id"] for section in sections for rule in section["rule"]}
    return [
        {
            "title": section["title"],
            "rules": [
                {
                    "id": rule["id"],
                    "title": rule["title"],
                    "paragraphs": [_linked(text, known) for text in rule["text"].split("\n\n")],
                    "ruling": _linked(rule.get("ruling", ""), known),
                    "examples": [_drawn(name, example, lang) for example in examples(name, rule)],
                }
                for rule in section["rule"]
            ],
        }
        for section in sections
    ]


@cache
def options_of(name: str, lang: str) -> list[dict[str, Any]]:
    """Return every option as the rules explain it: what it decides, its values, its rule."""
    game = find_game(name)
    told = game.rules(lang)["option"]
    usual = {option.name: option.default for option in game.options}
    return [
        {
            "name": key,
            "label": game.option_label(key, lang),
            "text": option["text"],
            "rule": option["rule"],
            "usual": usual[key],
            "values": game.value_words(key, lang),
        }
        for key, option in told.items()
    ]


@cache
def _all_examples(name: str) -> list[dict[str, Any]]:
    file = files(find_game(name).text_package).joinpath("examples.toml")
    found: list[dict[str, Any]] = []
    if file.is_file():
        found = tomllib.loads(file.read_text("utf-8"))["example"]
    return found


def examples(name: str, rule: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the drawn examples of a game, or those of one rule."""
    return [one for one in _all_examples(name) if rule is None or one["rule"] == rule["id"]]


def _linked(text: str, known: set[str]) -> list[tuple[str, bool]]:
    """Part a paragraph at the numbers of other rules, so that each can be a link."""
    parts: list[tuple[str, bool]] = []
    end = 0
    for found in _NUMBER.finditer(text):
        if found[0] in known:
            parts += [(text[end : found.start()], False), (found[0], True)]
            end = found.end()
    return [(part, link) for part, link in [*parts, (text[end:], False)] if part]


def _drawn(name: str, example: dict[str, Any], lang: str) -> dict[str, Any]:
    """Describe the pictures of an example."""
    rows = [
        {
            "label": say(lang, f"rules.label.{row['label']}") if "label" in row else "",
            "cards": [_picture(name, code, lang) for code in row["cards"].split()],
            "points": _points(name, row, lang),
        }
        for row in example.get("rows", ())
    ]
    return {
        "rows": rows,
        "ring": _ring(name, example) if "pawns" in example else None,
        "caption": say(lang, f"rules.example.{example['rule']}"),
    }


def _points(name: str, row: dict[str, Any], lang: str) -> str:
    for key in ("points", "sum"):
        if key in row:
            return say(lang, f"rules.{key}", n=amount(name, row[key], lang))
    return ""


def _picture(name: str, code: str, lang: str) -> dict[str, str]:
    """Return a card's picture and its name; `/` parts the sets of a stack."""
    deck = describe(name, lang)["cards"]
    own = f"rules.card.{code}"
    title = deck[code]["name"] if code in deck else say(lang, own) if own in catalogue(lang) else ""
    return {"picture": picture_of(name, code), "name": title}


def _ring(name: str, example: dict[str, Any]) -> dict[str, Any]:
    game = find_game(name)
    places = game.art.PLACES[example["board"]]
    return {
        "pawns": [
            {
                "picture": f"PAWN_{game.pawns[SEAT_LETTERS.index(seat)]}",
                "x": places[field][0],
                "y": places[field][1],
            }
            for seat, field in example["pawns"].items()
        ],
        "board": "board17" if example["board"] == "ring17" else "board",
        "game": name,
    }
