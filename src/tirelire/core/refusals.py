"""Why a move is not allowed: a text of the catalogue, its values and the rule."""

from __future__ import annotations

from typing import Any


class Refusal:
    """A refusal before it is put into words; the values hold nothing that the seat cannot know."""

    def __init__(self, key: str, rule: str = "", **values: Any) -> None:
        self.key = key
        self.rule = rule
        self.values = values

    def say(self, lang: str) -> str:
        """Put the refusal into words, with its rule."""
        from tirelire.core.texts import say

        values = {
            name: value.say(lang) if hasattr(value, "say") else value
            for name, value in self.values.items()
        }
        text = say(lang, f"refusal.{self.key}", **values)
        return f"{text} ({self.rule})" if self.rule else text
