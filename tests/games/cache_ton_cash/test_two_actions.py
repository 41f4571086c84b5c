"""A second action: K14."""

import pytest

from tirelire import Match

from .helpers import at, duel, hand, moves, over, pile, play, refused, stack, verbs

TWO = "4 two_actions=on"


def challenged(m: Match, seat: str = "A") -> set[str]:
    """Return whom a seat may challenge."""
    return {move.split()[1] for move in moves(m, seat, "challenge")}


# --- the second action


@pytest.mark.rule("K14")
def test_a_second_action_is_offered_and_optional() -> None:
    m = at(TWO, hand_A="BD PIANO TRAIN AUTO AUTO")
    assert m.item("action") == "1"
    refused(m, "A end")  # the first action is not optional
    assert "end" not in verbs(m, "A")
    m.play("A pair AUTO AUTO")
    assert (m.asked, m.item("turn"), m.item("action")) == ("A", "A", "2")
    assert "end" in verbs(m, "A")
    m.play("A end")
    assert (m.asked, m.item("turn"), m.item("action")) == ("B", "B", "1")
    assert hand(m, "A") == "BD PIANO TRAIN TIRELIRE SCOOTER"


@pytest.mark.rule("K14")
def test_without_the_option_there_is_one_action() -> None:
    m = at("4 two_actions=off", hand_A="BD PIANO TRAIN AUTO AUTO")
    m.play("A discard BD")
    assert m.asked == "B"


@pytest.mark.rule("K14")
@pytest.mark.parametrize(
    "both",
    [
        ("pair AUTO AUTO", "pair BD OR"),
        ("pair AUTO OR", "discard BD"),
        ("discard BD", "discard AUTO"),
        ("discard BD", "pair AUTO AUTO"),
        ("pair AUTO AUTO", "pick OR"),
        ("challenge B AUTO", "pair AUTO OR"),
        ("discard BD", "challenge B AUTO"),
    ],
)
def test_two_actions_of_any_kinds_and_no_third(both: tuple[str, str]) -> None:
    m = duel(TWO)
    for action, number in zip(both, "12", strict=True):
        assert (m.asked, m.item("action")) == ("A", number)
        m.play(f"A {action}")
        if m.asked == "B" and "stop" in m.legal("B"):
            m.play("B stop")
    assert (m.asked, m.item("turn")) == ("B", "B")
    assert len(m.cards("hand A")) == 5
    refused(m, "A discard PIANO")


# --- drawing


@pytest.mark.rule("K9", "K14")
def test_the_hand_is_refilled_after_a_first_discard() -> None:
    m = at(TWO, draw="AUTO AUTO SCOOTER AVION", hand_A="BD PIANO TRAIN AUTO")
    m.play("A discard BD")
    assert hand(m, "A") == "PIANO TRAIN AUTO AUTO AUTO"
    assert pile(m, "draw") == "SCOOTER AVION"
    m.play("A pair AUTO AUTO")
    assert hand(m, "A") == "PIANO TRAIN SCOOTER AVION AUTO"


@pytest.mark.rule("K9", "K14")
@pytest.mark.parametrize("first", ["pair AUTO AUTO", "pick OR", "challenge B AUTO"])
def test_the_hand_is_not_refilled_after_another_first_action(first: str) -> None:
    m = duel(TWO)
    before = pile(m, "draw")
    m.play(f"A {first}")
    if m.asked == "B":
        play(m, "B answer AUTO", "A stop")
    assert (m.asked, m.item("action")) == ("A", "2")
    assert len(m.cards("hand A")) == (3 if first == "pair AUTO AUTO" else 4)
    assert pile(m, "draw") == before
    m.play("A discard BD")
    assert len(m.cards("hand A")) == len(m.cards("hand B")) == 5


@pytest.mark.rule("K9", "K14")
def test_a_defender_draws_only_at_the_end_of_the_turn_and_after_the_active_player() -> None:
    m = duel(TWO)
    play(m, "A challenge B AUTO", "B answer AUTO", "A stop")
    assert len(m.cards("hand B")) == 4
    m.play("A discard PIANO")  # a second action: nothing is refilled between
    assert hand(m, "A") == "BD TIRELIRE SCOOTER AUTO OR"
    assert hand(m, "B") == "TRAIN BIJOUX BAS AVION ARGENT"


@pytest.mark.rule("K14")
@pytest.mark.parametrize(
    ("cards", "draw", "first"),
    [
        ("BD", "-", "discard BD"),
        ("AUTO AUTO", "-", "pair AUTO AUTO"),
        ("AUTO AUTO", "SCOOTER AVION", "pair AUTO AUTO"),  # drawn only when the turn has ended
    ],
)
def test_the_turn_ends_without_cards(cards: str, draw: str, first: str) -> None:
    m = at(TWO, hand_A=cards, draw=draw)
    m.play(f"A {first}")
    assert (m.asked, m.item("turn"), m.item("action")) == ("B", "B", "1")
    assert pile(m, "draw") == "-"
    assert hand(m, "A") == ("-" if draw == "-" else "SCOOTER AVION")


