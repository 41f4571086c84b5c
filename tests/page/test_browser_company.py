"""Several people: on two devices, on one that they pass on, and one who only watches."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.page.browser import AT_ONCE, SHORT, TOO_LATE, Guest, until
from tests.page.conftest import Welcome
from tests.page.players import Player, take_turns

SPY = """
window.shown = [];
window.holder = '';
addEventListener('click', (event) => {
  if (event.target.id === 'handed') window.holder = event.target.textContent;
}, true);
new MutationObserver(() => {
  const cards = [...document.querySelectorAll('#hand [data-code]')].map((one) => one.dataset.code);
  if (!cards.length) return;
  const own = document.querySelector('.seat.own .who')?.textContent;
  window.shown.push([window.holder, own, document.getElementById('handed') !== null,
    cards.sort().join(' ')].join('|'));
}).observe(document, { subtree: true, childList: true });
"""


def test_two_browsers_play_each_other_and_one_is_reloaded(welcome: Welcome) -> None:
    host, other, watcher = welcome("en"), welcome("en"), welcome("en")
    table = host.table("cash_oder_crash", ["open", "open", "regular"])
    for guest, name in ((host, "Ann"), (other, "Bob")):
        guest.watch.expected += ["409", *TOO_LATE]  # the other may have called just before
        page = guest.open(f"/t/{table}")
        page.fill("#name", name)
        page.click(".join button")
        page.locator(f".places b:has-text('{name}')").wait_for()
    assert other.page.locator("#start").count() == 0
    host.page.locator(".places b:has-text('Bob')").wait_for()  # it came without a reload
    host.page.click("#start")
    watcher.open(f"/t/{table}")
    players = [Player(host.page, seed=3), Player(other.page, seed=4)]
    while len(told := deal_of(other.page)) <= 5:
        assert not take_turns(players, 1)
    other.page.reload()
    other.page.locator("#log .deal").first.wait_for(state="attached")
    assert deal_of(other.page)[: len(told)] == told  # the house remembers the deal
    players[1] = Player(other.page, seed=5)
    assert take_turns(players)
    watcher.page.locator("#show-sheet").wait_for()
    watched = Player(watcher.page).look().question
    for player, name in zip(players, ("Ann", "Bob"), strict=True):
        assert player.look().question.startswith(told_to(name, watched))
    for guest in (host, other):
        guest.page.locator("#sheet[open] .ranking").wait_for()  # after the last scene
    points = [guest.page.locator("#sheet .points").all_text_contents() for guest in (host, other)]
    assert sorted(points[0]) == sorted(points[1]) != []  # each has their own first
    logs = [plain(player.log(), name) for player, name in zip(players, ("Ann", "Bob"), strict=True)]
    assert len(logs[1]) > 10
    assert logs[0][-len(logs[1]) :] == logs[1]


def told_to(name: str, result: str) -> str:
    """Return how the result begins for a player, from what a spectator is told."""
    if name not in result:
        return result
    return "You share the win" if "share" in result else "You win!"


def deal_of(page: Page) -> list[str]:
    """Return what the log says about the deal that runs."""
    lines: list[str] = page.locator("#log li:not([hidden])").evaluate_all(
        "all => all.slice(all.findLastIndex((one) => one.matches('.deal')))"
        ".map((one) => one.textContent)"
    )
    return lines


def plain(log: list[str], name: str) -> list[str]:
    """Tell who was meant by you; how a sentence goes on may differ then."""
    return [line.replace("You ", f"{name} ").split()[0] for line in log]


def test_on_one_device_no_hand_is_shown_before_it_is_handed_over(welcome: Welcome) -> None:
    guest = welcome("en")
    guest.context.add_init_script(SPY)
    page = guest.open("/new/cache_ton_cash?mode=pass")
    names = ["Ann", "Bob"]
    page.locator("#seats .seat-row").first.wait_for()
    while page.locator("#seats .seat-row").count() > len(names):
        page.click("#fewer")
    for i, name in enumerate(names):
        page.fill(f"#name-{i}", name)
    page.locator("summary").click()
    page.select_option("[name=option-match]", str(SHORT["cache_ton_cash"]["match"]))
    page.locator("form .primary").click()
    page.locator("#handed").wait_for()
    table = page.url.rsplit("/", 1)[1]
    player = Player(page)
    handed = 0
    for _ in range(60):
        seen = player.wait()
        if seen.over:
            break
        if seen.curtain:
            handed += 1
            assert page.locator("#hand [data-code]").count() == 0
            assert shown_cards(page) <= public_cards(guest, table)
            assert page.locator("#log li").count() == 0  # it tells what somebody drew
        else:
            page.locator("#log li.deal").wait_for(state="attached")
            check_the_hand(guest, table, names)
        player.step()
    assert handed > 5
    shown = [line.split("|") for line in page.evaluate("window.shown")]
    assert len({cards for *_, cards in shown}) > 5
    for holder, own, covered, _ in shown:
        assert covered == "false"
        assert own in names
        assert own in holder, (own, holder)


def shown_cards(page: Page) -> set[str]:
    """Return the codes of the cards on the table that are shown open."""
    codes = page.locator("#table [data-code]").evaluate_all("all => all.map(x => x.dataset.code)")
    return set(codes) - {"?"}


def public_cards(guest: Guest, table: str) -> set[str]:
    """Return the codes that stand in the view of a spectator."""
    items = guest.get(f"/tables/{table}/view?seat=-")["items"]
    return {word.split("x")[0] for text in items.values() for word in re.split(r"[ /]", text)}


def test_whoever_is_quick_gets_nobody_elses_hand(welcome: Welcome) -> None:
    """The device is on its way to Bob, whose cards are not there yet."""
    guest = welcome("en")
    table = guest.table("money", ["open"] * 3)
    for seat, name in {"A": "Ann", "B": "Bob", "C": "Cleo"}.items():
        guest.sit(table, seat, name)
    guest.post(f"/tables/{table}/start")
    until(lambda: guest.get(f"/tables/{table}/view?seat=A")["asked"], "nobody deals")
    view = guest.get(f"/tables/{table}/view?seat=A")
    card = next(move for move in view["legal"] if move.startswith("lay "))
    bid = {"number": view["number"], "id": "0" * 8, "move": card.replace("lay", "bid"), "seat": "A"}
    guest.post(f"/tables/{table}/moves", bid)
    held: list[Route] = []
    guest.page.route(re.compile(r"/events\?seat=B"), lambda route: held.append(route))
    page = guest.open(f"/t/{table}")
    cards = page.locator('#hand [data-code], #table .seat [data-code]:not([data-code="?"])')
    handed = page.locator("#handed")
    handed.click()
    while not held:
        page.wait_for_timeout(10)
    for _ in range(2):  # first as Ann, who has no more to do, then as Bob
        expect(handed).to_contain_text("Bob")
        assert cards.count() == 0
        handed.click()
    expect(handed).to_have_count(1)
    assert cards.count() == 0
    assert page.locator("#log li:not([hidden])").count() == 0
    held[0].continue_()
    page.locator("#hand [data-code]").first.wait_for()
    assert page.locator(".seat.own .who").inner_text() == "Bob"
    check_the_hand(guest, table, ["Ann", "Bob", "Cleo"])


def check_the_hand(guest: Any, table: str, names: list[str]) -> None:
    """The hand that is shown is that of the seat that is shown, and only that."""
    own = guest.page.locator(".seat.own .who").inner_text()
    view = guest.get(f"/tables/{table}/view?seat={'ABC'[names.index(own)]}")
    held = [word.partition("x")[0] for word in view["items"][f"hand {view['seat']}"].split()]
    codes = guest.page.locator("#hand [data-code]").evaluate_all(
        "(all) => all.map((one) => one.dataset.code)"
    )
    assert {code for code in held if code != "-"} == set(codes)


def test_whoever_watches_sees_no_hand(welcome: Welcome) -> None:
    guest, watcher = welcome("en"), welcome("en")
    body = {"pace": {**AT_ONCE, "decision": 0}, "listed": True}
    table = guest.begin("money", 2, **body)
    page = watcher.open("/")
    page.locator(f"#watch a[href$='{table}']").click()
    page.locator("#table .board").wait_for()
    held = guest.get(f"/tables/{table}/view?seat=A")["items"]["hand A"].split()
    assert len(held) > 5
    shown = page.locator("[data-code]").evaluate_all("(all) => all.map((one) => one.dataset.code)")
    assert "?" in shown
    assert not set(held) & set(shown)
    assert page.locator("#hand input").count() == 0
    assert page.locator("#actions button").count() == 0
    assert page.locator("#leave").is_hidden()


def test_what_is_said_is_heard(welcome: Welcome) -> None:
    host, other = welcome("en"), welcome("fr")
    table = host.table("cache_ton_cash", ["open", "open"])
    host.sit(table, "A", "Ann")
    other.sit(table, "B", "Bob")
    host.post(f"/tables/{table}/start")
    for guest in (host, other):
        guest.open(f"/t/{table}").locator("#words").wait_for()
    host.page.fill("#words", "<b>Bonne chance !</b>")
    host.page.press("#words", "Enter")
    heard = other.page.locator("#said li")
    heard.wait_for()
    assert heard.inner_text() == "Ann <b>Bonne chance !</b>"
    other.page.click("#mute")
    assert other.page.locator("#said").is_hidden()
    host.page.click("#hush")
    other.page.locator("#say").wait_for(state="hidden")
