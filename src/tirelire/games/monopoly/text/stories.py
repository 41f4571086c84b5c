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


def story(before: Any, after: Any, seat: int, move: Move) -> list[Sentence]:
    """Tell what happened between two views of the same seat.

    Not told: unfinished moves, and that a player stays who could have gone out.
    """
    sentences: list[Sentence] = []
    if move.verb in ("trade", "neutral", "combo", "swap"):
        sentences.append(_taken(before, after, seat, move))
    elif move.verb in ("discard", "lay"):
        cards = {"cards": words.some(CODES.expand(move.parts))}
        sentences.append(Sentence(f"monopoly.{move.verb}", seat, cards))
    elif move.verb in ("pass", "skip"):
        sentences.append(Sentence(f"monopoly.{move.verb}", seat, routine=True))
    elif move.verb == "draw":
        drawn = _gained(before, after) if seat == before.seat else ""
        told = Sentence("monopoly.drew", seat, {"card": words.some([drawn])})
        sentences.append(told if drawn else Sentence("monopoly.draw", seat, routine=True))
    if before.phase == c.PASSING and after.turns != before.turns and before.seat < c.SEATS:
        got = _gained(before, after)
        if got:
            giver = (int(before.seat) - 1) % int(before.players)
            values = {"whom": Seat(int(before.seat)), "card": words.some([got])}
            sentences.append(Sentence("monopoly.got", giver, values))
    if after.ended != RUNNING and after.out != c.NOBODY:
        sentences.append(Sentence("monopoly.out", int(after.out)))
    return sentences


def tells_alike(before: Any, after: Any, seat: int, move: Move, reader: int) -> bool:
    """Tell whether a reader gets no card by drawing or passing: players are told which."""
    has_drawn = move.verb == "draw" and seat == reader
    has_passed = before.phase == c.PASSING and after.turns != before.turns
    return not has_drawn and not has_passed


def _taken(before: Any, after: Any, seat: int, move: Move) -> Sentence:
    """P9–P11, P22: a trade: the cards that were taken, and those that lie in their place now."""
    count = int(move.parts[1]) if move.verb in ("trade", "neutral") else 1
    values: dict[str, Any] = {}
    if move.verb in ("trade", "swap"):
        other = seat_number(move.parts[0], int(before.players))
        values["whom"] = Seat(other)
        pile = c.PILE + other
    else:
        pile = c.NEUTRAL + int(move.parts[0]) - 1
    given = 2 if move.verb == "combo" else count
    values["cards"] = words.some(codes_in(before, pile)[-count:])
    # P22: after a swap the other player holds the card in hand; it was the trade card before.
    gave = codes_in(before, c.PILE + seat) if move.verb == "swap" else codes_in(after, pile)
    values["gave"] = words.some(gave[-given:])
    return Sentence(f"monopoly.{move.verb}", seat, values)


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
