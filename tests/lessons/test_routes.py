"""Lessons on-line: steps and moves in the reader's language, and what is not there."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.server.common import Opened
from tirelire.contract.game import Game
from tirelire.lessons.script import RIGHT, lesson, words
from tirelire.server.tables import sessions

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("lang", ["fr", "en"])
async def test_steps_and_moves_are_answered(house: Opened, lang: str) -> None:
    person = house.person(accept_language=lang)
    overview = await person.read("/api/lessons/money")
    assert overview["chapters"][0]["steps"] == len(lesson("money").chapters[0].steps)
    step = await person.read("/api/lessons/money/core/2")
    assert step["text"] == words("money", "take", lang).text
    said = await person.read(f"/api/lessons/money/core/2/try?move={quote('take right')}")
    assert (said["kind"], said["message"]) == (RIGHT, words("money", "take", lang).done)
    assert said["told"]
    page = await person.get("/learn/money")
    assert "/static/js/learn.js" in page.text


async def test_nobody_becomes_a_guest_by_learning(house: Opened) -> None:
    answer = await house.person().get("/api/lessons/monopoly/core/1")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/lessons/money/core/60", 404),
        ("/api/lessons/money/core/0", 404),
        ("/api/lessons/money/poker/1", 404),
        ("/api/lessons/poker/core/1", 404),
        ("/api/lessons/poker", 404),
        ("/learn/poker", 404),
        ("/api/lessons/money/core/1/try", 400),
        ("/api/lessons/money/core/1/try?move=", 400),
    ],
)
async def test_what_is_not_there_is_refused(house: Opened, path: str, status: int) -> None:
    answer = await house.person().get(path)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


async def test_a_lesson_waits_until_the_rules_of_its_game_are_prepared(
    house: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = list[str]()

    def is_ready(one: Game, part: str) -> bool:
        looks.append(f"{one.id} {part}")
        return len(looks) > 2

    monkeypatch.setattr(sessions, "is_ready", is_ready)
    monkeypatch.setattr(sessions, "_POLL", 0.01)
    house.house.rules.preparing.add("money")
    await house.person().read("/api/lessons/cash_oder_crash/core/1")
    assert looks == []
    await house.person().read("/api/lessons/money/core/1")
    assert len(looks) == 3
