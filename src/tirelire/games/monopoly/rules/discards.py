"""Discarding down to ten cards to go out (P12): what may be dropped, and what is best dropped."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.bits import lowest, ones
from tirelire.core.compiling import allocating, kernel
from tirelire.games.monopoly.rules.arrangement import (
    COUNT,
    best,
    can_lay_down,
    colours_short_of,
    value_of,
)
from tirelire.games.monopoly.rules.hand_bits import (
    BONUS_BITS,
    CHANCE_BITS,
    DEED_BITS,
    GO_BITS,
    GROUP_BITS,
    KIND,
    KIND_BITS,
    MR_BITS,
    TOKEN_BITS,
    list_kinds,
    of_level,
    stock_of,
    without,
)
from tirelire.games.monopoly.rules.material import (
    CHANCE,
    FIRST_HOUSE,
    GO,
    GO_VALUE,
    GROUPS,
    HAND,
    LEVELS,
    MOST_CHANCES,
    SIZES,
    STATIONS,
    TOKEN,
    UTILITIES,
)

_SIZES = np.array(SIZES, np.int64)
_ROW = COUNT + 1
_CELLS = (MOST_CHANCES + 1) * _ROW
_TO_HAND = (1 << HAND + 1) - 1


@kernel
def can_go_out(held: int) -> bool:
    """P12, P15: tell whether a hand can go out, after discarding down to ten where it has more."""
    deeds = held & DEED_BITS
    chances = ones(held & CHANCE_BITS)
    if ones(held) <= HAND:
        return can_lay_down(deeds, stock_of(held), chances)
    return may_reduce(held, deeds, chances) and can_reduce(held, 0)


@kernel
def may_reduce(held: int, deeds: int, chances: int) -> bool:
    """P12: tell quickly whether ten cards could be kept at all, counting generously.

    Most hands fail here. A Chance card helps to keep two deeds at most, and to complete one colour.
    """
    complete = colours_short_of(deeds, 0)
    kept = 2 * chances
    for group in range(COUNT):
        kept += ones(deeds & GROUP_BITS[group]) * ((complete >> group) & 1)
    stations = ones(deeds & GROUP_BITS[STATIONS])
    utilities = ones(deeds & GROUP_BITS[UTILITIES])
    kept += (stations if stations > 1 else 0) + (2 if utilities > 1 else 0)
    if deeds == 0 or kept == 0:
        return False
    colours = ones(complete) + chances
    stock = stock_of(held)
    for level in range(1, LEVELS + 1):
        kept += min(colours, of_level(stock, level))
    return bool(kept + ones(held & BONUS_BITS) >= HAND)


@allocating
def can_reduce(held: int, floor: int) -> bool:
    """P12: tell whether cards of the kinds from `floor` on can be dropped to go out with ten.

    First, which numbers of deeds can be kept, for each number of colours among them and of Chance
    cards that they need: `reach` holds the numbers as bits. Then, whether the other cards can fill
    the hand: any number of them between the fewest and the most will do, as one can always be
    dropped more, the topmost house first.
    """
    chances = ones(held & CHANCE_BITS)
    stock = stock_of(held)
    reach = np.zeros(_CELLS, np.int64)
    after = np.zeros(_CELLS, np.int64)
    reach[0] = 1
    below = (1 << min(floor, FIRST_HOUSE)) - 1
    for group in range(len(GROUPS)):
        deeds = held & GROUP_BITS[group]
        if deeds == 0:
            continue
        for i in range(_CELLS):
            after[i] = 0
        for kept in range(ones(deeds & below), ones(deeds) + 1):
            need = 0
            if kept > 0:
                need = int(kept == 1) if group == STATIONS else int(_SIZES[group]) - kept
            colour = 1 if kept > 0 and group < COUNT else 0
            for used in range(chances - need + 1):
                for colours in range(COUNT + 1 - colour):
                    numbers = (reach[used * _ROW + colours] << kept) & _TO_HAND
                    after[(used + need) * _ROW + colours + colour] |= numbers
        for i in range(_CELLS):
            reach[i] = after[i]
    bonus = ones(held & BONUS_BITS) - chances
    forced = 0
    if floor > TOKEN:
        forced += ones(held & TOKEN_BITS)
    if floor > GO:
        forced += ones(held & GO_BITS)
    level = max(1, floor - FIRST_HOUSE + 1)
    for used in range(chances + 1):
        for colours in range(COUNT + 1):
            numbers = reach[used * _ROW + colours] & ~1
            if numbers == 0:
                continue
            spare = chances - used
            fewest, most = built_range(stock, colours, spare, level)
            if most < 0:
                continue
            fewest = forced + (built_below(stock, level) + spare if floor > CHANCE else fewest)
            most += spare + bonus
            while numbers != 0:
                rest = HAND - used - lowest(numbers)
                if fewest <= rest <= most:
                    return True
                numbers &= numbers - 1
    return False


@kernel
def built_below(stock: int, level: int) -> int:
    """Count the houses below a level."""
    count = 0
    for i in range(1, min(level, LEVELS + 1)):
        count += of_level(stock, i)
    return count


@kernel
def built_range(stock: int, colours: int, spare: int, level: int) -> tuple[int, int]:
    """P17: the fewest cards and the most houses kept when those below a level must all stand.

    So many colours are there, and so many Chance cards to fill gaps with; the fewest count the
    Chance cards that must fill one. -1 for the most: impossible.
    """
    fewest = 99
    most = -1
    for a in range(LEVELS + 1):
        if a > 0 and spare < 1:
            break
        for b in range(a, LEVELS + 1):
            if b > 0 and spare < (2 if a > 0 else 1):
                break
            standing = colours
            real = 0
            stands = True
            for i in range(1, LEVELS + 1):
                count = of_level(stock, i)
                standing = min(standing, count + (i == a) + (i == b))
                if i < level and standing < count:
                    stands = False
                real += min(count, standing)
            if stands:
                most = max(most, real)
                fewest = min(fewest, built_below(stock, level) + (a > 0) + (b > 0))
    return fewest, most


@kernel
def list_drops(held: int, dropped: int, out: Any) -> int:
    """P12: write the kinds that may be dropped next, ascending, so that the rest can go out.

    Kinds are dropped in ascending order, so that each choice is reached by one path.
    """
    left = without(held, dropped)
    floor = last_kind(dropped)
    count = list_kinds(left, out)
    kept = 0
    for i in range(count):
        kind = int(out[i])
        if kind >= floor:
            copies = left & KIND_BITS[kind]
            if can_reduce(left & ~(copies & -copies), kind):
                out[kept] = kind
                kept += 1
    return kept


@kernel
def last_kind(dropped: int) -> int:
    """Return the highest kind among dropped cards, or 0."""
    kind = len(KIND_BITS) - 1
    while kind > 0 and dropped & KIND_BITS[kind] == 0:
        kind -= 1
    return kind


@kernel
def drop_one(dropped: int, kind: int) -> int:
    """Add a card of a kind to the dropped ones; copies are told by their number only."""
    free = KIND_BITS[kind] & ~dropped
    return int(dropped | (free & -free))


# --- the best choice ----------------------------------------------------------------------------


@allocating
def best_drops(held: int, streets: bool) -> int:
    """P12, P29: choose what to drop, down to ten cards, so that the hand is worth the most.

    Deeds of one group are alike here, and so are the copies of a kind: so choices are the numbers
    kept of each group, of each level and of each bonus card. Returns the dropped cards.
    """
    most = -1
    found = 0
    number = np.zeros(len(GROUPS), np.int64)
    chances = ones(held & CHANCE_BITS)
    group = 0
    number[0] = -1
    while group >= 0:
        number[group] += 1
        if number[group] > ones(held & GROUP_BITS[group]):
            group -= 1
            continue
        if group + 1 < len(GROUPS):
            group += 1
            number[group] = -1
            continue
        deeds = first_deeds(held, number)
        if deeds == 0 or ones(deeds) > HAND or not can_lay_down(deeds, 0, chances):
            continue
        value, kept = best_rest(held, deeds, streets)
        if value > most:
            most = value
            found = without(held, kept)
    return canonical(found)


@kernel
def first_deeds(held: int, number: Any) -> int:
    """Return the first deeds of a hand, so many of each group."""
    kept = 0
    for group in range(len(GROUPS)):
        rest = held & GROUP_BITS[group]
        for _ in range(number[group]):
            kept |= rest & -rest
            rest &= rest - 1
    return int(kept)


@kernel
def best_rest(held: int, deeds: int, streets: bool) -> tuple[int, int]:
    """Choose the houses and bonus cards to keep beside given deeds; return value and hand."""
    most = -1
    found = 0
    stock = stock_of(held)
    every = 1
    for level in range(1, LEVELS + 1):
        every *= of_level(stock, level) + 1
    for code in range(every):
        kept = deeds
        for level in range(1, LEVELS + 1):
            size = of_level(stock, level) + 1
            kept |= first_copies(held, FIRST_HOUSE + level - 1, code % size)
            code //= size
        for chances in range(ones(held & CHANCE_BITS) + 1):
            hand = kept | first_copies(held, CHANCE, chances)
            if ones(hand) > HAND or not can_lay_down(deeds, stock_of(hand), chances):
                continue
            for tokens_first in range(2):
                whole = filled(held, hand, tokens_first == 1)
                if ones(whole) == HAND:
                    value = value_of(
                        best(
                            deeds,
                            stock_of(whole),
                            ones(whole & TOKEN_BITS),
                            chances,
                            0,
                            0,
                            True,
                            streets,
                        )
                    ) + GO_VALUE * ones(whole & GO_BITS)
                    if value > most:
                        most = value
                        found = whole
    return most, found


@kernel
def first_copies(held: int, kind: int, count: int) -> int:
    """Return so many cards of a kind in a hand."""
    rest = held & KIND_BITS[kind]
    kept = 0
    for _ in range(count):
        kept |= rest & -rest
        rest &= rest - 1
    return int(kept)


@kernel
def filled(held: int, hand: int, tokens_first: bool) -> int:
    """Fill a hand up to ten with bonus cards: tokens or GO first, Mr. Monopoly last.

    What a hand is worth grows ever faster with its tokens, so that all or none are best.
    """
    first = TOKEN_BITS if tokens_first else GO_BITS
    second = GO_BITS if tokens_first else TOKEN_BITS
    for i in range(3):
        rest = held & (first if i == 0 else second if i == 1 else MR_BITS)
        while rest != 0 and ones(hand) < HAND:
            hand |= rest & -rest
            rest &= rest - 1
    return int(hand)


@kernel
def canonical(dropped: int) -> int:
    """Name dropped cards by their numbers only: the first copies of each kind."""
    result = 0
    while dropped != 0:
        copies = KIND_BITS[KIND[lowest(dropped)]]
        count = ones(dropped & copies)
        result |= first_copies(int(copies), int(KIND[lowest(dropped)]), count)
        dropped &= ~copies
    return int(result)
