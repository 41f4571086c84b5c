"""The texts of a catalogue as units to translate: one text, or its forms for one and more."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tirelire.core.languages import HOUSE, REFERENCE, Language, read
from tirelire.core.texts import house_files
from tirelire.games import game as find_game
from tirelire.games import names

SINGULAR, SEVERAL = "one", "other"
_FORMS = {SINGULAR, SEVERAL}
_CHOICE = re.compile(r"\[[^|\]]*\|[^\]]*\]")
_NUMBERS = ("id", "rule")
"""Fields of the rules that hold the number of a rule, the same in every language."""


@dataclass(frozen=True)
class Catalogue:
    """One TOML file in each language."""

    package: str
    name: str

    @property
    def domain(self) -> str:
        """What its gettext file is called: `page`, `money.rules`."""
        owner = self.package.removeprefix("tirelire.games.").removesuffix(".text")
        return self.name if self.package == HOUSE else f"{owner}.{self.name}"


def catalogues() -> Iterator[Catalogue]:
    """Yield all catalogues of the house and of its games, those of other packages too."""
    yield from (Catalogue(HOUSE, name) for name in house_files())
    for game in map(find_game, names()):
        yield from (Catalogue(game.text_package, name) for name in ("texts", "rules"))
        if read(game.package, "lesson", REFERENCE) is not None:
            yield Catalogue(game.package, "lesson")


@dataclass(frozen=True)
class Unit:
    """A text by its full name, or the forms of one."""

    key: str
    forms: dict[str, str]
    """A single text has the form `other`."""

    @property
    def is_plural(self) -> bool:
        """Whether a number chooses the form."""
        return len(self.forms) > 1

    @property
    def places(self) -> set[str]:
        """The names of its values."""
        return places(self.forms[SEVERAL])


def places(text: str) -> set[str]:
    """Return the names of the values in a text; it must be one that can be filled in.

    >>> sorted(places("{n} of {all}"))
    ['all', 'n']
    """
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def choices(text: str) -> int:
    """Count the words that differ for a mouse and for a finger: `[Click|Tap]`."""
    return len(_CHOICE.findall(text))


def units(catalogue: Catalogue, lang: str) -> dict[str, Unit]:
    """Return what a catalogue says in a language, as it is written there, by name."""
    found = _units(read(catalogue.package, catalogue.name, lang) or {}, "")
    is_rules = catalogue.name == "rules" and catalogue.package != HOUSE
    return {x.key: x for x in found if not (is_rules and x.key.rpartition(".")[2] in _NUMBERS)}


def _units(value: Any, name: str) -> Iterator[Unit]:
    if isinstance(value, str):
        yield Unit(name, {SEVERAL: value})
    elif isinstance(value, dict) and value.keys() >= _FORMS and _all_texts(value):
        yield Unit(name, value)
    else:
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _units(inner, f"{name}.{key}" if name else str(key))


def _all_texts(table: dict[str, Any]) -> bool:
    categories = ("zero", SINGULAR, "two", "few", "many", SEVERAL)
    return all(key in categories and isinstance(text, str) for key, text in table.items())


def forms_of(unit: Unit, how: Language) -> list[str]:
    """Return the forms that a unit has in a language."""
    return how.forms if unit.is_plural else [SEVERAL]
