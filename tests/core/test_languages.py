"""Every language says the same things, in its own way; what it lacks is said in English."""

from __future__ import annotations

import json
import re
import string
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.programs import NODE, need
from tirelire.core.languages import (
    HOUSE,
    LANGUAGES,
    REFERENCE,
    conventions,
    read,
)
from tirelire.core.texts import house_files, language, load, number, percent
from tirelire.games import GAMES

EXTRA = re.compile(r"'tirelire\[[a-z{}]+\]'")
"""An extra as it is typed: a shell would read its brackets."""
CHOICE = re.compile(r"\[[^|\]]*\|[^\]]*\]")
"""Words for a mouse or for a finger: `[Click|Tap]`."""


def texts_in(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of a catalogue as it is written, each by its full name."""
    if isinstance(value, str):
        yield name, value
    elif value is not None:
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from texts_in(inner, f"{name}.{key}")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def catalogues() -> Iterator[tuple[str, str]]:
    """Yield every catalogue of the house and its games: package and name."""
    yield from ((HOUSE, name) for name in house_files())
    for game in GAMES:
        yield from ((f"tirelire.games.{game}.text", name) for name in ("rules", "texts"))
        yield f"tirelire.games.{game}", "lesson"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("package", "name"), [*catalogues()])
def test_every_language_says_the_same_things(package: str, name: str, lang: str) -> None:
    """A language that the house has is complete; falling back is for games from outside."""
    own, english = (dict(texts_in(read(package, name, one))) for one in (lang, REFERENCE))
    assert own.keys() == english.keys()
    for key, text in own.items():
        assert text.strip(), key
        assert places(text) == places(english[key]), key
        assert len(CHOICE.findall(text)) == len(CHOICE.findall(english[key])), key
        assert not re.search(r"[\"']", EXTRA.sub("", text)), key
        if name == "rules" and key.endswith((".id", ".rule")):
            assert text == english[key]


def in_node(script: str) -> Any:
    """Return what a script says that runs as in a browser."""
    line = [str(need(NODE)), "-e", f"console.log(JSON.stringify({script}))"]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plurals_and_numbers_are_those_of_browsers(lang: str) -> None:
    """Scripts ask `Intl`, the house asks the file of the language."""
    forms = in_node(f"[...Array(220).keys()].map((n) => new Intl.PluralRules('{lang}').select(n))")
    assert [conventions(lang).form(n) for n in range(220)] == forms
    assert number(1234567.5, lang, 1) == in_node(
        f"new Intl.NumberFormat('{lang}').format(1234567.5)"
    )
    style = "{ style: 'percent', minimumFractionDigits: 1 }"
    written = in_node(f"new Intl.NumberFormat('{lang}', {style}).format(0.125)")
    assert percent(0.125, lang).replace("\u202f", "\u00a0") == written.replace("\u202f", "\u00a0")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_locale_of_the_reader_chooses(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for code in (lang, f"{lang}_XX.UTF-8", f"{lang}@euro", lang.upper()):
        monkeypatch.setenv("LC_ALL", code)
        assert language() == lang
    monkeypatch.setenv("LC_ALL", "tlh_XX.UTF-8")
    assert language() == REFERENCE


def test_what_a_language_lacks_is_said_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "halfway"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "texts.en.toml").write_text(
        'a.one = "{n} card"\na.other = "{n} cards"\nb = "hand"\n'
    )
    (package / "texts.fr.toml").write_text('b = "main ?"\n')
    (package / "rules.en.toml").write_text(
        '[[rule]]\nid = "X1"\ntext = "one"\n[[rule]]\nid = "X2"\ntext = "two"\n'
    )
    (package / "rules.fr.toml").write_text(
        '[[rule]]\nid = "X1"\n[[rule]]\nid = "X2"\ntext = "deux"\n'
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert load("halfway", "texts", "fr") == {
        "a": {"one": "{n} card", "other": "{n} cards"},
        "b": "main\u202f?",
    }
    told = load("halfway", "rules", "fr")["rule"]
    assert [(rule["id"], rule["text"]) for rule in told] == [("X1", "one"), ("X2", "deux")]
    assert load("halfway", "rules", "xx") == load("halfway", "rules", "en")


def test_no_code_names_a_language() -> None:
    """But for the two that every game must speak, and measures and adapters in English."""
    root = Path(__file__).resolve().parents[2] / "src" / "tirelire"
    named = re.compile(rf"[\"'](?:{'|'.join(LANGUAGES)})[\"']|:lang\(")
    found = {
        str(path.relative_to(root))
        for kind in ("*.py", "*.js", "*.html", "*.css")
        for path in root.rglob(kind)
        if named.search(re.sub(r">>>.*|^\s+'.*'$", "", path.read_text("utf-8"), flags=re.M))
    }
    assert found == ALLOWED


ALLOWED = {
    "core/languages.py",  # DEFAULT and REFERENCE
    "core/errors.py",  # messages of exceptions, in logs
    "contract/defaults/art.py",  # keys, which all languages share
    "contract/defaults/names.py",
    "contract/defaults/stories.py",
    "adapters/openspiel.py",  # the environments speak English
    "adapters/rendering.py",
    "bench/http_client.py",
    "bench/load.py",
    "games/cache_ton_cash/page/table.css",  # two long names of cards
}
"""Files that name a language, and why."""
