"""The games for OpenSpiel: importing this module registers them.

>>> import pyspiel
>>> import tirelire.adapters.openspiel
>>> game = pyspiel.load_game("python_cash_oder_crash(players=3,rounds=1)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.legal_actions())
(True, 15)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pyspiel

from tirelire.adapters.openspiel_observer import Observer
from tirelire.adapters.openspiel_walk import CHANCE, TERMINAL, MatchSetting, Walk
from tirelire.contract.game import Game
from tirelire.core.errors import TirelireError
from tirelire.core.options import Number, Option, Value
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.match.match import Match
from tirelire.match.view import View

LONGEST_DEAL = 20_000
"""Decisions that no deal reaches: `tests/contract` checks it for every game."""
MOST_DEALS = 127
"""Deals that no match exceeds: they are counted in a byte."""
USUAL_PLAYERS = 4


LIST = "/"
"""Between the kinds of a list: OpenSpiel's own texts are cut at commas."""


def parameter_of(option: Option, value: Value) -> Value:
    """Return a value of an option as OpenSpiel keeps it: a word, or a number.

    Where a number may have a word as its value, that is the number which the rules use for it.
    """
    if isinstance(option, Number):
        return option.encode(value)
    return str(value).replace(",", LIST)


def value_of(option: Option, parameter: Value) -> Value:
    """Return the value of an option from OpenSpiel's parameter."""
    if isinstance(option, Number):
        return option.decode(int(parameter))
    return str(parameter).replace(LIST, ",")


