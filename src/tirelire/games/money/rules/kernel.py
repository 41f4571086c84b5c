"""The rules of Money (M1–M21), for 3 to 5 players.

Until a bid is revealed its cards stay in the zone of the owner's hand and are marked as laid: so
what others know about that hand stays true, and which cards are in the bid stays secret.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.bits import zone_lister
from tirelire.core.cards import FACE_UP, is_known, move, put_on, sample_cards, veil_cards
from tirelire.core.chance import below, shuffle
from tirelire.core.compiling import allocating, kernel
from tirelire.core.header import begin_header, header, left_of, public_copier, record_type
from tirelire.core.phase import DEAL_OVER, RUNNING
from tirelire.core.standing import book, end_after, leaders
from tirelire.games.money.rules.material import (
    BID,
    BIDDING,
    BLUFF_ONLY,
    BOX,
    CARDS,
    COIN_VALUE,
    COINS,
    CURRENCIES,
    EXCHANGING,
    HAND,
    HANDS,
    HANDS_WON,
    LAY_BLUFF,
    LEFT,
    LOT,
    MATCH,
    MOST_EXTRA,
    MOST_IDLE,
    NOTE_VALUES,
    NOTES,
    OPTIONS,
    REDUCTION,
    REMOVED,
    RIGHT,
    SEAL,
    SEATS,
    SERIAL,
    SERIALS,
    SINGLE,
    STOCK,
    SWAP,
    TAKE_RIGHT,
    TIE,
    TRIPLE,
    VALUES,
    WHOLE,
    WITHDRAW,
    ZONES,
)
from tirelire.games.money.rules.material import (
    DECISIONS as DECISIONS,
)
from tirelire.games.money.rules.material import TAKE_BACK as TAKE_BACK

PER_CURRENCY = len(NOTE_VALUES)
NOBODY = -1

cards_in = zone_lister(CARDS)
_VALUES = np.array(VALUES, np.int64)
_SERIALS = np.array(SERIALS, np.int8)

_PUBLIC: list[tuple[Any, ...]] = [
    ("offer", "i2", (SEATS,)),  # value of the bid that lies open before a seat, 0 without one
    ("lowest", "i1", (SEATS,)),  # lowest serial number in it
    ("sealed", "i1", (SEATS,)),  # cards in a sealed bid, the bluff card included; 0: not sealed
    ("phase", "i1"),
    ("acting", "i1"),  # M8: whose exchange it is, or NOBODY
    ("idle", "i1"),  # M21
    ("last", "i1"),  # M14: 1 in the last round
    ("gone", "i2"),  # M4: currencies that left the game, as bits
]
_CARDS: list[tuple[Any, ...]] = [
    ("zone", "i1", (CARDS,)),
    ("place", "i1", (CARDS,)),
    ("seen", "i1", (CARDS,)),
    ("count", "i1", (ZONES,)),
    ("serial", "i1", (CARDS,)),  # in a view 0 where the seat does not know it
]
STATE = record_type(
    [
        *header(SEATS, len(OPTIONS)),
        *_PUBLIC,
        *_CARDS,
        ("laid", "i1", (CARDS,)),  # 1: the holder has laid the card, face down
        ("lying", "i1", (SEATS,)),  # how many cards a seat has laid, the bluff card included
        ("bluffed", "i1", (SEATS,)),  # 1: the bluff card is among them
        ("highest", "i1", (SEATS,)),  # the highest of the others, or -1
        ("least", "i1", (SEATS,)),  # their lowest serial number
        ("stake", "i2", (SEATS,)),  # their value
    ]
)
VIEW = record_type(
    [
        *header(SEATS, len(OPTIONS)),
        *_PUBLIC,
        *_CARDS,
        ("own_laid", "i1", (CARDS,)),
        ("own_bluffed", "i1"),
        ("seat", "i1"),
    ]
)
copy_public = public_copier(STATE, VIEW, _PUBLIC)


# --- set-up -------------------------------------------------------------------------------------


@kernel
def match_draws(players: int, opt: Any, bounds: Any) -> int:
    """M4: currencies that leave at random are drawn once for the match."""
    if opt[REMOVED] != 0:
        return 0
    for i in range(SEATS - players):
        bounds[i] = len(CURRENCIES) - i
    return SEATS - players


@kernel
def setup(s: Any, players: int, opt: Any, draws: Any) -> None:
    """M4: take the currencies out; everything else lies in the box until the deal."""
    begin_header(s, players, opt, 0)
    gone = int(opt[REMOVED])
    if gone == 0:
        for i in range(SEATS - players):
            skip = draws[i]
            for currency in range(len(CURRENCIES)):
                if (gone >> currency) & 1 == 0:
                    if skip == 0:
                        gone |= 1 << currency
                        break
                    skip -= 1
    s.gone = gone
    for zone in range(ZONES):
        s.count[zone] = 0
    s.count[BOX] = CARDS
    for card in range(CARDS):
        s.zone[card] = BOX
        s.place[card] = 0
        s.seen[card] = FACE_UP
        s.laid[card] = 0
        s.serial[card] = _SERIALS[card]
    open_hand(s)


@kernel
def open_hand(s: Any) -> None:
    """Nothing has happened yet in this hand."""
    s.idle = 0
    s.last = 0
    clear_bids(s)


@kernel
def clear_bids(s: Any) -> None:
    """Nobody has sealed a bid and none lies open."""
    s.phase = BIDDING
    s.acting = NOBODY
    for seat in range(SEATS):
        forget_laid(s, seat)
        s.offer[seat] = 0
        s.lowest[seat] = 0
        s.sealed[seat] = 0


@kernel
def forget_laid(s: Any, seat: int) -> None:
    """The seat has laid nothing."""
    s.lying[seat] = 0
    s.bluffed[seat] = 0
    s.highest[seat] = -1
    s.least[seat] = 0
    s.stake[seat] = 0


@kernel
def is_in_play(s: Any, card: int) -> bool:
    """M4: coins, and the notes of currencies that did not leave."""
    return card >= NOTES or (int(s.gone) >> (card // PER_CURRENCY)) & 1 == 0


@kernel
def pack(s: Any, cards: Any) -> int:
    """M4, M5: all notes in play and the coins."""
    count = 0
    for card in range(CARDS):
        if is_in_play(s, card):
            cards[count] = card
            count += 1
    return count


@kernel
def deal_draws(s: Any, bounds: Any) -> int:
    """M3: shuffled serial numbers need a shuffle."""
    if s.opt[SERIAL] == 0:
        return 0
    for i in range(CARDS - 1):
        bounds[i] = CARDS - i
    return CARDS - 1


@kernel
def deal(s: Any, deck: Any, draws: Any) -> None:
    """M5: six to each from the dealer's left, four to the right lot, four to the left, a stock."""
    players = int(s.players)
    s.dealer = left_of(s, s.dealer)
    s.deals += 1
    s.ended = RUNNING
    s.reason = 0
    for seat in range(players):
        s.gained[seat] = 0
    for zone in range(ZONES):
        s.count[zone] = 0
    for card in range(CARDS):
        s.zone[card] = BOX
        s.place[card] = 0
        s.seen[card] = FACE_UP
    s.count[BOX] = CARDS
    if s.opt[SERIAL] == 1:
        shuffle_serials(s, draws)
    open_hand(s)
    count = CARDS - PER_CURRENCY * (SEATS - players)
    dealt = HAND * players
    seat = int(s.dealer)
    for i in range(dealt):
        seat = left_of(s, seat)
        move(s, deck[i], seat)
        s.seen[deck[i]] = 1 << seat
    for i in range(LOT):
        move(s, deck[dealt + i], RIGHT)
        move(s, deck[dealt + LOT + i], LEFT)
    for i in range(count - 1, dealt + 2 * LOT - 1, -1):
        put_on(s, deck[i], STOCK)
        s.seen[deck[i]] = 0


