"""What beginners are told: one line from what their seat sees, and what each card is good for."""

from __future__ import annotations

from random import Random

import pytest

from tests.core.test_words import plain
from tests.match.test_leaks import another_world
from tirelire.core.languages import LANGUAGES
from tirelire.core.moves import split_seat
from tirelire.games import GAMES, game
from tirelire.match.match import Match
from tirelire.page.copies import count_copies

LONGEST = 130
"""Letters of a line of advice."""
NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid")


def advice(match: Match, seat: str, lang: str = "en") -> str:
    """Return what a seat is told now."""
    legal = [split_seat(text)[1] for text in match.legal(seat)]
    view, names = match.view(seat), NAMES[: match.players]
    return plain(match.game.coach.advice(view.record, legal, names, lang))


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", GAMES)
def test_a_seat_that_is_asked_gets_one_line_in_both_languages(name: str, players: int) -> None:
    found = game(name)
    if not found.fewest <= players <= found.most:
        return
    match, random = Match.begin(name, players, seed=players), Random(players)
    for _ in range(120):
        if match.ended != "running":
            break
        seat = random.choice(match.actors)
        for lang in LANGUAGES:
            said = advice(match, seat, lang)
            assert 10 < len(said) <= LONGEST, said
            assert "\n" not in said
            assert "{" not in said
        match.play(f"{seat} {random.choice(match.legal(seat))}")


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (
            "money 3; gone RUB JPY; hand A USD60 USD50 USD30a CHF30a; "
            "right USD40 USD20a EUR30a GBP50; left SEK30a SEK40 CHF20a COIN2",
            "You have 140 dollars; the right lot offers 60 more. Better bid your other cards.",
        ),
        (
            "money 3; gone RUB JPY; hand A USD60 USD50 USD30a COIN1; bid A CHF30a SEK20a; "
            "bid B GBP20a; bid C COIN3; "
            "right USD40 USD20a EUR30a GBP50; left SEK30a SEK40 CHF20a COIN2",
            "With the right lot your hand would be worth 210 points; with your bid taken back, 50.",
        ),
        (
            "monopoly 4; hand A ORG1 ORG2 ORG3 YEL1 YEL2 H1 H2 STA1 GO TOKEN; pile A GRN1 BRN1; "
            "pile B LBL2 YEL3; pile C RED1; pile D DBL1",
            "The top card of Bruno would complete the yellow group: think about a trade.",
        ),
        (
            "monopoly 4; hand A ORG1 ORG2 YEL1 YEL2 H1 H2 STA1 GO TOKEN CHANCE; pile A GRN1; "
            "pile B LBL2; pile C RED1; pile D DBL1",
            "You hold Chance: if another goes out, your hand is worth nothing. "
            "Go out soon, or discard it.",
        ),
        (
            "cash_oder_crash 3; active A; turn 1; pawns A +2 B -1 C 0",
            "You are on +2, Bruno is on −1. "
            "What will Bruno lay, do you think: a good number or a bad one?",
        ),
        (
            "cache_ton_cash 4; hand A AUTO BD BD PIANO BIJOUX; stack A SCOOTER SCOOTER; "
            "stack B TIRELIRE TIRELIRE / AUTO ARGENT; discard BAS",
            "You can challenge Bruno’s Fancy cars (40K): the last to play a card takes it all.",
        ),
    ],
)
def test_a_line_names_what_the_seat_sees(position: str, said: str) -> None:
    assert advice(Match.at(position), "A") == said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_card_has_a_role(name: str, lang: str) -> None:
    found = game(name)
    for code, _, _ in found.table.deck(lang):
        said = found.coach.role(code, lang)
        assert 5 < len(said) <= LONGEST
        assert said.endswith(".")


@pytest.mark.parametrize(
    ("position", "code", "counted"),
    [
        ("money 3; gone RUB JPY; hand A USD20a *; right USD20b *", "USD20a", (3, 1)),
        ("money 3; gone RUB JPY; hand A EUR20a *", "COIN1", (6, None)),
        ("money 3; gone RUB JPY", "RUB20a", (0, 0)),
        ("money 3; gone RUB JPY", "BLUFF", (0, 0)),
        ("monopoly 4; hand A H1 H1 *; pile B H1", "H1", (5, 2)),
        ("monopoly 4; hand A YEL1 *; pile B YEL2", "YEL1", (1, 0)),
        ("cache_ton_cash 4; hand A OR *; stack B AUTO OR; discard BAS", "OR", (4, 2)),
        ("cache_ton_cash 4", "ECO", (0, 0)),
    ],
)
def test_copies_are_counted_by_what_is_in_sight(
    position: str, code: str, counted: tuple[int, int | None]
) -> None:
    copies, unseen = count_copies(Match.at(position), "A", code)
    assert copies == counted[0]
    assert 0 <= unseen <= copies
    if counted[1] is not None:
        assert unseen == counted[1]


@pytest.mark.parametrize("name", GAMES)
def test_advice_and_counts_are_the_same_in_worlds_that_look_the_same(name: str) -> None:
    match, random = Match.begin(name, 3, seed=5), Random(5)
    for step in range(60):
        if match.ended != "running":
            break
        seat = random.choice(match.actors)
        if step % 6 == 0:
            for other in range(3):
                world = another_world(match, seat, other)
                assert advice(world, seat) == advice(match, seat)
                for code, _, _ in match.game.table.deck("en"):
                    assert count_copies(world, seat, code) == count_copies(match, seat, code)
        match.play(f"{seat} {random.choice(match.legal(seat))}")


def test_a_card_in_another_hand_counts_as_seen_only_where_the_table_shows_it() -> None:
    text = "money 3 memory_aid={}; gone RUB JPY; hand A EUR60; known B USD60; hand B USD60 *"
    assert count_copies(Match.at(text.format("off")), "A", "USD60").unseen == 1
    assert count_copies(Match.at(text.format("on")), "A", "USD60").unseen == 0
