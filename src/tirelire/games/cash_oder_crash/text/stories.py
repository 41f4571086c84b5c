"""Stories of Cash oder Crash: its events in sentences."""

from __future__ import annotations

from typing import Any

from tirelire.core.moves import Move
from tirelire.core.stories import Sentence
from tirelire.core.words import Seat, cards_of
from tirelire.games.cash_oder_crash.rules import material as c
from tirelire.games.cash_oder_crash.text.words import signed


def story(before: Any, after: Any, seat: int, move: Move) -> list[Sentence]:
    """Tell what happened between two views of the same seat; laid cards are told when turned up."""
    sentences = []
    if before.phase == c.LAYING:
        kind = "colour" if seat == before.active else "number"
        sentences.append(Sentence(f"cash_oder_crash.lays_{kind}", seat, routine=True))
    if move.verb == "call":
        sentences.append(Sentence("cash_oder_crash.call", seat))
    played = after.count[c.PLAYED] - before.count[c.PLAYED]
    if played > 0:
        sentences.append(_reveal(before, after))
    return sentences


def tells_alike(_before: Any, _after: Any, _seat: int, _move: Move, _reader: int) -> bool:
    """Tell that all readers are told the same, since it lies open."""
    return True


def _reveal(before: Any, after: Any) -> Sentence:
    """C7, C8: tell which pawn walked where, and who laid its colour and the number."""
    walker = next(x for x in range(int(after.players)) if after.pawn[x] != before.pawn[x])
    kinds = [_played(after, kind) - _played(before, kind) for kind in range(c.KINDS)]
    number = c.NUMBERS[kinds.index(1)]
    twice = int(before.big_deal) != int(after.big_deal)
    active = int(before.active)
    values = {
        "colour_by": Seat(active),
        "number_by": Seat((active + 1) % int(before.players)),
        "cards": cards_of([], [f"{number:+d}"]),
        "number": signed(number),
        "field": signed(int(after.pawn[walker])),
        "steps": signed(number * (2 if twice else 1)),
    }
    return Sentence(f"cash_oder_crash.{'doubled' if twice else 'reveal'}", walker, values)


def _played(v: Any, kind: int) -> int:
    return sum(1 for card in range(kind, c.CARDS, c.KINDS) if v.zone[card] == c.PLAYED)


def ending(v: Any) -> Sentence:
    """Tell why the deal is over."""
    return Sentence(f"cash_oder_crash.{c.REASONS[v.reason]}", part="reason")
