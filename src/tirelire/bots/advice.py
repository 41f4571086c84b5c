"""What the search thinks of all moves of a seat."""

from __future__ import annotations

from tirelire.bots.rule_of_thumb import taking_back
from tirelire.bots.search import Candidate, Search
from tirelire.core.chance import seeded
from tirelire.match.match import Match


def advise(match: Match, seat: str, *, playouts: int, seed: int = 0) -> list[Candidate]:
    """Rank the moves of a seat, the best first; what it has begun is first taken back.

    The match itself is not changed, and nothing but the seat's view is looked at.
    """
    view = match.view(seat)
    if (back := taking_back(view)) is not None:
        begun = Match(match.game, match.state, None)
        begun.play(back, seat)
        view = begun.view(seat)
    return Search("strong", playouts=playouts).rank(view, seeded(seed), None)
