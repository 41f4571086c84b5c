"""The rules of Cash oder Crash (C1–C16), for 3 or 4 players. A deal is one round of the rule sheet.

In a turn the active seat lays a colour and the seat on its left a number, both face down. Then the
seats that may call BIG DEAL call or pass, and the cards are turned up.

The parts lie beside this file: `state` (the record), `big_deal`, `ending` and `veil`.
"""

from __future__ import annotations

from typing import Any

from tirelire.core.cards import FACE_UP, move
from tirelire.core.compiling import kernel
from tirelire.core.header import begin_header, left_of, name_first_dealer
from tirelire.core.phase import DEAL_OVER, RUNNING
from tirelire.core.standing import leaders
from tirelire.games.cash_oder_crash.rules.big_deal import first_of_drawn, may_call, orders
from tirelire.games.cash_oder_crash.rules.ending import finish as finish
from tirelire.games.cash_oder_crash.rules.ending import reveal
from tirelire.games.cash_oder_crash.rules.material import (
    ANY_SEAT,
    BOX,
    CALL,
    CALLING,
    CAPITAL,
    CARDS,
    FIRST_DEALER,
    HAND,
    KINDS,
    LAY_LEFT,
    LAY_NUMBER,
    LAY_OWN,
    LAYING,
    NAMED_SEAT,
    NOBODY,
    NOT_LAID,
    PASS,
    PRIORITY,
    SEATS,
    TURNS,
    YOUNGEST,
    ZONES,
)
from tirelire.games.cash_oder_crash.rules.material import DECISIONS as DECISIONS
from tirelire.games.cash_oder_crash.rules.material import TAKE_BACK as TAKE_BACK
from tirelire.games.cash_oder_crash.rules.state import STATE as STATE
from tirelire.games.cash_oder_crash.rules.state import VIEW as VIEW
from tirelire.games.cash_oder_crash.rules.state import open_turn
from tirelire.games.cash_oder_crash.rules.veil import sample as sample
from tirelire.games.cash_oder_crash.rules.veil import veil as veil

# --- set-up -------------------------------------------------------------------------------------


@kernel
def match_draws(players: int, opt: Any, bounds: Any) -> int:
    """C4, C14: ages that are drawn need a shuffle of the seats, a dealer that is drawn one seat."""
    count = 0
    if opt[YOUNGEST] == ANY_SEAT:
        while count < players - 1:
            bounds[count] = players - count
            count += 1
    if opt[FIRST_DEALER] == ANY_SEAT:
        bounds[count] = players
        count += 1
    return count


@kernel
def setup(s: Any, players: int, opt: Any, draws: Any) -> None:
    """C3–C5, C14: pawns on 0, the capital, the ages, the first dealer."""
    begin_header(s, players, opt, CAPITAL)
    if opt[FIRST_DEALER] == ANY_SEAT:
        name_first_dealer(s, draws[players - 1 if opt[YOUNGEST] == ANY_SEAT else 0])
    elif opt[FIRST_DEALER] >= NAMED_SEAT:
        name_first_dealer(s, opt[FIRST_DEALER] - NAMED_SEAT)
    s.active = 0
    s.turn = 0
    s.big_deal = 0
    open_turn(s)
    for seat in range(SEATS):
        s.pawn[seat] = 0
        s.age[seat] = seat if seat < players else 0
        if opt[YOUNGEST] >= NAMED_SEAT and seat < players:
            s.age[seat] = (seat - (opt[YOUNGEST] - NAMED_SEAT) + players) % players
    if opt[YOUNGEST] == ANY_SEAT:
        for i in range(players - 1):
            j = i + draws[i]
            s.age[i], s.age[j] = s.age[j], s.age[i]
    for turn in range(TURNS):
        s.order[turn] = 0
    for zone in range(ZONES):
        s.count[zone] = 0
    for card in range(CARDS):
        s.zone[card] = BOX
        s.place[card] = 0
        s.seen[card] = FACE_UP
    s.count[BOX] = CARDS


@kernel
def pack(s: Any, cards: Any) -> int:
    """C4: as many number sets as players."""
    count = KINDS * int(s.players)
    for card in range(count):
        cards[card] = card
    return count


@kernel
def deal_draws(s: Any, bounds: Any) -> int:
    """C8 random: one of all orders of the seats for each turn."""
    if s.opt[PRIORITY] != 2:
        return 0
    turns = HAND * int(s.players)
    for turn in range(turns):
        bounds[turn] = orders(s)
    return turns


