"""The rules of Cache ton Cash (K1–K29), for 2 to 6 players. A deal is one round of the rule sheet.

Every move that people say is one decision. What is challenged or answered with is told from the set
that is fought about: a card of its kind, a silver, a gold, a jar, or two of them.

The parts lie beside this file: `state` (the record), `actions`, `stacks`, `fights`, `piles` (with
two or three players), `ending` and `veil`. Here a deal begins, and decisions are handed to the part
that knows them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tirelire.core.bits import spill
from tirelire.core.cards import FACE_UP
from tirelire.core.compiling import inlined, kernel
from tirelire.core.header import begin_header, left_of
from tirelire.core.phase import DEAL_OVER, RUNNING
from tirelire.games.cache_ton_cash.rules.actions import (
    form_pair,
    form_with_discard,
    legal_actions,
    play_rare,
)
from tirelire.games.cache_ton_cash.rules.ending import end_action, end_turn, finish, leading
from tirelire.games.cache_ton_cash.rules.fights import (
    challenge,
    claim,
    fight_on,
    may_contest,
    plays,
    settle,
)
from tirelire.games.cache_ton_cash.rules.hand_counts import with_card
from tirelire.games.cache_ton_cash.rules.material import (
    ACTING,
    ANSWER,
    BOX,
    CARDS,
    CHALLENGE,
    CLAIM,
    CLAIMED,
    CONTEST,
    CONTESTING,
    COPIES,
    DECIDED,
    DISCARD,
    DISCARDED,
    DONE,
    DOWN,
    DRAW,
    END,
    FIGHTING,
    FIRST,
    FOUGHT,
    KINDS,
    MOVE_CARD,
    NEUTRAL,
    NONE,
    PAIR,
    PICK,
    PILE,
    PILES,
    PLACE_BOUND,
    PLACES,
    SEATS,
    SHIFT_DOWN,
    SHIFTING,
    SILVER,
    STACK,
    STOP,
    TURN_OVER,
    TURNING,
    TWO_ACTIONS,
    UNDECIDED,
    UPGRADE,
    WITH_JAR,
    ZONES,
    draws_places,
    hand_size,
    has_piles,
    is_in_pack,
)
from tirelire.games.cache_ton_cash.rules.material import (
    DECISIONS as DECISIONS,
)
from tirelire.games.cache_ton_cash.rules.material import (
    TAKE_BACK as TAKE_BACK,
)
from tirelire.games.cache_ton_cash.rules.piles import (
    begin_pile,
    choose,
    choosers,
    turn_up,
)
from tirelire.games.cache_ton_cash.rules.stacks import look_at
from tirelire.games.cache_ton_cash.rules.state import (
    KIND_TABLE,
    clear_fight,
    discard,
    draw_up,
    index_cards,
    open_turn,
)
from tirelire.games.cache_ton_cash.rules.state import (
    STATE as STATE,
)
from tirelire.games.cache_ton_cash.rules.state import (
    VIEW as VIEW,
)
from tirelire.games.cache_ton_cash.rules.veil import sample as sample
from tirelire.games.cache_ton_cash.rules.veil import veil as veil

_FIRST = np.array(FIRST, np.int64)
_COPIES = np.array(COPIES, np.int64)
_draws_places = kernel(draws_places)
_has_piles = kernel(has_piles)
_hand_size = kernel(hand_size)
_is_in_pack = kernel(is_in_pack)


# --- set-up -------------------------------------------------------------------------------------


@kernel
def match_draws(players: int, opt: Any, bounds: Any) -> int:  # noqa: ARG001
    """Nothing is drawn for a whole match."""
    return 0


@kernel
def setup(s: Any, players: int, opt: Any, draws: Any) -> None:  # noqa: ARG001
    """Everything lies in the box until the first deal."""
    begin_header(s, players, opt, 0)
    s.active = 0
    clear_table(s)


@kernel
def clear_table(s: Any) -> None:
    """All cards are in the box, and nothing has happened."""
    for zone in range(ZONES):
        s.count[zone] = 0
    s.count[BOX] = CARDS
    for card in range(CARDS):
        s.zone[card] = BOX
        s.place[card] = 0
        s.seen[card] = FACE_UP
        s.order[card] = 0
    for seat in range(SEATS):
        s.hand[seat] = 0
        s.sets[seat] = 0
        s.top[seat] = NONE
        s.second[seat] = NONE
        s.choice[seat] = UNDECIDED
    s.face = NONE
    for pile in range(PILES):
        s.tops[pile] = NONE
        s.buried[pile] = 0
        s.buried[PILES + pile] = 0
    s.piles = 0
    s.shift = 0
    s.put_back = 0
    for i in range(PLACES):
        s.places[i] = 0
    clear_fight(s)
    open_turn(s)


@kernel
def pack(s: Any, cards: Any) -> int:
    """K1, K2, K21: the cards of all kinds that are played with."""
    count = 0
    for kind in range(len(KINDS)):
        if _is_in_pack(kind, int(s.players), s.opt):
            for card in range(_FIRST[kind], _FIRST[kind + 1]):
                cards[count] = card
                count += 1
    return count


@kernel
def deal_draws(s: Any, bounds: Any) -> int:
    """K27: places for the action cards that go back into neutral piles."""
    needed = PLACES if _draws_places(int(s.players), s.opt) else 0
    for i in range(needed):
        bounds[i] = PLACE_BOUND
    return needed


@kernel
def deal(s: Any, deck: Any, draws: Any) -> None:
    """K3, K21, K25: the hands, from the dealer's left; neutral piles; a discard; the draw pile."""
    players = int(s.players)
    s.dealer = left_of(s, s.dealer)
    s.active = left_of(s, s.dealer)
    s.deals += 1
    s.ended = RUNNING
    s.reason = 0
    for seat in range(players):
        s.gained[seat] = 0
    clear_table(s)
    size = _hand_size(players, s.opt)
    at = 0
    seat = int(s.dealer)
    for _ in range(players * size):
        seat = left_of(s, seat)
        deal_card(s, deck[at], seat, 0, 1 << seat)
        s.hand[seat] = with_card(int(s.hand[seat]), int(KIND_TABLE[deck[at]]))
        at += 1
    for seat in range(players):
        s.count[seat] = size
    if _has_piles(players):
        for pile in range(PILES):
            s.count[NEUTRAL + pile] = PILE
            for i in range(PILE - 1, -1, -1):
                deal_card(s, deck[at], NEUTRAL + pile, i, 0)
                at += 1
    deal_card(s, deck[at], DISCARDED, 0, FACE_UP)
    s.count[DISCARDED] = 1
    s.order[CARDS - 1] = deck[at]
    s.face = KIND_TABLE[deck[at]]
    at += 1
    left = pack_size(s) - at
    for i in range(left):
        deal_card(s, deck[at + i], DRAW, left - 1 - i, 0)
        s.order[left - 1 - i] = deck[at + i]
    s.count[DRAW] = left
    s.count[BOX] = CARDS - at - left
    if _draws_places(players, s.opt):
        for i in range(PLACES):
            s.places[i] = draws[i]
    if _has_piles(players):
        for pile in range(PILES):
            begin_pile(s, pile)


