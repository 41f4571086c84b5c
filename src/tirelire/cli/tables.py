"""Consoles of Rich, for results in tables, for progress and for errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from rich.progress import Progress


def output() -> Console:
    """Return the console for results, as wide as the terminal at the moment."""
    return Console(highlight=False)


def notes() -> Console:
    """Return the console for progress and errors."""
    return Console(stderr=True, highlight=False)


def progress_bar() -> Progress:
    """Return a bar on standard error for work that is counted."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, TimeRemainingColumn(), console=notes(), transient=True)
