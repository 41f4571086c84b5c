"""Keeping a house: export, import, verify, backup, and what `tirelire house` can do."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import shutil
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from typer.testing import CliRunner, Result

from tests.match.test_fairness import CLAIM
from tests.match.test_records import resealed
from tests.server.common import following, open_house, refusal
from tests.server.postgres import Postgres
from tirelire import Match, Record
from tirelire.cli.app import app
from tirelire.core.chance import seeded
from tirelire.match.fairness import Fairness, deal_chance, promise
from tirelire.match.random_player import random_move
from tirelire.server.admin.backup import back_up
from tirelire.server.admin.export import split_records
from tirelire.server.admin.opening import opened
from tirelire.server.admin.tables import close_table
from tirelire.server.http.authentication import digest
from tirelire.server.settings import Settings

GAME = "cash_oder_crash"
ROOT = Path(__file__).resolve().parents[2]
Change = Callable[[str], str]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in which two matches are over, one is running, and one has not begun."""
    folder = tmp_path_factory.mktemp("kept")

    async def play() -> None:
        async with open_house(folder) as house:
            for words in ("piggy bank", ""):
                person = house.person()
                table = await person.table(
                    GAME, ["open", "novice", "novice"], options={"rounds": 1}
                )
                await person.join(table, "Zoé", words=words)
                await person.start(table)
                await person.do(f"/api/tables/{table}/leave")
                await house.pass_time(1)
            await house.company(GAME, 3)
            await house.pass_time(1)
            await house.person().table(GAME, 3)

    asyncio.run(play())
    return folder / "house.sqlite"


