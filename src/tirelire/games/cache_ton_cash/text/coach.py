"""What a beginner is told about Cache ton Cash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirelire.core.codes import seat_number
from tirelire.core.moves import Move
from tirelire.core.plain import in_zone
from tirelire.core.texts import say
from tirelire.games.cache_ton_cash.rules import material as c
from tirelire.games.cache_ton_cash.text.moves import SECOND
from tirelire.games.cache_ton_cash.text.table import offers

FORMING = ("pair", "pick", "claim")
"""Verbs that form a set."""


def role(code: str, lang: str) -> str:
    """Say what a card is good for."""
    kind = c.KINDS.index(code)
    key = "possession" if kind < c.SILVER else code if kind > c.GOLD else "wild"
    return say(lang, f"role.cache_ton_cash.{key}")


def advice(v: Any, legal: Sequence[Move], names: Sequence[str], lang: str) -> str:
    """Name the move that brings most at once, or say what a fight is about."""
    if v.phase == c.SHIFTING:
        return say(lang, "coach.cache_ton_cash.shift")
    if v.phase in (c.FIGHTING, c.CONTESTING):
        return say(lang, "coach.cache_ton_cash.fight")
    worth = {move: _worth(v, move) for move in legal if move.verb in (*FORMING, "challenge")}
    if not worth:
        return say(lang, "coach.cache_ton_cash.nothing")
    best = max(worth, key=lambda move: worth[move])
    meaning = dict(offers(v, [best], names, lang))[str(best)]
    return say(lang, f"coach.cache_ton_cash.{_kind(best)}", move=meaning)


def _kind(move: Move) -> str:
    return "challenge" if move.verb == "challenge" else "form"


def _worth(v: Any, move: Move) -> int:
    """Add up the set that a move would form or attack."""
    if move.verb == "challenge":
        seat = seat_number(move.parts[0], int(v.players))
        level = int(v.sets[seat]) - (2 if SECOND in move.parts else 1)
        stack = in_zone(v, c.STACK + seat)
        return sum(c.VALUES[card] for card in stack if v.place[card] == level)
    kinds = [c.KINDS.index(code) for code in move.parts if code in c.KINDS]
    if move.verb == "pick":
        kinds.append(int(v.face))
    if move.verb == "claim":
        kinds += [int(v.tops[int(pile) - 1]) for pile in move.parts[1:]]
    return sum(c.KIND_VALUES[kind] for kind in kinds)
