"""Action cards in neutral piles: K27 and K28."""

from collections import Counter

import pytest

from tirelire.core.chance import new_stream
from tirelire.games.cache_ton_cash.rules import material as c

from .helpers import (
    A_SETS,
    B_SETS,
    CLAIMED,
    CLAIMER,
    TURNS,
    at,
    begin,
    deck,
    moves,
    pile,
    play,
    refused,
    rejected,
    stack,
    turned,
    verbs,
)

# --- K27: before play begins


@pytest.mark.rule("K27")
@pytest.mark.parametrize("players", [2, 3])
def test_no_pile_begins_with_an_action_card_and_they_lie_anywhere_below(players: int) -> None:
    places: Counter[int] = Counter()
    for seed in range(400):
        m = begin(players, seed, action_cards="on")
        assert deck(m)["ECHANGE"] == deck(m)["DEMENAGEMENT"] == 2
        for n in (1, 2, 3):
            cards = pile(m, f"neutral {n}").split()
            assert len(cards) == 10
            places.update(i for i, card in enumerate(cards) if card in ("ECHANGE", "DEMENAGEMENT"))
    assert places[0] == 0
    # put back at random: no place has much more or less than its share (twice the share would
    # be the bottom, or the second place, if they always went there)
    share = sum(places.values()) / 9
    assert all(0.5 * share < places[i] < 1.55 * share for i in range(1, 10))


@pytest.mark.rule("K27")
@pytest.mark.parametrize("players", [2, 3])
def test_no_action_card_goes_back_to_the_bottom_before_play_begins(players: int) -> None:
    places: set[int] = set()
    for seed in range(400):
        m = begin(players, seed, action_cards="on")
        for n in (1, 2, 3):
            cards = pile(m, f"neutral {n}").split()
            back = pile(m, f"buried {n}").split()
            # a pile with no action card but those that were turned up and went back
            if back != ["-"] and len(back) == sum(x in ("ECHANGE", "DEMENAGEMENT") for x in cards):
                places.update(cards.index(card) for card in back)
    assert places == set(range(1, 9))


@pytest.mark.rule("K27")
def test_the_places_belong_to_the_deal() -> None:
    for seed in range(20):
        one, two = (begin(3, seed, action_cards="on") for _ in range(2))
        assert one.position() == two.position()


# --- K28: swap


@pytest.mark.rule("K28")
def test_a_swap_card_exchanges_the_top_sets_at_once_and_costs_no_action() -> None:
    m = turned("ECHANGE BD TRAIN")
    assert stack(m, "A") == f"{A_SETS} / BIJOUX BIJOUX"
    assert stack(m, "B") == "CABANE CABANE / AVION AVION / SCOOTER SCOOTER"
    assert m.item("gone") == "ECHANGE"
    assert pile(m, "neutral 1") == "BD TRAIN"
    assert (m.asked, m.item("turn"), m.item("action")) == ("B", "B", "1")
    assert "discard" in verbs(m, "B")
    assert len(m.cards("hand A")) == 6


@pytest.mark.rule("K28")
def test_a_swap_card_works_on_only_sets_and_after_a_lost_claim() -> None:
    m = at(TURNS, hand_A=CLAIMER, hand_B=CLAIMER, stack_A="BD BD", neutral_1="SCOOTER ECHANGE BD")
    play(m, "A claim SCOOTER 1", "B contest SCOOTER", "A stop")
    assert stack(m, "A") == "SCOOTER SCOOTER SCOOTER"
    assert stack(m, "B") == "BD BD"


@pytest.mark.rule("K27", "K28")
def test_a_swap_card_goes_back_to_a_random_place_if_one_player_has_no_set() -> None:
    places = set()
    for seed in range(60):
        m = turned("ECHANGE BD TRAIN AVION CABANE", TURNS, seed, stack_B="-")
        assert stack(m, "A") == CLAIMED
        assert stack(m, "B") == "-"
        assert m.item("gone") == "-"
        cards = pile(m, "neutral 1").split()
        assert [card for card in cards if card != "ECHANGE"] == ["BD", "TRAIN", "AVION", "CABANE"]
        places.add(cards.index("ECHANGE"))
    assert places == {1, 2, 3}  # neither on top nor at the bottom


