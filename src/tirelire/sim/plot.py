"""Pictures of simulations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tirelire.contract.game import Game
from tirelire.core.codes import seat_letter
from tirelire.core.texts import amount, number, say
from tirelire.sim.simulate import Results

COLOURS = ("#1f5f8b", "#c8553d", "#5b8c5a", "#8a5a9e", "#b58a1b", "#4a4a4a")
"""One colour per seat, told apart by the colour-blind too, with a line style of its own."""
STYLES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))
MOST_BINS = 60


def histogram(results: Results, game: Game, lang: str, path: Path) -> None:
    """Draw how the totals of each seat are spread, into a file of any common kind."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    low, high = int(results.totals.min()), int(results.totals.max())
    step = max(1, -(-(high - low + 1) // MOST_BINS))
    edges = np.arange(low, high + step + 1, step)
    shares_text = [number(100 * share, lang, 1) for share in results.win_shares()]
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    for seat in range(results.players):
        totals: Any = results.totals[:, seat]
        shares, _ = np.histogram(totals, bins=edges)
        axes.stairs(
            shares / results.games,
            edges,
            color=COLOURS[seat],
            linestyle=STYLES[seat],
            linewidth=1.6,
            label=say(lang, "plot.seat", seat=seat_letter(seat), share=shares_text[seat]),
        )
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: amount(game.id, x, lang)))
    axes.set_xlabel(say(lang, "plot.total"))
    axes.set_ylabel(say(lang, "plot.share"))
    title = game.rules(lang)["title"]
    axes.set_title(say(lang, "plot.title", game=title, n=number(results.games, lang)))
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150)
    plt.close(figure)
