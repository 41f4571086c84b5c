"""PostgreSQL and Redis for the tests: started on this machine, once in a session.

`tests.programs` finds or installs them.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TypeVar

import pytest

from tests import programs

START = 60.0
"""Seconds that a service may take to answer on a busy machine."""
_DATABASES = count()
_PORTS = count(os.getpid())
S = TypeVar("S", bound="Service")


def free_port() -> int:
    """Return a port that is free, and that no other test is given before it is used.

    Each process of the tests has ports of its own, below those that a system gives to connections.
    """
    process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    low = 20_000 + 1000 * (process % 12)
    for _ in range(1000):
        port = low + next(_PORTS) % 1000
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


class Service:
    """A program that listens on a port of this machine."""

    at_once = signal.SIGQUIT
    """The signal that ends it without waiting for anybody."""

    def __init__(self, command: list[str | Path], port: int, user: str | None = None) -> None:
        self.port = port
        self._command = command
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self._process = subprocess.Popen(
            self._command,
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self._user,
        )
        until = time.monotonic() + START
        while not self.is_ready():
            assert self._process.poll() is None, self._command
            assert time.monotonic() < until, self._command
            time.sleep(0.02)

    def is_ready(self) -> bool:
        """Tell whether it listens."""
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """Stop it at once, also with open connections."""
        if self._process is not None:
            self._process.send_signal(self.at_once)
            self._process.wait(START)
            self._process = None


class Postgres(Service):
    """PostgreSQL with new data, run by somebody without rights: it refuses to be run by root."""

    def __init__(self, folder: Path) -> None:
        self._programs = programs.need(programs.POSTGRES)
        port, data = free_port(), folder / "data"
        user = _account() if os.getuid() == 0 else None
        if user:
            account = pwd.getpwnam(user)
            os.chown(folder, account.pw_uid, account.pw_gid)
            self._programs = _runnable(self._programs, user, folder)
        made: list[str | Path] = [
            "-D",
            data,
            "-U",
            "tirelire",
            "--auth=trust",
            "-E",
            "UTF8",
            "--locale=C",
        ]
        subprocess.run(
            [self._programs / "initdb", *made, "--no-sync"],
            cwd="/",
            stdout=subprocess.DEVNULL,
            user=user,
            check=True,
        )
        settings = [
            f"port={port}",
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={folder}",
            "fsync=on",
            "synchronous_commit=on",
        ]
        command: list[str | Path] = [self._programs / "postgres", "-D", data]
        super().__init__(
            [*command, *(x for setting in settings for x in ("-c", setting))], port, user
        )

    def is_ready(self) -> bool:
        """Tell whether it lets anybody in: it listens a moment before."""
        where = ["-q", "-h", "127.0.0.1", "-p", str(self.port)]
        asked = subprocess.run([self._programs / "pg_isready", *where], cwd="/", check=False)
        return asked.returncode == 0

    def database(self) -> str:
        """Make an empty database; return its URL."""
        name = f"house_{next(_DATABASES)}"
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "tirelire"]
        subprocess.run([self._programs / "createdb", *where, name], check=True)
        return f"postgresql://tirelire@127.0.0.1:{self.port}/{name}"

    def environment(self, url: str, **more: str) -> dict[str, str]:
        """Return an environment in which PostgreSQL's own programs find a database."""
        path = os.pathsep.join([str(self._programs), os.environ["PATH"]])
        where = {"PGHOST": "127.0.0.1", "PGPORT": str(self.port), "PGUSER": "tirelire"}
        return {**os.environ, **where, "PATH": path, "PGDATABASE": url.rpartition("/")[2], **more}

    def run(self, program: str, *arguments: str | Path) -> None:
        """Run one of PostgreSQL's own programs."""
        subprocess.run([self._programs / program, *arguments], check=True)


class RedisServer(Service):
    """Redis; what it is told is for the moment and kept nowhere."""

    at_once = signal.SIGKILL  # what a shell starts in the background ignores the other

    def __init__(self) -> None:
        program = programs.need(programs.REDIS)
        port = free_port()
        options = {"port": port, "bind": "127.0.0.1", "save": "", "appendonly": "no"}
        words = [word for x, value in options.items() for word in (f"--{x}", str(value))]
        super().__init__([program, *words], port)

    @property
    def url(self) -> str:
        """Its URL."""
        return f"redis://127.0.0.1:{self.port}"


def _account() -> str:
    """Return an account without rights: Debian's package makes one, every system has the other."""
    accounts = {one.pw_name for one in pwd.getpwall()}
    return "postgres" if "postgres" in accounts else "nobody"


def _runnable(folder: Path, user: str, spare: Path) -> Path:
    """Return a folder from which an account can run PostgreSQL.

    A package of PyPI may lie below a home folder that is closed to the account: then it is copied,
    with the libraries that lie beside it.
    """
    with suppress(PermissionError):
        subprocess.run([folder / "initdb", "--version"], user=user, cwd="/", capture_output=True)
        return folder
    package, inside = folder.parents[1], folder.relative_to(folder.parents[1])
    shutil.copytree(package / inside.parts[0], spare / package.name / inside.parts[0])
    libraries = package.with_name(f"{package.name}.libs")
    shutil.copytree(libraries, spare / libraries.name)
    return spare / package.name / inside


@contextmanager
def running(service: S) -> Iterator[S]:
    """Run a service as long as it is needed."""
    try:
        service.start()
        yield service
    finally:
        service.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """PostgreSQL, for all tests of this process."""
    # Not in the folder of the tests, which is closed to everybody else. In memory where there is
    # such a place: no test is about the disk, and others use it.
    memory = Path("/dev/shm")
    made = tempfile.TemporaryDirectory(prefix="postgres", dir=memory if memory.is_dir() else None)
    with made as folder, running(Postgres(Path(folder))) as started:
        yield started
