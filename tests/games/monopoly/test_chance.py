"""What a Chance card may stand for: P18."""

from itertools import combinations_with_replacement

import pytest

from tirelire import Match

from .exhaustive import COLOURS, SIZE, STOREYS, arrangements
from .helpers import DEEDS, called, can, play, refused, table, went_out

ROLES = (
    *DEEDS,
    *(f"{storey}@{group}" for group in COLOURS for storey in STOREYS),
    *(f"TOKEN@{group}" for group in SIZE),
)


def holding(cards: str, **items: str) -> Match:
    """Return a table of four where A holds these cards."""
    return table(4, hand_A=cards, **items)


# --- what it may be


@pytest.mark.rule("P18")
@pytest.mark.parametrize(
    ("cards", "roles", "value"),
    [
        ("YEL1 YEL2 CHANCE", "YEL3", 300),
        ("YEL1 YEL3 CHANCE", "YEL2", 300),
        ("DBL2 CHANCE", "DBL1", 400),
        ("UTI1 CHANCE", "UTI2", 500),
        ("STA1 CHANCE", "STA2", 250),
        ("STA1 CHANCE", "STA4", 250),
        ("STA1 STA2 CHANCE", "STA4", 500),  # a further station
        ("STA1 STA2 STA3 CHANCE", "STA4", 1000),
        ("STA1 STA2 STA3 CHANCE", "TOKEN@STA", 1000),
        ("YEL1 YEL2 YEL3 CHANCE", "H1@YEL", 600),
        ("YEL1 YEL2 YEL3 H2 CHANCE", "H1@YEL", 900),  # the house that was missing
        ("YEL1 YEL2 YEL3 H1 H3 H4 CHANCE", "H2@YEL", 1500),
        ("YEL1 YEL2 YEL3 H1 H2 H3 CHANCE", "H4@YEL", 1500),
        ("YEL1 YEL2 YEL3 H1 H2 H3 H4 CHANCE", "HOTEL@YEL", 2000),
        ("YEL1 YEL2 YEL3 H1 H2 H3 HOTEL CHANCE", "H4@YEL", 2000),
        ("YEL1 YEL2 YEL3 CHANCE", "TOKEN@YEL", 600),
        ("UTI1 UTI2 YEL1 YEL2 YEL3 CHANCE", "TOKEN@UTI", 1300),
        ("UTI1 UTI2 YEL1 YEL2 YEL3 CHANCE", "TOKEN@YEL", 1100),  # where the player says
        ("BRN1 BRN2 DBL1 DBL2 TOKEN CHANCE", "TOKEN@BRN", 450 + 400 + 50),  # the real one: dearest
        ("BRN1 BRN2 LBL1 LBL2 LBL3 H1 CHANCE CHANCE", "TOKEN@BRN TOKEN@BRN", 100 + 100 + 200),
        ("YEL1 YEL2 YEL3 BRN1 BRN2 CHANCE", "H1@YEL", 650),
        ("YEL1 YEL2 YEL3 BRN1 BRN2 CHANCE", "H1@BRN", 400),  # where the player says
        ("YEL1 YEL2 YEL3 BRN1 BRN2 H1 CHANCE", "H1@BRN", 700),
        ("YEL1 YEL2 YEL3 BRN1 BRN2 H1 CHANCE", "H2@BRN", 450),  # the real house follows
        # both cards
        ("YEL1 CHANCE CHANCE", "YEL2 YEL3", 300),
        ("STA3 CHANCE CHANCE", "STA1 STA2", 500),
        ("DBL1 UTI1 CHANCE CHANCE", "DBL2 UTI2", 900),
        ("YEL1 YEL2 CHANCE CHANCE", "YEL3 H1@YEL", 600),
        ("YEL1 YEL2 CHANCE CHANCE", "YEL3 TOKEN@YEL", 600),
        ("YEL1 YEL2 YEL3 CHANCE CHANCE", "H1@YEL H2@YEL", 900),
        ("YEL1 YEL2 YEL3 CHANCE CHANCE", "H2@YEL H1@YEL", 900),
        ("YEL1 YEL2 YEL3 CHANCE CHANCE", "TOKEN@YEL TOKEN@YEL", 900),
        ("YEL1 YEL2 YEL3 CHANCE CHANCE", "TOKEN@YEL H1@YEL", 1200),
        ("YEL1 YEL2 YEL3 H1 H2 H3 CHANCE CHANCE", "HOTEL@YEL H4@YEL", 2000),
        ("YEL1 YEL2 YEL3 BRN1 BRN2 CHANCE CHANCE", "H1@YEL H1@BRN", 700),
    ],
)
def test_a_chance_stands_for_a_missing_deed_a_house_a_hotel_or_a_token(
    cards: str, roles: str, value: int
) -> None:
    m = went_out(cards, called(roles.split()))
    assert m.gained["A"] == value


