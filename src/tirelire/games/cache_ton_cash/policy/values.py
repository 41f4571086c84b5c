"""The value of every decision in Cache ton Cash for the seat that makes it, in thousands.

It is the gain of a decision, less the risk that it leaves on top of the stack, less the later value
of the cards that it uses; and the losses of others count too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.compiling import inlined, kernel
from tirelire.core.header import left_of
from tirelire.games.cache_ton_cash.policy.worth import (
    CARD_VALUES,
    VALUES,
    Outlook,
    copies,
    exposed,
    held,
    set_worth,
    share_of,
    spent,
    top_worth,
)
from tirelire.games.cache_ton_cash.rules.material import (
    ANSWER,
    CARDS,
    CHALLENGE,
    CLAIM,
    CLAIMED,
    CONTEST,
    DEAR,
    DISCARD,
    END,
    FOUGHT,
    GOLD,
    JAR,
    MATCHING,
    MOVE_CARD,
    MOVE_DOWN,
    NONE,
    PAIR,
    PAIR_WILD,
    PAIRS,
    PICK,
    PILES,
    POSSESSIONS,
    SECOND,
    SHIFT_DOWN,
    SILVER,
    SINGLES,
    STOP,
    SWAP,
    SWAP_CARD,
    TWO,
    UPGRADE,
    WITH_GOLD,
    WITH_JAR,
    WITH_SILVER,
)
from tirelire.games.cache_ton_cash.rules.piles import other_at
from tirelire.games.cache_ton_cash.rules.stacks import kind_of_set

_PAIRS = np.array(PAIRS, np.int64)
_NEVER = -1e9
_DEFENDED = 0.4  # what lies in a defended set, as a share of it: it is still on top
_DEAR_POT = 180.0  # for a set of this value players use all their wilds
_ANSWERED = 1.8  # an answer of others is worth this many times a card of the kind
_UNLIKELY = 0.03  # what comes as seldom as this is not thought about
_CHEAPEST = 5.0  # K1
_EAGER = 17.0  # a challenge, besides what it wins: it uses up what others defend with
_GIFT = 0.3  # what the next player gets from a discard, as a share of it
_SHIFTED = 0.15  # what another has more at stake after a move, as a share of it


# --- fights -------------------------------------------------------------------------------------


@inlined
def answers(matching: float, cards: int, demand: int) -> float:
    """Return the probability that a hand meets a demand; `matching` is that of one card."""
    none = 1.0
    one = 0.0
    for _ in range(cards):
        one = one * (1.0 - matching) + none * matching
        none *= 1.0 - matching
    return 1.0 - none if demand == 1 else 1.0 - none - one


@inlined
def jar_demand(s: Any, what: int) -> int:
    """K20: what must be answered with after this is played in a fight."""
    return 2 if what == WITH_JAR and s.demand == 1 else 1


@kernel
def fight_worth(
    s: Any,
    seat: int,
    foe: int,
    kind: int,
    what: int,
    demand: int,
    pot: float,
    trust: float,
    o: Outlook,
) -> float:
    """Return the gain of playing this in a fight about a set, compared with giving up at once.

    The fight goes on as long as it pays, with the cheapest cards first. `demand` is what the other
    seat needs for an answer; `pot` is the value of the set.
    """
    hand = int(s.hand[seat])
    naturals, silvers = copies(hand, kind), copies(hand, SILVER)
    golds, jars = copies(hand, GOLD), copies(hand, JAR)
    wilds = o.wilds / o.unseen * min(1.0, pot / _DEAR_POT)
    matching = min(1.0, trust * o.fear * (share_of(kind, o) + wilds))
    foes = int(s.count[foe])
    value = float(VALUES[kind])
    stake = pot + value
    gain = o.spite + (1.0 if seat == s.active else _DEFENDED) - exposed(kind, stake, 0.0, o) / stake
    one, other = what, NONE
    if what >= TWO:
        one, other = int(_PAIRS[what - TWO, 0]), int(_PAIRS[what - TWO, 1])
    reach, total, best = 1.0, 0.0, _NEVER
    while True:
        paid, cost = 0.0, 0.0
        for single in (one, other):
            if single == MATCHING:
                cost += held(kind, naturals, o) - held(kind, naturals - 1, o)
                paid += value
                naturals -= 1
            elif single != NONE:
                wild = SILVER + single - 1
                cost += held(wild, 1, o)
                paid += float(VALUES[wild])
                silvers -= int(wild == SILVER)
                golds -= int(wild == GOLD)
                jars -= int(wild == JAR)
            cost -= o.drawn if single != NONE else 0.0
        total -= reach * (cost + o.spite * paid)
        pot += paid
        answered = answers(matching, foes, demand)
        total += reach * (1.0 - answered) * gain * pot
        best = max(best, total)
        reach *= answered
        if reach < _UNLIKELY:
            return best
        pot += demand * _ANSWERED * (value + _CHEAPEST)
        foes -= demand
        demand, other = 1, NONE
        if naturals > 0:
            one = MATCHING
        elif jars > 0:
            one, demand = WITH_JAR, 2
        elif silvers > 0:
            one = WITH_SILVER
        elif golds > 0:
            one = WITH_GOLD
        else:
            return best


# --- decisions ----------------------------------------------------------------------------------


@kernel
def worth_of(s: Any, seat: int, decision: int, covered: float, trust: float, o: Outlook) -> float:
    """Return the gain of a decision, compared with doing nothing.

    `covered` is the expected loss of the top set if the seat does not cover it; `trust` is how far
    it believes that others can answer.
    """
    if decision < PAIR:
        return discard_worth(s, seat, decision - DISCARD, o)
    if decision < CHALLENGE:
        return covered + form_worth(s, seat, decision, o)
    if decision < UPGRADE or SECOND <= decision < CLAIM:
        return challenge_worth(s, seat, decision, covered, trust, o)
    if decision < END:
        return rare_worth(s, seat, decision, covered, o)
    if decision in (END, STOP):
        return 0.0
    if decision < CONTEST:
        return claim_worth(s, seat, decision, covered, trust, o)
    if decision < STOP:
        what = decision - (ANSWER if decision >= ANSWER else CONTEST)
        return answer_worth(s, seat, what, trust, o)
    return shift_worth(s, seat, decision - SHIFT_DOWN)


@kernel
def discard_worth(s: Any, seat: int, kind: int, o: Outlook) -> float:
    """K5: a card is lost, and the next player may want it."""
    worth = o.drawn - spent(s, seat, kind, 1, o)
    if kind < SWAP_CARD:
        following = left_of(s, seat)
        matching = share_of(kind, o) + o.wilds / o.unseen
        wanted = matching * int(s.count[following])
        worth -= _GIFT * wanted / (1.0 + wanted) * (float(VALUES[kind]) + _CHEAPEST)
    return worth


@kernel
def form_worth(s: Any, seat: int, decision: int, o: Outlook) -> float:
    """K4: a set of two cards is banked, and lies on top."""
    if decision >= PICK:
        card = decision - PICK
        kind = card if card < SILVER else int(s.face)
        worth = float(VALUES[card] + VALUES[int(s.face)])
        gain = worth + o.drawn - spent(s, seat, card, 1, o)
        used = int(card < SILVER)
    elif decision >= PAIR_WILD:
        kind = (decision - PAIR_WILD) % POSSESSIONS
        wild = SILVER + (decision - PAIR_WILD) // POSSESSIONS
        worth = float(VALUES[kind] + VALUES[wild])
        gain = worth + 2.0 * o.drawn - spent(s, seat, kind, 1, o) - spent(s, seat, wild, 1, o)
        used = 1
    else:
        kind = decision - PAIR
        worth = 2.0 * float(VALUES[kind])
        gain = worth + 2.0 * o.drawn - spent(s, seat, kind, 2, o)
        used = 2
    if s.sets[seat] > 0:
        guards = copies(int(s.hand[seat]), kind) - used
        gain -= exposed(kind, worth, float(guards), o)
    return gain


@kernel
def challenge_worth(
    s: Any, seat: int, decision: int, covered: float, trust: float, o: Outlook
) -> float:
    """K6, K19: a fight about a set of another, which then covers the own top."""
    if decision < SECOND:
        other, what = (decision - CHALLENGE) // SINGLES, (decision - CHALLENGE) % SINGLES
        kind, pot = int(s.top[other]), top_worth(other, o)
    else:
        other, what = (decision - SECOND) // DEAR, (decision - SECOND) % DEAR + WITH_JAR
        kind = int(s.second[other])
        pot = set_worth(s, other, int(s.sets[other]) - 2, kind)
    fought = fight_worth(s, seat, other, kind, what, jar_demand(s, what), float(pot), trust, o)
    return fought + covered + _EAGER


@kernel
def claim_worth(
    s: Any, seat: int, decision: int, covered: float, trust: float, o: Outlook
) -> float:
    """K22, K26: neutral cards and one of the hand, which the other may contest."""
    piles, card = (decision - CLAIM) // SWAP_CARD + 1, (decision - CLAIM) % SWAP_CARD
    kind, rival = card, NONE
    pot = 0.0
    for pile in range(PILES):
        if piles >> pile & 1:
            top = int(s.tops[pile])
            pot += float(VALUES[top])
            kind = top if top < SILVER else kind
            rival = other_at(s, pile, seat)
    what = MATCHING if card < SILVER else card - SILVER + 1
    fought = fight_worth(s, seat, rival, kind, what, 1, pot, trust, o)
    return fought - o.spite * pot + covered


@kernel
def answer_worth(s: Any, seat: int, what: int, trust: float, o: Outlook) -> float:
    """K7, K23: go on in a fight, or contest a claim."""
    active, rival, kind = int(s.active), int(s.rival), int(s.prize)
    pot = fought_worth(s)
    if s.nth > 0:
        pot += set_worth(s, rival, int(s.sets[rival]) - int(s.nth), kind)
    foe, demand = active + rival - seat, jar_demand(s, what)
    return fight_worth(s, seat, foe, kind, what, demand, float(pot), trust, o)


@kernel
def fought_worth(s: Any) -> int:
    """Add up the cards that are claimed or were played in a fight."""
    total = 0
    for card in range(CARDS):
        zone = s.zone[card]
        total += int(CARD_VALUES[card]) if (zone == FOUGHT) | (zone == CLAIMED) else 0
    return total


@kernel
def rare_worth(s: Any, seat: int, decision: int, covered: float, o: Outlook) -> float:
    """K15, K17, K18: add to the own top set, or play an action card."""
    hand, own = int(s.hand[seat]), int(s.top[seat])
    top = int(s.sets[seat]) - 1
    if decision == UPGRADE:
        value = float(VALUES[own])
        gain = value + o.drawn - spent(s, seat, own, 1, o)
        if top > 0:
            after, guards = top_worth(seat, o) + value, copies(hand, own) - 1
            gain += covered - exposed(own, after, float(guards), o)
        return gain
    if decision < MOVE_DOWN:
        other = decision - SWAP
        kind = int(s.top[other])
        taken = float(top_worth(other, o))
        gain = (1.0 + o.spite) * (taken - top_worth(seat, o))
        if top > 0:
            gain += covered - exposed(kind, taken, float(copies(hand, kind)), o)
        return gain + o.drawn - held(SWAP_CARD, 1, o)
    other, upwards = (decision - MOVE_DOWN) // 2, (decision - MOVE_DOWN) % 2
    kind, number = risen(s, other, upwards)
    if other == seat:
        worth = set_worth(s, seat, number, kind)
        gain = covered - exposed(kind, float(worth), float(copies(hand, kind)), o)
    else:
        gain = _SHIFTED * shift_gain(s, seat, other, upwards)
    return gain + o.drawn - held(MOVE_CARD, 1, o)


@kernel
def risen(s: Any, seat: int, upwards: int) -> tuple[int, int]:
    """K18: the set that is on top after a move, as its kind and its number."""
    number = 0 if upwards == 1 else int(s.sets[seat]) - 2
    return kind_of_set(s, seat, number), number


@kernel
def shift_gain(s: Any, seat: int, other: int, upwards: int) -> float:
    """Return how much more another seat risks on top of its stack after a shift."""
    top, number = int(s.top[other]), int(s.sets[other]) - 1
    kind, raised = risen(s, other, upwards)
    hand = int(s.hand[seat])
    gain = set_worth(s, other, raised, kind) * (1.0 + copies(hand, kind))
    return gain - set_worth(s, other, number, top) * (1.0 + copies(hand, top))


@kernel
def shift_worth(s: Any, seat: int, upwards: int) -> float:
    """K28: for the other at the pile, the move that puts most at stake."""
    return shift_gain(s, seat, other_at(s, int(s.shift) - 1, seat), upwards)
