"""The command `serve`: the house on-line."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from tirelire.cli.common import LangOption, notes, refusals
from tirelire.core.texts import language, say


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
    from tirelire.server.serving import ask, check_address
    from tirelire.server.serving import serve as run
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
        }
        settings = gather(given, config)
        asyncio.run(check(settings.database))
        if get is not None:
            status, body = asyncio.run(ask(settings, get))
            sys.stdout.buffer.write(body)
            raise typer.Exit(0 if status < 400 else 1)
        check_address(settings)
        prepare_rules(chosen, hurried=open_browser)
        address = f"http://{settings.host}:{settings.port}/"
        notes().print(say(chosen, "cli.open", address=address), markup=False)
        if open_browser:
            open_soon(address)
        later = prepare_later()
        try:
            run(settings)
        finally:
            for process in later:
                process.terminate()


def prepare_rules(lang: str, *, hurried: bool) -> None:
    """Compile the rules of all games, and how their bots play; that is done once on a machine.

    Where somebody sits before the screen and waits, two games are enough to open the house.
    """
    from tirelire.bots.preparing import SOON, TABLES, missing, prepare

    games = missing(TABLES, SOON) if hurried else missing(TABLES)
    text = say(lang, "cli.preparing")
    with notes().status(text) as status:
        prepare(TABLES, games, lambda done, steps: status.update(f"{text} {done}/{steps}"))


async def check(url: str) -> None:
    """Open the database once, so that a wrong one is refused before anybody waits."""
    from tirelire.server.database import connect, prepare

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
