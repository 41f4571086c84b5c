"""Draws every page and every state of a table: `python -m tests.page.screenshots FOLDER`.

In every language, wide and narrow, by day and in the dark. Look at the pictures one by one.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.page.browser import ASKING, SHORT, WIDE, Guest, House, chromium
from tests.page.players import Player, Seen
from tests.page.positions import STATES as FULL
from tests.page.positions import Showcase
from tests.page.stage import Stage
from tests.page.test_browser_reveal import COUNTED, SEALED, TURNED, reveal
from tirelire.core.languages import LANGUAGES
from tirelire.games import GAMES

WIDTHS: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1366, "height": 800}},
    "narrow": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2},
}
LOADED = """() => [...document.images].every((one) => one.complete
  || (one.loading === 'lazy' && one.getBoundingClientRect().top > innerHeight))"""
"""Whether all pictures are there, but those that are loaded when somebody comes to them."""
LONG: dict[str, dict[str, str | int]] = {
    "money": {"hands": 2},
    "cash_oder_crash": {"rounds": 2},
    "monopoly": {"target": 9000},
    "cache_ton_cash": {"match": "three"},
}
LEISURELY = {**ASKING, "bots": 3600}
"""A pace at which bots let a person look as long as they like."""
BOTS = {"money": 3, "cash_oder_crash": 3, "monopoly": 3, "cache_ton_cash": 3}


def has(selector: str) -> Callable[[Page, Seen], bool]:
    """See something on the page."""
    return lambda page, seen: page.locator(f"{selector}:visible").count() > 0


def may(start: str) -> Callable[[Page, Seen], bool]:
    """Be offered an action."""
    return lambda page, seen: any(one.id.startswith(f"do-{start}") for one in seen.actions)


def asked(page: Page, seen: Seen) -> bool:
    """Be asked something."""
    return seen.asked and len(seen.cards) + len(seen.targets) + len(seen.actions) > 0


def full_hand(page: Page, seen: Seen) -> bool:
    """Hold many cards."""
    return seen.asked and page.locator("#hand label").count() >= 12


def later(page: Page, seen: Seen) -> bool:
    """Be in the middle of a match."""
    return seen.asked and seen.lines > 30 and len(seen.cards) > 0


STATES: dict[str, dict[str, Callable[[Page, Seen], bool]]] = {
    "money": {
        "1-bidding": asked,
        "2-selected": has("#hand input:checked"),
        "3-exchanging": has("#table .target"),
        "4-later": later,
    },
    "cash_oder_crash": {
        "1-acting": asked,
        "2-selected": has("#hand input:checked"),
        "3-window": may("call"),
        "4-later": later,
    },
    "monopoly": {
        "1-acting": asked,
        "2-bargain": has(".mono-bargain"),
        "3-discarding": may("discard"),
        "4-full-hand": full_hand,
        "5-later": later,
    },
    "cache_ton_cash": {
        "1-acting": asked,
        "2-selected": has("#hand input:checked"),
        "3-fight": has(".cash-fight"),
        "4-later": later,
    },
}
"""What is to be seen while a deal is played."""


def draw(page: Page, file: Path, dark: bool = False, whole: bool = True) -> None:
    """Draw a page, perhaps in the dark too."""
    page.wait_for_function(LOADED)
    themes: Any = ("light", "dark") if dark else ("light",)
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        page.wait_for_timeout(150)
        ending = "-dark.png" if theme == "dark" else ".png"
        page.screenshot(path=file.with_name(file.stem + ending), full_page=whole)
    page.emulate_media(color_scheme="light")


class Painter:
    """Draws the pages of one language and one width."""

    def __init__(self, browser: Browser, house: House, lang: str, width: str, folder: Path) -> None:
        self.browser, self.house = browser, house
        self.how = WIDTHS[width]
        self.guest = Guest(browser, house, lang, **self.how)
        self.page = self.guest.page
        self.lang = lang
        self.ending = f"{lang}-{width}"
        self.folder = folder

    def draw(self, name: str, dark: bool = False, whole: bool = True) -> None:
        """Draw what is seen now, perhaps in the dark too."""
        draw(self.page, self.folder / f"{name}-{self.ending}.png", dark, whole)

    def pages(self) -> None:
        """Draw all pages without a match."""
        guest, page = self.guest, self.page
        guest.open("/")
        self.draw("entrance", dark=True)
        page.click("#settings")
        page.locator(".settings[open]").wait_for()
        self.draw("settings", dark=True, whole=False)
        for game in GAMES:
            guest.open(f"/new/{game}")
            page.click("summary")
            self.draw(f"new-{game}", dark=game == "money")
            guest.open(f"/rules/{game}")
            self.draw(f"rules-{game}", dark=True, whole=False)
            guest.open(f"/learn/{game}")
            page.locator("#begin").wait_for()
            self.draw(f"learn-goal-{game}", dark=True)
            page.click("#begin")
            page.locator("#hand input").first.wait_for()
            self.draw(f"learn-{game}", dark=True)
        self.before_a_match()
        self.trouble()
        self.pad()
        guest.begin("monopoly", 2, listed=True)
        page.goto("/")
        page.evaluate("localStorage.setItem('tirelire-guest', 'yes')")
        page.reload()
        page.locator("#mine li").first.wait_for()
        self.draw("entrance-returning", dark=True)

    def before_a_match(self) -> None:
        """Draw the pages of a table that waits for people, and the curtain between two of them."""
        guest, page = self.guest, self.page
        table = guest.table("money", ["open", "open", "strong", "regular"])
        page.goto(f"/t/{table}")
        page.locator("#name").wait_for()
        self.draw("lobby-arriving", dark=True, whole=False)
        guest.sit(table, "A", "Zoé")
        page.reload()
        page.locator("#start").wait_for()
        page.wait_for_timeout(200)
        self.draw("lobby", dark=True)
        passing = guest.table("cache_ton_cash", ["open", "open"])
        guest.sit(passing, "A", "Ann")
        guest.sit(passing, "B", "Bob")
        guest.post(f"/tables/{passing}/start")
        page.goto(f"/t/{passing}")
        page.locator("#handed").wait_for()
        self.draw("curtain", dark=True)

    def introduction(self, game: str) -> None:
        """Draw the three pictures and the coach that somebody sees before a first match."""
        guest = Guest(self.browser, self.house, self.lang, newcomer=True, **self.how)
        page = guest.open(f"/t/{guest.begin(game, 2, pace=LEISURELY)}")
        page.locator("#intro").wait_for()
        draw(page, self.folder / f"{game}-0-introduction-{self.ending}.png", dark=True, whole=False)
        page.click("#intro-close")
        page.locator("#coach").wait_for()
        draw(page, self.folder / f"{game}-0-coach-{self.ending}.png", dark=True)
        guest.close()

    def revealed(self) -> None:
        """Draw how the bids of Money turn over, in the middle and at the end."""
        guest = Guest(self.browser, self.house, self.lang, **self.how)
        stage = Stage(guest, "money", SEALED, self.lang)
        reveal(stage)
        for name, passes in (("counting", TURNED + COUNTED // 2), ("order", COUNTED)):
            stage.page.clock.run_for(passes)
            draw(stage.page, self.folder / f"money-reveal-{name}-{self.ending}.png", dark=True)
        guest.close()

    def trouble(self) -> None:
        """Draw what is shown when a table is not there, full, closed or out of reach."""
        guest, page = self.guest, self.page
        page.goto("/t/nothing")
        self.draw("wrong-link", dark=True)
        host = Guest(self.browser, self.house, self.lang, **WIDE)
        closed, full = (host.table("money", ["open"] * 3) for _ in range(2))
        host.post(f"/tables/{closed}/close")
        page.goto(f"/t/{closed}")
        page.locator("#lobby a.primary").wait_for()
        self.draw("closed-table", dark=True)
        for seat, name in zip("ABC", ("Zoé", "Émile", "Ann"), strict=True):
            host.sit(full, seat, name)
        page.goto(f"/t/{full}")
        page.locator("#lobby .notice:visible").wait_for()
        self.draw("full-table", dark=True)
        host.post(f"/tables/{full}/start")
        page.locator("#table .board").wait_for()
        self.draw("watching", dark=True)
        host.close()
        lost = guest.begin("cash_oder_crash", 2)
        page.goto(f"/t/{lost}")
        Player(page).wait()
        self.house.kill()
        page.locator("#lost").wait_for()
        self.draw("lost-connection", dark=True)
        self.house.start()

    def pad(self) -> None:
        """Draw the score pad: a sheet is opened, a deal is counted."""
        page = self.guest.page
        page.goto("/pad")
        for game in GAMES:
            page.locator("#new-money").wait_for()
            if game == GAMES[0]:
                self.draw("pad", dark=True)
            page.click(f"#new-{game}")
            page.locator("#begin").wait_for()
            self.draw(f"pad-{game}-1-new", dark=game == "money")
            page.click("#begin")
            page.click(":is(#count, #out-nobody)")
            page.locator("#done").wait_for()
            for nth in (0, 0, 1, 3):
                page.locator("[id^=kind-], [id^=field-], .pad-row button").nth(nth).click()
            self.draw(f"pad-{game}-2-counting", dark=True)
            if game == GAMES[0]:
                page.click("#friends")
                page.locator("#friends-link").wait_for()
                self.draw("pad-friends", dark=True)
            someone_is_missing = page.locator("#missing").inner_text()
            page.click("#done")
            if someone_is_missing:
                page.click("dialog.question [value=yes]")
            page.locator("#ranking").wait_for()
            self.draw(f"pad-{game}-3-sheet", dark=True)
            page.goto("/pad")
        page.locator("#new-money").wait_for()
        self.draw("pad-returning", dark=True)
        page.click("#statistics")
        page.locator(".pad-table").first.wait_for()
        self.draw("pad-statistics", dark=True)

    def table(self, game: str) -> None:
        """Draw the states of a table, to the end of a deal."""
        options = LONG[game]
        table = self.guest.begin(game, BOTS[game], options=options, pace=ASKING)
        self.page.goto(f"/t/{table}")
        player = Player(self.page, haste=1.0, seed=2)
        player.wait()
        wanted = dict(STATES[game])
        for _ in range(900):
            is_ready = player.ready()
            seen = player.look()
            if self.page.locator("#sheet[open]").count():
                self.draw(f"{game}-6-deal-over", dark=True, whole=False)
                break
            for name in [name for name, holds in wanted.items() if holds(self.page, seen)]:
                self.draw(f"{game}-{name}", dark=True)
                del wanted[name]
            if is_ready:
                player.step()
            else:
                self.page.wait_for_timeout(20)
        if wanted:
            print(f"not seen: {game} {', '.join(wanted)} {self.ending}")
        self.match_over(game)

    def full_tables(self, game: str) -> None:
        """Draw full tables of every number of players."""
        guest = Guest(self.browser, self.house, self.lang, **self.how)
        showcase = Showcase(guest, game, self.lang)
        for name, shown in FULL[game].items():
            showcase.show(shown)
            showcase.page.wait_for_function(LOADED)
            file = f"{game}-full-{name.replace(' ', '-')}-{self.ending}.png"
            showcase.page.screenshot(path=self.folder / file)
        guest.close()

    def match_over(self, game: str) -> None:
        """Draw the end of a match, and its replay."""
        guest, page = self.guest, self.page
        table = guest.begin(game, 2, options={**SHORT[game]})
        page.goto(f"/t/{table}")
        Player(page, haste=1.0).play()
        self.draw(f"{game}-7-match-over", dark=True, whole=False)
        page.locator("#sheet footer form button").click()
        self.draw(f"{game}-8-after", dark=True)
        page.goto(f"/replay/{table}#9.*")
        page.locator("#moment").wait_for()
        self.draw(f"{game}-9-replay", dark=True)


def main(folder: Path) -> None:
    """Draw everything."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, chromium() as browser:
        house = House(Path(place))
        try:
            house.start()
            for lang in LANGUAGES:
                for width in WIDTHS:
                    painter = Painter(browser, house, lang, width, folder)
                    painter.pages()
                    painter.revealed()
                    for game in STATES:
                        painter.introduction(game)
                        painter.table(game)
                        painter.full_tables(game)
                    painter.guest.context.close()  # it has seen trouble, on purpose
        finally:
            house.end()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots"))
