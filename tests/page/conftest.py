"""Fixtures of the tests in a browser.

The browser lives as long as a module: while it does, no test with an event loop of its own can run
in the same process.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browser import NARROW, PATIENCE, Guest, House, chromium
from tests.programs import CHROMIUM, need

expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to the report of a failed test what its guests see, and what its house logged last."""
    report = yield
    if report.failed:
        for given in item.funcargs.values():
            if isinstance(given, Door):
                for guest in given.guests:
                    report.sections.append(("a guest sees", guest.describe()))
                report.sections.append(("log of the house", given.house.last_log()))
            if isinstance(given, House):
                report.sections.append(("log of the house", given.last_log()))
    return report


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


class Door:
    """Lets guests into a house, and remembers them."""

    def __init__(self, browser: Browser, house: House, leaving: ExitStack) -> None:
        self.house = house
        self.guests: list[Guest] = []
        self._browser = browser
        self._leaving = leaving

    def __call__(self, lang: str = "en", **how: Any) -> Guest:
        guest = Guest(self._browser, self.house, lang, **how)
        self._leaving.callback(guest.close)
        self.guests.append(guest)
        return guest


@pytest.fixture
def welcome(browser: Browser, house: House) -> Iterator[Welcome]:
    """Let guests in; nothing may have gone wrong in their pages when they leave."""
    with ExitStack() as leaving:
        yield Door(browser, house, leaving)


@pytest.fixture
def pad(welcome: Welcome) -> Page:
    """The pad on a phone, in French."""
    page = welcome("fr", **NARROW).open("/pad")
    page.wait_for_selector("#new-money")
    return page
