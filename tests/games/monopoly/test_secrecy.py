"""Who may know what: trade piles (P7), drawn cards (P8), passed cards (P23) and the reward."""

from collections import Counter

import pytest

from tirelire import IllegalMove, Match

from .helpers import (
    BASE,
    FIVE,
    PLAIN,
    base,
    draw_turn,
    five,
    hand,
    pass_all,
    play,
    seen,
    table,
)

NOTHING: Counter[str] = Counter()
OTHERS = ("B", "C", "D", None)
EVERYBODY = ("A", *OTHERS)


def same_for(viewers: tuple[str | None, ...], one: Match, two: Match) -> bool:
    """Tell whether the two matches look alike to every one of the viewers."""
    return all(
        one.view(viewer).bytes == two.view(viewer).bytes
        and one.view(viewer).text == two.view(viewer).text
        and (viewer is None or one.legal(viewer) == two.legal(viewer))
        for viewer in viewers
    )


def changed(text: str, old: str, new: str) -> str:
    """Return the list of cards with one card put in the place of another."""
    return " ".join(new if card == old else card for card in text.split())


# --- hands and the draw pile


@pytest.mark.rule("P4", "P7")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_hands_and_the_draw_pile_are_secret_and_their_sizes_are_not(viewer: str | None) -> None:
    m = base()
    for seat in "ABCD":
        shown = seen(m, viewer, f"hand {seat}")
        assert shown == ((hand(m, seat), 0) if seat == viewer else (NOTHING, 10))
    assert seen(m, viewer, "draw") == (NOTHING, len(m.cards("draw")))
    assert seen(m, viewer, "pile A") == (Counter(BASE["pile_A"].split()), 0)


@pytest.mark.rule("P5", "P7")
@pytest.mark.parametrize("viewer", ["A", "E", None])
def test_the_hands_of_five_players_are_secret_and_their_trade_cards_are_not(
    viewer: str | None,
) -> None:
    m = five()
    for seat in "ABCDE":
        assert seen(m, viewer, f"pile {seat}") == (Counter([FIVE[f"pile_{seat}"]]), 0)
        if seat != viewer:
            assert seen(m, viewer, f"hand {seat}") == (NOTHING, 11)


@pytest.mark.rule("P4", "P8")
def test_views_do_not_depend_on_cards_that_the_viewer_cannot_know() -> None:
    one = base()
    two = base(hand_A=changed(BASE["hand_A"], "RED1", "MR"), draw="GO RED1 CHANCE")
    assert same_for(OTHERS, one, two)
    assert one.view("A").bytes != two.view("A").bytes
    turned = base(draw="CHANCE MR GO")
    assert same_for(EVERYBODY, one, turned)
    hands = {
        "hand_A": changed(BASE["hand_A"], "RED1", "RED3"),
        "hand_B": changed(BASE["hand_B"], "RED3", "RED1"),
    }
    assert same_for(("C", "D", None), one, base(4, **hands))


# --- P8: the drawn card


@pytest.mark.rule("P8")
def test_a_drawn_card_is_seen_by_the_player_alone() -> None:
    one, two = base(draw="GO MR"), base(draw="MR GO")
    play(one, "A draw")
    play(two, "A draw")
    assert one.view("A").bytes != two.view("A").bytes
    assert same_for(OTHERS, one, two)
    assert seen(one, "B", "hand A") == (NOTHING, 11)
    play(one, "A discard H1")
    play(two, "A discard H1")
    assert same_for(OTHERS, one, two)
    assert seen(one, None, "hand A") == (NOTHING, 10)


@pytest.mark.rule("P10")
def test_the_combination_shows_the_neutral_card_and_hides_the_drawn_one() -> None:
    one, two = (base(3, draw=draw, neutral_1="YEL2") for draw in ("GO MR", "MR GO"))
    play(one, "A combo 1")
    play(two, "A combo 1")
    assert same_for(("B", "C", None), one, two)
    assert seen(one, "B", "hand A") == (Counter(["YEL2"]), 11)


# --- P7 and P9: what was seen stays known


@pytest.mark.rule("P7", "P9")
@pytest.mark.parametrize("viewer", ["C", "D", None])
def test_traded_cards_are_known_in_the_hands_they_went_to(viewer: str | None) -> None:
    m = base()
    m.play("A trade B 2 TOKEN")
    assert seen(m, viewer, "hand A") == (Counter(["GRN1", "DBL1"]), 9)
    assert seen(m, viewer, "hand B") == (Counter(["PNK1", "TOKEN"]), 10)
    assert seen(m, "A", "hand B") == (Counter(["PNK1", "TOKEN"]), 10)
    assert seen(m, "B", "hand A") == (Counter(["GRN1", "DBL1"]), 9)
    m.play("A discard GRN1")
    assert seen(m, viewer, "hand A") == (Counter(["DBL1"]), 9)
    assert seen(m, viewer, "pile A")[0]["GRN1"] == 1


@pytest.mark.rule("P7")
def test_a_written_position_may_say_which_cards_are_known() -> None:
    m = base(known_A="RED1 STA1", known_B="UTI2")
    for viewer in ("C", "D", None):
        assert seen(m, viewer, "hand A") == (Counter(["RED1", "STA1"]), 8)
        assert seen(m, viewer, "hand B") == (Counter(["UTI2"]), 9)
    play(m, "A draw", "A discard RED1")
    assert seen(m, "C", "hand A") == (Counter(["STA1"]), 9)


