"""Builds the documentation: `python docs/site FOLDER`. Warnings and broken links are errors.

The pages are copied to a folder of their own first, together with those that are made from the
code. The pages in another language (`docs/fr`) are a site of their own in a folder of the same
name, whose search knows that language. `--short` leaves out the reports of the lab, whose pictures
take most of the time.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from inline import Extractor
from links import broken_links
from pages import REPORTS, reports_table, write_reports, write_rules
from sphinx.cmd.build import build_main

from tirelire.core.languages import LANGUAGES, REFERENCE
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


OTHERS = tuple(lang for lang in LANGUAGES if lang != REFERENCE and (DOCS / lang).is_dir())
"""Languages other than English that have pages."""
_STATIC = re.compile(r"(\s(?:src|href)=\")((?:\.\./)*)(_(?:static|images)/[^\"?]+)")

_MAPPED = re.compile(r"\s*(?:/\*|//)# sourceMappingURL=\S+(?: ?\*/)?")


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
        text = re.sub(rf"\[([^]]*)\]\(((?:{'|'.join(OTHERS)})/.*?)\.md\)", _to_page, text)
        path.write_text(text.replace(REPORTS, reports_table()), "utf-8")
    write_rules(folder / "rules", REFERENCE)
    for lang in OTHERS:
        own = folder / lang
        shutil.copy(folder / "conf.py", own)
        shutil.copytree(folder / "static", own / "static")
        shutil.copy(folder / "house.svg", own)
        for path in own.glob("*.md"):
            text = path.read_text("utf-8")
            text = re.sub(r"\[([^]]*)\]\((\.\./[\w-]+)\.md(#[\w-]+)?\)", _to_page, text)
            path.write_text(text, "utf-8")
        write_rules(own / "rules", lang)


def _to_page(link: re.Match[str]) -> str:
    """Write a link to a page of the site in another language, which Sphinx does not know here."""
    label, page, *anchor = link.groups()
    return f'<a href="{page}.html{"".join(filter(None, anchor))}">{label}</a>'


def share_static(site: Path) -> None:
    """Keep one copy of each file that the sites in all languages have alike, and no source maps."""
    for path in sorted(site.rglob("*.map")):
        path.unlink()
        made = path.with_suffix("")
        text = made.read_text("utf-8")
        made.write_text(_MAPPED.sub("", text), "utf-8")
    for lang in OTHERS:
        alike = set()
        for path in [x for part in ("_static", "_images") for x in (site / lang / part).rglob("*")]:
            name = path.relative_to(site / lang)
            both = path.is_file() and (site / name).is_file()
            if both and path.read_bytes() == (site / name).read_bytes():
                alike.add(str(name))
                path.unlink()
        for path in (site / lang).rglob("*.html"):
            html = path.read_text("utf-8")
            path.write_text(_STATIC.sub(partial(_shared, alike), html), "utf-8")


def _shared(alike: set[str], found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}{'../' if found[3] in alike else ''}{found[3]}"


def finish(site: Path, *, is_short: bool) -> None:
    """Add the reports, share what the languages share, and take inline code out of all pages."""
    if not is_short:
        write_reports(DOCS / "lab", site / "lab")
    share_static(site)
    extractor = Extractor(site)
    for path in site.rglob("*.html"):
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
        flags = ["-q", "-E", "-W", "--keep-going", "-b", "html"]
        status = 0
        for lang, own in {REFERENCE: "", **{lang: lang for lang in OTHERS}}.items():
            trees = f"{temporary}/trees-{lang}"
            words = [*flags, "-D", f"language={lang}", "-d", trees, str(source / own)]
            status = status or build_main([*words, str(site / own)])
    if status == 0:
        finish(site, is_short=given.short)
        for name in (".buildinfo", "objects.inv"):
            for folder in ("", *OTHERS):
                (site / folder / name).unlink(missing_ok=True)
        broken = list(broken_links(site, absent="lab/" if given.short else ""))
        status = int(bool(broken))
        print(*(f"Broken link in {text}" for text in broken), sep="\n", file=sys.stderr, end="")
        print(f"{site / 'index.html'}")
    return status


if __name__ == "__main__":
    sys.exit(main())