@pytest.mark.rule("K27", "K28")
@pytest.mark.parametrize("under", ["BD TRAIN", "BD"])
def test_with_fewer_than_three_cards_left_it_goes_to_the_bottom(under: str) -> None:
    for seed in range(20):
        m = turned(f"ECHANGE {under}", TURNS, seed, stack_B="-")
        assert pile(m, "neutral 1") == f"{under} ECHANGE"


@pytest.mark.rule("K27", "K28")
def test_with_three_cards_left_it_goes_between_them_and_not_to_the_bottom() -> None:
    ms = [turned("ECHANGE BD TRAIN AVION", TURNS, seed, stack_B="-") for seed in range(40)]
    assert {pile(m, "neutral 1").split().index("ECHANGE") for m in ms} == {1, 2}


@pytest.mark.rule("K27", "K28")
@pytest.mark.parametrize("left", range(3, 10))
def test_every_place_inside_the_pile_is_drawn_equally_often(left: int) -> None:
    under = "BD TRAIN AVION CABANE BIJOUX TIRELIRE BD TRAIN AVION".split()[:left]
    places: Counter[int] = Counter()
    for drawn in range(0, 2520, 11):  # 11 has no factor in common with the number of draws
        m = turned(f"ECHANGE {' '.join(under)}", stack_B="-", places=f"{drawn} " + "0 " * 15)
        places[pile(m, "neutral 1").split().index("ECHANGE")] += 1
    assert sorted(places) == list(range(1, left))
    share = places.total() / (left - 1)
    assert all(0.8 * share < count < 1.2 * share for count in places.values())


@pytest.mark.rule("K27", "K28")
def test_when_all_drawn_places_are_used_it_goes_above_the_bottom_card() -> None:
    m = turned("ECHANGE BD TRAIN AVION CABANE", stack_B="-", places="-")
    assert pile(m, "neutral 1") == "BD TRAIN AVION ECHANGE CABANE"


@pytest.mark.rule("K27", "K28")
def test_whoever_guesses_where_it_lies_knows_that_it_is_not_at_the_bottom() -> None:
    m = turned("ECHANGE BD TRAIN AVION CABANE", stack_B="-", gone="ECHANGE")
    engine, view, stream = m.game.engine, m.view("B"), new_stream(1)
    cards = m.game.positions.CODES.copies("ECHANGE")
    world, places = engine.new(), set[int]()
    for _ in range(100):
        engine.sample(view.raw, stream, world)
        record = engine.record(world)
        places.update(int(record.place[card]) for card in cards if record.zone[card] == c.NEUTRAL)
    assert places == {1, 2, 3}  # the bottom is 0, the top 4


@pytest.mark.rule("K28")
def test_two_swap_cards_in_a_row_both_go_back() -> None:
    for seed in range(20):
        m = turned("ECHANGE ECHANGE BD TRAIN AVION", TURNS, seed, stack_B="-")
        cards = pile(m, "neutral 1").split()
        assert cards[0] == "BD"
        assert sorted(cards) == ["AVION", "BD", "ECHANGE", "ECHANGE", "TRAIN"]
        assert m.item("gone") == "-"


@pytest.mark.rule("K28")
@pytest.mark.parametrize("under", ["ECHANGE", "ECHANGE ECHANGE"])
def test_swap_cards_with_nothing_but_swap_cards_under_them_leave_the_game(under: str) -> None:
    m = turned(under, stack_B="-")
    assert pile(m, "neutral 1") == "-"
    assert pile(m, "gone") == under
    assert stack(m, "A") == CLAIMED
    assert m.asked == "B"


