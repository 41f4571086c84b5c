"""The end of a round and what the stacks are worth: K10 and K11."""

import pytest

from tirelire import score

from .helpers import (
    ALL_ON,
    GAME,
    SEATS,
    at,
    begin,
    deck,
    duel,
    hand,
    moves,
    over,
    pile,
    play,
    play_out,
    refused,
    stack,
    value,
    verbs,
    words,
)

EMPTY = {"hand_B": "-", "hand_C": "-", "hand_D": "-", "draw": "-"}


# --- K10: the end


@pytest.mark.rule("K10")
def test_play_goes_on_with_an_empty_draw_pile_until_all_hands_are_empty() -> None:
    m = at(draw="-", hand_A="BD AUTO AUTO", hand_B="PIANO", hand_C="-", hand_D="TRAIN TRAIN")
    m.play("A pair AUTO AUTO")
    assert hand(m, "A") == "BD"
    play(m, "B discard PIANO", "D discard TRAIN", "A discard BD")
    assert (m.ended, m.reason, m.asked) == ("running", "", "D")
    m.play("D discard TRAIN")
    assert m.ended == "deal"
    assert m.reason == "played"
    assert m.actors == ""
    assert m.gained == {"A": 30, "B": 0, "C": 0, "D": 0}


@pytest.mark.rule("K9", "K10")
def test_the_last_cards_of_the_draw_pile_are_drawn_and_played() -> None:
    m = at(draw="SCOOTER", hand_A="BD", hand_B="-", hand_C="-", hand_D="-")
    m.play("A discard BD")
    assert hand(m, "A") == "SCOOTER"
    assert pile(m, "draw") == "-"
    assert (m.ended, m.asked) == ("running", "A")
    m.play("A discard SCOOTER")
    assert m.reason == "played"


@pytest.mark.rule("K10")
@pytest.mark.parametrize(
    ("holders", "order"), [("ABCD", "BCDA"), ("ACD", "CDAC"), ("AD", "DADA"), ("BC", "BCBC")]
)
def test_a_player_without_cards_is_skipped(holders: str, order: str) -> None:
    cards = {"A": "PIANO PIANO PIANO", "B": "BD BD BD", "C": "TRAIN TRAIN TRAIN", "D": "BAS BAS"}
    items = {f"hand_{seat}": cards[seat] if seat in holders else "-" for seat in "ABCD"}
    if "A" not in holders:
        items["hand_A"] = "PIANO"
    m = at(draw="-", **items)
    m.play("A discard PIANO")
    asked = ""
    for _ in order:
        asked += m.asked
        m.play(f"{m.asked} discard {m.cards(f'hand {m.asked}')[0]}")
        if m.ended != "running":
            break
    assert asked == order


@pytest.mark.rule("K10")
def test_the_last_player_with_cards_plays_alone_and_may_not_pass() -> None:
    m = at(hand_A="BD PIANO AUTO AUTO", **EMPTY)
    m.play("A discard BD")
    assert m.asked == "A"
    assert verbs(m, "A") == {"discard", "pair"}
    refused(m, "A end")
    m.play("A pair AUTO AUTO")
    assert moves(m, "A") == {"discard PIANO"}
    m.play("A discard PIANO")
    assert m.reason == "played"


@pytest.mark.rule("K7", "K10")
def test_the_sets_of_a_player_without_cards_can_be_taken_and_he_cannot_defend() -> None:
    m = duel(draw="-", hand_B="-")
    m.play("A challenge B AUTO")
    assert m.asked == "B"
    assert moves(m, "B") == {"stop"}
    m.play("B stop")
    assert stack(m, "A") == "BD BD / AUTO AUTO AUTO"
    assert m.asked == "C"


@pytest.mark.rule("K9", "K10")
def test_a_defender_who_used_up_his_cards_is_skipped() -> None:
    m = duel(draw="-", hand_B="AUTO")
    play(m, "A challenge B OR", "B answer AUTO", "A stop")
    assert m.asked == m.item("turn") == "C"
    assert stack(m, "B") == "TRAIN TRAIN / AUTO AUTO AUTO OR"


@pytest.mark.rule("K7", "K10")
def test_the_round_ends_only_after_the_last_fight() -> None:
    m = duel(hand_A="AUTO", hand_B="AUTO", hand_C="-", hand_D="-", draw="-")
    m.play("A challenge B AUTO")
    assert (m.ended, m.asked) == ("running", "B")
    m.play("B answer AUTO")
    assert (m.ended, m.asked) == ("running", "A")  # nobody holds a card any more
    m.play("A stop")
    assert m.reason == "played"
    assert m.gained == {"A": 10, "B": 10 + 60, "C": 0, "D": 0}


# --- K11: what a stack scores


@pytest.mark.rule("K11")
@pytest.mark.parametrize(
    ("sets", "points"),
    [
        ("-", 0),
        ("BD BD", 10),
        ("BD BD / AUTO OR", 75),
        ("PIANO PIANO PIANO / PIANO PIANO", 25),
        ("CABANE CABANE ARGENT ARGENT OR OR", 190),
        ("TRAIN ARGENT / BIJOUX BIJOUX BIJOUX / SCOOTER OR / BAS BAS", 145),
    ],
)
def test_a_stack_scores_the_sum_of_all_its_cards(sets: str, points: int) -> None:
    if sets != "-":
        assert score(GAME, sets).total == points
    m = over(stack_A="TRAIN TRAIN", stack_C=sets)
    assert m.gained == {"A": 10, "B": 0, "C": points, "D": 0}
    assert m.totals == m.gained


@pytest.mark.rule("K11")
def test_the_discard_pile_scores_for_nobody() -> None:
    m = over(discard="OR OR ARGENT CABANE", stack_B="BD BD")
    assert m.gained == {"A": 0, "B": 10, "C": 0, "D": 0}


@pytest.mark.rule("K8", "K11")
def test_a_set_scores_for_the_player_who_has_it_at_the_end() -> None:
    m = duel(hand_A="OR", hand_B="BD", hand_C="-", hand_D="-", draw="-")
    play(m, "A challenge B OR", "B stop", "B discard BD")
    assert m.gained == {"A": 10 + 30 + 50, "B": 10, "C": 0, "D": 0}


@pytest.mark.rule("K10", "K11", "K24")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("options", ["", ALL_ON])
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_whole_rounds_end_with_empty_hands_and_scored_stacks(
    players: int, options: str, seed: int | None
) -> None:
    m = begin(players, 20 + players, **dict(option.split("=") for option in options.split()))
    whole = deck(m)
    play_out(m, seed)
    assert m.reason == "played"
    assert deck(m) == whole
    assert pile(m, "draw") == "-"
    seats = SEATS[:players]
    assert all(m.cards(f"hand {seat}") == [] for seat in seats)
    assert m.gained == {seat: value(m.item(f"stack {seat}")) for seat in seats}
    for seat in seats:
        for part in m.item(f"stack {seat}").split("/"):
            kinds = set(words(part)) - {"ARGENT", "OR", "ECO"}
            assert len(kinds) <= 1
            assert bool(kinds) == (m.item(f"stack {seat}") != "-")
