"""The house in order: texts complete, imports one way, a light import."""

from __future__ import annotations

import ast
import re
import string
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import tirelire
from tirelire.cli.app import COMMANDS
from tirelire.core.errors import TirelireError
from tirelire.core.languages import LANGUAGES, NARROW, REFERENCE, WIDE, conventions
from tirelire.core.options import Choice
from tirelire.core.texts import catalogue, say
from tirelire.games import GAMES, game
from tirelire.server.errors import HouseError

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "tirelire"
LAYERS = {
    "texts": set(),
    "core": {"texts"},
    "art": {"core"},
    "observation": {"core"},
    "policy": {"core"},
    "contract": {"core", "art", "observation", "policy"},
    "games": {"core", "art", "observation", "policy", "contract"},
    "match": {"core", "contract", "games"},
    "sim": {"core", "contract", "games", "observation"},
    "bots": {"core", "contract", "games", "match", "policy"},
    "arena": {"core", "contract", "games", "match", "bots", "policy", "adapters"},
    "lab": {"core", "contract", "games", "match", "bots", "arena", "policy"},
    "adapters": {"core", "contract", "games", "match", "sim", "bots", "observation", "policy"},
    "bench": {"core", "contract", "games", "sim", "match", "bots", "policy", "server", "adapters"},
    "page": {"art", "core", "contract", "games", "match"},
    "pad": {"core", "contract", "games", "match", "page"},
    "translation": {"core", "games"},
    "lessons": {"core", "contract", "games", "match"},
    "server": {"core", "contract", "games", "match", "bots", "page", "pad", "lessons"},
    "cli": {
        "core",
        "contract",
        "games",
        "match",
        "sim",
        "bots",
        "arena",
        "lab",
        "bench",
        "server",
        "pad",
        "translation",
    },
}