@pytest.mark.rule("P6", "P7")
def test_a_new_deal_makes_everything_secret_again() -> None:
    m = table(4, hand_A=PLAIN, known_A="BRN1")
    m.play("A out")
    m.next_deal()
    for seat in "ABCD":
        assert seen(m, None, f"hand {seat}") == (NOTHING, 10)


# --- P22 and P23: five and six players


@pytest.mark.rule("P22")
@pytest.mark.parametrize("viewer", ["B", "D", None])
def test_swapped_trade_cards_are_known_in_the_hands_they_went_to(viewer: str | None) -> None:
    m = five()
    m.play("A swap C")
    assert seen(m, viewer, "hand A") == (Counter(["PNK1"]), 11)
    assert seen(m, viewer, "hand C") == (Counter(["BRN1"]), 11)
    play(m, "A lay PNK1", "C lay BRN2")
    assert seen(m, viewer, "hand A") == (NOTHING, 11)
    assert seen(m, viewer, "hand C") == (Counter(["BRN1"]), 10)
    assert seen(m, viewer, "pile C") == (Counter(["BRN2"]), 0)


def passing(**changes: str) -> Match:
    """Return a table of five where all choose a card to pass."""
    m = five(passing="", **changes)
    assert m.actors == "ABCDE"
    return m


@pytest.mark.rule("P23")
def test_a_chosen_card_is_secret_until_all_have_chosen_and_from_the_receiver_too() -> None:
    one, two = passing(), passing()
    one.play("A pass RED1")
    two.play("A pass TOKEN")
    assert same_for(("B", "C", "D", "E", None), one, two)
    assert one.view("A").bytes != two.view("A").bytes
    for m in (one, two):
        play(m, "B pass RED3", "D " + m.legal("D")[0])
    assert same_for(("B", "C", "D", "E", None), one, two)


@pytest.mark.rule("P23")
def test_a_passed_card_is_known_to_giver_and_receiver_only() -> None:
    one, two = passing(), passing()
    one.play("A pass RED1")
    two.play("A pass STA1")
    for m in (one, two):
        play(m, "B pass RED3", "C pass BRN2", "D " + m.legal("D")[0], "E " + m.legal("E")[0])
        assert m.item("turn") == "B"
    assert same_for(("C", "D", "E", None), one, two)
    assert seen(one, "A", "hand B")[0]["RED1"] == 1
    assert seen(two, "A", "hand B")[0]["STA1"] == 1
    assert hand(one, "B")["RED1"] == 1
    assert seen(one, "A", "hand B") == (Counter(["RED1"]), 10)
    assert seen(one, "B", "hand C") == (Counter(["RED3"]), 10)
    for viewer in ("C", "D", "E", None):
        assert seen(one, viewer, "hand B")[0]["RED1"] == 0


@pytest.mark.rule("P23")
@pytest.mark.parametrize("seat", ["A", "B"])
def test_passing_a_known_card_does_not_show_that_it_was_passed(seat: str) -> None:
    known, other = {"A": ("RED1", "STA1"), "B": ("RED3", "STA2")}[seat]
    one, two = (passing(**{f"known_{seat}": known}) for _ in range(2))
    one.play(f"{seat} pass {known}")
    two.play(f"{seat} pass {other}")
    for m in (one, two):
        pass_all(m)
        assert m.item("turn") == "B"
    receiver = "BC"["AB".index(seat)]
    bystanders = tuple(v for v in ("A", "B", "C", "D", "E", None) if v not in (seat, receiver))
    assert same_for(bystanders, one, two)
    assert one.view(receiver).bytes != two.view(receiver).bytes


# --- the reward


@pytest.mark.rule("P18", "P19")
def test_nobody_sees_the_reward_before_somebody_is_out() -> None:
    one = table(4, hand_A=PLAIN, draw="GO MR TOKEN RED1 YEL1 CHANCE")
    two = table(4, hand_A=PLAIN, draw="CHANCE YEL1 RED1 TOKEN MR GO")
    assert same_for(EVERYBODY, one, two)
    draw_turn(one)
    assert seen(one, "B", "draw") == (NOTHING, len(one.cards("draw")))


@pytest.mark.rule("P19")
def test_the_rest_of_the_draw_pile_stays_secret_when_somebody_is_out() -> None:
    one = table(4, hand_A=PLAIN, draw="GO MR TOKEN RED1 YEL1 CHANCE GRN1")
    two = table(4, hand_A=PLAIN, draw="GO MR TOKEN RED1 YEL1 GRN1 CHANCE")
    for m in (one, two):
        m.play("A out")
    assert one.gained == two.gained
    assert same_for(EVERYBODY, one, two)


@pytest.mark.rule("P15", "P23")
def test_a_refusal_says_nothing_secret() -> None:
    complaints = []
    for cards in (BASE["hand_B"], changed(BASE["hand_B"], "RED3", "MR")):
        m = base(hand_B=cards, draw="GO CHANCE")
        with pytest.raises(IllegalMove) as caught:
            m.play("A trade B 4")
        complaints.append(str(caught.value))
        with pytest.raises(IllegalMove) as caught:
            m.play("A out")
        complaints.append(str(caught.value))
    assert complaints[:2] == complaints[2:]
