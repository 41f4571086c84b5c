"""The command `serve`: the house on-line."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from tirelire.cli.common import LangOption, notes, refusals
from tirelire.core.texts import enumerate_words, language, say

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
    connections: Annotated[int | None, typer.Option(help="Connections of one process.")] = None,
    header_timeout: Annotated[
        int | None, typer.Option(help="Seconds until a silent connection is closed.")
    ] = None,
    body_timeout: Annotated[
        int | None, typer.Option(help="Seconds in which the body of a request must arrive.")
    ] = None,
    watchers: Annotated[
        str | None, typer.Option(metavar="ADDRESSES", help="From where /metrics may be read.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with these settings.")] = None,
    get: Annotated[
        str | None, typer.Option(metavar="PATH", help="Answer one request, without a port.")
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the browser when the house is open.")
    ] = False,
    lang: LangOption = None,
) -> None:
    """Open the house: people play in their browsers, programs by the API."""
    from tirelire.bots.preparing import prepare_later
    from tirelire.server.http.invitations import invitation_origin
    from tirelire.server.runner import address_of, ask, held, with_number
    from tirelire.server.runner import serve as run
    from tirelire.server.settings import gather

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
            "connections": connections,
            "header_timeout": header_timeout,
            "body_timeout": body_timeout,
            "watchers": watchers,
        }
        settings = gather(given, config)
        if get is not None:
            asyncio.run(check(settings.database))
            status, body = asyncio.run(ask(settings, get, chosen))
            sys.stdout.buffer.write(body)
            raise typer.Exit(0 if status < 400 else 1)
        listening = with_number(settings)
        with held(settings):
            asyncio.run(check(settings.database))
            prepare_rules(chosen, hurried=open_browser)
            address = f"http://{address_of(settings)}/"
            notes().print(say(chosen, "cli.open", address=address), markup=False, soft_wrap=True)
            if others := invitation_origin(settings, "localhost"):
                line = say(chosen, "cli.open_to_others", address=f"{others}/")
                notes().print(line, markup=False, soft_wrap=True)
            if open_browser:
                open_soon(address)
            later = prepare_later()
            try:
                run(listening)
            finally:
                for process in later:
                    process.terminate()


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
    from tirelire.server.storage.database import connect, prepare

    database = connect(url)
    try:
        await prepare(database)
    finally:
        await database.dispose()


def open_soon(address: str) -> None:
    """Open the browser as soon as the house answers."""
    import socket
    import threading
    import time
    import webbrowser
    from urllib.parse import urlsplit

    def wait() -> None:
        parts = urlsplit(address)
        for _ in range(300):
            try:
                with socket.create_connection((parts.hostname or "", parts.port or 80), 1):
                    webbrowser.open(address)
                    return
            except OSError:
                time.sleep(0.1)

    threading.Thread(target=wait, daemon=True).start()
