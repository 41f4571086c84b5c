"""Positions and views of Cash oder Crash as text (docs/notation.md)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.cards import FACE_UP
from tirelire.core.chance import Source
from tirelire.core.codes import Codes, seat_letter, seat_number
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
    write_seats,
)
from tirelire.core.refusals import Refusal
from tirelire.games.cash_oder_crash.rules import material as c

_CODES = [f"{c.NUMBERS[card % c.KINDS]:+d}" for card in range(c.CARDS)]
CODES = Codes(_CODES, _CODES)
SEAT_ITEMS: tuple[str, ...] = ("hand",)
PILE_ITEMS: tuple[str, ...] = ()
ITEMS = (
    *("deal", "dealer", "totals", "won", "gained", "extra", "over", "turn", "active", "pawns"),
    *("big_deal", "colour", "number", "passed", "ages", *SEAT_ITEMS, "calls"),
)
UNWRITTEN: tuple[str, ...] = ("played",)


def read(items: Items, engine: Engine, opt: list[int], source: Source) -> Bytes:
    """Make the state of a written position; missing items are dealt from the source."""
    players = items.players
    state = engine.begin_from(players, opt, engine.draw_match(players, opt, source))
    s = engine.record(state)
    read_common(items, s, c.CAPITAL, c.REASONS)
    s.active = items.seat("active", (int(s.dealer) + 1) % players)
    s.big_deal = items.seats("big_deal", (1 << players) - 1)
    _read_pawns(items, s, opt)
    _read_ages(items, s)
    layout = CardLists(items, CODES)
    for seat in range(players):
        layout.take(f"hand {seat_letter(seat)}", "*")
    layout.place(range(c.KINDS * players))
    turn = _read_turn(items, layout, s)
    s.turn = turn
    sizes = _hand_sizes(s, turn)
    played = layout.deal(source, sizes)
    s.zone[: c.KINDS * players] = c.PLAYED
    s.seen[:] = FACE_UP
    for seat in range(players):
        name = f"hand {seat_letter(seat)}"
        if len(layout.cards[name]) != sizes[name]:
            raise NotationError(
                Refusal(
                    "cash_oder_crash.position.hand_size",
                    "C11",
                    name=name,
                    n=sizes[name],
                    turn=turn + 1,
                )
            )
        s.zone[layout.cards[name]] = seat
        s.seen[layout.cards[name]] = 1 << seat
    s.zone[played] = c.PLAYED
    s.count[:] = np.bincount(s.zone, minlength=c.ZONES)
    _read_laid(items, s)
    _read_calls(items, engine, s, state, source)
    engine.derive(state)
    s.passed = _read_passed(items, s)
    items.finish(ITEMS)
    return state


def _read_pawns(items: Items, s: Any, opt: list[int]) -> None:
    s.pawn[: items.players] = items.by_seat("pawns", 0, *pawn_bounds(opt))


def pawn_bounds(opt: list[int]) -> tuple[int, int]:
    """C2: the lowest and the highest field of the board."""
    fields = list(c.FIELDS.values())[opt[c.BOARD]]
    return (c.LOWEST_FIELD, c.LOWEST_FIELD + fields - 1) if fields else (-999, 999)


def _read_ages(items: Items, s: Any) -> None:
    words = items.take("ages")
    if words is None:
        return
    seats = [seat_number(letter, items.players) for letter in "".join(words)]
    if sorted(seats) != list(range(items.players)):
        raise NotationError(Refusal("cash_oder_crash.position.ages", "C14"))
    s.age[seats] = range(items.players)


def _hand_sizes(s: Any, turn: int) -> dict[str, int]:
    """C11: the number cards of each seat after a number of turns."""
    players = int(s.players)
    left = c.HAND * players - turn
    sizes = {}
    for i in range(players):
        seat = (int(s.active) + 1 + i) % players
        sizes[f"hand {seat_letter(seat)}"] = (left - i + players - 1) // players
    return sizes


def _read_turn(items: Items, layout: CardLists, s: Any) -> int:
    """Read the turn, or find the first that fits the hands written without a star; from 0."""
    players = int(s.players)
    turns = c.HAND * players
    if s.ended != RUNNING:
        return turns
    exact = {name: len(cards) for name, cards in layout.cards.items() if name not in layout.stars}
    if items.values.get("turn") is None and exact:
        for turn in range(turns):
            sizes = _hand_sizes(s, turn)
            if all(sizes[name] == size for name, size in exact.items()):
                items.take("turn")
                return turn
        raise NotationError(Refusal("cash_oder_crash.position.no_turn", "C11"))
    return items.number("turn", 1, 1, turns) - 1


def _read_laid(items: Items, s: Any) -> None:
    colour = items.take("colour")
    active = int(s.active)
    neighbour = (active + 1) % int(s.players)
    if colour is not None and colour != ["-"]:
        allowed = [c.COLOURS[active], c.COLOURS[neighbour]]
        if len(colour) != 1 or colour[0] not in allowed:
            raise NotationError(
                Refusal("cash_oder_crash.position.colour", "C6", allowed=" | ".join(allowed))
            )
        s.colour = allowed.index(colour[0])
    number = items.take("number")
    if number is not None and number != ["-"]:
        held = [_CODES[card] for card in np.flatnonzero(s.zone == neighbour)]
        if len(number) != 1 or number[0] not in held:
            raise NotationError(Refusal("cash_oder_crash.position.number", "C7"))
        s.number = CODES.copies(number[0])[0]


def _read_passed(items: Items, s: Any) -> int:
    passed = items.seats("passed", 0)
    may = int(s.big_deal)
    if s.opt[c.BIG_DEAL_BY] == 0:
        may &= 1 << int(s.active) | 1 << (int(s.active) + 1) % int(s.players)
    if passed and (s.phase != c.CALLING or passed & ~may):
        raise NotationError(Refusal("cash_oder_crash.position.passed", "C8"))
    if s.ended == RUNNING and s.phase == c.CALLING and not may & ~passed:
        raise NotationError(Refusal("cash_oder_crash.position.nobody_left", "C8"))
    return passed


def _read_calls(items: Items, engine: Engine, s: Any, state: Bytes, source: Source) -> None:
    words = items.take("calls")
    bounds = engine.deal_bounds(state)[int(s.turn) :]
    turns = len(bounds)
    if words is None or words == ["-"]:
        numbers = [source.below(bound) for bound in bounds]
    else:
        numbers = [whole(word, "calls", 0, max(bounds, default=1) - 1) for word in words]
    if len(numbers) != turns:
        raise NotationError(Refusal("cash_oder_crash.position.calls", "C8", n=turns))
    s.order[int(s.turn) : int(s.turn) + turns] = numbers


def _hand(r: Any, seat: int) -> str:
    held = _in_zone(r, seat)
    return CODES.write(held, int(r.count[seat]) - len(held))


def _in_zone(r: Any, zone: int) -> list[int]:
    cards = in_zone(r, zone)
    return sorted(cards, key=lambda card: (-(card % c.KINDS), card))


def _write_round(r: Any) -> dict[str, str]:
    """Write what a state and a view show alike."""
    players = int(r.players)
    ages = sorted(range(players), key=lambda seat: int(r.age[seat]))
    pawns = " ".join(f"{seat_letter(x)} {_signed(int(r.pawn[x]))}" for x in range(players))
    return {
        **write_common(r, c.REASONS),
        "ages": "".join(map(seat_letter, ages)),
        "pawns": pawns,
        "big_deal": write_seats(int(r.big_deal)),
        "turn": str(int(r.turn) + 1),
        "active": seat_letter(int(r.active)),
        **{f"hand {seat_letter(seat)}": _hand(r, seat) for seat in range(players)},
        "played": CODES.write(_in_zone(r, c.PLAYED)),
    }


def _signed(field: int) -> str:
    return f"{field:+d}" if field else "0"


def _colour(r: Any, laid: int) -> str:
    return c.COLOURS[(int(r.active) + laid) % int(r.players)]


def number_code(kind: int) -> str:
    """Write the code of a kind of number card."""
    return f"{c.NUMBERS[kind]:+d}"


def write(s: Any) -> dict[str, str]:
    """Write all items of a state, complete."""
    calls = "-"
    if s.opt[c.PRIORITY] == 2:
        turns = range(int(s.turn), c.HAND * int(s.players))
        calls = " ".join(str(s.order[turn]) for turn in turns) or "-"
    return {
        **_write_round(s),
        "colour": "-" if s.colour == c.NOT_LAID else _colour(s, int(s.colour)),
        "number": "-" if s.number == c.NOT_LAID else number_code(int(s.number)),
        "passed": write_seats(int(s.passed)),
        "calls": calls,
    }


def usual(s: Any) -> dict[str, str]:
    """Write the values that are left out when a position is printed."""
    players = int(s.players)
    items = usual_common(players, c.CAPITAL) | {
        "big_deal": write_seats((1 << players) - 1),
        "pawns": " ".join(f"{seat_letter(x)} 0" for x in range(players)),
        "colour": "-",
        "number": "-",
        "passed": "-",
        "calls": "-",
    }
    if s.opt[c.YOUNGEST] != c.ANY_SEAT:
        youngest = max(0, int(s.opt[c.YOUNGEST]) - c.NAMED_SEAT)
        seats = [(youngest + i) % players for i in range(players)]
        items["ages"] = "".join(map(seat_letter, seats))
    if s.ended != RUNNING:
        items["turn"] = str(c.HAND * players + 1)
    return items


def write_view(v: Any, public: dict[str, str] | None = None) -> dict[str, str]:
    """Write all items of a view; `?` stands for a card that its seat does not know.

    `public` are the items of a spectator's view of the same table, where they are written already.
    """
    laid = int(v.laid)
    colour = "?" if laid & 1 else "-"
    number = "?" if laid & 2 else "-"
    items = _write_round(v) if public is None else public
    own = {f"hand {seat_letter(int(v.seat))}": _hand(v, int(v.seat))} if v.seat < v.players else {}
    return {
        **items,
        **own,
        "colour": colour if v.own_colour == c.NOT_LAID else _colour(v, int(v.own_colour)),
        "number": number if v.own_number == c.NOT_LAID else number_code(int(v.own_number)),
        "passed": seat_letter(int(v.seat)) if v.own_pass else "-",
    }


def canonical(deck: list[int]) -> list[int]:
    """Number equal cards in the order in which they come, so that a deck is the same when read."""
    return CODES.choose([_CODES[card] for card in deck], deck)


def remembered(_v: Any, _seat: int) -> list[str]:
    """Return nothing: no option shows cards that a seat must still hold."""
    return []
