"""A place in a page for a table that a command makes, between two marks."""

from __future__ import annotations

from pathlib import Path


class PagePlace:
    """The place with a name: between `<!-- NAME: begin -->` and `<!-- NAME: end -->`."""

    def __init__(self, path: Path, name: str) -> None:
        self._path = path
        self._begin, self._end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        text = path.read_text("utf-8")
        before, begin, rest = text.partition(self._begin)
        _, end, after = rest.partition(self._end)
        if not begin or not end:
            raise ValueError(f"there is no place for: {name}")
        self._before, self._after = before, after

    def write(self, table: str) -> None:
        """Put a table into the place."""
        text = f"{self._before}{self._begin}\n{table}\n{self._end}{self._after}"
        self._path.write_text(text, "utf-8")
