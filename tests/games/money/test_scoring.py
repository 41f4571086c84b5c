"""What a hand is worth: M15 to M17 and the worked examples of the seeds."""

from collections import Counter

import pytest

from tirelire import score
from tirelire.games.money.text.table import worth
from tirelire.match.match import Match

from .helpers import CURRENCIES, at, finished, play

JEAN = "USD30x3 EUR60 EUR40 EUR30 JPY60 JPY40 JPY30x3 JPY20 COINx3"
SECOND = "EUR20x3 CHF20 CHF30x3 USD20 USD30x2 USD40 USD50 USD60 COIN"


def by_rule(hand: str) -> dict[str, int]:
    """Return the points of a hand under each rule that gives any."""
    points: Counter[str] = Counter()
    for line in score("money", hand).lines:
        points[line.rule] += line.points
    return {rule: total for rule, total in points.items() if total}


@pytest.mark.rule("M15", "M16", "M17")
@pytest.mark.parametrize(
    ("hand", "total", "parts"),
    [
        (JEAN, 470, {"M15": 30 + 210, "M16": 200, "M17": 30}),  # example 3
        (SECOND, 450, {"M15": 230 + 10, "M16": 200, "M17": 10}),  # example 4
    ],
)
def test_the_two_worked_examples_of_the_seeds(hand: str, total: int, parts: dict[str, int]) -> None:
    assert score("money", hand).total == total
    assert by_rule(hand) == parts


@pytest.mark.rule("M15", "M16")
@pytest.mark.parametrize("currency", CURRENCIES)
def test_all_nine_notes_of_a_currency_score_five_hundred(currency: str) -> None:
    # example 5
    hand = " ".join(currency + note for note in ("20x3", "30x3", "40", "50", "60"))
    assert score("money", hand).total == 500
    assert by_rule(hand) == {"M15": 300, "M16": 200}


@pytest.mark.rule("M15")
@pytest.mark.parametrize(
    ("notes", "points"),
    [
        ("20", 0),
        ("60 30", 0),  # 90
        ("60 40", 0),  # 100, example 6
        ("60 50", 10),  # 110
        ("60 50 30 20", 60),  # 160, example 6
        ("60 50 40", 50),  # 150
        ("60 50 40 20 20", 90),  # 190
        ("60 50 40 30 20", 200),  # 200
        ("60 50 40 30 30", 210),  # 210
        ("60 50 40 30 20 20", 220),  # 220, example 6
        ("60 50 40 30 30 20 20", 250),  # 250
    ],
)
@pytest.mark.parametrize("currency", ["EUR", "JPY"])
def test_a_currency_scores_by_its_total(currency: str, notes: str, points: int) -> None:
    hand = " ".join(currency + note for note in notes.split())
    assert score("money", hand).total == points


@pytest.mark.rule("M15")
def test_every_currency_is_counted_by_itself() -> None:
    assert score("money", "EUR60 EUR40 USD60 USD40").total == 0
    assert score("money", "EUR60 EUR50 USD60 USD50 USD40 GBP60 GBP30").total == 10 + 50
    assert score("money", "EUR60 EUR30 COIN").total == 10  # a coin is of no currency


@pytest.mark.rule("M16")
@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("EUR20x3", 100),  # 60
        ("EUR30x3", 100),  # 90: 190 with the bonus, were it counted
        ("EUR20x3 EUR40", 100),  # 100: not 200
        ("EUR20x3 EUR60 EUR50", 70 + 100),  # 170: not 270
        ("EUR20x3 EUR30x3", 50 + 200),  # 150: both bonuses
        ("EUR20x3 EUR60 EUR50 EUR30", 200 + 100),  # 200
        ("EUR30x3 USD30x3 GBP20x3", 300),
        ("EUR20x2", 0),
        ("EUR30x2", 0),
        ("EUR20x2 EUR30", 0),
        ("EUR20 USD20 GBP20", 0),  # of one currency only
        ("EUR20x2 USD20x2 GBP30x2 JPY30", 0),
        ("EUR40 EUR50 EUR60", 50),
    ],
)
def test_a_triple_gives_a_hundred_beside_the_total(hand: str, total: int) -> None:
    assert score("money", hand).total == total


@pytest.mark.rule("M17")
@pytest.mark.parametrize("coins", range(1, 7))
def test_coins_score_ten_each_and_never_a_bonus(coins: int) -> None:
    assert score("money", f"COINx{coins}").total == 10 * coins
    assert by_rule(f"COINx{coins}") == {"M17": 10 * coins}


@pytest.mark.rule("M17")
def test_the_bluff_card_scores_nothing() -> None:
    assert score("money", "BLUFF").total == 0
    assert score("money", "EUR60 EUR50 COIN BLUFF").total == 20


@pytest.mark.rule("M15", "M16", "M17")
def test_an_empty_hand_scores_nothing() -> None:
    assert score("money", "-").total == 0


@pytest.mark.rule("M15", "M16", "M17")
def test_the_examples_are_scored_alike_at_the_end_of_a_hand() -> None:
    m = finished(
        hand_A="USD30x3 EUR60 EUR40 EUR30a JPY60 JPY40 JPY30x3 JPY20a COIN3 COIN4 COIN5",
        hand_B="EUR20x3 USD20x2",
        hand_C="GBP20x3 GBP30x3 GBP40 GBP50 GBP60",
    )
    assert m.gained == {"A": 470, "B": 100, "C": 500}
    m = finished(gone="JPY SEK", hand_A=SECOND, hand_B="GBP20a", hand_C="GBP20b COIN6")
    assert m.gained == {"A": 450, "B": 0, "C": 10}


@pytest.mark.rule("M14", "M15", "M16", "M17")
def test_the_cards_of_the_last_exchange_count_and_the_lots_do_not() -> None:
    m = at(
        hand_A="EUR20a EUR20b EUR30a",
        hand_B="USD20a",
        hand_C="GBP60 GBP50 GBP20a",
        right="EUR20c COIN1 COIN2 COIN3",
        left="USD20b USD20c COIN4 COIN5",
        stock="-",
        last="",
    )
    play(m, "A bid EUR30a", "B bid BLUFF", "C bid GBP20a", "A take right", "C take right")
    assert m.gained == {"A": 130, "B": 0, "C": 10}


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("USD60 EUR40", "no currency above 100"),
        ("USD60 USD40", "no currency above 100"),
        ("USD60 USD50", "10 points"),
    ],
)
@pytest.mark.rule("M15")
def test_the_table_says_why_a_hand_is_worth_nothing(hand: str, said: str) -> None:
    match = Match.at(f"money 3; gone RUB JPY; hand A {hand}; hand B *3; hand C *3")
    assert said in worth(match.view("A").record, "en")
