"""The event loop: uvloop where it is installed, asyncio's own elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new event loop, and return its result."""
    try:
        import uvloop
    except ImportError:  # there is none for Windows
        return asyncio.run(work)
    return uvloop.run(work)
