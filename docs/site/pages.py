"""Pages that are made from the code when the site is built: rules, and reports of the lab."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from tirelire.core.languages import LANGUAGES, conventions
from tirelire.games import GAMES, game
from tirelire.lab.files import write_report
from tirelire.lab.results import StudyResults

REPORTS = "<!-- reports -->"
"""Where the page about the lab lists the reports."""
_NUMBER = re.compile(r"\b[A-Z]\d{1,2}\b")


def write_rules(folder: Path, lang: str) -> None:
    """Write the rules of every game in a language."""
    folder.mkdir()
    for name in GAMES:
        (folder / f"{name}.md").write_text(_rules(name, lang), "utf-8")


def _rules(name: str, lang: str) -> str:
    """Return the rules of a game, as Markdown."""
    told = game(name).rules(lang)
    known = {rule["id"] for section in told["section"] for rule in section["rule"]}
    lines = [f"# {told['title']}", f"*{told['tagline']}*", told["players"]]
    for section in told["section"]:
        lines.append(f"## {section['title']}")
        for rule in section["rule"]:
            lines += [f"({lang}-{rule['id'].lower()})=", f"### {rule['id']} {rule['title']}"]
            lines.append(_linked(rule["text"], known - {rule["id"]}, lang))
            if "ruling" in rule:
                lines.append(f"> {_linked(rule['ruling'], known, lang)}".replace("\n\n", "\n>\n> "))
    return "\n\n".join(lines) + "\n"


def _linked(text: str, known: set[str], lang: str) -> str:
    """Make links of the numbers of other rules; keep signs that Markdown would read."""
    escaped = re.sub(r"([*_`<\[\]])", r"\\\1", text)
    return _NUMBER.sub(
        lambda found: (
            f"[{found[0]}](#{lang}-{found[0].lower()})" if found[0] in known else found[0]
        ),
        escaped,
    )


def write_reports(stored: Path, folder: Path) -> None:
    """Write a report of every game in every language from the stored results of the lab."""
    logging.getLogger("matplotlib").setLevel(logging.WARNING)  # Sphinx shows what others log
    for path in sorted(stored.glob("*.json")):
        write_report(StudyResults.read(path), folder, ("html", "csv"))


def reports_table() -> str:
    """Return a table of links to the reports; they are no pages of Sphinx."""
    rows = ["| | | |", "|---|---|---|"]
    for name in GAMES:
        links = [
            f'<a href="lab/{name}.{lang}.html" hreflang="{lang}">{conventions(lang).name}</a>'
            for lang in LANGUAGES
        ]
        csv = f'<a href="lab/{name}.csv">{name}.csv</a>'
        rows.append(f"| {game(name).rules('en')['title']} | {', '.join(links)} | {csv} |")
    return "\n".join(rows)
