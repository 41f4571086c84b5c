"""What a hand is worth: P24 to P29, the value table and the examples of the seed."""

import random
from collections import Counter

import pytest

from tirelire import score
from tirelire.games.monopoly.text.table import worth as told_worth
from tirelire.match.match import Match

from .exhaustive import best
from .helpers import DECK, SEATS, random_out_hand, table, went_out

GAME = "monopoly"
TABLE = {
    "BRN1 BRN2": (50, 100, 150, 200, 250, 750),
    "LBL1 LBL2 LBL3": (100, 200, 300, 400, 500, 1000),
    "PNK1 PNK2 PNK3": (150, 300, 450, 600, 750, 1250),
    "ORG1 ORG2 ORG3": (200, 400, 600, 800, 1000, 1500),
    "RED1 RED2 RED3": (250, 500, 750, 1000, 1250, 1750),
    "YEL1 YEL2 YEL3": (300, 600, 900, 1200, 1500, 2000),
    "GRN1 GRN2 GRN3": (350, 700, 1050, 1400, 1750, 2250),
    "DBL1 DBL2": (400, 800, 1200, 1600, 2000, 2500),
}
BUILT = ("", "H1", "H1 H2", "H1 H2 H3", "H1 H2 H3 H4", "H1 H2 H3 H4 HOTEL")
FIGURES = [
    (f"{deeds} {built}".strip(), value)
    for deeds, values in TABLE.items()
    for built, value in zip(BUILT, values, strict=True)
]
# Parts of random hands: whole groups and many houses, so that there is something to assign.
PARTS = [*TABLE, "STA1 STA2 STA3", "STA4", "UTI1 UTI2", "H1 H2", "H1", "H2", "H3 H4", "H3", "HOTEL"]
PARTS += ["H1", "TOKEN", "TOKEN", "GO", "MR", "H4"]


def worth(cards: str, out: bool = False, **options: str) -> int:
    """Return the score of a hand."""
    return int(score(GAME, cards, out=out, options=options).total)


# --- P24: monopolies


@pytest.mark.rule("P24")
@pytest.mark.parametrize(("cards", "value"), FIGURES)
def test_the_value_table(cards: str, value: int) -> None:
    assert len(FIGURES) == 48
    assert worth(cards) == value
    assert worth(cards, out=True) == value


@pytest.mark.rule("P24")
@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("STA1", 0),
        ("STA1 STA4", 250),
        ("STA1 STA2 STA3", 500),
        ("STA1 STA2 STA3 STA4", 1000),
        ("UTI1", 0),
        ("UTI1 UTI2", 500),
        ("BRN1 BRN2 UTI1 UTI2 STA2 STA3", 800),
        ("BRN1 BRN2 DBL1 DBL2 H1", 850),
    ],
)
def test_stations_utilities_and_sums(cards: str, value: int) -> None:
    assert worth(cards) == value


@pytest.mark.rule("P24", "P25")
def test_the_example_of_the_seed() -> None:
    hand = "YEL1 YEL2 YEL3 H1 H2 H3 TOKENx2"  # example 1
    assert worth(hand) == worth(hand, out=True) == 3600
    assert worth("YELx3 H1 H2 H3") == 1200
    points: Counter[str] = Counter()
    for line in score(GAME, hand, out=True).lines:
        points[line.rule] += line.points
    assert {rule: total for rule, total in points.items() if total} == {"P24": 1200, "P25": 2400}
    assert went_out(hand).gained["A"] == 3600


# --- P25: tokens


@pytest.mark.rule("P25")
@pytest.mark.parametrize(
    ("cards", "anywhere", "on_colours"),
    [
        ("TOKENx6", 0, 0),  # no monopoly
        ("YEL1 YEL2 TOKENx2 GO", 200, 200),
        ("BRN1 BRN2 TOKENx6", 350, 350),  # all on the same
        ("BRN1 BRN2 DBL1 DBL2 TOKENx2", 450 + 800, 450 + 800),  # on the dearer
        ("BRN1 BRN2 DBL1 DBL2 H1 TOKEN", 50 + 1600, 50 + 1600),
        ("DBL1 DBL2 H1 H2 H3 H4 HOTEL TOKENx2", 7500, 7500),  # the full value, hotel included
        ("UTI1 UTI2 TOKENx2", 1500, 500),
        ("STA1 STA2 STA3 STA4 TOKEN", 2000, 1000),
        ("STA1 STA2 TOKEN", 500, 250),
        ("STA1 STA2 STA3 STA4 BRN1 BRN2 TOKENx2", 3050, 1150),
        ("UTI1 UTI2 DBL1 DBL2 TOKEN", 900 + 500, 900 + 400),
        ("UTI1 UTI2 DBL1 DBL2 H1 TOKEN", 1300 + 800, 1300 + 800),
    ],
)
@pytest.mark.parametrize("out", [False, True])
def test_a_token_pays_the_value_of_a_monopoly_again(
    cards: str, anywhere: int, on_colours: int, out: bool
) -> None:
    out = out and "YEL1" not in cards and cards != "TOKENx6"  # those hands cannot go out
    assert worth(cards, out) == anywhere
    assert worth(cards, out, tokens_on="any_monopoly") == anywhere
    assert worth(cards, out, tokens_on="colour_groups") == on_colours


