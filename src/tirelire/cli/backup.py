"""The command `backup`: copies of a house."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from tirelire.cli.arguments import DbOption, LangOption
from tirelire.cli.common import database, refusals
from tirelire.cli.record_files import prepare_game
from tirelire.cli.tables import notes
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.core.texts import language, say

_HOUR = 3600
MOST_COPIES = 10_000
MOST_HOURS = 24 * 365


def backup(
    target: Annotated[Path, typer.Argument(help="A new file for the copy; with --keep a folder.")],
    keep: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_COPIES,
            help="Add a copy to a folder, test that it can be restored, keep this many.",
        ),
    ] = None,
    every: Annotated[
        float | None,
        typer.Option(min=0.01, max=MOST_HOURS, help="Go on, with a copy every so many hours."),
    ] = None,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """Copy a SQLite house as it is at one moment, while it is open."""
    from tirelire.server.admin.backups import add_copy
    from tirelire.server.admin.maintenance import back_up

    chosen = language(lang)

    def say_copied(path: Path) -> None:
        notes().print(say(chosen, "keep.copied", path=path), markup=False, soft_wrap=True)

    with refusals(lang):
        if keep is None:
            if every is not None:
                raise OptionError(Refusal("keep.every_needs_keep"))
            back_up(database(db), target)
            say_copied(target)
            return
        while True:
            copy, replayed = add_copy(
                database(db), target, keep, lambda game: prepare_game(game, chosen)
            )
            say_copied(copy)
            notes().print(say(chosen, "keep.restored", n=replayed), markup=False, soft_wrap=True)
            if every is None:
                return
            time.sleep(every * _HOUR)
