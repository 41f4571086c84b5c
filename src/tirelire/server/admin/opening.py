"""Opening the database of a house from a command, beside a house that runs or not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.server.storage.database import check_version, connect, file_of, prepare
from tirelire.server.storage.repository import Repository


@asynccontextmanager
async def opened(url: str, *, new: bool = False) -> AsyncIterator[Repository]:
    """Open the database of a house; a missing one is made only if it may be new."""
    path = file_of(url)
    if path is not None and not path.is_file() and not new:
        raise OptionError(Refusal("keep.no_house", path=path))
    database = connect(url)
    try:
        if new:
            await prepare(database)
        await check_version(database)
        yield Repository(database)
    finally:
        await database.dispose()
