"""A saved contest: nothing is lost, nothing is played twice, whatever happens."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.arena.common import BOARDS, BOTS, GAME, TIRELIRE, contest, played_here
from tirelire import OptionError
from tirelire.arena import run as module
from tirelire.arena.board import BoardResult, Task, play_board
from tirelire.arena.contest import Contest
from tirelire.arena.ledger import Ledger
from tirelire.arena.run import arena
from tirelire.games import game

FEW = 4


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A ledger that holds a few boards."""
    path = tmp_path / "contest.jsonl"
    with Ledger(path, contest().settings()) as ledger:
        for board in played_here().boards[:FEW]:
            ledger.add(board)
    return path


def numbers(path: Path) -> list[int]:
    return [json.loads(line)["number"] for line in path.read_bytes().splitlines()[1:]]


def watch(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list to which every board that is played will be added."""
    played: list[int] = []

    def note(task: Task) -> BoardResult:
        played.append(task.number)
        return play_board(task)

    monkeypatch.setattr(module, "play_board", note)
    return played


def test_boards_come_back_as_they_were(saved: Path) -> None:
    with Ledger(saved, contest().settings()) as ledger:
        assert list(ledger.boards.values()) == played_here().boards[:FEW]


def test_boards_that_are_saved_are_not_played_again(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = watch(monkeypatch)
    arena(contest(FEW), workers=1, save=saved)
    assert played == []
    report = arena(contest(FEW + 2), workers=1, save=saved)
    assert played == [FEW, FEW + 1]
    assert report.boards == played_here().boards[: FEW + 2]
    assert numbers(saved) == list(range(FEW + 2))
    assert arena(contest(2), workers=1, save=saved).boards == played_here().boards[:2]


@pytest.mark.parametrize("cut", [1, 40])
def test_half_a_line_is_cut_off_and_its_board_played_anew(
    saved: Path, cut: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = saved.read_bytes()
    saved.write_bytes(whole[:-cut])
    played = watch(monkeypatch)
    arena(contest(FEW), workers=1, save=saved)
    assert played == [FEW - 1]
    assert saved.read_bytes() == whole


def test_half_a_heading_is_begun_anew(saved: Path) -> None:
    heading = saved.read_bytes().splitlines()[0]
    saved.write_bytes(heading[:30])
    Ledger(saved, contest().settings()).close()
    assert saved.read_bytes() == heading + b"\n"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": 4}, "seed 3 ≠ 4"),
        ({"specs": ("regular", "novice", "strong@9")}, "strong@9"),
        ({"options": {"rounds": 2}}, "rounds"),
        ({"time": 0.5}, "time None ≠ 0.5"),
    ],
)
def test_a_ledger_with_other_settings_is_refused(
    saved: Path, changes: dict[str, Any], told: str
) -> None:
    settings = {"specs": BOTS, "options": {"rounds": 1}, "boards": 9, "seed": 3, **changes}
    before = saved.read_bytes()
    with pytest.raises(OptionError, match="other settings") as caught:
        arena(Contest(game(GAME), **settings), workers=1, save=saved)
    assert told in str(caught.value)
    assert saved.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("my diary", 1),
        ("my diary\n", 1),
        ("{}\n", None),
        ("HEAD\nnonsense\n", 2),
        ('HEAD\n{"number": 0}\n', 2),
        ("HEAD\nBOARD\nBOARD\n", 3),
    ],
)
def test_another_file_is_refused_and_left_alone(saved: Path, text: str, line: int | None) -> None:
    head, board, *_ = saved.read_text("utf-8").splitlines()
    text = text.replace("HEAD", head).replace("BOARD", board)
    saved.write_text(text, "utf-8")
    with pytest.raises(OptionError, match=f"line {line} " if line else "other settings"):
        Ledger(saved, contest().settings())
    assert saved.read_text("utf-8") == text


def test_two_runs_cannot_write_to_one_ledger(saved: Path) -> None:
    with (
        Ledger(saved, contest().settings()),
        pytest.raises(OptionError, match="another contest"),
    ):
        arena(contest(), workers=1, save=saved)


def test_a_killed_contest_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = played_here()
    path = tmp_path / "contest.jsonl"
    command = ["arena", GAME, *BOTS, "--seed", "3", "-o", "rounds=1", "--deals", str(BOARDS)]
    with subprocess.Popen(
        [sys.executable, "-c", TIRELIRE, *command, "--workers", "2", "--save", str(path)]
    ) as process:
        while not path.exists() or path.read_bytes().count(b"\n") <= FEW:
            assert process.poll() is None
            time.sleep(0.01)
        workers = psutil.Process(process.pid).children(recursive=True)
        process.kill()
    assert psutil.wait_procs(workers, timeout=20)[1] == []
    before = path.read_bytes()
    before = before[: before.rindex(b"\n") + 1]
    done = before.count(b"\n") - 1
    assert FEW <= done < BOARDS

    played = watch(monkeypatch)
    report = arena(contest(), workers=1, save=path)
    assert len(played) == BOARDS - done
    assert path.read_bytes().startswith(before)
    assert sorted(numbers(path)) == list(range(BOARDS))
    assert report.summary() == expected.summary()
