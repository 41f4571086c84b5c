"""Measures how long the page needs: `python -m tests.page.draw_times`.

First how long it takes from *Play now* until the table is drawn, and until the player is asked for
the first time, with all that the house does for it. Then how long a new view takes: a player and as
many bots as there is room for play each game, with normal motion, on a laptop and on a phone. A
view update tells what happened, finds the cards that travel, draws, and finds them again; all
layout that this needs counts too.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from tests.page.browser import AT_ONCE, NARROW, WIDE, Guest, House, chromium
from tests.page.players import Player
from tirelire.games import GAMES

BOTS = {"money": 4, "cash_oder_crash": 3, "monopoly": 5, "cache_ton_cash": 5}
TRIES = 5
"""How often *Play now* is pressed, by a new guest each time."""
STEPS = 60
"""Decisions of the player in each match."""
SLACK = 50
"""Microseconds by which the clocks of a trace may differ."""
CATEGORIES = ["devtools.timeline", "toplevel", "blink.user_timing"]
"""What the browser traces: its tasks, and what the page measures (`measure.js`)."""
ALL_BUSY = {"dur": 1, "tdur": 1}
"""Stands for a task that the trace does not hold: it was not over when the trace was."""
PARTS = ("depart", "arrive")
"""An update has a part before the browser takes its picture of the page, and one after it."""


class Update(NamedTuple):
    """Milliseconds that a view update takes."""

    elapsed: float
    busy: float
    """Of the processor: other work beside it hardly lengthens this."""


def updates_of(trace: list[dict[str, Any]]) -> list[Update]:
    """Read the view updates of a trace; a part is as busy as the smallest task that holds it."""
    tasks = [one for one in trace if one["ph"] == "X" and one.get("dur") and "tdur" in one]
    begun: dict[object, float] = {}
    updates: list[Update] = []
    for event in sorted(trace, key=lambda one: float(one.get("ts", 0))):
        if event["name"] not in PARTS or event.get("cat") != "blink.user_timing":
            continue
        which = (event["name"], str(event.get("id2", event.get("id"))))
        if event["ph"] == "b":
            begun[which] = event["ts"]
            continue
        start, end = begun.pop(which), event["ts"]
        around = [
            task
            for task in tasks
            if task["pid"] == event["pid"]
            and task["ts"] - SLACK <= start
            and end <= task["ts"] + task["dur"] + SLACK
        ]
        task = min(around, key=lambda one: float(one["dur"]), default=ALL_BUSY)
        elapsed = (end - start) / 1000
        part = Update(elapsed, elapsed * min(1.0, task["tdur"] / task["dur"]))
        if event["name"] == PARTS[0] or not updates:
            updates.append(part)
        else:
            before = updates[-1]
            updates[-1] = Update(before.elapsed + part.elapsed, before.busy + part.busy)
    return updates


def measure(browser: Browser, house: House, game: str, how: dict[str, Any]) -> list[Update]:
    """Play; return what each view update takes."""
    guest = Guest(browser, house, "fr", **how)
    table = guest.begin(game, BOTS[game], pace={**AT_ONCE, "bots": 100})
    browser.start_tracing(page=guest.page, categories=CATEGORIES)
    player = Player(guest.open(f"/t/{table}"))
    for _ in range(STEPS):
        if not player.step():
            break
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    guest.context.close()
    return updates_of(trace)


def first_decisions(browser: Browser, house: House, game: str) -> list[tuple[float, float]]:
    """Press *Play now* again and again; return seconds to the table, and to the first decision."""
    found = []
    for _ in range(TRIES):
        guest = Guest(browser, house, "fr", **WIDE)
        guest.introduce()
        page = guest.open("/")
        began = time.monotonic()
        page.click(f"[data-play={game}]")
        page.locator("#table .board").first.wait_for()
        drawn = time.monotonic() - began
        Player(page).wait()
        found.append((drawn, time.monotonic() - began))
        guest.context.close()
    return found


def tell_first_decisions(browser: Browser, house: House) -> None:
    """Print the median and the longest time of each game."""
    print(f"{'game':16} {'table drawn, s':>18} {'first decision, s':>18}")
    print(f"{'':16} {'p50':>9} {'max':>8} {'p50':>9} {'max':>8}")
    for game in GAMES:
        columns = zip(*first_decisions(browser, house, game), strict=True)
        told = [f"{median(column):9.1f} {max(column):8.1f}" for column in columns]
        print(f"{game:16} {' '.join(told)}", flush=True)


def main() -> None:
    """Print the median and the 95th percentile, elapsed and of the processor, by game and width."""
    print(f"load of the machine: {os.getloadavg()[0]:.1f}, processors: {os.cpu_count()}")
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        house = House(Path(folder))
        house.start()
        try:
            tell_first_decisions(browser, house)
            print(f"{'game':16} {'width':7} {'updates':>8} {'elapsed':>18} {'processor':>18}")
            print(f"{'':33} {'p50 ms':>9} {'p95 ms':>8} {'p50 ms':>9} {'p95 ms':>8}")
            for game in GAMES:
                for width, how in (("wide", WIDE), ("narrow", NARROW)):
                    found = measure(browser, house, game, how)
                    row = [
                        sorted(times)[int(len(found) * part)]
                        for times in zip(*found, strict=True)
                        for part in (0.5, 0.95)
                    ]
                    figures = " ".join(f"{one:9.1f} {two:8.1f}" for one, two in (row[:2], row[2:]))
                    print(f"{game:16} {width:7} {len(found):8} {figures}", flush=True)
        finally:
            house.end()


if __name__ == "__main__":
    main()
