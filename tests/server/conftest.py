"""Fixtures of the tests of the server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.common import Opened, open_house
from tests.server.forking import Forking
from tests.server.postgres import Postgres, postgres
from tests.server.served import Served, served

__all__ = ["postgres"]
"""Fixtures that are made elsewhere."""


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


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