@kernel
def shuffle_serials(s: Any, draws: Any) -> None:
    """M3: draw the serial numbers anew."""
    for card in range(CARDS):
        s.serial[card] = _SERIALS[card]
    for i in range(CARDS - 1):
        j = i + draws[i]
        s.serial[i], s.serial[j] = s.serial[j], s.serial[i]


# --- what may be done ---------------------------------------------------------------------------


@kernel
def actors(s: Any) -> int:
    """M6, M8: all who have not sealed, at the same time; then whose exchange it is."""
    if s.ended != RUNNING:
        return 0
    if s.phase == EXCHANGING:
        return 1 << int(s.acting)
    waiting = 0
    for seat in range(int(s.players)):
        if s.sealed[seat] == 0:
            waiting |= 1 << seat
    return waiting


@kernel
def asked(s: Any) -> int:
    """Bids are secret, so their order is of no account: the first seat that has not sealed."""
    if s.ended != RUNNING:
        return NOBODY
    if s.phase == EXCHANGING:
        return int(s.acting)
    seat = 0
    while s.sealed[seat] != 0:
        seat += 1
    return seat


@kernel
def legal(s: Any, seat: int, out: Any) -> int:
    """M6 while bidding, M9–M11 at the exchanges."""
    if s.phase == EXCHANGING:
        return legal_exchange(s, seat, out)
    # The bluff card first, then ascending: one path to every bid.
    count = cards_in(s.zone, seat, int(s.highest[seat]), out)
    # No branches: what is laid differs from hand to hand, and a wrong guess costs more than this.
    nothing = 1 if s.lying[seat] == 0 else 0
    alone = 1 if s.opt[BLUFF_ONLY] == 0 else 0
    real = 1 if s.lying[seat] > s.bluffed[seat] else 0
    out[count] = LAY_BLUFF
    count += nothing
    out[count] = SEAL
    count += (real | alone) & (1 - nothing)
    out[count] = TAKE_BACK
    return count + 1 - nothing


