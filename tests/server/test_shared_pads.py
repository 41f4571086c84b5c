"""Shared score pads in SQLite and PostgreSQL: hands that several processes store at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tirelire.server.storage.database import connect
from tirelire.server.storage.migrate import prepare
from tirelire.server.storage.repository import QuotaExceeded
from tirelire.server.storage.shared_pads import Limits, SharedPads

pytestmark = pytest.mark.anyio
LIMITS = Limits(per_origin=2, in_all=3)


def new_pad(origin: str = "here") -> dict[str, Any]:
    return {"key": "hash", "origin": origin, "about": {"deal": 1}, "expires": 100}


async def test_hands_that_are_sent_at_once_get_different_versions(url: str) -> None:
    databases = [connect(url), connect(url)]
    await prepare(databases[0])
    pads = [SharedPads(database) for database in databases]
    assert await pads[0].add("pad", new_pad(), 0, LIMITS)
    sent = await asyncio.gather(
        *(pads[i % 2].send("pad", i % 3, 1, {"points": i}) for i in range(12))
    )
    assert all(sent)
    found = await pads[1].find("pad", 0)
    assert found is not None
    assert [hand.seat for hand in found.hands] == [0, 1, 2]
    versions = [hand.version for hand in found.hands]
    assert max(versions) == 12
    assert len(set(versions)) == 3
    assert not await pads[0].send("gone", 0, 1, {})
    for database in databases:
        await database.dispose()


async def test_pads_are_limited_and_make_room_when_they_expire(url: str) -> None:
    database = connect(url)
    await prepare(database)
    pads = SharedPads(database)
    assert await pads.add("a", new_pad(), 0, LIMITS)
    assert await pads.add("b", new_pad(), 0, LIMITS)
    with pytest.raises(QuotaExceeded):
        await pads.add("c", new_pad(), 0, LIMITS)
    assert await pads.add("c", new_pad("there"), 0, LIMITS)
    assert not await pads.add("d", new_pad("there"), 0, LIMITS)
    await pads.send("a", 0, 1, {})
    await pads.change("b", {"deal": 2}, 200)
    assert await pads.find("a", 100) is None
    assert await pads.add("d", new_pad("there"), 100, LIMITS)
    found = await pads.find("b", 100)
    assert found is not None
    assert found.about == {"deal": 2}
    await database.dispose()