@kernel
def deal(s: Any, deck: Any, draws: Any) -> None:
    """C4, C14: deal the number cards; all seats have their BIG DEAL again."""
    players = int(s.players)
    s.dealer = left_of(s, s.dealer)
    s.active = left_of(s, s.dealer) if s.deals == 0 else poorest(s)
    s.deals += 1
    s.ended = RUNNING
    s.reason = 0
    s.turn = 0
    s.big_deal = (1 << players) - 1
    for seat in range(players):
        s.gained[seat] = 0
    seat = int(s.dealer)
    for i in range(HAND * players):
        seat = left_of(s, seat)
        move(s, deck[i], seat)
        s.seen[deck[i]] = 1 << seat
    for turn in range(TURNS):
        drawn = s.opt[PRIORITY] == 2 and turn < HAND * players
        s.order[turn] = draws[turn] if drawn else 0
    open_turn(s)


@kernel
def poorest(s: Any) -> int:
    """C14: the seat with the fewest chips, the youngest of several."""
    found = 0
    for seat in range(1, int(s.players)):
        fewer = s.total[seat] < s.total[found]
        younger = s.total[seat] == s.total[found] and s.age[seat] < s.age[found]
        if fewer or younger:
            found = seat
    return found


# --- what may be done ---------------------------------------------------------------------------


@kernel
def actors(s: Any) -> int:
    """C7, C8: the two who lay, in either order; then all who may call and have not passed."""
    if s.ended != RUNNING:
        return 0
    if s.phase == CALLING:
        return may_call(s) & ~int(s.passed)
    waiting = 0
    if s.colour == NOT_LAID:
        waiting |= 1 << int(s.active)
    if s.number == NOT_LAID:
        waiting |= 1 << left_of(s, s.active)
    return waiting


@kernel
def asked(s: Any) -> int:
    """C8: in the window the order of the option; otherwise the active seat, then its neighbour."""
    if s.ended != RUNNING:
        return NOBODY
    active = int(s.active)
    if s.phase == LAYING:
        return active if s.colour == NOT_LAID else left_of(s, active)
    waiting = actors(s)
    if s.opt[PRIORITY] == 2:
        return first_of_drawn(waiting, int(s.players), int(s.order[s.turn]))
    if s.opt[PRIORITY] == 1 and (waiting >> left_of(s, active)) & 1:
        return left_of(s, active)
    seat = active
    while (waiting >> seat) & 1 == 0:
        seat = left_of(s, seat)
    return seat


@kernel
def legal(s: Any, seat: int, out: Any) -> int:
    """C6–C8: one of the two colours, a number that one holds, call or pass."""
    if s.phase == CALLING:
        out[0] = CALL
        out[1] = PASS
        return 2
    if seat == s.active:
        out[0] = LAY_OWN
        out[1] = LAY_LEFT
        return 2
    count = 0
    for kind in range(KINDS):
        held = 0
        for card in range(kind, CARDS, KINDS):
            held |= s.zone[card] == seat
        out[count] = LAY_NUMBER + kind
        count += held
    return count


# --- what happens -------------------------------------------------------------------------------


@kernel
def play(s: Any, seat: int, decision: int) -> None:
    """C6–C8: lay a card, call or pass; the last one to decide turns the cards up."""
    if decision == CALL:
        s.big_deal = int(s.big_deal) & ~(1 << seat)
        reveal(s, 2)
        return
    if decision == PASS:
        s.passed = int(s.passed) | 1 << seat
    elif decision >= LAY_NUMBER:
        s.number = decision - LAY_NUMBER
    else:
        s.colour = decision
    if s.phase == LAYING and s.colour != NOT_LAID and s.number != NOT_LAID:
        s.phase = CALLING
    if s.phase == CALLING and actors(s) == 0:
        reveal(s, 1)


@kernel
def derive(s: Any) -> None:
    """C7: when both cards lie, the BIG DEAL window is open."""
    if s.ended == RUNNING:
        s.phase = CALLING if s.colour != NOT_LAID and s.number != NOT_LAID else LAYING


# --- the end ------------------------------------------------------------------------------------


@kernel
def winners(s: Any) -> int:
    """C15: the most chips, several when shared."""
    return leaders(s.total, s.players) if s.ended > DEAL_OVER else 0
