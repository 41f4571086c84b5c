"""Streams: news as it happens, and news that was missed."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.common import (
    AT_ONCE,
    Following,
    Json,
    Opened,
    fine,
    following,
    open_house,
    refusal,
    until,
)
from tirelire.games import GAMES
from tirelire.server.http.routes import play
from tirelire.server.schemas.events import StreamLine, TableEvents, TalkNews
from tirelire.server.streaming import subscriptions as streams
from tirelire.server.tables import house as inside
from tirelire.server.tables.snapshot import REMEMBERED

pytestmark = pytest.mark.anyio


async def test_the_ids_of_events_are_the_numbers_of_positions(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 3)
    async with following(seats["A"], f"/api/tables/{table}/events") as stream:
        kind, number, data = await stream.event()
        assert (kind, number, data["id"]) == ("table", "", table)
        kind, number, data = await stream.event()
        assert (kind, number, data["number"]) == ("view", "1", 1)
        assert data == await seats["A"].view(table) | {"gap": True}
        for expected in range(2, 6):
            await house.play_to(table, seats, expected)
            kind, number, data = await stream.event()
            assert (kind, number, data["number"]) == ("view", str(expected), expected)
    assert stream.status == 200
    assert stream.headers["content-type"].startswith("text/event-stream")
    assert stream.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("lang", ["fr", "en"])
async def test_a_reader_who_comes_back_is_told_what_they_missed(house: Opened, lang: str) -> None:
    table, seats = await house.company("cash_oder_crash", 3)
    path = f"/api/tables/{table}/events?lang={lang}"
    async with following(seats["A"], path) as stream:
        await stream.view()
        heard = []
        for number in range(2, 9):
            await house.play_to(table, seats, number)
            heard += await stream.hear(number)
    assert any("P1" in text for line in heard for text in line["sentences"])
    for last in range(1, 8):
        async with following(seats["A"], path, **{"Last-Event-ID": str(last)}) as stream:
            by_header = await stream.view()
        async with following(seats["A"], f"{path}&last={last}") as stream:
            by_query = await stream.view()
        assert by_header == by_query
        assert (by_header["gap"], by_header["number"]) == (False, 8)
        assert by_header["items"] == (await seats["A"].view(table))["items"]
        assert by_header["log"] == [line for line in heard if line["number"] > last]


@pytest.mark.parametrize("name", GAMES)
async def test_the_log_tells_the_deal_as_each_reader_heard_it(house: Opened, name: str) -> None:
    table, seats = await house.company(name, 4)
    readers = {**seats, "-": house.person()}
    async with AsyncExitStack() as open_streams:
        streams = {}
        for seat, reader in readers.items():
            path = f"/api/tables/{table}/events?seat={seat}"
            streams[seat] = await open_streams.enter_async_context(following(reader, path))
            await streams[seat].view()
        await house.play_to(table, seats, 40)
        await seats["A"].do(f"/api/tables/{table}/talk", {"text": "That was the end."})
        heard = {seat: await until_talk(stream) for seat, stream in streams.items()}
    now = house.snapshot(table).match
    for seat, reader in readers.items():
        past = await reader.read(f"/api/tables/{table}/log?seat={seat}")
        log = past["log"]
        assert (past["deal"], len(past["totals"])) == (now.deals, now.deals - 1)
        told = {"deal": True, "sentences": [], "scenes": []}
        assert log[0] == {"number": log[0]["number"], **told}
        # A reader is not told of a step that they did not see, nor that there was one.
        assert log[1:] == [line for line in heard[seat] if line["number"] > log[0]["number"]]
        assert all(line["sentences"] for line in log[1:])
    assert heard["A"] != heard["-"]


async def test_every_line_and_event_is_as_the_schema_says(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 3)
    path = f"/api/tables/{table}"
    found: list[Any] = []
    async with (
        following(seats["A"], f"{path}/stream?presence=true") as lines,
        following(seats["A"], f"{path}/events?presence=true") as told,
    ):
        await seats["B"].get(f"{path}/view")
        fine(await seats["B"].post(f"{path}/talk", {"text": "hello"}))
        await house.play_to(table, seats, 3)
        kinds = set[str]()
        while not {"gameFull", "gameState", "chatLine"} <= kinds:
            raw = await lines.piece(b"\n")
            found.append(msgspec.json.decode(raw, type=StreamLine))
            assert said_again(found[-1]) == msgspec.json.decode(raw)
            kinds.add(msgspec.json.decode(raw)["type"])
        events = set[str]()
        while not {"table", "view", "talk"} <= events:
            kind, _, data = await told.event()
            event = msgspec.convert({kind: data}, TableEvents)
            assert said_again(event) == {kind: data}
            events.add(kind)
    (talk,) = (line for line in found if isinstance(line, TalkNews))
    assert talk.talk[0].text == "hello"


def said_again(struct: Any) -> Any:
    """Return what a struct is as JSON: the same as was sent if it has all of it."""
    return msgspec.json.decode(msgspec.json.encode(struct))


async def until_talk(stream: Following) -> list[Json]:
    """Return the lines of the log that are told before somebody speaks."""
    told: list[Json] = []
    while True:
        kind, _, data = await stream.event()
        if kind == "talk":
            return [line for line in told if line["sentences"]]
        told += data["log"] if kind == "view" else []


async def test_the_log_is_for_those_who_may_look(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    refusal(await seats["A"].get(f"/api/tables/{table}/log?seat=B"), 403)
    refusal(await house.person().get("/api/tables/nowhere/log"), 404)
    waiting = await house.person().table("money", 3)
    refusal(await house.person().get(f"/api/tables/{waiting}/log"), 409)


async def test_a_reader_who_missed_nothing_hears_only_of_the_table(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 3)
    async with following(seats["A"], f"/api/tables/{table}/events?last=1") as stream:
        assert (await stream.event())[0] == "table"
        await house.play_to(table, seats, 2)
        assert (await stream.event())[1] == "2"


@pytest.mark.parametrize("last", ["1", "99999", "nonsense", "-3", "1" * 30])
async def test_after_a_long_gap_the_whole_view_comes(house: Opened, last: str) -> None:
    table, seats = await house.company("cash_oder_crash", 3)
    await house.play_to(table, seats, REMEMBERED + 3)
    async with following(
        seats["A"], f"/api/tables/{table}/events", **{"last-event-id": last}
    ) as stream:
        view = await stream.view()
    assert (view["gap"], view["log"]) == (True, [])
    assert view["items"] == (await seats["A"].view(table))["items"]


async def test_what_was_missed_is_told_even_if_the_table_was_read_anew(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 3)
    await house.play_to(table, seats, 5)
    path = f"/api/tables/{table}/events?last=2"
    async with following(seats["A"], path) as stream:
        before = await stream.view()
    await house.forget(table)
    async with following(seats["A"], path) as stream:
        assert await stream.view() == before


async def test_two_tabs_agree_to_the_byte(house: Opened) -> None:
    table, seats = await house.company("cash_oder_crash", 3, pace={**AT_ONCE, "decision": 60})
    path = f"/api/tables/{table}/events"
    told = set()
    async with following(seats["A"], path) as one, following(seats["A"], path) as other:
        for number in range(1, 13):
            await house.play_to(table, seats, number)
            seen = house.snapshot(table).number_for("A")
            if seen not in told:
                told.add(seen)
                assert await pieces_to(one, seen) == await pieces_to(other, seen)
    assert len(told) > 6


async def pieces_to(stream: Following, number: int) -> list[bytes]:
    """Return the events up to the position with a number, as they came."""
    pieces = [await stream.piece(b"\n\n")]
    while not pieces[-1].startswith(b"id: %d\n" % number):
        pieces.append(await stream.piece(b"\n\n"))
    return pieces


async def test_what_another_process_does_just_before_one_listens_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        open_house(tmp_path, shared=True) as house,
        open_house(tmp_path, shared=True) as elsewhere,
    ):
        table, seats = await house.company("cash_oder_crash", 3)
        guest = str(house.session(table).row.seats[0].guest)
        subscribe = play._subscribe

        async def subscribe_slowly(*given: Any) -> streams.Subscription:
            made = await subscribe(*given)
            await elsewhere.house.play.move(table, guest, "A", 1, "elsewhere", "lay RED")
            return made

        monkeypatch.setattr(play, "_subscribe", subscribe_slowly)
        async with following(seats["A"], f"/api/tables/{table}/events") as stream:
            assert (await stream.view())["number"] == 2


async def test_lines_begin_with_the_whole_game(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    await seats["B"].say(table, "hello")
    async with following(seats["A"], f"/api/tables/{table}/stream") as stream:
        full = await stream.line()
        assert (full["type"], full["table"]["id"]) == ("gameFull", table)
        assert full["view"] == await seats["A"].view(table) | {"gap": True}
        assert full["view"]["legal"]
        assert [line["text"] for line in full["talk"]] == ["hello"]
        await house.play_to(table, seats, 2)
        state = await stream.line()
        assert (state["type"], state["view"]["number"]) == ("gameState", 2)
        assert state["view"]["legal"] == (await seats["A"].view(table))["legal"]
        await seats["B"].say(table, "well done")
        said = await stream.line()
        assert (said["type"], [line["text"] for line in said["talk"]]) == (
            "chatLine",
            ["well done"],
        )
        await seats["C"].do(f"/api/tables/{table}/leave")
        changed = await stream.line()
        assert (changed["type"], changed["table"]["seats"][2]["away"]) == ("table", True)
    assert stream.headers["content-type"].startswith("application/x-ndjson")


async def test_a_silent_stream_shows_signs_of_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inside, "KEEP_ALIVE", 0.01)
    async with open_house(tmp_path) as house:
        table, seats = await house.company("money", 3)
        async with following(seats["A"], f"/api/tables/{table}/stream") as stream:
            await stream.line()
            assert [await stream.piece(b"\n") for _ in range(3)] == [b""] * 3
        async with following(seats["A"], f"/api/tables/{table}/events") as stream:
            await stream.view()
            assert await stream.piece(b"\n\n") == b": still here"


async def test_a_table_is_followed_from_before_the_beginning(house: Opened) -> None:
    host, other = house.people(2)
    table = await host.table("money", 3)
    async with following(other, f"/api/tables/{table}/stream") as stream:
        full = await stream.line()
        assert ("view" in full, full["table"]["status"]) == (False, "open")
        await host.join(table, "Ada")
        assert (await stream.line())["table"]["seats"][0]["name"] == "Ada"
        await host.start(table)
        await house.settle()
        line = await stream.line()
        while "view" not in line or not line["view"]["number"]:
            line = await stream.line()
        assert (line["view"]["number"], line["view"]["seat"]) == (1, None)


async def test_spectators_follow_without_seeing_a_hand(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    for person, query in (
        (house.person(), ""),
        (house.person(), "?seat=-"),
        (seats["A"], "?seat=-"),
    ):
        async with following(person, f"/api/tables/{table}/events{query}") as stream:
            view = await stream.view()
        assert (view["seat"], view["asked"], view["legal"]) == (None, False, [])
        assert [view["items"][f"hand {seat}"] for seat in "ABC"] == ["?x7"] * 3


async def test_nobody_follows_from_anothers_seat_or_at_no_table(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    for path in ("events", "stream", "view"):
        refusal(await seats["A"].get(f"/api/tables/{table}/{path}?seat=B"), 403)
        refusal(await house.person().get(f"/api/tables/{table}/{path}?seat=A"), 403)
        refusal(await seats["A"].get(f"/api/tables/{table}/{path}?seat=Q"), 400)
        refusal(await seats["A"].get(f"/api/tables/{table}x/{path}"), 404)


async def test_talk_comes_once_and_again_to_readers_who_come_later(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    path = f"/api/tables/{table}/events?last=1"
    async with following(seats["A"], path) as stream:
        assert (await stream.event())[0] == "table"
        said = [f"line {i}" for i in range(5)]
        for text in said:
            await seats["B"].say(table, text)
        heard: list[Json] = []
        while len(heard) < 5:
            kind, _, lines = await stream.event()
            assert kind == "talk"
            heard += lines
        assert [(line["seat"], line["text"]) for line in heard] == [(1, text) for text in said]
    async with following(house.person(), path) as stream:
        assert (await stream.event())[0] == "table"
        assert [line["text"] for line in (await stream.event())[2]] == said


async def test_talk_at_the_same_moment_is_heard_once_each(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    said = [f"line {i}" for i in range(12)]
    async with following(seats["A"], f"/api/tables/{table}/events?last=1") as stream:
        await stream.event()
        await asyncio.gather(*(seats["B"].say(table, text) for text in said))
        heard: list[str] = []
        while len(heard) < len(said):
            heard += [line["text"] for line in (await stream.event())[2]]
    assert sorted(heard) == sorted(said)


async def test_nobody_listens_any_more_when_a_client_is_gone(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    session = house.session(table)
    for path in ("events", "stream"):
        async with (
            following(seats["A"], f"/api/tables/{table}/{path}") as one,
            following(house.person(), f"/api/tables/{table}/{path}") as other,
        ):
            await one.piece(b"\n")
            await other.piece(b"\n")
            await until(lambda: len(session.subscriptions) == 2)
        assert session.subscriptions == set()


async def test_a_client_that_goes_away_at_once_leaves_nothing_behind(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    for _ in range(5):
        async with following(seats["A"], f"/api/tables/{table}/events"):
            await asyncio.sleep(0)
    assert house.session(table).subscriptions == set()


async def test_streams_end_when_the_house_closes(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table, seats = await house.company("money", 3)
        async with following(seats["A"], f"/api/tables/{table}/stream") as stream:
            await stream.line()
            house.house.end_streams()
            assert await stream.piece(b"\n") == b""


async def test_a_stream_goes_on_when_the_table_had_to_be_read_anew(house: Opened) -> None:
    table, seats = await house.company("money", 3)
    async with following(seats["A"], f"/api/tables/{table}/events") as stream:
        await stream.view()
        old = house.session(table)
        await house.forget(table)
        await seats["A"].view(table)
        old.wake()
        await until(lambda: bool(house.session(table).subscriptions))
        await house.play_to(table, seats, 2)
        assert (await stream.view())["number"] == 2
    assert house.session(table).subscriptions == set()


async def test_what_is_written_for_readers_does_not_pile_up(house: Opened) -> None:
    """Every number that a stale move names asks for another log; there are few different ones."""
    table, seats = await house.company("cash_oder_crash", 3)
    await house.play_to(table, seats, REMEMBERED + 6)
    for number in (*range(REMEMBERED), *range(100, 1_000_000, 20_011)):
        refusal(await seats["A"].move(table, number, "lay RED"), 409)
    assert len(house.session(table).encoded_views) <= REMEMBERED + 3
