"""Documents are tested: their examples run, and they say what the code says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import runpy
import shlex
import subprocess
from functools import cache
from pathlib import Path

import pytest
import yaml

import tirelire
from tirelire.cli.app import COMMANDS
from tirelire.games import GAMES, game

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
PAGE_OF_COMMANDS = runpy.run_path(str(ROOT / "docs" / "site" / "commands.py"))
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


def test_the_page_about_commands_is_made_from_the_commands() -> None:
    assert (ROOT / "docs" / "commands.md").read_text("utf-8") == PAGE_OF_COMMANDS["reference"]()
    assert sorted(COMMANDS) == sorted(
        name for names in PAGE_OF_COMMANDS["PARTS"].values() for name in names
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_a_command_can_be_called(name: str) -> None:
    for line in PAGE_OF_COMMANDS["EXAMPLES"][name]:
        program, called, *arguments = shlex.split(line, comments=True)
        assert (program, called) == ("tirelire", name)
        command, rest = PAGE_OF_COMMANDS["find"](name), arguments
        if hasattr(command, "commands"):
            command, rest = command.commands[arguments[0]], arguments[1:]
        command.make_parser(command.context_class(command)).parse_args(rest)


@pytest.mark.parametrize("name", ["README.md", "README.fr.md"])
def test_the_front_page_has_three_short_doors_and_says_whose_games_they_are(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    for part in text.split("\n## ")[1:4]:
        lines = [line for line in part.splitlines()[1:] if line]
        assert len(lines) <= 12, part
    assert {"README.md": "not affiliated", "README.fr.md": "n’est lié à aucun éditeur"}[
        name
    ] in text
    assert re.findall(r"!\[[^]]+\]\((docs/pictures/[^)]+)\)", text)
    lang = "fr" if name.endswith(".fr.md") else "en"
    counts = [tuple(map(int, re.findall(r"\d", row))) for row in re.findall(r"(?m)^\|.*\|$", text)]
    assert [x for x in counts if len(x) == 2][:4] == [(game(x).fewest, game(x).most) for x in GAMES]
    for known in GAMES:
        title = game(known).rules(lang)["title"].replace("\u202f", " ").replace("\u00a0", " ")
        assert title in text


def test_every_exported_name_is_in_the_page_about_the_api() -> None:
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    for name in tirelire.__all__:
        if name != "__version__":
            assert f":: tirelire.{name}\n" in page, name


@cache
def tracked_files() -> tuple[Path, ...]:
    """Return all files of the repository, or of a source archive without one."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        inside = ("src", "tests", "docs", "deploy", "examples", "locks", ".ci")
        return tuple(path for name in inside for path in (ROOT / name).rglob("*"))
    return tuple(ROOT / name for name in filter(None, listed.stdout.split("\0")))


def test_no_file_names_the_host_of_a_package_registry() -> None:
    # In parts, so that this file names none either.
    hosts = [
        ".".join(parts).encode()
        for parts in (
            *(("pypi", "org"), ("files", "pythonhosted"), ("registry", "npmjs")),
            *(("npmjs", "com"), ("npmjs", "org"), ("deb", "debian"), ("security", "debian")),
        )
    ]
    scanned = [path for path in tracked_files() if path.is_file()]
    assert Path(__file__).resolve() in scanned
    for path in scanned:
        content = path.read_bytes().lower()
        assert not [host for host in hosts if host in content], path


def test_no_document_shows_a_picture_of_another_host() -> None:
    files = [*DOCUMENTS, *(ROOT / ".github").rglob("*.*"), *(ROOT / ".devcontainer").iterdir()]
    for path in files:
        assert not re.search(r"!\[[^]]*\]\(https?:", path.read_text("utf-8")), path.name


def test_the_picture_of_a_move_names_the_ten_files_of_its_page() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8").partition("### One move")[2]
    listed = re.findall(r"^\d+\. `([\w/]+\.py)`", text, re.MULTILINE)
    assert 1 <= len(listed) <= 10
    assert all((ROOT / "src" / "tirelire" / "server" / name).is_file() for name in listed)
    picture = (ROOT / "docs" / "move.svg").read_text("utf-8")
    drawn = re.findall(r'class="n">(\d+)</text><text[^>]*class="file">([\w/]+\.py)<', picture)
    assert sorted(int(number) for number, _ in drawn) == [*range(1, len(listed) + 1)]
    for number, name in drawn:
        assert f"/{listed[int(number) - 1]}".endswith(f"/{name}")


def test_the_citation_has_the_version_of_the_package() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert str(citation["version"]) == tirelire.__version__
    assert citation["license"] == "MIT"


@pytest.mark.parametrize("name", ["README.md", "README.fr.md"])
def test_both_front_pages_have_the_same_rows(name: str) -> None:
    other = {"README.md": "README.fr.md", "README.fr.md": "README.md"}[name]
    here, there = (
        re.findall(r"(?m)^\| .*\| \[[^]]+\]\(([^)]+)\) \|$", (ROOT / one).read_text("utf-8"))
        for one in (name, other)
    )
    assert len(here) >= 8
    assert here == there


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
