"""Documents are tested: their examples run, and they say what the code says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import tirelire
from tirelire.cli.app import COMMANDS
from tirelire.games import GAMES, game

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(tirelire.__path__, "tirelire.")
    if not module.name.endswith("__main__")
)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_the_examples_of_a_document_run(path: Path) -> None:
    assert doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed == 0


@pytest.mark.parametrize("name", ["tirelire", *MODULES])
def test_the_examples_of_a_module_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


def test_every_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for name in COMMANDS:
        assert f"tirelire {name}" in readme or f"make {name}" in readme, name


@pytest.mark.parametrize("name", GAMES)
def test_every_item_verb_and_reason_of_a_game_is_in_the_notation(name: str) -> None:
    text = (ROOT / "docs" / "notation.md").read_text("utf-8")
    positions, moves = (
        importlib.import_module(f"{game(name).package}.text.{part}")
        for part in ("positions", "moves")
    )
    for word in (*positions.ITEMS, *moves.VERBS, *filter(None, game(name).reasons)):
        assert re.search(rf"`{re.escape(word)}\b", text), word
    for code in {re.sub(r"\d.*", "", kind) for kind in positions.CODES.kinds}:
        assert code in text, code


def test_every_target_of_make_is_in_the_contributors_page() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for target in re.findall(r"(?m)^([a-z]+):.*##", (ROOT / "Makefile").read_text("utf-8")):
        assert f"make {target}" in page, target
