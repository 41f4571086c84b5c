"""Every word of the pages comes from a catalogue: a made-up language finds those that do not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.page.browser import Guest, House
from tests.page.players import Player
from tests.programs import CHROMIUM, need
from tests.translation.pseudo import PSEUDO, mark, unmarked, unmarked_in, write_catalogues
from tirelire.games import GAMES


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that speaks the made-up language too."""
    need(CHROMIUM)
    env = write_catalogues(tmp_path_factory.mktemp("texts"))
    served = House(tmp_path_factory.mktemp("house"), env=env)
    try:
        served.start()
        yield served
    finally:
        served.end()


@pytest.fixture
def guest(browser: Browser, marked: House) -> Iterator[Guest]:
    one = Guest(browser, marked, PSEUDO)
    try:
        yield one
    finally:
        one.close()


def check(page: Page) -> None:
    assert unmarked_in(page) == set(), page.url


def test_a_word_of_the_code_is_found(guest: Guest) -> None:
    page = guest.open("/")
    assert page.locator("html").get_attribute("lang") == PSEUDO
    assert mark("What shall we play?") in page.inner_text("main")
    page.evaluate("document.querySelector('h1').append(' in English')")
    assert [unmarked(text) for text in unmarked_in(page)] == [["in"]]
    page.evaluate("document.querySelector('h1').title = 'a hint'")
    assert "a hint" in unmarked_in(page)


@pytest.mark.parametrize("path", ["/", "/privacy", "/nowhere", "/me/abcdefgh", "/admin", "/pad"])
def test_pages_say_only_what_the_catalogues_say(guest: Guest, path: str) -> None:
    guest.watch.expected += ["404"]
    page = guest.open(path)
    page.locator("#settings:enabled").click()
    page.locator("#settings-close").wait_for()
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_pages_of_a_game_say_only_what_the_catalogues_say(guest: Guest, game: str) -> None:
    page = guest.open(f"/new/{game}")
    page.click("summary")
    check(page)
    check(guest.open(f"/rules/{game}"))
    page = guest.open(f"/learn/{game}")
    page.locator("#begin, button.primary").first.wait_for()
    check(page)
    page.locator("button.primary").first.click()
    page.locator("#hand input").first.wait_for()
    check(page)
    page = guest.open("/pad")
    page.locator(f"#new-{game}").click()
    page.locator("form input").first.wait_for()
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_says_only_what_the_catalogues_say(guest: Guest, game: str) -> None:
    table = guest.begin(game, 2)
    page = guest.open(f"/t/{table}")
    player = Player(page, haste=1.0)
    found: set[str] = set()
    looked: set[str] = set()

    def note(seen: object) -> bool:
        question = page.locator("#question").inner_text()
        if question not in looked:
            looked.add(question)
            found.update(unmarked_in(page))
        return False

    player.play(note)
    guest.watch.expected += ["409", "notice: #refused"]
    page.locator("#sheet .rank").first.wait_for()
    assert found | unmarked_in(page) == set()
    page = guest.open(f"/replay/{table}")
    page.locator("#moment").wait_for()
    check(page)


def test_the_lobby_says_only_what_the_catalogues_say(guest: Guest) -> None:
    table = guest.table("cash_oder_crash", ["open", "open", "regular"])
    page = guest.open(f"/t/{table}")
    page.locator("#join, form button").first.wait_for()
    check(page)


def test_what_is_refused_is_said_in_the_words_of_the_catalogues(guest: Guest, marked: Path) -> None:
    table = guest.begin("money", 2)
    asked = {
        ("POST", "/tables", '{"game": "chess", "seats": []}'),
        ("POST", "/tables", '{"game": 3}'),
        ("POST", "/tables", "{"),
        ("POST", "/tables", '{"game": "money", "seats": ["open", "open", "open"], "x": 1}'),
        ("POST", "/tables", '{"game": "money", "seats": ["open"], "options": {"hands": 77}}'),
        ("GET", "/tables/nowhere", ""),
        ("GET", "/nowhere", ""),
        ("PUT", "/tables", "{}"),
        ("POST", f"/tables/{table}/join", '{"name": "", "seat": "A"}'),
        ("POST", f"/tables/{table}/join", '{"name": "Q", "seat": "A"}'),
        ("POST", f"/tables/{table}/start", "{}"),
        ("POST", f"/tables/{table}/move", '{"move": "dance", "number": 0}'),
        ("POST", f"/tables/{table}/move", '{"move": "take left", "number": 0}'),
        ("POST", f"/tables/{table}/talk", '{"text": ""}'),
        ("POST", f"/tables/{table}/close", "{}"),
        ("GET", f"/tables/{table}/record", ""),
        ("POST", "/score", '{"game": "money", "cards": ["EUR99"]}'),
    }
    told = {}
    for method, path, body in sorted(asked):
        headers = {"accept-language": PSEUDO, "content-type": "application/json"}
        answer = guest.context.request.fetch(
            f"/api{path}", method=method, headers=headers, data=body or None
        )
        if answer.status >= 400:
            error = answer.json()["error"]
            told[method, path, body] = error["message"]
    assert len(told) > 12
    notation = ("name", "seat", "seats", "game", "chess", "options", "hands", "dance", "EUR")
    assert {k: v for k, v in told.items() if unmarked(v, *notation)} == {}
