"""How the lab sorts the cards."""

from __future__ import annotations

from tirelire.contract.sorts import Sorts
from tirelire.games.money.rules.material import KINDS

SORTS = Sorts(tuple(KINDS), tuple("COIN" if kind == "COIN" else kind[:3] for kind in KINDS), 0)
