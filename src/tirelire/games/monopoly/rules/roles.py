"""Chance cards laid down (P18), and what the reward makes of them (P19–P21).

A *role* is a whole number: a deed; a house or hotel on a colour; a token on a group, or one for
which there is no group.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.bits import lowest, ones
from tirelire.core.compiling import kernel
from tirelire.games.monopoly.rules.arrangement import (
    AS_DEED,
    AS_STATION,
    AS_TOKEN,
    AS_TWO_DEEDS,
    AS_UTILITY,
    COUNT,
    ORDER,
    UNUSED,
    after_tries,
    all_stand,
    best,
    best_first,
    colour_value,
    colours_short_of,
    gaps,
    height,
    highest,
    stand,
    station_value,
    try_of,
    utility_value,
    value_of,
)
from tirelire.games.monopoly.rules.hand_bits import (
    CHANCE_BITS,
    DEED_BITS,
    GO_BITS,
    GROUP_BITS,
    KIND_BITS,
    NIBBLE,
    TOKEN_BITS,
    stock_of,
)
from tirelire.games.monopoly.rules.material import (
    BUILD_ROLE,
    DEEDS,
    FIRST_HOUSE,
    GO_VALUE,
    GROUP_OF,
    IDLE_ROLE,
    LEVELS,
    MOST_CHANCES,
    NOTHING,
    ROLE,
    ROLES,
    STATIONS,
    TOKEN,
    TOKEN_ROLE,
    UTILITIES,
)

_GROUP = np.array(GROUP_OF, np.int64)
_COLOUR_DEEDS = int(sum(GROUP_BITS[:COUNT]))


@kernel
def role_level(role: int) -> int:
    """Return the level of a house (1 to 4) or hotel (5) role."""
    return (role - BUILD_ROLE) % LEVELS + 1


@kernel
def role_colour(role: int) -> int:
    """Return the colour that a house or hotel role stands on."""
    return (role - BUILD_ROLE) // LEVELS


@kernel
def build_role(colour: int, level: int) -> int:
    """Return the role of a house or hotel on a colour."""
    return BUILD_ROLE + colour * LEVELS + level - 1


@kernel
def role_kind(role: int) -> int:
    """P20: return the kind of card that a role stands for."""
    if role >= TOKEN_ROLE:
        return TOKEN
    if role >= BUILD_ROLE:
        return FIRST_HOUSE + role_level(role) - 1
    return role


@kernel
def is_build(role: int) -> bool:
    """Tell whether a role is a house or a hotel."""
    return BUILD_ROLE <= role < TOKEN_ROLE


@kernel
def place_of(role: int) -> int:
    """Return the place of a house or hotel role, as `fixed` of an arrangement has it."""
    return 1 << 8 * (role_level(role) - 1) + role_colour(role)


# --- choosing roles -----------------------------------------------------------------------------


@kernel
def may_stand(held: int, a: int, b: int, streets: bool) -> bool:
    """P15, P18: tell whether a hand can be laid down with these roles of its Chance cards.

    The second role, or both, may be NOTHING where there are fewer Chance cards. With `streets`
    tokens stand on colour groups only.
    """
    real = held & DEED_BITS
    if real == 0:
        return False
    deeds = real
    fixed = 0
    for i in range(MOST_CHANCES):
        role = a if i == 0 else b
        if 0 <= role < DEEDS:
            if (deeds >> role) & 1 or real & GROUP_BITS[_GROUP[role]] == 0:
                return False
            deeds |= 1 << role
        elif is_build(role):
            if fixed & place_of(role):
                return False
            fixed |= place_of(role)
        elif role >= TOKEN_ROLE and not may_carry(real, role, streets):
            return False
    if gaps(deeds) != 0:
        return False
    return all_stand(colours_short_of(deeds, 0), stock_of(held), fixed)


@kernel
def may_carry(real: int, role: int, streets: bool) -> bool:
    """P18, P25: tell whether a token can stand where a role says, once all groups are complete.

    It stands nowhere only if no group of the hand can carry it.
    """
    if role == IDLE_ROLE:
        return bool(streets and real & _COLOUR_DEEDS == 0)
    group = role - TOKEN_ROLE
    return bool(real & GROUP_BITS[group] != 0 and (group < COUNT or not streets))


@kernel
def list_roles(held: int, said: int, streets: bool, out: Any) -> int:
    """P18: write the decisions that name the next role, ascending; return how many.

    Roles are said in ascending order, so that each pair is reached by one path; `said` is the first
    of two, or NOTHING.
    """
    two = ones(held & CHANCE_BITS) > 1
    count = 0
    for role in range(max(said, 0), ROLES):
        if two and said == NOTHING:
            fits = False
            other = IDLE_ROLE
            while not fits and other >= role:
                fits = may_stand(held, role, other, streets)
                other -= 1
        else:
            fits = may_stand(held, role, said, streets)
        if fits:
            out[count] = ROLE + role
            count += 1
    return count


@kernel
def best_roles(held: int, streets: bool) -> tuple[int, int]:
    """P18, P29: choose the roles that make a hand worth the most as it is laid down, ascending."""
    deeds = held & DEED_BITS
    stock = stock_of(held)
    tokens = ones(held & TOKEN_BITS)
    free = ones(held & CHANCE_BITS)
    found = best(deeds, stock, tokens, free, 0, 0, True, streets)
    if free == 0 or found < 0:
        return NOTHING, NOTHING
    colours, stations, utilities, stock, _ = after_tries(deeds, stock, tokens, found)
    standing = stand(colours, stock, 0, highest(colours) + 1)
    on = dearest_of(colours, standing, stations, utilities, streets)
    a, b = name_roles(deeds, standing, 0, on, found)
    return (a, b) if b == NOTHING or a < b else (b, a)


@kernel
def name_tokens(held: int, a: int, b: int, streets: bool) -> tuple[int, int]:
    """P18: let tokens without a name stand on the dearest monopoly of the hand as it is laid down.

    They are those with the role IDLE_ROLE; the roles are returned ascending.
    """
    deeds, fixed, _, _ = laid_roles(0, a, b)
    deeds |= held & DEED_BITS
    colours = colours_short_of(deeds, 0)
    stations = ones(deeds & GROUP_BITS[STATIONS])
    utilities = ones(deeds & GROUP_BITS[UTILITIES])
    standing = stand(colours, stock_of(held), fixed, highest(colours) + 1)
    on = dearest_of(colours, standing, stations, utilities, streets)
    role = IDLE_ROLE if on == NOTHING else TOKEN_ROLE + on
    if a == IDLE_ROLE:
        a = role
    if b == IDLE_ROLE:
        b = role
    return (a, b) if b == NOTHING or a < b else (b, a)


@kernel
def name_roles(deeds: int, standing: int, fixed: int, on: int, found: int) -> tuple[int, int]:
    """P18: turn the tries in an answer of `best` into roles.

    Houses and hotels stand on the dearest colours, tokens on the group `on` (or on NOTHING), and of
    several missing deeds the first is named.
    """
    a = try_of(found, 0)
    b = try_of(found, 1)
    if a == UNUSED:
        return NOTHING, NOTHING
    if a >= AS_TWO_DEEDS:
        missing = GROUP_BITS[a - AS_TWO_DEEDS] & ~deeds
        return int(lowest(missing)), int(lowest(missing & (missing - 1)))
    first = name_role(deeds, standing & ~fixed, on, a)
    if b == UNUSED:
        return first, NOTHING
    if first < DEEDS:
        deeds |= 1 << first
    elif is_build(first):
        fixed |= place_of(first)
    return first, name_role(deeds, standing & ~fixed, on, b)


@kernel
def name_role(deeds: int, standing: int, on: int, chance: int) -> int:
    """Turn what one Chance card was tried as into a role."""
    if chance == AS_TOKEN:
        return IDLE_ROLE if on == NOTHING else TOKEN_ROLE + on
    if chance <= LEVELS:
        dearest = COUNT - 1
        while dearest > 0 and (standing >> 8 * (chance - 1) + dearest) & 1 == 0:
            dearest -= 1
        return build_role(dearest, chance)
    group = chance - AS_DEED
    if chance == AS_STATION:
        group = STATIONS
    if chance == AS_UTILITY:
        group = UTILITIES
    return int(lowest(GROUP_BITS[group] & ~deeds))


# --- the reward ---------------------------------------------------------------------------------


@kernel
def is_freed(reward: int, role: int, other: int, second: bool) -> bool:
    """P20: tell whether the reward frees a Chance card; of two alike the second needs two cards."""
    if role == NOTHING:
        return False
    kind = role_kind(role)
    need = 2 if second and are_alike(role, other) else 1
    return bool(ones(reward & KIND_BITS[kind]) >= need)


@kernel
def best_after(held: int, reward: int, a: int, b: int, streets: bool) -> int:
    """P19–P21, P29: the best arrangement of a hand laid down with roles a and b, and its reward.

    Where the reward frees only one of two Chance cards that stand for equal cards, the better one
    is chosen. The answer is that of `best`.
    """
    found = -1
    for _ in range(2 if are_alike(a, b) else 1):
        found = max(found, best_ordered(held, reward, a, b, streets))
        a, b = b, a
    return found


@kernel
def best_ordered(held: int, reward: int, a: int, b: int, streets: bool) -> int:
    """P20: the same where of two Chance cards that stand for equal cards a is freed before b."""
    cards = held | reward
    deeds, fixed, pins, free = laid_roles(reward, a, b)
    return best(
        (cards & DEED_BITS) | deeds,
        stock_of(cards),
        ones(cards & TOKEN_BITS),
        free + ones(reward & CHANCE_BITS),
        fixed,
        pins,
        False,
        streets,
    )


@kernel
def are_alike(a: int, b: int) -> bool:
    """P20: tell whether two Chance cards stand for equal cards."""
    return bool(b != NOTHING and role_kind(a) == role_kind(b))


@kernel
def laid_roles(reward: int, a: int, b: int) -> tuple[int, int, int, int]:
    """P18, P20: what Chance cards stand for that the reward does not free, and how many it does.

    Returns deeds, places of houses and hotels, the groups that tokens stay on as `pins` of an
    arrangement has them, and the number of Chance cards freed.
    """
    deeds = 0
    fixed = 0
    pins = 0
    free = 0
    for i in range(MOST_CHANCES):
        role = a if i == 0 else b
        if role == NOTHING:
            continue
        if is_freed(reward, role, a, i == 1):
            free += 1
        elif role >= TOKEN_ROLE:
            if role != IDLE_ROLE:
                pins = pins << NIBBLE | role - TOKEN_ROLE + 1
        elif is_build(role):
            fixed |= place_of(role)
        else:
            deeds |= 1 << role
    return deeds, fixed, pins, free


# --- the arrangement in full --------------------------------------------------------------------

# Places in a plan: the height of each colour (-1: no monopoly), then these.
PLAN_STATIONS = COUNT
PLAN_UTILITIES = COUNT + 1
PLAN_TOKENS = COUNT + 2
PLAN_ON = COUNT + 3  # the group that tokens stand on, -1: none
PLAN_GO = COUNT + 4
PLAN_PINS = COUNT + 5  # P18: the groups that Chance cards stay on as tokens, as `best_first` says
PLAN_ROLES = COUNT + 6  # roles of the Chance cards that were free, or NOTHING
PLAN = PLAN_ROLES + MOST_CHANCES


@kernel
def write_plan(
    held: int, reward: int, a: int, b: int, out: bool, strict: bool, streets: bool, plan: Any
) -> int:
    """P24–P29: write the best arrangement of a hand into a plan; return its value, GO included.

    With `out` the hand was laid down with roles a and b, or with free Chance cards where they are
    NOTHING; without, it has none that count. -1: `strict` cannot be met.
    """
    cards = held | reward
    if are_alike(a, b):
        found = best_ordered(held, reward, a, b, streets)
        if best_ordered(held, reward, b, a, streets) > found:
            a, b = b, a
    deeds, fixed, pins, free = laid_roles(reward, a, b)
    if out:
        free += ones((cards if a == NOTHING else reward) & CHANCE_BITS)
    deeds |= cards & DEED_BITS
    stock = stock_of(cards)
    tokens = ones(cards & TOKEN_BITS)
    found = best(deeds, stock, tokens, free, fixed, pins, strict, streets)
    if found < 0:
        return -1
    colours, stations, utilities, stock, tokens = after_tries(deeds, stock, tokens, found)
    order = best_first(colours, stations, utilities, stock, fixed, tokens, pins, streets)
    standing = stand(colours, stock, fixed, order & ((1 << ORDER) - 1))
    on = dearest_of(colours, standing, stations, utilities, streets)
    plan[PLAN_ROLES], plan[PLAN_ROLES + 1] = name_roles(deeds, standing, fixed, on, found)
    for colour in range(COUNT):
        plan[colour] = height(standing, colour) if (colours >> colour) & 1 else NOTHING
    plan[PLAN_STATIONS] = stations
    plan[PLAN_UTILITIES] = utilities
    plan[PLAN_TOKENS] = tokens
    plan[PLAN_ON] = on
    plan[PLAN_PINS] = pins
    plan[PLAN_GO] = ones(cards & GO_BITS)
    return int(value_of(found) + GO_VALUE * ones(cards & GO_BITS))


@kernel
def dearest_of(colours: int, standing: int, stations: int, utilities: int, streets: bool) -> int:
    """P25: find the group on which a token pays the most, or NOTHING."""
    most = 0
    on = NOTHING
    if not streets:
        railways = station_value(stations)
        works = utility_value(utilities)
        most = max(railways, works)
        if most > 0:
            on = STATIONS if railways >= works else UTILITIES
    for colour in range(COUNT):
        if (colours >> colour) & 1:
            value = colour_value(colour, height(standing, colour))
            if value >= most:
                most = value
                on = colour
    return on
