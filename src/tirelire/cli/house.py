"""The commands of `tirelire house`, for the admin of a house."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tirelire.cli.arguments import DbOption, JsonOption, LangOption
from tirelire.cli.backup import backup
from tirelire.cli.common import database, in_house, print_json, refusals
from tirelire.cli.listing import (
    MOST,
    LimitOption,
    Row,
    check_range,
    iso_time,
    print_rows,
    short_time,
)
from tirelire.cli.moderation import ban, delete, guests, mute, rename
from tirelire.cli.tables import notes, output
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.core.texts import language, say

if TYPE_CHECKING:
    from tirelire.server.storage.repository import Repository
    from tirelire.server.storage.retention import Periods
    from tirelire.server.storage.rows import SeatRow, TableRow

house = typer.Typer(
    add_completion=False, help="Look after a house: its tables, its guests, its tokens, a copy."
)
house.command()(backup)
house.command()(guests)
STATUSES = ("open", "starting", "running", "over", "closed")
SCOPES = ("play", "read")
ADMIN = "admin"
"""The scope of a token for the owner of the house, with which they open the page `/admin`."""
ANY_GUEST = {"ignore_unknown_options": True}
"""The id of a guest may begin with a minus sign."""
for about_guest in (mute, ban, rename, delete):
    house.command(context_settings=ANY_GUEST)(about_guest)
TableArgument = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")]


@house.command("list")
def list_tables(
    status: Annotated[
        str | None, typer.Option(metavar="STATUS", help="open, starting, running, over or closed.")
    ] = None,
    limit: LimitOption = 100,
    db: DbOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """List tables, the newest first."""

    async def read(repository: Repository) -> list[dict[str, Any]]:
        rows = await repository.all_tables(status, limit)
        versions = await repository.versions([row.id for row in rows])
        return [_described(row, versions[row.id].event) for row in rows]

    with refusals(lang):
        chosen = language(lang)
        if status is not None and status not in STATUSES:
            raise OptionError(Refusal("range", name="--status", allowed=" | ".join(STATUSES)))
        check_range("--limit", limit, 1, MOST)
        print_rows(
            in_house(database(db), read),
            ("table", "game", "status", "moves", "people", "made"),
            partial(_cells, lang=chosen),
            lang=chosen,
            as_json=as_json,
            empty="none",
        )


def _described(row: TableRow, number: int) -> dict[str, Any]:
    """Describe a table; the secret of its deals is left out until the match is over or closed."""
    from tirelire.match.fairness import promise
    from tirelire.server.storage.rows import CLOSED, OVER

    return {
        "id": row.id,
        "game": row.game,
        "status": row.status,
        "events": number,
        "created": iso_time(row.created),
        "listed": row.listed,
        "host": row.host,
        "options": row.options,
        "promise": promise(row.secret),
        **({"secret": row.secret} if row.status in (OVER, CLOSED) else {}),
        "followed_by": row.followed_by,
        "seats": [_described_seat(seat) for seat in row.seats],
    }


def _described_seat(seat: SeatRow) -> dict[str, Any]:
    return {
        "kind": seat.kind,
        "name": seat.name,
        "guest": seat.guest,
        "bot": seat.bot,
        "away": seat.away,
    }


def _cells(row: Row, lang: str) -> list[str]:
    people = ", ".join(_name(seat, lang) for seat in row["seats"])
    made = short_time(row["created"])
    return [row["id"], row["game"], row["status"], str(row["events"]), people, made]


def _name(seat: dict[str, Any], lang: str) -> str:
    if seat["away"]:
        return say(lang, "keep.is_away", name=seat["name"])
    return str(seat["name"]) or say(lang, "keep.free")


@house.command()
def show(
    table: TableArgument, db: DbOption = None, lang: LangOption = None, as_json: JsonOption = False
) -> None:
    """Show a table: who sits there, what was agreed, how far the match is."""
    from tirelire.server.admin.moderation import find_table

    async def read(repository: Repository) -> dict[str, Any]:
        row = await find_table(repository, table)
        return _described(row, (await repository.versions([table]))[table].event)

    with refusals(lang):
        chosen = language(lang)
        found = in_house(database(db), read)
        if as_json:
            print_json(found)
            return
        options = " ".join(f"{name}={value}" for name, value in found["options"].items())
        for key in ("id", "game", "status", "events", "created", "host", "promise", "secret"):
            if key in found:
                output().print(f"{key:9} {found[key]}", markup=False)
        output().print(f"options   {options}", markup=False)
        for letter, seat in zip("ABCDEF", found["seats"], strict=False):
            who = seat["guest"] or seat["bot"]
            output().print(f"seat {letter}    {_name(seat, chosen)} {who}".rstrip(), markup=False)


@house.command()
def close(table: TableArgument, db: DbOption = None, lang: LangOption = None) -> None:
    """Close a table; a house that is open hears of it within a second or two."""
    from tirelire.server.admin.moderation import close_table

    with refusals(lang):
        in_house(database(db), lambda repository: close_table(repository, table))
        output().print(say(language(lang), "keep.closed"))


@house.command()
def prune(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count.")] = False,
    config: Annotated[
        Path | None, typer.Option(help="The TOML file of `tirelire serve --config`.")
    ] = None,
    db: DbOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove or archive what is older than the settings say, as an open house does by itself."""
    from tirelire.server.settings import read_settings
    from tirelire.server.storage.retention import Retention
    from tirelire.server.tables.house import prune as remove_old

    async def run(repository: Repository, periods: Periods) -> dict[str, int]:
        retention = Retention(repository.database, periods)
        now = await retention.house_time()
        counts = await (retention.count(now) if dry_run else remove_old(retention, now))
        return {str(kind): count for kind, count in counts.items()}

    with refusals(lang):
        chosen = language(lang)
        settings = read_settings({"db": db}, config)
        counts = in_house(settings.database, partial(run, periods=settings.periods))
        if as_json:
            print_json(counts)
            return
        for kind, count in counts.items():
            output().print(f"{count:>7} {say(chosen, f'keep.old.{kind}')}", markup=False)
        if dry_run:
            notes().print(say(chosen, "keep.only_counted"))


