"""Goofspiel, the example of a game from another package, as if it were installed."""

from __future__ import annotations

import os
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "examples/goofspiel/src"
_METADATA = "Metadata-Version: 2.1\nName: goofspiel\nVersion: 1.0\n"
_ENTRY_POINTS = "[tirelire.games]\ngoofspiel = goofspiel:GAME\n"


def with_goofspiel(folder: Path) -> dict[str, str]:
    """Return the environment of a process in which Goofspiel is registered.

    What an installer would write, the name and the entry point, lies in the folder.
    """
    about = folder / "goofspiel-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(_METADATA, "utf-8")
    (about / "entry_points.txt").write_text(_ENTRY_POINTS, "utf-8")
    paths = [str(folder), str(SOURCE), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
