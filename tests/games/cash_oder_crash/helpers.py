"""Helpers shared by the rule tests of Cash oder Crash: positions, whole turns, whole rounds."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from tirelire import IllegalMove, Match

GAME = "cash_oder_crash"
SEATS = "ABCD"
COLOURS = {"A": "RED", "B": "YELLOW", "C": "GREEN", "D": "BLUE"}
NUMBERS = ("+6", "+2", "+1", "-2", "-3")
ANYONE = "big_deal_by=anyone"


def table(*items: str, players: int = 3, options: str = "", seed: int = 0) -> Match:
    """The position with these items; everything else has its usual value."""
    return Match.at("; ".join((f"{GAME} {players} {options}".strip(), *items)), seed=seed)


def begin(players: int = 3, seed: int = 0, **options: str) -> Match:
    """A new match, the first round dealt."""
    return Match.begin(GAME, players=players, options=options, seed=seed)


def seats(m: Match) -> str:
    """The letters of the seats at this table."""
    return SEATS[: len(m.totals)]


def left_of(m: Match, seat: str) -> str:
    """The next seat clockwise."""
    order = seats(m)
    return order[(order.index(seat) + 1) % len(order)]


def pawns(m: Match) -> dict[str, int]:
    """Where the pawns stand."""
    words = m.item("pawns").split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


def place(number: int) -> str:
    """A place of the board as the notation writes it: 0, +3, -2."""
    return f"{number:+d}" if number else "0"


def written(values: Mapping[str, int]) -> str:
    """Plain numbers by seat as the notation writes them: ``A 35 B 35 C 35``."""
    return " ".join(f"{seat} {value}" for seat, value in values.items())


def lay(m: Match, colour: str, number: str) -> None:
    """The active player lays the colour, his left neighbour the number."""
    active = m.item("active")
    m.play(f"{active} lay {colour}")
    m.play(f"{left_of(m, active)} lay {number}")


def window(
    *items: str, players: int = 3, options: str = "", number: str = "+2", seed: int = 0
) -> Match:
    """A is active, red and the number lie face down, the window is open."""
    m = table(f"hand B {number} *", *items, players=players, options=options, seed=seed)
    lay(m, "RED", number)
    return m


def lay_any(m: Match) -> None:
    """Both lay the first card that they may lay."""
    active = m.item("active")
    for seat in (active, left_of(m, active)):
        m.play(f"{seat} {m.legal(seat)[0]}")


def window_open(m: Match) -> bool:
    """Whether both cards lie face down."""
    return m.ended == "running" and "-" not in (m.item("colour"), m.item("number"))


def pass_all(m: Match) -> str:
    """All who are asked pass until the window is closed; the seats in the order of asking."""
    order = ""
    while window_open(m):
        order += m.asked
        m.play(f"{m.asked} pass")
    return order


def any_turn(m: Match) -> None:
    """A whole turn without BIG DEAL."""
    lay_any(m)
    pass_all(m)


def play_out(m: Match, seed: int | None = None) -> None:
    """Play the round to its end: any turns without BIG DEAL, or random moves from a seed."""
    if seed is None:
        while m.ended == "running":
            any_turn(m)
        return
    rng = random.Random(seed)
    while m.ended == "running":
        m.play(f"{m.asked} {rng.choice(m.legal(m.asked))}")


def settled(after: str, *items: str, options: str = "") -> Match:
    """A round that just ended, by a real last move, with the pawns so: ``A +4 B -6 C 0``."""
    words = after.split()
    order, places = words[::2], list(map(int, words[1::2]))
    step = 1 if places[-1] > -6 else -2  # a first place that lies on every board
    places[-1] -= step
    before = " ".join(f"{seat} {place(at)}" for seat, at in zip(order, places, strict=True))
    m = table(
        f"turn {5 * len(order)}",
        f"active {order[-1]}",
        f"hand A {place(step)}",
        *(f"hand {seat} -" for seat in order[1:]),
        f"pawns {before}",
        "big_deal -",
        *items,
        players=len(order),
        options=options,
    )
    assert m.ended == "running"
    lay(m, COLOURS[order[-1]], place(step))
    assert m.reason == "played"
    return m


def refused(m: Match, move: str, rule: str = "") -> None:
    """The move is illegal, by that rule where one is given, and changes nothing."""
    before = (m.position(), m.number)
    with pytest.raises(IllegalMove) as caught:
        m.play(move)
    if rule:
        assert caught.value.rule == rule
    assert (m.position(), m.number) == before
