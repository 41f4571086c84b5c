"""How a deal ends (P14, P30, P31) and what everybody gets for it (P19–P21, P24–P29)."""

from __future__ import annotations

from typing import Any

from tirelire.core.bits import lowest, ones
from tirelire.core.cards import FACE_UP
from tirelire.core.compiling import kernel
from tirelire.core.header import left_of
from tirelire.core.phase import MATCH_OVER
from tirelire.core.standing import book, end_after, leaders
from tirelire.games.monopoly.rules.arrangement import value_of
from tirelire.games.monopoly.rules.hand_bits import (
    CHANCE_BITS,
    GO_BITS,
    KIND,
    MR_BITS,
)
from tirelire.games.monopoly.rules.material import (
    CARDS,
    DRAW,
    EMPTY_PILE,
    GO_VALUE,
    LAYING,
    MOST_CHANCES,
    MOST_DEALS,
    MOST_TURNS,
    MR_VALUE,
    NEUTRAL,
    NOBODY,
    NOTHING,
    ONE_MORE_ROUND,
    PILE,
    RAN_OUT,
    REWARD,
    REWARD_CARDS,
    SEATS,
    TARGET,
    TARGET_LARGE,
    TARGET_SMALL,
    TIE,
    TOKENS_ON,
    TURNS_OVER,
    VOID,
    WAS_VOID,
    WENT_OUT,
)
from tirelire.games.monopoly.rules.roles import best_after
from tirelire.games.monopoly.rules.state import clear_turn, draws_cards, lay_openly, top_cards

# --- the end of a turn --------------------------------------------------------------------------


@kernel
def end_turn(s: Any) -> None:
    """P14, P31: count the turn; the next player begins, or there is a reason to end the deal."""
    s.turns += 1
    s.reason = TURNS_OVER if s.turns >= MOST_TURNS * int(s.players) else 0
    if draws_cards(s) and s.count[DRAW] == 0:
        s.left = s.players if s.left == NOTHING else int(s.left) - 1
        if s.left == 0 or s.opt[EMPTY_PILE] != ONE_MORE_ROUND:
            s.reason = RAN_OUT
    if s.reason != 0 and s.opt[EMPTY_PILE] == VOID:
        s.reason = WAS_VOID
    if s.reason == 0:
        s.active = left_of(s, s.active)
        clear_turn(s)
        open_turn(s)


@kernel
def open_turn(s: Any) -> None:
    """P22: who has no trade card lays one before anything else."""
    if not draws_cards(s) and s.count[PILE + int(s.active)] == 0:
        s.phase = LAYING
        s.laying = 1 << int(s.active)


# --- going out ----------------------------------------------------------------------------------


@kernel
def leave(s: Any, seat: int) -> None:
    """P12, P18: lay the hand down, with the roles said for its Chance cards."""
    dropped = int(s.drop)
    while dropped != 0:
        lay_openly(s, seat, int(KIND[lowest(dropped)]), PILE + seat)
        dropped &= dropped - 1
    s.out = seat
    s.reason = WENT_OUT
    for i in range(MOST_CHANCES):
        s.role[i] = s.said[i]
    if draws_cards(s):
        turn_up_reward(s)


@kernel
def turn_up_reward(s: Any) -> None:
    """P19: turn up the top five cards of the draw pile, or what is left."""
    count = min(REWARD_CARDS, int(s.count[DRAW]))
    cards = top_cards(s, DRAW, count)
    s.count[DRAW] -= count
    s.count[REWARD] += count
    while cards != 0:
        card = lowest(cards)
        s.zone[card] = REWARD
        s.place[card] = 0
        s.seen[card] = FACE_UP
        cards &= cards - 1


@kernel
def reward_of(s: Any) -> int:
    """P19, P21: return the reward as bits: the cards turned up, or all trade cards."""
    piles = not draws_cards(s)
    zones = s.zone
    found = 0
    for card in range(CARDS):
        zone = int(zones[card])
        if zone == REWARD or (PILE <= zone < NEUTRAL and piles):
            found |= 1 << card
    return found


# --- scoring ------------------------------------------------------------------------------------


@kernel
def score_hands(s: Any) -> None:
    """P24–P29: what each seat gets."""
    streets = s.opt[TOKENS_ON] == 1
    most = 0
    richest = NOBODY
    for seat in range(int(s.players)):
        held = int(s.held[seat])
        reward = 0
        a = NOTHING
        b = NOTHING
        if seat == s.out:
            reward = reward_of(s)
            a = int(s.role[0])
            b = int(s.role[1])
        cards = held | reward
        if may_score(s, seat):
            found = best_after(held, reward, a, b, streets)
            s.gained[seat] = value_of(found) + GO_VALUE * ones(cards & GO_BITS)
        # P27: the most Mr. Monopoly cards, and nobody else as many.
        count = ones(cards & MR_BITS)
        if count >= most:
            richest = seat if count > most else NOBODY
            most = count
    if richest != NOBODY and may_score(s, richest):
        s.gained[richest] += MR_VALUE


@kernel
def may_score(s: Any, seat: int) -> bool:
    """P28: who holds a Chance card and did not go out gets nothing."""
    return bool(seat == s.out or s.held[seat] & CHANCE_BITS == 0)


@kernel
def target(s: Any) -> int:
    """P30: the sum that ends the match."""
    if s.opt[TARGET] != 0:
        return int(s.opt[TARGET])
    return TARGET_SMALL if draws_cards(s) else TARGET_LARGE


@kernel
def finish(s: Any) -> None:
    """P30: lay all hands down, score them, and end the deal and perhaps the match."""
    clear_turn(s)
    s.left = NOTHING
    for card in range(CARDS):
        if s.zone[card] < SEATS:
            s.seen[card] = FACE_UP
    if s.reason != WAS_VOID:
        score_hands(s)
        book(s)
    lead = leaders(s.total, s.players)
    reached = False
    for seat in range(int(s.players)):
        reached = reached or s.total[seat] >= target(s)
    agreed = int(s.deals) if reached else int(s.deals) + 1
    end_after(s, agreed, lead, s.opt[TIE] == 0, MOST_DEALS)
    if s.deals >= MOST_DEALS:
        s.ended = MATCH_OVER
