"""The end of a deal, laid out on a state so that the rules can count it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tirelire.core.cards import FACE_UP
from tirelire.core.codes import Codes, seat_letter
from tirelire.core.errors import IllegalMove, NotationError
from tirelire.core.phase import DEAL_OVER
from tirelire.core.position import whole
from tirelire.core.refusals import Refusal
from tirelire.games import game as find_game
from tirelire.games.cache_ton_cash.rules import material as k
from tirelire.games.cash_oder_crash.rules import material as c
from tirelire.games.money.rules import material as m
from tirelire.games.monopoly.rules import material as p
from tirelire.pad.doors import laying_down
from tirelire.pad.entries import Deal

Lay = Callable[[Any, Deal, list[int]], None]
"""Lays a deal out on a record, from the cards that are played with."""


def _codes(name: str) -> Codes:
    found: Codes = find_game(name).positions.CODES
    return found


def _clear(s: Any, box: int) -> None:
    """Put all cards into the box: what nobody holds is of no account."""
    s.zone[:] = box
    s.place[:] = 0
    s.seen[:] = FACE_UP
    s.ended = DEAL_OVER


def _count_zones(s: Any) -> None:
    s.count[:] = np.bincount(s.zone, minlength=len(s.count))


def _words(text: str) -> str:
    return "" if text.strip() == "-" else text


def lay_money(s: Any, deal: Deal, pack: list[int]) -> None:
    """M15–M17: the hands."""
    codes = _codes("money")
    hands = [codes.expand(_words(x.cards), extra=[m.BLUFF_CODE]) for x in deal.seats]
    real = [(seat, code) for seat, hand in enumerate(hands) for code in hand]
    real = [(seat, code) for seat, code in real if code != m.BLUFF_CODE]
    _clear(s, m.BOX)
    chosen = codes.choose([code for _, code in real], pack)
    for (seat, _), card in zip(real, chosen, strict=True):
        s.zone[card] = seat
    _count_zones(s)


def lay_cash_oder_crash(s: Any, deal: Deal, _pack: list[int]) -> None:
    """C12, C14: the pawns; those of which nothing is written stay where they were."""
    from tirelire.games.cash_oder_crash.text.positions import pawn_bounds

    bounds = pawn_bounds(s.opt)
    _clear(s, c.PLAYED)
    for seat, entry in enumerate(deal.seats):
        if entry.points is None and entry.cards.strip():
            s.pawn[seat] = whole(entry.cards.strip(), seat_letter(seat), *bounds)
    s.turn = c.HAND * int(s.players)
    box = c.KINDS * int(s.players)
    s.zone[box:] = c.BOX
    _count_zones(s)


def lay_monopoly(s: Any, deal: Deal, pack: list[int]) -> None:
    """P24–P29: the hands, who went out, with which roles and which reward."""
    codes = _codes("monopoly")
    lists = [codes.expand(_words(x.cards)) for x in deal.seats]
    lists.append([] if deal.out is None else codes.expand(_words(deal.seats[deal.out].reward)))
    chosen = iter(codes.choose([code for words in lists for code in words], pack))
    *hands, reward = [[next(chosen) for _ in words] for words in lists]
    _clear(s, p.BOX)
    for seat, hand in enumerate(hands):
        s.zone[hand] = seat
    s.out, s.reason = p.NOBODY, p.WAS_VOID if deal.void else p.RAN_OUT
    if deal.out is not None and deal.seats[deal.out].points is None:
        _go_out(s, deal, hands[deal.out], reward)
    _count_zones(s)


def _go_out(s: Any, deal: Deal, hand: list[int], reward: list[int]) -> None:
    """P15, P18–P21: the hand is laid down with its roles, and the reward lies beside it."""
    from tirelire.games.monopoly.text.roles import named_roles

    assert deal.out is not None
    draws = int(s.players) <= p.MOST_DRAWING
    if draws and (len(hand) > p.HAND or len(reward) > p.REWARD_CARDS):
        raise IllegalMove(Refusal("pad.reward", "P19", n=p.HAND, more=p.REWARD_CARDS))
    held = sum(1 << card for card in hand)
    roles = np.full(p.MOST_CHANCES, p.NOTHING, np.int64)
    streets = int(s.opt[p.TOKENS_ON] == 1)
    named = named_roles(held, read_roles(deal.seats[deal.out].roles, held), streets == 1)
    chances = sum(p.KIND_OF[card] == p.CHANCE for card in hand)
    if named and len(named) != chances:
        raise IllegalMove(Refusal("monopoly.each_chance_a_role", "P18"))
    roles[: len(named)] = named
    question = np.array([held, streets, int(bool(named))], np.int64)
    if laying_down()(question, roles) != 1:
        raise IllegalMove(Refusal("pad.cannot_go_out", "P15"))
    s.out, s.reason = deal.out, p.WENT_OUT
    s.role[:] = roles
    if draws:
        s.zone[reward] = p.REWARD
    else:
        piles = int(s.players)
        for i, card in enumerate(reward):
            s.zone[card], s.place[card] = p.PILE + i % piles, i // piles


def read_roles(words: Sequence[str], held: int) -> list[int]:
    """P18: read roles; a group stands for its first deed that is not in the hand."""
    from tirelire.games.monopoly.text.roles import CHANCE_WORD, read_role

    found: list[int] = []
    for word in words:
        if word in p.GROUPS:
            deeds = [i for i, code in enumerate(p.DEED_CODES) if code.startswith(word)]
            free = [deed for deed in deeds if not held >> deed & 1 and deed not in found]
            if not free:
                raise IllegalMove(Refusal("monopoly.role_does_not_fit", "P18", role=word))
            found.append(free[0])
            continue
        role = read_role(CHANCE_WORD + word.removeprefix(CHANCE_WORD))
        if role >= p.ROLES:
            raise IllegalMove(Refusal("monopoly.never_a_role", "P18"))
        found.append(role)
    return sorted(found)


def lay_cache_ton_cash(s: Any, deal: Deal, pack: list[int]) -> None:
    """K11: the stacks, set by set."""
    from tirelire.games.cache_ton_cash.text.reading import BETWEEN_SETS, check_set

    codes = _codes("cache_ton_cash")
    stacks = [
        [codes.expand(part) for part in x.cards.split(BETWEEN_SETS)] if _words(x.cards) else []
        for x in deal.seats
    ]
    flat = [code for sets in stacks for one in sets for code in one]
    chosen = iter(codes.choose(flat, pack))
    _clear(s, k.BOX)
    for seat, sets in enumerate(stacks):
        for number, words in enumerate(sets):
            cards = [next(chosen) for _ in words]
            try:
                check_set([k.KIND_OF[card] for card in cards], "stack")
            except NotationError:
                raise IllegalMove(Refusal("pad.no_set", "K4")) from None
            s.zone[cards] = k.STACK + seat
            s.place[cards] = number
        s.sets[seat] = len(sets)
    _count_zones(s)


LAY: dict[str, Lay] = {
    "money": lay_money,
    "cash_oder_crash": lay_cash_oder_crash,
    "monopoly": lay_monopoly,
    "cache_ton_cash": lay_cache_ton_cash,
}