@kernel
def deal_card(s: Any, card: int, zone: int, place: int, seen: int) -> None:
    """Lay one card where it is dealt; the cards are counted when all lie there."""
    s.zone[card] = zone
    s.place[card] = place
    s.seen[card] = seen


@kernel
def pack_size(s: Any) -> int:
    """Count the cards that are played with."""
    count = 0
    for kind in range(len(KINDS)):
        if _is_in_pack(kind, int(s.players), s.opt):
            count += _COPIES[kind]
    return count


# --- what may be done ---------------------------------------------------------------------------


@kernel
def actors(s: Any) -> int:
    """K4, K7, K28: the active player; in a fight who must answer; in a shift all who choose."""
    if s.ended != RUNNING:
        return 0
    if s.phase == ACTING:
        return 1 << int(s.active)
    if s.phase == SHIFTING:
        return choosers(s)
    return 1 << int(s.asked)


@inlined
def asked(s: Any) -> int:
    """K28: choices are secret, so their order is of no account: the active player first."""
    if s.ended != RUNNING:
        return NONE
    if s.phase == ACTING:
        return int(s.active)
    if s.phase != SHIFTING:
        return int(s.asked)
    waiting = choosers(s)
    seat = int(s.active)
    while (waiting >> seat) & 1 == 0:
        seat = left_of(s, seat)
    return seat


