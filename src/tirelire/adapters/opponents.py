"""Bots by rule of thumb that play against one seat of many matches, compiled with the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.bots.any_move import AnyMove
from tirelire.bots.compiled_policy import compiled_policy
from tirelire.bots.registry import find_bot
from tirelire.bots.rule_of_thumb import RuleOfThumb
from tirelire.contract.game import Game
from tirelire.core import chance
from tirelire.core.chance import MOST_DRAWS
from tirelire.core.compiling import array_type, door, kernel, scalar_type
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.policy.traits import REGULAR, table_of
from tirelire.sim.drivers import SPARE, beginner, dealer, follower, onlooker, player
from tirelire.sim.stepper import ACTION, MASK, REWARD, stepper_of

NO_ACTION, GIVE_UP = -1, -2
"""Instead of an action: only the others play; or the match is lost, and the next one begins."""


def names_of(opponents: str | Sequence[str], players: int) -> list[str]:
    """Return the names of all bots: one for all, or one for each of the other seats."""
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != players - 1:
        raise OptionError(Refusal("bots", n=players - 1))
    return names


def table_for(
    names: Sequence[str], seat: int, seats: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the traits of all seats, and which of them play at random."""
    bots = [find_bot(name) for name in names]
    for bot in bots:
        if not isinstance(bot, RuleOfThumb | AnyMove):
            raise OptionError(
                Refusal("range", name=bot.name, allowed="random | novice | regular | …")
            )
    around = [*bots[:seat], None, *bots[seat:]]
    around += [None] * (seats - len(around))
    traits = [bot.traits if isinstance(bot, RuleOfThumb) else REGULAR for bot in around]
    return table_of(traits), np.array([isinstance(bot, AnyMove) for bot in around], np.int64)


def contend(game: Any, watch: Any, policy: Any) -> Callable[..., Any]:
    """Play the learner's action in each match, then let the others play until it is asked again.

    Arrays are as in `sim.drivers.step`. What others gain in a new match before the learner is asked
    for the first time is carried over to the next step.
    """
    begin_match, deal_next = beginner(game), dealer(game, watch)
    play_one, go_on, look_at = player(game, watch), follower(game, watch), onlooker(game, watch)
    k_asked, k_legal, take_back = game.asked, game.legal, game.TAKE_BACK
    choose, below, longest = policy.choose, chance.below, policy.LONGEST
    decisions = game.DECISIONS

    @kernel
    def play_row(i: int, states: Any, memories: Any, seats: Any, actions: Any) -> None:
        play_one(states[i], int(seats[i]), int(actions[i]), memories[i])

    @kernel
    def play_bot(
        i: int,
        seat: int,
        states: Any,
        memories: Any,
        choices: Any,
        traits: Any,
        randoms: Any,
        listed: Any,
        out: Any,
        stream: Any,
    ) -> None:
        s, memory = states[i], memories[i]
        stream[0] = choices[i]
        if randoms[seat] != 0:
            count = k_legal(s, seat, listed)
            count -= 1 if listed[count - 1] == take_back else 0
            play_one(s, seat, int(listed[below(stream, count)]), memory)
        else:
            count = choose(s, seat, traits, stream, out)
            for j in range(count):
                play_one(s, seat, int(out[j]), memory)
        choices[i] = stream[0]

    @kernel
    def begin_row(
        i: int,
        states: Any,
        memories: Any,
        streams: Any,
        numbers: Any,
        opt: Any,
        setting: Any,
        cards: Any,
        bounds: Any,
        stream: Any,
    ) -> None:
        numbers[i] += setting[4]
        begin_match(states[i], setting[3], opt, setting[2], numbers[i], stream, bounds)
        deal_next(states[i], memories[i], stream, cards, bounds)
        streams[i] = stream[0]

    def run(
        states: Any,
        memories: Any,
        streams: Any,
        numbers: Any,
        opt: Any,
        setting: Any,
        masks: Any,
        observations: Any,
        seats: Any,
        choices: Any,
        drawn: Any,
        actions: Any,
        rewards: Any,
        done: Any,
        carried: Any,
        traits: Any,
        randoms: Any,
        learner: int,
        penalty: int,
    ) -> None:
        listed = np.zeros(decisions, np.int16)
        out = np.zeros(longest + 1 + SPARE, np.int16)
        cards = np.zeros(len(states[0].zone), np.int16)
        bounds = np.zeros(MOST_DRAWS, np.int32)
        stream = np.zeros(1, np.uint64)
        room = np.zeros(2 * len(states[0].zone) + SPARE, np.int8)
        ignored = np.zeros(len(done), np.int8)
        for i in range(setting[0], setting[1]):
            for j in range(setting[3]):
                rewards[i, j] = carried[i, j]
                carried[i, j] = 0
            done[i] = 0
            if actions[i] >= 0:
                play_row(i, states, memories, seats, actions)
            elif actions[i] == GIVE_UP:
                begin_row(
                    *(i, states, memories, streams, numbers, opt, setting, cards, bounds, stream)
                )
                done[i] = 1
                rewards[i, learner] += penalty
            seat = int(k_asked(states[i]))
            while seat != learner:
                if states[i].ended == 0:
                    play_bot(
                        *(i, seat, states, memories, choices, traits, randoms, listed, out),
                        stream,
                    )
                if states[i].ended != 0:
                    to, told = (rewards, done) if done[i] == 0 else (carried, ignored)
                    go_on(
                        *(i, states, memories, streams, numbers, opt, setting, to, told),
                        *(cards, bounds, stream),
                    )
                seat = int(k_asked(states[i]))
            look_at(
                *(i, states, memories, masks, observations, seats, choices, drawn),
                *(listed, stream, room),
            )

    return run


@cache
def contend_door(game: Game) -> Any:
    """Return the compiled door of `contend` for a game; there is one for each."""
    stepper, compiled = stepper_of(game), compiled_policy(game)
    rewards, numbers = array_type(REWARD, 2), array_type(np.int64)
    types = (array_type(ACTION), rewards, array_type(MASK), rewards, numbers, numbers)
    return door(
        contend(stepper.kernel, stepper.watch, compiled.policy),
        "contend",
        game.id,
        (*stepper.row_types, *types, scalar_type(), scalar_type()),
        threads=True,
        parts=(*stepper.parts, *compiled.parts),
    )