def type_of(game: Game) -> Any:
    """Describe a game to OpenSpiel; its parameters are the number of players and the options."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"python_{game.id}",
        long_name=game.rules("en")["title"],
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": min(USUAL_PLAYERS, game.most),
            **{option.name: parameter_of(option, option.default) for option in game.options},
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the house with its number of players and its options."""

    house_game: Game
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        chosen = {**self.kind.parameter_specification, **given}
        players = chosen["players"]
        game = self.house_game
        options = {x.name: value_of(x, chosen[x.name]) for x in game.options}
        try:
            self.setting = MatchSetting(game.id, players, tuple(game.encode(players, options)))
        except TirelireError as error:
            raise pyspiel.SpielError(str(error)) from None
        engine = self.setting.engine
        self._start = Walk(self.setting)
        raw = engine.begin_from(players, list(self.setting.opt), [0] * len(self._start.bounds))
        bounds, cards = engine.deal_bounds(raw), len(engine.record(raw).zone)
        self._most_chances = len(self._start.bounds) + MOST_DEALS * (cards + len(bounds))
        info = pyspiel.GameInfo(
            num_distinct_actions=engine.decisions,
            max_chance_outcomes=max([cards, *bounds, *self._start.bounds]),
            num_players=players,
            min_utility=-1 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_DEALS * LONGEST_DEAL,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> SpielState:
        """Return a match before anything was drawn."""
        return SpielState(self, self._start.copy())

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance draws in a match, at most."""
        return self._most_chances

    def make_py_observer(self, kind: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """Return an observer of states; by default OpenSpiel passes only the parameters."""
        if isinstance(kind, dict):
            kind, params = None, kind
        return Observer(
            self.setting, kind or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class SpielState(pyspiel.State):  # type: ignore[misc]
    """The true state of a match, for OpenSpiel's algorithms. Players see what observers tell.

    Seats that choose at the same time are asked one after the other. Views show no secret choice,
    so a seat that is asked later knows no more than the first.
    """

    def __init__(self, game: SpielGame, walk: Walk) -> None:
        super().__init__(game)
        self.walk = walk

    def current_player(self) -> int:
        """Return the seat that is asked, or CHANCE, or TERMINAL."""
        return self.walk.player

    def is_terminal(self) -> bool:
        """Tell whether the match is over."""
        return self.walk.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Tell whether chance draws next. Asked from Python, this spares a way through C++."""
        return self.walk.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return what can be chosen or drawn next.

        Asked from Python, this spares a way through C++.
        """
        now = self.walk.player
        if player is not None and player != now:
            return super().legal_actions(player)  # type: ignore[no-any-return]
        if now == CHANCE:
            return self.walk.outcomes()
        return [] if now == TERMINAL else self._legal_actions(now)

    def _legal_actions(self, _player: int) -> list[int]:
        state = self.walk.state
        return list(state.choices()) if state else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance can draw, and how likely each is."""
        outcomes = self.walk.outcomes()
        share = 1 / len(outcomes)
        return [(outcome, share) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        walk = self.walk
        if walk.player >= 0:
            walk.play(action)
        elif walk.player == CHANCE:
            walk.draw(action)
        else:
            raise pyspiel.SpielError("the match is over")

    def _action_to_string(self, player: int, action: int) -> str:
        walk = self.walk
        game, state = walk.setting.game, walk.state
        if player == CHANCE:
            if not walk.cards:
                return f"draw {action}"
            codes = game.positions.CODES.cards
            return f"deal {codes[action] if action < len(codes) else '?'}#{action}"
        if state is None or action not in state.choices():
            return f"decision {action}"
        return str(game.moves.move_of(state.record, player, action))

    def returns(self) -> list[float]:
        """Return 1 for a seat that wins alone and equal losses for the others; 0 before the end."""
        walk = self.walk
        if walk.player != TERMINAL or walk.state is None:
            return [0.0] * walk.setting.players
        return _returns(walk.setting.engine.winners(walk.state.raw), walk.setting.players)

    def random_returns(self, seed: int) -> list[float]:
        """Return the returns of a match that goes on from here at random; this one stays.

        It is what OpenSpiel's random rollout returns, without a way through C++ at every decision.
        """
        return _returns(self.walk.random_winners(Random(seed)), self.walk.setting.players)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a state that the player cannot tell from this one: hidden cards are drawn anew.

        It begins a history of its own: the true one would show what was dealt.
        """
        twin: SpielState = self.get_game().new_initial_state()
        twin.walk = self.walk.elsewhere(player, lambda bound: int(sampler() * bound))
        return twin

    def __str__(self) -> str:
        walk = self.walk
        drawn = f"deck {walk.deck} draws {walk.draws}\n"
        if walk.state is None:
            return drawn
        position = Match(walk.setting.game, walk.state, None).position()
        return position + drawn if walk.player == CHANCE else position


def _returns(winners: int, players: int) -> list[float]:
    share = 1 / winners.bit_count()
    won = [share * (winners >> seat & 1) for seat in range(players)]
    return [(part * players - 1) / (players - 1) for part in won]


@cache
def _load(name: str, players: int, opt: tuple[int, ...]) -> SpielGame:
    """Load a game with the numbers that the rules use for its options."""
    game = find_game(name)
    values = game.decode(opt)
    parameters = {x.name: parameter_of(x, values[x.name]) for x in game.options}
    loaded: SpielGame = pyspiel.load_game(f"python_{name}", {"players": players, **parameters})
    return loaded


def state_of(view: View, sampler: Callable[[], float]) -> SpielState:
    """Return a state for the seat that sees this view and is asked: any world that fits it.

    Nothing of the true state is in it. Its history begins here. `sampler` draws from 0 to 1, as for
    `resample_from_infostate`.
    """
    record = view.record
    opt = tuple(int(code) for code in record.opt)
    state = _load(view.game.id, int(record.players), opt).new_initial_state()
    setting, seat = state.walk.setting, int(record.seat)
    state.walk = Walk.within(setting, view.raw, seat, lambda bound: int(sampler() * bound))
    return state


def register(game: Game) -> None:
    """Register a game with OpenSpiel.

    The factory is a class: OpenSpiel frees it after Python has ended, when no thread is left that
    could free a function.
    """
    kind = type_of(game)
    made = type(f"{SpielGame.__name__}_{game.id}", (SpielGame,), {"house_game": game, "kind": kind})
    pyspiel.register_game(kind, made)


for _name in game_names():
    register(find_game(_name))
