"""Every deal of four is entered by few taps: counted from what the rules say that it is worth."""

from __future__ import annotations

from tests.pad.taps import DEALS, LONGEST, MOST_TAPS, plan, play_deal


def test_no_deal_of_monopoly_of_four_takes_more_than_25_taps() -> None:
    taps = [plan(play_deal(seed)).taps for seed in range(DEALS)]
    assert max(taps) <= MOST_TAPS
    assert taps[LONGEST] == max(taps)  # the one that is entered in a browser
