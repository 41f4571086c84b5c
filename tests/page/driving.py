"""Playing on at a table past its page: random moves, and nobody looks at the cards."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.page.browser import Guest

MOST_REQUESTS = 20_000


def drive(guest: Guest, table: str, until: tuple[str, ...] = ("deal", "match")) -> Any:
    """Play seat A to the end of a deal or of the match; return its view then."""
    chance, path = Random(1), f"/tables/{table}"
    for i in range(MOST_REQUESTS):
        view = guest.get(f"{path}/view?seat=A")
        if view["deal"] and view["ended"] in until:
            return view
        if view["deal"] and view["ended"] == "deal":
            guest.post(f"{path}/ready", {"deal": view["deal"]})
        elif view["asked"]:
            moves = [move for move in view["legal"] if move != "back"] or view["legal"]
            body = {"number": view["number"], "id": f"request-{i}", "move": chance.choice(moves)}
            # A bot may be faster: then the next view says what is asked.
            guest.context.request.post(f"/api{path}/moves", data={**body, "seat": "A"})
    raise AssertionError("the match does not end")
