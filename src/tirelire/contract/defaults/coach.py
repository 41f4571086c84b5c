"""What a beginner is told where the game does not say: nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirelire.core.moves import Move


class PlainCoach:
    """A coach who is silent: only a game knows what is worth looking at."""

    def advice(self, _v: Any, _legal: Sequence[Move], _names: Sequence[str], _lang: str) -> str:
        """Say nothing."""
        return ""

    def role(self, _code: str, _lang: str) -> str:
        """Say nothing."""
        return ""
