"""Pictures of contests."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import numpy as np

from tirelire.arena.report import Report
from tirelire.core.errors import OptionError
from tirelire.core.texts import number, say

COLOURS = ("#1f5f8b", "#c8553d", "#5b8c5a", "#8a5a9e", "#b58a1b", "#4a4a4a")
"""One colour per bot, told apart by the colour-blind too, with a line style of its own."""
STYLES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))


def check_path(path: Path) -> None:
    """Refuse a picture that cannot be written, before the contest begins."""
    from matplotlib.backend_bases import FigureCanvasBase

    kinds = FigureCanvasBase.get_supported_filetypes()
    if path.suffix.lstrip(".").lower() not in kinds:
        raise OptionError(f"{path}: .{', .'.join(sorted(kinds))}")
    target = path if path.exists() else path.parent
    if path.is_dir() or not os.access(target, os.W_OK):
        raise OptionError(f"{path}: {os.strerror(errno.EACCES)}")


def draw(report: Report, title: str, lang: str, path: Path) -> None:
    """Draw how the share of the wins of every bot went, board by board, into a file."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.ticker import FuncFormatter

    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    boards = np.arange(1, len(report.boards) + 1)
    for i, standing in enumerate(report.standings):
        share = standing.share
        axes.fill_between(boards, share.low, share.high, color=COLOURS[i], alpha=0.15, linewidth=0)
        reached = number(100 * share.mean[-1], lang, 1)
        label = say(lang, "arena.line", bot=standing.entrant.spec, share=reached)
        axes.plot(boards, share.mean, color=COLOURS[i], linestyle=STYLES[i], label=label)
    fair = report.contest.fair
    label = say(lang, "arena.fair_line", share=number(100 * fair, lang, 1))
    axes.axhline(fair, color="black", linewidth=0.8, label=label)
    if (bar := report.contest.bar) != fair:
        label = say(lang, "arena.bar_line", share=number(100 * bar, lang, 1))
        axes.axhline(bar, color="black", linewidth=0.8, linestyle=(0, (1, 4)), label=label)
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: number(100 * share, lang)))
    axes.set_xlabel(say(lang, "arena.boards"))
    axes.set_ylabel(say(lang, "arena.axis"))
    axes.set_title(title)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    figure.savefig(path, dpi=150)
    plt.close(figure)
