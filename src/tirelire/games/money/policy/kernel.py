"""Rules of thumb for Money.

The value of a hand is a guess from the sum that each currency should reach by the end: from 200 on
it counts in full, so that notes of a currency that the seat has a lot of are worth more than their
face, and others little. A bid is made of the notes that cost the least of that value, as many as it
takes to be in time for the most valuable lot.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tirelire.core.bits import zone_lister
from tirelire.core.cards import is_known
from tirelire.core.chance import below
from tirelire.core.compiling import allocating, kernel
from tirelire.core.phase import MATCH_OVER
from tirelire.games.money.rules.bidding import lay
from tirelire.games.money.rules.exchanges import legal_exchange
from tirelire.games.money.rules.kernel import winners
from tirelire.games.money.rules.material import (
    BID,
    BIDDING,
    BLUFF_ONLY,
    CARDS,
    COIN_VALUE,
    CURRENCIES,
    EXCHANGING,
    HANDS,
    HANDS_WON,
    LAY_BLUFF,
    LEFT,
    MATCH,
    NOTE_VALUES,
    NOTES,
    REDUCTION,
    RIGHT,
    SEAL,
    SINGLE,
    STOCK,
    SWAP,
    TAKE_RIGHT,
    TRIPLE,
    VALUES,
    WHOLE,
    WITHDRAW,
)
from tirelire.games.money.rules.state import forget_laid
from tirelire.policy.toolkit import happens, lead_share, noise, trait, won_share, write
from tirelire.policy.traits import BLUFF, CARE, MEMORY, NERVE

_MOST_LAID = 12  # notes in a bid that is thought about
LONGEST = _MOST_LAID + 2
MOST = 28

_COUNT = len(CURRENCIES)
_PER = len(NOTE_VALUES)
_STEP = 10
_TOTALS = sum(NOTE_VALUES) // _STEP + 1
_STAGES = 4
_VALUES = np.array(VALUES, np.int64)
_cards_in = zone_lister(CARDS)

# By stage of the hand, from early to the last round: the total at which a currency is as likely as
# not to reach 200, how soft that line is, and how likely two notes of three become three.
_CENTRE = (95.0, 115.0, 145.0, 195.0)
_WIDTH = (38.0, 32.0, 24.0, 1.0)
_THIRD = (0.40, 0.32, 0.20, 0.0)
_SPREAD = 175.0  # standard deviation of what a seat gains in a hand among regulars
_BID_CENTRE, _BID_WIDTH = 95.0, 28.0  # what others bid
_WANTED = 0.40  # how likely another player takes a certain lot
_CONSOLATION = 0.35  # share of a plan's value that is left when the lot is gone
_EFFORT = 3.0  # what it costs to lay a card, however little it is worth
_LEAST_HOPE = 4.0  # a seat that hopes for less sits out
_ENVY = 0.25  # what a gain of another player costs


def _potential() -> list[float]:
    """Return what a currency should come to, by stage, total, number of 20s and of 30s."""
    table = []
    for stage in range(_STAGES):
        for step in range(_TOTALS):
            total = step * _STEP
            surely = max(0, total - REDUCTION) if total < WHOLE else total
            whole = 1.0 / (1.0 + math.exp(-(total - _CENTRE[stage]) / _WIDTH[stage]))
            likely = whole * max(total, WHOLE * 0.9) + (1.0 - whole) * surely
            soft = likely if stage < _STAGES - 1 and total > 0 else surely
            for twenties in range(4):
                for thirties in range(4):
                    third = _THIRD[stage]
                    chances = (0.0, third * third, third, 1.0)
                    table.append(soft + TRIPLE * (chances[twenties] + chances[thirties]))
    return table


_POTENTIAL = np.array(_potential(), np.float64)


# --- what a hand is worth -----------------------------------------------------------------------


@kernel
def stage_of(s: Any) -> int:
    """Tell how far the hand is played."""
    if s.last == 1:
        return _STAGES - 1
    if s.count[STOCK] > 18:
        return 0
    return 1 if s.count[STOCK] > 8 else 2


@kernel
def worth_of(stage: int, total: int, twenties: int, thirties: int) -> float:
    """Look up what a currency should come to."""
    row = ((stage * _TOTALS + total // _STEP) * 4 + twenties) * 4 + thirties
    return float(_POTENTIAL[row])


@kernel
def worth(s: Any, one: int, other: int, stage: int) -> float:
    """Tell what the cards of two zones are worth together."""
    value = 0.0
    zones = s.zone
    for currency in range(_COUNT):
        total = 0
        twenties = 0
        thirties = 0
        first = currency * _PER
        for i in range(_PER):
            held = 1 if zones[first + i] == one or zones[first + i] == other else 0
            total += held * _VALUES[i]
            twenties += held if i < 3 else 0
            thirties += held if 3 <= i < 6 else 0
        value += worth_of(stage, total, twenties, thirties)
    for card in range(NOTES, CARDS):
        value += COIN_VALUE if zones[card] == one or zones[card] == other else 0
    return value


@kernel
def known_worth(s: Any, viewer: int, seat: int, bid: int, stage: int) -> float:
    """Tell what a bid is worth to a seat, as far as a viewer knows its hand."""
    value = 0.0
    for currency in range(_COUNT):
        total = 0
        twenties = 0
        thirties = 0
        for i in range(_PER):
            card = currency * _PER + i
            held = 1 if s.zone[card] == bid else 0
            if s.zone[card] == seat and is_known(s, card, viewer):
                held = 1
            total += held * _VALUES[i]
            twenties += held if i < 3 else 0
            thirties += held if 3 <= i < 6 else 0
        value += worth_of(stage, total, twenties, thirties)
    return value


# --- bids ---------------------------------------------------------------------------------------


@kernel
def add_cards(cards: Any, count: int, sums: Any) -> int:
    """Add cards to sums: for each currency the total, the 20s and the 30s; return the coins."""
    coins = 0
    for i in range(count):
        if cards[i] < NOTES:
            add_card(int(cards[i]), 1, sums)
        else:
            coins += 1
    return coins


@kernel
def add_card(card: int, times: int, sums: Any) -> None:
    """Add a note to sums, or take it away."""
    row = 3 * (card // _PER)
    kind = card % _PER
    sums[row] += times * _VALUES[card]
    sums[row + 1] += times if kind < 3 else 0
    sums[row + 2] += times if 3 <= kind < 6 else 0


@kernel
def currency_worth(sums: Any, currency: int, stage: int) -> float:
    """Tell what a currency in sums should come to."""
    row = 3 * currency
    return worth_of(stage, int(sums[row]), int(sums[row + 1]), int(sums[row + 2]))


@kernel
def loss_of(card: int, sums: Any, stage: int) -> float:
    """Tell how much less cards are worth without one of them."""
    if card >= NOTES:
        return float(COIN_VALUE)
    currency = card // _PER
    before = currency_worth(sums, currency, stage)
    add_card(card, -1, sums)
    after = currency_worth(sums, currency, stage)
    add_card(card, 1, sums)
    return before - after


@kernel
def sums_worth(sums: Any, stage: int) -> float:
    """Tell what all currencies in sums should come to."""
    value = 0.0
    for currency in range(_COUNT):
        value += currency_worth(sums, currency, stage)
    return value


@kernel
def rank_cards(held: Any, count: int, sums: Any, stage: int, losses: Any) -> None:
    """Order the first cards of a hand: those that cost the least for their face value come first.

    `losses` gets the loss with each card if those before it are gone already.
    """
    for i in range(count):
        losses[i] = loss_of(int(held[i]), sums, stage)
    for i in range(min(count, _MOST_LAID)):
        best = i
        least = 1e9
        for j in range(i, count):
            rate = (losses[j] + _EFFORT) / _VALUES[held[j]]
            if rate < least:
                least = rate
                best = j
        card = int(held[best])
        held[best], held[i] = held[i], held[best]
        losses[best], losses[i] = losses[i], losses[best]
        if card < NOTES:
            add_card(card, -1, sums)
            for j in range(i + 1, count):
                if held[j] < NOTES and held[j] // _PER == card // _PER:
                    losses[j] = loss_of(int(held[j]), sums, stage)


@kernel
def begin_plan(s: Any, held: Any, count: int, lot: int, listed: Any, sums: Any) -> int:
    """Put the cards of a hand and of a lot into sums; return the coins of the lot.

    No lot (-1) is a plan too.
    """
    for i in range(3 * _COUNT):
        sums[i] = 0
    add_cards(held, count, sums)
    if lot < 0:
        return 0
    return add_cards(listed, _cards_in(s.zone, lot, -1, listed), sums)


@kernel
def in_time(bid: float, others: int, nerve: int) -> float:
    """Guess how likely a lot is still there when a bid of this value has its turn."""
    lower = 1.0 / (1.0 + math.exp(-(bid - _BID_CENTRE - 0.2 * nerve) / _BID_WIDTH))
    return float((1.0 - _WANTED * (1.0 - lower)) ** others)


@allocating
def choose_bid(s: Any, seat: int, traits: Any, stream: Any, out: Any, at: int) -> int:
    """Bid what makes the most of one of the lots."""
    stage = stage_of(s)
    held = np.empty(CARDS + 4, np.int16)
    chosen = np.empty(_MOST_LAID, np.int16)
    losses = np.empty(CARDS, np.float64)
    listed = np.empty(CARDS + 4, np.int16)
    sums = np.empty(3 * _COUNT, np.int64)
    count = _cards_in(s.zone, seat, -1, held)
    if not happens(stream, trait(traits, seat, CARE)):
        return bid_anything(s, held, count, stream, out, at)
    nerve = trait(traits, seat, NERVE)
    begin_plan(s, held, count, -1, listed, sums)
    now = sums_worth(sums, stage)
    most = _LEAST_HOPE
    size = 0
    for lot in range(RIGHT, LEFT + 1):
        coins = begin_plan(s, held, count, lot, listed, sums)
        gain = sums_worth(sums, stage) + COIN_VALUE * coins - now
        rank_cards(held, count, sums, stage, losses)
        bid = 0.0
        for i in range(min(count, _MOST_LAID)):
            bid += _VALUES[held[i]]
            gain -= losses[i]
            if gain <= 0.0:
                break
            chance = in_time(bid, int(s.players) - 1, nerve)
            hope = gain * (chance + (1.0 - chance) * _CONSOLATION) + noise(stream, 4.0)
            if hope > most:
                most = hope
                size = i + 1
                for j in range(size):
                    chosen[j] = held[j]
    if size == 0:
        return sit_out(s, held, out, at)
    return write_bid(chosen, size, happens(stream, trait(traits, seat, BLUFF)), out, at)


@kernel
def bid_anything(s: Any, held: Any, count: int, stream: Any, out: Any, at: int) -> int:
    """Bid a few cards, without much thought."""
    if count == 0:
        return sit_out(s, held, out, at)
    size = min(count, 1 + below(stream, 3))
    for i in range(size):
        j = i + below(stream, count - i)
        card = held[i]
        held[i] = held[j]
        held[j] = card
    return write_bid(held, size, False, out, at)


@kernel
def sit_out(s: Any, held: Any, out: Any, at: int) -> int:
    """M7: lay the bluff card alone, or where that is forbidden the least card with it."""
    out[at] = LAY_BLUFF
    out[at + 1] = SEAL
    if s.opt[BLUFF_ONLY] == 0:
        return 2
    return write_bid(held, 1, True, out, at)


@kernel
def write_bid(cards: Any, size: int, bluff: bool, out: Any, at: int) -> int:
    """Write the decisions of a bid: the bluff card first, then the cards ascending, then seal."""
    first = at
    if bluff:
        out[first] = LAY_BLUFF
        first += 1
    for i in range(size):
        j = first + i
        while j > first and out[j - 1] > cards[i]:
            out[j] = out[j - 1]
            j -= 1
        out[j] = cards[i]
    out[first + size] = SEAL
    return first + size + 1 - at


# --- exchanges ----------------------------------------------------------------------------------


@kernel
def target_of(decision: int, seat: int) -> int:
    """M9–M11: the zone that an exchange takes from."""
    if decision == WITHDRAW:
        return BID + seat
    return BID + decision - SWAP if decision >= SWAP else RIGHT + decision - TAKE_RIGHT


@kernel
def face_value(s: Any, zone: int) -> float:
    """Add up the face values of a zone: what a beginner looks at."""
    total = 0
    for card in range(CARDS):
        total += _VALUES[card] if s.zone[card] == zone else 0
    return float(total)


@kernel
def choose_exchange(s: Any, seat: int, traits: Any, stream: Any, out: Any, at: int) -> int:
    """Take what makes the own hand worth the most, and give others as little as may be."""
    count = legal_exchange(s, seat, out)
    thinks = happens(stream, trait(traits, seat, CARE))
    stage = stage_of(s)
    memory = trait(traits, seat, MEMORY)
    best = WITHDRAW
    most = -1e9
    for i in range(count):
        decision = int(out[i])
        target = target_of(decision, seat)
        value = worth(s, seat, target, stage) if thinks else face_value(s, target)
        value += noise(stream, 3.0)
        value += 2.0 if decision == WITHDRAW else 0.0
        if thinks and target >= BID and target != BID + seat and memory > 0:
            other = target - BID
            gift = known_worth(s, seat, other, BID + seat, stage)
            gift -= known_worth(s, seat, other, target, stage)
            value -= _ENVY * gift * memory / 100.0
        if value > most:
            most = value
            best = decision
    return write(best, out, at)


# --- the contract -------------------------------------------------------------------------------


@kernel
def choose(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> int:
    """Bid or exchange."""
    if s.phase == EXCHANGING:
        return choose_exchange(s, seat, traits, stream, out, 0)
    return choose_bid(s, seat, traits, stream, out, 0)


@kernel
def propose(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> int:
    """All exchanges; bids for either lot and for none, of growing size."""
    if s.phase == EXCHANGING:
        count = legal_exchange(s, seat, out)
        for i in range(count - 1, -1, -1):
            decision = out[i]
            out[i * (LONGEST + 1)] = 1
            out[i * (LONGEST + 1) + 1] = decision
        return int(count)
    return propose_bids(s, seat, traits, stream, out)


@allocating
def propose_bids(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> int:
    """M6: the policy's own bid, to sit out, and bids of the least useful cards."""
    stage = stage_of(s)
    held = np.empty(CARDS + 4, np.int16)
    losses = np.empty(CARDS, np.float64)
    listed = np.empty(CARDS + 4, np.int16)
    sums = np.empty(3 * _COUNT, np.int64)
    width = LONGEST + 1
    bluff = happens(stream, trait(traits, seat, BLUFF))
    out[0] = choose_bid(s, seat, traits, stream, out, 1)
    found = 1
    count = _cards_in(s.zone, seat, -1, held)
    out[width] = sit_out(s, held, out, width + 1)
    found = added(out, found)
    for size in range(1, min(count, _MOST_LAID) + 1):
        for plan in range(3):
            begin_plan(s, held, count, RIGHT + plan if plan < 2 else -1, listed, sums)
            rank_cards(held, count, sums, stage, losses)
            if found < MOST:
                row = found * width
                out[row] = write_bid(held, size, bluff, out, row + 1)
                found = added(out, found)
    return found


