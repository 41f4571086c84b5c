"""The score pad with friends: they scan a code, enter their own hands, and the owner gets them."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW
from tests.page.conftest import Welcome
from tests.page.score_pad import begin, count, enter_sets, finish, press, totals
from tests.page.test_browser_access import tight, violations


def link_of(page: Page) -> str:
    """Share the pad, and return the path of the link that friends scan."""
    press(page, "friends")
    page.wait_for_selector("#friends-link")
    parts = urlsplit(page.input_value("#friends-link"))
    return f"{parts.path}?{parts.query}#{parts.fragment}"


@pytest.mark.parametrize(
    ("lang", "came", "sent"),
    [
        ("fr", "Reçu : la main de Bob.", "arrivée"),
        ("en", "Received: the hand of Bob.", "in the pad"),
    ],
)
def test_a_friend_enters_their_own_hand_by_link(
    welcome: Welcome, lang: str, came: str, sent: str
) -> None:
    owner = welcome(lang, **NARROW).open("/pad")
    begin(owner, "monopoly", ["Zoé", "Bob"])
    count(owner, "out-nobody")
    link = link_of(owner)
    assert not violations(owner)
    assert not tight(owner)
    friend = welcome(lang, **NARROW).open(link)
    press(friend, "me-1", "YEL-0", "count-GO-1")
    assert not violations(friend)
    assert not tight(friend)
    press(friend, "send")
    expect(friend.locator("#friend-state")).to_contain_text(sent)
    expect(owner.locator("#friends-state")).to_contain_text(came[:6])
    expect(owner.locator("#seat-1 b")).to_have_text("500")
    expect(owner.locator("#seat-1 .tick")).to_have_text("✓")
    press(friend, "count-GO-2", "send")  # a correction
    expect(owner.locator("#seat-1 b")).to_have_text("700")
    press(owner, "out-1")  # the owner says who went out: then there is a reward
    expect(friend.locator(".pad-reward")).to_be_visible()
    press(owner, "seat-0", "nothing-0")
    finish(owner)
    assert totals(owner) == [0, 700]
    expect(friend.locator("#head")).to_contain_text("2")  # the next deal
    expect(friend.locator("#YEL-0[aria-pressed=false]")).to_have_count(1)


def test_a_stack_and_points_arrive_as_they_were_entered(welcome: Welcome) -> None:
    owner = welcome("fr", **NARROW).open("/pad")
    begin(owner, "cache_ton_cash", ["Zoé", "Bob", "Ann"])
    count(owner)
    link = link_of(owner)
    bob = welcome("fr", **NARROW).open(link)
    press(bob, "me-1")
    enter_sets(bob, "AUTO 3 OR 1", "BD 4")
    press(bob, "send")
    ann = welcome("fr", **NARROW).open(link)
    press(ann, "me-2")
    ann.fill("#points-2", "90K")
    press(ann, "send")
    zoe = welcome("fr", **NARROW).open(link)
    press(zoe, "me-0", "send")  # nothing to count
    expect(owner.locator("#missing")).to_have_text("")
    finish(owner)
    assert totals(owner) == [0, 95 + 20, 90]


def test_without_the_house_the_pad_goes_on(welcome: Welcome) -> None:
    guest = welcome("fr", **NARROW)
    guest.watch.expected += ["ERR_INTERNET_DISCONNECTED", "failed"]
    owner = guest.open("/pad")
    begin(owner, "monopoly", ["Zoé", "Bob"])
    owner.wait_for_function("() => navigator.serviceWorker.controller !== null")
    count(owner, "out-nobody")
    link_of(owner)
    guest.context.set_offline(True)
    expect(owner.locator("#friends-state")).to_contain_text("ne répond pas")
    press(owner, "YEL-0", "next", "RED-0")
    finish(owner)
    assert totals(owner) == [300, 250]


def test_a_link_that_is_gone_says_so(welcome: Welcome) -> None:
    guest = welcome("en", **NARROW)
    guest.watch.expected.append("404")
    page = guest.open("/pad#f/nosuchpad")
    expect(page.locator("#friend-state")).to_contain_text("no longer shared")
