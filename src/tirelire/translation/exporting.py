"""Writes the catalogues of a language as gettext files."""

from __future__ import annotations

from pathlib import Path

from tirelire.core.errors import OptionError
from tirelire.core.languages import DEFAULT, REFERENCE, conventions
from tirelire.core.refusals import Refusal
from tirelire.translation.po import Entry, write_entry
from tirelire.translation.units import (
    SEVERAL,
    SINGULAR,
    Catalogue,
    Unit,
    catalogues,
    choices,
    forms_of,
    units,
)

CHOOSES = "[mouse|finger]: the words before the bar are for a mouse, those behind it for a finger."


def export_texts(lang: str, folder: Path) -> list[Path]:
    """Write one file for each catalogue into a folder; return them."""
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for catalogue in catalogues():
            path = folder / f"{catalogue.domain}.{lang}.po"
            path.write_text(as_po(catalogue, lang), "utf-8")
            written.append(path)
    except OSError as error:
        raise OptionError(Refusal("keep.file", path=folder, why=str(error))) from error
    return written


def as_po(catalogue: Catalogue, lang: str) -> str:
    """Write a catalogue: English as the source, the name as context, French beside it."""
    english, own = units(catalogue, REFERENCE), units(catalogue, lang)
    other = {} if lang == DEFAULT else units(catalogue, DEFAULT)
    entries = [_entry(unit, own.get(key), other.get(key), lang) for key, unit in english.items()]
    return "\n".join(map(write_entry, (_header(catalogue, lang), *entries)))


def _header(catalogue: Catalogue, lang: str) -> Entry:
    fields = {
        "Project-Id-Version": f"tirelire {catalogue.domain}",
        "Language": lang,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": conventions(lang).plural,
    }
    return Entry(translated=["".join(f"{name}: {text}\n" for name, text in fields.items())])


def _entry(unit: Unit, own: Unit | None, other: Unit | None, lang: str) -> Entry:
    forms = forms_of(unit, conventions(lang))
    notes = [f"{DEFAULT}: {text}" for text in other.forms.values()] if other else []
    notes += [CHOOSES] if choices(unit.forms[SEVERAL]) else []
    return Entry(
        unit.key,
        unit.forms[SINGULAR if unit.is_plural else SEVERAL],
        unit.forms[SEVERAL] if unit.is_plural else "",
        [own.forms.get(form, "") if own else "" for form in forms],
        notes,
        ["python-brace-format"] if unit.places else [],
    )
