"""Checks the laws of the contract after every decision of random play, at native speed.

The checks are compiled together with the rules, so that a million deals can be inspected. The first
breach stops the run and names the law, the match and the decision, from which it can be repeated.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tirelire.contract.covering import Setting
from tirelire.contract.game import Game
from tirelire.core import chance
from tirelire.core.cards import SPECTATOR
from tirelire.core.chance import MOST_DRAWS, STREAM, new_stream
from tirelire.core.compiling import allocating, array_type, entry_point, kernel
from tirelire.core.header import record_type
from tirelire.core.match_loop import make_begin, make_deal, make_play
from tirelire.core.phase import DEAL_OVER, RUNNING

LAWS = (
    "",
    "while the deal runs some seat may decide, and the asked seat is one of them",
    "legal decisions are ascending, in range, and not only taking back",
    "the count of a zone is the number of its cards",
    "a veiled world of a view is that view again, byte for byte",
    "whether a seat may decide, and its legal decisions, depend on its view alone",
    "deriving changes nothing in a state reached by play",
    "every deal ends",
    "totals grow by exactly the gains, and only when the deal is over",
    "money is neither made nor lost where players pay each other",
    "the winners are known when the match is over and not before",
    "after taking back a seat is where it was before it laid anything",
    "a seat cannot tell apart two cards that it has not seen",
)
INSPECTION = record_type([(x, np.int64) for x in ("first", "seed", "players", "matches", "deals")])
"""An inspection: matches of a seed, and the limit of deals."""
REPORT = record_type([(x, np.int64) for x in ("match", "deals", "decision")])
"""How far an inspection came."""
PRINTED = ("serial",)
"""Fields of a card that go with the card itself and not with its place."""
MOST_DECISIONS = 20_000
"""No random deal is longer than this."""


@kernel
def _differs(a: Any, b: Any, size: int) -> bool:
    different = False
    for i in range(size):
        different |= a[i] != b[i]
    return different


def inspector(game: Game) -> Any:
    """Make the inspecting playout of a game; see `inspect` for its arguments."""
    k: Any = game.engine.kernel
    actors, asked, legal, play = k.actors, k.asked, k.legal, k.play
    veil, sample, derive, winners = k.veil, k.sample, k.derive, k.winners
    begin, deal_next = make_begin(k), make_deal(k)
    decisions, take_back = k.DECISIONS, k.TAKE_BACK
    below = chance.below
    size, view_size = k.STATE.itemsize, k.VIEW.itemsize
    zero_sum = game.capital > 0
    record, view = k.STATE, k.VIEW
    offsets = np.array(
        [
            offset
            for name, (field, offset, *_) in k.STATE.fields.items()
            if field.shape == k.STATE["zone"].shape and name not in PRINTED
        ]
    )

    @kernel
    def swap_unseen(s: Any, seat: int, others: Any, raw: Any, stream: Any) -> bool:
        """Make others[0] a copy in which two cards that the seat has not seen are exchanged."""
        one = below(stream, len(s.zone))
        two = below(stream, len(s.zone))
        if (int(s.seen[one]) | int(s.seen[two])) >> seat & 1 or s.zone[one] == s.zone[two]:
            return False
        others[0] = s
        for offset in offsets:
            raw[0][offset + one], raw[0][offset + two] = raw[0][offset + two], raw[0][offset + one]
        return True

    @kernel
    def check(s: Any, others: Any, raw: Any, views: Any, seen: Any, stream: Any, outs: Any) -> int:
        """Check the laws in one state; `raw` and `seen` are the bytes of `others` and `views`."""
        who = int(actors(s))
        first = int(asked(s))
        if s.ended == RUNNING:
            if who == 0 or (who >> first) & 1 == 0:
                return 1
        elif who != 0 or first != -1:
            return 1
        for zone in range(len(s.count)):
            found = 0
            for card in range(len(s.zone)):
                found += 1 if s.zone[card] == zone else 0
            if found != s.count[zone]:
                return 3
        others[0] = s
        derive(others[0])
        others[1] = s
        if _differs(raw[0], raw[1], size):
            return 6
        for i in range(int(s.players) + 1):
            seat = i if i < s.players else SPECTATOR
            veil(s, seat, views[0])
            if swap_unseen(s, seat, others, raw, stream):
                veil(others[0], seat, views[1])
                if _differs(seen[0], seen[1], view_size):
                    return 12
            sample(views[0], stream, others[0])
            veil(others[0], seat, views[1])
            if _differs(seen[0], seen[1], view_size):
                return 4
            if seat == SPECTATOR:
                continue
            may = (who >> seat) & 1
            if may != (int(actors(others[0])) >> seat) & 1:
                return 5
            if may == 0:
                continue
            count = legal(s, seat, outs[0])
            if count == 0 or (count == 1 and outs[0][0] == take_back):
                return 2
            for j in range(count):
                if not 0 <= outs[0][j] < decisions or (j > 0 and outs[0][j] <= outs[0][j - 1]):
                    return 2
            if legal(others[0], seat, outs[1]) != count or _differs(outs[0], outs[1], count):
                return 5
        return 0

    @allocating
    def deal(s: Any, context: Any) -> bool:
        report, most, stream, cards, bounds, before, _, _, _, _, _ = context
        if report.deals >= most:
            return False
        deal_next(s, stream, cards, bounds)
        for seat in range(len(before)):
            before[seat] = s.total[seat]
        report.deals += 1
        report.decision = 0
        return True

    @allocating
    def decide(s: Any, seat: int, context: Any) -> int:
        """Play at random, any actor first; return the law that is broken, as a negative number."""
        report, _, stream, _, _, before, others, raw, views, seen, outs = context
        if report.decision == 0:
            law = check(s, others, raw, views, seen, stream, outs)
            if law != 0:
                return -law
        report.decision += 1
        if report.decision > MOST_DECISIONS:
            return -7
        if below(stream, 2) == 0:  # no clock: any actor may come first
            waiting = int(actors(s))
            while (waiting >> seat) & 1 == 0 or below(stream, 2) == 0:
                seat = 0 if seat + 1 == s.players else seat + 1
        n = legal(s, seat, outs[0])
        if outs[0][n - 1] == take_back:
            if below(stream, 8) == 0:
                play(s, seat, take_back)
                m = legal(s, seat, outs[1])
                return -11 if m > 0 and outs[1][m - 1] == take_back else 1
            n -= 1
        play(s, seat, int(outs[0][below(stream, n)]))
        for j in range(len(before)):
            if s.ended == RUNNING and s.total[j] != before[j]:
                return -8
        law = check(s, others, raw, views, seen, stream, outs)
        return -law if law != 0 else 1

    @allocating
    def deal_over(s: Any, context: Any) -> int:
        _, _, _, _, _, before, _, _, _, _, _ = context
        money = 0
        for j in range(len(before)):
            if s.total[j] != before[j] + s.gained[j]:
                return -8
            money += s.gained[j]
        if zero_sum and money != 0:
            return -9
        return -10 if (winners(s) != 0) != (s.ended > DEAL_OVER) else 0

    play_match = make_play(k, deal, decide, deal_over)

    def run(
        opt: Any,
        settings: Any,
        state: Any,
        raw: Any,
        seen: Any,
        stream: Any,
        reports: Any,
    ) -> int:
        s, setting, report = state[:size].view(record)[0], settings[0], reports[0]
        others = raw.reshape(-1).view(record)
        views = seen.reshape(-1).view(view)
        outs = np.zeros((2, decisions), np.int16)
        cards = np.zeros(len(s.zone), np.int16)
        bounds = np.zeros(MOST_DRAWS, np.int32)
        before = np.zeros(len(s.total), np.int64)
        report.deals = 0
        for i in range(setting.matches):
            report.match = setting.first + i
            begin(s, setting.players, opt, setting.seed, report.match, stream, bounds)
            most = setting.deals
            found = play_match(
                s, (report, most, stream, cards, bounds, before, others, raw, views, seen, outs)
            )
            if found < 0:
                return -found
        return 0

    return run


@cache
def compiled_inspector(game: Game) -> Any:
    """Compile the inspection of a game."""
    raw = array_type(np.uint8, 2)
    arguments = (array_type(np.int32), array_type(INSPECTION), array_type(np.uint8), raw, raw)
    return entry_point(
        inspector(game),
        "inspector",
        game.id,
        (*arguments, array_type(STREAM), array_type(REPORT)),
        threads=True,
        parts=game.engine.parts,
    )


@dataclass(frozen=True)
class InspectionResult:
    """The result of an inspection."""

    law: str
    """The law that was broken, or nothing."""
    match: int
    deals: int
    decision: int
    """The last decision that was checked."""


def inspect(
    game: Game,
    players: int,
    setting: Setting,
    *,
    matches: int,
    deals: int = 2**31,
    seed: int = 0,
    first: int = 0,
) -> InspectionResult:
    """Play random matches, at most `deals` deals, and check every law after every decision."""
    engine = game.engine
    report = np.zeros(1, REPORT)
    law = compiled_inspector(game)(
        np.array(game.encode(players, setting), np.int32),
        np.array([(first, seed, players, matches, deals)], INSPECTION),
        engine.new(),
        np.zeros((2, engine.state_type.itemsize), np.uint8),
        np.stack([engine.new_view(), engine.new_view()]),
        new_stream(seed),
        report,
    )
    match, deals, decision = report[0].tolist()
    return InspectionResult(LAWS[law], match, deals, decision)
