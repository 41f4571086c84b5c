"""A database that is away: 503, and no move is lost or doubled. A full disk is tested elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from httpx import Response
from sqlalchemy.exc import OperationalError

from tests.server.common import (
    PATIENCE,
    Opened,
    Person,
    everything,
    fine,
    following,
    open_house,
    refusal,
    until,
)
from tests.server.postgres import Postgres
from tirelire.server.http.responses import LOG

pytestmark = pytest.mark.anyio

Company = tuple[str, dict[str, Person]]
"""A table, and its people by seat."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
async def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: Postgres
) -> AsyncIterator[Opened]:
    options: dict[str, Any] = {}
    if request.param == "postgresql":
        options["db"] = postgres.database()
    async with open_house(tmp_path_factory.mktemp("house"), **options) as opened:
        yield opened


def lost() -> OperationalError:
    return OperationalError("COMMIT", None, Exception("the database is away"))


@contextmanager
def broken(house: Opened, *, after: bool = False) -> Iterator[None]:
    """Let every commit fail: before it is done, or when it is done and only the answer is lost."""
    dialect = house.house.repository.database.sync_engine.dialect
    commit = dialect.do_commit

    def fail(connection: Any) -> None:
        if after:
            commit(connection)
        raise lost()

    with patch.object(dialect, "do_commit", fail):
        yield


def away(answer: Response) -> None:
    """Look at an answer that must say that the database is away."""
    assert refusal(answer, 503)["code"] == "unavailable"
    assert int(answer.headers["retry-after"]) >= 1


async def company(house: Opened) -> Company:
    return await house.company("cash_oder_crash", 3)


async def move(house: Opened, at: Company, client: str, number: int = 1) -> Response:
    """Make the first move that somebody may make."""
    match = house.snapshot(at[0]).match
    seat = match.asked
    return await at[1][seat].move(at[0], number, match.legal(seat)[0], id=client, seat=seat)


async def until_it_is_back(person: Person) -> None:
    """Wait until a database that was started is ready."""
    async with asyncio.timeout(PATIENCE):
        while (await person.get("/healthz")).status_code == 503:
            await asyncio.sleep(0.01)


async def numbers(house: Opened, table: str) -> list[int]:
    """Return the numbers of all events that are stored."""
    return [row.number for row in await house.house.repository.events(table)]


async def test_a_move_that_could_not_be_stored_was_not_made(house: Opened) -> None:
    at = table, seats = await company(house)
    match = house.snapshot(table).match
    text = {"move": match.legal(match.asked)[0], "id": "until-it-works"}
    before = await everything(house)
    with broken(house):
        for _ in range(3):
            away(await seats[match.asked].move(table, 1, **text))
    assert await everything(house) == before
    assert (await seats["A"].view(table))["number"] == 1
    made = [fine(await seats[match.asked].move(table, 1, **text)) for _ in range(2)]
    assert made == [{"number": 2, "again": False}, {"number": 2, "again": True}]
    assert await numbers(house, at[0]) == [1, 2]


