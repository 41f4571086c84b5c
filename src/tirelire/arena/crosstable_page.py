"""The cross table as text for a page, and as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from tirelire.arena.crosstable import GameTable, Share, shortest
from tirelire.core.languages import REFERENCE

ALL, MIXED = "all", "mixed"
"""Columns beside the players: against all others, and at mixed tables."""


def as_markdown(tables: Sequence[GameTable], command: str) -> str:
    """Write the tables of all games: a row for each player, its shares against all others."""
    lines = [f"Measured on {date.today().isoformat()} by `{command}`."]
    for table in tables:
        lines += ["", *_of_game(table)]
    return "\n".join(lines)


def _of_game(table: GameTable) -> list[str]:
    options = " ".join(f"{name}={value}" for name, value in shortest(table.game).items())
    title = f"**{table.game.id}**, {table.seats} players, `{options}`" if options else table.game.id
    boards = sum(share.boards for share in table.pairs.values())
    fair = f"{100 / table.seats:.1f} % is fair; {boards} boards of pairs"
    head = ["one of ↓ among", *(f"`{short(name)}`" for name in table.pool), ALL, MIXED]
    lines = [f"{title}: {fair}.", "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for one in table.pool:
        cells = [said(table.pairs.get((one, other))) for other in table.pool]
        cells += [said(table.against_all(one)), said(table.mixed(one))]
        lines.append("| " + " | ".join([f"`{short(one)}`", *cells]) + " |")
    return lines


def short(name: str) -> str:
    """Return the name of a player without its game."""
    return name.rpartition(":")[2]


def said(share: Share | None) -> str:
    """Write a share in percent, with its interval where there is one."""
    if share is None or not share.boards:
        return ""
    mean = f"{100 * share.mean:.0f}"
    return mean if math.isnan(share.half) else f"{mean} ± {100 * share.half:.0f}"


def draw(tables: Sequence[GameTable], path: Path) -> None:
    """Draw a table of colours for each game: how much more than its fair share a player wins."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    columns = min(2, len(tables))
    rows = -(-len(tables) // columns)
    figure, places = plt.subplots(
        rows, columns, figsize=(8 * columns, 6.5 * rows), layout="constrained", squeeze=False
    )
    for place in places.flat[len(tables) :]:
        place.set_visible(False)
    image = None
    for axes, table in zip(places.flat, tables, strict=False):
        image = _draw_game(axes, table)
    if image is not None:
        bar = figure.colorbar(image, ax=places, shrink=0.5, pad=0.02)
        bar.set_label("share of the wins, in fair shares")
        bar.set_ticks([0, 1, 2])
        bar.set_ticklabels(["0", "1: fair", "2 or more"])
    figure.savefig(path, dpi=110)
    plt.close(figure)


def _draw_game(axes: Any, table: GameTable) -> Any:
    """Draw one game: the best players first, a number in each field."""
    order = sorted(table.pool, key=lambda name: -_or_nought(table.against_all(name).mean))
    size = len(order)
    shares = np.full((size, size + 1), np.nan)
    for row, one in enumerate(order):
        for column, other in enumerate(order):
            if (found := table.pairs.get((one, other))) and found.boards:
                shares[row, column] = found.mean
        shares[row, size] = table.against_all(one).mean
    image = axes.imshow(shares * table.seats, cmap="PuOr", vmin=0, vmax=2, aspect="auto")
    for row, column in np.argwhere(~np.isnan(shares)):
        value = shares[row, column]
        is_dark = abs(value * table.seats - 1) > 0.65
        axes.text(
            column, row, f"{100 * value:.0f}", ha="center", va="center",
            color="white" if is_dark else "black", fontsize=9,
        )  # fmt: skip
    axes.axvline(size - 0.5, color="white", linewidth=3)
    names = [short(name) for name in order]
    axes.set_xticks(range(size + 1), [*names, ALL], rotation=45, ha="right", fontsize=9)
    axes.set_yticks(range(size), names, fontsize=9)
    axes.set_xlabel(f"the other {table.seats - 1} seats")
    axes.set_ylabel("one seat")
    axes.set_title(
        f"{table.game.rules(REFERENCE)['title']}: % of wins, {100 / table.seats:.0f} is fair"
    )
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return image


def _or_nought(value: float) -> float:
    return 0.0 if math.isnan(value) else value
