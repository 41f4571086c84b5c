"""Talk at a table: it leaves the log in sight, and what was not read has a mark."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.page.browser import ASKING, NARROW
from tests.page.conftest import Welcome

WIDTHS: dict[str, ViewportSize] = {
    "laptop": {"width": 1366, "height": 768},
    "small laptop": {"width": 1280, "height": 720},
}
SIDE = """() => {
  const { left, right, top, bottom } = document.querySelector('.side').getBoundingClientRect();
  const hidden = (one) => {
    const box = one.getBoundingClientRect();
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.top < top - 1 || box.bottom > bottom + 1 || box.left < left - 1
      || box.right > right + 1 || !(one.contains(at) || at?.contains(one));
  };
  const parts = '#log-fold, #log, #people summary, #said, #phrases button, #say > *, #talk button';
  return [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility() && hidden(one))
    .map((one) => one.id || one.textContent);
}"""
"""What stands beside the table and is cut or covered."""


def meet(welcome: Welcome, lang: str, how: dict[str, Any], game: str = "money") -> list[Page]:
    """Let Ann host, and a reader sit with her at a table whose match has begun."""
    ann, reader = welcome(lang), welcome(lang, **how)
    table = ann.table(game, ["open", "open", "regular"], pace=ASKING)
    ann.sit(table, "A", "Ann")
    reader.sit(table, "B", "Émile")
    ann.post(f"/tables/{table}/start")
    pages = [guest.open(f"/t/{table}") for guest in (ann, reader)]
    for page in pages:
        page.locator("#hand label").first.wait_for()
    return pages


def speak(page: Page, times: int) -> None:
    """Say something so often, and wait until it is heard."""
    for n in range(times):
        page.locator("#phrase-nice").click()
        expect(page.locator("#said li")).to_have_count(n + 1)


@pytest.mark.parametrize("lang", ["fr", "en", "de"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_log_stays_in_sight_while_people_talk(welcome: Welcome, width: str, lang: str) -> None:
    ann, reader = meet(welcome, lang, {})
    speak(reader, 9)
    expect(ann.locator("#said li")).to_have_count(9)
    ann.set_viewport_size(WIDTHS[width])
    assert ann.evaluate(SIDE) == []  # as the host, who can close the talk too
    assert ann.locator(".log").evaluate("(log) => log.clientHeight") > 110
    assert ann.locator("#said").evaluate("(said) => said.clientHeight") > 40


def test_words_below_the_screen_have_a_mark_that_leads_to_them(welcome: Welcome) -> None:
    ann, reader = meet(welcome, "fr", NARROW)
    mark = reader.locator("#to-talk")
    expect(mark).to_be_hidden()
    speak(ann, 2)
    expect(mark).to_have_text("2")
    expect(mark).to_have_accessible_name("2 messages non lus")
    expect(mark).to_be_in_viewport()
    expect(reader).to_have_title(re.compile(r"^● \(2\) Money"))
    mark.tap()
    expect(reader.locator("#said")).to_be_in_viewport()
    expect(mark).to_be_hidden()
    expect(reader).to_have_title(re.compile("^● Money"))


def test_a_player_has_one_bubble_which_scrolls_with_their_seat(welcome: Welcome) -> None:
    ann, reader = meet(welcome, "en", NARROW)
    speak(ann, 2)
    bubble = reader.locator(".bubble.said")
    expect(bubble).to_have_count(1)
    bubble.evaluate("(one) => Promise.all(one.getAnimations().map((each) => each.finished))")
    apart = """() => document.querySelector('.bubble.said').getBoundingClientRect().top
      - document.querySelector('#table [data-seat=A]').getBoundingClientRect().top"""
    before = reader.evaluate(apart)
    reader.evaluate("scrollTo(0, 200)")
    assert abs(reader.evaluate(apart) - before) < 1
