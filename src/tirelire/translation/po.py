"""Reads and writes the files of gettext (PO)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

_ESCAPES = {"\\": "\\", '"': '"', "n": "\n", "t": "\t", "r": "\r"}
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s+)?("(?:[^"\\]|\\.)*")\s*')


@dataclass
class Entry:
    """One text: its name, its English, its translation in every form."""

    context: str = ""
    """The full name of the text in its catalogue."""
    singular: str = ""
    plural: str = ""
    """The English for several; empty where there is one form only."""
    translated: list[str] = field(default_factory=list)
    """One translation, or one for each form; empty texts are still to be written."""
    notes: list[str] = field(default_factory=list)
    """What the translator is told."""
    flags: list[str] = field(default_factory=list)
    line: int = 0
    """Where the entry begins in its file."""


def _quote(text: str) -> str:
    """Write a string, a line of the text in each line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    lines = escaped.replace("\r", "\\r").split("\n")
    if len(lines) == 1:
        return f'"{escaped}"'
    parts = [f'"{line}\\n"' for line in lines[:-1]] + ([f'"{lines[-1]}"'] if lines[-1] else [])
    return "\n".join(['""', *parts])


def _unquote(string: str) -> str:
    inner = string[1:-1]
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[0]), inner)


def write_entry(entry: Entry) -> str:
    """Write one entry."""
    lines = [f"#. {line}" for note in entry.notes for line in note.split("\n")]
    lines += [f"#, {', '.join(entry.flags)}"] if entry.flags else []
    lines += [f"msgctxt {_quote(entry.context)}"] if entry.context else []
    lines.append(f"msgid {_quote(entry.singular)}")
    if entry.plural:
        lines.append(f"msgid_plural {_quote(entry.plural)}")
        lines += [f"msgstr[{i}] {_quote(text)}" for i, text in enumerate(entry.translated)]
    else:
        lines.append(f"msgstr {_quote(entry.translated[0])}")
    return "\n".join(lines) + "\n"


def read_entries(path: Path) -> Iterator[Entry]:
    """Read the entries of a file, its header first; what is commented out is left out."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise OptionError(Refusal("unreadable", path=path, why=str(error))) from error
    entry, part = Entry(), ""
    texts: dict[str, str] = {}
    for number, line in enumerate([*lines, ""], 1):
        stripped = line.strip()
        found = _LINE.fullmatch(stripped)
        is_new = stripped.startswith("#") or (found and found[1] in ("msgctxt", "msgid"))
        if texts.get("msgid") is not None and (not stripped or is_new) and _is_whole(texts):
            yield _finished(entry, texts)
            entry, texts, part = Entry(), {}, ""
        if stripped.startswith("#,"):
            entry.flags += [flag.strip() for flag in stripped[2:].split(",")]
        elif found:
            part = found[1] or part
            if found[1]:
                entry.line = entry.line or number
                texts[part] = ""
            if not part:
                raise OptionError(Refusal("translation.no_po", path=path, line=number))
            texts[part] += _unquote(found[2])
        elif stripped and not stripped.startswith("#"):
            raise OptionError(Refusal("translation.no_po", path=path, line=number))


def _is_whole(texts: dict[str, str]) -> bool:
    return any(key.startswith("msgstr") for key in texts)


def _finished(entry: Entry, texts: dict[str, str]) -> Entry:
    entry.context = texts.get("msgctxt", "")
    entry.singular = texts["msgid"]
    entry.plural = texts.get("msgid_plural", "")
    entry.translated = [text for key, text in texts.items() if key.startswith("msgstr")]
    return entry
