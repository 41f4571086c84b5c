"""Laying the end of a deal out on a state: what the pads of games share."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.cards import FACE_UP
from tirelire.core.phase import DEAL_OVER


def clear_table(s: Any, box: int) -> None:
    """End the deal with all cards in the box: cards that no seat holds are not counted."""
    s.zone[:] = box
    s.place[:] = 0
    s.seen[:] = FACE_UP
    s.ended = DEAL_OVER


def count_zones(s: Any) -> None:
    """Count the cards of each zone again."""
    s.count[:] = np.bincount(s.zone, minlength=len(s.count))


def entered(text: str) -> str:
    """Return the cards that were entered; a dash stands for none.

    >>> entered(" - "), entered("EUR20")
    ('', 'EUR20')
    """
    return "" if text.strip() == "-" else text
