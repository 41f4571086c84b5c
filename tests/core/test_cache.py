"""Compiled rules are found again: another process reads what was compiled before."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

WARM_UP = """
import sys
from tirelire import game
engine = game("cash_oder_crash").engine
told = []
engine.warm_up(told.append)
assert tuple(told) == engine.ENTRY_POINTS
print(engine.turn(engine.begin_from(3, game("cash_oder_crash").encode(3, {}), [])))
"""


def run(code: str, cache: Path) -> str:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def files(cache: Path) -> dict[str, float]:
    return {path.name: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")}


def test_every_entry_point_is_compiled_once_and_then_read(tmp_path: Path) -> None:
    first = run(WARM_UP, tmp_path)
    made = files(tmp_path)
    compiled = {name.split(".")[2] for name in made}
    assert compiled >= {"turn", "legal", "play", "playouts", "deal", "veil", "sample"}
    assert run(WARM_UP, tmp_path) == first
    assert files(tmp_path) == made


def test_an_entry_point_that_is_missing_is_compiled_again(tmp_path: Path) -> None:
    first = run(WARM_UP, tmp_path)
    for path in tmp_path.rglob("*.veil.*.nbc"):
        path.write_bytes(b"")
    for path in tmp_path.rglob("*.pack.*.nb?"):
        path.unlink()
    assert run(WARM_UP, tmp_path) == first


def test_a_cache_key_changes_with_all_that_the_code_comes_from_and_nothing_else(
    tmp_path: Path,
) -> None:
    from tirelire.core import compiling, entry_points
    from tirelire.games.money.rules import kernel
    from tirelire.games.money.text import table

    def hashed(*roots: str | None) -> str:
        compiling.source_hash.cache_clear()
        return compiling.source_hash(*(Path(root) for root in roots if root))

    first = hashed(entry_points.__file__, kernel.__file__)
    changed = tmp_path / "kernel.py"
    changed.write_text(Path(str(kernel.__file__)).read_text("utf-8") + "\n", "utf-8")
    assert hashed(entry_points.__file__, kernel.__file__) == first
    assert hashed(entry_points.__file__, str(changed)) != first
    alone = hashed(kernel.__file__)
    assert hashed(kernel.__file__, entry_points.__file__) != alone
    # What the kernel imports is in it already; what it does not import is not.
    for part in (
        "games/money/rules/material.py",
        "core/cards.py",
        "core/chance.py",
        "core/bits.py",
    ):
        path = Path(str(compiling.__file__)).parents[1] / part
        assert hashed(kernel.__file__, str(path)) == alone, part
    assert hashed(kernel.__file__, table.__file__) != alone


def test_a_cache_key_follows_every_form_of_import(tmp_path: Path) -> None:
    from tirelire.core import compiling

    package = tmp_path / "tarot"
    (package / "tricks").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "import tarot.excuse\n"
        "from tarot import (\n    bouts,\n    tricks,\n)\n"
        "from tarot.scores import (  # (counted by hand)\n    count,\n)\n"
        "from . import dog\n"
        "from .poignee import show\n"
        "if True:\n    from tarot import chelem\n"
        "if TYPE_CHECKING:\n    from tarot import types\n"
        "def later():\n    from tarot import words\n"
    )
    followed = ("bouts", "tricks/__init__", "scores", "dog", "poignee", "chelem", "excuse")
    ignored = ("types", "words", "other")

    def hashed(changed: str) -> str:
        for name in (*followed, *ignored):
            (package / f"{name}.py").write_text("1\n" if name == changed else "0\n")
        compiling.source_hash.cache_clear()
        return compiling.source_hash(package / "rules.py")

    unchanged = hashed("")
    assert [name for name in followed if hashed(name) == unchanged] == []
    assert [name for name in ignored if hashed(name) != unchanged] == []
