"""Standing orders of Monopoly with five or six players: what is passed and laid (P22, P23)."""

from __future__ import annotations

from typing import Any

from tirelire.contract.orders import ASK, Order
from tirelire.games.monopoly.rules.material import CARDS, KIND_OF, LAYING, PASSING

ORDERS = (Order("pass", ("ask", "lowest", "highest")), Order("lay", ("ask", "lowest", "highest")))
PASS, LAY = range(2)
LOWEST, HIGHEST = range(1, 3)


def applies(r: Any, seat: int) -> bool:
    """P22, P23: whether a seat chooses a card in the turn of another."""
    return bool(r.active != seat and (r.phase == PASSING or r.phase == LAYING))


def obey(r: Any, seat: int, orders: Any) -> int:
    """P22, P23: choose the first or the last card of the hand, in the order of the cards.

    That is the order of the deeds' prices; then stations, utilities, houses and the rest.
    """
    order = orders[PASS] if r.phase == PASSING else orders[LAY]
    if order == 0:
        return ASK
    found = ASK
    for card in range(CARDS):
        if r.zone[card] == seat:
            found = KIND_OF[card]
            if order == LOWEST:
                return found
    return found
