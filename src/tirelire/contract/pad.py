"""What the score pad needs of a game (`pad.py`)."""

from __future__ import annotations

from typing import Protocol


class Pad(Protocol):
    """Matches at a real table: how what lies there at the end of a deal is entered and counted."""
