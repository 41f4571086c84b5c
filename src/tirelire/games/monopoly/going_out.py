"""Whether a written hand can go out: the compiled check of the score pad."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tirelire.core.compiling import array_type, entry_point
from tirelire.games.monopoly.rules import roles as r


@cache
def may_go_out() -> Any:
    """Compile `(question, roles) -> fits`: whether a hand can go out (P15, P18).

    The question is the hand as bits, whether tokens stand on colours only, and whether roles of its
    Chance cards are given; if not, the best are written.
    """
    may_stand, best_roles = r.may_stand, r.best_roles

    def run(question: Any, roles: Any) -> int:
        held, streets, given = question[0], question[1] == 1, question[2] == 1
        if not given:
            roles[0], roles[1] = best_roles(held, streets)
        return int(may_stand(held, roles[0], roles[1], streets))

    numbers = array_type(np.int64)
    return entry_point(run, "may_go_out", "monopoly", (numbers, numbers))
