"""What the tests of Monopoly share: written tables of all 60 cards, drivers and readers."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tirelire import IllegalMove, Match, NotationError

from .exhaustive import COLOURS, SIZE, STOREYS, arrangements, is_deed

GAME = "monopoly"
SEATS = "ABCDEF"
HAND = {2: 10, 3: 10, 4: 10, 5: 11, 6: 9}
NEUTRALS = {2: 2, 3: 1, 4: 0, 5: 0, 6: 0}
DEEDS = tuple(f"{group}{n}" for group, size in SIZE.items() for n in range(1, size + 1))
HOUSES = {"H1": 5, "H2": 4, "H3": 3, "H4": 2, "HOTEL": 2}
BONUS = {"TOKEN": 6, "CHANCE": 2, "GO": 4, "MR": 4}
DECK: Counter[str] = Counter({**dict.fromkeys(DEEDS, 1), **HOUSES, **BONUS})

# The order in which cards fill up a table: deeds of many groups first, bonus cards last.
ORDER = (*sorted(DEEDS, key=lambda deed: (deed[3], DEEDS.index(deed))), *HOUSES, *BONUS)

# A hand of ten that can go out for 800: four monopolies and nothing else.
PLAIN = "BRN1 BRN2 LBL1 LBL2 LBL3 PNK1 PNK2 PNK3 UTI1 UTI2"
PLAIN_VALUE = 50 + 100 + 150 + 500


def listed(text: str) -> list[str]:
    """Return the cards of a list in notation, one by one and in its order: `H1x2` is two."""
    cards: list[str] = []
    for word in text.split():
        if word != "-":
            code, cross, count = word.partition("x")
            cards += [code] * (int(count) if cross else 1)
    return cards


# --- tables


def harmless(hand: list[str], card: str) -> bool:
    """Tell whether the card, added to the hand, cannot change what the hand is worth."""
    groups = Counter(held[:3] for held in hand if is_deed(held))
    least = {**SIZE, "STA": 2}
    if is_deed(card):
        return groups[card[:3]] + 1 < least[card[:3]]
    whole = {group for group, count in groups.items() if count >= least[group]}
    if card in STOREYS:  # where there is a group to build on: nothing that continues a sequence
        storey = STOREYS.index(card)
        return not whole & COLOURS.keys() or (storey > 0 and STOREYS[storey - 1] not in hand)
    return card == "TOKEN" and not whole


def laid_out(players: int, rest: str, given: dict[str, str]) -> dict[str, list[str]]:
    """Return where all 60 cards are: those given, and the others as `table` says."""
    zones = {key: [card for card in listed(text) if card != "*"] for key, text in given.items()}
    pool = DECK.copy()
    for cards in zones.values():
        pool.subtract(cards)
    assert min(pool.values()) >= 0, [card for card, count in pool.items() if count < 0]

    def take(key: str, card: str) -> None:
        pool[card] -= 1
        zones.setdefault(key, []).append(card)

    hands = [f"hand_{seat}" for seat in SEATS[:players]]
    free = [key for key in hands if key not in given or given[key].endswith("*")]
    if players <= 4 and "draw" not in given:  # five cards that are of no use to A
        held = {card[:3] for card in zones.get("hand_A", [])}
        for deed in ORDER[: len(DEEDS)]:
            drawn = zones.setdefault("draw", [])
            if len(drawn) < 5 and pool[deed] and deed[:3] not in held and harmless(drawn, deed):
                take("draw", deed)
    piles = [f"pile_{seat}" for seat in SEATS[:players]]
    for key in piles + [f"neutral_{n + 1}" for n in range(NEUTRALS[players])]:
        if key not in given:
            take(key, next(card for card in reversed(ORDER[: -len(BONUS)]) if pool[card]))
    for size in range(1, HAND[players] + 1):  # one card each in turn, so that groups are split
        for key in free:
            hand = zones.setdefault(key, [])
            fitting = (card for card in ORDER if pool[card] and harmless(hand, card))
            if len(hand) < size and (card := next(fitting, None)):
                take(key, card)
    left = [card for card in ORDER for _ in range(pool[card])]
    for key in free:
        while len(zones[key]) < HAND[players]:
            zones[key].append(left.pop(0))
    if left:
        where = rest or ("draw" if players <= 4 else free[-1])
        bottom = where.startswith(("pile", "neutral"))
        zones[where] = left + zones.get(where, []) if bottom else zones.get(where, []) + left
    return zones


def table(players: int = 4, options: str = "", rest: str = "", **items: str) -> Match:
    """Return the match at a table with all 60 cards on it, written in full.

    Items are named `hand_A`, `pile_A`, `neutral_1`, `draw`, `must`, … Hands not given, or that end
    in `*`, are filled with cards that are worth nothing; piles not given have one card. All other
    cards are at the end of the draw pile or, where `rest` names a hand or a pile, in that (at the
    bottom). With five or six players they are in the last hand that was not given.
    """
    places = ("hand", "pile", "neutral", "draw")
    given = {key: value for key, value in items.items() if key.split("_")[0] in places}
    zones = laid_out(players, rest, given)
    assert sum(map(len, zones.values())) == 60
    written = {key: " ".join(cards) or "-" for key, cards in zones.items()}
    written |= {key: value for key, value in items.items() if key not in given}
    lines = [f"{key.replace('_', ' ')} {value}".rstrip() for key, value in written.items()]
    return Match.at("; ".join([f"{GAME} {players} {options}".rstrip(), *lines]), seed=0)


def went_out(
    hand: str, roles: str = "", reward: str = "", options: str = "", **items: str
) -> Match:
    """Return the match of four after A went out with the hand; the reward is drawn next."""
    if reward:
        items["draw"] = reward
    m = table(4, options, hand_A=hand, **items)
    m.play(f"A out {roles}".rstrip())
    assert m.reason == "out"
    return m


# Two hands and two trade piles that many tests start from; nothing in them can go out.
BASE: dict[str, str] = {
    "hand_A": "RED1 RED2 ORG1 ORG2 H1 H2 H3 TOKEN STA1 UTI1",
    "hand_B": "RED3 ORG3 GRN3 YEL3 H1 H2 H3 TOKEN STA2 UTI2",
    "pile_A": "BRN1 LBL1 PNK1",
    "pile_B": "YEL1 GRN1 DBL1",
    "draw": "GO MR CHANCE",
}
TEN: Counter[str] = Counter(BASE["hand_A"].split())


def base(players: int = 4, options: str = "", **changes: str) -> Match:
    """Return the table at BASE, changed."""
    return table(players, options, **{**BASE, **changes})


# Five players: three hands and all trade cards are written; nobody can go out.
FIVE: dict[str, str] = {
    "hand_A": "RED1 RED2 ORG1 ORG2 H1 H2 H3 TOKEN STA1 UTI1 GO",
    "hand_B": "RED3 ORG3 GRN3 YEL3 H1 H2 H3 TOKEN STA2 UTI2 GO",
    "hand_C": "BRN2 LBL2 PNK2 GRN2 H1 H2 H3 TOKEN STA3 DBL2 GO",
    "pile_A": "BRN1",
    "pile_B": "LBL1",
    "pile_C": "PNK1",
    "pile_D": "YEL1",
    "pile_E": "GRN1",
}


def five(options: str = "", **changes: str) -> Match:
    """Return the table at FIVE, changed."""
    return table(5, options, **{**FIVE, **changes})


def swapped() -> Match:
    """Return the table at FIVE after A swapped with C and both laid new trade cards."""
    m = five()
    play(m, "A swap C", "A lay RED1", "C lay BRN2")
    return m


def called(roles: tuple[str, ...] | list[str]) -> str:
    """Return the roles of Chance cards as a move names them."""
    return " ".join(f"CHANCE={role}" for role in roles)


def random_out_hand(rng: random.Random, size: int = 10) -> list[str]:
    """Return a random hand that can go out: some monopolies, some Chance cards, some bonus."""
    while True:
        cards: list[str] = []
        for group in rng.sample(sorted(SIZE), rng.randint(1, 3)):
            deeds = [f"{group}{n + 1}" for n in range(SIZE[group])]
            cards += rng.sample(deeds, rng.randint(2, 4)) if group == "STA" else deeds
            if group in COLOURS:
                cards += STOREYS[: rng.choice((0, 1, 2, 3, 4, 5))]
        for _ in range(rng.randint(0, 2)):
            cards[rng.randrange(len(cards))] = "CHANCE"
        while len(cards) < size:
            cards.append(rng.choice(("TOKEN", "TOKEN", "GO", "MR")))
        if len(cards) == size and Counter(cards) <= DECK and arrangements(cards):
            return cards


# --- drivers


def play(m: Match, *moves: str) -> None:
    """Play the moves in turn."""
    for move in moves:
        m.play(move)


def step(m: Match) -> None:
    """Play the first elementary move of the seat that is asked."""
    m.play(f"{m.asked} {m.legal(m.asked)[0]}")


def play_out(m: Match) -> None:
    """Play until the deal is over."""
    while m.ended == "running":
        step(m)


def finish_turn(m: Match) -> None:
    """Play first moves until it is another player's turn, or the deal is over."""
    seat = m.item("turn")
    while m.ended == "running" and m.item("turn") == seat:
        step(m)


