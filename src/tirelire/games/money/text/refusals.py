"""Why a decision in Money is not legal, told from what the seat knows."""

from __future__ import annotations

from typing import Any

from tirelire.core.phase import RUNNING
from tirelire.core.refusals import Refusal
from tirelire.core.words import seat as seat_of
from tirelire.games.money.rules import material as c
from tirelire.games.money.text import words
from tirelire.games.money.text.moves import laid_cards


def refusal(v: Any, seat: int, decision: int) -> Refusal:
    """Say why a decision is not legal, from what the seat knows."""
    bidding = decision <= c.LAY_BLUFF or decision in (c.SEAL, c.TAKE_BACK)
    if v.ended != RUNNING:
        return Refusal("over", "M14")
    if v.phase == c.BIDDING:
        if not bidding:
            return Refusal("money.not_revealed", "M7")
        if v.sealed[seat]:
            return Refusal("money.sealed", "M6")
        if decision < c.CARDS and v.zone[decision] != seat:
            return Refusal("money.not_held", "M6", card=words.card(c.CODES[decision]))
        if decision == c.TAKE_BACK:
            return Refusal("money.nothing_laid", "M6")
        if decision != c.SEAL:
            return Refusal("money.laid_already", "M6")
        return Refusal("money.bluff_alone" if laid_cards(v) else "money.empty_bid", "M6")
    if bidding:
        return Refusal("money.revealed", "M6")
    if v.acting != seat:
        return Refusal("money.not_your_exchange", "M8", who=seat_of(int(v.acting)))
    if decision in (c.TAKE_RIGHT, c.TAKE_LEFT):
        return Refusal("money.empty_lot", "M9")
    return Refusal("money.no_bid_there", "M10", who=seat_of(decision - c.SWAP))
