"""Moves of Money as text, and the decisions that they stand for (docs/notation.md)."""

from __future__ import annotations

from functools import cache
from typing import Any

from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.moves import Move, no_parts, one_part, unknown_verb, wrong_parts
from tirelire.core.plain import in_zone
from tirelire.games.money.rules import material as c
from tirelire.games.money.text.positions import CODES, LOTS

VERBS = ("bid", "lay", "back", "seal", "take", "swap", "withdraw")
_CARDS = frozenset(c.CODES)


def decisions(v: Any, move: Move) -> list[int]:
    """Turn a move of the viewing seat into decisions, whether they are legal or not."""
    if move.verb == "lay" and not move.parts:
        raise wrong_parts(move, "EUR20 COIN1 …")
    if move.verb in ("bid", "lay"):
        laid = laid_cards(v)
        back = [c.TAKE_BACK] if laid else []
        if move.verb == "lay":
            return back + _read_bid(v, move, laid)
        return [*back, *_read_bid(v, move, []), c.SEAL]
    if move.verb == "take":
        lot = one_part(move, list(LOTS))
        return [c.TAKE_RIGHT if lot == "right" else c.TAKE_LEFT]
    if move.verb == "swap":
        if len(move.parts) != 1:
            raise wrong_parts(move, " | ".join(seat_letter(x) for x in range(int(v.players))))
        return [c.SWAP + seat_number(move.parts[0], int(v.players))]
    alone = {"back": c.TAKE_BACK, "seal": c.SEAL, "withdraw": c.WITHDRAW}
    if move.verb not in alone:
        raise unknown_verb(move, VERBS)
    no_parts(move)
    return [alone[move.verb]]


def laid_cards(v: Any) -> list[int]:
    """List what the viewing seat has laid for its bid, the bluff card first."""
    is_laid = v.own_laid
    laid = [card for card in in_zone(v, int(v.seat)) if is_laid[card]]
    return [c.LAY_BLUFF, *laid] if v.own_bluffed else laid


def _read_bid(v: Any, move: Move, already: list[int]) -> list[int]:
    """Find the cards of a bid; a kind stands for the held copy with the lowest serial number."""
    codes = CODES.expand(move.parts, extra=[c.BLUFF_CODE])
    cards = list(already)
    held = sorted(in_zone(v, int(v.seat)), key=v.serial.__getitem__)
    for code in sorted(codes, key=lambda code: code not in _CARDS):
        if code == c.BLUFF_CODE:
            cards.append(c.LAY_BLUFF)
            continue
        copies = CODES.copies(code)
        fits = [card for card in held if card in copies and card not in cards]
        cards.append(fits[0] if fits else copies[0])
    return sorted(cards, key=lambda card: (card != c.LAY_BLUFF, card))


def move_of(_v: Any, _seat: int, decision: int) -> Move:
    """Say one decision as a move."""
    return _said(decision)


@cache
def _said(decision: int) -> Move:
    if decision <= c.LAY_BLUFF:
        return Move("lay", ((*c.CODES, c.BLUFF_CODE)[decision],))
    if decision in (c.TAKE_RIGHT, c.TAKE_LEFT):
        return Move("take", ("right" if decision == c.TAKE_RIGHT else "left",))
    if c.SWAP <= decision < c.WITHDRAW:
        return Move("swap", (seat_letter(decision - c.SWAP),))
    return Move({c.WITHDRAW: "withdraw", c.SEAL: "seal", c.TAKE_BACK: "back"}[decision])


def combine(v: Any, chosen: list[int]) -> Move:
    """Say the decisions of one whole move of the viewing seat."""
    if chosen[-1] != c.SEAL:
        return move_of(v, int(v.seat), chosen[-1])
    cards = laid_cards(v) + chosen[:-1]
    return Move("bid", tuple((*c.CODES, c.BLUFF_CODE)[card] for card in cards))
