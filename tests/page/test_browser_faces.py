"""Faces: a name is asked for once, and face and colour are the same in every place."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW, WIDE
from tests.page.conftest import Welcome
from tirelire.core.texts import say


def introduce(page: Page, name: str, face: str, colour: int) -> None:
    """Answer who plays."""
    page.fill("#profile-name", name)
    page.check(f"#my-face-{face}")
    page.check(f"#my-colour-{colour}")
    page.click("#profile-keep")


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_the_name_is_asked_for_once(welcome: Welcome, lang: str, how: dict[str, object]) -> None:
    guest = welcome(lang, **how)
    page = guest.open("/")
    page.click("[data-play=money]")
    expect(page.locator("#profile-title")).to_have_text(say(lang, "page.profile.title"))
    introduce(page, "Zoé", "owl", 6)
    mine = page.locator(".own .face")
    expect(mine).to_have_class("face seat-colour-6")
    expect(mine.locator("img")).to_have_attribute("src", "/art/house/face-owl.svg")
    table = guest.get(f"/tables/{page.url.rsplit('/', 1)[1]}")
    assert [table["seats"][0][key] for key in ("name", "face", "colour")] == ["Zoé", "owl", 6]
    page = guest.open("/")
    page.click("[data-play=money]")
    expect(page.locator(".own .face img")).to_have_attribute("src", "/art/house/face-owl.svg")


def test_no_table_is_set_without_a_name(welcome: Welcome) -> None:
    guest = welcome()
    page = guest.open("/")
    page.click("[data-play=money]")
    page.click("#profile-cancel")
    expect(page.locator(".profile")).to_have_count(0)
    page.click("[data-play=money]")
    page.fill("#profile-name", "  ")
    page.click("#profile-keep")
    expect(page.locator("#profile-name:invalid")).to_have_count(1)
    assert page.url.endswith("/")


def test_a_face_is_chosen_by_keyboard(welcome: Welcome) -> None:
    page = welcome().open("/")
    page.focus("[data-play=money]")
    page.keyboard.press("Enter")
    expect(page.locator("#profile-name")).to_be_focused()
    page.keyboard.type("Zoé")
    page.keyboard.press("Tab")
    chosen = page.locator("[name=my-face]:checked")
    before = chosen.get_attribute("value")
    page.keyboard.press("ArrowRight")
    assert chosen.get_attribute("value") != before
    page.focus("#profile-name")
    page.keyboard.press("Enter")
    page.locator("#hand label.playable").first.wait_for()


def test_bots_have_their_own_portraits(welcome: Welcome) -> None:
    guest = welcome("fr")
    page = guest.open(f"/t/{guest.begin('money', 3)}")
    pictures = page.locator(".seats .face img")
    expect(pictures).to_have_count(3)
    names = ["basile", "chloe", "denis"]
    for picture, name in zip(pictures.all(), names, strict=True):
        expect(picture).to_have_attribute("src", f"/art/house/face-{name}.svg")


def test_who_plays_is_changed_in_the_settings(welcome: Welcome) -> None:
    guest = welcome()
    page = guest.open("/")
    page.click("#settings")
    page.click("#set-profile")
    introduce(page, "Ann", "frog", 2)
    expect(page.locator(".settings .me")).to_have_text("Ann")
    expect(page.locator(".settings .face")).to_have_class("face seat-colour-2")
    page.click("#settings-close")
    page.click("[data-play=money]")
    expect(page.locator(".own .face img")).to_have_attribute("src", "/art/house/face-frog.svg")
