"""Boards: the same cards for everybody, and no bot can spoil them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.arena.common import BOTS, GAME, SHORT, TIRELIRE, Sleeps, find
from tirelire import Match
from tirelire.arena import board as module
from tirelire.arena.board import Company, Task, play_board, rotations
from tirelire.match.events import Deal

TASK = Task(GAME, BOTS, SHORT, seed=3, number=0)


class Watched(Match):
    """Keeps every match that was begun."""

    begun: list[Match] = []  # noqa: RUF012

    @classmethod
    def begin(cls, *arguments: Any, **named: Any) -> Match:
        cls.begun.append(super().begin(*arguments, **named))
        return cls.begun[-1]


def test_a_board_has_the_same_cards_in_every_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "Match", Watched)
    dealt = []
    for number in range(2):
        Watched.begun = []
        play_board(replace(TASK, options={"rounds": 2}, number=number))
        deals = [[x for x in match.events if isinstance(x, Deal)] for match in Watched.begun]
        assert [len(x) for x in deals] == [2, 2, 2]
        assert deals[0] == deals[1] == deals[2]
        dealt.append(deals[0])
    assert dealt[0] != dealt[1]


@pytest.mark.parametrize(
    ("bots", "matches"), [("a b c d", 4), ("a b b b", 4), ("a b a b", 2), ("a a a", 1)]
)
def test_every_bot_sits_everywhere_equally_often(bots: str, matches: int) -> None:
    orders = rotations(bots.split())
    assert len(orders) == len(set(orders)) == matches
    for bot in set(bots.split()):
        counts = {Counter(column)[bot] for column in zip(*orders, strict=True)}
        assert len(counts) == 1


def test_a_board_can_be_repeated_and_a_seed_changes_it() -> None:
    assert play_board(TASK) == play_board(TASK)
    assert play_board(TASK).matches != play_board(replace(TASK, seed=4)).matches


@pytest.mark.parametrize("bad", ["raises", "cheats", "sleeps"])
def test_a_bot_that_misbehaves_is_played_for_and_reported(bad: str) -> None:
    company = Company(find)
    board = play_board(replace(TASK, specs=(bad, "novice", "strong@8")), company)
    # A regular moved for it, with the chance that the bot would have had.
    sound = play_board(replace(TASK, specs=("regular", "novice", "strong@8")))
    assert [x.totals for x in board.matches] == [x.totals for x in sound.matches]
    assert set(board.faults) == {bad}
    assert board.faults[bad] > 10
    kinds = {"raises": "raised", "cheats": "illegal", "sleeps": "late"}
    texts = {"raises": "ZeroDivisionError: thirteen ��", "cheats": "lay +99", "sleeps": "0.10 s"}
    (incident,) = board.incidents
    assert (incident.bot, incident.kind) == (bad, kinds[bad])
    assert texts[bad] in incident.text
    assert incident.seat in Match.at(incident.position).actors
    if isinstance(bot := company.take_seats([bad])[0], Sleeps):
        bot.over.set()


def test_a_match_that_would_not_end_is_ended_by_regulars(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_MOVES", 12)
    board = play_board(TASK)
    assert sum(board.faults.values()) == len(board.matches) >= len(board.incidents) > 0
    assert {x.kind for x in board.incidents} == {module.ENDLESS}
    assert all(match.winners and match.moves > 12 for match in board.matches)


def test_equal_bots_in_several_seats_are_not_the_same_bot() -> None:
    company = Company()
    bots = company.take_seats(["regular", "regular", "novice"])
    assert len(set(map(id, bots))) == 3
    again = company.take_seats(["novice", "regular", "regular"])
    assert set(map(id, again)) == set(map(id, bots))


THIRD_PARTY = """
class Careless:
    name, thinking = "careless", 30.0

    def choose(self, view, rng, time):
        if view.record.seat == 0:
            raise RuntimeError("I never sit in A")
        return "pass"
"""


def test_a_registered_bot_plays_in_all_workers(tmp_path: Path) -> None:
    (tmp_path / "third_party.py").write_text(THIRD_PARTY, "utf-8")
    info = tmp_path / "third_party-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: third-party\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tirelire.bots]\ncareless = third_party:Careless\n")
    command = "arena cash_oder_crash careless regular regular -o rounds=1 --lang fr --deals 3"
    run = subprocess.run(
        [sys.executable, "-c", TIRELIRE, *command.split(), "--workers", "2"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "careless, place A, donne 0" in run.stdout
    assert "erreur\N{NO-BREAK SPACE}: RuntimeError: I never sit in A" in run.stdout
    assert "coup interdit\N{NO-BREAK SPACE}: pass" in run.stdout
    assert "cash_oder_crash 3 rounds=1\n" in run.stdout
