"""The command `bench`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from tirelire.cli.arguments import JsonOption
from tirelire.cli.common import print_json, refusals
from tirelire.cli.tables import notes, output

WIDTHS = {"game": 15, "ours": 12, "peer": 10, "ratio": 9, "bar": 8, "reached": 7}
"""Columns of a table and their widths: all tables stand below each other, within 80 columns."""


def bench(
    seconds: Annotated[float, typer.Option(help="Seconds of each timing in each round.")] = 1.0,
    as_json: JsonOption = False,
) -> None:
    """Measure speed and memory beside our peers, in one run."""
    from tirelire.bench import peers
    from tirelire.bench.run import run

    with refusals():
        peers.pyspiel()
        with notes().status("…") as status:
            report = run(seconds, status.update)
    if as_json:
        print_json(report)
        return
    print_report(output(), report)


def print_report(console: Console, report: dict[str, Any]) -> None:
    """Print a table for each figure, with a row for each game: 80 columns are enough."""
    console.print(report["machine"])
    console.print(", ".join(f"{name} {number}" for name, number in report["versions"].items()))
    figures: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in report["figures"]:
        figures.setdefault((row["what"], row["unit"]), []).append(row)
    for (what, unit), rows in figures.items():
        console.print(f"\n{what}, in {unit}")
        console.print(_table(rows))


def _table(rows: list[dict[str, Any]]) -> Table:
    table = Table(box=box.MARKDOWN)
    for name, width in WIDTHS.items():
        side: Literal["left", "right"] = "right" if name in ("ours", "peer", "ratio") else "left"
        table.add_column(name, justify=side, width=width, no_wrap=True)
    for row in rows:
        table.add_row(
            row["game"],
            _number(row["value"]),
            "" if row["peer"] is None else _number(row["peer"]),
            "" if row["ratio"] is None else f"{row['ratio']:.2f} ×",
            row["bar"],
            "yes" if row["reached"] else "no",
        )
    return table


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
