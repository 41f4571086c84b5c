"""The exhaustive search against cases worked out by hand; it cites no rule, being no game."""

import pytest

from .exhaustive import arrangements, best, best_after_reward

COLOUR = "colour_groups"


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("YEL1 YEL2 YEL3 H1 H2 H3 TOKEN TOKEN", 3600),  # the seed's example
        ("BRN1 BRN2", 50),
        ("DBL1 DBL2 H1 H2 H3 H4 HOTEL", 2500),
        ("DBL1 DBL2 H1 H2 H3 H4 HOTEL HOTEL", None),
        ("DBL1 DBL2 H1 H2 H4", None),
        ("DBL1 DBL2 H3", None),
        ("DBL1 DBL2 H1 H1", None),
        ("DBL1 DBL2 BRN1 BRN2 H1 H1", 800 + 100),
        ("DBL1 DBL2 BRN1 BRN2 H1 H1 H2 TOKEN", 1200 + 100 + 1200),
        ("DBL1 DBL2 BRN1", None),
        ("DBL1", None),
        ("GO GO TOKEN MR", None),
        ("STA1", None),
        ("STA1 STA3", 250),
        ("STA1 STA3 STA4", 500),
        ("STA1 STA2 STA3 STA4 TOKEN", 2000),
        ("STA1 STA2 H1", None),
        ("UTI1 UTI2", 500),
        ("UTI1", None),
        ("UTI1 UTI2 GO GO", 900),
    ],
)
def test_going_out_without_chance(hand: str, value: int | None) -> None:
    assert best(hand.split(), out=True) == value


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("YEL1 YEL2 CHANCE", 300),
        ("YEL1 CHANCE CHANCE", 300),
        ("CHANCE CHANCE", None),
        ("CHANCE CHANCE YEL1 RED1", None),
        ("UTI1 CHANCE", 500),
        ("STA1 CHANCE", 250),
        ("STA1 CHANCE CHANCE", 500),
        ("STA1 STA2 CHANCE", 500),  # a third station; a token would make 500 as well
        ("STA1 STA2 STA3 CHANCE", 1000),
        ("STA1 STA2 STA3 CHANCE CHANCE", 2000),  # the fourth station and a token
        ("STA1 STA2 STA3 STA4 CHANCE", 2000),
        ("YEL1 YEL2 YEL3 H1 CHANCE", 1200),  # a token; a second house makes 900
        ("YEL1 YEL2 YEL3 H2 CHANCE", 900),  # the first house is missing
        ("YEL1 YEL2 YEL3 H3 CHANCE CHANCE", 1200),
        ("YEL1 YEL2 YEL3 H4 CHANCE CHANCE", None),
        ("DBL1 DBL2 H1 H2 H3 HOTEL CHANCE", 2500),
        ("DBL1 DBL2 CHANCE CHANCE", 1600),  # a house and a token; two of one kind: 1200
        ("DBL1 CHANCE GRN1 GRN2 CHANCE", 750),
        ("DBL1 CHANCE GRN1 CHANCE", None),
    ],
)
def test_going_out_with_chance(hand: str, value: int | None) -> None:
    assert best(hand.split(), out=True) == value


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("-", 0),
        ("GO GO", 400),
        ("TOKEN TOKEN GO", 200),
        ("YEL1 YEL2 H1 H2 TOKEN", 0),
        ("YEL1 YEL2 YEL3 H1 H3 RED1 TOKEN", 1200),
        ("YEL1 YEL2 YEL3 H2 H3 H4 HOTEL", 300),
        ("YEL1 YEL2 YEL3 BRN1 BRN2 H1 H1 H2 H2", 900 + 150),
        ("YEL1 YEL2 YEL3 H1 H1 H1 UTI1 STA2", 600),
        ("STA1 STA2 UTI1 UTI2 TOKEN", 1250),
        ("YEL1 YEL2 YEL3 GO CHANCE", 0),
        ("YEL1 YEL2 YEL3 GO CHANCE CHANCE", 0),
    ],
)
def test_a_player_who_did_not_go_out(hand: str, value: int) -> None:
    assert best([card for card in hand.split() if card != "-"], out=False) == value


@pytest.mark.parametrize("out", [True, False])
def test_tokens_on_colour_groups_only(out: bool) -> None:
    stations = ["STA1", "STA2", "STA3", "STA4", "TOKEN", "TOKEN"]
    assert best(stations, out) == 3000
    assert best(stations, out, COLOUR) == 1000
    assert best([*stations, "BRN1", "BRN2"], out, COLOUR) == 1050 + 100
    assert best([*stations, "BRN1", "BRN2"], out) == 3050


