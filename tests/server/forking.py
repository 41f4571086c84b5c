"""A house that starts in a moment, to be killed often.

`python -m tests.server.forking` loads everything that a house needs and the rules of one game, and
then makes a copy of its process for each line that it reads: a file for the log, and the settings,
as JSON. The copy serves the house as the command does, on Granian. The line that is printed is the
id of its process.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

GAME = "cash_oder_crash"
"""The game whose rules are loaded."""
ROOT = Path(__file__).resolve().parents[2]


class Forking:
    """The process that houses are copies of."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "tests.server.forking"],
            cwd=ROOT,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, log: Path, **settings: Any) -> int:
        """Start a house; return the id of its process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([str(log), settings]) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """Start no more houses."""
        self._process.communicate()


def serve(log: str, settings: dict[str, Any]) -> None:
    """Serve a house in this process until it is told to stop."""
    from granian.constants import Interfaces
    from granian.server.embed import Server

    from tirelire.server.http.app import make_app
    from tirelire.server.runner import log_to_stderr
    from tirelire.server.settings import Settings

    async def run() -> None:
        made = Settings(**settings)
        app: Any = make_app(made)
        server = Server(
            app,
            address=made.host,
            port=made.port,
            interface=Interfaces.ASGI,
            log_enabled=False,
            backlog=2048,
        )
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, server.stop)
        await server.serve()

    os.dup2(os.open(log, os.O_CREAT | os.O_APPEND | os.O_WRONLY), 2)
    log_to_stderr()
    asyncio.run(run())


def main() -> None:
    """Make copies of this process, each of which serves a house."""
    from tirelire.bots.compiled_policy import compiled_policy
    from tirelire.games import game
    from tirelire.server.http.app import make_app
    from tirelire.server.settings import Settings

    game(GAME).engine.warm_up()
    compiled_policy(game(GAME)).warm_up()
    make_app(Settings(db="sqlite:///:memory:"))  # what is worked out once need not be in each copy
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            serve(*json.loads(line))
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main()
