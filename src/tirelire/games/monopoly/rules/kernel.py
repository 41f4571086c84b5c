"""The rules of Monopoly: the card game (P1–P31), for 2 to 6 players.

The parts lie beside this file: `state` (the record), `turns` (two to four players), `passing` (five
or six), `arrangement`, `roles` and `discards` (going out), `ending` and `veil`. Here a deal begins,
and decisions are handed to the part that knows them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.bits import ones
from tirelire.core.cards import FACE_UP, put_on
from tirelire.core.compiling import kernel
from tirelire.core.header import begin_header, left_of, name_first_dealer
from tirelire.core.phase import DEAL_OVER, RUNNING
from tirelire.core.standing import leaders
from tirelire.games.monopoly.rules.discards import drop_one, list_drops
from tirelire.games.monopoly.rules.ending import end_turn, finish, leave, open_turn
from tirelire.games.monopoly.rules.hand_bits import CHANCE_BITS, list_kinds, without
from tirelire.games.monopoly.rules.material import (
    ACTING,
    ANY_SEAT,
    BOX,
    CARDS,
    COMBO,
    DEALT,
    DISCARDING,
    DRAW,
    DRAW_CARD,
    FIRST_DEALER,
    GO_OUT,
    HAND,
    LAYING,
    MOST_CHANCES,
    MOST_TRADED,
    NAMED_SEAT,
    NEUTRAL,
    NOBODY,
    NOTHING,
    PASSING,
    PILE,
    ROLE,
    SEATS,
    SKIP,
    STAY,
    SWAP,
    TOKENS_ON,
    TRADE,
    ZONES,
)
from tirelire.games.monopoly.rules.material import DECISIONS as DECISIONS
from tirelire.games.monopoly.rules.material import TAKE_BACK as TAKE_BACK
from tirelire.games.monopoly.rules.passing import (
    after_laying,
    legal_pass,
    legal_swap,
    open_passing,
    play_pass,
    play_swap,
    settle,
)
from tirelire.games.monopoly.rules.roles import list_roles
from tirelire.games.monopoly.rules.state import STATE as STATE
from tirelire.games.monopoly.rules.state import VIEW as VIEW
from tirelire.games.monopoly.rules.state import (
    clear_turn,
    draw_card,
    draws_cards,
    lay_openly,
    note_hands,
    take_back_all,
)
from tirelire.games.monopoly.rules.turns import (
    legal_turn,
    must_discard,
    neutrals,
    play_combo,
    play_trade,
)
from tirelire.games.monopoly.rules.veil import sample as sample
from tirelire.games.monopoly.rules.veil import veil as veil

_DEALT = np.array([DEALT.get(players, 0) for players in range(SEATS + 1)], np.int64)


# --- set-up -------------------------------------------------------------------------------------


@kernel
def match_draws(players: int, opt: Any, bounds: Any) -> int:
    """P6: the first dealer may be drawn."""
    bounds[0] = players
    return 1 if opt[FIRST_DEALER] == ANY_SEAT else 0


@kernel
def setup(s: Any, players: int, opt: Any, draws: Any) -> None:
    """P6: all totals are nought, and all cards lie in the box; the first dealer is known."""
    begin_header(s, players, opt, 0)
    if opt[FIRST_DEALER] == ANY_SEAT:
        name_first_dealer(s, draws[0])
    elif opt[FIRST_DEALER] >= NAMED_SEAT:
        name_first_dealer(s, opt[FIRST_DEALER] - NAMED_SEAT)
    s.active = 0
    begin_hand(s)
    note_hands(s)


@kernel
def begin_hand(s: Any) -> None:
    """Gather all cards; nothing has happened yet in this deal."""
    for zone in range(ZONES):
        s.count[zone] = 0
    s.count[BOX] = CARDS
    for card in range(CARDS):
        s.zone[card] = BOX
        s.place[card] = 0
        s.seen[card] = FACE_UP
    s.turns = 0
    s.left = NOTHING
    s.out = NOBODY
    for i in range(MOST_CHANCES):
        s.role[i] = NOTHING
    clear_turn(s)


@kernel
def pack(s: Any, cards: Any) -> int:  # noqa: ARG001
    """P4, P5: all cards, whatever the number of players."""
    for card in range(CARDS):
        cards[card] = card
    return CARDS


@kernel
def deal_draws(s: Any, bounds: Any) -> int:  # noqa: ARG001
    """Nothing but the cards is left to chance."""
    return 0


@kernel
def deal(s: Any, deck: Any, draws: Any) -> None:  # noqa: ARG001
    """P4–P6: hands, trade cards, neutral piles; the rest is the draw pile."""
    players = int(s.players)
    s.dealer = left_of(s, s.dealer)
    s.active = left_of(s, s.dealer)
    s.deals += 1
    s.ended = RUNNING
    s.reason = 0
    for seat in range(players):
        s.gained[seat] = 0
    begin_hand(s)
    dealt = int(_DEALT[players]) * players
    seat = int(s.dealer)
    for i in range(dealt):
        seat = left_of(s, seat)
        put_on(s, deck[i], seat)
        s.place[deck[i]] = 0
        s.seen[deck[i]] = 1 << seat
    for i in range(players):
        seat = left_of(s, seat)
        put_on(s, deck[dealt + i], PILE + seat)
    dealt += players
    if draws_cards(s):
        for i in range(neutrals(s)):
            put_on(s, deck[dealt + i], NEUTRAL + i)
        dealt += neutrals(s)
    for i in range(CARDS - 1, dealt - 1, -1):
        put_on(s, deck[i], DRAW)
        s.seen[deck[i]] = 0
    note_hands(s)


# --- what may be done ---------------------------------------------------------------------------


@kernel
def actors(s: Any) -> int:
    """P6, P22, P23: the active player; who must lay a trade card; who has not chosen yet."""
    if s.ended != RUNNING:
        return 0
    if s.phase == LAYING:
        return int(s.laying)
    if s.phase != PASSING:
        return 1 << int(s.active)
    waiting = 0
    for seat in range(int(s.players)):
        waiting |= (1 << seat) if s.chosen[seat] == NOTHING else 0
    return waiting


@kernel
def asked(s: Any) -> int:
    """P6: the active player first, then clockwise."""
    if s.ended != RUNNING:
        return NOBODY
    seat = int(s.active)
    if s.phase == LAYING:
        while (int(s.laying) >> seat) & 1 == 0:
            seat = left_of(s, seat)
    elif s.phase == PASSING:
        while s.chosen[seat] != NOTHING:
            seat = left_of(s, seat)
    return seat


@kernel
def legal(s: Any, seat: int, out: Any) -> int:
    """P8–P14, P22, P23: what the phase allows; what was begun must be finished or taken back."""
    if s.going == 1 and seat == s.active:
        return legal_leaving(s, seat, out)
    if s.phase == ACTING:
        return legal_turn(s, seat, out) if draws_cards(s) else legal_swap(s, seat, out)
    if s.phase == PASSING:
        return legal_pass(s, seat, out)
    return list_kinds(int(s.held[seat]), out)


@kernel
def to_drop(s: Any, seat: int) -> int:
    """P12: how many cards must still be dropped to go out."""
    if not draws_cards(s):
        return 0
    return int(s.count[seat] - HAND - ones(int(s.drop)))


@kernel
def legal_leaving(s: Any, seat: int, out: Any) -> int:
    """P12, P18: the next card to drop, then the next role of a Chance card."""
    held = int(s.held[seat])
    if to_drop(s, seat) > 0:
        count = list_drops(held, int(s.drop), out)
    else:
        streets = s.opt[TOKENS_ON] == 1
        count = list_roles(without(held, int(s.drop)), int(s.said[0]), streets, out)
    out[count] = TAKE_BACK
    return count + 1


# --- what happens -------------------------------------------------------------------------------


@kernel
def play(s: Any, seat: int, decision: int) -> None:
    """P8–P14, P18, P22, P23: hand the decision to the part of the rules that it belongs to."""
    done = False
    if decision < DRAW_CARD:
        done = put_down(s, seat, decision)
    elif decision <= SKIP or TRADE <= decision < SWAP:
        done = act(s, seat, decision)
    elif decision < ROLE and decision >= SWAP:
        play_swap(s, seat, decision - SWAP)
    elif decision == STAY:
        s.stayed = 1
    elif decision == TAKE_BACK:
        take_back_all(s)
    else:
        if decision == GO_OUT:
            s.going = 1
        else:
            say_role(s, decision - ROLE)
        if is_said(s, seat):
            leave(s, seat)
    if done:
        end_turn(s)
    if s.reason != 0:
        finish(s)


@kernel
def put_down(s: Any, seat: int, kind: int) -> bool:
    """P9, P12, P13, P22, P23: a card of a kind, for what the phase says.

    Tells whether the turn is over.
    """
    if s.phase == PASSING:
        return play_pass(s, seat, kind)
    if s.phase == ACTING:
        if s.going == 0:
            s.laid = kind
        else:
            s.drop = drop_one(int(s.drop), kind)
            if is_said(s, seat):
                leave(s, seat)
        return False
    lay_openly(s, seat, kind, PILE + seat)
    if s.phase == DISCARDING:
        return bool(s.count[seat] <= HAND)
    after_laying(s, seat)
    return False


@kernel
def act(s: Any, seat: int, decision: int) -> bool:
    """P8–P11, P14: draw, trade or skip; tells whether the turn is over already."""
    if not draws_cards(s):
        s.swapped = 1
        open_passing(s)
        return False
    if s.laid != NOTHING:
        lay_openly(s, seat, int(s.laid), PILE + seat)
        s.laid = NOTHING
    if decision >= COMBO:
        play_combo(s, seat, decision - COMBO)
    elif decision >= TRADE:
        partner = (decision - TRADE) // MOST_TRADED
        play_trade(s, seat, partner, (decision - TRADE) % MOST_TRADED + 1)
    elif decision == DRAW_CARD:
        draw_card(s, seat)
    if must_discard(s, seat, decision != SKIP):
        s.phase = DISCARDING
        return False
    return True


@kernel
def is_said(s: Any, seat: int) -> bool:
    """P12, P18: tell whether nothing is left to be dropped or said to go out."""
    if to_drop(s, seat) > 0:
        return False
    chances = ones(without(int(s.held[seat]), int(s.drop)) & CHANCE_BITS)
    said = 0
    for i in range(MOST_CHANCES):
        said += 1 if s.said[i] != NOTHING else 0
    return bool(said == chances)


@kernel
def say_role(s: Any, role: int) -> None:
    """P18: a role for the next Chance card."""
    s.said[1 if s.said[0] != NOTHING else 0] = role


@kernel
def derive(s: Any) -> None:
    """P14, P22: hands as bits, the last round, who must lay a trade card, who may still go out."""
    note_hands(s)
    if s.ended != RUNNING:
        return
    if draws_cards(s):
        if s.count[DRAW] == 0 and s.left == NOTHING and s.phase == ACTING:
            s.left = s.players
    elif s.phase == ACTING:
        open_turn(s)
    elif s.phase == PASSING and s.stayed == 0:
        settle(s)


@kernel
def winners(s: Any) -> int:
    """P30: the richest, several when shared."""
    return leaders(s.total, s.players) if s.ended > DEAL_OVER else 0
