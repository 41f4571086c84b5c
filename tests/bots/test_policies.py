"""The laws of a policy, for every game, player count and pair of option values."""

from __future__ import annotations

import numpy as np
import pytest

from tirelire.bots.compiled_policy import CompiledPolicy, compiled_policy
from tirelire.contract.covering import Setting, settings
from tirelire.contract.game import Game
from tirelire.core.chance import new_stream, seeded
from tirelire.core.compiling import array_type, entry_point
from tirelire.core.phase import MATCH_OVER
from tirelire.core.raw import record_in
from tirelire.core.state import State
from tirelire.games import GAMES, game
from tirelire.policy.traits import ATTENTIVE, NOVICE, PERSONALITIES, REGULAR, Traits, table_of

CASES = [
    pytest.param(name, players, setting, id=f"{name}-{players}-{i}")
    for name in GAMES
    for i, (players, setting) in enumerate(settings(game(name)))
]
MOST_MOVES = 150
SEATS = [NOVICE, REGULAR, ATTENTIVE, *PERSONALITIES.values()]


class Player:
    """Asks a policy for moves, from views."""

    def __init__(self, found: Game, traits: Traits) -> None:
        self.compiled: CompiledPolicy = compiled_policy(found)
        self.engine = found.engine
        self.traits = table_of([traits] * len(self.engine.record(self.engine.new()).total))

    def choose(self, state: State, seat: int, seed: int, world: int) -> list[int]:
        out = self.compiled.room_for_move()
        count = self.compiled.choose(
            state.veil(seat),
            self.engine.new(),
            new_stream(world),
            new_stream(seed),
            self.traits,
            out,
        )
        return [int(decision) for decision in out[:count]]

    def propose(self, state: State, seat: int, seed: int, world: int) -> list[list[int]]:
        out = self.compiled.room_for_moves()
        found = self.compiled.propose(
            state.veil(seat),
            self.engine.new(),
            new_stream(world),
            new_stream(seed),
            self.traits,
            out,
        )
        width = self.compiled.policy.LONGEST + 1
        rows = out[: (found & 0xFFFF) * width].reshape(-1, width).tolist()
        return [row[1 : row[0] + 1] for row in rows]


def assert_whole(state: State, seat: int, move: list[int]) -> None:
    """A move is legal step by step, and nothing is left to be taken back."""
    take_back = state.engine.kernel.TAKE_BACK
    twin = state.copy()
    assert move
    for decision in move:
        assert decision != take_back
        assert twin.play(seat, decision), (move, decision)
    assert take_back < 0 or take_back not in twin.legal(seat)


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_moves_are_whole_and_made_from_what_a_seat_may_know(
    name: str, players: int, setting: Setting
) -> None:
    found = game(name)
    source = seeded(players, 5)
    state = State.begin(found.engine, players, found.encode(players, setting), source)
    for number in range(MOST_MOVES):
        seat = state.asked
        if seat < 0:
            if state.record.ended == MATCH_OVER:
                break
            state.deal(*found.engine.draw_deal(state.raw, source))
            continue
        player = Player(found, SEATS[number % len(SEATS)])
        move = player.choose(state, seat, number, 0)
        assert_whole(state, seat, move)
        assert player.choose(state, seat, number, number + 1) == move
        if number % 3 == 0:
            proposed = player.propose(state, seat, number, 0)
            assert proposed == player.propose(state, seat, number, number + 1)
            assert len({tuple(row) for row in proposed}) == len(proposed) >= 1
            for row in proposed:
                assert_whole(state, seat, row)
        for decision in move:
            assert state.play(seat, decision)


@pytest.mark.parametrize("name", GAMES)
def test_shares_of_all_seats_add_up(name: str) -> None:
    found = game(name)
    policy = compiled_policy(found).policy
    record, inner = record_in(found.engine.state_type), policy.share

    def run(states: object, seat: int) -> float:
        return float(inner(record(states), seat))

    from tirelire.core.compiling import scalar_type

    arguments = (array_type(np.uint8), scalar_type())
    share = entry_point(run, "share_for_tests", name, arguments, parts=compiled_policy(found).parts)
    for players in range(found.fewest, found.most + 1):
        source = seeded(players, 6)
        state = State.begin(found.engine, players, found.encode(players, {}), source)
        player = Player(found, REGULAR)
        for number in range(5000):
            seat = state.asked
            if seat < 0:
                shares = [share(state.raw, x) for x in range(players)]
                assert all(0 <= x <= 1 for x in shares)
                assert sum(shares) == pytest.approx(1)
                if state.record.ended == MATCH_OVER:
                    winners = found.engine.winners(state.raw)
                    assert [x > 0 for x in shares] == [
                        bool(winners >> x & 1) for x in range(players)
                    ]
                    break
                totals = state.record.total[:players]
                assert int(np.argmax(shares)) == int(np.argmax(totals))
                state.deal(*found.engine.draw_deal(state.raw, source))
                continue
            for decision in player.choose(state, seat, number, 0):
                state.play(seat, decision)


@pytest.mark.parametrize("name", GAMES)
def test_every_law_of_the_contract_is_kept_by_name(name: str) -> None:
    from tirelire.contract.policy import Policy

    policy = compiled_policy(game(name)).policy
    functions = [word for word in vars(Policy) if not word.startswith("_")]
    for word in [*functions, *Policy.__annotations__]:
        assert hasattr(policy, word), word
        if callable(getattr(Policy, word, None)):
            assert getattr(policy, word).__doc__, word
