"""What players are told of exchanges and fights: both sides, and who attacks."""

from __future__ import annotations

import pytest

from tests.games.cache_ton_cash.helpers import CLAIMER, TURNS, at, play
from tirelire import Match
from tirelire.core.languages import conventions
from tirelire.core.moves import Move
from tirelire.core.stories import Sentence

NAMES = ["Ann", "Bob", "Chloé", "David"]


def told(m: Match, move: str, reader: str) -> list[Sentence]:
    """Play a move and tell a reader what happened."""
    before = m.view(reader)
    m.play(move)
    seat, rest = move.split(" ", 1)
    after = m.view(reader)
    return m.game.stories.story(before.record, after.record, "ABCD".index(seat), Move.parse(rest))


def lines(m: Match, move: str, reader: str, lang: str) -> list[str]:
    seat = "ABCD".index(reader)
    return [sentence.say(lang, NAMES, seat) for sentence in told(m, move, reader)]


def written(lang: str, text: str) -> str:
    return conventions(lang).typeset(text)


def swapping() -> Match:
    stacks = {"stack_A": "BD BD", "stack_B": "CABANE CABANE / AUTO OR"}
    return at("4 action_cards=on", hand_A="BD PIANO TRAIN BIJOUX ECHANGE", **stacks)


@pytest.mark.rule("K17")
@pytest.mark.parametrize(
    ("reader", "lang", "said"),
    [
        (
            "A",
            "fr",
            "Vous échangez avec Bob : vous recevez une Super bagnole et l’Or (65K) "
            "contre 2 Collections de BD (10K).",
        ),
        (
            "B",
            "fr",
            "Ann échange avec vous : vous recevez 2 Collections de BD (10K) "
            "contre une Super bagnole et l’Or (65K).",
        ),
        (
            "C",
            "fr",
            "Ann échange avec Bob et reçoit une Super bagnole et l’Or (65K) "
            "contre 2 Collections de BD (10K).",
        ),
        (
            "B",
            "en",
            "Ann swaps with you: you get 2 Comic collections (10K) "
            "and give a Fancy car and Gold (65K).",
        ),
    ],
)
def test_a_swap_names_what_both_players_get(reader: str, lang: str, said: str) -> None:
    assert written(lang, said) in lines(swapping(), "A swap B", reader, lang)


@pytest.mark.rule("K17")
def test_the_pictures_of_a_swap_show_both_sides() -> None:
    (swap, *_) = told(swapping(), "A swap B", "C")
    assert swap.cards == {"cards": ["AUTO", "OR"], "gave": ["BD", "BD"]}


def claimed(neutral: str) -> Match:
    m = at(TURNS, hand_A=CLAIMER, hand_B=CLAIMER, stack_A="BD BD", neutral_1=f"SCOOTER {neutral}")
    play(m, "A claim SCOOTER 1", "B contest SCOOTER")
    return m


@pytest.mark.rule("K28")
@pytest.mark.parametrize(
    ("reader", "said"),
    [
        ("A", "you get 3 Scooters (45K) from Bob and give 2 Comic collections (10K)."),
        ("B", "you get 2 Comic collections (10K) from Ann and give 3 Scooters (45K)."),
    ],
)
def test_a_swap_that_comes_up_names_what_both_players_get(reader: str, said: str) -> None:
    m = claimed("ECHANGE BD")
    assert f"A Swap comes up on a neutral pile: {said}" in lines(m, "A stop", reader, "en")


@pytest.mark.rule("K28")
def test_two_swaps_that_come_up_undo_each_other() -> None:
    said = lines(claimed("ECHANGE ECHANGE BD"), "A stop", "B", "en")
    sets = "your top set and Ann’s change places twice."
    assert f"Two Swaps come up on the neutral piles: {sets}" in said
    assert not [line for line in said if "you get" in line]


# --- who attacks which set


def asked(m: Match, seat: str, lang: str) -> str:
    return m.game.table.question(m.view(seat).record, NAMES, lang)


@pytest.mark.rule("K7")
def test_both_players_of_a_fight_read_who_fights_about_which_set() -> None:
    stacks = {"stack_A": "BD BD", "stack_B": "CABANE CABANE / AUTO AUTO"}
    m = at("4", hand_A="BD PIANO TRAIN BIJOUX AUTO", hand_B="BD PIANO TRAIN AUTO OR", **stacks)
    m.play("A challenge B AUTO")
    question = "Ann attaque vos Super bagnoles (30K). À vous !"
    assert asked(m, "B", "fr") == written("fr", question)
    m.play("B answer AUTO")
    question = "Bob defends their Fancy cars (30K). Your turn!"
    assert asked(m, "A", "en") == question


@pytest.mark.rule("K23")
def test_both_players_of_a_claim_read_who_claims_what() -> None:
    m = at(TURNS, hand_A=CLAIMER, hand_B=CLAIMER, neutral_1="SCOOTER BD")
    m.play("A claim SCOOTER 1")
    assert asked(m, "B", "en") == "Ann claims Scooters (30K). Do you contest this claim?"
    m.play("B contest SCOOTER")
    question = "Bob contests the Scooters that you claim (30K). Your turn!"
    assert asked(m, "A", "en") == question
