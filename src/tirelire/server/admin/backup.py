"""A copy of a house, and files that are written whole or not at all."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.server.storage.database import existing, file_of

_VERSIONS = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
"""Finds the table in which every house keeps the version of its schema."""


def back_up(url: str, target: Path) -> None:
    """Copy a SQLite house as it is at one moment, while it is open; nothing is overwritten."""
    source = file_of(url)
    if source is None:
        raise OptionError(Refusal("keep.pg_dump", path=target))
    if not source.is_file():
        raise OptionError(Refusal("keep.no_house", path=source))
    with new_file(target) as part:
        try:
            with (
                closing(sqlite3.connect(existing(source), uri=True)) as house,
                closing(sqlite3.connect(part)) as copy,
            ):
                if not house.execute(_VERSIONS).fetchone():
                    raise OptionError(Refusal("keep.no_house", path=source))
                house.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, without companions
                (found,) = copy.execute("PRAGMA quick_check").fetchone()
        except sqlite3.Error as error:
            raise OptionError(Refusal("keep.file", path=target, why=error)) from error
        if found != "ok":
            raise OptionError(Refusal("keep.damaged", why=found))


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Write a new file under a temporary name; it gets its own name when it is complete.

    Only its owner can read it. An existing file is not overwritten.
    """
    try:
        # Reserve the name from the beginning, so that no other process can take it.
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise OptionError(Refusal("keep.exists", path=target)) from None
    except OSError as error:
        raise OptionError(Refusal("keep.file", path=target, why=error.strerror)) from error
    try:
        with _part_of(target) as part:
            yield part
            with part.open("rb") as written:
                os.fsync(written.fileno())
            part.replace(target)
    except BaseException as error:
        target.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OptionError(Refusal("keep.file", path=target, why=error.strerror)) from error
        raise


@contextmanager
def _part_of(target: Path) -> Iterator[Path]:
    """Make a temporary file beside another; removed unless it is renamed."""
    opened, name = tempfile.mkstemp(".part", ".tirelire-", target.parent)
    os.close(opened)
    part = Path(name)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)
