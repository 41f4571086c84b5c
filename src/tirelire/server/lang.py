"""The language of a reader."""

from __future__ import annotations

from litestar.connection import ASGIConnection

from tirelire.core.texts import LANGUAGES


def language_of(connection: ASGIConnection) -> str:  # type: ignore[type-arg]
    """Choose the language: asked for, chosen before, or the first of the browser's we speak."""
    for asked in (connection.query_params.get("lang"), connection.cookies.get("lang")):
        if asked in LANGUAGES:
            return str(asked)
    accepted = connection.headers.get("accept-language", "")[:200]
    weighed = []
    for part in accepted.split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), tag[:2].lower()))
        except ValueError:
            continue
    for _, tag in sorted(weighed, key=lambda pair: pair[0]):
        if tag in LANGUAGES:
            return tag
    return LANGUAGES[0]
