"""The cards, the deal and the options: K1, K2, K3 and K13."""

import re
from collections import Counter

import pytest

from tirelire import NotationError, OptionError, score

from .helpers import (
    ADVANCED,
    ALL_ON,
    COPIES,
    GAME,
    SEATS,
    at,
    begin,
    deck,
    duel,
    hand,
    over,
    pile,
    play,
    play_out,
    verbs,
    words,
)

# --- K1, K2: the cards


@pytest.mark.rule("K1")
@pytest.mark.parametrize(
    ("kind", "copies", "worth"),
    [
        ("BD", 10, 5),
        ("PIANO", 10, 5),
        ("TRAIN", 10, 5),
        ("BIJOUX", 9, 10),
        ("BAS", 9, 10),
        ("TIRELIRE", 9, 10),
        ("SCOOTER", 9, 15),
        ("AVION", 9, 15),
        ("AUTO", 9, 15),
        ("CABANE", 8, 20),
    ],
)
def test_the_possessions_and_their_values(kind: str, copies: int, worth: int) -> None:
    assert deck(begin(4, 1))[kind] == copies
    assert score(GAME, f"{kind} {kind}").total == 2 * worth
    assert score(GAME, f"{kind}x{copies}").total == copies * worth


@pytest.mark.rule("K2")
@pytest.mark.parametrize(("kind", "copies", "worth"), [("ARGENT", 8, 25), ("OR", 4, 50)])
def test_the_wilds_and_their_values(kind: str, copies: int, worth: int) -> None:
    assert deck(begin(4, 1))[kind] == copies
    assert score(GAME, f"BD {kind}").total == 5 + worth


@pytest.mark.rule("K2", "K20")
def test_a_penny_jar_is_worth_one_thousand() -> None:
    assert score(GAME, "BD ECO", options={"penny_jar": "on"}).total == 6
    m = over("4 penny_jar=on", stack_A="BD ECO / CABANE ECO")
    assert m.gained["A"] == 6 + 21


@pytest.mark.rule("K1", "K2", "K11")
def test_the_whole_classic_deck_is_worth_1385() -> None:
    kinds = [f"{kind}x{copies}" for kind, copies in COPIES.items()]
    assert score(GAME, " / ".join(kinds[:9]) + " / " + " ".join(kinds[9:])).total == 1385


@pytest.mark.rule("K2")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("penny_jar", ["off", "on"])
@pytest.mark.parametrize("action_cards", ["off", "on"])
def test_the_advanced_cards_join_only_where_their_option_says_so(
    players: int, penny_jar: str, action_cards: str
) -> None:
    m = begin(players, 3, penny_jar=penny_jar, action_cards=action_cards)
    expected = Counter(COPIES)
    if penny_jar == "on":
        expected["ECO"] = 2
    if action_cards == "on":
        expected.update({"ECHANGE": 2, "DEMENAGEMENT": 2})
    assert deck(m) == expected


@pytest.mark.rule("K2")
def test_the_other_advanced_options_bring_no_cards() -> None:
    m = begin(4, 3, six_cards="on", two_actions="on", upgrade="on", top_two="on")
    assert deck(m) == Counter(COPIES)
    full = begin(6, 3, **dict(option.split("=") for option in ALL_ON.split()))
    assert deck(full) == Counter({**COPIES, **ADVANCED})
    assert deck(full).total() == 110


# --- K3, K13: the deal


@pytest.mark.rule("K3", "K13")
@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize(("six_cards", "size"), [("off", 5), ("on", 6)])
def test_hands_a_first_discard_and_the_rest_to_draw(
    players: int, six_cards: str, size: int
) -> None:
    m = begin(players, 2, six_cards=six_cards)
    assert {len(m.cards(f"hand {seat}")) for seat in SEATS[:players]} == {size}
    assert len(words(m.item("discard"))) == 1
    assert len(words(m.item("draw"))) == 104 - size * players - 1
    assert {m.item(f"stack {seat}") for seat in SEATS[:players]} == {"-"}
    assert m.item("gone") == "-"


