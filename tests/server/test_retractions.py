"""Retractions: a secret choice is taken back exactly once, while it is secret."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.common import SHORT, Opened, Person, everything, fine, open_house, refusal
from tirelire.match.record import Record
from tirelire.match.retracting import MOST_RETRACTIONS
from tirelire.server.admin.records import import_records

pytestmark = pytest.mark.anyio


async def bidding(house: Opened, **more: object) -> tuple[str, dict[str, Person]]:
    """Let A bid, and B and C think."""
    table, seats = await house.company("money", 3, **more)
    fine(await seats["A"].move(table, 1, "bid BLUFF"))
    return table, seats


async def test_a_seat_is_told_what_it_may_take_back(house: Opened) -> None:
    table, seats = await bidding(house)
    told = [(await seats[seat].view(table))["retractable"] for seat in "ABC"]
    assert told == [True, False, False]
    assert not (await house.person().view(table))["retractable"]
    fine(await seats["A"].retract(table, 2))
    view = await seats["A"].view(table)
    assert (view["asked"], view["retractable"], view["number"]) == (True, False, 3)
    assert view["items"]["sealed A"] == "-"


async def test_a_retraction_that_is_sent_again_is_made_once(house: Opened) -> None:
    table, seats = await bidding(house)
    sent = [await seats["A"].retract(table, 2, id="the-same-id") for _ in range(2)]
    await house.forget(table)
    sent.append(await seats["A"].retract(table, 2, id="the-same-id"))
    assert [fine(answer) for answer in sent] == [
        {"number": 3, "again": False},
        {"number": 3, "again": True},
        {"number": 3, "again": True},
    ]
    assert (await seats["A"].view(table))["asked"]
    assert len(await house.house.repository.events(table)) == 3


async def test_a_retraction_that_is_sent_twenty_times_at_once_is_made_once(house: Opened) -> None:
    table, seats = await bidding(house)
    sent = [seats["A"].retract(table, 2, id="twenty-times") for _ in range(20)]
    found = [fine(answer) for answer in await asyncio.gather(*sent)]
    assert sorted(answer["again"] for answer in found) == [False] + [True] * 19


async def test_what_others_choose_meanwhile_does_not_make_it_stale(house: Opened) -> None:
    table, seats = await bidding(house)
    fine(await seats["B"].move(table, 1, "bid BLUFF"))
    fine(await seats["A"].retract(table, 2))
    assert house.snapshot(table).match.actors == "AC"


async def test_after_the_last_choice_it_is_too_late(house: Opened) -> None:
    table, seats = await bidding(house)
    for seat in "BC":
        fine(await seats[seat].move(table, 1, "bid BLUFF"))
    before = await everything(house)
    for number in (0, 2, 4, 99):
        answer = await seats["A"].retract(table, number)
        assert refusal(answer, 409)["code"] == "stale"
        assert answer.json()["view"]["items"] == (await seats["A"].view(table))["items"]
    assert await everything(house) == before


@pytest.mark.parametrize("first", ["last choice", "retraction"])
async def test_a_retraction_and_the_last_choice_at_the_same_moment(
    house: Opened, first: str
) -> None:
    """Whichever comes first counts; the other is made, or refused as too late."""
    table, seats = await bidding(house)
    fine(await seats["B"].move(table, 1, "bid BLUFF"))
    choosing, taking_back = seats["C"].move(table, 1, "bid BLUFF"), seats["A"].retract(table, 2)
    if first == "last choice":
        last, back = await asyncio.gather(choosing, taking_back)
    else:
        back, last = await asyncio.gather(taking_back, choosing)
    fine(last)
    match = house.snapshot(table).match
    if back.status_code == 200:
        assert match.actors == "A"
    else:
        assert refusal(back, 409)["code"] == "stale"
        assert match.view("A").item("sealed B") == "-"  # all were revealed


async def test_a_retraction_for_an_earlier_choice_is_refused(house: Opened) -> None:
    table, seats = await bidding(house)
    fine(await seats["A"].retract(table, 2))
    refusal(await seats["A"].retract(table, 3), 409)  # nothing is there to be taken back
    fine(await seats["A"].move(table, 3, "bid BLUFF"))
    refusal(await seats["A"].retract(table, 2), 409)  # another choice was meant
    fine(await seats["A"].retract(table, 4))


async def test_only_the_player_in_the_seat_takes_back(house: Opened) -> None:
    table, seats = await bidding(house)
    known = house.person()
    await known.do("/api/me")
    before = await everything(house)
    refusal(await seats["B"].retract(table, 2, seat="A"), 403)
    refusal(await known.retract(table, 2, seat="A"), 403)
    refusal(await house.person().retract(table, 2, seat="A"), 401)
    refusal(await seats["A"].retract(table, 2, move="bid BLUFF"), 400)
    assert await everything(house) == before


async def test_nobody_is_kept_waiting_for_ever(house: Opened) -> None:
    table, seats = await bidding(house)
    for _ in range(MOST_RETRACTIONS):
        number = (await seats["A"].view(table))["number"]
        fine(await seats["A"].retract(table, number))
        fine(await seats["A"].move(table, number + 1, "bid BLUFF"))
    view = await seats["A"].view(table)
    assert not view["retractable"]
    refusal(await seats["A"].retract(table, view["number"]), 409)


async def test_the_clock_goes_on_as_if_nothing_had_been_chosen(house: Opened) -> None:
    table, seats = await house.company("money", 3, pace={"decision": 60})
    await house.pass_time(20)
    fine(await seats["A"].move(table, 1, "bid BLUFF"))
    await house.pass_time(20)
    fine(await seats["A"].retract(table, 2))
    clock = (await seats["A"].view(table))["clock"]
    assert clock["left"] == 20_000


async def test_the_others_are_told_that_somebody_chooses_again(house: Opened) -> None:
    table, seats = await bidding(house)
    fine(await seats["A"].retract(table, 2))
    for seat, words in (("A", "You take back your choice."), ("B", "P0 takes back their choice.")):
        log = (await seats[seat].read(f"/api/tables/{table}/log"))["log"]
        assert log[-1]["number"] == (await seats[seat].view(table))["number"] == 3
        assert log[-1]["sentences"] == [words]
        assert log[-1]["scenes"][0]["kind"] == "house.retracted"


async def finish(house: Opened, table: str, seats: dict[str, Person]) -> None:
    """Play to the end; a player who may take back does so at most chances."""
    for turn in range(2000):
        able = [seat for seat in seats if house.snapshot(table).may_retract(seat)]
        if able and turn % 3:
            number = house.snapshot(table).number_for(able[0])
            fine(await seats[able[0]].retract(table, number, seat=able[0]))
        if house.snapshot(table).match.ended == "match":
            return
        await house.play_to(table, seats, house.snapshot(table).number + 1)
    raise AssertionError("the match never ended")


async def test_a_match_with_retractions_is_recorded_replayed_and_imported(
    house: Opened, tmp_path: Path
) -> None:
    """What was taken back is in the event log, and in nothing that readers get."""
    table, seats = await house.company("cash_oder_crash", 3, options=SHORT)
    await finish(house, table, seats)
    stored = [event.text for event in await house.house.repository.events(table)]
    retractions = [text for text in stored if text.startswith("retract")]
    assert len(retractions) > 2
    await house.forget(table)
    path = f"/api/tables/{table}"
    text = (await seats["A"].get(f"{path}/record")).text
    assert "retract" not in text
    record = Record.parse(text)
    assert len(record.events) == len(stored) - 2 * len(retractions)
    record.replay()
    record.verify()
    frames = (await seats["B"].read(f"{path}/replay?seat=*"))["frames"]
    assert [frame["number"] for frame in frames] == list(range(1, len(record.events) + 1))
    assert not any(frame["retractable"] for frame in frames)
    await seats["B"].read(f"{path}/moments")
    async with open_house(tmp_path) as other:
        assert await import_records(other.house.repository, [text]) == (1, 0)
