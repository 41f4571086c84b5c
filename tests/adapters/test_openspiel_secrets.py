"""What OpenSpiel is told of a seat: its view and its past, and nothing that it cannot know."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from tests.adapters.test_openspiel import SHORT, dealt, load, short
from tirelire.adapters.openspiel import state_of
from tirelire.adapters.openspiel_memory import Memory
from tirelire.core.cards import SPECTATOR
from tirelire.core.chance import seeded
from tirelire.core.codes import seat_number
from tirelire.games import GAMES, game
from tirelire.match.match import Match
from tirelire.match.random_player import random_move

SIMULTANEOUS = "python_cash_oder_crash(players=3,rounds=1)"
TABLES = [(name, n) for name in GAMES for n in {game(name).fewest, game(name).most}]


def told(state: Any, player: int) -> tuple[Any, ...]:
    """Return everything that OpenSpiel tells of a player."""
    return (
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
    )


def test_who_is_asked_later_does_not_know_what_was_chosen_in_secret() -> None:
    state = dealt(SIMULTANEOUS)
    first = state.current_player()
    assert len(state.legal_actions()) > 1
    after = [state.child(action) for action in state.legal_actions()]
    second = after[0].current_player()
    assert second != first
    for player in range(3):
        different = {str(told(child, player)) for child in after}
        assert len(different) == (len(after) if player == first else 1)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_world_is_the_same_for_the_player_and_for_nobody_else(name: str, players: int) -> None:
    """OpenSpiel's law of resampling, at every decision of a deal; and no world tells the truth."""
    state = dealt(short(name, players))
    chosen = random.Random(4)
    worlds = 0
    for _ in range(60):
        if state.is_chance_node() or state.is_terminal():
            break
        player = chosen.randrange(players)
        world = state.resample_from_infostate(player, chosen.random)
        assert told(world, player) == told(state, player)
        assert world.current_player() == state.current_player()
        if player == state.current_player():
            assert world.legal_actions() == state.legal_actions()
        worlds += str(world) != str(state)
        # From two states that the player cannot tell apart come the same worlds.
        seed = chosen.random()
        twins = [
            x.resample_from_infostate(player, random.Random(seed).random) for x in (state, world)
        ]
        assert str(twins[0]) == str(twins[1])
        assert [told(twins[0], p) for p in range(players)] == [
            told(twins[1], p) for p in range(players)
        ]
        assert twins[0].history() == []
        state.apply_action(chosen.choice(state.legal_actions()))
    assert worlds > 10


@pytest.mark.parametrize("name", GAMES)
def test_a_world_can_be_played_to_the_end(name: str) -> None:
    players = game(name).fewest
    state = dealt(short(name, players))
    chosen = random.Random(6)
    world = state.resample_from_infostate(state.current_player(), chosen.random).clone()
    while not world.is_terminal():
        world.apply_action(chosen.choice(world.legal_actions()))
    assert sum(world.returns()) == pytest.approx(0)


def test_the_past_tells_what_the_view_has_forgotten() -> None:
    """Two ways to the same position: who remembers the way knows which it was."""
    there, other = (Match.begin("money", 3, seed=seed).state for seed in (1, 2))
    straight, detour = Memory(3), Memory(3)
    straight.note(there)
    detour.note(other)
    detour.note(there)
    assert straight.past(0) != detour.past(0)
    once_more = Memory(3)
    once_more.note(there)
    once_more.note(there)  # nothing changed, so that nothing was seen
    assert once_more.past(0) == straight.past(0)


def test_own_decisions_are_remembered_and_those_of_others_are_not() -> None:
    state = dealt(SIMULTANEOUS).walk.state
    seat, (one, two, *_) = state.asked, state.choices()
    pasts = []
    for decision in (one, two):
        memory = Memory(3)
        memory.note(state)
        memory.note((seat, decision))
        pasts.append([memory.past(reader) for reader in (0, 1, 2, SPECTATOR)])
    differs = [a != b for a, b in zip(*pasts, strict=True)]
    assert differs == [reader == seat for reader in (0, 1, 2, SPECTATOR)]


def test_asking_late_and_asking_often_give_the_same_past() -> None:
    often, late = dealt(SIMULTANEOUS), dealt(SIMULTANEOUS)
    chosen = random.Random(9)
    while not often.is_terminal():
        action = chosen.choice(often.legal_actions())
        often.information_state_string(0)
        often.apply_action(action)
        late.apply_action(action)
    assert [told(often, p) for p in range(3)] == [told(late, p) for p in range(3)]


def test_a_saved_state_remembers() -> None:
    state = dealt(SIMULTANEOUS)
    for _ in range(10):
        state.apply_action(state.legal_actions()[-1])
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert [told(again, p) for p in range(3)] == [told(state, p) for p in range(3)]
    for twin in (state, again):
        twin.apply_action(twin.legal_actions()[0])
    assert [told(again, p) for p in range(3)] == [told(state, p) for p in range(3)]


def test_the_observation_has_every_field_of_the_view() -> None:
    state = dealt(short("money", 3))
    observation = make_observation(state.get_game())
    observation.set_from(state, 1)
    view = state.walk.state.veil(1).view(state.walk.setting.engine.view_type)[0]
    assert list(observation.dict) == list(view.dtype.names)
    for name, piece in observation.dict.items():
        assert np.array_equal(piece.reshape(-1), np.atleast_1d(view[name]).reshape(-1)), name


