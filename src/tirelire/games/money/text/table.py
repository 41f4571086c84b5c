"""The table of Money in a terminal, and what a player is asked and offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tirelire.core.codes import seat_number
from tirelire.core.drawing import Drawing, Grid, Stack, Text
from tirelire.core.goals import Goal
from tirelire.core.moves import Move
from tirelire.core.sheets import Sheet
from tirelire.core.texts import say
from tirelire.core.words import Audience
from tirelire.games.money.rules import material as c
from tirelire.games.money.text import words
from tirelire.games.money.text.moves import decisions
from tirelire.games.money.text.positions import CODES, LOTS, codes_in, remembered
from tirelire.games.money.text.sheet import HELD, of_cards

STYLES = dict(
    zip(
        (*c.CURRENCIES, "COIN", c.BLUFF_CODE[:4]),
        ("green", "magenta", "blue", "red", "cyan", "bright_red", "bright_blue", "yellow", "dim"),
        strict=True,
    )
)


def cards_text(codes: Sequence[str]) -> Text:
    """Write cards, each in the colour of its currency."""
    if not codes:
        return Text("—", style="dim")
    parts = [(code, STYLES.get(code[:3], STYLES.get(code[:4], ""))) for code in codes]
    return Text(" ").join(Text(code, style=style) for code, style in parts)


def _value(codes: Sequence[str]) -> int:
    return sum(c.VALUES[CODES.copies(code)[0]] for code in codes)


def render(v: Any, names: Sequence[str], lang: str) -> Drawing:
    """Draw the table for the viewing seat."""
    lots: list[list[Text | str]] = [
        [say(lang, f"table.money.{name}"), cards_text(codes_in(v, zone))]
        for name, zone in LOTS.items()
    ]
    stock = say(lang, "table.money.stock", n=int(v.count[c.STOCK]))
    lots.append(["", Text(stock + _last(v, lang), style="dim")])
    keys = ("player", "points", "hand", "bid")
    seats = Grid(
        [_seat_row(v, seat, names, lang) for seat in range(int(v.players))],
        head=[say(lang, f"table.money.{key}") for key in keys],
    )
    own = [_own_hand(v, lang)] if v.seat < c.SEATS else []
    return Stack([Text(), Grid(lots), seats, *own])


def _last(v: Any, lang: str) -> str:
    return " · " + say(lang, "table.money.last") if v.last else ""


def _seat_row(v: Any, seat: int, names: Sequence[str], lang: str) -> list[Text | str]:
    acting = v.ended == 0 and v.phase == c.EXCHANGING and v.acting == seat
    name = Text(("▶ " if acting else "  ") + names[seat], style="bold" if seat == v.seat else "")
    hand = Text(say(lang, "table.money.cards", n=int(v.count[seat]) + 1))
    shown = [] if seat == v.seat else remembered(v, seat)
    if shown:
        hand = Text.assemble(hand, " · ", cards_text(shown))
    bid = codes_in(v, c.BID + seat)
    if bid:
        offer = Text.assemble(cards_text(bid), f" = {int(v.offer[seat])}")
    elif v.sealed[seat]:
        offer = Text(say(lang, "table.money.sealed", n=int(v.sealed[seat])), style="dim")
    else:
        offer = Text("")
    return [name, str(int(v.total[seat])), hand, offer]


def _own_hand(v: Any, lang: str) -> Drawing:
    seat = int(v.seat)
    rows: list[list[Text | str]] = []
    codes = codes_in(v, seat)
    for group in (*c.CURRENCIES, "COIN"):
        mine = [code for code in codes if code.startswith(group)]
        if mine:
            rows.append([cards_text(mine), str(_value(mine))])
    if not v.own_bluffed:
        rows.append([cards_text([c.BLUFF_CODE]), "0"])
    head = [say(lang, "table.money.your_hand"), say(lang, "table.money.sum")]
    return Stack([Grid(rows, head=head, right=[1]), Text("  " + worth(v, lang), style="dim")])


def deck(lang: str) -> list[tuple[str, str, int]]:
    """Return the code, the name and the value of every card."""
    values = dict(zip(c.CODES, c.VALUES, strict=True)) | {c.BLUFF_CODE: 0}
    return [(code, words.card(code).tell(Audience(lang)), values[code]) for code in values]


def goal(v: Any) -> Goal:
    """M18: return what ends the match."""
    return Goal(deals=1 if v.opt[c.MATCH] == c.SINGLE else int(v.opt[c.HANDS]))


def prospects(v: Any, legal: Sequence[Move]) -> dict[str, int]:
    """Return what the hand would bring now, and after each exchange, if the deal were over.

    For a bid, that is what it would bring to exchange it for each of the lots.
    """
    found = {"": _points(v)}
    for move in legal:
        if move.verb == "take":
            found[str(move)] = _points(v, LOTS[move.parts[0]])
        elif move.verb == "swap":
            found[str(move)] = _points(v, c.BID + seat_number(move.parts[0], int(v.players)))
        elif move.verb == "withdraw":
            found[str(move)] = _points(v, c.BID + int(v.seat))
        elif move.verb == "bid":
            laid = [decision for decision in decisions(v, move) if decision < c.CARDS]
            found |= {f"take {side}": _points(v, lot, without=laid) for side, lot in LOTS.items()}
    return found


def _points(v: Any, *more: int, without: Sequence[int] = ()) -> int:
    """Count the hand of the viewing seat, with the cards of other zones and without some cards."""
    held = np.isin(v.zone, (v.seat, *more))
    held[list(without)] = False
    return of_cards(np.where(held, HELD, HELD + 1)).total


def preview(_v: Any, _move: Move) -> Sheet | None:
    """Return no sheet: no move of a player ends the deal at once."""
    return None


def worth(v: Any, lang: str) -> str:
    """Say what the hand of the viewing seat would bring if the deal were over."""
    points = _points(v)
    if points == 0:  # M15: a currency scores from more than 100
        return say(lang, "table.money.worth_none")
    return say(lang, "table.money.worth", n=points)


def question(v: Any, _names: Sequence[str], lang: str) -> str:
    """Ask the viewing seat for its decision."""
    return say(lang, "ask.money.bid" if v.phase == c.BIDDING else "ask.money.exchange")


def hurried(_v: Any) -> Move | None:
    """Nothing has to be answered in a hurry: bids are sealed when all have."""
    return None


def rules_now(v: Any) -> list[str]:
    """Number the rules that a player may want to read now."""
    return ["M6", "M7"] if v.phase == c.BIDDING else ["M8", "M9", "M10", "M11", "M12"]


def offers(v: Any, legal: Sequence[Move], names: Sequence[str], lang: str) -> list[tuple[str, str]]:
    """List what can be typed, with its meaning; the moves of an exchange are all listed."""
    if v.phase == c.BIDDING:
        example = "bid " + " ".join(codes_in(v, int(v.seat))[:2])
        return [
            (example, say(lang, "offer.money.bid")),
            (f"bid {c.BLUFF_CODE}", say(lang, f"offer.money.bluff_{v.opt[c.BLUFF_ONLY]}")),
        ]
    result = []
    for move in legal:
        key, seat, got = move.verb, None, []
        if move.verb == "take":
            key, got = f"take_{move.parts[0]}", codes_in(v, LOTS[move.parts[0]])
        elif move.verb == "swap":
            seat = ord(move.parts[0]) - ord("A")
            got = codes_in(v, c.BID + seat)
        who = "" if seat is None else names[seat]
        cards = words.some(got).tell(Audience(lang))
        text = say(lang, f"offer.money.{key}", who=who, cards=cards, value=_value(got))
        result.append((str(move), text))
    return result
