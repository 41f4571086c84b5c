"""The command `backup`: a copy of a house."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tirelire.cli.common import DbOption, LangOption, database, notes, refusals
from tirelire.core.texts import language, say


def backup(
    file: Annotated[Path, typer.Argument(help="A new file for the copy.")],
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """Copy a SQLite house as it is at one moment, while it is open."""
    from tirelire.server.admin.backup import back_up

    with refusals(lang):
        back_up(database(db), file)
        notes().print(say(language(lang), "keep.copied", path=file), markup=False, soft_wrap=True)
