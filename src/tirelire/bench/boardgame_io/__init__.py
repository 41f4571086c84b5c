"""boardgame.io, the peer of the house: its server with the least card game, kept in memory.

Needs Node.js and the package boardgame.io, which `make bench` installs.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from tirelire.bench.ports import free_port

MODULES = "TIRELIRE_BENCH_MODULES"
"""The environment variable that names the folder with the packages of Node.js."""
TABLES, SEATS = 100, 4
_FOLDER = Path(__file__).parent
_PATIENCE = 60.0


def is_installed() -> bool:
    """Tell whether the peer can be measured."""
    return shutil.which("node") is not None and (_modules() / "boardgame.io").is_dir()


def _modules() -> Path:
    return Path(os.environ.get(MODULES, "node_modules"))


def moves_per_second(seconds: float) -> float:
    """Let four clients play at each of many tables, as fast as the server answers."""
    env = {**os.environ, "NODE_PATH": str(_modules().resolve()), "NODE_ENV": "production"}
    port = str(free_port())
    command = ["node", str(_FOLDER / "server.cjs"), port]
    server = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        server.stdout.readline()
        counts = [str(value) for value in (TABLES, SEATS, seconds)]
        load = subprocess.run(
            ["node", str(_FOLDER / "load.cjs"), port, *counts],
            env=env,
            check=True,
            capture_output=True,
            text=True,
            timeout=_PATIENCE + seconds,
        )
        return float(json.loads(load.stdout)["moves_per_second"])
    finally:
        server.kill()
        server.communicate()
