"""The command `upgrade`: replays running matches by the rules that are installed."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from tirelire.cli.arguments import DbOption, JsonOption, LangOption
from tirelire.cli.common import database, print_json, refusals
from tirelire.cli.record_files import prepare_game
from tirelire.cli.tables import output
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.core.texts import language, say

QUARANTINED = 1
"""Exit status if a table would be in quarantine."""


def upgrade(
    check: Annotated[
        bool, typer.Option("--check", help="Replay all running matches; change nothing.")
    ] = False,
    db: DbOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell whether the running matches of a house go on by the rules of this version.

    The exit status is 1 if a table would be in quarantine.
    """
    from tirelire.server.admin.maintenance import check_running

    with refusals(lang):
        chosen = language(lang)
        if not check:
            raise OptionError(Refusal("keep.only_check"))
        found = asyncio.run(check_running(database(db), lambda game: prepare_game(game, chosen)))
        failed = [one for one in found if one.fails_at is not None]
        if as_json:
            print_json([one._asdict() for one in found])
        elif not failed:
            output().print(say(chosen, "keep.all_replay", n=len(found)))
        else:
            for one in failed:
                told = {"table": one.table, "game": one.game, "n": one.fails_at}
                line = say(chosen, "keep.would_be_quarantined", **told)
                output().print(line, markup=False, soft_wrap=True)
    raise typer.Exit(QUARANTINED if failed else 0)
