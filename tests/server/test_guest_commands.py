"""Commands about guests: list, mute, ban, rename, delete."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.common import Person, fine, open_house, refusal, until
from tests.server.stored_house import refused, told

pytestmark = pytest.mark.anyio


async def guest(person: Person) -> str:
    return str((await person.do("/api/me"))["guest"])


def listed(*options: str) -> dict[str, Any]:
    return {one["id"]: one for one in json.loads(told("house", "guests", "--json", *options))}


async def test_an_open_house_hears_what_the_commands_do(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path / 'house.sqlite'}"
    async with open_house(tmp_path) as house:
        table, people = await house.company("money", 3)
        fine(await people["B"].say(table, "hello"))
        known = await guest(people["B"])

        async def command(*arguments: str) -> str:
            done = await asyncio.to_thread(told, "house", *arguments, "--db", db)
            house.app.services.guests.forget(known)  # it forgets by itself after some seconds
            return done

        assert "no longer chat" in await command("mute", known)
        refusal(await people["B"].say(table, "hello"), 403)
        assert "chat again" in await command("mute", known, "--undo")
        fine(await people["B"].say(table, "hello"))
        await command("rename", known, "Flower")
        await until(lambda: house.session(table).row.seats[1].name == "Flower")
        assert "banned" in await command("ban", known, "--days", "2", "--network-days", "1")
        await until(lambda: house.session(table).row.seats[1].away)
        refusal(await people["B"].post(f"/api/tables/{table}/return"), 403)
        one = (await asyncio.to_thread(listed, "--db", db))[known]
        assert (one["names"], one["seats"], one["muted"]) == (["Flower"], 1, False)
        assert one["banned"] is not None
        shown = await asyncio.to_thread(told, "house", "guests", "--db", db)
        assert "Flower" in shown
        assert "banned" in shown
        await command("ban", known, "--undo")
        house.app.services.networks.refresh()
        fine(await people["B"].post(f"/api/tables/{table}/return"))
        await command("delete", known)
        await until(lambda: house.session(table).row.seats[1].kind == "bot")
        refusal(await people["B"].get("/api/me/tables"), 401)
        assert known not in await asyncio.to_thread(listed, "--db", db)


async def test_the_commands_refuse_what_cannot_be(tmp_path: Path) -> None:
    db = ["--db", f"sqlite:///{tmp_path / 'house.sqlite'}"]
    async with open_house(tmp_path) as house:
        known = await guest(house.person())
    for arguments in (["mute"], ["ban"], ["delete"]):
        said = await asyncio.to_thread(refused, "house", *arguments, "nobody", *db)
        assert "no such guest" in said
    for more, reason in (
        (["rename", known, "a\u200bb"], "A name has 1"),
        (["rename", known, "Pаul"], "one script"),
        (["ban", known, "--days", "-1"], "--days"),
        (["ban", known, "--network-days", "400"], "--network-days"),
        (["ban", known, "--undo", "--days", "1"], "--undo, --days"),
        (["guests", "--limit", "0"], "--limit"),
    ):
        assert reason in await asyncio.to_thread(refused, "house", *more, *db)


async def test_a_token_of_the_owner_needs_no_guest(tmp_path: Path) -> None:
    db = ["--db", f"sqlite:///{tmp_path / 'house.sqlite'}"]
    async with open_house(tmp_path) as house:
        token = (await asyncio.to_thread(told, "house", "token", "--scope", "admin", *db)).strip()
        owner = house.person(authorization=f"Bearer {token.splitlines()[-1]}")
        fine(await owner.get("/api/admin/guests"))
