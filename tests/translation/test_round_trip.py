"""Catalogues as gettext files: gettext reads them, nothing is lost, what is wrong is refused."""

from __future__ import annotations

import gettext
import subprocess
import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.programs import GETTEXT, need
from tirelire.cli.app import app
from tirelire.core import languages
from tirelire.core.errors import OptionError
from tirelire.core.languages import HOUSE, LANGUAGES, REFERENCE, conventions
from tirelire.translation.exporting import as_po, export_texts
from tirelire.translation.importing import import_texts, read_po
from tirelire.translation.template import fill
from tirelire.translation.units import Catalogue, catalogues, units

PAGE, RULES = Catalogue(HOUSE, "page"), Catalogue("tirelire.games.money.text", "rules")
OTHERS = [lang for lang in LANGUAGES if lang != REFERENCE]


@pytest.mark.parametrize("lang", OTHERS)
def test_what_is_exported_and_brought_back_is_the_same(lang: str, tmp_path: Path) -> None:
    export_texts(lang, tmp_path / "po")
    done = import_texts(lang, tmp_path / "po", tmp_path / "toml")
    assert done.left == 0
    assert done.translated > 2000
    for catalogue in catalogues():
        name = f"{catalogue.name}.{lang}.toml"
        inner = catalogue.package.removeprefix("tirelire.").split(".")
        new = (tmp_path / "toml").joinpath(*inner, name).read_text("utf-8")
        old = files(catalogue.package).joinpath(name).read_text("utf-8")
        assert tomllib.loads(new) == tomllib.loads(old), catalogue
        assert sorted(new.splitlines()) == sorted(old.splitlines()), catalogue


def test_the_english_of_a_catalogue_is_its_own_template() -> None:
    for catalogue in catalogues():
        own = {key: unit.forms for key, unit in units(catalogue, REFERENCE).items()}
        path = files(catalogue.package).joinpath(f"{catalogue.name}.{REFERENCE}.toml")
        assert fill(catalogue, own, conventions(REFERENCE)) == path.read_text("utf-8")


