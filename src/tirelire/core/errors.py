"""The exceptions of the house.

TirelireError
├── GameError        a game lacks a part, or does not fit the contract
├── OptionError      unknown game, option, value, number of players or seat
├── NotationError    the text cannot be read
│   └── RecordError  a record is damaged, foreign, or does not replay
├── IllegalMove      the text can be read, but the rules do not allow it now
└── StaleMove        the move was meant for an earlier position

Messages are built from what the addressed seat may know and from the text it sent, never from the
true state: an error must not leak secrets.
"""

from __future__ import annotations

from tirelire.core.refusals import Refusal


class TirelireError(Exception):
    """Any refusal of the house; nothing was changed.

    It is made from a text, or from a refusal that can be said in the reader's language.
    """

    def __init__(self, reason: str | Refusal) -> None:
        super().__init__(reason if isinstance(reason, str) else reason.say("en"))
        self.reason = reason

    def say(self, lang: str) -> str:
        """Return the message in the reader's language, if there is one."""
        return self.reason if isinstance(self.reason, str) else self.reason.say(lang)


class OptionError(TirelireError):
    """Unknown game, option, value, number of players or seat; the text lists the allowed ones."""


class GameError(TirelireError):
    """A game lacks a part, or does not fit the contract."""


class NotationError(TirelireError):
    """The text cannot be read."""


class RecordError(NotationError):
    """The record is damaged, is no record of ours, or does not replay."""


class IllegalMove(TirelireError):  # noqa: N818  (reads better at the place where it is raised)
    """The move can be read but is not allowed now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.rule = refusal.rule
        """The number of the rule that forbids the move; empty where none is needed."""


class StaleMove(TirelireError):  # noqa: N818
    """The move was made for an earlier position."""

    def __init__(self, number: int, current: int) -> None:
        super().__init__(Refusal("stale", number=number, current=current))
        self.number = number
        """The number of the position that the move was made for."""
        self.current = current
        """The number of the position that the match is at."""
