"""Lessons in a browser, by clicks, taps and keys: mistakes are explained, a real table follows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW, PROBLEM, REFUSED, STILL, fine
from tests.page.conftest import Welcome
from tests.page.players import Press, by_finger, by_keyboard, by_mouse, raw_keys
from tests.page.test_browser_access import tight, violations
from tirelire.core.texts import say
from tirelire.games import GAMES
from tirelire.lessons.script import lesson, words

PLAYED = {"swap": "ECHANGE", "move": "DEMENAGEMENT"}
"""Cards that are played by moves that do not name them."""
HELD = """(code) => [...document.querySelectorAll('#hand input:not(:checked)')]
  .find((one) => one.value === code || one.value.startsWith(`${code}#`))?.id ?? ''"""


def for_pointer(page: Page, text: str) -> str:
    """Choose the words of a text for a mouse or for a finger, as the page does."""
    is_coarse = page.evaluate("matchMedia('(pointer: coarse)').matches")
    return re.sub(r"\[([^|\]]*)\|([^\]]*)\]", r"\2" if is_coarse else r"\1", text)


def there(page: Page, ident: str) -> bool:
    return page.locator(f'[id="{ident}"]').count() > 0


def do(page: Page, move: str, press: Press) -> None:
    """Make a move as somebody would: choose cards, touch a thing on the table, press a button."""
    verb, *rest = move.split()
    for code in [*rest, PLAYED.get(verb, "")]:
        ident = page.evaluate(HELD, code) if code else ""
        if ident:
            press(page, ident)
    button = f"do-{move.replace(' ', '-')}"
    partner = rest[0] if rest else ""
    for touched in (f"pile-{partner}", f"neutral-{partner}", f"pile-{partner}-1"):
        if not there(page, button) and there(page, touched):
            press(page, touched)
            count = f"count-{move.replace(' ', '-')}"
            if there(page, count):
                press(page, count)
    for target in (button, move.replace(" ", "-")):
        if there(page, target):
            press(page, target)
            break
    confirm = page.query_selector("dialog.question[open] button[value=yes]")
    if confirm:
        confirm.evaluate("(button) => { button.id = 'confirm-yes'; }")
        press(page, "confirm-yes")


def ends(page: Page, game: str, number: int, move: str) -> bool:
    """Tell whether a move of a lesson ends the deal, so that its score is shown."""
    path = f"/api/lessons/{game}/{number}/try"
    verdict = fine(page.context.request.get(path, params={"move": move}))
    return bool(verdict["view"]["ended"] != "running")


def complete(page: Page, game: str, lang: str, press: Press) -> list[str]:
    """Do every step; return what was wrong on the way."""
    problems = []
    steps = lesson(game).steps
    for number, step in enumerate(steps, 1):
        said = words(game, step.id, lang)
        text = page.locator("#question")
        expect(text).to_have_text(for_pointer(page, said.text))
        expect(page.locator("#place")).to_contain_text(f"{number}")
        do(page, step.right[0], press)
        expect(text).to_contain_text(for_pointer(page, said.done))
        problems += raw_keys(page)
        if ends(page, game, number, step.right[0]):
            expect(page.locator("#sheet[open] button")).to_be_focused()
            page.keyboard.press("Enter")
        expect(page.locator("#next")).to_be_focused()
        press(page, "next")
    expect(page.locator("#end h2")).to_be_focused()
    return problems


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_completed_by_clicks(welcome: Welcome, game: str, lang: str) -> None:
    guest = welcome(lang)
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


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_mistakes_are_explained(welcome: Welcome, lang: str) -> None:
    guest = welcome(lang)
    guest.watch.expected.append(REFUSED)
    page = guest.open("/learn/money#2")
    step = lesson("money").steps[1]
    expect(page.locator("#question")).to_have_text(
        for_pointer(page, words("money", step.id, lang).text)
    )
    page.click("#take-left")
    expect(page.locator("#refused")).to_contain_text(
        for_pointer(page, words("money", step.id, lang).other)
    )
    page.click("label:has(#hand-USD60)", position={"x": 10, "y": 18}, force=True)
    expect(page.locator("#refused a")).to_have_attribute("href", "/rules/money#M6")
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


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_for_everyone(welcome: Welcome, game: str, lang: str) -> None:
    page = welcome(lang).open(f"/learn/{game}")
    step = lesson(game).steps[0]
    expect(page.locator("#question")).to_have_text(
        for_pointer(page, words(game, step.id, lang).text)
    )
    problems = violations(page) + tight(page)
    do(page, step.right[0], by_mouse)
    expect(page.locator("#next")).to_be_visible()
    problems += violations(page) + tight(page)
    page.goto(f"/learn/{game}#{len(lesson(game).steps) + 1}")
    page.reload()
    expect(page.locator("#end")).to_be_visible()
    assert not problems + violations(page) + tight(page) + raw_keys(page)


def test_the_entrance_and_the_rules_lead_to_the_lesson(welcome: Welcome) -> None:
    page = welcome().open("/")
    for path in ("/", "/rules/money"):
        page.goto(path)
        page.click('a[href="/learn/money"]')
        expect(page.locator("#question")).to_have_text(
            for_pointer(page, words("money", "bid", "en").text)
        )


def test_a_mistake_in_the_page_is_not_called_a_lost_connection(welcome: Welcome) -> None:
    guest = welcome("fr")
    guest.watch.expected.append("error: ")
    page = guest.open("/learn/money")
    expect(page.locator("#question")).to_have_text(
        for_pointer(page, words("money", "bid", "fr").text)
    )
    nonsense = {"kind": "right", "message": "", "rule": "", "view": {"nothing": "to draw"}}
    page.route("**/try?*", lambda route: route.fulfill(json=nonsense))
    with page.expect_event("pageerror"):
        do(page, lesson("money").steps[0].right[0], by_mouse)
    expect(page.locator("#problem")).to_be_hidden()


def test_a_house_that_does_not_answer_is_told_until_the_next_try(welcome: Welcome) -> None:
    guest = welcome("fr")
    guest.watch.expected += [PROBLEM, "ERR_CONNECTION_REFUSED"]
    page = guest.open("/learn/money")
    step = lesson("money").steps[0]
    expect(page.locator("#question")).to_have_text(
        for_pointer(page, words("money", step.id, "fr").text)
    )
    page.route("**/try?*", lambda route: route.abort("connectionrefused"))
    do(page, step.right[0], by_mouse)
    expect(page.locator("#problem")).to_have_text(say("fr", "page.no_answer"))
    page.unroute("**/try?*")
    page.click(f"[id='do-{step.right[0].replace(' ', '-')}']")
    expect(page.locator("#next")).to_be_focused()
    expect(page.locator("#problem")).to_be_hidden()
