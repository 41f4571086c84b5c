"""A house on disk with finished and running matches, and the commands that are called on it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.server.common import fine, open_house
from tirelire.cli.app import app
from tirelire.server.admin.maintenance import back_up

GAME = "cash_oder_crash"
Change = Callable[[str], str]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in which two matches are over, one is running, and one has not begun."""
    folder = tmp_path_factory.mktemp("kept")

    async def play() -> None:
        async with open_house(folder) as house:
            for commits in (True, False):
                person = house.person()
                table = await person.table(
                    GAME, ["open", "novice", "novice"], options={"rounds": 1}
                )
                await (person.commit if commits else person.join)(table, "Zoé")
                await person.start(table)
                if commits:
                    fine(await person.reveal(table, "A"))
                await person.do(f"/api/tables/{table}/leave")
                await house.pass_time(1)
            await house.company(GAME, 3)
            await house.pass_time(1)
            await house.person().table(GAME, 3)

    asyncio.run(play())
    return folder / "house.sqlite"


@pytest.fixture
def stored(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A copy of that house, for one test; the commands find it by themselves."""
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    back_up(f"sqlite:///{kept}", tmp_path / "house.sqlite")
    monkeypatch.setenv("TIRELIRE_DB", f"sqlite:///{tmp_path / 'house.sqlite'}")
    return f"sqlite:///{tmp_path / 'house.sqlite'}"


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def told(*arguments: str | Path) -> str:
    result = call(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str | Path, status: int = 2) -> str:
    result = call(*arguments)
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return " ".join(result.output.split())


def ids(status: str) -> list[str]:
    return [row["id"] for row in json.loads(told("house", "list", "--status", status, "--json"))]
