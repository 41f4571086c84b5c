"""Hands that end with nobody out: P14 and P31."""

import pytest

from tirelire import Match

from .helpers import (
    PLAIN,
    PLAIN_VALUE,
    SEATS,
    can,
    draw_turn,
    finish_turn,
    hand,
    pass_all,
    pile,
    play,
    refused,
    table,
)

# Four hands whose scores are known; trading the green and pink cards changes none of them.
SCORES: dict[str, str] = {
    "hand_A": "YEL1 YEL2 YEL3 H1 GO H3 H4 BRN1 RED1 PNK1",  # 600 + 200
    "hand_B": "UTI1 UTI2 TOKEN GO CHANCE PNK3 LBL1 ORG1 H1 H2",  # nothing: a Chance
    "hand_C": "STA1 STA2 TOKEN MR MR BRN2 LBL2 ORG2 H1 H2",  # 250 + 250 + 1000
    "hand_D": "GO MR GRN1 DBL1 LBL3 ORG3 H1 H2 H3 H4",  # 200
    "pile_A": "GRN2",
    "pile_B": "GRN3",
}
GAINED = {"A": 800, "B": 0, "C": 1500, "D": 200}


def scores(options: str = "", **items: str) -> Match:
    """Return the table of SCORES, the cards that are left at the bottom of the pile of D."""
    return table(4, options, **{"rest": "pile_D", "pile_D": "PNK2", **SCORES, **items})


def last_card(players: int = 4, options: str = "", **items: str) -> Match:
    """Return a table with one card on the draw pile."""
    last = SEATS[players - 1]
    return table(players, options, **{"draw": "GO", "rest": f"pile_{last}", **items})


def order_to_the_end(m: Match) -> str:
    """Play first moves to the end of the hand and return the order of the turns."""
    order = ""
    while m.ended == "running":
        order += m.item("turn")
        finish_turn(m)
    return order


# --- P14: one more round


@pytest.mark.rule("P14")
@pytest.mark.parametrize(("players", "order"), [(2, "BA"), (3, "BCA"), (4, "BCDA")])
def test_everybody_has_one_more_turn_after_the_draw_pile_ran_out(players: int, order: str) -> None:
    m = last_card(players)
    draw_turn(m)
    assert pile(m, "draw") == []
    assert m.item("left") == str(players)
    assert m.ended == "running"
    assert order_to_the_end(m) == order
    assert m.ended == "deal"
    assert m.reason == "empty"
    assert m.actors == ""


@pytest.mark.rule("P14")
@pytest.mark.parametrize("first", "ABCD")
def test_the_extra_round_goes_round_from_whoever_took_the_last_card(first: str) -> None:
    m = last_card(turn=first)
    draw_turn(m)
    assert order_to_the_end(m) == ("ABCD" * 2)["ABCD".index(first) + 1 :][:4]


@pytest.mark.rule("P14")
def test_nobody_draws_from_an_empty_pile_and_trades_are_as_before() -> None:
    m = last_card(pile_A="BRN1 LBL1", pile_B="YEL1 GRN1")
    draw_turn(m)
    refused(m, "B draw", "P14", "P8")
    refused(m, "B skip", "P14")
    m.play("B trade A 2")
    finish_turn(m)
    refused(m, "C draw", "P14", "P8")
    assert m.item("left") == "3"


@pytest.mark.rule("P14")
def test_a_draw_pile_with_one_card_left_is_not_empty() -> None:
    m = table(4, draw="GO MR", rest="pile_D")
    draw_turn(m)
    assert pile(m, "draw") == ["MR"]
    for move in ("B trade A 1", "C trade B 1", "D trade C 1"):  # one round, were it counted
        m.play(move)
        finish_turn(m)
    assert m.ended == "running"
    assert can(m, "A draw")


@pytest.mark.rule("P14", "P10")
def test_the_combination_may_empty_the_draw_pile_too() -> None:
    m = last_card(3, pile_A="BRN1 LBL1", neutral_1="YEL1")
    m.play("A combo 1")
    finish_turn(m)
    assert m.item("left") == "3"
    assert order_to_the_end(m) == "BCA"
    assert m.reason == "empty"


