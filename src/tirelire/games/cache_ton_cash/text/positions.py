"""Positions and views of Cache ton Cash as text (docs/notation.md); `reading` reads them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tirelire.core.codes import seat_letter
from tirelire.core.phase import RUNNING
from tirelire.core.plain import in_zone
from tirelire.core.position import usual_common, write_common, write_seats
from tirelire.games.cache_ton_cash.rules import material as c
from tirelire.games.cache_ton_cash.text.reading import (
    BETWEEN_SETS,
    CHOICES,
    pile_numbers,
    usually_asked,
)
from tirelire.games.cache_ton_cash.text.reading import CODES as CODES
from tirelire.games.cache_ton_cash.text.reading import ITEMS as ITEMS
from tirelire.games.cache_ton_cash.text.reading import PILE_ITEMS as PILE_ITEMS
from tirelire.games.cache_ton_cash.text.reading import SEAT_ITEMS as SEAT_ITEMS
from tirelire.games.cache_ton_cash.text.reading import read as read

UNWRITTEN: tuple[str, ...] = ("box",)


def canonical(deck: list[int]) -> list[int]:
    """Number equal cards in the order in which they come, so that a deck is the same when read."""
    return CODES.choose([c.CODES[card] for card in deck], deck)


def write_cards(r: Any, cards: Iterable[int], zone: int) -> str:
    """Write known cards of a zone, and how many more are in it."""
    known = [int(card) for card in cards]
    return CODES.write(known, int(r.count[zone]) - len(known))


def _by_place(r: Any, zone: int) -> list[int]:
    return sorted(in_zone(r, zone), key=lambda card: int(r.place[card]))


def write_stack(r: Any, seat: int) -> str:
    """Write a stack from its bottom set to its top set."""
    cards = in_zone(r, c.STACK + seat)
    sets = [
        CODES.write(card for card in cards if r.place[card] == number)
        for number in range(int(r.sets[seat]))
    ]
    return f" {BETWEEN_SETS} ".join(sets) or "-"


def _write_table(r: Any) -> dict[str, str]:
    """Write what a state and a view have alike; unknown cards are `?`."""
    players = int(r.players)
    used = "".join(seat_letter(int(seat)) for seat in r.used if seat != c.NONE)
    items = {
        **write_common(r, c.REASONS),
        "turn": seat_letter(int(r.active)),
        "action": str(r.action),
        "used": used or "-",
        "barred": write_seats(int(r.barred)),
    }
    for seat in range(players):
        x = seat_letter(seat)
        items[f"hand {x}"] = write_cards(r, in_zone(r, seat), seat)
        items[f"stack {x}"] = write_stack(r, seat)
    items["draw"] = write_cards(r, _by_place(r, c.DRAW)[::-1], c.DRAW)
    items["discard"] = CODES.write(_by_place(r, c.DISCARDED))
    for pile in pile_numbers(players):
        zone = c.NEUTRAL + pile - 1
        items[f"neutral {pile}"] = write_cards(r, _by_place(r, zone)[::-1], zone)
        buried = [int(r.buried[i]) for i in (pile - 1, c.PILES + pile - 1)]
        codes = [c.KINDS[c.SWAP_CARD]] * buried[0] + [c.KINDS[c.MOVE_CARD]] * buried[1]
        items[f"buried {pile}"] = " ".join(codes) or "-"
    return items | {"gone": CODES.write(in_zone(r, c.GONE)), **_write_fight(r)}


def _write_fight(r: Any) -> dict[str, str]:
    fought = CODES.write(_by_place(r, c.FOUGHT))
    challenge = f"{seat_letter(int(r.rival))} {r.nth} {fought}" if r.nth else "-"
    return {
        "fight": challenge,
        "claim": CODES.write(_by_place(r, c.CLAIMED)),
        "piles": "".join(str(i + 1) for i in range(c.PILES) if int(r.piles) >> i & 1) or "-",
        "contest": "-" if r.nth else fought,
        "asked": _seat_or_none(int(r.asked)),
        "demand": str(r.demand),
        "shift": str(r.shift) if r.shift else "-",
    }


def _seat_or_none(seat: int) -> str:
    return "-" if seat == c.NONE else seat_letter(seat)


def write(s: Any) -> dict[str, str]:
    """Write all items of a state, complete."""
    left = [str(number) for number in s.places[int(s.put_back) :]]
    return {
        **_write_table(s),
        **{
            f"chosen {seat_letter(seat)}": CHOICES[s.choice[seat]] for seat in range(int(s.players))
        },
        "places": " ".join(left) if c.draws_places(int(s.players), s.opt) and left else "-",
        "box": CODES.write(in_zone(s, c.BOX)),
    }


def usual(s: Any) -> dict[str, str]:
    """Write the values that are left out when a position is printed."""
    players = int(s.players)
    items = usual_common(players, 0) | {
        "turn": seat_letter((int(s.dealer) + 1) % players),
        "action": "1",
        "demand": "1",
        "asked": _seat_or_none(usually_asked(s)),
    }
    empty = ["used", "barred", "gone", "fight", "claim", "piles", "contest", "shift"]
    empty += [f"buried {pile}" for pile in pile_numbers(players)]
    empty += [f"{name} {seat_letter(x)}" for name in ("stack", "chosen") for x in range(players)]
    if s.ended != RUNNING:
        empty += [f"hand {seat_letter(seat)}" for seat in range(players)]
    if not c.draws_places(players, s.opt):
        empty.append("places")
    return items | dict.fromkeys(empty, "-")


def write_view(v: Any, public: dict[str, str] | None = None) -> dict[str, str]:
    """Write all items of a view; `?` stands for what its seat does not know.

    `public` are the items of a spectator's view of the same table, where they are written already.
    """
    items = _write_table(v) if public is None else public.copy()
    if v.seat < v.players:
        items[f"hand {seat_letter(int(v.seat))}"] = write_cards(v, in_zone(v, v.seat), v.seat)
    for seat in range(int(v.players)):
        chosen = "?" if int(v.chose) >> seat & 1 else "-"
        own = CHOICES[v.own_choice] if seat == v.seat else "-"
        items[f"chosen {seat_letter(seat)}"] = chosen if own == "-" else own
    return items


def remembered(_v: Any, _seat: int) -> list[str]:
    """Return nothing: no option shows cards that a seat must still hold."""
    return []
