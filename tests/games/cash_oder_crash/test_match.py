"""The rounds of a match and its end: C14 and C15."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from tirelire import Match

from .helpers import (
    NUMBERS,
    any_turn,
    begin,
    lay_any,
    left_of,
    play_out,
    refused,
    settled,
    table,
)

EXTRA = "tie=extra_round"
ZEROS = "A 0 B 0 C 0"


# --- the next round -----------------------------------------------------------------------------


@pytest.mark.rule("C14")
@pytest.mark.parametrize("after", ["A +4 B -6 C 0", "A -1 B +6 C -6", "A +2 B 0 C 0 D -3"])
def test_the_pawns_stay_where_they_are(after: str) -> None:
    m = settled(after)
    m.next_deal()
    assert m.item("pawns") == after
    assert (m.item("deal"), m.item("turn"), m.ended) == ("2", "1", "running")


@pytest.mark.rule("C14")
def test_pawns_that_stay_pay_again_on_top_of_the_chips_of_the_last_round() -> None:
    m = settled("A +4 B 0 C 0")
    m.next_deal()
    assert m.item("totals") == "A 39 B 31 C 35"
    play_out(m, seed=1)
    assert m.totals == {seat: {"A": 39, "B": 31, "C": 35}[seat] + m.gained[seat] for seat in "ABC"}


@pytest.mark.rule("C14")
@pytest.mark.parametrize("after", [ZEROS, "A 0 B 0 C 0 D 0"])
def test_everybody_has_his_big_deal_again(after: str) -> None:
    m = settled(after)  # all were used up
    m.next_deal()
    assert m.item("big_deal") == "ABCD"[: len(m.totals)]


@pytest.mark.rule("C8", "C14")
def test_a_big_deal_kept_back_never_makes_two() -> None:
    m = begin()
    play_out(m)  # nobody calls
    m.next_deal()
    assert m.item("big_deal") == "ABC"
    first = m.item("active")
    lay_any(m)
    m.play(f"{first} call")
    assert m.item("big_deal") == "ABC".replace(first, "")
    any_turn(m)
    lay_any(m)
    assert left_of(m, m.item("active")) == first
    assert first not in m.actors
    refused(m, f"{first} call", "C8")


@pytest.mark.rule("C14")
def test_the_numbers_are_shuffled_and_dealt_again() -> None:
    same = 0
    for seed in range(10):
        m = begin(seed=seed)
        first = [m.cards(f"hand {seat}") for seat in "ABC"]
        play_out(m)
        m.next_deal()
        second = [m.cards(f"hand {seat}") for seat in "ABC"]
        assert [len(hand) for hand in second] == [5, 5, 5]
        assert Counter(card for hand in second for card in hand) == dict.fromkeys(NUMBERS, 3)
        same += first == second
    assert same < 3


# --- who begins ---------------------------------------------------------------------------------


@pytest.mark.rule("C14")
@pytest.mark.parametrize(("dealer", "first"), [("C", "A"), ("A", "B"), ("B", "C")])
def test_the_player_left_of_the_dealer_begins_the_first_round(dealer: str, first: str) -> None:
    poor = f"totals {dealer} 1"  # chips and age do not matter yet
    m = table(f"dealer {dealer}", poor, "ages CBA", options="youngest=random")
    assert m.item("active") == first


@pytest.mark.rule("C14")
@pytest.mark.parametrize("seed", range(6))
def test_the_first_seat_begins_a_match_whatever_the_ages(seed: int) -> None:
    assert begin(seed=seed, youngest="random").item("active") == "A"


@pytest.mark.rule("C14")
@pytest.mark.parametrize(
    ("after", "totals", "first"),
    [
        (ZEROS, "A 40 B 35 C 30", "C"),
        (ZEROS, "A 40 B 30 C 35", "B"),
        ("A +6 B 0 C 0", "A 30 B 35 C 40", "B"),  # A was the poorest before the settlement
        (ZEROS, "A 35 B -3 C -1", "B"),
        (ZEROS, "A 35 B 35 C 35", "A"),
        (ZEROS, "A 40 B 30 C 30", "B"),
        (ZEROS, "A 30 B 40 C 30", "A"),
        ("A 0 B 0 C 0 D 0", "A 40 B 30 C 35 D 30", "B"),
        ("A 0 B 0 C 0 D 0", "A 40 B 40 C 31 D 30", "D"),
    ],
)
def test_the_poorest_begins_a_later_round_and_of_equals_the_first_seat(
    after: str, totals: str, first: str
) -> None:
    m = settled(after, f"totals {totals}")
    m.next_deal()
    assert m.item("active") == first


@pytest.mark.rule("C14")
@pytest.mark.parametrize(
    ("totals", "ages", "first"),
    [
        ("A 35 B 35 C 35", "CBA", "C"),
        ("A 35 B 35 C 35", "BCA", "B"),
        ("A 30 B 40 C 30", "BCA", "C"),
        ("A 30 B 30 C 40", "CBA", "B"),
        ("A 30 B 31 C 32", "CBA", "A"),  # age only breaks a tie
    ],
)
def test_of_equally_poor_players_the_youngest_begins(totals: str, ages: str, first: str) -> None:
    m = settled(ZEROS, f"totals {totals}", f"ages {ages}", options="youngest=random")
    m.next_deal()
    assert m.item("active") == first


@pytest.mark.rule("C14")
def test_by_default_the_ages_rise_with_the_seats() -> None:
    assert {begin(seed=seed, youngest="seat_order").item("ages") for seed in range(10)} == {"ABC"}
    assert table(players=4).item("ages") == "ABCD"


@pytest.mark.rule("C14")
def test_random_ages_can_be_any_order() -> None:
    ages = {begin(seed=seed, youngest="random").item("ages") for seed in range(80)}
    assert ages == {"".join(order) for order in permutations("ABC")}


@pytest.mark.rule("C14")
@pytest.mark.parametrize("seed", range(4))
def test_random_ages_are_drawn_once_for_the_whole_match(seed: int) -> None:
    m = table(options="rounds=4 youngest=random", seed=seed)
    ages = m.item("ages")
    for _ in range(3):
        play_out(m)
        m.next_deal()
        assert m.item("ages") == ages


# --- the end of the match -----------------------------------------------------------------------


@pytest.mark.rule("C5", "C15")
@pytest.mark.parametrize("rounds", [1, 2, 3, 12])
def test_the_match_ends_after_the_agreed_rounds(rounds: int) -> None:
    for deal in range(1, rounds + 1):
        m = settled("A +1 B 0 C 0", f"deal {deal}", options=f"rounds={rounds}")
        last = deal == rounds
        assert (m.ended, m.winners) == (("match", "A") if last else ("deal", ""))


@pytest.mark.rule("C5", "C15")
def test_three_whole_rounds_are_played_unless_told() -> None:
    m = begin(seed=5)
    for deal in (1, 2, 3):
        assert m.item("deal") == str(deal)
        play_out(m, seed=deal)
        assert m.ended == ("match" if deal == 3 else "deal")
        if deal < 3:
            m.next_deal()
    most = max(m.totals.values())
    assert m.winners == "".join(seat for seat in "ABC" if m.totals[seat] == most)


@pytest.mark.rule("C15")
@pytest.mark.parametrize(
    ("after", "totals", "winners"),
    [
        ("A +1 B 0 C 0", "A 35 B 35 C 35", "A"),
        ("A 0 B 0 C +6", "A 50 B 20 C 35", "A"),  # the most chips, not the best round
        ("A 0 B +4 C 0", "A 36 B 34 C 35", "B"),  # chips after the last settlement
        (ZEROS, "A -5 B -1 C -9", "B"),
        ("A 0 B +2 C 0", "A 36 B 34 C 35", "AB"),
        (ZEROS, "A 33 B 36 C 36", "BC"),
        (ZEROS, "A 35 B 35 C 35", "ABC"),
        ("A 0 B 0 C 0 D 0", "A 30 B 40 C 30 D 40", "BD"),
    ],
)
def test_the_most_chips_win_and_equals_share_the_win(after: str, totals: str, winners: str) -> None:
    m = settled(after, "deal 3", f"totals {totals}", options="tie=shared")
    assert (m.ended, m.winners) == ("match", winners)


@pytest.mark.rule("C15")
@pytest.mark.parametrize(
    ("totals", "ended", "winners"),
    [
        ("A 36 B 35 C 34", "match", "A"),
        ("A 37 B 34 C 34", "match", "A"),  # equal behind the leader
        ("A 36 B 36 C 33", "deal", ""),
        ("A 35 B 35 C 35", "deal", ""),
    ],
)
def test_an_extra_round_is_played_only_where_leaders_are_equal(
    totals: str, ended: str, winners: str
) -> None:
    m = settled(ZEROS, "deal 3", f"totals {totals}", options=EXTRA)
    assert (m.ended, m.winners) == (ended, winners)


def in_first_extra_round() -> Match:
    m = settled(ZEROS, "deal 3", options=EXTRA)
    m.next_deal()
    return m


@pytest.mark.rule("C15")
@pytest.mark.parametrize(
    ("totals", "after", "ended", "winners"),
    [
        ("A 36 B 36 C 33", "A +1 B 0 C 0", "match", "A"),
        ("A 36 B 36 C 33", "A 0 B 0 C +4", "match", "C"),  # all play on: the third may still win
        ("A 36 B 36 C 33", ZEROS, "deal", ""),
        ("A 36 B 35 C 35", "A 0 B +1 C +2", "deal", ""),  # now two others lead
    ],
)
def test_an_extra_round_ends_the_match_when_one_leads_alone(
    totals: str, after: str, ended: str, winners: str
) -> None:
    now = in_first_extra_round()
    assert now.item("deal") == "4"
    where = (f"deal {now.item('deal')}", f"extra {now.item('extra')}")
    m = settled(after, *where, f"totals {totals}", options=EXTRA)
    assert (m.ended, m.winners) == (ended, winners)


@pytest.mark.rule("C15")
@pytest.mark.parametrize("seed", range(6))
def test_extra_rounds_go_on_just_until_one_leads_alone(seed: int) -> None:
    m = in_first_extra_round()
    for extra in range(1, 6):
        play_out(m, seed=10 * seed + extra)
        leaders = [seat for seat in "ABC" if m.totals[seat] == max(m.totals.values())]
        if len(leaders) == 1 or extra == 5:
            assert (m.ended, m.winners) == ("match", "".join(leaders))
            return
        assert m.ended == "deal"
        m.next_deal()


@pytest.mark.rule("C15")
def test_after_five_extra_rounds_the_win_is_shared() -> None:
    nobody_can_pay = f"rounds=1 {EXTRA} insolvency=pay_what_you_have"
    m = settled(ZEROS, "totals A 0 B 0 C 0", options=nobody_can_pay)
    extra = 0
    while m.ended == "deal" and extra < 9:
        m.next_deal()
        extra += 1
        play_out(m, seed=extra)
        assert m.totals == {"A": 0, "B": 0, "C": 0}
    assert (extra, m.ended, m.winners) == (5, "match", "ABC")
