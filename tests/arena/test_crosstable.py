"""The cross table: everyone against everyone, the same table however often it was interrupted."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from tests.arena.test_command import call, refused, told
from tirelire.arena import crosstable as module
from tirelire.arena.board import BoardResult, MatchResult
from tirelire.arena.contest import Contest
from tirelire.arena.crosstable import CrossPlan, GameTable, fill, is_pair, ledger_of, shortest
from tirelire.arena.crosstable_page import as_markdown, said
from tirelire.arena.report import Report
from tirelire.games import GAMES, game

GAME = "cash_oder_crash"
COMMON = ("novice", "regular")
POOL = [*COMMON, *(f"{GAME}:{name}" for name in game(GAME).opponents)]


def plan(most: int = 4, within: float = 0.0, mixed: int = 2) -> CrossPlan:
    return CrossPlan((game(GAME),), 3, COMMON, 5, 2, most, within, mixed)


def quiet(_: str) -> None:
    pass


def test_every_player_meets_every_other_in_the_shortest_match() -> None:
    contests = list(plan().contests(game(GAME), 2))
    pairs = [contest for contest in contests if is_pair(contest)]
    assert len(pairs) == len(POOL) * (len(POOL) - 1)
    assert {contest.specs[:2] for contest in pairs} == {
        (x, y) for x in POOL for y in POOL if x != y
    }
    assert all(contest.specs[1:] == (contest.specs[1],) * 2 for contest in pairs)
    mixed = contests[len(pairs) :]
    assert [len(set(contest.specs)) for contest in mixed] == [3, 3]
    assert all(contest.options["rounds"] == 1 for contest in contests)
    ledgers = {ledger_of(contest, Path("x")) for contest in contests}
    assert len(ledgers) == len(contests)
    assert not [path for path in ledgers if re.search(r"[^\w.@-]", path.name)]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_pool_and_a_short_match(name: str) -> None:
    one = CrossPlan((game(name),), 4, COMMON, 1, 1, 1, 0.1, 1)
    assert len(one.pool(game(name))) >= len(COMMON) + 3
    assert shortest(game(name))
    next(one.contests(game(name), 1))


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four players instead of seven."""
    monkeypatch.setattr(module, "names_of", lambda _game: POOL[2:4])


@pytest.mark.usefixtures("_few")
def test_a_table_is_the_same_after_an_interruption(tmp_path: Path) -> None:
    (whole,) = fill(plan(), tmp_path / "whole", workers=1, told=quiet)
    assert {share.boards for share in whole.pairs.values()} == {4}
    # A run without any time plays nothing, one that knows half of the boards goes on from there.
    (empty,) = fill(plan(), tmp_path / "parts", hours=0, workers=1, told=quiet)
    assert {share.boards for share in empty.pairs.values()} == {0}
    fill(plan(most=2), tmp_path / "parts", workers=1, told=quiet)
    (again,) = fill(plan(), tmp_path / "parts", workers=1, told=quiet)
    assert again.pairs == whole.pairs
    assert as_markdown([again], "x") == as_markdown([whole], "x")


@pytest.mark.usefixtures("_few")
def test_what_is_exact_enough_gets_no_more_boards(tmp_path: Path) -> None:
    (table,) = fill(plan(most=4, within=0.6, mixed=0), tmp_path, workers=1, told=quiet)
    boards = {share.boards for share in table.pairs.values()}
    assert boards == {2, 4}
    for share in table.pairs.values():
        assert (share.boards == 2) <= (share.half <= 0.6)


def report(specs: tuple[str, ...], winners: list[int]) -> Report:
    """A contest of boards that each have one match, won by a seat."""
    boards = [
        BoardResult(number, (MatchResult(specs, (0, 0, 0), (winner,), 9),))
        for number, winner in enumerate(winners)
    ]
    contest = Contest(game(GAME), specs, boards=len(boards), seed=1)
    return Report(contest, boards, "")


def test_shares_are_means_over_boards_with_students_intervals() -> None:
    table = GameTable(plan(), game(GAME))
    table.take(report(("novice", "regular", "regular"), [0, 1]))
    share = table.pairs["novice", "regular"]
    assert share.mean == 0.5
    # Two boards, 1 and 0: a standard error of 1/2, and 12.706 of them at one degree of freedom.
    assert share.half == pytest.approx(12.706 / 2, rel=1e-3)
    table.take(report(("novice", POOL[2], POOL[2]), [0, 0]))
    against_all = table.against_all("novice")
    assert against_all.mean == 0.75
    # Two boards that ended alike prove little: their interval reaches 1/2 to each side.
    assert against_all.half == pytest.approx(math.hypot(share.half, 1 / 2) / 2)
    table.take(report((POOL[2], "novice", "regular"), [1, 1, 0, 0]))
    assert table.mixed("novice").mean == 0.5
    assert table.mixed("novice").boards == 4
    assert said(table.mixed(POOL[3])) == ""
    assert math.isnan(table.mixed(POOL[3]).mean)


@pytest.mark.usefixtures("_few")
def test_the_command_writes_tables_and_a_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LEVELS", ("novice",))
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- crosstable: begin -->\n<!-- crosstable: end -->\n", "utf-8")
    picture = tmp_path / "table.png"
    told(
        *("crosstable", GAME, "--players", "3", "--playouts", "0", "--bot", "regular"),
        *("--mixed", "1", "--least", "1", "--most", "1", "--workers", "1"),
        *("--save", str(tmp_path / "boards"), "--plot", str(picture), "--write", str(page)),
    )
    text = page.read_text("utf-8")
    assert "`tirelire crosstable cash_oder_crash --players 3 --playouts 0 --bot regular" in text
    assert "| one of ↓ among | `novice` | `regular` | `mixer` |" in text
    assert "`rounds=1`: 33.3 % is fair" in text
    assert picture.stat().st_size > 10_000


def test_what_makes_no_sense_is_refused_before_the_first_board(tmp_path: Path) -> None:
    boards = ("--save", str(tmp_path / "boards"))
    assert "nobody" in refused("crosstable", GAME, "--bot", "nobody", *boards)
    assert not (tmp_path / "boards").exists()
    page = tmp_path / "page.md"
    page.write_text("no marks\n", "utf-8")
    assert "no place" in refused("crosstable", "--write", str(page))
    assert "ismcts" in refused("crosstable", GAME, "--ismcts", "0")
    assert call("crosstable", "nothing").exit_code == 2
