"""The rules of Goofspiel: one record, and a few functions on it."""

from __future__ import annotations

from typing import Any

from goofspiel import material as m
from tirelire.core.bits import lowest
from tirelire.core.cards import FACE_UP, move, put_on, sample_cards, top, veil_cards
from tirelire.core.compiling import kernel
from tirelire.core.header import begin_header, header, left_of, public_copier, record_type
from tirelire.core.phase import DEAL_OVER, RUNNING
from tirelire.core.standing import book, end_after, leaders

_CARDS = [(name, "i1", (m.CARDS,)) for name in ("zone", "place", "seen")]
_ALL = [*header(m.SEATS, len(m.OPTIONS)), *_CARDS, ("count", "i1", (m.ZONES,))]
STATE = record_type([*_ALL, ("bid", "i1", (m.SEATS,))])  # the rank laid face down, from 0
VIEW = record_type([*_ALL, ("seat", "i1"), ("own_bid", "i1")])
DECISIONS = m.RANKS  # bid the card of this rank, from 0
TAKE_BACK = -1
copy_public = public_copier(STATE, VIEW, [])


@kernel
def match_draws(_players: int, _opt: Any, _bounds: Any) -> int:
    """Nothing but the order of the prizes is left to chance."""
    return 0


@kernel
def setup(s: Any, players: int, opt: Any, _draws: Any) -> None:
    """G1: no seat has anything yet."""
    begin_header(s, players, opt, 0)
    for seat in range(m.SEATS):
        s.bid[seat] = m.NOT_BID
    for zone in range(m.ZONES):
        s.count[zone] = 0
    for card in range(m.CARDS):
        s.zone[card] = m.BOX
        s.place[card] = 0
        s.seen[card] = FACE_UP
    s.count[m.BOX] = m.CARDS


@kernel
def pack(s: Any, cards: Any) -> int:
    """G2: the prizes are shuffled."""
    for rank in range(s.opt[m.SIZE]):
        cards[rank] = m.PRIZES + rank
    return int(s.opt[m.SIZE])


@kernel
def deal_draws(_s: Any, _bounds: Any) -> int:
    """Nothing is drawn after the shuffle."""
    return 0


@kernel
def deal(s: Any, deck: Any, _draws: Any) -> None:
    """G2, G3: a suit for everybody, the prizes face down, the first one turned up."""
    s.dealer = left_of(s, s.dealer)
    s.deals += 1
    s.ended = RUNNING
    s.reason = 0
    size = int(s.opt[m.SIZE])
    for seat in range(int(s.players)):
        s.gained[seat] = 0
        for rank in range(size):
            move(s, seat * m.RANKS + rank, seat)
    for i in range(size):
        card = deck[size - 1 - i]
        put_on(s, card, m.STOCK)
        s.seen[card] = 0
    turn_up(s)


@kernel
def turn_up(s: Any) -> None:
    """G3: the next prize; no seat has bid for it."""
    card = top(s, m.STOCK)
    move(s, card, m.PRIZE)
    s.seen[card] = FACE_UP
    for seat in range(m.SEATS):
        s.bid[seat] = m.NOT_BID


@kernel
def actors(s: Any) -> int:
    """G4: all who have not bid yet, in any order."""
    waiting = 0
    for seat in range(int(s.players)):
        if s.ended == RUNNING and s.bid[seat] == m.NOT_BID:
            waiting |= 1 << seat
    return waiting


@kernel
def asked(s: Any) -> int:
    """Where no clock decides, the lowest seat is asked first."""
    waiting = actors(s)
    return lowest(waiting) if waiting else -1


@kernel
def legal(s: Any, seat: int, out: Any) -> int:
    """G4: any card of the own suit that is not played."""
    count = 0
    for rank in range(m.RANKS):
        if s.zone[seat * m.RANKS + rank] == seat:
            out[count] = rank
            count += 1
    return count


@kernel
def play(s: Any, seat: int, decision: int) -> None:
    """G4–G6: lay a bid; the last one turns all up. A last card is bid without asking."""
    s.bid[seat] = decision
    while s.ended == RUNNING and actors(s) == 0:
        reveal(s)
        if s.ended == RUNNING and s.count[0] == 1:
            for other in range(int(s.players)):
                for rank in range(m.RANKS):
                    if s.zone[other * m.RANKS + rank] == other:
                        s.bid[other] = rank


@kernel
def reveal(s: Any) -> None:
    """G5: the highest bid takes what lies there; equal ones do not."""
    winner, best, several = 0, m.NOT_BID, False
    for seat in range(int(s.players)):
        bid = int(s.bid[seat])
        several = (several and bid <= best) or bid == best
        winner = seat if bid > best else winner
        best = max(best, bid)
        move(s, seat * m.RANKS + bid, m.PLAYED)
    if not several or s.opt[m.TIE] == 0 or s.count[m.STOCK] == 0:
        for card in range(m.PRIZES, m.CARDS):
            if s.zone[card] == m.PRIZE:
                move(s, card, m.GONE if several else m.WON + winner)
    if s.count[m.STOCK] > 0:
        turn_up(s)
    else:
        finish(s)


@kernel
def finish(s: Any) -> None:
    """G6: everybody counts the prizes won."""
    for seat in range(m.SEATS):
        s.bid[seat] = m.NOT_BID
        for card in range(m.PRIZES, m.CARDS):
            s.gained[seat] += card - m.PRIZES + 1 if s.zone[card] == m.WON + seat else 0
    book(s)
    s.reason = 1
    end_after(s, 1, leaders(s.total, s.players), False, 0)


@kernel
def winners(s: Any) -> int:
    """G6: the most points, several when shared."""
    return leaders(s.total, s.players) if s.ended > DEAL_OVER else 0


@kernel
def derive(_s: Any) -> None:
    """Nothing follows from anything else."""


@kernel
def veil(s: Any, seat: int, v: Any) -> None:
    """G4: all is public but the order of the prizes and the bids of others."""
    copy_public(s, v)
    v.seat = seat
    v.own_bid = s.bid[seat] if seat < m.SEATS else m.NOT_BID
    veil_cards(s, seat, v)


@kernel
def sample(v: Any, stream: Any, s: Any) -> None:
    """Shuffle the prizes to come; the others have not bid."""
    copy_public(v, s)
    sample_cards(v, stream, s, m.SEATS, m.STOCK)
    for seat in range(m.SEATS):
        s.bid[seat] = v.own_bid if seat == v.seat else m.NOT_BID