@pytest.mark.rule("K28")
def test_a_swap_card_that_went_back_works_when_it_comes_again() -> None:
    m = turned("ECHANGE BD", stack_A="-", stack_B="-")
    assert pile(m, "neutral 1") == "BD ECHANGE"
    play(m, "B claim BD 1", "A stop")
    assert stack(m, "A") == "BD BD"
    assert stack(m, "B") == "SCOOTER SCOOTER"
    assert (pile(m, "neutral 1"), m.item("gone")) == ("-", "ECHANGE")


# --- K28: move


@pytest.mark.rule("K28")
@pytest.mark.parametrize("order", ["AB", "BA"])
@pytest.mark.parametrize(
    ("for_b", "sets_b"),
    [
        ("down", "BIJOUX BIJOUX / CABANE CABANE / AVION AVION"),
        ("up", "AVION AVION / BIJOUX BIJOUX / CABANE CABANE"),
    ],
)
@pytest.mark.parametrize(
    ("for_a", "sets_a"),
    [
        ("down", "SCOOTER SCOOTER / BD BD / TRAIN TRAIN"),
        ("up", "TRAIN TRAIN / SCOOTER SCOOTER / BD BD"),
    ],
)
def test_each_decides_for_the_other_in_any_order(
    order: str, for_a: str, sets_a: str, for_b: str, sets_b: str
) -> None:
    m = turned("DEMENAGEMENT BD")
    assert m.actors == "AB"
    assert m.item("shift") == "1"
    choice = {"A": for_b, "B": for_a}
    for seat in "AB":
        assert moves(m, seat) == {"shift down", "shift up"}
    m.play(f"{order[0]} shift {choice[order[0]]}")
    assert m.actors == order[1]
    refused(m, f"{order[0]} shift up")
    assert (stack(m, "A"), stack(m, "B")) == (CLAIMED, B_SETS)  # nothing happens before both chose
    m.play(f"{order[1]} shift {choice[order[1]]}")
    assert (stack(m, "A"), stack(m, "B")) == (sets_a, sets_b)
    assert m.item("gone") == "DEMENAGEMENT"
    assert pile(m, "neutral 1") == "BD"
    assert (m.asked, m.item("turn"), m.item("action")) == ("B", "B", "1")


@pytest.mark.rule("K28")
@pytest.mark.parametrize(
    ("sets_a", "sets_b", "asked"),
    [
        ("-", B_SETS, "A"),
        (A_SETS, "-", "B"),
        (A_SETS, "CABANE CABANE", "B"),
        ("-", "CABANE CABANE", ""),
        ("BD BD", "CABANE CABANE / AVION AVION", "AB"),
    ],
)
@pytest.mark.parametrize("quick", ["off", "on"])
def test_nobody_is_asked_about_a_stack_of_fewer_than_two_sets(
    sets_a: str, sets_b: str, asked: str, quick: str
) -> None:
    m = at(
        f"{TURNS} quick_answers={quick}",
        hand_A=CLAIMER,
        stack_A=sets_a,
        stack_B=sets_b,
        neutral_1="SCOOTER DEMENAGEMENT BD",
    )
    m.play("A claim SCOOTER 1")
    if quick == "off":
        m.play("B stop")
    if asked:
        assert m.actors == asked
    for seat in asked:
        m.play(f"{seat} shift down")
    claimed = "SCOOTER SCOOTER" if sets_a == "-" else f"SCOOTER SCOOTER / {sets_a}"
    assert stack(m, "A") == claimed
    assert stack(m, "B").split(" / ")[-1] == sets_b.split(" / ")[-2:][0]
    assert m.item("gone") == "DEMENAGEMENT"
    assert (m.asked, m.item("turn")) == ("B", "B")
    assert "discard" in verbs(m, "B")


@pytest.mark.rule("K24", "K28")
def test_nothing_else_is_done_and_nobody_draws_before_the_choices() -> None:
    m = turned("DEMENAGEMENT BD")
    draw = pile(m, "draw")
    assert len(m.cards("hand A")) == 5
    for move in ("A discard TRAIN", "B discard TRAIN", "A end", "B stop"):
        rejected(m, move)
    m.play("A shift up")
    assert pile(m, "draw") == draw
    m.play("B shift up")
    assert len(m.cards("hand A")) == 6
