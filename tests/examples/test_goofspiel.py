"""Goofspiel has only rules and words; everything else comes from the contract.

What its rules do is compared with OpenSpiel's own Goofspiel, which somebody else wrote.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

import tirelire.adapters.openspiel as adapter
from tests.examples.installed import SOURCES, install, installed
from tirelire import Match, NotationError
from tirelire.arena.contest import Contest
from tirelire.arena.run import arena
from tirelire.contract.covering import settings
from tirelire.contract.game import Game
from tirelire.contract.inspector import inspect
from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.languages import LANGUAGES
from tirelire.core.texts import catalogue
from tirelire.games import game, names
from tirelire.match.record import Record
from tirelire.server.runner import answer_once
from tirelire.server.settings import Settings

MOST_LINES = 350


@pytest.fixture(scope="module")
def goofspiel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    with installed(tmp_path_factory.mktemp("installed")):
        found = game("goofspiel")
        adapter.register(found)
        yield found


def theirs(cards: int, players: int, **more: str) -> Any:
    chosen = {"num_cards": cards, "players": players, "points_order": "random", **more}
    words = ",".join(f"{name}={value}" for name, value in chosen.items())
    return pyspiel.load_game(f"goofspiel({words})")


def begun(found: Game, prizes: tuple[int, ...], players: int) -> Match:
    """Begin a match whose prizes are turned up in a given order, each from 0."""
    match = Match.set_up(found, found.encode(players, {"cards": len(prizes)}), players, [])
    first = match.game.engine.pack_of(match.state.raw)[0]
    match.deal([first + prize for prize in prizes], [])
    return match


def next_bids(turns: Iterator[tuple[int, ...]], _legal: Any) -> list[int]:
    return list(next(turns))


def compare(found: Game, prizes: tuple[int, ...], players: int, choose: Any) -> int:
    """Play a match here and there; return how many times everybody bid."""
    state = theirs(len(prizes), players, returns_type="total_points").new_initial_state()
    match = begun(found, prizes, players)
    coming = list(prizes)
    turns = 0
    while not state.is_terminal():
        if state.is_chance_node():
            assert match.item("prize") == f"P{coming[0] + 1}"
            state.apply_action(coming.pop(0))
            continue
        seats = SEAT_LETTERS[:players]
        legal = [state.legal_actions(seat) for seat in range(players)]
        assert [list(match.decisions(seat)) for seat in seats] == legal
        bids = choose(legal)
        state.apply_actions(bids)
        for seat, bid in zip(seats, bids, strict=True):
            match.play(f"{seat} bid {bid + 1}")
        turns += 1
    assert match.ended == "match"
    assert list(match.totals.values()) == state.returns()
    best = max(state.returns())
    assert match.winners == "".join(seat for seat, points in match.totals.items() if points == best)
    return turns


@pytest.mark.parametrize(("cards", "players"), [(3, 2), (4, 2), (3, 3)])
def test_every_sequence_of_a_small_deck_is_that_of_openspiel(
    goofspiel: Game, cards: int, players: int
) -> None:
    """All orders of the prizes with all bids; the last card of everybody follows by itself."""
    matches = 0
    for prizes in permutations(range(cards)):
        plans = product(permutations(range(cards), cards - 1), repeat=players)
        for plan in plans:
            turns = zip(*plan, strict=True)
            bid = partial(next_bids, turns)
            assert compare(goofspiel, prizes, players, bid) == cards - 1
            matches += 1
    orders = len(list(permutations(range(cards))))
    assert matches == orders ** (players + 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_play_with_a_whole_suit_is_that_of_openspiel(goofspiel: Game, players: int) -> None:
    chosen = random.Random(players)
    for _ in range(20):
        prizes = tuple(chosen.sample(range(13), 13))
        turns = compare(goofspiel, prizes, players, lambda legal: [*map(chosen.choice, legal)])
        assert turns == 12


def test_the_values_of_the_small_game_are_those_of_openspiel(goofspiel: Game) -> None:
    """Exact values: of play at random, and of the best answer to it, for both players."""
    ours = pyspiel.load_game(f"python_{goofspiel.id}(players=2,cards=3)")
    other = pyspiel.convert_to_turn_based(theirs(3, 2, returns_type="win_loss"))
    found = []
    for spiel in (ours, other):
        uniform = policy.UniformRandomPolicy(spiel)
        conv = exploitability.nash_conv(spiel, uniform, return_only_nash_conv=False)
        found.append((conv.nash_conv, *conv.player_improvements))
    assert found[0] == pytest.approx(found[1], abs=1e-12)
    assert found[0][0] > 0.5


def test_a_prize_is_carried_over_by_option(goofspiel: Game) -> None:
    """G5: equal highest bids leave the prize for the next winner."""
    for tie, points in (("discard", {"A": 2, "B": 3}), ("carry", {"A": 3, "B": 3})):
        opt = goofspiel.encode(2, {"cards": 3, "tie": tie})
        match = Match.set_up(goofspiel, opt, 2, [])
        first = goofspiel.engine.pack_of(match.state.raw)[0]
        match.deal([first, first + 1, first + 2], [])
        for move in ("A bid 1", "B bid 1", "A bid 3", "B bid 2"):
            match.play(move)
        assert match.totals == points  # the last prize goes to B, who has the 3


def test_it_keeps_every_law_of_the_contract(goofspiel: Game) -> None:
    for players, setting in settings(goofspiel):
        assert inspect(goofspiel, players, setting, matches=10, seed=players).law == ""


def test_positions_and_records_are_read_back_without_loss(goofspiel: Game) -> None:
    match = Match.begin(goofspiel, players=3, options={"cards": 5}, seed=2)
    chosen = random.Random(2)
    while match.ended != "match":
        assert Match.at(match.position()).state.bytes == match.state.bytes
        match.play(chosen.choice(match.legal(match.asked)), match.asked)
    text = str(Record.of(match))
    assert Record.parse(text).replay().totals == match.totals


@pytest.mark.usefixtures("goofspiel")
def test_a_position_with_too_few_numbers_is_refused() -> None:
    with pytest.raises(NotationError, match="bid: 5 numbers are needed"):
        Match.at("goofspiel 2; bid 1 2")


def test_what_a_seat_is_shown_hides_the_bids_of_others(goofspiel: Game) -> None:
    one, other = (Match.begin(goofspiel, players=3, seed=1) for _ in range(2))
    one.play("A bid 1")
    other.play("A bid 13")
    assert one.view("B").bytes == other.view("B").bytes
    assert one.view(None).bytes == other.view(None).bytes
    assert one.view("A").item("own_bid") == "0"


def test_a_bid_can_be_taken_back_until_all_have_bid(goofspiel: Game) -> None:
    """The game says nothing about it: its views tell nothing of a bid."""
    match = Match.begin(goofspiel, players=3, seed=1)
    seen = match.view("B").bytes
    match.play("A bid 1")
    match.retract("A")
    assert match.view("B").bytes == seen
    match.play("A bid 13")
    match.play("B bid 2")
    assert [match.may_retract(seat) for seat in "ABC"] == [True, True, False]
    match.play("C bid 3")
    assert not any(map(match.may_retract, "ABC"))


def test_strong_bots_beat_random_ones(goofspiel: Game) -> None:
    contest = Contest(goofspiel, ["strong@60", "random"], boards=12, options={"cards": 5}, seed=4)
    strong, _ = arena(contest, workers=1).summary()["entrants"]
    assert strong["win_share"]["mean"] > 0.75
    assert strong["faults"] == 0


@pytest.mark.filterwarnings("ignore")
def test_pettingzoos_own_test_passes(goofspiel: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.test import api_test

    from tirelire.adapters.pettingzoo import env

    api_test(env(goofspiel.id, players=3, options={"cards": 4}), num_cycles=100)


def test_openspiels_own_test_passes(goofspiel: Game) -> None:
    spiel = pyspiel.load_game(f"python_{goofspiel.id}(players=3,cards=4)")
    pyspiel.random_sim_test(spiel, num_sims=2, serialize=True, verbose=False)


def test_it_is_small(goofspiel: Game) -> None:
    files = [*SOURCES.rglob("*.py"), *SOURCES.rglob("*.toml"), SOURCES.parent / "pyproject.toml"]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= MOST_LINES
    assert goofspiel.id in names()


BROKEN = {
    "raises = nowhere:GAME": "nowhere",
    "none = goofspiel.material:CARDS": "no Game",
}


@pytest.mark.parametrize("entry", BROKEN)
def test_a_broken_game_is_reported_and_left_out(
    entry: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with installed(tmp_path, f"{entry}\ngoofspiel = goofspiel:GAME"):
        assert names()[-1] == "goofspiel"  # the others go on
        (line,) = capsys.readouterr().err.splitlines()
        assert BROKEN[entry] in line


TEXTS_OF_OTHERS = {
    "card.goofspiel": "",  # of the game that was loaded before
    "word.you": 'word.you = "nobody"\n',
    "cli.points": 'cli.points.small = "points"\n',
    "game.worth": 'game.worth = "points"\n',
    "card.money.EUR20": 'card.money.EUR20 = "a note"\n',
    "unit.money": 'unit.money = "K"\n',
}


@pytest.mark.parametrize("key", TEXTS_OF_OTHERS)
def test_a_game_that_changes_the_texts_of_others_is_reported_and_left_out(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"twin_{key.replace('.', '_').lower()}"  # texts are loaded once for each package
    shutil.copytree(SOURCES / "goofspiel", tmp_path / name)
    (tmp_path / name / "__init__.py").write_text(
        "from dataclasses import replace\n"
        "from goofspiel import GAME as OTHER\n"
        f"GAME = replace(OTHER, id={name!r}, package={name!r}, prefix='Z')\n"
    )
    if TEXTS_OF_OTHERS[key]:
        for path in (tmp_path / name).glob("texts.*.toml"):
            own = path.read_text("utf-8").replace("goofspiel", name)
            path.write_text(TEXTS_OF_OTHERS[key] + own, "utf-8")
    before = {lang: catalogue(lang) for lang in LANGUAGES}
    with installed(tmp_path, f"goofspiel = goofspiel:GAME\n{name} = {name}:GAME"):
        assert names()[-1] == "goofspiel"
        (line,) = capsys.readouterr().err.splitlines()
        assert name in line
        assert key in line
        for lang in LANGUAGES:
            assert catalogue(lang).items() >= before[lang].items()


def test_what_a_game_does_not_say_in_german_it_says_in_english(goofspiel: Game) -> None:
    assert goofspiel.rules("de") == goofspiel.rules("en")
    assert catalogue("de")["offer.goofspiel.bid"] == catalogue("en")["offer.goofspiel.bid"]
    assert catalogue("de")["page.settings"] == "Einstellungen"
    view = begun(goofspiel, (0, 2, 1), 2).view("A").record
    asked = [goofspiel.table.question(view, ["Ann", "Bob"], lang) for lang in ("de", "en")]
    assert asked[0] == asked[1]
    status, page = asyncio.run(
        answer_once(Settings(db="sqlite:///:memory:"), "/rules/goofspiel", "de")
    )
    assert status == 200
    assert goofspiel.rules("en")["title"] in page.decode()


def check(paths: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """Check the package in a process that finds it."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, *sys.path]), **environment}
    words = ["games", "--check", "goofspiel", "--lang", "en"]
    line = [sys.executable, "-c", "from tirelire.cli import main; main()", *words]
    return subprocess.run(line, capture_output=True, text=True, check=False, env=environment)


