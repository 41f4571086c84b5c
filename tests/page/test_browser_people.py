"""People among each other: hosts remove, readers mute, guests are forgotten, owners moderate."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import LOST, PROBLEM, Guest, House
from tests.page.conftest import Welcome
from tests.page.test_browser_access import violations
from tirelire.core.texts import say
from tirelire.server.settings import Settings

PACE = {"bots": 0, "pause": 0, "window": 60}


def company(welcome: Welcome, lang: str = "en") -> tuple[str, list[Guest]]:
    """Let three people begin a match; the host sits in A."""
    people = [welcome(lang) for _ in range(3)]
    table = people[0].table("money", ["open"] * 3)
    for guest, seat, name in zip(people, "ABC", ("Ann", "Bob", "דנה"), strict=True):
        guest.sit(table, seat, name)
    people[0].post(f"/tables/{table}/start")
    return table, people


def answer(page: Page, yes: str) -> None:
    """Confirm what the page asks."""
    page.locator("dialog.question").get_by_role("button", name=yes, exact=True).click()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_host_removes_a_person_before_the_match(welcome: Welcome, lang: str) -> None:
    host, other = welcome(lang), welcome(lang)
    table = host.table("money", ["open"] * 3)
    host.sit(table, "A", "Ann")
    other.sit(table, "B", "Bob")
    other.watch.expected += ["403", LOST]  # its stream is not a seat's any more
    page = other.open(f"/t/{table}")
    expect(page.locator(".places li").nth(1)).to_contain_text(say(lang, "page.lobby.you"))
    assert page.locator("#remove-A").count() == 0
    host.open(f"/t/{table}").click("#remove-B")
    answer(host.page, say(lang, "page.people.remove"))
    expect(host.page.locator(".places li").nth(1)).to_have_class("open")
    expect(page.locator("#lobby .notice[role=status]")).to_have_text(
        say(lang, "page.people.removed")
    )
    assert page.locator("#name").count() == 0


def test_the_host_removes_a_person_during_the_match(welcome: Welcome) -> None:
    table, (host, other, _) = company(welcome)
    other.watch.expected += ["403", LOST]
    page = other.open(f"/t/{table}")
    page.locator("#hand .card").first.wait_for()
    assert page.locator("#people li").count() == 2
    assert page.locator("#people [id^=remove]").count() == 0
    host.open(f"/t/{table}").click("#people summary")
    host.page.click("#remove-B")
    answer(host.page, "Remove")
    expect(page.locator("#removed")).to_be_visible()
    expect(page.locator("#hand .card")).to_have_count(0)
    expect(page.locator(".seat[data-seat=B] .who")).to_have_text("Basile")
    expect(host.page.locator("#remove-B")).to_have_count(0)


def test_a_reader_mutes_a_person_and_hears_them_again(welcome: Welcome) -> None:
    table, (reader, other, third) = company(welcome)
    page = reader.open(f"/t/{table}")
    page.evaluate("localStorage.setItem('tirelire-guest', 'yes')")
    said = page.locator("#said li")
    other.post(f"/tables/{table}/talk", {"text": "nasty", "seat": "B"})
    expect(said).to_have_text(["Bob nasty"])
    page.click("#people summary")
    page.click("#mute-B")
    expect(page.locator("#mute-B")).to_have_attribute("aria-pressed", "true")
    expect(said).to_have_count(0)
    other.post(f"/tables/{table}/talk", {"text": "again", "seat": "B"})
    third.post(f"/tables/{table}/talk", {"text": "nice", "seat": "C"})
    expect(said).to_have_text(["דנה nice"])
    page.reload()
    expect(said).to_have_text(["דנה nice"])
    entrance = reader.open("/")
    entrance.click(".device summary")
    expect(entrance.locator("#muted li bdi")).to_have_text(["Bob"])
    entrance.click("#muted li button")
    expect(entrance.locator("#muted")).to_be_hidden()
    reader.open(f"/t/{table}")
    expect(said).to_have_text(["Bob nasty", "Bob again", "דנה nice"])


def test_names_are_isolated_from_the_text_around_them(welcome: Welcome) -> None:
    table, (reader, _, third) = company(welcome)
    third.post(f"/tables/{table}/talk", {"text": "hi", "seat": "C"})
    page = reader.open(f"/t/{table}")
    expect(page.locator("#said b bdi")).to_have_text("דנה")
    expect(page.locator(".seat[data-seat=C] bdi.who")).to_have_text("דנה")
    isolates = page.locator(".seat[data-seat=C] .who").evaluate(
        "one => getComputedStyle(one).unicodeBidi"
    )
    assert isolates == "isolate"


def test_several_seats_of_one_device_have_a_sign(welcome: Welcome) -> None:
    host, other = welcome(), welcome()
    table = host.table("money", ["open"] * 3)
    host.sit(table, "A", "Ann")
    host.sit(table, "B", "Bob")
    other.sit(table, "C", "Cleo")
    signs = other.enter(table, "C").locator(".sharing .unseen")
    told = ["plays on the same device as Bob", "plays on the same device as Ann"]
    expect(signs).to_have_text(told)
    host.post(f"/tables/{table}/start")
    other.page.locator("#hand .card").first.wait_for()
    expect(signs).to_have_text(told)


def test_a_guest_is_forgotten(welcome: Welcome) -> None:
    table, (_, other, third) = company(welcome)
    page = other.open("/")
    page.evaluate("localStorage.setItem('tirelire-guest', 'yes')")
    page.click(".device summary")
    page.click("#forget")
    with page.expect_navigation():
        answer(page, "Forget me")
    assert not [cookie for cookie in other.context.cookies() if cookie["name"] == "tirelire"]
    assert page.evaluate("localStorage.length") == 0
    assert third.get(f"/tables/{table}")["seats"][1]["kind"] == "bot"


def test_a_guest_signs_out_everywhere_else(welcome: Welcome) -> None:
    table, (host, other, _) = company(welcome)
    other.context.add_cookies(host.context.cookies())  # type: ignore[arg-type]
    assert other.get(f"/tables/{table}")["seats"][0]["mine"]
    page = host.open("/")
    page.click(".device summary")
    page.click("#sign-out")
    answer(page, "Sign out everywhere else")
    expect(page.locator("#done")).to_have_text("Done: you are signed in on this device only.")
    assert host.get(f"/tables/{table}")["seats"][0]["mine"]
    assert not other.get(f"/tables/{table}")["seats"][0]["mine"]


def test_a_device_is_warned_of_the_tables_that_it_would_lose(welcome: Welcome) -> None:
    old, new = welcome(), welcome()
    old.post("/me")
    code = old.post("/me/link")["code"]
    new.begin("money", 2)
    page = new.open("/")
    page.evaluate("localStorage.setItem('tirelire-guest', 'yes')")
    page = new.open(f"/me/{code}")
    expect(page.locator("#replaced li")).to_have_text(["Zoé, Basile, Chloé"])
    fresh = welcome().open(f"/me/{code}")
    expect(fresh.locator("#replaced")).to_be_hidden()


def test_the_owner_looks_after_guests_and_tables(welcome: Welcome, house: House) -> None:
    table, (host, other, _) = company(welcome)
    owner = welcome(newcomer=True)
    owner.watch.expected += ["401", PROBLEM]
    page = owner.open("/admin")
    assert page.locator("#inside").is_hidden()
    page.fill("#token", "nonsense")
    page.click("#enter button")
    expect(page.locator("#problem")).to_have_text("This token is not valid.")
    token = house.token("admin")
    page.fill("#token", token)
    page.click("#enter button")
    known = other.post("/me")["guest"]
    row = page.locator(f"tr[data-guest='{known}']")
    expect(row.locator("bdi")).to_have_text("Bob")
    assert not violations(page)
    row.get_by_role("button", name="Mute").click()
    expect(row.locator("td").nth(3)).to_have_text("muted")
    row.get_by_role("button", name="Rename").click()
    page.fill("dialog [name=name]", "Bertie")
    answer(page, "Rename")
    expect(row.locator("bdi")).to_have_text("Bertie")
    row.get_by_role("button", name="Ban").click()
    page.fill("dialog [name=days]", "3")
    answer(page, "Ban")
    expect(row.locator("td").nth(3)).to_contain_text("banned until")
    expect(row.get_by_role("button", name="Lift the ban")).to_be_visible()
    assert host.get(f"/tables/{table}")["seats"][1]["away"]
    page.reload()  # the token is kept for this tab
    row.get_by_role("button", name="Delete").click()
    answer(page, "Delete")
    expect(row).to_have_count(0)
    assert host.get(f"/tables/{table}")["seats"][1]["kind"] == "bot"
    assert token not in page.content()
    assert token not in page.url
    assert not [cookie for cookie in owner.context.cookies() if token in cookie["value"]]
    assert page.evaluate("JSON.stringify(localStorage)") == "{}"
    page.click("#exit")
    expect(page.locator("#enter")).to_be_visible()
    assert page.evaluate("sessionStorage.length") == 0


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_privacy_page_is_linked_and_readable(welcome: Welcome, lang: str) -> None:
    guest = welcome(lang)
    guest.open("/").click(".foot a")
    page = guest.page
    expect(page.locator("h1")).to_have_text(say(lang, "privacy.title"))
    assert page.locator("main li").count() > 20
    assert "privacy." not in page.locator("main").inner_text()
    for days in (Settings.guest_days, Settings.talk_days):
        assert say(lang, "privacy.days", n=days) in page.locator("main").inner_text()
    assert say(lang, "privacy.kept.matches_kept") in page.locator("main").inner_text()
    assert not violations(page)
