"""Rules of thumb for Monopoly.

A hand is judged by what it promises (`monopoly_outlook`, by the numbers of `monopoly_weights`);
every choice is the one after which it promises most, less what it does for others. A seat that can
go out does so, unless it is greedy. Draws, trades and swaps lie in `monopoly_turns`; here are going
out, putting cards down, and what the contract asks for.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tirelire.core.bits import lowest, ones
from tirelire.core.compiling import kernel
from tirelire.core.header import left_of
from tirelire.core.phase import MATCH_OVER
from tirelire.games.monopoly.policy.outlook import (
    LEAST,
    help_of,
    outlook,
)
from tirelire.games.monopoly.policy.reckoning import at_once, reckon, weight
from tirelire.games.monopoly.policy.turns import (
    any_junk,
    choose_swap,
    choose_turn,
    goes_out,
    propose_swaps,
    propose_turns,
)
from tirelire.games.monopoly.policy.weights import FEEDING, PASSING_ON
from tirelire.games.monopoly.rules.discards import can_go_out, drop_one
from tirelire.games.monopoly.rules.ending import target
from tirelire.games.monopoly.rules.hand_bits import CHANCE_BITS, KIND, KIND_BITS, without
from tirelire.games.monopoly.rules.kernel import winners
from tirelire.games.monopoly.rules.material import (
    ACTING,
    CARDS,
    GO_OUT,
    HAND,
    IDLE_ROLE,
    MOST_CHANCES,
    NOTHING,
    PASSING,
    ROLE,
    STAY,
    TOKEN_ROLE,
    TOKENS_ON,
)
from tirelire.games.monopoly.rules.roles import best_roles, may_stand, name_tokens
from tirelire.games.monopoly.rules.state import draws_cards
from tirelire.policy.toolkit import happens, lead_share, noise, trait, won_share, write
from tirelire.policy.traits import BLUFF, CARE, NERVE

LONGEST = 1 + CARDS - HAND + MOST_CHANCES
MOST = 24

_WIDTH = LONGEST + 1
_OTHER_ROLES = 4  # number of other roles of a Chance card that are proposed
_GREED = 12  # a greedy seat is satisfied with a hand worth this many times its nerve
_SELDOM = 4  # a card is put down to mislead this many times less often than the trait says
_MISLEADING = 60.0  # and costs no more than twice this
_SPREADS = np.array([0, 0, 3500, 3000, 2600, 2000, 1750], np.float64)
"""By the number of players, how far what two seats gain in a deal differs among regulars."""
_GAIN = 2000.0  # what the leader gains in a deal


@kernel
def choose(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> int:
    """Go out, or do what the phase asks for."""
    if s.phase == ACTING:
        if can_leave_now(s, seat) and is_satisfied(s, seat, traits):
            return write_leaving(s, seat, traits, out, 0)
        if draws_cards(s):
            return choose_turn(s, seat, traits, stream, out, 0)
        return write(choose_swap(s, seat, traits, stream), out, 0)
    if is_asked_to_stay(s, seat):
        if is_satisfied(s, seat, traits):
            return write_leaving(s, seat, traits, out, 0)
        return write(STAY, out, 0)
    return write(choose_card(s, seat, traits, stream), out, 0)


# --- going out ----------------------------------------------------------------------------------


@kernel
def can_leave_now(s: Any, seat: int) -> bool:
    """P12, P22: tell whether a seat can go out in its turn."""
    held = int(s.held[seat])
    return can_go_out(held) if draws_cards(s) else goes_out(held)


@kernel
def is_asked_to_stay(s: Any, seat: int) -> bool:
    """P22: tell whether a seat has swapped and may still go out."""
    return bool(s.phase == PASSING and seat == s.active and s.stayed == 0)


@kernel
def is_satisfied(s: Any, seat: int, traits: Any) -> bool:
    """Tell whether a seat that can go out does; with a Chance card, or at the end, always."""
    held = int(s.held[seat])
    greed = _GREED * trait(traits, seat, NERVE)
    if greed <= 0 or held & CHANCE_BITS or s.left != NOTHING:
        return True
    c = reckon(s, seat, traits)
    return outlook(held, at_once(c)) >= greed + outlook(0, at_once(c))


@kernel
def write_leaving(s: Any, seat: int, traits: Any, out: Any, at: int) -> int:
    """P12, P18: write the move that goes out with the most."""
    held = int(s.held[seat])
    dropped = choose_drops(s, seat, traits)
    a, b = best_roles(without(held, dropped), s.opt[TOKENS_ON] == 1)
    return write_roles(dropped, a, b, out, at)


@kernel
def choose_drops(s: Any, seat: int, traits: Any) -> int:
    """P12: choose what to drop to go out, one after the other, so that the rest can still go."""
    held = int(s.held[seat])
    dropped = 0
    if not draws_cards(s):
        return dropped
    c = at_once(reckon(s, seat, traits))
    while ones(held) > HAND:
        most = LEAST
        found = 0
        rest = held
        while rest != 0:
            card = int(lowest(rest))
            rest &= ~int(KIND_BITS[KIND[card]])
            left = held & ~(1 << card)
            if can_go_out(left):
                value = outlook(left, c)
                if value > most:
                    most = value
                    found = card
        held &= ~(1 << found)
        dropped = drop_one(dropped, int(KIND[found]))
    return dropped


@kernel
def write_roles(dropped: int, a: int, b: int, out: Any, at: int) -> int:
    """P12, P18: write a move that goes out, in the order in which the rules ask for it."""
    length = write(GO_OUT, out, at)
    while dropped != 0:
        length += write(int(KIND[lowest(dropped)]), out, at + length)
        dropped &= dropped - 1
    for i in range(MOST_CHANCES):
        role = a if i == 0 else b
        if role != NOTHING:
            length += write(ROLE + role, out, at + length)
    return length


@kernel
def propose_leaving(s: Any, seat: int, traits: Any, out: Any) -> int:
    """Write going out with the best roles, then with others of the last Chance card."""
    out[0] = write_leaving(s, seat, traits, out, 1)
    dropped = choose_drops(s, seat, traits)
    held = without(int(s.held[seat]), dropped)
    chances = ones(held & CHANCE_BITS)
    if chances == 0:
        return 1
    streets = s.opt[TOKENS_ON] == 1
    a, b = best_roles(held, streets)
    kept = NOTHING if chances == 1 else a
    usual = a if chances == 1 else b
    # Of the tokens only the one on the dearest monopoly is worth a search.
    first, second = name_tokens(held, IDLE_ROLE, kept, streets)
    role = max(first, second)
    count = 1
    while role >= max(kept, 0) and count <= _OTHER_ROLES:
        if role != usual and may_stand(held, role, kept, streets):
            first = role if kept == NOTHING else kept
            second = NOTHING if kept == NOTHING else role
            out[count * _WIDTH] = write_roles(dropped, first, second, out, count * _WIDTH + 1)
            count += 1
        role = min(role, TOKEN_ROLE) - 1
    return count


# --- putting cards down -------------------------------------------------------------------------


@kernel
def worth_without(s: Any, seat: int, card: int, c: Any) -> float:
    """P13, P22, P23: return the value of the rest when a card is discarded, laid or passed."""
    left = int(s.held[seat]) & ~(1 << card)
    if s.phase == PASSING:
        known = int(s.held[left_of(s, seat)]) & c.taken
        return outlook(left, c) - weight(c, PASSING_ON) * help_of(card, known, c)
    value = outlook(left, c)
    if seat == s.active and s.swapped == 1 and goes_out(left):
        value = outlook(left, at_once(c))
    return value - weight(c, FEEDING) * help_of(card, c.taken, c)


@kernel
def choose_card(s: Any, seat: int, traits: Any, stream: Any) -> int:
    """P13, P22, P23: choose the kind of card to discard, lay or pass."""
    held = int(s.held[seat])
    if not happens(stream, trait(traits, seat, CARE)):
        return any_junk(held, stream)
    misleads = happens(stream, trait(traits, seat, BLUFF) // _SELDOM)
    c = reckon(s, seat, traits)
    most = LEAST
    found = 0
    rest = held
    while rest != 0:
        card = int(lowest(rest))
        rest &= ~int(KIND_BITS[KIND[card]])
        value = worth_without(s, seat, card, c)
        if misleads:
            value += noise(stream, _MISLEADING)
        if value > most:
            most = value
            found = int(KIND[card])
    return found


@kernel
def propose_cards(s: Any, seat: int, traits: Any, out: Any) -> int:
    """Write the kinds of cards that a hand misses least, the least first."""
    c = reckon(s, seat, traits)
    left = int(s.held[seat])
    count = 0
    while left != 0 and count < MOST:
        most = LEAST
        found = 0
        rest = left
        while rest != 0:
            card = int(lowest(rest))
            rest &= ~int(KIND_BITS[KIND[card]])
            value = worth_without(s, seat, card, c)
            if value > most:
                most = value
                found = int(KIND[card])
        left &= ~int(KIND_BITS[found])
        out[count * _WIDTH] = write(found, out, count * _WIDTH + 1)
        count += 1
    return count


# --- the rest of the contract -------------------------------------------------------------------


@kernel
def propose(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> int:  # noqa: ARG001
    """Going out, the turns that promise something, all swaps, all cards to put down."""
    if s.phase == ACTING:
        count = propose_leaving(s, seat, traits, out) if can_leave_now(s, seat) else 0
        if draws_cards(s):
            return propose_turns(s, seat, traits, out, count, MOST, _WIDTH)
        return propose_swaps(s, seat, out, count, _WIDTH)
    if is_asked_to_stay(s, seat):
        count = propose_leaving(s, seat, traits, out)
        out[count * _WIDTH] = write(STAY, out, count * _WIDTH + 1)
        return count + 1
    return propose_cards(s, seat, traits, out)


@kernel
def is_secret(s: Any, seat: int) -> bool:  # noqa: ARG001
    """P23: all choose what they pass before they see what they get."""
    return bool(s.phase == PASSING)


@kernel
def reconsider(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> None:  # noqa: ARG001
    """P23: let others choose anew what they pass."""
    for other in range(int(s.players)):
        if other != seat and s.chosen[other] != NOTHING:
            s.chosen[other] = choose_card(s, other, traits, stream)


@kernel
def share(s: Any, seat: int) -> float:
    """P30: money decides, and every deal until a seat has the target spreads it."""
    if s.ended == MATCH_OVER:
        return won_share(winners(s), seat)
    players = int(s.players)
    most = 0
    for other in range(players):
        most = max(most, int(s.total[other]))
    deals = max(1.0, (target(s) - most) / _GAIN)
    return lead_share(s.total, players, seat, float(_SPREADS[players]) * math.sqrt(deals))
