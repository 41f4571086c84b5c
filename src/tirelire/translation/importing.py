"""Reads gettext files back into catalogues; a file that is wrong changes nothing."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple, NoReturn

from tirelire.core.codes import quote
from tirelire.core.errors import OptionError
from tirelire.core.languages import REFERENCE, conventions
from tirelire.core.refusals import Refusal
from tirelire.translation.po import Entry, read_entries
from tirelire.translation.template import fill
from tirelire.translation.units import (
    SEVERAL,
    SINGULAR,
    Catalogue,
    Unit,
    catalogues,
    choices,
    forms_of,
    places,
    units,
)


class Imported(NamedTuple):
    """What came of an import."""

    paths: list[Path]
    translated: int
    left: int
    """Texts without a translation: they are said in English."""


def import_texts(lang: str, folder: Path, out: Path | None = None) -> Imported:
    """Check the files of a folder, then write the catalogues: into their packages, or elsewhere."""
    by_domain = {catalogue.domain: catalogue for catalogue in catalogues()}
    ending = f".{lang}.po"
    found = sorted(folder.glob(f"*{ending}"))
    if not found:
        raise OptionError(Refusal("translation.none", path=folder, ending=ending))
    texts: dict[Path, str] = {}
    translated = left = 0
    for path in found:
        catalogue = by_domain.get(path.name.removesuffix(ending))
        if catalogue is None:
            known = ", ".join(by_domain)
            raise OptionError(Refusal("translation.domain", path=path, known=known))
        own = read_po(path, catalogue, lang)
        translated += len(own)
        left += len(units(catalogue, REFERENCE)) - len(own)
        target = _folder(catalogue, out) / f"{catalogue.name}.{lang}.toml"
        texts[target] = fill(catalogue, own, conventions(lang))
    try:
        for target, text in texts.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
    except OSError as error:
        raise OptionError(Refusal("keep.file", path=target, why=str(error))) from error
    return Imported(list(texts), translated, left)


def _folder(catalogue: Catalogue, out: Path | None) -> Path:
    if out is None:
        return Path(str(files(catalogue.package)))
    return out.joinpath(*catalogue.package.removeprefix("tirelire.").split("."))


def read_po(path: Path, catalogue: Catalogue, lang: str) -> dict[str, dict[str, str]]:
    """Return the translations of a file by name and form; refuse what does not fit."""
    english = units(catalogue, REFERENCE)
    own: dict[str, dict[str, str]] = {}
    seen: set[str] = set()
    for entry in read_entries(path):
        if not entry.context and not entry.singular:
            _check_header(path, entry, lang)
            continue
        unit = english.get(entry.context)
        if unit is None:
            _refuse("unknown", path, entry)
        if entry.context in seen:
            _refuse("twice", path, entry)
        seen.add(entry.context)
        told = _translation(path, entry, unit, lang)
        if told and "fuzzy" not in entry.flags:
            own[entry.context] = told
    return own


def _refuse(reason: str, path: Path, entry: Entry, **values: str) -> NoReturn:
    name = quote(entry.context or entry.singular)
    raise OptionError(
        Refusal(f"translation.{reason}", path=path, line=entry.line, name=name, **values)
    )


def _check_header(path: Path, entry: Entry, lang: str) -> None:
    found = re.search(r"^Language:\s*(\S+)", entry.translated[0], re.MULTILINE)
    if found and found[1] != lang:
        _refuse("language", path, entry, found=found[1], lang=lang)


def _translation(path: Path, entry: Entry, unit: Unit, lang: str) -> dict[str, str]:
    """Return the forms of a translation; none if it is still to be written."""
    source = (unit.forms[SINGULAR if unit.is_plural else SEVERAL], unit.forms[SEVERAL])
    if (entry.singular, entry.plural or source[0]) != (source[0], source[1]):
        _refuse("source", path, entry)
    forms = forms_of(unit, conventions(lang))
    if not any(entry.translated):
        return {}
    if len(entry.translated) != len(forms) or not all(map(str.strip, entry.translated)):
        _refuse("forms", path, entry, forms=", ".join(forms))
    told = dict(zip(forms, entry.translated, strict=True))
    for form, text in told.items():
        _check_places(path, entry, unit, form, text)
        if choices(text) != choices(unit.forms[SEVERAL]):
            _refuse("choices", path, entry)
    return told


def _check_places(path: Path, entry: Entry, unit: Unit, form: str, text: str) -> None:
    """Refuse other values than those of the English; only a form for few may leave out `n`."""
    try:
        found = places(text)
    except ValueError:
        _refuse("braces", path, entry)
    wanted = unit.places
    may_lack = {"n"} if unit.is_plural and form != SEVERAL else set()
    if not wanted - may_lack <= found <= wanted:
        shown = " ".join(f"{{{name}}}" for name in sorted(wanted)) or "–"
        given = " ".join(f"{{{name}}}" for name in sorted(found)) or "–"
        _refuse("places", path, entry, wanted=shown, found=given)
