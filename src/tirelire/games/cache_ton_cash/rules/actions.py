"""What the active player may do, and what it does (K4, K6, K14–K19, K22, K26).

All but challenges and claims: what follows from those is in `fights`.
"""

from __future__ import annotations

from typing import Any

from tirelire.core.bits import spill
from tirelire.core.compiling import inlined, kernel
from tirelire.games.cache_ton_cash.rules.hand_counts import kinds_held, kinds_twice
from tirelire.games.cache_ton_cash.rules.matching import (
    LOW,
    completing,
    dear,
    partners,
    possessions_with,
    singles,
)
from tirelire.games.cache_ton_cash.rules.material import (
    CHALLENGE,
    CLAIM,
    DEAR,
    DISCARD,
    END,
    FEWEST,
    GONE,
    MOVE_CARD,
    MOVE_DOWN,
    PAIR,
    PAIR_WILD,
    PICK,
    PILES,
    POSSESSIONS,
    SEATS,
    SECOND,
    SILVER,
    SINGLES,
    STACK,
    SWAP,
    SWAP_CARD,
    TOP_TWO,
    UPGRADE,
    UPGRADES,
    WILDS,
    has_piles,
)
from tirelire.games.cache_ton_cash.rules.stacks import cover, move_set, swap_tops
from tirelire.games.cache_ton_cash.rules.state import lay, pick

HALF = 1 << (PILES - 1)
LOW_CLAIMS = HALF * SWAP_CARD
"""Claims are too many for one set of bits: these are in the first."""
ALL_CLAIMS = (1 << (1 << PILES)) - 2
_has_piles = kernel(has_piles)


# --- what may be done ---------------------------------------------------------------------------


@inlined
def legal_actions(s: Any, seat: int, out: Any) -> int:
    """K4–K6, K14: what the active player may do; doing without is the second action's right."""
    hand = int(s.hand[seat])
    has, twice = kinds_held(hand), kinds_twice(hand)
    count = spill(has | pairs(has, twice) << PAIR, DISCARD, out, 0)
    others = has & partners(int(s.face))
    if s.sets[seat] > 0:
        others |= challenges(s, seat, has) << (CHALLENGE - PICK)
        if s.opt[UPGRADES] == 1:
            others |= ((has >> int(s.top[seat])) & 1) << (UPGRADE - PICK)
    if has >> SWAP_CARD != 0:
        others |= action_cards(s, seat, has) << (SWAP - PICK)
    if s.action == 2:
        others |= 1 << (END - PICK)
    count = spill(others, PICK, out, count)
    if s.opt[TOP_TWO] == 1 and s.sets[seat] > 0:
        count = spill(second_challenges(s, seat, has, twice), SECOND, out, count)
    if _has_piles(int(s.players)):
        low, high = claims(s, seat, has)
        count = spill(low, CLAIM, out, count)
        count = spill(high, CLAIM + LOW_CLAIMS, out, count)
    return count


@inlined
def pairs(has: int, twice: int) -> int:
    """K4: two equal possessions of the hand, or one and a wild; as bits from PAIR on."""
    found = twice & LOW
    for wild in range(WILDS):
        fits = (has & LOW) * ((has >> (SILVER + wild)) & 1)
        found |= fits << (PAIR_WILD - PAIR + wild * POSSESSIONS)
    return found


@inlined
def challenges(s: Any, seat: int, has: int) -> int:
    """K6, K14: the top sets of others; the bottom set of a stack is safe; bits from CHALLENGE."""
    safe = int(s.barred) | 1 << seat
    found = 0
    for other in range(SEATS):
        if other == s.players:
            break
        open_to = ((safe >> other) & 1 ^ 1) * int(s.sets[other] > 1)
        found |= singles(has, int(s.top[other])) * open_to << other * SINGLES
    return found


@inlined
def second_challenges(s: Any, seat: int, has: int, twice: int) -> int:
    """K14, K19: the second sets of others that have three or more; bits from SECOND."""
    safe = int(s.barred) | 1 << seat
    found = 0
    for other in range(SEATS):
        if s.sets[other] > 2 and (safe >> other) & 1 == 0:
            found |= dear(has, twice, int(s.second[other])) << other * DEAR
    return found


@inlined
def action_cards(s: Any, seat: int, has: int) -> int:
    """K17, K18: swap when both have a set; move in any stack of two or more; bits from SWAP."""
    swaps = (has >> SWAP_CARD) & int(s.sets[seat] > 0)
    moves = (has >> MOVE_CARD) * 3
    found = 0
    for other in range(int(s.players)):
        if other != seat and s.sets[other] > 0:
            found |= swaps << other
        if s.sets[other] > 1:
            found |= moves << (MOVE_DOWN - SWAP + 2 * other)
    return found


@inlined
def claims(s: Any, seat: int, has: int) -> tuple[int, int]:
    """K22, K26: tops that make a set with a card of the hand; with three players one only.

    Two sets of bits, from CLAIM and from CLAIM + LOW_CLAIMS.
    """
    allowed = ALL_CLAIMS if s.players == FEWEST else own_piles(seat)
    low = 0
    high = 0
    for piles in range(1, 1 << PILES):
        possessions = LOW
        for pile in range(PILES):
            if (piles >> pile) & 1:
                possessions &= possessions_with(int(s.tops[pile]))
        fits = has & completing(possessions) * ((allowed >> piles) & 1)
        if piles <= HALF:
            low |= fits << (piles - 1) * SWAP_CARD
        else:
            high |= fits << (piles - 1 - HALF) * SWAP_CARD
    return low, high


@inlined
def own_piles(seat: int) -> int:
    """K26: the piles at which a seat sits, each alone, as bits of what may be claimed."""
    right = seat - 1 if seat > 0 else PILES - 1
    return 1 << (1 << seat) | 1 << (1 << right)


# --- what happens -------------------------------------------------------------------------------


@inlined
def form_pair(s: Any, seat: int, decision: int) -> None:
    """K4: a set of two cards of the hand."""
    kind, other = decision - PAIR, decision - PAIR
    if decision >= PAIR_WILD:
        kind = (decision - PAIR_WILD) % POSSESSIONS
        other = SILVER + (decision - PAIR_WILD) // POSSESSIONS
    lay(s, seat, kind, STACK + seat, int(s.sets[seat]))
    lay(s, seat, other, STACK + seat, int(s.sets[seat]))
    cover(s, seat, kind)


@inlined
def form_with_discard(s: Any, seat: int, kind: int) -> None:
    """K4: a set of a card of the hand and the top of the discard pile."""
    possession = kind if kind < SILVER else int(s.face)
    lay(s, seat, kind, STACK + seat, int(s.sets[seat]))
    pick(s, STACK + seat, int(s.sets[seat]))
    cover(s, seat, possession)


@kernel
def play_rare(s: Any, seat: int, decision: int) -> None:
    """K15, K17, K18: add to the own top set, or play an action card, which leaves the game."""
    if decision == UPGRADE:
        lay(s, seat, int(s.top[seat]), STACK + seat, int(s.sets[seat]) - 1)
    elif decision < MOVE_DOWN:
        lay(s, seat, SWAP_CARD, GONE, 0)
        swap_tops(s, seat, decision - SWAP)
    else:
        lay(s, seat, MOVE_CARD, GONE, 0)
        move_set(s, (decision - MOVE_DOWN) // 2, (decision - MOVE_DOWN) % 2 == 1)
