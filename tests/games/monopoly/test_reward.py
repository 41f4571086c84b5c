"""The reward of the player who goes out: P19 to P21."""

import random
from collections import Counter

import pytest

from tirelire import Match

from .exhaustive import arrangements, best_after_reward
from .helpers import (
    DECK,
    PLAIN,
    PLAIN_VALUE,
    called,
    pile,
    play,
    random_out_hand,
    table,
    went_out,
)

LONE = "RED1 YEL1 GRN1 ORG1 LBL1"  # of no use to a hand without these colours


def gain(cards: str, roles: str, reward: str, options: str = "") -> int:
    """Return what A gains going out with these cards and roles and with this reward."""
    return went_out(cards, called(roles.split()), reward, options).gained["A"]


# --- P19: five cards of the draw pile


@pytest.mark.rule("P19")
@pytest.mark.parametrize(
    ("reward", "value"),
    [
        ("GO RED1 YEL1 GRN1 ORG1", 700),
        ("RED1 YEL1 GRN1 ORG1 GO", 700),  # the fifth card is in it
        ("RED1 YEL1 GRN1 ORG1 LBL1 GO", 500),  # the sixth is not
        ("TOKEN RED1 YEL1 GRN1 ORG1", 1000),
        ("TOKEN TOKEN TOKEN GO GO", 2400),
        ("MR RED1 YEL1 GRN1 ORG1", 1500),
        (LONE, 500),
        ("H1 H2 HOTEL YEL1 YEL2", 500),  # nothing to build on
    ],
)
def test_the_top_five_cards_are_taken_and_what_is_of_no_use_is_dropped(
    reward: str, value: int
) -> None:
    assert gain("UTI1 UTI2", "", reward) == value


@pytest.mark.rule("P19")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_reward_comes_from_the_draw_pile_and_not_from_the_trade_piles(players: int) -> None:
    m = table(players, hand_A="UTI1 UTI2", draw=LONE, pile_A="GO", pile_B="TOKEN GO")
    m.play("A out")
    assert m.gained["A"] == 500


@pytest.mark.rule("P19")
@pytest.mark.parametrize(("draw", "value"), [("-", 800), ("GO", 1000), ("TOKEN GO RED1", 1500)])
def test_when_fewer_cards_are_left_those_are_the_reward(draw: str, value: int) -> None:
    items = {"left": "3"} if draw == "-" else {}
    m = table(4, hand_A=PLAIN, draw=draw, rest="pile_D", **items)
    m.play("A out")
    assert m.gained["A"] == value


@pytest.mark.rule("P19", "P17")
@pytest.mark.parametrize(
    ("cards", "reward", "value"),
    [
        ("YEL1 YEL2 YEL3", "H1 RED1 GRN1 ORG1 LBL1", 600),
        ("YEL1 YEL2 YEL3", "H2 H1 RED1 GRN1 ORG1", 900),
        ("YEL1 YEL2 YEL3", "H2 H3 RED1 GRN1 ORG1", 300),  # not in sequence
        ("YEL1 YEL2 YEL3 H1", "H1 H3 HOTEL GRN1 ORG1", 600),
        ("YEL1 YEL2 YEL3 H1 H2", "H4 H3 HOTEL GRN1 ORG1", 2000),
        ("YEL1 YEL2 YEL3 H1 H2 H3 H4 HOTEL", "HOTEL H1 H2 RED1 GRN1", 2000),
        ("STA1 STA2", "STA3 RED1 YEL1 GRN1 ORG1", 500),  # further stations
        ("STA1 STA2", "STA3 STA4 YEL1 GRN1 ORG1", 1000),
        ("UTI1 UTI2", "STA3 RED1 YEL1 GRN1 ORG1", 500),
        ("UTI1 UTI2", "STA3 STA4 YEL1 GRN1 ORG1", 750),  # new monopolies
        ("BRN1 BRN2", "UTI1 UTI2 YEL1 GRN1 ORG1", 550),
        ("BRN1 BRN2", "YEL1 YEL2 YEL3 DBL1 DBL2", 750),
        ("BRN1 BRN2", "YEL1 YEL2 DBL1 UTI1 STA1", 50),
        ("BRN1 BRN2", "YEL1 YEL2 YEL3 H1 TOKEN", 50 + 600 + 600),
    ],
)
def test_houses_in_sequence_stations_and_whole_new_monopolies_are_added(
    cards: str, reward: str, value: int
) -> None:
    assert gain(cards, "", reward) == value