@kernel
def legal(s: Any, seat: int, out: Any) -> int:
    """K4–K6 and K14–K26 for an action; K7, K20 and K23 for an answer; K28 for a choice."""
    if s.phase == ACTING:
        return legal_actions(s, seat, out)
    if s.phase == SHIFTING:
        out[0] = SHIFT_DOWN
        out[1] = SHIFT_DOWN + 1
        return 2
    can = plays(int(s.hand[seat]), int(s.prize), int(s.demand))
    base = ANSWER if s.demand == 1 else ANSWER + WITH_JAR
    if s.phase == CONTESTING:
        base = CONTEST
        can *= int(may_contest(s))
    return spill(can | 1 << (STOP - base), base, out, 0)


# --- what happens -------------------------------------------------------------------------------


@kernel
def play(s: Any, seat: int, decision: int) -> None:
    """K4–K7, K14–K28: one action, answer or choice, and all that follows from it."""
    following = DONE
    if decision < PAIR:
        discard(s, seat, decision - DISCARD)
        if s.action == 1 and s.opt[TWO_ACTIONS] == 1:
            draw_up(s, seat)  # K14
    elif decision < PICK:
        form_pair(s, seat, decision)
    elif decision < CHALLENGE:
        form_with_discard(s, seat, decision - PICK)
    elif UPGRADE <= decision < END:
        play_rare(s, seat, decision)
    elif decision == END:
        following = TURN_OVER
    elif decision == STOP:
        following = DECIDED
    elif decision > STOP:
        following = choose(s, seat, DOWN + decision - SHIFT_DOWN)
    else:
        following = fight(s, seat, decision)
    if following == DECIDED:
        following = settle(s)
    if following == TURNING:
        following = turn_up(s)
    if following == DONE:
        following = end_action(s)
    if following == TURN_OVER and not end_turn(s):
        finish(s)


@kernel
def fight(s: Any, seat: int, decision: int) -> int:
    """K6, K7, K19, K22, K23: begin a fight, claim, or go on in a fight."""
    if CLAIM <= decision < CONTEST:
        return claim(s, seat, decision)
    what = decision - ANSWER
    if decision < CLAIM:
        what = challenge(s, decision)
    elif decision < ANSWER:
        what = decision - CONTEST
    return fight_on(s, seat, what)


@kernel
def derive(s: Any) -> None:
    """Set what follows from where the cards lie and who is asked."""
    index_cards(s)
    for seat in range(SEATS):
        s.sets[seat] = 0
    for card in range(CARDS):
        seat = int(s.zone[card]) - STACK
        if 0 <= seat < SEATS and s.place[card] >= s.sets[seat]:
            s.sets[seat] = s.place[card] + 1
    for seat in range(SEATS):
        look_at(s, seat)
    for pile in range(PILES):
        if s.shift == pile + 1:
            s.tops[pile] = MOVE_CARD
        elif (int(s.piles) >> pile) & 1:
            s.tops[pile] = NONE
        else:
            begin_pile(s, pile)
    derive_phase(s)


@kernel
def derive_phase(s: Any) -> None:
    """Set the phase, and the kind that a fight is about."""
    s.phase = ACTING
    s.prize = NONE
    if s.shift > 0:
        s.phase = SHIFTING
    elif s.rival != NONE and s.nth == 0:
        s.phase = CONTESTING if s.count[FOUGHT] == 0 else FIGHTING
        for card in range(CARDS):
            if s.zone[card] == CLAIMED and KIND_TABLE[card] < SILVER:
                s.prize = KIND_TABLE[card]
    elif s.rival != NONE:
        s.phase = FIGHTING
        s.prize = s.top[s.rival] if s.nth == 1 else s.second[s.rival]


# --- the end ------------------------------------------------------------------------------------


@kernel
def winners(s: Any) -> int:
    """K12: who leads at the end, several when shared."""
    return leading(s) if s.ended > DEAL_OVER else 0
