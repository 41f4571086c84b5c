"""Stories of Money: its events in sentences."""

from __future__ import annotations

from typing import Any

from tirelire.core.moves import Move
from tirelire.core.stories import Sentence
from tirelire.core.words import Seat
from tirelire.games.money.rules import material as c
from tirelire.games.money.text import words
from tirelire.games.money.text.positions import LOTS, codes_in


def story(before: Any, after: Any, seat: int, move: Move) -> list[Sentence]:
    """Tell what happened between two views of the same seat; bids are told when they lie open."""
    if before.phase == c.EXCHANGING:
        return [_exchange(before, seat, move), *_afterwards(before, after)]
    if after.phase == c.BIDDING and after.sealed[seat] and not before.sealed[seat]:
        sealed = {"n": int(after.sealed[seat])}
        return [Sentence("money.sealed", seat, sealed, routine=True)]
    if after.phase == c.BIDDING and (not after.sealed[seat] and sum(after.sealed) > 0):
        return []
    if sum(before.sealed) == 0 and after.phase == c.BIDDING:
        return []
    bids = []
    for other in range(int(after.players)):
        cards = codes_in(after, c.BID + other)
        if cards:
            values = {"cards": words.some(cards), "value": int(after.offer[other])}
            bids.append(Sentence("money.bid", other, values))
        else:
            bids.append(Sentence("money.bluff", other))
    return [Sentence("money.reveal"), *bids, *_afterwards(before, after)]


def tells_alike(_before: Any, _after: Any, _seat: int, _move: Move, _reader: int) -> bool:
    """Tell that all readers are told the same, since it lies open."""
    return True


def _exchange(before: Any, seat: int, move: Move) -> Sentence:
    if move.verb == "withdraw":
        return Sentence("money.withdraw", seat)
    gave = words.some(codes_in(before, c.BID + seat))
    if move.verb == "take":
        cards = words.some(codes_in(before, LOTS[move.parts[0]]))
        return Sentence(f"money.take_{move.parts[0]}", seat, {"cards": cards, "gave": gave})
    other = ord(move.parts[0]) - ord("A")
    cards = words.some(codes_in(before, c.BID + other))
    return Sentence("money.swap", seat, {"whom": Seat(other), "cards": cards, "gave": gave})


def _afterwards(before: Any, after: Any) -> list[Sentence]:
    """Tell what followed of itself: the refill and the beginning of the last round."""
    sentences = []
    drawn = int(before.count[c.STOCK]) - int(after.count[c.STOCK])
    if drawn:
        sentences.append(Sentence("money.refill", None, {"n": drawn}, routine=True))
    if after.last and not before.last:
        sentences.append(Sentence("money.last_round"))
    return sentences


def ending(v: Any) -> Sentence:
    """Tell why the deal is over."""
    return Sentence(f"money.{c.REASONS[v.reason]}", part="reason")
