"""What is played: the same for the same seed, on the same cards, by the rules of the house."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from distributed import LocalCluster

from tests.arena.test_cluster import LOOPBACK
from tests.lab.common import GAME, figure, plan, studied
from tirelire import OptionError
from tirelire.core.codes import seats_of
from tirelire.core.options import Value
from tirelire.games import GAMES, game
from tirelire.lab.blocks import FIELDS, Block, BlockResult, play_block
from tirelire.lab.count_layout import CountLayout
from tirelire.lab.files import figure_rows, match_rows
from tirelire.lab.plan import MOST_BLOCKS, Plan
from tirelire.lab.results import StudyResults
from tirelire.lab.run import study
from tirelire.policy.traits import ATTENTIVE, NOVICE, REGULAR

SHORT: dict[str, dict[str, Value]] = {
    "money": {"match": "single"},
    "cash_oder_crash": {"rounds": 1},
    "monopoly": {"target": 500},
    "cache_ton_cash": {"match": "quick"},
}


def block_of(name: str, boards: int = 20, **changes: Any) -> Block:
    """A block of single deals, or of matches that are about as short."""
    house = game(name)
    players = 3
    opt = house.encode(players, SHORT[name])
    made = Block(name, players, tuple(opt), (REGULAR,) * players, (), 5, 0, boards)
    return replace(made, **changes)


def part(block: Block, played: BlockResult, name: str) -> Any:
    return CountLayout(game(block.game), block.players).part(name, played.sums)


@pytest.mark.parametrize("name", GAMES)
def test_a_block_is_the_sum_of_its_parts(name: str) -> None:
    whole = play_block(block_of(name))
    parts = [play_block(block_of(name, 10, first=first)) for first in (0, 10)]
    assert np.array_equal(whole.matches, np.concatenate([x.matches for x in parts]))
    assert np.array_equal(whole.sums, sum(x.sums for x in parts))


def test_compiled_and_uncompiled_boards_are_the_same() -> None:
    block = block_of(GAME, 2, wanted=(4,))
    code = f"""
from tirelire.policy.traits import Traits
from tirelire.lab.blocks import Block, play_block
print(play_block({block!r}).sums.tolist())
"""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    told = subprocess.check_output([sys.executable, "-c", code], env=environment, text=True)
    assert json.loads(told) == play_block(block).sums.tolist()


@pytest.mark.parametrize("name", ["money", "cash_oder_crash"])
def test_the_cards_do_not_depend_on_who_plays(name: str) -> None:
    block = block_of(name)
    other = replace(block, bots=(ATTENTIVE, NOVICE, NOVICE))
    one, two = play_block(block), play_block(other)
    assert not np.array_equal(one.matches, two.matches)
    for counted in ("cards", "cross"):
        assert np.array_equal(part(block, one, counted), part(other, two, counted))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_counted_adds_up(name: str) -> None:
    block = block_of(name)
    played = play_block(block)
    deals = int(played.matches[..., 1].sum())
    places = part(block, played, "places")
    assert places[:, 0].tolist() == [deals] * 3
    assert places[:, 1].sum() == 0
    assert part(block, played, "reasons").sum() == deals
    assert set(part(block, played, "dealt")[..., 0].sum(axis=1)) == {3 * deals}
    best = played.matches[..., FIELDS:].argmax(axis=-1)
    assert (played.matches[..., 2] >> best & 1).all()
    if name == GAME:
        assert (played.matches[..., FIELDS:].sum(axis=-1) == 3 * 35).all()


@pytest.mark.parametrize(
    ("name", "code"),
    [("money", "COIN"), ("cash_oder_crash", "+6"), ("monopoly", "STA"), ("cache_ton_cash", "OR")],
)
def test_wanted_cards_are_dealt_to_seat_a_every_time(name: str, code: str) -> None:
    """All cards of a set that are in the pack: one hand of each deal has them, and that is A's."""
    sorts, pack = game(name).sorts, 15 if name == GAME else len(game(name).sorts.cards)
    wanted = tuple(card for card in range(pack) if sorts.groups[card] == code)
    block = block_of(name, wanted=wanted)
    played = play_block(block)
    dealt = part(block, played, "dealt")[sorts.sets.index(code), :, 0]
    deals = played.matches[..., 1].sum()
    assert dealt[len(wanted)] == deals
    assert dealt[0] == 2 * deals
    best = played.matches[..., FIELDS:].mean(axis=(0, 1)).argmax()
    assert best == 0 or name in (GAME, "money")  # where such a hand is a good one


