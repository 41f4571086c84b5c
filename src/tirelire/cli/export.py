"""The command `export`: the records of finished matches."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tirelire.cli.arguments import DbOption, LangOption
from tirelire.cli.common import database, refusals
from tirelire.cli.record_files import prepare_game
from tirelire.cli.tables import notes
from tirelire.core.texts import language, say

LEFT_OUT = 1
"""Exit status for an export in which a match is missing."""


def export(
    file: Annotated[Path, typer.Argument(help="A new file; - prints.")] = Path("-"),
    table: Annotated[str | None, typer.Option(metavar="ID", help="Only this table.")] = None,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """Write the records of finished matches, one after the other.

    A match that does not replay is left out, and the exit status is 1.
    """
    from tirelire.server.admin.maintenance import new_file, open_repository
    from tirelire.server.admin.records import finished, record_of
    from tirelire.server.errors import Quarantined

    left_out: dict[str, Quarantined] = {}

    async def write(to: Any, chosen: str) -> int:
        count = 0
        async with open_repository(database(db)) as repository:
            async for row in finished(repository, table):
                prepare_game(row.game, chosen)
                try:
                    to.write(str(await record_of(repository, row)))
                    count += 1
                except Quarantined as error:
                    if table is not None:
                        raise
                    left_out[row.id] = error
        return count

    with refusals(lang):
        chosen = language(lang)
        if str(file) == "-":
            count = asyncio.run(write(sys.stdout, chosen))
        else:
            with new_file(file) as part, part.open("w", encoding="utf-8", newline="\n") as to:
                count = asyncio.run(write(to, chosen))
        notes().print(say(chosen, "keep.exported", n=count))
        for name, error in left_out.items():
            notes().print(say(chosen, "keep.left_out", table=name, why=error.say(chosen)))
    raise typer.Exit(LEFT_OUT if left_out else 0)
