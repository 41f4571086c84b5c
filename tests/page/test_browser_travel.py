"""Cards that are taken into a hidden hand or played from one travel, and pawns walk.

Movements are stopped half-way, so that they can be measured and looked at.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.browser import NARROW, STILL, WIDE
from tests.page.conftest import Welcome
from tests.page.stage import Stage

HALFWAY = """
const begin = Document.prototype.startViewTransition;
Document.prototype.startViewTransition = function (change) {
  const one = begin.call(this, change);
  one.ready.then(() => Promise.resolve().then(() => {
    const moving = document.getAnimations()
      .filter(({ effect }) => effect.pseudoElement?.startsWith('::view-transition'));
    for (const each of moving) {
      each.pause();
      each.currentTime = each.effect.getComputedTiming().endTime / 2;
    }
    window.flights = moving.map(({ effect }) => effect.pseudoElement)
      .filter((part) => part.includes('-group('));
    document.documentElement.dataset.halfway = 'yes';
  }), () => {});
  return one;
};
"""
"""A script that stops all cards half-way."""
PLACES = """(seat) => {
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const root = document.documentElement;
  const face = document.querySelector(`[data-seat=${seat}] > header .face`);
  const found = {};
  for (const part of window.flights) {
    const { transform, width, height } = getComputedStyle(root, part);
    const { e, f } = new DOMMatrix(transform);
    const code = part.slice(part.indexOf('card-') + 5, -1);
    const ends = document.getAnimations().find(({ effect }) => effect.pseudoElement === part)
      .effect.getKeyframes().map((frame) => new DOMMatrix(frame.transform))
      .map((m) => [m.e + parseFloat(width) / 2, m.f + parseFloat(height) / 2]);
    const picture = ['old', 'new'].filter((which) => document.getAnimations().some(
      ({ effect }) => effect.pseudoElement === part.replace('-group(', `-${which}(`)));
    found[code] = { at: [e + parseFloat(width) / 2, f + parseFloat(height) / 2],
      from: ends[0], to: ends.at(-1), picture };
  }
  return { face: middle(face.getBoundingClientRect()), cards: found };
}"""
"""Where the cards are half-way, from where they come and where they go; and where a seat is."""
_MONEY = "money 3; gone RUB JPY; hand A EUR20a EUR30a; hand C *2"
_LOT = "USD40 USD20a GBP50"
LOT = f"{_MONEY}; bid A EUR50; bid B GBP60; bid C USD50; left {_LOT}; right GBP30a; hand B *3"
TAKEN = (
    f"{_MONEY}; bid A EUR50; bid C USD50; left GBP60; right GBP30a;"
    f" hand B {_LOT} *3; known B {_LOT}"
)
_PILES = "monopoly 3; hand A ORG1 ORG2 ORG3 H1 STA1; pile A YEL1; pile C RED1"
HELD = f"{_PILES}; pile B LBL1; hand B *6"
OFFERED = f"{_PILES}; pile B LBL1 GRN2; hand B *5"
_STACKS = (
    "stack A SCOOTER SCOOTER / AUTO AUTO; stack C BAS BAS; hand A TRAIN AVION OR; discard PIANO"
)
_NEUTRAL = "neutral 1 SCOOTER *; neutral 2 BIJOUX *; neutral 3 CABANE *"
ALONE = f"cache_ton_cash 3 removed=none; {_STACKS}; {_NEUTRAL}; hand B *4"
PAIRED = f"cache_ton_cash 3 removed=none; {_STACKS}; {_NEUTRAL}; hand B *2; stack B AVION AVION"
NEAR = 60
"""Pixels within which a card is at a seat."""


def look(page: Page, name: str) -> None:
    """Keep a picture where somebody wants to look at it: `LOOK=folder pytest …`."""
    if folder := os.environ.get("LOOK"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def distance(one: list[float], other: list[float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def flights(stage: Stage, seat: str) -> tuple[list[float], dict[str, Any]]:
    """Wait until cards are half-way; return where a seat is, and the cards."""
    stage.wait_for("html[data-halfway]")
    found = stage.page.evaluate(PLACES, seat)
    return found["face"], found["cards"]


SCREENS = pytest.mark.parametrize("screen", [WIDE, NARROW], ids=["laptop", "phone"])


@SCREENS
def test_a_lot_that_another_player_takes_travels_to_their_seat(
    welcome: Welcome, screen: dict[str, Any]
) -> None:
    guest = welcome("fr", **screen)
    guest.context.add_init_script(HALFWAY)
    stage = Stage(guest, "money", LOT)
    took = {"kind": "money.take_left", "seat": "B", "cards": {"cards": _LOT.split()}}
    stage.follow(TAKEN, took)
    seat, cards = flights(stage, "B")
    look(stage.page, f"money-{screen['viewport']['width']}")
    for code in _LOT.split():
        card = cards[code.lower()]
        assert card["picture"] == ["old"]
        assert distance(card["to"], seat) < NEAR
        assert distance(card["from"], seat) > NEAR
        assert distance(card["at"], seat) < distance(card["from"], seat)
        assert distance(card["at"], card["from"]) > 0
    assert cards["gbp60"]["picture"] == []  # both its places are seen: the browser moves it


@pytest.mark.parametrize(
    ("screen", "before", "after", "kind", "played"),
    [
        (WIDE, HELD, OFFERED, "monopoly.offer", ["GRN2"]),
        (NARROW, HELD, OFFERED, "monopoly.offer", ["GRN2"]),
        (WIDE, ALONE, PAIRED, "cache_ton_cash.pair", ["AVION", "AVION"]),
    ],
    ids=["monopoly-laptop", "monopoly-phone", "cache_ton_cash-laptop"],
)
def test_a_card_played_from_a_hidden_hand_comes_from_its_seat(
    welcome: Welcome,
    screen: dict[str, Any],
    before: str,
    after: str,
    kind: str,
    played: list[str],
) -> None:
    guest = welcome("fr", **screen)
    guest.context.add_init_script(HALFWAY)
    game = kind.split(".")[0]
    stage = Stage(guest, game, before)
    stage.follow(after, {"kind": kind, "seat": "B", "cards": {"cards": played}})
    seat, cards = flights(stage, "B")
    look(stage.page, f"{game}-{screen['viewport']['width']}")
    flown = [card for name, card in cards.items() if name.startswith(played[0].lower())]
    assert flown
    for card in flown:
        assert card["picture"] == ["new"]
        assert distance(card["from"], seat) < NEAR
        assert distance(card["at"], card["to"]) < distance(card["from"], card["to"])


ARROWS = """() => [...document.querySelectorAll('.coc-arrow')]
  .map((one) => getComputedStyle(one).opacity)"""
PAWN = """() => {
  const { x, y } = document.querySelector('.coc-walking').getBoundingClientRect();
  return [x, y];
}"""
AT = """(share) => {
  const all = [...document.querySelectorAll('.coc-walking, .coc-arrow')]
    .flatMap((one) => one.getAnimations());
  const ends = all.map((one) => one.effect.getComputedTiming().endTime);
  for (const one of all) {
    one.pause();
    one.currentTime = share * Math.max(...ends);
  }
  return Math.max(0, ...ends);
}"""
"""Sets pawn and arrows to a part of their time; returns the milliseconds that they need."""


def walk(stage: Stage) -> None:
    """Let the cards of B and C send D six fields on."""
    stage.follow(
        "cash_oder_crash 4; active C; turn 2; pawns A 0 B 0 C 0 D +6",
        {"kind": "cash_oder_crash.reveal", "seat": "D", "cards": {"cards": ["+6"]}},
        sentences=["Basile et Clémence envoient Désiré sur +6."],
    )
    stage.wait_for(".coc-walking")


def at_the_ring(stage_of: Any, **how: Any) -> Stage:
    return Stage(stage_of, "cash_oder_crash", "cash_oder_crash 4; active B; turn 1", **how)


@SCREENS
def test_both_culprits_are_named_the_pawn_walks_and_leaves_arrows(
    welcome: Welcome, screen: dict[str, Any]
) -> None:
    stage = at_the_ring(welcome("fr", **screen))
    page = stage.page
    walk(stage)
    bubble = page.locator(".bubble.did")
    expect(bubble).to_contain_text("Basile et Clémence")
    expect(bubble.locator("img").first).to_be_visible()
    spots = []
    for share in (0, 0.5, 0.75, 1):
        time = page.evaluate(AT, share)
        spots.append(page.evaluate(PAWN))
        if share == 0.75:
            look(page, f"ring-{screen['viewport']['width']}")
            shown = page.evaluate(ARROWS)
            assert len(shown) == 6
            assert shown[0] == "1"
            assert shown[-1] == "0"
    assert len({tuple(spot) for spot in spots}) == 4  # it is somewhere else each time
    assert page.evaluate(ARROWS) == ["1"] * 6
    lasts = """async () => {
      const { default: game } = await import('/static/games/cash_oder_crash/table.js');
      const scenes = [{ kind: 'cash_oder_crash.reveal', seat: 'D', cards: { cards: ['+6'] } }];
      return game.lasts({ log: [{ scenes }] });
    }"""
    assert page.evaluate(lasts) >= time - 250  # the last arrow may still appear


@pytest.mark.parametrize("how", ["instant", "still"])
def test_without_motion_the_pawn_is_there_at_once(welcome: Welcome, how: str) -> None:
    guest = welcome("fr", **(STILL if how == "still" else {}))
    if how == "instant":
        guest.context.add_init_script(
            """localStorage.setItem('tirelire-settings', '{"speed":"instant"}')"""
        )
    stage = at_the_ring(guest)
    walk(stage)
    assert stage.page.evaluate(AT, 0) == 0
    assert stage.page.evaluate(ARROWS) == ["1"] * 6
    expect(stage.page.locator(".coc-last")).to_be_visible()
    running = "() => document.getAnimations().filter((one) => one.playState === 'running').length"
    assert stage.page.evaluate(running) == 0


@pytest.mark.parametrize(("speed", "times"), [("slow", 2), ("normal", 1), ("fast", 0.45)])
def test_the_speed_governs_cards_and_pawns(welcome: Welcome, speed: str, times: float) -> None:
    guest = welcome("fr")
    guest.context.add_init_script(HALFWAY)
    guest.context.add_init_script(
        f"""localStorage.setItem('tirelire-settings', '{{"speed":"{speed}"}}')"""
    )
    stage = Stage(guest, "money", LOT)
    took = {"kind": "money.take_left", "seat": "B", "cards": {"cards": _LOT.split()}}
    stage.follow(TAKEN, took)
    stage.wait_for("html[data-halfway]")
    ends = """() => [...new Set(document.getAnimations()
      .filter(({ effect }) => effect.pseudoElement?.startsWith('::view-transition'))
      .map(({ effect }) => effect.getComputedTiming().endTime))]"""
    assert stage.page.evaluate(ends) == [pytest.approx(350 * times)]
    ring = welcome("fr")
    ring.context.add_init_script(
        f"""localStorage.setItem('tirelire-settings', '{{"speed":"{speed}"}}')"""
    )
    stage = at_the_ring(ring)
    walk(stage)
    assert stage.page.evaluate(AT, 1) == pytest.approx(times * (900 + 170 * 7), rel=0.15)