def test_workers_make_no_difference() -> None:
    small = plan(games=240, vary=("board=ring13,line",))
    here, there = study(small, workers=1), study(small, workers=2)
    assert figure_rows(StudyResults.of(here)) == figure_rows(StudyResults.of(there))
    assert match_rows(here) == match_rows(there)


def test_a_cluster_makes_no_difference() -> None:
    small = plan(games=60, vary=())
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=True, **LOOPBACK) as cluster:
        there = study(small, cluster=cluster.scheduler_address)
    assert figure_rows(StudyResults.of(there)) == figure_rows(
        StudyResults.of(study(small, workers=1))
    )


def test_a_run_is_cut_into_blocks_whoever_plays_it() -> None:
    blocks = plan(games=3 * 250).blocks(plan().base)
    assert len(blocks) == MOST_BLOCKS
    assert sum(block.boards for block in blocks) == 250
    assert [x.first for x in blocks[1:]] == [x.first + x.boards for x in blocks[:-1]]


def test_better_players_win_more() -> None:
    found = {x: figure(studied().figures, "bots", "share", x) for x in ("attentive", "novice")}
    assert found["novice"].high < found["attentive"].low
    skill = figure(studied().figures, "luck", "points", "bot")
    assert skill.low > 0


def test_among_equals_there_is_no_skill() -> None:
    """The estimates of several seeds scatter around nought: one interval in twenty misses it."""
    studies = [study(plan(bots=["regular"], vary=(), seed=seed), workers=1) for seed in range(1, 7)]
    skills = [figure(equals.figures, "luck", "points", "bot").value for equals in studies]
    error = np.std(skills, ddof=1) / len(skills) ** 0.5
    assert abs(np.mean(skills)) < 2 * error


def test_what_is_varied_is_compared_with_the_first_value() -> None:
    effects = {(x.varied, x.value, x.name): x for x in studied().effects}
    assert effects["board", "ring13", "spread"].difference is None
    wider = effects["board", "line", "spread"].difference
    assert wider is not None
    assert wider.low > 0  # C2: without an end the pawns go further
    longer = effects["players", "4", "decisions"].difference
    assert longer is not None
    assert longer.low > 0
    assert ("deck", "+6x2", "first_seat") in effects


def test_matches_are_told_one_by_one() -> None:
    head, *rows = match_rows(studied())
    assert head == ["board", "rotation", "decisions", "deals", "winners", *_totals()]
    assert len(rows) == studied().base.matches == 900
    assert rows[3][:2] == [1, 0]
    for row in rows:
        best = max(row[5:])
        assert row[4] == seats_of(sum(1 << i for i, x in enumerate(row[5:]) if x == best))


def _totals() -> list[str]:
    return ["total A", "total B", "total C"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"games": 0}, "games"),
        ({"seed": -1}, "seed"),
        ({"vary": ["board"]}, "name=value"),
        ({"vary": ["board=ring13"]}, "two or more different values"),
        ({"vary": ["board=line,line"]}, "two or more different values"),
        ({"vary": ["board=line,square"]}, "board=square: allowed is ring13"),
        ({"vary": ["colour=a,b"]}, "Unknown option colour: allowed is board,.*players, deck"),
        ({"vary": ["board=line,ring13", "board=line,ring17"]}, "given twice"),
        ({"vary": ["players=3,9"]}, "players=9: allowed is 3–4"),
        ({"vary": ["deck=any,+6x3/+1x3"]}, "dealt 5 cards"),
        ({"bots": ["strong"]}, "rules of thumb, not with “strong”: there are novice"),
        ({"bots": ["regular", "novice"]}, "exactly 3"),
        ({"bots": ["regular", "novice", "novice"]}, "exactly 4"),  # players are varied
    ],
)
def test_wrong_plans_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        plan(**changes)


def test_wrong_cards_are_refused() -> None:
    with pytest.raises(Exception, match="Unknown card “\\+7”"):
        plan(vary=["deck=any,+7"])
    with pytest.raises(Exception, match="EUR60"):  # M4: which currencies leave is drawn
        Plan(game("money"), 3, vary=["deck=any,EUR60"], games=10)
    assert Plan(game("money"), 5, vary=["deck=any,EUR60/COINx2"], games=10).settings[1].wanted


def test_no_workers_are_refused() -> None:
    with pytest.raises(OptionError, match="workers"):
        study(plan(), workers=0)
