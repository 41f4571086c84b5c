"""The cards, the set-up and the options: P1 to P7."""

from collections import Counter

import pytest

from tirelire import Match, OptionError, score

from .helpers import (
    DECK,
    GAME,
    HAND,
    NEUTRALS,
    SEATS,
    draw_turn,
    everything,
    hand,
    pile,
    play,
    play_out,
    refused,
    table,
    went_out,
)

PLAYERS = (2, 3, 4, 5, 6)
NAMES = {
    "neutral_trades": ("any", "one_for_one"),
    "neutral_combo_two_players": ("off", "on"),
    "discard": ("down_to_ten", "always_one"),
    "empty_pile": ("one_more_round", "ends_at_once", "void"),
    "trade_discard": ("both", "active_only"),
    "tokens_on": ("any_monopoly", "colour_groups"),
    "tie": ("extra_hand", "shared"),
}


def begin(players: int, seed: int = 0) -> Match:
    """Return a new match."""
    return Match.begin(GAME, players=players, seed=seed)


def after_out(players: int, **items: str) -> Match:
    """Return a match after a hand in which A went out at once."""
    m = table(players, hand_A="UTI1 UTI2", turn="A", **items)
    m.play("A out")
    assert m.ended == "deal"
    return m


# --- P1 to P3: the cards


@pytest.mark.rule("P1", "P2", "P3")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_deal_has_the_same_sixty_cards(players: int) -> None:
    assert everything(begin(players, seed=players), players) == DECK
    m = after_out(players)
    m.next_deal()
    assert everything(m, players) == DECK
    assert DECK.total() == 60


@pytest.mark.rule("P1")
def test_there_are_twenty_eight_deeds_in_ten_groups() -> None:
    cards = everything(begin(4), 4)
    groups = ("BRN", "LBL", "PNK", "ORG", "RED", "YEL", "GRN", "DBL", "STA", "UTI")
    counts = [sum(n for card, n in cards.items() if card.startswith(group)) for group in groups]
    assert counts == [2, 3, 3, 3, 3, 3, 3, 2, 4, 2]
    assert sum(counts) == 28


@pytest.mark.rule("P1")
@pytest.mark.parametrize(
    ("deeds", "base"),
    [
        ("BRN1 BRN2", 50),
        ("LBL1 LBL2 LBL3", 100),
        ("PNK1 PNK2 PNK3", 150),
        ("ORG1 ORG2 ORG3", 200),
        ("RED1 RED2 RED3", 250),
        ("YEL1 YEL2 YEL3", 300),
        ("GRN1 GRN2 GRN3", 350),
        ("DBL1 DBL2", 400),
    ],
)
def test_a_group_is_complete_with_all_its_deeds_and_has_its_base(deeds: str, base: int) -> None:
    assert score(GAME, deeds, out=True).total == score(GAME, deeds).total == base
    assert score(GAME, deeds.rpartition(" ")[0]).total == 0


@pytest.mark.rule("P2")
def test_there_are_fourteen_houses_fewer_of_the_later_ones_and_two_hotels() -> None:
    cards = everything(begin(3), 3)
    assert [cards[house] for house in ("H1", "H2", "H3", "H4", "HOTEL")] == [5, 4, 3, 2, 2]


@pytest.mark.rule("P3")
def test_there_are_sixteen_bonus_cards() -> None:
    cards = everything(begin(6), 6)
    assert [cards[bonus] for bonus in ("TOKEN", "CHANCE", "GO", "MR")] == [6, 2, 4, 4]


@pytest.mark.rule("P3")
def test_the_bank_pays_and_no_player_pays_another() -> None:
    m = went_out("UTI1 UTI2 MR", hand_B="GO *", totals="A 10 B 20 C 30 D 40")
    assert m.gained == {"A": 1500, "B": 200, "C": 0, "D": 0}
    assert m.totals == {"A": 1510, "B": 220, "C": 30, "D": 40}


@pytest.mark.rule("P3")
@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_ever_loses_money(players: int) -> None:
    m = begin(players, seed=11)
    for _ in range(3 if players <= 4 else 1):
        before = m.totals
        play_out(m)
        assert min(m.gained.values()) >= 0
        assert m.totals == {seat: before[seat] + m.gained[seat] for seat in before}
        if m.ended == "match":
            break
        m.next_deal()


# --- P4 and P5: hands and piles


@pytest.mark.rule("P4")
@pytest.mark.parametrize(("players", "draw", "neutrals"), [(2, 36, 2), (3, 26, 1), (4, 16, 0)])
def test_two_to_four_players_have_ten_cards_a_trade_card_and_a_draw_pile(
    players: int, draw: int, neutrals: int
) -> None:
    m = begin(players, seed=3)
    for seat in SEATS[:players]:
        assert hand(m, seat).total() == 10
        assert len(pile(m, seat)) == 1
    assert len(pile(m, "draw")) == draw
    for n in range(1, neutrals + 1):
        assert len(pile(m, f"neutral {n}")) == 1
    refused(m, f"A neutral {neutrals + 1} 1")


@pytest.mark.rule("P5")
@pytest.mark.parametrize(("players", "size"), [(5, 11), (6, 9)])
def test_five_and_six_players_have_all_cards_and_no_draw_pile(players: int, size: int) -> None:
    m = begin(players, seed=3)
    for seat in SEATS[:players]:
        assert hand(m, seat).total() == size
        assert len(pile(m, seat)) == 1
    assert players * (size + 1) == 60
    refused(m, "A draw")


