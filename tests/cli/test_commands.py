"""The commands, as a person or a program would call them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tests.match.test_records import played
from tirelire import Match, Record
from tirelire.cli.app import app
from tirelire.core.engine import Engine
from tirelire.games import GAMES, game

HIGHEST = {"M": 21, "C": 16, "P": 31, "K": 29}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep saved matches out of the reader's own folder, and the language fixed."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)


def call(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(arguments), input=typed)


def told(*arguments: str, typed: str = "") -> str:
    result = call(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def parsed(*arguments: str) -> Any:
    return json.loads(told(*arguments, "--json"))


def test_games_are_listed_in_both_languages() -> None:
    assert [row["id"] for row in parsed("games")] == list(GAMES)
    assert "Misez" in told("games", "--lang", "fr")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_rules_are_complete_in_both_languages(name: str, lang: str) -> None:
    sections = parsed("rules", name, "--lang", lang)["sections"]
    rules = [rule for section in sections for rule in section["rule"]]
    prefix = game(name).prefix
    assert {rule["id"] for rule in rules} == {f"{prefix}{i + 1}" for i in range(HIGHEST[prefix])}
    assert all(rule["title"] and rule["text"] for rule in rules)
    whole = told("rules", name, "--lang", lang)
    assert all(rule["title"] in whole for rule in rules)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_option_and_value_is_explained(name: str, lang: str) -> None:
    for row, option in zip(
        parsed("options", name, "--lang", lang), game(name).options, strict=True
    ):
        assert row["name"] == option.name
        assert row["label"]
        assert row["text"]
        words = [x for x in getattr(option, "values", ()) if isinstance(x, str)]
        assert set(words) <= set(row["values"])


def test_one_rule_can_be_asked_for() -> None:
    assert "M8" in told("rules", "money", "m8")
    assert "M9" not in told("rules", "money", "m8")


def test_cards_are_counted() -> None:
    assert parsed("score", "money", "USD30x3", "EUR60", "EUR40", "EUR30", "COINx3")["total"] == 160
    settled = parsed("score", "cash-oder-crash", "A", "+4", "B", "-6", "C", "0")
    assert {seat: sheet["total"] for seat, sheet in settled.items()} == {"A": 4, "B": -10, "C": 6}


def test_a_simulation_is_repeatable_and_draws_a_picture(tmp_path: Path) -> None:
    plot = tmp_path / "plot.png"
    arguments = ("sim", "money", "--players", "3", "--games", "50", "--seed", "4")
    first = parsed(*arguments, "--workers", "1")
    assert first == parsed(*arguments, "--workers", "2", "--plot", str(plot))
    assert first["games"] == 50
    assert plot.exists()
    assert "Player" in told(*arguments)


def test_a_simulation_writes_points_in_the_unit_of_the_game(tmp_path: Path) -> None:
    """For people only: programs get plain numbers."""
    plot = tmp_path / "plot.svg"
    arguments = ("sim", "cache-ton-cash", "--games", "20", "--lang", "en", "-o", "match=quick")
    table = told(*arguments, "--plot", str(plot))
    row = parsed(*arguments)["seats"]["A"]
    assert f"{row['mean']:.2f}K" in table
    assert f"{row['max']}K" in table
    assert isinstance(row["max"], int)
    assert plot.exists()


def test_a_score_is_written_in_the_unit_of_the_game_however_it_is_called() -> None:
    for name in ("cache_ton_cash", "cache-ton-cash"):
        assert "40K" in told("score", name, "CABANE", "CABANE")
        assert parsed("score", name, "CABANE", "CABANE")["total"] == 40


def test_perft_counts_from_a_position_or_a_file(tmp_path: Path) -> None:
    position = "cash_oder_crash 3; hand A +6 *; hand B +1 +2 +6 -2 -3; hand C *"
    counts = parsed("perft", position, "--depth", "3")["counts"]
    assert counts == [2, 10, 20]
    path = tmp_path / "position.txt"
    path.write_text(position, "utf-8")
    assert parsed("perft", str(path), "--depth", "3")["counts"] == counts


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_replayed(name: str, tmp_path: Path) -> None:
    match = played(name)
    path = tmp_path / "match.record"
    path.write_text(str(Record.of(match)), "utf-8")
    report = parsed("replay", str(path))
    assert report["totals"] == match.totals
    assert report["winners"] == match.winners
    assert match.names[0] in told("replay", str(path), "--lang", "fr")
    middle = told("replay", str(path), "--at", "9", "--seat", "B")
    assert match.names[1] in middle
    assert parsed("replay", str(path), "--at", "9", "--seat", "B")["position"] == (
        Record.of(match).replay(9).view("B").text
    )


def test_no_answer_before_a_match_ends_it_quietly() -> None:
    result = call("play", "money", "--lang", "en", typed="")
    assert result.exit_code == 1
    assert result.stdout.startswith("How many players")
    assert "Traceback" not in result.output


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_match_is_played_to_its_end_by_always_choosing_the_first_offer(
    name: str, lang: str
) -> None:
    found = game(name)
    for players in range(found.fewest, found.most + 1):
        short = [
            x
            for x in ("match=single", "match=quick", "rounds=1", "target=500")
            if x.split("=")[0] in [option.name for option in found.options]
        ]
        short = [x for x in short if _allowed(found, x)]
        options = [word for x in short for word in ("--option", x)]
        output = told(
            "play",
            name,
            "--players",
            str(players),
            "--seed",
            "5",
            "--lang",
            lang,
            *options,
            typed="1\n" * 3000,
        )
        assert ("La partie est terminée" if lang == "fr" else "The match is over") in output


def _allowed(found: Any, text: str) -> bool:
    name, _, value = text.partition("=")
    try:
        found.encode(found.fewest, {name: value})
    except Exception:
        return False
    return True


def test_leaving_saves_and_resuming_goes_on() -> None:
    output = told("play", "money", "-p", "3", "--seed", "6", typed="1\n1\n")
    assert "Saved" in output
    output = told("play", "--resume", "--lang", "fr", typed="?\n? M15\nfoo\n1\n")
    assert "On reprend la partie" in output
    assert "M15" in output
    assert "Coup «\u00a0foo\u00a0» inconnu" in output
    told("play", "--resume", typed="1\n" * 3000)
    refused("play", "--resume")


def test_a_wrong_answer_before_a_match_is_asked_again() -> None:
    typed = "poker\nmoney\nfoo\n9\n3\n"
    output = told("play", "--lang", "fr", "--seed", "6", typed=typed)
    assert "Jeu «\u00a0poker\u00a0» inconnu" in output
    assert output.count("Combien de joueurs") == 3
    assert "à 3 joueurs" in output


def refused(*arguments: str) -> str:
    result = call(*arguments)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("play", "poker"), "money"),
        (("play", "money", "--players", "9"), "3–5"),
        (("play", "money", "--option", "hands"), "name=value"),
        (("play", "money", "--option", "hands=20"), "1–9"),
        (("play", "money", "--option", "hands=2", "--option", "hands=3"), "twice"),
        (("rules", "money", "M99"), "M1"),
        (("rules", "money", "--lang", "tlh"), "fr | en"),
        (("options", "chess"), "Unknown game"),
        (("sim", "money", "--games", "0"), "1–100000000"),
        (("sim", "money", "--players", "2"), "3–5"),
        (("sim", "money", "--games", "1", "--plot", "/nowhere/x.png"), "/nowhere/x.png"),
        (("score", "money", "EUR25"), "Unknown card"),
        (("score", "money", "EUR20x4"), "only 3"),
        (("score", "cash-oder-crash", "A", "+7", "B", "0", "C", "0"), "pawns"),
        (("perft", "money 3; hand A EUR20x4"), "only 3"),
        (("perft", "money 3", "--depth", "x"), "depth"),
        (("replay", "/nowhere/match"), "/nowhere/match"),
        (("nonsense",), "nonsense"),
    ],
)
def test_misuse_exits_with_two_and_says_what_is_allowed(
    arguments: tuple[str, ...], message: str
) -> None:
    assert message in refused(*arguments)


def test_a_match_that_cannot_be_saved_says_so_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "config").touch()  # a file where the folder would be
    result = call("play", "cash_oder_crash", "--players", "3", "--seed", "1", typed="")
    assert result.exit_code == 2
    line = result.stderr.splitlines()[-1]
    assert "saved.json: " in line
    assert line.endswith("The match is not saved.")


def test_an_account_without_a_home_saves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("XDG_CONFIG_HOME")

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    result = call("play", "cash_oder_crash", "--players", "3", "--seed", "1", typed="")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1].endswith("The match is not saved.")
    assert not (tmp_path / "~").exists()


def test_a_damaged_record_or_saved_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.record"
    path.write_bytes(b"\xff\xfe\x00")
    assert str(path) in refused("replay", str(path))
    path.write_text(str(Record.of(Match.begin("money", 3))).replace("money", "monet"), "utf-8")
    assert "damaged" in refused("replay", str(path))
    saved = tmp_path / "config" / "tirelire" / "saved.json"
    saved.parent.mkdir(parents=True)
    saved.write_text("{", "utf-8")
    assert "saved.json" in refused("play", "--resume")


def test_the_version_is_printed() -> None:
    assert told("--version").strip() == __import__("tirelire").__version__


def test_a_simulation_compiles_nothing_but_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    make = Engine._compile

    def note(engine: Engine, name: str, *arguments: object, threads: bool = False) -> object:
        made.append(name)
        return make(engine, name, *arguments, threads=threads)

    monkeypatch.setattr(Engine, "_compile", note)
    found = game("cash_oder_crash")
    monkeypatch.setitem(found.__dict__, "engine", Engine(found.id, found.kernel))
    told("sim", "cash_oder_crash", "--players", "3", "--games", "10")
    assert made == ["playouts"]
