"""Draw, trade or swap: how the rule of thumb for Monopoly chooses what to do in a turn."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tirelire.core.bits import lowest, ones
from tirelire.core.chance import below
from tirelire.core.compiling import kernel
from tirelire.core.header import left_of
from tirelire.games.monopoly.policy.outlook import (
    LEAST,
    help_of,
    help_of_all,
    outlook,
    trimmed,
    weakest,
)
from tirelire.games.monopoly.policy.reckoning import at_once, reckon, weight
from tirelire.games.monopoly.policy.weights import DRAWING, GIVING
from tirelire.games.monopoly.rules.arrangement import can_lay_down
from tirelire.games.monopoly.rules.hand_bits import (
    BONUS_BITS,
    CHANCE_BITS,
    GROUP_BITS,
    KIND,
    KIND_BITS,
    stock_of,
)
from tirelire.games.monopoly.rules.material import (
    CARDS,
    COMBO,
    DEEDS,
    DRAW,
    DRAW_CARD,
    GROUPS,
    HAND,
    KINDS,
    MOST_DRAWING,
    MOST_TRADED,
    NEUTRAL,
    NEUTRAL_TRADES,
    PARTNERS,
    PILE,
    SKIP,
    SWAP,
    TRADE,
)
from tirelire.games.monopoly.rules.state import top_cards
from tirelire.games.monopoly.rules.turns import has_combo, neutrals
from tirelire.policy.toolkit import happens, trait, write
from tirelire.policy.traits import CARE

_SORTS = len(GROUPS) + len(KINDS) - DEEDS
_EVERY = (1 << CARDS) - 1
_BESIDE = 0.9  # what a draw still gains beside another card
_LYING = 0.5  # how much it matters that a card lies on a neutral pile, and not in a hand


class TurnPlan(NamedTuple):
    """What a seat may do with its hand in a turn; sets of cards are bits."""

    hand: int
    """The best ten cards."""
    rest: int
    """The same without the weakest card."""
    junk: int
    """The weakest card."""
    wanted: int
    """The cards that would be better than it."""
    value: float
    """The value of the hand now."""
    draw_gain: float
    """The mean gain of a draw."""


@kernel
def any_junk(held: int, stream: Any) -> int:
    """Draw a card that does not seem to be good for anything; return its kind."""
    junk = held & ~BONUS_BITS
    for group in range(len(GROUPS)):
        if held & GROUP_BITS[group] == GROUP_BITS[group]:
            junk &= ~int(GROUP_BITS[group])
    if junk == 0:
        junk = held
    for _ in range(below(stream, int(ones(junk)))):
        junk &= junk - 1
    return int(KIND[lowest(junk)])


@kernel
def goes_out(held: int) -> bool:
    """P15: tell whether a hand can go out as it is."""
    return can_lay_down(held, stock_of(held), ones(held & CHANCE_BITS))


# --- two to four players ------------------------------------------------------------------------


@kernel
def plan_turn(s: Any, seat: int, c: Any) -> TurnPlan:
    """Look which cards would make the hand better, and by how much."""
    held = int(s.held[seat])
    hand = trimmed(held, HAND, c)
    junk = weakest(hand, c)
    rest = hand & ~(1 << junk)
    now = outlook(hand, c)
    hidden = _EVERY & ~(held | c.near | c.gone)
    wanted = 0
    gained = 0.0
    for sort in range(_SORTS):
        bits = int(
            GROUP_BITS[sort] if sort < len(GROUPS) else KIND_BITS[DEEDS - len(GROUPS) + sort]
        )
        others = bits & (hidden | c.near)
        if others != 0:
            gain = outlook(rest | (others & -others), c) - now
            if gain > 0.0:
                wanted |= bits & ~held
                gained += gain * ones(bits & hidden)
    draw_gain = gained / max(1, ones(hidden)) + weight(c, DRAWING)
    return TurnPlan(hand, rest, junk, wanted, now, draw_gain)


@kernel
def most_traded(s: Any, seat: int, partner: int) -> int:
    """P9–P11: count the cards that can be traded with a partner, if need be after laying one."""
    if (
        partner == seat
        or s.players <= partner < MOST_DRAWING
        or partner >= MOST_DRAWING + neutrals(s)
    ):
        return 0
    own = int(s.count[PILE + seat]) + (1 if s.held[seat] != 0 else 0)
    most = min(own, int(s.count[pile_of(partner)]))
    if partner >= MOST_DRAWING and s.opt[NEUTRAL_TRADES] == 1:
        return min(most, 1)
    return most


@kernel
def pile_of(partner: int) -> int:
    """P9–P11: return the zone of a partner's pile."""
    return PILE + partner if partner < MOST_DRAWING else NEUTRAL + partner - MOST_DRAWING


