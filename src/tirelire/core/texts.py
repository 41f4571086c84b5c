"""Texts in the languages of the house, from one catalogue.

A catalogue is made of TOML files of named texts with places for values, `"{card} is not in your
hand"`: some files of the house, and one of each game.
French is written with ordinary spaces; the no-break spaces that its punctuation needs are put in
when a text is loaded.
"""

from __future__ import annotations

import locale
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

LANGUAGES = ("fr", "en")
_VOWELS = frozenset("aàâeéèêëiîïoôuùûüyœæ")
NARROW, WIDE = "\u202f", "\u00a0"


def language(wanted: str | None = None) -> str:
    """Return the wanted language, or that of the reader's locale, or English."""
    if wanted is None:
        code = next(
            (os.environ[x] for x in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(x)), ""
        )
        code = code or locale.getlocale()[0] or ""
        return "fr" if code.lower().startswith("fr") else "en"
    if wanted not in LANGUAGES:
        allowed = " | ".join(LANGUAGES)
        raise OptionError(Refusal("unknown_language", lang=wanted[:20], allowed=allowed))
    return wanted


def typeset(text: str, lang: str) -> str:
    r"""Put the no-break spaces of French punctuation in.

    >>> typeset("Quoi ? « Rien » : 3", "fr") == "Quoi\u202f? «\u00a0Rien\u00a0»\u00a0: 3"
    True
    """
    if lang != "fr":
        return text
    text = re.sub(r" ([;!?])", NARROW + r"\1", text)
    return text.replace(" :", WIDE + ":").replace("« ", "«" + WIDE).replace(" »", WIDE + "»")


@cache
def load(package: str, name: str, lang: str) -> dict[str, Any]:
    """Load a TOML file of texts that lies in a package: `name.lang.toml`."""
    raw = tomllib.loads(files(package).joinpath(f"{name}.{lang}.toml").read_text("utf-8"))
    return {key: _typeset_all(value, lang) for key, value in raw.items()}


def _typeset_all(value: Any, lang: str) -> Any:
    if isinstance(value, str):
        return typeset(value, lang)
    if isinstance(value, dict):
        return {key: _typeset_all(inner, lang) for key, inner in value.items()}
    if isinstance(value, list):
        return [_typeset_all(inner, lang) for inner in value]
    return value


_ADDED: list[str] = []
"""Packages of games from outside, each with a file of texts."""


def add_texts(package: str) -> None:
    """Add the texts of a game from outside to the catalogue."""
    _ADDED.append(package)
    catalogue.cache_clear()


def remove_texts(package: str) -> None:
    """Take the texts of a game from outside out of the catalogue again."""
    _ADDED.remove(package)
    catalogue.cache_clear()


def _flatten(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flatten(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


def house_texts(lang: str) -> dict[str, str]:
    """Return the texts that belong to no game, by their full names."""
    flat: dict[str, str] = {}
    for file in files("tirelire.texts").iterdir():
        if file.name.endswith(f".{lang}.toml"):
            name = file.name.removesuffix(f".{lang}.toml")
            flat |= _flatten(load("tirelire.texts", name, lang))
    return flat


def game_texts(package: str, lang: str) -> dict[str, str]:
    """Return the texts of a game by their full names; `package` holds its files of texts."""
    return _flatten(load(package, "texts", lang))


@cache
def catalogue(lang: str) -> dict[str, str]:
    """Return all texts of a language by their full names: `refusal.money.sealed`."""
    flat = house_texts(lang)
    for folder in files("tirelire").joinpath("games").iterdir():
        if folder.joinpath(f"text/texts.{lang}.toml").is_file():
            flat |= game_texts(f"tirelire.games.{folder.name}.text", lang)
    for package in _ADDED:
        flat |= game_texts(package, lang)
    return flat


def number(value: float, lang: str, digits: int = 0) -> str:
    """Write a number as the language does.

    >>> number(1234.5, "fr", 1)
    '1\u202f234,5'
    """
    text = f"{value:,.{digits}f}"
    return text.translate({ord(","): NARROW, ord("."): ","}) if lang == "fr" else text


def unit_of(game: str, lang: str) -> str:
    """Return the unit behind the points of a game; often empty."""
    return catalogue(lang).get(f"unit.{game}", "")


def amount(game: str, points: float, lang: str, digits: int = 0, *, sign: bool = False) -> str:
    """Write points in the unit of their game.

    >>> amount("cache_ton_cash", 30, "en", sign=True)
    '+30K'
    """
    shown = round(float(points), digits) + 0.0  # no minus before nought
    plus = "+" if sign and shown > 0 else ""
    return plus + number(shown, lang, digits).replace("-", "−") + unit_of(game, lang)


def say(lang: str, key: str, /, **values: Any) -> str:
    """Say a text of the catalogue, with its values in place.

    Where a text has forms for one and for several (`key.one`, `key.other`), the value `n` decides.
    """
    texts = catalogue(lang)
    if key not in texts:
        number = values["n"]
        few = abs(number) < 2 if lang == "fr" else number == 1
        key = f"{key}.{'one' if few else 'other'}"
    text = texts[key]
    return (elide(text, values) if lang == "fr" else text).format(**values)


def elide(text: str, values: Mapping[str, Any]) -> str:
    """Shorten a French “de” before each value that begins with a vowel.

    >>> elide("la pile de {who}", {"who": "Émile"})
    'la pile d’{who}'
    """
    for name in _after_de(text):
        if str(values[name])[:1].lower() in _VOWELS:
            text = re.sub(rf"\bde \{{{name}\}}", f"d’{{{name}}}", text)
    return text


@cache
def _after_de(text: str) -> list[str]:
    """Return the names of the values that stand behind a “de”."""
    return re.findall(r"\bde \{(\w+)\}", text)


def enumerate_words(words: Sequence[str], lang: str) -> str:
    """Write words in a row.

    >>> enumerate_words(["Ann", "Bob", "Zoé"], "fr")
    'Ann, Bob et Zoé'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {say(lang, 'word.and')} {words[-1]}"
