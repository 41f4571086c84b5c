"""The table of Cache ton Cash in a terminal, and what a player is asked and offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirelire.core.codes import seat_number
from tirelire.core.drawing import Drawing, Grid, Stack, Text
from tirelire.core.goals import Goal
from tirelire.core.moves import Move
from tirelire.core.phase import RUNNING
from tirelire.core.plain import in_zone
from tirelire.core.sheets import Sheet
from tirelire.core.texts import say
from tirelire.core.words import Audience
from tirelire.games.cache_ton_cash.rules import material as c
from tirelire.games.cache_ton_cash.text import words
from tirelire.games.cache_ton_cash.text.moves import SECOND
from tirelire.games.cache_ton_cash.text.positions import CODES

STYLES = dict(
    zip(
        c.KINDS,
        (
            *("yellow", "white", "bright_red", "magenta", "green", "bright_magenta"),
            *("cyan", "bright_blue", "red", "dark_orange3"),
            *("bright_white", "bright_yellow", "bright_cyan", "bold", "bold"),
        ),
        strict=True,
    )
)
SETS_SHOWN = 2
"""K19: the sets of a stack that can be attacked."""


def cards_text(codes: Sequence[str]) -> Text:
    """Write cards, each in the colour of its kind."""
    if not codes:
        return Text("—", style="dim")
    return Text(" ").join(Text(code, style=STYLES[code]) for code in codes)


def _thousands(value: int, lang: str) -> str:
    """Write a value, which is in thousands."""
    return words.worth(value).tell(Audience(lang))


def _zone(v: Any, zone: int) -> list[int]:
    """List the cards of a zone that the viewer knows, by place."""
    return sorted(in_zone(v, zone), key=lambda card: int(v.place[card]))


def _codes(cards: Sequence[int]) -> list[str]:
    return [c.CODES[card] for card in cards]


def _value(cards: Sequence[int]) -> int:
    return sum(c.VALUES[card] for card in cards)


# --- the table ----------------------------------------------------------------------------------


def render(v: Any, names: Sequence[str], lang: str) -> Drawing:
    """Draw the table for the viewing seat."""
    keys = ("player", "total", "hand", "stack")
    seats = Grid(
        [_seat_row(v, seat, names, lang) for seat in range(int(v.players))],
        head=[say(lang, f"table.cache_ton_cash.{key}") for key in keys],
    )
    parts: list[Drawing] = [seats, _middle(v, names, lang)]
    if v.rival != c.NONE:
        parts.append(_fight(v, names, lang))
    if v.opt[c.QUICK_ANSWERS]:
        parts.append(Text("  " + say(lang, "table.cache_ton_cash.quick"), style="dim"))
    if v.seat < c.SEATS:
        title = say(lang, "table.cache_ton_cash.your_hand")
        hand = cards_text(_codes(_zone(v, int(v.seat))))
        parts.append(Text.assemble("  ", (title, "bold"), "  ", hand))
    return Stack(parts)


def _seat_row(v: Any, seat: int, names: Sequence[str], lang: str) -> list[Text | str]:
    active = v.ended == RUNNING and seat == v.active
    name = Text(("▶ " if active else "  ") + names[seat], style="bold" if seat == v.seat else "")
    hand = say(lang, "table.cache_ton_cash.cards", n=int(v.count[seat]))
    return [name, _thousands(int(v.total[seat]), lang), hand, _stack(v, seat, lang)]


def _stack(v: Any, seat: int, lang: str) -> Text:
    """Write the sets that matter most, the top set first, and what the whole stack is worth."""
    count = int(v.sets[seat])
    cards = _zone(v, c.STACK + seat)
    sets = [[card for card in cards if v.place[card] == number] for number in range(count)]
    shown = sets[::-1][:SETS_SHOWN]
    text = Text(" / ").join(cards_text(_codes(one)) for one in shown) if sets else cards_text([])
    if count > SETS_SHOWN:
        more = say(lang, "table.cache_ton_cash.more", n=count - SETS_SHOWN)
        text = Text.assemble(text, (f" / {more}", "dim"))
    if sets:
        text = Text.assemble(text, (f"  = {_thousands(_value(cards), lang)}", "dim"))
    return text


def _middle(v: Any, names: Sequence[str], lang: str) -> Drawing:
    """Draw the discard pile, the neutral piles and the draw pile."""
    discard = [] if v.face == c.NONE else [c.KINDS[int(v.face)]]
    left = int(v.count[c.DISCARDED]) - len(discard)
    under = say(lang, "table.cache_ton_cash.under", n=left) if left > 0 else ""
    title = say(lang, "table.cache_ton_cash.discard")
    rows: list[list[Text | str]] = [[" " + title, cards_text(discard), Text(under, style="dim")]]
    for pile in range(c.PILES if c.has_piles(int(v.players)) else 0):
        title = say(lang, "table.cache_ton_cash.neutral", n=pile + 1)
        kind = int(v.tops[pile])
        top = [] if kind == c.NONE else [c.KINDS[kind]]
        left = max(0, int(v.count[c.NEUTRAL + pile]) - len(top))
        note = say(lang, "table.cache_ton_cash.under", n=left)
        if v.players > c.FEWEST:
            who, whom = (_name(v, x, names, lang) for x in c.seats_at(int(v.players), pile))
            between = say(lang, "table.cache_ton_cash.between", who=who, whom=whom)
            note = f"{note} · {between}"
        rows.append([" " + title, cards_text(top), Text(note, style="dim")])
    draw = say(lang, "table.cache_ton_cash.draw", n=int(v.count[c.DRAW]))
    return Grid([*rows, [" " + draw, "", ""]])


def _name(v: Any, seat: int, names: Sequence[str], lang: str) -> str:
    """Name a player in the middle of a sentence."""
    return say(lang, "word.you") if seat == v.seat else names[seat]


def _fight(v: Any, names: Sequence[str], lang: str) -> Text:
    """Show who fights with whom, about which set, and the cards played."""
    key = "claim"
    if v.nth:
        key = "fight" if v.nth == 1 else "fight_second"
    cards = _contested(v)
    form = {int(v.active): "you", int(v.rival): "to_you"}.get(int(v.seat), "other")
    who, whom = names[int(v.active)], names[int(v.rival)]
    title = say(lang, f"table.cache_ton_cash.{key}.{form}", who=who, whom=whom)
    text = Text.assemble("  ", (title, "bold"), "  ", cards_text(_codes(cards)))
    played = _zone(v, c.FOUGHT)
    if played:
        told = say(lang, "table.cache_ton_cash.played")
        text = Text.assemble(text, "  ", (told, "dim"), " ", cards_text(_codes(played)))
    return text


# --- what may be done ---------------------------------------------------------------------------


def deck(lang: str) -> list[tuple[str, str, int]]:
    """Return the code, the name and the value of every kind of card."""
    return [
        (code, say(lang, f"card.cache_ton_cash.{code}"), value)
        for code, value in zip(c.KINDS, c.KIND_VALUES, strict=True)
    ]


def goal(v: Any) -> Goal:
    """K12: return what ends the match."""
    match = v.opt[c.MATCH]
    if match == c.TO_MILLION:
        return Goal(points=c.MILLION)
    if match == c.FIRST_TO_TWO:
        return Goal(wins=c.WINS)
    return Goal(deals=1 if match == c.QUICK else c.ROUNDS)


def prospects(_v: Any, _legal: Sequence[Move]) -> dict[str, int]:
    """Return no prospects."""
    return {}


def preview(_v: Any, _move: Move) -> Sheet | None:
    """Return no sheet: no move of a player ends the deal at once."""
    return None


def worth(v: Any, lang: str) -> str:
    """Say what the sets of the viewing seat are worth."""
    value = _value(_zone(v, c.STACK + int(v.seat)))
    return say(lang, "table.cache_ton_cash.worth", value=_thousands(value, lang))


def question(v: Any, names: Sequence[str], lang: str) -> str:
    """Ask the viewing seat for its decision; in a fight, say who fights about which set."""
    asked = say(lang, f"ask.cache_ton_cash.{_asked(v)}")
    if v.phase not in (c.FIGHTING, c.CONTESTING):
        return asked
    return f"{_situation(v, names, lang)} {asked}"


def _situation(v: Any, names: Sequence[str], lang: str) -> str:
    """K6, K19, K23: say who fights with the viewing seat, and about which set."""
    key = "claims" if v.phase == c.CONTESTING else "contests"
    if v.phase == c.FIGHTING and v.nth:
        key = "attacks" if v.nth == 1 else "attacks_second"
    other = int(v.active if v.seat == v.rival else v.rival)
    form = "to_you" if v.seat == v.rival else "you"
    cards = _contested(v)
    kind = next(code for code in _codes(cards) if c.KINDS.index(code) < c.SILVER)
    return say(
        lang,
        f"ask.cache_ton_cash.{key}.{form}",
        who=names[other],
        kinds=words.kinds(kind).tell(Audience(lang)),
        worth=_thousands(_value(cards), lang),
    )


def _contested(v: Any) -> list[int]:
    """List the cards of the set that is fought about, or claimed."""
    if not v.nth:
        return _zone(v, c.CLAIMED)
    level = int(v.sets[v.rival]) - int(v.nth)
    return [card for card in _zone(v, c.STACK + int(v.rival)) if v.place[card] == level]


def _asked(v: Any) -> str:
    if v.phase == c.ACTING:
        return "turn" if v.action == 1 else "second_action"
    if v.phase == c.SHIFTING:
        return "shift"
    if v.phase == c.CONTESTING:
        return "contest"
    return "answer" if v.demand == 1 else "answer_two"


def hurried(v: Any) -> Move | None:
    """K7: a player who does not answer in time gives up."""
    return Move("stop") if v.phase in (c.FIGHTING, c.CONTESTING) else None


def rules_now(v: Any) -> list[str]:
    """Number the rules that a player may want to read now."""
    if v.phase == c.SHIFTING:
        return ["K28"]
    if v.phase == c.CONTESTING:
        return ["K23", *(["K26"] if v.players > c.FEWEST else [])]
    extras = {c.TWO_ACTIONS: "K14", c.UPGRADES: "K15", c.TOP_TWO: "K19", c.PENNY_JAR: "K20"}
    chosen = [rule for option, rule in extras.items() if v.opt[option]]
    if v.phase == c.FIGHTING:
        return ["K7", "K8", *(rule for rule in chosen if rule == "K20")]
    rules = ["K4", "K5", "K6", *chosen]
    if v.opt[c.ACTION_CARDS]:
        rules += ["K16", "K17", "K18"]
    if c.has_piles(int(v.players)):
        rules += ["K22"] if v.players == c.FEWEST else ["K22", "K26"]
    return sorted(rules, key=lambda rule: int(rule[1:]))


def offers(v: Any, legal: Sequence[Move], names: Sequence[str], lang: str) -> list[tuple[str, str]]:
    """List what can be typed, with its meaning."""
    return [(str(move), _meaning(v, move, names, lang)) for move in legal]


def _meaning(v: Any, move: Move, names: Sequence[str], lang: str) -> str:
    key, values = move.verb, _named(v, move, names)
    if move.verb in ("challenge", "swap"):
        seat = seat_number(move.parts[0], int(v.players))
        second = SECOND in move.parts
        if move.verb == "challenge":
            key = "challenge_second" if second else "challenge"
        stack = _zone(v, c.STACK + seat)
        level = int(v.sets[seat]) - (2 if second else 1)
        theirs = [card for card in stack if v.place[card] == level]
        kind = next(code for code in _codes(theirs) if c.KINDS.index(code) < c.SILVER)
        told = words.kinds(kind).tell(Audience(lang))
        values |= {"kinds": told, "worth": _thousands(_value(theirs), lang)}
    elif move.verb in ("pair", "pick", "claim"):
        values["worth"] = _thousands(sum(_worth_of(v, move)), lang)
    elif move.verb == "stop":
        key = "let_be" if v.phase == c.CONTESTING else "stop"
    elif move.verb in ("move", "shift"):
        own = move.verb == "move" and seat_number(move.parts[0], int(v.players)) == v.seat
        key = f"{'own' if own else 'their'}_{move.parts[-1]}"
    elif len(move.parts) == 1:
        values["card"] = words.some(move.parts).tell(Audience(lang))
    return say(lang, f"offer.cache_ton_cash.{key}", **values)


def _named(v: Any, move: Move, names: Sequence[str]) -> dict[str, Any]:
    if move.verb in ("challenge", "swap", "move"):
        return {"who": names[seat_number(move.parts[0], int(v.players))]}
    if move.verb == "shift":
        return {"who": names[sum(c.seats_at(int(v.players), int(v.shift) - 1)) - int(v.seat)]}
    return {}


def _worth_of(v: Any, move: Move) -> list[int]:
    """List the values of the cards of a set that a move would form."""
    kinds = [c.KINDS.index(code) for code in CODES.expand(p for p in move.parts if p in c.KINDS)]
    if move.verb == "pick":
        kinds.append(int(v.face))
    if move.verb == "claim":
        kinds += [int(v.tops[int(pile) - 1]) for pile in move.parts[1:]]
    return [c.KIND_VALUES[kind] for kind in kinds]
