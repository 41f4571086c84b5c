"""A bot for a Tirelire house, in one file and with nothing but Python's own library.

    python examples/bot_client.py http://127.0.0.1:8000 TABLE --name Robot

It answers every question with a random legal move, and goes on where it was when the house was
restarted. With `--new GAME` it sets a table against the house's bots. Put your idea into `choose`.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.request import Request, urlopen

Answer = dict[str, Any]
PATIENCE = 60  # seconds that the house may be away


def choose(view: Answer) -> str:
    """Choose one of the legal moves; what was begun is never taken back."""
    return str(random.choice([move for move in view["legal"] if move != "back"]))


class House:
    """The house, as a program sees it."""

    def __init__(self, address: str) -> None:
        self.address, self.cookie = address.rstrip("/"), ""

    def ask(self, path: str, body: Answer | None = None) -> Any:
        """Ask the house for something; wait for it while it is away."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with self._open(path, body) as answer:
                    self.cookie = answer.headers.get("set-cookie", self.cookie).split(";")[0]
                    return json.load(answer)
            except (OSError, HTTPException) as error:
                code = getattr(error, "code", 503)
                if code == 409:
                    return None  # the question has changed: the stream tells the new one
                if code not in (429, 503) or time.monotonic() > until:
                    raise SystemExit(f"the house refuses: {error}") from None
            time.sleep(0.3)

    def follow(self, path: str) -> Iterator[Answer]:
        """Follow a table for ever; after a break, from the beginning of what it is now."""
        while True:
            with suppress(OSError, ValueError, HTTPException), self._open(path, None) as lines:
                yield from (json.loads(line) for line in lines if line.strip())
            time.sleep(0.3)

    def _open(self, path: str, body: Answer | None) -> Any:
        data = json.dumps(body).encode() if body is not None else None
        headers = {"content-type": "application/json", "cookie": self.cookie}
        return urlopen(Request(self.address + path, data, headers), timeout=40)


def play(house: House, table: str) -> str:
    """Play until the match is over; return who has won."""
    for line in house.follow(f"/api/tables/{table}/stream"):
        view = line.get("view", {"ended": "", "asked": False})
        if view["ended"] == "match":
            return str(view["winners"])
        if view["ended"] == "deal" and view["deal"]:  # the others wait until all are ready
            house.ask(f"/api/tables/{table}/ready", {"deal": view["deal"]})
        if view["asked"]:
            made = f"{table}-{view['seat']}-{view['number']}"  # sent again, it is played once
            body = {"number": view["number"], "id": made, "move": choose(view)}
            house.ask(f"/api/tables/{table}/moves", body)
    raise AssertionError


def main() -> None:
    """Sit down and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("house")
    parser.add_argument("table", nargs="?")
    parser.add_argument("--name", default="Robot")
    parser.add_argument("--new", metavar="GAME")
    given = parser.parse_args()
    house, table = House(given.house), given.table
    if given.new:
        new = {"game": given.new, "seats": ["open", "regular", "regular"], "pace": {"bots": 0}}
        table = house.ask("/api/tables", new)["id"]
    house.ask(f"/api/tables/{table}/join", {"name": given.name, "words": "beep"})
    if given.new:
        house.ask(f"/api/tables/{table}/start", {})
    print(f"table {table}: {play(house, table)} won")


if __name__ == "__main__":
    main()