@pytest.mark.rule("P19", "P29")
@pytest.mark.parametrize(
    ("cards", "reward", "value"),
    [
        ("BRN1 BRN2 H1 H2 TOKEN", "DBL1 DBL2 RED1 YEL1 GRN1", 50 + 1200 + 1200),
        ("BRN1 BRN2 H1 H2 H3 H4 HOTEL", "DBL1 DBL2 RED1 YEL1 GRN1", 50 + 2500),
        ("BRN1 BRN2 YEL1 YEL2 YEL3 H1 H1", "DBL1 DBL2 H2 LBL1 TOKEN", 50 + 600 + 1200 + 1200),
        ("UTI1 UTI2 TOKEN TOKEN", "STA1 STA2 STA3 STA4 RED1", 1500 + 2000),
    ],
)
def test_real_houses_hotels_and_tokens_are_placed_anew_for_the_most(
    cards: str, reward: str, value: int
) -> None:
    assert gain(cards, "", reward) == value


@pytest.mark.rule("P19")
@pytest.mark.parametrize(
    ("cards", "reward", "value"),
    [
        ("BRN1 BRN2", "CHANCE DBL1 YEL1 GRN1 ORG1", 450),  # completes a new monopoly
        ("BRN1 BRN2", "CHANCE YEL1 YEL2 GRN1 ORG1", 350),
        ("BRN1 BRN2", "CHANCE UTI1 GO GRN1 ORG1", 750),
        ("BRN1 BRN2", "CHANCE STA1 GO GRN1 ORG1", 500),
        ("STA1 STA2 STA3", "CHANCE YEL1 RED1 GRN1 ORG1", 1000),
        ("YEL1 YEL2 YEL3 H1 H2 H3 H4", "CHANCE RED1 LBL1 GRN1 ORG1", 3000),  # a token
        ("YEL1 YEL2 YEL3 TOKEN TOKEN", "CHANCE RED1 LBL1 GRN1 ORG1", 1800),  # a house
        ("YEL1 YEL2 YEL3", "CHANCE H2 H3 GRN1 ORG1", 1200),  # the house that was missing
        ("BRN1 BRN2", "CHANCE CHANCE YEL1 LBL1 ORG1", 350),
        ("BRN1 BRN2", "CHANCE CHANCE GO MR DBL1", 50 + 800 + 200 + 1000),  # with a house
    ],
)
def test_a_chance_in_the_reward_is_free(cards: str, reward: str, value: int) -> None:
    assert gain(cards, "", reward) == value


# --- P20: a Chance that was laid down


