"""How rounds add up to a match: K12."""

import pytest

from tirelire import Match

from .helpers import begin, gains, over, play_out

EXTRA = "tie=extra_round"
NOBODY = "A 0 B 0 C 0 D 0"


def after(options: str, points: dict[str, int], /, **items: str) -> Match:
    """Return the match after a round that brought these points."""
    return over(f"4 {options}", **items, **gains(**points))


# --- million


@pytest.mark.rule("K12")
@pytest.mark.parametrize(
    ("totals", "points", "ended", "winners"),
    [
        ("A 969 B 500", {"A": 30}, "deal", ""),  # 999
        ("A 970 B 500", {"A": 30}, "match", "A"),
        ("A 990 B 500", {"A": 30}, "match", "A"),
        ("A 960 B 960", {"A": 10, "B": 20}, "deal", ""),
        ("C 980 A 500", {"A": 40, "C": 20}, "match", "C"),  # the sum counts, not the last round
        ("A 990 B 980 D 990", {"A": 10, "B": 40, "D": 20}, "match", "B"),  # several: the highest
        ("A 999 B 990", {"A": 40, "B": 40}, "match", "A"),
        ("A 990 B 990", {"A": 10, "B": 10}, "match", "AB"),
        ("A 990 B 990 D 980", {"A": 20, "B": 20, "D": 20}, "match", "AB"),
    ],
)
def test_rounds_are_played_until_someone_has_a_million(
    totals: str, points: dict[str, int], ended: str, winners: str
) -> None:
    for options in ("match=million tie=shared", ""):
        m = after(options, points, totals=totals, deal="4", won="A 3")
        assert (m.ended, m.winners) == (ended, winners)


@pytest.mark.rule("K12")
def test_one_round_is_added_to_the_next() -> None:
    m = after("", {"A": 10, "B": 40, "D": 20}, totals="A 100 B 200 C 300", deal="2")
    assert m.gained == {"A": 10, "B": 40, "C": 0, "D": 20}
    assert m.totals == {"A": 110, "B": 240, "C": 300, "D": 20}
    m.next_deal()
    assert m.item("totals") == "A 110 B 240 C 300 D 20"
    assert m.item("deal") == "3"
    assert m.ended == "running"


# --- the other formats


@pytest.mark.rule("K12")
@pytest.mark.parametrize(
    ("points", "winners"),
    [({"A": 10, "C": 20}, "C"), ({"A": 20, "B": 20, "C": 10}, "AB"), ({}, "ABCD")],
)
def test_quick_is_one_round(points: dict[str, int], winners: str) -> None:
    m = after("match=quick", points)
    assert (m.ended, m.winners) == ("match", winners)


@pytest.mark.rule("K12")
@pytest.mark.parametrize(
    ("deal", "ended", "winners"), [("1", "deal", ""), ("2", "deal", ""), ("3", "match", "B")]
)
def test_three_is_three_rounds_and_the_highest_total(deal: str, ended: str, winners: str) -> None:
    # neither the rounds won, nor the last round, nor a million matters
    m = after("match=three", {"A": 40, "B": 10}, deal=deal, totals="A 2000 B 2031", won="A 2")
    assert (m.ended, m.winners) == (ended, winners)


@pytest.mark.rule("K12")
@pytest.mark.parametrize(
    ("won", "points", "ended", "winners"),
    [
        (NOBODY, {"A": 10}, "deal", ""),
        ("A 1 B 1 C 1 D 1", {"C": 10}, "match", "C"),
        ("A 1 B 1 C 0 D 1", {"C": 10}, "deal", ""),
        ("A 1 B 0 C 0 D 0", {"A": 20, "B": 30}, "deal", ""),
        # a tied round counts for each of the tied: not for none, not for the first seat alone
        ("A 0 B 1 C 0 D 0", {"A": 30, "B": 30}, "match", "B"),
        ("A 1 B 0 C 0 D 0", {"A": 30, "B": 30, "C": 10}, "match", "A"),
        ("A 1 B 1 C 0 D 1", {"A": 30, "B": 30, "D": 20}, "match", "AB"),
        (NOBODY, {"A": 30, "B": 30}, "deal", ""),
        ("A 1 B 0 C 0 D 0", {}, "match", "A"),  # nobody has a set: all are tied at the top
    ],
)
def test_first_to_two_counts_rounds_won(
    won: str, points: dict[str, int], ended: str, winners: str
) -> None:
    m = after("match=first_to_two", points, deal="5", won=won, totals="D 5000")
    assert (m.ended, m.winners) == (ended, winners)


