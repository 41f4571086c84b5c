"""Where a guest is told that it is their turn: a dialog, a worker for pushes, and signed links."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browser import NARROW, WIDE, Guest, House, until
from tests.programs import CHROMIUM, need
from tests.server.receivers import Browser as Keys
from tests.server.receivers import mail_server
from tirelire.core.texts import say
from tirelire.server.notices.channels import new_push_key

WORKER = "/static/js/notices/worker.js"
PUSHABLE = """
(endpoint) => {
  PushManager.prototype.subscribe = async function (given) {
    globalThis.given = given;
    return { toJSON: () => endpoint };
  };
  Notification.requestPermission = async () => { globalThis.asked = true; return 'granted'; };
}
"""
"""A browser that a push service would know: none can be reached from a test."""
NOTE_MESSAGES = """
() => {
  self.shown = [];
  self.registration.showNotification = async (title, { body, data }) => {
    self.shown.push({ title, body, data });
  };
}
"""
"""Lets a worker note what it would show: a browser without a window shows nothing."""


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that tells people when it is their turn."""
    need(CHROMIUM)
    with mail_server() as (_, smtp):
        served = House(tmp_path_factory.mktemp("telling"))
        served.more = (
            *("--public-url", served.address, "--push-key", new_push_key(), "--webhooks"),
            *("--smtp", smtp, "--mail-from", "house@example.org"),
        )
        try:
            served.start()
            yield served
        finally:
            served.end()


def open_dialog(page: Page) -> None:
    """Open the dialog of messages, by way of the settings."""
    page.click("#settings")
    page.click("#set-notices")
    expect(page.locator(".notices[open]")).to_be_visible()


@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_addresses_are_added_chosen_for_a_table_and_removed(
    browser: Browser, telling: House, how: dict[str, Any]
) -> None:
    guest = Guest(browser, telling, "fr", **how)
    table = guest.begin("cash_oder_crash", 2)
    page = guest.open(f"/t/{table}")
    open_dialog(page)
    page.fill("#notice-webhook", "https://example.org/mon-tour")
    page.press("#notice-webhook", "Enter")
    entry = page.locator(".addresses li")
    expect(entry).to_have_count(1)
    expect(entry.locator("input")).to_be_checked()
    page.fill("#notice-email", "ada@example.org")
    page.press("#notice-email", "Enter")
    expect(page.locator("#notices-said")).to_have_text(say("fr", "page.notices.email_sent"))
    expect(entry).to_have_count(2)
    expect(entry.nth(1)).to_contain_text(say("fr", "page.notices.unconfirmed"))
    assert len(guest.get(f"/tables/{table}/notices")["addresses"]) == 2
    entry.nth(0).locator("input").uncheck()
    expect(entry.nth(0).locator("input")).not_to_be_checked()
    page.fill("#quiet-from", "22:00")
    page.fill("#quiet-until", "07:30")
    page.press("#quiet-until", "Enter")
    expect(page.locator("#notices-said")).to_have_text(say("fr", "page.notices.kept"))
    assert guest.get("/me/notices")["quiet"]["ends"] == 7 * 60 + 30
    assert page.evaluate(
        "() => { const box = document.querySelector('.notices');"
        " return box.scrollWidth <= box.clientWidth; }"
    )
    entry.nth(0).locator("button").click()
    expect(entry).to_have_count(1)
    page.click("#notices-close")
    guest.close()


def test_a_url_that_is_not_public_is_refused_in_words(browser: Browser, telling: House) -> None:
    guest = Guest(browser, telling, "fr", **WIDE)
    page = guest.open("/")
    open_dialog(page)
    guest.watch.expected.append("422")
    page.fill("#notice-webhook", "https://127.0.0.1/x")
    page.press("#notice-webhook", "Enter")
    expect(page.locator("#notices-said")).to_have_text(say("fr", "refusal.house.target"))
    guest.close()


def test_a_browser_is_asked_on_a_press_and_shows_what_the_house_says(
    browser: Browser, telling: House
) -> None:
    guest = Guest(browser, telling, "fr", **WIDE)
    guest.context.grant_permissions(["notifications"], origin=telling.address)
    page = guest.open("/")
    made = Keys().subscription("https://push.example.org/x")
    keys = {"p256dh": made["p256dh"], "auth": made["auth"]}
    page.evaluate(PUSHABLE, {"endpoint": made["endpoint"], "keys": keys})
    open_dialog(page)
    assert page.evaluate("globalThis.asked") is None
    page.click("#notice-push")
    expect(page.locator(".addresses li")).to_contain_text(say("fr", "page.notices.push"))
    offered = guest.get("/me/notices")["push_key"]
    assert page.evaluate("given.applicationServerKey") == offered
    page.evaluate("async (path) => { await navigator.serviceWorker.register(path); }", WORKER)
    page.wait_for_function(
        "async (path) => (await navigator.serviceWorker.getRegistration(path))?.active", arg=WORKER
    )
    message = {"title": "Money!", "body": "C’est votre tour.", "url": f"{telling.address}/t/x"}
    (worker,) = guest.context.service_workers
    worker.evaluate(NOTE_MESSAGES)
    deliver(page, telling.address, json.dumps(message))
    until(lambda: worker.evaluate("() => self.shown.length"), "no message is shown")
    shown = worker.evaluate("() => self.shown")
    assert shown == [{"title": "Money!", "body": "C’est votre tour.", "data": message["url"]}]
    guest.close()


def deliver(page: Page, origin: str, data: str) -> None:
    """Let the browser hand a message to the worker, as its push service would."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    tools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[0], "data": data},
    )


def test_a_house_that_tells_nobody_does_not_offer_it(browser: Browser, house: House) -> None:
    guest = Guest(browser, house, "fr", **WIDE)
    page = guest.open("/")
    page.click("#settings")
    expect(page.locator(".settings[open]")).to_be_visible()
    expect(page.locator("#set-notices")).to_have_count(0)
    guest.close()
