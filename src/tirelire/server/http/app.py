"""The house as an application for a server of the ASGI kind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp, Receive, Scope, Send

from tirelire import __version__
from tirelire.server.errors import NotAllowed
from tirelire.server.http.api import API
from tirelire.server.http.authentication import (
    COOKIE,
    REMEMBERED,
    REMEMBERED_SHARED,
    Caller,
    Guests,
)
from tirelire.server.http.exception_handlers import HANDLERS
from tirelire.server.http.headers import Headers
from tirelire.server.http.limiters import RateLimiter
from tirelire.server.http.metrics import Metrics
from tirelire.server.http.metrics_acl import Watchers
from tirelire.server.http.middleware import (
    COMPANY,
    LARGEST_BODY,
    Protected,
    check_origin,
)
from tirelire.server.http.moving import Moves
from tirelire.server.http.request import Visit, visits_to
from tirelire.server.pages.lessons import LEARN
from tirelire.server.pages.pad import PAD, PAD_FILES
from tirelire.server.pages.site import PAGES, PICTURES, file_routers
from tirelire.server.settings import Settings, handed_down
from tirelire.server.storage.database import connect, now_ms, prepare
from tirelire.server.storage.repository import Store
from tirelire.server.storage.writer import Writer
from tirelire.server.streaming.bus import Alone, Bus, Looking
from tirelire.server.tables.clock import HouseClock, uptime_ms
from tirelire.server.tables.house import House


def create() -> Protected:
    """Make the application from the settings that were handed down; for worker processes."""
    return make_app(handed_down())


def make_app(
    settings: Settings, wall: Callable[[], int] = now_ms, uptime: Callable[[], int] = uptime_ms
) -> Protected:
    """Make the application; the database is opened when it starts."""
    database = connect(settings.database)
    store = Store(database, wall)
    remembered = REMEMBERED_SHARED if settings.is_shared else REMEMBERED
    clock = HouseClock(store, uptime)
    guests = Guests(store, clock.now, remembered)
    of_guests, of_addresses = RateLimiter(settings.rate), RateLimiter(settings.rate * COMPANY)
    house = House(store, Writer(database), clock, Alone())
    house.bus = _bus(settings, house)
    metrics = Metrics(house)
    watchers = Watchers(settings.watchers)

    def from_where(scope: Scope) -> str:
        """Return where a request comes from, unless too many come from there."""
        place: str = scope["state"]["address"]
        of_addresses.take(place)
        return place

    async def meet(scope: Scope, headers: Headers) -> Caller:
        """Find out who asks, whether for a foreign page, and whether too often."""
        check_origin(str(scope.get("method")), headers)
        place = from_where(scope)
        guest = None
        try:
            found = await guests.caller(headers)
            guest = found.guest
        finally:
            of_guests.take(guest or place)
        return found

    def at_the_door(app: ASGIApp) -> ASGIApp:
        """Meet whoever asks."""

        async def enter(scope: Scope, receive: Receive, send: Send) -> None:
            if "caller" not in scope["state"]:
                scope["state"]["caller"] = await meet(scope, Headers(scope["headers"]))
            await app(scope, receive, send)

        return enter

    def at_the_window(app: ASGIApp) -> ASGIApp:
        """Let somebody look in whom nobody meets, but not too often."""

        async def enter(scope: Scope, receive: Receive, send: Send) -> None:
            from_where(scope)
            await app(scope, receive, send)

        return enter

    @asynccontextmanager
    async def open_house(_app: Litestar) -> AsyncIterator[None]:
        await prepare(database)
        await house.start()
        try:
            yield
        finally:
            await house.stop()
            await database.dispose()

    @get("/healthz", include_in_schema=False)
    async def healthz() -> dict[str, str]:
        """Tell whether the house can read what it keeps."""
        await asyncio.wait_for(store.answers(), 5)
        return {"status": "open"}

    @get("/metrics", include_in_schema=False, media_type="text/plain")
    async def show_metrics(request: Visit) -> str:
        """Show what can be watched, to whoever runs the house."""
        if not watchers.has(request.scope["client"], Headers(request.scope["headers"])):
            raise NotAllowed("watchers")
        return await metrics.text()

    app = Litestar(
        route_handlers=[
            Router("/", route_handlers=[API, PAGES, PAD, LEARN], middleware=[at_the_door]),
            Router("/", route_handlers=[healthz, show_metrics], middleware=[at_the_window]),
            *(*file_routers(), PICTURES, PAD_FILES),
        ],
        request_class=visits_to(house, guests, settings),
        exception_handlers=HANDLERS,
        lifespan=[open_house],
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="Tirelire",
            version=__version__,
            openapi_router=Router(
                "/schema", route_handlers=[], include_in_schema=False, after_request=refuse_as_json
            ),
            render_plugins=[JsonRenderPlugin(path="/")],
            use_handler_docstrings=True,
            security=[{}, {"cookie": []}, {"token": []}],
            components=Components(
                security_schemes={
                    "cookie": SecurityScheme(
                        type="apiKey", name=COOKIE, security_scheme_in="cookie"
                    ),
                    "token": SecurityScheme(type="http", scheme="bearer"),
                }
            ),
        ),
        logging_config=None,
    )
    app.state.house = house
    return Protected(app, Moves(house, meet, app), settings, metrics.count)


def refuse_as_json(response: Response[Any]) -> Response[Any]:
    """Refuse what is not there as everywhere else; the framework has a page of its own for it."""
    if response.status_code == 404:
        raise NotFoundException
    return response


def _bus(settings: Settings, house: House) -> Bus:
    def listened_to() -> list[str]:
        return [table for table, live in house.lives.items() if live.listeners]

    if settings.redis:
        from tirelire.server.streaming.redis_bus import OverRedis

        return OverRedis(settings.redis, house.store, listened_to)
    if settings.is_shared:
        return Looking(house.store, listened_to)
    return Alone()
