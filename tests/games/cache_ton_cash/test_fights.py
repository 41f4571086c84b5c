"""Answering in a fight and drawing after it: K7 and K9, and the option quick_answers."""

from random import Random

import pytest

from tirelire import Match, Move
from tirelire.core.cards import SPECTATOR
from tirelire.core.languages import conventions

from .helpers import (
    ALL_ON,
    FIVE,
    SIX,
    at,
    begin,
    duel,
    hand,
    listed,
    moves,
    pile,
    play,
    refused,
    rejected,
    stack,
)

OFF, ON = "4 quick_answers=off", "4 quick_answers=on"


# --- K7: answers


@pytest.mark.rule("K7")
def test_defender_and_challenger_answer_in_turn() -> None:
    m = duel()
    m.play("A challenge B AUTO")
    assert m.actors == m.asked == m.item("asked") == "B"
    assert moves(m, "B") == {"answer AUTO", "answer ARGENT", "stop"}
    m.play("B answer ARGENT")
    assert m.actors == m.asked == m.item("asked") == "A"
    assert m.item("fight") == "B 1 AUTO ARGENT"
    assert moves(m, "A") == {"answer AUTO", "answer OR", "stop"}
    m.play("A answer OR")
    assert m.actors == "B"
    assert moves(m, "B") == {"answer AUTO", "stop"}
    m.play("B answer AUTO")
    assert m.actors == "A"


@pytest.mark.rule("K7")
@pytest.mark.parametrize("card", ["TRAIN", "BIJOUX", "BAS"])
def test_an_answer_must_match_the_set_fought_about(card: str) -> None:
    m = duel()
    m.play("A challenge B OR")  # the set decides, not the card that was played
    refused(m, f"B answer {card}", "K7")
    refused(m, "B answer OR")  # he has none
    m.play("B answer AUTO")
    refused(m, "A answer BD", "K7")


@pytest.mark.rule("K7", "K20")
@pytest.mark.parametrize("cards", ["AUTO ARGENT", "AUTO AUTO"])
def test_one_card_answers_one_card(cards: str) -> None:
    m = duel(hand_B="TRAIN BIJOUX AUTO AUTO ARGENT")
    m.play("A challenge B AUTO")
    rejected(m, f"B answer {cards}")


@pytest.mark.rule("K7")
def test_a_player_may_give_up_with_a_usable_card_in_hand() -> None:
    m = duel()
    play(m, "A challenge B AUTO", "B answer AUTO")
    assert "answer OR" in moves(m, "A")
    m.play("A stop")
    assert stack(m, "B") == "TRAIN TRAIN / AUTO AUTO AUTO AUTO"
    assert "OR" in hand(m, "A")


@pytest.mark.rule("K7")
def test_nobody_else_takes_part_and_nothing_else_is_done_in_a_fight() -> None:
    m = duel(hand_C="AUTO AUTO OR BD PIANO", stack_C="PIANO PIANO")
    m.play("A challenge B AUTO")
    for move in ("C answer AUTO", "C stop", "A answer AUTO", "A stop", "D discard BD"):
        refused(m, move)
    for move in ("B discard TRAIN", "B pair AUTO ARGENT", "B challenge A AUTO", "B end"):
        refused(m, move)
    assert m.legal("C") == m.legal("A") == []


@pytest.mark.rule("K7", "K9")
def test_nobody_draws_during_a_fight() -> None:
    m = duel(hand_A="AUTO")
    before = pile(m, "draw")
    m.play("A challenge B AUTO")
    assert hand(m, "A") == "-"
    m.play("B answer AUTO")
    assert hand(m, "A") == "-"
    assert hand(m, "B") == "TRAIN BIJOUX BAS ARGENT"
    assert pile(m, "draw") == before
    assert moves(m, "A") == {"stop"}
    m.play("A stop")
    assert hand(m, "A") == "TIRELIRE TIRELIRE SCOOTER AVION CABANE"
    assert hand(m, "B") == "TRAIN BIJOUX BAS SCOOTER ARGENT"


@pytest.mark.rule("K7")
def test_a_fight_goes_on_as_long_as_both_can_and_will() -> None:
    m = duel(hand_A="AUTO AUTO AUTO OR OR", hand_B="AUTO AUTO AUTO ARGENT ARGENT")
    m.play("A challenge B AUTO")
    for mine, yours in (("AUTO", "AUTO"), ("AUTO", "AUTO"), ("ARGENT", "OR"), ("ARGENT", "OR")):
        play(m, f"B answer {mine}", f"A answer {yours}")
    assert hand(m, "A") == "-"
    m.play("B answer AUTO")
    assert m.asked == "A"
    assert moves(m, "A") == {"stop"}
    m.play("A stop")
    top = "AUTO AUTO AUTO AUTO AUTO AUTO AUTO AUTO ARGENT ARGENT OR OR"
    assert stack(m, "B") == f"TRAIN TRAIN / {top}"


