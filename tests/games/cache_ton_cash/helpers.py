"""What the tests of Cache ton Cash share: written tables, drivers and readers."""

import random
import re
from collections import Counter
from collections.abc import Iterable

import pytest

from tirelire import IllegalMove, Match, NotationError

GAME = "cache_ton_cash"
SEATS = "ABCDEF"
EVERYTHING = ("six_cards", "two_actions", "upgrade", "action_cards", "top_two", "penny_jar")
ALL_ON = " ".join(f"{name}=on" for name in EVERYTHING)

COPIES = {
    "BD": 10,
    "PIANO": 10,
    "TRAIN": 10,
    "BIJOUX": 9,
    "BAS": 9,
    "TIRELIRE": 9,
    "SCOOTER": 9,
    "AVION": 9,
    "AUTO": 9,
    "CABANE": 8,
    "ARGENT": 8,
    "OR": 4,
}
ADVANCED = {"ECO": 2, "ECHANGE": 2, "DEMENAGEMENT": 2}
ORDER = (*COPIES, *ADVANCED)
VALUE = dict(zip(ORDER, (5, 5, 5, 10, 10, 10, 15, 15, 15, 20, 25, 50, 1, 0, 0), strict=True))

# Everything is written, so that cards named nowhere lie in the box. No hand holds a pair.
FIVE = "BD PIANO TRAIN BIJOUX BAS"
SIX = "BD TRAIN BIJOUX TIRELIRE AVION CABANE"
DRAW = "TIRELIRE SCOOTER AVION CABANE TIRELIRE SCOOTER AVION CABANE TIRELIRE SCOOTER"
BASE: dict[int, dict[str, str | None]] = {
    2: {
        "draw": "TIRELIRE AVION CABANE BD TRAIN BIJOUX TIRELIRE AVION",
        "neutral_1": "SCOOTER BD BD",
        "neutral_2": "SCOOTER TRAIN TRAIN",
        "neutral_3": "TRAIN BIJOUX BIJOUX",
    },
    3: {
        "draw": DRAW,
        "neutral_1": "SCOOTER BD BD",
        "neutral_2": "AVION TRAIN TRAIN",
        "neutral_3": "TIRELIRE PIANO PIANO",
    },
    4: {"draw": DRAW},
}


# Two players: A claims the scooter on pile 1 and so gets a third set, of scooters.
TURNS = "2 action_cards=on"
CLAIMER = "TRAIN BIJOUX TIRELIRE SCOOTER AVION CABANE"
A_SETS = "BD BD / TRAIN TRAIN"
B_SETS = "CABANE CABANE / AVION AVION / BIJOUX BIJOUX"
CLAIMED = f"{A_SETS} / SCOOTER SCOOTER"


def at(first: str = "4", seed: int = 0, /, **items: str | None) -> Match:
    """Return the match at BASE changed by the items (`hand_A`, `neutral_1`; None leaves one out).

    `first` is the number of players and the options: `2 top_two=on`.
    """
    players = int(first.split()[0])
    merged: dict[str, str | None] = {"discard": "CABANE"}
    for seat in SEATS[:players]:
        merged[f"hand_{seat}"] = SIX if players == 2 else FIVE
        merged[f"stack_{seat}"] = "-"
    merged.update(BASE[players])
    merged.update(items)
    written = [f"{key.replace('_', ' ')} {value}" for key, value in merged.items() if value]
    return Match.at("; ".join([f"{GAME} {first.strip()}", *written]), seed=seed)


def duel(first: str = "4", /, **items: str | None) -> Match:
    """A may challenge B's top set of two cars, and both can go on."""
    table: dict[str, str | None] = {
        "hand_A": "BD PIANO AUTO AUTO OR",
        "stack_A": "BD BD",
        "hand_B": "TRAIN BIJOUX BAS AUTO ARGENT",
        "stack_B": "TRAIN TRAIN / AUTO AUTO",
    }
    table.update(items)
    return at(first, **table)


def turned(under: str, first: str = TURNS, seed: int = 0, /, **items: str | None) -> Match:
    """A has claimed the scooter on pile 1, and what lay under it was turned up."""
    table: dict[str, str | None] = {
        "hand_A": CLAIMER,
        "stack_A": A_SETS,
        "stack_B": B_SETS,
        "neutral_1": f"SCOOTER {under}".strip(),
    }
    table.update(items)
    m = at(first, seed, **table)
    play(m, "A claim SCOOTER 1", "B stop")
    return m


