"""The guide shows the files of the example as they are."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"<!-- (\S+) -->\n```\w+\n(.*?)\n```\n", re.DOTALL)


def test_every_block_of_the_guide_is_a_file_of_the_example() -> None:
    guide = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    example = ROOT / "examples" / "goofspiel"
    shown = dict(BLOCK.findall(guide))
    for name, text in shown.items():
        assert text == (example / name).read_text("utf-8").rstrip("\n"), name
    files = {path for kind in ("*.py", "*.toml") for path in example.rglob(kind)}
    known = {str(path.relative_to(example)) for path in files}
    french = {name for name in known if name.endswith(".fr.toml")}
    assert set(shown) == known - french
