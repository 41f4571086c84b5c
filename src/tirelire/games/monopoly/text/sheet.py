"""Counting the cards of a hand of Monopoly (P24–P29), with the arrangement that counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from tirelire.core.compiling import array_type, entry_point
from tirelire.core.options import Value
from tirelire.core.options import encode as encode_options
from tirelire.core.sheets import Line, Sheet
from tirelire.games.monopoly.rules import material as c
from tirelire.games.monopoly.rules import roles as r
from tirelire.games.monopoly.rules.hand_bits import CHANCE_BITS, MOST_PER_LEVEL, NIBBLE
from tirelire.games.monopoly.text import words
from tirelire.games.monopoly.text.positions import CODES
from tirelire.games.monopoly.text.roles import role_name

GOES_OUT = True
"""A player who goes out ends the deal, and their Chance cards count (P12, P18)."""


class Arranged(Line):
    """A line that names a group or a role."""

    def in_words(self) -> dict[str, Any]:
        """Return the values as they are told."""
        named = words.place if self.key == "monopoly.tokens" else words.group
        told = {"group": named, "role": words.role}
        return {k: told[k](v) if k in told else v for k, v in self.values.items()}


@cache
def _planner() -> Any:
    """Compile the search for an arrangement: (question, plan) -> value, -1 if there is none."""
    write_plan = r.write_plan

    def run(question: Any, plan: Any) -> int:
        held, reward, a, b = question[0], question[1], question[2], question[3]
        out, strict, streets = question[4] == 1, question[5] == 1, question[6] == 1
        return int(write_plan(held, reward, a, b, out, strict, streets, plan))

    numbers = array_type(np.int64)
    return entry_point(run, "planner", "monopoly", (numbers, numbers))


def warm_up() -> None:
    """Compile the entry points that count, or load them, before the first request."""
    _planner()


def _sheet(
    held: int, reward: int, roles: tuple[int, int], *, out: bool, strict: bool, streets: bool
) -> Sheet | None:
    """Find the best arrangement and write it line by line; None: `strict` cannot be met."""
    if not out and held & CHANCE_BITS:
        return Sheet([Line("P28", 0, "monopoly.chance_kept")])
    plan = np.zeros(r.PLAN, np.int64)
    question = np.array([held, reward, *roles, out, strict, streets], np.int64)
    if _planner()(question, plan) < 0:
        return None
    lines: list[Line] = []
    values = {}
    for group, code in enumerate(c.COLOURS):
        level = int(plan[group])
        if level != c.NOTHING:
            values[group] = _value(group, level)
            key = "hotel" if level == c.HOTEL_LEVEL else "houses" if level else "bare"
            where = {"group": code, "n": level}
            lines.append(Arranged("P24", values[group], f"monopoly.{key}", where))
    stations = int(plan[r.PLAN_STATIONS])
    if c.STATION_VALUES[stations]:
        values[c.STATIONS] = c.STATION_VALUES[stations]
        lines.append(Line("P24", values[c.STATIONS], "monopoly.stations", {"n": stations}))
    if plan[r.PLAN_UTILITIES] == c.SIZES[c.UTILITIES]:
        values[c.UTILITIES] = c.UTILITIES_VALUE
        lines.append(Line("P24", c.UTILITIES_VALUE, "monopoly.utilities"))
    lines += _tokens(int(plan[r.PLAN_TOKENS]), int(plan[r.PLAN_ON]), int(plan[r.PLAN_PINS]), values)
    cards = int(plan[r.PLAN_GO])
    if cards:
        lines.append(Line("P26", cards * c.GO_VALUE, "monopoly.go", {"n": cards}))
    for role in (*roles, *plan[r.PLAN_ROLES :]):
        if role != c.NOTHING:
            name = {"role": role_name(int(role))}
            lines.append(Arranged("P18", 0, "monopoly.chance", name))
    return Sheet(lines)


def _value(group: int, level: int) -> int:
    """P24: what a colour group is worth at a height."""
    houses = min(level, c.LAST_HOUSE)
    return c.BASE[group] * (1 + houses) + (c.HOTEL_VALUE if level == c.HOTEL_LEVEL else 0)


def _tokens(tokens: int, on: int, pins: int, values: Mapping[int, int]) -> list[Line]:
    """P18, P25: what tokens pay, group by group; those on `pins` stay where they were laid."""
    standing = Counter({on: tokens}) if tokens else Counter()
    while pins:
        standing[(pins & MOST_PER_LEVEL) - 1] += 1
        pins >>= NIBBLE
    lines: list[Line] = []
    for group, count in sorted(standing.items()):
        if group == c.NOTHING:
            lines.append(Line("P25", 0, "monopoly.idle_tokens", {"n": count}))
        else:
            where = {"group": c.GROUPS[group], "n": count}
            lines.append(Arranged("P25", count * values[group], "monopoly.tokens", where))
    return lines


def score(text: str, options: Mapping[str, Value], *, out: bool = False) -> Sheet:
    """Count a hand written as cards; with `out` that of the player who went out.

    Chance cards take their best role. Every deed, house and hotel has its place; otherwise cards of
    the reward that do not fit are among them and count nothing.
    """
    codes = CODES.expand("" if text.strip() == "-" else text)
    held = sum(1 << card for card in CODES.choose(codes, range(c.CARDS)))
    streets = encode_options(c.OPTIONS, options)[c.TOKENS_ON] == 1
    none = (c.NOTHING, c.NOTHING)
    found = None
    if out:
        found = _sheet(held, 0, none, out=True, strict=True, streets=streets)
    found = found or _sheet(held, 0, none, out=out, strict=False, streets=streets)
    assert found is not None
    return found


def worth_now(v: Any, seat: int) -> int:
    """Count the cards that are known of a hand, as if another player went out now (P28)."""
    held = sum(1 << int(card) for card in np.flatnonzero(v.zone == seat))
    none = (c.NOTHING, c.NOTHING)
    streets = bool(v.opt[c.TOKENS_ON] == 1)
    found = _sheet(held, 0, none, out=False, strict=False, streets=streets)
    return found.total if found else 0


def of_seat(s: Any, seat: int) -> Sheet:
    """Count the hand of a seat when the deal is over, from the state or from any view."""
    if c.REASONS[s.reason] == "void":
        return Sheet([Line("P14", 0, "monopoly.void")])
    out = bool(s.out == seat)
    held = reward = 0
    for card in range(c.CARDS):
        zone = int(s.zone[card])
        taken = zone == c.REWARD or (s.players > c.MOST_DRAWING and c.PILE <= zone < c.NEUTRAL)
        held |= int(zone == seat) << card
        reward |= int(out and taken) << card
    roles = (int(s.role[0]), int(s.role[1])) if out else (c.NOTHING, c.NOTHING)
    streets = s.opt[c.TOKENS_ON] == 1
    found = _sheet(held, reward, roles, out=out, strict=False, streets=bool(streets))
    assert found is not None
    if s.gained[seat] > found.total:
        return Sheet([*found.lines, Line("P27", c.MR_VALUE, "monopoly.mr")])
    return found
