"""Positions and views as text, for every game and option."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tirelire import IllegalMove, Match, NotationError, OptionError, TirelireError
from tirelire.contract.covering import Setting, spread_settings
from tirelire.core.chance import seeded
from tirelire.games import GAMES, game
from tirelire.match.random_player import random_move

CASES = [
    pytest.param(name, players, setting, id=f"{name}-{players}-{i}")
    for name in GAMES
    for i, (players, setting) in enumerate(spread_settings(game(name)))
]


def walk(match: Match, seed: int, moves: int) -> Iterator[Match]:
    """Play random moves and stop at every one."""
    source = seeded(seed)
    for _ in range(moves):
        if match.ended == "match":
            return
        if match.ended == "deal":
            match.next_deal()
        else:
            match.play(random_move(match.view(match.asked), source), match.asked)
        yield match


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_a_printed_position_reads_back_as_itself(name: str, players: int, setting: Setting) -> None:
    match = Match.begin(name, players, setting, seed=players)
    for step, _ in enumerate(walk(match, players, 120)):
        if step % 3:
            continue
        text = match.position()
        again = Match.at(text, seed=1000 + step)
        assert again.position() == text
        for seat in ("A", "B", None):
            assert again.view(seat).bytes == match.view(seat).bytes
        assert again.actors == match.actors
        assert [again.legal(x) for x in match.actors] == [match.legal(x) for x in match.actors]


@pytest.mark.parametrize("name", GAMES)
def test_legal_decisions_are_legal_moves_and_others_change_nothing(name: str) -> None:
    match = Match.begin(name, game(name).most, seed=2)
    for _ in walk(match, 2, 60):
        before = match.state.bytes
        for seat in match.actors:
            for move in match.legal(seat):
                assert match.is_legal(move, seat)
        for seat in "ABC":
            for move in ("lay", "bid XYZ", "take up", "swap Z", "pass 1", "nonsense", "", "seal x"):
                with pytest.raises((IllegalMove, NotationError)):
                    match.play(move, seat)
        assert match.state.bytes == before


@settings(max_examples=400, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_a_position_or_a_clear_error(text: str) -> None:
    for head in ("", "money 3; ", "cash_oder_crash 4; "):
        try:
            Match.at(head + text)
        except TirelireError as error:
            assert str(error)


WORDS = st.sampled_from(
    """
    money cash_oder_crash 3 4 5 hand laid sealed bid known right left stock gone idle last serials
    deal dealer totals won extra over gained turn active pawns big_deal colour number passed ages
    calls A B C D E EUR20 EUR20a EUR20x3 COIN COIN1 BLUFF +6 -3 +1 RED BLUE * *2 - yes no stock 7 99
    -6 match played USD GBP serials=shuffled board=line ; ; ; ;
    """.split()
)


@settings(max_examples=600, deadline=None)
@given(st.lists(WORDS, max_size=30), st.sampled_from(["money 3;", "cash_oder_crash 3;", ""]))
def test_any_words_of_the_notation_are_a_position_or_a_clear_error(
    words: list[str], head: str
) -> None:
    try:
        match = Match.at(head + " ".join(words))
    except TirelireError as error:
        assert str(error)
    else:
        assert Match.at(match.position()).position() == match.position()


@settings(max_examples=400, deadline=None)
@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(WORDS, max_size=8).map(" ".join),
        st.lists(st.text(max_size=5), max_size=5),
    )
)
def test_any_move_is_played_or_refused_and_a_refusal_changes_nothing(move: str | list[str]) -> None:
    for name in GAMES:
        match = Match.begin(name, game(name).fewest, seed=1)
        before = match.state.bytes
        try:
            match.play(move, "A")
        except TirelireError as error:
            assert str(error)
            assert match.state.bytes == before
            assert match.number == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("money", "players"),
        ("poker 4", "Unknown game"),
        ("money 2", "3–5"),
        ("money 3 foo=1", "Unknown option"),
        ("money 3 match=best", "total | hands_won | single"),
        ("money 3; hand A EUR20a; hand B EUR20a", "twice"),
        ("money 3; hand A EUR20x4", "only 3"),
        ("money 3; hand A EUR25", "Unknown card"),
        ("money 3; hand Z EUR20", "Unknown player"),
        ("money 3; hand A EUR20; hand A EUR30", "twice"),
        ("money 3; banana 3", "Unknown item"),
        ("money 3; hand A BLUFF", "M7"),
        ("money 3; gone USD", "M4"),
        ("money 3; known A EUR20; hand A EUR30", "not in that hand"),
        ("money 3; serials 1 2 3", "M3"),
        ("cash_oder_crash 3; pawns A +7", "pawns"),
        ("cash_oder_crash 3; hand A +6x4", "twice"),
        ("cash_oder_crash 3; colour BLUE", "C6"),
        ("cash_oder_crash 3; turn 3; hand A +6", "C11"),
    ],
)
def test_a_wrong_position_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises((NotationError, OptionError)) as caught:
        Match.at(text)
    assert message in str(caught.value)
    assert caught.value.say("fr") != str(caught.value)
