"""Going out in Monopoly, through its dialog: the climax of a deal."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.browser import NARROW, WIDE, rest
from tests.page.conftest import Welcome
from tests.page.positions import OUT, Showcase, Shown
from tirelire.server.schemas.responses import Scene, Told

POSITION = f"monopoly 4; totals A 3450 B 4200; pile A GRN1 H4 PNK1 BRN1; hand A {OUT}"
REWARD = 5
"""Cards that are turned over for going out."""
COUNTING = """() => {
  window.counted = [];
  const look = () => {
    const text = document.querySelector('.mono-points')?.textContent;
    const points = text && Number(text.replace(/\\D/g, ''));
    if (text && points !== window.counted.at(-1)) window.counted.push(points);
  };
  new MutationObserver(look).observe(document.body,
    { subtree: true, childList: true, characterData: true });
}"""
"""A script that notes each number of points that is shown while they count up."""


@pytest.mark.parametrize("how", [WIDE, NARROW], ids=["wide", "narrow"])
def test_going_out_is_arranged_confirmed_and_seen(welcome: Welcome, how: dict[str, object]) -> None:
    showcase = Showcase(welcome("fr", **how), "monopoly", "fr")
    showcase.show(Shown(POSITION))
    page, place = showcase.page, showcase.place
    assert place is not None
    page.locator("#do-out").click()
    dialog = page.locator(".mono-dialog")
    total = dialog.locator(".mono-total")
    expect(total).not_to_be_empty()
    expect(dialog.locator(".mono-lines li").first).to_be_visible()
    best = total.inner_text()
    role = dialog.locator("select[name=role]")
    role.select_option("TOKEN@ORG")
    expect(total).not_to_have_text(best)
    go = dialog.locator("button[value=yes]")
    for button in (go, dialog.locator("button[value=no]")):
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport()
    page.evaluate(COUNTING)
    with page.expect_request("**/moves") as sent:
        go.click()
    asked = sent.value.post_data_json
    assert asked is not None
    move = asked["move"]
    assert move == "out CHANCE=TOKEN@ORG"
    expect(dialog).to_have_count(0)
    place.match.play(f"A {move}")
    place.ask()
    showcase.tell(
        [Told(2, ["Vous sortez."], [Scene("monopoly.out", "A", None, {}, routine=False)])]
    )
    hand, reward = page.locator(".mono-fanned .card"), page.locator(".mono-turning .card")
    expect(page.locator(".mono-reward.mono-moving")).to_be_visible()
    expect(hand).to_have_count(len(OUT.split()))
    expect(reward).to_have_count(REWARD)
    gained = place.match.gained["A"]
    rest(page)
    counted = page.evaluate("() => window.counted")
    assert counted == sorted(counted)
    assert counted[0] < gained == counted[-1]
