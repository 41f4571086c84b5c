"""Fixtures of the tests in a browser.

The browser lives as long as a module: while it does, no test with an event loop of its own can run
in the same process.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, expect

from tests.page.browser import PATIENCE, Guest, House, chromium, need_chromium

expect.set_options(timeout=PATIENCE)


class Welcome(Protocol):
    """What lets guests in."""

    def __call__(self, lang: str = "en", **how: Any) -> Guest:
        """Let somebody in whom the house does not know."""


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that all tests share; each has tables of its own."""
    need_chromium()
    served = House(tmp_path_factory.mktemp("house"))
    try:
        served.start()
        yield served
    finally:
        served.end()


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house of one's own, to be killed."""
    need_chromium()
    served = House(tmp_path_factory.mktemp("mortal"))
    try:
        served.start()
        yield served
    finally:
        served.end()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser that all tests of a module share; each has guests of its own."""
    need_chromium()
    with chromium() as started:
        yield started


@pytest.fixture
def welcome(browser: Browser, house: House) -> Iterator[Welcome]:
    """Let guests in; nothing may have gone wrong in their pages when they leave."""
    guests: list[Guest] = []

    def come(lang: str = "en", **how: Any) -> Guest:
        guests.append(Guest(browser, house, lang, **how))
        return guests[-1]

    yield come
    for guest in guests:
        guest.close()
    for guest in guests:
        guest.watch.check()