def keys_of(table: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield the full names of the texts in a file."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from keys_of(value, f"{prefix}{key}.")
        else:
            yield prefix + key


def imports_of(path: Path) -> set[str]:
    """Return the layers of the package that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "tirelire" and len(parts) > 1:
                found.add(parts[1])
    return found


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_point_one_way(layer: str) -> None:
    for path in (PACKAGE / layer).rglob("*.py"):
        assert imports_of(path) <= LAYERS[layer] | {layer}, path


def test_every_class_has_a_name_of_its_own() -> None:
    places: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        home = path.relative_to(PACKAGE).as_posix()
        if home.startswith("server/"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(home)
    assert {name: homes for name, homes in places.items() if len(homes) > 1} == {}


def test_every_folder_is_a_layer() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert folders == set(LAYERS)


@pytest.mark.parametrize("name", GAMES)
def test_games_know_nothing_of_each_other(name: str) -> None:
    for path in (PACKAGE / "games" / name).rglob("*.py"):
        others = set(GAMES) - {name}
        assert not any(f"games.{other}" in path.read_text("utf-8") for other in others), path


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_the_same_files(name: str) -> None:
    folder = PACKAGE / "games" / name
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    texts = {f"text/{kind}.{lang}.toml" for kind in ("rules", "texts") for lang in LANGUAGES}
    lesson = {"lesson.toml", *(f"lesson.{lang}.toml" for lang in LANGUAGES)}
    code = {"__init__.py", "observation.py", "policy/kernel.py", "art/drawings.py", "pad.py"}
    scripts = {"page/pad.js"}
    shared = ("material", "state", "veil", "ending", "kernel")
    rules = {f"rules/{part}.py" for part in shared}
    parts = ("positions", "moves", "refusals", "stories", "table", "sheet", "coach")
    words = {f"text/{part}.py" for part in parts}
    assert files >= texts | lesson | code | scripts | rules | words


@pytest.mark.parametrize("name", GAMES)
def test_rules_import_nothing_else_of_their_game(name: str) -> None:
    for path in (PACKAGE / "games" / name / "rules").glob("*.py"):
        assert imports_of(path) <= {"core", "games"}, path
        imported = re.findall(r"tirelire\.games\.(\w+\.\w+)", path.read_text("utf-8"))
        assert set(imported) <= {f"{name}.rules"}, path


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    """Yield where the code calls something by one of these names, and how."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) in names:
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node


def errors() -> Iterator[str]:
    """Yield the names of all errors that are made from a refusal; those of the house make it."""
    kinds: list[type] = [TirelireError]
    for kind in kinds:
        if kind is not HouseError:
            kinds += kind.__subclasses__()
            yield kind.__name__


def test_what_is_refused_is_said_in_the_words_of_the_catalogue() -> None:
    """Words in the code would be those of one language."""
    seen = 0
    for where, call in calls(*errors()):
        for given in call.args:
            parts = given.values if isinstance(given, ast.JoinedStr) else [given]
            words = [part.value for part in parts if isinstance(part, ast.Constant)]
            assert not any(map(str.isalpha, "".join(map(str, words)))), where
            seen += 1
    assert seen > 150


def test_every_refusal_has_its_text_and_all_values_of_it() -> None:
    texts = catalogue("en")
    for where, call in calls("Refusal"):
        key = getattr(call.args[0], "value", None)
        if isinstance(key, str) and all(word.arg for word in call.keywords):
            full = f"refusal.{key}"
            forms = [full] if full in texts else [f"{full}.one", f"{full}.other"]
            given = {word.arg for word in call.keywords}
            for form in forms:
                assert form in texts, f"{where}: {form}"
                assert places(texts[form]) <= given, where


@pytest.mark.parametrize("name", GAMES)
def test_rules_and_options_are_told_in_every_language(name: str) -> None:
    options = {option.name for option in game(name).options}
    numbers = [r["id"] for s in game(name).rules(REFERENCE)["section"] for r in s["rule"]]
    for lang in LANGUAGES:
        told = game(name).rules(lang)
        assert [r["id"] for s in told["section"] for r in s["rule"]] == numbers
        assert set(told["option"]) == options


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_texts_of_the_house_name_no_game(lang: str) -> None:
    """What one game says lies in the folder of that game."""
    for path in (PACKAGE / "texts").glob(f"*.{lang}.toml"):
        for key in keys_of(tomllib.loads(path.read_text("utf-8"))):
            assert not set(key.split(".")) & set(GAMES), f"{path.name}: {key}"
    assert not [key for key in catalogue(lang) if re.match(r"option\.(?!word\.)", key)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_option_has_its_label_and_every_value_its_word(name: str, lang: str) -> None:
    """Written once: in the rules of the game, or among the words that games share."""
    for option in game(name).options:
        told = game(name).rules(lang)["option"][option.name]
        assert told["label"] == game(name).option_label(option.name, lang)
        own, words = told.get("values", {}), game(name).value_words(option.name, lang)
        assert list(words) == list(option.values if isinstance(option, Choice) else own)
        for value, word in words.items():
            assert word == own.get(value, catalogue(lang).get(f"option.word.{value}")), value
            assert own.get(value) != catalogue(lang).get(f"option.word.{value}"), value


def test_french_has_no_break_spaces() -> None:
    assert conventions("fr").typeset("Quoi ? « Oui » : 1 ; 2 !") == (
        f"Quoi{NARROW}? «{WIDE}Oui{WIDE}»{WIDE}: 1{NARROW}; 2{NARROW}!"
    )
    for text in catalogue("fr").values():
        assert not re.search(r" [;:!?»]|« ", text), text


def test_numbers_choose_their_form() -> None:
    assert "1 card" in say("en", "table.money.cards", n=1)
    assert "0 cards" in say("en", "table.money.cards", n=0)
    assert "0 carte" in say("fr", "table.money.cards", n=0)
    assert "2 cartes" in say("fr", "table.money.cards", n=2)


def test_the_package_and_its_commands_are_imported_without_the_compiler() -> None:
    code = (
        "import sys, tirelire; from tirelire.cli.app import COMMANDS, LazyGroup; "
        "group = LazyGroup(name='all'); commands = [group.get_command(None, x) for x in COMMANDS]; "
        "print(*sorted({'numba', 'numpy'} & {*sys.modules}), len(commands))"
    )
    printed = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert printed.strip() == str(len(COMMANDS))


def test_the_exported_names_are_there() -> None:
    for name in tirelire.__all__:
        assert getattr(tirelire, name) is not None
    with pytest.raises(AttributeError):
        tirelire.nonsense  # noqa: B018


def test_every_law_of_the_contract_is_kept_by_name() -> None:
    from tirelire.contract.rules import Rules

    names = [name for name in vars(Rules) if not name.startswith("_")]
    for game_name in GAMES:
        kernel = game(game_name).engine.kernel
        for name in [*names, *Rules.__annotations__]:
            assert hasattr(kernel, name), (game_name, name)
            if callable(getattr(Rules, name, None)):
                assert getattr(kernel, name).__doc__, (game_name, name)
