"""A made-up language in which every text is marked, to find words that come from no catalogue.

Each Latin letter of a text becomes another one: `Your turn` is written `Ýôûŕ ţûŕñ`. Two plain
letters in a row are then words of the code, or something that is the same in every language.
"""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

from tirelire.core.languages import HOUSE, LANGUAGES, REFERENCE, conventions, read
from tirelire.lessons.script import NAMES as LEARNERS
from tirelire.server.tables.bots import NAMES as BOTS
from tirelire.translation.template import fill
from tirelire.translation.units import catalogues, units

PSEUDO = "qps"
"""The code of the language, one of those that are free for private use."""
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MARKED = "àƀçðéƒĝĥîĵķļɱñôþɋŕšţûṽŵẋýžÀƁÇÐÉƑĜĤÎĴĶĻṀÑÔÞɊŔŠŢÛṼŴẊÝŽ"
_MARKS = str.maketrans(_PLAIN, _MARKED)
_PLACE = re.compile(r"(\{\w*\})")
_WORD = re.compile(r"[A-Za-z]{2,}")


def mark(text: str) -> str:
    """Mark a text; the names of its values stay.

    >>> mark("{who} [clicks|taps]")
    '{who} [çļîçķš|ţàþš]'
    """
    parts = _PLACE.split(text)
    return "".join(x if _PLACE.fullmatch(x) else x.translate(_MARKS) for x in parts)


def write_catalogues(folder: Path) -> dict[str, str]:
    """Write the made-up language into a folder; return what makes a process read it."""
    for catalogue in catalogues():
        english = units(catalogue, REFERENCE).items()
        own = {
            key: {form: mark(text) for form, text in unit.forms.items()} for key, unit in english
        }
        inner = folder.joinpath(*catalogue.package.removeprefix("tirelire.").split("."))
        inner.mkdir(parents=True, exist_ok=True)
        path = inner / f"{catalogue.name}.{PSEUDO}.toml"
        path.write_text(fill(catalogue, own, conventions(REFERENCE)), "utf-8")
        assert read(catalogue.package, catalogue.name, REFERENCE), path
    text = files(HOUSE).joinpath(f"language.{REFERENCE}.toml").read_text("utf-8")
    name = tomllib.loads(text)["name"]
    language = folder / "texts" / f"language.{PSEUDO}.toml"
    language.write_text(text.replace(name, mark(name)), "utf-8")
    return {"TIRELIRE_TEXTS": str(folder)}


ALLOWED = re.compile(
    "|".join(
        (
            # The name of the house, and its commands, files and addresses.
            r"\b(?:Tirelire|tirelire|make play ARGS|serve|lan|http|QR|CSV|JSON|SHA)\b",
            r"--[\w-]+|\b[\w.]+\.(?:example|org|toml|sqlite|po)\b|/[\w/.-]+",
            # What languages are called in themselves.
            rf"\b(?:{'|'.join(conventions(lang).name for lang in LANGUAGES)})\b",
            r"\b(?:FR|EN|DE|QPS)\b",
            # Names of players and bots, which people choose.
            rf"\b(?:{'|'.join((*BOTS, *LEARNERS, 'Zoé'))})\b",
            # Units that browsers write themselves.
            r"\b(?:min|sec|hr|hrs|hour|hours|AM|PM)\b",
            # Codes of cards and currencies, ids, fingerprints: notation.
            r"\b[A-Z]{2,}\d*[a-z]?(?:x\d+)?\b|\b[0-9a-f]{8,}\b",
        )
    )
)
"""What is the same in every language."""


def unmarked(text: str, *more: str) -> list[str]:
    """Return the words of a text that come from no catalogue."""
    rest = ALLOWED.sub(" ", text)
    return [word for word in _WORD.findall(rest) if word not in more]


SEEN = """() => {
  const found = [];
  const kinds = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walk = document.createTreeWalker(document.body, kinds);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.nodeType === 3 ? node.parentElement : node;
    if (element.closest('script, style, noscript, code, pre, [lang]:not(html)')) continue;
    if (node.nodeType === 3) found.push(node.data);
    else for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description']) {
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    }
  }
  return [document.title, ...found].filter((text) => text.trim());
}"""
"""A script that returns every text of a page, hidden ones and names for screen readers too."""


def unmarked_in(page: Any, *more: str) -> set[str]:
    """Return the texts of a page that hold a word from no catalogue."""
    return {text.strip() for text in page.evaluate(SEEN) if unmarked(text, *more)}
