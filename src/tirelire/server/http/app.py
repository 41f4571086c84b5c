"""The application: all parts of the house, made from its settings and put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.routing import Router

from tirelire.server.http.access import Access
from tirelire.server.http.authentication import CACHED, CACHED_SHARED, Guests
from tirelire.server.http.metrics import Metrics
from tirelire.server.http.metrics_acl import MetricsACL
from tirelire.server.http.middleware import Application
from tirelire.server.http.openapi import openapi_document
from tirelire.server.http.request import Services
from tirelire.server.http.routes.games import GAMES
from tirelire.server.http.routes.guests import GUESTS
from tirelire.server.http.routes.operations import operations as operators_routes
from tirelire.server.http.routes.play import PLAY
from tirelire.server.http.routes.replays import REPLAYS
from tirelire.server.http.routes.tables import TABLES
from tirelire.server.http.routing import Operation, bind, check
from tirelire.server.pages.files import file_mounts
from tirelire.server.pages.lessons import LESSONS
from tirelire.server.pages.pad import PAD, PAD_FILES, PAD_PAGE
from tirelire.server.pages.site import ASSETS, PAGES
from tirelire.server.settings import Settings, handed_down
from tirelire.server.storage.database import connect, now_ms, prepare
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.writer import EventWriter
from tirelire.server.streaming.bus import Bus, NullBus, PollingBus
from tirelire.server.streaming.subscriptions import StreamLimiter
from tirelire.server.tables.clock import HouseClock, uptime_ms
from tirelire.server.tables.house import House

ROUTES = (PLAY, TABLES, REPLAYS, GAMES, GUESTS, PAD, LESSONS, PAGES, PAD_PAGE, ASSETS, PAD_FILES)
"""All routes; the first are asked for most."""


def create() -> Application:
    """Make the application from the settings of the parent process; for worker processes."""
    return make_app(handed_down())


def all_operations() -> list[Operation]:
    """Return all operations of the API and the pages."""
    return [operation for routes in ROUTES for operation in routes.operations]


def make_app(
    settings: Settings, wall: Callable[[], int] = now_ms, uptime: Callable[[], int] = uptime_ms
) -> Application:
    """Make the application; the database is opened when it starts."""
    database = connect(settings.database)
    repository = Repository(database, wall)
    clock = HouseClock(repository, uptime)
    house = House(repository, EventWriter(database), clock, _bus(settings, repository))
    guests = Guests(repository, clock.now, CACHED_SHARED if settings.is_shared else CACHED)
    services = Services(house, guests, settings, StreamLimiter(settings))
    access = Access(guests, settings.rate)
    metrics = Metrics(house)

    @asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        await prepare(database)
        await house.start()
        try:
            yield
        finally:
            await house.stop()
            await database.dispose()

    operations = all_operations()
    document = openapi_document(operations)
    acl = MetricsACL(settings.watchers)
    operations += operators_routes(metrics, acl, document).operations
    for operation in operations:
        check(operation)
    routes = [*bind(operations, services, access), *file_mounts()]
    router = Router(routes, redirect_slashes=False)
    return Application(router, lifespan, services, metrics.count)


def _bus(settings: Settings, repository: Repository) -> Bus:
    if settings.redis:
        from tirelire.server.streaming.redis_bus import RedisBus

        return RedisBus(settings.redis, repository)
    return PollingBus(repository) if settings.is_shared else NullBus()
