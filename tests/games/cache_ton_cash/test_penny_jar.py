"""The penny jar, one wild in a set and two in a fight: K20, every row of its table."""

import pytest

from tirelire import Match

from .helpers import at, duel, hand, listed, moves, play, refused, rejected, stack, value

JARS = "4 penny_jar=on top_two=on"
RICH = "AUTO AUTO ARGENT OR ECO"


def fight(*moves_played: str, first: str = JARS) -> Match:
    """A and B hold two cars, silver, gold and a jar each; B has three sets with cars in two."""
    m = duel(
        first,
        hand_A=RICH,
        hand_B=RICH,
        stack_B="TRAIN TRAIN / AUTO AUTO / AUTO OR",
    )
    play(m, *moves_played)
    return m


def contest(*moves_played: str) -> Match:
    """A claimed a scooter; both hold two scooters more, silver, gold and a jar."""
    m = at(
        "2 penny_jar=on",
        hand_A="SCOOTER SCOOTER SCOOTER ARGENT OR ECO",
        hand_B="BD SCOOTER SCOOTER ARGENT OR ECO",
    )
    play(m, "A claim SCOOTER 1", *moves_played)
    return m


def one(kind: str) -> set[str]:
    """Return the answers to a demand of one, with all that was held at first."""
    return listed(*(f"answer {card}" for card in (kind, "ARGENT", "OR", "ECO")))


def two(kind: str) -> set[str]:
    """Return the answers to a demand of two, with all that was held at first."""
    pairs = (f"{kind} {kind}", f"{kind} ARGENT", f"{kind} OR", "ARGENT OR", "ECO")
    return listed(*(f"answer {cards}" for cards in pairs))


def demands(m: Match, seat: str, demand: int, kind: str) -> None:
    """Assert that the seat, which used nothing yet, must answer that demand."""
    assert (m.asked, m.actors, m.item("demand")) == (seat, seat, str(demand))
    expected = one(kind) if demand == 1 else two(kind)
    assert moves(m, seat) == expected | {"stop"}
    for cards in ("ECO ECO", f"{kind} ECO", "OR ECO", "ARGENT ECO", f"{kind} {kind} OR"):
        rejected(m, f"{seat} answer {cards}")
    if demand == 1:
        rejected(m, f"{seat} answer {kind} OR")
    else:
        refused(m, f"{seat} answer {kind}", "K20")
        refused(m, f"{seat} answer OR", "K20")


# --- the table


@pytest.mark.rule("K20")
@pytest.mark.parametrize("card", ["AUTO", "ARGENT", "OR"])
def test_an_opening_with_one_card_demands_one(card: str) -> None:
    demands(fight(f"A challenge B {card}"), "B", 1, "AUTO")


@pytest.mark.rule("K20", "K23")
@pytest.mark.parametrize("card", ["SCOOTER", "ARGENT", "OR"])
def test_a_contest_with_one_card_demands_one(card: str) -> None:
    m = contest(f"B contest {card}")
    demands(m, "A", 1, "SCOOTER")


@pytest.mark.rule("K19", "K20")
@pytest.mark.parametrize("cards", ["AUTO AUTO", "AUTO OR", "ARGENT OR"])
def test_an_opening_with_two_cards_demands_one(cards: str) -> None:
    demands(fight(f"A challenge B second {cards}"), "B", 1, "AUTO")


@pytest.mark.rule("K19", "K20")
@pytest.mark.parametrize("opening", ["B ECO", "B second ECO"])
def test_an_opening_with_a_jar_demands_two(opening: str) -> None:
    demands(fight(f"A challenge {opening}"), "B", 2, "AUTO")


@pytest.mark.rule("K20", "K23")
def test_a_contest_with_a_jar_demands_two() -> None:
    demands(contest("B contest ECO"), "A", 2, "SCOOTER")


@pytest.mark.rule("K20")
@pytest.mark.parametrize("card", ["AUTO", "ARGENT", "OR"])
def test_an_answer_to_one_with_one_card_demands_one(card: str) -> None:
    m = fight("A challenge B AUTO", f"B answer {card}")
    assert (m.asked, m.item("demand")) == ("A", "1")
    assert moves(m, "A") == one("AUTO") | {"stop"}
    rejected(m, "A answer AUTO OR")
    rejected(m, "A answer ARGENT OR")


@pytest.mark.rule("K20")
@pytest.mark.parametrize("opening", ["B AUTO", "B second AUTO OR"])
def test_an_answer_to_one_with_a_jar_demands_two(opening: str) -> None:
    m = fight(f"A challenge {opening}", "B answer ECO")
    assert (m.asked, m.item("demand")) == ("A", "2")
    assert "answer AUTO ARGENT" in moves(m, "A")
    assert "answer ECO" in moves(m, "A")
    refused(m, "A answer AUTO", "K20")
    refused(m, "A answer ARGENT", "K20")
    rejected(m, "A answer AUTO ECO")


@pytest.mark.rule("K20")
@pytest.mark.parametrize("opening", ["B ECO", "B second ECO"])
@pytest.mark.parametrize("cards", ["AUTO AUTO", "AUTO ARGENT", "AUTO OR", "ARGENT OR", "ECO"])
def test_an_answer_to_two_demands_one(opening: str, cards: str) -> None:
    m = fight(f"A challenge {opening}", f"B answer {cards}")
    assert (m.asked, m.item("demand")) == ("A", "1")
    assert moves(m, "A") == {"answer AUTO", "answer ARGENT", "answer OR", "stop"}
    rejected(m, "A answer AUTO AUTO")
    m.play("A answer AUTO")
    assert (m.asked, m.item("demand")) == ("B", "1")


