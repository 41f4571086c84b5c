"""Commands of `tirelire house` about its guests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tirelire.cli.arguments import DbOption, JsonOption, LangOption
from tirelire.cli.common import database, in_house, refusals
from tirelire.cli.listing import (
    MOST,
    LimitOption,
    Row,
    check_range,
    iso_time,
    print_rows,
    short_time,
)
from tirelire.cli.tables import output
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.core.texts import language, say

if TYPE_CHECKING:
    from tirelire.server.admin.moderation import GuestModeration
    from tirelire.server.storage.repository import Repository

MOST_DAYS = 3650
MOST_NETWORK_DAYS = 365
GuestArgument = Annotated[str, typer.Argument(metavar="GUEST", help="The id of a guest.")]


def guests(
    limit: LimitOption = 100,
    db: DbOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """List guests, the newest first: their names, and whether they are muted or banned."""
    from tirelire.server.storage.moderation import ModerationRepository

    async def read(repository: Repository) -> list[dict[str, Any]]:
        found = await ModerationRepository(repository.database).guests(limit)
        return [
            {
                "id": one.id,
                "created": iso_time(one.created),
                "names": list(one.names),
                "seats": one.seats,
                "muted": one.muted,
                "banned": one.banned,
            }
            for one in found
        ]

    with refusals(lang):
        chosen = language(lang)
        check_range("--limit", limit, 1, MOST)
        print_rows(
            in_house(database(db), read),
            ("id", "names", "seats", "state", "since"),
            partial(_cells, lang=chosen),
            lang=chosen,
            as_json=as_json,
            empty="no_guests",
        )


def _cells(row: Row, lang: str) -> list[str]:
    state = ", ".join(say(lang, f"keep.is_{x}") for x in ("muted", "banned") if row[x])
    names = ", ".join(row["names"])
    return [row["id"], names, str(row["seats"]), state, short_time(row["created"])]


def _do(
    db: str | None,
    lang: str | None,
    done: str,
    action: Callable[[GuestModeration], Awaitable[object]],
) -> None:
    """Do something about a guest, and say that it is done."""
    from tirelire.server.admin.moderation import GuestModeration, StoredTables

    in_house(
        database(db),
        lambda repository: action(GuestModeration(repository, StoredTables(repository))),
    )
    output().print(say(language(lang), f"keep.{done}"), soft_wrap=True)


def mute(
    guest: GuestArgument,
    undo: Annotated[bool, typer.Option("--undo", help="Let the guest talk again.")] = False,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """Forbid a guest to talk at any table; a house that is open hears of it within seconds."""
    with refusals(lang):
        done = "unmuted" if undo else "muted"
        _do(db, lang, done, lambda moderation: moderation.mute(guest, not undo))


def ban(
    guest: GuestArgument,
    days: Annotated[int, typer.Option(help="For so many days; 0: for ever.")] = 0,
    network_days: Annotated[
        int, typer.Option(help="For so many days, also everybody of the guest's network.")
    ] = 0,
    undo: Annotated[bool, typer.Option("--undo", help="Lift the ban.")] = False,
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """Ban a guest: they can watch, but neither play nor set tables nor talk."""
    with refusals(lang):
        check_range("--days", days, 0, MOST_DAYS)
        check_range("--network-days", network_days, 0, MOST_NETWORK_DAYS)
        if undo:
            if days or network_days:
                raise OptionError(Refusal("keep.one_thing", options="--undo, --days"))
            _do(db, lang, "unbanned", lambda moderation: moderation.lift_ban(guest))
        else:
            _do(db, lang, "banned", lambda one: one.ban(guest, days or None, network_days))


def rename(
    guest: GuestArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
    db: DbOption = None,
    lang: LangOption = None,
) -> None:
    """Give a guest another name in all their seats, and above all that they said."""
    with refusals(lang):
        _do(db, lang, "renamed", lambda moderation: moderation.rename(guest, name))


def delete(guest: GuestArgument, db: DbOption = None, lang: LangOption = None) -> None:
    """Delete a guest: name, talk, tokens, links; finished matches stay, without the name."""
    with refusals(lang):
        _do(db, lang, "deleted", lambda moderation: moderation.delete(guest))
