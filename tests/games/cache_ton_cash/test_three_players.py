"""Three players, a neutral pile between each two: K25 and K26."""

from collections import Counter

import pytest

from .helpers import (
    COPIES,
    at,
    begin,
    deck,
    hand,
    listed,
    moves,
    pile,
    play,
    refused,
    rejected,
    stack,
    verbs,
    words,
)

# pile 1 lies between A and B, pile 2 between B and C, pile 3 between C and A
NEIGHBOURS = [
    ("A", 1, "B"),
    ("A", 3, "C"),
    ("B", 1, "A"),
    ("B", 2, "C"),
    ("C", 2, "B"),
    ("C", 3, "A"),
]
TOPS = {1: "SCOOTER", 2: "AVION", 3: "TIRELIRE"}
ABLE = "BD TIRELIRE SCOOTER AVION OR"  # can claim, or contest, every top


# --- K25: the table


@pytest.mark.rule("K25", "K13")
@pytest.mark.parametrize(("six_cards", "size"), [("off", 5), ("on", 6)])
def test_all_cards_five_in_hand_and_three_piles_of_ten(six_cards: str, size: int) -> None:
    m = begin(3, 1, six_cards=six_cards)
    assert deck(m) == Counter(COPIES)
    assert {len(m.cards(f"hand {seat}")) for seat in "ABC"} == {size}
    assert [len(words(m.item(f"neutral {n}"))) for n in (1, 2, 3)] == [10, 10, 10]
    assert len(words(m.item("discard"))) == 1
    assert len(words(m.item("draw"))) == 104 - 3 * size - 30 - 1


@pytest.mark.rule("K25", "K9")
def test_three_players_draw_up_to_five() -> None:
    m = at("3", hand_A="BD BD PIANO TRAIN BIJOUX")
    m.play("A pair BD BD")
    assert hand(m, "A") == "PIANO TRAIN BIJOUX TIRELIRE SCOOTER"
    assert m.asked == "B"


@pytest.mark.rule("K25")
def test_the_top_of_every_pile_is_turned_up_for_everybody() -> None:
    m = at("3")
    for viewer in ("A", "B", "C", None):
        for n, top in TOPS.items():
            assert words(m.view(viewer).item(f"neutral {n}")) == [top, "?", "?"]


@pytest.mark.rule("K25", "K6")
def test_every_player_may_challenge_both_others() -> None:
    m = at(
        "3",
        hand_A=ABLE,
        stack_A="BD BD",
        stack_B="PIANO PIANO / AUTO AUTO",
        stack_C="BAS BAS / CABANE CABANE",
    )
    assert moves(m, "A", "challenge") == {"challenge B OR", "challenge C OR"}
    assert "claim" in verbs(m, "A")


# --- K26: claims


@pytest.mark.rule("K26")
@pytest.mark.parametrize(("seat", "piles"), [("A", (1, 3)), ("B", (1, 2)), ("C", (2, 3))])
def test_a_claim_takes_one_card_from_the_pile_on_the_left_or_right(
    seat: str, piles: tuple[int, int]
) -> None:
    m = at("3", turn=seat, **{f"hand_{seat}": ABLE})
    claims = {f"claim {card} {n}" for n in piles for card in (TOPS[n], "OR")}
    assert moves(m, seat, "claim") == listed(*claims)
    (far,) = {1, 2, 3} - set(piles)
    refused(m, f"{seat} claim {TOPS[far]} {far}", "K26")
    refused(m, f"{seat} claim OR {far}", "K26")


@pytest.mark.rule("K26")
def test_no_claim_takes_two_neutral_cards() -> None:
    m = at("3", hand_A=ABLE, neutral_1="SCOOTER BD", neutral_3="SCOOTER BD")
    assert moves(m, "A", "claim") == listed(
        "claim SCOOTER 1", "claim SCOOTER 3", "claim OR 1", "claim OR 3"
    )
    for claim in ("SCOOTER 1 3", "OR 1 3", "SCOOTER 1 2 3"):
        rejected(m, f"A claim {claim}")


@pytest.mark.rule("K22", "K26")
def test_a_claim_needs_a_possession_here_too() -> None:
    m = at("3", hand_A="BD PIANO TRAIN ARGENT", neutral_1="OR BD", neutral_3="ARGENT BD")
    refused(m, "A claim ARGENT 1", "K22", "K26")
    play(m, "A claim BD 1", "B stop")
    assert stack(m, "A") == "BD OR"


@pytest.mark.rule("K26")
@pytest.mark.parametrize(("seat", "n", "other"), NEIGHBOURS)
def test_only_the_other_player_at_that_pile_may_contest(seat: str, n: int, other: str) -> None:
    m = at("3", turn=seat, hand_A=ABLE, hand_B=ABLE, hand_C=ABLE)
    (third,) = set("ABC") - {seat, other}
    top = TOPS[n]
    m.play(f"{seat} claim {top} {n}")
    assert m.asked == m.actors == other
    assert moves(m, other) == {f"contest {top}", "contest OR", "stop"}
    assert m.legal(third) == []
    for move in (f"contest {top}", "contest OR", "stop"):
        refused(m, f"{third} {move}")
    m.play(f"{other} contest {top}")
    assert m.asked == m.actors == seat
    refused(m, f"{third} answer OR")
    m.play(f"{seat} stop")
    assert stack(m, other) == f"{top} {top} {top}"
    assert stack(m, seat) == stack(m, third) == "-"
    assert m.item("turn") == {"A": "B", "B": "C", "C": "A"}[seat]


@pytest.mark.rule("K26")
@pytest.mark.parametrize(("seat", "n", "other"), NEIGHBOURS)
def test_an_uncontested_claim_goes_to_the_claimer(seat: str, n: int, other: str) -> None:
    m = at("3", turn=seat, hand_A=ABLE, hand_B=ABLE, hand_C=ABLE)
    below = pile(m, f"neutral {n}").split()[1:]
    play(m, f"{seat} claim OR {n}", f"{other} stop")
    assert stack(m, seat) == f"{TOPS[n]} OR"
    for k, top in TOPS.items():
        if k != n:
            assert pile(m, f"neutral {k}").split()[0] == top
    assert pile(m, f"neutral {n}").split() == below


@pytest.mark.rule("K9", "K26")
def test_claimer_and_contester_draw_and_the_third_does_not() -> None:
    m = at("3", hand_A=ABLE, hand_C=ABLE, hand_B="BD PIANO")
    play(m, "A claim TIRELIRE 3", "C contest TIRELIRE", "A stop")
    assert hand(m, "A") == "BD TIRELIRE SCOOTER AVION OR"
    assert hand(m, "C") == "BD SCOOTER SCOOTER AVION OR"
    assert hand(m, "B") == "BD PIANO"


@pytest.mark.rule("K7", "K26")
@pytest.mark.parametrize("third", [ABLE, "-"])
def test_quick_answers_look_at_the_neighbour_only(third: str) -> None:
    m = at("3 quick_answers=on", hand_A=ABLE, hand_B="BD PIANO TRAIN", hand_C=third, draw="-")
    m.play("A claim SCOOTER 1")
    assert stack(m, "A") == "SCOOTER SCOOTER"
    assert m.item("turn") == "B"
