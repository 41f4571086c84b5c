"""Bots at tables: each is asked for a move from the view of its seat, in a worker pool.

A bot answers at a moment that is drawn before its cards are looked at, so that the time it takes
tells nothing about them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
from asyncio import sleep
from collections.abc import AsyncIterator
from dataclasses import replace
from time import monotonic
from typing import Any

from tirelire.bots.bot import Bot
from tirelire.bots.preparing import SEARCH, is_ready
from tirelire.bots.referee import Referee
from tirelire.bots.registry import find_bot, is_house_bot
from tirelire.contract.game import Game
from tirelire.core.chance import Keyed
from tirelire.core.codes import seat_number
from tirelire.core.moves import Move
from tirelire.match.match import Match
from tirelire.server.limiters import FairSemaphore
from tirelire.server.names import is_like_any
from tirelire.server.storage.rows import BOT, SeatRow, TableRow
from tirelire.server.worker_pool import WorkerPool

LOG = logging.getLogger("tirelire.bots")
_POLL = 1.0
"""Seconds between two checks whether a search is compiled,"""
_MOST_POLLS = 120
"""and the most checks before it is compiled in this process."""
_MORE_THREADS = 4
"""Threads for bots that do not search, beside one for each core."""
QUICK = 0.02
"""Seconds after which a bot answers that does not search: many times what it needs."""
LONGEST_THINKING = 5.0
"""Seconds that a bot of another author may think at most, whatever it declares."""
_SPREAD = 0.5
"""A bot that searches answers after its thinking time, and up to this part of it more."""


class BotRunner:
    """Asks bots for moves: one referee, one pool, and one instance of each third-party bot."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self._searching = FairSemaphore(cores)
        self._threads = FairSemaphore(cores + _MORE_THREADS)
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
        """Ask the bot of a seat for a move; return it when it is time to answer."""
        place = row.seats[seat_number(seat, row.players)]
        async with contextlib.AsyncExitStack() as stack:
            bot = await stack.enter_async_context(self._bot(place.bot or row.level))
            user = (row.origin, row.host, row.id)
            thinking = thinking_time(bot)
            if thinking:
                await self._until_compiled(match.game)
                await stack.enter_async_context(self._searching.acquire(*user))
            await stack.enter_async_context(self._threads.acquire(*user))
            answer_at = monotonic() + _answer_delay(thinking, row)
            view, rng = match.view(seat), Keyed(secrets.token_bytes(16))
            given = None if thinking == bot.thinking else thinking
            move, fault = await self._pool.run(
                self._referee.ask, bot, view, rng, given, lambda said: match.is_legal(said, seat)
            )
        if fault is not None and not fault.again:
            LOG.warning("bot %s: %s", fault.bot, fault.kind)
        await sleep(answer_at - monotonic())
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
            await sleep(_POLL)


def thinking_time(bot: Bot) -> float:
    """Return the seconds that a bot may think: what it declares, within limits."""
    declared: Any = bot.thinking
    if not isinstance(declared, int | float) or not declared > 0:  # NaN fails both comparisons
        return 0.0
    return min(float(declared), LONGEST_THINKING)


def _answer_delay(thinking: float, row: TableRow) -> float:
    """Draw the seconds in which a bot answers; among bots alone there are none.

    People can measure times at any pace, so none leaves the draw out.
    """
    if not row.has_people:
        return 0.0
    spread = _SPREAD * thinking * secrets.randbelow(1 << 20) / (1 << 20)
    return max(QUICK, thinking) + spread


NAMES = ("Ada", "Basile", "Chloé", "Denis", "Émile", "Fanny")
"""By seat; there are as many as seats, so one is left for every bot."""


def bot_in(row: TableRow, seat: int) -> SeatRow:
    """Return a seat with a bot that plays on for the person who had it.

    It has a name that is not like another one at the table. The person's words and commitment
    stay, and so does their pawn: the match was set up with them.
    """
    place = row.seats[seat]
    name = _free_name(row, seat)
    return replace(place, kind=BOT, guest=None, name=name, bot=row.level, away=False, ready=0)


def make_way(row: TableRow, name: str) -> TableRow:
    """Give a bot with the name of a person who sits down another one."""
    for seat in row.seats:
        if seat.kind == BOT and seat.name.casefold() == name.casefold():
            row = row.with_seat(replace(seat, name=_free_name(row, seat.seat, name)))
    return row


def _free_name(row: TableRow, seat: int, *taken: str) -> str:
    """Return a name for a bot that is not like another one at the table."""
    others = [other.name for other in row.seats if other.seat != seat and other.name]
    usual = (NAMES[seat], *NAMES)
    return next(name for name in usual if not is_like_any(name, (*others, *taken)))
