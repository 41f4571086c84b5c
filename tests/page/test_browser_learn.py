"""Lessons in a browser, by clicks, taps and keys: mistakes are explained, a real table follows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW, PROBLEM, REFUSED, STILL
from tests.page.conftest import Welcome
from tests.page.players import Press, by_finger, by_keyboard, by_mouse, raw_keys
from tirelire.core.texts import say
from tirelire.games import GAMES
from tirelire.lessons.script import Step, judge, lesson, picture_words, words

BECKONS = """() => {
  const one = document.querySelector('.beckon');
  return one && (one.querySelector('input') ?? one).id;
}"""
PULSE = """() => {
  const one = document.querySelector('.beckon');
  const drawn = one.matches('.held') ? one.querySelector('.card') : one;
  return [drawn.getAnimations().length, getComputedStyle(drawn).outlineStyle];
}"""
MOST_PRESSES = 6
"""More than any step needs."""


def for_pointer(page: Page, text: str) -> str:
    """Choose the words of a text for a mouse or for a finger, as the page does."""
    is_coarse = page.evaluate("matchMedia('(pointer: coarse)').matches")
    return re.sub(r"\[([^|\]]*)\|([^\]]*)\]", r"\2" if is_coarse else r"\1", text)


def press_what_pulses(page: Page, press: Press) -> None:
    """Press the thing that pulses, and the next one, until the step is done."""
    for _ in range(MOST_PRESSES):
        page.locator(".beckon, #next, dialog.question[open]").first.wait_for()
        if page.locator("#next").count():
            return
        if page.locator("dialog.question[open]").count():
            page.evaluate(
                "document.querySelector('dialog.question button[value=yes]').id = 'confirm-yes'"
            )
            press(page, "confirm-yes")
            page.locator("#next").wait_for()
            return
        ident = page.evaluate(BECKONS)
        press(page, ident)
        page.wait_for_function(
            f"(was) => ({BECKONS})() !== was || document.querySelector('dialog.question[open]')",
            arg=ident,
        )
    raise AssertionError("the step is not done by what pulses")


def walk(page: Page, game: str, chapter: str, press: Press) -> Iterator[Step]:
    """Do a chapter by what pulses; yield each step twice, when it is shown and when it is done."""
    press(page, f"chapter-{chapter}")
    found = lesson(game).chapter(chapter)
    assert found is not None
    for number, step in enumerate(found.steps, 1):
        page.wait_for_function(
            "(hash) => location.hash === hash && document.querySelector('.beckon')",
            arg=f"#{chapter}-{number}",
        )
        yield step
        press_what_pulses(page, press)
        if ends(step):
            expect(page.locator("#sheet[open] button").last).to_be_visible()
            page.locator("#sheet[open] button").last.press("Enter")
        expect(page.locator("#next")).to_be_focused()
        yield step
        press(page, "next")
    expect(page.locator("#end > h2")).to_be_focused()


def ends(step: Step) -> bool:
    """Tell whether a step ends the deal, so that its score is shown."""
    verdict = judge(step, step.right[0])
    assert verdict.prepared is not None
    return step.after(verdict.prepared).ended != "running"


def complete(page: Page, game: str, lang: str, press: Press) -> list[str]:
    """Do every step of every chapter; return what was wrong on the way."""
    problems = list[str]()
    for chapter in lesson(game).chapters:
        shown = list[str]()
        for step in walk(page, game, chapter.id, press):
            said, text = words(game, step.id, lang), page.locator("#question")
            if step.id in shown:
                expect(text).to_contain_text(for_pointer(page, said.done))
            else:
                expect(text).to_have_text(for_pointer(page, said.text))
            shown.append(step.id)
            problems += raw_keys(page)
        expect(page.locator(f"#chapter-{chapter.id}")).to_contain_text("✓")
    return problems


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_completed_by_clicks(welcome: Welcome, game: str, lang: str) -> None:
    guest = welcome(lang)
    guest.introduce()
    page = guest.open(f"/learn/{game}")
    assert not complete(page, game, lang, by_mouse)
    page.click("#practise")
    page.wait_for_url(re.compile("/t/"))
    table = guest.get(f"/tables/{page.url.rsplit('/', 1)[1]}")
    assert table["status"] == "running"
    assert [seat["bot"] for seat in table["seats"]][1:] == lesson(game).practice["seats"][1:]
    assert table["options"].items() >= lesson(game).practice["options"].items()


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_completed_on_a_phone(welcome: Welcome, game: str) -> None:
    page = welcome("fr", **NARROW).open(f"/learn/{game}")
    assert not complete(page, game, "fr", by_finger)


def test_a_lesson_is_completed_by_keyboard(welcome: Welcome) -> None:
    page = welcome().open("/learn/cash_oder_crash")
    assert not complete(page, "cash_oder_crash", "en", by_keyboard)


def test_a_lesson_is_completed_without_motion(welcome: Welcome) -> None:
    page = welcome("fr", **STILL).open("/learn/money")
    assert not complete(page, "money", "fr", by_mouse)


@pytest.mark.parametrize("game", GAMES)
def test_the_goal_comes_first_with_a_picture(welcome: Welcome, game: str) -> None:
    page = welcome("fr").open(f"/learn/{game}")
    goal = page.locator("#start .picture-goal")
    expect(goal).to_contain_text(picture_words(game, "goal", "fr").text)
    for card in goal.locator("img").all():
        assert card.evaluate("(card) => card.decode().then(() => card.naturalWidth > 0)")
    page.click("#begin")
    expect(page.locator("#place")).to_contain_text("1")


def test_what_to_press_next_pulses_and_nothing_else(welcome: Welcome) -> None:
    for how, animations in (({}, 1), (STILL, 0)):
        page = welcome("en", **how).open("/learn/money#core-1")
        for ident in ("hand-CHF30a", "hand-SEK20a", "do-bid-CHF30a-SEK20a"):
            expect(page.locator(".beckon")).to_have_count(1)
            assert page.evaluate(BECKONS) == ident
            assert page.evaluate(PULSE) == [animations, "solid"]
            by_mouse(page, ident)
            page.wait_for_function(f"(was) => ({BECKONS})() !== was", arg=ident)
        expect(page.locator("#next")).to_be_visible()
        expect(page.locator(".beckon")).to_have_count(0)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_mistakes_are_explained(welcome: Welcome, lang: str) -> None:
    guest = welcome(lang)
    guest.watch.expected.append(REFUSED)
    page = guest.open("/learn/money#core-2")
    step = lesson("money").chapters[0].steps[1]
    expect(page.locator("#question")).to_have_text(
        for_pointer(page, words("money", step.id, lang).text)
    )
    page.click("#take-left")
    expect(page.locator("#nudge")).to_have_text(
        for_pointer(page, words("money", step.id, lang).other)
    )
    expect(page.locator("#refused")).to_be_hidden()
    page.click("label:has(#hand-USD60)", position={"x": 10, "y": 18}, force=True)
    expect(page.locator("#refused a")).to_have_attribute("href", "/rules/money#M6")
    expect(page.locator("#nudge")).to_be_hidden()
    page.click("#take-right")
    expect(page.locator("#question")).to_contain_text(
        for_pointer(page, words("money", step.id, lang).done)
    )
    page.click("#again")
    expect(page.locator("#question")).to_have_text(
        for_pointer(page, words("money", step.id, lang).text)
    )
    page.click("#previous")
    expect(page.locator("#place")).to_contain_text("1")


def test_the_entrance_and_the_rules_lead_to_the_lesson(welcome: Welcome) -> None:
    page = welcome().open("/")
    for path in ("/", "/rules/money"):
        page.goto(path)
        page.click('a[href="/learn/money"]')
        expect(page.locator("#begin")).to_be_visible()


def test_a_mistake_in_the_page_is_not_called_a_lost_connection(welcome: Welcome) -> None:
    guest = welcome("fr")
    guest.watch.expected.append("error: ")
    page = guest.open("/learn/money#core-1")
    expect(page.locator("#question")).to_have_text(
        for_pointer(page, words("money", "bid", "fr").text)
    )
    nonsense = {"kind": "right", "message": "", "rule": "", "view": {"nothing": "to draw"}}
    page.route("**/try?*", lambda route: route.fulfill(json=nonsense))
    with page.expect_event("pageerror"):
        for ident in ("hand-CHF30a", "hand-SEK20a", "do-bid-CHF30a-SEK20a"):
            by_mouse(page, ident)
    expect(page.locator("#problem")).to_be_hidden()


def test_a_house_that_does_not_answer_is_told_until_the_next_try(welcome: Welcome) -> None:
    guest = welcome("fr")
    guest.watch.expected += [PROBLEM, "ERR_CONNECTION_REFUSED"]
    page = guest.open("/learn/money#core-1")
    step = lesson("money").chapters[0].steps[0]
    expect(page.locator("#question")).to_have_text(
        for_pointer(page, words("money", step.id, "fr").text)
    )
    page.route("**/try?*", lambda route: route.abort("connectionrefused"))
    for ident in ("hand-CHF30a", "hand-SEK20a", "do-bid-CHF30a-SEK20a"):
        by_mouse(page, ident)
    expect(page.locator("#problem")).to_have_text(say("fr", "page.no_answer"))
    page.unroute("**/try?*")
    page.click(f"[id='do-{step.right[0].replace(' ', '-')}']")
    expect(page.locator("#next")).to_be_focused()
    expect(page.locator("#problem")).to_be_hidden()
