"""A bot for a Tirelire house, in one file and with nothing but Python's own library.

    python examples/bot_client.py http://127.0.0.1:8000 TABLE --name Robot

It answers every question with a random legal move: put your idea into `choose`. It commits to words
of its own for the deal, and goes on after a restart of the house. `--new GAME` sets a new table.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener


def choose(view: Any) -> str:
    """Choose one of the legal moves; what was begun is never taken back."""
    return str(random.choice([move for move in view["legal"] if move != "back"]))


class House:
    """The house, as a program sees it."""

    def __init__(self, address: str) -> None:
        self.address, self._send = address.rstrip("/"), build_opener(HTTPCookieProcessor()).open

    def ask(self, path: str, body: Any = None) -> Any:
        """Ask the house for something; wait for it while it is away."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.address + path, data, {"content-type": "application/json"})
        for _ in range(200):
            try:
                with self._send(request, timeout=40) as answer:
                    return json.load(answer)
            except (OSError, HTTPException) as error:
                if (code := getattr(error, "code", 503)) == 409:
                    return None  # the question has changed: the stream tells the new one
                if code not in (429, 503):
                    raise SystemExit(f"the house refuses: {error}") from None
            time.sleep(0.3)
        raise SystemExit("the house is away")

    def follow(self, path: str) -> Iterator[Any]:
        """Follow a table for ever; after a break, from the beginning of what it is now."""
        url = self.address + path
        while True:
            with suppress(OSError, ValueError, HTTPException), self._send(url, None, 40) as lines:
                yield from (json.loads(line) for line in lines if line.strip())
            time.sleep(0.3)


def play(house: House, table: str, words: str) -> str:
    """Play until the match is over; return who has won."""
    for line in house.follow(f"/api/tables/{table}/stream"):
        if line.get("table", {}).get("status") == "starting":
            house.ask(f"/api/tables/{table}/reveal", {"words": words})
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
    words = random.SystemRandom().randbytes(16).hex()
    promise = house.ask(f"/api/tables/{table}")["fairness"]["promise"]
    made = hashlib.sha256(f"tirelire words 1\n{promise}\n{words}".encode()).hexdigest()
    seated = {"name": given.name, "commitment": {"promise": promise, "hash": made}}
    house.ask(f"/api/tables/{table}/join", seated)
    if given.new:
        house.ask(f"/api/tables/{table}/start", {})
    print(f"table {table}: {play(house, table, words)} won")


if __name__ == "__main__":
    main()
