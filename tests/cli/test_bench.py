"""The table of `tirelire bench` is read in a terminal of 80 columns."""

from __future__ import annotations

from dataclasses import asdict
from io import StringIO

from rich.console import Console

from tirelire.bench.run import Measurement
from tirelire.cli.bench import print_report
from tirelire.games import GAMES

WHAT = "batch with observations and masks, one core, against pgx leduc hold'em"
FIGURES = [
    *(Measurement(WHAT, name, 123_456_789, "decisions/s", "≥ 5000 ×", True, 98_765_432, 1234.5)
      for name in GAMES),
    *(Measurement("copy of a state", name, 0.25, "µs", "< 1", True) for name in GAMES),
    Measurement("200 tables of 4, 800 streams: durable moves", "", 1234, "moves/s", "≥ 1000",
                False),
]  # fmt: skip
REPORT = {
    "machine": "x86_64, 2 cores",
    "versions": {"tirelire": "0.1.0", "numba": "0.68.1"},
    "figures": [asdict(figure) for figure in FIGURES],
}


def test_every_row_fits_80_columns_whole() -> None:
    console = Console(width=80, file=StringIO())
    print_report(console, REPORT)
    assert isinstance(console.file, StringIO)
    text = console.file.getvalue()
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in text
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "|" in line]
    for name in GAMES:
        assert [name, "123,456,789", "98,765,432", "1234.50 ×", "≥ 5000 ×", "yes"] in rows
        assert [name, "0.25", "", "", "< 1", "yes"] in rows
    assert ["", "1,234", "", "", "≥ 1000", "no"] in rows
    words = " ".join(text.split())
    for figure in FIGURES:
        assert f"{figure.what}, in {figure.unit}" in words
