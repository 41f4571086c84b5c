"""People who play at a page: they know what it shows, and nothing else."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from tests.page.browser import PATIENCE, TOO_LATE

LOOK = """() => {
  const shown = (element) => element.checkVisibility();
  const at = (name) => document.getElementById(name);
  const list = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const about = (element) => ({
    id: element.id,
    text: (element.getAttribute('aria-label') ?? element.textContent).trim(),
    primary: element.classList.contains('primary'),
    pressed: element.getAttribute('aria-pressed') === 'true' || element.checked === true,
  });
  return {
    question: at('question')?.textContent ?? '',
    asked: at('question')?.classList.contains('to-me') ?? false,
    asks: list('dialog.question[open]').length > 0,
    curtain: list('#handed[aria-busy=false]').length > 0,
    over: list('#rematch').length > 0,
    score: list('#continue, #go-on').map((one) => one.id)[0] ?? '',
    lost: list('#lost').length > 0,
    refused: list('#refused').map((one) => one.textContent).join(),
    draws: performance.getEntriesByName('draw').length,
    lines: at('log')?.childElementCount ?? 0,
    actions: list('#actions button:not([aria-disabled])').map(about)
      .filter((one) => !['undo', 'retract', 'show-sheet', 'go-on', 'rematch'].includes(one.id)),
    targets: list('#table button.target').map(about),
    cards: list('#hand label:has(input:not([aria-disabled]))')
      .map((label) => about(label.querySelector('input'))),
  };
}"""
WAIT = f"""(draws) => {{
  const seen = ({LOOK})();
  return seen.over || seen.score !== '' || seen.curtain || seen.refused !== ''
    || (seen.draws > draws && seen.asked && !seen.lost
    && !document.querySelector('[aria-busy=true]')
    && seen.actions.length + seen.targets.length + seen.cards.length > 0);
}}"""
SHOWN = "(found) => found.find((one) => one.checkVisibility())?.innerText ?? null"
FOCUS = "() => document.activeElement?.id ?? ''"
SENDING = ("draw-pile",)
"""How targets begin that make a move at once."""
RAW_KEY = re.compile(
    r"\b(?:page|table|card|colour|group|reason|refusal|sheet|bot|word|option)\.[a-z_]+[.\w]*"
)
MOST_STEPS = 3000


@dataclass(frozen=True)
class Thing:
    """Something on the page that can be pressed."""

    id: str
    text: str
    primary: bool
    pressed: bool


@dataclass(frozen=True)
class Seen:
    """What somebody sees who looks at a table."""

    question: str
    asked: bool
    asks: bool
    curtain: bool
    over: bool
    score: str
    """The button with which somebody goes on who has seen the score of a deal."""
    lost: bool
    refused: str
    draws: int
    lines: int
    actions: list[Thing]
    targets: list[Thing]
    cards: list[Thing]


Press = Callable[[Page, str], None]
"""A way to press what has an id."""


def _spot(ident: str) -> tuple[str, dict[str, Any]]:
    """Return what to touch, and where: of a card that others cover, its free edge."""
    if not ident.startswith("hand-"):
        return f'[id="{ident}"]', {}
    return f'label:has([id="{ident}"])', {"position": {"x": 10, "y": 18}}


def by_mouse(page: Page, ident: str) -> None:
    """Click."""
    what, where = _spot(ident)
    page.click(what, timeout=4000, **where)


def by_finger(page: Page, ident: str) -> None:
    """Tap."""
    what, where = _spot(ident)
    page.tap(what, timeout=4000, **where)


def by_keyboard(page: Page, ident: str) -> None:
    """Go there with the tabulator alone, and press a key."""
    steps = 0
    while page.evaluate(FOCUS) != ident:
        page.keyboard.press("Tab")
        steps += 1
        assert steps < 250, f"{ident} cannot be reached by keyboard"
        if steps % 100 == 0 and not page.query_selector(f'[id="{ident}"]'):
            return
    page.keyboard.press("Space" if ident.startswith("hand-") else "Enter")


class Player:
    """Somebody who plays at random, but sends what he has chosen, in haste or rather soon."""

    def __init__(
        self, page: Page, press: Press = by_mouse, seed: int = 1, haste: float = 0.75
    ) -> None:
        self.page = page
        self.press = press
        self.haste = haste
        self.random = Random(seed)
        self.refusals: list[str] = []
        self.late: list[str] = []
        """Where somebody else was faster: the order of arrival decides."""
        self._draws = -1
        self._refused = ""

    def look(self) -> Seen:
        """Look at the page."""
        seen = self.page.evaluate(LOOK)
        for kind in ("actions", "targets", "cards"):
            seen[kind] = [Thing(**one) for one in seen[kind]]
        return Seen(**seen)

    def wait(self) -> Seen:
        """Wait until there is something to do, or the match is over."""
        try:
            self.page.wait_for_function(WAIT, arg=self._draws, timeout=PATIENCE, polling=20)
        except TooLate:
            raise AssertionError(f"nothing to do: {self.look()}") from None
        return self.look()

    def choose(self, seen: Seen) -> Thing:
        """Choose what to press next."""
        ready = [one for one in seen.actions if one.primary]
        if ready and self.random.random() < self.haste:
            return self.random.choice(ready)
        cards = [one for one in seen.cards if not one.pressed]
        targets = [one for one in seen.targets if not one.pressed]
        kinds = [kind for kind in (seen.actions, targets, cards) if kind]
        if not kinds:
            return self.random.choice(seen.cards)  # take a card back
        return self.random.choice(self.random.choice(kinds))

    def step(self, seen: Seen | None = None) -> bool:
        """Do one thing, as soon as there is any or at what was seen; tell whether it goes on."""
        seen = seen or self.wait()
        if seen.refused and seen.refused != self._refused:
            (self.late if seen.refused.strip() in TOO_LATE else self.refusals).append(seen.refused)
        self._refused = seen.refused
        if seen.over:
            return False
        if seen.score:
            self.press(self.page, seen.score)
            return True
        if seen.curtain:
            self.press(self.page, "handed")
            return True
        if not seen.actions + seen.targets + seen.cards:
            return True  # somebody else was faster
        thing = self.choose(seen)
        try:
            self.press(self.page, thing.id)
        except TooLate:
            now = self.look()
            found = [*now.actions, *now.targets, *now.cards]
            if thing.id not in [one.id for one in found]:
                return True  # somebody else was faster
            self.press(self.page, thing.id)  # the browser was busy
        if thing in seen.actions or thing.id.startswith(SENDING):
            self._settle(seen)
        return True

    def _settle(self, before: Seen) -> None:
        """Wait until a decision has been taken in, or confirm it first."""
        self._draws = before.draws
        confirm = self.page.query_selector("dialog.question[open] button[value=yes]")
        if confirm:
            confirm.evaluate("(button) => { button.id = 'confirm-yes'; }")
            self.press(self.page, "confirm-yes")

    def play(self, until: Callable[[Seen], bool] = lambda seen: False) -> Seen:
        """Play to the end of the match, or until something is seen."""
        for _ in range(MOST_STEPS):
            seen = self.look()
            if until(seen):
                return seen
            if not self.step():
                return self.look()
        raise AssertionError(f"the match does not end: {self.look()}")

    def play_until_shown(self, selector: str) -> str:
        """Play on, whenever there is something to do, until the page shows something.

        Return its text, read in that moment: the last decision may be about to remove it.
        """
        wanted = self.page.locator(selector)
        end = time.monotonic() + PATIENCE / 1000
        while (text := wanted.evaluate_all(SHOWN)) is None:
            if self.ready():
                if not self.step(self.look()):  # it may have come with the end of the match
                    wanted.first.wait_for()
                    continue
                end = time.monotonic() + PATIENCE / 1000
            assert time.monotonic() < end, f"no {selector}, and nothing to do: {self.look()}"
            self.page.wait_for_timeout(10)
        return str(text)

    def ready(self) -> bool:
        """Tell whether there is something to do, or the match is over."""
        return bool(self.page.evaluate(WAIT, self._draws))

    def log(self) -> list[str]:
        """Read the log."""
        lines: list[str] = self.page.locator("#log li").all_inner_texts()
        return lines


def take_turns(players: list[Player], steps: int = MOST_STEPS) -> bool:
    """Let several play, each when he can; tell whether the match is over."""
    for _ in range(steps):
        over = [player.ready() and not player.step(player.look()) for player in players]
        if all(over):
            return True
        players[0].page.wait_for_timeout(10)
    return False


def shown_text(page: Page) -> str:
    """Return all that is said on a page, also to those who listen."""
    text: str = page.evaluate(
        """() => [document.title, document.body.innerText,
          ...[...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')].flatMap(
            (one) => ['aria-label', 'title', 'alt', 'placeholder'].map((x) => one.getAttribute(x))),
        ].join('\\n')"""
    )
    return text


def raw_keys(page: Page) -> list[str]:
    """Return names of texts that are shown instead of the texts."""
    return sorted(set(RAW_KEY.findall(shown_text(page))))
