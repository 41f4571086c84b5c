"""Presence: a page is told which other people have the table open, and who is the host."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.common import Following, Opened, following, open_house

pytestmark = pytest.mark.anyio


async def presence(stream: Following) -> str:
    """Return the seats that the next message of presence names."""
    while True:
        piece = await stream.piece(b"\n\n")
        if b"event: presence" in piece:
            told: dict[str, Any] = json.loads(piece.split(b"data: ", 1)[1])
            return str(told["seats"])


async def test_people_hear_who_comes_and_goes(house: Opened) -> None:
    ann, bob = house.people(2)
    table = await ann.table("money", 3)
    await ann.join(table, "Ann")
    await bob.join(table, "Bob")
    path = f"/api/tables/{table}/events?presence=true"
    async with following(ann, path) as stream:
        assert await presence(stream) == ""
        async with following(bob, path) as first:
            assert await presence(first) == "A"
            assert await presence(stream) == "B"
            async with following(bob, path) as second:  # a second page of Bob is no news
                assert await presence(second) == "A"
        assert await presence(stream) == ""


async def test_spectators_see_who_is_there_and_are_not_seen(house: Opened) -> None:
    ann, eve = house.people(2)
    table = await ann.table("money", 3)
    await ann.join(table, "Ann")
    path = f"/api/tables/{table}/events?presence=true"
    async with following(eve, f"{path}&seat=-") as watching:
        assert await presence(watching) == ""
        async with following(ann, path):
            assert await presence(watching) == "A"
        assert await presence(watching) == ""


async def test_several_processes_tell_nothing_that_one_cannot_know(tmp_path: Path) -> None:
    async with open_house(tmp_path, shared=True) as house:
        ann, bob = house.people(2)
        table = await ann.table("money", 3)
        await ann.join(table, "Ann")
        await bob.join(table, "Bob")
        async with following(ann, f"/api/tables/{table}/events?presence=true") as stream:
            first = await stream.piece(b"\n\n")
            first += await stream.piece(b"\n\n")
            await bob.say(table, "hello")
            while b"event: talk" not in first:
                first += await stream.piece(b"\n\n")
            assert b"event: presence" not in first


async def test_the_seat_of_the_host_is_known(house: Opened) -> None:
    ann, bob = house.people(2)
    table = await ann.table("money", 3)
    await bob.join(table, "Bob")
    await ann.join(table, "Ann")
    seats = (await bob.read(f"/api/tables/{table}"))["seats"]
    assert [seat["host"] for seat in seats] == [False, True, False]