@pytest.mark.rule("P20")
@pytest.mark.parametrize(
    ("cards", "roles", "reward", "value"),
    [
        # example 4: the second dark blue deed frees the Chance, for a house or a token
        ("DBL1 CHANCE", "DBL2", "DBL2 RED1 YEL1 GRN1 ORG1", 800),
        ("DBL1 CHANCE", "DBL2", "DBL2 H1 YEL1 GRN1 ORG1", 1600),  # a token
        ("DBL1 H1 H2 H3 H4 CHANCE", "DBL2", "DBL2 TOKEN TOKEN RED1 ORG1", 2000 * 4),
        # without the very card it stays where it is
        ("DBL1 CHANCE", "DBL2", LONE, 400),
        ("DBL1 CHANCE", "DBL2", "TOKEN UTI1 RED1 YEL1 ORG1", 800),
        ("STA1 STA2 CHANCE", "STA3", "STA4 RED1 YEL1 GRN1 ORG1", 1000),
        ("STA1 STA2 CHANCE", "STA3", "STA3 RED1 YEL1 GRN1 ORG1", 1000),
        ("STA1 STA2 CHANCE", "STA3", "STA3 STA4 YEL1 GRN1 ORG1", 2000),
        ("STA1 STA2 CHANCE", "TOKEN@STA", "STA4 RED1 YEL1 GRN1 ORG1", 1000),
        ("YEL1 YEL2 YEL3 CHANCE", "H1@YEL", "UTI1 RED1 LBL1 GRN1 ORG1", 600),
        ("YEL1 YEL2 YEL3 CHANCE", "H1@YEL", "UTI1 H2 LBL1 GRN1 ORG1", 900),
        ("YEL1 YEL2 YEL3 CHANCE", "H1@YEL", "UTI1 H1 LBL1 GRN1 ORG1", 1200),
        ("BRN1 BRN2 CHANCE", "H1@BRN", "DBL1 DBL2 LBL1 GRN1 ORG1", 100 + 400),
        ("BRN1 BRN2 CHANCE", "H1@BRN", "DBL1 DBL2 H2 GRN1 ORG1", 150 + 400),
        ("BRN1 BRN2 CHANCE", "H1@BRN", "DBL1 DBL2 H1 GRN1 ORG1", 50 + 1600),
        # the real first house must stay under the Chance
        ("BRN1 BRN2 H1 CHANCE", "H2@BRN", "DBL1 DBL2 LBL1 GRN1 ORG1", 150 + 400),
        ("BRN1 BRN2 H1 CHANCE", "H2@BRN", "DBL1 DBL2 H1 GRN1 ORG1", 150 + 800),
        ("BRN1 BRN2 H1 CHANCE", "H2@BRN", "DBL1 DBL2 H2 GRN1 ORG1", 50 + 2400),
        ("BRN1 BRN2 H1 H2 H3 H4 CHANCE", "HOTEL@BRN", "HOTEL RED1 YEL1 GRN1 ORG1", 1500),
        ("BRN1 BRN2 H1 H2 H3 H4 CHANCE", "HOTEL@BRN", "DBL1 DBL2 RED1 YEL1 ORG1", 1150),
        # a token stays a token, and where it was laid
        ("BRN1 BRN2 CHANCE", "TOKEN@BRN", "DBL1 DBL2 RED1 YEL1 GRN1", 50 + 50 + 400),
        ("BRN1 BRN2 CHANCE", "TOKEN@BRN", "UTI1 RED1 YEL1 GRN1 ORG1", 100),
        ("BRN1 BRN2 CHANCE", "TOKEN@BRN", "UTI1 TOKEN YEL1 GRN1 ORG1", 550 + 500),
        # a free Chance completes a new monopoly too
        ("UTI1 CHANCE", "UTI2", "UTI2 DBL1 YEL1 GRN1 ORG1", 1000),
        ("BRN1 CHANCE", "BRN2", "BRN2 DBL1 YEL1 GRN1 ORG1", 450),
    ],
)
def test_a_chance_is_free_only_if_the_reward_has_the_card_that_it_stood_for(
    cards: str, roles: str, reward: str, value: int
) -> None:
    assert gain(cards, roles, reward) == value


@pytest.mark.rule("P20")
@pytest.mark.parametrize(
    ("roles", "reward", "value"),
    [
        ("TOKEN@BRN TOKEN@BRN", "TOKEN UTI1 LBL1 GRN1 ORG1", 50 + 50 + 500 + 500),
        ("TOKEN@BRN TOKEN@BRN", "TOKEN TOKEN UTI1 GRN1 ORG1", 50 + 500 + 3 * 500),
        ("H1@BRN TOKEN@BRN", "H1 UTI1 YEL1 GRN1 ORG1", 100 + 100 + 500),
        ("H1@BRN TOKEN@BRN", "TOKEN UTI1 YEL1 GRN1 ORG1", 100 + 500 + 500),
        ("H1@BRN H2@BRN", "H1 DBL1 YEL1 GRN1 ORG1", 150 + 400),
        ("H1@BRN H2@BRN", "H1 H2 DBL1 DBL2 ORG1", 50 + 3 * 1200),
    ],
)
def test_one_card_of_the_reward_frees_one_chance(roles: str, reward: str, value: int) -> None:
    assert gain("BRN1 BRN2 CHANCE CHANCE", roles, reward) == value


