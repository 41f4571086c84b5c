"""What the parent process of a house does beside its workers."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import cast

import psutil
import pytest

from tirelire.bots import preparing
from tirelire.server import supervisor
from tirelire.server.settings import Settings
from tirelire.server.supervisor import StartupTasks, TaskRunner
from tirelire.server.tables.house import House
from tirelire.server.worker import ending_streams_first

LONG = [sys.executable, "-c", "import signal; signal.pause()"]
"""A command that goes on until it is ended."""


@pytest.fixture
def place() -> Iterator[socket.socket]:
    """A port that nobody listens at yet."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that the browser was told to open."""
    told: list[str] = []
    monkeypatch.setattr("webbrowser.open", told.append)
    return told


def runner(place: socket.socket, *commands: list[str]) -> TaskRunner:
    """Return the tasks of a house at a port."""
    settings = Settings(port=place.getsockname()[1])
    return TaskRunner(StartupTasks(commands, opened="http://house/"), settings)


def children() -> list[psutil.Process]:
    """Return the processes that were started here."""
    return [one for one in psutil.Process().children() if LONG[-1] in one.cmdline()]


def test_nothing_is_compiled_beside_a_house_that_is_opening(
    place: socket.socket, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []

    def pause(_seconds: float) -> None:
        looks.append((children(), list(opened)))
        if len(looks) == 3:
            place.listen()

    monkeypatch.setattr(time, "sleep", pause)
    tasks = runner(place, LONG)
    tasks.run()
    try:
        assert looks == [([], [])] * 3
        assert opened == ["http://house/"]
        (process,) = children()
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert process.nice() == min(own + 5, 19)
    finally:
        tasks.close()
    assert children() == []


def test_a_house_that_never_answers_is_not_shown_but_its_rules_are_compiled(
    place: socket.socket, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "_TRIES", 1)
    tasks = runner(place, LONG)
    tasks.run()
    assert opened == []
    assert len(children()) == 1
    tasks.close()
    assert children() == []


def test_a_house_that_has_closed_starts_no_command(place: socket.socket, opened: list[str]) -> None:
    place.listen()
    tasks = runner(place, LONG)
    tasks.close()
    tasks.run()
    assert children() == []


# --- a system without signals and niceness --------------------------------------------------------


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that has neither: what asks for them there fails."""

    def unknown(*_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(asyncio.BaseEventLoop, "add_signal_handler", unknown)
    monkeypatch.setattr(asyncio.SelectorEventLoop, "add_signal_handler", unknown)
    monkeypatch.delattr(os, "nice")
    monkeypatch.delattr(os, "setpriority")


def test_a_worker_starts_where_loops_have_no_signals(windows: None) -> None:
    @asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        yield

    async def start() -> str:
        async with ending_streams_first(lifespan, cast("House", None)):
            return "open"

    loop = asyncio.SelectorEventLoop()
    try:
        assert loop.run_until_complete(start()) == "open"
    finally:
        loop.close()


def test_a_search_is_prepared_where_processes_have_no_niceness(windows: None) -> None:
    preparing.main(preparing.SEARCH)


def test_commands_are_started_where_processes_have_no_niceness(
    windows: None, place: socket.socket, opened: list[str]
) -> None:
    place.listen()
    tasks = runner(place, LONG)
    tasks.run()
    assert len(children()) == 1
    tasks.close()
    assert opened == ["http://house/"]
