"""Settings: options, variables and a file, and what the command refuses of them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from dataclasses import fields
from importlib import util
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.server.postgres import Postgres, free_port
from tests.server.served import served
from tirelire.cli.app import app
from tirelire.cli.serve import prepare_rules
from tirelire.core.errors import OptionError
from tirelire.games import game
from tirelire.server.runner import address_of, answer_once, with_resolved_host
from tirelire.server.settings import PREFIX, Settings, read_settings
from tirelire.server.storage.database import without_password

COMMAND = Path(sys.executable).with_name("tirelire")


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings but those of a test; the reader speaks English."""
    for name in [name for name in os.environ if name.startswith((PREFIX, "LC_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *arguments], capture_output=True, text=True, check=False)


def refused(*arguments: str | Path) -> str:
    """Return the one line with which a command refuses."""
    env = {} if "--host" in arguments else {"TIRELIRE_PORT": str(free_port())}
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], env=env)
    assert result.exit_code == 2, result.output
    (line,) = result.output.splitlines()
    return line


def written(folder: Path, text: str) -> Path:
    file = folder / "house.toml"
    file.write_text(text, "utf-8")
    return file


# --- where settings come from -------------------------------------------------------------------


def test_an_option_counts_before_a_variable_and_that_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, "port = 1111\nrate = 11\nworkers = 3\ntls = true\n")
    monkeypatch.setenv("TIRELIRE_PORT", "2222")
    monkeypatch.setenv("TIRELIRE_RATE", "22")
    monkeypatch.setenv("TIRELIRE_SHARED", "yes")
    found = read_settings({"port": 3333, "rate": None}, file)
    assert found == Settings(port=3333, rate=22, workers=3, tls=True, shared=True)


def test_the_command_reads_options_variables_and_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kept() -> set[str]:
        return {path.name for path in tmp_path.glob("*.sqlite")}

    file = written(tmp_path, f'db = "sqlite:///{tmp_path}/file.sqlite"\n')
    asked = ("serve", "--get", "/healthz", "--config", file)
    assert run(*asked).stdout == '{"status":"open"}'
    assert kept() == {"file.sqlite"}
    monkeypatch.setenv("TIRELIRE_DB", f"sqlite:///{tmp_path}/variable.sqlite")
    assert run(*asked).returncode == 0
    assert kept() == {"file.sqlite", "variable.sqlite"}
    assert run(*asked, "--db", f"sqlite:///{tmp_path}/option.sqlite").returncode == 0
    assert kept() == {"file.sqlite", "variable.sqlite", "option.sqlite"}


def test_limits_come_from_options_variables_and_a_file_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, "connections = 20000\nheader_timeout = 3\n")
    monkeypatch.setenv("TIRELIRE_ADDRESS_STREAMS", "7")
    found = read_settings({"body_timeout": 4}, file)
    limits: dict[str, Any] = {
        "connections": 20_000,
        "header_timeout": 3,
        "address_streams": 7,
        "body_timeout": 4,
    }
    assert found == Settings(**limits)


def test_an_unknown_setting_is_refused_with_those_that_there_are(tmp_path: Path) -> None:
    said = refused("serve", "--config", written(tmp_path, "prot = 8000\n"))
    names = ", ".join(sorted(field.name for field in fields(Settings)))
    assert said == f"Unknown setting prot: there are {names}."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("port = 0", "port: allowed is 1–65535."),
        ("port = 65536", "port: allowed is 1–65535."),
        ("port = true", "port: allowed is 1–65535."),
        ('port = "http"', "port: allowed is 1–65535."),
        ("connections = 65536", "connections: allowed is 1–65535."),
        ("header_timeout = 0", "header_timeout: allowed is 1–10000."),
        ("body_timeout = 0.5", "body_timeout: allowed is 1–10000."),
        ("guest_streams = 10001", "guest_streams: allowed is 1–10000."),
        ("address_streams = 0", "address_streams: allowed is 1–10000."),
        ('address_requests = "many"', "address_requests: allowed is 1–10000."),
        ("workers = -1", "workers: allowed is 1–10000."),
        ("workers = 1.5", "workers: allowed is 1–10000."),
        ('tls = "maybe"', "tls: allowed is true | false."),
        ("tls = 2", "tls: allowed is true | false."),
        ("host = 127", "host: allowed is a text in quotes."),
        ('db = ["sqlite:///x"]', "db: allowed is a text in quotes."),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_in_plain_words(
    line: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(OptionError) as refusal:
        read_settings({}, written(tmp_path, line))
    assert refusal.value.say("en") == message
    assert refusal.value.say("fr") != message


def test_a_number_of_thousands_of_digits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIRELIRE_PORT", "9" * 5000)
    with pytest.raises(OptionError, match="1–65535"):
        read_settings({}, None)


def test_a_file_that_cannot_be_read_is_refused_in_the_language_of_the_reader(
    tmp_path: Path,
) -> None:
    missing = tmp_path / "none.toml"
    assert refused("serve", "--config", missing) == f"There is no file {missing}."
    assert f"Il n’y a pas de fichier {missing}." in refused(
        "serve", "--config", missing, "--lang", "fr"
    )
    assert "cannot be read" in refused("serve", "--config", tmp_path)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    assert "not UTF-8 text" in refused("serve", "--config", tmp_path / "bytes")
    assert "not written as TOML" in refused("serve", "--config", written(tmp_path, "port 8000"))


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite://house"])
def test_a_house_needs_a_file(url: str) -> None:
    with pytest.raises(OptionError, match="sqlite:///FILE"):
        read_settings({"db": url}, None)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("export", "--db", "nonsense"), "sqlite:///FILE"),
        (("house", "list", "--db", "nonsense"), "sqlite:///FILE"),
        (("backup", "copy", "--db", "nonsense"), "sqlite:///FILE"),
        (("serve", "--db", "sqlite:///:memory:"), "sqlite:///FILE"),
        (("serve", "--db", "postgresql://u:p@h:abc/x"), "sqlite:///FILE"),
        (("serve", "--db", "postgresql://u:p@127.0.0.1:99999/x"), "cannot be reached"),
        (("house", "list", "--db", "postgresql://u:p@a..b/x"), "cannot be reached"),
        (("serve", "--db", "postgresql://h/x?color=red"), "Unknown setting ?color"),
        (("serve", "--db", "postgresql://h/x?sslmode=maybe"), "sslmode: allowed is disable"),
        (("serve", "--db", "sqlite:////proc/x/y.sqlite"), "/proc/x: No such file"),
        (("import", os.devnull, "--db", "sqlite:////proc/x/y.sqlite"), "/proc/x: No such file"),
        (("serve", "--db", "sqlite:////dev/null/y.sqlite"), "/dev/null: File exists"),
        (("serve", "--redis", "redis://h:abc"), "redis://HOST:PORT"),
        (("serve", "--port", "0"), "port: allowed is 1–65535"),
        (("serve", "--host", "nobody.invalid"), "cannot listen on nobody.invalid:8000"),
        (("serve", "--host", "a..b"), "cannot listen on a..b:8000"),
        (("house", "list", "--limit", "99999999999999999999"), "--limit: allowed is 1–10000"),
        (("house", "list", "--limit", "0"), "--limit: allowed is 1–10000"),
    ],
)
def test_a_command_refuses_in_one_line(command: tuple[str, ...], message: str) -> None:
    assert message in refused(*command)


