"""What the tests of Money share: a written table, drivers and readers."""

from collections.abc import Mapping

import pytest

from tirelire import IllegalMove, Match
from tirelire.games.money import CARDS

SEATS = {3: "ABC", 4: "ABCD", 5: "ABCDE"}
CURRENCIES = ("USD", "GBP", "SEK", "RUB", "JPY", "CHF", "EUR")

# Three players, everything written; cards named nowhere lie in the box.
BASE: dict[str, str] = {
    "gone": "CHF SEK",
    "hand_A": "EUR20a EUR20b EUR30a EUR40 EUR50 EUR60",
    "hand_B": "USD20a USD20b USD30a USD40 USD50 USD60",
    "hand_C": "GBP20a GBP20b GBP30a GBP40 GBP50 GBP60",
    "right": "RUB20a RUB30a RUB40 COIN1",
    "left": "RUB20b RUB30b RUB50 COIN2",
    "stock": "JPY20a JPY20b JPY20c JPY30a JPY30b JPY30c JPY40 JPY50 JPY60 COIN3 COIN4",
}

# Hands with a known score, by points.
SCORED: dict[int, str] = {
    0: "{0}40",
    50: "{0}40 {0}50 {0}60",
    100: "{0}20a {0}20b {0}20c",
    150: "{0}20a {0}20b {0}20c {0}40 {0}50",
}


def at(first: str = "money 3", **items: str | None) -> Match:
    """Return the match at BASE changed by the items (`hand_A`, `last=""`; None leaves one out).

    A card that the items place somewhere is taken out of the items of BASE that stay.
    """
    named = {
        word
        for key, value in items.items()
        if value is not None and not key.startswith("known")
        for word in value.split()
    }
    merged: dict[str, str | None] = {
        key: " ".join(card for card in value.split() if card not in named) or "-"
        for key, value in BASE.items()
    }
    merged.update(items)
    written = [
        f"{key.replace('_', ' ')} {value}".rstrip()
        for key, value in merged.items()
        if value is not None
    ]
    return Match.at("; ".join([first, *written]), seed=0)


def play(m: Match, *moves: str) -> None:
    """Play the moves in turn."""
    for move in moves:
        m.play(move)


def refused(m: Match, move: str, *rules: str) -> None:
    """Assert that the move is illegal by one of the rules and changes nothing."""
    before = m.position()
    with pytest.raises(IllegalMove) as caught:
        m.play(move)
    if rules:
        assert caught.value.rule in rules
    assert m.position() == before


def idle_round(m: Match) -> None:
    """Play a round in which everybody bids the bluff card alone."""
    for seat in m.actors:
        m.play(f"{seat} bid BLUFF")


def acting_order(m: Match) -> str:
    """Let every bidder withdraw and return the seats in the order in which they acted."""
    order = ""
    while m.actors and "withdraw" in m.legal(m.actors[0]):
        assert len(m.actors) == 1
        order += m.actors
        m.play(f"{m.actors} withdraw")
    return order


def step(m: Match) -> None:
    """Play the first elementary move of the seat that is asked."""
    seat = m.asked
    move = next(move for move in m.legal(seat) if move != "back")
    m.play(f"{seat} {move}")


def play_out(m: Match) -> None:
    """Play until the deal is over."""
    while m.ended == "running":
        step(m)


def cards(m: Match, item: str) -> set[str]:
    """Return the cards of an item as a set."""
    return set(m.cards(item))


def in_play(m: Match, seats: str) -> list[str]:
    """Return every note and coin in hands, bids, lots and stock, in text order."""
    places = ["right", "left", "stock"]
    for place in ("hand", "laid", "sealed", "bid"):
        places += [f"{place} {seat}" for seat in seats]
    return sorted(card for place in places for card in m.cards(place) if card != "BLUFF")


def deck_without(gone: set[str]) -> list[str]:
    """Return the notes and coins of a match without some currencies, in text order."""
    return sorted(card for card in CARDS if card[:3] not in gone)


def seen(text: str) -> tuple[set[str], int]:
    """Split an item of a view into its known cards and the number of unknown ones."""
    words = [word for word in text.split() if word != "-"]
    unknown = [word for word in words if word.startswith("?")]
    count = sum(int(word[2:] or 1) for word in unknown)
    return {word for word in words if not word.startswith("?")}, count


def serials(numbers: Mapping[str, int]) -> str:
    """Return the 69 serial numbers as text: those given, the others in turn."""
    free = iter(sorted(set(range(1, 70)) - set(numbers.values())))
    return " ".join(str(numbers[card] if card in numbers else next(free)) for card in CARDS)


def gains(**points: int) -> dict[str, str]:
    """Return hands that score these points (0, 50, 100 or 150) for seats A to C."""
    currency = {"A": "EUR", "B": "USD", "C": "GBP"}
    return {f"hand_{seat}": SCORED[p].format(currency[seat]) for seat, p in points.items()}


def finished(first: str = "money 3", **items: str | None) -> Match:
    """Return the match after a last round in which nobody exchanged anything."""
    m = at(first, **{"stock": "-", "last": "", **items})
    idle_round(m)
    return m
