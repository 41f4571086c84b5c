"""An attack on thinking time: a hundred guests of one address let strong bots play everywhere.

    python -m tests.server.bot_attack

A player of another address has a table with strong bots too. Printed is how many moves are made
there in a while, without the attack and during it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.server.attacks import ATTACKER, NEWCOMER, PATIENCE, Connection, connect
from tests.server.served import served
from tests.server.wire import Answer, request

GUESTS = 100
SECONDS = 10.0
MOST_SLOWER = 2.0
"""The attack may slow others down by this factor."""


class Guest:
    """A guest at an address, on one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._cookie = ""

    async def ask(self, path: str, body: object = None) -> Answer:
        """Ask, as the guest that the house made of this caller."""
        self._connection.say(request(path, body, self._cookie))
        answer = await self._connection.answer()
        self._cookie = answer.headers.get("set-cookie", self._cookie).partition(";")[0]
        return answer

    async def let_bots_play(self, decision: int = 0) -> str | None:
        """Start a table at which only strong bots play; return it, None if it is refused."""
        new = {
            "game": "cache_ton_cash",
            "seats": ["open", "strong", "strong", "strong"],
            "pace": {"bots": 0, "pause": 0, "decision": decision},
            "level": "strong",
        }
        made = await self.ask("/api/tables", new)
        if made.status != 201:
            return None
        table = str(made.json()["id"])
        await self.ask(f"/api/tables/{table}/join", {"name": "Zo"})
        started = await self.ask(f"/api/tables/{table}/start", {})
        await self.ask(f"/api/tables/{table}/leave", {"seat": "A"})
        return table if started.status == 200 else None

    async def number(self, table: str) -> int:
        """Return the number of the position."""
        answer = await self.ask(f"/api/tables/{table}/view?seat=-")
        return int(answer.json()["number"])


async def enter(port: int, address: str) -> Guest:
    """Come in from an address."""
    return Guest(await connect(port, address, b""))


async def moves_in_a_while(player: Guest, table: str) -> int:
    """Return how many moves are made at a table; a finished match is not measured."""
    before = await player.number(table)
    await asyncio.sleep(SECONDS)
    return await player.number(table) - before


async def main() -> int:
    """Print the figures; return 1 if the attack slows others down too much."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/house.sqlite"
        options = ("--db", database, "--header-timeout", f"{PATIENCE:.0f}")
        async with served(Path(folder) / "log", *options, limited=True) as house:
            player = await enter(house.port, NEWCOMER)
            table = await player.let_bots_play()
            assert table is not None
            alone = await moves_in_a_while(player, table)
            attackers = [await enter(house.port, ATTACKER) for _ in range(GUESTS)]
            started = [await attacker.let_bots_play() for attacker in attackers]
            attacked = await moves_in_a_while(player, table)
    tables = len([one for one in started if one])
    print(f"{GUESTS} guests of one address: {tables} tables of strong bots are allowed")
    print(
        f"moves at another address's table in {SECONDS:.0f} s: {alone} alone, {attacked} attacked"
    )
    return int(attacked * MOST_SLOWER < alone)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
