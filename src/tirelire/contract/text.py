"""A game in words: what its `text` folder has for people, terminals, records and pages.

`v` is a view as plain numbers, `s` a state, `r` either of them. Seats count from 0.

Law: every text for a seat (a question, an offer, a story, a refusal) is made from its view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tirelire.core.chance import Source
from tirelire.core.codes import Codes
from tirelire.core.drawing import Drawing
from tirelire.core.engine import Bytes, Engine
from tirelire.core.goals import Goal
from tirelire.core.moves import Move
from tirelire.core.options import Value
from tirelire.core.position import Items
from tirelire.core.refusals import Refusal
from tirelire.core.sheets import Settlement, Sheet
from tirelire.core.stories import Sentence


class Positions(Protocol):
    """Positions and views as items of text (`text/positions.py`).

    Law: a position that is written and read again is the same state, byte for byte.
    """

    CODES: Codes
    """The codes of the cards."""
    SEAT_ITEMS: tuple[str, ...]
    """Items that a seat's letter follows."""
    PILE_ITEMS: tuple[str, ...]
    """Items that the number of a pile follows."""
    UNWRITTEN: tuple[str, ...]
    """Items that a printed position leaves out, because they follow from the others."""

    def read(self, items: Items, engine: Engine, opt: list[int], source: Source, /) -> Bytes:
        """Make the state of a written position; missing items are dealt from the source."""

    def write(self, s: Any, /) -> dict[str, str]:
        """Write all items of a state, complete."""

    def usual(self, s: Any, /) -> dict[str, str]:
        """Write the values that are left out when a position is printed."""

    def write_view(self, v: Any, public: dict[str, str] | None = None, /) -> dict[str, str]:
        """Write all items of a view; `?` stands for a card that its seat does not know.

        `public` are the items of a spectator's view of the same table, where they are written
        already: then only what the seat knows better is written.
        """

    def canonical(self, deck: list[int], /) -> list[int]:
        """Return the deck as it will be read back, where equal cards share a code."""

    def remembered(self, v: Any, seat: int, /) -> list[str]:
        """Return the cards that a seat must still hold, where an option shows them; else none."""


class Moves(Protocol):
    """Moves as people say them (`text/moves.py`)."""

    def decisions(self, v: Any, move: Move, /) -> list[int]:
        """Turn a move of the viewing seat into decisions, whether they are legal or not."""

    def move_of(self, r: Any, seat: int, decision: int, /) -> Move:
        """Say one decision as a move."""

    def combine(self, v: Any, chosen: list[int], /) -> Move:
        """Say the decisions of one whole move of the viewing seat."""


class Refusals(Protocol):
    """Why a decision is not legal (`text/refusals.py`)."""

    def refusal(self, v: Any, seat: int, decision: int, /) -> Refusal:
        """Say why a decision is not legal, from what the seat knows, with the rule."""


class Stories(Protocol):
    """What happened, in sentences (`text/stories.py`)."""

    def story(self, before: Any, after: Any, seat: int, move: Move, /) -> list[Sentence]:
        """Tell what one reader saw of a move: their views before and after it."""

    def tells_alike(self, before: Any, after: Any, seat: int, move: Move, reader: int, /) -> bool:
        """Tell whether the story of a reader is surely that of spectators, word for word.

        Then it is told only once. `before` and `after` are what spectators saw. False is always
        allowed.
        """

    def ending(self, v: Any, /) -> Sentence:
        """Tell why the deal is over."""


class Table(Protocol):
    """The table in a terminal, and the questions and offers of all interfaces (`text/table.py`)."""

    def render(self, v: Any, names: Sequence[str], lang: str, /) -> Drawing:
        """Draw the table for the viewing seat."""

    def deck(self, lang: str, /) -> list[tuple[str, str, int]]:
        """Return the code, the name and the value of every kind of card."""

    def goal(self, v: Any, /) -> Goal:
        """Return what ends the match."""

    def prospects(self, v: Any, legal: Sequence[Move], /) -> dict[str, int]:
        """Return what the viewing seat would score if the deal ended now, by moves it may make.

        The key is the move as text, and empty for the cards as they are. A move that only prepares
        others has theirs as keys. Moves whose result depends on hidden cards are left out; a game
        may tell none.
        """

    def preview(self, v: Any, move: Move, /) -> Sheet | None:
        """Return what the viewing seat would score by ending the deal with a legal move.

        Cards that only come later are not counted. None for a move that does not end the deal.
        """

    def worth(self, v: Any, lang: str, /) -> str:
        """Say what the viewing seat has so far."""

    def question(self, v: Any, names: Sequence[str], lang: str, /) -> str:
        """Ask the viewing seat for its decision."""

    def hurried(self, v: Any, /) -> Move | None:
        """Return the move that a seat has made by not answering in time, if it must hurry."""

    def rules_now(self, v: Any, /) -> list[str]:
        """Number the rules that a player may want to read now."""

    def offers(
        self, v: Any, legal: Sequence[Move], names: Sequence[str], lang: str, /
    ) -> list[tuple[str, str]]:
        """List what can be typed, with its meaning."""


class Coach(Protocol):
    """What a beginner is told (`text/coach.py`)."""

    def advice(self, v: Any, legal: Sequence[Move], names: Sequence[str], lang: str, /) -> str:
        """Tell the viewing seat, which is asked, in one line what to look at; empty for nothing."""

    def role(self, code: str, lang: str, /) -> str:
        """Say in a sentence or two what a card of the deck is good for; empty for nothing."""


class ScoreSheet(Protocol):
    """What cards are worth, line by line, each with its rule (`text/sheet.py`)."""

    GOES_OUT: bool
    """Whether a hand can be counted as that of a player who went out."""

    def warm_up(self) -> None:
        """Compile the entry points that count, or load them, before the first request."""

    def score(
        self, text: str, options: Mapping[str, Value], /, *, out: bool = False
    ) -> Sheet | Settlement:
        """Count cards written as text: a sheet, or the settlement of a table."""

    def of_seat(self, s: Any, seat: int, /) -> Sheet:
        """Count what a seat has when a deal is over."""
