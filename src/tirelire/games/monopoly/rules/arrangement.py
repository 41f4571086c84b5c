"""The best arrangement of a hand (P15–P18, P24, P25, P29), found exactly.

Why so little search is enough. Houses of level k can stand only where one of level k - 1 stands, so
the groups with a k-th house are a subset of those with a house below. Each house adds the base
value of its group, so of each level as many as possible should stand, on the groups of the highest
base value: one arrangement is best at all levels at once. It also makes the dearest colour group as
dear as any group can be, and that is where all tokens go, unless stations or utilities are worth
more. So without Chance cards nothing is searched at all. For each Chance card that is free there
are sixteen things to try: a token, a house of four levels, a hotel, or the completion of one of ten
groups.

A Chance card that was laid down as a house on a certain group holds that group at its level; then
the best arrangement is the same with that group served first, and each group is tried as the one
that the tokens stand on.

A Chance card that was laid down as a token is *pinned*: it pays for its group alone. Houses on that
group are then worth more than its base value says, so that the groups are tried in every order. At
most three places in that order matter: a fourth house would need more cards than anybody can have.
"""

from __future__ import annotations

import numpy as np

from tirelire.core.bits import ones
from tirelire.core.compiling import kernel
from tirelire.games.monopoly.rules.hand_bits import (
    DEED_BITS,
    GROUP_BITS,
    MOST_PER_LEVEL,
    NIBBLE,
    of_level,
)
from tirelire.games.monopoly.rules.material import (
    BASE,
    COLOURS,
    HOTEL_VALUE,
    LAST_HOUSE,
    LEVELS,
    SIZES,
    STATION_VALUES,
    STATIONS,
    UTILITIES,
    UTILITIES_VALUE,
)

COUNT = len(COLOURS)
ROW = COUNT + 1

_SETS = range(1 << COUNT)
_RANKED = [[g for g in reversed(range(COUNT)) if mask >> g & 1] for mask in _SETS]
_SUM = np.array([sum(BASE[g] for g in ranked) for ranked in _RANKED], np.int64)
"""The sum of the base values of a set of colours."""
_TOP_SET = np.array(
    [sum(1 << g for g in ranked[:n]) for ranked in _RANKED for n in range(ROW)], np.int64
)
"""The n colours of the highest base value in a set, at row of the set + n."""
_HIGHEST = np.array([max(ranked, default=0) for ranked in _RANKED], np.int64)
_BASE = np.array(BASE, np.int64)
_SIZES = np.array(SIZES, np.int64)
_STATIONS = np.array(STATION_VALUES, np.int64)

# What a free Chance card may be tried as: a token, a level, or the completion of a group; or two
# Chance cards together as two deeds of one colour.
AS_TOKEN, AS_STATION, AS_UTILITY, AS_DEED = 0, LEVELS + 1, LEVELS + 2, LEVELS + 3
AS_TWO_DEEDS = AS_DEED + COUNT
TRIES = AS_TWO_DEEDS
UNUSED = 63
_FIELD = 6
ORDER = 3 * NIBBLE
ORDERS = COUNT**3
_VALUE = 2 * _FIELD

_EVERY_LEVEL = sum(1 << 8 * level for level in range(LEVELS))

_PAIRS = int(GROUP_BITS[0] | GROUP_BITS[COUNT - 1] | GROUP_BITS[UTILITIES])
_PAIR_LOW = sum(1 << (int(GROUP_BITS[g]).bit_length() - 2) for g in (0, COUNT - 1, UTILITIES))
_TRIPLES = int(sum(GROUP_BITS[1 : COUNT - 1]))
_TRIPLE_LOW = sum(1 << (int(GROUP_BITS[g]).bit_length() - 3) for g in range(1, COUNT - 1))
_STATION_BITS = int(GROUP_BITS[STATIONS])
_UTILITY_BITS = int(GROUP_BITS[UTILITIES])
_COLOUR_PAIR_LOW = _PAIR_LOW & ~_UTILITY_BITS


# --- monopolies ---------------------------------------------------------------------------------


@kernel
def gaps(deeds: int) -> int:
    """P15, P16: count the deeds that are missing in the groups of which a hand holds some."""
    pairs = deeds & _PAIRS
    triples = deeds & _TRIPLES
    begun = (triples | triples >> 1 | triples >> 2) & _TRIPLE_LOW
    needed = 3 * ones(begun) + 2 * ones((pairs | pairs >> 1) & _PAIR_LOW)
    return int(needed - ones(pairs | triples) + (ones(deeds & _STATION_BITS) == 1))


