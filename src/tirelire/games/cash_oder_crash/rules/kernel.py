"""The rules of Cash oder Crash (C1–C16), for 3 or 4 players. A deal is one round of the rule sheet.

In a turn the active seat lays a colour and the seat on its left a number, both face down. Then
whoever may call BIG DEAL calls or passes, and the cards are turned up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.cards import (
    FACE_UP,
    move,
    sample_cards,
    sort_copies,
    veil_cards,
)
from tirelire.core.chance import below
from tirelire.core.compiling import kernel
from tirelire.core.header import (
    begin_header,
    header,
    left_of,
    name_first_dealer,
    public_copier,
    record_type,
)
from tirelire.core.phase import DEAL_OVER, RUNNING
from tirelire.core.standing import book, end_after, leaders
from tirelire.games.cash_oder_crash.rules.material import (
    ANY_SEAT,
    BIG_DEAL_BY,
    BOARD,
    BOX,
    CALL,
    CALLING,
    CAPITAL,
    CARDS,
    FIELDS,
    FIRST_DEALER,
    HAND,
    INSOLVENCY,
    KINDS,
    LAY_LEFT,
    LAY_NUMBER,
    LAY_OWN,
    LAYING,
    LOWEST_FIELD,
    MOST_EXTRA,
    NAMED_SEAT,
    NOBODY,
    NOT_LAID,
    NUMBERS,
    OPTIONS,
    PASS,
    PLAYED,
    PRIORITY,
    ROUNDS,
    SEATS,
    SETS,
    TIE,
    TURNS,
    YOUNGEST,
    ZONES,
)
from tirelire.games.cash_oder_crash.rules.material import (
    DECISIONS as DECISIONS,
)
from tirelire.games.cash_oder_crash.rules.material import (
    TAKE_BACK as TAKE_BACK,
)

_FIELDS = np.array(list(FIELDS.values()), np.int64)
_NUMBERS = np.array(NUMBERS, np.int64)

_PUBLIC: list[tuple[Any, ...]] = [
    ("pawn", "i2", (SEATS,)),
    ("age", "i1", (SEATS,)),  # C14: 0 is the youngest
    ("big_deal", "i1"),  # seats that still have the card
    ("active", "i1"),
    ("turn", "i1"),  # from 0
    ("phase", "i1"),
]
_CARDS: list[tuple[Any, ...]] = [
    ("zone", "i1", (CARDS,)),
    ("place", "i1", (CARDS,)),
    ("seen", "i1", (CARDS,)),
    ("count", "i1", (ZONES,)),
]
STATE = record_type(
    [
        *header(SEATS, len(OPTIONS)),
        *_PUBLIC,
        *_CARDS,
        ("colour", "i1"),  # the decision LAY_OWN or LAY_LEFT, or NOT_LAID
        ("number", "i1"),  # the kind laid by the seat on the left, or NOT_LAID
        ("passed", "i1"),  # seats that passed in the open window
        ("order", "i1", (TURNS,)),  # C8 random: the order of asking drawn for each turn to come
    ]
)
VIEW = record_type(
    [
        *header(SEATS, len(OPTIONS)),
        *_PUBLIC,
        *_CARDS,
        ("seat", "i1"),
        ("laid", "i1"),  # bit 0: a colour lies there, bit 1: a number
        ("own_colour", "i1"),
        ("own_number", "i1"),
        ("own_pass", "i1"),
    ]
)
copy_public = public_copier(STATE, VIEW, _PUBLIC)


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
def orders(s: Any) -> int:
    """Count the orders in which the seats can be asked."""
    return 6 if s.players == 3 else 24


@kernel
def deal(s: Any, deck: Any, draws: Any) -> None:
    """C4, C14: deal the number cards; everybody has his BIG DEAL again."""
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


@kernel
def open_turn(s: Any) -> None:
    """Nothing is laid, nobody has passed."""
    s.phase = LAYING
    s.colour = NOT_LAID
    s.number = NOT_LAID
    s.passed = 0


# --- what may be done ---------------------------------------------------------------------------


@kernel
def may_call(s: Any) -> int:
    """C8: seats that still have the card and, with `pair`, laid one of the two cards."""
    if s.opt[BIG_DEAL_BY] == 1:
        return int(s.big_deal)
    pair = 1 << int(s.active) | 1 << left_of(s, s.active)
    return int(s.big_deal) & pair


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
def first_of_drawn(waiting: int, players: int, order: int) -> int:
    """Find who of `waiting` stands first in the permutation of the seats numbered `order`."""
    rest = (1 << players) - 1
    for left in range(players, 0, -1):
        pick = order % left
        order //= left
        for seat in range(players):
            if (rest >> seat) & 1:
                if pick == 0:
                    rest &= ~(1 << seat)
                    if (waiting >> seat) & 1:
                        return seat
                    break
                pick -= 1
    return NOBODY


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


@kernel
def copy_held(s: Any, seat: int, kind: int) -> int:
    """Find a card of that kind in the hand of a seat that holds one."""
    found = kind
    for number in range(1, SETS):
        card = number * KINDS + kind
        found = card if s.zone[card] == seat else found
    return found


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
def reveal(s: Any, times: int) -> None:
    """C9–C11: move the pawn, put the number card aside, pass the turn on or end the round."""
    active = int(s.active)
    neighbour = left_of(s, active)
    walker = active if s.colour == LAY_OWN else neighbour
    s.pawn[walker] = field_after(s, int(s.pawn[walker]), times * _NUMBERS[s.number])
    card = copy_held(s, neighbour, int(s.number))
    move(s, card, PLAYED)
    s.seen[card] = FACE_UP
    s.order[s.turn] = 0
    s.active = neighbour
    s.turn += 1
    open_turn(s)
    if s.count[PLAYED] == KINDS * int(s.players):
        finish(s)


@kernel
def field_after(s: Any, field: int, steps: int) -> int:
    """C2: where a pawn stands after some steps."""
    field += steps
    fields = _FIELDS[s.opt[BOARD]]
    if fields == 0:
        return field
    if field < LOWEST_FIELD:
        return int(field + fields)
    if field >= LOWEST_FIELD + fields:
        return int(field - fields)
    return field


@kernel
def finish(s: Any) -> None:
    """C12–C15: settle, and end the round and perhaps the match."""
    settle(s)
    book(s)
    s.reason = 1
    plays_on = s.opt[TIE] == 1
    end_after(s, s.opt[ROUNDS], leaders(s.total, s.players), plays_on, MOST_EXTRA)


@kernel
def settle(s: Any) -> None:
    """C12: all pay at once, from the positions and from the chips held before."""
    players = int(s.players)
    for seat in range(players):
        s.gained[seat] = 0
    for seat in range(players):
        limited = s.opt[INSOLVENCY] == 1
        to_left, to_right = payments(s.pawn, s.total, seat, players, limited)
        right = seat - 1 if seat > 0 else players - 1
        s.gained[seat] -= to_left + to_right
        s.gained[left_of(s, seat)] += to_left
        s.gained[right] += to_right


@kernel
def payments(pawn: Any, chips: Any, seat: int, players: int, limited: bool) -> tuple[int, int]:
    """C12, C13: what a seat pays to its left and to its right neighbour.

    It pays n to the left with its pawn on -n, and n to the right whose pawn is on +n. Where
    payments are limited to what one has, the left neighbour comes first.
    """
    right = seat - 1 if seat > 0 else players - 1
    to_left = max(0, -int(pawn[seat]))
    to_right = max(0, int(pawn[right]))
    if limited:
        to_left = min(to_left, int(chips[seat]))
        to_right = min(to_right, int(chips[seat]) - to_left)
    return to_left, to_right


@kernel
def derive(s: Any) -> None:
    """C7: when both cards lie, the BIG DEAL window is open."""
    if s.ended == RUNNING:
        s.phase = CALLING if s.colour != NOT_LAID and s.number != NOT_LAID else LAYING


@kernel
def winners(s: Any) -> int:
    """C15: the most chips, several when shared."""
    return leaders(s.total, s.players) if s.ended > DEAL_OVER else 0


# --- who sees what ------------------------------------------------------------------------------


@kernel
def veil(s: Any, seat: int, v: Any) -> None:
    """C16: all but the number hands, the cards laid face down and who has passed is public."""
    copy_public(s, v)
    v.seat = seat
    v.laid = (1 if s.colour != NOT_LAID else 0) | (2 if s.number != NOT_LAID else 0)
    v.own_colour = s.colour if seat == s.active else NOT_LAID
    v.own_number = s.number if seat == left_of(s, s.active) else NOT_LAID
    v.own_pass = (int(s.passed) >> seat) & 1
    veil_cards(s, seat, v)
    for kind in range(KINDS):
        sort_copies(v, kind, KINDS, SETS)


@kernel
def sample(v: Any, stream: Any, s: Any) -> None:
    """Deal the unknown numbers, choose the cards that lie face down and the orders not yet used."""
    copy_public(v, s)
    s.passed = int(v.own_pass) << int(v.seat)
    sample_cards(v, stream, s, SEATS, -1)
    s.colour = v.own_colour
    if int(v.laid) & 1 and v.own_colour == NOT_LAID:
        s.colour = below(stream, 2)
    s.number = v.own_number
    if int(v.laid) & 2 and v.own_number == NOT_LAID:
        s.number = any_number(s, left_of(s, s.active), stream)
    for turn in range(TURNS):
        drawn = s.opt[PRIORITY] == 2 and int(v.turn) <= turn < HAND * int(v.players)
        s.order[turn] = below(stream, orders(s)) if drawn else 0


@kernel
def any_number(s: Any, seat: int, stream: Any) -> int:
    """Choose one of the number cards that a seat holds."""
    pick = below(stream, int(s.count[seat]))
    for card in range(CARDS):
        if s.zone[card] == seat:
            if pick == 0:
                return card % KINDS
            pick -= 1
    return NOT_LAID
