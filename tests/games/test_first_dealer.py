"""Who deals first, and who is the youngest, where the players choose: P6, C4 and C14."""

from __future__ import annotations

import pytest

from tirelire import Match, OptionError, Record
from tirelire.games import game

DEALING = [
    pytest.param("monopoly", marks=pytest.mark.rule("P6")),
    pytest.param("cash_oder_crash", marks=pytest.mark.rule("C4")),
]


def begin(name: str, players: int, seed: int = 0, **options: str) -> Match:
    return Match.begin(name, players, options, seed=seed)


def next_deal_of(m: Match) -> Match:
    """Play first moves to the end of the deal, and deal again."""
    while m.ended == "running":
        m.play(f"{m.asked} {m.legal(m.asked)[0]}")
    m.next_deal()
    return m


@pytest.mark.parametrize("name", DEALING)
@pytest.mark.parametrize("players", [3, 4])
def test_the_last_seat_deals_first_unless_the_players_say_otherwise(
    name: str, players: int
) -> None:
    m = begin(name, players)
    assert m.options["first_dealer"] == "last_seat"
    assert m.item("dealer") == "ABCD"[players - 1]


@pytest.mark.parametrize("name", DEALING)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("place", range(4))
def test_the_players_may_name_the_first_dealer(name: str, players: int, place: int) -> None:
    seats = "ABCD"[:players]
    dealer = seats[place % players]
    m = begin(name, players, first_dealer=dealer)
    first = seats[(seats.index(dealer) + 1) % players]
    assert m.item("dealer") == dealer
    assert m.item("turn" if name == "monopoly" else "active") == first
    assert next_deal_of(m).item("dealer") == first


@pytest.mark.parametrize("name", DEALING)
def test_the_first_dealer_may_be_drawn_once_and_stands_in_the_record(name: str) -> None:
    drawn = set()
    for seed in range(40):
        m = begin(name, 4, seed, first_dealer="random")
        drawn.add(m.item("dealer"))
        record = Record.parse(str(Record.of(m)))
        assert record.draws == m.draws != []
        assert record.replay().item("dealer") == m.item("dealer")
    assert drawn == set("ABCD")


@pytest.mark.parametrize("name", DEALING)
def test_the_deal_passes_to_the_left_of_a_drawn_dealer(name: str) -> None:
    m = begin(name, 4, 3, first_dealer="random")
    dealer = m.item("dealer")
    assert next_deal_of(m).item("dealer") == "ABCDA"["ABCD".index(dealer) + 1]


@pytest.mark.parametrize("name", DEALING)
def test_a_first_dealer_whose_seat_nobody_has_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(OptionError, match=r"first_dealer=D.*last_seat \| random \| A \| B \| C\b"):
        begin(name, 3, first_dealer="D")
    with pytest.raises(OptionError, match="first_dealer"):
        begin(name, 4, first_dealer="E" if name == "cash_oder_crash" else "G")


@pytest.mark.rule("P6")
def test_with_six_players_the_sixth_may_deal_first() -> None:
    assert begin("monopoly", 6, first_dealer="F").item("turn") == "A"


# --- C14: the youngest


@pytest.mark.rule("C14")
@pytest.mark.parametrize(
    ("youngest", "players", "ages"),
    [
        ("seat_order", 4, "ABCD"),
        ("A", 4, "ABCD"),
        ("B", 4, "BCDA"),
        ("D", 4, "DABC"),
        ("C", 3, "CAB"),
    ],
)
def test_ages_rise_with_the_seats_from_the_youngest_that_the_players_name(
    youngest: str, players: int, ages: str
) -> None:
    assert begin("cash_oder_crash", players, youngest=youngest).item("ages") == ages


@pytest.mark.rule("C14")
def test_of_equally_poor_players_the_youngest_that_was_named_starts() -> None:
    m = Match.at(
        "cash_oder_crash 3 youngest=C; turn 15; active C; hand A +1; hand B -; hand C -; "
        "pawns A 0 B 0 C -1; big_deal -"
    )
    assert m.item("ages") == "CAB"
    m.play("C lay GREEN")
    m.play("A lay +1")
    assert m.totals == {"A": 35, "B": 35, "C": 35}
    m.next_deal()
    assert m.item("active") == "C"


@pytest.mark.rule("C14")
def test_a_youngest_whose_seat_nobody_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(OptionError, match=r"youngest=D.*seat_order \| random \| A \| B \| C\b"):
        begin("cash_oder_crash", 3, youngest="D")


@pytest.mark.rule("C4", "C14")
def test_the_first_dealer_and_the_ages_are_drawn_apart() -> None:
    both = set()
    for seed in range(300):
        m = begin("cash_oder_crash", 3, seed, first_dealer="random", youngest="random")
        both.add((m.item("dealer"), m.item("ages")))
    assert len(both) == 3 * 6


@pytest.mark.rule("P6", "C4", "C14")
@pytest.mark.parametrize("name", ["monopoly", "cash_oder_crash"])
def test_options_that_name_a_seat_are_explained_in_both_languages(name: str) -> None:
    for lang in ("fr", "en"):
        options = game(name).rules(lang)["option"]
        for option in game(name).options:
            assert options[option.name]["rule"] == option.rule
