"""How deals add up to a match: M18 and M19."""

import pytest

from tirelire import Match

from .helpers import SEATS, finished, gains, play_out


@pytest.mark.rule("M18")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_match_is_three_hands_and_the_highest_sum_wins(players: int) -> None:
    m = Match.begin("money", players=players, seed=10 + players)
    sums = dict.fromkeys(SEATS[players], 0)
    for deal in (1, 2, 3):
        assert m.item("deal") == str(deal)
        before = " ".join(f"{seat} {points}" for seat, points in sums.items())
        assert m.item("totals") == before
        play_out(m)
        sums = {seat: points + m.gained[seat] for seat, points in sums.items()}
        assert m.totals == sums
        if deal < 3:
            assert m.ended == "deal"
            assert m.winners == ""
            m.next_deal()
    assert m.ended == "match"
    assert m.winners == "".join(seat for seat in sums if sums[seat] == max(sums.values()))


@pytest.mark.rule("M18")
@pytest.mark.parametrize("match", ["total", "hands_won"])
@pytest.mark.parametrize("hands", range(1, 10))
def test_as_many_hands_are_played_as_the_option_says(match: str, hands: int) -> None:
    first = f"money 3 match={match} hands={hands}"
    for deal in range(1, hands + 1):
        m = finished(first, deal=str(deal), **gains(A=100, B=0, C=50))
        assert m.ended == ("match" if deal == hands else "deal")
        assert m.winners == ("A" if deal == hands else "")


@pytest.mark.rule("M18")
@pytest.mark.parametrize("match", ["total", "hands_won"])
def test_all_hands_are_played_even_when_the_winner_is_certain(match: str) -> None:
    m = finished(
        f"money 3 match={match}",
        deal="2",
        totals="A 5000",
        won="A 1",
        **gains(A=150, B=0, C=0),
    )
    assert m.ended == "deal"
    m.next_deal()
    assert m.item("deal") == "3"


@pytest.mark.rule("M18")
def test_the_highest_sum_wins_and_not_the_most_hands() -> None:
    items = {"deal": "3", "totals": "A 140 B 300 C 0", "won": "A 1 B 1 C 0"}
    m = finished("money 3 match=total", **items, **gains(A=100, B=0, C=50))
    assert m.gained == {"A": 100, "B": 0, "C": 50}
    assert m.totals == {"A": 240, "B": 300, "C": 50}
    assert m.winners == "B"
    m = finished("money 3 match=hands_won", **items, **gains(A=100, B=0, C=50))
    assert m.ended == "match"
    assert m.winners == "A"


@pytest.mark.rule("M18")
def test_the_last_hand_alone_does_not_decide_a_match_by_sums() -> None:
    m = finished("money 3", deal="3", totals="A 101 B 0 C 0", **gains(A=0, B=100, C=0))
    assert m.winners == "A"


@pytest.mark.rule("M18")
@pytest.mark.parametrize(
    ("won", "points", "winners"),
    [
        # counted for each of the tied: not for none, not for the first seat alone
        ("A 1 B 1 C 0", {"A": 100, "B": 0, "C": 100}, "A"),
        ("A 1 B 0 C 1", {"A": 100, "B": 50, "C": 100}, "AC"),
        ("A 1 B 1 C 0", {"A": 50, "B": 100, "C": 100}, "B"),
        ("A 1 B 0 C 0", {"A": 0, "B": 100, "C": 100}, "ABC"),
        ("A 0 B 1 C 0", {"A": 0, "B": 0, "C": 0}, "B"),  # nobody scores: all are tied at the top
        ("A 1 B 1 C 1", {"A": 50, "B": 100, "C": 0}, "B"),
    ],
)
def test_a_hand_tied_at_the_top_is_won_by_each_of_the_tied(
    won: str, points: dict[str, int], winners: str
) -> None:
    m = finished("money 3 match=hands_won", deal="3", won=won, **gains(**points))
    assert m.ended == "match"
    assert m.winners == winners


@pytest.mark.rule("M18")
def test_hands_won_are_kept_from_deal_to_deal() -> None:
    m = finished("money 3 match=hands_won", deal="2", won="B 1", **gains(A=100, B=50, C=100))
    m.next_deal()
    assert m.item("won") == "A 1 B 1 C 1"
    assert m.item("totals") == "A 100 B 50 C 100"


@pytest.mark.rule("M18")
@pytest.mark.parametrize("hands", [1, 3, 9])
def test_a_single_hand_is_a_match_whatever_the_number_of_hands(hands: int) -> None:
    m = finished(f"money 3 match=single hands={hands}", **gains(A=0, B=50, C=100))
    assert m.ended == "match"
    assert m.winners == "C"
    assert m.totals == {"A": 0, "B": 50, "C": 100}


# --- M19: equal at the end

TIED = [
    ("total", {"deal": "3", "totals": "A 100 B 0 C 100"}, {"A": 0, "B": 50, "C": 0}),
    ("hands_won", {"deal": "3", "won": "A 1 B 0 C 1"}, {"A": 50, "B": 0, "C": 50}),
    ("single", {}, {"A": 50, "B": 0, "C": 50}),
]


