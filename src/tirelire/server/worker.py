"""What a worker process of the server runs."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.concurrency import run_in_threadpool

from tirelire.core.languages import LANGUAGES
from tirelire.core.texts import catalogue
from tirelire.games import names
from tirelire.page.decks import describe
from tirelire.page.rules import rules_of
from tirelire.server.connection_limits import ConnectionLimits
from tirelire.server.http.app import create as make
from tirelire.server.http.middleware import Application, Lifespan
from tirelire.server.pages.templates import load_templates
from tirelire.server.runner import log_to_stderr
from tirelire.server.settings import Settings
from tirelire.server.socket_options import set_options_once_listening
from tirelire.server.supervisor import KILL_AFTER, PREPARING, STARTED_BY
from tirelire.server.tables.house import House

SWITCH = 0.0003
"""Seconds after which a busy thread must let another go on. The server's thread and the disk's each
wait so long several times for one move when the event loop is busy; with much less, the event loop
spends its time on letting them in."""
COLLECT = (500_000, 20, 100)
"""How many new objects there are before the collector looks at them, and how rarely at old ones."""
_LOOK = 0.5
"""Seconds between two looks at who started this process."""


def warm_up() -> None:
    """Load what the first requests need: texts, templates, descriptions of games, anyio.

    A thread of its own does so: in the event loop each of them would hold up all other requests.
    """
    asyncio.run(run_in_threadpool(int))  # Starlette loads its event loop of anyio by that
    load_templates()
    for lang in LANGUAGES:
        catalogue(lang)
        for name in names():
            describe(name, lang)
            rules_of(name, lang)


def create() -> Application:
    """Make the application; the rules of a game are loaded when it is first played."""
    log_to_stderr()
    sys.setswitchinterval(SWITCH)
    # Not `getppid`: the parent may be gone already.
    parent = int(os.environ[STARTED_BY])
    threading.Thread(target=stop_with_parent, args=(parent,), daemon=True).start()
    threading.Thread(target=warm_up, daemon=True).start()
    app = make()
    house = app.services.house
    house.rules.load_later(names(), os.environ.get(PREPARING, "").split())
    app.lifespan = partial(ending_streams_first, app.lifespan, house)
    app.lifespan = partial(limiting_connections, app.lifespan, app.services.settings)
    # What is here by now stays: the collector need not look through it again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)
    return app


@asynccontextmanager
async def ending_streams_first(lifespan: Lifespan, house: House) -> AsyncIterator[None]:
    """Run the application; on SIGTERM end the streams, since the server waits for all responses."""

    def stop() -> None:
        house.end_streams()
        os.kill(os.getpid(), signal.SIGINT)  # to the server, both signals say the same

    async with lifespan():
        if sys.platform != "win32":  # its event loops have no handlers, nor do others send SIGTERM
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop)
        yield


@asynccontextmanager
async def limiting_connections(lifespan: Lifespan, settings: Settings) -> AsyncIterator[None]:
    """Run the application; limit connections and their sending once the server listens."""
    limits = ConnectionLimits(settings)
    async with lifespan():
        setting = asyncio.create_task(
            set_options_once_listening(settings.port, settings.send_timeout)
        )
        limits.start()
        yield
        setting.cancel()
        await limits.stop()


def stop_with_parent(parent: int) -> None:
    """Stop this process when its parent is gone."""
    while os.getppid() == parent:
        time.sleep(_LOOK)
    for _ in range(KILL_AFTER):  # a process that is just starting does not listen yet
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGKILL)
