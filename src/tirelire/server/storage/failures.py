"""Why a database does not do what it is asked to, and whether the file of a house is damaged."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from contextlib import closing
from errno import EDQUOT, ENOSPC, EROFS
from io import FileIO
from os.path import samestat
from pathlib import Path
from typing import Literal

from sqlalchemy.exc import DBAPIError

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

Reason = Literal["full", "damaged", "read_only", "slow", "away"]
_OF_SQLITE: dict[int, Reason] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_BUSY: "slow",
    sqlite3.SQLITE_LOCKED: "slow",
}
_OF_POSTGRESQL: dict[str, Reason] = {
    "53100": "full",
    "XX001": "damaged",
    "XX002": "damaged",
    "25006": "read_only",
}
_OF_SYSTEM: dict[int, Reason] = {ENOSPC: "full", EDQUOT: "full", EROFS: "read_only"}


class DamagedFileError(OSError):
    """The file of a house is not what SQLite has written."""


def reason_of(error: BaseException) -> Reason:
    """Return why a database failed.

    >>> [reason_of(error) for error in (TimeoutError(), ConnectionRefusedError())]
    ['slow', 'away']
    """
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    if isinstance(error, DamagedFileError):
        return "damaged"
    if isinstance(error, sqlite3.Error):
        return _OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "away")
    state = getattr(error, "sqlstate", None)
    if state is not None:
        return _OF_POSTGRESQL.get(str(state), "away")
    if isinstance(error, TimeoutError):
        return "slow"
    return _OF_SYSTEM.get(getattr(error, "errno", None) or 0, "away")


_HEADER = b"SQLite format 3\0"
_LONGEST = 5.0
"""Seconds after which the look at a large file ends."""
_STEPS = 10_000
"""Steps of SQLite between two looks at the time."""


def existing(file: Path) -> str:
    """Return what SQLite is to open: a file that is there, whatever signs are in its path."""
    return f"{file.absolute().as_uri()}?mode=rw"


def check_file(file: Path | None) -> None:
    """Refuse a damaged file, and say what to do; a new or empty one is fine.

    Only for a process that has no connection to the file yet: see `HeaderReader`.
    """
    if file is None or not file.is_file() or file.stat().st_size == 0:
        return
    with closing(HeaderReader(file)) as reader:
        has_header = reader.has_header()
    if not has_header or not is_sound(file):
        raise OptionError(Refusal("keep.corrupt"))


class HeaderReader:
    """Reads the header of a file that SQLite has open in the same process.

    The file stays open between two looks: the system drops all locks that a process has on a file
    as soon as the process closes it once. SQLite would go on without its locks, and another process
    that opens the house and closes it, as every command does, would remove the write-ahead log that
    this one still writes to.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._opened: FileIO | None = None
        self._reading = threading.Lock()
        """Held while a thread reads: two that opened the file would leave one to be closed."""

    def has_header(self) -> bool:
        """Tell whether the file begins as SQLite's do; raises `OSError` if it cannot be read."""
        with self._reading:
            there = self.file.stat()
            if self._opened is None or not samestat(there, os.fstat(self._opened.fileno())):
                self.close()  # another file was put in its place: no lock on the former one matters
                self._opened = self.file.open("rb", buffering=0)
            self._opened.seek(0)
            return self._opened.read(len(_HEADER)) in (b"", _HEADER)

    def close(self) -> None:
        """Close the file; SQLite must have closed it before."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None


def is_sound(file: Path) -> bool:
    """Tell whether SQLite finds no damage in a file, within some seconds."""
    end = time.monotonic() + _LONGEST
    try:
        with closing(sqlite3.connect(existing(file), uri=True)) as opened:
            opened.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
            (found,) = opened.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:  # locked, or looked at for long enough
        return reason_of(error) != "damaged"
    return bool(found == "ok")