@pytest.mark.rule("P25", "P29")
def test_the_option_holds_for_all_players_of_a_hand_and_for_chance() -> None:
    hands = {"hand_B": "STA1 STA2 TOKEN *", "hand_C": "YEL1 YEL2 YEL3 TOKEN *"}
    m = went_out("UTI1 UTI2 TOKEN", **hands)
    assert m.gained == {"A": 1000, "B": 500, "C": 600, "D": 0}
    m = went_out("UTI1 UTI2 TOKEN", options="tokens_on=colour_groups", **hands)
    assert m.gained == {"A": 500, "B": 250, "C": 600, "D": 0}
    chance = "UTI1 UTI2 BRN1 BRN2 H1 CHANCE"
    assert worth(chance, out=True) == 600 + 500
    assert worth(chance, out=True, tokens_on="colour_groups") == 600 + 100


# --- P26: GO


@pytest.mark.rule("P26")
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_go_card_pays_two_hundred(n: int) -> None:
    assert worth(f"GOx{n}") == 200 * n
    assert worth(f"BRN1 BRN2 TOKEN GOx{n}", out=True) == 100 + 200 * n  # no token on GO


# --- P27: Mr. Monopoly


@pytest.mark.rule("P27")
@pytest.mark.parametrize(
    ("held", "paid"),
    [
        ((0, 0, 0, 0), ""),
        ((1, 0, 0, 0), "A"),
        ((0, 0, 0, 1), "D"),
        ((1, 1, 0, 0), ""),
        ((2, 1, 1, 0), "A"),
        ((1, 2, 1, 0), "B"),
        ((2, 2, 0, 0), ""),
        ((0, 2, 2, 0), ""),
        ((1, 1, 2, 0), "C"),
        ((1, 1, 1, 1), ""),
        ((4, 0, 0, 0), "A"),
    ],
)
def test_who_alone_has_most_mr_monopoly_cards_is_paid_a_thousand(
    held: tuple[int, ...], paid: str
) -> None:
    hands = {f"hand_{seat}": f"{'MR ' * n}*" for seat, n in zip("BCD", held[1:], strict=True)}
    m = went_out(f"UTI1 UTI2 {'MR ' * held[0]}".strip(), **hands)
    assert m.gained == {
        seat: (500 if seat == "A" else 0) + (1000 if seat == paid else 0) for seat in "ABCD"
    }


@pytest.mark.rule("P27", "P19")
@pytest.mark.parametrize(
    ("mine", "reward", "yours", "paid"),
    [(0, 1, 0, "A"), (1, 1, 1, "A"), (1, 1, 2, ""), (0, 1, 2, "B"), (0, 2, 1, "A"), (0, 1, 1, "")],
)
def test_the_cards_of_the_reward_count(mine: int, reward: int, yours: int, paid: str) -> None:
    drawn = ["MR"] * reward + ["RED1", "YEL1", "GRN1", "ORG1", "LBL1"]
    m = went_out(
        f"UTI1 UTI2 {'MR ' * mine}".strip(),
        reward=" ".join(drawn[:5]),
        hand_B=f"{'MR ' * yours}*",
    )
    assert m.gained["A"] == 500 + (1000 if paid == "A" else 0)
    assert m.gained["B"] == (1000 if paid == "B" else 0)


@pytest.mark.rule("P27")
def test_mr_monopoly_is_counted_between_hands_and_not_in_one() -> None:
    assert worth("MRx4") == 0
    assert worth("UTI1 UTI2 MRx4", out=True) == 500


# --- P28: players who did not go out


