"""The command `import`: records become finished matches of a house."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from tirelire.cli.arguments import DbOption, LangOption
from tirelire.cli.common import database, refusals
from tirelire.cli.record_files import read_records
from tirelire.cli.tables import output
from tirelire.core.texts import language, say


def import_records(
    file: Annotated[Path, typer.Argument(help="A file of records.")],
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """Bring records into a house as finished matches: all of them, or none."""
    from tirelire.server.admin.maintenance import open_repository
    from tirelire.server.admin.records import import_records as import_into

    async def read(texts: list[str]) -> tuple[int, int]:
        async with open_repository(database(db), new=True) as repository:
            return await import_into(repository, texts)

    with refusals(lang):
        chosen = language(lang)
        new, known = asyncio.run(read(read_records(file, chosen)))
        output().print(say(chosen, "keep.imported", n=new, known=known))