@pytest.mark.rule("P4", "P5", "P6")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_next_deal_is_set_up_alike(players: int) -> None:
    m = after_out(players)
    m.next_deal()
    assert [hand(m, seat).total() for seat in SEATS[:players]] == [HAND[players]] * players
    assert all(len(pile(m, seat)) == 1 for seat in SEATS[:players])
    assert all(len(pile(m, f"neutral {n + 1}")) == 1 for n in range(NEUTRALS[players]))
    assert m.item("turns") == "0"


# --- P6: who deals, who starts


@pytest.mark.rule("P6")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_last_seat_deals_first_and_the_seat_on_its_left_starts(players: int) -> None:
    m = begin(players)
    assert m.item("dealer") == SEATS[players - 1]
    assert m.item("turn") == m.asked == m.actors == "A"


@pytest.mark.rule("P6")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_deal_passes_to_the_left_each_hand_whoever_goes_out(players: int) -> None:
    seats = SEATS[:players]
    for index, dealer in enumerate(seats):
        m = after_out(players, dealer=dealer)
        m.next_deal()
        assert m.item("deal") == "2"
        assert m.item("dealer") == (seats * 2)[index + 1]
        assert m.item("turn") == (seats * 2)[index + 2]


@pytest.mark.rule("P6")
@pytest.mark.parametrize("dealer", "ABCD")
def test_the_seat_left_of_any_dealer_starts_and_play_is_clockwise(dealer: str) -> None:
    m = table(4, dealer=dealer)
    order = ""
    for _ in range(5):
        order += m.item("turn")
        assert m.actors == order[-1]
        draw_turn(m)
    assert order == ("ABCD" * 3)["ABCD".index(dealer) + 1 :][:5]


@pytest.mark.rule("P6")
def test_the_cards_are_shuffled_for_each_match_and_each_deal() -> None:
    hands = [frozenset(hand(begin(4, seed), "A").items()) for seed in range(8)]
    assert len(set(hands)) == 8
    m = after_out(4)
    m.next_deal()
    assert hand(m, "B") != hand(begin(4), "B")
    assert begin(4, seed=2).position() == begin(4, seed=2).position()


# --- P7: trade piles


@pytest.mark.rule("P7", "P13")
@pytest.mark.parametrize("order", ["RED1 ORG1", "ORG1 RED1"])
def test_the_top_of_a_trade_pile_is_the_card_laid_last(order: str) -> None:
    m = table(4, hand_A="RED1 ORG1 YEL1 GRN1 STA1 UTI1 H1 H2 H3 H1 TOKEN TOKEN", pile_A="BRN1 H4")
    play(m, "A draw")
    first, last = order.split()
    m.play(f"A discard H1 {first} {last}")
    assert pile(m, "A") == ["BRN1", "H4", "H1", first, last]
    m.play("B trade A 1")
    assert pile(m, "A") == ["BRN1", "H4", "H1", first]
    assert hand(m, "B")[last] == 1


@pytest.mark.rule("P7")
@pytest.mark.parametrize("viewer", ["A", "B", "C", None])
def test_everybody_sees_every_card_of_every_trade_pile(viewer: str | None) -> None:
    m = table(3, pile_A="BRN1 H4 GO", pile_B="MR CHANCE", pile_C="-", neutral_1="H1 YEL1")
    view = m.view(viewer)
    shown = [view.item(f"pile {seat}").split() for seat in "ABC"]
    assert shown == [["BRN1", "H4", "GO"], ["MR", "CHANCE"], ["-"]]
    assert view.item("neutral 1").split() == ["H1", "YEL1"]


# --- the options


@pytest.mark.rule("P10", "P11", "P13", "P14", "P22", "P25", "P30")
def test_the_options_and_their_defaults() -> None:
    options = {name: str(value) for name, value in begin(4).options.items()}
    assert set(options) == {*NAMES, "target", "first_dealer"}
    assert {name: options[name] for name in NAMES} == {n: v[0] for n, v in NAMES.items()}


@pytest.mark.rule("P10", "P11", "P13", "P14", "P22", "P25", "P30")
@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("neutral_trades", 3),
        ("neutral_combo_two_players", 2),
        ("discard", 4),
        ("empty_pile", 3),
        ("trade_discard", 5),
        ("trade_discard", 6),
        ("tokens_on", 4),
        ("tie", 2),
    ],
)
def test_a_hand_can_be_played_with_every_value_of_every_option(name: str, players: int) -> None:
    for value in NAMES[name]:
        m = Match.begin(GAME, players=players, options={name: value}, seed=1)
        assert str(m.options[name]) == value
        play_out(m)
        assert everything(m, players) <= Counter(DECK)
        assert m.reason in ("out", "empty", "void", "limit")
        assert (m.reason == "void") <= (value == "void")


@pytest.mark.rule("P10", "P11", "P13", "P14", "P22", "P25", "P30")
@pytest.mark.parametrize(
    "wrong",
    [
        *({name: "perhaps"} for name in NAMES),
        {"target": 499},
        {"target": 50001},
        {"colour": "blue"},
    ],
)
def test_an_unknown_option_value_is_refused(wrong: dict[str, str | int]) -> None:
    with pytest.raises(OptionError):
        Match.begin(GAME, players=4, options=wrong, seed=0)