@pytest.mark.rule("P28")
@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("YEL1 YEL2 YEL3 RED1 RED2 STA1 UTI1 H2 H4 GO", 500),  # what does not fit is left aside
        ("YEL1 YEL2 YEL3 H1 H3 TOKEN RED1 RED2 H1 GO", 1400),
        ("YEL1 YEL2 RED1 RED2 ORG1 ORG2 H1 H2 H3 TOKEN", 0),
        ("BRN1 BRN2 DBL1 DBL2 H1 H2 H2 H3 TOKEN MR", 50 + 1600 + 1600),
        ("YEL1 YEL2 YEL3 H1 H2 H3 TOKEN TOKEN GO CHANCE", 0),
        ("YEL1 YEL2 YEL3 H1 H2 H3 TOKEN GO CHANCE CHANCE", 0),
        ("GO GO GO GO CHANCE", 0),
    ],
)
def test_complete_monopolies_tokens_and_go_count_unless_there_is_a_chance(
    cards: str, value: int
) -> None:
    assert worth(cards) == value
    m = went_out("UTI1 UTI2" if "UTI1" not in cards else "LBL1 LBL2 LBL3", hand_B=cards)
    assert m.gained["B"] == value + (1000 if "MR" in cards else 0)


@pytest.mark.rule("P28", "P27")
@pytest.mark.parametrize(
    ("mine", "yours", "gained"),
    [
        (1, 2, 500),  # B has the most and nothing of it: nobody is paid
        (0, 1, 500),
        (1, 1, 500),
        (2, 1, 1500),
        (1, 0, 1500),
    ],
)
@pytest.mark.parametrize("chances", ["CHANCE", "CHANCE CHANCE"])
def test_mr_monopoly_cards_beside_a_chance_still_count_in_the_comparison(
    mine: int, yours: int, gained: int, chances: str
) -> None:
    m = went_out(f"UTI1 UTI2 {'MR ' * mine}".strip(), hand_B=f"GO {'MR ' * yours}{chances} *")
    assert m.gained == {"A": gained, "B": 0, "C": 0, "D": 0}


# --- P29: the best assignment


@pytest.mark.rule("P29", "P17", "P24", "P25", "P26", "P28")
@pytest.mark.parametrize("tokens_on", ["any_monopoly", "colour_groups"])
def test_a_hand_that_did_not_go_out_scores_what_the_exhaustive_search_finds(
    tokens_on: str,
) -> None:
    rng = random.Random(29)
    for _ in range(300):
        cards: list[str] = []
        while len(cards) < 14:
            part = rng.choice(PARTS).split()
            if Counter(cards + part) <= DECK:
                cards += part
        cards = cards[rng.randint(0, 3) :]  # some groups lose a deed
        assert worth(" ".join(cards), tokens_on=tokens_on) == best(cards, False, tokens_on), cards


@pytest.mark.rule("P29", "P16", "P17", "P18", "P24", "P25", "P26")
@pytest.mark.parametrize("tokens_on", ["any_monopoly", "colour_groups"])
@pytest.mark.parametrize("size", [7, 10, 12])
def test_a_hand_that_goes_out_scores_what_the_exhaustive_search_finds(
    tokens_on: str, size: int
) -> None:
    rng = random.Random(size)
    for _ in range(150):
        cards = random_out_hand(rng, size)
        found = worth(" ".join(cards), out=True, tokens_on=tokens_on)
        assert found == best(cards, True, tokens_on), cards


@pytest.mark.rule("P29")
@pytest.mark.parametrize("seat", "BCD")
def test_the_best_assignment_is_found_for_every_player_of_a_hand(seat: str) -> None:
    cards = "BRN1 BRN2 GRN1 GRN2 GRN3 H1 H1 H2 TOKEN GO"
    items = {f"hand_{seat}": cards, "hand_A": "UTI1 UTI2"}
    m = table(4, **items)
    m.play("A out")
    assert m.gained[seat] == 1050 + 100 + 1050 + 200
    assert all(m.gained[other] == 0 for other in SEATS[1:4] if other != seat)


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("ORG1 ORG2 YEL1 H1", "no group is complete"),
        ("ORG1 ORG2 ORG3 CHANCE", "the Chance card cancels your hand"),
        ("ORG1 ORG2 ORG3 YEL1", "now: 200"),
    ],
)
@pytest.mark.rule("P28")
def test_the_table_says_why_a_hand_is_worth_nothing(hand: str, said: str) -> None:
    match = Match.at(f"monopoly 4; hand A {hand}")
    assert said in told_worth(match.view("A").record, "en")
