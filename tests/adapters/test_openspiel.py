"""OpenSpiel walks through our games: its own tests pass, and what it plays are our rules."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough

import tirelire.adapters.openspiel
from tirelire.core.state import State
from tirelire.games import GAMES, game
from tirelire.match.events import Deal
from tirelire.match.match import Match

SHORT = {
    "money": "match=single",
    "cash_oder_crash": "rounds=1",
    "monopoly": "target=500",
    "cache_ton_cash": "match=quick",
}
TABLES = [(name, n) for name in GAMES for n in range(game(name).fewest, game(name).most + 1)]
UNUSUAL = [
    "python_money(players=4,match=single,serials=shuffled,removed=EUR,bluff_only_bid=forbidden)",
    "python_cash_oder_crash(board=line,rounds=2,big_deal_by=anyone,big_deal_priority=random,"
    "youngest=random,insolvency=pay_what_you_have,tie=extra_round)",
    "python_monopoly(players=2,target=500,discard=always_one,tie=shared)",
    "python_cache_ton_cash(players=2,match=quick,action_cards=on,penny_jar=on,top_two=on,"
    "two_actions=on,upgrade=on,quick_answers=on,removed=PIANO/AUTO)",
]


def short(name: str, players: int) -> str:
    return f"python_{name}(players={players},{SHORT[name]})"


def load(text: str) -> Any:
    return pyspiel.load_game(text)


def dealt(text: str, seed: int = 1) -> Any:
    """Return a state after the first deal."""
    state, chosen = load(text).new_initial_state(), random.Random(seed)
    while state.is_chance_node():
        state.apply_action(chosen.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_openspiels_own_test_passes_at_every_table(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(short(name, players)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("text", UNUSUAL)
def test_openspiels_own_test_passes_with_other_options(text: str) -> None:
    pyspiel.random_sim_test(load(text), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_a_parameter(name: str) -> None:
    house = game(name)
    loaded = load(f"python_{name}")
    assert set(loaded.get_parameters()) == {"players", *(x.name for x in house.options)}
    assert list(loaded.setting.opt) == house.encode(loaded.num_players(), {})


def test_a_playthrough_passes_and_can_be_repeated() -> None:
    text = short("cash_oder_crash", 3)
    lines = generate_playthrough.playthrough_lines(text, seed=5)
    actions = [int(line.split()[1]) for line in lines if line.startswith("action: ")]
    assert generate_playthrough.playthrough_lines(text, action_sequence=actions) == lines
    assert sum(line == "IsTerminal() = True" for line in lines) == 1
    assert any('ObservationString(0) = "cash_oder_crash 3' in line for line in lines)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_cards_and_decisions_make_the_same_match(name: str, players: int) -> None:
    """A match of the house, and the same one as OpenSpiel walks through it, to the end."""
    options = dict([SHORT[name].split("=")])
    match = Match.begin(name, players, options, seed=8)
    theirs = load(short(name, players)).new_initial_state()
    ours: State = match.state
    deals = [event for event in match.events if isinstance(event, Deal)]
    for outcome in [*match.draws, *deals[0].deck, *deals[0].draws]:
        assert theirs.is_chance_node()
        theirs.apply_action(outcome)
    chosen = random.Random(players)
    while ours.asked >= 0:
        assert theirs.current_player() == ours.asked
        assert theirs.legal_actions() == list(ours.choices())
        decision = chosen.choice(ours.choices())
        ours.play(ours.asked, decision)
        theirs.apply_action(decision)
    assert theirs.walk.state.bytes == ours.bytes


def test_after_a_deal_chance_deals_again() -> None:
    state = dealt("python_cash_oder_crash(players=3,rounds=2)")
    chosen = random.Random(2)
    while not state.is_chance_node():
        state.apply_action(chosen.choice(state.legal_actions()))
    assert [outcome for outcome, _ in state.chance_outcomes()] == list(range(15))
    assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
    assert "deck []" in str(state)


def test_a_void_deal_is_dealt_anew_and_read_back() -> None:
    """OpenSpiel's own test would read back each of 1,200 states: a minute and a half."""
    spiel = load("python_monopoly(players=2,target=500,empty_pile=void)")
    state, chosen = spiel.new_initial_state(), random.Random(1)
    dealt_anew = []
    was_chance = True
    while not state.is_terminal():
        if state.is_chance_node() and not was_chance:
            dealt_anew.append(list(state.walk.state.record.total[:2]))
            assert str(spiel.deserialize_state(state.serialize())) == str(state)
        was_chance = state.is_chance_node()
        state.apply_action(chosen.choice(state.legal_actions()))
    assert [0, 0] in dealt_anew
    assert max(state.returns()) == 1


