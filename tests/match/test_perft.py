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
    # Ten cards to lay first, the draw and three trades; then three trades for each card laid first,
    # otherwise eleven cards to discard.
    (
        "monopoly 2; pile A H1; pile B H2"
        "; hand A BRN1 LBL1 PNK1 ORG1 RED1 YEL1 GRN1 DBL1 STA1 UTI1"
        "; hand B BRN2 LBL2 PNK2 ORG2 RED2 YEL2 GRN2 DBL2 STA2 UTI2",
        [14, 74, 994],
    ),
    # Out, which ends the deal, or a swap with any of four; then one of three cards to lay.
    (
        "monopoly 5; pile A H2; pile B H3; pile C H4; pile D HOTEL; pile E GO"
        "; hand A BRN1 BRN2; hand B RED1; hand C RED2; hand D YEL1; hand E GRN1",
        [5, 13, 25, 49, 57],
    ),
    # Two discards, a pair, a pick and two challenges; then 2 + 2 for B with the new discard, 2 with
    # a challenge, 1 with neither, and two answers to each challenge.
    (
        "cache_ton_cash 4; discard TRAIN; draw -; hand A AUTO OR; stack A BD BD; hand B AUTO"
        "; stack B PIANO PIANO / AUTO AUTO; hand C BAS; hand D TRAIN",
        [6, 11, 15, 17],
    ),
    # A discard and seven claims; then nine actions for B, or two answers to each claim.
    (
        "cache_ton_cash 2 removed=none action_cards=on; discard TRAIN; draw -; hand A SCOOTER"
        "; hand B SCOOTER; stack A BD BD / PIANO PIANO; stack B BAS BAS / AUTO AUTO"
        "; neutral 1 SCOOTER; neutral 2 SCOOTER DEMENAGEMENT BD; neutral 3 OR",
        [8, 23, 37, 53, 94],
    ),
    (
        "cache_ton_cash 4 top_two=on penny_jar=on upgrade=on two_actions=on; discard TRAIN; draw -"
        "; hand A AUTO AUTO ECO; hand B AUTO OR; hand C BAS; hand D TRAIN; stack A BD BD"
        "; stack B PIANO PIANO / AUTO AUTO / BAS BAS",
        [8, 31, 135, 396],
    ),
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
