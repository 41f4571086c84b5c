"""How many copies of a card a match has, and how many of them a reader does not see now."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from tirelire.core.cards import UNKNOWN
from tirelire.core.codes import seat_number
from tirelire.match.match import Match
from tirelire.page.pictures import picture_of


class Copies(NamedTuple):
    """Cards that look alike in a match."""

    copies: int
    unseen: int
    """Those that the reader does not see: in the hands of others, face down, or in a pile."""


def count_copies(match: Match, seat: str | None, code: str) -> Copies:
    """Count the cards with the same picture; none for a card that every seat has of its own.

    Law: the answer depends on the view of the seat alone. A card in the hand of another player
    counts as seen only where the table shows it.

    >>> match = Match.begin("money", 3, {"removed": "RUB,JPY"}, seed=1)
    >>> count_copies(match, None, "USD20a").copies
    3
    """
    picture = partial(picture_of, match.game.id)
    wanted, positions = picture(code), match.game.positions
    view = match.view(seat).record
    alike = [card for card in match.pack if picture(positions.CODES.cards[card]) == wanted]
    hands = set(range(match.players)) if match.ended == "running" else set()  # then they lie open
    if seat is not None:
        hands.discard(seat_number(seat, match.players))
    unseen = sum(int(view.zone[card]) in {UNKNOWN, *hands} for card in alike)
    shown = [one for other in hands for one in positions.remembered(view, other)]
    return Copies(len(alike), unseen - sum(picture(one) == wanted for one in shown))
