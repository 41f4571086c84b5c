"""Every language on the pages: the switch lists them, and their words fit a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.browser import NARROW
from tests.page.conftest import Welcome
from tirelire.core.languages import LANGUAGES, conventions
from tirelire.core.texts import say
from tirelire.games import GAMES

PATHS = ["/", "/pad", "/privacy", *(f"/{kind}/{x}" for x in GAMES for kind in ("new", "rules"))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_switch_leads_to_every_other_language(welcome: Welcome, lang: str) -> None:
    guest = welcome(lang)
    page = guest.open("/")
    others = [one for one in LANGUAGES if one != lang]
    links = page.locator(".top .switch")
    assert [link.get_attribute("hreflang") for link in links.all()] == others
    assert links.all_inner_texts() == [conventions(one).name for one in others]
    page.locator("#settings").click()
    expect(page.locator(".languages a")).to_have_text([conventions(x).name for x in others])
    page.locator(f".languages a[hreflang={others[-1]}]").click()
    expect(page.locator("html")).to_have_attribute("lang", others[-1])
    expect(page.locator("h1")).to_have_text(say(others[-1], "page.entrance.title"))
    guest.open("/pad")  # the choice is remembered
    expect(page.locator("html")).to_have_attribute("lang", others[-1])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_is_wider_than_a_phone(welcome: Welcome, lang: str) -> None:
    guest = welcome(lang, **NARROW)
    wide = {}
    for path in PATHS:
        page = guest.open(path)
        if path.startswith("/new/"):
            page.click("summary")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > NARROW["viewport"]["width"]:
            wide[path] = width
    assert wide == {}


def test_the_pad_speaks_german_without_a_network(welcome: Welcome) -> None:
    guest = welcome("de", **NARROW)
    page = guest.open("/pad")
    page.locator("#new-money").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    guest.context.set_offline(True)
    guest.watch.expected += ["ERR_INTERNET_DISCONNECTED", "Failed to fetch"]
    page.goto("/pad?lang=de")
    page.locator("#new-cash_oder_crash").click()
    expect(page.locator("main")).to_contain_text(say("de", "page.pad.names"))
    guest.context.set_offline(False)