def draw_turn(m: Match) -> None:
    """Let the active player draw and discard something."""
    m.play(f"{m.item('turn')} draw")
    finish_turn(m)


def pass_all(m: Match) -> None:
    """Let all who still have to pass a card pass the first one that they may."""
    for seat in m.actors:
        m.play(f"{seat} {m.legal(seat)[0]}")


def refused(m: Match, move: str, *rules: str) -> None:
    """Assert that the move is illegal, by one of the rules given, and changes nothing."""
    before = m.position()
    with pytest.raises((IllegalMove, NotationError)) as caught:
        m.play(move)
    if rules and isinstance(caught.value, IllegalMove):
        assert caught.value.rule in rules
    assert m.position() == before


def can(m: Match, move: str) -> bool:
    """Tell whether the move is legal, trying it on a copy of the match."""
    copy = Match.at(m.position(), seed=0)
    try:
        copy.play(move)
    except (IllegalMove, NotationError):
        return False
    return True


# --- readers


def verbs(m: Match, seat: str) -> set[str]:
    """Return the first words of the moves that a seat has."""
    return {move.split()[0] for move in m.legal(seat)}


def hand(m: Match, seat: str) -> Counter[str]:
    """Return the hand of a seat, equal copies counted."""
    return Counter(listed(m.item(f"hand {seat}")))


def pile(m: Match, item: str) -> list[str]:
    """Return an ordered pile (`A` is the trade pile of A, else `neutral 1`, `draw`)."""
    return listed(m.item(f"pile {item}" if len(item) == 1 else item))


def everything(m: Match, players: int) -> Counter[str]:
    """Return all cards on the table."""
    items = [f"{zone} {seat}" for zone in ("hand", "pile") for seat in SEATS[:players]]
    items += [f"neutral {n + 1}" for n in range(NEUTRALS[players])]
    items += ["draw"] if players <= 4 else []
    return Counter(card for item in items for card in listed(m.item(item)))


def seen(m: Match, viewer: str | None, item: str) -> tuple[Counter[str], int]:
    """Return what a viewer sees of an item: the cards that he knows and the number of others."""
    cards = Counter(listed(m.view(viewer).item(item)))
    unknown = cards.pop("?", 0)
    return cards, unknown
