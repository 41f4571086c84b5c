"""What a seat may know: C16, and the secrets of C6, C7 and C8."""

from __future__ import annotations

import pytest

from tirelire import IllegalMove, Match

from .helpers import ANYONE, any_turn, lay, settled, table

HANDS = {"A": "+6 +6 +6 +2 +2", "B": "+1 +1 +1 -2 -2", "C": "+2 -2 -3 -3 -3"}
SWAPPED = {  # for a viewer: the same world to him, one card swapped between the two others
    "A": {"B": "+1 +1 +1 -2 -3", "C": "+2 -2 -2 -3 -3"},
    "B": {"A": "+6 +6 +2 +2 -3", "C": "+6 +2 -2 -3 -3"},
    "C": {"A": "+6 +6 +2 +2 +1", "B": "+6 +1 +1 -2 -2"},
}
VIEWERS: tuple[str | None, ...] = ("A", "B", "C", None)


def world(
    *items: str,
    moves: tuple[str, ...] = (),
    hands: dict[str, str] | None = None,
    options: str = "",
    seed: int = 0,
) -> Match:
    """All hands are written; then these moves are played."""
    cards = (f"hand {seat} {hand}" for seat, hand in {**HANDS, **(hands or {})}.items())
    m = table(*cards, *items, options=options, seed=seed)
    for move in moves:
        m.play(move)
    return m


def assert_same_to(viewers: tuple[str | None, ...], one: Match, other: Match) -> None:
    """These viewers are given the same by both."""
    for viewer in viewers:
        assert one.view(viewer).bytes == other.view(viewer).bytes
        assert one.view(viewer).text == other.view(viewer).text
        if viewer:
            assert one.legal(viewer) == other.legal(viewer)


def others(seat: str) -> tuple[str | None, ...]:
    """Everybody but that seat, spectators included."""
    return tuple(viewer for viewer in VIEWERS if viewer != seat)


def hidden(size: int) -> tuple[str, ...]:
    """How that many unknown cards may be written."""
    return ("-",) if size == 0 else ("?", "?x1") if size == 1 else (f"?x{size}",)


