"""The rules of a game, and the laws that they obey.

The rules are one fixed-size record and a few small functions on it, compiled, in `rules/kernel.py`
of the game's folder (`rules.py` in a small game). The class below names them and states, above
each, the law that it obeys. `tirelire.contract.checking` and `tests/contract` check every law.

A record and a view begin with the fields of `core.header`. Names that uncompiled records already
have as methods (`round`, `sum`, `all` …) cannot be fields.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np


class Rules(Protocol):
    """The functions of the rules; `s` is a record, `v` a view, seats count from 0."""

    __file__: str | None
    """The rules are a module: compiled code is cached under a hash of its source."""

    STATE: np.dtype[Any]
    """The record. It holds everything: copying it copies the match."""
    VIEW: np.dtype[Any]
    """What a seat may know. Law: it has no field in which a secret of another seat could stand."""
    DECISIONS: int
    """Decisions are the whole numbers below this."""
    TAKE_BACK: int
    """The decision that only takes back what a seat laid and has not sealed, or -1.

    Law: it is the highest decision; after it the seat is where it was before it laid anything.
    Simulation, search and perft leave it out, so that every choice is reached by one path.
    """

    def match_draws(self, players: int, opt: Any, bounds: Any) -> int:
        """Write the bounds of the numbers that `setup` needs; return how many.

        Law: depends on nothing but the arguments.
        """

    def setup(self, s: Any, players: int, opt: Any, draws: Any) -> None:
        """Make `s` a match before its first deal.

        Law: every byte of `s` is set by the arguments. `ended` is DEAL_OVER.
        """

    def pack(self, s: Any, cards: Any) -> int:
        """Write the cards that are shuffled for the next deal; return how many.

        Law: ascending, each once.
        """

    def deal_draws(self, s: Any, bounds: Any) -> int:
        """Write the bounds of the numbers that the next deal needs; return how many."""

    def deal(self, s: Any, deck: Any, draws: Any) -> None:
        """Begin the next deal from an order of the pack (first card dealt first) and the draws.

        Law: `ended` was DEAL_OVER and is RUNNING; `deals` grew by one; all chance of the deal is in
        the arguments.
        """

    def actors(self, s: Any) -> int:
        """Tell who may decide now, as a bitmask of seats.

        Law: not empty while the deal runs, empty afterwards. A seat knows its own bit.
        """

    def asked(self, s: Any) -> int:
        """Tell which of the actors is asked first where no clock decides.

        Law: one of the actors; -1 when there is none.
        """

    def legal(self, s: Any, seat: int, out: Any) -> int:
        """Write the legal decisions of an actor; return how many.

        Law: ascending, at least one beside TAKE_BACK, and never dependent on what the seat cannot
        know.
        """

    def play(self, s: Any, seat: int, decision: int) -> None:
        """Apply one legal decision of an actor, with everything that follows without a choice.

        Law: cards and money are conserved; the deal ends after finitely many decisions that are not
        TAKE_BACK. The caller has checked that the decision is legal.
        """

    def winners(self, s: Any) -> int:
        """Tell who has won, as a bitmask of seats.

        Law: empty before MATCH_OVER, not empty then.
        """

    def veil(self, s: Any, seat: int, v: Any) -> None:
        """Write what a seat (or SPECTATOR) may know.

        Law: every byte of `v` is written, from a list of what may be known. States that differ only
        in what the seat cannot know give the same bytes.
        """

    def sample(self, v: Any, stream: Any, s: Any) -> None:
        """Write a world: a full state that looks like `v` to its seat.

        Law: every byte of `s` is written; `veil(s, seat)` is `v` again; all arrangements of the
        unknown cards are equally likely. Where others have decided something that is not sealed or
        not announced yet, they have not decided in the world.
        """

    def derive(self, s: Any) -> None:
        """Set the fields that follow from others, for a position written by hand.

        Law: on a state reached by play it changes nothing.
        """
