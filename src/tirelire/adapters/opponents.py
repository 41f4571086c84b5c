"""Bots by rule of thumb that play against one seat of many matches, compiled with the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tirelire.bots.any_move import AnyMove
from tirelire.bots.compiled_policy import compiled_policy
from tirelire.bots.registry import find_bot
from tirelire.bots.rule_of_thumb import RuleOfThumb
from tirelire.contract.game import Game
from tirelire.core import chance
from tirelire.core.compiling import array_type, entry_point, kernel, scalar_type, tuple_type
from tirelire.core.errors import OptionError
from tirelire.core.phase import RUNNING
from tirelire.core.refusals import Refusal
from tirelire.policy.traits import REGULAR, table_of
from tirelire.sim.row_kernels import (
    SPARE,
    make_begin_row,
    make_play_one,
    make_renew,
    make_room,
    make_tell,
)
from tirelire.sim.stepper import REWARD, stepper_of

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


def contend(game: Any, observation: Any, policy: Any) -> Callable[..., Any]:
    """Play the learner's action in each match, then let the others play until it is asked again.

    What others gain in a new match before the learner is asked for the first time is carried over
    to the next step.
    """
    begin_row, renew = make_begin_row(game, observation), make_renew(game, observation)
    play_one, tell = make_play_one(game, observation), make_tell(game, observation)
    asked, legal, take_back = game.asked, game.legal, game.TAKE_BACK
    choose, below, longest = policy.choose, chance.below, policy.LONGEST
    room_for = make_room(game)

    @kernel
    def play_bot(
        i: int, seat: int, rows: Any, traits: Any, randoms: Any, out: Any, room: Any
    ) -> None:
        s, memory, stream, listed = rows.states[i], rows.memories[i], room.stream, room.listed
        stream[0] = rows.choices[i]
        if randoms[seat] != 0:
            count = legal(s, seat, listed)
            count -= 1 if listed[count - 1] == take_back else 0
            play_one(s, seat, int(listed[below(stream, count)]), memory)
        else:
            count = choose(s, seat, traits, stream, out)
            for j in range(count):
                play_one(s, seat, int(out[j]), memory)
        rows.choices[i] = stream[0]

    @kernel
    def contend_row(
        i: int, rows: Any, opt: Any, setting: Any, others: Any, scratch: Any, learner: int
    ) -> None:
        carried, traits, randoms = others
        room, out, ignored = scratch
        seat = int(asked(rows.states[i]))
        while seat != learner:
            if rows.states[i].ended == RUNNING:
                play_bot(i, seat, rows, traits, randoms, out, room)
            if rows.states[i].ended != RUNNING:
                if rows.done[i] == 0:
                    renew(i, rows, opt, setting, rows.rewards, rows.done, room)
                else:
                    renew(i, rows, opt, setting, carried, ignored, room)
            seat = int(asked(rows.states[i]))
        tell(i, rows, room)

    def run(rows: Any, opt: Any, settings: Any, others: Any, learner: int, penalty: int) -> None:
        setting, room = settings[0], room_for(rows.states)
        out = np.zeros(longest + 1 + SPARE, np.int16)
        ignored = np.zeros(len(rows.done), np.int8)
        for i in range(setting.first, setting.end):
            for j in range(setting.players):
                rows.rewards[i, j] = others.carried[i, j]
                others.carried[i, j] = 0
            rows.done[i] = 0
            if rows.actions[i] >= 0:
                seat, action = int(rows.seats[i]), int(rows.actions[i])
                play_one(rows.states[i], seat, action, rows.memories[i])
            elif rows.actions[i] == GIVE_UP:
                rows.numbers[i] += setting.renewal
                begin_row(i, rows, opt, setting, room)
                rows.done[i] = 1
                rows.rewards[i, learner] += penalty
            contend_row(i, rows, opt, setting, others, (room, out, ignored), learner)

    return run


class Others(NamedTuple):
    """The other seats of all matches."""

    carried: Any
    """What they gained before the learner was asked, for the next step."""
    traits: Any
    randoms: Any
    """Which of them play at random."""


@cache
def compiled_contend(game: Game) -> Any:
    """Return `contend` compiled for a game."""
    stepper, compiled = stepper_of(game), compiled_policy(game)
    numbers = array_type(np.int64)
    others = tuple_type(Others(array_type(REWARD, 2), numbers, numbers))
    return entry_point(
        contend(stepper.kernel, stepper.observation, compiled.policy),
        "contend",
        game.id,
        (*stepper.row_types, others, scalar_type(), scalar_type()),
        threads=True,
        parts=(*stepper.parts, *compiled.parts),
    )
