"""The table of Cash oder Crash in a terminal, and what a player is asked and offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirelire.core.drawing import Drawing, Grid, Stack, Text
from tirelire.core.goals import Goal
from tirelire.core.moves import Move
from tirelire.core.plain import in_zone
from tirelire.core.sheets import Sheet
from tirelire.core.texts import say
from tirelire.core.words import Audience, Seat
from tirelire.games.cash_oder_crash.rules import material as c
from tirelire.games.cash_oder_crash.text.positions import pawn_bounds
from tirelire.games.cash_oder_crash.text.words import colour, signed

STYLES = ("red", "yellow", "green", "blue")
PAWNS = ("R", "Y", "G", "B")


def render(v: Any, names: Sequence[str], lang: str) -> Drawing:
    """Draw the table for the viewing seat."""
    own = [_own_hand(v, lang)] if v.seat < c.SEATS else []
    return Stack([_board(v, lang), _seats(v, names, lang), *own])


def _board(v: Any, lang: str) -> Drawing:
    players = range(int(v.players))
    if v.opt[c.BOARD] == len(c.FIELDS) - 1:
        places = [f"{colour(seat, lang)} {signed(int(v.pawn[seat]))}" for seat in players]
        return Text(" · ".join(places))
    low, high = pawn_bounds([int(v.opt[c.BOARD])])
    row: list[Text | str] = []
    for field in range(low, high + 1):
        here = [seat for seat in players if v.pawn[seat] == field]
        row.append(Text("").join(Text(PAWNS[seat], style=f"bold {STYLES[seat]}") for seat in here))
    head = [signed(field).rjust(3) for field in range(low, high + 1)]
    return Grid([row], head=head, boxed=True)


def _seats(v: Any, names: Sequence[str], lang: str) -> Drawing:
    rows: list[list[Text | str]] = []
    players = int(v.players)
    for seat in range(players):
        active = seat == v.active
        lays = (1 if active else 0) | (2 if seat == (int(v.active) + 1) % players else 0)
        laid = say(lang, "table.cash_oder_crash.face_down") if int(v.laid) & lays else ""
        rows.append(
            [
                Text(
                    ("▶ " if active else "  ") + names[seat], style="bold" if seat == v.seat else ""
                ),
                Text(
                    f"{PAWNS[seat]} {colour(seat, lang)} {signed(int(v.pawn[seat]))}",
                    style=STYLES[seat],
                ),
                str(int(v.total[seat])),
                str(int(v.count[seat])),
                "✓" if int(v.big_deal) >> seat & 1 else "—",
                laid,
            ]
        )
    keys = ("player", "pawn", "chips", "cards", "big_deal", "laid")
    return Grid(rows, head=[say(lang, f"table.cash_oder_crash.{key}") for key in keys])


def _own_hand(v: Any, lang: str) -> Drawing:
    held = sorted((c.NUMBERS[card % c.KINDS] for card in in_zone(v, int(v.seat))), reverse=True)
    hand = "  ".join(signed(number) for number in held) or "—"
    return Text(f"  {say(lang, 'table.cash_oder_crash.your_hand')} {hand}", style="bold")


def deck(lang: str) -> list[tuple[str, str, int]]:
    """Return the code, the name and the value of every kind of card."""
    numbers = [(f"{x:+d}", signed(x), x) for x in c.NUMBERS]
    return numbers + [(x, colour(i, lang), 0) for i, x in enumerate(c.COLOURS)]


def goal(v: Any) -> Goal:
    """C5: return what ends the match."""
    return Goal(deals=int(v.opt[c.ROUNDS]))


def prospects(_v: Any, _legal: Sequence[Move]) -> dict[str, int]:
    """Return no prospects."""
    return {}


def preview(_v: Any, _move: Move) -> Sheet | None:
    """Return no sheet: no move of a player ends the deal at once."""
    return None


def worth(v: Any, lang: str) -> str:
    """Say what the viewing seat has."""
    return say(lang, "table.cash_oder_crash.worth", n=int(v.total[v.seat]))


def question(v: Any, _names: Sequence[str], lang: str) -> str:
    """Ask the viewing seat for its decision."""
    if v.phase == c.CALLING:
        return say(lang, "ask.cash_oder_crash.call")
    return say(lang, f"ask.cash_oder_crash.{'colour' if v.seat == v.active else 'number'}")


def hurried(v: Any) -> Move | None:
    """C8: a player who does not call in time passes."""
    return Move("pass") if v.phase == c.CALLING else None


def rules_now(v: Any) -> list[str]:
    """Number the rules that a player may want to read now."""
    if v.phase == c.CALLING:
        return ["C8"]
    return ["C6", "C9", "C12"] if v.seat == v.active else ["C7", "C9", "C12"]


def offers(v: Any, legal: Sequence[Move], names: Sequence[str], lang: str) -> list[tuple[str, str]]:
    """List what can be typed, with its meaning."""
    audience = Audience(lang, names, int(v.seat))
    return [(str(move), _meaning(move, audience)) for move in legal]


def _meaning(move: Move, audience: Audience) -> str:
    lang = audience.lang
    if move.verb != "lay":
        return say(lang, f"offer.cash_oder_crash.{move.verb}")
    card = move.parts[0]
    if card in c.COLOURS:
        seat = c.COLOURS.index(card)
        if seat == audience.seat:
            return say(lang, "offer.cash_oder_crash.own_colour")
        return say(lang, "offer.cash_oder_crash.colour", who=Seat(seat).tell(audience))
    return say(lang, "offer.cash_oder_crash.number", number=signed(int(card)))
