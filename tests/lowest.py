"""The package with every direct dependency at the lower bound that pyproject.toml gives.

    python -m tests.lowest [what to test]

The versions are installed beside the usual ones, in `.venv/lowest`, with a cache of their own.
Old versions may warn about newer ones that they work with: warnings are no errors here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.programs import need_uv

ROOT = Path(__file__).parents[1]
PLACE = Path(sys.prefix) / "lowest"
PACKAGE = f"{ROOT}[all]"
TOOLS = (
    *("aiosmtpd", "http-ece", "httpx", "hypothesis", "packaging", "psutil", "pytest"),
    *("pytest-xdist", "scipy"),
)
"""What the tests below import beside the package; whatever is lowest stays so."""
TESTS = (
    "tests/adapters/test_gymnasium.py",
    "tests/adapters/test_openspiel.py",
    "tests/adapters/test_openspiel_secrets.py",
    "tests/adapters/test_pettingzoo.py",
    "tests/arena/test_cluster.py",
    "tests/arena/test_statistics.py",
    "tests/cli/test_commands.py",
    "tests/server/test_database.py",
    "tests/server/test_backups.py",
    "tests/server/test_export.py",
    "tests/server/test_house_commands.py",
    "tests/server/test_load.py",
    "tests/server/test_notices.py",
    "tests/server/test_processes.py",
    "tests/server/test_settings.py",
    "tests/server/test_tables.py",
)
"""Tests that use every direct dependency."""


def main(arguments: list[str]) -> int:
    """Install the lowest versions and test them; return the exit status of the tests."""
    uv = str(need_uv())
    python = str(PLACE / "bin" / "python")
    subprocess.run(
        [uv, "venv", "--quiet", "--clear", "--python", sys.executable, PLACE], check=True
    )
    add = [uv, "pip", "install", "--quiet", "--python", python]
    subprocess.run([*add, "--resolution", "lowest-direct", "--editable", PACKAGE], check=True)
    subprocess.run([*add, *TOOLS], check=True)
    subprocess.run([uv, "pip", "list", "--python", python], check=True)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(PLACE / "cache")}
    tests = [python, "-m", "pytest", "-q", "-W", "default", *(arguments or TESTS)]
    return subprocess.call(tests, cwd=ROOT, env=environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
