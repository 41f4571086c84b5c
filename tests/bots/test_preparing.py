"""Preparing: what is compiled once on a machine, and in which order."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tirelire.bots import preparing
from tirelire.bots.compiled_policy import CompiledPolicy, compiled_policy
from tirelire.bots.completeness import COMPLETE, ask_if_complete
from tirelire.bots.preparing import (
    SEARCH,
    TABLES,
    commands_for_later,
    missing,
    prepare,
    soon,
    steps,
)
from tirelire.contract.game import Game
from tirelire.core.engine import Engine
from tirelire.games import GAMES, game

PARTS = (TABLES, SEARCH)


def test_both_parts_together_are_all_that_a_house_needs() -> None:
    assert set(Engine.AT_TABLES) == set(Engine.ENTRY_POINTS) - {"playouts"}
    assert {*CompiledPolicy.SEARCHING, "choose"} == set(CompiledPolicy.ENTRY_POINTS)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_prepared_needs_no_compiling(name: str) -> None:
    for part in PARTS:
        preparing.load(game(name), part)
        assert preparing.is_ready(game(name), part)
        assert game(name) not in missing(part)
    loaded = {*vars(game(name).engine), *vars(compiled_policy(game(name)))}
    assert loaded >= {*Engine.AT_TABLES, *CompiledPolicy.ENTRY_POINTS}


def test_a_game_whose_rules_are_missing_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    cached = Engine.is_cached

    def without_veil(engine: Engine, name: str) -> bool:
        return cached(engine, name) and (engine.game, name) != ("money", "veil")

    monkeypatch.setattr(Engine, "is_cached", without_veil)
    assert missing(TABLES) == missing(TABLES, soon()) == [game("money")]
    assert missing(TABLES, ["monopoly"]) == []


def test_all_games_are_prepared_and_every_step_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[str]()

    def command(part: str, one: Game) -> list[str]:
        begun.append(one.id)
        return [sys.executable, "-c", f"print('step\\n' * {len(steps(one, part))}, end='')"]

    monkeypatch.setattr(preparing, "is_ready", lambda _game, _part: False)
    monkeypatch.setattr(preparing, "_command", command)
    told = list[tuple[int, int]]()
    prepare(TABLES, missing(TABLES), lambda done, total: told.append((done, total)))
    total = sum(len(steps(game(name), TABLES)) for name in GAMES)
    assert sorted(begun) == sorted(GAMES)
    assert told == [(done, total) for done in range(1, total + 1)]


def test_where_everything_is_ready_no_process_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "is_ready", lambda _game, _part: True)
    assert missing(TABLES) == []
    assert commands_for_later() == []


def test_later_the_rules_come_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = {(name, TABLES) for name in soon()}
    monkeypatch.setattr(preparing, "is_ready", lambda one, part: (one.id, part) in ready)
    assert [command[3:] for command in commands_for_later()] == [
        [TABLES, "monopoly"],
        [TABLES, "cache_ton_cash"],
        [SEARCH, "monopoly", "cache_ton_cash", "money", "cash_oder_crash"],
    ]


@pytest.mark.parametrize("part", PARTS)
def test_a_process_prepares_games_one_after_the_other(part: str) -> None:
    names = ["cash_oder_crash", "money"]
    command = [sys.executable, "-m", "tirelire.bots.preparing", part, *names]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    expected = [
        f"{name} {number}" for name in names for number, _ in enumerate(steps(game(name), part), 1)
    ]
    assert done.stdout.splitlines() == expected


def test_a_process_tells_whether_everything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that finds everything compiled starts without Numba in its first process."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with ask_if_complete() as asked:
        pass
    assert asked.returncode == 1
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # nothing to look for: the caller decides
    with ask_if_complete() as asked:
        pass
    assert asked.returncode == 1


def test_where_all_is_compiled_the_process_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "has_cache", lambda: True)
    monkeypatch.setattr(preparing, "missing", lambda _part: [])
    with pytest.raises(SystemExit) as left:
        preparing.main(COMPLETE)
    assert not left.value.code
    monkeypatch.setattr(preparing, "missing", lambda part: [part] if part == SEARCH else [])
    with pytest.raises(SystemExit) as left:
        preparing.main(COMPLETE)
    assert left.value.code
