"""PettingZoo's own tests, unmodified, and what they do not ask."""

from __future__ import annotations

import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils import parallel_to_aec
from pettingzoo.utils.env_logger import EnvLogger

from tirelire import OptionError
from tirelire.adapters.pettingzoo import ILLEGAL_REWARD, TableEnv, env
from tirelire.adapters.pettingzoo_parallel import ParallelTableEnv, parallel_env
from tirelire.contract.covering import covering
from tirelire.games import GAMES, game

with warnings.catch_warnings():
    # Its tests import a game of its own in a way that it warns of.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )

TABLES = [
    (name, players) for name in GAMES for players in range(game(name).fewest, game(name).most + 1)
]
# PettingZoo warns of every observation that is a dictionary, but for a list of its own games.
dictionaries = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
pytestmark = dictionaries


@pytest.fixture(autouse=True)
def quiet() -> Any:
    EnvLogger.suppress_output()
    EnvLogger.flush()
    yield
    EnvLogger.unsuppress_output()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_turn_based_environment_is_one(name: str, players: int) -> None:
    api_test(env(name, players=players), num_cycles=300)
    seed_test(lambda: env(name, players=players), num_cycles=50)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_parallel_environment_is_one(name: str, players: int) -> None:
    parallel_api_test(parallel_env(name, players=players), num_cycles=300)
    parallel_seed_test(lambda: parallel_env(name, players=players), num_cycles=50)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_cycles_can_be_bounded(name: str, players: int) -> None:
    """The test counts that all agents act equally often: that is the parallel environment."""
    module = SimpleNamespace(
        parallel_env=lambda max_cycles: parallel_env(name, players=players, max_cycles=max_cycles),
        env=lambda max_cycles: parallel_to_aec(
            parallel_env(name, players=players, max_cycles=max_cycles)
        ),
    )
    max_cycles_test(module)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_table_can_be_drawn(
    name: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    render_test(lambda render_mode: env(name, players=players, render_mode=render_mode))
    assert f"{name}: player_" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_all_options_play(name: str) -> None:
    for setting in covering(game(name))[:6]:
        api_test(env(name, players=game(name).most, options=setting), num_cycles=40)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_registered(name: str) -> None:
    """Older versions have no registry; the package asks for none there."""
    players = game(name).fewest
    made: Any = env(name, players=players)
    both: Any = parallel_env(name)
    if hasattr(pettingzoo, "make"):
        made = pettingzoo.make("aec", f"tirelire/{name}-v0", players=players)
        both = pettingzoo.make("parallel", f"tirelire/{name}-v0")
    assert isinstance(made, TableEnv)
    assert isinstance(both, ParallelTableEnv)


def play(table: TableEnv, seed: int) -> dict[str, float]:
    """Play a match at random; return what every agent got."""
    table.reset(seed=seed)
    numbers = np.random.default_rng(seed)
    got = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        told, reward, terminated, truncated, info = table.last()
        got[agent] += reward
        assert told is not None
        assert not truncated
        if terminated:
            table.step(None)
            continue
        assert info["action_mask"] is told["action_mask"]
        table.step(numbers.choice(np.flatnonzero(told["action_mask"])))
    return got


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_won_once(name: str) -> None:
    assert sum(play(env(name), 3).values()) == pytest.approx(1)


def test_what_is_gained_in_deals_adds_up() -> None:
    assert sum(play(env("cash_oder_crash", reward="gain"), 3).values()) == 0


def test_an_illegal_action_loses_and_ends_the_match() -> None:
    table = env("money", players=3)
    table.reset(seed=1)
    mask = table.observe(table.agent_selection)["action_mask"]
    loser = table.agent_selection
    table.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(table.terminations.values())
    assert table.rewards == {
        agent: ILLEGAL_REWARD if agent == loser else 0.0 for agent in table.agents
    }
    assert any("Illegal move" in text for text in EnvLogger.mqueue)
    assert not table.observe(table.agents[0])["action_mask"].any()


@pytest.mark.parametrize(
    ("action", "error"),
    [(10_000, ValueError), (-1, ValueError), (1.5, TypeError), (None, TypeError)],
)
def test_what_is_no_action_is_an_error(action: Any, error: type[Exception]) -> None:
    table, both = env("money", players=3), parallel_env("money", players=3)
    table.reset(seed=1)
    both.reset(seed=1)
    before = table.observe(table.agent_selection)["observation"].tobytes()
    with pytest.raises(error):
        table.step(action)
    assert table.observe(table.agent_selection)["observation"].tobytes() == before
    with pytest.raises(error):
        both.step(dict.fromkeys(both.agents, action))


def test_steps_before_the_beginning_and_after_the_end() -> None:
    table = env("money", players=3)
    with pytest.raises(AssertionError, match="reset"):
        table.step(0)
    with pytest.raises(AssertionError, match="reset"):
        table.observe("player_0")
    with pytest.raises(AssertionError, match="reset"):
        table.render()
    play(table, 1)
    assert not table.agents
    table.step(None)
    assert any("after all agents" in text for text in EnvLogger.mqueue)
    table.reset()
    with pytest.raises(ValueError, match="render_mode"):
        env("money", render_mode="nonsense")
    for given in ({"players": 9}, {"options": {"nonsense": 1}}, {"reward": "nonsense"}):
        with pytest.raises(OptionError):
            env("money", **given)


def test_choices_at_the_same_time_are_made_without_seeing_the_others() -> None:
    both = parallel_env("cash_oder_crash", players=3, options={"big_deal_by": "anyone"})
    told, _ = both.reset(seed=2)
    masks = {agent: told[agent]["action_mask"] for agent in both.agents}
    assert [agent for agent in both.agents if not masks[agent][both.wait]] == [
        "player_0",
        "player_1",
    ]
    lay = {agent: int(np.argmax(masks[agent])) for agent in both.agents}
    told, _, _, _, infos = both.step(lay)
    # All three may call now; of three calls the first that is asked counts.
    assert all(not told[agent]["action_mask"][both.wait] for agent in both.agents)
    call = int(np.flatnonzero(told["player_0"]["action_mask"])[0])
    _, _, _, _, infos = both.step(dict.fromkeys(both.agents, call))
    assert [agent for agent in infos if "late" in infos[agent]] == ["player_1", "player_2"]


def test_an_illegal_choice_is_told() -> None:
    both = parallel_env("money", players=3)
    both.reset(seed=2)
    _, _, _, _, infos = both.step(dict.fromkeys(both.agents, both.wait))
    assert all(infos[agent]["illegal_action"] == both.wait for agent in both.agents)
    assert EnvLogger.mqueue
    with pytest.raises(KeyError):
        both.step({})
