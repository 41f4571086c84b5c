"""The command `replay`: a record played again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tirelire.cli.arguments import JsonOption, LangOption
from tirelire.cli.common import print_json, refusals
from tirelire.cli.console import Console
from tirelire.core.codes import seat_letter
from tirelire.core.reading import read_text
from tirelire.core.texts import enumerate_words, language, say


def replay(
    record: Annotated[Path, typer.Argument(help="A record of a match.")],
    seat: Annotated[str | None, typer.Option(help="Show what this seat saw, as A.")] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="Stop after so many deals and moves.")
    ] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a record again: check it, tell it, and show the table at any moment."""
    from tirelire.cli.story import tell_record
    from tirelire.match.record import Record

    with refusals(lang):
        chosen = language(lang)
        read = Record.parse(read_text(record))
        match = read.replay(at)
        if as_json:
            print_json(
                {
                    "game": read.game,
                    "players": read.players,
                    "options": read.options,
                    "events": len(read.events),
                    "position": match.position() if seat is None else match.view(seat).text,
                    "totals": match.totals,
                    "winners": match.winners,
                }
            )
            return
        tell_record(read, at, seat, chosen)
    names = match.names or [seat_letter(x) for x in range(match.players)]
    if match.winners:
        who = enumerate_words([names[ord(x) - ord("A")] for x in match.winners], chosen)
        Console().print(say(chosen, "cli.winner_line", who=who), style="bold")
    else:
        Console().print(say(chosen, "cli.unfinished"))
