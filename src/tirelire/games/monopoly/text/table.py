"""The table of Monopoly in a terminal, and what a player is asked and offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirelire.core.codes import seat_number
from tirelire.core.drawing import Drawing, Grid, Stack, Text
from tirelire.core.goals import Goal
from tirelire.core.moves import Move
from tirelire.core.phase import RUNNING
from tirelire.core.sheets import Sheet
from tirelire.core.texts import number, say
from tirelire.core.words import Audience
from tirelire.games.monopoly.rules import material as c
from tirelire.games.monopoly.text import words
from tirelire.games.monopoly.text.moves import decisions
from tirelire.games.monopoly.text.positions import cards_in, codes_in
from tirelire.games.monopoly.text.roles import CHANCE_WORD
from tirelire.games.monopoly.text.sheet import going_out, worth_now

STYLES = {
    **{"BRN": "dark_orange3", "LBL": "bright_cyan", "PNK": "magenta", "ORG": "orange1"},
    **{"RED": "red", "YEL": "yellow", "GRN": "green", "DBL": "blue", "STA": "white"},
    **{"UTI": "bright_black", "TOK": "bright_magenta", "CHA": "bright_yellow"},
}


def cards_text(codes: Sequence[str]) -> Text:
    """Write cards, deeds in the colour of their group."""
    if not codes:
        return Text("—", style="dim")
    return Text(" ").join(Text(code, style=STYLES.get(code[:3], "")) for code in codes)


# --- the table ----------------------------------------------------------------------------------


def render(v: Any, names: Sequence[str], lang: str) -> Drawing:
    """Draw the table for the viewing seat."""
    rows = [_seat_row(v, seat, names, lang) for seat in range(int(v.players))]
    for i in range(c.NEUTRALS[int(v.players)]):
        name = Text("  " + say(lang, "table.monopoly.neutral", n=i + 1), style="dim")
        rows.append([name, "", "", cards_text(codes_in(v, c.NEUTRAL + i))])
    head = [say(lang, f"table.monopoly.{key}") for key in ("player", "money", "hand", "pile")]
    parts: list[Drawing] = [Grid(rows, head=head)]
    if v.players <= c.MOST_DRAWING:
        left = say(lang, "table.monopoly.draw", n=int(v.count[c.DRAW]))
        parts.append(Text("  " + left, style="dim"))
    if v.seat < c.SEATS:
        parts.append(_own_hand(v, lang))
    return Stack(parts)


def _seat_row(v: Any, seat: int, names: Sequence[str], lang: str) -> list[Text | str]:
    active = v.ended == RUNNING and seat == v.active
    name = Text(("▶ " if active else "  ") + names[seat], style="bold" if seat == v.seat else "")
    hand = Text(say(lang, "table.monopoly.cards", n=int(v.count[seat])))
    known = [] if seat == v.seat else codes_in(v, seat)
    if known:
        hand = Text.assemble(hand, " · ", cards_text(known))
    return [name, str(int(v.total[seat])), hand, cards_text(codes_in(v, c.PILE + seat))]


def _own_hand(v: Any, lang: str) -> Drawing:
    title = say(lang, "table.monopoly.your_hand")
    hand = Text.assemble("  ", (title, "bold"), "  ", cards_text(codes_in(v, int(v.seat))))
    return Stack([hand, Text("  " + worth(v, lang), style="dim")])


def deck(lang: str) -> list[tuple[str, str, int]]:
    """Return the code and the name of every kind of card; what it is worth depends on others."""
    return [(code, _name(code, lang), 0) for code in c.KINDS]


def goal(v: Any) -> Goal:
    """P30: return what ends the match."""
    usual = c.TARGET_SMALL if v.players <= c.MOST_DRAWING else c.TARGET_LARGE
    return Goal(points=int(v.opt[c.TARGET]) or usual)


def prospects(v: Any, legal: Sequence[Move]) -> dict[str, int]:
    """Return what the hand would bring if another player went out: now, and after each move."""
    seat = int(v.seat)
    found = {"": worth_now(v, seat)}
    for move in legal:
        if move.verb in ("trade", "swap", "neutral"):
            count = 1 if move.verb == "swap" else int(move.parts[1])
            if move.verb == "neutral":
                zone = c.NEUTRAL + int(move.parts[0]) - 1
            else:
                zone = c.PILE + seat_number(move.parts[0], int(v.players))
            found[str(move)] = worth_now(v, seat, cards_in(v, zone)[-count:])
        elif move.verb in ("discard", "lay", "pass"):
            found[str(move)] = worth_now(v, seat, less=[c.KINDS.index(x) for x in move.parts])
    return found


def preview(v: Any, move: Move) -> Sheet | None:
    """P12, P18: count the hand as it would be laid down by going out with a legal move."""
    if move.verb != "out":
        return None
    chosen = decisions(v, move)
    dropped = [decision for decision in chosen if decision < c.DRAW_CARD]
    roles = [decision - c.ROLE for decision in chosen if decision >= c.ROLE]
    return going_out(v, dropped, roles)


def worth(v: Any, lang: str) -> str:
    """Say what the hand of the viewing seat would bring if the deal were over."""
    seat = int(v.seat)
    if "CHANCE" in codes_in(v, seat):
        return say(lang, "table.monopoly.worth_chance")
    points = worth_now(v, seat)
    if points == 0:
        return say(lang, "table.monopoly.worth_none")
    return say(lang, "table.monopoly.worth", n=number(points, lang))


# --- what may be done ---------------------------------------------------------------------------


def question(v: Any, _names: Sequence[str], lang: str) -> str:
    """Ask the viewing seat for its decision."""
    cards = max(1, int(v.count[v.seat]) - c.HAND)
    return say(lang, f"ask.monopoly.{_asked(v)}", n=cards)


def _asked(v: Any) -> str:
    if v.phase == c.PASSING:
        return "stay" if v.seat == v.active and not v.own_stayed else "pass"
    if v.phase == c.ACTING:
        return "turn" if v.players <= c.MOST_DRAWING else "swap"
    return "discard" if v.phase == c.DISCARDING else "lay"


def hurried(_v: Any) -> Move | None:
    """Nothing has to be answered in a hurry."""
    return None


def rules_now(v: Any) -> list[str]:
    """Number the rules that a player may want to read now."""
    if v.own_going:
        return ["P12", "P15", "P17", "P18"]
    return {
        "stay": ["P15", "P18", "P22"],
        "pass": ["P23"],
        "turn": ["P8", "P9", "P10", "P11", "P12", "P15"],
        "swap": ["P15", "P22"],
        "discard": ["P13"],
        "lay": ["P22"],
    }[_asked(v)]


def offers(v: Any, legal: Sequence[Move], names: Sequence[str], lang: str) -> list[tuple[str, str]]:
    """List what can be typed, with its meaning; a card laid first is shown once, as an example."""
    result = [(str(x), _meaning(v, x, names, lang)) for x in legal if x.verb != "offer"]
    laid = [move.parts[0] for move in legal if move.verb == "offer"]
    trades = [move for move in legal if move.verb in ("trade", "neutral")]
    if laid:
        text = f"{trades[0]} {laid[0]}" if trades else f"offer {laid[0]}"
        result.append((text, say(lang, "offer.monopoly.first")))
    return result


def _meaning(v: Any, move: Move, names: Sequence[str], lang: str) -> str:
    verb, parts = move.verb, move.parts
    values: dict[str, Any] = {}
    own = codes_in(v, c.PILE + int(v.seat))
    if v.own_laid != c.NOTHING:
        own.append(c.KINDS[int(v.own_laid)])
    if verb in ("trade", "swap"):
        other = seat_number(parts[0], int(v.players))
        values = {"who": names[other], "gets": codes_in(v, c.PILE + other), "gives": own}
        count = int(parts[1]) if verb == "trade" else 1
    elif verb in ("neutral", "combo"):
        pile = codes_in(v, c.NEUTRAL + int(parts[0]) - 1)
        values = {"who": parts[0], "gets": pile, "gives": own}
        count = int(parts[1]) if verb == "neutral" else 1
    elif parts:
        return _name(parts[-1], lang)
    if values:
        given = 2 if verb == "combo" else count
        for side, cards in (("gets", count), ("gives", given)):
            values[side] = words.some(values[side][-cards:]).tell(Audience(lang))
    return say(lang, f"offer.monopoly.{verb}", **values)


def _name(code: str, lang: str) -> str:
    """Name a card, or say what a Chance card stands for."""
    written = code.removeprefix(CHANCE_WORD)
    if written == code:
        return words.card(code).tell(Audience(lang))
    return say(lang, "sheet.monopoly.chance", role=words.role(written).tell(Audience(lang)))
