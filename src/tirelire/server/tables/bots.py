"""Bots at tables: each is asked for a move from the view of its seat, in a worker pool."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
from collections.abc import AsyncIterator

from tirelire.bots.bot import Bot
from tirelire.bots.preparing import SEARCH, is_ready
from tirelire.bots.referee import Referee
from tirelire.bots.registry import find_bot, is_house_bot
from tirelire.contract.game import Game
from tirelire.core.chance import Keyed
from tirelire.core.codes import seat_number
from tirelire.core.moves import Move
from tirelire.match.match import Match
from tirelire.server.storage.rows import TableRow
from tirelire.server.tables.fair_semaphore import FairSemaphore
from tirelire.server.worker_pool import WorkerPool

LOG = logging.getLogger("tirelire.bots")
_POLL = 1.0
"""Seconds between two checks whether a search is compiled,"""
_MOST_POLLS = 120
"""and the most checks before it is compiled in this process."""
_MORE_THREADS = 4
"""Threads for bots that do not search, beside one for each core."""


class BotRunner:
    """Asks bots for moves: one referee, one pool, and one instance of each third-party bot."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self._searching = FairSemaphore(cores)
        self._pool = WorkerPool("bots", cores + _MORE_THREADS)
        self._referee = Referee()
        self._third_party: dict[str, tuple[Bot, asyncio.Lock]] = {}
        self._compiled: set[str] = set()
        """Games whose search is compiled."""
        self._polls_left = _MOST_POLLS

    def close(self) -> None:
        """Take no more work."""
        self._pool.close()

    async def move(self, row: TableRow, match: Match, seat: str) -> Move:
        """Ask the bot of a seat for a move."""
        place = row.seats[seat_number(seat, row.players)]
        view, rng = match.view(seat), Keyed(secrets.token_bytes(16))
        async with contextlib.AsyncExitStack() as stack:
            bot = await stack.enter_async_context(self._bot(place.bot or row.level))
            if bot.thinking:
                await self._until_compiled(match.game)
                await stack.enter_async_context(self._searching.acquire(row.host))
            move, fault = await self._pool.run(
                self._referee.ask, bot, view, rng, None, lambda said: match.is_legal(said, seat)
            )
        if fault is not None and not fault.again:
            LOG.warning("bot %s: %s", fault.bot, fault.kind)
        return move

    @contextlib.asynccontextmanager
    async def _bot(self, name: str) -> AsyncIterator[Bot]:
        """Return the bot of a name; a third-party bot is kept, and asked by one table at a time.

        So a bot that hangs blocks one thread, whatever the number of tables that wait for it.
        """
        kept = self._third_party.get(name)
        bot, lock = kept or (find_bot(name), asyncio.Lock())
        if is_house_bot(bot):
            yield bot
            return
        self._third_party[name] = (bot, lock)
        async with lock:
            yield bot

    async def _until_compiled(self, game: Game) -> None:
        """Wait, in a newly installed house, for the process that compiles the search."""
        while game.id not in self._compiled and self._polls_left > 0:
            if is_ready(game, SEARCH):
                self._compiled.add(game.id)
                return
            self._polls_left -= 1
            await asyncio.sleep(_POLL)