def test_what_is_refused_has_the_status_of_misuse() -> None:
    done = run("serve", "--db", "postgresql://u:p@h:abc/x")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "command",
    [
        ("--db", "mysql://ada:hush@h/x"),
        ("--db", "mysql://ada:se/hush@h/x"),
        ("--db", "mysql://h/x?password=hush"),
        ("--db", "hush@h"),
        ("--db", "postgresql://ada:hush@h:abc/x"),
        ("--redis", "http://ada:hush@h"),
        ("--redis", "redis://ada:hush@h:abc"),
    ],
)
def test_no_password_is_printed(command: tuple[str, str]) -> None:
    name, url = command
    with pytest.raises(OptionError) as refusal:
        read_settings({name.removeprefix("--"): url}, None)
    assert "hush" not in refusal.value.say("en")
    assert "@h" in refusal.value.say("en") or "?…" in refusal.value.say("en")


def test_what_hides_nothing_is_shown_whole() -> None:
    assert without_password("mysql://house/x") == "mysql://house/x"


def test_postgresql_without_its_driver_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tirelire.server.storage.database.find_spec", lambda name: None)
    assert util.find_spec("asyncpg") is not None
    with pytest.raises(OptionError, match=r"tirelire\[machines\]"):
        read_settings({"db": "postgresql://h/x"}, None)


def test_postgresql_is_reached_as_its_sslmode_says(postgres: Postgres) -> None:
    url = postgres.database()
    for mode in ("disable", "prefer"):
        status, body = asyncio.run(answer_once(Settings(db=f"{url}?sslmode={mode}"), "/healthz"))
        assert (status, body) == (200, b'{"status":"open"}')
    assert "SSL" in refused("serve", "--db", f"{url}?sslmode=require")  # this one has none


def test_a_postgresql_that_does_not_know_us_is_refused_in_one_line(postgres: Postgres) -> None:
    url = postgres.database()
    assert "nowhere" in refused("serve", "--db", f"{url.rpartition('/')[0]}/nowhere")
    assert "nobody" in refused("house", "list", "--db", url.replace("tirelire@", "nobody@"))


# --- where it listens ---------------------------------------------------------------------------


def test_a_name_is_looked_up_before_the_house_listens() -> None:
    assert with_resolved_host(Settings(host="localhost", port=0)).host == "127.0.0.1"
    assert address_of(Settings(host="localhost")) == "localhost:8000"
    assert address_of(Settings(host="::1")) == "[::1]:8000"


@pytest.mark.anyio
async def test_a_house_can_be_opened_under_a_name(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with served(log, "--host", "localhost") as house:
        assert f"http://localhost:{house.port}/" in log.read_text("utf-8")


# --- what a log gets while the rules are compiled -----------------------------------------------


@pytest.mark.parametrize("hurried", [True, False])
def test_without_a_terminal_lines_say_what_is_compiled(
    hurried: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(_part: str, names: tuple[str, ...] = ("money", "monopoly")) -> list[object]:
        return [game(name) for name in names]

    def prepare(_part: str, _games: object, told: object) -> None:
        assert callable(told)
        for done in range(1, 41):
            told(done, 40)

    monkeypatch.setattr("tirelire.bots.preparing.missing", missing)
    monkeypatch.setattr("tirelire.bots.preparing.prepare", prepare)
    prepare_rules("en", hurried=hurried)
    first, *lines = capsys.readouterr().err.splitlines()
    assert game("cash_oder_crash" if hurried else "monopoly").rules("en")["title"] in first
    assert lines == [f"{first} {done}/40" for done in range(4, 41, 4)]


def test_nothing_is_said_where_nothing_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tirelire.bots.preparing.missing", lambda *_: [])
    prepare_rules("en", hurried=False)
    assert capsys.readouterr().err == ""
