"""Routes for operators and tools: health, metrics, the OpenAPI document."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec import json
from starlette.responses import PlainTextResponse

from tirelire.server.errors import Forbidden
from tirelire.server.http.metrics import Metrics
from tirelire.server.http.metrics_acl import MetricsACL
from tirelire.server.http.request import Request
from tirelire.server.http.routing import ADDRESS, JSONResponse, Routes

HEALTH_TIMEOUT = 5.0
"""Seconds in which the database must answer."""


def operations(metrics: Metrics, acl: MetricsACL, document: dict[str, Any]) -> Routes:
    """Make the routes."""
    routes = Routes(access=ADDRESS)

    @routes.get("/healthz")
    async def health(request: Request) -> JSONResponse:
        """Tell whether the house can read its database."""
        await asyncio.wait_for(request.house.repository.answers(), HEALTH_TIMEOUT)
        return JSONResponse(json.encode({"status": "open"}))

    @routes.get("/metrics")
    async def show_metrics(request: Request) -> PlainTextResponse:
        """Show the metrics to the owner of the house."""
        if not acl.allows(request.scope["client"], request.headers):
            raise Forbidden("watchers")
        return PlainTextResponse(await metrics.text())

    @routes.get("/schema")
    async def schema(_request: Request) -> JSONResponse:
        """Show the OpenAPI document."""
        return JSONResponse(json.encode(document), media_type="application/vnd.oai.openapi+json")

    return routes
