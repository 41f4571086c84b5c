"""The pictures of a game (`art/drawings.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol


class Art(Protocol):
    """Pictures by name, each a whole SVG document.

    Law: there is one for the code of every kind of card, one called `back` and one called `cover`.
    """

    DRAWINGS: Mapping[str, Callable[[], str]]
    PLACES: Mapping[str, Mapping[int, tuple[float, float]]]
    """Where the fields of each board lie, in parts of its sides; empty without a board."""
