"""The files of a report: a page in each language, and the figures and matches as data."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tirelire.core.codes import quote, seat_letter, seats_of
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.core.texts import LANGUAGES
from tirelire.lab.blocks import FIELDS
from tirelire.lab.estimates import Estimate
from tirelire.lab.page import ReportPage, file_name
from tirelire.lab.run import Findings

FORMATS = ("html", "csv", "matches")
"""A page in each language, the figures as a table, and every match as a row."""


def parse_formats(text: str) -> list[str]:
    """Read a list of formats, and refuse unknown ones."""
    formats = text.split(",")
    for name in formats:
        if name not in FORMATS:
            known = ", ".join(FORMATS)
            raise OptionError(Refusal("lab.format", given=quote(name[:40]), known=known))
    return formats


def write_report(findings: Findings, folder: Path, formats: Sequence[str]) -> list[Path]:
    """Write the report in the wanted formats; return the files."""
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if "html" in formats:
            for lang in LANGUAGES:
                path = folder / file_name(findings, f"{lang}.html")
                path.write_text(ReportPage(findings, lang).html(), "utf-8")
                written.append(path)
        for name, rows in (("csv", figure_rows), ("matches", match_rows)):
            if name in formats:
                ending = "csv" if name == "csv" else "matches.csv"
                path = folder / file_name(findings, ending)
                with path.open("w", encoding="utf-8", newline="") as file:
                    csv.writer(file, lineterminator="\n").writerows(rows(findings))
                written.append(path)
    except OSError as error:
        raise OptionError(Refusal("lab.out", why=str(error))) from error
    return written


def figure_rows(findings: Findings) -> list[list[Any]]:
    """Return all figures as rows of a table, its head first."""
    rows: list[list[Any]] = [["section", "figure", "item", "unit", "value", "low", "high"]]
    rows += [[x.section, x.name, x.item, x.unit, *_plain(x.estimate)] for x in findings.figures]
    for effect in findings.effects:
        item = f"{effect.varied}={effect.value}"
        rows.append(["effects", effect.name, item, effect.unit, *_plain(effect.estimate)])
        if effect.difference:
            gap = _plain(effect.difference)
            rows.append(["differences", effect.name, item, effect.unit, *gap])
    return rows


def _plain(estimate: Estimate) -> list[float]:
    return [round(x, 6) for x in (estimate.value, estimate.low, estimate.high)]


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
