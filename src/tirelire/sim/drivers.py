"""Loops over a game's rules and its observation, the same for every game; see `core.drivers`.

Everything that they read and write lies in arrays of the caller, one row for each match:

- `states`, the true states; `memories`, see `observing.contract`; `streams`, what each draws from;
- `numbers`, the number of each match; `choices`, what decisions at random are drawn from, and
  `drawn`, the next one of them;
- what learners read: `seats`, `masks`, `observations`, `rewards`, `done`.

`setting` has the first row and the end, the seed, the number of players, how much the number of a
match grows when it begins anew (0: it does not), and what is rewarded (GAIN or SHARE).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tirelire.core import chance
from tirelire.core.chance import MOST_DRAWS
from tirelire.core.compiling import kernel
from tirelire.core.phase import DEAL_OVER, MATCH_OVER

Door = Callable[..., Any]

GAIN, SHARE = 0, 1
"""What is rewarded: what a seat gains in each deal, or its share of the win in the end."""
SPARE = 4
"""Lists may be written so far past their end."""
_OWN_CHOICES = 1 << 62
"""Branches of a seed from here on are for choices, those below for matches."""


def dealer(game: Any, watch: Any) -> Callable[..., None]:
    """Make the function that deals the next cards of a match from a stream."""
    k_pack, k_deal_draws, k_deal = game.pack, game.deal_draws, game.deal
    below, shuffle, remembered = chance.below, chance.shuffle, watch.MEMORY

    @kernel
    def deal_next(s: Any, memory: Any, stream: Any, cards: Any, bounds: Any) -> None:
        count = k_pack(s, cards)
        shuffle(stream, cards, count)
        drawn = k_deal_draws(s, bounds)
        for i in range(drawn):
            bounds[i] = below(stream, bounds[i])
        k_deal(s, cards, bounds)
        for i in range(remembered):
            memory[i] = 0

    return deal_next


def beginner(game: Any) -> Callable[..., None]:
    """Make the function that begins a match of a seed, from a branch of its own."""
    k_match_draws, k_setup = game.match_draws, game.setup
    start, below = chance.start, chance.below

    @kernel
    def begin(
        s: Any, players: int, opt: Any, seed: int, number: int, stream: Any, bounds: Any
    ) -> None:
        start(stream, seed, number)
        drawn = k_match_draws(players, opt, bounds)
        for i in range(drawn):
            bounds[i] = below(stream, bounds[i])
        k_setup(s, players, opt, bounds)

    return begin


def looker(game: Any, watch: Any) -> Callable[..., int]:
    """Make the function that lists, masks and observes for a seat; it returns how many decisions.

    TAKE_BACK is left out: see `core.contract`.
    """
    k_legal, take_back, of_state = game.legal, game.TAKE_BACK, watch.of_state

    @kernel
    def look(s: Any, seat: int, memory: Any, room: Any, listed: Any, mask: Any, out: Any) -> int:
        count = int(k_legal(s, seat, listed))
        count -= 1 if listed[count - 1] == take_back else 0
        for i in range(len(mask)):
            mask[i] = 0
        for i in range(count):
            mask[listed[i]] = 1
        of_state(s, seat, memory, room, out)
        return count

    return look


def rewarder(game: Any) -> Callable[..., None]:
    """Make the function that adds what a deal that is over is worth to each seat."""
    k_winners = game.winners

    @kernel
    def reward(s: Any, kind: int, rewards: Any) -> None:
        if kind == GAIN:
            for seat in range(len(rewards)):
                rewards[seat] += s.gained[seat]
        elif s.ended == MATCH_OVER:
            winners = k_winners(s)
            several = 0
            for seat in range(len(rewards)):
                several += (winners >> seat) & 1
            for seat in range(len(rewards)):
                rewards[seat] += ((winners >> seat) & 1) / several

    return reward


def player(game: Any, watch: Any) -> Callable[..., None]:
    """Make the function that plays a decision, and remembers what everybody saw."""
    k_play, before, after = game.play, watch.before, watch.after

    @kernel
    def play_one(s: Any, seat: int, decision: int, memory: Any) -> None:
        packed = before(s, seat, decision)
        k_play(s, seat, decision)
        after(s, seat, decision, packed, memory)

    return play_one


def follower(game: Any, watch: Any) -> Callable[..., None]:
    """Make the function that goes on when a deal is over: rewards, the next deal or match."""
    begin_match, deal_next, reward = beginner(game), dealer(game, watch), rewarder(game)

    @kernel
    def go_on(
        i: int,
        states: Any,
        memories: Any,
        streams: Any,
        numbers: Any,
        opt: Any,
        setting: Any,
        rewards: Any,
        done: Any,
        cards: Any,
        bounds: Any,
        stream: Any,
    ) -> None:
        s = states[i]
        reward(s, setting[5], rewards[i])
        stream[0] = streams[i]
        if s.ended == MATCH_OVER:
            done[i] = 1
            if setting[4] > 0:
                numbers[i] += setting[4]
                begin_match(s, setting[3], opt, setting[2], numbers[i], stream, bounds)
        if s.ended == DEAL_OVER:
            deal_next(s, memories[i], stream, cards, bounds)
        streams[i] = stream[0]

    return go_on


def onlooker(game: Any, watch: Any) -> Callable[..., None]:
    """Make the function that tells the seat that is asked what it needs, and draws a choice."""
    look, k_asked, below = looker(game, watch), game.asked, chance.below

    @kernel
    def look_at(
        i: int,
        states: Any,
        memories: Any,
        masks: Any,
        observations: Any,
        seats: Any,
        choices: Any,
        drawn: Any,
        listed: Any,
        stream: Any,
        room: Any,
    ) -> None:
        s = states[i]
        seat = int(k_asked(s))
        seats[i] = seat
        if seat >= 0:
            count = look(s, seat, memories[i], room, listed, masks[i], observations[i])
            stream[0] = choices[i]
            drawn[i] = listed[below(stream, count)]
            choices[i] = stream[0]

    return look_at


def begin(game: Any, watch: Any) -> Door:
    """Begin the matches whose numbers are given, and look at them."""
    begin_match, deal_next = beginner(game), dealer(game, watch)
    look_at, start, decisions = onlooker(game, watch), chance.start, game.DECISIONS

    @kernel
    def begin_row(
        i: int,
        states: Any,
        memories: Any,
        streams: Any,
        numbers: Any,
        opt: Any,
        setting: Any,
        choices: Any,
        cards: Any,
        bounds: Any,
        stream: Any,
    ) -> None:
        start(stream, setting[2], numbers[i] + _OWN_CHOICES)
        choices[i] = stream[0]
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
    ) -> None:
        listed = np.zeros(decisions, np.int16)
        cards = np.zeros(len(states[0].zone), np.int16)
        bounds = np.zeros(MOST_DRAWS, np.int32)
        stream = np.zeros(1, np.uint64)
        room = np.zeros(2 * len(states[0].zone) + SPARE, np.int8)
        for i in range(setting[0], setting[1]):
            begin_row(
                *(i, states, memories, streams, numbers, opt, setting, choices),
                *(cards, bounds, stream),
            )
            look_at(
                *(i, states, memories, masks, observations, seats, choices, drawn),
                *(listed, stream, room),
            )

    return run


def step(game: Any, watch: Any) -> Door:
    """Play one decision in each match, deal and begin anew where one is over, and look.

    The loop is a kernel, so that rows of arrays are taken, and arrays handed on, without counting
    who refers to them: at each match that took as long as to play a decision.
    """
    play_one, go_on, look_at = player(game, watch), follower(game, watch), onlooker(game, watch)
    decisions = game.DECISIONS

    @kernel
    def step_rows(
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
        listed: Any,
        cards: Any,
        bounds: Any,
        stream: Any,
        room: Any,
    ) -> None:
        for i in range(setting[0], setting[1]):
            play_one(states[i], int(seats[i]), int(actions[i]), memories[i])
            for j in range(setting[3]):
                rewards[i, j] = 0
            done[i] = 0
            if states[i].ended != 0:
                go_on(
                    *(i, states, memories, streams, numbers, opt, setting, rewards, done),
                    *(cards, bounds, stream),
                )
            look_at(
                *(i, states, memories, masks, observations, seats, choices, drawn),
                *(listed, stream, room),
            )

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
    ) -> None:
        listed = np.zeros(decisions, np.int16)
        cards = np.zeros(len(states[0].zone), np.int16)
        bounds = np.zeros(MOST_DRAWS, np.int32)
        stream = np.zeros(1, np.uint64)
        room = np.zeros(2 * len(states[0].zone) + SPARE, np.int8)
        step_rows(
            *(states, memories, streams, numbers, opt, setting),
            *(masks, observations, seats, choices, drawn, actions, rewards, done),
            *(listed, cards, bounds, stream, room),
        )

    return run


def observe(game: Any, watch: Any) -> Door:
    """Write what a seat may know and decide in one match, asked or not; return who may decide."""
    k_actors, look, of_state = game.actors, looker(game, watch), watch.of_state

    def run(
        states: Any, memories: Any, row: int, seat: int, listed: Any, mask: Any, out: Any
    ) -> int:
        s = states[row]
        room = np.zeros(2 * len(s.zone) + SPARE, np.int8)
        actors = int(k_actors(s))
        if (actors >> seat) & 1:
            look(s, seat, memories[row], room, listed, mask, out)
        else:
            for i in range(len(mask)):
                mask[i] = 0
            of_state(s, seat, memories[row], room, out)
        return actors

    return run


def observe_view(_game: Any, watch: Any) -> Door:
    """Write what a view tells, with a memory: what `observe` is compared with."""
    of_view = watch.of_view

    def run(views: Any, memory: Any, out: Any) -> None:
        v = views[0]
        of_view(v, memory, np.zeros(2 * len(v.zone) + SPARE, np.int8), out)

    return run


def illegal(_game: Any, _watch: Any) -> Door:
    """Find the first action that is not legal; -1 when all are."""

    def run(masks: Any, actions: Any) -> int:
        most = masks.shape[1]
        for i in range(len(actions)):
            action = actions[i]
            if action < 0 or action >= most or masks[i, action] == 0:
                return i
        return -1

    return run
