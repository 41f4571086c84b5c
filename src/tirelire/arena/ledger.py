"""The ledger of a contest: a file to which every board is added as soon as it is played.

Its first line holds the settings, each other line a board, as JSON. A board counts when its line is
on the disk. A process that is killed while writing leaves half a line: it is cut off when the
ledger is opened again, and that board is played anew.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from tirelire.arena.board import BoardResult
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

FORMAT = 1
"""Grows when older ledgers can no longer be read."""


class Ledger:
    """The boards that are done; kept in a file, or in memory only where there is none."""

    def __init__(self, path: Path | None, settings: dict[str, Any]) -> None:
        self.boards: dict[int, BoardResult] = {}
        """The boards that are done, by their numbers."""
        self.path = path
        self._file: BinaryIO | None = None
        if path is None:
            return
        # A number comes back from JSON as it went in; a tuple comes back as a list.
        settings = json.loads(json.dumps({"format": FORMAT, **settings}))
        try:
            self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
            self._lock()
            self._read(settings)
        except OSError as error:
            self.close()
            raise OptionError(f"{path}: {error.strerror or error}") from None
        except OptionError:
            self.close()
            raise

    def _lock(self) -> None:
        """Refuse a file that another run is writing to: both would play the same boards."""
        if self._file is None or sys.platform == "win32":
            return
        import fcntl

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OptionError(Refusal("arena.in_use", path=self.path)) from None

    def _read(self, settings: dict[str, Any]) -> None:
        """Read the boards, cut off half a line, and write the header of an empty file."""
        assert self._file is not None
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        lines = content[:whole].split(b"\n")[:-1]
        if not lines and not _line(settings).startswith(content):
            raise self._damaged(1)
        if lines:
            self._compare(lines[0], settings)
        for number, line in enumerate(lines[1:], 2):
            try:
                board = BoardResult.of(json.loads(line))
            except (ValueError, KeyError, TypeError):
                raise self._damaged(number) from None
            if board.number in self.boards:
                raise self._damaged(number)
            self.boards[board.number] = board
        self._file.truncate(whole)
        self._file.seek(whole)
        if not lines:
            self._write(settings)

    def _compare(self, line: bytes, settings: dict[str, Any]) -> None:
        """Refuse a ledger of another contest, naming the difference."""
        try:
            saved = dict(json.loads(line))
        except (ValueError, TypeError):
            raise self._damaged(1) from None
        differences = [
            f"{name} {saved.get(name)} ≠ {settings.get(name)}"
            for name in {**settings, **saved}
            if saved.get(name) != settings.get(name)
        ]
        if differences:
            told = "; ".join(differences)[:300]
            raise OptionError(Refusal("arena.settings", path=self.path, differences=told))

    def _damaged(self, line: int) -> OptionError:
        return OptionError(Refusal("arena.damaged", path=self.path, line=line))

    def add(self, board: BoardResult) -> None:
        """Add a board; when this returns it is on the disk."""
        self._write(asdict(board))
        self.boards[board.number] = board

    def _write(self, value: dict[str, Any]) -> None:
        if self._file is None:
            return
        try:
            self._file.write(_line(value))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:  # the disk is full
            raise OptionError(f"{self.path}: {error.strerror or error}") from None

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"
