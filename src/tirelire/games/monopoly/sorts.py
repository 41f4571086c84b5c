"""How the lab sorts the cards."""

from __future__ import annotations

from tirelire.contract.sorts import Sorts
from tirelire.games.monopoly.rules.material import CODES, FAMILIES

SORTS = Sorts(tuple(CODES), tuple(FAMILIES), 0)
