"""Draws the pictures of README.md and docs: `PYTHONPATH=. python docs/site/pictures.py FOLDER`.

A table on a laptop in both languages, one on a phone, and a short animation of a match.
"""

from __future__ import annotations

import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser
from tests.page.browser import Guest, House, chromium
from tests.page.players import Player
from tests.page.screenshots import LOADED, LONG

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2}
PACE = {"bots": 0, "pause": 0, "window": 60}
FRAMES = 30
FRAME_MS = 420
LAST_MS = 2000
COLOURS = 256
WIDTH = 880
"""Pixels of a frame of the animation."""


class FrontPictures:
    """Plays at a table of one house, and draws it."""

    def __init__(self, browser: Browser, house: House, folder: Path) -> None:
        self._browser, self._house, self._folder = browser, house, folder

    def table(self, game: str, lang: str, how: dict[str, Any], file: str, steps: int) -> None:
        """Draw a table after some steps."""
        guest, player = self._sit(game, lang, how)
        for _ in range(steps):
            player.wait()
            player.step()
        player.wait()
        guest.page.wait_for_function(LOADED)
        picture = Image.open(BytesIO(guest.page.screenshot())).convert("RGB")
        picture.quantize(COLOURS).save(self._folder / file, optimize=True)
        guest.close()

    def animation(self, game: str, lang: str, file: str) -> None:
        """Draw the course of a match: what is seen before, during and after each step."""
        guest, player = self._sit(game, lang, LAPTOP)
        frames: list[Image.Image] = []
        while len(frames) < FRAMES:
            player.wait()
            frames.append(self._frame(guest))
            player.step()
            frames += [self._frame(guest) for _ in range(2)]
        times = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
        frames[0].save(
            self._folder / file,
            save_all=True,
            append_images=frames[1:],
            duration=times,
            loop=0,
            quality=60,
            method=4,
        )
        guest.close()

    def _sit(self, game: str, lang: str, how: dict[str, Any]) -> tuple[Guest, Player]:
        guest = Guest(self._browser, self._house, lang, **how)
        table = guest.begin(game, 3, options=LONG[game], pace=PACE)
        guest.page.goto(f"/t/{table}")
        return guest, Player(guest.page, haste=0.6, seed=4)

    def _frame(self, guest: Guest) -> Image.Image:
        picture = Image.open(BytesIO(guest.page.screenshot())).convert("RGB")
        return picture.resize((WIDTH, picture.height * WIDTH // picture.width), Image.LANCZOS)


def main(folder: Path) -> None:
    """Draw all pictures."""
    with tempfile.TemporaryDirectory() as place, chromium() as browser:
        house = House(Path(place))
        try:
            house.start()
            pictures = FrontPictures(browser, house, folder)
            pictures.table("money", "en", LAPTOP, "money.png", 6)
            pictures.table("money", "fr", LAPTOP, "money.fr.png", 6)
            pictures.table("monopoly", "en", PHONE, "phone.png", 8)
            pictures.animation("money", "en", "match.webp")
        finally:
            house.end()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