@house.command(context_settings=ANY_GUEST)
def token(
    guest: Annotated[str | None, typer.Argument(metavar="GUEST", help="The id of a guest.")] = None,
    new: Annotated[bool, typer.Option("--new", help="For a new guest.")] = False,
    listing: Annotated[bool, typer.Option("--list", help="List the tokens of the guest.")] = False,
    drop: Annotated[
        str | None, typer.Option(metavar="ID", help="Make one worthless, by its id in the list.")
    ] = None,
    scope: Annotated[
        list[str] | None,
        typer.Option(help="play, read or admin; repeatable; the first two usually."),
    ] = None,
    label: Annotated[str, typer.Option(help="What it is for.")] = "",
    db: DbOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a token with which a program is a guest, printed this once; list them; drop one."""
    with refusals(lang):
        chosen = language(lang)
        is_for_owner = scope == [ADMIN] and not listing and drop is None
        if new == (guest is not None) and not (is_for_owner and not new):
            raise OptionError(Refusal("keep.who"))
        given = {
            "--new": new,
            "--list": listing,
            "--drop": drop,
            "--scope": scope,
            "--label": label,
        }
        names = [name for name, value in given.items() if value]
        if (listing or drop) and len(names) > 1:
            raise OptionError(Refusal("keep.one_thing", options=", ".join(names)))
        if listing:
            _list_tokens(str(guest), database(db), chosen, as_json)
        elif drop is not None:
            _drop_token(str(guest), drop, database(db), chosen)
        else:
            _make_token(guest, scope or list(SCOPES), label, database(db), chosen, as_json)


@house.command("push-key")
def push_key(lang: LangOption = None) -> None:
    """Make a private key for messages by browsers: the setting `push_key`."""
    from importlib.util import find_spec

    with refusals(lang):
        if find_spec("pywebpush") is None:
            raise OptionError(Refusal("no_push"))
        from tirelire.server.notices.channels import new_push_key

        output().print(new_push_key(), markup=False, soft_wrap=True)


def _list_tokens(guest: str, url: str, lang: str, as_json: bool) -> None:
    from tirelire.server.admin.moderation import tokens_of

    async def read(repository: Repository) -> list[dict[str, Any]]:
        rows = await tokens_of(repository, guest)
        return [
            {
                "id": row.hash,
                "label": row.label,
                "scopes": row.scopes.split(),
                "created": iso_time(row.created),
            }
            for row in rows
        ]

    print_rows(
        in_house(url, read),
        ("id", "label", "scopes", "since"),
        lambda row: (
            row["id"],
            row["label"],
            " ".join(row["scopes"]),
            short_time(row["created"]),
        ),
        lang=lang,
        as_json=as_json,
        empty="no_tokens",
    )


def _drop_token(guest: str, token: str, url: str, lang: str) -> None:
    from tirelire.server.admin.moderation import drop_token

    in_house(url, lambda repository: drop_token(repository, guest, token))
    output().print(say(lang, "keep.dropped"), soft_wrap=True)


def _make_token(
    guest: str | None, wanted: list[str], label: str, url: str, lang: str, as_json: bool
) -> None:
    from tirelire.server.admin.moderation import make_token

    scopes = sorted(set(wanted))
    allowed = (*SCOPES, ADMIN)
    if not set(scopes) <= set(allowed):
        raise OptionError(Refusal("range", name="--scope", allowed=" | ".join(allowed)))

    named = " ".join(label.split())[:80]
    who, made = in_house(url, lambda repository: make_token(repository, guest, scopes, named))
    if as_json:
        print_json({"guest": who, "token": made, "scopes": scopes})
        return
    notes().print(f"{say(lang, 'keep.guest')} {who}", markup=False)
    notes().print(say(lang, "keep.token"))
    output().print(made, markup=False, soft_wrap=True)