@pytest.mark.rule("P19", "P20", "P29")
@pytest.mark.parametrize("tokens_on", ["any_monopoly", "colour_groups"])
def test_the_reward_is_used_as_well_as_the_exhaustive_search_does(tokens_on: str) -> None:
    rng = random.Random(19)
    for _ in range(150):
        cards = random_out_hand(rng)
        roles = rng.choice(sorted(arrangements(cards, tokens_on=tokens_on)))
        rest = sorted((DECK - Counter(cards)).elements())
        useful = {card[:3] for card in cards} | {role.split("@")[0] for role in roles}
        wanted = [card for card in rest if card in useful or card[:3] in useful]
        reward = rng.sample(wanted, min(len(wanted), rng.randint(0, 4)))
        while len(reward) < 5:
            card = rng.choice(rest)
            reward += [card] if reward.count(card) < rest.count(card) else []
        expected = best_after_reward(cards, list(roles), reward, 15, tokens_on)
        expected += 1000 if "MR" in cards + reward else 0
        found = gain(" ".join(cards), " ".join(roles), " ".join(reward), f"tokens_on={tokens_on}")
        assert found == expected, (cards, roles, reward)


# --- P21: five and six players


def five(cards: str, trade: str, players: int = 5) -> Match:
    """Return a table of five or six where A holds the cards, with these trade cards in turn."""
    piles = {f"pile_{seat}": card for seat, card in zip("ABCDEF", trade.split(), strict=False)}
    return table(players, hand_A=cards, **piles)


@pytest.mark.rule("P21")
@pytest.mark.parametrize(
    ("cards", "trade", "value"),
    [
        ("UTI1 UTI2", "GO RED1 YEL1 GRN1 ORG1", 700),  # his own trade card too
        ("UTI1 UTI2", "RED1 YEL1 GRN1 ORG1 TOKEN", 1000),
        ("BRN1 BRN2", "H2 H1 DBL1 YEL1 DBL2", 50 + 1200),
        ("BRN1 BRN2 H1", "GO DBL1 TOKEN H3 CHANCE", 50 + 800 + 800 + 200),
    ],
)
def test_five_players_have_all_trade_cards_for_a_reward(cards: str, trade: str, value: int) -> None:
    m = five(cards, trade)
    m.play("A out")
    assert m.reason == "out"
    assert m.gained["A"] == value


@pytest.mark.rule("P21")
def test_there_is_no_limit_of_fifteen_cards() -> None:
    m = five(f"{PLAIN} GO", "TOKEN GO TOKEN GO TOKEN")
    m.play("A out")
    assert m.gained["A"] == PLAIN_VALUE + 3 * 200 + 3 * 500  # sixteen cards
    m = five("STA1 STA2 STA3 STA4 UTI1 UTI2 GO MR MR", "TOKEN GO TOKEN GO TOKEN MR", 6)
    m.play("A out")
    assert m.gained["A"] == 1500 + 600 + 3000 + 1000


@pytest.mark.rule("P21", "P20")
@pytest.mark.parametrize(("trade", "value"), [("DBL2", 800), ("YEL3", 400), ("H1", 800)])
def test_a_trade_card_may_free_a_chance(trade: str, value: int) -> None:
    m = five("DBL1 CHANCE", f"RED1 YEL1 {trade} ORG1 LBL1")
    m.play("A out CHANCE=DBL2")
    assert m.gained["A"] == value


@pytest.mark.rule("P21", "P22")
def test_after_a_swap_the_new_trade_cards_are_the_reward() -> None:
    m = five("UTI1 UTI2 TOKEN", "RED1 GO YEL1 GRN1 ORG1")
    play(m, "A swap B", "A lay TOKEN", "B lay RED1")
    assert [pile(m, seat) for seat in "AB"] == [["TOKEN"], ["RED1"]]
    m.play("A out")
    assert m.gained["A"] == 500 + 200 + 500
