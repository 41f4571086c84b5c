"""Export and import of records."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.match.test_records import resealed
from tests.server.changed_records import (
    unfinished,
    with_another_move,
    with_false_void_draw,
    with_other_words,
    without_commitments,
    without_names,
    without_secret,
)
from tests.server.postgres import Postgres
from tests.server.stored_house import Change, ids, refused, told
from tirelire import Record
from tirelire.server.admin.records import split_records
from tirelire.server.storage import migrate


def test_finished_matches_are_exported_with_what_they_were_dealt_from(stored: str) -> None:
    texts = list(split_records(told("export")))
    assert len(texts) == 2
    for text in texts:
        Record.parse(text).verify()
    assert [told("export", "--table", table) for table in reversed(ids("over"))] == texts


def test_a_match_that_does_not_replay_is_left_out_of_an_export(stored: str, tmp_path: Path) -> None:
    broken, fine = ids("over")
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as database, database:
        database.execute("UPDATE events SET text = 'A dances' WHERE table_id = ?", (broken,))
    file = tmp_path / "matches.txt"
    said = refused("export", file, status=1)
    assert broken in said
    assert "dances" not in said
    assert file.read_text("utf-8") == told("export", "--table", fine)
    assert "do not fit the rules" in refused("export", "--table", broken)


def test_an_export_overwrites_nothing(stored: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.txt"
    told("export", file)
    before = file.read_text("utf-8")
    assert before == told("export")
    assert "not overwritten" in refused("export", file)
    assert file.read_text("utf-8") == before
    assert "/nowhere" in refused("export", "/nowhere/matches.txt")


def test_only_a_finished_match_is_exported(stored: str, tmp_path: Path) -> None:
    assert "not over" in refused("export", "--table", ids("running")[0])
    assert "no such table" in refused("export", "--table", "nonsense", tmp_path / "x")
    assert not (tmp_path / "x").exists()
    assert list(tmp_path.glob(".*")) == []


def test_a_file_of_somebody_else_is_left_alone(stored: str, tmp_path: Path) -> None:
    for command in ("export", "backup"):
        theirs = tmp_path / f"{command}.part"
        theirs.write_text("mine", "utf-8")
        told(command, tmp_path / command)
        assert theirs.read_text("utf-8") == "mine"
    assert list(tmp_path.glob(".*")) == []


def test_an_export_of_no_matches_can_be_imported(tmp_path: Path) -> None:
    empty, file = f"sqlite:///{tmp_path / 'empty.sqlite'}", tmp_path / "matches.txt"
    file.write_text("", "utf-8")
    assert "0 matches brought in" in told("import", file, "--db", empty, "--lang", "en")
    assert told("export", "--db", empty) == ""
    assert "not a record" in refused("verify", file, "--lang", "en", status=1)


def test_blank_lines_may_follow_the_records(stored: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.txt"
    file.write_text(told("export") + "\n \n\n", "utf-8")
    assert "2 of 2" in told("verify", file)
    assert "0 matches brought in; 2 known" in told("import", file)


def test_what_is_imported_is_exported_again(stored: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.txt"
    told("export", file)
    new = f"sqlite:///{tmp_path / 'other' / 'house.sqlite'}"
    assert "2 matches brought in; 0 known" in told("import", file, "--db", new)
    assert told("export", "--db", new) == file.read_text("utf-8")
    assert "0 matches brought in; 2 known" in told("import", file, "--db", new)
    assert "déjà connues : 2" in told("import", file, "--db", new, "--lang", "fr").replace(
        "\u00a0", " "
    )
    assert told("export", "--db", new) == file.read_text("utf-8")


def test_a_record_that_stands_there_twice_is_kept_once(stored: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.txt"
    file.write_text(2 * told("export"), "utf-8")
    new = f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert "2 matches brought in" in told("import", file, "--db", new)
    assert len(list(split_records(told("export", "--db", new)))) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "nonsense\n", "not a record"),
        (lambda text: text[:-40], "cut off"),
        (lambda text: text.replace(" @", " @1", 1), "damaged"),
        (lambda text: resealed(text.replace("secret ", "secret 0", 1)), "64 hexadecimal"),
        (lambda text: resealed(re.sub("secret .", "secret x", text)), "64 hexadecimal"),
        (lambda text: with_other_words(without_commitments(text)), "does not follow"),
        (with_other_words, "committed to"),
        (with_false_void_draw, "given up"),
        (without_secret, "no secret"),
        (without_names, "not the record of a house"),
        (unfinished, "not finished"),
    ],
)
def test_nothing_is_imported_if_anything_is_wrong(
    stored: str, tmp_path: Path, change: Change, message: str
) -> None:
    first, second = split_records(told("export"))
    file = tmp_path / "matches.txt"
    file.write_text(second + change(first), "utf-8")
    new = f"sqlite:///{tmp_path / 'other.sqlite'}"
    said = refused("import", file, "--db", new)
    assert "Record 2" in said
    assert message in said
    assert told("export", "--db", new) == ""


def test_two_stories_of_one_match_are_refused(stored: str, tmp_path: Path) -> None:
    text = told("export", "--table", ids("over")[0])
    file = tmp_path / "matches.txt"
    file.write_text(with_another_move(text), "utf-8")
    told("verify", file)
    assert "another record" in refused("import", file)
    file.write_text(text + with_another_move(text), "utf-8")
    new = f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert "another record" in refused("import", file, "--db", new)


def test_a_house_on_postgresql_takes_the_same_records(
    stored: str, tmp_path: Path, postgres: Postgres
) -> None:
    file = tmp_path / "matches.txt"
    told("export", file)
    url = postgres.database()
    assert "2 matches brought in" in told("import", file, "--db", url)
    assert told("export", "--db", url) == file.read_text("utf-8")
    assert "pg_dump" in refused("backup", tmp_path / "copy", "--db", url)


def test_a_house_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "nobody.sqlite"
    for command in (("export",), ("house", "list"), ("house", "show", "x"), ("backup", "copy")):
        assert "no house" in refused(*command, "--db", f"sqlite:///{path}")
    assert not path.exists()


def test_a_house_of_a_newer_version_is_left_alone(stored: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'other'")
        connection.commit()
    for command in (("export",), ("house", "list"), ("serve", "--get", "/healthz")):
        said = refused(*command)
        assert "newer version" in said
        assert "tirelire serve" not in said


def test_a_house_of_an_older_version_is_brought_up_to_date_by_serving_it(
    stored: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "SCHEMA_VERSION", "later")
    assert "“tirelire serve” brings it up to date" in refused("house", "list")
