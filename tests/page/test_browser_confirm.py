"""Safe taps: a step that cannot be taken back is lifted first, and made by another press."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW, WIDE
from tests.page.conftest import Welcome
from tests.page.positions import CARD, STATES, Showcase, Shown
from tirelire.core.texts import say

DEFENCE = STATES["cache_ton_cash"]["6 duel"].position
GRAVE = {
    "giving up a fight": ("cache_ton_cash", Shown(DEFENCE), "stop"),
    "giving up with an answer in hand": (
        "cache_ton_cash",
        STATES["cache_ton_cash"]["6 duel"],
        "stop",
    ),
    "a challenge": (
        "cache_ton_cash",
        STATES["cache_ton_cash"]["6 options"],
        "challenge-B-AVION",
    ),
}


def sent(page: Page) -> list[str]:
    """Note the moves that the page sends from now on."""
    moves: list[str] = []
    page.on("request", lambda one: moves.append(one.url) if one.url.endswith("/moves") else None)
    return moves


@pytest.mark.parametrize("what", GRAVE)
@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_grave_step_is_lifted_and_then_confirmed(
    welcome: Welcome, how: dict[str, object], what: str
) -> None:
    game, shown, move = GRAVE[what]
    showcase = Showcase(welcome("fr", **how), game, "fr")
    showcase.show(shown)
    page = showcase.page
    moves = sent(page)
    step = page.locator(f"#do-{move}")
    label = step.inner_text()
    step.click()
    expect(step).to_have_text(say("fr", "page.table.sure", what=label))
    expect(page.locator("#hint")).to_have_text(say("fr", "page.table.sure_hint"))
    expect(page.locator("#actions .primary")).to_have_count(1)  # what else could be done steps back
    expect(step).to_have_class("primary")
    page.locator("#undo").click()
    expect(page.locator("#hint")).not_to_have_text(say("fr", "page.table.sure_hint"))
    assert not moves
    if shown.presses:
        page.locator(CARD).first.click()
    step.click()
    with page.expect_request("**/moves"):
        step.click()


@pytest.mark.parametrize("what", GRAVE)
def test_who_wants_no_confirmation_makes_it_at_once(welcome: Welcome, what: str) -> None:
    game, shown, move = GRAVE[what]
    guest = welcome("fr")
    guest.context.add_init_script(
        "localStorage.setItem('tirelire-settings', JSON.stringify({ confirm: 'off' }))"
    )
    showcase = Showcase(guest, game, "fr")
    showcase.show(shown)
    with showcase.page.expect_request("**/moves"):
        showcase.page.locator(f"#do-{move}").click()
