"""Positions and views of Money as text (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from tirelire.core.cards import FACE_UP
from tirelire.core.chance import Source, shuffled
from tirelire.core.codes import SEAT_LETTERS, Codes, seat_letter, write_codes
from tirelire.core.engine import Bytes, Engine
from tirelire.core.errors import NotationError
from tirelire.core.phase import RUNNING
from tirelire.core.plain import in_zone
from tirelire.core.position import (
    CardLists,
    Items,
    read_common,
    usual_common,
    whole,
    write_common,
)
from tirelire.core.refusals import Refusal
from tirelire.games.money.rules import material as c

CODES = Codes(c.CODES, c.KINDS)
SEAT_ITEMS: tuple[str, ...] = ("hand", "laid", "sealed", "bid", "known")
PILE_ITEMS: tuple[str, ...] = ()
ITEMS = (
    *("deal", "dealer", "totals", "won", "gained", "extra", "over", "gone"),
    *("right", "left", "stock", *SEAT_ITEMS, "idle", "last", "serials"),
)
UNWRITTEN: tuple[str, ...] = ("box", "order", "decides")
LOTS = {"right": c.RIGHT, "left": c.LEFT}
_ROWS = [
    [f"{name} {letter}" for name in ("hand", "laid", "sealed", "bid")] for letter in SEAT_LETTERS
]
"""The names of the items of each seat."""
_PRINTED = " ".join(map(str, c.SERIALS))
"""The serial numbers as they are printed."""


def read(items: Items, engine: Engine, opt: list[int], source: Source) -> Bytes:
    """Make the state of a written position; missing items are dealt from the source."""
    players = items.players
    letters = [seat_letter(seat) for seat in range(players)]
    layout = CardLists(items, CODES, [c.BLUFF_CODE])
    usual_hand = "-" if items.values.get("over") else "*"
    for x in letters:
        layout.take(f"hand {x}", usual_hand)
        for name in ("laid", "sealed", "bid"):
            layout.take(f"{name} {x}", "-")
    for name in LOTS:
        layout.take(name, "*")
    layout.take("stock", "*")
    gone = _read_gone(items, layout, players, opt, source)
    state = engine.begin_from(players, opt, [0] * c.leaving(players))
    s = engine.record(state)
    s.gone = sum(1 << c.CURRENCIES.index(currency) for currency in gone)
    layout.place([i for i, code in enumerate(c.CODES) if code[:3] not in gone])
    usual = {f"hand {x}": c.HAND for x in letters} | dict.fromkeys(LOTS, c.LOT)
    box = layout.deal(source, usual)
    read_common(items, s, 0, c.REASONS)
    for name, zone in LOTS.items():
        _lay_out(s, layout.cards[name], zone, FACE_UP)
    _lay_out(s, layout.cards["stock"][::-1], c.STOCK, 0)
    s.place[layout.cards["stock"][::-1]] = range(len(layout.cards["stock"]))
    _lay_out(s, box, c.BOX, FACE_UP)
    for seat in range(players):
        _read_seat(items, layout, s, seat)
    s.count[:] = np.bincount(s.zone, minlength=c.ZONES)
    s.idle = items.number("idle", 0, 0, c.MOST_IDLE)
    s.last = items.flag("last")
    _read_serials(items, s, opt, source)
    items.finish(ITEMS)
    engine.derive(state)
    return state


def _read_gone(
    items: Items, layout: CardLists, players: int, opt: list[int], source: Source
) -> list[str]:
    """M4: the currencies that are written or named by the option, or any not named in the text."""
    leaving = c.leaving(players)
    words = items.take("gone")
    if opt[c.REMOVED]:
        gone = [x for i, x in enumerate(c.CURRENCIES) if opt[c.REMOVED] >> i & 1]
        if words is not None and sorted(words) != sorted(gone):
            raise NotationError(Refusal("money.position.gone_twice"))
    elif words is not None:
        gone = [] if words == ["-"] else words
        if not set(gone) <= set(c.CURRENCIES):
            raise NotationError(Refusal("money.position.gone", known=" ".join(c.CURRENCIES)))
    else:
        named = {code[:3] for codes in layout.named.values() for code in codes}
        free = [i for i, currency in enumerate(c.CURRENCIES) if currency not in named]
        if len(free) < leaving:
            raise NotationError(
                Refusal("money.position.leaving", "M4", players=players, count=leaving)
            )
        gone = [c.CURRENCIES[i] for i in shuffled(source, free)[:leaving]]
    if len(set(gone)) != leaving or len(gone) != leaving:
        raise NotationError(Refusal("money.position.leaving", "M4", players=players, count=leaving))
    return gone


def _lay_out(s: Any, cards: Iterable[int], zone: int, seen: int) -> None:
    for card in cards:
        s.zone[card] = zone
        s.seen[card] = seen


def _read_seat(items: Items, layout: CardLists, s: Any, seat: int) -> None:
    x = seat_letter(seat)
    names = {name: f"{name} {x}" for name in SEAT_ITEMS}
    held = layout.cards[names["hand"]]
    laid, sealed = layout.named[names["laid"]], layout.named[names["sealed"]]
    bid = layout.named[names["bid"]]
    if (laid and sealed) or (bid and (laid or sealed)):
        raise NotationError(Refusal("money.position.one_place", seat=x))
    for name, codes in (("hand", layout.named[names["hand"]]), ("bid", bid)):
        if c.BLUFF_CODE in codes:
            raise NotationError(
                Refusal("money.position.bluff_laid", "M7", name=name, seat=x, card=c.BLUFF_CODE)
            )
    down = laid + sealed
    if down.count(c.BLUFF_CODE) > 1:
        raise NotationError(Refusal("money.position.one_bluff", seat=x, card=c.BLUFF_CODE))
    cards = layout.cards[names["laid"]] + layout.cards[names["sealed"]]
    if sealed == [c.BLUFF_CODE] and s.opt[c.BLUFF_ONLY]:
        raise NotationError(Refusal("money.position.real_card", "M6", seat=x))
    if s.ended == RUNNING and not held and not cards and s.opt[c.BLUFF_ONLY] and not bid:
        raise NotationError(Refusal("money.position.no_card", "M6", seat=x))
    _lay_out(s, held + cards, seat, 1 << seat)
    _lay_out(s, layout.cards[names["bid"]], c.BID + seat, FACE_UP)
    s.laid[cards] = 1
    s.lying[seat] = len(down)
    s.sealed[seat] = len(sealed)
    s.bluffed[seat] = down.count(c.BLUFF_CODE)
    s.highest[seat] = max(cards, default=-1)
    if bid:
        s.phase = c.EXCHANGING
    known = CODES.expand(items.take(names["known"]) or [])
    try:
        s.seen[CODES.choose(known, held + cards)] = FACE_UP
    except NotationError:
        raise NotationError(Refusal("money.position.known", seat=x)) from None


def _read_serials(items: Items, s: Any, opt: list[int], source: Source) -> None:
    """M3: the fixed numbers, the written ones, or drawn ones."""
    words = items.take("serials")
    if words is None:
        numbers = list(c.SERIALS)
        if opt[c.SERIAL]:
            numbers = shuffled(source, numbers)
    else:
        numbers = [whole(word, "serials", 1, c.CARDS) for word in words]
        if sorted(numbers) != sorted(c.SERIALS):
            raise NotationError(Refusal("money.position.serials", "M3", n=c.CARDS))
        if not opt[c.SERIAL] and tuple(numbers) != c.SERIALS:
            raise NotationError(Refusal("money.position.printed", "M3"))
    s.serial[:] = numbers


@cache
def _write_gone(gone: int) -> str:
    return " ".join(x for i, x in enumerate(c.CURRENCIES) if gone >> i & 1) or "-"


def _write_serials(r: Any) -> str:
    if r.opt[c.SERIAL] == 0:
        return _PRINTED
    return " ".join(str(number) if number else "?" for number in r.serial)


def _write_order(r: Any) -> dict[str, str]:
    """M8: write who acts in which order, and the cards whose numbers decide between equal bids."""
    bids = [seat for seat in range(int(r.players)) if r.offer[seat]]
    order = sorted(bids, key=lambda seat: (-int(r.offer[seat]), int(r.lowest[seat])))
    deciding = [
        next(card for card in in_zone(r, c.BID + one) if r.serial[card] == r.lowest[one])
        for one, other in pairwise(order)
        if r.offer[one] == r.offer[other]
    ]
    return {
        "order": " ".join(map(seat_letter, order)) or "-",
        "decides": CODES.write(deciding),
    }


def _write_round(r: Any) -> dict[str, str]:
    """Write how a round stands."""
    return {
        "idle": str(r.idle),
        "last": "yes" if r.last else "no",
        "serials": _write_serials(r),
        **_write_order(r),
    }


def write(s: Any) -> dict[str, str]:
    """Write all items of a state, complete."""
    items = {**write_common(s, c.REASONS), "gone": _write_gone(int(s.gone))}
    items |= {name: CODES.write(in_zone(s, zone)) for name, zone in LOTS.items()}
    stock = sorted(in_zone(s, c.STOCK), key=lambda card: -int(s.place[card]))
    items["stock"] = CODES.write(stock)
    for seat in range(int(s.players)):
        x = seat_letter(seat)
        held = in_zone(s, seat)
        down = CODES.write(card for card in held if s.laid[card])
        if s.bluffed[seat]:
            down = c.BLUFF_CODE if down == "-" else f"{down} {c.BLUFF_CODE}"
        items[f"hand {x}"] = CODES.write(card for card in held if not s.laid[card])
        items[f"known {x}"] = CODES.write(card for card in held if s.seen[card] == FACE_UP)
        items[f"laid {x}"] = "-" if s.sealed[seat] else down
        items[f"sealed {x}"] = down if s.sealed[seat] else "-"
        items[f"bid {x}"] = CODES.write(in_zone(s, c.BID + seat))
    return items | _write_round(s) | {"box": CODES.write(in_zone(s, c.BOX))}


def usual(s: Any) -> dict[str, str]:
    """Write the values that are left out when a position is printed."""
    players = int(s.players)
    empty = {
        f"{name} {seat_letter(seat)}": "-"
        for name in ("known", "laid", "sealed", "bid")
        for seat in range(players)
    }
    quiet = {"idle": "0", "last": "no", "gone": "-"}
    if s.opt[c.SERIAL] == 0:
        quiet["serials"] = _PRINTED
    return usual_common(players, 0) | empty | quiet


def write_view(v: Any, public: dict[str, str] | None = None) -> dict[str, str]:
    """Write all items of a view; `?` stands for a card that its seat does not know.

    `public` are the items of a spectator's view of the same table, where they are written already.
    """
    items = _write_public(v) if public is None else public.copy()
    if v.seat < v.players:
        items.update(_write_own(v))
    return items


def _write_public(v: Any) -> dict[str, str]:
    """Write all seats as others see them, and what lies between them."""
    lying = CODES.by_zone(v.zone)
    items = {**write_common(v, c.REASONS), "gone": _write_gone(int(v.gone))}
    items |= {name: write_codes(lying[zone]) for name, zone in LOTS.items()}
    items["stock"] = write_codes([], v.count[c.STOCK])
    for seat in range(v.players):
        hand, laid, sealed, bid = _ROWS[seat]
        held = lying[seat]
        # The bluff card counts: otherwise its absence would show (M6).
        items[hand] = write_codes(held, v.count[seat] + 1 - len(held))
        items[laid] = "-"
        items[sealed] = write_codes([], v.sealed[seat])
        items[bid] = write_codes(lying[c.BID + seat])
    return {**items, **_write_round(v), "box": write_codes(lying[c.BOX])}


def _write_own(v: Any) -> dict[str, str]:
    """Write what the viewing seat knows better than spectators."""
    seat, bluffed, is_laid = v.seat, v.own_bluffed, v.own_laid
    hand, laid, sealed, _ = _ROWS[seat]
    held = in_zone(v, seat)
    lying = _with_bluff([card for card in held if is_laid[card]], bluffed)
    return {
        hand: _with_bluff([card for card in held if not is_laid[card]], 1 - bluffed),
        laid: "-" if v.sealed[seat] else lying,
        sealed: lying if v.sealed[seat] else "-",
        "serials": _write_serials(v),
    }


def _with_bluff(cards: Iterable[int], bluff: int) -> str:
    codes = [c.CODES[card] for card in cards]
    return write_codes([*codes, c.BLUFF_CODE] if bluff else codes)


def remembered(v: Any, seat: int) -> list[str]:
    """M20: the cards seen face up that a seat must still hold, if the table shows them."""
    if v.opt[c.MEMORY] == 0:
        return []
    return [c.CODES[card] for card in in_zone(v, seat) if v.seen[card] == FACE_UP]


def canonical(deck: list[int]) -> list[int]:
    """Return the deck as it is: no two cards are equal."""
    return deck


def codes_in(v: Any, zone: int) -> list[str]:
    """List the cards of a zone that the viewer knows."""
    return [c.CODES[card] for card in in_zone(v, zone)]
