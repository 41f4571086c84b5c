"""The quota of tables at which bots play, while they do: of each address, the first go on.

A match that began among people becomes one of bots when they leave. It is not refused then: its
bots wait until there is room. Tables at which people play come before those that all have left.
"""

from __future__ import annotations

from collections.abc import Callable

from tirelire.server.storage.repository import Repository
from tirelire.server.storage.rows import TableRow

_CACHED = 1000
"""Milliseconds of house time for which the tables of an origin are not counted again."""
_MOST_ORIGINS = 10_000


class BotQuota:
    """Tells at which tables bots may move; the stored tables decide, so all processes agree."""

    def __init__(self, repository: Repository, most: int, now: Callable[[], int]) -> None:
        self._repository = repository
        self._most = most
        self._now = now
        self._beyond: dict[str, tuple[int, frozenset[str]]] = {}
        """For each origin, when its tables were counted, and those beyond the quota."""

    async def has_room(self, row: TableRow) -> bool:
        """Tell whether bots may move at a running table now."""
        if not row.origin:  # it was set before there were quotas
            return True
        at, beyond = self._beyond.get(row.origin, (0, frozenset()))
        now = self._now()
        if at + _CACHED <= now:
            beyond = await self._repository.bot_tables_beyond(row.origin, self._most)
            if len(self._beyond) >= _MOST_ORIGINS:
                self._beyond.clear()
            self._beyond[row.origin] = now, beyond
        return row.id not in beyond
