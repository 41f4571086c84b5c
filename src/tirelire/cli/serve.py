"""The command `serve`: the house on-line."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tirelire.cli.arguments import LangOption
from tirelire.cli.common import refusals
from tirelire.cli.lan import opens_to_network
from tirelire.cli.tables import notes
from tirelire.core.texts import enumerate_words, language, say

if TYPE_CHECKING:
    from tirelire.server.supervisor import StartupTasks

_LINES = 10
"""Lines that a log gets while the rules are compiled."""


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
    db: Annotated[str | None, typer.Option(metavar="URL", help="SQLite or PostgreSQL.")] = None,
    redis: Annotated[str | None, typer.Option(metavar="URL", help="Links processes.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes.")] = None,
    tls: Annotated[
        bool | None, typer.Option("--tls/--no-tls", help="People come by HTTPS, through a proxy.")
    ] = None,
    shared: Annotated[
        bool | None, typer.Option("--shared/--not-shared", help="Others use the same database.")
    ] = None,
    rate: Annotated[int | None, typer.Option(help="Requests a second of one guest.")] = None,
    address_requests: Annotated[
        int | None, typer.Option(help="Requests of one address at once.")
    ] = None,
    address_streams: Annotated[
        int | None, typer.Option(help="Streams of one address at once.")
    ] = None,
    guest_streams: Annotated[int | None, typer.Option(help="Streams of one guest at once.")] = None,
    address_connections: Annotated[
        int | None, typer.Option(help="Connections of one address at once.")
    ] = None,
    address_guests: Annotated[
        int | None, typer.Option(help="New guests of one address within an hour.")
    ] = None,
    address_tables: Annotated[
        int | None, typer.Option(help="Open and running tables of one address.")
    ] = None,
    address_bot_tables: Annotated[
        int | None, typer.Option(help="Running tables with bots of one address.")
    ] = None,
    connections: Annotated[int | None, typer.Option(help="Connections of one process.")] = None,
    header_timeout: Annotated[
        int | None, typer.Option(help="Seconds until a silent connection is closed.")
    ] = None,
    body_timeout: Annotated[
        int | None, typer.Option(help="Seconds in which the body of a request must arrive.")
    ] = None,
    send_timeout: Annotated[
        int | None, typer.Option(help="Seconds until a client that reads nothing is cut off.")
    ] = None,
    watchers: Annotated[
        str | None, typer.Option(metavar="ADDRESSES", help="From where /metrics may be read.")
    ] = None,
    proxies: Annotated[
        str | None, typer.Option(metavar="ADDRESSES", help="Proxies that say who asks.")
    ] = None,
    hosts: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Names of the house; any by default.")
    ] = None,
    guest_days: Annotated[
        int | None, typer.Option(help="Days until a guest who does not come is removed.")
    ] = None,
    open_days: Annotated[
        int | None, typer.Option(help="Days until a table that was not started is closed.")
    ] = None,
    stalled_days: Annotated[
        int | None, typer.Option(help="Days without a move until a match is closed.")
    ] = None,
    closed_days: Annotated[
        int | None, typer.Option(help="Days until a closed table is removed.")
    ] = None,
    talk_days: Annotated[
        int | None, typer.Option(help="Days until the talk of an ended match is removed.")
    ] = None,
    archive_days: Annotated[
        int | None, typer.Option(help="Days until a finished match is archived.")
    ] = None,
    finished_days: Annotated[
        int | None, typer.Option(help="Days until a finished match is removed.")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Where people reach the house.")
    ] = None,
    push_key: Annotated[
        str | None, typer.Option(metavar="KEY", help="Private key for messages by browsers.")
    ] = None,
    smtp: Annotated[str | None, typer.Option(metavar="URL", help="How e-mails are sent.")] = None,
    mail_from: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="From which e-mails are sent.")
    ] = None,
    webhooks: Annotated[
        bool | None, typer.Option("--webhooks/--no-webhooks", help="Guests may name URLs.")
    ] = None,
    private_notices: Annotated[
        bool | None,
        typer.Option(
            "--private-notices/--public-notices", help="Such URLs may be in the own network."
        ),
    ] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with these settings.")] = None,
    get: Annotated[
        str | None, typer.Option(metavar="PATH", help="Answer one request, without a port.")
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the browser when the house is open.")
    ] = False,
    lan: Annotated[
        bool | None, typer.Option("--lan/--no-lan", help="Open the house to the local network.")
    ] = None,
    lang: LangOption = None,
) -> None:
    """Open the house: people play in their browsers, programs by the API."""
    from tirelire.bots.completeness import ask_if_complete
    from tirelire.server.http.addresses import invitation_origin, is_loopback
    from tirelire.server.runner import address_of, answer_once, hold_lock, with_resolved_host
    from tirelire.server.settings import read_settings
    from tirelire.server.supervisor import StartupTasks, become_supervisor, with_own_host

    with refusals(lang):
        chosen = language(lang)
        given = {
            "host": host,
            "port": port,
            "db": db,
            "redis": redis,
            "workers": workers,
            "tls": tls,
            "shared": shared,
            "rate": rate,
            "address_requests": address_requests,
            "address_streams": address_streams,
            "guest_streams": guest_streams,
            "address_connections": address_connections,
            "address_guests": address_guests,
            "address_tables": address_tables,
            "address_bot_tables": address_bot_tables,
            "connections": connections,
            "header_timeout": header_timeout,
            "body_timeout": body_timeout,
            "send_timeout": send_timeout,
            "watchers": watchers,
            "proxies": proxies,
            "hosts": hosts,
            "guest_days": guest_days,
            "open_days": open_days,
            "stalled_days": stalled_days,
            "closed_days": closed_days,
            "talk_days": talk_days,
            "archive_days": archive_days,
            "finished_days": finished_days,
            "public_url": public_url,
            "push_key": push_key,
            "smtp": smtp,
            "mail_from": mail_from,
            "webhooks": webhooks,
            "private_notices": private_notices,
        }
        settings = read_settings(given, config)
        is_closed = get is None and is_loopback(settings.host)
        if is_closed and opens_to_network(lan, chosen, is_playing=open_browser):
            settings = replace(settings, host="0.0.0.0")
        if get is not None:
            asyncio.run(check(settings.database))
            status, body = asyncio.run(answer_once(settings, get, chosen))
            sys.stdout.buffer.write(body)
            raise typer.Exit(0 if status < 400 else 1)
        listening = with_resolved_host(settings)
        with hold_lock(settings):
            with ask_if_complete() as asked:
                asyncio.run(check(settings.database))
            is_complete = asked.returncode == 0
            if not is_complete:
                prepare_rules(chosen, hurried=open_browser)
            address = f"http://{address_of(with_own_host(settings))}/"
            notes().print(say(chosen, "cli.open", address=address), markup=False, soft_wrap=True)
            if others := invitation_origin(settings, "localhost"):
                line = say(chosen, "cli.open_to_others", address=f"{others}/")
                notes().print(line, markup=False, soft_wrap=True)
            tasks = StartupTasks() if is_complete else tasks_for_later()
            opened = address if open_browser else ""
            become_supervisor(listening, replace(tasks, opened=opened))


def tasks_for_later() -> StartupTasks:
    """Return what has to be compiled while people play."""
    from tirelire.bots.preparing import TABLES, commands_for_later, missing
    from tirelire.server.supervisor import StartupTasks

    return StartupTasks(commands_for_later(), [game.id for game in missing(TABLES)])


def prepare_rules(lang: str, *, hurried: bool) -> None:
    """Compile the rules of all games, and how their bots play; that is done once on a machine.

    With `hurried`, two games are enough to open the house: a person waits at the screen.
    """
    from tirelire.bots.preparing import TABLES, missing, prepare, soon

    games = missing(TABLES, soon()) if hurried else missing(TABLES)
    if not games:
        return
    titles = [game.rules(lang)["title"] for game in games]
    with progress(say(lang, "cli.compiling", game=enumerate_words(titles, lang))) as tell:
        prepare(TABLES, games, tell)


@contextmanager
def progress(text: str) -> Iterator[Callable[[int, int], None]]:
    """Show how far something is: on one line of a terminal, or on some lines of a log."""
    console = notes()
    if console.is_terminal:
        with console.status(text) as status:
            yield lambda done, steps: status.update(f"{text} {done}/{steps}")
        return

    def tell(done: int, steps: int) -> None:
        if done * _LINES // steps > (done - 1) * _LINES // steps:
            console.print(f"{text} {done}/{steps}", markup=False, soft_wrap=True)

    console.print(text, markup=False, soft_wrap=True)
    yield tell


async def check(url: str) -> None:
    """Open the database once, to refuse a wrong one before anything is compiled."""
    from tirelire.server.storage.database import connect, file_of
    from tirelire.server.storage.failures import check_file
    from tirelire.server.storage.migrate import prepare

    check_file(file_of(url))
    database = connect(url)
    try:
        await prepare(database)
    finally:
        await database.dispose()
