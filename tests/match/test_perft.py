"""Numbers of decision sequences from written positions: pinned, and checked move by move."""

from __future__ import annotations

import pytest

from tirelire import Match

ALL = "+6 +2 +1 -2 -3"
FIGURES = [
    # 2 colours; x 5 numbers; call or pass; a call opens the next turn (2), a pass asks the other.
    (f"cash_oder_crash 3; hand A {ALL}; hand B {ALL}; hand C {ALL}", [2, 10, 20, 40, 140]),
    (
        f"cash_oder_crash 4 big_deal_by=anyone; hand B +6 +6 -2 -3 -3; hand C {ALL}",
        [2, 6, 12, 24, 84],
    ),
    ("cash_oder_crash 3; big_deal -; hand A *; hand B +6 +6 -2 -2 *; hand C *", [2, 6, 12]),
    # The bluff card before the others, then ascending, then the seal.
    ("money 3; hand A EUR60; hand B EUR50; hand C EUR40", [2, 3, 5, 8]),
    ("money 3 bluff_only_bid=forbidden; hand A EUR60 EUR50; hand B USD60; hand C USD50", [3, 5, 8]),
    # Five ways to exchange the highest bid, then four, then three.
    ("money 3; bid A EUR60; bid B EUR50; bid C EUR40", [5, 20, 60]),
]


def sequences(match: Match, depth: int) -> int:
    """Count by playing the moves of a match, one after the other."""
    if depth == 0 or not match.asked:
        return 1
    count = 0
    for move in match.legal(match.asked):
        if move != "back":
            after = Match(match.game, match.state, None)
            after.play(move, match.asked)
            count += sequences(after, depth - 1)
    return count


@pytest.mark.parametrize(("position", "figures"), FIGURES)
def test_sequences_of_decisions_are_counted(position: str, figures: list[int]) -> None:
    match = Match.at(position, seed=1)
    for depth, figure in enumerate(figures, 1):
        assert match.state.perft(depth) == figure, depth
    assert sequences(match, min(3, len(figures))) == figures[min(3, len(figures)) - 1]
