"""Bots on the command line: `play --bots`, `hint`, `ladder`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_commands import call, parsed, told
from tirelire import Match
from tirelire.arena import ladder
from tirelire.games import game


def position(name: str, players: int) -> str:
    return Match.begin(name, players, seed=3).position()


def test_the_company_is_introduced_and_plays(tmp_path: Path) -> None:
    moves = "\n".join(["1"] * 60)
    text = told(
        *("play", "cash-oder-crash", "--bots", "strong@4,novice", "--seed", "5", "--lang", "fr"),
        *("-o", "rounds=1", "--record", str(tmp_path / "x.txt")),
        typed=moves,
    )
    assert "Ada (niveau fort) et Basile (niveau débutant)" in text
    assert (tmp_path / "x.txt").exists()


def test_one_bot_stands_for_all_others() -> None:
    result = call("play", "money", "-p", "4", "--bots", "greedy", "--lang", "en", typed="")
    assert "Ada (greedy), Basile (greedy) and Chloé (greedy)" in result.output


@pytest.mark.parametrize("bots", ["nobody", "regular,strong,novice", "strong@0"])
def test_wrong_bots_are_refused(bots: str) -> None:
    result = call("play", "money", "-p", "3", "--bots", bots)
    assert result.exit_code == 2


def test_hints_rank_the_moves(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(position("money", 4), "utf-8")
    report = parsed("hint", str(path), "--playouts", "300")
    shares = [row["win_share"] for row in report["moves"][:3]]
    assert report["seat"] == "A"
    assert shares == sorted(shares, reverse=True)
    assert all(row["move"].startswith("bid ") for row in report["moves"])
    assert sum(row["chosen"] for row in report["moves"]) == pytest.approx(1)
    assert "Conseil pour le joueur B" in told(
        "hint", str(path), "--seat", "B", "--playouts", "50", "--lang", "fr"
    )


def test_hints_are_refused_to_whoever_has_nothing_to_decide() -> None:
    text = position("cache_ton_cash", 3)
    result = call("hint", text, "--seat", "C", "--lang", "en")
    assert result.exit_code == 2
    assert "nothing to decide" in result.output


def test_the_ladder_has_every_rung(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rungs = list(ladder.rungs(200))
    assert len(rungs) == 2 * (3 + 2 + 5 + 5) + 2
    assert {rung.bot for rung in rungs if rung.game.id == "monopoly"} == {"regular", "strong@600"}
    demanding = [rung for rung in rungs if rung.bar > 1 / rung.players]
    assert {(rung.game.id, rung.bar) for rung in demanding} == {
        *((name, bar) for name in ("money", "monopoly", "cache_ton_cash") for bar in (0.4, 0.45)),
        ("cash_oder_crash", 0.45),
    }
    two = [ladder.Rung(game("cash_oder_crash"), 3, "regular", "novice", 1 / 3)]
    monkeypatch.setattr(ladder, "rungs", lambda _playouts: two)
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- ladder: begin -->\nold\n<!-- ladder: end -->\nafter\n", "utf-8")
    told(
        *("ladder", "--least", "3", "--most", "4", "--workers", "1"),
        *("--save", str(tmp_path / "boards"), "--write", str(page)),
    )
    text = page.read_text("utf-8")
    assert text.startswith("before")
    assert text.endswith("after\n")
    assert "old" not in text
    assert "| cash_oder_crash | 3 | `regular` | `novice` |" in text
    assert call("ladder", "--write", str(tmp_path / "none.md"), "--least", "1").exit_code == 2