@kernel
def colours_begun(deeds: int) -> int:
    """Count the colours of which a hand holds some deed."""
    pairs = deeds & _PAIRS
    triples = deeds & _TRIPLES
    begun = (triples | triples >> 1 | triples >> 2) & _TRIPLE_LOW
    return int(ones(begun | (pairs | pairs >> 1) & _COLOUR_PAIR_LOW))


@kernel
def colours_short_of(deeds: int, missing: int) -> int:
    """P16: find the colours, as bits, of which a hand holds all deeds but so many, and some."""
    found = 0
    for group in range(COUNT):
        held = ones(deeds & GROUP_BITS[group])
        if held == _SIZES[group] - missing and held > 0:
            found |= 1 << group
    return found


# --- houses and hotels --------------------------------------------------------------------------


@kernel
def all_stand(colours: int, stock: int, fixed: int) -> bool:
    """P15, P17: tell whether every house and hotel can stand on a monopoly.

    `fixed` are the places of Chance cards that stand as houses: eight bits for each level, one for
    each colour.
    """
    below = ones(colours)
    bound = all_bound(fixed)
    if bound & ~colours != 0:
        return False
    for level in range(1, LEVELS + 1):
        count = of_level(stock, level) + ones(fixed & 0xFF)
        if count > below or count < ones(bound):
            return False
        below = count
        fixed >>= 8
        bound = all_bound(fixed)
    return True


@kernel
def all_bound(fixed: int) -> int:
    """P17: find the colours that need a house here because a Chance card stands here or above."""
    return (fixed | fixed >> 8 | fixed >> 16 | fixed >> 24 | fixed >> 32) & 0xFF


@kernel
def stand(colours: int, stock: int, fixed: int, order: int) -> int:
    """P17, P29: put up houses and hotels; return the colours at each level, eight bits for each.

    Where a choice is left the colours of `order` are served before all others (four bits for each,
    the first lowest, its number + 1), then those of the highest base value.
    """
    standing = 0
    chosen = colours
    for level in range(LEVELS):
        bound = all_bound(fixed) & chosen
        count = min(ones(chosen), (stock & MOST_PER_LEVEL) + ones(fixed & 0xFF))
        rest = chosen & ~bound
        left = max(0, count - ones(bound))
        waiting = order
        while left > 0 and waiting != 0:
            served = ((1 << (waiting & MOST_PER_LEVEL)) >> 1) & rest
            if served != 0:
                bound |= served
                rest &= ~served
                left -= 1
            waiting >>= NIBBLE
        chosen = int(bound | _TOP_SET[rest * ROW + min(left, ones(rest))])
        standing |= chosen << 8 * level
        stock >>= NIBBLE
        fixed >>= 8
    return standing


@kernel
def height(standing: int, colour: int) -> int:
    """Return the level that a colour was built to: 0 bare, 5 with a hotel."""
    return int(ones((standing >> colour) & _EVERY_LEVEL))


@kernel
def highest(colours: int) -> int:
    """Return the colour of the highest base value in a set; 0 in an empty one."""
    return int(_HIGHEST[colours])


# --- values -------------------------------------------------------------------------------------


@kernel
def colour_value(colour: int, level: int) -> int:
    """P24: the base value, once more for each house, and the hotel."""
    hotel = HOTEL_VALUE if level > LAST_HOUSE else 0
    return int(_BASE[colour] * (1 + min(level, LAST_HOUSE)) + hotel)


@kernel
def station_value(stations: int) -> int:
    """P24: what so many stations are worth."""
    return int(_STATIONS[stations])


@kernel
def utility_value(utilities: int) -> int:
    """P24: what so many utilities are worth."""
    return UTILITIES_VALUE if utilities == SIZES[UTILITIES] else 0


@kernel
def worth_first(
    colours: int, others: int, dearest: int, stock: int, fixed: int, tokens: int, first: int
) -> int:
    """P24, P25: what monopolies are worth when a colour is served first and tokens stand on it.

    `others` is what stations and utilities are worth; `dearest` what a token on them would pay,
    where they may stand there and that is more.
    """
    standing = stand(colours, stock, fixed, first + 1)
    total = others + _SUM[colours] + ones(standing >> 8 * LAST_HOUSE) * HOTEL_VALUE
    for level in range(LAST_HOUSE):
        total += _SUM[(standing >> 8 * level) & 0xFF]
    if (colours >> first) & 1:
        dearest = max(dearest, colour_value(first, height(standing, first)))
    return int(total + tokens * dearest)


