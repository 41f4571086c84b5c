"""Fixtures of the tests of the server."""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.common import Opened, open_house
from tests.server.forking import Forking
from tests.server.postgres import Postgres, postgres
from tests.server.served import Served, served
from tests.server.stored_house import kept, stored
from tirelire.server.http import monitoring

__all__ = ["kept", "postgres", "stored"]
"""Fixtures that are made elsewhere."""


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def asked_anew_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no answer of `/healthz` count for the next request."""
    monkeypatch.setattr(monitoring, "CACHED", 0.0)


@pytest.fixture(autouse=True)
def same_draw_in_every_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the secrets of a house in this process from the name of the test: its cards do not vary.

    `TIRELIRE_TEST_SEED` draws others, to look for tests that depend on luck.
    """
    seed = os.environ.get("TIRELIRE_TEST_SEED", "")
    source = random.Random(f"{seed} {request.node.nodeid}")
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: source.randbytes(size))
    monkeypatch.setattr(secrets, "randbelow", source.randrange)


@pytest.fixture(scope="session")
def forking() -> Iterator[Forking]:
    """What starts houses in processes of their own in a moment."""
    started = Forking()
    yield started
    started.close()


@pytest.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Opened]:
    """A house that all tests of a module share; each has tables of its own."""
    async with open_house(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture(scope="module")
async def real_house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A house that the command serves, on a port of this machine."""
    folder = tmp_path_factory.mktemp("served")
    async with served(folder / "log", "--db", f"sqlite:///{folder / 'house.sqlite'}") as house:
        yield house


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.sqlite'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database()
