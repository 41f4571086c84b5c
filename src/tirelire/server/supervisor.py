"""The parent process of a house: it starts the workers, and starts them again if they fail.

`tirelire serve` checks everything, and then becomes this program (`become_supervisor`). It knows
neither rules nor database: a process that only waits should not hold the memory for them.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NoReturn

from tirelire.server.settings import INHERITED, Settings, inherited_settings

STARTED_BY = "TIRELIRE_STARTED_BY"
"""The variable that tells workers which process started them."""
PREPARING = "TIRELIRE_PREPARING"
"""The variable that tells workers which games are still being compiled, separated by spaces."""
KILL_AFTER = 30
"""Seconds that a worker has to finish its requests when the house closes."""
BACKLOG = 2048
"""Connections that wait to be accepted."""
OTHER_FILES = 256
"""Files that a process has open beside its connections, at most."""
_TRIES, _PAUSE = 600, 0.1
"""How often, and every how many seconds, the parent process looks whether the house answers."""
_COURTESY = 5
"""What is added to the niceness of the commands: the house that opens, and those who
play in it, come first."""
_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a machine reaches a house that listens at all its addresses."""


@dataclass(frozen=True)
class StartupTasks:
    """What the parent process does beside its workers."""

    commands: Sequence[Sequence[str]] = ()
    """Commands that compile what is missing: they begin once the house answers, and end with it."""
    preparing: Sequence[str] = ()
    """Games that are compiled by them."""
    opened: str = ""
    """The address that the browser is to open."""


def become_supervisor(settings: Settings, tasks: StartupTasks) -> NoReturn:
    """Replace this process by its supervisor, with the same process id and the same open lock."""
    os.environ[INHERITED] = settings.to_json()
    given = json.dumps([tasks.commands, tasks.preparing, tasks.opened])
    sys.stdout.flush()
    sys.stderr.flush()
    if sys.platform == "win32":  # there another process would take the place of this one
        main(given)
        raise SystemExit
    os.execv(sys.executable, [sys.executable, "-m", __name__, given])


def main(given: str) -> None:
    """Run the tasks and the server."""
    tasks = StartupTasks(*json.loads(given))
    os.environ[PREPARING] = " ".join(tasks.preparing)
    settings = inherited_settings()
    runner = TaskRunner(tasks, with_own_host(settings))
    if tasks.commands or tasks.opened:
        threading.Thread(target=runner.run, daemon=True).start()
    try:
        serve(settings)
    finally:
        runner.close()


def with_own_host(settings: Settings) -> Settings:
    """Return the settings with the address at which its own machine reaches a house.

    >>> with_own_host(Settings(host="0.0.0.0")).host, with_own_host(Settings(host="10.0.0.7")).host
    ('127.0.0.1', '10.0.0.7')
    """
    return replace(settings, host=_ANY.get(settings.host, settings.host))


class TaskRunner:
    """Runs the tasks beside a house, once it answers: until then it needs all cores itself."""

    def __init__(self, tasks: StartupTasks, settings: Settings) -> None:
        self._tasks = tasks
        self._place = (settings.host, settings.port)
        self._closing = threading.Lock()
        self._is_closed = False
        self._started: list[subprocess.Popen[bytes]] = []

    def run(self) -> None:
        """Wait until the house answers; then start the commands, and open the browser."""
        answers = self._wait()
        for command in self._tasks.commands:
            self._start(command)
        if answers and self._tasks.opened:
            webbrowser.open(self._tasks.opened)

    def close(self) -> None:
        """End the commands, and start no more of them."""
        with self._closing:
            self._is_closed = True
            for process in self._started:
                process.terminate()
                process.wait()

    def _wait(self) -> bool:
        """Wait until the house answers, within limits; tell whether it does."""
        for _ in range(_TRIES):
            with suppress(OSError), socket.create_connection(self._place, 1):
                return True
            time.sleep(_PAUSE)
        return False

    def _start(self, command: Sequence[str]) -> None:
        quiet = subprocess.DEVNULL
        with self._closing:
            if self._is_closed:
                return
            process = subprocess.Popen(command, stdout=quiet, stderr=quiet)
            self._started.append(process)
        if sys.platform != "win32":
            courteous = os.getpriority(os.PRIO_PROCESS, 0) + _COURTESY
            with suppress(OSError):  # it has ended
                os.setpriority(os.PRIO_PROCESS, process.pid, courteous)


def open_file_limit(connections: int) -> int:
    """Let this process open files for so many connections; return how many it may have."""
    if sys.platform == "win32":
        return connections
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if now != resource.RLIM_INFINITY and now < wanted:
        now = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (now, most))
    return connections if now == resource.RLIM_INFINITY else min(connections, now - OTHER_FILES)


def serve(settings: Settings) -> None:
    """Listen until told to stop; requests that have begun are finished."""
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings
    from granian.server import Server

    settings = replace(settings, connections=open_file_limit(settings.connections))
    os.environ[INHERITED] = settings.to_json()
    os.environ[STARTED_BY] = str(os.getpid())
    server = Server(
        "tirelire.server.worker:create",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGI,
        websockets=False,  # a request for one gets an ordinary response
        workers=settings.workers,
        factory=True,
        log_enabled=False,
        backlog=BACKLOG,
        # The server counts connections by it, not requests: it would follow the backlog.
        backpressure=settings.connections,
        # With HTTP/2 a connection that says nothing is never closed.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=1000 * settings.header_timeout),
        respawn_failed_workers=True,
        workers_kill_timeout=KILL_AFTER,
    )
    server.serve()


if __name__ == "__main__":
    main(sys.argv[1])