@kernel
def legal_exchange(s: Any, seat: int, out: Any) -> int:
    """M9–M11: a lot, the bid of another seat that lies open, or withdraw."""
    count = 0
    for lot in range(2):
        if s.count[RIGHT + lot] > 0:
            out[count] = TAKE_RIGHT + lot
            count += 1
    for other in range(int(s.players)):
        if other != seat and s.count[BID + other] > 0:
            out[count] = SWAP + other
            count += 1
    out[count] = WITHDRAW
    return count + 1


# --- what happens -------------------------------------------------------------------------------


@kernel
def play(s: Any, seat: int, decision: int) -> None:
    """M6, M9–M11: lay, seal or take back; exchange or withdraw."""
    if decision <= LAY_BLUFF:
        lay(s, seat, decision)
    elif decision == SEAL:
        s.sealed[seat] = s.lying[seat]
        if actors(s) == 0:
            reveal(s)
    elif decision == TAKE_BACK:
        forget_laid(s, seat)
        for card in range(CARDS):
            if s.zone[card] == seat:
                s.laid[card] = 0
    else:
        exchange(s, seat, decision)


@kernel
def lay(s: Any, seat: int, card: int) -> None:
    """M6: one more card of the bid, face down and not yet final."""
    s.lying[seat] += 1
    if card == LAY_BLUFF:
        s.bluffed[seat] = 1
    else:
        s.highest[seat] = card
        s.laid[card] = 1
        weigh(s, seat, card)


@kernel
def weigh(s: Any, seat: int, card: int) -> None:
    """M6, M8: what a card adds to the value of a bid, and its serial number."""
    s.stake[seat] += _VALUES[card]
    if s.least[seat] == 0 or s.serial[card] < s.least[seat]:
        s.least[seat] = s.serial[card]


@kernel
def reveal(s: Any) -> None:
    """M7: bids lie open, bluff cards are back in the hands, the highest bid acts."""
    for card in range(CARDS):
        s.seen[card] |= s.laid[card] * FACE_UP
        s.zone[card] += s.laid[card] * BID
        s.laid[card] = 0
    for seat in range(int(s.players)):
        cards = int(s.lying[seat]) - int(s.bluffed[seat])
        s.count[seat] -= cards
        s.count[BID + seat] += cards
    open_bids(s)


@kernel
def open_bids(s: Any) -> None:
    """M7, M8: what was laid is now what is offered."""
    s.phase = EXCHANGING
    for seat in range(SEATS):
        s.offer[seat] = s.stake[seat]
        s.lowest[seat] = s.least[seat]
        s.sealed[seat] = 0
        forget_laid(s, seat)
    choose_acting(s)