# --- K7: who is asked


@pytest.mark.rule("K7")
@pytest.mark.parametrize(
    ("cards", "answers"),
    [
        ("-", ()),
        (FIVE, ()),
        ("TRAIN BIJOUX BAS AUTO OR", ("answer AUTO", "answer OR")),
    ],
)
def test_a_defender_is_asked_whatever_he_holds(cards: str, answers: tuple[str, ...]) -> None:
    m = duel(OFF, hand_B=cards, draw="-")
    m.play("A challenge B AUTO")
    assert m.asked == m.actors == "B"
    assert moves(m, "B") == listed("stop", *answers)
    assert stack(m, "A") == "BD BD"


@pytest.mark.rule("K7")
@pytest.mark.parametrize("cards", ["AUTO", "BD PIANO TRAIN BIJOUX AUTO"])
def test_a_challenger_is_asked_whatever_he_holds(cards: str) -> None:
    m = duel(OFF, hand_A=cards, draw="-")
    play(m, "A challenge B AUTO", "B answer AUTO")
    assert m.asked == m.actors == "A"
    assert moves(m, "A") == {"stop"}
    assert stack(m, "B") == "TRAIN TRAIN / AUTO AUTO"


@pytest.mark.rule("K7")
@pytest.mark.parametrize("cards", ["-", FIVE, "BD PIANO TRAIN BIJOUX CABANE"])
def test_quick_answers_skip_a_defender_who_cannot_answer(cards: str) -> None:
    m = duel(ON, hand_B=cards, draw="-")
    m.play("A challenge B AUTO")
    assert stack(m, "A") == "BD BD / AUTO AUTO AUTO"
    assert stack(m, "B") == "TRAIN TRAIN"
    assert m.asked == m.item("turn") == ("C" if cards == "-" else "B")


@pytest.mark.rule("K7")
@pytest.mark.parametrize("card", ["AUTO", "ARGENT", "OR"])
def test_quick_answers_ask_whoever_can_answer(card: str) -> None:
    m = duel(ON, hand_B=f"BD PIANO TRAIN BIJOUX {card}")
    m.play("A challenge B AUTO")
    assert m.asked == m.actors == "B"
    assert moves(m, "B") == {"stop", f"answer {card}"}


@pytest.mark.rule("K7", "K9")
def test_quick_answers_skip_a_challenger_who_cannot_answer() -> None:
    m = duel(ON, hand_A="BD PIANO TRAIN BIJOUX AUTO")
    play(m, "A challenge B AUTO", "B answer AUTO")
    assert stack(m, "B") == "TRAIN TRAIN / AUTO AUTO AUTO AUTO"
    assert m.item("turn") == "B"
    assert hand(m, "A") == "BD PIANO TRAIN BIJOUX TIRELIRE"
    assert hand(m, "B") == "TRAIN BIJOUX BAS SCOOTER ARGENT"


@pytest.mark.rule("K7", "K23")
@pytest.mark.parametrize(("quick", "asked"), [("off", True), ("on", False)])
@pytest.mark.parametrize("cards", ["-", SIX])
def test_the_same_goes_for_contests_of_claims(quick: str, asked: bool, cards: str) -> None:
    m = at(f"2 quick_answers={quick}", hand_A="BD SCOOTER", hand_B=cards, draw="-")
    m.play("A claim SCOOTER 1")
    if asked:
        assert m.asked == "B"
        assert moves(m, "B") == {"stop"}
        m.play("B stop")
    assert stack(m, "A") == "SCOOTER SCOOTER"


@pytest.mark.rule("K7")
def test_with_quick_answers_no_seat_without_an_answer_is_ever_asked() -> None:
    for players, seed in ((2, 1), (3, 2), (4, 3), (6, 4)):
        m = begin(players, seed, match="quick", quick_answers="on")
        random = Random(seed)
        fights = 0
        while m.ended == "running":
            legal = m.legal(m.asked)
            assert legal != ["stop"]
            fights += "stop" in legal
            dear = [move for move in legal if move.split()[0] in ("challenge", "claim", "answer")]
            m.play(f"{m.asked} {random.choice(dear or legal)}")
        assert fights > 3


