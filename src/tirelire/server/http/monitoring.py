"""Monitoring: health, figures and the description of the API, for operators and programs."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from time import monotonic
from typing import Any

from msgspec import json
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

from tirelire.server.errors import DatabaseUnavailable, Forbidden
from tirelire.server.http.addresses import forwarded_for, is_in, read_networks
from tirelire.server.http.request import Request
from tirelire.server.http.responses import JSONResponse
from tirelire.server.http.routing import ADDRESS, Routes
from tirelire.server.schemas.responses import Healthy
from tirelire.server.storage.failures import Reason, reason_of
from tirelire.server.storage.repository import Repository
from tirelire.server.storage.retention import row_counts, size_in_bytes
from tirelire.server.tables.house import House

LOG = logging.getLogger("tirelire.server")
CACHED = 1.0
"""Seconds for which an answer counts: however many ask, one row is written in this time."""
TIMEOUT = 5.0
"""Seconds in which the database must answer."""


class Health:
    """Stores and removes a row when it is asked, once for all who ask at the same time."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._lock = asyncio.Lock()
        self._until = 0.0
        self._reason: Reason | None = None

    async def reason(self) -> Reason | None:
        """Return why nothing can be stored; None if all is well."""
        async with self._lock:
            if monotonic() >= self._until:
                self._note(await self._probe())
                self._until = monotonic() + CACHED
        return self._reason

    async def _probe(self) -> Exception | None:
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._repository.answers()
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            return error
        return None

    def _note(self, error: Exception | None) -> None:
        """Note the outcome; the log tells when it changes."""
        reason = None if error is None else reason_of(error)
        if reason != self._reason:
            if reason is None:
                LOG.info("the house can store again")
            else:
                LOG.error("the house cannot store: %s (%s)", reason, type(error).__name__)
        self._reason = reason


COUNTED_EVERY = 60.0
"""Seconds between two counts of the rows."""


class Metrics:
    """Counts, and writes the counts as Prometheus reads them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._began = monotonic()
        self.answers: Counter[int] = Counter()
        self._measured = -COUNTED_EVERY
        self._size: tuple[int, dict[str, int]] = (0, {})

    def count(self, status: int) -> None:
        """Count an answer."""
        self.answers[status] += 1

    async def _stored(self) -> tuple[int, dict[str, int]]:
        """Return the size of the database and its rows by kind; counting many takes a while."""
        if monotonic() - self._measured >= COUNTED_EVERY:
            database = self._house.repository.database
            self._size = await size_in_bytes(database), await row_counts(database)
            self._measured = monotonic()
        return self._size

    async def text(self) -> str:
        """Write all figures."""
        house = self._house
        sessions = list(house.sessions.by_id.values())
        lines = [
            "# TYPE tirelire_up_seconds gauge",
            f"tirelire_up_seconds {monotonic() - self._began:.0f}",
            "# TYPE tirelire_moves_total counter",
            f"tirelire_moves_total {house.sessions.events_stored}",
            "# TYPE tirelire_tables_in_memory gauge",
            f"tirelire_tables_in_memory {len(sessions)}",
            "# TYPE tirelire_streams gauge",
            f"tirelire_streams {sum(len(session.subscriptions) for session in sessions)}",
            "# TYPE tirelire_answers_total counter",
        ]
        for code, count in sorted(self.answers.items()):
            lines.append(f'tirelire_answers_total{{status="{code}"}} {count}')
        lines.append("# TYPE tirelire_tables gauge")
        for status, count in sorted((await house.repository.counts()).items()):
            lines.append(f'tirelire_tables{{status="{status}"}} {count}')
        size, rows = await self._stored()
        lines += ["# TYPE tirelire_database_bytes gauge", f"tirelire_database_bytes {size}"]
        lines.append("# TYPE tirelire_rows gauge")
        lines += [f'tirelire_rows{{kind="{kind}"}} {count}' for kind, count in rows.items()]
        return "\n".join(lines) + "\n"


class MetricsACL:
    """The addresses that may read the metrics."""

    def __init__(self, text: str) -> None:
        self._networks = read_networks(text)

    def allows(self, client: tuple[str, int] | None, headers: Headers) -> bool:
        """Tell whether a request comes from one of them.

        Behind a proxy, both the proxy and the client that it names must be listed. A client without
        a proxy can name any address, but cannot change its own.
        """
        places = [client[0] if client else "", *forwarded_for(headers)[-1:]]
        is_allowed = all(is_in(place, self._networks) for place in places)
        return "forwarded" not in headers and is_allowed


def operations(
    health: Health, metrics: Metrics, acl: MetricsACL, document: dict[str, Any]
) -> Routes:
    """Make the routes."""
    routes = Routes(access=ADDRESS)
    described = json.encode(document)

    @routes.get("/healthz")
    async def healthz(_request: Request) -> JSONResponse:
        """Tell whether the house can store something, and if not, why."""
        reason = await health.reason()
        if reason is not None:
            raise DatabaseUnavailable("away", reason=reason)
        return JSONResponse(json.encode(Healthy()))

    @routes.get("/metrics")
    async def show_metrics(request: Request) -> PlainTextResponse:
        """Show the metrics to the owner of the house."""
        if not acl.allows(request.scope["client"], request.headers):
            raise Forbidden("watchers")
        return PlainTextResponse(await metrics.text())

    @routes.get("/schema")
    async def schema(_request: Request) -> JSONResponse:
        """Show the OpenAPI document."""
        return JSONResponse(described, media_type="application/vnd.oai.openapi+json")

    return routes
