"""Writes a catalogue in the layout of the English one, so that both read line by line."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping

from tirelire.core.languages import REFERENCE, Language, find
from tirelire.translation.units import SEVERAL, SINGULAR, Catalogue, units

_TABLE = re.compile(r"\[(\[?)([\w.]+)\]\]?")
_VALUE = re.compile(r"([\w.]+) = (.*)", re.DOTALL)
_MANY = '"""'
_SOFT_HYPHEN = "\u00ad"


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace(_SOFT_HYPHEN, "\\u00ad")


def _string(text: str, *, many: bool) -> str:
    """Write a string, over several lines where the English has one of that sort."""
    if many:
        return _MANY + _escape(text).replace(_MANY, '""\\"') + _MANY
    return '"' + _escape(text).replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def fill(catalogue: Catalogue, own: Mapping[str, Mapping[str, str]], how: Language) -> str:
    """Put translations in the place of the English; texts without one are left out."""
    file = find(catalogue.package, catalogue.name, REFERENCE)
    assert file is not None, catalogue
    english = units(catalogue, REFERENCE)
    plurals = {key for key, unit in english.items() if unit.is_plural}
    prefix, rows, lines = "", Counter[str](), []
    for statement in _statements(file.read_text("utf-8")):
        if table := _TABLE.fullmatch(statement):
            prefix = _path(table[2], rows, is_row=bool(table[1]))
            lines.append(statement)
        elif value := _VALUE.fullmatch(statement):
            name = f"{prefix}.{value[1]}" if prefix else value[1]
            lines += _lines(value[1], name, value[2], own, plurals, how, english)
        else:
            lines.append(statement)
    text = "\n".join(lines) + "\n"
    tomllib.loads(text)
    return text


def _statements(text: str) -> Iterator[str]:
    """Yield the lines of a file; a string over several lines is one of them."""
    open_lines: list[str] = []
    for line in text.splitlines():
        open_lines.append(line)
        if "\n".join(open_lines).count(_MANY) % 2 == 0:
            yield "\n".join(open_lines)
            open_lines = []


def _path(name: str, rows: Counter[str], *, is_row: bool) -> str:
    """Return the full name of a table, with the numbers of the rows that it lies in."""
    parts = name.split(".")
    if is_row:
        rows[name] += 1
        for other in [key for key in rows if key.startswith(f"{name}.")]:
            del rows[other]
    path = []
    for i, part in enumerate(parts, 1):
        path.append(part)
        count = rows.get(".".join(parts[:i]))
        if count:
            path.append(str(count - 1))
    return ".".join(path)


def _lines(
    written: str,
    name: str,
    value: str,
    own: Mapping[str, Mapping[str, str]],
    plurals: set[str],
    how: Language,
    english: Mapping[str, object],
) -> list[str]:
    """Return the lines in the place of one English value."""
    many = value.startswith(_MANY)
    table, _, form = name.rpartition(".")
    if table in plurals:
        forms = how.forms[:-1] if form == SINGULAR else how.forms[-1:]
        stem = written.removesuffix(form)
        told = own.get(table, {})
        return [f"{stem}{x} = {_string(told[x], many=many)}" for x in forms if x in told]
    if value.startswith("["):
        items = tomllib.loads(f"x = {value}")["x"]
        texts = [own.get(f"{name}.{i}", {}).get(SEVERAL, text) for i, text in enumerate(items)]
        return [f"{written} = [{', '.join(_string(text, many=False) for text in texts)}]"]
    if name not in english:
        return [f"{written} = {value}"]
    return [f"{written} = {_string(own[name][SEVERAL], many=many)}"] if name in own else []
