"""Shared score pads: friends send hands by the id, and only the owner's key gets them out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.common import Opened, Person, refusal
from tirelire.server.pages import shared_pad
from tirelire.server.storage.shared_pads import Limits

pytestmark = pytest.mark.anyio
PAD: dict[str, Any] = {"game": "monopoly", "names": ["Zoé", "Bob", "Ann"], "deal": 1}


async def shared(person: Person, **more: Any) -> tuple[str, str]:
    """Share a pad; return its path and its key."""
    made = await person.do("/api/pad/shares", {**PAD, **more})
    assert len(made["id"]) >= 22  # 128 bits and more
    return f"/api/pad/shares/{made['id']}", made["key"]


async def test_a_hand_is_sent_by_the_link_and_collected_with_the_key(house: Opened) -> None:
    owner, friend = house.person(), house.person()
    path, key = await shared(owner, options={"target": 900}, out="B")
    seen = (await friend.get(path)).json()
    assert seen == {**PAD, "options": {"target": 900}, "out": "B", "sent": []}
    hand = {"cards": ["YEL", "YEL", "GO"], "reward": ["TOKEN"], "roles": ["TOKEN@YEL"]}
    seen = await friend.do(f"{path}/hands", {"seat": "B", "deal": 1, "hand": hand})
    assert seen["sent"] == ["B"]
    assert "cards" not in str(seen)
    asked = {"key": key, "deal": 1, "out": "B"}
    assert await owner.do(f"{path}/collect", asked) == {
        "hands": [{"seat": "B", "version": 1, "hand": hand}]
    }
    await friend.do(f"{path}/hands", {"seat": "A", "deal": 1, "hand": {"points": 300}})
    await friend.do(f"{path}/hands", {"seat": "B", "deal": 1, "hand": {"nothing": True}})
    found = (await owner.do(f"{path}/collect", asked))["hands"]
    assert [(x["seat"], x["version"], x["hand"]) for x in found] == [
        ("A", 2, {"points": 300}),
        ("B", 3, {"nothing": True}),
    ]


async def test_the_key_alone_gets_hands_out(house: Opened) -> None:
    owner, friend = house.person(), house.person()
    path, key = await shared(owner)
    ident = path.rpartition("/")[2]
    for wrong in ("", ident, key[:-1]):
        body = {"key": wrong, "deal": 1}
        refusal(await friend.post(f"{path}/collect", body), 403)


async def test_hands_are_those_of_the_deal_that_is_entered(house: Opened) -> None:
    owner, friend = house.person(), house.person()
    path, key = await shared(owner)
    hand = {"seat": "A", "deal": 1, "hand": {"points": 100}}
    await friend.do(f"{path}/hands", hand)
    assert await owner.do(f"{path}/collect", {"key": key, "deal": 2}) == {"hands": []}
    seen = (await friend.get(path)).json()
    assert (seen["deal"], seen["sent"]) == (2, [])
    refusal(await friend.post(f"{path}/hands", hand), 409)


@pytest.mark.parametrize(
    "body",
    [
        {"seat": "D", "deal": 1, "hand": {}},
        {"seat": "A", "deal": 0, "hand": {}},
        {"seat": "A", "deal": 1, "hand": {"cards": ["yel"]}},
        {"seat": "A", "deal": 1, "hand": {"cards": ["YEL"] * 121}},
        {"seat": "A", "deal": 1, "hand": {"pawn": 1000}},
        {"seat": "A", "deal": 1, "hand": {"words": "x"}},
    ],
)
async def test_what_is_no_hand_is_refused(house: Opened, body: dict[str, Any]) -> None:
    person = house.person()
    path, key = await shared(person)
    assert 400 <= (await person.post(f"{path}/hands", body)).status_code < 500
    assert await person.do(f"{path}/collect", {"key": key, "deal": 1}) == {"hands": []}


@pytest.mark.parametrize(
    "more",
    [
        {"game": "poker"},
        {"names": ["Zoé"]},
        {"names": ["Zoé", "x" * 25]},
        {"names": ["Zoé", "a\nb"]},
        {"options": {"nonsense": 1}},
        {"deal": 61},
    ],
)
async def test_what_is_no_pad_is_refused(house: Opened, more: dict[str, Any]) -> None:
    assert 400 <= (await house.person().post("/api/pad/shares", {**PAD, **more})).status_code < 500


@pytest.mark.parametrize("ident", ["nosuchpad", "x" * 25, "%00", "%F0%9F%90%B7"])
async def test_a_pad_that_is_not_shared_is_not_found(house: Opened, ident: str) -> None:
    refusal(await house.person().get(f"/api/pad/shares/{ident}"), 404)


async def test_a_pad_expires_when_its_owner_does_not_look(house: Opened) -> None:
    owner = house.person()
    path, key = await shared(owner)
    house.machine.pass_time(shared_pad.LIFETIME - 1000)
    assert await owner.do(f"{path}/collect", {"key": key, "deal": 1}) == {"hands": []}
    house.machine.pass_time(shared_pad.LIFETIME - 1000)
    assert (await owner.get(path)).status_code == 200
    house.machine.pass_time(2000)
    refusal(await owner.get(path), 404)


async def test_one_address_shares_so_many_pads(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = house.person()
    await shared(person)
    monkeypatch.setattr(shared_pad, "LIMITS", Limits(per_origin=1, in_all=1000))
    refusal(await person.post("/api/pad/shares", PAD), 429)
    monkeypatch.setattr(shared_pad, "LIMITS", Limits(per_origin=1000, in_all=1))
    refusal(await person.post("/api/pad/shares", PAD), 503)
