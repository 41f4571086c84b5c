"""The command `arena`, as a person or a program would call it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tests.arena.common import BOTS, GAME
from tirelire.arena import run as module
from tirelire.arena.board import BoardResult, Task, play_board
from tirelire.cli.app import app
from tirelire.core import texts

CONTEST = ("arena", GAME, *BOTS, "-o", "rounds=1", "--workers", "1")


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def told(*arguments: str) -> str:
    result = call(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def parsed(*arguments: str) -> Any:
    return json.loads(told(*arguments, "--json"))


def refused(*arguments: str) -> str:
    result = call(*arguments)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return " ".join(result.output.split())


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["3 boards, 9 matches, seed 0", "Wins %", "95% intervals", "is not 99% sure"]),
        ("fr", ["3 donnes, 9 parties, graine 0", "Victoires %", "crochets", "pas sûr à 99 %"]),
    ],
)
def test_the_table_is_told_in_both_languages(lang: str, words: list[str]) -> None:
    table = told(*CONTEST, "--deals", "3", "--lang", lang)
    assert all(word in table for word in (*BOTS, *words))
    assert "33.3" in table or "33,3" in table


def test_points_are_written_in_the_unit_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "unit_of", lambda game, lang: "K" if game == GAME else "")
    assert re.search(r"\[−\d+\.\d\dK; −?\d+\.\d\dK\]", told(*CONTEST, "--deals", "3"))
    row = parsed(*CONTEST, "--deals", "3")["entrants"][0]
    assert isinstance(row["score_difference"]["mean"], float)


def test_one_board_has_no_intervals() -> None:
    assert "1 board, 3 matches" in told(*CONTEST, "--deals", "1")
    row = parsed(*CONTEST, "--deals", "1")["entrants"][0]
    assert row["win_share"]["low"] is None


def test_it_stops_when_the_difference_is_sure(tmp_path: Path) -> None:
    path = str(tmp_path / "contest.jsonl")
    arguments = (*CONTEST, "--until-sure", "--against", "0.1", "--save", path)
    summary = parsed(*arguments)
    assert summary["verdict"] == {"bot": "regular", "bar": 0.1, "level": 0.99, "sure": "above"}
    assert summary["boards"] < 100
    assert "regular wins more than 10.0%: 99% sure." in told(*arguments)
    assert "plus que 10,0\N{NO-BREAK SPACE}%" in told(*arguments, "--lang", "fr")


def test_it_says_so_when_nothing_is_sure() -> None:
    summary = parsed(*CONTEST, "--until-sure", "--most", "2")
    assert summary["boards"] == 2
    assert summary["verdict"]["sure"] is None


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    plot = tmp_path / "course.png"
    told(*CONTEST, "--deals", "2", "--plot", str(plot))
    assert plot.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("saving", [True, False])
def test_ctrl_c_says_how_to_go_on(
    saving: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(task: Task) -> BoardResult:
        if task.number == 2:
            raise KeyboardInterrupt
        return play_board(task)

    monkeypatch.setattr(module, "play_board", interrupted)
    path = tmp_path / "contest.jsonl"
    save = ("--save", str(path)) if saving else ()
    result = call(*CONTEST, "--deals", "5", *save)
    assert result.exit_code == 130
    assert "Stopped after 2 boards" in result.output
    assert ("The same command goes on" if saving else "Nothing was saved") in result.output
    monkeypatch.undo()
    if saving:
        assert parsed(*CONTEST, "--deals", "5", *save) == parsed(*CONTEST, "--deals", "5")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("poker", *BOTS), "Unknown game"),
        ((GAME, "regular", "novice"), "3–4"),
        ((GAME, "regular", "novice", "grandmaster"), "grandmaster"),
        ((GAME, "regular", "novice", "strong@0"), "playouts"),
        ((GAME, *BOTS, "--deals", "0"), "1–1000000"),
        ((GAME, *BOTS, "--until-sure", "--most", "0"), "1–1000000"),
        ((GAME, *BOTS, "--deals", "9", "--until-sure"), "--deals and --until-sure cannot"),
        ((GAME, *BOTS, "--workers", "2", "--cluster", "x:1"), "--workers and --cluster cannot"),
        ((GAME, *BOTS, "--most", "9"), "--most is only"),
        ((GAME, *BOTS, "--time", "-1"), "time"),
        ((GAME, *BOTS, "--workers", "0"), "workers"),
        ((GAME, *BOTS, "--against", "2"), "against"),
        ((GAME, *BOTS, "--save", "/nowhere/x.jsonl"), "/nowhere/x.jsonl: No such file"),
        ((GAME, *BOTS, "--save", "/"), "/: "),
        ((GAME, *BOTS, "--plot", "/nowhere/x.png"), "/nowhere/x.png"),
        ((GAME, *BOTS, "--plot", "course.xyz"), ".png"),
        ((GAME, *BOTS, "--lang", "tlh"), "fr | en"),
    ],
)
def test_misuse_exits_with_two_and_says_what_is_allowed(
    arguments: tuple[str, ...], message: str
) -> None:
    assert message in refused("arena", *arguments)
