"""The languages of the house: each has a file `language.CODE.toml` beside the texts of the house.

The file says what no text can: what the language is called, how it writes numbers, how it chooses
between the forms for one and for several, and what happens to spaces and to short words. The rest
of a language is texts. No code names a language, but for the two that every game must speak.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

DEFAULT = "fr"
"""The language for those who ask for none that the house speaks."""
REFERENCE = "en"
"""The language in which every text exists: others fall back to it, text by text."""
FOLDER = "TIRELIRE_TEXTS"
"""The environment variable that names a folder of more catalogues; see docs/translating.md."""
NARROW, WIDE = "\u202f", "\u00a0"
HOUSE = "tirelire.texts"
_CODE = re.compile(r"language\.([a-z]{2,3})\.toml")


@dataclass(frozen=True)
class Language:
    """How a language writes, apart from its texts."""

    name: str
    """What the language calls itself."""
    plural: str
    """The rule for plurals, as in the `Plural-Forms` of a gettext file."""
    forms: list[str]
    """What the forms of that rule are called in our catalogues, the last one `other`."""
    decimal: str
    """What stands before the decimals of a number."""
    thousands: str
    """What stands between the thousands of a number."""
    narrow_before: str = ""
    """Signs before which a space becomes narrow and does not break."""
    wide_before: str = ""
    """Signs before which a space does not break."""
    wide_after: str = ""
    """Signs after which a space does not break."""
    elided: str = ""
    """A word that is shortened before some letters: “de”."""
    elision: str = ""
    """The short form, with its apostrophe: “d’”."""
    elided_before: str = ""
    """The letters before which it is shortened."""

    @cached_property
    def _choose(self) -> Callable[[int], int]:
        return c2py(self.plural.partition("plural=")[2].rstrip("; "))

    def form(self, n: float) -> str:
        """Return the form that a number takes; a part of a whole takes that for several.

        >>> conventions("fr").form(0), conventions("en").form(0)
        ('one', 'other')
        """
        return self.forms[self._choose(abs(int(n)))] if n == int(n) else self.forms[-1]

    def typeset(self, text: str) -> str:
        r"""Put the no-break spaces of the language in.

        >>> conventions("fr").typeset("Quoi ? « Rien »") == "Quoi\u202f? «\u00a0Rien\u00a0»"
        True
        """
        for sign in self.narrow_before:
            text = text.replace(f" {sign}", NARROW + sign)
        for sign in self.wide_before:
            text = text.replace(f" {sign}", WIDE + sign)
        for sign in self.wide_after:
            text = text.replace(f"{sign} ", sign + WIDE)
        return text


def folders(package: str) -> Iterator[Traversable]:
    """Yield where the catalogues of a package lie: in the folder of more ones, in the package."""
    if more := os.environ.get(FOLDER):
        yield Path(more, *package.removeprefix("tirelire.").split("."))
    yield files(package)


def find(package: str, name: str, lang: str) -> Traversable | None:
    """Return the file of a catalogue, if the package has it in this language."""
    found = (folder.joinpath(f"{name}.{lang}.toml") for folder in folders(package))
    return next((file for file in found if file.is_file()), None)


@cache
def read(package: str, name: str, lang: str) -> dict[str, Any] | None:
    """Read a catalogue as it is written; None if there is none in this language."""
    file = find(package, name, lang)
    return None if file is None else tomllib.loads(file.read_text("utf-8"))


@cache
def conventions(lang: str) -> Language:
    """Return how a language writes."""
    return Language(**(read(HOUSE, "language", lang) or {}))


def _discover() -> tuple[str, ...]:
    there = [folder for folder in folders(HOUSE) if folder.is_dir()]
    found = (_CODE.fullmatch(file.name) for folder in there for file in folder.iterdir())
    others = {match[1] for match in found if match} - {DEFAULT, REFERENCE}
    return (DEFAULT, REFERENCE, *sorted(others))


LANGUAGES = _discover()
"""The codes of all languages that have a file of their own."""
