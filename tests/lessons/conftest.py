"""Fixtures of the tests of the lessons' routes: a house that all of them share."""

from __future__ import annotations

from tests.server.conftest import anyio_backend, house

__all__ = ["anyio_backend", "house"]
