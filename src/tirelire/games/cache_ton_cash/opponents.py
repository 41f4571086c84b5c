"""Heuristics for the arena (see `contract.opponents`): they count the cards of sets, no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tirelire.core.chance import Source
from tirelire.games.cache_ton_cash.rules.material import (
    ACTING,
    CHALLENGE,
    CLAIM,
    CONTEST,
    DEAR,
    KIND_OF,
    KIND_VALUES,
    PAIR,
    PICK,
    SECOND,
    SILVER,
    SINGLES,
    STACK,
    STOP,
    SWAP,
    UPGRADE,
    VALUES,
)
from tirelire.games.cache_ton_cash.text.moves import kinds_of, piles_of

WORTHY = 60
"""From this value on `banker` fights for a set."""
_FIRST = 1000
"""Added to what has to be done before anything else."""

Score = Callable[[Any, int], float]
"""How much a seat likes a decision, from its view."""


def set_value(r: Any, seat: int, nth: int) -> int:
    """Add up the cards of a set of a stack; the first from the top is 1."""
    place = r.sets[seat] - nth
    return sum(VALUES[x] for x in r.cards_in(STACK + seat) if r.place[x] == place)


def value_of(kind: int) -> int:
    """Return the value of a card of a kind."""
    return KIND_VALUES[kind]


def is_challenge(decision: int) -> bool:
    """Tell whether a decision begins a fight about a set of another stack."""
    return CHALLENGE <= decision < UPGRADE or SECOND <= decision < CLAIM


def is_fight(decision: int) -> bool:
    """Tell whether a decision begins a fight or goes on in one."""
    return is_challenge(decision) or CONTEST <= decision < STOP


def prize(r: Any, decision: int) -> int:
    """Return the value of the set that a challenge is about."""
    if decision < UPGRADE:
        return set_value(r, (decision - CHALLENGE) // SINGLES, 1)
    return set_value(r, (decision - SECOND) // DEAR, 2)


def cost(r: Any, decision: int) -> int:
    """Add up the cards of the hand that a decision uses."""
    return sum(KIND_VALUES[kind] for kind in kinds_of(r, r.seat, decision))


def uses_wild(r: Any, decision: int) -> bool:
    """Tell whether a decision uses a wild card of the hand."""
    return any(kind >= SILVER for kind in kinds_of(r, r.seat, decision))


def gain(r: Any, decision: int) -> float:
    """Return what a decision adds to the own stack if nobody objects; a discard costs its card."""
    if decision < PAIR:
        return -cost(r, decision)
    if is_challenge(decision):
        return prize(r, decision)
    if PICK <= decision < CHALLENGE:
        return cost(r, decision) + value_of(r.face)
    if CLAIM <= decision < CONTEST:
        return cost(r, decision) + sum(value_of(r.tops[pile]) for pile in piles_of(decision))
    if SWAP <= decision < SWAP + r.players:
        return set_value(r, decision - SWAP, 1) - set_value(r, r.seat, 1)
    return cost(r, decision)


def held(r: Any, kind: int) -> int:
    """Count the cards of a kind in the own hand."""
    return sum(KIND_OF[card] == kind for card in r.cards_in(r.seat))


# --- the opponents ------------------------------------------------------------------------------


def _raider(r: Any, decision: int) -> float:
    """Always challenge and never give up, with the cheapest cards that do it."""
    if r.phase != ACTING:
        return -cost(r, decision) if is_fight(decision) else -_FIRST
    return gain(r, decision) + (_FIRST if is_challenge(decision) else 0)


def _pacifist(r: Any, decision: int) -> float:
    """Never fight: form the dearest set, and give up whatever is asked for."""
    return -_FIRST if is_fight(decision) else gain(r, decision)


def _miser(r: Any, decision: int) -> float:
    """Keep wild cards in the hand, and use equal cards alone."""
    liked = gain(r, decision) if r.phase == ACTING else -cost(r, decision)
    if decision == STOP:
        liked = -_FIRST / 2
    return liked - (_FIRST if uses_wild(r, decision) else 0)


def _banker(r: Any, decision: int) -> float:
    """Form the dearest sets, and fight only for what is worth it, with cards in reserve."""
    if not is_fight(decision):
        return gain(r, decision)
    is_strong = held(r, r.prize) + held(r, SILVER) > 1
    if is_challenge(decision):
        (kind, *_) = kinds_of(r, r.seat, decision)
        is_worthy = prize(r, decision) >= WORTHY and held(r, kind) > 1
        return _FIRST + gain(r, decision) if is_worthy else -_FIRST
    return _FIRST - cost(r, decision) if is_strong else -_FIRST


def _by(score: Score) -> Callable[[Any, Sequence[int], Source], list[int]]:
    """Make an opponent that chooses what it likes the most, the first of several."""

    def choose(r: Any, legal: Sequence[int], _rng: Source) -> list[int]:
        return [max(legal, key=lambda decision: score(r, decision))]

    return choose


OPPONENTS = {
    "raider": _by(_raider),
    "pacifist": _by(_pacifist),
    "miser": _by(_miser),
    "banker": _by(_banker),
}