@kernel
def added(out: Any, found: int) -> int:
    """Keep the last move written if it is new apart from its bluff; return how many there are.

    The first move keeps its own choice about the bluff card.
    """
    width = LONGEST + 1
    last = found * width
    for i in range(found):
        if same_cards(out, i * width, last):
            return found
    return found + 1


@kernel
def same_cards(out: Any, a: int, b: int) -> bool:
    """Tell whether two bids hold the same notes and coins."""
    skip_a = 1 if out[a + 1] == LAY_BLUFF else 0
    skip_b = 1 if out[b + 1] == LAY_BLUFF else 0
    size = int(out[a]) - skip_a
    if int(out[b]) - skip_b != size:
        return False
    differ = 0
    for i in range(size):
        differ += out[a + 1 + skip_a + i] != out[b + 1 + skip_b + i]
    return differ == 0


@kernel
def is_secret(s: Any, seat: int) -> bool:  # noqa: ARG001
    """M6: bids are made at the same time."""
    return bool(s.phase == BIDDING)


@kernel
def reconsider(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> None:
    """M6: all who have sealed a bid make it anew."""
    if s.phase != BIDDING:
        return
    for other in range(int(s.players)):
        if other == seat or s.sealed[other] == 0:
            continue
        forget_laid(s, other)
        for card in range(CARDS):
            if s.zone[card] == other:
                s.laid[card] = 0
        count = choose_bid(s, other, traits, stream, out, 0)
        for i in range(count - 1):
            lay(s, other, int(out[i]))
        s.sealed[other] = s.lying[other]


@kernel
def share(s: Any, seat: int) -> float:
    """M18: the total or the hands won decide; every hand to come spreads them."""
    if s.ended == MATCH_OVER:
        return won_share(winners(s), seat)
    agreed = 1 if s.opt[MATCH] == SINGLE else int(s.opt[HANDS])
    left = max(1, agreed - int(s.deals))
    if s.opt[MATCH] == HANDS_WON:
        return lead_share(s.won, int(s.players), seat, 0.45 * math.sqrt(left))
    return lead_share(s.total, int(s.players), seat, _SPREAD * math.sqrt(left))
