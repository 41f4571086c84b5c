"""`tirelire load`, against a house that really listens, and against what is none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.postgres import free_port
from tests.server.served import Served

pytestmark = pytest.mark.anyio
COMMAND = [str(Path(sys.executable).with_name("tirelire")), "load"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False)


def loaded(house: Served, *arguments: str) -> dict[str, Any]:
    ended = run(f"http://127.0.0.1:{house.port}", *arguments, "--json")
    assert (ended.returncode, ended.stderr) == (0, "")
    summary: dict[str, Any] = json.loads(ended.stdout)
    return summary


async def test_all_tables_are_played_not_faster_than_was_asked_for(real_house: Served) -> None:
    told = loaded(real_house, "money", "--tables", "6", "--rate", "30", "--seconds", "3")
    assert (told["tables"], told["streams"]) == (6, 24)
    assert list(told["answers"]) == ["200"]
    assert told["answers"]["200"] == told["moves"]
    assert 0 < told["moves"] <= 30 * told["seconds"] + told["tables"]
    times = told["milliseconds"]
    assert 0 < times["median"] <= times["p99"] <= times["longest"]


async def test_a_table_whose_match_is_over_is_followed_by_another(real_house: Served) -> None:
    """In the middle of opening one it ends, and says nothing about that."""
    for seconds in ("3", "9", "27"):  # a busy machine takes longer until a match is over
        asked = ("--tables", "8", "--rate", "2000", "--seconds", seconds)
        told = loaded(real_house, "cash_oder_crash", *asked)
        if told["streams"] > 8 * 4:
            break
    assert told["streams"] > 8 * 4
    assert set(told["answers"]) <= {"200", "409"}  # of two who call, one is too late


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://127.0.0.1:{free}", "http://127.0.0.1:{free}: "),
        ("ftp://127.0.0.1", "http://HOST:PORT"),
    ],
)
async def test_what_is_no_house_is_refused(address: str, said: str) -> None:
    free = free_port()
    ended = run(address.format(free=free), "--lang", "en", "--seconds", "1")
    assert ended.returncode == 2
    assert said.format(free=free) in ended.stderr
    assert "Traceback" not in ended.stderr
