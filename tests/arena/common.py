"""A small contest that several tests hold, and bots that misbehave."""

from __future__ import annotations

from functools import cache
from threading import Event

from tirelire.arena.contest import Contest
from tirelire.arena.report import Report
from tirelire.arena.run import arena
from tirelire.bots.bot import Bot
from tirelire.bots.registry import find_bot
from tirelire.core.chance import Source
from tirelire.core.moves import Move
from tirelire.core.options import Value
from tirelire.games import game
from tirelire.match.view import View

GAME = "cash_oder_crash"
BOTS = ("regular", "novice", "strong@8")
SHORT: dict[str, Value] = {"rounds": 1}
BOARDS = 24
TIRELIRE = "from tirelire.cli import main; main()"
"""What a new interpreter has to be told to be the command."""


def contest(boards: int = BOARDS, seed: int = 3) -> Contest:
    return Contest(game(GAME), BOTS, SHORT, boards=boards, seed=seed)


@cache
def played_here() -> Report:
    """The contest as one process plays it without a break."""
    return arena(contest(), workers=1)


PATIENT = 30.0
"""The thinking time of bots that answer at once: a busy machine must not make them late."""


class Raises:
    name = "raises"
    thinking = PATIENT

    def choose(self, view: View, rng: Source, time: float | None) -> Move:  # noqa: ARG002
        raise ZeroDivisionError("thirteen \ud800\x1b")


class Cheats:
    name = "cheats"
    thinking = PATIENT

    def choose(self, view: View, rng: Source, time: float | None) -> Move:  # noqa: ARG002
        return Move("lay", ("+99",))


class Sleeps:
    """Does not answer before the test is over."""

    name = "sleeps"
    thinking = 0.0

    def __init__(self) -> None:
        self.over = Event()

    def choose(self, view: View, rng: Source, time: float | None) -> Move:  # noqa: ARG002
        self.over.wait(60)
        return Move("pass")


def find(spec: str) -> Bot:
    bots: list[Bot] = [Raises(), Cheats(), Sleeps()]
    return next((bot for bot in bots if bot.name == spec), None) or find_bot(spec)
