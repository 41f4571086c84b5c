"""Rules of thumb for Cash oder Crash.

A seat wins what its own pawn stands on and pays what its right neighbour's pawn stands on. So of
the two who lay, the active seat wants a high number for its own colour and a low one for the other;
its neighbour wants the reverse. Neither can be sure; so choices are drawn, the better ones more
often. Only where every number would move its own pawn to a worse field does the active seat never
lay its own colour: on a ring, from the highest field.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tirelire.core.chance import below
from tirelire.core.compiling import kernel
from tirelire.core.header import left_of
from tirelire.core.phase import MATCH_OVER
from tirelire.games.cash_oder_crash.rules.ending import field_after
from tirelire.games.cash_oder_crash.rules.kernel import legal, winners
from tirelire.games.cash_oder_crash.rules.material import (
    CALL,
    CALLING,
    CARDS,
    HAND,
    KINDS,
    LAY_LEFT,
    LAY_NUMBER,
    LAY_OWN,
    LAYING,
    NOBODY,
    NOT_LAID,
    NUMBERS,
    PASS,
    ROUNDS,
    SEATS,
)
from tirelire.policy.toolkit import (
    happens,
    lead_share,
    trait,
    won_share,
    write,
)
from tirelire.policy.traits import BLUFF, CARE, NERVE

LONGEST = 1
MOST = KINDS

_NUMBERS = np.array(NUMBERS, np.int64)
_SPREAD = 5.2  # standard deviation of what a seat gains in a round among regulars
_SPITE = 0.35  # what a loss of one neighbour is worth to all the others
_DOUBT = 2.5  # a difference of this many steps makes a choice e times as likely


@kernel
def effect(s: Any, pawn: int, kind: int, times: int) -> float:
    """Tell by how much a number changes the field of a pawn."""
    field = int(s.pawn[pawn])
    return float(field_after(s, field, times * int(_NUMBERS[kind])) - field)


@kernel
def could_hold(s: Any, seat: int, kind: int) -> int:
    """Count the cards of a kind that are neither played nor in the seat's own hand."""
    count = 0
    for card in range(kind, CARDS, KINDS):
        count += 1 if s.zone[card] < SEATS and s.zone[card] != seat else 0
    return count


@kernel
def mean_effect(s: Any, seat: int, pawn: int, times: int) -> float:
    """Tell what a number that the seat cannot know does to a pawn, on average."""
    total = 0.0
    cards = 0
    for kind in range(KINDS):
        count = could_hold(s, seat, kind)
        total += count * effect(s, pawn, kind, times)
        cards += count
    return total / cards if cards > 0 else 0.0


@kernel
def weigh(difference: float) -> float:
    """Return the probability of a choice that is better by `difference` steps than the other."""
    return 1.0 / (1.0 + math.exp(-difference / _DOUBT))


@kernel
def is_punished(s: Any, seat: int) -> bool:
    """Tell whether every number that can be laid would make the active seat's own pawn worse off.

    A number can be laid that was not played and that the active seat, if it is the one that asks,
    does not hold itself. If a seat may still double the move, the doubled move must be worse too.
    """
    active = int(s.active)
    asking = seat if seat == active else NOBODY
    times = 2 if s.big_deal != 0 else 1
    for kind in range(KINDS - 1, -1, -1):
        if could_hold(s, asking, kind) > 0:
            for number in range(1, times + 1):
                if effect(s, active, kind, number) >= 0:
                    return False
    return True


@kernel
def own_colour_share(s: Any, seat: int) -> float:
    """Tell how likely the active seat lays its own colour, as far as a seat can know."""
    if is_punished(s, seat):
        return 0.0
    active = int(s.active)
    own = mean_effect(s, seat, active, 1)
    left = mean_effect(s, seat, left_of(s, active), 1)
    return weigh(own + _SPITE * left)


