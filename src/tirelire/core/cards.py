"""Cards on a table: the few things that all games do with them.

Every card has a *zone* (the hand of a seat, a lot, the stock …), where order matters a *place* in
it (0 lies at the bottom), and *seen*: one bit for each seat that knows where the card is. Zones 0
to SEATS - 1 are the hands of the seats in every game. A zone's *count* is always public.

A record that uses these functions has the fields `zone`, `place`, `seen` (one entry per card) and
`count` (one entry per zone), and so has a view.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.chance import shuffle
from tirelire.core.compiling import allocating, kernel

SPECTATOR = 6
"""The bit of `seen`, and the seat of a veil, that stands for all spectators."""
FACE_UP = 0x7F
"""`seen` of a card that lies open: every seat and every spectator knows where it is."""
UNKNOWN = -1
"""The zone, in a view, of a card whose place the seat does not know."""


@kernel
def move(s: Any, card: int, zone: int) -> None:
    """Move a card to an unordered zone; who has seen it does not change."""
    s.count[s.zone[card]] -= 1
    s.zone[card] = zone
    s.place[card] = 0
    s.count[zone] += 1


@kernel
def put_on(s: Any, card: int, zone: int) -> None:
    """Move a card to the top of an ordered zone; who has seen it does not change."""
    s.count[s.zone[card]] -= 1
    s.zone[card] = zone
    s.place[card] = s.count[zone]
    s.count[zone] += 1


@kernel
def top(s: Any, zone: int) -> int:
    """Find the card that lies on top of an ordered zone that is not empty."""
    place = s.count[zone] - 1
    for card in range(len(s.zone)):
        if s.zone[card] == zone and s.place[card] == place:
            return card
    return -1


@kernel
def is_known(s: Any, card: int, seat: int) -> bool:
    """Tell whether a seat (or SPECTATOR) knows where the card is."""
    return bool((int(s.seen[card]) >> seat) & 1)


@kernel
def veil_cards(s: Any, seat: int, v: Any) -> None:
    """List in a view the cards that the seat knows, who else knows them, and every zone's size."""
    bit = np.int8(1 << seat)
    for card in range(len(s.zone)):
        # All bits or none: a loop without branches over single bytes runs over many cards at once.
        known = np.int8(-1 if (s.seen[card] & bit) != 0 else 0)
        v.zone[card] = (s.zone[card] & known) | ~known
        v.place[card] = s.place[card] & known
        v.seen[card] = s.seen[card] & known
    for zone in range(len(s.count)):
        v.count[zone] = s.count[zone]


@kernel
def sort_copies(v: Any, first: int, step: int, copies: int) -> None:
    """Put equal cards of a view in order, so that it tells kinds and not copies.

    The copies are the cards first, first + step, first + 2 step …
    """
    for i in range(1, copies):
        j = i
        while j > 0:
            this = first + j * step
            that = this - step
            if _rank(v, that) <= _rank(v, this):
                break
            v.zone[this], v.zone[that] = v.zone[that], v.zone[this]
            v.place[this], v.place[that] = v.place[that], v.place[this]
            v.seen[this], v.seen[that] = v.seen[that], v.seen[this]
            j -= 1


@kernel
def _rank(v: Any, card: int) -> int:
    return (int(v.zone[card]) << 16) + (int(v.place[card]) << 8) + int(v.seen[card])


@allocating
def sample_cards(v: Any, stream: Any, s: Any, seats: int, stock: int) -> None:
    """Lay the cards of a world that fits the view, all arrangements of the unknown equally likely.

    Unknown cards fill what the zones' counts leave open. In the zone `stock` they get places, and
    no seat has seen them; in the hands (zones below `seats`) only their holder has.
    """
    cards = len(v.zone)
    unknown = np.empty(cards, np.int16)
    hidden = 0
    for zone in range(len(v.count)):
        s.count[zone] = v.count[zone]
    for card in range(cards):
        zone = int(v.zone[card])
        s.zone[card] = zone
        s.place[card] = v.place[card]
        s.seen[card] = v.seen[card]
        if zone == UNKNOWN:
            unknown[hidden] = card
            hidden += 1
        else:
            s.count[zone] -= 1
    shuffle(stream, unknown, hidden)
    for zone in range(len(v.count)):
        for place in range(int(s.count[zone])):
            hidden -= 1
            card = unknown[hidden]
            s.zone[card] = zone
            s.place[card] = place if zone == stock else 0
            s.seen[card] = 1 << zone if zone < seats else 0
        s.count[zone] = v.count[zone]