@kernel
def trade_worth(
    s: Any, seat: int, partner: int, count: int, plan: Any, c: Any
) -> tuple[float, bool]:
    """Guess what the hand is worth after a trade; tell whether to lay the weakest card first."""
    hand, rest, junk, wanted, value, _ = plan
    got = top_cards(s, pile_of(partner), count) & wanted
    if got != 0:
        value = outlook(rest | got if got & (got - 1) == 0 else trimmed(hand | got, HAND, c), c)
    known = 0
    matters = weight(c, GIVING) * _LYING
    if partner < MOST_DRAWING:
        known = int(s.held[partner]) & c.taken
        matters = weight(c, GIVING)
    given = help_of_all(top_cards(s, PILE + seat, count - 1), known, c) + help_of(junk, known, c)
    if count <= s.count[PILE + seat]:
        plain = help_of_all(top_cards(s, PILE + seat, count), known, c)
        if plain <= given or hand == 0:
            return value - matters * plain, False
    return value - matters * given, True


@kernel
def may_combine(s: Any, seat: int, neutral: int) -> bool:
    """P10, P11: tell whether a neutral pile can be used with the draw pile, after laying a card."""
    own = int(s.count[PILE + seat]) + (1 if s.held[seat] != 0 else 0)
    lies = neutral < neutrals(s) and s.count[NEUTRAL + neutral] > 0
    return bool(lies and own > 1 and s.count[DRAW] > 0 and has_combo(s))


@kernel
def write_turn(junk: int, lays: bool, decision: int, out: Any, at: int) -> int:
    """Write a trade, with the card laid before it."""
    if lays:
        out[at] = KIND[junk]
        out[at + 1] = decision
        return 2
    return write(decision, out, at)


@kernel
def choose_turn(s: Any, seat: int, traits: Any, stream: Any, out: Any, at: int) -> int:
    """P8–P11: draw, or make the trade that promises more."""
    draws = s.count[DRAW] > 0
    if not happens(stream, trait(traits, seat, CARE)):
        return write(DRAW_CARD, out, at) if draws else any_trade(s, seat, stream, out, at)
    c = reckon(s, seat, traits)
    plan = plan_turn(s, seat, c)
    _, rest, junk, wanted, now, drawing = plan
    most = now + drawing if draws else LEAST
    decision = DRAW_CARD if draws else SKIP
    lays = False
    for partner in range(PARTNERS):
        seen = 0
        for count in range(1, most_traded(s, seat, partner) + 1):
            cards = top_cards(s, pile_of(partner), count)
            news = cards & ~seen
            seen = cards
            if news & wanted == 0 and most > LEAST:
                continue
            value, first = trade_worth(s, seat, partner, count, plan, c)
            if value > most:
                most = value
                decision = TRADE + partner * MOST_TRADED + count - 1
                lays = first
        neutral = partner - MOST_DRAWING
        if neutral >= 0 and may_combine(s, seat, neutral):
            card = top_cards(s, NEUTRAL + neutral, 1)
            value = now + drawing
            if card & wanted:
                value = outlook(rest | card, c) + _BESIDE * drawing
            if value >= most:
                most = value
                decision = COMBO + neutral
                lays = s.count[PILE + seat] < 2
    return write_turn(junk, lays, decision, out, at)


