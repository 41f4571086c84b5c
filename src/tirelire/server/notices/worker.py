"""Sends notices, beside everything else: a move never waits for them.

A round looks at tables at which something has happened, finds out who is awaited there, and sends
what is due. Rounds are shared by all processes of a house, and each message is leased: it is sent
by one of them. A message that fails is tried again later, and given up after a while.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from tirelire.server.errors import HouseError
from tirelire.server.notices.channels import Outcome
from tirelire.server.notices.links import STOP
from tirelire.server.notices.messages import turn_message
from tirelire.server.notices.service import NoticeService, quiet_until
from tirelire.server.periodic import PeriodicTask
from tirelire.server.storage.notices import AddressRow, NoticeRow
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.sessions import Sessions

LOG = logging.getLogger("tirelire.notices")
INTERVAL = 5000
"""Milliseconds of house time between two rounds, of all processes together."""
PATIENCE = 30_000
"""Milliseconds that a guest is awaited before they are told: those who play need no message."""
GAP = 300_000
"""Milliseconds between two messages of one table to one address."""
MOST_AN_HOUR = 20
"""Messages to one address."""
LEASE = 120_000
"""Milliseconds for which other processes leave a notice alone: longer than any way to send it."""
DELAYS = (60_000, 300_000, 1_800_000, 7_200_000, 21_600_000)
"""Milliseconds before each further try; after the last one the message is given up."""
MOST_FAILURES = 5
"""Messages given up in a row after which an address is dropped."""
HOUR = 3_600_000
_POLL = 2.0
"""Seconds between two looks whether a round is due."""
_MOST_AT_ONCE = 200
_SENDERS = 8
"""Messages on their way at once."""


class NoticeWorker:
    """Looks after the notices of a house, once in an interval, in one of all processes."""

    def __init__(self, service: NoticeService, sessions: Sessions, wall: Callable[[], int]) -> None:
        self._service = service
        self._repository = service.repository
        self._sessions = sessions
        self._wall = wall
        self._senders = asyncio.Semaphore(_SENDERS)
        self._task = PeriodicTask(self.look)

    def start(self) -> None:
        """Begin to look, in a house that has a way to tell anybody anything."""
        if self._service.channels:
            self._task.start(_POLL)

    async def stop(self) -> None:
        """Stop; a message that was on its way is sent again after its lease."""
        await self._task.stop()

    async def look(self) -> None:
        """Do a round, if it is time for one."""
        try:
            now = self._sessions.clock.now()
            if await self._repository.claim_round(now, INTERVAL):
                await self._repository.drop_unconfirmed(now)
                for row in await self._repository.changed(_MOST_AT_ONCE):
                    await self._look_at(row)
                due = await self._repository.due(now, _MOST_AT_ONCE)
                await asyncio.gather(*(self._deliver(row, now) for row in due))
        except Exception as error:  # the database may be away for a while
            LOG.warning("cannot look after notices: %s", type(error).__name__)

    async def _look_at(self, row: NoticeRow) -> None:
        """Find out whether a guest is awaited at a table at which something has happened."""
        try:
            session = await self._sessions.open(row.table_id)
        except HouseError:  # in quarantine, or removed
            return
        versions = {"number": session.number, "version": session.row.version}
        turn = session.turn_of(row.guest)
        if turn is None:
            await self._repository.note_look(row, **versions, due=None)
        elif turn.since != row.turn:
            due = max(turn.at + PATIENCE, row.told_at + GAP)
            await self._repository.note_look(row, **versions, turn=turn.since, due=due, tries=0)
        else:
            await self._repository.note_look(row, **versions)

    async def _deliver(self, row: NoticeRow, now: int) -> None:
        """Send one message, unless another process does."""
        async with self._senders:
            lease = now + LEASE
            if not await self._repository.claim(row, lease):
                return
            address = await self._repository.find(row.address)
            session = None
            with suppress(HouseError):
                session = await self._sessions.open(row.table_id)
            turn = session.turn_of(row.guest) if session is not None else None
            if address is None or session is None or turn is None or turn.since != row.turn:
                await self._repository.finish(row, lease, due=None)
                return
            later = await self._not_before(address, now)
            if later is not None:
                await self._repository.finish(row, lease, due=later)
                return
            await self._note(row, address, lease, await self._send(row, address, session), now)

    async def _not_before(self, address: AddressRow, now: int) -> int | None:
        """Return the house time until which an address must not be written to."""
        if address.hour == now // HOUR and address.sent >= MOST_AN_HOUR:
            return (now // HOUR + 1) * HOUR
        wall = self._wall()
        until = quiet_until(await self._repository.quiet_hours(address.guest), wall)
        return None if until is None else now + until - wall

    async def _send(self, row: NoticeRow, address: AddressRow, session: TableSession) -> Outcome:
        channel = self._service.channels.get(address.kind)
        if channel is None:  # the house does not offer this way any more
            return Outcome.RETRY
        links = await self._service.links()
        message = turn_message(
            session.row.game,
            address.lang,
            links.table(row.table_id),
            links.link(STOP, address.id),
            f"{row.table_id}.{row.address}.{row.turn}",
        )
        return await channel.send(address, message)

    async def _note(
        self, row: NoticeRow, address: AddressRow, lease: int, outcome: Outcome, now: int
    ) -> None:
        """Store what became of a message."""
        if outcome is Outcome.DELIVERED:
            hour = now // HOUR
            sent = address.sent + 1 if address.hour == hour else 1
            await self._repository.change(address.id, hour=hour, sent=sent, failures=0)
            await self._repository.finish(row, lease, due=None, tries=0, told_at=now)
        elif outcome is Outcome.RETRY and row.tries < len(DELAYS):
            due = now + DELAYS[row.tries]
            await self._repository.finish(row, lease, due=due, tries=row.tries + 1)
        elif outcome is Outcome.GONE or address.failures + 1 >= MOST_FAILURES:
            await self._repository.drop(address.id)
            LOG.info("an address for notices was dropped: %s", address.kind)
        else:
            await self._repository.change(address.id, failures=address.failures + 1)
            await self._repository.finish(row, lease, due=None)
