"""Copies of a house: whole, tested, and the oldest removed."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.common import open_house
from tests.server.postgres import Postgres
from tests.server.stored_house import GAME, call, ids, refused, told
from tirelire.server.admin.maintenance import back_up

ROOT = Path(__file__).resolve().parents[2]


def test_a_copy_is_whole_private_and_overwrites_nothing(stored: str, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite"
    told("backup", file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob("copy.sqlite*")] == ["copy.sqlite"]
    assert told("export", "--db", f"sqlite:///{file}") == told("export")
    before = file.read_bytes()
    assert "not overwritten" in refused("house", "backup", file)
    assert file.read_bytes() == before
    shutil.copy(file, tmp_path / "broken.sqlite")
    (tmp_path / "broken.sqlite").write_bytes(b"nonsense" * 1000)
    refused("backup", tmp_path / "x", "--db", f"sqlite:///{tmp_path / 'broken.sqlite'}")
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("name", ["a#b", "a?b", "a%20b", "a?mode=memory#b %"])
def test_a_copy_is_whole_whatever_signs_are_in_the_path(
    stored: str, tmp_path: Path, name: str
) -> None:
    source = tmp_path / name
    shutil.copy(tmp_path / "house.sqlite", source)
    before = set(tmp_path.iterdir())
    told("backup", tmp_path / "copy", "--db", f"sqlite:///{source}")
    assert set(tmp_path.iterdir()) - before == {tmp_path / "copy"}
    assert told("export", "--db", f"sqlite:///{tmp_path / 'copy'}") == told("export")


def test_only_a_house_is_copied(stored: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.commit()
    for name in ("other.sqlite", "empty.sqlite"):
        (tmp_path / name).touch()
        said = refused("backup", tmp_path / "copy", "--db", f"sqlite:///{tmp_path / name}")
        assert "no house" in said
        assert not (tmp_path / "copy").exists()


def test_a_copy_for_which_there_is_no_room_is_refused(stored: str, tmp_path: Path) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert "No space left" in refused("export", tmp_path / "matches.txt")
    assert not (tmp_path / "matches.txt").exists()
    assert list(tmp_path.glob(".*")) == []


@pytest.mark.anyio
async def test_a_house_is_copied_while_people_play(tmp_path: Path) -> None:
    async with open_house(tmp_path) as opened:
        person = opened.person()
        table = await person.table(GAME, ["open", "novice", "novice"], options={"rounds": 6})
        await person.join(table)
        await person.start(table)
        await person.do(f"/api/tables/{table}/leave")
        copies = [tmp_path / f"copy{i}.sqlite" for i in range(3)]
        for copy in copies:
            await asyncio.to_thread(back_up, f"sqlite:///{tmp_path / 'house.sqlite'}", copy)
        await opened.settle()
    counts = []
    for copy in copies:
        with closing(sqlite3.connect(copy)) as connection:
            numbers = connection.execute("SELECT number FROM events ORDER BY number").fetchall()
        assert [number for (number,) in numbers] == list(range(1, len(numbers) + 1))
        counts.append(len(numbers))
    assert counts == sorted(counts)


def test_a_folder_keeps_the_newest_copies_and_each_was_restored(
    stored: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "house-notes.txt").write_text("not a copy")
    for second in range(4):
        told("backup", folder, "--keep", "2")
        (newest,) = sorted(folder.glob("house-2*.sqlite"))[-1:]
        newest.rename(folder / f"house-20260101T00000{second}Z.sqlite")
    said = call("backup", folder, "--keep", "2")
    assert "running matches that replay: 1" in said.stderr
    kept = sorted(path.name for path in folder.iterdir())
    assert kept[0] == "house-20260101T000003Z.sqlite"
    assert kept[-1] == "house-notes.txt"
    assert len(kept) == 3
    copy = f"sqlite:///{folder / kept[1]}"
    assert told("export", "--db", copy) == told("export")


def test_a_copy_that_cannot_be_restored_removes_no_older_one(stored: str, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    older = folder / "house-20260101T000000Z.sqlite"
    older.touch()
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as damaged, damaged:
        damaged.execute(
            "UPDATE events SET text = 'A dances' WHERE table_id = ?", (ids("running")[0],)
        )
    assert "cannot be restored" in refused("backup", folder, "--keep", "1")
    assert older.exists()


def test_wrong_words_about_copies_are_refused(stored: str, tmp_path: Path) -> None:
    assert "no folder" in refused("backup", tmp_path / "nowhere", "--keep", "2")
    assert "--keep" in refused("backup", tmp_path / "copy", "--every", "24")
    assert not (tmp_path / "copy").exists()


def test_copies_go_on_until_they_are_stopped(
    stored: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("tirelire.cli.backup.time.sleep", sleep)
    monkeypatch.setattr("tirelire.server.admin.backups._NAME", f"house-{len(waited)}T%fZ.sqlite")
    call("backup", tmp_path, "--keep", "5", "--every", "24")
    assert waited == [24 * 3600] * 2
    assert len(list(tmp_path.glob("house-0T*Z.sqlite"))) == 2


POSTGRES_COPIES = ROOT / "deploy" / "backup_postgres.sh"


def test_copies_of_a_postgresql_house_are_restored_and_rotated(
    stored: str, tmp_path: Path, postgres: Postgres
) -> None:
    file = tmp_path / "matches.txt"
    told("export", file)
    url = postgres.database()
    told("import", file, "--db", url)
    folder = tmp_path / "copies"
    folder.mkdir()
    for day in range(3):
        (folder / f"house-2026010{day}T000000Z.dump").touch()
    done = subprocess.run(
        ["sh", POSTGRES_COPIES], env=postgres.environment(url, FOLDER=str(folder), KEEP="2")
    )
    assert done.returncode == 0
    names = sorted(path.name for path in folder.iterdir())
    assert names[0] == "house-20260102T000000Z.dump"
    assert len(names) == 2
    restored = postgres.database()
    postgres.run("pg_restore", "--no-owner", f"--dbname={restored}", folder / names[1])
    assert told("export", "--db", restored) == told("export")


def test_a_postgresql_copy_that_cannot_be_made_leaves_nothing(
    tmp_path: Path, postgres: Postgres
) -> None:
    missing = postgres.database() + "_missing"
    done = subprocess.run(
        ["sh", POSTGRES_COPIES],
        env=postgres.environment(missing, FOLDER=str(tmp_path), KEEP="2"),
        capture_output=True,
    )
    assert done.returncode != 0
    assert list(tmp_path.iterdir()) == []