@kernel
def best_first(
    colours: int,
    stations: int,
    utilities: int,
    stock: int,
    fixed: int,
    tokens: int,
    pins: int,
    streets: bool,
) -> int:
    """P29: find the most that monopolies can be worth, and the colours to be served first for it.

    `colours` are complete colour groups as bits, `stations` and `utilities` numbers of deeds;
    `pins` are the groups of tokens that stay where they are, four bits for each, their number + 1.
    With `streets` tokens stand on colour groups only. Returns the value and, in the lowest ORDER
    bits, the order of `stand`.
    """
    found = -1
    if pins == 0:
        others = station_value(stations) + utility_value(utilities)
        dearest = 0 if streets else max(station_value(stations), utility_value(utilities))
        first = highest(colours)
        while first >= 0:
            value = worth_first(colours, others, dearest, stock, fixed, tokens, first)
            found = max(found, value << ORDER | first + 1)
            # Without fixed places no other colour can be better.
            first = -1 if fixed == 0 else highest_below(colours, first)
        return found
    # P18: where tokens stay on groups every order may be the best, unless there are no houses.
    is_open = colours != 0 and stock != 0
    for code in range(ORDERS if is_open else 1):
        order = order_of(colours, code) if is_open else highest(colours) + 1
        if order != 0:
            standing = stand(colours, stock, fixed, order)
            value = worth_pinned(colours, stations, utilities, standing, tokens, pins, streets)
            found = max(found, value << ORDER | order)
    return found


@kernel
def highest_below(colours: int, colour: int) -> int:
    """Return the next colour of a set below a given one, or -1."""
    rest = colours & ((1 << colour) - 1)
    return int(_HIGHEST[rest]) if rest != 0 else -1


@kernel
def order_of(colours: int, code: int) -> int:
    """Return the order of three different colours that a code below ORDERS stands for, or 0.

    With less than three colours the last ones are the first again.
    """
    a = code // (COUNT * COUNT)
    b = code // COUNT % COUNT
    c = code % COUNT
    inside = (colours >> a) & (colours >> b) & (colours >> c) & 1
    count = ones(colours)
    told_apart = (b != a) == (count > 1) and (c != a) == (count > 2) and (c != b or count == 1)
    if inside == 0 or not told_apart:
        return 0
    return (a + 1) | (b + 1) << NIBBLE | (c + 1) << 2 * NIBBLE


@kernel
def worth_pinned(
    colours: int,
    stations: int,
    utilities: int,
    standing: int,
    tokens: int,
    pins: int,
    streets: bool,
) -> int:
    """P18, P24, P25: what monopolies as they stand are worth, with pinned and with free tokens."""
    railways = station_value(stations)
    works = utility_value(utilities)
    total = railways + works
    most = 0 if streets else max(railways, works)
    for group in range(COUNT + 2):
        value = railways if group == STATIONS else works
        if group < COUNT:
            value = 0
            if (colours >> group) & 1:
                value = colour_value(group, height(standing, group))
            total += value
            most = max(most, value)
        total += value * pins_on(pins, group)
    return int(total + tokens * most)


@kernel
def pins_on(pins: int, group: int) -> int:
    """P18: count the tokens that stay on a group."""
    one = int((pins & MOST_PER_LEVEL) == group + 1)
    return one + int(pins >> NIBBLE == group + 1)


# --- free Chance cards --------------------------------------------------------------------------


@kernel
def after_try(
    chance: int, near: int, colours: int, stations: int, utilities: int, stock: int, tokens: int
) -> tuple[int, int, int, int, int]:
    """P18: what a hand is when a free Chance card is tried as something; -1 colours: impossible."""
    if chance == AS_TOKEN:
        tokens += 1
    elif chance <= LEVELS:
        stock += 1 << (chance - 1) * NIBBLE
    elif chance == AS_STATION:
        if stations == 0 or stations == SIZES[STATIONS]:
            colours = -1
        stations += 1
    elif chance == AS_UTILITY:
        if utilities != 1:
            colours = -1
        utilities += 1
    elif chance != UNUSED:
        colour = (chance - AS_DEED) & (COUNT - 1)
        if (near >> colour) & 1 == 0 or (colours >> colour) & 1:
            colours = -1
        else:
            colours |= 1 << colour
    return colours, stations, utilities, stock, tokens


