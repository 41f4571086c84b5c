"""A bot for a Tirelire house, in one file and with nothing but Python's own library.

    python examples/bot_client.py http://127.0.0.1:8000 TABLE --name Robot

It sits down at a table, follows it line by line, answers every question that it is asked with a
random legal move, and goes on where it was when the house was restarted. With `--new GAME` it sets
a table against the house's own bots and begins at once. Put your own idea into `choose`.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any

Answer = dict[str, Any]
PATIENCE = 60  # seconds that the house may be away


def choose(view: Answer) -> str:
    """Choose one of the legal moves; what was begun is never taken back."""
    moves = [move for move in view["legal"] if move != "back"]
    return str(random.choice(moves))


class House:
    """The house, as a program sees it."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.cookie = ""

    def ask(self, path: str, body: Answer | None = None) -> Any:
        """Ask the house for something; wait for it while it is away."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with self._open(path, body) as answer:
                    cookie = answer.headers.get("set-cookie", "")
                    self.cookie = cookie.split(";")[0] or self.cookie
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code == 409:
                    return None  # the question has changed: the stream tells the new one
                if error.code not in (429, 503):
                    raise SystemExit(error.read().decode()) from None
            except (urllib.error.URLError, ConnectionError):
                pass
            if time.monotonic() > until:
                raise SystemExit("the house does not answer")
            time.sleep(0.3)

    def follow(self, table: str) -> Iterator[Answer]:
        """Follow a table for ever; after a break, from the beginning of what it is now."""
        while True:
            try:
                with self._open(f"/api/tables/{table}/stream", None) as lines:
                    yield from (json.loads(line) for line in lines if line.strip())
            except (OSError, ValueError):
                pass
            time.sleep(0.3)

    def _open(self, path: str, body: Answer | None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "cookie": self.cookie}
        return urllib.request.urlopen(
            urllib.request.Request(self.address + path, data, headers), timeout=40
        )


def play(house: House, table: str) -> str:
    """Play until the match is over; return who has won."""
    for line in house.follow(table):
        view = line.get("view")
        if view and view["ended"] == "match":
            return str(view["winners"])
        if view and view["asked"]:
            # The same id for the same question: whatever is sent again is played once.
            made = uuid.uuid5(uuid.NAMESPACE_URL, f"{table} {view['seat']} {view['number']}").hex
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
    house = House(given.house)
    table = given.table
    if given.new:
        seats = ["open", "regular", "regular"]
        new = {"game": given.new, "seats": seats, "pace": {"bots": 0, "pause": 0}}
        table = house.ask("/api/tables", new)["id"]
    house.ask(f"/api/tables/{table}/join", {"name": given.name, "words": "beep"})
    if given.new:
        house.ask(f"/api/tables/{table}/start", {})
    print(f"table {table}: {play(house, table)} won")


if __name__ == "__main__":
    main()
