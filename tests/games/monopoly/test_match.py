"""How hands add up to a match: P30."""

import pytest

from tirelire import Match

from .helpers import GAME, play_out, table


def after(totals: str, options: str = "", players: int = 4, **items: str) -> Match:
    """Return the match after a hand in which A went out with brown, for 50, and nothing else.

    The hands of others may be given; with four players those not given are worth nothing.
    """
    m = table(players, options, **{"hand_A": "BRN1 BRN2", "totals": totals, **items})
    m.play("A out")
    assert m.reason == "out"
    return m


# --- the target


@pytest.mark.rule("P30")
@pytest.mark.parametrize(("players", "target"), [(2, 10000), (3, 10000), (4, 10000)])
def test_ten_thousand_end_a_match_of_two_to_four(players: int, target: int) -> None:
    m = after(f"A {target - 50}", players=players)
    assert m.ended == "match"
    assert m.winners == "A"
    assert m.totals["A"] == target
    m = after(f"A {target - 51}", players=players)
    assert m.ended == "deal"
    assert m.winners == ""


@pytest.mark.rule("P30")
@pytest.mark.parametrize("players", [5, 6])
def test_seven_thousand_end_a_match_of_five_or_six(players: int) -> None:
    m = after("A 6950", players=players)
    assert m.ended == "match"
    assert m.winners == "A"
    m = after("A 6949", players=players)
    assert m.ended == "deal"


@pytest.mark.rule("P30")
@pytest.mark.parametrize(
    ("players", "target"), [(2, 500), (4, 2000), (3, 12000), (4, 50000), (5, 5000), (6, 50000)]
)
def test_the_target_is_an_option(players: int, target: int) -> None:
    m = after(f"A {target - 50}", f"target={target}", players)
    assert m.ended == "match"
    assert m.winners == "A"
    assert str(m.options["target"]) == str(target)
    m = after(f"A {target - 51}", f"target={target}", players)
    assert m.ended == "deal"


@pytest.mark.rule("P30")
def test_a_high_target_keeps_the_match_going_beyond_ten_thousand() -> None:
    m = after("A 20000 B 9000", "target=50000")
    assert m.ended == "deal"
    m.next_deal()
    assert m.item("totals") == "A 20050 B 9000 C 0 D 0"


@pytest.mark.rule("P30")
def test_the_richest_wins_and_not_the_one_who_went_out() -> None:
    m = after("A 9950 B 9900", hand_B="GO *")
    assert m.totals == {"A": 10000, "B": 10100, "C": 0, "D": 0}
    assert m.ended == "match"
    assert m.winners == "B"


@pytest.mark.rule("P30")
def test_anybody_may_reach_the_target_at_the_end_of_a_hand() -> None:
    m = after("A 9000 C 9800", hand_C="GO *")
    assert m.ended == "match"
    assert m.winners == "C"


@pytest.mark.rule("P30", "P14")
def test_a_hand_with_nobody_out_may_end_the_match() -> None:
    items = {"draw": "-", "left": "1", "rest": "pile_D", "turn": "A", "pile_A": "RED1"}
    m = table(4, "", hand_B="GO *", totals="B 9800", hand_A="H3 *", pile_B="YEL1", **items)
    m.play("A trade B 1 H3")
    assert m.reason == "empty"
    assert m.ended == "match"
    assert m.winners == "B"


@pytest.mark.rule("P30")
def test_totals_grow_from_hand_to_hand() -> None:
    m = after("A 100 B 200", hand_B="GO GO *")
    assert m.totals == {"A": 150, "B": 600, "C": 0, "D": 0}
    m.next_deal()
    assert m.item("totals") == "A 150 B 600 C 0 D 0"
    assert m.item("deal") == "2"
    play_out(m)
    assert m.totals == {seat: m.gained[seat] + {"A": 150, "B": 600}.get(seat, 0) for seat in "ABCD"}


# --- ties

TIED = {"totals": "A 9950 B 9800", "hand_B": "GO *"}  # both have 10,000