async def test_the_log_says_why_a_move_could_not_be_stored(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seats = await company(house)
    match = house.snapshot(table).match
    told: list[str] = []
    monkeypatch.setattr(LOG, "warning", lambda line, *values: told.append(line % values))
    with broken(house):
        away(
            await seats[match.asked].move(table, 1, match.legal(match.asked)[0], id="why-it-failed")
        )
    assert told == ["the database is away: away (OperationalError, no code)"]


async def test_a_move_that_was_stored_though_nobody_heard_is_not_made_twice(house: Opened) -> None:
    table, seats = await company(house)
    match = house.snapshot(table).match
    text = {"move": match.legal(match.asked)[0], "id": "nobody-heard"}
    with broken(house, after=True):
        away(await seats[match.asked].move(table, 1, **text))
    made = fine(await seats[match.asked].move(table, 1, **text))
    assert made == {"number": 2, "again": True}
    assert await numbers(house, table) == [1, 2]


@pytest.mark.parametrize("after", [False, True])
async def test_moves_at_the_same_moment_are_all_kept_or_all_refused(
    house: Opened, after: bool
) -> None:
    table, seats = await house.company("money", 5)

    async def bid(seat: str) -> Response:
        return await seats[seat].move(table, 1, "bid BLUFF", id=f"bid-of-{seat * 4}")

    with broken(house, after=after):
        for answer in await asyncio.gather(*map(bid, seats)):
            away(answer)
    made = [fine(answer) for answer in await asyncio.gather(*map(bid, seats))]
    assert sorted(answer["number"] for answer in made) == [2, 3, 4, 5, 6]
    events = await house.house.repository.events(table)
    assert [row.number for row in events] == [1, 2, 3, 4, 5, 6]
    assert len({row.client for row in events[1:]}) == 5


async def test_everything_that_is_asked_meanwhile_can_be_asked_again(house: Opened) -> None:
    host = house.person()
    table = await host.table("money", 3)
    for _ in range(2):
        await host.join(table)
    before = await everything(house)
    with broken(house):
        for path, body in (
            ("/api/tables", {"game": "money", "seats": ["open"] * 3}),
            (f"/api/tables/{table}/join", {"name": "Ada"}),
            (f"/api/tables/{table}/start", {}),
            (f"/api/tables/{table}/leave", {"seat": "A"}),
            (f"/api/tables/{table}/close", {}),
            (f"/api/tables/{table}/talk", {"text": "hello", "seat": "A"}),
            (f"/api/tables/{table}/talk/switch", {"allowed": False}),
            ("/api/me/tokens", {}),
            ("/api/me/link", {}),
        ):
            away(await host.post(path, body))
        away(await house.person().post("/api/me"))
        away(await house.person().post(f"/api/tables/{table}/join", {"name": "Ada"}))
    assert await everything(house) == before
    await host.join(table)
    assert (await host.start(table))["status"] == "running"
    await house.settle()
    assert await numbers(house, table) == [1]


async def test_a_match_that_began_though_nobody_heard_is_dealt(house: Opened) -> None:
    host = house.person()
    table = await host.table("money", 3)
    for _ in range(3):
        await host.join(table)
    with broken(house, after=True):
        away(await host.post(f"/api/tables/{table}/start"))
    refusal(await host.post(f"/api/tables/{table}/start"), 409)
    await until(lambda: house.session(table).number > 0)
    assert await numbers(house, table) == [1]


async def test_what_cannot_be_read_is_told(
    house: Opened, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, seats = await company(house)
    await house.forget(table)

    for error in (lost(), ConnectionRefusedError("port 5432"), TimeoutError()):

        async def fail(*_arguments: Any, error: Exception = error) -> None:
            raise error

        with monkeypatch.context() as patched:
            for name in ("listed", "tables_of", "table", "answers", "guest_of", "key"):
                patched.setattr(house.house.repository, name, fail)
            for path in ("/api/tables", "/api/me/tables", "/healthz"):
                away(await seats["A"].get(path))
                assert type(error).__name__ in caplog.messages[-1]
            for path in ("", "/view", "/events", "/stream", "/record"):
                away(await seats["A"].get(f"/api/tables/{table}{path}"))
            for stranger in ({"cookie": "tirelire=unknown"}, {"authorization": "Bearer unknown"}):
                away(await house.person(**stranger).get("/api/tables"))
    assert (await seats["A"].view(table))["number"] == 1


async def test_a_stream_goes_on_when_the_database_is_back(house: Opened) -> None:
    at = table, seats = await company(house)
    async with following(seats["A"], f"/api/tables/{table}/events") as stream:
        await stream.view()
        with broken(house):
            away(await move(house, at, "after-a-while"))
            await house.person().get(f"/api/tables/{table}")  # it is read anew
        fine(await move(house, at, "after-a-while"))
        assert (await stream.event())[1] == "2"
    await until(lambda: not house.session(table).subscriptions)


async def test_bots_go_on_when_the_database_is_back(house: Opened) -> None:
    host = house.person()
    table = await host.table("cash_oder_crash", ["novice"] * 3, options={"rounds": 1})
    with broken(house, after=True):
        away(await host.post(f"/api/tables/{table}/start"))
    with broken(house):
        await host.read(f"/api/tables/{table}")
        house.house.due_queue.put(table, 0)
        house.house.scheduler.wake()
        await house.settle()
        assert await numbers(house, table) == []
    await house.pass_time(2)
    await until(lambda: house.session(table).status == "over")
    assert await numbers(house, table) == list(range(1, house.session(table).number + 1))


async def test_a_table_that_is_gone_does_not_take_others_down(house: Opened) -> None:
    """Moves of many tables are stored together; one that cannot be must not be the end of all."""
    gone, kept = await company(house), await company(house)
    await house.house.repository.drop_table(gone[0])
    refused, made = await asyncio.gather(
        *(move(house, at, "at-the-same-time") for at in (gone, kept))
    )
    assert fine(made)["number"] == 2
    away(refused)
    refusal(await house.person().get(f"/api/tables/{gone[0]}"), 404)


async def test_a_database_that_is_stopped_and_started_again(
    tmp_path: Path, postgres: Postgres
) -> None:
    async with open_house(tmp_path, db=postgres.database()) as house:
        at = table, seats = await company(house)
        async with following(seats["A"], f"/api/tables/{table}/events") as stream:
            await stream.view()
            postgres.stop()
            try:
                for path in ("/healthz", "/api/tables", "/api/me/tables"):
                    away(await seats["A"].get(path))
                view = await seats["A"].view(table)  # what is in memory can be read
                away(await move(house, at, "as-often-as-it-takes"))
                for path in ("view", "record", "events", "stream"):
                    away(await seats["A"].get(f"/api/tables/{table}/{path}"))
                away(await seats["A"].say(table, "hello"))
                away(await house.person().post("/api/me"))
            finally:
                postgres.start()
            await until_it_is_back(seats["A"])
            assert await seats["A"].view(table) == view
            assert fine(await move(house, at, "as-often-as-it-takes"))["number"] == 2
            assert await numbers(house, table) == [1, 2]
