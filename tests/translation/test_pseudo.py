"""Every word of the terminal comes from a catalogue: a made-up language finds those that do not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.translation.pseudo import PSEUDO, mark, unmarked, write_catalogues
from tirelire.games import GAMES, game

VERBS = {verb for name in GAMES for verb in import_module(f"{game(name).package}.text.moves").VERBS}
NOTATION = {
    *VERBS,
    *GAMES,
    *(option.name for name in GAMES for option in game(name).options),
    *(re.findall(r"[a-z_]+", " ".join(o.allowed for name in GAMES for o in game(name).options))),
    *("right", "left", "all", "sd"),
}
"""Words of moves and options, which are notation."""


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return write_catalogues(tmp_path_factory.mktemp("texts"))


def said(marked: dict[str, str], *words: str, told: str = "") -> str:
    """Return what a command prints."""
    kept = f"{marked['TIRELIRE_TEXTS']}/data"  # where a match is saved that is left
    env = {**os.environ, **marked, "COLUMNS": "200", "NO_COLOR": "1", "XDG_DATA_HOME": kept}
    line = [sys.executable, "-c", "from tirelire.cli import main; main()", *words, "--lang", PSEUDO]
    done = subprocess.run(line, capture_output=True, text=True, check=False, env=env, input=told)
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", GAMES)
def test_rules_and_options_say_only_what_the_catalogues_say(
    marked: dict[str, str], name: str
) -> None:
    words = {part for word in NOTATION for part in re.findall(r"[A-Za-z]{2,}", word)}
    for command in (("rules", name), ("options", name)):
        text = said(marked, *command)
        assert len(text) > 1000
        assert unmarked(text, *words) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_match_in_the_terminal_says_only_what_the_catalogues_say(
    marked: dict[str, str], name: str
) -> None:
    words = {part for word in NOTATION for part in re.findall(r"[A-Za-z]{2,}", word)}
    players = str(game(name).fewest)
    text = said(marked, "play", name, "-p", players, "--seed", "3", told="?\ndance\n")
    assert mark("Your move") in text
    assert set(unmarked(text, *words, "dance")) == set()


def test_refusals_of_commands_say_only_what_the_catalogues_say(
    marked: dict[str, str], tmp_path: Path
) -> None:
    for words in (
        ("rules", "chess"),
        ("rules", "money", "M99"),
        ("replay", str(tmp_path / "none.record")),
        ("texts", "import", "fr", str(tmp_path)),
        ("score", "money", "EUR99"),
    ):
        text = said(marked, *words)
        allowed = ("chess", "money", *GAMES, *"cash oder crash monopoly cache ton".split())
        assert (
            unmarked(text.replace(str(tmp_path), ""), *allowed, "none", "record", "fr", "po") == []
        )
