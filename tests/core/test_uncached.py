"""Where no folder can be written: rules are compiled uncached, and one line says what is wrong."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tirelire
from tests.server.postgres import free_port
from tirelire.bots import preparing
from tirelire.core import compiling, engine
from tirelire.games import GAMES, game
from tirelire.pad import preparing as pad_preparing
from tirelire.server.settings import data_folder

NOTICE = "The compiled rules cannot be kept"
NOWHERE = "/dev/null"
"""A home below which even root can make no folder."""
COMPILE = """
import tirelire
from tirelire import game
engine = game("cash_oder_crash").engine
engine.turn, engine.winners
print(tirelire.__file__, engine.is_cached("turn"))
"""


def without_home(**more: str) -> dict[str, str]:
    """Return an environment without a folder to write to."""
    folders = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
    kept = {name: value for name, value in os.environ.items() if name not in folders}
    return {**kept, "HOME": NOWHERE, "LC_ALL": "C.UTF-8", **more}


@pytest.fixture
def read_only(tmp_path: Path) -> Path:
    """A copy of the package beside whose sources nothing can be cached, not even by root."""
    source = Path(tirelire.__file__).parent
    copy = tmp_path / "tirelire"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in (copy, *(path for path in copy.rglob("*") if path.is_dir())):
        (folder / "__pycache__").touch()  # a file where the folder would be
    return tmp_path


def test_a_read_only_install_compiles_and_says_so_in_one_line(read_only: Path) -> None:
    environment = without_home(PYTHONPATH=str(read_only))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", COMPILE],
        env=environment,
        cwd=read_only,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(read_only / "tirelire" / "__init__.py"), "False"]
    (line,) = done.stderr.splitlines()
    assert line.startswith(NOTICE)
    assert "NUMBA_CACHE_DIR" in line


HOMELESS = """
import pwd
def nobody(_account):
    raise KeyError
pwd.getpwuid = nobody
from tirelire.core.compiling import entry_point, scalar_type
def double(n):
    return 2 * n
print(entry_point(double, "double", "money", (scalar_type(),))(21))
"""


def test_an_account_without_a_home_folder_gets_the_line_and_no_strange_folder(
    read_only: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    environment = without_home(PYTHONPATH=str(read_only))
    del environment["HOME"]
    here = tmp_path_factory.mktemp("here")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", HOMELESS],
        env=environment,
        cwd=here,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "42\n", done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith(NOTICE)
    assert list(here.iterdir()) == []


@pytest.fixture
def uncached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be cached, and nothing was; no process may be started to do so."""
    for module in (compiling, engine, preparing, pad_preparing):
        monkeypatch.setattr(module, "has_cache", lambda: False)
    monkeypatch.setattr(subprocess, "Popen", None)
    monkeypatch.setattr(subprocess, "run", None)


@pytest.mark.usefixtures("uncached")
def test_without_a_cache_no_process_compiles_for_another_and_nobody_waits() -> None:
    for name in GAMES:
        found = game(name)
        assert not found.engine.is_cached("turn")
        for part in (preparing.TABLES, preparing.SEARCH):
            assert preparing.is_ready(found, part)
            assert preparing.missing(part) == []
        assert found.engine._compile_elsewhere(found.engine.DEALING) is None
    assert preparing.commands_for_later() == []


@pytest.mark.usefixtures("uncached")
def test_without_a_cache_a_pad_is_made_ready_in_the_same_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warmed = list[str]()
    monkeypatch.setattr(pad_preparing, "warm_up", warmed.append)
    pad_preparing.prepare("money")
    assert warmed == ["money"]


def test_it_is_said_once_and_not_again_by_processes_that_are_started(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nowhere(*_function: Any) -> None:
        raise RuntimeError("cannot cache function: no locator available")

    monkeypatch.setattr("numba.core.caching.FunctionCache", nowhere)
    monkeypatch.delenv("TIRELIRE_UNCACHED", raising=False)
    has_cache = compiling.has_cache.__wrapped__
    assert [has_cache(), has_cache()] == [False, False]
    assert capsys.readouterr().err.count(NOTICE) == 1
    assert os.environ.pop("TIRELIRE_UNCACHED") == "1"


def test_on_a_full_disk_rules_are_compiled_all_the_same_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def save(*_given: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def double(n: int) -> int:
        return 2 * n

    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", save)
    monkeypatch.delenv("TIRELIRE_UNCACHED", raising=False)
    compiled = compiling.entry_point(double, "double", "money", (compiling.scalar_type(),))
    assert compiled(21) == 42
    assert capsys.readouterr().err.startswith(NOTICE)
    assert os.environ.pop("TIRELIRE_UNCACHED") == "1"


def test_a_house_without_a_home_is_refused_in_one_line() -> None:
    command = [str(Path(sys.executable).with_name("tirelire")), "serve", "--port", str(free_port())]
    done = subprocess.run(command, env=without_home(), capture_output=True, text=True)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(NOWHERE)


def test_an_account_without_a_home_is_told_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    with pytest.raises(tirelire.OptionError, match="--db sqlite:///FILE"):
        data_folder()
