"""The language of a reader."""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection

from tirelire.core.texts import LANGUAGES

_RANGE = re.compile(
    r"(?P<tag>\*|[a-z]{1,8})(?:-[a-z0-9]{1,8})*"
    r"(?:\s*;\s*q\s*=\s*(?P<weight>0(?:\.[0-9]*)?|1(?:\.0*)?))?",
    re.IGNORECASE,
)
"""A language that a browser accepts, of whatever country, and how much it likes it."""
_REFUSED = -1.0


def language_of(connection: HTTPConnection) -> str:
    """Choose the language: asked for, chosen before, or the first of the browser's we speak."""
    for asked in (connection.query_params.get("lang"), connection.cookies.get("lang")):
        if asked in LANGUAGES:
            return str(asked)
    return preferred(connection.headers.get("accept-language", "")[:200])


def preferred(accepted: str) -> str:
    """Choose the language of ours that a browser likes best; of equals, the one it says first.

    >>> preferred("de, fr-CA; q=0.1, EN; q=0.9")
    'en'
    """
    likes: dict[str, float] = {}
    for part in accepted.split(","):
        if found := _RANGE.fullmatch(part.strip()):
            tag = found["tag"].lower()
            weight = float(found["weight"] or 1) or _REFUSED
            likes[tag] = max(weight, likes.get(tag, _REFUSED))
    ours = [tag for tag in dict.fromkeys([*likes, *LANGUAGES]) if tag in LANGUAGES]
    return max(ours, key=lambda tag: likes.get(tag, likes.get("*", 0.0)))
