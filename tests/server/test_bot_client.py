"""The example of a program that plays: a whole game, through a restart of the house."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.forking import GAME, Forking
from tests.server.test_kill import Mortal

pytestmark = pytest.mark.anyio

CLIENT = Path(__file__).resolve().parents[2] / "examples" / "bot_client.py"


def test_the_example_is_short() -> None:
    assert len(CLIENT.read_text("utf-8").splitlines()) < 100


async def test_the_example_plays_a_game_through_a_restart(forking: Forking, tmp_path: Path) -> None:
    house = Mortal(forking, tmp_path)
    await house.start()
    address = f"http://127.0.0.1:{house.port}"
    client = await asyncio.create_subprocess_exec(
        *(sys.executable, CLIENT, address, "--new", GAME), stdout=asyncio.subprocess.PIPE
    )
    await asyncio.sleep(0.7)
    house.kill()
    await house.start()
    async with asyncio.timeout(120):
        said, _ = await client.communicate()
    table = said.decode().removeprefix("table ").partition(":")[0]
    with closing(sqlite3.connect(tmp_path / "house.sqlite")) as stored:
        query = (
            "SELECT length(words), length(commitment) FROM seats WHERE table_id = ? AND seat = 0"
        )
        assert stored.execute(query, (table,)).fetchone() == (32, 64), "its words are in the deal"
    house.kill()
    assert client.returncode == 0
    assert said.decode().rstrip().endswith("won")
