"""`tirelire load`, against a house that really listens, and against what is none."""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal, get_origin

import pytest
from msgspec import Struct, UnsetType, structs

from tests.server.postgres import free_port
from tests.server.served import Served, served
from tirelire.bench import load
from tirelire.bench.load import Load, Refused
from tirelire.server.schemas import responses

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


async def test_a_house_with_low_limits_names_the_setting_and_the_value(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'house.sqlite'}"
    async with served(tmp_path / "log", "--db", database, "--rate", "1") as house:
        asked = ("--tables", "60", "--rate", "100", "--seconds", "1", "--lang", "en")
        ended = run(f"http://127.0.0.1:{house.port}", *asked)
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert line.startswith("The house refuses the load: Too many requests; wait a moment.")
    needed = Load("http://h:1", "money", tables=60, seats=4, rate=100).needed["rate"]
    assert f"tirelire serve --rate {needed}" in line


def refusal_of(body: dict[str, Any], tables: int = 200) -> str:
    load = Load("http://127.0.0.1:1", "money", tables=tables, seats=4, rate=1100)
    return load.refusal(json.dumps(body).encode()).say("en")


async def test_the_settings_that_a_load_needs_are_named_with_their_values() -> None:
    said = refusal_of({"error": {"code": "too_many", "message": "No.", "setting": "rate"}})
    assert "The house refuses the load: No. " in said
    # The rate is (1100 + (200 × 24 + 3 × 800) / 8) / 20; every seat has a stream, may be asked, and
    # has a connection for each.
    assert said.endswith(
        "tirelire serve --rate 100 --address-requests 800 --address-streams 800 "
        "--address-connections 1600 --address-guests 800 --address-tables 200"
    )
    few = {"error": {"code": "too_many", "message": "No.", "setting": "address_streams"}}
    assert refusal_of(few, tables=5).endswith("serve --address-streams 20 --rate 57")
    other = refusal_of({"error": {"code": "full", "message": "No.", "setting": "some_limit"}})
    assert "--some-limit …" in other
    assert refusal_of({"error": {"code": "invalid", "message": "No."}}).endswith("load: No.")
    assert refusal_of({"what": 1}).endswith('load: {"what": 1}')


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


async def test_streams_that_are_refused_together_are_told_once(tmp_path: Path) -> None:
    """The errors of the others must not reach the loop, which would write them to the terminal."""
    lost: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, about: lost.append(about))
    options = ("--db", f"sqlite:///{tmp_path / 'house.sqlite'}", "--address-streams", "1")
    async with served(tmp_path / "log", *options, "--rate", "1000") as house:
        load = Load(f"http://127.0.0.1:{house.port}", "money", tables=1, seats=4, rate=10)
        with pytest.raises(Refused):
            await load.run(1, lambda _told: None)
        del load
        gc.collect()
        await asyncio.sleep(0)
    assert not lost


@pytest.mark.parametrize(
    ("read", "described"),
    [
        (load._View, responses.View),
        (load._Refused, responses.ErrorResponse),
        (load._Error, responses.ErrorDetail),
    ],
)
def test_a_load_reads_answers_as_the_api_describes_them(
    read: type[Struct], described: type[Struct]
) -> None:
    known = {field.name: field.type for field in structs.fields(described)}
    for field in structs.fields(read):
        assert field.name in known
        if field.name == "error":  # the same, with fewer fields
            continue
        told = str if get_origin(known[field.name]) is Literal else known[field.name]
        assert told in (field.type, field.type | UnsetType)
