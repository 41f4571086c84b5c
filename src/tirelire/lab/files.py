"""The files of a report: a page in each language, and the figures and matches as data."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from tirelire.core.codes import quote, seat_letter, seats_of
from tirelire.core.errors import OptionError
from tirelire.core.languages import LANGUAGES
from tirelire.core.refusals import Refusal
from tirelire.lab.blocks import FIELDS
from tirelire.lab.page import ReportPage, file_name
from tirelire.lab.results import StudyResults, rounded
from tirelire.lab.run import Findings

FORMATS = ("html", "csv", "json", "matches")
"""A page in each language, the figures as a table, all results, and every match as a row."""
OF_STORED = FORMATS[:-1]
"""What can be written again from stored results, which have no matches."""


def parse_formats(text: str, allowed: Sequence[str] = FORMATS) -> list[str]:
    """Read a list of formats, and refuse others than those allowed."""
    formats = text.split(",")
    for name in formats:
        if name not in allowed:
            known = ", ".join(allowed)
            raise OptionError(Refusal("lab.format", given=quote(name[:40]), known=known))
    return formats


def write_report(
    results: StudyResults, folder: Path, formats: Sequence[str], findings: Findings | None = None
) -> list[Path]:
    """Write the report in the wanted formats; return the files. `findings` have the matches."""
    texts: dict[str, str] = {}
    if "html" in formats:
        texts |= {f"{lang}.html": ReportPage(results, lang).html() for lang in LANGUAGES}
    if "csv" in formats:
        texts["csv"] = _csv(figure_rows(results))
    if "json" in formats:
        texts["json"] = results.text()
    if "matches" in formats and findings is not None:
        texts["matches.csv"] = _csv(match_rows(findings))
    paths = {folder / file_name(results, ending): text for ending, text in texts.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in paths.items():
            path.write_text(text, "utf-8")
    except OSError as error:
        raise OptionError(Refusal("lab.out", why=str(error))) from error
    return list(paths)


def _csv(rows: list[list[Any]]) -> str:
    file = StringIO()
    csv.writer(file, lineterminator="\n").writerows(rows)
    return file.getvalue()


def figure_rows(results: StudyResults) -> list[list[Any]]:
    """Return all figures as rows of a table, its head first."""
    rows: list[list[Any]] = [["section", "figure", "item", "unit", "value", "low", "high"]]
    rows += [[x.section, x.name, x.item, x.unit, *rounded(x.estimate)] for x in results.figures]
    for effect in results.effects:
        item = f"{effect.varied}={effect.value}"
        rows.append(["effects", effect.name, item, effect.unit, *rounded(effect.estimate)])
        if effect.difference:
            gap = rounded(effect.difference)
            rows.append(["differences", effect.name, item, effect.unit, *gap])
    return rows


def match_rows(findings: Findings) -> list[list[Any]]:
    """Return all matches of the base as rows of a table, its head first."""
    sample = findings.base
    totals = [f"total {seat_letter(seat)}" for seat in range(sample.players)]
    rows: list[list[Any]] = [["board", "rotation", "decisions", "deals", "winners", *totals]]
    board = 0
    for block in sample.blocks:
        for matches in block.tolist():
            for rotation, match in enumerate(matches):
                winners = seats_of(match[2])
                rows.append([board, rotation, *match[:2], winners, *match[FIELDS:]])
            board += 1
    return rows