def test_a_package_is_checked_by_a_command(tmp_path: Path) -> None:
    done = check(install(tmp_path))
    assert "goofspiel keeps the contract" in " ".join(done.stdout.split()), done.stderr
    assert done.returncode == 0


BREACHES = {
    # A game whose equal bids take the prize twice makes points from nothing.
    ("rules.py", "book(s)\n", "book(s)\n    s.total[0] += 1\n"): "totals grow by exactly",
    ("rules.py", "return count\n", "return 0\n"): "legal decisions are ascending",
    ("__init__.py", 'prefix="G"', 'prefix="M"'): "prefix M",
    ("__init__.py", "contract=2", "contract=7"): "version 7",
    ("texts.en.toml", "offer.goofspiel.bid", "offer.money.bid"): "its text offer.money.bid",
}


@pytest.mark.parametrize("breach", BREACHES, ids=list(BREACHES.values()))
def test_a_package_that_breaks_the_contract_is_told_which_part(
    breach: tuple[str, str, str], tmp_path: Path
) -> None:
    file, right, wrong = breach
    package = tmp_path / "src" / "goofspiel"
    shutil.copytree(SOURCES / "goofspiel", package)
    text = (package / file).read_text("utf-8")
    assert right in text
    (package / file).write_text(text.replace(right, wrong), "utf-8")
    done = check([str(tmp_path / "src")], NUMBA_DISABLE_JIT="1")
    assert done.returncode == 2
    assert BREACHES[breach] in " ".join(done.stderr.split())


@pytest.mark.parametrize("part", ["rules.py", "words.py", "texts.fr.toml", "rules.en.toml"])
def test_a_package_that_lacks_a_part_is_told_which(part: str, tmp_path: Path) -> None:
    package = tmp_path / "src" / "goofspiel"
    shutil.copytree(SOURCES / "goofspiel", package)
    (package / part).unlink()
    done = check([str(tmp_path / "src")], NUMBA_DISABLE_JIT="1")
    assert done.returncode == 2
    assert part in " ".join(done.stderr.split())
