"""Challenges, claims and the fights about them (K6–K8, K19–K24)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.cards import FACE_UP
from tirelire.core.compiling import inlined, kernel
from tirelire.games.cache_ton_cash.rules.hand_counts import kinds_held, kinds_twice
from tirelire.games.cache_ton_cash.rules.matching import dear, singles
from tirelire.games.cache_ton_cash.rules.material import (
    ASKED,
    CHALLENGE,
    CLAIM,
    CLAIMED,
    CONTESTING,
    CONTESTS_LIKE_CHALLENGES,
    DEAR,
    DECIDED,
    DONE,
    FIGHTING,
    FOUGHT,
    MATCHING,
    NONE,
    PAIRS,
    PILES,
    QUICK_ANSWERS,
    SECOND,
    SILVER,
    SINGLES,
    SWAP_CARD,
    TURNING,
    TWO,
    WITH_JAR,
)
from tirelire.games.cache_ton_cash.rules.piles import other_at, top_of
from tirelire.games.cache_ton_cash.rules.stacks import award, cover
from tirelire.games.cache_ton_cash.rules.state import clear_fight, lay, note_use, put

_PAIRS = np.array(PAIRS, np.int64)


@inlined
def kind_played(single: int, kind: int) -> int:
    """Tell what is played in a fight about a set: its kind, or a wild."""
    return kind if single == MATCHING else SILVER + single - 1


# --- what may be done ---------------------------------------------------------------------------


@inlined
def plays(hand: int, kind: int, demand: int) -> int:
    """K7, K20: what meets a demand in a fight about a set, as bits; from WITH_JAR on if it is 2."""
    has = kinds_held(hand)
    return singles(has, kind) if demand == 1 else dear(has, kinds_twice(hand), kind)


@inlined
def may_contest(s: Any) -> bool:
    """K23: whether a claim can be contested at all."""
    if CONTESTS_LIKE_CHALLENGES:
        return bool(s.sets[s.rival] > 0 and s.sets[s.active] > 0)
    return True


# --- what happens -------------------------------------------------------------------------------


@kernel
def challenge(s: Any, decision: int) -> int:
    """K6, K19: begin a fight about the top set of another player, or the one under it.

    Returns what is played.
    """
    if decision < SECOND:
        other, what = (decision - CHALLENGE) // SINGLES, (decision - CHALLENGE) % SINGLES
        s.nth = 1
        s.prize = s.top[other]
    else:
        other, what = (decision - SECOND) // DEAR, (decision - SECOND) % DEAR + WITH_JAR
        s.nth = 2
        s.prize = s.second[other]
    s.rival = other
    return int(what)


@kernel
def claim(s: Any, seat: int, decision: int) -> int:
    """K22, K26: put a card of the hand and neutral cards together; the other may contest."""
    piles, kind = (decision - CLAIM) // SWAP_CARD + 1, (decision - CLAIM) % SWAP_CARD
    s.prize = kind if kind < SILVER else NONE
    lay(s, seat, kind, CLAIMED, 0)
    for pile in range(PILES):
        if (piles >> pile) & 1:
            if s.tops[pile] < SILVER:
                s.prize = s.tops[pile]
            put(s, top_of(s, pile), CLAIMED, int(s.count[CLAIMED]), FACE_UP)
            s.tops[pile] = NONE
            s.rival = other_at(s, pile, seat)
    s.piles = piles
    s.phase = CONTESTING
    s.asked = s.rival
    return go_on(s)


@kernel
def go_on(s: Any) -> int:
    """K7, K23: who must answer is asked; with quick answers, not a seat that has none."""
    if s.phase == CONTESTING and not may_contest(s):
        return DECIDED
    if s.opt[QUICK_ANSWERS] == 0:
        return ASKED
    can = plays(int(s.hand[s.asked]), int(s.prize), int(s.demand))
    return ASKED if can != 0 else DECIDED


@kernel
def fight_on(s: Any, seat: int, what: int) -> int:
    """K7, K20, K23: play cards in a fight; then the other is asked."""
    s.phase = FIGHTING
    kind = int(s.prize)
    if what < TWO:
        lay(s, seat, kind_played(what, kind), FOUGHT, int(s.count[FOUGHT]))
    else:
        for i in range(2):
            card = kind_played(_PAIRS[what - TWO, i], kind)
            lay(s, seat, card, FOUGHT, int(s.count[FOUGHT]))
    s.demand = 2 if what == WITH_JAR and s.demand == 1 else 1
    note_use(s, seat)
    s.asked = int(s.active) + int(s.rival) - seat
    return go_on(s)


@kernel
def settle(s: Any) -> int:
    """K7, K8, K23: who is asked has lost; the other has the set with all cards of the fight."""
    active, rival, nth, kind = int(s.active), int(s.rival), int(s.nth), int(s.prize)
    wins = s.asked == rival
    clear_fight(s)
    if nth > 0 and not wins:
        award(s, NONE, 0, rival, int(s.sets[rival]) - nth)
        s.barred = int(s.barred) | 1 << rival
        return DONE
    winner = active if wins else rival
    award(s, rival if nth > 0 else NONE, nth, winner, int(s.sets[winner]))
    cover(s, winner, kind)
    return TURNING if nth == 0 else DONE
