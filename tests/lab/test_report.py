"""The report: every section in both languages, nothing from elsewhere, the same bytes each time."""

from __future__ import annotations

import csv
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from tests.lab.common import GAME, studied
from tirelire.cli.app import app
from tirelire.core.languages import LANGUAGES
from tirelire.core.texts import catalogue, unit_of
from tirelire.games import game
from tirelire.lab.estimates import Estimate
from tirelire.lab.figures import COUNT, POINTS, SHARE
from tirelire.lab.files import FORMATS, figure_rows, write_report
from tirelire.lab.page import ReportPage, command_of
from tirelire.lab.plots import Plots
from tirelire.lab.results import Distribution, StudyResults
from tirelire.lab.words import ReportWords

SECTIONS = ("seats", "length", "scores", "cards", "sets", "luck", "effects", "method")
DOCS = Path(__file__).resolve().parents[2] / "docs"
COMMAND = ("lab", GAME, "-p", "3", "-g", "60", "-o", "rounds=1", "--workers", "1")


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")


@cache
def html(lang: str) -> str:
    return ReportPage(StudyResults.of(studied()), lang).html()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_section_is_there(lang: str) -> None:
    page = html(lang)
    texts = catalogue(lang)
    assert f'<html lang="{lang}">' in page
    for section in SECTIONS:
        assert f'<section id="{section}">' in page
        assert f"<h2>{texts[f'lab.section.{section}']}</h2>" in page
    assert page.count("<svg") == 6 + 3  # one for each section with figures, one for what is varied
    assert page.count("currentColor") > 100
    for word in ("seat", "share", "lead", "median", "margin", "dealt_points", "wins"):
        assert texts[f"lab.column.{word}"] in page
    command = "tirelire lab cash_oder_crash --players 3 --games 900 --seed 3 --option rounds=1"
    assert command in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_needs_nothing_else(lang: str) -> None:
    page = html(lang)
    links = set(re.findall(r'(?:href|src)="([^"#][^"]*)"', page))
    assert links == {f"{GAME}.{other}.html" for other in LANGUAGES if other != lang}
    assert "<script" not in page
    assert len(page) < 400_000


def test_every_figure_has_an_interval() -> None:
    head, *rows = figure_rows(StudyResults.of(studied()))
    assert head[-3:] == ["value", "low", "high"]
    for row in rows:
        value, low, high = row[-3:]
        assert low <= value <= high, row
    assert {row[0] for row in rows} >= {"seats", "places", "length", "scores", "ends", "cards"}
    assert {row[0] for row in rows} >= {"sets", "luck", "bots", "effects", "differences"}


def test_a_report_is_the_same_each_time(tmp_path: Path) -> None:
    paths = write_report(StudyResults.of(studied()), tmp_path, FORMATS, studied())
    assert [path.name for path in paths] == [
        *(f"{GAME}.{lang}.html" for lang in LANGUAGES),
        *(f"{GAME}.{ending}" for ending in ("csv", "json", "matches.csv")),
    ]
    for path, lang in zip(paths, LANGUAGES, strict=False):
        assert path.read_text("utf-8") == html(lang)
    with (tmp_path / f"{GAME}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["section", "figure", "item", "unit", "value", "low", "high"]
    assert len(rows) == len(figure_rows(StudyResults.of(studied())))


def test_points_are_written_in_the_unit_of_their_game() -> None:
    words = ReportWords(game("cache_ton_cash"), "en")
    found = Estimate(12.34, -0.001, 13)
    assert words.figure(found, POINTS, sign=True) == ("+12.3K", "[0.0K; +13.0K]")
    assert words.figure(found, COUNT) == ("12.3", "[0.0; 13.0]")
    assert words.figure(Estimate(0.5, 0.25, 1), SHARE) == ("50.0%", "[25.0%; 100.0%]")
    plots = Plots(words)
    for unit in (POINTS, COUNT):
        picture = plots.draw(
            plots.histograms, {"total": Distribution.of(np.array([0, 500, 1000]))}, unit, ""
        )
        assert (">1,000K<" in picture) == (unit == POINTS)


def call(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Cash oder Crash in the lab", "Luck against skill", "the cards", "Written: "]),
        ("fr", ["Cash oder Crash au labo", "Chance ou adresse", "les cartes", "Écrit : "]),
    ],
)
def test_the_command_tells_the_main_figures(lang: str, words: list[str], tmp_path: Path) -> None:
    result = call(*COMMAND, "--out", str(tmp_path), "--lang", lang)
    assert result.exit_code == 0, result.output
    told = result.stdout.replace("\u00a0", " ")
    assert all(word in told for word in words)
    assert sorted(x.name for x in tmp_path.iterdir()) == [
        f"{GAME}.{ending}" for ending in ("csv", *sorted(f"{x}.html" for x in LANGUAGES))
    ]


