"""Counting the cards of a hand of Monopoly (P24–P29), with the arrangement that counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from tirelire.core.compiling import array_type, entry_point
from tirelire.core.options import Value
from tirelire.core.options import encode as encode_options
from tirelire.core.plain import in_zone
from tirelire.core.sheets import Line, Sheet
from tirelire.games.monopoly.rules import material as c
from tirelire.games.monopoly.rules import roles as r
from tirelire.games.monopoly.rules.hand_bits import CHANCE_BITS, MOST_PER_LEVEL, MR_BITS, NIBBLE
from tirelire.games.monopoly.text import words
from tirelire.games.monopoly.text.positions import CODES
from tirelire.games.monopoly.text.roles import role_name, without

GOES_OUT = True
"""A player who goes out ends the deal, and their Chance cards count (P12, P18)."""


class Arranged(Line):
    """A line that names a group or a role."""

    def in_words(self) -> dict[str, Any]:
        """Return the values as they are told."""
        named = words.place if self.key == "monopoly.tokens" else words.group
        told = {"group": named, "role": words.role}
        return {k: told[k](v) if k in told else v for k, v in self.values.items()}


def _codes(cards: int) -> list[str]:
    """Return the codes of a set of cards."""
    return [code for card, code in enumerate(c.CODES) if cards >> card & 1]


class _Hand:
    """The cards of a hand and its reward that no line has counted yet."""

    def __init__(self, held: int, reward: int, roles: tuple[int, int], free: list[int]) -> None:
        self._left = Counter(_codes(held | reward))
        self._chances = {role_name(role) for role in free if role != c.NOTHING}
        """What Chance cards stand for in the end."""
        rewarded = Counter(_codes(reward))
        for role in roles:
            if role == c.NOTHING:
                continue
            name = role_name(role)
            kind, _, _ = name.partition("@")
            rewarded[kind] -= 1
            if rewarded[kind] < 0:  # P20: the reward does not free it
                self._chances.add(name)

    def take(self, *codes: str, on: str = "") -> tuple[str, ...]:
        """Take cards, houses and tokens `on` a group, or the Chance card that stands for one.

        What is not there is left out.
        """
        taken = []
        for code in codes:
            is_chance = (f"{code}@{on}" if on else code) in self._chances
            for card in ("CHANCE", code) if is_chance else (code, "CHANCE"):
                if self._left[card]:
                    self._left[card] -= 1
                    taken.append(card)
                    break
        return tuple(taken)


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
        cards = tuple(_codes(held & CHANCE_BITS))
        return Sheet([Line("P28", 0, "monopoly.chance_kept", cards=cards)])
    plan = np.zeros(r.PLAN, np.int64)
    question = np.array([held, reward, *roles, out, strict, streets], np.int64)
    if _planner()(question, plan) < 0:
        return None
    hand = _Hand(held, reward, roles, plan[r.PLAN_ROLES :].tolist())
    lines: list[Line] = []
    values = {}
    for group, code in enumerate(c.COLOURS):
        level = int(plan[group])
        if level != c.NOTHING:
            values[group] = _value(group, level)
            key = "hotel" if level == c.HOTEL_LEVEL else "houses" if level else "bare"
            where = {"group": code, "n": level}
            houses = hand.take(*c.KINDS[c.FIRST_HOUSE : c.FIRST_HOUSE + level], on=code)
            cards = (*hand.take(*_deeds(group)), *houses)
            lines.append(Arranged("P24", values[group], f"monopoly.{key}", where, cards))
    stations = int(plan[r.PLAN_STATIONS])
    if c.STATION_VALUES[stations]:
        values[c.STATIONS] = c.STATION_VALUES[stations]
        cards = hand.take(*_deeds(c.STATIONS))
        lines.append(Line("P24", values[c.STATIONS], "monopoly.stations", {"n": stations}, cards))
    if plan[r.PLAN_UTILITIES] == c.SIZES[c.UTILITIES]:
        values[c.UTILITIES] = c.UTILITIES_VALUE
        cards = hand.take(*_deeds(c.UTILITIES))
        lines.append(Line("P24", c.UTILITIES_VALUE, "monopoly.utilities", cards=cards))
    standing = _standing(*plan[[r.PLAN_TOKENS, r.PLAN_ON, r.PLAN_PINS]].tolist())
    lines += _tokens(standing, values, hand)
    count = int(plan[r.PLAN_GO])
    if count:
        cards = hand.take(*["GO"] * count)
        lines.append(Line("P26", count * c.GO_VALUE, "monopoly.go", {"n": count}, cards))
    for role in (*roles, *plan[r.PLAN_ROLES :]):
        if role != c.NOTHING:
            name = {"role": role_name(int(role))}
            lines.append(Arranged("P18", 0, "monopoly.chance", name))
    return Sheet(lines)


def _value(group: int, level: int) -> int:
    """P24: what a colour group is worth at a height."""
    houses = min(level, c.LAST_HOUSE)
    return c.BASE[group] * (1 + houses) + (c.HOTEL_VALUE if level == c.HOTEL_LEVEL else 0)


def _deeds(group: int) -> list[str]:
    """Return the deeds of a group."""
    return [code for code, its in zip(c.DEED_CODES, c.GROUP_OF, strict=True) if its == group]


def _standing(tokens: int, on: int, pins: int) -> Counter[int]:
    """P18, P25: count tokens by group; those on `pins` stay where they were laid."""
    standing = Counter({on: tokens}) if tokens else Counter()
    while pins:
        standing[(pins & MOST_PER_LEVEL) - 1] += 1
        pins >>= NIBBLE
    return standing


def _tokens(standing: Counter[int], values: Mapping[int, int], hand: _Hand) -> list[Line]:
    """P25: what tokens pay, group by group."""
    lines: list[Line] = []
    for group, count in sorted(standing.items()):
        on = "" if group == c.NOTHING else c.GROUPS[group]
        cards = hand.take(*["TOKEN"] * count, on=on)
        if group == c.NOTHING:
            lines.append(Line("P25", 0, "monopoly.idle_tokens", {"n": count}, cards))
        else:
            where = {"group": on, "n": count}
            points = count * values[group]
            lines.append(Arranged("P25", points, "monopoly.tokens", where, cards))
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


def worth_now(v: Any, seat: int, more: Sequence[int] = (), less: Sequence[int] = ()) -> int:
    """Count the cards that are known of a hand, as if another player went out now (P28).

    `more` are cards that lie elsewhere and are counted too, `less` kinds of cards that leave it.
    """
    held = sum(1 << int(card) for card in {*np.flatnonzero(v.zone == seat), *more})
    held = without(held, less)
    none = (c.NOTHING, c.NOTHING)
    streets = bool(v.opt[c.TOKENS_ON] == 1)
    found = _sheet(held, 0, none, out=False, strict=False, streets=streets)
    return found.total if found else 0


def going_out(v: Any, dropped: Sequence[int], roles: Sequence[int]) -> Sheet:
    """P12, P18: count the hand of a viewer who goes out; without the reward, which is hidden.

    `dropped` are the kinds of cards that are discarded first.
    """
    held = without(sum(1 << card for card in in_zone(v, int(v.seat))), dropped)
    said = (*roles, c.NOTHING, c.NOTHING)[:2]
    streets = bool(v.opt[c.TOKENS_ON] == 1)
    found = _sheet(held, 0, (said[0], said[1]), out=True, strict=False, streets=streets)
    return found or Sheet([])


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
        cards = tuple(_codes((held | reward) & MR_BITS))
        return Sheet([*found.lines, Line("P27", c.MR_VALUE, "monopoly.mr", cards=cards)])
    return found