def test_the_roles_that_are_legal() -> None:
    assert arrangements(["YEL1", "YEL2", "CHANCE"]) == {("YEL3",): 300}
    assert arrangements(["STA1", "CHANCE"]) == {(f"STA{n}",): 250 for n in (2, 3, 4)}
    assert arrangements(["BRN1", "BRN2", "H1", "CHANCE"]) == {("H2@BRN",): 150, ("TOKEN@BRN",): 200}
    assert arrangements(["UTI1", "UTI2", "CHANCE"]) == {("TOKEN@UTI",): 1000}
    assert arrangements(["UTI1", "UTI2", "CHANCE"], tokens_on=COLOUR) == {("TOKEN",): 500}
    assert arrangements(["BRN1", "BRN2", "UTI1", "CHANCE", "CHANCE"]) == {
        ("H1@BRN", "UTI2"): 600,
        ("TOKEN@BRN", "UTI2"): 600,
        ("TOKEN@UTI", "UTI2"): 1050,
    }
    assert arrangements(["BRN1", "BRN2", "H1", "H2", "CHANCE", "CHANCE"]) == {
        ("H3@BRN", "H4@BRN"): 250,
        ("H3@BRN", "TOKEN@BRN"): 400,
        ("TOKEN@BRN", "TOKEN@BRN"): 450,
    }


@pytest.mark.parametrize(
    ("cards", "roles", "reward", "value"),
    [
        ("BRN1 BRN2", "", "RED1 H2 H3 STA1 UTI1", 50),  # nothing fits
        ("BRN1 BRN2", "", "H1 H3 H4 HOTEL GO", 300),
        ("BRN1 BRN2", "", "H1 H2 H3 H4 HOTEL", 750),
        ("BRN1 BRN2", "", "TOKEN TOKEN GO MR MR", 350),
        ("STA1 STA2", "", "STA3 STA4 UTI1 H1 RED1", 1000),
        ("UTI1 UTI2", "", "STA1 STA3 H1 RED1 RED2", 750),
        ("BRN1 BRN2 H1 H2 TOKEN", "", "DBL1 DBL2 LBL1 PNK1 ORG1", 50 + 1200 + 1200),
        ("BRN1 BRN2", "", "CHANCE RED1 YEL1 ORG1 LBL1", 100),  # a house or a token
        ("BRN1 BRN2", "", "CHANCE DBL1 YEL1 ORG1 LBL1", 450),
        ("BRN1 BRN2", "", "CHANCE CHANCE YEL1 ORG1 LBL1", 350),  # yellow; brown alone: 200
        ("BRN1 BRN2", "", "CHANCE CHANCE GO RED1 LBL1", 500),  # red
        # the seed's example: Champs-Élysées free the Chance
        ("DBL1 CHANCE", "DBL2", "DBL2 RED1 YEL1 ORG1 LBL1", 800),
        ("DBL1 CHANCE", "DBL2", "BRN1 RED1 YEL1 ORG1 LBL1", 400),
        ("DBL1 CHANCE", "DBL2", "DBL2 H1 YEL1 ORG1 LBL1", 1600),
        # it stays where it was laid
        ("BRN1 BRN2 CHANCE", "H1@BRN", "DBL1 DBL2 LBL1 PNK1 ORG1", 100 + 400),
        ("BRN1 BRN2 CHANCE", "H1@BRN", "DBL1 DBL2 H1 PNK1 ORG1", 50 + 800 + 800),
        ("BRN1 BRN2 H1 CHANCE", "H2@BRN", "DBL1 DBL2 RED1 PNK1 ORG1", 150 + 400),
        ("BRN1 BRN2 H1 CHANCE", "H2@BRN", "DBL1 DBL2 H1 PNK1 ORG1", 150 + 800),
        ("BRN1 BRN2 H1 CHANCE", "H2@BRN", "DBL1 DBL2 H2 PNK1 ORG1", 50 + 2400),
        ("BRN1 BRN2 CHANCE", "TOKEN@BRN", "DBL1 DBL2 RED1 PNK1 ORG1", 50 + 50 + 400),
        ("BRN1 BRN2 CHANCE", "TOKEN@BRN", "DBL1 DBL2 H1 PNK1 ORG1", 50 + 50 + 800),
        ("BRN1 BRN2 CHANCE", "TOKEN@BRN", "H1 UTI1 RED1 PNK1 ORG1", 100 + 100),
        ("BRN1 BRN2 CHANCE", "TOKEN@BRN", "TOKEN UTI1 RED1 PNK1 ORG1", 50 + 500 + 500),
        # one reward card frees one Chance
        ("BRN1 BRN2 CHANCE CHANCE", "TOKEN@BRN TOKEN@BRN", "TOKEN UTI1 RED1 LBL1 PNK1", 1100),
        # dark blue with a house; utilities and a token make 2050, both monopolies 1950
        ("BRN1 BRN2 CHANCE CHANCE", "TOKEN@BRN TOKEN@BRN", "TOKEN TOKEN UTI1 DBL1 LBL1", 2450),
        ("STA1 STA2 CHANCE", "STA3", "STA4 RED1 PNK1 ORG1 LBL1", 1000),
        ("STA1 STA2 CHANCE", "STA3", "STA3 RED1 PNK1 ORG1 LBL1", 1000),
        ("STA1 STA2 CHANCE", "STA3", "STA3 STA4 PNK1 ORG1 LBL1", 2000),
    ],
)
def test_the_reward(cards: str, roles: str, reward: str, value: int) -> None:
    assert best_after_reward(cards.split(), roles.split(), reward.split(), 15) == value


def test_the_limit_of_cards() -> None:
    cards, reward = ["BRN1", "BRN2"], ["H1", "H2", "H3"]
    values = [best_after_reward(cards, [], reward, limit) for limit in (2, 3, 4, 5, None)]
    assert values == [50, 100, 150, 200, 200]
