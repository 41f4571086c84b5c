"""Commands of `tirelire house`, one request, and what the page about hosting says."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

from tests.server.common import following, open_house, refusal
from tests.server.stored_house import GAME, call, ids, refused, told
from tirelire.match.fairness import (
    promise,
)
from tirelire.server.admin.maintenance import open_repository
from tirelire.server.admin.moderation import close_table
from tirelire.server.http.authentication import digest
from tirelire.server.settings import Settings

ROOT = Path(__file__).resolve().parents[2]


def test_tables_are_listed_and_shown_without_secrets(stored: str, tmp_path: Path) -> None:
    rows = json.loads(told("house", "list", "--json"))
    assert [row["status"] for row in rows] == ["open", "running", "over", "over"]
    assert ids("closed") == []
    said = told("house", "list")
    assert all(row["id"] in said for row in rows)
    assert "libre" in told("house", "list", "--lang", "fr")
    assert "There are no tables" in told("house", "list", "--status", "closed")
    assert "open | starting | running" in refused("house", "list", "--status", "shut")
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as connection:
        secrets = dict(connection.execute("SELECT id, secret FROM tables").fetchall())
    for row in rows:
        shown = told("house", "show", row["id"]) + told("house", "show", row["id"], "--json")
        assert (secrets[row["id"]] in shown) == (row["status"] == "over")
        assert promise(secrets[row["id"]]) in shown
    assert "no such table" in refused("house", "show", "nonsense")


def test_a_table_is_closed_by_command(stored: str) -> None:
    (table,) = ids("running")
    told("house", "close", table)
    assert ids("closed") == [table]
    assert "over" in refused("house", "close", table)
    assert "no such table" in refused("house", "close", "nonsense")


@pytest.mark.anyio
async def test_an_open_house_hears_that_a_table_was_closed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as opened:
        table, people = await opened.company(GAME, 3)
        async with following(people["A"], f"/api/tables/{table}/events") as stream:
            await stream.view()
            await close_table(opened.house.repository, table)
            kind, _, data = await stream.event()
            assert (kind, data["status"]) == ("table", "closed")
        assert refusal(await people["A"].move(table, 1, "x"), 409)


@pytest.mark.anyio
async def test_a_token_is_good_for_what_it_says(stored: str, tmp_path: Path) -> None:
    def made(*arguments: str) -> dict[str, str]:
        found: dict[str, str] = json.loads(told("house", "token", *arguments, "--json"))
        return found

    new = await asyncio.to_thread(made, "--new", "--label", "robot")
    look = await asyncio.to_thread(made, new["guest"], "--scope", "read")
    async with open_house(tmp_path) as opened:
        player, reader = (
            opened.person(authorization=f"Bearer {token['token']}") for token in (new, look)
        )
        assert await player.do("/api/me") == {"guest": new["guest"]}
        table = await player.table(GAME, 3)
        assert (await reader.read(f"/api/tables/{table}"))["host"]
        refusal(await reader.post(f"/api/tables/{table}/join", {"name": "Zoé"}), 403)


def test_a_token_needs_a_guest(stored: str) -> None:
    refused("house", "token")
    refused("house", "token", "somebody", "--new")
    assert "no such guest" in refused("house", "token", "nobody")
    assert "play | read" in refused("house", "token", "--new", "--scope", "rule")
    assert told("house", "token", "--new").startswith("tirelire_")


def test_tokens_are_listed_and_dropped(stored: str) -> None:
    made = json.loads(told("house", "token", "--new", "--label", "robot", "--json"))
    guest = made["guest"]
    told("house", "token", guest, "--scope", "read")
    robot, reader = json.loads(told("house", "token", guest, "--list", "--json"))
    assert robot["id"] == digest(made["token"])
    assert (robot["label"], robot["scopes"]) == ("robot", ["play", "read"])
    assert (reader["label"], reader["scopes"]) == ("", ["read"])
    said = told("house", "token", guest, "--list")
    assert robot["id"] in said
    assert "robot" in said
    assert made["token"] not in said
    told("house", "token", guest, "--drop", robot["id"])
    assert json.loads(told("house", "token", guest, "--list", "--json")) == [reader]
    assert "no such token" in refused("house", "token", guest, "--drop", robot["id"])
    told("house", "token", guest, "--drop", reader["id"])
    assert "no tokens" in told("house", "token", guest, "--list")


def test_a_token_of_somebody_else_is_not_dropped(stored: str) -> None:
    mine, other = (json.loads(told("house", "token", "--new", "--json")) for _ in range(2))
    refused("house", "token", other["guest"], "--drop", digest(mine["token"]))
    assert json.loads(told("house", "token", mine["guest"], "--list", "--json"))


def test_one_thing_is_done_with_tokens_at_a_time(stored: str) -> None:
    (guest,) = {json.loads(told("house", "token", "--new", "--json"))["guest"]}
    assert "--list, --drop" in refused("house", "token", guest, "--list", "--drop", "x")
    assert "--new, --list" in refused("house", "token", "--new", "--list")
    assert "--list, --label" in refused("house", "token", guest, "--list", "--label", "robot")
    assert "no such guest" in refused("house", "token", "nobody", "--list")
    assert "no such guest" in refused("house", "token", "nobody", "--drop", "x")


@pytest.mark.anyio
async def test_the_id_of_a_guest_may_begin_with_a_minus_sign(stored: str) -> None:
    async with open_repository(stored) as repository:
        await repository.add_guest("-pig", "secret")
    assert (await asyncio.to_thread(told, "house", "token", "-pig")).startswith("tirelire_")


def test_of_a_stream_its_beginning_is_told(stored: str) -> None:
    (table,) = ids("running")
    said = told("serve", "--get", f"/api/tables/{table}/events")
    assert "event: table\n" in said
    assert "event: view\n" in said
    lines = told("serve", "--get", f"/api/tables/{table}/stream").splitlines()
    assert json.loads(lines[0])["type"] == "gameFull"


def test_one_request_is_answered_in_the_language_of_the_reader(stored: str) -> None:
    for lang, text in (("en", "no such table"), ("fr", "Cette table n’existe pas")):
        result = call("serve", "--get", "/api/tables/nonsense", "--lang", lang)
        assert result.exit_code == 1
        assert text in result.stdout


def test_every_setting_and_command_is_in_the_page_about_hosting() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    for field in fields(Settings):
        usual = f"`{field.default}`".lower() if field.default != "" else ""
        option = field.name.replace("_", "-")
        row = f"| `--{option}` | `TIRELIRE_{field.name.upper()}` | {usual}"
        assert row in page, field.name
    for command in ("serve", "export", "import", "verify", "backup", "load", "upgrade"):
        assert f"tirelire {command}" in page
    for command in ("list", "show", "close", "token", "prune"):
        assert f"tirelire house {command}" in page
    for option in ("--new", "GUEST --scope", "GUEST --list", "GUEST --drop"):
        assert f"tirelire house token {option}" in page