@pytest.mark.rule("K20")
@pytest.mark.parametrize("cards", ["SCOOTER SCOOTER", "SCOOTER OR", "ARGENT OR", "ECO"])
def test_an_answer_to_a_contest_with_a_jar_demands_one(cards: str) -> None:
    m = contest("B contest ECO", f"A answer {cards}")
    assert (m.asked, m.item("demand")) == ("B", "1")
    assert "answer SCOOTER" in moves(m, "B")
    rejected(m, "B answer SCOOTER SCOOTER")


@pytest.mark.rule("K20")
def test_a_jar_in_the_middle_of_a_fight_is_answered_by_two_and_then_by_one() -> None:
    m = fight("A challenge B AUTO", "B answer AUTO", "A answer ECO")
    assert (m.asked, m.item("demand")) == ("B", "2")
    m.play("B answer AUTO OR")
    assert (m.asked, m.item("demand")) == ("A", "1")
    m.play("A answer AUTO")
    assert (m.asked, m.item("demand")) == ("B", "1")
    m.play("B answer ECO")
    assert (m.asked, m.item("demand")) == ("A", "2")
    m.play("A answer ARGENT OR")
    assert (m.asked, m.item("demand")) == ("B", "1")


# --- who cannot meet a demand


@pytest.mark.rule("K7", "K20")
@pytest.mark.parametrize(
    ("cards", "able"),
    [
        ("BD PIANO AUTO", False),
        ("BD PIANO OR", False),
        ("BD PIANO", False),
        ("BD AUTO OR", True),
        ("BD AUTO AUTO", True),
        ("BD ARGENT OR", True),
        ("BD PIANO ECO", True),
    ],
)
@pytest.mark.parametrize("quick", ["off", "on"])
def test_a_demand_of_two_is_asked_of_all_or_of_those_who_can(
    cards: str, able: bool, quick: str
) -> None:
    m = duel(f"4 penny_jar=on quick_answers={quick}", hand_A="BD ECO", hand_B=cards)
    m.play("A challenge B ECO")
    if able or quick == "off":
        assert m.asked == "B"
        assert (moves(m, "B") != {"stop"}) == able
    else:
        assert stack(m, "A") == "BD BD / AUTO AUTO ECO"
        assert m.item("turn") == "B"


# --- one wild in sets and claims


@pytest.mark.rule("K4", "K20")
def test_in_a_pair_a_jar_is_one_wild() -> None:
    m = at("4 penny_jar=on", hand_A="BD AUTO AUTO OR ECO", discard="BAS ECO")
    assert moves(m, "A", "pair", "pick") == listed(
        *("pair BD OR", "pair BD ECO", "pair AUTO AUTO", "pair AUTO OR", "pair AUTO ECO"),
        *("pick BD", "pick AUTO"),
    )
    m.play("A pick AUTO")
    assert stack(m, "A") == "AUTO ECO"
    assert value(m.item("stack A")) == 16


@pytest.mark.rule("K20", "K22", "K23")
@pytest.mark.parametrize(
    ("tops", "claim", "result"),
    [
        ("SCOOTER", "ECO 1", "SCOOTER ECO"),
        ("ECO", "SCOOTER 1", "SCOOTER ECO"),
        ("ECO", "SCOOTER 1 2", "SCOOTER SCOOTER ECO"),
        ("ECO", "OR 1 2", "SCOOTER OR ECO"),
    ],
)
def test_in_a_claim_a_jar_is_one_wild_and_demands_nothing(
    tops: str, claim: str, result: str
) -> None:
    m = at(
        "2 penny_jar=on",
        hand_A="SCOOTER BD TRAIN BIJOUX OR " + ("ECO" if tops == "SCOOTER" else "AVION"),
        hand_B="SCOOTER SCOOTER ARGENT TRAIN BIJOUX AVION",
        neutral_1=f"{tops} BD",
        neutral_2="SCOOTER BD",
    )
    m.play(f"A claim {claim}")
    assert moves(m, "B") == {"contest SCOOTER", "contest ARGENT", "stop"}
    m.play("B stop")
    assert stack(m, "A") == result


@pytest.mark.rule("K4", "K20", "K22")
def test_a_jar_alone_with_wilds_makes_no_claim() -> None:
    m = at(
        "2 penny_jar=on",
        hand_A="OR BD TRAIN BIJOUX TIRELIRE ECO",
        neutral_1="ECO BD",
        neutral_2="OR BD",
        neutral_3="ARGENT BD",
    )
    for claim in ("ECO 1", "ECO 2", "ECO 2 3", "OR 1", "OR 1 2 3"):
        refused(m, f"A claim {claim}", "K22")


@pytest.mark.rule("K8", "K20")
def test_the_winner_has_the_jars_too() -> None:
    m = fight("A challenge B ECO", "B answer ECO", "A answer AUTO", "B stop")
    assert stack(m, "A") == "BD BD / AUTO AUTO OR ECO ECO"
    assert value(stack(m, "A")) == 10 + 30 + 50 + 2
    m = fight("A challenge B second ECO", "B answer AUTO ARGENT", "A stop")
    assert stack(m, "B") == "TRAIN TRAIN / AUTO AUTO AUTO ARGENT ECO / AUTO OR"


@pytest.mark.rule("K5", "K9", "K20")
def test_a_jar_counts_as_one_card_in_the_hand() -> None:
    m = duel("4 penny_jar=on", hand_A="BD PIANO AUTO OR ECO", hand_B="TRAIN BIJOUX BAS AUTO ARGENT")
    play(m, "A challenge B ECO", "B answer AUTO ARGENT", "A stop")
    assert hand(m, "A") == "BD PIANO TIRELIRE AUTO OR"
    assert hand(m, "B") == "TRAIN BIJOUX BAS SCOOTER AVION"