def test_the_command_gives_figures_to_programs(tmp_path: Path) -> None:
    folder = str(tmp_path / "new" / "folder")
    result = call(*COMMAND, "--vary", "board=ring13,line", "--out", folder, "--json")
    told = json.loads(result.stdout)
    assert told["bots"] == ["attentive", "regular", "novice"]
    assert told["vary"] == {"board": ["ring13", "line"]}
    assert {"section", "figure", "item", "unit", "value", "low", "high"} == set(told["figures"][0])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["lab", "chess"], "Unknown game “chess”"),
        (
            ["lab", GAME, "--format", "pdf"],
            "Unknown format “pdf”: there are html, csv, json, matches",
        ),
        (["lab", GAME, "--vary", "board=line,square"], "board=square: allowed is ring13"),
        (["lab", GAME, "-o", "rounds=99"], "rounds=99: allowed is 1–12"),
        (["lab", GAME, "-p", "7"], "7 players: allowed is 3–4"),
        (["lab", GAME, "--bot", "nobody"], "rules of thumb, not with “nobody”"),
        (["lab", GAME, "--workers", "1", "--cluster", "x"], "--workers"),
        (["lab", GAME, "--vary", "deck=any,+7"], "Unknown card “+7”"),
    ],
)
def test_wrong_options_are_refused(arguments: list[str], words: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    assert words in " ".join(result.output.split())


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("")
    result = call(*COMMAND, "--out", str(place))
    assert result.exit_code == 2
    assert "The report cannot be written" in result.output


@pytest.mark.parametrize("name", ["money", "cash_oder_crash", "monopoly", "cache_ton_cash"])
def test_the_results_of_every_game_are_kept(name: str) -> None:
    path = DOCS / "lab" / f"{name}.json"
    assert len(path.read_bytes()) < 60_000
    results = StudyResults.read(path)
    assert results.matches == 40_000
    assert command_of(results) in (DOCS / "lab.md").read_text("utf-8")
    for lang in LANGUAGES:
        page = ReportPage(results, lang).html()
        assert len(page.encode()) < 400_000
        unit = unit_of(name, lang)
        assert bool(re.search(r"<td>[+−]?[\d.,\u202f]+K<small>", page)) == (unit == "K")


def test_a_report_is_written_again_from_stored_results() -> None:
    stored = StudyResults.of(studied()).text()
    read = StudyResults.parse(stored)
    assert read.text() == stored
    for lang in LANGUAGES:
        assert ReportPage(read, lang).html() == html(lang)
    assert figure_rows(read) == figure_rows(StudyResults.of(studied()))


def test_the_command_reports_on_stored_results(tmp_path: Path) -> None:
    path = tmp_path / "stored.json"
    path.write_text(StudyResults.of(studied()).text(), "utf-8")
    result = call("lab", GAME, "--results", str(path), "--out", str(tmp_path), "--format", "csv")
    assert result.exit_code == 0, result.output
    assert "Luck against skill" in result.stdout
    written = (tmp_path / f"{GAME}.csv").read_text("utf-8")
    assert len(written.splitlines()) == len(figure_rows(StudyResults.of(studied())))


@pytest.mark.parametrize(
    ("game_name", "text", "words"),
    [
        (GAME, "[]", "no results of the lab"),
        (GAME, '{"game": "money"}', "no results of the lab"),
        ("money", None, "the results of another game: cash_oder_crash"),
    ],
)
def test_other_files_are_refused(
    game_name: str, text: str | None, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "stored.json"
    path.write_text(text or StudyResults.of(studied()).text(), "utf-8")
    result = call("lab", game_name, "--results", str(path), "--out", str(tmp_path))
    assert result.exit_code == 2
    assert words in " ".join(result.output.split())
    result = call("lab", GAME, "--results", str(path), "--format", "matches")
    assert "Unknown format “matches”: there are html, csv, json." in " ".join(result.output.split())
