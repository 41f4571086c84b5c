"""Names of people at tables: what they may contain, and which of them look alike."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any
from unicodedata import bidirectional, category, is_normalized, normalize

from tirelire.match.fairness import are_words
from tirelire.server.errors import Unprocessable

LONGEST_NAME = 24
MOST_MARKS = 2
"""Combining marks on one letter: languages need two, and more reach into other lines."""
_BLANK = "\u2800"
"""A pattern of braille without any dot: a sign that is not to be seen."""
_SCRIPTS_TOGETHER = (
    {"Latin", "Han", "Hiragana", "Katakana"},
    {"Latin", "Han", "Bopomofo"},
    {"Latin", "Han", "Hangul"},
)
"""Scripts that are written together in one word; any other word has one script (UTS #39, 5.2,
Highly Restrictive)."""


def check_name(name: str) -> None:
    """Refuse a name that cannot be read, or that deceives the eye by its characters."""
    if not 1 <= len(name) <= LONGEST_NAME or not are_words(name):
        raise Unprocessable("name", most=LONGEST_NAME)
    if any(is_invisible(sign) or sign == _BLANK for sign in name):
        raise Unprocessable("name_invisible")
    if not is_normalized("NFC", name) or _has_too_many_marks(name):
        raise Unprocessable("name_marks")
    if not all(_is_of_one_script(word) for word in name.split()):
        raise Unprocessable("name_scripts")


def _has_too_many_marks(name: str) -> bool:
    marks = MOST_MARKS  # a name that begins with a mark has nothing to put it on
    for sign in name:
        marks = marks + 1 if category(sign) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return True
    return False


def _is_of_one_script(word: str) -> bool:
    scripts = {script for sign in word if (script := script_of(sign)) is not None}
    return len(scripts) <= 1 or any(scripts <= together for together in _SCRIPTS_TOGETHER)


_DATA = "unicode.toml"


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("tirelire.server").joinpath(_DATA).read_text("utf-8"))


@cache
def _prototypes() -> dict[str, str]:
    """Return the prototype of each character that looks like another."""
    found: dict[str, str] = {}
    for group in _data()["alike"].split():
        target, _, sources = group.partition("=")
        prototype = "".join(chr(int(code, 16)) for code in target.split("+"))
        found |= {chr(int(code, 16)): prototype for code in sources.split(",")}
    return found


def _ranges(text: str) -> list[tuple[int, int]]:
    pairs = (part.partition("-") for part in text.split())
    return [(int(first, 16), int(last or first, 16)) for first, _, last in pairs]


@cache
def _invisible() -> frozenset[int]:
    return frozenset(
        code for first, last in _ranges(_data()["invisible"]) for code in range(first, last + 1)
    )


@cache
def _scripts() -> tuple[list[int], list[tuple[int, str]]]:
    """Return where each range of a script begins, and where it ends with its name."""
    found = sorted(
        (first, last, name)
        for name, text in _data()["scripts"].items()
        for first, last in _ranges(text)
    )
    return [first for first, _, _ in found], [(last, name) for _, last, name in found]


def is_invisible(sign: str) -> bool:
    """Tell whether a character is not to be seen (`Default_Ignorable_Code_Point`).

    >>> is_invisible(chr(0x200B)), is_invisible(chr(0x3164)), is_invisible("é")
    (True, True, False)
    """
    return ord(sign) in _invisible()


def script_of(sign: str) -> str | None:
    """Return the script of a character; None if it goes with any other, as digits do.

    >>> script_of("é"), script_of("Ж"), script_of("漢"), script_of("1")
    ('Latin', 'Cyrillic', 'Han', None)
    """
    begins, ends = _scripts()
    at = bisect_right(begins, ord(sign)) - 1
    if at < 0 or ends[at][0] < ord(sign):
        return None
    return ends[at][1]


def skeleton(text: str) -> str:
    """Return the skeleton of a text: those of two that look alike are equal (UTS #39, 4).

    >>> skeleton("раураl") == skeleton("paypal"), skeleton("Émile") == skeleton("Emile")
    (True, False)
    """
    prototypes = _prototypes()
    parts = (prototypes.get(sign, sign) for sign in normalize("NFD", text))
    return normalize("NFD", "".join(parts))


def _skeletons(name: str) -> tuple[str, str]:
    """Return the skeletons of a name as it is written, and without capitals.

    The second is folded twice: the skeleton of a 0 is a capital O.
    """
    return skeleton(name), skeleton(skeleton(name.casefold()).casefold())


def are_alike(name: str, other: str) -> bool:
    """Tell whether two names look alike, in capitals or not.

    >>> are_alike("Аdа", "Ada"), are_alike("ILSE", "ilse"), are_alike("Ada", "Adam")
    (True, True, False)
    """
    pairs = zip(_skeletons(name), _skeletons(other), strict=True)
    return any(mine == theirs for mine, theirs in pairs)


def is_like_any(name: str, others: Iterable[str]) -> bool:
    """Tell whether a name looks like one of several others."""
    return any(are_alike(name, other) for other in others)


_RIGHT_TO_LEFT = ("R", "AL", "AN")
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def isolated(name: str) -> str:
    """Return a name that does not change the order of the words around it.

    >>> isolated("Zoé"), len(isolated("דנה"))
    ('Zoé', 5)
    """
    if any(bidirectional(sign) in _RIGHT_TO_LEFT for sign in name):
        return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"
    return name
