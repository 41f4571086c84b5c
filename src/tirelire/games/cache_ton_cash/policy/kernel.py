"""Rules of thumb for Cache ton Cash.

Every decision is valued in money (see `cache_ton_cash_values`), and the best one is made. A move is
always one decision.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tirelire.core.bits import lowest, ones
from tirelire.core.chance import below
from tirelire.core.compiling import kernel
from tirelire.core.phase import MATCH_OVER
from tirelire.games.cache_ton_cash.policy.values import worth_of
from tirelire.games.cache_ton_cash.policy.worth import Outlook, outlook, top_exposed
from tirelire.games.cache_ton_cash.rules.actions import (
    LOW_CLAIMS,
    action_cards,
    challenges,
    claims,
    pairs,
    second_challenges,
)
from tirelire.games.cache_ton_cash.rules.fights import may_contest, plays
from tirelire.games.cache_ton_cash.rules.hand_counts import kinds_held, kinds_twice
from tirelire.games.cache_ton_cash.rules.kernel import winners
from tirelire.games.cache_ton_cash.rules.matching import WILD, partners
from tirelire.games.cache_ton_cash.rules.material import (
    ACTING,
    ANSWER,
    CHALLENGE,
    CLAIM,
    CONTEST,
    CONTESTING,
    DISCARD,
    DOWN,
    END,
    FIRST_TO_TWO,
    MATCH,
    MILLION,
    NONE,
    PAIR,
    PICK,
    ROUNDS,
    SEATS,
    SECOND,
    SHIFT_DOWN,
    SHIFTING,
    STOP,
    SWAP,
    SWAP_CARD,
    THREE,
    TO_MILLION,
    TOP_TWO,
    UNDECIDED,
    UPGRADE,
    UPGRADES,
    WITH_JAR,
    has_piles,
)
from tirelire.policy.toolkit import happens, lead_share, trait, won_share, write
from tirelire.policy.traits import BLUFF, CARE

LONGEST = 1
MOST = 32

_has_piles = kernel(has_piles)
_LAST = CLAIM + LOW_CLAIMS  # claims, and all that is decided in other phases
_BASES = np.array([DISCARD, PICK, SECOND, CLAIM, _LAST], np.int64)
_WORDS = len(_BASES)
_MOST_WORTH = 1e9
_BLUFFS = 4  # a bluffer takes one in this many chances to mislead
_BLUFFED = 0.5  # how far a bluffer believes that others can answer
_SPREAD = 280.0  # found to foretell best who wins; a round's standard deviation is about 190
_LEADER_ROUND = 400.0  # what the leader gains in a round

DecisionBits = tuple[int, int, int, int, int]


# --- what may be done ---------------------------------------------------------------------------


@kernel
def legal_words(s: Any, seat: int) -> DecisionBits:
    """List the legal decisions as bits, in five words that begin at _BASES."""
    hand = int(s.hand[seat])
    if s.phase == SHIFTING:
        return 0, 0, 0, 0, 3 << (SHIFT_DOWN - _LAST)
    if s.phase != ACTING:
        can = plays(hand, int(s.prize), int(s.demand))
        base = ANSWER if s.demand == 1 else ANSWER + WITH_JAR
        if s.phase == CONTESTING:
            base = CONTEST
            can *= int(may_contest(s))
        return 0, 0, 0, 0, can << (base - _LAST) | 1 << (STOP - _LAST)
    has, twice = kinds_held(hand), kinds_twice(hand)
    others = has & partners(int(s.face))
    second, low, high = 0, 0, 0
    if s.sets[seat] > 0:
        others |= challenges(s, seat, has) << (CHALLENGE - PICK)
        if s.opt[UPGRADES] == 1:
            others |= (has >> int(s.top[seat]) & 1) << (UPGRADE - PICK)
        if s.opt[TOP_TWO] == 1:
            second = second_challenges(s, seat, has, twice)
    if has >> SWAP_CARD != 0:
        others |= action_cards(s, seat, has) << (SWAP - PICK)
    if s.action == 2:
        others |= 1 << (END - PICK)
    if _has_piles(int(s.players)):
        low, high = claims(s, seat, has)
    return has | pairs(has, twice) << PAIR, others, second, low, high


@kernel
def any_sane(s: Any, words: DecisionBits, stream: Any) -> int:
    """Draw any decision, but throw no wild away and give up no fight that is already won."""
    discards = words[0] & ~WILD
    last = words[4]
    if s.phase != ACTING and s.phase != SHIFTING:
        foe = int(s.active) + int(s.rival) - int(s.asked)
        stop = 1 << (STOP - _LAST)
        if s.count[foe] == 0 and last != stop:
            last ^= stop
    sane = (discards, words[1], words[2], words[3], last)
    count = 0
    for i in range(_WORDS):
        count += ones(sane[i])
    if count == 0:
        return int(DISCARD + lowest(words[0]))
    skip = below(stream, count)
    for i in range(_WORDS):
        word = sane[i]
        while word != 0:
            if skip == 0:
                return int(_BASES[i] + lowest(word))
            skip -= 1
            word &= word - 1
    return END


# --- the contract -------------------------------------------------------------------------------


@kernel
def best_below(
    s: Any, seat: int, words: DecisionBits, trust: float, o: Outlook, limit: float, after: int
) -> tuple[int, float]:
    """Find the best decision worth less than a limit, or as much and higher than a decision."""
    covered = top_exposed(s, seat, o) if s.phase == ACTING else 0.0
    best, found = -_MOST_WORTH, NONE
    for i in range(_WORDS):
        word = words[i]
        while word != 0:
            decision = int(_BASES[i]) + lowest(word)
            word &= word - 1
            worth = worth_of(s, seat, decision, covered, trust, o)
            if worth > limit or (worth == limit and decision <= after):
                continue
            if worth > best:
                best, found = worth, decision
    return found, best


@kernel
def choose(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> int:
    """Make the decision that is worth most."""
    words = legal_words(s, seat)
    if not happens(stream, trait(traits, seat, CARE)):
        return write(any_sane(s, words, stream), out, 0)
    trust = _BLUFFED if happens(stream, trait(traits, seat, BLUFF) // _BLUFFS) else 1.0
    o = outlook(s, seat, traits)
    best, _ = best_below(s, seat, words, trust, o, _MOST_WORTH, NONE)
    return write(best, out, 0)


@kernel
def propose(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> int:  # noqa: ARG001
    """Every choice, the best ones first; not the worst ones, where there are too many."""
    words = legal_words(s, seat)
    o = outlook(s, seat, traits)
    found, limit = NONE, _MOST_WORTH
    for count in range(MOST):
        found, limit = best_below(s, seat, words, 1.0, o, limit, found)
        if found == NONE:
            return count
        out[2 * count] = 1
        out[2 * count + 1] = found
    return MOST


@kernel
def is_secret(s: Any, seat: int) -> bool:  # noqa: ARG001
    """K28: both choose for the other without seeing the other's choice."""
    return bool(s.phase == SHIFTING)


