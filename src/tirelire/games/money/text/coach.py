"""What a beginner is told about Money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tirelire.core.codes import seat_number
from tirelire.core.moves import Move
from tirelire.core.texts import say
from tirelire.games.money.rules import material as c
from tirelire.games.money.text.positions import LOTS, codes_in
from tirelire.games.money.text.sheet import HELD, of_cards


def role(code: str, lang: str) -> str:
    """Say what a card is good for."""
    if code == c.BLUFF_CODE:
        return say(lang, "role.money.bluff")
    if code.startswith("COIN"):
        return say(lang, "role.money.coin")
    value = int(code[3:5])
    triple = value in c.TRIPLES
    return say(lang, "role.money.triple" if triple else "role.money.note", value=value)


def advice(v: Any, legal: Sequence[Move], names: Sequence[str], lang: str) -> str:
    """Say which lot goes with the hand, or what an exchange would make of it."""
    if v.phase == c.BIDDING:
        return _bid(v, lang)
    return _exchange(v, legal, names, lang)


def _sums(codes: Sequence[str]) -> dict[str, int]:
    """Add up the notes of each currency."""
    sums = dict.fromkeys(c.CURRENCIES, 0)
    for code in codes:
        if code[:3] in sums:
            sums[code[:3]] += int(code[3:5])
    return sums


def _best(v: Any) -> tuple[str, int]:
    """Return the currency of which the hand has most, and how much."""
    sums = _sums(codes_in(v, int(v.seat)))
    currency = max(sums, key=lambda one: sums[one])
    return currency, sums[currency]


def _bid(v: Any, lang: str) -> str:
    currency, have = _best(v)
    offered = {side: _sums(codes_in(v, zone))[currency] for side, zone in LOTS.items()}
    side = max(offered, key=lambda one: offered[one])
    told = say(lang, f"card.money.{currency}", value=have)
    if not offered[side]:
        return say(lang, "coach.money.poor", have=told)
    return say(lang, f"coach.money.{side}", have=told, more=offered[side])


def _exchange(v: Any, legal: Sequence[Move], names: Sequence[str], lang: str) -> str:
    """Compare what the hand would count after each exchange, as if the deal were over."""
    own = c.BID + int(v.seat)
    kept = _worth(v, own)
    results = {move: _worth(v, _zone(v, move)) for move in legal if move.verb in ("take", "swap")}
    best = max(results, key=lambda move: results[move], default=None)
    if best is None or results[best] <= kept:
        return say(lang, "coach.money.keep", n=kept)
    if best.verb == "take":
        return say(lang, f"coach.money.take_{best.parts[0]}", n=results[best], kept=kept)
    who = names[seat_number(best.parts[0], int(v.players))]
    return say(lang, "coach.money.swap", who=who, n=results[best], kept=kept)


def _zone(v: Any, move: Move) -> int:
    """Return where the cards lie that an exchange would bring."""
    if move.verb == "take":
        return int(LOTS[move.parts[0]])
    return c.BID + seat_number(move.parts[0], int(v.players))


def _worth(v: Any, zone: int) -> int:
    """Count the hand with the cards of a zone."""
    zones = np.asarray(v.zone)
    held = np.where((zones == v.seat) | (zones == zone), HELD, HELD + 1)
    return int(of_cards(held).total)