@pytest.mark.rule("P18")
@pytest.mark.parametrize(
    ("cards", "roles"),
    [
        ("YEL1 YEL2 CHANCE", "YEL1"),  # not missing
        ("YEL1 YEL2 YEL3 CHANCE", "YEL3"),
        ("YEL1 YEL2 CHANCE", "TOKEN"),  # yellow stays incomplete
        ("YEL1 YEL2 CHANCE", "TOKEN@YEL"),
        ("YEL1 YEL2 UTI1 UTI2 CHANCE", "TOKEN@UTI"),
        ("YEL1 YEL2 YEL3 CHANCE", "TOKEN@RED"),  # no such monopoly
        ("YEL1 YEL2 YEL3 CHANCE", "TOKEN@MR"),
        ("YEL1 YEL2 CHANCE", "YEL4"),
        ("YEL1 YEL2 CHANCE", "GRN3"),
        ("UTI1 UTI2 CHANCE", "DBL1"),  # no real deed, and not complete
        ("UTI1 UTI2 CHANCE CHANCE", "DBL1 DBL2"),  # complete, but no real deed
        ("UTI1 UTI2 CHANCE CHANCE", "STA1 STA2"),
        ("UTI1 UTI2 CHANCE", "STA1"),
        ("DBL1 DBL2 CHANCE CHANCE", "UTI1 UTI2"),
        ("STA1 STA2 CHANCE CHANCE", "STA3 STA3"),  # two of the same
        ("YEL1 CHANCE CHANCE", "YEL2 YEL2"),
        ("YEL1 YEL2 YEL3 CHANCE", "H2@YEL"),  # a gap
        ("YEL1 YEL2 YEL3 H1 CHANCE", "H1@YEL"),  # then the real house has no place
        ("YEL1 YEL2 YEL3 H1 CHANCE", "H3@YEL"),
        ("YEL1 YEL2 YEL3 H1 H2 H3 CHANCE", "HOTEL@YEL"),
        ("YEL1 YEL2 YEL3 H1 H2 H3 H4 HOTEL CHANCE", "HOTEL@YEL"),
        ("YEL1 YEL2 YEL3 CHANCE CHANCE", "H1@YEL H1@YEL"),
        ("YEL1 YEL2 YEL3 CHANCE CHANCE", "H1@YEL H3@YEL"),
        ("YEL1 YEL2 YEL3 CHANCE", "H1@RED"),  # no such monopoly
        ("YEL1 YEL2 YEL3 CHANCE", "H5@YEL"),
        ("UTI1 UTI2 CHANCE", "H1@UTI"),
        ("STA1 STA2 CHANCE", "H1@STA"),
        ("YEL1 YEL2 YEL3 CHANCE", "GO"),
        ("YEL1 YEL2 YEL3 CHANCE", "MR"),
        ("YEL1 YEL2 YEL3 CHANCE", "CHANCE"),
        ("YEL1 YEL2 YEL3 H1 CHANCE CHANCE", "TOKEN"),  # every Chance has a role
        ("YEL1 YEL2 YEL3 CHANCE", "TOKEN TOKEN"),  # and only those in the hand
        ("YEL1 YEL2 YEL3 H1", "TOKEN"),
    ],
)
def test_a_chance_stands_for_nothing_else(cards: str, roles: str) -> None:
    refused(holding(cards), f"A out {called(roles.split())}")


@pytest.mark.rule("P15", "P18")
@pytest.mark.parametrize(
    "cards",
    [
        "CHANCE CHANCE GO MR",  # a monopoly needs a real deed
        "YEL1 RED1 CHANCE CHANCE",
        "YEL1 GRN1 GRN2 CHANCE CHANCE",
        "YEL1 CHANCE",
        "YEL1 YEL2 YEL3 H4 CHANCE CHANCE",
        "UTI1 UTI2 H2 CHANCE",
        "BRN1 DBL1 STA1 CHANCE CHANCE",
    ],
)
def test_some_hands_cannot_go_out_even_with_chance(cards: str) -> None:
    m = holding(cards)
    refused(m, "A out", "P15", "P16", "P17", "P18")
    assert not any(move.startswith("out") for move in m.legal("A"))


