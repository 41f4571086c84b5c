"""Asking a bot for a move so that nothing it does can hurt the table.

A bot that raises, returns an illegal move or does not answer within twice its time is replaced for
that move by the regular bot, and the caller is told the fault. A bot that hangs costs one thread:
it is not asked again until that thread has ended.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

from tirelire.bots.bot import Bot
from tirelire.bots.registry import is_house_bot
from tirelire.bots.rule_of_thumb import RuleOfThumb
from tirelire.core.chance import Source
from tirelire.core.moves import Move
from tirelire.match.view import View
from tirelire.policy.traits import REGULAR

PATIENCE = 2.0
"""A bot may take this many times the time that it was given."""
LEAST_PATIENCE = 0.1
"""Seconds that every bot has, however little it was given: a busy machine is not its fault."""

RAISED, ILLEGAL, LATE = "raised", "illegal", "late"


@dataclass(frozen=True)
class Fault:
    """A fault of a bot."""

    bot: str
    kind: str
    """RAISED, ILLEGAL or LATE."""
    text: str
    """Its error or its answer, or how long it took."""
    again: bool = False
    """True if the bot was not asked, because it still hangs on an earlier question."""


class Referee:
    """Asks bots, and remembers which of them hang. A process needs one.

    Different bots may be asked from different threads at the same time; a bot of another
    author must be asked one question at a time.
    """

    def __init__(self) -> None:
        self._hanging: dict[int, Thread] = {}
        """The thread of each bot that hangs, by the id of the bot, which the thread keeps alive."""
        self._stand_in = RuleOfThumb("regular", REGULAR)

    def ask(
        self,
        bot: Bot,
        view: View,
        rng: Source,
        time: float | None,
        is_legal: Callable[[Move], bool],
    ) -> tuple[Move, Fault | None]:
        """Return a legal move for the viewing seat, and what the bot did wrong, if it did."""
        view = View(view.game, view.raw.copy())  # others read the view that we were given
        given = bot.thinking if time is None else time
        limit = max(LEAST_PATIENCE, PATIENCE * given)
        began = perf_counter()
        if self._is_hanging(bot):
            fault = Fault(bot.name, LATE, "still thinking about an earlier move", again=True)
            return self._stand_in.choose(view, rng, None), fault
        kind, said = self._answer(bot, view, rng, time, limit)
        took = perf_counter() - began
        if kind == "" and not _is_legal(said, is_legal):
            kind, said = ILLEGAL, _text(said)
        if kind == "" and took > limit and not is_house_bot(bot):
            kind, said = LATE, f"{took:.2f} s"
        if kind == "":
            move: Move = said
            return move, None
        return self._stand_in.choose(view, rng, None), Fault(bot.name, kind, said)

    def _answer(
        self, bot: Bot, view: View, rng: Source, time: float | None, limit: float
    ) -> tuple[str, Any]:
        """Return what a bot said, or the kind of its fault and a text."""
        if is_house_bot(bot):
            return _ask(bot, view, rng, time)
        answers: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        thread = Thread(target=lambda: answers.put(_ask(bot, view, rng, time)), daemon=True)
        thread.start()
        try:
            return answers.get(timeout=limit)
        except Empty:
            self._hanging[id(bot)] = thread
            return LATE, f"no answer after {limit:.2f} s"

    def _is_hanging(self, bot: Bot) -> bool:
        """Tell whether a bot still thinks about a question that is closed."""
        thread = self._hanging.get(id(bot))
        if thread is None or thread.is_alive():
            return thread is not None
        del self._hanging[id(bot)]
        return False


def _ask(bot: Bot, view: View, rng: Source, time: float | None) -> tuple[str, Any]:
    try:
        return "", bot.choose(view, rng, time)
    except Exception as error:  # a bot can raise anything, the table goes on
        return RAISED, _text(error, f"{type(error).__name__}: ")


def _is_legal(said: Any, is_legal: Callable[[Move], bool]) -> bool:
    """Tell whether what a bot said is a legal move; it may have said anything at all."""
    try:
        return isinstance(said, Move) and is_legal(Move.parse([said.verb, *said.parts]))
    except Exception:  # a move of things that are not words can fail anywhere
        return False


def _text(said: Any, before: str = "") -> str:
    """Write what a bot said or raised; that may fail too."""
    try:
        return f"{before}{said}"[:200]
    except Exception:
        return f"{before}{type(said).__name__}"
