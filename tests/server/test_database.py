"""The SQLite file of a house: how it is opened, who may read it, and what if it is taken away."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import ExitStack, closing
from pathlib import Path
from sqlite3 import dbapi2
from typing import Any

import pytest
from sqlalchemy import Connection

from tests.server.common import Opened, fine, open_house, refusal
from tests.server.postgres import free_port
from tests.server.served import Served, served
from tirelire.core.errors import OptionError
from tirelire.server.admin.maintenance import back_up
from tirelire.server.runner import hold_lock
from tirelire.server.settings import Settings
from tirelire.server.storage.database import Database, connect
from tirelire.server.storage.migrate import check_version, prepare

pytestmark = pytest.mark.anyio

COMMAND = Path(sys.executable).with_name("tirelire")
WITH_SIGNS = "50 % of #1?.sqlite"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "house.sqlite"


@pytest.fixture
async def database(file: Path) -> AsyncIterator[Database]:
    made = connect(f"sqlite:///{file}")
    await prepare(made)
    yield made
    await made.dispose()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# --- how it is opened ---------------------------------------------------------------------------


async def test_a_process_that_opens_a_new_file_waits_for_the_one_that_writes_into_it(
    file: Path,
) -> None:
    """SQLite would refuse at once, however long one is ready to wait."""
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = threading.Timer(0.3, other.execute, ["ROLLBACK"])
        done.start()
        database = connect(f"sqlite:///{file}")
        await prepare(database)
        await check_version(database)
        await database.dispose()
        done.join()


def habits(connection: Connection) -> tuple[Any, ...]:
    """Return how a connection writes: its journal, its care for the disk, its foreign keys."""
    pragmas = ("journal_mode", "synchronous", "foreign_keys")
    return tuple(connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one() for pragma in pragmas)


async def test_every_connection_syncs_the_disk_and_minds_foreign_keys(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(*given: Any, **named: Any) -> sqlite3.Connection:
        made: sqlite3.Connection = sqlite3.connect(*given, **named)
        for habit in ("journal_mode=DELETE", "synchronous=OFF", "foreign_keys=OFF"):
            made.execute(f"PRAGMA {habit}").close()
        return made

    # SQLite is careful of itself in some of this: what the house does not say would not be seen.
    monkeypatch.setattr(dbapi2, "connect", careless)
    database = connect(f"sqlite:///{file}")
    database.make()
    with ExitStack() as stack:
        connections = [stack.enter_context(database.sync_engine.connect()) for _ in range(4)]
        assert [habits(connection) for connection in connections] == [("wal", 2, 1)] * 4
    assert await database.read(habits) == await database.write(habits) == ("wal", 2, 1)
    await database.dispose()
    assert await database.read(habits) == ("wal", 2, 1)
    await database.dispose()


async def test_the_file_of_a_house_is_for_nobody_elses_eyes(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    for folder in (tmp_path, tmp_path / "new"):
        async with open_house(folder) as opened:
            await opened.person().do("/api/me")
            found = sorted(folder.glob("house.sqlite*"))
            assert [path.name for path in found] == [
                f"house.sqlite{end}" for end in ("", "-shm", "-wal")
            ]
            assert {mode(path) for path in found} == {0o600}
    assert mode(tmp_path / "new") == 0o700


async def test_a_path_is_taken_as_it_is(tmp_path: Path) -> None:
    database = connect(f"sqlite:///{tmp_path / WITH_SIGNS}")
    await prepare(database)
    await check_version(database)
    await database.dispose()
    assert [path.name for path in tmp_path.iterdir()] == [WITH_SIGNS]


async def test_a_database_that_keeps_something_else_is_left_alone(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.commit()
    before = file.read_bytes()
    database = connect(f"sqlite:///{file}")
    for attempt in (prepare, check_version):
        with pytest.raises(OptionError, match="not a house"):
            await attempt(database)
    await database.dispose()
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    assert len(file.read_bytes()) == len(before)


async def test_a_house_of_a_newer_version_is_refused(file: Path, database: Database) -> None:
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
    for attempt in (prepare, check_version):
        with pytest.raises(OptionError, match="newer version"):
            await attempt(database)


# --- if it is taken away ------------------------------------------------------------------------


async def nothing_is_acknowledged(opened: Opened) -> None:
    for _ in range(2):
        assert refusal(await opened.person().post("/api/me"), 503)["code"] == "unavailable"
        refusal(await opened.person().get("/healthz"), 503)


async def all_is_well(opened: Opened) -> None:
    fine(await opened.person().get("/healthz"))
    fine(await opened.person().post("/api/me"))


async def test_nothing_is_stored_in_a_file_that_was_deleted(file: Path, tmp_path: Path) -> None:
    async with open_house(tmp_path) as opened:
        await all_is_well(opened)
        back_up(f"sqlite:///{file}", tmp_path / "copy")
        for path in tmp_path.glob("house.sqlite*"):
            path.unlink()
        await nothing_is_acknowledged(opened)
        assert not file.exists()
        (tmp_path / "copy").rename(file)
        await all_is_well(opened)


async def test_a_file_that_was_moved_away_and_back_is_gone_on_with(
    file: Path, tmp_path: Path
) -> None:
    async with open_house(tmp_path) as opened:
        await all_is_well(opened)
        file.rename(tmp_path / "away")
        await nothing_is_acknowledged(opened)
        (tmp_path / "away").rename(file)
        await all_is_well(opened)


async def test_a_file_that_was_replaced_is_opened_anew(file: Path, tmp_path: Path) -> None:
    async with open_house(tmp_path) as opened:
        guest = opened.person()
        known = await guest.do("/api/me")
        back_up(f"sqlite:///{file}", tmp_path / "copy")
        later = opened.person()
        await later.do("/api/me")
        for path in tmp_path.glob("house.sqlite-*"):
            path.unlink()
        shutil.move(tmp_path / "copy", file)
        refusal(await opened.person().post("/api/me"), 503)
        await all_is_well(opened)

        def guests(connection: Connection) -> int:
            return int(connection.exec_driver_sql("SELECT count(*) FROM guests").scalar_one())

        assert await opened.house.repository.database.read(guests) == 2  # one of the copy, one new
        assert await guest.do("/api/me") == known


# --- if another house has it --------------------------------------------------------------------


def test_a_house_alone_has_its_file_for_itself(file: Path, tmp_path: Path) -> None:
    alone, shared = Settings(db=f"sqlite:///{file}"), Settings(db=f"sqlite:///{file}", shared=True)
    (tmp_path / "link").symlink_to(file)
    by_link = Settings(db=f"sqlite:///{tmp_path / 'link'}")
    with hold_lock(alone):
        for other in (alone, shared, by_link):
            with pytest.raises(OptionError, match="--shared"), hold_lock(other):
                pass
    several = Settings(db=f"sqlite:///{file}", workers=2)
    with (
        hold_lock(shared),
        hold_lock(several),
        pytest.raises(OptionError, match="--shared"),
        hold_lock(alone),
    ):
        pass
    with hold_lock(alone):
        assert mode(tmp_path / "house.sqlite.lock") == 0o600


def test_a_lock_that_cannot_be_opened_is_refused(file: Path, tmp_path: Path) -> None:
    (tmp_path / "house.sqlite.lock").symlink_to(tmp_path / "nowhere" / "lock")
    with (
        pytest.raises(OptionError, match=r"house\.sqlite\.lock: No such file"),
        hold_lock(Settings(db=f"sqlite:///{file}")),
    ):
        pass


async def test_a_second_command_is_refused_until_the_first_is_killed(
    file: Path, tmp_path: Path
) -> None:
    def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        command = [COMMAND, *arguments, "--db", f"sqlite:///{file}", "--lang", "en"]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    house = Served(tmp_path / "log", "--db", f"sqlite:///{file}")
    try:
        await house.answers()
        second = run("serve", "--port", str(free_port()))
        assert second.returncode == 2
        assert "Another command has opened the house" in second.stderr
        for beside in (("export",), ("house", "list"), ("backup", tmp_path / "copy")):
            assert run(*beside).returncode == 0
        house.kill()
        async with served(tmp_path / "log", "--db", f"sqlite:///{file}"):
            pass
    finally:
        house.end()
