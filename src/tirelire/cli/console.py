"""The terminal: drawings, questions, and a line that says what is being done.

It needs nothing beyond Python, so that a match can be played without any extra.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tirelire.core.drawing import Drawing, Text, columns_of, lines

CLEAR = "\r\x1b[2K"
"""Go to the beginning of the line and empty it."""


class Console:
    """Writes to standard output, or to standard error for notes."""

    def __init__(self, *, notes: bool = False) -> None:
        self.notes = notes
        stream = sys.stderr if notes else sys.stdout
        terminal = stream.isatty() and os.environ.get("TERM") != "dumb"
        if terminal and sys.platform == "win32":
            os.system("")  # switches the codes of styles on
        self.live = terminal
        """Lines can be written anew."""
        self.styled = terminal and not os.environ.get("NO_COLOR")
        self.columns = max(20, shutil.get_terminal_size().columns)
        self.width = 10**6 if notes else self.columns
        """Notes are not broken: a terminal does that, and a program reads one line."""

    def print(self, drawing: Drawing | str = "", style: str = "") -> None:
        """Write a drawing, or a text in a style."""
        shown = Text(drawing, style) if isinstance(drawing, str) else drawing
        self._write("".join(f"{line}\n" for line in lines(shown, self.width, styled=self.styled)))

    def rule(self, title: str) -> None:
        """Write a title in the middle of a line."""
        left = max(0, self.width - columns_of(title) - 2)
        self.print(f"{'─' * (left // 2)} {title} {'─' * (left - left // 2)}")

    def input(self, prompt: Text) -> str:
        """Ask for a line."""
        *above, last = lines(prompt, self.width, styled=self.styled)
        self._write("".join(f"{line}\n" for line in above) + last + " ")
        return input()

    @contextmanager
    def status(self, text: str) -> Iterator[Callable[[str], None]]:
        """Say what is being done while it is being done; the line can be changed."""

        def show(text: str) -> None:
            if self.live:
                cut = lines(Text(text), self.columns - 1)[0]
                self._write(CLEAR + cut)

        show(text)
        try:
            yield show
        finally:
            if self.live:
                self._write(CLEAR)

    def _write(self, text: str) -> None:
        stream = sys.stderr if self.notes else sys.stdout
        encoding = stream.encoding or "utf-8"  # one that lacks a sign shows a question mark
        stream.write(text.encode(encoding, "replace").decode(encoding))
        stream.flush()
