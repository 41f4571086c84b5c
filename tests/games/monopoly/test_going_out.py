"""Going out and what a monopoly is: P12 and P15 to P17."""

import pytest

from tirelire import Match, score

from .helpers import (
    PLAIN,
    PLAIN_VALUE,
    base,
    can,
    draw_turn,
    pile,
    play,
    refused,
    table,
    went_out,
)

NINE = PLAIN.rpartition(" ")[0]


def holding(cards: str, **items: str) -> Match:
    """Return a table of four where A holds these cards."""
    return table(4, hand_A=cards, **items)


# --- P12: when


@pytest.mark.rule("P12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_going_out_ends_the_hand_and_lays_down_the_whole_hand(players: int) -> None:
    m = table(players, hand_A=PLAIN)
    m.play("A out")
    assert m.ended == "deal"
    assert m.reason == "out"
    assert m.actors == ""
    assert m.gained["A"] == PLAIN_VALUE
    assert m.totals["A"] == PLAIN_VALUE


@pytest.mark.rule("P12")
@pytest.mark.parametrize("first", ["draw", "trade B 1", "trade B 1 H4"])
def test_nobody_goes_out_in_a_turn_in_which_he_drew_or_traded(first: str) -> None:
    cards = f"{NINE} UTI2 H4" if "H4" in first else PLAIN
    m = holding(cards, pile_A="TOKEN GO", pile_B="GO TOKEN", draw="GO GO")
    m.play(f"A {first}")
    refused(m, "A out", "P12")
    refused(m, f"A out discard {'TOKEN' if 'trade' in first else 'GO'}", "P12", "P13")
    assert m.ended == "running"


@pytest.mark.rule("P12")
def test_a_hand_completed_by_drawing_goes_out_in_the_next_turn() -> None:
    m = holding(f"{NINE} ORG1", draw="UTI2")
    play(m, "A draw", "A discard ORG1")
    refused(m, "A out")
    for _ in range(3):
        draw_turn(m)
    assert m.item("turn") == "A"
    m.play("A out")
    assert m.reason == "out"


@pytest.mark.rule("P12")
def test_only_the_active_player_goes_out_and_nobody_has_to() -> None:
    m = table(4, hand_B=PLAIN)
    refused(m, "B out")
    draw_turn(m)
    assert can(m, "B out")
    assert can(m, "B draw")
    draw_turn(m)
    assert m.item("turn") == "C"


@pytest.mark.rule("P12")
def test_after_going_out_nobody_moves() -> None:
    m = went_out(PLAIN)
    for move in ("A draw", "B draw", "B out", "A out"):
        refused(m, move)


@pytest.mark.rule("P12")
def test_who_begins_with_more_than_ten_cards_discards_down_to_ten_and_goes_out() -> None:
    m = holding(f"{PLAIN} ORG1 RED1", pile_A="YEL1")
    play(m, "A out discard RED1 ORG1")
    assert m.reason == "out"
    assert m.gained["A"] == PLAIN_VALUE
    assert pile(m, "A")[-3] == "YEL1"
    assert sorted(pile(m, "A")[-2:]) == ["ORG1", "RED1"]  # the deal is over: no order to choose


@pytest.mark.rule("P12")
@pytest.mark.parametrize(
    ("cards", "thrown"),
    [
        (f"{PLAIN} ORG1 RED1", "RED1"),  # eleven are left
        (f"{PLAIN} ORG1 GO", "ORG1"),  # although all of the eleven would fit
        (f"{PLAIN} ORG1 GO", "ORG1 GO UTI1"),  # nine are left
        (f"{PLAIN} GO TOKEN MR", "GO TOKEN MR UTI1"),
        (f"{PLAIN} ORG1", "UTI1"),  # the rest cannot go out
        (f"{PLAIN} GO", "BRN1"),
        (f"{PLAIN} ORG1", "RED1"),  # not in the hand
        (PLAIN, "UTI1"),
        (PLAIN, "UTI1 UTI2"),  # ten cards go out as they are
    ],
)
def test_exactly_the_surplus_is_discarded_and_the_rest_must_go_out(cards: str, thrown: str) -> None:
    refused(holding(cards), f"A out discard {thrown}")


@pytest.mark.rule("P12")
def test_eleven_cards_never_score_for_the_player_who_goes_out() -> None:
    m = holding(f"{PLAIN} GO")
    assert can(m, "A out discard GO")
    if can(m, "A out"):  # perhaps it finds the discard by itself
        m.play("A out")
    else:
        m.play("A out discard GO")
    assert m.gained["A"] == PLAIN_VALUE


@pytest.mark.rule("P12")
@pytest.mark.parametrize(("thrown", "value"), [("GO", 900 + 500), ("TOKEN", 900 + 200)])
def test_the_player_chooses_what_he_discards_before_going_out(thrown: str, value: int) -> None:
    m = holding("BRN1 BRN2 LBL1 LBL2 LBL3 STA1 STA2 UTI1 UTI2 GO TOKEN")
    m.play(f"A out discard {thrown}")
    assert m.gained["A"] == value


@pytest.mark.rule("P12", "P13")
@pytest.mark.parametrize("cards", [NINE.replace("UTI1", "GO"), "UTI1 UTI2"])
def test_a_hand_of_fewer_than_ten_goes_out_as_it_is(cards: str) -> None:
    assert went_out(cards).gained["A"] == 500


# --- P15: every deed, house and hotel


@pytest.mark.rule("P15")
@pytest.mark.parametrize(
    "cards",
    [
        PLAIN,
        "BRN1 BRN2 GO GO GO GO TOKEN TOKEN MR MR",  # bonus cards never hinder
        "BRN1 BRN2 TOKEN TOKEN TOKEN TOKEN TOKEN TOKEN MR MR",
        "UTI1 UTI2 STA1 STA2 STA3 MR MR MR MR GO",
        "YEL1 YEL2 YEL3 H1 H2 H3 H4 HOTEL UTI1 UTI2",
    ],
)
def test_a_hand_of_monopolies_and_bonus_cards_goes_out(cards: str) -> None:
    assert can(holding(cards), "A out")


@pytest.mark.rule("P15")
@pytest.mark.parametrize(
    "cards",
    [
        "GO GO GO GO MR MR MR MR TOKEN TOKEN",  # no monopoly
        "GO",
        f"{NINE} ORG1",  # two lone deeds
        f"{NINE} GO",  # half of the utilities
        "BRN1 BRN2 LBL1 LBL2 LBL3 PNK1 PNK2 TOKEN GO MR",
        "BRN1 BRN2 LBL1 LBL2 LBL3 PNK1 PNK2 PNK3 STA1 GO",
        "YEL1 YEL2 YEL3 H1 H1 UTI1 UTI2 GO GO GO",  # the second first house has no place
        "UTI1 UTI2 STA1 STA2 H1 GO GO GO MR MR",
        "DBL1 DBL2 HOTEL GO GO GO MR MR TOKEN TOKEN",
    ],
)
def test_one_deed_house_or_hotel_outside_a_monopoly_hinders(cards: str) -> None:
    refused(holding(cards), "A out", "P15", "P16", "P17")


# --- P16: monopolies


@pytest.mark.rule("P16")
@pytest.mark.parametrize(
    ("deeds", "legal"),
    [
        ("BRN1", False),
        ("BRN1 BRN2", True),
        ("LBL1 LBL2", False),
        ("PNK1 PNK3", False),
        ("ORG2 ORG3", False),
        ("RED1 RED2 RED3", True),
        ("GRN1 YEL2 RED3", False),
        ("DBL1 DBL2", True),
        ("DBL1 BRN1", False),
        ("UTI1", False),
        ("UTI1 UTI2", True),
        ("STA2", False),
        ("STA1 STA4", True),
        ("STA2 STA3 STA4", True),
        ("STA1 STA2 STA3 STA4", True),
        ("STA1 UTI1", False),
    ],
)
def test_a_monopoly_is_a_whole_group_or_two_stations_or_more(deeds: str, legal: bool) -> None:
    assert can(holding(f"{deeds} GO"), "A out") == legal


@pytest.mark.rule("P16", "P24")
def test_all_stations_of_a_hand_are_one_monopoly() -> None:
    # two pairs with a token would make 250 + 250 + 250
    assert went_out("STA1 STA2 STA3 STA4 TOKEN").gained["A"] == 2000
    assert went_out("STA1 STA2 STA4").gained["A"] == 500


# --- P17: houses and hotels


@pytest.mark.rule("P17")
@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("YEL1 YEL2 YEL3 H1", 600),
        ("YEL1 YEL2 YEL3 H2", None),
        ("YEL1 YEL2 YEL3 H3", None),  # the seed's example 3
        ("YEL1 YEL2 YEL3 H1 H3", None),
        ("YEL1 YEL2 YEL3 H2 H3", None),
        ("YEL1 YEL2 YEL3 H1 H2 H4", None),
        ("YEL1 YEL2 YEL3 H1 H2 H3 H4", 1500),
        ("YEL1 YEL2 YEL3 HOTEL", None),
        ("YEL1 YEL2 YEL3 H1 H2 H3 HOTEL", None),
        ("YEL1 YEL2 YEL3 H1 H2 H3 H4 HOTEL", 2000),  # eight cards
        ("DBL1 DBL2 H1 H2 H3 H4 HOTEL", 2500),  # seven cards
        ("DBL1 DBL2 H1 H2 H3 H4 HOTEL HOTEL", None),
        ("DBL1 DBL2 H1 H1", None),
        ("DBL1 DBL2 H1 H2 H2", None),
        ("DBL1 DBL2 BRN1 BRN2 H1 H1", 800 + 100),
        ("DBL1 DBL2 BRN1 BRN2 H1 H2 H2", None),
        ("DBL1 DBL2 BRN1 BRN2 H1 H1 H2 H2", 1200 + 150),
        ("DBL1 DBL2 BRN1 BRN2 H1 H1 H2 H3", 1600 + 100),
        ("DBL1 DBL2 BRN1 BRN2 H1 H2 H3", 1600 + 50),  # one card serves one monopoly
        ("DBL1 DBL2 BRN1 BRN2 H1 H1 H1", None),
        ("DBL1 DBL2 UTI1 UTI2 H1 H1", None),
        ("UTI1 UTI2 H1", None),
        ("STA1 STA2 STA3 STA4 H1", None),
        ("STA1 STA2 STA3 STA4 H1 H2 H3 H4 HOTEL", None),
    ],
)
def test_houses_are_built_in_order_on_colour_groups_and_each_serves_one(
    cards: str, value: int | None
) -> None:
    m = holding(cards)
    if value is None:
        refused(m, "A out", "P15", "P17")
    else:
        m.play("A out")
        assert m.gained["A"] == value


@pytest.mark.rule("P17")
def test_a_group_has_one_hotel_and_two_groups_may_have_two() -> None:
    houses = "H1x2 H2x2 H3x2 H4x2 HOTELx2"
    assert score("monopoly", f"DBL1 DBL2 {houses}").total == 2500
    assert score("monopoly", f"DBL1 DBL2 BRN1 BRN2 {houses}").total == 2500 + 750
    assert score("monopoly", f"DBL1 DBL2 BRN1 BRN2 {houses}", out=True).total == 2500 + 750


@pytest.mark.rule("P15", "P17")
def test_going_out_is_offered_exactly_where_it_is_possible() -> None:
    assert any(move.startswith("out") for move in holding(PLAIN).legal("A"))
    assert not any(move.startswith("out") for move in base().legal("A"))
