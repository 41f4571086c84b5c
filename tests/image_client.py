"""What people do with a house in a container: see tests/image.sh. Only the standard library.

image_client.py play PORT BEGAN SECONDS FILE   begin a match; FILE gets what is needed later
image_client.py again PORT FILE                go on with it in a new container
"""

from __future__ import annotations

import json
import sys
import time
from http.cookiejar import LWPCookieJar
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

PATIENCE = 60.0
"""Seconds to wait for an answer before the test fails."""


class Client:
    """A person with a browser, in short."""

    def __init__(self, port: str, stored: Path) -> None:
        self._url = f"http://127.0.0.1:{port}"
        self.cookies = LWPCookieJar(f"{stored}.cookies")
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def page(self, path: str) -> str:
        """Return a page."""
        content: bytes = self._opener.open(self._url + path, timeout=PATIENCE).read()
        return content.decode()

    def ask(self, path: str, body: Any = None) -> Any:
        """Ask the API."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._url + path, data, {"content-type": "application/json"})
        return json.load(self._opener.open(request, timeout=PATIENCE))

    def wait(self) -> None:
        """Wait until the house answers."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                self.page("/healthz")
                return
            except OSError:
                time.sleep(0.02)
        sys.exit("the house does not answer")

    def asked(self, table: str) -> Any:
        """Wait until the seat is asked; return its view."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            view = self.ask(f"/api/tables/{table}/view?seat=A")
            if view["asked"]:
                return view
            time.sleep(0.02)
        return sys.exit("the seat is never asked")


def play(port: str, began: str, most: str, stored: Path) -> None:
    """Begin a match, and measure the time from the start of the container."""
    client = Client(port, stored)
    client.wait()
    seats = ["open", "regular", "regular"]
    table = client.ask("/api/tables", {"game": "money", "seats": seats})["id"]
    client.ask(f"/api/tables/{table}/join", {"name": "Zoé", "seat": "A"})
    client.ask(f"/api/tables/{table}/start", {})
    client.asked(table)
    seconds = (time.time_ns() - int(began)) / 1e9
    print(f"from the start of the container to the first decision: {seconds:.1f} s")
    if seconds > float(most):
        sys.exit(f"more than {most} s")
    if "<h1>" not in client.page("/docs/index.html"):
        sys.exit("no documentation under /docs")
    client.cookies.save(ignore_discard=True)
    stored.write_text(table)


def again(port: str, stored: Path) -> None:
    """Find the match as it was left."""
    client = Client(port, stored)
    client.cookies.load(ignore_discard=True)
    client.wait()
    view = client.asked(stored.read_text())
    print(f"after the restart, {view['asked']} is asked")


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    if what == "play":
        play(arguments[0], arguments[1], arguments[2], Path(arguments[3]))
    else:
        again(arguments[0], Path(arguments[1]))
