"""The documentation builds without a warning, its links lead somewhere, and nothing is foreign."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from tests.page.browser import PATIENCE, chromium
from tests.programs import CHROMIUM, need
from tirelire.core.languages import LANGUAGES, REFERENCE
from tirelire.games import GAMES
from tirelire.lab.page import file_name
from tirelire.lab.results import StudyResults

ROOT = Path(__file__).resolve().parents[1]
BUILDER = ROOT / "docs" / "site"
BROKEN_LINKS = runpy.run_path(str(BUILDER / "links.py"))["broken_links"]
STARTS = (
    "play",
    "fr/index",
    "fr/jouer",
    "de/index",
    "research",
    "hosting",
    "contributing",
    "commands",
    "api",
    "lab",
)
LOADED = re.compile(r"<(?:script|img|iframe|source|video)\b[^>]*?\ssrc=\"([^\"]+)\"")
STYLED = re.compile(r"<link\b[^>]*?\shref=\"([^\"]+)\"")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for module in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(module)
    folder = tmp_path_factory.mktemp("docs") / "site"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(BUILDER), str(folder), "--short"]
    built = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[-4000:]
    assert "WARNING" not in built.stderr
    return folder


def pages(site: Path) -> dict[Path, str]:
    return {path: path.read_text("utf-8") for path in site.rglob("*.html")}


def test_there_is_a_page_for_everybody(site: Path) -> None:
    for name in STARTS:
        assert (site / f"{name}.html").is_file(), name
    for game in GAMES:
        for lang in LANGUAGES:
            folder = site / ("" if lang == REFERENCE else lang)
            assert f'lang="{lang}"' in (folder / "rules" / f"{game}.html").read_text("utf-8")
    assert '<html class="no-js" lang="fr"' in (site / "fr" / "jouer.html").read_text("utf-8")
    api = (site / "api.html").read_text("utf-8")
    for name in ("Match", "Match.play", "Batch", "Record", "score", "IllegalMove"):
        assert f'id="tirelire.{name}"' in api, name


def test_links_lead_somewhere(site: Path, tmp_path: Path) -> None:
    # A short site has no reports: here they have their names only.
    whole = shutil.copytree(site, tmp_path / "whole")
    (whole / "lab").mkdir()
    for stored in (ROOT / "docs" / "lab").glob("*.json"):
        results = StudyResults.read(stored)
        for ending in ("csv", *(f"{lang}.html" for lang in LANGUAGES)):
            (whole / "lab" / file_name(results, ending)).touch()
    assert list(BROKEN_LINKS(whole)) == []


def test_a_link_to_nothing_is_found(tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text('<p id="here"></p>')
    (tmp_path / "page.html").write_text(
        '<a href="other.html#here"></a><a class="x" href="other.html#there"></a>'
        '<a href="gone.html"></a><a href="lab/a.csv"></a><a href="https://example.org/x"></a>'
    )
    bad = ["page.html: other.html#there", "page.html: gone.html", "page.html: lab/a.csv"]
    assert list(BROKEN_LINKS(tmp_path)) == bad
    assert list(BROKEN_LINKS(tmp_path, absent="lab/")) == bad[:2]


def test_nothing_comes_from_another_host(site: Path) -> None:
    for path, html in pages(site).items():
        for target in (*LOADED.findall(html), *STYLED.findall(html)):
            parts = urlsplit(target)
            assert not parts.scheme or parts.scheme == "data", f"{path.name}: {target}"
            assert not parts.netloc, f"{path.name}: {target}"
    for path in site.rglob("*.css"):
        text = path.read_text("utf-8")
        assert not re.search(r"@import|url\([\"']?(?:https?:)?//", text), path.name


def test_no_page_has_inline_code(site: Path) -> None:
    for path, html in pages(site).items():
        assert not re.search(r"<script(?![^>]*\ssrc=)[^>]*>", html), path.name
        assert "<style" not in html, path.name
        assert not re.search(r"<[a-z][^<>]*\s(?:style|on[a-z]+)=\"", html), path.name


def test_a_report_of_the_lab_keeps_its_look_without_inline_code(tmp_path: Path) -> None:
    extractor = runpy.run_path(str(BUILDER / "inline.py"))["Extractor"]
    page = tmp_path / "lab" / "page.html"
    page.parent.mkdir()
    page.write_text(
        '<html><head><style>p{color:red}</style></head><body><script>f("</p>")</script>'
        '<path d="M 0 0" style="fill: none; stroke-width: 0.8"/>'
        '<text class="a" style="font: 9px sans-serif; text-anchor: middle">7</text></body></html>'
    )
    extractor(tmp_path).clean(page)
    html = page.read_text("utf-8")
    assert "style=" not in html
    assert '<path d="M 0 0" fill="none" stroke-width="0.8"/>' in html
    (name,) = re.findall(r'<text class="(s-\w+) a">', html)
    sheets = [page.parent / one for one in STYLED.findall(html)]
    rules = [sheet.read_text("utf-8") for sheet in sheets]
    assert rules == ["p{color:red}", f".{name}{{font:9px sans-serif;text-anchor:middle}}"]
    (script,) = LOADED.findall(html)
    assert (page.parent / script).read_text("utf-8") == 'f("</p>")'


def test_the_search_knows_the_words(site: Path) -> None:
    index = (site / "searchindex.js").read_text("utf-8")
    for word in ("postgresql", "gymnasium", "quarantin"):
        assert word in index, word


@pytest.mark.parametrize(
    ("search", "word", "page"),
    [
        ("search.html", "quarantines", "Hosting"),
        ("fr/search.html", "enregistrées", "Jouer"),
        ("fr/search.html", "mises", "Money"),
        ("de/search.html", "Geboten", "Money"),
    ],
)
def test_the_search_knows_the_forms_of_a_word_in_the_language_of_the_page(
    site: Path, search: str, word: str, page: str
) -> None:
    need(CHROMIUM)
    with chromium() as browser:
        opened = browser.new_page()
        opened.goto(f"{(site / search).as_uri()}?{urlencode({'q': word})}")
        found = opened.locator("#search-results li a")
        expect(found.first).to_be_visible(timeout=PATIENCE)
        opened.wait_for_function("!document.querySelector('#search-progress')?.textContent?.trim()")
        assert any(page in title for title in found.all_inner_texts()), found.all_inner_texts()


def test_files_that_all_languages_have_alike_are_there_once(site: Path) -> None:
    own = {path.name for path in (site / "fr" / "_static").rglob("*") if path.is_file()}
    assert own == {
        *("documentation_options.js", "language_data.js", "french-stemmer.js", "translations.js")
    }
