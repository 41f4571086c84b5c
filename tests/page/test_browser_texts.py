"""What the pages are made of: their texts, their scripts, their size. No browser is needed here."""

from __future__ import annotations

import asyncio
import json
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import tirelire
from tirelire.core.languages import LANGUAGES, REFERENCE
from tirelire.core.texts import catalogue
from tirelire.games import GAMES
from tirelire.server.pages.templates import served_script
from tirelire.server.runner import answer_once
from tirelire.server.settings import Settings

PACKAGE = Path(tirelire.__file__).parent
FOLDER = PACKAGE / "page"
SCRIPTS = sorted([*FOLDER.glob("static/**/*.js"), *PACKAGE.glob("games/*/page/*.js")])
STYLES = sorted([*FOLDER.glob("static/**/*.css"), *PACKAGE.glob("games/*/page/*.css")])
TEMPLATES = sorted(FOLDER.glob("templates/*.html"))
MOST = 300 * 1024
"""Bytes of all scripts and styles together, but for pages, and a dialog that is loaded when it is
opened, that stand apart and have their own."""
MOST_APART = {
    "pad": 160 * 1024,
    "rules": 8 * 1024,
    "learn": 24 * 1024,
    "new": 8 * 1024,
    "replay": 24 * 1024,
    "fair": 8 * 1024,
    "admin": 8 * 1024,
    "notices": 10 * 1024,
    "plain_table": 6 * 1024,
}

SAID = re.compile(r"\b(?:say|knows)\(\s*(['`])((?:(?!\1).)+)\1")
SAID_EITHER = re.compile(r"\bsay\(([^'`(]*\?\s*'[^)]*?)[,)]")
SAID_SHORT = re.compile(r"\btext\(\s*(['`])((?:(?!\1).)+)\1")
LITERAL = re.compile(r"'((?:page|card|table|refusal|reason|sheet|group|bot)\.[\w.]+)'")
IN_TEMPLATE = re.compile(r"\bt\(\"([^\"]+)\"( ~ [\w.]+)?")
ANY = r"[\w.#+-]+"


@cache
def served(path: str) -> tuple[int, str]:
    """Ask the house for something."""
    status, body = asyncio.run(answer_once(Settings(db="sqlite:///:memory:"), path))
    return status, body.decode()


@cache
def texts(lang: str) -> frozenset[str]:
    """Return the names of the texts that scripts get; those with two forms by one name too."""
    status, body = served(f"/texts/{lang}.json")
    assert status == 200
    return with_forms(json.loads(body))


def with_forms(names: dict[str, str]) -> frozenset[str]:
    forms = {name.removesuffix(end) for name in names for end in (".one", ".other")}
    return frozenset(names) | forms


def name_of(script: Path) -> str:
    """Return the name of a script: `money/table` for one of a game, `table/status` of a part."""
    if script.parent.name == "page":
        return f"{script.parents[1].name}/{script.stem}"
    return str(script.relative_to(FOLDER / "static" / "js").with_suffix(""))


def keys_in(script: Path) -> set[str]:
    """Return the names of texts that a script says; what is put in later is `${…}`."""
    source = script.read_text("utf-8")
    keys = {key for _, key in SAID.findall(source)} | set(LITERAL.findall(source))
    for choice in SAID_EITHER.findall(source):
        keys |= set(re.findall(r"'([\w.]+)'", choice))
    game = script.parents[1].name
    if game == "cash_oder_crash":
        keys = {key for key in keys if "${key}" not in key}
        keys |= {f"page.{game}.{key}" for _, key in SAID_SHORT.findall(source)}
    return {re.sub(r"\$\{GAME\}", game, key) for key in keys}


def missing(keys: set[str], known: frozenset[str]) -> list[str]:
    """Return the keys for which there is no text."""
    lost = []
    for key in sorted(keys):
        if "${" in key:
            parts = [re.escape(part) for part in re.split(r"\$\{[^}]*\}", key)]
            pattern = re.compile(ANY.join(parts))
            if not any(pattern.fullmatch(name) for name in known):
                lost.append(key)
        elif key not in known:
            lost.append(key)
    return lost


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("script", SCRIPTS, ids=name_of)
def test_whatever_a_script_says_it_gets_from_the_house(script: Path, lang: str) -> None:
    assert not missing(keys_in(script), texts(lang))


