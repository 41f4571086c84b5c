"""What a pad in a browser counts with, as data made from the rules: cards, values, formats.

A pad must count where there is no network. Its scripts know how a hand is counted, and nothing else
about a game: every number comes from here, and tests compare what they count with the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import gcd
from typing import Any

from tirelire.core.texts import say
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.games.cache_ton_cash.rules import material as k
from tirelire.games.cash_oder_crash.rules import material as c
from tirelire.games.money.rules import material as m
from tirelire.games.monopoly.rules import material as p
from tirelire.pad.entries import MOST_POINTS
from tirelire.page.decks import describe, kinds_of

_ASKED = {
    "money": ("match", "hands", "tie", "removed"),
    "cash_oder_crash": ("rounds", "tie", "board", "insolvency", "first_dealer"),
    "monopoly": ("target", "tie", "tokens_on", "first_dealer"),
    "cache_ton_cash": ("match", "tie", "penny_jar", "action_cards", "six_cards", "removed"),
}
"""The options that make a difference to a pad or to whoever deals."""


def _score(parts: Iterable[int], *, lowest: int = 0, highest: int = MOST_POINTS) -> dict[str, int]:
    """Describe what can be the score of a deal: all scores are sums of these parts."""
    return {"step": gcd(*parts), "lowest": lowest, "highest": highest}


_SCORES = {
    "money": _score([*m.VALUES, m.REDUCTION, m.TRIPLE, m.COIN_VALUE]),
    "cash_oder_crash": _score([1], lowest=-MOST_POINTS),
    "monopoly": _score(
        [*p.BASE, *p.STATION_VALUES, p.HOTEL_VALUE, p.UTILITIES_VALUE, p.GO_VALUE, p.MR_VALUE]
    ),
    "cache_ton_cash": _score(
        (x for kind, x in enumerate(k.KIND_VALUES) if kind != k.JAR),
        highest=sum(n * x for n, x in zip(k.COPIES, k.KIND_VALUES, strict=True)),
    )
    | {"thousands": 1, "jar_step": gcd(*k.KIND_VALUES)},
}
"""What somebody who enters points alone may enter; in Cash oder Crash chips that are lost too."""


@cache
def pad_data(lang: str) -> dict[str, Any]:
    """Return all games as a pad needs them."""
    return {name: {**_common(name, lang), **_OWN[name](lang)} for name in game_names()}


def _common(name: str, lang: str) -> dict[str, Any]:
    game, about = find_game(name), describe(name, lang)
    kinds = kinds_of(name, lang)
    return {
        **{key: about[key] for key in ("id", "title", "fewest", "most")},
        "capital": game.capital,
        "most_points": MOST_POINTS,
        "score": _SCORES[name],
        "options": [
            {**option, "kinds": kinds.get(option["name"], {})}
            for wanted in _ASKED[name]
            for option in about["options"]
            if option["name"] == wanted
        ],
    }


def _names(name: str, lang: str) -> dict[str, str]:
    return {code: title for code, title, _ in find_game(name).table.deck(lang)}


def _money(lang: str) -> dict[str, Any]:
    names = _names("money", lang)
    first = {kind: code for code, kind in reversed(list(zip(m.CODES, m.KINDS, strict=True)))}
    copies = Counter(m.KINDS)
    values = dict(zip(m.KINDS, m.VALUES, strict=True))
    return {
        "kinds": [
            {
                "code": kind,
                "name": names[first[kind]],
                "copies": copies[kind],
                "value": values[kind],
                "group": kind[:3] if kind[:3] in m.CURRENCIES else "COIN",
            }
            for kind in copies
        ],
        "whole": m.WHOLE,
        "reduction": m.REDUCTION,
        "triple": m.TRIPLE,
        "triples": m.TRIPLES,
        "coin": m.COIN_VALUE,
        "leaving": {n: m.leaving(n) for n in range(m.FEWEST, m.SEATS + 1)},
        "deal": {n: {"hand": m.HAND, "lots": m.LOT} for n in range(m.FEWEST, m.SEATS + 1)},
        "formats": {
            "total": {"deals": "hands"},
            "hands_won": {"deals": "hands", "won": True},
            "single": {"deals": 1},
        },
        "plays_on": "extra_hand",
        "most_extra": m.MOST_EXTRA,
    }


def _cash_oder_crash(lang: str) -> dict[str, Any]:
    colours = [colour.lower() for colour in c.COLOURS]
    ring = c.LOWEST_FIELD
    return {
        "kinds": [],
        "colours": [{"code": code, "name": say(lang, f"colour.{code}")} for code in colours],
        "boards": {
            board: [ring, ring + fields - 1] if fields else [] for board, fields in c.FIELDS.items()
        },
        "deal": {n: {"hand": c.HAND, "sets": n} for n in range(c.FEWEST, c.SEATS + 1)},
        "formats": {"": {"deals": "rounds"}},
        "plays_on": "extra_round",
        "most_extra": c.MOST_EXTRA,
    }


def _monopoly(lang: str) -> dict[str, Any]:
    names = _names("monopoly", lang)
    whole = (*p.COLOURS, "UTI")
    groups = [
        {"code": code, "name": say(lang, f"group.monopoly.{code}"), "copies": p.SIZES[i]}
        for i, code in enumerate(p.GROUPS)
        if code in whole
    ]
    stations = [code for code in p.DEED_CODES if code.startswith("STA")]
    single = [*stations, *(code for code in p.KINDS if code not in p.DEED_CODES)]
    players = range(p.FEWEST, p.SEATS + 1)
    return {
        "kinds": [
            *groups,
            *({"code": code, "name": names[code], "copies": p.COPIES[code]} for code in single),
        ],
        "colours": p.COLOURS,
        "sizes": dict(zip(p.GROUPS, p.SIZES, strict=True)),
        "base": p.BASE,
        "houses": p.KINDS[p.FIRST_HOUSE : p.HOTEL + 1],
        "hotel_value": p.HOTEL_VALUE,
        "station_values": p.STATION_VALUES,
        "utilities_value": p.UTILITIES_VALUE,
        "go_value": p.GO_VALUE,
        "mr_value": p.MR_VALUE,
        "most_hand": {n: p.HAND if n <= p.MOST_DRAWING else 0 for n in players},
        "most_reward": {n: p.REWARD_CARDS if n <= p.MOST_DRAWING else 0 for n in players},
        "deal": {n: {"hand": p.DEALT[n], "neutral": p.NEUTRALS[n]} for n in players},
        "formats": {"": {"goal": "target"}},
        "goals": {n: p.TARGET_SMALL if n <= p.MOST_DRAWING else p.TARGET_LARGE for n in players},
        "plays_on": "extra_hand",
        "most_deals": p.MOST_DEALS,
    }


def _cache_ton_cash(lang: str) -> dict[str, Any]:
    names = _names("cache_ton_cash", lang)

    def part(kind: int) -> str:
        if kind < k.SILVER:
            return "possession"
        return "wild" if kind < k.SWAP_CARD else "action"

    return {
        "kinds": [
            {
                "code": code,
                "name": names[code],
                "copies": k.COPIES[i],
                "value": k.KIND_VALUES[i],
                "group": part(i),
            }
            for i, code in enumerate(k.KINDS)
        ],
        "jar": k.KINDS[k.JAR],
        "fewest_cards": k.FEWEST_CARDS,
        "deal": {
            n: {
                "hand": k.hand_size(n, [0] * len(k.OPTIONS)),
                "large_hand": k.LARGE_HAND,
                "piles": k.PILES if k.has_piles(n) else 0,
                "pile": k.PILE,
            }
            for n in range(k.FEWEST, k.SEATS + 1)
        },
        "formats": {
            "million": {"goal": k.MILLION},
            "quick": {"deals": 1},
            "three": {"deals": k.ROUNDS},
            "first_to_two": {"goal": k.WINS, "won": True},
        },
        "plays_on": "extra_round",
        "most_deals": k.MOST_ROUNDS,
    }


_OWN = {
    "money": _money,
    "cash_oder_crash": _cash_oder_crash,
    "monopoly": _monopoly,
    "cache_ton_cash": _cache_ton_cash,
}