@pytest.fixture
def house(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A copy of that house, for one test; the commands find it by themselves."""
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    back_up(f"sqlite:///{kept}", tmp_path / "house.sqlite")
    monkeypatch.setenv("TIRELIRE_DB", f"sqlite:///{tmp_path / 'house.sqlite'}")
    return f"sqlite:///{tmp_path / 'house.sqlite'}"


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def told(*arguments: str | Path) -> str:
    result = call(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str | Path, status: int = 2) -> str:
    result = call(*arguments)
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return " ".join(result.output.split())


def ids(status: str) -> list[str]:
    return [row["id"] for row in json.loads(told("house", "list", "--status", status, "--json"))]


# --- export and import --------------------------------------------------------------------------


def test_finished_matches_are_exported_with_what_they_were_dealt_from(house: str) -> None:
    texts = list(split_records(told("export")))
    assert len(texts) == 2
    for text in texts:
        Record.parse(text).verify()
    assert [told("export", "--table", table) for table in reversed(ids("over"))] == texts


def test_a_match_that_does_not_replay_is_left_out_of_an_export(house: str, tmp_path: Path) -> None:
    broken, fine = ids("over")
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as stored, stored:
        stored.execute("UPDATE events SET text = 'A dances' WHERE table_id = ?", (broken,))
    file = tmp_path / "matches.txt"
    said = refused("export", file, status=1)
    assert broken in said
    assert "dances" not in said
    assert file.read_text("utf-8") == told("export", "--table", fine)
    assert "do not fit the rules" in refused("export", "--table", broken)


def test_an_export_overwrites_nothing(house: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.txt"
    told("export", file)
    before = file.read_text("utf-8")
    assert before == told("export")
    assert "not overwritten" in refused("export", file)
    assert file.read_text("utf-8") == before
    assert "/nowhere" in refused("export", "/nowhere/matches.txt")


def test_only_a_finished_match_is_exported(house: str, tmp_path: Path) -> None:
    assert "not over" in refused("export", "--table", ids("running")[0])
    assert "no such table" in refused("export", "--table", "nonsense", tmp_path / "x")
    assert not (tmp_path / "x").exists()
    assert list(tmp_path.glob(".*")) == []


def test_a_file_of_somebody_else_is_left_alone(house: str, tmp_path: Path) -> None:
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


def test_blank_lines_may_follow_the_records(house: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.txt"
    file.write_text(told("export") + "\n \n\n", "utf-8")
    assert "2 of 2" in told("verify", file)
    assert "0 matches brought in; 2 known" in told("import", file)


def test_what_is_imported_is_exported_again(house: str, tmp_path: Path) -> None:
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


def test_a_record_that_stands_there_twice_is_kept_once(house: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.txt"
    file.write_text(2 * told("export"), "utf-8")
    new = f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert "2 matches brought in" in told("import", file, "--db", new)
    assert len(list(split_records(told("export", "--db", new)))) == 2


def without_secret(text: str) -> str:
    return resealed(re.sub(r"(?m)^secret .*\n", "", text))


def without_names(text: str) -> str:
    return resealed(re.sub(r"(?m)^seat .*\n", "", text))


def with_another_promise(text: str) -> str:
    return resealed(re.sub("promise .", "promise 1" if "promise 0" in text else "promise 0", text))


def with_another_move(text: str) -> str:
    """The same cards and promise, but another snapshot of the match."""
    record = Record.parse(text)
    assert record.fairness is not None
    chance = deal_chance(record.fairness.secret, record.fairness.words)
    match = Match.begin(
        record.game, record.players, record.options, chance=chance, names=record.names
    )
    source = seeded(3)
    while match.ended != "match":
        if match.ended == "deal":
            match.next_deal()
        else:
            match.play(random_move(match.view(match.asked), source), match.asked)
    return str(Record.of(match, record.fairness))


def unfinished(text: str) -> str:
    record = Record.parse(text)
    return str(Record.of(record.replay(5), record.fairness))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "nonsense\n", "not a record"),
        (lambda text: text[:-40], "cut off"),
        (lambda text: text.replace(" @", " @1", 1), "damaged"),
        (lambda text: resealed(text.replace("secret ", "secret 0", 1)), "64 hexadecimal"),
        (lambda text: resealed(re.sub("secret .", "secret x", text)), "64 hexadecimal"),
        (lambda text: resealed(text.replace("piggy", "bonny", 1)), "does not follow"),
        (without_secret, "no secret"),
        (without_names, "not the record of a house"),
        (unfinished, "not finished"),
    ],
)
def test_nothing_is_imported_if_anything_is_wrong(
    house: str, tmp_path: Path, change: Change, message: str
) -> None:
    first, second = split_records(told("export"))
    file = tmp_path / "matches.txt"
    file.write_text(second + change(first), "utf-8")
    new = f"sqlite:///{tmp_path / 'other.sqlite'}"
    said = refused("import", file, "--db", new)
    assert "Record 2" in said
    assert message in said
    assert told("export", "--db", new) == ""


def test_two_stories_of_one_match_are_refused(house: str, tmp_path: Path) -> None:
    text = told("export", "--table", ids("over")[0])
    file = tmp_path / "matches.txt"
    file.write_text(with_another_move(text), "utf-8")
    told("verify", file)
    assert "another record" in refused("import", file)
    file.write_text(text + with_another_move(text), "utf-8")
    new = f"sqlite:///{tmp_path / 'other.sqlite'}"
    assert "another record" in refused("import", file, "--db", new)


def test_a_house_on_postgresql_takes_the_same_records(
    house: str, tmp_path: Path, postgres: Postgres
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


def test_a_house_of_a_newer_version_is_left_alone(house: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'other'")
        connection.commit()
    for command in (("export",), ("house", "list"), ("serve", "--get", "/healthz")):
        said = refused(*command)
        assert "newer version" in said
        assert "tirelire serve" not in said


def test_a_house_of_an_older_version_is_brought_up_to_date_by_serving_it(
    house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ScriptDirectory, "get_current_head", lambda self: "later")
    assert "“tirelire serve” brings it up to date" in refused("house", "list")


# --- verify -------------------------------------------------------------------------------------


@pytest.fixture
def record(house: str, tmp_path: Path) -> Path:
    """The record of a match to which somebody added words."""
    file = tmp_path / "match.txt"
    told("export", "--table", ids("over")[1], file)
    return file


def test_a_verified_record_says_what_it_proves(record: Path) -> None:
    said = told("verify", record)
    assert "the house could not fit its secret to the words" in said
    assert "they can have tried many words until the deck suited them" in said
    assert "Nor is it proven that nobody was shown a card" in said
    french = told("verify", record, "--lang", "fr")
    assert "elle a pu en essayer beaucoup jusqu’à ce que l’ordre des cartes lui convienne" in french
    for text in (said, french):
        assert not CLAIM.search(text)
    shown = json.loads(told("verify", record, "--json"))
    found = {"game": GAME, "deals": 1, "words": True, "promise": promised(record)}
    assert shown == {"verified": True, "records": [found]}


def promised(record: Path) -> str:
    fairness = Record.parse(record.read_text("utf-8")).fairness
    assert fairness is not None
    return fairness.promised


def test_a_record_is_compared_with_the_promise_that_somebody_noted(record: Path) -> None:
    promise = promised(record)
    said = told("verify", record)
    assert promise in said
    assert "--promise" in said  # only that it is the same is missing
    assert "--promise" not in told("verify", record, "--promise", promise.upper())
    other = promise[:-1] + ("0" if promise[-1] != "0" else "1")
    assert "not the one that you noted" in refused("verify", record, "--promise", other, status=1)


def test_without_words_of_the_players_it_proves_less(house: str, tmp_path: Path) -> None:
    told("export", "--table", ids("over")[0], tmp_path / "match.txt")
    said = told("verify", tmp_path / "match.txt")
    assert "the house can have chosen the secret, and the deck with it" in said
    assert not CLAIM.search(said)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without_secret, "no secret"),
        (lambda text: resealed(text.replace("piggy", "bonny", 1)), "not follow"),
        (with_another_promise, "not the one"),
        (lambda text: text.replace("piggy", "bonny", 1), "damaged"),
        (lambda text: text[:-40], "cut off"),
        (lambda text: "nonsense", "not a record"),
    ],
)
def test_a_false_record_is_not_verified(record: Path, change: Change, message: str) -> None:
    record.write_text(change(record.read_text("utf-8")), "utf-8")
    assert message in refused("verify", record, status=1)
    assert json.loads(call("verify", record, "--json").stdout)["verified"] is False


def test_other_cards_than_promised_are_found(record: Path) -> None:
    """Somebody deals what he likes, and writes the true secret and words under it."""
    honest = Record.parse(record.read_text("utf-8"))
    assert honest.fairness is not None
    match = Match.begin(GAME, 3, {"rounds": 1}, seed=5, names=honest.names)
    source = seeded(1)
    while match.ended != "match":
        match.play(random_move(match.view(match.asked), source), match.asked)
    record.write_text(str(Record.of(match, honest.fairness)), "utf-8")
    assert "not follow from the secret" in refused("verify", record, status=1)
    secret = "ab" * 32
    record.write_text(
        str(Record.of(match, Fairness(promise(secret), honest.fairness.words, secret))), "utf-8"
    )
    assert "not follow from the secret" in refused("verify", record, status=1)


def test_several_records_are_verified_each(house: str, record: Path) -> None:
    both = told("export")
    record.write_text(both, "utf-8")
    assert "2 of 2" in told("verify", record)
    record.write_text(both.replace("piggy", "bonny", 1), "utf-8")
    assert "1 of 2" in refused("verify", record, status=1)


def test_a_file_that_cannot_be_read_is_misuse(tmp_path: Path) -> None:
    assert "/nowhere" in refused("verify", "/nowhere/record")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "bytes" in refused("verify", tmp_path / "bytes")


# --- a copy -------------------------------------------------------------------------------------


def test_a_copy_is_whole_private_and_overwrites_nothing(house: str, tmp_path: Path) -> None:
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
    house: str, tmp_path: Path, name: str
) -> None:
    source = tmp_path / name
    shutil.copy(tmp_path / "house.sqlite", source)
    before = set(tmp_path.iterdir())
    told("backup", tmp_path / "copy", "--db", f"sqlite:///{source}")
    assert set(tmp_path.iterdir()) - before == {tmp_path / "copy"}
    assert told("export", "--db", f"sqlite:///{tmp_path / 'copy'}") == told("export")


def test_only_a_house_is_copied(house: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.commit()
    for name in ("other.sqlite", "empty.sqlite"):
        (tmp_path / name).touch()
        said = refused("backup", tmp_path / "copy", "--db", f"sqlite:///{tmp_path / name}")
        assert "no house" in said
        assert not (tmp_path / "copy").exists()


def test_a_copy_for_which_there_is_no_room_is_refused(house: str, tmp_path: Path) -> None:
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


# --- tables and tokens --------------------------------------------------------------------------


def test_tables_are_listed_and_shown_without_secrets(house: str, tmp_path: Path) -> None:
    rows = json.loads(told("house", "list", "--json"))
    assert [row["status"] for row in rows] == ["open", "running", "over", "over"]
    assert ids("closed") == []
    said = told("house", "list")
    assert all(row["id"] in said for row in rows)
    assert "libre" in told("house", "list", "--lang", "fr")
    assert "There are no tables" in told("house", "list", "--status", "closed")
    assert "open | running" in refused("house", "list", "--status", "shut")
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as connection:
        secrets = dict(connection.execute("SELECT id, secret FROM tables").fetchall())
    for row in rows:
        shown = told("house", "show", row["id"]) + told("house", "show", row["id"], "--json")
        assert (secrets[row["id"]] in shown) == (row["status"] == "over")
        assert promise(secrets[row["id"]]) in shown
    assert "no such table" in refused("house", "show", "nonsense")


def test_a_table_is_closed_by_command(house: str) -> None:
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
async def test_a_token_is_good_for_what_it_says(house: str, tmp_path: Path) -> None:
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


def test_a_token_needs_a_guest(house: str) -> None:
    refused("house", "token")
    refused("house", "token", "somebody", "--new")
    assert "no such guest" in refused("house", "token", "nobody")
    assert "play | read" in refused("house", "token", "--new", "--scope", "rule")
    assert told("house", "token", "--new").startswith("tirelire_")


def test_tokens_are_listed_and_dropped(house: str) -> None:
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


def test_a_token_of_somebody_else_is_not_dropped(house: str) -> None:
    mine, other = (json.loads(told("house", "token", "--new", "--json")) for _ in range(2))
    refused("house", "token", other["guest"], "--drop", digest(mine["token"]))
    assert json.loads(told("house", "token", mine["guest"], "--list", "--json"))


def test_one_thing_is_done_with_tokens_at_a_time(house: str) -> None:
    (guest,) = {json.loads(told("house", "token", "--new", "--json"))["guest"]}
    assert "--list, --drop" in refused("house", "token", guest, "--list", "--drop", "x")
    assert "--new, --list" in refused("house", "token", "--new", "--list")
    assert "--list, --label" in refused("house", "token", guest, "--list", "--label", "robot")
    assert "no such guest" in refused("house", "token", "nobody", "--list")
    assert "no such guest" in refused("house", "token", "nobody", "--drop", "x")


@pytest.mark.anyio
async def test_the_id_of_a_guest_may_begin_with_a_minus_sign(house: str) -> None:
    async with opened(house) as repository:
        await repository.add_guest("-pig", "secret")
    assert (await asyncio.to_thread(told, "house", "token", "-pig")).startswith("tirelire_")


# --- one request --------------------------------------------------------------------------------


def test_of_a_stream_its_beginning_is_told(house: str) -> None:
    (table,) = ids("running")
    said = told("serve", "--get", f"/api/tables/{table}/events")
    assert "event: table\n" in said
    assert "event: view\n" in said
    lines = told("serve", "--get", f"/api/tables/{table}/stream").splitlines()
    assert json.loads(lines[0])["type"] == "gameFull"


def test_one_request_is_answered_in_the_language_of_the_reader(house: str) -> None:
    for lang, text in (("en", "no such table"), ("fr", "Cette table n’existe pas")):
        result = call("serve", "--get", "/api/tables/nonsense", "--lang", lang)
        assert result.exit_code == 1
        assert text in result.stdout


# --- what is written about it -------------------------------------------------------------------


def test_every_setting_and_command_is_in_the_page_about_hosting() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    for field in fields(Settings):
        usual = f"`{field.default}`".lower() if field.default != "" else ""
        option = field.name.replace("_", "-")
        row = f"| `--{option}` | `TIRELIRE_{field.name.upper()}` | {usual}"
        assert row in page, field.name
    for command in ("serve", "export", "import", "verify", "backup", "load"):
        assert f"tirelire {command}" in page
    for command in ("list", "show", "close", "token"):
        assert f"tirelire house {command}" in page
    for option in ("--new", "GUEST --scope", "GUEST --list", "GUEST --drop"):
        assert f"tirelire house token {option}" in page
