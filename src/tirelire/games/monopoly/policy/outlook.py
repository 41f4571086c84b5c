"""The outlook of a hand of Monopoly, for the rule of thumb.

A group counts by the chance that its missing deeds arrive in time, houses on the dearest groups
that should get complete, tokens on the dearest monopoly. Cards that will not fit hinder from going
out, which is worth a lot; and a Chance card makes a hand worth what it is only if it goes out.

All functions take what a seat reckons with as one tuple `c` (see `monopoly_reckoning`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.bits import lowest, ones
from tirelire.core.compiling import inlined, kernel
from tirelire.games.monopoly.policy.reckoning import weight
from tirelire.games.monopoly.policy.weights import (
    ALL_GONE,
    ALL_NEAR,
    ALL_UNKNOWN,
    BEND,
    CHANCE_WORTH,
    FILLING,
    HELP_DEED,
    HELP_HOUSE,
    HELP_KNOWN,
    HINDERING,
    HINDRANCE,
    HOTELS,
    HOUSE,
    HOUSES,
    LEAVING,
    LEAVING_DEAR,
    MISTERS,
    NO_GONE,
    NO_NEAR,
    NO_UNKNOWN,
    SECOND_CHANCE,
    SLOPE,
    STATION,
    SURENESS,
    TOKEN_WORTH,
    UTILITY,
)
from tirelire.games.monopoly.rules.hand_bits import (
    CHANCE_BITS,
    GO_BITS,
    GROUP_BITS,
    KIND,
    KIND_BITS,
    MR_BITS,
    TOKEN_BITS,
)
from tirelire.games.monopoly.rules.material import (
    BASE,
    COLOURS,
    DEEDS,
    FIRST_HOUSE,
    GO_VALUE,
    GROUP_OF,
    HOTEL_VALUE,
    KINDS,
    LEVELS,
    SIZES,
    STATION_VALUES,
    STATIONS,
    TOKEN,
    UTILITIES,
    UTILITIES_VALUE,
)

_GROUP = np.array(GROUP_OF, np.int64)
_BASE = np.array(BASE, np.float64)
_STATIONS = np.array(STATION_VALUES, np.float64)
_ONE_MORE = np.array([0, *np.diff(STATION_VALUES[1:]), 0], np.float64)
_FIRSTS = [int(GROUP_BITS[g]) & -int(GROUP_BITS[g]) for g in range(len(COLOURS))]
_FIRST_OF_TWO = sum(first for first, size in zip(_FIRSTS, SIZES, strict=False) if size == 2)
_FIRST_OF_THREE = sum(_FIRSTS) - _FIRST_OF_TWO
_BUILT_BITS = int(sum(int(KIND_BITS[FIRST_HOUSE + level]) for level in range(LEVELS)))
_STATION_BITS = int(GROUP_BITS[STATIONS])
_UTILITY_BITS = int(GROUP_BITS[UTILITIES])
_STATION_PAIR = float(STATION_VALUES[2])

_HELP = np.array(
    [0.3 * (*BASE, 200, 200)[g] for g in GROUP_OF]
    + [
        {"TOKEN": 400.0, "CHANCE": 300.0, "GO": 200.0, "MR": 250.0}.get(kind, 40.0)
        for kind in KINDS[DEEDS:]
    ],
    np.float64,
)
"""The rough value of a card for a player of whom no card is known."""

LEAST = -1e9
"""No hand is worth less."""


# --- hands --------------------------------------------------------------------------------------


@inlined
def arriving(missing: int, c: Any) -> float:
    """Guess the chance that all missing cards arrive in time."""
    gone = ones(missing & c.gone)
    near = ones(missing & c.near)
    unknown = ones(missing) - gone - near
    p = weight(c, ALL_UNKNOWN + unknown) * weight(c, ALL_NEAR + near)
    return p * weight(c, ALL_GONE + gone)


@inlined
def staying_away(missing: int, c: Any) -> float:
    """Guess the chance that none of the missing cards arrives in time."""
    gone = ones(missing & c.gone)
    near = ones(missing & c.near)
    unknown = ones(missing) - gone - near
    return weight(c, NO_UNKNOWN + unknown) * weight(c, NO_NEAR + near) * weight(c, NO_GONE + gone)


@inlined
def begun_colours(held: int) -> int:
    """Find the colours of which a hand holds some deed, as bits of their first deeds."""
    after = held | held >> 1
    return after & _FIRST_OF_TWO | (after | held >> 2) & _FIRST_OF_THREE


@inlined
def levels_held(held: int, more_than: int) -> int:
    """Find the levels of which a hand holds more houses than `more_than`, as bits."""
    found = 0
    for level in range(LEVELS):
        found |= (ones(held & KIND_BITS[FIRST_HOUSE + level]) > more_than) << level
    return found


@kernel
def outlook(held: int, c: Any) -> float:
    """P15–P18, P24–P28: guess what a hand will be worth, going out included."""
    worth = 0.0
    hindering = 0.0
    first = 0.0  # the base value of the dearest colour that gets complete, and of the second
    second = 0.0
    one = 0.0  # the chance that there is one at all, and another
    two = 0.0
    begun = begun_colours(held)
    while begun != 0:
        # Ascending: if a colour gets complete, it is the dearest so far.
        group = _GROUP[lowest(begun)]
        begun &= begun - 1
        missing = int(GROUP_BITS[group] & ~held)
        own = ones(held & GROUP_BITS[group])
        p = arriving(missing, c)
        q = 1.0 - p
        value = p * _BASE[group]
        worth += value
        hindering += q * weight(c, HINDERING + 3 * (own - 1) + ones(missing))
        second = p * first + q * second
        first = value + q * first
        two = p * one + q * two
        one = p + q * one
    # P17: houses stand on the two dearest.
    low = levels_held(held, 0)
    high = levels_held(held, 1)
    hotels = one * weight(c, HOTELS + low)
    more_hotels = two * weight(c, HOTELS + high)
    houses = weight(c, HOUSES + low)
    more_houses = weight(c, HOUSES + high)
    unfit = ones(held & _BUILT_BITS) - one * houses - two * more_houses - hotels - more_hotels
    hindering += weight(c, HOUSE) * unfit
    dearest = first * (1.0 + houses) + HOTEL_VALUE * hotels
    worth += first * houses + second * more_houses + HOTEL_VALUE * (hotels + more_hotels)
    # Stations and utilities.
    stations = ones(held & _STATION_BITS)
    alone = staying_away(_STATION_BITS & ~held, c)
    by_rail = _STATIONS[stations] + (1.0 - alone) * _ONE_MORE[stations]
    hindering += weight(c, STATION) * alone * (stations == 1)
    utilities = ones(held & _UTILITY_BITS)
    p = arriving(_UTILITY_BITS & ~held, c) * (utilities > 0)
    hindering += weight(c, UTILITY) * (1.0 - p) * (utilities == 1)
    worth += by_rail + UTILITIES_VALUE * p
    if c.tokens_on == 0:
        dearest = max(dearest, max(by_rail, UTILITIES_VALUE * p))
    worth += weight(c, TOKEN_WORTH) * dearest * ones(held & TOKEN_BITS)
    worth += GO_VALUE * ones(held & GO_BITS) + weight(c, MISTERS + ones(held & MR_BITS))
    leaving = weight(c, LEAVING) + weight(c, LEAVING_DEAR) * dearest
    chances = ones(held & CHANCE_BITS)
    if chances == 0:
        worth -= weight(c, HINDRANCE) * hindering
        return float(worth + likely_out(hindering, c) * leaving)
    fits, gain = filled(held, c)
    gain = max(dearest, gain * (1.0 + houses))
    gain += (chances - 1) * dearest * weight(c, SECOND_CHANCE)
    worth += weight(c, CHANCE_WORTH) * gain
    return float(c.trust * likely_out(hindering - fits, c) * (worth + leaving))


@inlined
def likely_out(hindering: float, c: Any) -> float:
    """Guess the chance to go out before all others, from the cards that hinder."""
    return weight(c, SURENESS) / (
        1.0 + weight(c, SLOPE) * hindering + weight(c, BEND) * hindering * hindering
    )


@kernel
def filled(held: int, c: Any) -> tuple[float, float]:
    """P18: choose the group to complete with a Chance card.

    Returns how many cards hinder no more, and what the group is worth.
    """
    most = 0.0
    fits = 0.0
    gain = 0.0
    begun = begun_colours(held)
    groups = ones(begun)
    for i in range(groups + 2):
        group = STATIONS if i == groups else UTILITIES
        base = _STATION_PAIR if i == groups else float(UTILITIES_VALUE)
        if i < groups:
            group = _GROUP[lowest(begun)]
            base = _BASE[group]
            begun &= begun - 1
        own = ones(held & GROUP_BITS[group])
        missing = int(GROUP_BITS[group] & ~held)
        short = ones(missing)
        if own == 0 or short == 0 or (group == STATIONS and own > 1):
            continue
        p = arriving(missing, c)
        more = 1.0 - p
        if group == STATIONS:
            more = staying_away(missing, c)
        elif short > 1:
            more = weight(c, ALL_UNKNOWN + 1) - p
        if more * (base + weight(c, FILLING) * own) > most:
            most = more * (base + weight(c, FILLING) * own)
            fits = more * own
            gain = more * base
    return fits, gain


@kernel
def weakest(held: int, c: Any) -> int:
    """Find the card that a hand misses least."""
    most = LEAST
    found = 0
    rest = held
    while rest != 0:
        card = int(lowest(rest))
        rest &= ~int(KIND_BITS[KIND[card]])
        value = outlook(held & ~(1 << card), c)
        if value > most:
            most = value
            found = card
    return found


@kernel
def trimmed(held: int, count: int, c: Any) -> int:
    """Take the weakest cards out of a hand, one after the other, until `count` are left."""
    while ones(held) > count:
        held &= ~(1 << weakest(held, c))
    return held


# --- others -------------------------------------------------------------------------------------


@kernel
def help_of(card: int, known: int, c: Any) -> float:
    """Guess the value of a card for a player who is known to hold some cards."""
    worth = float(_HELP[KIND[card]])
    if card < DEEDS:
        mates = int(ones(known & GROUP_BITS[_GROUP[card]]))
        return worth * (weight(c, HELP_DEED) + weight(c, HELP_KNOWN) * mates)
    return worth * weight(c, HELP_HOUSE) if KIND[card] < TOKEN else worth


@kernel
def help_of_all(cards: int, known: int, c: Any) -> float:
    """Guess the value of cards, each for itself, for a player who is known to hold some."""
    total = 0.0
    while cards != 0:
        total += help_of(int(lowest(cards)), known, c)
        cards &= cards - 1
    return total
