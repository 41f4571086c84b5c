"""The lobby: who hosts, who is there, talk, and news of who comes and goes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.browser import NARROW, WIDE, Guest
from tests.page.conftest import Welcome
from tests.page.test_browser_access import tight, violations
from tirelire.core.texts import say

COUNT_SOUNDS = """
(() => {
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.tones += 1;
    return start.apply(this, when);
  };
})();
"""
"""A script that counts tones."""


def lobby(host: Guest, seats: list[str]) -> str:
    """Set a table, and open its lobby as the host."""
    table = host.table("money", seats)
    host.sit(table, "A", "Ann")
    host.open(f"/t/{table}").locator("#start").wait_for()
    return table


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_lobby_says_who_hosts_and_who_is_there(
    welcome: Welcome, lang: str, how: dict[str, object]
) -> None:
    ann, bob = welcome(lang, **how), welcome(lang)
    table = lobby(ann, ["open", "open", "cautious"])
    hosting = ann.page.locator(".places li", has_text="Ann")
    expect(hosting.locator(".host")).to_have_text(say(lang, "page.lobby.host"))
    bot = ann.page.locator(".places li.bot")
    expect(bot.locator("small")).to_contain_text(say(lang, "page.character.cautious"))
    bob.sit(table, "B", "Bob")
    other = ann.page.locator(".places li", has_text="Bob").locator(".presence")
    expect(other).to_have_text(say(lang, "page.lobby.not_here"))
    page = bob.open(f"/t/{table}")
    expect(other).to_have_text(say(lang, "page.lobby.here"))
    expect(page.locator(".presence")).to_have_text(say(lang, "page.lobby.here"))
    bob.open("/")
    expect(other).to_have_text(say(lang, "page.lobby.not_here"))
    assert not violations(ann.page)
    assert not tight(ann.page)


def test_people_talk_before_the_match_and_go_on_in_it(welcome: Welcome) -> None:
    ann, bob = welcome(), welcome()
    table = lobby(ann, ["open", "open", "novice"])
    bob.sit(table, "B", "Bob")
    page = bob.enter(table, "B")
    page.fill("#words", "Hello!")
    page.keyboard.press("Enter")
    expect(ann.page.locator("#said li")).to_have_text("Bob Hello!")
    ann.page.click("#start")
    ann.page.locator("#hand label").first.wait_for()
    expect(ann.page.locator("#game #said li")).to_have_text("Bob Hello!")


@pytest.mark.parametrize("sound", ["on", "off"])
def test_somebody_who_comes_is_heard_and_told(welcome: Welcome, sound: str) -> None:
    ann, bob = welcome("fr"), welcome("fr")
    ann.context.add_init_script(COUNT_SOUNDS)
    ann.open("/").evaluate(
        "(sound) => localStorage.setItem('tirelire-settings', JSON.stringify({ sound }))", sound
    )
    table = lobby(ann, ["open", "open", "open"])
    ann.page.click("h2")  # browsers allow sound after a press
    bob.sit(table, "B", "Bob")
    expect(ann.page.locator("#told")).to_have_text(say("fr", "page.news.sits", who="Bob"))
    assert (ann.page.evaluate("window.tones") > 0) == (sound == "on")
    bob.post(f"/tables/{table}/leave", {"seat": "B"})
    expect(ann.page.locator("#told")).to_have_text(say("fr", "page.news.leaves", who="Bob"))


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_table_is_told_for_whom_a_bot_plays(welcome: Welcome, lang: str) -> None:
    ann, bob = welcome(lang), welcome(lang)
    table = lobby(ann, ["open", "open", "novice"])
    bob.sit(table, "B", "Bob")
    bob.enter(table, "B")
    ann.page.click("#start")
    ann.page.locator("#hand label").first.wait_for()
    bob.post(f"/tables/{table}/leave", {"seat": "B"})
    news = ann.page.locator("#log .news")
    expect(news.last).to_have_text(say(lang, "page.news.away", who="Bob"))
    expect(ann.page.locator(".seat[data-seat=B] .face")).to_contain_class("away")
    bob.post(f"/tables/{table}/return", {"seat": "B"})
    expect(news.last).to_have_text(say(lang, "page.news.back", who="Bob"))
    expect(ann.page.locator(".seat[data-seat=B] .face")).not_to_contain_class("away")


def test_a_look_is_changed_in_the_lobby(welcome: Welcome) -> None:
    ann, bob = welcome(), welcome()
    table = lobby(ann, ["open", "open", "novice"])
    bob.open(f"/t/{table}")
    ann.page.click(".change")
    ann.page.fill("#profile-name", "Anna")
    ann.page.check("#my-face-frog")
    ann.page.check("#my-colour-3")
    ann.page.click("#profile-keep")
    seen = bob.page.locator(".places li", has_text="Anna").locator(".face")
    expect(seen).to_have_class("face seat-colour-3")
    expect(seen.locator("img")).to_have_attribute("src", "/art/house/face-frog.svg")
    assert ann.page.evaluate("localStorage.getItem('tirelire-name')") == "Anna"


def test_a_newcomer_sits_down_with_a_face(welcome: Welcome) -> None:
    ann, bob = welcome(), welcome()
    table = lobby(ann, ["open", "open", "novice"])
    page = bob.open(f"/t/{table}")
    page.fill("#name", "Bob")
    page.click("#look")
    expect(page.locator("#profile-name")).to_have_value("Bob")
    page.check("#my-face-bear")
    page.click("#profile-keep")
    seen = ann.page.locator(".places li", has_text="Bob").locator(".face img")
    expect(seen).to_have_attribute("src", "/art/house/face-bear.svg")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_signs_in_the_head_of_a_table_are_named_where_the_mouse_rests(
    welcome: Welcome, lang: str
) -> None:
    guest = welcome(lang)
    lobby(guest, ["open", "open", "novice"])
    for sign in guest.page.locator(".top [data-brief]").all():
        assert sign.get_attribute("title") == (sign.text_content() or "").strip()
