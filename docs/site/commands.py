"""The page about all commands, made from their own help: `python docs/site/commands.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from tirelire.cli.app import app

HEAD = (
    "# Commands",
    "",
    "This page is made from the help of the commands: "
    "`python docs/site/commands.py > docs/commands.md`.",
    "",
    "`tirelire --help` lists the commands, `tirelire sim --help` explains one. In a clone the "
    "command is `.venv/bin/tirelire`; after `. .venv/bin/activate` it is just `tirelire`; "
    "`make .venv/dev` installs what all of them need. Commands that print results also print JSON "
    "with `--json`. The language is that of your locale; `--lang` chooses it.",
    "",
)
PARTS = {
    "Play": ("play", "games", "rules", "options", "score"),
    "Look closely": ("replay", "hint", "perft", "sim"),
    "Research": ("lab", "arena", "ladder", "crosstable", "bench"),
    "Host": ("serve", "house", "backup", "export", "import", "verify", "upgrade", "load"),
    "Translate": ("texts",),
}
"""All commands, in the order of the page."""
EXAMPLES = {
    "play": (
        "tirelire play cash_oder_crash --players 3",
        "tirelire play money --bots strong,regular,greedy  # choose who the others are",
        "tirelire play cash_oder_crash -p 3 -o rounds=1 -o board=line",
        "tirelire play --resume  # go on with the match left last",
    ),
    "games": (
        "tirelire games",
        "tirelire games --check goofspiel  # does the game of a package keep the contract?",
    ),
    "rules": ("tirelire rules money", "tirelire rules money M8  # one rule"),
    "options": ("tirelire options cash_oder_crash",),
    "score": (
        "tirelire score money EUR20x3 EUR60 EUR50 EUR40  # each line with its rule",
        'tirelire score cash_oder_crash "A +4 B -6 C 0"  # the settlement of a whole table',
        'tirelire score monopoly STA1 STA2 CHANCE --role STA3 --reward "STA3 TOKEN"',
    ),
    "replay": (
        "tirelire replay match.txt",
        "tirelire replay match.txt --seat B --at 4  # as B saw it, after four steps",
    ),
    "hint": ("tirelire hint position.txt --seat B",),
    "perft": ('tirelire perft "cash_oder_crash 3; hand B +6 *" --depth 4',),
    "sim": ("tirelire sim cash_oder_crash -p 3 -g 10000 --plot spread.png",),
    "lab": (
        "tirelire lab money --vary bluff_only_bid=allowed,forbidden",
        "tirelire lab money --results docs/lab/money.json --out reports  # without playing",
    ),
    "arena": (
        "tirelire arena cash_oder_crash strong@400 regular regular --until-sure "
        "--save contest.jsonl --plot course.png",
    ),
    "ladder": ("tirelire ladder --write docs/bots.md",),
    "crosstable": (
        "tirelire crosstable --ismcts 100 --hours 3 --plot crosstable.png --write docs/bots.md",
        "tirelire crosstable money --players 3 --playouts 0 --most 50  # without the search",
    ),
    "bench": ("tirelire bench --seconds 0.2  # or: make bench",),
    "serve": (
        "tirelire serve",
        "tirelire serve --open --lan  # with your browser, for all in your network",
        "tirelire serve --get /healthz  # one request, without listening",
    ),
    "house": (
        "tirelire house list --status running",
        "tirelire house prune",
    ),
    "backup": (
        "tirelire backup house-copy.sqlite  # while the house is open",
        "tirelire backup /srv/copies --keep 14 --every 24  # tested copies on a schedule",
    ),
    "texts": (
        "tirelire texts export de po/  # for Weblate or Poedit",
        "tirelire texts import de po/",
    ),
    "export": ("tirelire export matches.txt",),
    "import": ("tirelire import matches.txt",),
    "verify": ("tirelire verify matches.txt",),
    "upgrade": ("tirelire upgrade --check",),
    "load": ("tirelire load http://127.0.0.1:8000 money  # measure a house of your own",),
}
"""Ways to call each command; a test reads them as the command line does."""


def reference() -> str:
    """Return the whole page, as Markdown."""
    lines = [*HEAD]
    for title, names in PARTS.items():
        lines += [f"## {title}", ""]
        for name in names:
            lines += [*_command(f"tirelire {name}", find(name)), *_examples(name)]
            for inner, command in sorted(getattr(find(name), "commands", {}).items()):
                lines += _command(f"tirelire {name} {inner}", command, "####")
    return "\n".join(lines)


def find(name: str) -> Any:
    """Return a command by its name."""
    group: Any = typer.main.get_command(app)
    return group.get_command(None, name)


def _command(title: str, command: Any, mark: str = "###") -> Iterator[str]:
    """Describe a command: what it does, its arguments and its options."""
    yield from (f"{mark} {title}", "", *" ".join(str(command.help).split("\n\n")).splitlines(), "")
    rows = [_row(one) for one in command.params if one.name != "help"]
    if rows:
        yield from ("| | meaning | usual |", "|---|---|---|", *rows, "")


def _row(parameter: Any) -> str:
    """Describe an argument or an option as a row of a table."""
    if parameter.param_type_name == "argument":
        name = parameter.metavar or parameter.name.upper()
        names = f"`{name}`"
    else:
        given = [*parameter.opts, *parameter.secondary_opts]
        names = ", ".join(f"`{name}`" for name in given)
        if parameter.metavar:
            names += f" `{parameter.metavar}`"
    meaning = str(parameter.help or "").replace("|", "\\|")
    return f"| {names} | {meaning} | {_usual(parameter.default)} |"


def _usual(default: Any) -> str:
    is_said = isinstance(default, str | int | float) and not isinstance(default, bool)
    return f"`{default}`" if is_said and default != "" else ""


def _examples(name: str) -> Iterator[str]:
    yield from ("```sh", *EXAMPLES[name], "```", "")


if __name__ == "__main__":
    print(reference(), end="")
