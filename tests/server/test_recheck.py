"""A dropped token or a moved guest costs the same, however many tables the guest has."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.server.common import PATIENCE, Opened, Person, following, open_house
from tirelire.server.storage.rows import CLOSED, OPEN, OVER, RUNNING, Status
from tirelire.server.tables import house as house_module

pytestmark = pytest.mark.anyio

FEW, MANY = 3, 300


@pytest.fixture
async def house(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Opened]:
    """A house on each kind of database, whose streams are woken by changes alone."""
    monkeypatch.setattr(house_module, "KEEP_ALIVE", 2 * PATIENCE)
    async with open_house(Path(), db=url) as opened:
        yield opened


@contextmanager
def statements(house: Opened) -> Iterator[list[str]]:
    """Collect the statements that the database is sent, but for the look at what is due."""
    sent: list[str] = []

    def note(_c: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if "tables.due <=" not in statement:
            sent.append(statement)

    engine = house.house.repository.database.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    yield sent
    event.remove(engine, "before_cursor_execute", note)


async def guest_with(house: Opened, tables: int) -> tuple[Person, list[str]]:
    """Return somebody who sits at many tables, half of them open and half of them running."""
    person = house.person()
    first = await person.table("money", 3)
    await person.join(first)
    repository = house.house.repository
    row = await repository.table(first)
    assert row is not None
    ids = [first, *(f"{first[:16]}-{i}" for i in range(1, tables))]
    for i, table in enumerate(ids[1:], 1):
        status: Status = OPEN if i % 2 else RUNNING
        await repository.add_table(replace(row, id=table, status=status, secret=f"{i:064}"))
    return person, ids


async def versions(house: Opened, tables: list[str]) -> set[int]:
    versions = await house.house.repository.versions(tables)
    return {versions[table].row for table in tables}


async def drop_token(person: Person) -> None:
    for token in await person.read("/api/me/tokens"):
        answer = await person.http.delete(f"/api/me/tokens/{token['id']}")
        assert answer.status_code == 204


async def move_away(house: Opened, person: Person) -> None:
    code = (await person.do("/api/me/link"))["code"]
    await house.person().do("/api/me/move", {"code": code})


async def counted(house: Opened, what: Callable[[Person], Awaitable[None]], tables: int) -> int:
    """Return how many statements something takes for a guest with so many tables."""
    person, ids = await guest_with(house, tables)
    await person.do("/api/me/tokens", {"scopes": ["play"]})
    before = await versions(house, ids)
    with statements(house) as sent:
        await what(person)
    assert await versions(house, ids) == {version + 1 for version in before}
    return len(sent)


async def test_dropping_a_token_takes_as_many_statements_for_many_tables_as_for_few(
    house: Opened,
) -> None:
    assert await counted(house, drop_token, FEW) == await counted(house, drop_token, MANY) <= 6


async def test_moving_to_another_device_takes_as_many_statements_for_many_tables_as_for_few(
    house: Opened,
) -> None:
    async def move(person: Person) -> None:
        await move_away(house, person)

    assert await counted(house, move, FEW) == await counted(house, move, MANY) <= 8


async def test_streams_of_a_dropped_token_end_and_all_others_go_on(house: Opened) -> None:
    person, ids = await guest_with(house, FEW)
    other = house.person()
    await other.join(ids[0], "Ada")
    made = await person.do("/api/me/tokens", {"scopes": ["play"]})
    program = house.person(authorization=f"Bearer {made['token']}")
    async with AsyncExitStack() as stack:
        paths = [f"/api/tables/{table}/stream?seat=A" for table in (ids[0], ids[1])]
        dropped = [await stack.enter_async_context(following(program, path)) for path in paths]
        path = f"/api/tables/{ids[0]}/stream?seat=B"
        kept = await stack.enter_async_context(following(other, path))
        for stream in (*dropped, kept):
            assert (await stream.line())["type"] == "gameFull"
        await drop_token(person)
        for stream in dropped:
            assert b"gameState" not in await stream.rest()
        assert (await kept.line())["table"]["version"] == 3
        assert (await other.say(ids[0], "Bonjour")).status_code == 200
        assert (await kept.line())["talk"][0]["text"] == "Bonjour"


async def test_a_table_that_is_over_or_closed_or_of_somebody_else_is_left_alone(
    house: Opened,
) -> None:
    person, ids = await guest_with(house, FEW)
    repository = house.house.repository
    row = await repository.table(ids[0])
    assert row is not None
    left = []
    for status in (OVER, CLOSED):
        left.append(f"{ids[0][:16]}-{status}")
        await repository.add_table(
            replace(row, id=left[-1], status=status, secret=f"{status:0>64}")
        )
    left.append(await house.person().table("money", 3))
    before = await repository.versions(left)
    await person.do("/api/me/tokens", {"scopes": ["play"]})
    await drop_token(person)
    assert await repository.versions(left) == before


async def test_a_table_that_changes_at_the_same_moment_loses_nothing(house: Opened) -> None:
    """The version rises between the reading and the storing of another change."""
    person, (table, *_) = await guest_with(house, FEW)
    guest = (await person.do("/api/me"))["guest"]
    inside = house.house
    tries = 0

    def hesitate(row: Any) -> Any:
        nonlocal tries
        tries += 1
        return replace(row, talk=False)

    raised = inside.repository.change_table

    async def change_late(row: Any, number: int, *more: Any) -> bool:
        if tries == 1:
            await inside.sessions.reauthenticate_streams(guest)
        return await raised(row, number, *more)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(inside.repository, "change_table", change_late)
        session = await inside.sessions.change(table, hesitate)
    assert tries == 2
    assert session.row.talk is False
    stored = await inside.repository.table(table)
    assert stored is not None
    assert (stored.talk, stored.version) == (False, session.row.version)


async def test_a_table_that_another_process_has_changed_is_read_again(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path, shared=True) as one,
        open_house(tmp_path, shared=True) as other,
    ):
        person, (table, *_) = await guest_with(one, FEW)
        guest = (await person.do("/api/me"))["guest"]
        assert (await one.house.sessions.open(table)).row.talk
        await other.house.sessions.change(table, lambda row: replace(row, talk=False))
        await one.house.sessions.reauthenticate_streams(guest)
        stored = await one.house.repository.table(table)
        assert stored is not None
        assert one.house.sessions.by_id[table].row == stored
        assert not stored.talk


async def test_an_older_row_does_not_replace_a_later_one(house: Opened) -> None:
    _, (table,) = await guest_with(house, 1)
    session = await house.house.sessions.open(table)
    older = session.row
    later = (await house.house.sessions.change(table, lambda row: replace(row, talk=False))).row
    session.apply_row(older)
    assert session.row == later
