"""The observation of Money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tirelire.core.cards import FACE_UP, UNKNOWN
from tirelire.core.compiling import kernel
from tirelire.games.money.rules.material import (
    BID,
    BOX,
    CARDS,
    CURRENCIES,
    HANDS_WON,
    LAY_BLUFF,
    LEFT,
    MOST_IDLE,
    OPTIONS,
    RIGHT,
    SEAL,
    SEATS,
    SERIAL,
    SINGLE,
    STOCK,
    SWAP,
    TAKE_BACK,
    TAKE_LEFT,
    TAKE_RIGHT,
    VALUES,
    WITHDRAW,
)
from tirelire.games.money.rules.veil import knows_serial
from tirelire.observation.layout import Field, Layout, header_fields
from tirelire.observation.toolkit import (
    clear,
    count_from,
    header_writer,
    named,
    place,
    show_cards,
)

_ALL = sum(VALUES)
_MOST_ROUNDS = 1000
_OTHERS = SEATS - 1
_CODES = (1, 2 ** len(CURRENCIES) - 1, 1, max(HANDS_WON, SINGLE), 9, 1, 1)

LAYOUT = Layout(
    *header_fields(
        SEATS,
        [(option.name, most) for option, most in zip(OPTIONS, _CODES, strict=True)],
        (0, 20_000),
        "in points",
    ),
    Field("phase", (), 0, 1, "0: bidding, 1: exchanging"),
    Field("acting", (), 0, SEATS, "1 + the seat whose exchange it is, 0: none"),
    Field("idle", (), 0, MOST_IDLE, "rounds in a row in which nothing was drawn"),
    Field("last", (), 0, 1, "1: this is the last round"),
    Field("bluffed", (), 0, 1, "1: the own bluff card is laid"),
    Field("right_cards", (), 0, CARDS, "cards in the right lot"),
    Field("left_cards", (), 0, CARDS, "cards in the left lot"),
    Field("stock_cards", (), 0, CARDS, "cards in the stock"),
    Field("gone", (len(CURRENCIES),), 0, 1, "1: the currency is not in the game"),
    Field("offer", (SEATS,), 0, _ALL, "value of the bid that lies open, by seat"),
    Field("lowest", (SEATS,), 0, CARDS, "lowest serial number in it, by seat"),
    Field("sealed", (SEATS,), 0, CARDS + 1, "cards in a sealed bid, by seat; 0: not sealed"),
    Field("cards", (SEATS,), 0, CARDS, "how many cards each seat holds"),
    Field("hand", (CARDS,), 0, 1, "1: one holds the card"),
    Field("known", (_OTHERS, CARDS), 0, 1, "1: another seat is known to hold it, by seat from 1"),
    Field("right", (CARDS,), 0, 1, "1: it lies in the right lot"),
    Field("left", (CARDS,), 0, 1, "1: it lies in the left lot"),
    Field("bid", (SEATS, CARDS), 0, 1, "1: it lies in an open bid, by seat"),
    Field("unseen", (CARDS,), 0, 1, "1: only its holder, if any, knows where it is"),
    Field("box", (CARDS,), 0, 1, "1: it is not in the game"),
    Field("laid", (CARDS,), 0, 1, "1: one has laid it for the bid, face down"),
    Field("exposed", (CARDS,), 0, 1, "1: one holds it, and the others know it"),
    Field("serial", (CARDS,), 0, CARDS, "its serial number, 0 where one does not know it"),
    Field("rounds", (), 0, _MOST_ROUNDS, "memory: biddings that were turned up in this deal"),
    Field("bluffs", (SEATS,), 0, _MOST_ROUNDS, "memory: how often the bluff card was in the bid"),
    Field("withdrawn", (SEATS,), 0, _MOST_ROUNDS, "memory: how often a bid was withdrawn"),
)
MEMORY = 1 + 2 * SEATS
KEPT = 0

_PHASE, _GONE, _OFFER = (LAYOUT.at(name) for name in ("phase", "gone", "offer"))
_HAND, _LAID, _EXPOSED = (LAYOUT.at(name) for name in ("hand", "laid", "exposed"))
_SERIAL, _ROUNDS = LAYOUT.at("serial"), LAYOUT.at("rounds")
_LOWEST, _SEALED, _CARDS = _OFFER + SEATS, _OFFER + 2 * SEATS, _OFFER + 3 * SEATS
_BLUFFS, _WITHDRAWN = _ROUNDS + 1, _ROUNDS + 1 + SEATS
_SIZE = LAYOUT.size
_FACE_UP = np.int8(FACE_UP)


def _zones_shown() -> Any:
    """Tabulate the zone of each plane, for each number of players and each seat; NOWHERE: none."""
    rows = []
    for players in range(SEATS + 1):
        for seat in range(SEATS):
            around = [(seat + i) % players for i in range(players)] if seat < players else []
            around += [NOWHERE] * (SEATS - len(around))
            bids = [NOWHERE if owner == NOWHERE else BID + owner for owner in around]
            rows.append([*around, RIGHT, LEFT, *bids, UNKNOWN, BOX])
    return np.array(rows, np.int8).reshape(-1)


NOWHERE = -2
_PLANES = 2 * SEATS + 4
"""Planes of all cards: hand, known, right, left, bid, unseen, box; they follow each other."""
_ZONES = _zones_shown()
_write_header = header_writer(SEATS, len(OPTIONS), 1)


@kernel
def before(s: Any, seat: int, decision: int) -> int:  # noqa: ARG001
    """Pack whose bluff card is laid: all will see it, once the bids are turned up."""
    packed = 0
    for other in range(SEATS):
        packed |= int(s.bluffed[other]) << other
    return packed


@kernel
def after(s: Any, seat: int, decision: int, packed: int, memory: Any) -> None:
    """M7, M11: bids that were turned up with the bluff card in them, bids that were withdrawn."""
    if decision == WITHDRAW:
        memory[1 + SEATS + seat] += 1
    elif decision == SEAL and s.sealed[seat] == 0:
        memory[0] += 1
        for other in range(SEATS):
            memory[1 + other] += (packed >> other) & 1


@kernel
def of_state(s: Any, seat: int, memory: Any, room: Any, out: Any) -> None:
    """M20: what a seat may know of a state."""
    _write(s, seat, s.laid, int(s.bluffed[seat]), memory, room, out)


@kernel
def of_view(v: Any, memory: Any, room: Any, out: Any) -> None:
    """M20: what a view tells."""
    _write(v, int(v.seat), v.own_laid, int(v.own_bluffed), memory, room, out)


@kernel
def _write(x: Any, seat: int, laid: Any, bluffed: int, memory: Any, room: Any, out: Any) -> None:
    clear(out, 0, _HAND)
    show_cards(x, seat, room)
    row = (int(x.players) * SEATS + seat) * _PLANES
    for plane in range(_PLANES):
        zone = _ZONES[place(row + plane)]
        for card in range(CARDS):
            out[_HAND + plane * CARDS + card] = 1 if room[card] == zone else 0
    own = np.int8(seat)
    for card in range(CARDS):
        out[_LAID + card] = laid[card] if room[card] == own else 0
    for card in range(CARDS):
        out[_EXPOSED + card] = (room[card] == own) & (x.seen[card] == _FACE_UP)
    for card in range(CARDS):
        out[_SERIAL + card] = x.serial[card]
    if x.opt[SERIAL] != 0:
        for card in range(CARDS):
            out[_SERIAL + card] *= 1 if knows_serial(x, card, seat) else 0
    _write_header(x, seat, out)
    out[_PHASE] = x.phase
    out[_PHASE + 1] = named(x, seat, int(x.acting))
    out[_PHASE + 2] = x.idle
    out[_PHASE + 3] = x.last
    out[_PHASE + 4] = bluffed
    out[_PHASE + 5] = x.count[RIGHT]
    out[_PHASE + 6] = x.count[LEFT]
    out[_PHASE + 7] = x.count[STOCK]
    for currency in range(len(CURRENCIES)):
        out[_GONE + currency] = (int(x.gone) >> currency) & 1
    clear(out, _ROUNDS, _SIZE)
    out[_ROUNDS] = memory[0]
    players = int(x.players)
    for i in range(players):
        other = count_from(seat, players, i)
        out[_OFFER + i] = x.offer[place(other)]
        out[_LOWEST + i] = x.lowest[place(other)]
        out[_SEALED + i] = x.sealed[place(other)]
        out[_CARDS + i] = x.count[place(other)]
        out[_BLUFFS + i] = memory[place(1 + other)]
        out[_WITHDRAWN + i] = memory[place(1 + SEATS + other)]


ACTIONS: Sequence[tuple[int, str]] = (
    (0, "lay a card, by its number"),
    (LAY_BLUFF, "lay the bluff card"),
    (TAKE_RIGHT, "take the right lot"),
    (TAKE_LEFT, "take the left lot"),
    (SWAP, "swap with the bid of a seat (+ seat)"),
    (WITHDRAW, "withdraw the bid"),
    (SEAL, "seal the bid"),
    (TAKE_BACK, "take back the laid cards: never in a mask"),
)
"""Where each kind of decision begins; seats count from A here, not from the observing seat."""
