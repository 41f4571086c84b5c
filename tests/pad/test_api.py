"""Counting for programs: by the API, and by the command that counts the same."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urljoin

import pytest
from typer.testing import CliRunner

from tests.server.common import Opened, refusal
from tirelire.cli.app import app
from tirelire.server.pages.pad import kept_files

pytestmark = pytest.mark.anyio


async def test_a_hand_is_counted_line_by_line(house: Opened) -> None:
    body = {"game": "money", "cards": "EUR20x3 EUR60 COINx2"}
    (sheet,) = (await house.person().do("/api/score", body))["sheets"]
    assert (sheet["seat"], sheet["total"]) == ("", 140)
    assert [(line["rule"], line["points"]) for line in sheet["lines"]] == [
        ("M15", 20),
        ("M16", 100),
        ("M17", 20),
    ]
    french = await house.person(accept_language="fr").do("/api/score", body)
    assert "Triplé" in french["sheets"][0]["lines"][1]["text"]


async def test_a_table_is_settled(house: Opened) -> None:
    body = {"game": "cash_oder_crash", "cards": "A +4 B -6 C 0"}
    found = (await house.person().do("/api/score", body))["sheets"]
    assert [(sheet["seat"], sheet["total"]) for sheet in found] == [("A", 4), ("B", -10), ("C", 6)]


async def test_a_hand_that_was_laid_down_before_its_reward(house: Opened) -> None:
    body: dict[str, Any] = {"game": "monopoly", "cards": "STA1 STA2 CHANCE", "roles": ["STA3"]}
    person = house.person()
    for reward, total in (("", 500), ("STA4", 1000), ("STA3 TOKEN", 2000)):
        (sheet,) = (await person.do("/api/score", {**body, "reward": reward}))["sheets"]
        assert sheet["total"] == total


@pytest.mark.parametrize(
    "body",
    [
        {"game": "poker", "cards": "EUR60"},
        {"game": "money", "cards": "EUR60x2"},
        {"game": "money", "cards": "EUR60", "out": True},
        {"game": "monopoly", "cards": "YEL", "roles": ["GO"]},
        {"game": "monopoly", "cards": "YELx2", "reward": "GO", "players": 6},
        {"game": "cache_ton_cash", "cards": "AUTO BD"},
        {"game": "cash_oder_crash", "cards": "A +40 B 0 C 0"},
    ],
)
async def test_what_cannot_be_counted_is_refused(house: Opened, body: dict[str, Any]) -> None:
    refusal(await house.person().post("/api/score", body), 422)


async def test_a_match_is_counted(house: Opened) -> None:
    seats = [{"cards": "YELx3 TOKEN"}, {"cards": "BRNx2", "reward": "TOKEN"}, {"points": 300}]
    body = {
        "game": "monopoly",
        "players": 3,
        "options": {"target": 600},
        "deals": [{"seats": seats, "out": "B"}],
    }
    course = await house.person().do("/api/pad", body)
    assert (course["totals"], course["over"], course["winners"]) == ([600, 100, 300], True, "A")
    (deal,) = course["deals"]
    assert [sheet["seat"] for sheet in deal["sheets"]] == ["A", "B"]
    assert deal["sheets"][1]["lines"][1]["points"] == 50
    assert deal["position"].startswith("monopoly 3 target=600\n")
    begun = await house.person().do("/api/pad", {"game": "cache_ton_cash", "players": 2})
    assert (begun["dealer"], begun["starts"], begun["hand"]) == ("B", "A", 6)
    assert begun["removed"]["PIANO"] == 10


@pytest.mark.parametrize(
    "deal",
    [
        {"seats": [{"points": 1}] * 3},
        {"seats": [{"points": 1}] * 4, "out": "F"},
        {"seats": [{"cards": "YELx3"}, {"cards": "YEL"}, {}, {}]},
    ],
)
async def test_what_cannot_have_happened_is_refused(house: Opened, deal: dict[str, Any]) -> None:
    body = {"game": "monopoly", "players": 4, "deals": [deal]}
    refusal(await house.person().post("/api/pad", body), 422)


async def test_what_the_pad_keeps_is_there(house: Opened) -> None:
    person = house.person()
    worker = await person.get("/pad/sw.js")
    assert worker.headers["service-worker-allowed"] == "/pad"
    assert worker.headers["content-type"].startswith("text/javascript")
    for path in [*kept_files(), "/pad?lang=fr", "/pad?lang=en"]:
        answer = await person.get(path)
        assert answer.status_code == 200, path
        assert path.partition("?")[0] == "/pad" or f'"{path}"' in worker.text
    assert (await person.get("/pad/tlh.json")).status_code == 404


async def test_whatever_a_kept_script_imports_is_kept(house: Opened) -> None:
    person, kept = house.person(), kept_files()
    imported = re.compile(r"^import .* from '([^']+)';|\} from '([^']+)';", re.MULTILINE)
    for path in (path for path in kept if path.endswith(".js")):
        source = (await person.get(path)).text
        found = {urljoin(path, first or second) for first, second in imported.findall(source)}
        assert found <= set(kept), path


def test_the_command_counts_the_same() -> None:
    words = ["score", "monopoly", "STA1", "STA2", "CHANCE", "--role", "STA3", "--json"]
    run = CliRunner().invoke(app, [*words, "--reward", "STA3 TOKEN"])
    assert json.loads(run.stdout)["total"] == 2000
    run = CliRunner().invoke(app, ["score", "cash_oder_crash", "A +4 B -6 C 0", "--json"])
    assert {seat: sheet["total"] for seat, sheet in json.loads(run.stdout).items()} == {
        "A": 4,
        "B": -10,
        "C": 6,
    }
