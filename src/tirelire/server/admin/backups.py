"""Copies of a house in a folder: each is tested, and the oldest are removed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.server.admin.maintenance import back_up, check_running

_NAME = "house-%Y%m%dT%H%M%SZ.sqlite"
_NAMES = "house-*T*Z.sqlite"


def add_copy(url: str, folder: Path, keep: int, prepare: Callable[[str], None]) -> tuple[Path, int]:
    """Copy a house into a folder, test the copy, and keep the newest copies only.

    Returns the copy, and how many running matches it replays. A copy that fails its test is left
    for a look at it, and no older copy is removed then.
    """
    if not folder.is_dir():
        raise OptionError(Refusal("keep.no_folder", path=folder))
    copy = folder / datetime.now(UTC).strftime(_NAME)
    back_up(url, copy)
    replayed = check_restore(copy, prepare)
    for old in sorted(folder.glob(_NAMES))[:-keep]:
        old.unlink()
    return copy, replayed


def check_restore(copy: Path, prepare: Callable[[str], None]) -> int:
    """Open a copy as a house would, and replay all its running matches; return how many."""
    found = asyncio.run(check_running(f"sqlite:///{copy}", prepare))
    failed = sum(one.fails_at is not None for one in found)
    if failed:
        raise OptionError(Refusal("keep.restore_failed", path=copy, n=failed))
    return len(found)
