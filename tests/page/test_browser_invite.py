"""Inviting: a link and a QR code that others can open, or how to open the house to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pad.hands import Entered
from tests.page.browser import NARROW, Guest, House
from tests.page.conftest import Welcome
from tests.page.players import Player
from tests.page.test_browser_access import tight, violations
from tests.programs import CHROMIUM, need
from tirelire.core.texts import say
from tirelire.server.http.addresses import own_address

COMMANDS = ["make play ARGS=--lan", "tirelire serve --lan"]


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that is open to the network."""
    need(CHROMIUM)
    served = House(tmp_path_factory.mktemp("open"), "--lan")
    try:
        served.start()
        yield served
    finally:
        served.end()


def lobby(guest: Guest) -> Page:
    table = guest.table("money", ["open"] * 3)
    guest.sit(table, "A", "Zoé")
    page = guest.open(f"/t/{table}")
    page.locator("#link").wait_for()
    return page


def device(guest: Guest) -> Page:
    guest.table("money", ["open"] * 3)  # only a guest has something to take along
    page = guest.open("/")
    page.click(".device summary")
    page.click("#device")
    page.locator("#device-link input").wait_for()
    return page


def pad(guest: Guest) -> Page:
    page = guest.open("/pad#new/monopoly")
    page.click("#begin")
    page.click("#share")
    page.locator("#link").wait_for()
    return page


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("where", [lobby, device, pad])
def test_a_house_for_this_computer_alone_says_how_to_open_it(
    welcome: Welcome, lang: str, where: Callable[[Guest], Page]
) -> None:
    page = where(welcome(lang, **NARROW))
    advice = page.locator(".closed-house")
    expect(advice).to_contain_text(say(lang, "page.lobby.closed_house"))
    assert advice.locator("code").all_inner_texts() == COMMANDS
    assert page.locator("svg.qr").count() == 0
    assert not violations(page)
    assert not tight(page)


@pytest.mark.skipif(not own_address(), reason="needs a network")
def test_an_open_house_invites_by_an_address_that_others_reach(
    open_house: House, browser: Browser
) -> None:
    guest = Guest(browser, open_house, "fr")
    origin = f"http://{own_address()}:{open_house.port}"
    page = lobby(guest)
    assert page.locator("#link").input_value() == page.url.replace(open_house.address, origin)
    expect(page.locator("svg.qr")).to_be_visible()
    page = device(guest)
    assert page.locator("#device-link input").input_value().startswith(f"{origin}/me/")
    expect(page.locator("svg.qr")).to_be_visible()
    assert page.locator(".closed-house").count() == 0
    page = pad(guest)
    assert page.locator("#link").input_value().startswith(f"{origin}/pad?lang=fr#s=")
    expect(page.locator("svg.qr")).to_be_visible()
    long = Entered("monopoly", {"target": 50_000}, 6)
    long.deals = [{"seats": [{"points": 100 * (i + n) % 900} for i in range(6)]} for n in range(40)]
    page.evaluate(
        "(one) => localStorage.setItem('tirelire-pad', JSON.stringify([one]))", long.for_page()
    )
    page.goto("/pad#m/x")
    page.reload()
    page.click("#share")
    expect(page.locator("#shared")).to_contain_text(say("fr", "page.pad.qr_long"))
    assert page.locator("svg.qr").count() == 0
    guest.close()


@pytest.mark.skipif(not own_address(), reason="needs a network")
def test_a_guest_of_that_address_can_play(open_house: House, browser: Browser) -> None:
    """A browser offers less over HTTP from another machine: no clipboard, no random UUIDs."""
    open_house.address = f"http://{own_address()}:{open_house.port}"
    guest = Guest(browser, open_house, "fr")
    guest.watch.expected.append("Cross-Origin-Opener-Policy")  # the browser ignores it over HTTP
    page = lobby(guest)
    assert not page.evaluate("window.isSecureContext")
    assert page.locator("#link").input_value() == page.url
    expect(page.locator("svg.qr")).to_be_visible()
    page.click(".invite button")
    expect(page.locator("#shared")).to_have_text(say("fr", "page.lobby.copied"))
    page.click("#start")
    Player(page, haste=1.0).play_until_shown("#log li:has-text('Vous')")
    guest.close()
