"""Asks whether all games are compiled, in a process of its own, while this one does other work.

The answer needs Numba, whose import takes longer than anything else at the start of a house. Where
all is compiled, the asking process goes on without it.
"""

from __future__ import annotations

import subprocess
import sys

COMPLETE = "complete"


def ask_if_complete() -> subprocess.Popen[bytes]:
    """Start the process that looks; its exit status is 0 if nothing has to be compiled."""
    command = [sys.executable, "-m", "tirelire.bots.preparing", COMPLETE]
    quiet = subprocess.DEVNULL  # the process that then compiles says so
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
