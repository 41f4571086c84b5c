"""The application: all parts of the house, made from its settings and put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from starlette.routing import Router

from tirelire.server.http.addresses import Networks
from tirelire.server.http.authentication import CACHED, CACHED_SHARED, Access, Guests
from tirelire.server.http.middleware import Application
from tirelire.server.http.monitoring import Health, Metrics, MetricsACL
from tirelire.server.http.monitoring import operations as operators_routes
from tirelire.server.http.openapi import openapi_document
from tirelire.server.http.request import Services
from tirelire.server.http.routes.admin import ADMIN
from tirelire.server.http.routes.guests import GUESTS, MUTES
from tirelire.server.http.routes.notices import NOTICES
from tirelire.server.http.routes.orders import ORDERS
from tirelire.server.http.routes.play import PLAY, REPLAYS
from tirelire.server.http.routes.tables import GAMES, TABLES
from tirelire.server.http.routing import Operation, bind, check
from tirelire.server.limiters import Quotas, StreamLimiter
from tirelire.server.notices.service import NoticeService
from tirelire.server.pages.docs import DOCS, site_folder
from tirelire.server.pages.notices import NOTICE_PAGES
from tirelire.server.pages.pad import PAD, PAD_FILES, PAD_PAGE
from tirelire.server.pages.shared_pad import SHARED_PAD
from tirelire.server.pages.site import ASSETS, LESSONS, PAGES
from tirelire.server.pages.templates import file_mounts
from tirelire.server.settings import Settings, inherited_settings
from tirelire.server.storage.database import connect, now_ms
from tirelire.server.storage.migrate import prepare
from tirelire.server.storage.moderation import ModerationRepository
from tirelire.server.storage.notices import NoticeRepository
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.retention import Retention
from tirelire.server.storage.shared_pads import SharedPads
from tirelire.server.storage.writer import EventWriter
from tirelire.server.streaming.bus import Bus, NullBus, PollingBus
from tirelire.server.tables.clock import HouseClock, uptime_ms
from tirelire.server.tables.house import House

ROUTES = (
    *(PLAY, TABLES, REPLAYS, GAMES, GUESTS, MUTES, NOTICES, ORDERS, ADMIN),
    *(PAD, SHARED_PAD, LESSONS, PAGES, NOTICE_PAGES, PAD_PAGE, ASSETS, PAD_FILES, DOCS),
)
"""All routes; the first are asked for most."""


def create() -> Application:
    """Make the application from the settings of the parent process; for worker processes."""
    return make_app(inherited_settings())


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
    moderation = ModerationRepository(database)
    networks = Networks(moderation, wall)
    quotas = Quotas(networks, settings)
    retention = Retention(database, settings.periods)
    bus = _bus(settings, repository)
    notices = NoticeService(NoticeRepository(database), settings, moderation.notice_key, clock.now)
    house = House(repository, EventWriter(database), clock, bus, quotas, retention, notices)
    cached = CACHED_SHARED if settings.is_shared else CACHED
    guests = Guests(repository, clock.now, quotas, cached, tls=settings.tls)
    streams = StreamLimiter(settings)
    pads = SharedPads(database)
    services = Services(house, guests, settings, streams, networks, moderation, pads, notices)
    access = Access(guests, networks, settings.rate)
    metrics = Metrics(house)

    @asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        await prepare(database)
        await house.start()
        try:
            async with _shared_counts(settings, streams):
                yield
        finally:
            await house.stop()
            await database.dispose()

    operations = all_operations()
    document = openapi_document(operations)
    acl = MetricsACL(settings.watchers)
    operations += operators_routes(Health(repository), metrics, acl, document).operations
    for operation in operations:
        check(operation)
    routes = [*bind(operations, services, access), *file_mounts(site_folder())]
    router = Router(routes, redirect_slashes=False)
    return Application(router, lifespan, services, metrics.count)


def _bus(settings: Settings, repository: Repository) -> Bus:
    if settings.redis:
        from tirelire.server.streaming.redis_bus import RedisBus

        return RedisBus(settings.redis, repository)
    return PollingBus(repository) if settings.is_shared else NullBus()


def _shared_counts(settings: Settings, streams: StreamLimiter) -> AbstractAsyncContextManager[None]:
    """Share the number of streams of each address, where processes have Redis."""
    if not settings.redis:
        return nullcontext()
    from tirelire.server.streaming.redis_bus import RedisCounts

    return RedisCounts(settings.redis, streams.by_address).running()