@pytest.mark.rule("P18", "P15", "P16", "P17")
@pytest.mark.parametrize(
    "cards",
    [
        "YEL1 YEL2 YEL3 RED1 RED2 RED3 H1 H1 H2 CHANCE",
        "STA1 STA2 UTI1 UTI2 DBL1 DBL2 CHANCE GO",
        "BRN1 BRN2 LBL1 LBL2 H2 CHANCE CHANCE",
        "BRN1 BRN2 H1 H2 H3 H4 HOTEL GRN1 GRN2 CHANCE",
    ],
)
def test_the_legal_roles_are_exactly_those_of_the_exhaustive_search(cards: str) -> None:
    hand = cards.split()
    legal = arrangements(hand)
    assert legal
    m = holding(cards)
    tried = [
        role for role in ROLES if "@" not in role or role.endswith(("YEL", "RED", "BRN", "UTI"))
    ]
    if hand.count("CHANCE") == 2:
        tried = [role for role in ROLES if role[-3:] in ("BRN", "LBL") or role[:3] == "LBL"]
    for roles in combinations_with_replacement(tried, hand.count("CHANCE")):
        assert can(m, f"A out {called(roles)}") == (tuple(sorted(roles)) in legal), roles


@pytest.mark.rule("P18", "P24", "P25")
@pytest.mark.parametrize(
    "cards",
    ["BRN1 BRN2 LBL1 LBL2 LBL3 H1 H2 CHANCE CHANCE", "STA1 STA2 UTI1 DBL1 DBL2 H1 CHANCE CHANCE"],
)
def test_every_choice_of_roles_is_worth_what_it_says(cards: str) -> None:
    for roles, value in arrangements(cards.split()).items():
        assert went_out(cards, called(roles)).gained["A"] == value, roles


# --- as a token


@pytest.mark.rule("P18")
@pytest.mark.parametrize(
    ("cards", "roles", "reward", "value"),
    [
        # the sheet's example: brown keeps it
        ("BRN1 BRN2 CHANCE", "TOKEN@BRN", "DBL1 DBL2 RED1 YEL1 GRN1", 50 + 50 + 400),
        # the monopoly that it stands on may still grow
        ("BRN1 BRN2 CHANCE", "TOKEN@BRN", "H1 H2 RED1 YEL1 GRN1", 150 + 150),
        ("STA1 STA2 CHANCE", "TOKEN@STA", "STA3 STA4 RED1 YEL1 GRN1", 1000 + 1000),
        # real houses are put where they are worth the most with it
        ("BRN1 BRN2 H1 CHANCE", "TOKEN@BRN", "LBL1 LBL2 LBL3 YEL1 GRN1", 100 + 100 + 100),
        ("BRN1 BRN2 H1 CHANCE", "TOKEN@BRN", "DBL1 DBL2 RED1 YEL1 GRN1", 50 + 50 + 800),
        # each of two stays on its own
        ("BRN1 BRN2 UTI1 UTI2 CHANCE CHANCE", "TOKEN@BRN TOKEN@UTI", "DBL1 DBL2 H1 H2 RED1", 2300),
    ],
)
def test_a_chance_laid_as_a_token_stays_on_the_monopoly_that_it_names(
    cards: str, roles: str, reward: str, value: int
) -> None:
    assert went_out(cards, called(roles.split()), reward).gained["A"] == value


@pytest.mark.rule("P18", "P19")
@pytest.mark.parametrize(
    ("cards", "roles", "reward", "value"),
    [
        ("BRN1 BRN2 TOKEN", "", "DBL1 DBL2 RED1 YEL1 GRN1", 50 + 400 + 400),  # a real token
        ("BRN1 BRN2", "", "CHANCE DBL1 DBL2 H1 RED1", 50 + 800 + 800),  # drawn in the reward
        ("BRN1 BRN2 CHANCE", "TOKEN@BRN", "TOKEN DBL1 DBL2 H1 RED1", 50 + 3 * 800),  # freed by P20
        # of two on different monopolies one is freed: the one that gains more by it
        (
            "BRN1 BRN2 UTI1 UTI2 CHANCE CHANCE",
            "TOKEN@BRN TOKEN@UTI",
            "TOKEN RED1 YEL1 GRN1 ORG1",
            2050,
        ),
    ],
)
def test_only_real_tokens_and_free_chance_cards_are_placed_at_the_end(
    cards: str, roles: str, reward: str, value: int
) -> None:
    assert went_out(cards, called(roles.split()), reward).gained["A"] == value


