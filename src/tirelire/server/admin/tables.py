"""Tables, for the owner of a house."""

from __future__ import annotations

from dataclasses import replace

from tirelire.server.errors import Conflict, NotFound
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.rows import CALLED, CLOSED, OVER, TableRow

_MOST_TRIES = 8


async def find_table(repository: Repository, table: str) -> TableRow:
    """Return a table; refuse an unknown one."""
    row = await repository.table(table)
    if row is None:
        raise NotFound("no_table")
    return row


async def close_table(repository: Repository, table: str) -> None:
    """Close a table of any host; a running house notices within a second."""
    for _ in range(_MOST_TRIES):
        row = await find_table(repository, table)
        if row.status in (OVER, CLOSED):
            raise Conflict("over")
        _, number, _ = (await repository.marks([table]))[table]
        if await repository.change_table(replace(row, status=CLOSED, due=CALLED), number):
            return
    raise Conflict("busy")