@kernel
def any_trade(s: Any, seat: int, stream: Any, out: Any, at: int) -> int:
    """P9–P11, P14: trade one card with any player, or skip."""
    partner = int(np.int64(below(stream, PARTNERS)))
    for _ in range(PARTNERS):
        if most_traded(s, seat, partner) > 0:
            decision = TRADE + partner * MOST_TRADED
            if s.count[PILE + seat] > 0:
                return write(decision, out, at)
            out[at] = any_junk(int(s.held[seat]), stream)
            out[at + 1] = decision
            return 2
        partner = partner + 1 if partner + 1 < PARTNERS else 0
    return write(SKIP, out, at)


@kernel
def propose_turns(
    s: Any, seat: int, traits: Any, out: Any, count: int, most: int, width: int
) -> int:
    """Write the draw and the trades that promise something, then others, after given moves."""
    c = reckon(s, seat, traits)
    plan = plan_turn(s, seat, c)
    junk, wanted = int(plan.junk), int(plan.wanted)
    own = int(s.count[PILE + seat])
    if s.count[DRAW] > 0:
        out[count * width] = write(DRAW_CARD, out, count * width + 1)
        count += 1
    for neutral in range(PARTNERS - MOST_DRAWING):
        if may_combine(s, seat, neutral):
            out[count * width] = write_turn(junk, own < 2, COMBO + neutral, out, count * width + 1)
            count += 1
    for others in range(2):
        for partner in range(PARTNERS):
            for n in range(1, most_traded(s, seat, partner) + 1):
                tops = top_cards(s, pile_of(partner), n)
                news = tops & ~top_cards(s, pile_of(partner), n - 1)
                promises = news & wanted != 0
                if promises == (others == 1):
                    continue
                for lays in range(2):
                    if count < most and (
                        (lays == 1 and plan.hand != 0) or (lays == 0 and n <= own)
                    ):
                        decision = TRADE + partner * MOST_TRADED + n - 1
                        at = count * width
                        out[at] = write_turn(junk, lays == 1, decision, out, at + 1)
                        count += 1
    if count == 0:
        out[0] = write(SKIP, out, 1)
        count = 1
    return count


# --- five or six players ------------------------------------------------------------------------


@kernel
def choose_swap(s: Any, seat: int, traits: Any, stream: Any) -> int:
    """P22: swap for the trade card that promises most, or that lets one go out at once."""
    if not happens(stream, trait(traits, seat, CARE)):
        other = int(np.int64(below(stream, int(s.players))))
        for _ in range(int(s.players)):
            if other != seat and s.count[PILE + other] > 0:
                return int(SWAP + other)
            other = left_of(s, other)
        return SKIP
    c = reckon(s, seat, traits)
    held = int(s.held[seat])
    rest = held & ~(1 << weakest(held, c))
    now = outlook(held, c)
    mine = top_cards(s, PILE + seat, 1)
    most = LEAST
    found = SKIP
    for other in range(int(s.players)):
        if other == seat or s.count[PILE + other] == 0:
            continue
        card = top_cards(s, PILE + other, 1)
        value = max(now, max(outlook(rest | card, c), best_leaving(held | card, c)))
        value -= weight(c, GIVING) * help_of_all(mine, int(s.held[other]) & c.taken, c)
        if value > most:
            most = value
            found = SWAP + other
    return found


@kernel
def best_leaving(held: int, c: Any) -> float:
    """P22: tell what a hand is worth that goes out after laying one of its cards, if it can."""
    most = LEAST
    rest = held
    while rest != 0:
        left = held & ~(rest & -rest)
        rest &= rest - 1
        if goes_out(left):
            most = max(most, outlook(left, at_once(c)))
    return most


@kernel
def propose_swaps(s: Any, seat: int, out: Any, count: int, width: int) -> int:
    """P22: write all swaps, after given moves."""
    for other in range(int(s.players)):
        if other != seat and s.count[PILE + other] > 0:
            out[count * width] = write(SWAP + other, out, count * width + 1)
            count += 1
    if count == 0:
        out[0] = write(SKIP, out, 1)
        count = 1
    return count
