"""A table whose house is a test: it tells what happens, scene by scene."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.page.browser import Guest
from tests.page.positions import TELL, Place, Showcase, Shown


class Stage:
    """A table whose house is a test, with a clock that stands still."""

    def __init__(self, guest: Guest, game: str, position: str, lang: str = "fr") -> None:
        guest.page.clock.install(time=0)
        self.lang = lang
        self.showcase = Showcase(guest, game, lang)
        self.page: Page = guest.page
        self.showcase.show(Shown(position))
        self.page.clock.pause_at(3600)

    def follow(self, position: str, *scenes: dict[str, Any], **more: Any) -> None:
        """Tell what comes next: another position, and the scenes that lead to it."""
        view = Place.at(position).view(self.lang, [])
        whole = [{"whom": None, "cards": {}, "routine": False, **scene} for scene in scenes]
        sentences = more.pop("sentences", ["…"] * len(whole))
        told = {"number": 2, "sentences": sentences, "scenes": whole}
        items = {**view["items"], **more.pop("items", {})}
        new = {**view, "number": 2, "deal": 1, "log": [told], **more, "items": items}
        self.page.evaluate(TELL, ["view", json.loads(json.dumps(new))])

    def wait_for(self, selector: str) -> None:
        """Wait until something is drawn, by the browser's own clock."""
        expect(self.page.locator(selector).first).to_be_attached()
