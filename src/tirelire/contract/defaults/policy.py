"""A policy made from the rules alone: random, but for one step of greed.

A seat looks one decision ahead, in a world that fits its view. Where a decision ends the deal, the
one that gains most is made; otherwise any.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from tirelire.core.bits import ones
from tirelire.core.chance import below
from tirelire.core.compiling import allocating, kernel
from tirelire.core.phase import MATCH_OVER, RUNNING
from tirelire.core.raw import copy_record, record_in
from tirelire.policy.toolkit import happens, lead_share, trait, won_share
from tirelire.policy.traits import CARE

if TYPE_CHECKING:
    from tirelire.contract.game import Game

_LONGEST = 64
"""No move of a game without a policy has more decisions."""
_MOST = 32
"""So many moves are proposed at the most."""
_ROOM = 4
"""Lists of decisions may be written this far past their end."""


def plain_policy(game: Game) -> Any:
    """Make the policy of a game that has none of its own."""
    rules = game.kernel
    veil, sample, legal, play = rules.veil, rules.sample, rules.legal, rules.play
    actors, winners = rules.actors, rules.winners
    state, view = rules.STATE.itemsize, rules.VIEW.itemsize
    record, seen, copy = record_in(rules.STATE), record_in(rules.VIEW), copy_record(rules.STATE)
    decisions, take_back = rules.DECISIONS, rules.TAKE_BACK
    width = _LONGEST + 1

    @kernel
    def gain(s: Any, seat: int) -> int:
        """Return by how much a deal that is over leaves a seat ahead of the best other."""
        best = -(1 << 40)
        for other in range(int(s.players)):
            if other != seat:
                best = max(best, int(s.gained[other]))
        return int(s.gained[seat]) - best

    @allocating
    def pick(w: Any, seat: int, greedy: bool, stream: Any, listed: Any) -> int:
        """Choose one decision in a world: what gains most at once, or any."""
        count = int(legal(w, seat, listed))
        count -= 1 if listed[count - 1] == take_back else 0
        if not greedy:
            return int(listed[below(stream, count)])
        room = np.zeros(state, np.uint8)
        trial = record(room)
        found, best, equal = int(listed[0]), -(1 << 50), 0
        for i in range(count):
            copy(w, trial)
            play(trial, seat, int(listed[i]))
            value = gain(trial, seat) if trial.ended != RUNNING else 0
            if value > best:
                best, equal = value, 0
            if value == best:
                equal += 1
                if below(stream, equal) == 0:
                    found = int(listed[i])
        return found

    @allocating
    def whole_move(s: Any, seat: int, greedy: bool, stream: Any, out: Any, at: int) -> int:
        """Write one whole move, made in a world that fits the seat's view; return its length."""
        veiled, room = np.zeros(view, np.uint8), np.zeros(state, np.uint8)
        v, w = seen(veiled), record(room)
        veil(s, seat, v)
        sample(v, stream, w)
        listed = np.zeros(decisions + _ROOM, np.int16)
        length = 0
        unfinished = True
        while unfinished and length < _LONGEST:
            decision = pick(w, seat, greedy, stream, listed)
            out[at + length] = decision
            length += 1
            play(w, seat, decision)
            unfinished = False
            if take_back >= 0 and w.ended == RUNNING and (int(actors(w)) >> seat) & 1:
                count = int(legal(w, seat, listed))
                unfinished = bool(listed[count - 1] == take_back)
        return length

    @allocating
    def choose(s: Any, seat: int, traits: Any, stream: Any, out: Any) -> int:
        greedy = happens(stream, trait(traits, seat, CARE))
        return int(whole_move(s, seat, greedy, stream, out, 0))

    @allocating
    def propose(s: Any, seat: int, _traits: Any, stream: Any, out: Any) -> int:
        if take_back < 0:
            listed = np.zeros(decisions + _ROOM, np.int16)
            count = min(int(legal(s, seat, listed)), _MOST)
            for i in range(count):
                out[i * width] = 1
                out[i * width + 1] = listed[i]
            return count
        count = 0
        for _ in range(_MOST):
            row = count * width
            out[row] = whole_move(s, seat, False, stream, out, row + 1)
            same = False
            for other in range(count):
                equal = True
                for j in range(int(out[row]) + 1):
                    equal = equal and out[other * width + j] == out[row + j]
                same = same or equal
            count += 0 if same else 1
        return count

    @kernel
    def is_secret(s: Any, _seat: int) -> bool:
        return bool(ones(int(actors(s))) > 1)

    @kernel
    def reconsider(_s: Any, _seat: int, _traits: Any, _stream: Any, _out: Any) -> None:
        pass

    @kernel
    def share(s: Any, seat: int) -> float:
        if s.ended == MATCH_OVER:
            return won_share(winners(s), seat)
        spread = 1.0
        for other in range(int(s.players)):
            spread += abs(float(s.gained[other]))
        return lead_share(s.total, int(s.players), seat, spread)

    return SimpleNamespace(
        __file__=__file__,
        LONGEST=_LONGEST,
        MOST=_MOST,
        choose=choose,
        propose=propose,
        is_secret=is_secret,
        reconsider=reconsider,
        share=share,
    )