@pytest.mark.parametrize("lang", OTHERS)
def test_gettext_reads_what_is_exported(lang: str, tmp_path: Path) -> None:
    """`msgfmt` checks the syntax, the forms and the values in braces, and Python reads the rest."""
    program = need(GETTEXT)
    for path in export_texts(lang, tmp_path):
        compiled = path.with_suffix(".mo")
        line = [str(program), "--check", f"--output-file={compiled}", str(path)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    with (tmp_path / f"page.{lang}.mo").open("rb") as file:
        texts = gettext.GNUTranslations(file)
    own = units(PAGE, lang)
    for key, unit in units(PAGE, REFERENCE).items():
        if unit.is_plural:
            for n in (0, 1, 2, 5, 21):
                told = texts.npgettext(key, unit.forms["one"], unit.forms["other"], n)
                assert told == own[key].forms[conventions(lang).form(n)]
        else:
            assert texts.pgettext(key, unit.forms["other"]) == own[key].forms["other"]


def test_an_entry_tells_the_translator_what_they_need() -> None:
    text = as_po(PAGE, "de")
    assert "#. fr: {who} réfléchit…\n#. fr: {who} réfléchissent…\n#, python-brace-format\n" in text
    assert 'msgctxt "page.table.waiting"\nmsgid "{who} is thinking…"\n' in text
    assert 'msgid_plural "{who} are thinking…"\nmsgstr[0] ' in text
    assert "#. [mouse|finger]: " in as_po(Catalogue(HOUSE, "pad"), "de")
    assert 'msgid "M1"' not in as_po(RULES, "de")


def changed(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


WRONG: dict[str, tuple[Callable[[str], str], str]] = {
    "a value is missing": (
        changed('msgstr "Nouvelle {n}"', 'msgstr "Nouvelle"'),
        "has the values –; needed are {n}",
    ),
    "a value is unknown": (
        changed('msgstr "Nouvelle {n}"', 'msgstr "Nouvelle {n} {m}"'),
        "has the values {m} {n}; needed are {n}",
    ),
    "a brace is open": (changed('msgstr "Nouvelle {n}"', 'msgstr "Nouvelle {n"'), "braces"),
    "a form is missing": (
        changed('msgstr[1] "{who} réfléchissent…"', 'msgstr[1] ""'),
        "needs all its forms: one, other",
    ),
    "a form too many": (
        changed('msgstr[1] "{who} ré', 'msgstr[2] "{who}"\nmsgstr[1] "{who} ré'),
        "needs all its forms: one, other",
    ),
    "a text is unknown": (
        changed('msgctxt "page.skip"', 'msgctxt "page.skipped"'),
        "there is no text “page.skipped”",
    ),
    "a text comes twice": (
        changed('msgctxt "page.tools"', 'msgctxt "page.skip"'),
        "the text “page.skip” appears twice",
    ),
    "the English is old": (
        changed('msgid "Skip to content"', 'msgid "Skip"'),
        "the English of “page.skip” has changed; export",
    ),
    "another language": (changed("Language: fr", "Language: it"), "is written in it, not in fr"),
    "no gettext": (changed('msgid "Skip to content"', "skip = 1"), "not written as a gettext file"),
}


@pytest.mark.parametrize("why", WRONG)
def test_a_file_that_is_wrong_is_refused_and_changes_nothing(why: str, tmp_path: Path) -> None:
    change, message = WRONG[why]
    text = as_po(PAGE, "fr").replace('msgstr "Manche {n}"', 'msgstr "Nouvelle {n}"')
    folder = tmp_path / "po"
    folder.mkdir()
    (folder / "home.fr.po").write_text(as_po(Catalogue(HOUSE, "home"), "fr"), "utf-8")
    (folder / "page.fr.po").write_text(change(text), "utf-8")
    words = ["texts", "import", "fr", str(folder), "--out", str(tmp_path / "out"), "--lang", "en"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert message in " ".join(done.output.split())
    assert "page.fr.po" in done.output
    assert not (tmp_path / "out").exists()


def test_folders_and_files_that_are_no_translation_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"no files that end in \.fr\.po"):
        import_texts("fr", tmp_path)
    (tmp_path / "nothing.fr.po").touch()
    with pytest.raises(OptionError, match="belongs to no catalogue"):
        import_texts("fr", tmp_path)


def test_what_is_not_translated_or_fuzzy_stays_english(tmp_path: Path) -> None:
    text = as_po(PAGE, "fr")
    skip = 'msgid "Skip to content"\n'
    at = text.index(skip) + len(skip)
    text = text[:at] + 'msgstr ""\n' + text[text.index("\n", at) + 1 :]
    text = text.replace('msgctxt "page.tools"', '#, fuzzy\nmsgctxt "page.tools"')
    (tmp_path / "page.fr.po").write_text(text, "utf-8")
    done = import_texts("fr", tmp_path, tmp_path / "out")
    assert done.left == 2
    told = tomllib.loads((tmp_path / "out/texts/page.fr.toml").read_text("utf-8"))
    assert not {"skip", "tools"} & set(told["page"])


def test_a_rule_that_is_not_translated_keeps_its_number() -> None:
    own = {key: unit.forms for key, unit in units(RULES, "fr").items() if ".0.rule.1" not in key}
    told = tomllib.loads(fill(RULES, own, conventions("fr")))
    assert told["section"][0]["rule"][1] == {"id": "M2"}
    assert told["section"][0]["rule"][2]["id"] == "M3"


def test_a_language_with_more_forms_has_all_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/language.pl.toml").write_text(
        'name = "Polski"\nforms = ["one", "few", "many"]\ndecimal = ","\nthousands = " "\n'
        'plural = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && '
        '(n%100<10 || n%100>=20) ? 1 : 2);"\n'
    )
    monkeypatch.setenv(languages.FOLDER, str(tmp_path))
    how = conventions("pl")
    assert [how.form(n) for n in (1, 2, 5, 22)] == ["one", "few", "many", "few"]
    path = tmp_path / "page.pl.po"
    path.write_text(as_po(PAGE, "pl"), "utf-8")
    text = path.read_text("utf-8")
    assert text.count("msgstr[2]") == text.count("msgid_plural") > 0
    empty = 'msgid_plural "{who} are thinking…"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""'
    assert empty in text
    full = empty
    for i in range(3):
        full = full.replace(f'[{i}] ""', f'[{i}] "{{who}}{i + 1}"')
    path.write_text(text.replace(empty, full), "utf-8")
    own = read_po(path, PAGE, "pl")
    told = tomllib.loads(fill(PAGE, own, how))
    assert told["page"]["table"]["waiting"] == {"one": "{who}1", "few": "{who}2", "many": "{who}3"}


def test_the_command_exports_and_imports(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["texts", "export", "de", str(tmp_path), "--lang", "en"])
    assert done.exit_code == 0, done.output
    assert "files written" in done.output
    done = CliRunner().invoke(app, ["texts", "export", "tlh", str(tmp_path), "--lang", "en"])
    assert done.exit_code == 2
    assert "Unknown language tlh" in done.output
