"""The words that the table, the moves and the pictures of Goofspiel are made from."""

from __future__ import annotations

from goofspiel import material as m
from tirelire.contract.vocabulary import HIDDEN, Vocabulary, Zone
from tirelire.core.codes import Codes

VOCABULARY = Vocabulary(
    codes=Codes(m.CODES, m.CODES),
    values=[card % m.RANKS + 1 for card in range(m.CARDS)],
    zones=[
        Zone("hand", 0, by_seat=True),
        Zone("played", m.PLAYED),
        Zone("gone", m.GONE),
        Zone("prizes", m.WON, by_seat=True),
        Zone("prize", m.PRIZE),
        Zone("stock", m.STOCK, known=HIDDEN, ordered=True),
    ],
    moves=[f"bid {rank}" for rank in range(1, m.RANKS + 1)],
    rules=["G4", "G5", "G6"],
    box=m.BOX,
)
