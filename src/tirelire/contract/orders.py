"""Standing orders: what the house answers for a player who is asked in the turn of another.

An order has a name and a value. The first value of each is no order: the player is asked. A game
without `orders.py` has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

ASK = -1
"""No decision: the player is asked."""


@dataclass(frozen=True)
class Order:
    """Something that a seat may order."""

    name: str
    values: tuple[str, ...]
    """The first means: ask me."""


class Orders(Protocol):
    """The orders of a game (`orders.py`).

    Both functions are compiled too, for counting, so they use whole numbers only. `r` is a view of
    the seat, or a state.

    Law: they read nothing but what the seat may know, and what `obey` returns is legal.
    """

    ORDERS: tuple[Order, ...]

    def applies(self, r: Any, seat: int, /) -> bool:
        """Tell whether a seat that is asked is asked in the turn of another."""

    def obey(self, r: Any, seat: int, orders: Any, /) -> int:
        """Return the decision that the orders make, where `applies`; ASK if they make none.

        `orders` has a number for each order: which of its values was given.
        """


class NoOrders:
    """The orders of a game that has none."""

    ORDERS: tuple[Order, ...] = ()

    def applies(self, _r: Any, _seat: int, /) -> bool:
        """Tell that no question can be answered by an order."""
        return False

    def obey(self, _r: Any, _seat: int, _orders: Any, /) -> int:
        """Ask the player."""
        return ASK


def encode_orders(orders: Sequence[Order], given: Mapping[str, str]) -> list[int]:
    """Return the numbers of some orders; refuse what is none of the game's, with what there is."""
    known = {order.name: order for order in orders}
    for name, value in given.items():
        if name not in known:
            allowed = ", ".join(known) or "–"
            raise OptionError(Refusal("order", name=name[:40], allowed=allowed))
        if value not in known[name].values:
            raise OptionError(Refusal("range", name=name, allowed=" | ".join(known[name].values)))
    return [order.values.index(given.get(order.name, order.values[0])) for order in orders]
