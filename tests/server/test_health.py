"""`/healthz` is green if the house can store something, and says why if it cannot."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from errno import ENOSPC, EROFS
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner

from tests.server.common import Opened, everything, open_house, refusal
from tests.server.postgres import Postgres
from tests.server.test_full_disk import no_more_pages
from tirelire.cli.app import app
from tirelire.server.http import monitoring
from tirelire.server.storage.database import connect
from tirelire.server.storage.failures import DamagedFileError, is_sound, reason_of
from tirelire.server.storage.migrate import prepare
from tirelire.server.storage.repository import Repository


async def why(house: Opened) -> str:
    """Return why the house is ill; empty if it is well."""
    answer = await house.person().get("/healthz")
    if answer.status_code == 200:
        assert answer.json() == {"status": "open"}
        return ""
    error = refusal(answer, 503)
    assert set(error) == {"code", "message", "reason"}
    assert (error["code"], answer.headers["retry-after"]) == ("unavailable", "1")
    return str(error["reason"])


def file_of(folder: Path) -> Path:
    return folder / "house.sqlite"


# --- what is wrong ------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_a_full_disk_is_noticed_and_so_is_room(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        assert await why(house) == ""
        database = house.house.repository.database
        # The pages that the last probe left free are taken.
        await house.house.repository.add_guest("g" * 20, "h" * 64)
        filler = "INSERT INTO probes (filler) VALUES (hex(zeroblob(8000)))"
        await database.write(lambda connection: connection.exec_driver_sql(filler))
        event.listen(database.sync_engine, "connect", no_more_pages)
        await database.dispose()
        for _ in range(2):
            assert await why(house) == "full"
        event.remove(database.sync_engine, "connect", no_more_pages)
        await database.dispose()
        assert await why(house) == ""


@pytest.mark.anyio
async def test_a_file_that_is_taken_away_or_overwritten_is_noticed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        file = file_of(tmp_path)
        file.rename(tmp_path / "away")
        for _ in range(2):
            assert await why(house) == "away"
        (tmp_path / "away").rename(file)
        assert await why(house) == ""
        with file.open("r+b") as opened:
            first = opened.read(100)
            opened.seek(0)
            opened.write(os.urandom(100))
            opened.flush()
            for _ in range(2):
                assert await why(house) == "damaged"
            opened.seek(0)
            opened.write(first)
        assert await why(house) == ""


@pytest.mark.anyio
async def test_damage_that_a_request_has_met_is_told_until_it_is_mended(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.person().table("money", 3)
    file = file_of(tmp_path)
    whole = file.read_bytes()
    page, place = page_of(file, "tables")
    damaged = whole[: place * page] + b"\xff" * page + whole[(place + 1) * page :]
    async with open_house(tmp_path) as house:
        # In place, as a bad disk would: another file in its place is noticed by itself.
        with file.open("r+b") as opened:
            opened.write(damaged)
        await house.house.repository.database.dispose()
        assert (await house.person().get(f"/api/tables/{table}")).status_code == 503
        for _ in range(2):
            assert await why(house) == "damaged"
        with file.open("r+b") as opened:
            opened.write(whole)
        assert await why(house) == ""
        assert (await house.person().get(f"/api/tables/{table}")).status_code == 200


_ANOTHER_PROCESS = """
import sqlite3, sys
stored = sqlite3.connect(sys.argv[1])
print(stored.execute("SELECT count(*) FROM tables").fetchone()[0])
stored.close()
"""
"""Opens a house and closes it, as every command beside an open house does."""


def count_tables(file: Path) -> int:
    """Count the tables of a house in another process."""
    command = [sys.executable, "-c", _ANOTHER_PROCESS, str(file)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


@pytest.mark.anyio
async def test_after_the_probe_a_command_beside_the_house_loses_nothing(tmp_path: Path) -> None:
    # If the probe closes the file, SQLite's locks are gone, and the command takes the write-ahead
    # log away while the house writes to it.
    async with open_house(tmp_path) as house:
        await house.person().table("money", 3)
        assert await why(house) == ""
        assert count_tables(file_of(tmp_path)) == 1
        await house.person().table("money", 3)
        database = house.house.repository.database
        with database.sync_engine.connect() as one, database.sync_engine.connect() as another:
            for connection in (one, another):
                connection.exec_driver_sql("SELECT count(*) FROM tables").scalar_one()
        assert await why(house) == ""
        assert count_tables(file_of(tmp_path)) == 2


def page_of(file: Path, table: str) -> tuple[int, int]:
    """Return the size of a page, and the number of the first one of a table, from 0."""
    with sqlite3.connect(file) as stored:
        ((size,),) = stored.execute("PRAGMA page_size")
        ((root,),) = stored.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
    stored.close()
    return size, root - 1


@pytest.mark.anyio
async def test_a_postgresql_that_is_stopped_is_noticed_and_its_return_too(
    postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(Path(), db=postgres.database()) as house:
        assert await why(house) == ""
        caplog.set_level("INFO", "tirelire.server")
        caplog.clear()
        postgres.stop()
        try:
            for _ in range(2):
                assert await why(house) == "away"
        finally:
            postgres.start()
        async with asyncio.timeout(60):
            while await why(house):
                await asyncio.sleep(0.05)
        told = [one.getMessage() for one in caplog.records if one.name == "tirelire.server"]
        assert len(told) == 2
        assert told[0].startswith("the house cannot store: away (")
        assert told[1] == "the house can store again"


@pytest.mark.anyio
async def test_a_postgresql_that_only_reads_is_noticed(postgres: Postgres) -> None:
    """Without a house: its other parts would hold connections while they are disposed of."""
    database = connect(postgres.database())
    await prepare(database)
    asked = monitoring.Health(Repository(database))
    name = database.sync_engine.url.database

    async def only_read(how: str) -> None:
        change = f"ALTER DATABASE {name} SET default_transaction_read_only = {how}"
        writable = "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE"

        def work(connection: Any) -> None:
            connection.exec_driver_sql(writable)
            connection.commit()
            connection.exec_driver_sql(change)

        await database.write(work)
        await database.dispose()

    await only_read("on")
    assert await asked.reason() == "read_only"
    await only_read("off")
    assert await asked.reason() is None
    await database.dispose()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (TimeoutError(), "slow"),
        (ConnectionRefusedError(), "away"),
        (OSError(ENOSPC, "no space"), "full"),
        (OSError(EROFS, "read-only"), "read_only"),
        (DamagedFileError(), "damaged"),
        (OperationalError("INSERT", None, Exception("secret")), "away"),
    ],
)
def test_every_failure_has_a_word(error: Exception, reason: str) -> None:
    assert reason_of(error) == reason


# --- that it costs little -----------------------------------------------------------------------


@pytest.mark.anyio
async def test_many_who_ask_cost_one_row(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "CACHED", 3600.0)
    monkeypatch.setattr(monitoring, "TIMEOUT", 600.0)
    async with open_house(Path(), db=url) as house:
        asked = 0
        answers = house.house.repository.answers

        async def count() -> None:
            nonlocal asked
            asked += 1
            await answers()

        monkeypatch.setattr(house.house.repository, "answers", count)
        person = house.person()
        found = await asyncio.gather(*(person.get("/healthz") for _ in range(50)))
        assert {answer.status_code for answer in found} == {200}
        assert asked == 1
        assert (await everything(house))["probes"] == []


@pytest.mark.anyio
async def test_a_database_that_does_not_answer_is_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(tmp_path) as house:

        async def hang() -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr(monitoring, "TIMEOUT", 0.01)
        monkeypatch.setattr(house.house.repository, "answers", hang)
        assert await why(house) == "slow"


# --- at the start -------------------------------------------------------------------------------


@pytest.fixture
def damaged(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A house whose file is damaged in some way."""

    async def make() -> None:
        async with open_house(tmp_path) as house:
            await house.person().table("money", 3)

    asyncio.run(make())
    file = file_of(tmp_path)
    whole = file.read_bytes()
    page, place = page_of(file, "tables")
    broken = {
        "header": os.urandom(100) + whole[100:],
        "page": whole[: place * page] + b"\xff" * page + whole[(place + 1) * page :],
        "cut": whole[: len(whole) // 2],
        "text": b"This is no house.\n" * 500,
    }
    file.write_bytes(broken[request.param])
    return file


@pytest.mark.parametrize("damaged", ["header", "page", "cut", "text"], indirect=True)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_damaged_file_is_refused_at_the_start_with_what_to_do(damaged: Path, lang: str) -> None:
    before = damaged.read_bytes()
    given = ["serve", "--get", "/healthz", "--db", f"sqlite:///{damaged}", "--lang", lang]
    done = CliRunner().invoke(app, given)
    assert done.exit_code == 2, done.output
    (line,) = done.output.splitlines()
    assert "tirelire backup" in line
    assert {"en": "is damaged", "fr": "est abîmé"}[lang] in line
    assert damaged.read_bytes() == before


@pytest.mark.parametrize("damaged", ["header", "text"], indirect=True)
def test_other_commands_refuse_it_too(damaged: Path) -> None:
    for command in (["house", "list"], ["export"], ["upgrade", "--check"]):
        done = CliRunner().invoke(app, [*command, "--db", f"sqlite:///{damaged}", "--lang", "en"])
        assert (done.exit_code, "is damaged" in done.output) == (2, True), done.output


def test_the_look_at_a_large_file_ends_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tirelire.server.storage.failures._LONGEST", -1.0)
    monkeypatch.setattr("tirelire.server.storage.failures._STEPS", 1)
    file = file_of(tmp_path)
    with sqlite3.connect(file) as stored:
        stored.execute("CREATE TABLE numbers (n)")
        stored.executemany("INSERT INTO numbers VALUES (?)", ((n,) for n in range(1000)))
    stored.close()
    assert is_sound(file)
