"""Helpers of commands that list what a house has stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from tirelire.cli.common import print_json
from tirelire.cli.tables import output
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.core.texts import say

MOST = 10_000
"""Rows that can be listed at once: no database can be asked for any number of them."""
LimitOption = Annotated[int, typer.Option("--limit", help="At most so many, the newest first.")]
Row = dict[str, Any]


def check_range(name: str, value: int, least: int, most: int) -> None:
    """Refuse the value of an option that is out of its range."""
    if not least <= value <= most:
        raise OptionError(Refusal("range", name=name, allowed=f"{least}–{most}"))


def iso_time(milliseconds: int) -> str:
    """Write a time of the wall clock, in the time zone of this machine."""
    return datetime.fromtimestamp(milliseconds / 1000).astimezone().isoformat("T", "seconds")


def short_time(time: str) -> str:
    """Shorten such a time for a table: to the minute, without the zone."""
    return time[:16].replace("T", " ")


def print_rows(
    rows: list[Row],
    columns: Iterable[str],
    cells: Callable[[Row], Iterable[str]],
    *,
    lang: str,
    as_json: bool,
    empty: str,
) -> None:
    """Print rows as JSON, as a table, or a sentence if there are none.

    `columns` and `empty` are the names of texts below `keep`.
    """
    if as_json:
        print_json(rows)
    elif rows:
        table = Table(box=box.SIMPLE_HEAD)
        for key in columns:
            table.add_column(say(lang, f"keep.{key}"), overflow="fold")
        for row in rows:
            table.add_row(*cells(row))
        output().print(table, markup=False)
    else:
        output().print(say(lang, f"keep.{empty}"))
