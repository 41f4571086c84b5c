"""Roles of Chance cards as text, and the choices of a player who goes out (P12, P18)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from tirelire.core.compiling import array_type, entry_point
from tirelire.core.errors import NotationError
from tirelire.core.refusals import Refusal
from tirelire.games.monopoly.rules import material as c
from tirelire.games.monopoly.rules.discards import best_drops
from tirelire.games.monopoly.rules.hand_bits import KIND_BITS
from tirelire.games.monopoly.rules.roles import best_roles, name_tokens

FOREIGN_ROLE = c.ROLES  # P18: GO or Mr. Monopoly
FOREIGN_PLACE = c.ROLES + 1  # P17: a house on stations or utilities
CHANCE_WORD = "CHANCE="
BEST_DROPS, BEST_ROLES, NAMED_ROLES = range(3)
"""What `choose` is asked for."""


def read_role(word: str) -> int:
    """Read the role of a Chance card: CHANCE=YEL3, CHANCE=H2@YEL, CHANCE=TOKEN@YEL.

    A token without a group is IDLE_ROLE: see `named_roles`.
    """
    text = word.removeprefix(CHANCE_WORD)
    code, at, group = text.partition("@")
    if word.startswith(CHANCE_WORD):
        if at and code in c.KINDS[c.FIRST_HOUSE : c.HOTEL + 1] and group in c.GROUPS:
            if group not in c.COLOURS:
                return FOREIGN_PLACE
            level = c.KINDS.index(code) - c.FIRST_HOUSE
            return c.BUILD_ROLE + c.COLOURS.index(group) * c.LEVELS + level
        if code in c.DEED_CODES and not at:
            return c.DEED_CODES.index(code)
        if code in ("GO", "MR") and not at:
            return FOREIGN_ROLE
        if text == "TOKEN":
            return c.IDLE_ROLE
        if code == "TOKEN" and group in c.GROUPS:
            return c.TOKEN_ROLE + c.GROUPS.index(group)
    roles = ("YEL3", "H2@YEL", "HOTEL@YEL", "TOKEN@YEL")
    allowed = ", ".join(CHANCE_WORD + role for role in roles)
    raise NotationError(Refusal("wrong_parts", move=word[:40], allowed=allowed))


def role_name(role: int) -> str:
    """Write what a role stands for: YEL3, H2@YEL, TOKEN@YEL."""
    if role == c.IDLE_ROLE:
        return "TOKEN"
    if role >= c.TOKEN_ROLE:
        return f"TOKEN@{c.GROUPS[role - c.TOKEN_ROLE]}"
    if role < c.DEEDS:
        return c.DEED_CODES[role]
    group, level = divmod(role - c.BUILD_ROLE, c.LEVELS)
    return f"{c.KINDS[c.FIRST_HOUSE + level]}@{c.COLOURS[group]}"


def role_word(role: int) -> str:
    """Write a role as a part of a move."""
    return CHANCE_WORD + role_name(role)


def dropped_kinds(drop: int) -> list[int]:
    """List the kinds of dropped cards, ascending."""
    return [kind for card, kind in enumerate(c.KIND_OF) if drop >> card & 1]


def without(held: int, kinds: Sequence[int]) -> int:
    """Return a set of cards without one of each kind."""
    for kind in kinds:
        copies = held & int(KIND_BITS[kind])
        held &= ~(copies & -copies)
    return held


def named_roles(held: int, roles: Sequence[int], streets: bool) -> list[int]:
    """P18: let tokens without a group stand on the dearest monopoly of the hand as it is laid down.

    Where none can carry a token, they stand nowhere.
    """
    if c.IDLE_ROLE not in roles or len(roles) > c.MOST_CHANCES:
        return list(roles)
    return choose(held, streets, NAMED_ROLES, roles)


def choose(held: int, streets: bool, wanted: int, roles: Sequence[int] = ()) -> list[int]:
    """P12, P18: choose for the best what to drop, or roles, or where tokens stand."""
    answer = np.full(c.MOST_CHANCES, c.NOTHING, np.int64)
    answer[: len(roles)] = roles
    _chooser()(np.array([held, streets, wanted], np.int64), answer)
    return [int(number) for number in answer if number != c.NOTHING]


@cache
def _chooser() -> Any:
    drops, choose, name = best_drops, best_roles, name_tokens

    def run(question: Any, answer: Any) -> None:
        held, streets, wanted = question[0], question[1] == 1, question[2]
        if wanted == BEST_DROPS:
            answer[0] = drops(held, streets)
        elif wanted == BEST_ROLES:
            answer[0], answer[1] = choose(held, streets)
        else:
            answer[0], answer[1] = name(held, answer[0], answer[1], streets)

    numbers = array_type(np.int64)
    return entry_point(run, "chooser", "monopoly", (numbers, numbers))
