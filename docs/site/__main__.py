"""Builds the documentation: `python docs/site FOLDER`. Warnings and broken links are errors.

The pages are copied to a folder of their own first, together with those that are made from the
code. `--short` leaves out the reports of the lab, whose pictures take most of the time.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

from inline import Extractor
from links import broken_links
from pages import REPORTS, reports_table, write_reports, write_rules
from sphinx.cmd.build import build_main

from tirelire.core.texts import LANGUAGES
from tirelire.page.pictures import draw

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
OF_ROOT = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
}
"""Pages that lie in the root of the repository, where people look for them, and their names here.

Some file systems do not tell `SECURITY.html` from `security.html`.
"""


def gather(folder: Path) -> None:
    """Put all pages into a folder."""
    shutil.copytree(DOCS, folder, ignore=shutil.ignore_patterns("site", "__pycache__"))
    shutil.copy(DOCS / "site" / "conf.py", folder)
    (folder / "static").mkdir()
    shutil.copy(DOCS / "site" / "house.css", folder / "static")
    (folder / "house.svg").write_text(draw("house", "icon"), "utf-8")
    for name, here in OF_ROOT.items():
        shutil.copy(ROOT / name, folder / here)
    for path in folder.glob("*.md"):
        text = path.read_text("utf-8").replace("](docs/", "](").replace("](../", "](")
        for name, here in OF_ROOT.items():
            text = text.replace(f"]({name}", f"]({here}")
        text = re.sub(r"\[([^]]*)\]\(((?:examples|tests|src)/[^)]*|LICENSE)\)", r"`\2`", text)
        path.write_text(text.replace(REPORTS, reports_table()), "utf-8")
    write_rules(folder / "rules")


def finish(site: Path, *, is_short: bool) -> None:
    """Add the reports, mark the language of pages, and take inline code out of all of them."""
    if not is_short:
        write_reports(DOCS / "lab", site / "lab")
    languages = {"jouer.html": "fr"}
    extractor = Extractor(site)
    for path in site.rglob("*.html"):
        ending = path.suffixes[-2:-1]
        lang = languages.get(path.name, ending[0][1:] if ending else "")
        if lang in LANGUAGES:
            html = path.read_text("utf-8")
            path.write_text(html.replace('lang="en"', f'lang="{lang}"', 1), "utf-8")
        extractor.clean(path)


def main() -> int:
    """Build the site; return the exit status."""
    parser = argparse.ArgumentParser(prog="docs/site", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--short", action="store_true")
    given = parser.parse_args()
    site: Path = given.folder.resolve()
    shutil.rmtree(site, ignore_errors=True)
    with tempfile.TemporaryDirectory() as temporary:
        source = Path(temporary) / "source"
        gather(source)
        flags = ["-q", "-E", "-W", "--keep-going", "-b", "html", "-d", f"{temporary}/trees"]
        status = build_main([*flags, str(source), str(site)])
    if status == 0:
        finish(site, is_short=given.short)
        for name in (".buildinfo", "objects.inv"):
            (site / name).unlink(missing_ok=True)
        broken = list(broken_links(site, absent="lab/" if given.short else ""))
        status = int(bool(broken))
        print(*(f"Broken link in {text}" for text in broken), sep="\n", file=sys.stderr, end="")
        print(f"{site / 'index.html'}")
    return status


if __name__ == "__main__":
    sys.exit(main())
