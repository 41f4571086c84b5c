"""Houses that the command serves, in processes of their own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

import psutil

from tests.server.common import UNLIMITED
from tests.server.postgres import free_port
from tests.server.wire import Lost, request, wire
from tirelire.bots import preparing

START = 180.0
"""Seconds that a busy machine may take to start a house."""


async def until_it_answers(port: int) -> None:
    """Wait until a house answers."""
    async with wire(port) as by, asyncio.timeout(START):
        while True:
            try:
                if (await by.ask(request("/healthz"))).status == 200:
                    return
            except Lost:
                pass
            await asyncio.sleep(0.02)


class Served:
    """`tirelire serve`, as a person would start it; `before` may be a program that traces it."""

    def __init__(
        self,
        log: Path,
        *options: str,
        limited: bool = False,
        env: Mapping[str, str] | None = None,
        before: Sequence[str] = (),
    ) -> None:
        self.port = free_port()
        self.log = log
        command = [
            str(Path(sys.executable).with_name("tirelire")),
            "serve",
            "--port",
            f"{self.port}",
        ]
        for name, value in ({} if limited else UNLIMITED).items():
            command += [f"--{name.replace('_', '-')}", str(value)]
        with log.open("ab") as errors:
            self.process = subprocess.Popen(
                [*before, *command, *options],
                stderr=errors,
                start_new_session=True,
                env={**os.environ, **(env or {})},
            )

    @property
    def workers(self) -> list[psutil.Process]:
        """The processes that serve; others may still compile what bots need."""
        children: list[psutil.Process] = psutil.Process(self.process.pid).children()
        return [child for child in children if preparing.__name__ not in child.cmdline()]

    async def answers(self) -> Self:
        """Wait until the house answers."""
        await until_it_answers(self.port)
        return self

    def kill(self) -> None:
        """End all processes in the middle of whatever they do."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """End whatever is left."""
        if self.process.poll() is None:
            self.kill()

    def stop(self) -> int:
        """Close the house; return the exit status."""
        self.process.terminate()
        return self.process.wait(START)


@asynccontextmanager
async def served(
    log: Path, *options: str, limited: bool = False, before: Sequence[str] = ()
) -> AsyncIterator[Served]:
    """Serve a house, with its usual limits if it is to be limited, and kill it at the end."""
    house = Served(log, *options, limited=limited, before=before)
    try:
        yield await house.answers()
    finally:
        house.end()
