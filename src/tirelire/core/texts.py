"""Texts in the languages of the house, from one catalogue.

A catalogue is made of TOML files of named texts with places for values, `"{card} is not in your
hand"`: some files of the house, and one of each game. A text that a language lacks is said in
English. French is written with ordinary spaces; the no-break spaces that its punctuation needs are
put in when a text is loaded.
"""

from __future__ import annotations

import locale
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from tirelire.core.errors import OptionError
from tirelire.core.languages import HOUSE, LANGUAGES, REFERENCE, conventions, read
from tirelire.core.refusals import Refusal


def language(wanted: str | None = None) -> str:
    """Return the wanted language, or that of the reader's locale, or English."""
    if wanted is None:
        code = next(
            (os.environ[x] for x in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(x)), ""
        )
        code = re.split(r"[_.@-]", code or locale.getlocale()[0] or "")[0].lower()
        return code if code in LANGUAGES else REFERENCE
    if wanted not in LANGUAGES:
        allowed = " | ".join(LANGUAGES)
        raise OptionError(Refusal("unknown_language", lang=wanted[:20], allowed=allowed))
    return wanted


@cache
def load(package: str, name: str, lang: str) -> dict[str, Any]:
    """Load a TOML file of texts that lies in a package, `name.lang.toml`, over the English one."""
    base = read(package, name, REFERENCE)
    if base is None:
        raise FileNotFoundError(f"{package}: {name}.{REFERENCE}.toml")
    own = read(package, name, lang) or {}
    merged: dict[str, Any] = _merge(base, _typeset_all(own, lang))
    return merged


def _merge(base: Any, own: Any) -> Any:
    """Put the texts of a language over the English ones; rows of a list are met by their place."""
    if isinstance(base, dict) and isinstance(own, dict):
        return {key: _merge(base.get(key), own.get(key)) for key in base | own}
    if isinstance(base, list) and isinstance(own, list) and len(base) == len(own):
        return [_merge(*pair) for pair in zip(base, own, strict=True)]
    return base if own is None else own


def _typeset_all(value: Any, lang: str) -> Any:
    if isinstance(value, str):
        return conventions(lang).typeset(value)
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
    _forget_texts()


def remove_texts(package: str) -> None:
    """Take the texts of a game from outside out of the catalogue again."""
    _ADDED.remove(package)
    _forget_texts()


def _forget_texts() -> None:
    catalogue.cache_clear()
    say_count.cache_clear()


def _flatten(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flatten(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


def house_files() -> list[str]:
    """Return the names of the files of texts that belong to no game."""
    ending = f".{REFERENCE}.toml"
    names = {file.name for file in files(HOUSE).iterdir() if file.name.endswith(ending)}
    return sorted({name.removesuffix(ending) for name in names} - {"language"})


def house_texts(lang: str) -> dict[str, str]:
    """Return the texts that belong to no game, by their full names."""
    flat: dict[str, str] = {}
    for name in house_files():
        flat |= _flatten(load(HOUSE, name, lang))
    return flat


def game_texts(package: str, lang: str) -> dict[str, str]:
    """Return the texts of a game by their full names; `package` holds its files of texts."""
    return _flatten(load(package, "texts", lang))


@cache
def catalogue(lang: str) -> dict[str, str]:
    """Return all texts of a language by their full names: `refusal.money.sealed`."""
    flat = house_texts(lang)
    for folder in files("tirelire").joinpath("games").iterdir():
        if folder.joinpath(f"text/texts.{REFERENCE}.toml").is_file():
            flat |= game_texts(f"tirelire.games.{folder.name}.text", lang)
    for package in _ADDED:
        flat |= game_texts(package, lang)
    return flat


def number(value: float, lang: str, digits: int = 0) -> str:
    """Write a number as the language does.

    >>> number(1234.5, "fr", 1)
    '1\u202f234,5'
    """
    how = conventions(lang)
    text = f"{value:,.{digits}f}"
    return text.translate({ord(","): how.thousands, ord("."): how.decimal})


def percent(share: float, lang: str, digits: int = 1) -> str:
    r"""Write a share as a percentage.

    >>> percent(0.25, "fr", 0)
    '25\xa0%'
    """
    return say(lang, "word.percent", n=number(100 * share, lang, digits))


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
    how = conventions(lang)
    text = texts.get(key)
    if text is None:
        several = texts.get(f"{key}.{how.forms[-1]}")
        text = texts.get(f"{key}.{how.form(values['n'])}", several)
        if text is None:
            raise KeyError(key)
    return (elide(text, values, lang) if how.elided else text).format(**values)


def elide(text: str, values: Mapping[str, Any], lang: str) -> str:
    """Shorten a word such as a French “de” before each value that begins with a vowel.

    >>> elide("la pile de {who}", {"who": "Émile"}, "fr")
    'la pile d’{who}'
    """
    how = conventions(lang)
    for name in _after(how.elided, text):
        first = str(values[name])[:1].lower()
        if first and first in how.elided_before:
            text = re.sub(rf"\b{how.elided} \{{{name}\}}", f"{how.elision}{{{name}}}", text)
    return text


@lru_cache(10_000)
def say_count(lang: str, key: str, n: int, values: tuple[tuple[str, Any], ...] = ()) -> str:
    """Say a text for a number of things; kept, since there are few of them and they come often."""
    return say(lang, key, n=n, **dict(values))


@cache
def _after(word: str, text: str) -> list[str]:
    """Return the names of the values that stand behind a word."""
    return re.findall(rf"\b{word} \{{(\w+)\}}", text)


def enumerate_words(words: Sequence[str], lang: str) -> str:
    """Write words in a row.

    >>> enumerate_words(["Ann", "Bob", "Zoé"], "fr")
    'Ann, Bob et Zoé'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {say(lang, 'word.and')} {words[-1]}"