@kernel
def choose(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> int:
    """Lay, call or pass."""
    if s.phase == CALLING:
        return write(choose_call(s, seat, traits, stream), out, 0)
    thinks = happens(stream, trait(traits, seat, CARE))
    if seat == s.active:
        chance = own_colour_share(s, seat) if thinks else 0.5
        own = below(stream, 1000) < 1000 * chance
        return write(LAY_OWN if own else LAY_LEFT, out, 0)
    return write(LAY_NUMBER + choose_number(s, seat, thinks, stream), out, 0)


@kernel
def choose_number(s: Any, seat: int, thinks: bool, stream: Any) -> int:
    """Draw one of the numbers that a seat holds, the better ones more often."""
    share = own_colour_share(s, seat)
    total = 0.0
    pick = below(stream, 1000) / 1000.0
    for turn in range(2):
        passed = 0.0
        for kind in range(KINDS):
            if not holds(s, seat, kind):
                continue
            weight = 1.0
            if thinks:
                weight = math.exp(number_worth(s, seat, kind, share) / _DOUBT)
            passed += weight
            if turn == 1 and passed >= pick * total:
                return kind
        total = passed
    return highest_held(s, seat)


@kernel
def number_worth(s: Any, seat: int, kind: int, share: float) -> float:
    """Tell what a number is worth to who lays it, when its effect is on either pawn."""
    on_active = effect(s, int(s.active), kind, 1)
    return (1.0 - share) * effect(s, seat, kind, 1) - share * on_active


@kernel
def holds(s: Any, seat: int, kind: int) -> bool:
    """Tell whether a seat holds a number."""
    count = 0
    for card in range(kind, CARDS, KINDS):
        count += s.zone[card] == seat
    return count > 0


@kernel
def highest_held(s: Any, seat: int) -> int:
    """Find the highest number that a seat holds."""
    found = 0
    for kind in range(KINDS):
        if holds(s, seat, kind):
            found = kind
    return found


@kernel
def choose_call(s: Any, seat: int, traits: Any, stream: Any) -> int:
    """Call BIG DEAL when doubling should bring more than waiting for a better moment."""
    if not happens(stream, trait(traits, seat, CARE)):
        return CALL if happens(stream, 15) else PASS
    active = int(s.active)
    neighbour = left_of(s, active)
    gain = 0.0
    if seat == active:
        pawn = seat if s.colour == LAY_OWN else neighbour
        gain = mean_effect(s, seat, pawn, 2) - mean_effect(s, seat, pawn, 1)
        gain *= 1.0 if pawn == seat else -_SPITE
    elif seat == neighbour:
        share = own_colour_share(s, seat)
        kind = int(s.number)
        own = effect(s, seat, kind, 2) - effect(s, seat, kind, 1)
        other = effect(s, active, kind, 2) - effect(s, active, kind, 1)
        gain = (1.0 - share) * own - share * other
    left = HAND * int(s.players) - int(s.turn)
    wanted = 0.4 + 0.12 * left * (100 - trait(traits, seat, NERVE)) / 100.0
    if happens(stream, trait(traits, seat, BLUFF) // 8):
        wanted = 0.0
    return CALL if gain > wanted else PASS


@kernel
def propose(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> int:  # noqa: ARG001
    """Every choice, there are few; but not the own colour where every number punishes that."""
    count = legal(s, seat, out)
    if s.phase == LAYING and seat == s.active and is_punished(s, seat):
        out[0] = LAY_LEFT
        count = 1
    for i in range(count - 1, -1, -1):
        out[2 * i + 1] = out[i]
        out[2 * i] = 1
    return int(count)


@kernel
def is_secret(s: Any, seat: int) -> bool:  # noqa: ARG001
    """C6, C7: both lay without seeing what the other lays."""
    return bool(s.phase == LAYING)


@kernel
def reconsider(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> None:
    """Lay the cards of others anew."""
    active = int(s.active)
    neighbour = left_of(s, active)
    phase = int(s.phase)
    s.phase = LAYING
    if seat != active and s.colour != NOT_LAID:
        s.colour = NOT_LAID
        choose(s, active, traits, stream, out)
        s.colour = out[0]
    if seat != neighbour and s.number != NOT_LAID:
        s.number = NOT_LAID
        choose(s, neighbour, traits, stream, out)
        s.number = out[0] - LAY_NUMBER
    s.phase = phase


@kernel
def share(s: Any, seat: int) -> float:
    """C14, C15: chips decide; every round to come spreads them, and begins where pawns stand."""
    if s.ended == MATCH_OVER:
        return won_share(winners(s), seat)
    rounds = max(1, int(s.opt[ROUNDS]) - int(s.deals))
    return lead_share(s.total, int(s.players), seat, _SPREAD * math.sqrt(rounds))