@pytest.mark.rule("M19")
@pytest.mark.parametrize(("match", "items", "points"), TIED)
def test_the_tied_players_share_the_win(
    match: str, items: dict[str, str], points: dict[str, int]
) -> None:
    m = finished(f"money 3 match={match} tie=shared", **items, **gains(**points))
    assert m.ended == "match"
    assert m.winners == "AC"


@pytest.mark.rule("M19")
@pytest.mark.parametrize(("match", "items", "points"), TIED)
def test_an_extra_hand_is_played_by_all_where_the_option_says_so(
    match: str, items: dict[str, str], points: dict[str, int]
) -> None:
    m = finished(f"money 3 match={match} tie=extra_hand", **items, **gains(**points))
    assert m.ended == "deal"
    assert m.winners == ""
    m.next_deal()
    assert m.actors == "ABC"
    assert m.item("deal") == str(int(items.get("deal", "1")) + 1)


@pytest.mark.rule("M19")
def test_no_extra_hand_is_played_when_one_leads_alone_or_below_the_top() -> None:
    first = "money 3 tie=extra_hand"
    m = finished(first, deal="3", **gains(A=100, B=50, C=50))
    assert m.ended == "match"
    assert m.winners == "A"


@pytest.mark.rule("M18", "M19")
def test_a_tie_before_the_last_hand_is_no_end() -> None:
    for tie in ("shared", "extra_hand"):
        m = finished(f"money 3 tie={tie}", deal="2", **gains(A=50, B=50, C=50))
        assert m.ended == "deal"
        m.next_deal()
        assert m.item("extra") == "0"


def extra_written(match: str, nth: int) -> str:
    """Return what `extra` says while the nth extra hand is played."""
    _, items, points = next(case for case in TIED if case[0] == match)
    m = finished(f"money 3 match={match} tie=extra_hand", **items, **gains(**points))
    m.next_deal()
    return str(int(m.item("extra")) + nth - 1)


def after_extra(match: str, nth: int, points: dict[str, int], **items: str) -> Match:
    """Return the match after its nth extra hand."""
    deal = (1 if match == "single" else 3) + nth
    items = {"deal": str(deal), "extra": extra_written(match, nth), **items}
    return finished(f"money 3 match={match} tie=extra_hand", **items, **gains(**points))


@pytest.mark.rule("M19")
@pytest.mark.parametrize(
    ("match", "standing"),
    [
        ("total", {"totals": "A 100 B 0 C 100"}),
        ("hands_won", {"won": "A 2 B 0 C 2"}),
        ("single", {"totals": "A 100 B 0 C 100"}),
    ],
)
def test_after_five_extra_hands_the_win_is_shared(match: str, standing: dict[str, str]) -> None:
    points = {"A": 50, "B": 0, "C": 50}
    for nth in (1, 2, 3, 4):
        m = after_extra(match, nth, points, **standing)
        assert m.ended == "deal"
        assert m.winners == ""
    m = after_extra(match, 5, points, **standing)
    assert m.ended == "match"
    assert m.winners == "AC"


@pytest.mark.rule("M19")
@pytest.mark.parametrize("nth", [1, 3, 5])
@pytest.mark.parametrize(
    ("match", "standing", "points", "winner"),
    [
        ("total", {"totals": "A 100 B 0 C 100"}, {"A": 0, "B": 50, "C": 50}, "C"),
        # the score is added: the best of the extra hand alone does not win
        ("total", {"totals": "A 200 B 0 C 200"}, {"A": 50, "B": 150, "C": 0}, "A"),
        # all play on, so a third may pass the tied
        ("total", {"totals": "A 100 B 90 C 100"}, {"A": 0, "B": 50, "C": 0}, "B"),
        ("single", {"totals": "A 50 B 0 C 50"}, {"A": 0, "B": 0, "C": 50}, "C"),
        ("single", {"totals": "A 150 B 0 C 150"}, {"A": 50, "B": 100, "C": 0}, "A"),
        # the hand won is added, whatever the points
        ("hands_won", {"won": "A 2 C 2", "totals": "A 900"}, {"A": 0, "B": 0, "C": 50}, "C"),
        ("hands_won", {"won": "A 1 B 1 C 1"}, {"A": 0, "B": 150, "C": 100}, "B"),
    ],
)
def test_extra_hands_are_added_until_one_leads_alone(
    match: str, standing: dict[str, str], points: dict[str, int], winner: str, nth: int
) -> None:
    m = after_extra(match, nth, points, **standing)
    assert m.ended == "match"
    assert m.winners == winner


@pytest.mark.rule("M19")
def test_an_extra_hand_won_by_an_outsider_leaves_the_tie() -> None:
    m = after_extra("hands_won", 1, {"A": 0, "B": 50, "C": 0}, won="A 2 B 0 C 2")
    assert m.ended == "deal"
    m = after_extra("hands_won", 5, {"A": 0, "B": 50, "C": 0}, won="A 2 B 0 C 2")
    assert m.winners == "AC"


@pytest.mark.rule("M5", "M19")
def test_the_deal_passes_left_in_extra_hands_too() -> None:
    m = finished("money 3 match=single tie=extra_hand", **gains(A=50, B=50, C=0))
    assert m.item("dealer") == "C"
    m.next_deal()
    assert m.item("dealer") == "A"
