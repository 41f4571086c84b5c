"""When things go wrong: a house that dies, moves that come too late, wrong links, no scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.page.browser import LOST, REFUSED, Guest, House, until
from tests.page.conftest import Welcome
from tests.page.players import Player

DEAF = """
const Heard = EventSource;
window.EventSource = class extends Heard {
  addEventListener(kind, handler, ...more) {
    super.addEventListener(kind, (event) => window.deaf || handler(event), ...more);
  }
};
"""
MARK = "() => { window.mark = 'the same page'; }"
MARKED = "() => window.mark === 'the same page'"
BROKEN_OFF = ["ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED", "ERR_EMPTY_RESPONSE"]
BROKEN_OFF += ["ERR_CONNECTION_RESET", "ERR_SOCKET", " 503 ", LOST]


def test_a_killed_house_is_missed_and_found_again(mortal: House, browser: Browser) -> None:
    guest = Guest(browser, mortal, "en")
    table = guest.begin("cash_oder_crash", 2)
    page = guest.open(f"/t/{table}")
    player = Player(page)
    for _ in range(5):
        player.step()
    page.evaluate(MARK)
    player.wait()
    guest.excuse(player.late)
    guest.watch.check()
    guest.watch.expected += BROKEN_OFF
    mortal.kill()
    page.locator("#lost").wait_for()
    assert page.locator("#lost").inner_text()
    mortal.start()
    page.locator("#lost").wait_for(state="hidden")
    before = guest.get(f"/tables/{table}/view")["number"]
    end = player.play()
    assert end.over
    assert guest.get(f"/tables/{table}/view")["number"] > before
    assert not player.refusals
    assert page.evaluate(MARKED)
    guest.excuse(player.late)
    guest.close()


def test_a_move_sent_while_the_house_is_away_is_made_once(mortal: House, browser: Browser) -> None:
    guest = Guest(browser, mortal, "en")
    table = guest.begin("money", 2)
    page = guest.open(f"/t/{table}")
    Player(page).wait()
    guest.watch.expected += BROKEN_OFF
    page.evaluate(MARK)
    page.locator("#hand label.playable").first.click()
    mortal.kill()
    page.locator("#lost").wait_for()
    page.locator("#actions .primary").click()
    page.wait_for_timeout(200)
    mortal.start()
    page.locator("#lost").wait_for(state="hidden")
    page.locator("#log li:has-text('You')").first.wait_for()
    assert page.locator("#refused").is_hidden()
    assert page.evaluate(MARKED)
    guest.close()


def test_a_move_that_comes_too_late_brings_the_new_state(welcome: Welcome) -> None:
    guest = welcome("en")
    guest.context.add_init_script(DEAF)
    table = guest.begin("cache_ton_cash", 1)
    page = guest.open(f"/t/{table}")
    player = Player(page)
    player.play(lambda seen: any(one.id.startswith("do-discard") for one in seen.actions))
    page.evaluate(MARK)
    page.evaluate("window.deaf = true")
    view = guest.get(f"/tables/{table}/view")
    (move, *_) = [one for one in view["legal"] if one.startswith("discard")]
    body = {"number": view["number"], "id": "made-elsewhere", "move": move, "seat": "A"}
    guest.post(f"/tables/{table}/moves", body)

    def rests() -> bool:
        now = guest.get(f"/tables/{table}/view")
        return bool(now["asked"] or now["ended"] == "match")

    until(rests, "the bot does not come to an end")
    guest.watch.expected += ["409", REFUSED]
    page.locator("#actions [id^=do-discard]").first.click()
    page.locator("#refused").wait_for()
    assert "the table has changed" in page.locator("#refused").inner_text()
    page.evaluate("window.deaf = false")
    now = guest.get(f"/tables/{table}/view")
    if now["asked"]:
        assert page.locator("#question").inner_text() == now["question"]
    codes = page.locator("#hand [data-code]").evaluate_all("(x) => x.map((y) => y.dataset.code)")
    assert sorted(set(codes)) == sorted(
        {x.partition("x")[0] for x in now["items"]["hand A"].split()}
    )
    assert page.evaluate(MARKED)
    assert any("409" in problem for problem in guest.watch.problems)
    player.play()
    assert page.evaluate(MARKED)
    assert guest.get(f"/tables/{table}/view")["ended"] == "match"


LINKS = ["/t/nothing", "/replay/nothing", "/rules/poker", "/new/poker", "/nowhere"]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("path", LINKS)
def test_a_wrong_link_has_a_page_that_helps(welcome: Welcome, path: str, lang: str) -> None:
    guest = welcome(lang)
    guest.watch.expected.append("404")
    answer = guest.page.goto(path)
    assert answer is not None
    assert answer.status == 404
    assert guest.page.locator("html").get_attribute("lang") == lang
    assert len(guest.page.locator("main").inner_text()) > 60
    guest.page.locator("main a.primary").click()
    guest.page.locator("[data-play]").first.wait_for()


def test_a_full_table_says_so(welcome: Welcome) -> None:
    host, other, late = welcome("en"), welcome("en"), welcome("en")
    table = host.table("cache_ton_cash", ["open", "open"])
    host.sit(table, "A", "Ann")
    page = late.open(f"/t/{table}")
    page.locator("#name").wait_for()
    other.sit(table, "B", "Bob")
    page.locator("#lobby .notice:visible").wait_for()  # without a reload
    assert "taken" in page.locator("#lobby").inner_text()
    assert page.locator("#name").count() == 0
    host.post(f"/tables/{table}/start")
    page.locator("#table .board").wait_for()
    assert page.locator("#hand input").count() == 0


def test_a_closed_table_says_so(welcome: Welcome) -> None:
    host, other = welcome("en"), welcome("en")
    table = host.table("money", ["open"] * 3)
    page = other.open(f"/t/{table}")
    page.locator("#name").wait_for()
    host.post(f"/tables/{table}/close")
    page.locator("#lobby a.primary").wait_for()
    assert "closed" in page.locator("#lobby").inner_text()
    again = other.open(f"/t/{table}")
    again.locator("#lobby a.primary").click()
    again.locator("[data-play]").first.wait_for()


def test_a_match_that_runs_has_no_replay(welcome: Welcome) -> None:
    guest = welcome("en")
    table = guest.begin("money", 2)
    guest.watch.expected.append("404")
    answer = guest.page.goto(f"/replay/{table}")
    assert answer is not None
    assert answer.status == 404
    assert guest.page.locator("main a.primary").count() == 1


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_without_scripts_there_is_a_clear_word(welcome: Welcome, lang: str) -> None:
    playing = welcome(lang)
    over = playing.watch_bots("cash_oder_crash", 3)
    guest = welcome(lang, java_script_enabled=False)
    guest.watch.expected.append("failed: csp GET")  # a script that is told to be loaded soon
    for path in ("/", "/new/money", f"/t/{over}"):
        notice = guest.open(path).locator(".notice:visible")
        assert "JavaScript" in notice.inner_text()
    assert guest.open("/").locator("li.game h2").count() == 4
    rules = guest.open("/rules/money")
    assert rules.locator("article.rule").count() > 15
    assert len(rules.locator("main").inner_text()) > 3000
    page = guest.open(f"/replay/{over}")
    assert "JavaScript" in page.locator(".notice:visible").inner_text()
    assert page.locator("main li").count() > 20
    assert len(page.locator("main h1").inner_text()) > 3


def test_an_answer_that_cannot_be_read_is_not_called_a_lost_connection(welcome: Welcome) -> None:
    guest = welcome("en")
    guest.watch.expected.append("error: ")
    page = guest.open(f"/t/{guest.begin('money', 2)}")
    Player(page).wait()
    sent: list[Route] = []

    def answer(route: Route) -> None:
        sent.append(route)
        route.fulfill(content_type="application/json", body="{")

    page.route("**/moves", answer)
    page.locator("#hand label.playable").first.click()
    with page.expect_event("pageerror"):
        page.locator("#actions .primary").click()
    expect(page.locator("#lost")).to_be_hidden()
    assert len(sent) == 1