@kernel
def reconsider(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> None:
    """K28: choose anew for all others who have chosen."""
    for other in range(SEATS):
        if other != seat and s.phase == SHIFTING and s.choice[other] != UNDECIDED:
            choose(s, other, traits, stream, out)
            s.choice[other] = DOWN + out[0] - SHIFT_DOWN


@kernel
def share(s: Any, seat: int) -> float:
    """K12: totals decide, or rounds won; every round to come spreads them."""
    players = int(s.players)
    if s.ended == MATCH_OVER:
        return won_share(winners(s), seat)
    if s.opt[MATCH] == FIRST_TO_TWO:
        return race_share(s, seat)
    rounds = 1.0
    if s.opt[MATCH] == THREE:
        rounds = max(1.0, float(ROUNDS - int(s.deals)))
    elif s.opt[MATCH] == TO_MILLION:
        most = 0
        for other in range(players):
            most = max(most, int(s.total[other]))
        rounds = max(1.0, (MILLION - most) / _LEADER_ROUND)
    return lead_share(s.total, players, seat, _SPREAD * math.sqrt(rounds))


@kernel
def race_share(s: Any, seat: int) -> float:
    """K12: the share of a seat if one more round won by those ahead decides, two by others."""
    players = int(s.players)
    most = 1
    for other in range(players):
        most = max(most, int(s.won[other]))
    ahead = 0
    for other in range(players):
        ahead += int(s.won[other] == most)
    share_ahead = 1.0 / players
    for catching_up in range(players - 1, ahead - 1, -1):
        share_ahead = (1.0 + (players - catching_up) * share_ahead) / players
    if s.won[seat] == most:
        return share_ahead
    return (1.0 - ahead * share_ahead) / (players - ahead)