@kernel
def tried(
    deeds: int,
    stock: int,
    tokens: int,
    fixed: int,
    pins: int,
    a: int,
    b: int,
    near: int,
    strict: bool,
    streets: bool,
) -> int:
    """P18: what a hand is worth when its free Chance cards are a and b; -1: that cannot be."""
    colours = colours_short_of(deeds, 0)
    stations = ones(deeds & _STATION_BITS)
    utilities = ones(deeds & _UTILITY_BITS)
    chance = a
    for _ in range(2):
        colours, stations, utilities, stock, tokens = after_try(
            chance, near, colours, stations, utilities, stock, tokens
        )
        if colours < 0:
            return -1
        chance = b
    if strict:
        whole = ones(colours) == colours_begun(deeds) and stations != 1 and utilities != 1
        if deeds == 0 or not whole or not all_stand(colours, stock, fixed):
            return -1
    return best_first(colours, stations, utilities, stock, fixed, tokens, pins, streets) >> ORDER


@kernel
def best(
    deeds: int,
    stock: int,
    tokens: int,
    free: int,
    fixed: int,
    pins: int,
    strict: bool,
    streets: bool,
) -> int:
    """P29: the most that a hand can be worth, without GO, and what its free Chance cards are.

    `deeds` are the deeds held, with those that a Chance card was laid down for; `free` is the
    number of Chance cards that may still be anything. With `strict` every deed, house and hotel
    must have its place (P15). Returns -1 if that is impossible; otherwise the value, to be read
    with `value_of`, and the two tries, to be read with `try_of`. Of equal tries the first counts:
    a token before a house, a house before a deed.
    """
    near = colours_short_of(deeds, 1)
    far = colours_short_of(deeds, 2)
    most = -1
    found = -1
    last = 1 if free == 0 else TRIES if free == 1 else TRIES * TRIES + COUNT
    for code in range(last):
        a = UNUSED
        b = UNUSED
        completed = near
        if free == 1:
            a = code
        elif code >= TRIES * TRIES:
            a = AS_TWO_DEEDS + code - TRIES * TRIES
            completed = far
        elif free > 1:
            a = code // TRIES
            b = code % TRIES
            if b < a:
                continue
        value = tried(deeds, stock, tokens, fixed, pins, a, b, completed, strict, streets)
        if value > most:
            most = value
            found = value << _VALUE | a << _FIELD | b
    return found


@kernel
def after_tries(deeds: int, stock: int, tokens: int, found: int) -> tuple[int, int, int, int, int]:
    """P18: what a hand is when its free Chance cards are what an answer of `best` says.

    Returns colours, stations, utilities, the stock and tokens.
    """
    colours = colours_short_of(deeds, 0)
    stations = ones(deeds & _STATION_BITS)
    utilities = ones(deeds & _UTILITY_BITS)
    every = (1 << COUNT) - 1
    for number in range(2):
        colours, stations, utilities, stock, tokens = after_try(
            try_of(found, number), every, colours, stations, utilities, stock, tokens
        )
    return colours, stations, utilities, stock, tokens


@kernel
def value_of(found: int) -> int:
    """Read the value in an answer of `best`."""
    return found >> _VALUE


@kernel
def try_of(found: int, number: int) -> int:
    """Read what the first (0) or second (1) free Chance card is in an answer of `best`."""
    return (found >> _FIELD * (1 - number)) & ((1 << _FIELD) - 1)


# --- going out ----------------------------------------------------------------------------------


@kernel
def levels_fit(stock: int, colours: int, spare: int) -> bool:
    """P15, P17: tell whether all houses stand on so many colours with spare Chance cards' help."""
    above = 0
    for level in range(LEVELS, 0, -1):
        count = of_level(stock, level)
        if count < above:
            spare -= above - count
            count = above
        above = count
    return spare >= 0 and above <= colours


@kernel
def can_lay_down(deeds: int, stock: int, chances: int) -> bool:
    """P15, P18: tell whether a whole hand can be laid down."""
    deeds &= DEED_BITS
    if deeds == 0:
        return False
    spare = chances - gaps(deeds)
    return spare >= 0 and levels_fit(stock, colours_begun(deeds), spare)