def over(first: str = "4", /, **items: str | None) -> Match:
    """Return the match after a round that just ended by a real last move: A discards a comic."""
    players = int(first.split()[0])
    table: dict[str, str | None] = {f"hand_{seat}": "-" for seat in SEATS[:players]}
    if players < 4:
        table.update({f"neutral_{n}": "-" for n in (1, 2, 3)})
    table.update({"hand_A": "BD", "turn": "A", "draw": "-"})
    table.update(items)
    m = at(first, **table)
    assert m.ended == "running"
    m.play("A discard BD")
    assert m.reason == "played"
    return m


def begin(players: int = 4, seed: int = 0, /, **options: str) -> Match:
    """Return a new match, the first round dealt."""
    return Match.begin(GAME, players=players, options=options, seed=seed)


def play(m: Match, *moves: str) -> None:
    """Play the moves in turn."""
    for move in moves:
        m.play(move)


def play_out(m: Match, seed: int | None = None) -> None:
    """Play until the round is over: first legal moves, or random ones from a seed."""
    rng = random.Random(seed)
    while m.ended == "running":
        legal = m.legal(m.asked)
        m.play(f"{m.asked} {legal[0] if seed is None else rng.choice(legal)}")


def refused(m: Match, move: str, *rules: str) -> None:
    """Assert that the move is illegal, by one of the rules if some are given; nothing changes."""
    before = m.position()
    with pytest.raises(IllegalMove) as caught:
        m.play(move)
    if rules:
        assert caught.value.rule in rules
    assert m.position() == before


def rejected(m: Match, move: str) -> None:
    """Assert that the move is illegal or cannot even be read, and changes nothing."""
    before = m.position()
    with pytest.raises((IllegalMove, NotationError)):
        m.play(move)
    assert m.position() == before


# --- reading


def words(text: str) -> list[str]:
    """Return the cards of a list, one by one: `AUTOx2 OR` is AUTO, AUTO, OR."""
    found: list[str] = []
    for word in text.split():
        counted = re.fullmatch(r"(\?|[A-Z]+)x(\d+)", word)
        if counted:
            found += [counted[1]] * int(counted[2])
        elif word not in ("-", "/"):
            found.append(word)
    return found


def ordered(cards: Iterable[str]) -> str:
    """Return the cards as text in card order."""
    return " ".join(sorted(cards, key=ORDER.index)) or "-"


def hand(m: Match, seat: str) -> str:
    """Return the hand of a seat in card order."""
    return ordered(m.cards(f"hand {seat}"))


def stack(m: Match, seat: str) -> str:
    """Return the sets of a seat, bottom first, each in card order."""
    return " / ".join(ordered(words(part)) for part in m.item(f"stack {seat}").split("/"))


def pile(m: Match, item: str) -> str:
    """Return a list whose order matters, or any other, card by card."""
    return " ".join(words(m.item(item))) or "-"


def value(text: str) -> int:
    """Return what the cards are worth, in thousands."""
    return sum(VALUE[card] for card in words(text))


def tidy(move: str) -> str:
    """Return a move with its cards last and in card order."""
    verb, *rest = move.split()
    cards = sorted((word for word in rest if word in ORDER), key=ORDER.index)
    return " ".join([verb, *(word for word in rest if word not in ORDER), *cards])


def listed(*texts: str) -> set[str]:
    """Return moves in the order of words that `moves` uses."""
    return {tidy(text) for text in texts}


def moves(m: Match, seat: str, *verbs: str) -> set[str]:
    """Return the legal moves of a seat, of these verbs where some are given."""
    found = {tidy(move) for move in m.legal(seat)}
    return {move for move in found if not verbs or move.split()[0] in verbs}


def verbs(m: Match, seat: str) -> set[str]:
    """Return the first words of the legal moves of a seat."""
    return {move.split()[0] for move in m.legal(seat)}


def deck(m: Match) -> Counter[str]:
    """Return all cards of the round, wherever they are, outside fights, claims and shifts."""
    players = len(m.totals)
    places = ["draw", "discard", "gone"]
    places += [f"{place} {seat}" for place in ("hand", "stack") for seat in SEATS[:players]]
    if players < 4:
        places += [f"neutral {n}" for n in (1, 2, 3)]
    return Counter(card for place in places for card in words(m.item(place)))


def gains(**points: int) -> dict[str, str]:
    """Return stacks that are worth these points: 0, 10, 20, 30 or 40."""
    pair = {0: "-", 10: "BD BD", 20: "BIJOUX BIJOUX", 30: "AVION AVION", 40: "CABANE CABANE"}
    return {f"stack_{seat}": pair[gained] for seat, gained in points.items()}
