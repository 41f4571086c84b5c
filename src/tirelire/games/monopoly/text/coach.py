"""What a beginner is told about Monopoly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirelire.core.codes import seat_number
from tirelire.core.moves import Move
from tirelire.core.texts import number, say
from tirelire.core.words import Audience
from tirelire.games.monopoly.rules import material as c
from tirelire.games.monopoly.text import words
from tirelire.games.monopoly.text.positions import codes_in

PUTTING = ("discard", "lay", "pass")
"""Verbs that part with a card of the hand."""


def role(code: str, lang: str) -> str:
    """Say what a card is good for, and what it brings."""
    group = _group(code)
    if group in c.COLOURS:
        i = c.GROUPS.index(group)
        name = say(lang, f"group.monopoly.{group}")
        return say(lang, "role.monopoly.deed", group=name, n=c.SIZES[i], base=c.BASE[i])
    if group:
        return say(lang, f"role.monopoly.{group}")
    if code in c.KINDS[c.FIRST_HOUSE : c.HOTEL]:
        return say(lang, "role.monopoly.house")
    value = {"GO": c.GO_VALUE, "MR": c.MR_VALUE, "HOTEL": c.HOTEL_VALUE}.get(code, 0)
    return say(lang, f"role.monopoly.{code}", value=number(value, lang))


def advice(v: Any, legal: Sequence[Move], names: Sequence[str], lang: str) -> str:
    """Say that the hand can go out, what another pile offers, or what can be spared."""
    verbs = {move.verb for move in legal}
    hand = codes_in(v, int(v.seat))
    if "out" in verbs:
        return say(lang, "coach.monopoly.out")
    if "CHANCE" in hand:
        return say(lang, "coach.monopoly.chance")
    if verbs & set(PUTTING):
        return _spare(hand, lang)
    return _wanted(v, hand, legal, names, lang)


def _group(code: str) -> str:
    """Return the group of a deed, or nothing."""
    return code[:3] if code in c.DEED_CODES else ""


def _spare(hand: Sequence[str], lang: str) -> str:
    """Name the deed that is alone in its group and worth least, if there is one."""
    groups = [_group(code) for code in hand]
    alone = [code for code in hand if _group(code) in c.COLOURS and groups.count(_group(code)) == 1]
    if not alone:
        return say(lang, "coach.monopoly.spare")
    least = min(alone, key=lambda code: c.COLOURS.index(_group(code)))
    return say(lang, "coach.monopoly.alone", card=words.card(least).tell(Audience(lang)))


def _wanted(
    v: Any, hand: Sequence[str], legal: Sequence[Move], names: Sequence[str], lang: str
) -> str:
    """Name the pile whose top card comes nearest to a whole group."""
    groups = [_group(code) for code in hand]
    found = list[tuple[int, str, str]]()
    for move in legal:
        if move.verb not in ("trade", "swap", "neutral"):
            continue
        zone, owner = _pile(v, move, names, lang)
        group = _group((codes_in(v, zone) or [""])[-1])
        if group and groups.count(group):
            missing = c.SIZES[c.GROUPS.index(group)] - groups.count(group)
            found.append((missing, owner, group))
    if not found:
        return say(lang, f"coach.monopoly.{'draw' if v.players <= c.MOST_DRAWING else 'swap'}")
    missing, owner, group = min(found, key=lambda one: one[0])
    key = "completes" if missing == 1 else "fits"
    place = say(lang, f"place.monopoly.{group}")
    return say(lang, f"coach.monopoly.{key}", who=owner, place=place)


def _pile(v: Any, move: Move, names: Sequence[str], lang: str) -> tuple[int, str]:
    """Return the zone of the pile of a trade, and whose it is."""
    if move.verb == "neutral":
        pile = int(move.parts[0])
        return c.NEUTRAL + pile - 1, say(lang, "coach.monopoly.neutral", n=pile)
    other = seat_number(move.parts[0], int(v.players))
    return c.PILE + other, names[other]
