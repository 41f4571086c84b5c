"""Whether a deal runs: the values of the field `ended` of every state and view."""

from __future__ import annotations

RUNNING, DEAL_OVER, MATCH_OVER = 0, 1, 2
