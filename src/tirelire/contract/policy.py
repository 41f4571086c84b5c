"""The contract between a game's rule of thumb and everything that plays by it, and its laws.

A policy is a module with the functions below, compiled like the rules themselves, so that search
can play thousands of deals to their end with it. `s` is a state. A policy is called on true states
and on sampled worlds alike, and must not know the difference:

Law: what a policy does for a seat depends on nothing but what that seat may know, the traits and
the stream. `tests/bots` calls it on different worlds of the same view and compares.

A *move* is written as decisions into an array `out`, which has room for LONGEST + 1 of them. Traits
lie in a flat array too, TRAITS numbers for each seat (see `traits`).
"""

from __future__ import annotations

from typing import Any, Protocol


class Policy(Protocol):
    """The functions of a policy."""

    __file__: str | None

    LONGEST: int
    """No move has more decisions than this."""
    MOST: int
    """No more moves than this are proposed."""

    def choose(self, s: Any, seat: int, traits: Any, stream: Any, out: Any) -> int:
        """Write the whole move that a seat makes, when it has begun none; return its length.

        Law: every decision is legal when its turn comes, and after the last one the seat can take
        nothing back.
        """

    def propose(self, s: Any, seat: int, traits: Any, stream: Any, out: Any) -> int:
        """Write moves that are worth a search, each in LONGEST + 1 numbers, length first.

        Returns how many. Law: every one is legal as in `choose`, and no two are the same. Better
        moves come first: a search with little time tries only the beginning.
        """

    def is_secret(self, s: Any, seat: int) -> bool:
        """Tell whether the seat's choice is made while others choose, without seeing theirs."""

    def reconsider(self, s: Any, seat: int, traits: Any, stream: Any, out: Any) -> None:
        """Let all others make anew what they have chosen in secret, as this policy would.

        In a sampled world such choices are any at all. Law: the seat's own view does not change,
        but for how many cards lie in a sealed choice.
        """

    def share(self, s: Any, seat: int) -> float:
        """Guess the share of the win that a seat will have, when a deal is over.

        Law: between 0 and 1; the shares of all seats add up to 1; exact when the match is over.
        """