def complaint(m: Match, move: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        m.play(move)
    return str(caught.value)


# --- public and secret --------------------------------------------------------------------------


@pytest.mark.rule("C16")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_positions_chips_and_big_deals_are_public(viewer: str | None) -> None:
    m = table("pawns A +3 B -2 C +6", "totals A 20 B 50 C 35", "big_deal AC", "hand B +2 *")
    for item, value in (
        ("pawns", "A +3 B -2 C +6"),
        ("totals", "A 20 B 50 C 35"),
        ("big_deal", "AC"),
    ):
        assert m.view(viewer).item(item) == value
    lay(m, "RED", "+2")
    m.play("A call")
    assert m.view(viewer).item("pawns") == "A -6 B -2 C +6"
    assert m.view(viewer).item("big_deal") == "C"


@pytest.mark.rule("C16")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_chips_after_a_settlement_are_public(viewer: str | None) -> None:
    m = settled("A +4 B -6 C 0")
    m.next_deal()
    assert m.view(viewer).item("totals") == "A 39 B 25 C 41"


@pytest.mark.rule("C16")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_hand_is_shown_to_its_owner_alone_in_every_turn(viewer: str | None) -> None:
    m = table()
    for seat in "ABC":
        expected = m.item(f"hand {seat}") if seat == viewer else "?x5"
        assert m.view(viewer).item(f"hand {seat}") == expected
    while m.ended == "running":
        for seat in "ABC":
            shown = m.view(viewer).item(f"hand {seat}")
            size = len(m.cards(f"hand {seat}"))
            if seat == viewer:
                assert shown == m.item(f"hand {seat}")
            else:
                assert shown in hidden(size)
        any_turn(m)


@pytest.mark.rule("C16")
@pytest.mark.parametrize("viewer", ["A", "B", "C"])
@pytest.mark.parametrize("moves", [(), ("A lay RED", "B lay +1"), ("A lay RED", "B lay -2")])
@pytest.mark.parametrize("big_deal", ["ABC", "-"])
def test_a_view_does_not_depend_on_the_hands_of_others(
    viewer: str, moves: tuple[str, ...], big_deal: str
) -> None:
    one = world(f"big_deal {big_deal}", moves=moves)
    other = world(f"big_deal {big_deal}", moves=moves, hands=SWAPPED[viewer])
    assert_same_to((viewer, None), one, other)


@pytest.mark.rule("C16")
@pytest.mark.parametrize("viewer", ["A", "C", None])
def test_played_numbers_are_public_and_stay_so(viewer: str | None) -> None:
    hands = {"B": "+2 +1 +1 -2 -2", "C": "+1 -2 -3 -3 -3"}
    one, other = (
        world(f"pawns A {start}", "big_deal -", hands=hands, moves=("A lay RED", f"B lay {number}"))
        for start, number in (("0", "+2"), ("+1", "+1"))
    )
    for _ in range(3):  # all that is seen on the table is the same but the card that was played
        assert one.item("pawns") == other.item("pawns")
        assert one.view(viewer).bytes != other.view(viewer).bytes
        any_turn(one)
        any_turn(other)


@pytest.mark.rule("C8", "C16")
@pytest.mark.parametrize("moves", [(), ("A lay RED", "B lay +1")])
def test_the_drawn_order_of_asking_is_secret(moves: tuple[str, ...]) -> None:
    options = f"{ANYONE} big_deal_priority=random"
    worlds = [world(moves=moves, options=options, seed=seed) for seed in range(20)]
    for other in worlds[1:]:
        assert_same_to(VIEWERS, worlds[0], other)


# --- laid cards ---------------------------------------------------------------------------------


@pytest.mark.rule("C6", "C7")
@pytest.mark.parametrize(("item", "seat", "card"), [("colour", "A", "RED"), ("number", "B", "+1")])
def test_others_see_only_that_a_laid_card_lies_there(item: str, seat: str, card: str) -> None:
    m = world()
    before = {viewer: m.view(viewer).bytes for viewer in VIEWERS}
    assert {m.view(viewer).item(item) for viewer in VIEWERS} == {"-"}
    m.play(f"{seat} lay {card}")
    assert m.view(seat).item(item) == card
    for viewer in others(seat):
        assert m.view(viewer).item(item) == "?"
        assert m.view(viewer).item(f"hand {seat}") == "?x5"
    assert all(m.view(viewer).bytes != before[viewer] for viewer in VIEWERS)


@pytest.mark.rule("C6", "C7", "C8")
@pytest.mark.parametrize("options", ["", ANYONE])
@pytest.mark.parametrize(
    ("seat", "cards", "later"),
    [
        ("A", ("RED", "YELLOW"), ("B lay +1", "B pass")),
        ("B", ("+1", "-2"), ("A lay RED", "A pass")),
    ],
)
def test_a_laid_card_is_secret_until_the_reveal(
    options: str, seat: str, cards: tuple[str, str], later: tuple[str, ...]
) -> None:
    one, other = (world(moves=(f"{seat} lay {card}",), options=options) for card in cards)
    assert one.view(seat).bytes != other.view(seat).bytes
    assert_same_to(others(seat), one, other)
    for move in later:
        one.play(move)
        other.play(move)
        assert_same_to(others(seat), one, other)


# --- the window ---------------------------------------------------------------------------------


@pytest.mark.rule("C8")
@pytest.mark.parametrize(
    ("options", "passes"),
    [
        ("", "A"),
        ("", "B"),
        ("big_deal_priority=number", "B"),
        (ANYONE, "A"),
        (ANYONE, "AB"),
        (ANYONE, "CB"),
        (f"{ANYONE} big_deal_priority=random", "BA"),
    ],
)
def test_a_pass_is_secret_while_the_window_is_open(options: str, passes: str) -> None:
    m = world(moves=("A lay RED", "B lay +1"), options=options)
    for index, seat in enumerate(passes):
        before = {viewer: m.view(viewer).bytes for viewer in VIEWERS}
        legal = {viewer: m.legal(viewer) for viewer in "ABC"}
        m.play(f"{seat} pass")
        assert m.view(seat).item("passed") == seat
        for viewer in others(seat):
            assert m.view(viewer).bytes == before[viewer]
            if viewer:
                assert m.legal(viewer) == legal[viewer]
            own = viewer if viewer and viewer in passes[:index] else "-"
            assert m.view(viewer).item("passed") == own


@pytest.mark.rule("C8")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_when_the_window_closes_all_see_the_reveal(viewer: str | None) -> None:
    m = world(moves=("A lay RED", "B lay +1", "A pass"))
    assert m.view(viewer).item("pawns") == "A 0 B 0 C 0"
    m.play("B call")
    view = m.view(viewer)
    assert view.item("pawns") == "A +2 B 0 C 0"
    assert view.item("big_deal") == "AC"
    assert view.item("passed") == view.item("colour") == view.item("number") == "-"


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.rule("C6", "C7", "C8")
@pytest.mark.parametrize(
    ("one", "other", "move"),
    [
        (("B lay +1", "A lay RED"), ("B lay -2", "A lay RED"), "A lay YELLOW"),
        (("A lay RED", "B lay +1"), ("A lay YELLOW", "B lay +1"), "B lay +1"),
        (("A lay RED", "B lay +1"), ("A lay YELLOW", "B lay -2"), "C call"),
        (("A lay RED", "B lay +1"), ("A lay RED", "B lay +1", "A pass"), "C call"),
        (("A lay RED", "B lay +1"), ("A lay RED", "B lay +1", "A pass"), "B lay +1"),
    ],
)
def test_a_refusal_says_nothing_secret(
    one: tuple[str, ...], other: tuple[str, ...], move: str
) -> None:
    assert complaint(world(moves=one), move) == complaint(world(moves=other), move)
