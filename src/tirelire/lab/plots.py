"""The pictures of a report, as SVG that can stand in a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from io import StringIO
from textwrap import fill
from typing import Any

import numpy as np

from tirelire.arena.picture import COLOURS
from tirelire.core.texts import amount
from tirelire.lab.effects import MEASURES, Effect
from tirelire.lab.estimates import Estimate
from tirelire.lab.figures import POINTS, SHARE, Figure
from tirelire.lab.luck import PARTS
from tirelire.lab.results import Distribution
from tirelire.lab.words import ReportWords

INK = "#010203"
"""Stands for the colour of the text around the picture, in the light and in the dark."""
MOST_BARS = 60
NARROW = 10
"""Letters of a line below a small picture."""
WIDE = 22
"""Letters of a line above it."""
MEASURED = "DejaVu Sans"
"""The font by which texts are placed; they are shown in that of the page around the picture."""
STYLE: Any = {
    "svg.fonttype": "none",
    "font.sans-serif": [MEASURED],
    "svg.hashsalt": "tirelire",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor"), INK),
    **dict.fromkeys(("xtick.color", "ytick.color"), INK),
}


class Plots:
    """Draws the pictures of a report in one language."""

    def __init__(self, words: ReportWords) -> None:
        import matplotlib as mpl

        mpl.use("Agg")
        self.words = words

    def draw(self, make: Callable[..., Any], *given: Any) -> str:
        """Draw a picture by one of the methods below; return its SVG."""
        import matplotlib as mpl
        import matplotlib.pyplot as plt

        file = StringIO()
        with mpl.rc_context(STYLE):
            figure = make(*given)
            metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))
            figure.savefig(file, format="svg", transparent=True, metadata=metadata)
        plt.close(figure)
        text = file.getvalue()
        text = text[text.index("<svg") :].replace(INK, "currentColor")
        text = re.sub(r"<g id=\"[^\"]*\"", "<g", text)
        text = text.replace(f" font-family: '{MEASURED}', sans-serif;", "")
        text = re.sub(r" transform=\"rotate\(-0 [^\"]*\"", "", text)  # no turn at all
        text = re.sub(r"(\d\.\d\d)\d+", r"\1", text)  # a hundredth of a point cannot be seen
        return re.sub(r"\s*\n\s*", "\n", text)

    def _figure(self, width: float, height: float, **grid: Any) -> tuple[Any, Any]:
        import matplotlib.pyplot as plt

        return plt.subplots(figsize=(width, height), layout="constrained", **grid)

    def _ticks(self, axis: Any, unit: str) -> None:
        from matplotlib.ticker import FuncFormatter

        scale = 100 if unit == SHARE else 1
        game = self.words.game.id if unit == POINTS else ""
        lang = self.words.lang

        def write(value: float, _place: Any) -> str:
            digits = 0 if abs(scale * value - round(scale * value)) < 1e-6 else 1
            return amount(game, scale * value, lang, digits)

        axis.set_major_formatter(FuncFormatter(write))

    def seats(self, figures: Sequence[Figure], fair: float) -> Any:
        """Draw the share of the wins by seat, and of the deals by place after the dealer."""
        figure, (left, right) = self._figure(7.2, 2.8, ncols=2, sharey=True)
        for axes, section, label in ((left, "seats", "seat"), (right, "places", "place")):
            rows = [x for x in figures if x.section == section and x.name == "share"]
            _bars(axes, [x.item for x in rows], [x.estimate for x in rows], COLOURS[0])
            axes.axhline(fair, color=INK, linewidth=0.8, linestyle=":")
            axes.set_xlabel(self.words.say(f"column.{label}"))
            axes.set_ylabel(f"{self.words.say('column.frequency_seats')} (%)")
            self._ticks(axes.yaxis, SHARE)
        return figure

    def histograms(self, columns: dict[str, Distribution], unit: str, shares: str) -> Any:
        """Draw how often each number of some columns occurs."""
        figure, places = self._figure(7.2, 2.6, ncols=len(columns), squeeze=False)
        for i, (axes, (name, found)) in enumerate(zip(places[0], columns.items(), strict=True)):
            values, counts = found.values, found.counts
            span = int(values.max() - values.min())
            step = max(1, -(-span // MOST_BARS))
            edges = np.arange(values.min(), values.max() + 2 * step, step) - 0.5
            heights = np.histogram(values, edges, weights=counts)[0] / counts.sum()
            axes.stairs(heights, edges, fill=True, color=COLOURS[i], alpha=0.8)
            axes.set_xlabel(self.words.say(f"column.{name}"))
            axes.xaxis.get_major_locator().set_params(integer=True)
            self._ticks(axes.xaxis, unit)
            self._ticks(axes.yaxis, SHARE)
        places[0][0].set_ylabel(f"{shares} (%)")
        return figure

    def cards(self, figures: Sequence[Figure]) -> Any:
        """Draw what every kind of card is worth, dealt and kept, the best on top."""
        rows = {x.item: x.estimate for x in figures if x.name == "dealt_points"}
        kept = {x.item: x.estimate for x in figures if x.name == "kept_points"}
        order = sorted(rows, key=lambda code: rows[code].value)
        names = ("dealt_points", "kept_points") if kept else ("dealt_points",)
        height = 1 + 0.19 * len(order)
        figure, places = self._figure(7.2, height, ncols=len(names), sharey=True, squeeze=False)
        for i, (axes, values) in enumerate(zip(places[0], (rows, kept), strict=False)):
            shown = [code for code in order if code in values]
            found = [values[code] for code in shown]
            heights = [order.index(code) for code in shown]
            _points(axes, [x.value for x in found], heights, found, COLOURS[i])
            axes.axvline(0, color=INK, linewidth=0.8)
            axes.set_xlabel(self.words.say(f"column.{names[i]}"))
            self._ticks(axes.xaxis, POINTS)
        places[0][0].set_yticks(range(len(order)), [self.words.card(code) for code in order])
        places[0][0].set_ylim(-0.7, len(order) - 0.3)
        return figure

    def sets(self, figures: Sequence[Figure]) -> Any:
        """Draw the points by how many cards of each set one had."""
        names = [x for x in ("dealt", "kept") if any(y.name == x for y in figures)]
        figure, places = self._figure(7.2, 3.6, ncols=len(names), squeeze=False)
        for axes, name in zip(places[0], names, strict=True):
            lines: dict[str, list[tuple[int, float]]] = {}
            for row in figures:
                if row.name == name:
                    code, count = row.item.rsplit(" ", 1)
                    lines.setdefault(code, []).append((int(count), row.estimate.value))
            for i, (code, line) in enumerate(lines.items()):
                style = ("-", "--", ":")[i // len(COLOURS) % 3]
                counts, values = zip(*line, strict=True)
                axes.plot(
                    *(counts, values),
                    color=COLOURS[i % len(COLOURS)],
                    linestyle=style,
                    marker=".",
                    label=self.words.card(code),
                )
            axes.axhline(0, color=INK, linewidth=0.8)
            title = self.words.say(f"column.{name}")
            axes.set_xlabel(f"{self.words.say('column.count')} ({title.lower()})")
            axes.set_xticks(range(1 + max(x for line in lines.values() for x, _ in line)))
            self._ticks(axes.yaxis, POINTS)
        places[0][0].set_ylabel(self.words.say("column.deal_points"))
        handles, labels = places[0][0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside right upper", fontsize=7)
        return figure

    def luck(self, figures: Sequence[Figure]) -> Any:
        """Draw the parts of luck and skill as one bar for the points and one for the wins."""
        figure, axes = self._figure(7.2, 1.7)
        for row, name in enumerate(("wins", "points")):
            shares = {x.item: max(x.estimate.value, 0.0) for x in figures if x.name == name}
            left = 0.0
            for i, part in enumerate(PARTS):
                axes.barh(row, shares[part], left=left, color=COLOURS[i], height=0.6)
                left += shares[part]
        handles = [_patch(COLOURS[i], self.words.say(f"part.{x}")) for i, x in enumerate(PARTS)]
        axes.legend(handles=handles, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=len(PARTS))
        axes.set_yticks([0, 1], [self.words.say(f"column.{x}") for x in ("wins", "points")])
        axes.set_xlim(0, 1)
        axes.set_xlabel("%")
        self._ticks(axes.xaxis, SHARE)
        return figure

    def effects(self, effects: Sequence[Effect]) -> Any:
        """Draw every measure for every value of a variation."""
        columns = 4
        rows = -(-len(MEASURES) // columns)
        figure, places = self._figure(7.6, 1.9 * rows, ncols=columns, nrows=rows)
        for axes, measure in zip(places.reshape(-1), MEASURES, strict=True):
            found = [x for x in effects if x.name == measure.name]
            names = [fill(self.words.value(x.varied, x.value), NARROW) for x in found]
            values = [x.estimate for x in found]
            heights = [x.value for x in values]
            _points(axes, range(len(found)), heights, values, COLOURS[0], upright=True)
            axes.set_xticks(range(len(names)), names, fontsize=7)
            axes.set_xlim(-0.5, len(names) - 0.5)
            unit = " (%)" if measure.unit == SHARE else ""
            title = self.words.say(f"measure.{measure.name}") + unit
            axes.set_title(fill(title, WIDE), fontsize=7.5)
            axes.tick_params(axis="y", labelsize=7)
            self._ticks(axes.yaxis, measure.unit)
        return figure


def _bars(axes: Any, names: Sequence[str], found: Sequence[Estimate], colour: str) -> None:
    axes.bar(names, [x.value for x in found], color=colour, alpha=0.75)
    errors = [x.value - x.low for x in found]
    axes.errorbar(names, [x.value for x in found], errors, fmt="none", ecolor=INK, capsize=3)


def _points(
    axes: Any,
    across: Sequence[float],
    up: Sequence[float],
    found: Sequence[Estimate],
    colour: str,
    *,
    upright: bool = False,
) -> None:
    errors = {"yerr" if upright else "xerr": [x.value - x.low for x in found]}
    axes.errorbar(across, up, **errors, fmt="o", color=colour, markersize=3.5, linewidth=1.2)


def _patch(colour: str, label: str) -> Any:
    from matplotlib.patches import Patch

    return Patch(color=colour, label=label)