@pytest.mark.rule("K14")
def test_a_last_card_discarded_first_is_replaced_as_long_as_there_are_cards_to_draw() -> None:
    m = at(TWO, hand_A="BD", draw="SCOOTER")
    m.play("A discard BD")
    assert (m.asked, m.item("action")) == ("A", "2")
    assert moves(m, "A") == {"discard SCOOTER", "end"}


@pytest.mark.rule("K10", "K14")
def test_the_round_ends_with_the_first_action_when_nobody_has_cards_left() -> None:
    assert over(TWO, stack_A="BD BD").gained["A"] == 10


@pytest.mark.rule("K10", "K14")
def test_a_player_who_keeps_his_last_card_is_asked_again() -> None:
    m = at(TWO, hand_A="BD PIANO", hand_B="-", hand_C="-", hand_D="-", draw="-")
    play(m, "A discard BD", "A end")
    assert (m.asked, m.item("action")) == ("A", "1")
    m.play("A discard PIANO")
    assert m.reason == "played"


# --- a second challenge


@pytest.mark.rule("K14")
def test_a_lost_challenge_bars_that_player_for_the_rest_of_the_turn() -> None:
    m = duel(TWO, stack_C="PIANO PIANO / AUTO AUTO")
    assert challenged(m) == {"B", "C"}
    play(m, "A challenge B AUTO", "B answer AUTO", "A stop")
    assert m.item("barred") == "B"
    assert challenged(m) == {"C"}
    refused(m, "A challenge B AUTO", "K14")
    refused(m, "A challenge B OR", "K14")
    play(m, "A challenge C AUTO", "C stop")
    assert stack(m, "A") == "BD BD / AUTO AUTO AUTO"
    assert m.item("barred") == "-"


@pytest.mark.rule("K14")
def test_a_won_challenge_bars_nobody() -> None:
    m = duel(TWO, stack_B="TRAIN TRAIN / AUTO AUTO / AUTO AUTO")
    play(m, "A challenge B AUTO", "B answer ARGENT", "A answer OR", "B stop")
    assert m.item("barred") == "-"
    play(m, "A challenge B AUTO", "B stop")
    assert stack(m, "A") == "BD BD / AUTO AUTO AUTO ARGENT OR / AUTO AUTO AUTO"
    assert stack(m, "B") == "TRAIN TRAIN"


@pytest.mark.rule("K14", "K19")
@pytest.mark.parametrize("lost", ["AUTO", "second BAS BAS"])
def test_both_sets_of_that_player_are_barred(lost: str) -> None:
    m = duel(
        f"{TWO} top_two=on",
        hand_A="BAS BAS BAS AUTO OR",
        hand_B="TRAIN TRAIN AUTO ARGENT",
        stack_B="TRAIN TRAIN / BAS BAS / AUTO AUTO",
    )
    play(m, f"A challenge B {lost}", "B answer ARGENT", "A stop")
    assert challenged(m) == set()
    refused(m, "A challenge B OR", "K14")
    refused(m, "A challenge B second BAS OR", "K14")


@pytest.mark.rule("K14")
def test_the_bar_is_lifted_in_the_next_turn_and_binds_nobody_else() -> None:
    m = duel(TWO, stack_C="PIANO PIANO", hand_C="BD PIANO TRAIN BIJOUX OR")
    play(m, "A challenge B AUTO", "B answer AUTO", "A stop", "A end")
    assert m.item("barred") == "-"
    play(m, "B discard TRAIN", "B end")
    assert challenged(m, "C") == {"B"}
    play(m, "C discard BD", "C end", "D discard BD", "D end")
    assert m.asked == "A"
    assert challenged(m) == {"B"}


@pytest.mark.rule("K14", "K23")
def test_a_lost_contest_of_a_claim_bars_nobody() -> None:
    m = at(
        "2 two_actions=on",
        hand_A="SCOOTER BD TRAIN BIJOUX TIRELIRE OR",
        hand_B="SCOOTER TRAIN TRAIN BIJOUX AVION CABANE",
        stack_A="BD BD",
        stack_B="TRAIN TRAIN / AVION AVION",
    )
    play(m, "A claim SCOOTER 1", "B contest SCOOTER", "A stop")
    assert stack(m, "B") == "TRAIN TRAIN / AVION AVION / SCOOTER SCOOTER SCOOTER"
    assert (m.asked, m.item("action"), m.item("barred")) == ("A", "2", "-")
    m.play("A challenge B OR")
    assert m.asked == "B"


@pytest.mark.rule("K14", "K23")
def test_a_lost_challenge_does_not_forbid_a_claim() -> None:
    m = at(
        "2 two_actions=on",
        hand_A="SCOOTER BD TRAIN BIJOUX TIRELIRE OR",
        hand_B="AVION TRAIN TRAIN BIJOUX AVION CABANE",
        stack_A="BD BD",
        stack_B="TRAIN TRAIN / AVION AVION",
    )
    play(m, "A challenge B OR", "B answer AVION", "A stop", "A claim SCOOTER 1 2", "B stop")
    assert stack(m, "A") == "BD BD / SCOOTER SCOOTER SCOOTER"
    assert hand(m, "A") == "BD TRAIN BIJOUX TIRELIRE TIRELIRE AVION"
    assert len(m.cards("hand B")) == 6