@pytest.mark.rule("K12")
def test_rounds_won_are_kept_from_round_to_round() -> None:
    m = after("match=first_to_two", {"A": 10, "C": 10}, won="B 1")
    m.next_deal()
    assert m.item("won") == "A 1 B 1 C 1 D 0"


# --- equal at the end

TIED = [
    ("match=million", {"totals": "A 990 B 990 C 100", "deal": "6"}, {"A": 10, "B": 10, "C": 40}),
    ("match=quick", {}, {"A": 20, "B": 20, "C": 10}),
    ("match=three", {"totals": "A 30 B 10", "deal": "3"}, {"A": 10, "B": 30, "C": 10}),
    ("match=first_to_two", {"won": "A 1 B 1", "deal": "3"}, {"A": 20, "B": 20, "C": 10}),
]


@pytest.mark.rule("K12")
@pytest.mark.parametrize(("match", "items", "points"), TIED)
def test_equal_players_share_the_win(
    match: str, items: dict[str, str], points: dict[str, int]
) -> None:
    for tie in ("tie=shared", ""):
        m = after(f"{match} {tie}", points, **items)
        assert (m.ended, m.winners) == ("match", "AB")


@pytest.mark.rule("K12")
@pytest.mark.parametrize(("match", "items", "points"), TIED)
def test_everybody_plays_an_extra_round_where_the_option_says_so(
    match: str, items: dict[str, str], points: dict[str, int]
) -> None:
    m = after(f"{match} {EXTRA}", points, **items)
    assert (m.ended, m.winners) == ("deal", "")
    m.next_deal()
    assert all(len(m.cards(f"hand {seat}")) == 5 for seat in "ABCD")
    assert m.item("deal") == str(int(items.get("deal", "1")) + 1)


def after_extra(match: str, points: dict[str, int], **standing: str) -> Match:
    """Return the match after its first extra round, begun with that standing."""
    _, items, tied = next(case for case in TIED if case[0] == match)
    m = after(f"{match} {EXTRA}", tied, **items)
    m.next_deal()
    now = {"deal": m.item("deal"), "extra": m.item("extra"), **standing}
    return after(f"{match} {EXTRA}", points, **now)


@pytest.mark.rule("K12")
@pytest.mark.parametrize(
    ("match", "standing", "points", "winners"),
    [
        ("match=million", {"totals": "A 1000 B 1000 C 140"}, {"A": 10, "C": 40}, "A"),
        ("match=million", {"totals": "A 1000 B 1000 C 980"}, {"A": 10, "C": 40}, "C"),
        ("match=million", {"totals": "A 1000 B 1000 C 140"}, {"A": 10, "B": 10}, ""),
        ("match=quick", {"totals": "A 20 B 20 C 10"}, {"B": 10, "C": 10}, "B"),
        ("match=quick", {"totals": "A 20 B 20 C 10"}, {"C": 40}, "C"),
        ("match=quick", {"totals": "A 40 B 40 C 10"}, {"C": 20}, ""),
        ("match=three", {"totals": "A 40 B 40 C 10"}, {"A": 10, "B": 20, "C": 30}, "B"),
        ("match=three", {"totals": "A 40 B 40 C 10"}, {"C": 30}, ""),  # three are equal now
        ("match=first_to_two", {"won": "A 2 B 2"}, {"B": 10}, "B"),
        ("match=first_to_two", {"won": "A 2 B 2"}, {"C": 10}, ""),
        ("match=first_to_two", {"won": "A 2 B 2 C 1"}, {"C": 10}, ""),
        ("match=first_to_two", {"won": "A 2 B 2"}, {"A": 10, "B": 10}, ""),
        ("match=first_to_two", {"won": "A 2 B 2 C 2"}, {"A": 10, "C": 10, "B": 0}, ""),
    ],
)
def test_totals_or_rounds_won_grow_until_one_leads_alone(
    match: str, standing: dict[str, str], points: dict[str, int], winners: str
) -> None:
    m = after_extra(match, points, **standing)
    assert (m.ended, m.winners) == ("match" if winners else "deal", winners)


