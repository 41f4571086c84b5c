"""A bot that searches: what becomes of each move in many worlds that fit its view.

In every world the deal is played to its end by the rule of thumb, for all seats, after each of the
moves that are worth a thought. Moves are compared in the same worlds with the same chance, and the
worse half is dropped again and again, so that most of the time goes to the moves that matter. The
rule of thumb's own move is given up only for one that is surely better.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from tirelire.bots.compiled_policy import CompiledPolicy, compiled_policy
from tirelire.bots.policy_kernels import LOOK
from tirelire.bots.rule_of_thumb import taking_back
from tirelire.core.chance import Source, new_stream
from tirelire.core.moves import Move
from tirelire.match.view import View
from tirelire.policy.traits import ATTENTIVE, REGULAR, Traits, table_of

THINKING = 0.3
"""Seconds that the search takes by default."""
_USED = 0.8
"""The part of its time after which it begins nothing new."""
_STEP = 4
"""Worlds that are looked at between two looks at the clock."""
_FIRST_MOVES = 8
"""Moves by which the speed is guessed."""
_MOST_PLAYOUTS = 1_000_000
_MOST_ROUNDS = 5
_LEAST_WORLDS = 12
"""A move that is tried at all is tried in this many worlds before it is dropped."""
_MIXED = 4
"""Number of secret choices that are kept to the end and drawn from."""
_TEMPERATURE = 1.0
"""How much worse a secret choice may look to be drawn e times less often, in standard errors."""
_DOUBT = 1.0
"""By how many standard errors a move must be better than the rule of thumb's own."""


@dataclass(frozen=True)
class Candidate:
    """A move that was searched."""

    move: Move
    share: float
    """Estimated share of the win."""
    error: float
    """Standard error of its difference to the share of the rule of thumb's own move."""
    playouts: int
    weight: float
    """How likely the bot is to choose it."""


class Search:
    """Searches with a number of playouts, with a time, or with both as bounds."""

    def __init__(
        self,
        name: str,
        *,
        playouts: int | None = None,
        thinking: float = THINKING,
        traits: Traits = ATTENTIVE,
    ) -> None:
        self.name = name
        self.playouts = playouts
        self.thinking = thinking
        self.traits = traits

    def choose(self, view: View, rng: Source, time: float | None) -> Move:
        """Choose the best move found; secret choices are drawn from the best."""
        if (back := taking_back(view)) is not None:
            return back
        ranked = self.rank(view, rng, time)
        if len(ranked) == 1 or ranked[0].weight == 1.0:
            return ranked[0].move
        pick = rng.below(10**6) / 10**6
        for candidate in ranked:
            pick -= candidate.weight
            if pick < 0:
                return candidate.move
        return ranked[0].move

    def rank(self, view: View, rng: Source, time: float | None) -> list[Candidate]:
        """Search, and return all moves that were looked at, the best first."""
        end = math.inf
        if time is not None or self.playouts is None:
            end = perf_counter() + _USED * (self.thinking if time is None else time)
        inquiry = _Inquiry(view, rng, self.traits)
        inquiry.halve(self.playouts, end)
        return inquiry.ranked()