@pytest.mark.rule("P18", "P25")
def test_a_chance_stands_as_a_token_only_where_tokens_may_stand() -> None:
    options = "tokens_on=colour_groups"
    m = table(4, options, hand_A="UTI1 UTI2 BRN1 BRN2 CHANCE")
    refused(m, "A out CHANCE=TOKEN@UTI", "P18")
    m.play("A out CHANCE=TOKEN@BRN")
    assert m.gained["A"] == 500 + 50 + 50


@pytest.mark.rule("P15", "P18", "P25")
def test_a_chance_without_a_monopoly_to_stand_on_is_an_idle_token_and_hinders_nobody() -> None:
    options = "tokens_on=colour_groups"
    m = went_out("UTI1 UTI2 CHANCE", "CHANCE=TOKEN", "BRN1 BRN2 RED1 YEL1 GRN1", options)
    assert m.gained["A"] == 500 + 50


@pytest.mark.rule("P18")
def test_a_token_without_a_name_stands_on_the_dearest_monopoly_of_the_hand() -> None:
    m = went_out("BRN1 BRN2 YEL1 YEL2 YEL3 CHANCE", "CHANCE=TOKEN", "DBL1 DBL2 H1 RED1 GRN1")
    assert m.item("out") == "A CHANCE=TOKEN@YEL"
    assert m.gained["A"] == 50 + 600 + 600 + 400  # the house stands on yellow, for the token


@pytest.mark.rule("P18")
def test_where_a_token_chance_stands_is_one_of_the_legal_moves() -> None:
    m = holding("BRN1 BRN2 YEL1 YEL2 YEL3 H1 CHANCE")
    m.play("A out CHANCE=TOKEN@BRN")
    assert m.item("out") == "A CHANCE=TOKEN@BRN"


# --- who, when


@pytest.mark.rule("P18", "P28")
def test_chance_is_for_the_player_who_goes_out_only() -> None:
    m = went_out("UTI1 UTI2", hand_B="YEL1 YEL2 CHANCE GO *")
    assert m.gained == {"A": 500, "B": 0, "C": 0, "D": 0}


@pytest.mark.rule("P12", "P18", "P29")
@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("YEL1 YEL2 YEL3 H1 CHANCE", 1200),  # a token; a house makes 900
        ("YEL1 YEL2 YEL3 H1 TOKEN TOKEN CHANCE", 2700),  # a house; a token makes 2400
        ("STA1 STA2 STA3 BRN1 BRN2 TOKEN CHANCE", 2050),  # the fourth station
        ("BRN1 BRN2 DBL1 CHANCE", 450),
        ("DBL1 DBL2 BRN1 BRN2 H1 H2 TOKEN CHANCE", 50 + 3600),  # a token; a house: 3250
    ],
)
def test_out_alone_takes_the_best_roles_that_the_hand_has(cards: str, value: int) -> None:
    assert went_out(cards).gained["A"] == value


@pytest.mark.rule("P18", "P19")
def test_the_roles_are_chosen_before_the_reward_is_seen() -> None:
    # with the reward in sight the Chance would be the second utility or a house, not a token
    cards = "YEL1 YEL2 YEL3 H1 CHANCE"
    dull, tempting = "RED1 GRN1 ORG1 LBL1 PNK1", "UTI1 DBL1 DBL2 H2 H3"
    assert went_out(cards, reward=dull).gained["A"] == 1200
    chosen = went_out(cards, reward=tempting)
    named = went_out(cards, "CHANCE=TOKEN@YEL", reward=tempting)
    assert chosen.gained == named.gained
    one, two = holding(cards, draw=f"{dull} UTI1"), holding(cards, draw=f"UTI1 {dull}")
    assert one.legal("A") == two.legal("A")
    for role in ("TOKEN@YEL", "H2@YEL", "UTI2", "DBL1"):
        assert can(one, f"A out CHANCE={role}") == can(two, f"A out CHANCE={role}")


@pytest.mark.rule("P12", "P18")
def test_roles_and_discards_are_said_in_one_move() -> None:
    m = holding("YEL1 YEL2 CHANCE GO GO GO GO MR MR MR MR TOKEN")
    refused(m, "A out discard MR CHANCE=YEL3")
    play(m, "A out discard MR GO CHANCE=YEL3")
    assert m.gained["A"] == 300 + 3 * 200 + 300 + 1000


@pytest.mark.rule("P12", "P18")
def test_a_chance_may_be_the_card_that_is_discarded() -> None:
    m = holding("YEL1 YEL2 YEL3 CHANCE GO GO GO GO MR MR MR")
    refused(m, "A out discard CHANCE CHANCE=TOKEN")
    m.play("A out discard CHANCE")
    assert m.gained["A"] == 300 + 800 + 1000
