"""Commands for whoever keeps a house: export, import, verify, backup."""

from __future__ import annotations

import asyncio
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tirelire.cli.common import (
    JsonOption,
    LangOption,
    notes,
    output,
    print_json,
    refusals,
    warm_up,
)
from tirelire.core.errors import TirelireError
from tirelire.core.reading import read_text
from tirelire.core.texts import language, say
from tirelire.games import game as find_game
from tirelire.games import names as game_names

if TYPE_CHECKING:
    from tirelire.match.record import Record

DbOption = Annotated[
    str | None, typer.Option("--db", metavar="URL", help="The house; as `tirelire serve` has it.")
]
FileArgument = Annotated[Path, typer.Argument(help="A file of records.")]
NOT_VERIFIED = 1
"""Exit status for a record that proves nothing."""
LEFT_OUT = 1
"""Exit status for an export in which a match is missing."""


def database(given: str | None) -> str:
    """Return the URL of the house that is meant, as `serve` would."""
    from tirelire.server.settings import gather

    return gather({"db": given}, None).database


@cache
def _prepare(game: str, lang: str) -> None:
    if game in game_names():
        warm_up(find_game(game), lang)


def _read(file: Path, lang: str) -> list[str]:
    """Return the records of a file, with the rules of their games ready."""
    from tirelire.server.admin.keeping import split_records

    text = read_text(file)
    for line in text.split("\n"):
        if line.startswith("game "):
            _prepare(line.removeprefix("game "), lang)
    return list(split_records(text))


# --- records ------------------------------------------------------------------------------------


def export(
    file: Annotated[Path, typer.Argument(help="A new file; - prints.")] = Path("-"),
    table: Annotated[str | None, typer.Option(metavar="ID", help="Only this table.")] = None,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """Write the records of finished matches, one after the other.

    A match that does not replay is left out, and the exit status is 1.
    """
    from tirelire.server.admin.keeping import finished, new_file, opened, record_of
    from tirelire.server.errors import Quarantined

    left_out: dict[str, Quarantined] = {}

    async def write(to: Any, chosen: str) -> int:
        count = 0
        async with opened(database(db)) as repository:
            async for row in finished(repository, table):
                _prepare(row.game, chosen)
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


def bring(file: FileArgument, db: DbOption = None, lang: LangOption = None) -> None:
    """Bring records into a house as finished matches: all of them, or none."""
    from tirelire.server.admin.keeping import bring_in, opened

    async def read(texts: list[str]) -> tuple[int, int]:
        async with opened(database(db), new=True) as repository:
            return await bring_in(repository, texts)

    with refusals(lang):
        chosen = language(lang)
        new, known = asyncio.run(read(_read(file, chosen)))
        output().print(say(chosen, "keep.imported", n=new, known=known))


def verify(
    record: Annotated[Path, typer.Argument(help="A record, or a file of several.")],
    promise: Annotated[
        str | None, typer.Option(help="The promise that the table showed before the match.")
    ] = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check that deals follow from the secret promised before the match; say what that proves."""
    with refusals(lang):
        chosen = language(lang)
        texts = _read(record, chosen) or [""]  # nothing proves nothing
    checks = [_check(text, promise) for text in texts]
    good = sum(isinstance(check, dict) for check in checks)
    if as_json:
        found = [{"error": x.say(chosen)} if isinstance(x, TirelireError) else x for x in checks]
        print_json({"verified": good == len(checks), "records": found})
    else:
        for number, check in enumerate(checks, 1):
            if len(checks) > 1:
                output().print(say(chosen, "keep.record", n=number), style="bold")
            _tell(check, promise is not None, chosen)
        if len(checks) > 1:
            output().print(say(chosen, "keep.in_all", good=good, n=len(checks)))
    raise typer.Exit(0 if good == len(checks) else NOT_VERIFIED)


def _check(text: str, promise: str | None) -> dict[str, Any] | TirelireError:
    """Check one record, also by a promise that somebody noted; return what it shows, or a fault."""
    from tirelire.match.record import Record

    try:
        record = Record.parse(text)
        record.replay()
        fairness = record.verify(promise)
    except TirelireError as error:
        return error
    return {
        "game": record.game,
        "deals": _deals(record),
        "words": any(fairness.words),
        "promise": fairness.promised,
    }


def _deals(record: Record) -> int:
    from tirelire.match.events import Deal

    return sum(isinstance(event, Deal) for event in record.events)


def _tell(check: dict[str, Any] | TirelireError, is_compared: bool, lang: str) -> None:
    """Say what a record proves, or why it proves nothing."""
    if isinstance(check, TirelireError):
        output().print(say(lang, "keep.wrong", why=check.say(lang)), style="red", soft_wrap=True)
        return
    output().print(say(lang, "keep.replays"))
    output().print(say(lang, "keep.deals", n=check["deals"]), style="green")
    output().print(say(lang, "keep.promise", promise=check["promise"]), soft_wrap=True)
    if not is_compared:
        output().print(say(lang, "keep.compare"), soft_wrap=True)
    proof = "keep.proof" if check["words"] else "keep.half_proof"
    output().print(say(lang, proof), soft_wrap=True)


# --- a copy -------------------------------------------------------------------------------------


def backup(
    file: Annotated[Path, typer.Argument(help="A new file for the copy.")],
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """Copy a SQLite house as it is at one moment, while it is open."""
    from tirelire.server.admin.keeping import back_up

    with refusals(lang):
        back_up(database(db), file)
        notes().print(say(language(lang), "keep.copied", path=file), markup=False, soft_wrap=True)