class _Inquiry:
    """One search: the moves, and their results so far.

    The first move is the one that the rule of thumb would make. It stays to the end, and all others
    are measured by their difference to it, in the same worlds: that difference has to be sure.
    """

    def __init__(self, view: View, rng: Source, traits: Traits) -> None:
        self.view = view
        self.compiled: CompiledPolicy = compiled_policy(view.game)
        engine = view.game.engine
        seats = len(view.record.total)
        self.seed = rng.below(2**31)
        self.stream = new_stream(self.seed)
        self.states = (engine.new(), engine.new())
        own = int(view.record.seat)
        self.traits = table_of([traits if seat == own else REGULAR for seat in range(seats)])
        self.moves, self.secret = self._moves(table_of([traits] * seats))
        self.sums = np.zeros((len(self.moves), 3))
        self.played = np.zeros(len(self.moves), np.int64)
        self.alive = np.arange(len(self.moves))
        self.worlds = 0

    def _moves(self, traits: NDArray[np.int64]) -> tuple[NDArray[np.int16], bool]:
        """Return the moves to be searched, the policy's own first, and whether they are secret."""
        compiled, raw, state = self.compiled, self.view.raw, self.states[0]
        width = compiled.policy.LONGEST + 1
        own = compiled.room_for_move()
        length = compiled.choose(raw, state, new_stream(0), self.stream, traits, own)
        rows = compiled.room_for_moves()
        found = compiled.propose(raw, state, new_stream(0), self.stream, traits, rows)
        count, secret = found & 0xFFFF, bool(found >> 16)
        first = [length, *own[:length].tolist()]
        first += [0] * (width - len(first))
        others = rows[: count * width].reshape(count, width).tolist()
        different = [row for row in others if row[: row[0] + 1] != first[: length + 1]]
        return np.array([first, *different], np.int16), secret

    def halve(self, playouts: int | None, end: float) -> None:
        """Look at the moves, drop the worse half, and so on, until playouts or time are used."""
        if len(self.moves) == 1:
            return
        expected = self._affordable(end) if playouts is None else playouts
        rounds = 1
        while rounds < _MOST_ROUNDS and expected > 2 * _LEAST_WORLDS * rounds * 2**rounds:
            rounds += 1
        keep = _MIXED if self.secret else 2
        self.alive = self.alive[: max(keep, expected // (_LEAST_WORLDS * rounds))]
        for left in range(rounds, 0, -1):
            worlds = _MOST_PLAYOUTS
            if playouts is not None:
                used = int(self.played.sum())
                worlds = max(1, (playouts - used) // (left * len(self.alive)))
            now = perf_counter()
            self.look(worlds, now + (end - now) / left)
            if left > 1:
                self._drop(max(keep, -(-len(self.alive) // 2)))

    def _affordable(self, end: float) -> int:
        """Guess how many playouts there is time for, from the first ones."""
        began = perf_counter()
        self.alive = self.alive[:_FIRST_MOVES]
        self.look(1, began)
        spent = max(perf_counter() - began, 1e-6)
        playouts = int(self.played.sum() * (end - began) / spent)
        self.alive = np.arange(len(self.moves))
        return max(1, min(playouts, _MOST_PLAYOUTS))

    def _drop(self, keep: int) -> None:
        """Keep the first move, and `keep` moves in all."""
        lead = self.sums[self.alive, 1] / self.played[self.alive]
        lead[0] = np.inf
        order = np.argsort(-lead, kind="stable")
        self.alive = np.sort(self.alive[order[:keep]])

    def look(self, worlds: int, end: float) -> None:
        """Try the moves that are left in a number of worlds, or until the time is over."""
        count = len(self.alive)
        moves = np.ascontiguousarray(self.moves[self.alive]).reshape(-1)
        results = np.zeros(3 * count)
        done = 0
        while done < worlds and (done == 0 or perf_counter() < end):
            step = worlds - done if end == math.inf else min(_STEP, worlds - done)
            setting = np.array([(self.seed, self.worlds + done, step, count)], LOOK)
            self.compiled.evaluate(
                self.view.raw, *self.states, self.stream, setting, self.traits, moves, results
            )
            done += step
        self.worlds += done
        self.played[self.alive] += done
        self.sums[self.alive] += results.reshape(count, 3)

    def ranked(self) -> list[Candidate]:
        """Return the moves that were looked at: those kept longest first, the best of them first.

        Another move than the first must be better than it by more than chance would explain.
        """
        played = np.maximum(self.played, 1)
        lead = self.sums[:, 1] / played
        errors = np.sqrt(np.maximum(self.sums[:, 2] / played - lead**2, 1e-9) / played)
        sure = lead - _DOUBT * errors
        sure[0] = 0.0
        alive = self.alive
        weights = np.zeros(len(self.moves))
        if self.secret and len(alive) > 1:
            softness = _TEMPERATURE * float(np.mean(errors[alive[1:]]))
            weights[alive] = np.exp((sure[alive] - sure[alive].max()) / softness)
            weights /= weights.sum()
        else:
            weights[alive[np.argmax(sure[alive])]] = 1.0
        shares = self.sums[:, 0] / played
        looked_at = [i for i in range(len(self.moves)) if self.played[i] or len(self.moves) == 1]
        order = sorted(looked_at, key=lambda i: (i not in alive, -weights[i], -lead[i], i))
        return [
            Candidate(
                self.say(i),
                float(shares[i]),
                float(errors[i]),
                int(self.played[i]),
                float(weights[i]),
            )
            for i in order
        ]

    def say(self, number: int) -> Move:
        """Say a move in words."""
        row = self.moves[number]
        view = self.view
        move: Move = view.game.moves.combine(view.record, row[1 : row[0] + 1].tolist())
        return move
