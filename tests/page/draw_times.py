"""Measures how long the page needs for a new view: `python -m tests.page.draw_times`.

A player and as many bots as there is room for play each game, with normal motion, on a laptop and
on a phone. A view update tells what happened, finds the cards that travel, draws, and finds them
again; all layout that this needs counts too.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.page.browser import AT_ONCE, NARROW, WIDE, Guest, House, chromium
from tests.page.players import Player
from tirelire.games import GAMES

BOTS = {"money": 4, "cash_oder_crash": 3, "monopoly": 5, "cache_ton_cash": 5}
STEPS = 60
"""Decisions of the player in each match."""
TIMES = """() => {
  const parts = ['depart', 'arrive'].flatMap((name) => performance.getEntriesByName(name));
  parts.sort((one, other) => one.startTime - other.startTime);
  const updates = [];
  for (const { name, duration } of parts) {
    if (name === 'depart') updates.push(duration);
    else updates[updates.length - 1] += duration;
  }
  return updates;
}"""
"""Milliseconds of each update: its two parts, before and after the browser takes its picture."""


def measure(browser: Browser, house: House, game: str, how: dict[str, Any]) -> list[float]:
    """Play; return the milliseconds of each view update."""
    guest = Guest(browser, house, "fr", **how)
    table = guest.begin(game, BOTS[game], pace={**AT_ONCE, "bots": 100})
    page = guest.open(f"/t/{table}")
    player = Player(page)
    for _ in range(STEPS):
        if not player.step():
            break
    times: list[float] = page.evaluate(TIMES)
    guest.context.close()
    return times


def main() -> None:
    """Print the median, the 95th percentile and the longest, by game and width."""
    print(f"{'game':16} {'width':7} {'updates':>8} {'p50 ms':>8} {'p95 ms':>8} {'max ms':>8}")
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        house = House(Path(folder))
        house.start()
        try:
            for game in GAMES:
                for width, how in (("wide", WIDE), ("narrow", NARROW)):
                    found = sorted(measure(browser, house, game, how))
                    p50, p95 = (found[int(len(found) * part)] for part in (0.5, 0.95))
                    print(
                        f"{game:16} {width:7} {len(found):8} {p50:8.1f} {p95:8.1f} {found[-1]:8.1f}"
                    )
        finally:
            house.end()


if __name__ == "__main__":
    main()
