"""Matches in rows: loops over a game's rules and its observation, the same for every game.

Everything that they read and write lies in the arrays of `Rows`, one row for each match, which the
caller owns. A learner reads `seats`, `masks`, `observations`, `rewards` and `done`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tirelire.core import chance
from tirelire.core.chance import MOST_DRAWS
from tirelire.core.compiling import EntryPoint, allocating, inlined, kernel
from tirelire.core.header import record_type
from tirelire.core.match_loop import make_begin, make_deal
from tirelire.core.phase import DEAL_OVER, MATCH_OVER, RUNNING

GAIN, SHARE = 0, 1
"""Kinds of reward: the gain of a seat in each deal, or its share of the win in the end."""
SPARE = 4
"""Lists may be written this far past their end."""
_OWN_CHOICES = 1 << 62
"""Branches of a seed from here on are for choices, those below for matches."""

SLICE = record_type(
    [
        ("first", np.int64),  # the first row
        ("end", np.int64),  # the row after the last
        ("seed", np.int64),
        ("players", np.int64),
        ("renewal", np.int64),  # by how much the number of a match grows when it begins anew; 0: no
        ("reward", np.int64),  # GAIN or SHARE
    ]
)
"""The rows that one worker steps."""


class Rows(NamedTuple):
    """The arrays of many matches: a row for each."""

    states: Any
    memories: Any
    """Memories of the matches, and the cache of the observation (see `contract.observation`)."""
    streams: Any
    """The random streams of the deals."""
    numbers: Any
    """The number of each match: the branch of the seed that it is drawn from."""
    masks: Any
    observations: Any
    seats: Any
    """The seat that is asked; -1 when the match is over."""
    choices: Any
    """The random streams of random decisions."""
    drawn: Any
    """The next decision at random."""
    actions: Any
    rewards: Any
    done: Any


class Room(NamedTuple):
    """Scratch space of one loop."""

    listed: Any
    cards: Any
    bounds: Any
    stream: Any
    board: Any
    """For observations: twice as many numbers as cards, and a few more."""


def make_room(game: Any) -> Callable[..., Room]:
    """Make the kernel that makes scratch space for the rows of a game."""
    decisions = game.DECISIONS

    @allocating
    def room_for(states: Any) -> Room:
        cards = len(states[0].zone)
        return Room(
            np.zeros(decisions, np.int16),
            np.zeros(cards, np.int16),
            np.zeros(MOST_DRAWS, np.int32),
            np.zeros(1, np.uint64),
            np.zeros(2 * cards + SPARE, np.int8),
        )

    return room_for


def make_observe(game: Any, observation: Any) -> Callable[..., int]:
    """Make the kernel that lists, masks and observes for a seat; it returns how many decisions.

    TAKE_BACK is left out: see `contract.rules`.
    """
    legal, take_back, of_state = game.legal, game.TAKE_BACK, observation.of_state

    @kernel
    def observe_seat(
        s: Any, seat: int, memory: Any, board: Any, listed: Any, mask: Any, out: Any
    ) -> int:
        count = int(legal(s, seat, listed))
        count -= 1 if listed[count - 1] == take_back else 0
        for i in range(len(mask)):
            mask[i] = 0
        for i in range(count):
            mask[listed[i]] = 1
        of_state(s, seat, memory, board, out)
        return count

    return observe_seat


def make_reward(game: Any) -> Callable[..., None]:
    """Make the kernel that adds what a deal that is over is worth to each seat."""
    winners_of = game.winners

    @kernel
    def reward(s: Any, kind: int, rewards: Any) -> None:
        if kind == GAIN:
            for seat in range(len(rewards)):
                rewards[seat] += s.gained[seat]
        elif s.ended == MATCH_OVER:
            winners = winners_of(s)
            several = 0
            for seat in range(len(rewards)):
                several += (winners >> seat) & 1
            for seat in range(len(rewards)):
                rewards[seat] += ((winners >> seat) & 1) / several

    return reward


def make_play_one(game: Any, observation: Any) -> Callable[..., None]:
    """Make the kernel that plays a decision and updates the memory of public events."""
    play, before, after = game.play, observation.before, observation.after

    @kernel
    def play_one(s: Any, seat: int, decision: int, memory: Any) -> None:
        packed = before(s, seat, decision)
        play(s, seat, decision)
        after(s, seat, decision, packed, memory)

    return play_one


def make_deal_row(game: Any, observation: Any) -> Callable[..., None]:
    """Make the kernel that deals the next cards of a match and empties its memory."""
    deal_next, remembered = make_deal(game), observation.MEMORY

    @kernel
    def deal_row(s: Any, memory: Any, stream: Any, room: Any) -> None:
        deal_next(s, stream, room.cards, room.bounds)
        for i in range(remembered):
            memory[i] = 0

    return deal_row


def make_renew(game: Any, observation: Any) -> Callable[..., None]:
    """Make the kernel that goes on when a deal is over: rewards, the next deal or match."""
    begin_match, deal_row, reward = (
        make_begin(game),
        make_deal_row(game, observation),
        make_reward(game),
    )

    @kernel
    def renew(
        i: int, rows: Any, opt: Any, setting: Any, rewards: Any, done: Any, room: Any
    ) -> None:
        s, stream = rows.states[i], room.stream
        reward(s, setting.reward, rewards[i])
        stream[0] = rows.streams[i]
        if s.ended == MATCH_OVER:
            done[i] = 1
            if setting.renewal > 0:
                rows.numbers[i] += setting.renewal
                number = rows.numbers[i]
                begin_match(s, setting.players, opt, setting.seed, number, stream, room.bounds)
        if s.ended == DEAL_OVER:
            deal_row(s, rows.memories[i], stream, room)
        rows.streams[i] = stream[0]

    return renew


def make_tell(game: Any, observation: Any) -> Callable[..., None]:
    """Make the kernel that tells the seat that is asked what it needs, and draws a choice."""
    observe_seat, asked, below = make_observe(game, observation), game.asked, chance.below

    @inlined
    def tell(i: int, rows: Any, room: Any) -> None:
        s, stream = rows.states[i], room.stream
        seat = int(asked(s))
        rows.seats[i] = seat
        if seat >= 0:
            count = observe_seat(
                *(s, seat, rows.memories[i], room.board, room.listed),
                *(rows.masks[i], rows.observations[i]),
            )
            stream[0] = rows.choices[i]
            rows.drawn[i] = room.listed[below(stream, count)]
            rows.choices[i] = stream[0]

    return tell


def make_begin_row(game: Any, observation: Any) -> Callable[..., None]:
    """Make the kernel that begins the match whose number is given, and deals."""
    begin_match, deal_row = make_begin(game), make_deal_row(game, observation)

    @kernel
    def begin_row(i: int, rows: Any, opt: Any, setting: Any, room: Any) -> None:
        s, stream, number = rows.states[i], room.stream, rows.numbers[i]
        begin_match(s, setting.players, opt, setting.seed, number, stream, room.bounds)
        deal_row(s, rows.memories[i], stream, room)
        rows.streams[i] = stream[0]

    return begin_row


def begin(game: Any, observation: Any) -> EntryPoint:
    """Begin the matches whose numbers are given, and tell those who are asked."""
    begin_row, tell = make_begin_row(game, observation), make_tell(game, observation)
    start, room_for = chance.start, make_room(game)

    @kernel
    def begin_rows(rows: Any, opt: Any, setting: Any, room: Any) -> None:
        for i in range(setting.first, setting.end):
            start(room.stream, setting.seed, rows.numbers[i] + _OWN_CHOICES)
            rows.choices[i] = room.stream[0]
            begin_row(i, rows, opt, setting, room)
            tell(i, rows, room)

    def run(rows: Any, opt: Any, settings: Any) -> None:
        begin_rows(rows, opt, settings[0], room_for(rows.states))

    return run


def step(game: Any, observation: Any) -> EntryPoint:
    """Play one decision in each match, deal and begin anew where one is over, and tell.

    The loop is a kernel, so that rows of arrays are passed on without counting references to them:
    that took as long at each match as playing a decision.
    """
    play_one, renew = make_play_one(game, observation), make_renew(game, observation)
    tell, room_for = make_tell(game, observation), make_room(game)

    @kernel
    def step_rows(rows: Any, opt: Any, setting: Any, room: Any) -> None:
        for i in range(setting.first, setting.end):
            play_one(rows.states[i], int(rows.seats[i]), int(rows.actions[i]), rows.memories[i])
            for j in range(setting.players):
                rows.rewards[i, j] = 0
            rows.done[i] = 0
            if rows.states[i].ended != RUNNING:
                renew(i, rows, opt, setting, rows.rewards, rows.done, room)
            tell(i, rows, room)

    def run(rows: Any, opt: Any, settings: Any) -> None:
        step_rows(rows, opt, settings[0], room_for(rows.states))

    return run


def observe(game: Any, observation: Any) -> EntryPoint:
    """Write what a seat may know and decide in one match, asked or not; return who may decide."""
    actors_of, of_state = game.actors, observation.of_state
    observe_seat = make_observe(game, observation)

    def run(
        states: Any, memories: Any, row: int, seat: int, listed: Any, mask: Any, out: Any
    ) -> int:
        s = states[row]
        board = np.zeros(2 * len(s.zone) + SPARE, np.int8)
        actors = int(actors_of(s))
        if (actors >> seat) & 1:
            observe_seat(s, seat, memories[row], board, listed, mask, out)
        else:
            for i in range(len(mask)):
                mask[i] = 0
            of_state(s, seat, memories[row], board, out)
        return actors

    return run


def observe_view(_game: Any, observation: Any) -> EntryPoint:
    """Write what a view tells, with a memory: what `observe` is compared with."""
    of_view = observation.of_view

    def run(views: Any, memory: Any, out: Any) -> None:
        v = views[0]
        of_view(v, memory, np.zeros(2 * len(v.zone) + SPARE, np.int8), out)

    return run


def illegal(_game: Any, _observation: Any) -> EntryPoint:
    """Find the first action that is not legal; -1 when all are."""

    def run(masks: Any, actions: Any) -> int:
        most = masks.shape[1]
        for i in range(len(actions)):
            action = actions[i]
            if action < 0 or action >= most or masks[i, action] == 0:
                return i
        return -1

    return run
