"""Money as text: positions, views and moves (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from tirelire.core.cards import FACE_UP
from tirelire.core.chance import Source, shuffled
from tirelire.core.codes import SEAT_LETTERS, Codes, seat_letter, seat_number, write_codes
from tirelire.core.contract import RUNNING
from tirelire.core.engine import Bytes, Engine
from tirelire.core.errors import NotationError
from tirelire.core.moves import Move, no_parts, one_part, unknown_verb, wrong_parts
from tirelire.core.plain import in_zone
from tirelire.core.position import (
    Items,
    Layout,
    read_common,
    usual_common,
    whole,
    write_common,
)
from tirelire.core.refusals import Refusal
from tirelire.core.words import seat as seat_of
from tirelire.games.money.rules import material as c
from tirelire.games.money.text import words

CODES = Codes(c.CODES, c.KINDS)
SEAT_ITEMS = ("hand", "laid", "sealed", "bid", "known")
ITEMS = (
    *("deal", "dealer", "totals", "won", "gained", "extra", "over", "gone"),
    *("right", "left", "stock", *SEAT_ITEMS, "idle", "last", "serials"),
)
UNWRITTEN = ("box",)
VERBS = ("bid", "lay", "back", "seal", "take", "swap", "withdraw")
LOTS = {"right": c.RIGHT, "left": c.LEFT}
_ROWS = [
    [f"{name} {letter}" for name in ("hand", "laid", "sealed", "bid")] for letter in SEAT_LETTERS
]
"""The names of what is written of each seat."""
_CARDS = frozenset(c.CODES)
_PRINTED = " ".join(map(str, c.SERIALS))
"""The serial numbers as they are printed."""


# --- positions ----------------------------------------------------------------------------------


def read(items: Items, engine: Engine, opt: list[int], source: Source) -> Bytes:
    """Make the state of a written position; what is not written is dealt from the source."""
    players = items.players
    letters = [seat_letter(seat) for seat in range(players)]
    layout = Layout(items, CODES, [c.BLUFF_CODE])
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
    items: Items, layout: Layout, players: int, opt: list[int], source: Source
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


def _read_seat(items: Items, layout: Layout, s: Any, seat: int) -> None:
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


def _write_round(r: Any) -> dict[str, str]:
    """Write how a round stands."""
    return {
        "idle": str(r.idle),
        "last": "yes" if r.last else "no",
        "serials": _write_serials(r),
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


# --- moves --------------------------------------------------------------------------------------


def decisions(v: Any, move: Move) -> list[int]:
    """Turn a move of the viewing seat into decisions, whether they are legal or not."""
    if move.verb == "lay" and not move.parts:
        raise wrong_parts(move, "EUR20 COIN1 …")
    if move.verb in ("bid", "lay"):
        laid = _laid(v)
        back = [c.TAKE_BACK] if laid else []
        if move.verb == "lay":
            return back + _read_bid(v, move, laid)
        return [*back, *_read_bid(v, move, []), c.SEAL]
    if move.verb == "take":
        lot = one_part(move, list(LOTS))
        return [c.TAKE_RIGHT if lot == "right" else c.TAKE_LEFT]
    if move.verb == "swap":
        if len(move.parts) != 1:
            raise wrong_parts(move, " | ".join(seat_letter(x) for x in range(int(v.players))))
        return [c.SWAP + seat_number(move.parts[0], int(v.players))]
    alone = {"back": c.TAKE_BACK, "seal": c.SEAL, "withdraw": c.WITHDRAW}
    if move.verb not in alone:
        raise unknown_verb(move, VERBS)
    no_parts(move)
    return [alone[move.verb]]


def _laid(v: Any) -> list[int]:
    is_laid = v.own_laid
    laid = [card for card in in_zone(v, int(v.seat)) if is_laid[card]]
    return [c.LAY_BLUFF, *laid] if v.own_bluffed else laid


def _read_bid(v: Any, move: Move, already: list[int]) -> list[int]:
    """Find the cards of a bid; a kind stands for the held copy with the lowest serial number."""
    codes = CODES.expand(move.parts, extra=[c.BLUFF_CODE])
    cards = list(already)
    held = sorted(in_zone(v, int(v.seat)), key=v.serial.__getitem__)
    for code in sorted(codes, key=lambda code: code not in _CARDS):
        if code == c.BLUFF_CODE:
            cards.append(c.LAY_BLUFF)
            continue
        copies = CODES.copies(code)
        fits = [card for card in held if card in copies and card not in cards]
        cards.append(fits[0] if fits else copies[0])
    return sorted(cards, key=lambda card: (card != c.LAY_BLUFF, card))


def move_of(_v: Any, _seat: int, decision: int) -> Move:
    """Say one decision as a move."""
    return _said(decision)


@cache
def _said(decision: int) -> Move:
    if decision <= c.LAY_BLUFF:
        return Move("lay", ((*c.CODES, c.BLUFF_CODE)[decision],))
    if decision in (c.TAKE_RIGHT, c.TAKE_LEFT):
        return Move("take", ("right" if decision == c.TAKE_RIGHT else "left",))
    if c.SWAP <= decision < c.WITHDRAW:
        return Move("swap", (seat_letter(decision - c.SWAP),))
    return Move({c.WITHDRAW: "withdraw", c.SEAL: "seal", c.TAKE_BACK: "back"}[decision])


def combine(v: Any, chosen: list[int]) -> Move:
    """Say the decisions of one whole move of the viewing seat."""
    if chosen[-1] != c.SEAL:
        return move_of(v, int(v.seat), chosen[-1])
    cards = _laid(v) + chosen[:-1]
    return Move("bid", tuple((*c.CODES, c.BLUFF_CODE)[card] for card in cards))


def refusal(v: Any, seat: int, decision: int) -> Refusal:
    """Say why a decision is not legal, from what the seat knows."""
    bidding = decision <= c.LAY_BLUFF or decision in (c.SEAL, c.TAKE_BACK)
    if v.ended != RUNNING:
        return Refusal("over", "M14")
    if v.phase == c.BIDDING:
        if not bidding:
            return Refusal("money.not_revealed", "M7")
        if v.sealed[seat]:
            return Refusal("money.sealed", "M6")
        if decision < c.CARDS and v.zone[decision] != seat:
            return Refusal("money.not_held", "M6", card=words.card(c.CODES[decision]))
        if decision == c.TAKE_BACK:
            return Refusal("money.nothing_laid", "M6")
        if decision != c.SEAL:
            return Refusal("money.laid_already", "M6")
        return Refusal("money.bluff_alone" if _laid(v) else "money.empty_bid", "M6")
    if bidding:
        return Refusal("money.revealed", "M6")
    if v.acting != seat:
        return Refusal("money.not_your_exchange", "M8", who=seat_of(int(v.acting)))
    if decision in (c.TAKE_RIGHT, c.TAKE_LEFT):
        return Refusal("money.empty_lot", "M9")
    return Refusal("money.no_bid_there", "M10", who=seat_of(decision - c.SWAP))
