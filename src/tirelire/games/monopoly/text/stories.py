"""Stories of Monopoly: its events in sentences."""

from __future__ import annotations

from typing import Any

from tirelire.core.codes import seat_number
from tirelire.core.moves import Move
from tirelire.core.phase import RUNNING
from tirelire.core.stories import Sentence
from tirelire.core.words import Amount, Seat
from tirelire.games.monopoly.rules import material as c
from tirelire.games.monopoly.text import words
from tirelire.games.monopoly.text.positions import CODES, codes_in

TELLS_ALL_ALIKE = False
"""False: a player who gets a card is told which."""


def story(before: Any, after: Any, seat: int, move: Move) -> list[Sentence]:
    """Tell what happened between two views of the same seat.

    Not told: unfinished moves, and that a player stays who could have gone out.
    """
    sentences: list[Sentence] = []
    if move.verb in ("trade", "neutral", "combo", "swap"):
        sentences.append(_taken(before, seat, move))
    elif move.verb in ("discard", "lay"):
        cards = {"cards": words.some(CODES.expand(move.parts))}
        sentences.append(Sentence(f"monopoly.{move.verb}", seat, cards))
    elif move.verb in ("pass", "skip"):
        sentences.append(Sentence(f"monopoly.{move.verb}", seat))
    elif move.verb == "draw":
        drawn = _gained(before, after) if seat == before.seat else ""
        told = Sentence("monopoly.drew", None, {"card": words.some([drawn])})
        sentences.append(told if drawn else Sentence("monopoly.draw", seat))
    if before.phase == c.PASSING and after.turns != before.turns and before.seat < c.SEATS:
        got = _gained(before, after)
        if got:
            giver = (int(before.seat) - 1) % int(before.players)
            sentences.append(Sentence("monopoly.got", giver, {"card": words.some([got])}))
    if after.ended != RUNNING and after.out != c.NOBODY:
        sentences.append(Sentence("monopoly.out", int(after.out)))
    return sentences


def _taken(before: Any, seat: int, move: Move) -> Sentence:
    """P9–P11, P22: a trade, and the cards that were taken."""
    count = int(move.parts[1]) if move.verb in ("trade", "neutral") else 1
    values: dict[str, Any] = {"n": count}
    if move.verb in ("trade", "swap"):
        other = seat_number(move.parts[0], int(before.players))
        values["whom"] = Seat(other)
        pile = codes_in(before, c.PILE + other)
    else:
        pile = codes_in(before, c.NEUTRAL + int(move.parts[0]) - 1)
    return Sentence(f"monopoly.{move.verb}", seat, values | {"cards": words.some(pile[-count:])})


def _gained(before: Any, after: Any) -> str:
    """Find the card that the viewer holds after a move and did not hold before."""
    held = codes_in(before, int(before.seat))
    for code in codes_in(after, int(after.seat)):
        if code not in held:
            return code
        held.remove(code)
    return ""


def ending(v: Any) -> Sentence:
    """Tell why the deal is over, and the gain of a player who went out (P12)."""
    key = f"monopoly.{c.REASONS[v.reason]}"
    if v.out == c.NOBODY:
        return Sentence(key, part="reason")
    gained = {"points": Amount(int(v.gained[v.out]))}
    return Sentence(key, int(v.out), gained, part="reason")
