"""The command `bench`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich import box
from rich.table import Table

from tirelire.cli.common import JsonOption, notes, output, print_json, refusals


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
    table = Table(box=box.MARKDOWN)
    for name in ("game", "figure", "ours", "peer", "ratio", "bar", "reached"):
        table.add_column(name, justify="right" if name in ("ours", "peer", "ratio") else "left")
    for row in report["figures"]:
        table.add_row(
            row["game"],
            row["what"],
            f"{_number(row['value'])} {row['unit']}",
            "" if row["peer"] is None else _number(row["peer"]),
            "" if row["ratio"] is None else f"{row['ratio']:.2f} ×",
            row["bar"],
            "yes" if row["reached"] else "no",
        )
    console = output()
    console.print(report["machine"])
    console.print(", ".join(f"{name} {number}" for name, number in report["versions"].items()))
    console.print(table)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
