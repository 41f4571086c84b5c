"""The rules of Money (M1–M21), for 3 to 5 players.

The parts lie beside this file: `state` (the record), `bidding`, `exchanges`, `ending` and `veil`.
Here a deal begins, and decisions are handed to the part that knows them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.cards import FACE_UP, move, put_on
from tirelire.core.compiling import kernel
from tirelire.core.header import begin_header, left_of
from tirelire.core.phase import DEAL_OVER, RUNNING
from tirelire.games.money.rules.bidding import lay, legal_bid, open_bids, reveal, take_back, weigh
from tirelire.games.money.rules.ending import finish as finish
from tirelire.games.money.rules.ending import leading
from tirelire.games.money.rules.exchanges import exchange, legal_exchange
from tirelire.games.money.rules.material import (
    BID,
    BOX,
    CARDS,
    CURRENCIES,
    EXCHANGING,
    HAND,
    LAY_BLUFF,
    LEFT,
    LOT,
    NOBODY,
    NOTES,
    PER_CURRENCY,
    REMOVED,
    RIGHT,
    SEAL,
    SEATS,
    SERIAL,
    SERIALS,
    STOCK,
    ZONES,
)
from tirelire.games.money.rules.material import DECISIONS as DECISIONS
from tirelire.games.money.rules.material import TAKE_BACK as TAKE_BACK
from tirelire.games.money.rules.state import STATE as STATE
from tirelire.games.money.rules.state import VIEW as VIEW
from tirelire.games.money.rules.state import open_hand
from tirelire.games.money.rules.veil import sample as sample
from tirelire.games.money.rules.veil import veil as veil

_SERIALS = np.array(SERIALS, np.int8)


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
    return legal_bid(s, seat, out)


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
        take_back(s, seat)
    else:
        exchange(s, seat, decision)


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


# --- the end ------------------------------------------------------------------------------------


@kernel
def winners(s: Any) -> int:
    """M18, M19: who leads at the end, several when shared."""
    return leading(s) if s.ended > DEAL_OVER else 0
