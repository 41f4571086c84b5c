"""Spaces and actions that PettingZoo's and Gymnasium's environments share."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces

from tirelire.sim.single import Single

ObservationDict = dict[str, Any]


def spaces_of(single: Single, waits: int) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
    """Make the observation and action space of a seat; `waits` more actions stand for no choice."""
    decisions = single.decisions + waits
    observation = spaces.Dict(
        {
            "observation": spaces.Box(single.layout.low, single.layout.high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (decisions,), np.int8),
        }
    )
    return observation, spaces.Discrete(decisions)


def checked(action: Any, decisions: int) -> int:
    """Return an action as a number; a value outside the action space is an error."""
    try:
        decision = index(action)
    except TypeError:
        raise TypeError(f"action: a whole number below {decisions}, not {action!r}") from None
    if not 0 <= decision < decisions:
        raise ValueError(f"action: a whole number below {decisions}, not {decision}")
    return decision