@kernel
def choose_acting(s: Any) -> None:
    """M8: the highest open bid acts, of equal ones that with the lowest serial number."""
    found = NOBODY
    best = 0
    for seat in range(SEATS):
        rank = int(s.offer[seat]) * (CARDS + 1) - int(s.lowest[seat])
        found = seat if rank > best else found
        best = max(best, rank)
    s.acting = found
    if found == NOBODY:
        end_round(s)


@kernel
def derive(s: Any) -> None:
    """M6, M8: bids have a value, and of those that lie open the highest acts."""
    for seat in range(SEATS):
        s.stake[seat] = 0
        s.least[seat] = 0
    for card in range(CARDS):
        if s.laid[card] != 0:
            weigh(s, int(s.zone[card]), card)
        elif s.zone[card] >= BID:
            weigh(s, int(s.zone[card]) - BID, card)
    if s.ended == RUNNING and s.phase == EXCHANGING:
        open_bids(s)


@kernel
def transfer(s: Any, origin: int, target: int) -> None:
    """M12: all cards of a zone go to another, never a part."""
    for card in range(CARDS):
        zone = s.zone[card]
        s.zone[card] = target if zone == origin else zone
    s.count[target] += s.count[origin]
    s.count[origin] = 0


@kernel
def exchange(s: Any, seat: int, decision: int) -> None:
    """M9–M12: the whole bid against a lot or another bid, or back into the hand."""
    target = seat
    if decision != WITHDRAW:
        target = BID + decision - SWAP if decision >= SWAP else RIGHT + decision - TAKE_RIGHT
        transfer(s, target, seat)
    transfer(s, BID + seat, target)
    if target >= BID:
        s.offer[target - BID] = s.offer[seat]
        s.lowest[target - BID] = s.lowest[seat]
    s.offer[seat] = 0
    s.lowest[seat] = 0
    choose_acting(s)


@kernel
def end_round(s: Any) -> None:
    """M13, M14, M21: refill, right lot first; after the last round the hand is over."""
    if s.last == 1:
        finish(s)
        return
    drawn = 0
    for lot in range(2):
        drawn += refill(s, RIGHT + lot)
    s.idle = 0 if drawn > 0 else int(s.idle) + 1
    if s.count[STOCK] == 0 or s.idle == MOST_IDLE:
        s.last = 1
    clear_bids(s)


@kernel
def refill(s: Any, lot: int) -> int:
    """M13: fill a lot from the top of the stock; return how many cards were drawn."""
    drawn = min(LOT - int(s.count[lot]), int(s.count[STOCK]))
    if drawn <= 0:
        return 0
    left = int(s.count[STOCK]) - drawn
    for card in range(CARDS):
        taken = (s.zone[card] == STOCK) & (s.place[card] >= left)
        s.zone[card] = lot if taken else s.zone[card]
        s.place[card] = 0 if taken else s.place[card]
        s.seen[card] = FACE_UP if taken else s.seen[card]
    s.count[STOCK] = left
    s.count[lot] += drawn
    return drawn


@allocating
def finish(s: Any) -> None:
    """M14–M19: score the hand, and end the match after the agreed hands."""
    clear_bids(s)
    s.reason = 1 if s.count[STOCK] == 0 else 2
    lines = np.zeros((len(CURRENCIES) + 1, 4), np.int64)
    for seat in range(int(s.players)):
        s.gained[seat] = sheet(s.zone, seat, lines)
    for card in range(CARDS):
        if s.zone[card] < SEATS:
            s.seen[card] = FACE_UP  # hands are laid open to be counted
    book(s)
    agreed = 1 if s.opt[MATCH] == SINGLE else s.opt[HANDS]
    end_after(s, agreed, leading(s), s.opt[TIE] == 1, MOST_EXTRA)


@kernel
def leading(s: Any) -> int:
    """M18: the most hands won, or the highest total."""
    if s.opt[MATCH] == HANDS_WON:
        return leaders(s.won, s.players)
    return leaders(s.total, s.players)


@kernel
def points(total: int) -> int:
    """M15: what the notes of one currency score."""
    if total >= WHOLE:
        return total
    return max(0, total - REDUCTION)


