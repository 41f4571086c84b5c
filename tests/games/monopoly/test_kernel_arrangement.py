"""The compiled arrangement against the plain exhaustive search: 100,000 random hands.

With SOAK=1 in the environment ten times as many.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tirelire.core.bits import ones
from tirelire.core.compiling import array_type, entry_point
from tirelire.games.monopoly.rules import arrangement, discards, hand_bits, roles
from tirelire.games.monopoly.rules import material as c
from tirelire.games.monopoly.text import sheet
from tirelire.games.monopoly.text.positions import CODES
from tirelire.games.monopoly.text.roles import dropped_kinds, read_role, role_name

from .exhaustive import COLOURS, SIZE, STOREYS, arrangements, best, best_after_reward
from .helpers import DECK

SOAK = 10 if os.environ.get("SOAK") == "1" else 1
NOT_OUT, OUT, REWARDS, SURPLUS = 62_000, 36_000, 1_500, 500
PIECES = 10
"""Hands are cut into pieces, so that workers share them."""
RULES = ("any_monopoly", "colour_groups")


# --- random hands -------------------------------------------------------------------------------


def random_hand(rng: random.Random, most: int) -> list[str]:
    """Return a hand in which groups are often complete and houses often in order."""
    cards: list[str] = []
    for group in rng.sample(sorted(SIZE), rng.randint(0, 4)):
        deeds = [f"{group}{n + 1}" for n in range(SIZE[group])]
        cards += [deed for deed in deeds if rng.random() < 0.85]
        if group in COLOURS:
            cards += STOREYS[: rng.choice((0, 0, 1, 2, 3, 4, 5))]
    cards += ["CHANCE"] * rng.choice((0, 0, 1, 2)) + ["TOKEN"] * rng.choice((0, 0, 1, 2, 3))
    deck = sorted(DECK.elements())
    cards += rng.sample(deck, rng.choice((0, 0, 1, 2, 3)))
    rng.shuffle(cards)
    hand = Counter(cards[:most]) & DECK
    return sorted(hand.elements())


def bits_of(cards: list[str]) -> int:
    """Return a hand as bits."""
    return sum(1 << card for card in CODES.choose(cards, range(c.CARDS)))


# --- entry points -------------------------------------------------------------------------------


@cache
def judge() -> Any:
    """Answer: can it be laid down, can it go out, best roles, the best with roles and reward."""
    lay, leave, choose = arrangement.can_lay_down, discards.can_go_out, roles.best_roles
    after, value, stock = roles.best_after, arrangement.value_of, hand_bits.stock_of
    chances, drops = hand_bits.CHANCE_BITS, discards.best_drops

    def run(question: Any, answer: Any) -> None:
        held, reward, a, b = question[0], question[1], question[2], question[3]
        streets = question[4] == 1
        answer[0] = lay(held, stock(held), ones(held & chances))
        answer[1] = leave(held)
        answer[2], answer[3] = choose(held, streets)
        answer[4] = value(after(held, reward, a, b, streets))
        answer[5] = drops(held, streets) if answer[1] else 0

    numbers = array_type(np.int64)
    return entry_point(run, "judge", "monopoly", (numbers, numbers))


@cache
def lister() -> Any:
    """List the next roles of a hand (1), or the next cards to drop (0)."""
    list_roles, list_drops = roles.list_roles, discards.list_drops

    def run(question: Any, out: Any) -> int:
        if question[0] == 1:
            return int(list_roles(question[1], question[2], question[3] == 1, out))
        return int(list_drops(question[1], question[2], out))

    return entry_point(run, "lister", "monopoly", (array_type(np.int64), array_type(np.int16)))


def asked(
    hand: list[str], rule: str, reward: list[str] | None = None, said: tuple[str, ...] = ()
) -> list[int]:
    """Ask the judge."""
    named = sorted(read_role(f"CHANCE={role}") for role in said)
    a, b = [*named, c.NOTHING, c.NOTHING][:2]
    question = [bits_of(hand), 0, a, b, RULES.index(rule)]
    if reward:
        # Equal copies: the reward's are those that the hand does not use.
        taken = set(CODES.choose(hand, range(c.CARDS)))
        free = [card for card in range(c.CARDS) if card not in taken]
        question[1] = sum(1 << card for card in CODES.choose(reward, free))
    answer = np.zeros(6, np.int64)
    judge()(np.array(question, np.int64), answer)
    return [int(number) for number in answer]


def listed(*question: int) -> list[int]:
    """Ask the lister."""
    out = np.zeros(c.DECISIONS, np.int16)
    return [int(x) for x in out[: lister()(np.array(question, np.int64), out)]]


def planned(hand: list[str], rule: str, *, out: bool) -> int:
    """Return the value of the best plan; -1: it cannot be laid down."""
    if not out and "CHANCE" in hand:
        return 0
    plan = np.zeros(roles.PLAN, np.int64)
    question = [bits_of(hand), 0, c.NOTHING, c.NOTHING, out, out, RULES.index(rule)]
    return int(sheet._planner()(np.array(question, np.int64), plan))


# --- tests --------------------------------------------------------------------------------------


@pytest.mark.rule("P28", "P29")
@pytest.mark.parametrize("piece", range(PIECES))
def test_hands_that_did_not_go_out_are_worth_what_the_search_finds(piece: int) -> None:
    rng = random.Random(f"not out {piece}")
    for _ in range(NOT_OUT * SOAK // PIECES):
        hand, rule = random_hand(rng, rng.choice((3, 5, 6, 8, 8, 10, 15))), rng.choice(RULES)
        assert planned(hand, rule, out=False) == best(hand, False, rule), hand


@pytest.mark.rule("P15", "P18", "P29")
@pytest.mark.parametrize("piece", range(PIECES))
def test_hands_go_out_exactly_when_the_search_says_and_for_as_much(piece: int) -> None:
    rng = random.Random(f"out {piece}")
    for number in range(OUT * SOAK // PIECES):
        hand, rule = random_hand(rng, rng.choice((4, 6, 8, 10, 15))), rng.choice(RULES)
        found = arrangements(hand, tokens_on=rule)
        most = max(found.values(), default=-1)
        assert planned(hand, rule, out=True) == most, hand
        can, _, a, b, _, _ = asked(hand, rule)
        assert can == bool(found), hand
        if found and "CHANCE" in hand:
            said = tuple(sorted(role_name(role) for role in (a, b) if role != c.NOTHING))
            assert found[said] == most, hand
            if number % 5 == 0:
                streets = RULES.index(rule)
                assert paths(bits_of(hand), hand.count("CHANCE"), streets) == sorted(found), hand


def paths(held: int, chances: int, streets: int) -> list[tuple[str, ...]]:
    """Return all roles that can be said one after the other."""
    first = [decision - c.ROLE for decision in listed(1, held, c.NOTHING, streets)]
    if chances == 1:
        return sorted((role_name(role),) for role in first)
    pairs = [(a, b - c.ROLE) for a in first for b in listed(1, held, a, streets)]
    assert all(listed(1, held, a, streets) for a in first)
    return sorted(tuple(sorted((role_name(a), role_name(b)))) for a, b in pairs)


@pytest.mark.rule("P19", "P20", "P21", "P29")
@pytest.mark.parametrize("piece", range(PIECES))
def test_rewards_are_worth_what_the_search_finds(piece: int) -> None:
    rng = random.Random(f"reward {piece}")
    done = 0
    while done < REWARDS * SOAK // PIECES:
        hand, rule = random_hand(rng, 10), rng.choice(RULES)
        if rng.random() < 0.8 and "CHANCE" not in hand:
            continue
        found = list(arrangements(hand, tokens_on=rule))
        if not found:
            continue
        built = [some for some in found if any("@" in role for role in some)]
        said = rng.choice(built if built and rng.random() < 0.7 else found)
        left = DECK - Counter(hand)
        wanted = Counter(role.split("@")[0] for role in said) & left
        reward = list(wanted.elements())[: rng.randint(0, 2)]
        more = sorted((left - Counter(reward)).elements())
        reward += rng.sample(more, rng.randint(0, 5 - len(reward)))
        value = best_after_reward(hand, list(said), reward, 15, rule)
        bonus = 200 * (hand + reward).count("GO")
        assert asked(hand, rule, reward, said)[4] + bonus == value, (hand, said, reward, rule)
        done += 1


@pytest.mark.rule("P12")
@pytest.mark.parametrize("piece", range(PIECES))
def test_what_may_be_discarded_to_go_out_is_what_the_search_allows(piece: int) -> None:
    rng = random.Random(f"surplus {piece}")
    done = 0
    while done < SURPLUS * SOAK // PIECES:
        hand, rule = random_hand(rng, rng.choice((11, 11, 12, 13))), rng.choice(RULES)
        if len(hand) <= c.HAND:
            continue
        done += 1
        kept = {some: best(list(some), True, rule) for some in set(combinations(hand, c.HAND))}
        allowed = {some: value for some, value in kept.items() if value is not None}
        _, can, _, _, _, dropped = asked(hand, rule)
        assert can == bool(allowed), hand
        if allowed:
            ways = all_drops(bits_of(hand), 0, len(hand) - c.HAND)
            rest = [sorted((Counter(hand) - Counter(way)).elements()) for way in ways]
            assert sorted(rest) == sorted(map(list, allowed)), hand
            names = Counter(c.KINDS[kind] for kind in dropped_kinds(dropped))
            chosen = tuple(sorted((Counter(hand) - names).elements()))
            assert allowed[chosen] == max(allowed.values()), (hand, names)


def all_drops(held: int, dropped: int, left: int) -> list[list[str]]:
    """Return every choice of cards that can be dropped one after the other."""
    if left == 0:
        return [[c.KINDS[kind] for kind in dropped_kinds(dropped)]]
    kinds = listed(0, held, dropped)
    assert kinds, "no dead ends"
    result = []
    for kind in kinds:
        copies = int(hand_bits.KIND_BITS[kind]) & ~dropped
        result += all_drops(held, dropped | copies & -copies, left - 1)
    return result
