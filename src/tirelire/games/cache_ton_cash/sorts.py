"""How the lab sorts the cards."""

from __future__ import annotations

from tirelire.contract.sorts import Sorts
from tirelire.games.cache_ton_cash.rules.material import CODES, STACK

SORTS = Sorts(tuple(CODES), tuple(CODES), STACK)
