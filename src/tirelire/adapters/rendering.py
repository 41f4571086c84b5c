"""The table as text and as a picture, as one seat or a spectator sees it."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from tirelire.core.cards import SPECTATOR
from tirelire.core.codes import seat_letter
from tirelire.core.drawing import lines
from tirelire.match.view import View
from tirelire.sim.single import Single

WIDTH = 100
"""Columns of the text."""
MODES = ("human", "ansi", "rgb_array")
_DPI = 80


def check_mode(mode: str | None) -> str | None:
    """Refuse a way of rendering that there is not."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode: allowed is {', '.join(MODES)}, not {mode!r}")
    return mode


def render(single: Single, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Draw the table as the seat that is asked sees it, or as a spectator does."""
    if mode is None:
        logger.warn("render() was called without a render_mode")
        return None
    seat = single.seat if single.seat >= 0 else SPECTATOR
    if mode == "rgb_array":
        return _picture(_text(single, seat, styles=False))
    text = _text(single, seat, styles=True)
    if mode == "ansi":
        return text
    print(text)
    return None


def _text(single: Single, seat: int, *, styles: bool) -> str:
    view = View(single.game, single.veil(seat))
    names = [f"player_{i}" for i in range(single.players)]
    head = f"player_{seat} ({seat_letter(seat)})" if seat < SPECTATOR else "–"
    table = single.game.table.render(view.record, names, "en")
    return "\n".join([f"{single.game.id}: {head}", *lines(table, WIDTH, styled=styles)]) + "\n"


def _picture(text: str) -> NDArray[np.uint8]:
    """Set a text in a fixed-width type, dark on light."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    lines = text.splitlines()
    figure = Figure(figsize=(10, 0.2 * len(lines) + 0.4), dpi=_DPI, facecolor="#fbf7ee")
    canvas: Any = FigureCanvasAgg(figure)
    figure.text(
        *(0.02, 0.98, "\n".join(lines)),
        family="DejaVu Sans Mono",
        fontsize=9,
        color="#222222",
        verticalalignment="top",
        parse_math=False,
    )
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()
