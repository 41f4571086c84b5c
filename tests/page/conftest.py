"""Fixtures of the tests in a browser.

The browser lives as long as a module: while it does, no test with an event loop of its own can run
in the same process.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browser import NARROW, PATIENCE, Guest, House, chromium
from tests.programs import CHROMIUM, need

expect.set_options(timeout=PATIENCE)


class Welcome(Protocol):
    """What lets guests in."""

    def __call__(self, lang: str = "en", **how: Any) -> Guest:
        """Let somebody in whom the house does not know."""


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that all tests share; each has tables of its own."""
    need(CHROMIUM)
    served = House(tmp_path_factory.mktemp("house"))
    try:
        served.start()
        yield served
    finally:
        served.end()


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house of one's own, to be killed."""
    need(CHROMIUM)
    served = House(tmp_path_factory.mktemp("mortal"))
    try:
        served.start()
        yield served
    finally:
        served.end()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser that all tests of a module share; each has guests of its own."""
    with chromium() as started:
        yield started


@pytest.fixture
def welcome(browser: Browser, house: House) -> Iterator[Welcome]:
    """Let guests in; nothing may have gone wrong in their pages when they leave."""
    with ExitStack() as leaving:

        def come(lang: str = "en", **how: Any) -> Guest:
            guest = Guest(browser, house, lang, **how)
            leaving.callback(guest.close)
            return guest

        yield come


@pytest.fixture
def pad(welcome: Welcome) -> Page:
    """The pad on a phone, in French."""
    page = welcome("fr", **NARROW).open("/pad")
    page.wait_for_selector("#new-money")
    return page