def test_public_and_private_information_are_told_apart() -> None:
    state = dealt(short("money", 3))
    kinds = pyspiel.PrivateInfoType
    spiel = state.get_game()

    def kind(public: bool, private: Any) -> Any:
        return pyspiel.IIGObservationType(
            public_info=public, perfect_recall=False, private_info=private
        )

    public = make_observation(spiel, kind(True, kinds.NONE))
    private = make_observation(spiel, kind(False, kinds.SINGLE_PLAYER))
    nothing = make_observation(spiel, kind(False, kinds.NONE))
    texts = [public.string_from(state, player) for player in range(3)]
    assert len(set(texts)) == 1
    assert "hand A ?x7" in texts[0]
    own = private.string_from(state, 0)
    assert own.startswith("hand A ")
    assert "?" not in own
    assert "hand B" not in own
    assert nothing.string_from(state, 0) == ""
    with pytest.raises(pyspiel.SpielError, match="all players"):
        make_observation(spiel, kind(True, kinds.ALL_PLAYERS))
    with pytest.raises(ValueError, match="not supported"):
        make_observation(spiel, None, {"colour": 1})


def test_nothing_is_known_before_the_set_up() -> None:
    state = load("python_money(players=3)").new_initial_state()
    assert state.is_chance_node()  # M4: which currencies leave
    assert state.observation_string(0) == ""
    assert set(state.observation_tensor(0)) == {0.0}


def search_bot(spiel: Any, seed: int) -> Any:
    """OpenSpiel's IS-MCTS with its resampling callback."""
    chosen = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        spiel,
        mcts.RandomRolloutEvaluator(1, chosen),
        uct_c=1.0,
        max_simulations=40,
        random_state=chosen,
    )
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, chosen.uniform))
    return bot


def test_openspiels_search_plays_a_match() -> None:
    spiel = load(SIMULTANEOUS)
    chosen, bot = random.Random(1), search_bot(spiel, 1)
    state = spiel.new_initial_state()
    while not state.is_terminal():
        searches = state.current_player() == 0
        action = bot.step(state) if searches else chosen.choice(state.legal_actions())
        assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == pytest.approx(0)


def test_openspiels_search_finds_the_move_that_wins() -> None:
    """In the last exchange of a single hand only the right lot is worth more than a coin."""
    position = """money 3 match=single; last; hand A -; bid A USD20a
        hand B COIN1; hand C COIN2; right EUR60 EUR50 EUR40 EUR30a; left GBP20a SEK20a"""
    match = Match.at(position)
    state = load("python_money(players=3,match=single)").new_initial_state()
    state.walk.state = match.state
    state.walk.memory.note(match.state)
    state.walk.player = match.state.asked
    action = search_bot(state.get_game(), 1).step(state)
    assert state.action_to_string(action) == "take right"
    state.apply_action(action)
    assert state.returns() == pytest.approx([1, -0.5, -0.5])


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_search_finds_a_move_in_every_game(name: str) -> None:
    """Without a callback it asks the state itself for worlds."""
    state = dealt(f"python_{name}({SHORT[name]})")
    bot = ismcts.ISMCTSBot(
        state.get_game(), mcts.RandomRolloutEvaluator(1), uct_c=1.0, max_simulations=3
    )
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_state_made_from_a_view_shows_that_view_and_goes_on(name: str, players: int) -> None:
    match = Match.begin(name, players, seed=6)
    chosen = random.Random(2)
    for _ in range(12):
        seat = match.asked
        view = match.view(seat)
        state = state_of(view, chosen.random)
        assert state.walk.player == seat_number(seat, players)
        assert state.observation_string(state.current_player()) == view.text
        assert state.get_game().setting.opt == tuple(match.state.record.opt)
        world = state.resample_from_infostate(state.current_player(), chosen.random)
        assert told(world, world.current_player()) == told(state, state.current_player())
        match.play(random_move(view, seeded(chosen.randrange(1000))), seat)
        if match.ended:
            break


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_random_match_ends_and_leaves_the_state_as_it_was(name: str, players: int) -> None:
    state = dealt(short(name, players))
    before = str(state)
    results = [state.random_returns(seed) for seed in range(8)]
    assert results[0] == state.random_returns(0)
    assert all(sum(returns) == pytest.approx(0) and max(returns) > 0 for returns in results)
    assert str(state) == before


def test_random_matches_are_those_of_the_rollout_of_openspiel() -> None:
    """The means of both agree, before the first deal and after it."""
    for state in (load(SIMULTANEOUS).new_initial_state(), dealt(SIMULTANEOUS)):
        ours = np.array([state.random_returns(seed) for seed in range(400)])
        rollout = mcts.RandomRolloutEvaluator(1, np.random.RandomState(3))
        theirs = np.array([rollout.evaluate(state) for _ in range(200)])
        error = np.sqrt(ours.var(0) / len(ours) + theirs.var(0) / len(theirs))
        assert (np.abs(ours.mean(0) - theirs.mean(0)) < 3.5 * error).all()
