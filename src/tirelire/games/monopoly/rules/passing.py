"""A turn with five or six players (P22, P23).

While all choose a card to pass, the active player may still go out. They are asked within the
passing, so that the question does not tell the others whether they could.
"""

from __future__ import annotations

from typing import Any

from tirelire.core.bits import lowest, ones
from tirelire.core.cards import move
from tirelire.core.compiling import kernel
from tirelire.core.header import left_of
from tirelire.games.monopoly.rules.arrangement import can_lay_down
from tirelire.games.monopoly.rules.hand_bits import (
    CHANCE_BITS,
    DEED_BITS,
    KIND_BITS,
    list_kinds,
    stock_of,
)
from tirelire.games.monopoly.rules.material import (
    ACTING,
    CARDS,
    GO_OUT,
    LAYING,
    NOTHING,
    PASSING,
    PILE,
    SEATS,
    SKIP,
    STAY,
    SWAP,
    TRADE_DISCARD,
)
from tirelire.games.monopoly.rules.state import take_up, top_cards

# --- what may be done ---------------------------------------------------------------------------


@kernel
def can_leave(s: Any, seat: int) -> bool:
    """P15, P22: tell whether a player can go out, with all cards of the hand."""
    held = int(s.held[seat])
    return can_lay_down(held & DEED_BITS, stock_of(held), ones(held & CHANCE_BITS))


@kernel
def legal_swap(s: Any, seat: int, out: Any) -> int:
    """P22: go out, or swap with anybody who has a trade card."""
    count = 0
    if can_leave(s, seat):
        out[0] = GO_OUT
        count = 1
    for other in range(int(s.players)):
        if other != seat and s.count[PILE + other] > 0:
            out[count] = SWAP + other
            count += 1
    if count == 0:
        # Only in a position written by hand: in play the player before has a trade card.
        out[0] = SKIP
        count = 1
    return count


@kernel
def legal_pass(s: Any, seat: int, out: Any) -> int:
    """P22, P23: a card to pass; first, where the active player may still go out, that question."""
    if seat == s.active and s.stayed == 0:
        out[0] = STAY
        out[1] = GO_OUT
        return 2
    return list_kinds(int(s.held[seat]), out)


# --- what happens -------------------------------------------------------------------------------


@kernel
def play_swap(s: Any, seat: int, other: int) -> None:
    """P22: both take the other's trade card in hand; each lays a new one, or only the active."""
    mine = top_cards(s, PILE + seat, 1)
    theirs = top_cards(s, PILE + other, 1)
    take_up(s, mine, PILE + seat, other)
    take_up(s, theirs, PILE + other, seat)
    s.swapped = 1
    s.phase = LAYING
    s.laying = 1 << seat
    if s.opt[TRADE_DISCARD] == 0:
        s.laying = 1 << seat | 1 << other


@kernel
def after_laying(s: Any, seat: int) -> None:
    """P22: the last to lay a new trade card opens the passing, or begins their turn."""
    s.laying = int(s.laying) & ~(1 << seat)
    if s.laying == 0:
        if s.swapped == 1:
            open_passing(s)
        else:
            s.phase = ACTING


@kernel
def open_passing(s: Any) -> None:
    """P23: all choose a card to pass, unless the active player goes out."""
    s.phase = PASSING
    settle(s)


@kernel
def settle(s: Any) -> None:
    """P22: who cannot go out after the swap is not asked."""
    if not can_leave(s, int(s.active)):
        s.stayed = 1


@kernel
def play_pass(s: Any, seat: int, kind: int) -> bool:
    """P23: choose a card; when all have, they are passed. Tells whether the turn is over."""
    s.chosen[seat] = kind
    for other in range(int(s.players)):
        if s.chosen[other] == NOTHING:
            return False
    pass_on(s)
    return True


@kernel
def pass_on(s: Any) -> None:
    """P23: all chosen cards go to the left, and only giver and receiver know them.

    Whoever knew a card of a hand cannot know any more whether it is still there, but for the
    neighbour on the left, who sees what was passed.
    """
    players = int(s.players)
    for seat in range(players):
        copies = int(s.held[seat]) & KIND_BITS[s.chosen[seat]]
        s.chosen[seat] = copy_known_to(s, copies, left_of(s, seat))
    zones, seen = s.zone, s.seen
    for card in range(CARDS):
        zone = int(zones[card])
        if zone < SEATS:
            left = zone + 1 if zone + 1 < players else 0
            seen[card] = int(seen[card]) & (1 << zone | 1 << left)
    for seat in range(players):
        card = int(s.chosen[seat])
        receiver = left_of(s, seat)
        move(s, card, receiver)
        s.held[seat] = int(s.held[seat]) & ~(1 << card)
        s.held[receiver] = int(s.held[receiver]) | 1 << card
        s.seen[card] = 1 << seat | 1 << receiver


@kernel
def copy_known_to(s: Any, copies: int, seat: int) -> int:
    """Find a copy that a seat knows, or else the first."""
    found = int(lowest(copies))
    while copies != 0:
        card = int(lowest(copies))
        if (int(s.seen[card]) >> seat) & 1:
            return card
        copies &= copies - 1
    return found
