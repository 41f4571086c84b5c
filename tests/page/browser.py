"""A house that is served, a browser that looks at it, and guests who notice whatever goes wrong."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
    sync_playwright,
)

from tests.programs import CHROMIUM, need
from tests.server.postgres import free_port
from tests.server.served import START, Served
from tirelire.core.languages import LANGUAGES
from tirelire.core.texts import say
from tirelire.games import GAMES

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AT_ONCE = {"bots": 0, "pause": 0, "window": 60}
"""A pace at which bots and deals do not wait, and nobody has to hurry."""
ASKING = {**AT_ONCE, "pause": None}
"""A pace at which each deal waits until everybody is ready, as at tables that people set."""
SHORT: dict[str, dict[str, str | int]] = {
    "money": {"match": "single"},
    "cash_oder_crash": {"rounds": 1},
    "monopoly": {"target": 500},
    "cache_ton_cash": {"match": "quick"},
}
"""Options with which a match is soon over."""
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
NARROW: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
"""A guest who wants no motion; everybody else sees cards travel."""
TOO_LATE = {say(lang, "page.table.too_late") for lang in LANGUAGES}
NOTICES = """
(() => {
  const shown = new WeakMap();
  const look = () => {
    for (const one of document.querySelectorAll('[role=alert], #lost')) {
      const text = one.checkVisibility() ? one.textContent.trim() : '';
      if (text && shown.get(one) !== text) console.debug(`notice: #${one.id} ${text}`);
      shown.set(one, text);
    }
  };
  new MutationObserver(look).observe(document,
    { subtree: true, childList: true, attributes: true, characterData: true });
})();
"""
"""A script that reports every notice of trouble as soon as it becomes visible."""
REFUSED, LOST, PROBLEM = "notice: #refused", "notice: #lost", "notice: #problem"
"""How reports of notices begin; a test that brings one about expects it."""
KNOWS_THE_GAMES = {"tirelire-intro": " ".join(GAMES), "tirelire-coach": "off"}
"""What the browser of somebody has noted who has played before: no introduction, no coach."""
RESTS = "() => !document.documentElement.matches(':active-view-transition, [data-counting]')"
SETTLED = """() => [...document.images].every((one) => one.complete || one.loading === 'lazy')
  && document.getAnimations().every((one) => one.playState !== 'running'
    || one.effect.getTiming().iterations === Infinity)"""
"""Whether all pictures are there, but those that are fetched when they come into sight, and nothing
moves, but what pulses as long as it is shown."""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""After a change of size what observes it draws anew: that is done two frames later."""
PATIENCE = 60_000
"""Milliseconds after which a test gives up: far more than a busy machine needs."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser, and end it."""
    program = need(CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def until(happens: Callable[[], object], otherwise: str) -> None:
    """Wait until something happens."""
    end = time.monotonic() + PATIENCE / 1000
    while not happens():
        assert time.monotonic() < end, otherwise
        time.sleep(0.05)


class House:
    """A house that is served, always on the same port and from the same file."""

    def __init__(self, folder: Path, *more: str, env: Mapping[str, str] | None = None) -> None:
        self.more = more
        self._env = env
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._file = folder / "house.sqlite"
        self._served: Served | None = None

    def start(self) -> None:
        """Serve it, and wait until it answers."""
        place = ["--port", f"{self.port}", "--db", f"sqlite:///{self._file}", *self.more]
        self._served = Served(self._folder / "house.log", *place, env=self._env)
        until = time.monotonic() + START
        while True:
            try:
                urlopen(f"{self.address}/healthz", timeout=5).close()
                return
            except (URLError, OSError):
                assert time.monotonic() < until, "the house does not answer"
                time.sleep(0.05)

    def token(self, *scopes: str) -> str:
        """Make a token for a new guest, by a command beside the house."""
        chosen = [part for scope in scopes for part in ("--scope", scope)]
        program = str(Path(sys.executable).with_name("tirelire"))
        command = [program, "house", "token", "--new", *chosen, "--db", f"sqlite:///{self._file}"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        assert self._served is not None
        self._served.kill()

    def let_pass(self, seconds: int) -> None:
        """Let time pass for which nobody has to wait."""
        self._restart_with("UPDATE clock SET house_time = house_time + ?", 1000 * seconds)

    def damage(self, table: str) -> None:
        """Start it again with an event of a table that does not replay."""
        self._restart_with("UPDATE events SET text = 'A dances' WHERE table_id = ?", table)

    def _restart_with(self, change: str, value: int | str) -> None:
        """Change what is stored between two runs."""
        self.kill()
        with closing(sqlite3.connect(self._file)) as kept, kept:
            kept.execute(change, (value,))
        self.start()

    def last_log(self) -> str:
        """Return the last lines that the house has logged."""
        file = self._folder / "house.log"
        return "\n".join(file.read_text().splitlines()[-20:]) if file.exists() else ""

    def end(self) -> None:
        """End whatever is left of it."""
        if self._served is not None:
            self._served.end()


class Watch:
    """Everything that went wrong in the pages of a guest."""

    def __init__(self, context: BrowserContext, house: str) -> None:
        self.problems: list[str] = []
        self.expected: list[str] = []
        """Parts of problems that a test brings about."""
        self._host = urlsplit(house).netloc
        context.add_init_script(NOTICES)
        context.on("page", self._follow)

    def _follow(self, page: Page) -> None:
        page.on("pageerror", lambda error: self._note(f"error: {error}"))
        page.on("console", self._console)
        page.on("request", self._request)
        page.on("requestfailed", self._failed)
        page.on("response", self._response)

    def _note(self, problem: str) -> None:
        self.problems.append(problem)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(f"console: {message.text} {message.location.get('url', '')}")
        elif message.type == "debug" and message.text.startswith("notice: "):
            self._note(message.text)

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != self._host:
            self._note(f"another host: {request.url}")

    def _failed(self, request: Request) -> None:
        # A stream, or whatever was still on its way, is broken off by leaving the page.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"failed: {request.failure} {request.method} {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self._note(f"status: {response.status} {response.request.method} {response.url}")

    def check(self) -> None:
        """Fail if anything went wrong that was not expected."""
        found = [
            problem
            for problem in self.problems
            if not any(part in problem for part in self.expected)
        ]
        assert not found, "\n".join(found[:10])


class Guest:
    """Somebody with a browser of his own: a context, one page, and a watch over it."""

    def __init__(
        self,
        browser: Browser,
        house: House,
        lang: str = "en",
        *,
        newcomer: bool = False,
        **how: Any,
    ) -> None:
        self.house = house
        self._headers = {"accept-language": lang}
        noted = {} if newcomer else KNOWS_THE_GAMES
        kept = [{"name": name, "value": value} for name, value in noted.items()]
        storage = {"origins": [{"origin": house.address, "localStorage": kept}]}
        self.context = browser.new_context(
            **{
                "base_url": house.address,
                "locale": lang,
                "storage_state": storage,
                **WIDE,
                **how,
            }
        )
        self.context.set_default_timeout(PATIENCE)
        self.watch = Watch(self.context, house.address)
        self.page = self.context.new_page()

    def introduce(self, name: str = "Zoé") -> None:
        """Let the browser know a name already, as after the first visit."""
        self.context.add_init_script(f"localStorage.setItem('tirelire-name', '{name}')")

    def open(self, path: str) -> Page:
        """Open a page of the house, and wait until everything is there."""
        self.page.goto(path, wait_until="load")
        return self.page

    def post(self, path: str, body: Any = None) -> Any:
        """Ask the house to do something, as a script of its pages would."""
        data = {} if body is None else body
        return fine(self.context.request.post(f"/api{path}", data=data, headers=self._headers))

    def get(self, path: str) -> Any:
        """Ask the house for something."""
        return fine(self.context.request.get(f"/api{path}", headers=self._headers))

    def table(self, game: str, seats: list[str], **more: Any) -> str:
        """Set a table at which nobody waits, with a short match; return its id."""
        options = SHORT.get(game, {})
        body = {"game": game, "seats": seats, "options": options, "pace": AT_ONCE, **more}
        return str(self.post("/tables", body)["id"])

    def sit(self, table: str, seat: str, name: str) -> None:
        """Sit down at a table, without a commitment: a page that is opened then makes one."""
        self.post(f"/tables/{table}/join", {"name": name, "seat": seat})

    def enter(self, table: str, *seats: str) -> Page:
        """Open the lobby of a table, and wait until its page has committed for these seats."""
        page = self.open(f"/t/{table}")
        until(
            lambda: self.get(f"/tables/{table}")["fairness"]["commitments"].keys() >= set(seats),
            f"the page does not commit for {seats}",
        )
        return page

    def begin(self, game: str, bots: int, **more: Any) -> str:
        """Begin a match against bots; return the id of the table."""
        table = self.table(game, ["open", *["regular"] * bots], **more)
        self.sit(table, "A", "Zoé")
        self.post(f"/tables/{table}/start")
        return table

    def excuse(self, late: list[str]) -> None:
        """Expect what a player was told who came too late: a bot may have called just before."""
        told = [one for one in self.watch.problems if any(text in one for text in TOO_LATE)]
        if late or told:
            self.watch.expected += ["409", *TOO_LATE]

    def watch_bots(self, game: str, players: int) -> str:
        """Let bots play a match among themselves; return the id of the table when it is over."""
        table = self.table(game, ["regular"] * players)
        self.post(f"/tables/{table}/start")
        self.wait_for_the_end(table)
        return table

    def wait_for_the_end(self, table: str) -> None:
        """Wait until a match that bots play is over."""
        until(
            lambda: self.get(f"/tables/{table}")["status"] == "over",
            "the bots do not come to an end",
        )

    def describe(self) -> str:
        """Return the address and the text of the page, and what went wrong in it."""
        try:
            text = self.page.evaluate("document.body?.innerText ?? ''")
        except Error:  # a report of a failure at the end must not be another failure
            text = "(closed)"
        return "\n".join([self.page.url, text[:2000], *self.watch.problems[:20]])

    def close(self) -> None:
        """Go away; fail if anything went wrong in the pages that was not expected."""
        self.context.close()
        self.watch.check()


def rest(page: Page) -> None:
    """Wait until no card travels and no number counts up: everything is as it will stay."""
    page.wait_for_function(RESTS)


def resize(page: Page, width: int, height: int) -> None:
    """Change the size of the screen, and wait until everything has its new place."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(FRAMES)
    page.wait_for_function(SETTLED)


def fine(answer: APIResponse) -> Any:
    """Return the content of an answer that must be a good one."""
    assert answer.ok, answer.text()
    return answer.json()
