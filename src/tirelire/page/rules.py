"""The rules of a game as a page shows them: sections, numbered rules, our rulings."""

from __future__ import annotations

from functools import cache
from typing import Any

from tirelire.games import game as find_game


@cache
def rules_of(name: str, lang: str) -> list[dict[str, Any]]:
    """Return the sections of the rules, with the paragraphs of each rule."""
    return [
        {
            "title": section["title"],
            "rules": [
                {
                    "id": rule["id"],
                    "title": rule["title"],
                    "paragraphs": rule["text"].split("\n\n"),
                    "ruling": rule.get("ruling", ""),
                }
                for rule in section["rule"]
            ],
        }
        for section in find_game(name).rules(lang)["section"]
    ]