@pytest.mark.rule("P14", "P19")
@pytest.mark.parametrize(("seat", "left"), [("B", "4"), ("C", "3"), ("A", "1")])
def test_one_may_still_go_out_in_the_extra_round_without_a_reward(seat: str, left: str) -> None:
    items = {f"hand_{seat}": PLAIN, "turn": seat, "left": left, "draw": "-", "rest": "pile_D"}
    m = table(4, **items)
    m.play(f"{seat} out")
    assert m.reason == "out"
    assert m.gained[seat] == PLAIN_VALUE


@pytest.mark.rule("P14", "P24", "P27", "P28")
def test_when_nobody_is_out_all_score_as_players_who_did_not_go_out() -> None:
    m = scores(draw="-", left="1")
    m.play("A trade B 1 PNK1")  # B is given the pink card, A takes a green one
    assert m.reason == "empty"
    assert m.gained == GAINED
    assert m.totals == GAINED


@pytest.mark.rule("P14", "P13")
def test_the_last_turn_ends_with_its_discard() -> None:
    m = scores(draw="-", left="1")
    m.play("A trade B 1")
    assert m.ended == "running"
    m.play("A discard YEL3")
    assert m.reason == "empty"
    assert m.gained == {**GAINED, "A": 200}


# --- P14: nothing to do


def stuck(options: str = "", **items: str) -> Match:
    """Return a table with an empty draw pile where nobody but A has a trade pile."""
    piles = {f"pile_{seat}": "-" for seat in "BCD"}
    return table(4, options, **{"draw": "-", "left": "4", "rest": "pile_A", **piles, **items})


@pytest.mark.rule("P14")
def test_who_can_neither_trade_nor_go_out_passes() -> None:
    m = stuck()
    assert m.legal("A") == ["skip"]
    refused(m, "A trade B 1", "P9")
    m.play("A skip")
    assert m.item("turn") == "B"
    assert m.item("left") == "3"
    refused(m, "B skip", "P14")  # the pile of A can be traded with
    assert can(m, "B trade A 1 " + m.cards("hand B")[0])


@pytest.mark.rule("P14")
def test_who_can_go_out_does_not_pass() -> None:
    m = stuck(hand_A=PLAIN)
    refused(m, "A skip", "P14")
    assert can(m, "A out")


@pytest.mark.rule("P14", "P10")
def test_who_can_trade_with_a_neutral_pile_does_not_pass() -> None:
    m = table(3, draw="-", left="3", rest="pile_A", pile_B="-", pile_C="-", neutral_1="YEL1")
    refused(m, "A skip", "P14")
    assert can(m, "A neutral 1 1")


@pytest.mark.rule("P14", "P13")
def test_whoever_passes_discards_down_to_ten() -> None:
    m = stuck(hand_A="RED1 RED2 ORG1 ORG2 H1 H2 H3 TOKEN STA1 UTI1 YEL1 GRN1")
    m.play("A skip")
    assert m.actors == "A"
    m.play("A discard H3 GRN1")
    assert hand(m, "A").total() == 10
    assert pile(m, "A")[-2:] == ["H3", "GRN1"]
    assert m.item("turn") == "B"


@pytest.mark.rule("P14", "P8")
def test_nobody_passes_while_there_are_cards_to_draw() -> None:
    m = table(4, pile_B="-", pile_C="-", pile_D="-")
    refused(m, "A skip", "P14")
    assert can(m, "A draw")


# --- P14: the other endings


@pytest.mark.rule("P14")
@pytest.mark.parametrize(("option", "reason"), [("ends_at_once", "empty"), ("void", "void")])
def test_the_hand_may_end_after_the_discard_of_the_turn_that_emptied_the_pile(
    option: str, reason: str
) -> None:
    m = scores(f"empty_pile={option}", draw="GO", totals="A 100 B 200")
    m.play("A draw")
    assert m.ended == "running"
    m.play("A discard PNK1")
    assert m.ended == "deal"
    assert m.reason == reason
    if option == "void":
        assert m.gained == dict.fromkeys("ABCD", 0)
        assert m.totals == {"A": 100, "B": 200, "C": 0, "D": 0}
    else:
        assert m.gained == {**GAINED, "A": 1000}  # with the GO card just drawn
    m.next_deal()
    assert m.item("dealer") == "A"
    assert m.item("turn") == "B"
    assert m.item("deal") == "2"


