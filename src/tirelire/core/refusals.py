"""Why a move is not allowed: a text of the catalogue, its values and the rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Refusal:
    """A refusal before it is put into words; the values hold nothing that the seat cannot know."""

    def __init__(self, key: str, rule: str = "", **values: Any) -> None:
        self.key = key
        self.rule = rule
        self.values = values
        self.names: Sequence[str] = ()

    def naming(self, names: Sequence[str]) -> Refusal:
        """Return the refusal with what the players are called; without it they are letters."""
        named = Refusal(self.key, self.rule, **self.values)
        named.names = names
        return named

    def say(self, lang: str) -> str:
        """Put the refusal into words, with its rule."""
        from tirelire.core.texts import say
        from tirelire.core.words import Audience, tell_values

        values = {
            name: value.say(lang) if hasattr(value, "say") else value
            for name, value in self.values.items()
        }
        values = tell_values(values, Audience(lang, self.names))
        text = say(lang, f"refusal.{self.key}", **values)
        return f"{text} ({self.rule})" if self.rule else text