def test_returns_are_the_win_against_equal_losses() -> None:
    state = dealt("python_cash_oder_crash(players=4,rounds=1)")
    assert state.returns() == [0, 0, 0, 0]
    chosen = random.Random(3)
    while not state.is_terminal():
        state.apply_action(chosen.choice(state.legal_actions()))
    winners = state.walk.setting.engine.winners(state.walk.state.raw)
    (winner,) = [seat for seat in range(4) if winners >> seat & 1]
    expected = [-1 / 3] * 4
    expected[winner] = 1
    assert state.returns() == pytest.approx(expected)


def test_a_shared_win_is_shared() -> None:
    spiel = load("python_cash_oder_crash(players=3,rounds=1)")
    ended = (finished(spiel, seed) for seed in range(200))
    state = next(x for x in ended if 0 < max(x.returns()) < 1)
    assert sorted(state.returns()) == pytest.approx([-0.5, 0.25, 0.25])


def finished(spiel: Any, seed: int) -> Any:
    state, chosen = spiel.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        state.apply_action(chosen.choice(state.legal_actions()))
    return state


def test_nobody_takes_back() -> None:
    state = dealt(short("money", 3))
    state.apply_action(state.legal_actions()[0])
    take_back = state.walk.setting.take_back
    assert take_back in state.walk.state.legal(state.current_player())
    assert take_back not in state.legal_actions()
    with pytest.raises(pyspiel.SpielError, match="is not legal now"):
        state.apply_action(take_back)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("python_money(players=9)", "9 players: allowed is 3–5"),
        ("python_money(hands=77)", "hands=77: allowed is 1–9"),
        ("python_money(match=forever)", "match=forever: allowed is total"),
        ("python_money(players=3,removed=EUR)", "M4"),
        ("python_money(bids=open)", "Unknown parameter 'bids'"),
        ("python_monopoly(target=rich)", "Wrong type for parameter target"),
    ],
)
def test_wrong_parameters_are_openspiels_errors(text: str, words: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=words):
        load(text)


def test_a_wrong_action_is_openspiels_error_and_changes_nothing() -> None:
    state = load(short("cash_oder_crash", 3)).new_initial_state()
    for wrong in (-1, 20, 10**6):
        with pytest.raises(pyspiel.SpielError):
            state.apply_action(wrong)
    assert state.history() == []
    state.apply_action(7)
    with pytest.raises(pyspiel.SpielError, match="outcome 7 cannot be drawn now"):
        state.apply_action(7)
    with pytest.raises(pyspiel.SpielError):
        state.resample_from_infostate(0, random.random)
    state = dealt(short("cash_oder_crash", 3))
    before = str(state), state.history()
    for wrong in (-1, 8, 9, 10**6):
        with pytest.raises(pyspiel.SpielError):
            state.apply_action(wrong)
        with pytest.raises(pyspiel.SpielError):
            state.apply_action_with_legality_check(wrong)
    with pytest.raises(pyspiel.SpielError):
        state.information_state_string(3)
    assert (str(state), state.history()) == before


def test_nothing_can_be_done_after_the_end() -> None:
    state = finished(load(short("cash_oder_crash", 3)), 1)
    assert state.legal_actions() == [] == state.legal_actions(0)
    with pytest.raises(pyspiel.SpielError, match="the match is over"):
        state.apply_action(0)


def test_python_ends_in_good_order() -> None:
    """OpenSpiel lets go of what it was told after Python has ended: that must not abort."""
    code = "import tirelire.adapters.openspiel, pyspiel; pyspiel.load_game('python_money')"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_games_are_registered() -> None:
    assert tirelire.adapters.openspiel.__name__ == "tirelire.adapters.openspiel"
    names = set(pyspiel.registered_names())
    assert {f"python_{name}" for name in GAMES} <= names