@pytest.mark.rule("K13")
@pytest.mark.parametrize(
    ("players", "six_cards", "size"),
    [(2, "off", 6), (2, "on", 6), (3, "off", 5), (3, "on", 6)],
)
def test_six_cards_counts_with_three_players_and_changes_nothing_with_two(
    players: int, six_cards: str, size: int
) -> None:
    m = begin(players, 5, six_cards=six_cards)
    assert {len(m.cards(f"hand {seat}")) for seat in SEATS[:players]} == {size}
    seat = m.asked
    m.play(f"{seat} discard {m.cards(f'hand {seat}')[0]}")
    assert len(m.cards(f"hand {seat}")) == size


@pytest.mark.rule("K9", "K13")
def test_everybody_draws_up_to_six_where_six_are_dealt() -> None:
    m = duel(
        "4 six_cards=on",
        hand_A="BD BD PIANO AUTO AUTO OR",
        hand_B="TRAIN TRAIN BIJOUX BAS AUTO ARGENT",
    )
    play(m, "A challenge B AUTO", "B answer AUTO", "A stop")
    assert len(m.cards("hand A")) == len(m.cards("hand B")) == 6
    assert len(m.cards("hand C")) == 5  # used nothing: draws nothing


@pytest.mark.rule("K3")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_last_seat_deals_first_and_the_deal_passes_left(players: int) -> None:
    m = begin(players, 4, match="three")
    assert m.item("dealer") == SEATS[players - 1]
    assert m.asked == m.actors == m.item("turn") == "A"
    for dealer, first in (("A", "B"), ("B", SEATS[2 % players])):
        play_out(m)
        m.next_deal()
        assert m.item("dealer") == dealer
        assert m.asked == m.item("turn") == first


@pytest.mark.rule("K3")
@pytest.mark.parametrize(("dealer", "first"), [("A", "B"), ("C", "D"), ("D", "A")])
def test_the_player_left_of_the_dealer_starts_and_the_turn_passes_left(
    dealer: str, first: str
) -> None:
    m = at(dealer=dealer)
    order = ""
    for _ in range(4):
        order += m.asked
        m.play(f"{m.asked} discard BD")
    start = "ABCD".index(first)
    assert order == "ABCDABC"[start : start + 4]


@pytest.mark.rule("K3", "K16")
def test_an_action_card_that_begins_the_discard_pile_stays_there() -> None:
    tops = [begin(4, seed, action_cards="on") for seed in range(200)]
    begun = [m for m in tops if m.item("discard") in ("ECHANGE", "DEMENAGEMENT")]
    assert begun
    for m in begun:
        assert "pick" not in verbs(m, "A")
        assert deck(m).total() == 108


@pytest.mark.rule("K3")
def test_every_round_is_dealt_from_all_cards_anew() -> None:
    m = begin(4, 6, match="three", action_cards="on", penny_jar="on")
    whole, first = deck(m), hand(m, "A") + pile(m, "draw")
    play_out(m)
    m.next_deal()
    assert deck(m) == whole
    assert hand(m, "A") + pile(m, "draw") != first
    assert begin(4, 6).position() == begin(4, 6).position() != begin(4, 7).position()


# --- options


@pytest.mark.rule("K7", "K12", "K13", "K14", "K15", "K16", "K19", "K20", "K21")
def test_the_options_and_their_defaults() -> None:
    options = {name: str(v) for name, v in begin(2).options.items()}
    removed = re.findall("[A-Z]+", options.pop("removed"))
    assert sorted(removed) == ["AUTO", "BAS", "PIANO"]
    assert options == {
        "match": "million",
        "tie": "shared",
        "six_cards": "off",
        "two_actions": "off",
        "upgrade": "off",
        "action_cards": "off",
        "top_two": "off",
        "penny_jar": "off",
        "quick_answers": "off",
    }


@pytest.mark.rule("K7", "K12", "K13", "K14", "K15", "K16", "K19", "K20", "K21")
@pytest.mark.parametrize(
    "wrong",
    [
        *({name: "perhaps"} for name in ("match", "tie", "six_cards", "two_actions", "upgrade")),
        *({name: "2"} for name in ("action_cards", "top_two", "penny_jar", "quick_answers")),
        {"match": "two"},
        {"tie": "extra_hand"},
        {"removed": "DOLLAR"},
        {"colour": "blue"},
    ],
)
def test_an_unknown_option_value_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(OptionError):
        begin(2, 0, **wrong)


@pytest.mark.rule("K3", "K21", "K25")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_may_play(players: int) -> None:
    with pytest.raises((OptionError, NotationError, ValueError)):
        begin(players)