@pytest.mark.rule("K12")
@pytest.mark.parametrize(
    ("match", "items", "points"),
    [
        ("match=million", {"totals": "A 990 B 900 C 900"}, {"A": 10}),
        ("match=quick", {}, {"A": 30, "B": 20, "C": 20}),
        ("match=three", {"deal": "3"}, {"A": 30, "B": 20, "C": 20}),
        ("match=first_to_two", {"won": "A 1 B 1"}, {"A": 30, "B": 20}),
    ],
)
def test_no_extra_round_where_one_leads_alone(
    match: str, items: dict[str, str], points: dict[str, int]
) -> None:
    m = after(f"{match} {EXTRA}", points, **items)
    assert (m.ended, m.winners) == ("match", "A")


# --- thirty rounds


@pytest.mark.rule("K12")
@pytest.mark.parametrize("tie", ["shared", "extra_round"])
@pytest.mark.parametrize(
    ("match", "items", "points", "winners"),
    [
        ("million", {"totals": "A 100 B 300 C 200"}, {"A": 40}, "B"),
        ("million", {"totals": "A 100 B 300 C 290"}, {"C": 10}, "BC"),
        ("million", {"totals": "A 990 B 990"}, {"A": 10, "B": 10}, "AB"),
        ("first_to_two", {"won": "A 4 B 4 C 2", "totals": "C 900"}, {"C": 10}, "AB"),
    ],
)
def test_after_thirty_rounds_the_match_ends_as_it_stands(
    match: str, items: dict[str, str], points: dict[str, int], winners: str, tie: str
) -> None:
    played_on = match == "first_to_two" and tie == "extra_round"
    extra = {"extra": "9"} if played_on else {}
    m = after(f"match={match} tie={tie}", points, deal="30", **items, **extra)
    assert (m.ended, m.winners) == ("match", winners)


@pytest.mark.rule("K12")
def test_the_twenty_ninth_round_is_not_the_last() -> None:
    m = after("match=million", {"A": 10}, deal="29", totals="B 500")
    assert (m.ended, m.winners) == ("deal", "")
    m = after(f"match=million {EXTRA}", {"A": 10, "B": 10}, deal="29", totals="A 990 B 990")
    assert m.ended == "deal"


# --- whole matches


@pytest.mark.rule("K12")
@pytest.mark.parametrize("match", ["million", "quick", "three", "first_to_two"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_match(match: str, players: int) -> None:
    m = begin(players, 11, match=match)
    sums = dict.fromkeys(m.totals, 0)
    won = dict.fromkeys(m.totals, 0)
    for deal in range(1, 31):
        play_out(m, deal)
        best = max(m.gained.values())
        sums = {seat: points + m.gained[seat] for seat, points in sums.items()}
        won = {seat: count + (m.gained[seat] == best) for seat, count in won.items()}
        assert m.totals == sums
        done = {
            "million": max(sums.values()) >= 1000 or deal == 30,
            "quick": True,
            "three": deal == 3,
            "first_to_two": max(won.values()) == 2,
        }[match]
        assert m.ended == ("match" if done else "deal")
        if done:
            break
        m.next_deal()
    standing = won if match == "first_to_two" else sums
    leaders = [seat for seat in standing if standing[seat] == max(standing.values())]
    assert m.winners == "".join(leaders)