@pytest.mark.rule("P14", "P10")
@pytest.mark.parametrize(("option", "reason"), [("ends_at_once", "empty"), ("void", "void")])
def test_a_combination_may_end_the_hand_as_well(option: str, reason: str) -> None:
    m = last_card(3, f"empty_pile={option}", pile_A="BRN1 LBL1", neutral_1="YEL1")
    m.play("A combo 1")
    assert m.ended == "running"
    finish_turn(m)
    assert m.reason == reason


@pytest.mark.rule("P14")
@pytest.mark.parametrize("option", ["one_more_round", "ends_at_once", "void"])
def test_no_option_matters_when_somebody_goes_out_before(option: str) -> None:
    m = table(4, f"empty_pile={option}", hand_A=PLAIN, draw="RED1 YEL1", rest="pile_D")
    m.play("A out")
    assert m.reason == "out"
    assert m.gained["A"] == PLAIN_VALUE


# --- P31: no endless hand


@pytest.mark.rule("P31")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_hand_ends_after_forty_turns_of_each_player(players: int) -> None:
    seats = SEATS[:players]
    m = table(players, turns=str(40 * players - 2), turn=seats[-2])
    draw_turn(m)
    assert m.ended == "running"
    assert m.item("turns") == str(40 * players - 1)
    draw_turn(m)
    assert m.ended == "deal"
    assert m.reason == "limit"


@pytest.mark.rule("P31", "P23")
@pytest.mark.parametrize("players", [5, 6])
def test_a_hand_of_five_or_six_players_has_forty_turns_each_too(players: int) -> None:
    seats = SEATS[:players]
    m = table(players, turns=str(40 * players - 2), turn=seats[-2])
    for seat in seats[-2:]:
        assert m.item("turn") == seat
        m.play(f"{seat} swap A")
        while m.ended == "running" and "A" in m.actors and m.actors != seats:
            play(m, *(f"{actor} {m.legal(actor)[0]}" for actor in m.actors))
        if m.ended == "running":
            pass_all(m)
        assert m.ended == ("running" if seat == seats[-2] else "deal")
    assert m.reason == "limit"


@pytest.mark.rule("P31", "P24", "P27", "P28")
def test_a_hand_that_is_too_long_is_scored_with_nobody_out() -> None:
    m = scores(draw="RED2 RED3", turns="159", turn="A", dealer="A")
    play(m, "A draw", "A discard RED2")
    assert m.reason == "limit"
    assert m.gained == GAINED


@pytest.mark.rule("P31", "P14")
def test_a_hand_that_is_too_long_is_void_where_an_empty_pile_makes_it_void() -> None:
    totals = "A 100 B 200"
    m = scores("empty_pile=void", draw="RED2 RED3", turns="159", turn="A", totals=totals)
    play(m, "A draw", "A discard RED2")
    assert m.reason == "void"
    assert m.gained == dict.fromkeys("ABCD", 0)
    assert m.totals == {"A": 100, "B": 200, "C": 0, "D": 0}


@pytest.mark.rule("P31", "P14")
@pytest.mark.parametrize("players", [5, 6])
def test_nobody_scores_a_void_hand_of_five_or_six_players(players: int) -> None:
    last = SEATS[players - 1]
    turns = str(40 * players - 1)
    m = table(players, "empty_pile=void", hand_A="UTI1 UTI2 GO *", turns=turns, turn=last)
    m.play(f"{last} swap A")
    while m.ended == "running":
        m.play(f"{m.asked} {m.legal(m.asked)[0]}")
    assert m.reason == "void"
    assert m.gained == dict.fromkeys(SEATS[:players], 0)


@pytest.mark.rule("P31", "P14")
def test_a_hand_that_is_too_long_is_scored_where_an_empty_pile_ends_it_at_once() -> None:
    m = scores("empty_pile=ends_at_once", draw="RED2 RED3", turns="159", turn="A")
    play(m, "A draw", "A discard RED2")
    assert m.reason == "limit"
    assert m.gained == GAINED


@pytest.mark.rule("P31")
def test_turns_are_counted_from_the_start_of_each_hand() -> None:
    m = table(4, turns="159", turn="D")
    draw_turn(m)
    m.next_deal()
    assert m.item("turns") == "0"
    draw_turn(m)
    assert m.item("turns") == "1"
    assert m.ended == "running"