@pytest.mark.rule("P30")
@pytest.mark.parametrize("options", ["", "tie=extra_hand"])
def test_equal_at_the_top_means_another_hand_for_everybody(options: str) -> None:
    m = after(TIED["totals"], options, hand_B=TIED["hand_B"])
    assert m.totals == {"A": 10000, "B": 10000, "C": 0, "D": 0}
    assert m.ended == "deal"
    assert m.winners == ""
    m.next_deal()
    assert m.ended == "running"
    assert [len(m.cards(f"hand {seat}")) for seat in "ABCD"] == [10] * 4
    assert m.item("dealer") == "A"


@pytest.mark.rule("P30")
def test_the_tied_share_the_win_where_the_option_says_so() -> None:
    m = after(TIED["totals"], "tie=shared", hand_B=TIED["hand_B"])
    assert m.ended == "match"
    assert m.winners == "AB"
    m = after("A 9950 B 9800 C 9800 D 12", "tie=shared", hand_B="GO *", hand_C="GO *")
    assert m.winners == "ABC"


@pytest.mark.rule("P30")
@pytest.mark.parametrize("tie", ["extra_hand", "shared"])
def test_equal_below_the_top_is_no_tie(tie: str) -> None:
    m = after("A 10500 B 9800 C 10000", f"tie={tie}", hand_B="GO *")
    assert m.totals == {"A": 10550, "B": 10000, "C": 10000, "D": 0}
    assert m.ended == "match"
    assert m.winners == "A"


@pytest.mark.rule("P30")
@pytest.mark.parametrize("tie", ["extra_hand", "shared"])
def test_equal_below_the_target_is_no_end(tie: str) -> None:
    m = after("A 5050 B 4900", f"tie={tie}", hand_B="GO *")
    assert m.totals["A"] == m.totals["B"]
    assert m.ended == "deal"


@pytest.mark.rule("P30")
@pytest.mark.parametrize(
    ("totals", "cards", "winner"),
    [
        ("A 10000 B 10000", {}, "A"),
        ("A 10000 B 10000", {"hand_B": "GO *"}, "B"),
        ("A 10000 B 10000 C 9900", {"hand_C": "GO *"}, "C"),  # everybody plays on
        ("A 10000 B 10000", {"hand_B": "GO *", "hand_A": "BRN1 BRN2 GO"}, "A"),
        ("A 10150 B 10000", {"hand_B": "GO *"}, ""),  # equal again
        ("A 10000 B 10000 C 10050", {}, ""),  # equal again, with another
    ],
)
def test_extra_hands_are_played_until_one_leads(
    totals: str, cards: dict[str, str], winner: str
) -> None:
    m = after(totals, "tie=extra_hand", 4, **{"deal": "9", "extra": "1", **cards})
    assert m.winners == winner
    assert m.ended == ("match" if winner else "deal")


# --- no endless match


@pytest.mark.rule("P30")
@pytest.mark.parametrize("tie", ["extra_hand", "shared"])
def test_a_match_ends_as_it_stands_after_sixty_hands(tie: str) -> None:
    m = after("A 3000 B 2000", f"tie={tie}", deal="59")
    assert m.ended == "deal"
    m = after("A 3000 B 2000", f"tie={tie}", deal="60")
    assert m.ended == "match"
    assert m.winners == "A"
    m = after("A 3000 B 4000 C 3999", f"tie={tie}", deal="60")
    assert m.winners == "B"
    m = after("A 3950 B 4000", f"tie={tie}", deal="60")
    assert m.ended == "match"
    assert m.winners == "AB"


@pytest.mark.rule("P30", "P3")
def test_a_match_starts_with_nothing() -> None:
    m = Match.begin(GAME, players=6, seed=0)
    assert m.totals == dict.fromkeys("ABCDEF", 0)
    assert m.item("deal") == "1"


@pytest.mark.rule("P30")
@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_match_is_won_by_the_richest(players: int) -> None:
    m = Match.begin(GAME, players=players, options={"target": 500}, seed=8)
    sums = dict.fromkeys("ABCD"[:players], 0)
    while True:
        play_out(m)
        sums = {seat: points + m.gained[seat] for seat, points in sums.items()}
        assert m.totals == sums
        top = max(sums.values())
        leaders = "".join(seat for seat in sums if sums[seat] == top)
        if m.ended == "match":
            break
        assert top < 500 or len(leaders) > 1
        m.next_deal()
    assert top >= 500
    assert m.winners == leaders