def test_the_texts_of_scripts_are_found() -> None:
    found = {name_of(script): keys_in(script) for script in SCRIPTS}
    assert "page.table.waiting" in found["table/status"]
    assert "page.table.hush" in found["talk"]
    assert "page.cash_oder_crash.call" in found["cash_oder_crash/table"]
    assert "page.monopoly.do_${verb}" in found["monopoly/table"]
    assert sum(len(keys) for keys in found.values()) > 150
    assert missing({"page.nothing", "page.none.${x}"}, texts("fr")) == [
        "page.none.${x}",
        "page.nothing",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.stem)
def test_whatever_a_template_says_exists(template: Path, lang: str) -> None:
    known = with_forms(catalogue(lang))
    found = IN_TEMPLATE.findall(template.read_text("utf-8"))
    assert found
    keys = {key + ("${more}" if more else "") for key, more in found}
    assert not missing(keys, known)


def test_the_languages_have_the_same_texts() -> None:
    english = set(catalogue(REFERENCE))
    places = {
        lang: {key: set(re.findall(r"\{\w+\}", text)) for key, text in catalogue(lang).items()}
        for lang in LANGUAGES
    }
    page = [key for key in english if key.startswith("page.")]
    for lang in LANGUAGES:
        assert set(catalogue(lang)) == english
        differ = [key for key in page if places[lang][key] != places[REFERENCE][key]]
        assert not [key for key in differ if not key.endswith((".one", ".other"))]


def as_served(file: Path) -> bytes:
    """Return what a browser loads of a script or a style."""
    return served_script(file, 0) if file.suffix == ".js" else file.read_bytes()


def test_scripts_and_styles_are_small() -> None:
    assert len(SCRIPTS) > 10
    assert len(STYLES) > 5
    files = (*SCRIPTS, *STYLES)
    sizes: dict[str, int] = {}
    for file in files:
        own = file.stem.partition("_")[0] if PACKAGE / "games" in file.parents else file.stem
        page = next((name for name in MOST_APART if name in (file.parent.name, own)), "")
        sizes[page] = sizes.get(page, 0) + len(as_served(file))
    assert sizes.pop("") < MOST
    assert all(size < MOST_APART[page] for page, size in sizes.items())


IMPORTED = re.compile(r"^(?:import|export)\b[^;]*?\bfrom '([./][^']+)'", re.M)
LONGEST = 320
"""Lines of the longest script."""


def imports_of(script: Path) -> list[Path]:
    """Return the scripts that a script imports at once."""
    static = FOLDER / "static"
    found = IMPORTED.findall(script.read_text("utf-8"))
    return [
        (
            static / path.removeprefix("/static/") if path[0] == "/" else script.parent / path
        ).resolve()
        for path in found
    ]


def test_scripts_import_each_other_without_a_cycle() -> None:
    graph = {script.resolve(): imports_of(script) for script in SCRIPTS}
    assert sum(len(imported) for imported in graph.values()) > 200
    assert not {one for imported in graph.values() for one in imported} - set(graph)
    list(TopologicalSorter(graph).static_order())  # raises CycleError


def test_scripts_are_short() -> None:
    lines = {name_of(script): script.read_text("utf-8").count("\n") for script in SCRIPTS}
    assert not {name: count for name, count in lines.items() if count > LONGEST}


PATHS = ["/", "/nowhere", "/me/abcdefgh", "/pad", "/privacy", "/admin"]
PATHS += [f"/{kind}/{game}" for kind in ("new", "rules", "learn") for game in GAMES]


@pytest.mark.parametrize("path", PATHS)
def test_no_page_has_a_script_or_a_style_within(path: str) -> None:
    check_markup(served(f"{path}?lang=fr")[1])


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.stem)
def test_no_template_has_a_script_or_a_style_within(template: Path) -> None:
    check_markup(template.read_text("utf-8"))


def check_markup(html: str) -> None:
    """Look for what the content policy forbids."""
    assert html
    scripts = re.findall(r"<script\b[^>]*>(.*?)</script>", html, re.S)
    assert not any(scripts)
    assert not re.search(r"<style\b", html)
    assert not re.search(r"<[^>]+\s(?:style|on[a-z]+)\s*=", html)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", html)


def test_no_script_writes_markup() -> None:
    for script in SCRIPTS:
        source = script.read_text("utf-8")
        assert "innerHTML" not in source, script.name
        assert "insertAdjacentHTML" not in source, script.name
        assert not re.search(r"\beval\(|new Function\(", source), script.name
