"""Advice: the moves of a seat, ranked by the search."""

from __future__ import annotations

from tirelire.bots.rule_of_thumb import taking_back
from tirelire.bots.search import Candidate, Search
from tirelire.core.chance import seeded
from tirelire.match.match import Match


def advise(match: Match, seat: str, *, playouts: int, seed: int = 0) -> list[Candidate]:
    """Rank the moves of a seat; an unfinished move is taken back first.

    Moves with the most playouts come first, among them the one with the highest win share. The
    weights say what the bot would do: it departs from its rule of thumb only for a move that is
    surely better. The match is not changed, and the search sees nothing but the view of the seat.
    """
    view = match.view(seat)
    if (back := taking_back(view)) is not None:
        begun = Match(match.game, match.state, None)
        begun.play(back, seat)
        view = begun.view(seat)
    ranked = Search("strong", playouts=playouts).rank(view, seeded(seed), None)
    return sorted(ranked, key=lambda candidate: (-candidate.playouts, -candidate.share))