@pytest.mark.rule("K7")
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Bob is not asked: everyone now knows that this hand cannot answer."),
        (
            "fr",
            "On ne demande rien à Bob : toute la table sait maintenant "
            "que cette main ne permet pas de répondre.",
        ),
    ],
)
def test_the_table_is_told_that_a_skipped_seat_shows_something(lang: str, said: str) -> None:
    m = duel(ON, hand_B="-", draw="-")
    before = m.view(None)
    m.play("A challenge B AUTO")
    move = Move.parse("challenge B AUTO")
    told = m.game.stories.story(before.record, m.view(None).record, 0, move)
    texts = [sentence.say(lang, ["Ann", "Bob", "C", "D"], SPECTATOR) for sentence in told]
    assert conventions(lang).typeset(said) in texts


# --- K9: drawing at the end of the turn


@pytest.mark.rule("K9")
@pytest.mark.parametrize(
    ("draw", "of_a", "of_b"),
    [
        ("-", "-", "-"),
        ("SCOOTER", "SCOOTER", "-"),
        ("SCOOTER CABANE", "SCOOTER CABANE", "-"),
        ("CABANE SCOOTER AVION", "SCOOTER CABANE", "AVION"),
        ("TIRELIRE TIRELIRE AVION CABANE SCOOTER", "TIRELIRE TIRELIRE", "AVION CABANE"),
    ],
)
def test_the_active_player_draws_first_and_as_far_as_the_draw_pile_reaches(
    draw: str, of_a: str, of_b: str
) -> None:
    m = duel(draw=draw)
    play(m, "A challenge B AUTO", "B answer AUTO", "A answer AUTO", "B answer ARGENT", "A stop")
    drawn = {"A": set(hand(m, "A").split()), "B": set(hand(m, "B").split())}
    assert drawn["A"] - {"BD", "PIANO", "OR"} == set(of_a.split()) - {"-"}
    assert drawn["B"] - {"TRAIN", "BIJOUX", "BAS"} == set(of_b.split()) - {"-"}
    taken = len(draw.split()) if len(draw.split()) < 4 else 4
    assert pile(m, "draw") == (" ".join(draw.split()[taken:]) or "-")


@pytest.mark.rule("K9")
def test_only_players_who_used_cards_draw() -> None:
    m = duel(hand_B="TRAIN AUTO", hand_C="BD PIANO")
    play(m, "A challenge B AUTO", "B stop")
    assert hand(m, "A") == "BD PIANO TIRELIRE AUTO OR"
    assert hand(m, "B") == "TRAIN AUTO"
    assert hand(m, "C") == "BD PIANO"


@pytest.mark.rule("K9", "K14")
@pytest.mark.parametrize("order", ["BC", "CB"])
def test_the_others_draw_in_the_order_of_their_fights(order: str) -> None:
    m = duel(
        "4 two_actions=on",
        hand_A="BD PIANO TRAIN AUTO CABANE",
        hand_C="BD PIANO BIJOUX BAS CABANE",
        stack_C="PIANO PIANO / CABANE CABANE",
    )
    for seat in order:
        card = {"B": "AUTO", "C": "CABANE"}[seat]
        play(m, f"A challenge {seat} {card}", f"{seat} answer {card}", "A stop")
        if seat == order[0]:
            assert m.item("used") == seat
    first, second = order[0], order[1]
    assert hand(m, "A") == "BD PIANO TRAIN TIRELIRE SCOOTER"
    assert "AVION" in hand(m, first)
    assert "CABANE" in hand(m, second)
    assert "AVION" not in hand(m, second)
    assert m.item("used") == "-"


@pytest.mark.rule("K9", "K14")
def test_who_was_challenged_first_but_used_nothing_does_not_draw() -> None:
    m = duel(
        "4 two_actions=on",
        hand_A="BD PIANO TRAIN AUTO CABANE",
        hand_C="BD PIANO BIJOUX",
        stack_C="PIANO PIANO / CABANE CABANE",
    )
    play(m, "A challenge C CABANE", "C stop", "A challenge B AUTO", "B answer AUTO", "A stop")
    assert hand(m, "C") == "BD PIANO BIJOUX"
    assert hand(m, "B") == "TRAIN BIJOUX BAS AVION ARGENT"


# --- what is written down


@pytest.mark.rule("K7", "K23", "K28")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_can_be_written_down_and_read_back_at_any_point(players: int) -> None:
    m = begin(players, 8, **dict(option.split("=") for option in ALL_ON.split()))
    step = 0
    while m.ended == "running":
        if step % 5 == 0 or "stop" in m.legal(m.asked):
            again = Match.at(m.position(), seed=99)
            assert again.position() == m.position()
            assert {seat: again.legal(seat) for seat in "AB"} == {
                seat: m.legal(seat) for seat in "AB"
            }
        legal = m.legal(m.asked)
        m.play(f"{m.asked} {legal[step % len(legal)]}")
        step += 1
