"""Goofspiel, the game from outside, as if its package were installed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tirelire.core.texts import remove_texts
from tirelire.games import registered

SOURCES = Path(__file__).parents[2] / "examples" / "goofspiel" / "src"


def install(folder: Path, entries: str = "goofspiel = goofspiel:GAME") -> list[str]:
    """Write what tells Python of an installed package; return the paths that must be searched."""
    about = folder / "goofspiel-1.0.dist-info"
    about.mkdir(parents=True, exist_ok=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: goofspiel\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[tirelire.games]\n{entries}\n")
    return [str(SOURCES), str(folder)]


def with_goofspiel(folder: Path) -> dict[str, str]:
    """Return the environment of a process in which the package is installed."""
    paths = [*install(folder), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


@contextmanager
def installed(folder: Path, entries: str = "goofspiel = goofspiel:GAME") -> Iterator[None]:
    """Let this process find the package for a while."""
    paths = install(folder, entries)
    sys.path[:0] = paths
    registered.cache_clear()
    try:
        yield
    finally:
        for path in paths:
            sys.path.remove(path)
        for game in registered().values():
            remove_texts(game.text_package)
        registered.cache_clear()
