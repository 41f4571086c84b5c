"""What the search thinks of all moves of a seat."""

from __future__ import annotations

from tirelire.bots.rule_of_thumb import taking_back
from tirelire.bots.search import Candidate, Search
from tirelire.core.chance import seeded
from tirelire.match.match import Match


def advise(match: Match, seat: str, *, playouts: int, seed: int = 0) -> list[Candidate]:
    """Rank the moves of a seat; what it has begun is first taken back.

    Those that were looked at longest come first, among them the one with the highest win share.
    The weights say what the bot would do: it leaves its rule of thumb only for what is surely
    better. The match itself is not changed, and nothing but the seat's view is looked at.
    """
    view = match.view(seat)
    if (back := taking_back(view)) is not None:
        begun = Match(match.game, match.state, None)
        begun.play(back, seat)
        view = begun.view(seat)
    ranked = Search("strong", playouts=playouts).rank(view, seeded(seed), None)
    return sorted(ranked, key=lambda candidate: (-candidate.playouts, -candidate.share))