@kernel
def sheet(zone: Any, seat: int, lines: Any) -> int:
    """M15–M17: score the cards in a zone line by line; return the sum.

    A line has for each currency its total, the points for it, the bonus for three 20s and for three
    30s; the last line has the number of coins and the points for them.
    """
    coins = 0
    for card in range(NOTES, NOTES + COINS):
        if zone[card] == seat:
            coins += 1
    lines[len(CURRENCIES), 0] = coins
    lines[len(CURRENCIES), 1] = coins * COIN_VALUE
    score = coins * COIN_VALUE
    for currency in range(len(CURRENCIES)):
        total = 0
        twenties = 0
        thirties = 0
        for i in range(PER_CURRENCY):
            held = 1 if zone[currency * PER_CURRENCY + i] == seat else 0
            total += held * _VALUES[i]
            twenties += held if i < 3 else 0
            thirties += held if 3 <= i < 6 else 0
        lines[currency, 0] = total
        lines[currency, 1] = points(total)
        lines[currency, 2] = TRIPLE if twenties == 3 else 0
        lines[currency, 3] = TRIPLE if thirties == 3 else 0
        score += lines[currency, 1] + lines[currency, 2] + lines[currency, 3]
    return score


@kernel
def winners(s: Any) -> int:
    """M18, M19: who leads at the end, several when shared."""
    return leading(s) if s.ended > DEAL_OVER else 0


# --- who sees what ------------------------------------------------------------------------------


@kernel
def veil(s: Any, seat: int, v: Any) -> None:
    """M3, M6, M20: hands, what is laid in them and the numbers of unknown cards are secret."""
    copy_public(s, v)
    veil_cards(s, seat, v)
    v.seat = seat
    plays = seat < SEATS
    v.own_bluffed = s.bluffed[seat] if plays else 0
    for card in range(CARDS):
        v.own_laid[card] = s.laid[card] if plays and s.zone[card] == seat else 0
        printed = s.opt[SERIAL] == 0
        v.serial[card] = s.serial[card] if printed or knows_serial(s, card, seat) else 0


@kernel
def knows_serial(s: Any, card: int, seat: int) -> bool:
    """M3: a drawn number is known to whoever has seen the card; nobody sees those in the box."""
    return s.zone[card] != BOX and is_known(s, card, seat)


@allocating
def sample(v: Any, stream: Any, s: Any) -> None:
    """Deal the unknown cards, their numbers and what lies in the sealed bids of others."""
    copy_public(v, s)
    sample_cards(v, stream, s, SEATS, STOCK)
    sample_serials(v, stream, s)
    for card in range(CARDS):
        s.laid[card] = 0
    for seat in range(SEATS):
        forget_laid(s, seat)
        if seat == v.seat:
            lay_own(v, s)
        elif v.sealed[seat] > 0:
            sample_bid(s, seat, int(v.sealed[seat]), stream)


@kernel
def lay_own(v: Any, s: Any) -> None:
    """M6: lay what the viewing seat has laid."""
    seat = int(v.seat)
    if v.own_bluffed == 1:
        lay(s, seat, LAY_BLUFF)
    for card in range(CARDS):
        if v.own_laid[card] == 1:
            lay(s, seat, card)


@allocating
def sample_serials(v: Any, stream: Any, s: Any) -> None:
    """M3: hand out the numbers that the viewer has not seen."""
    known = np.zeros(CARDS + 1, np.int8)
    for card in range(CARDS):
        s.serial[card] = v.serial[card]
        known[v.serial[card]] = 1
    rest = np.empty(CARDS, np.int16)
    count = 0
    for number in range(1, CARDS + 1):
        if known[number] == 0:
            rest[count] = number
            count += 1
    if count == 0:
        return
    shuffle(stream, rest, count)
    for card in range(CARDS):
        if s.serial[card] == 0:
            count -= 1
            s.serial[card] = rest[count]


@kernel
def sample_bid(s: Any, seat: int, size: int, stream: Any) -> None:
    """M6: choose what a sealed bid of a known size holds, all possible bids equally likely."""
    bluff_fits = size > 1 or s.opt[BLUFF_ONLY] == 0
    left = int(s.count[seat])
    lays_bluff = bluff_fits and below(stream, left + 1) < size
    need = size
    if lays_bluff:
        lay(s, seat, LAY_BLUFF)
        need -= 1
    for card in range(CARDS):
        if s.zone[card] == seat:
            if below(stream, left) < need:
                lay(s, seat, card)
                need -= 1
            left -= 1
