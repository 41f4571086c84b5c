"""Who may know what: K29, and the secrets of K7, K23, K24 and K28."""

import re

import pytest

from tirelire import IllegalMove, Match

from .helpers import (
    ALL_ON,
    DRAW,
    FIVE,
    SEATS,
    TURNS,
    at,
    begin,
    duel,
    hand,
    ordered,
    play,
    stack,
    turned,
    words,
)

EVERYBODY: tuple[str | None, ...] = ("A", "B", "C", "D", None)
PAIR: tuple[str | None, ...] = ("A", "B", None)


def same(viewers: tuple[str | None, ...], one: Match, two: Match) -> bool:
    """Tell whether the two matches look alike to every one of the viewers."""
    for viewer in viewers:
        if one.view(viewer).bytes != two.view(viewer).bytes:
            return False
        if one.view(viewer).text != two.view(viewer).text:
            return False
        if viewer and one.legal(viewer) != two.legal(viewer):
            return False
    return (one.actors, one.asked) == (two.actors, two.asked)


def but(*seats: str) -> tuple[str | None, ...]:
    """Return everybody at a table of four but these seats."""
    return tuple(viewer for viewer in EVERYBODY if viewer not in seats)


def complaint(m: Match, move: str) -> str:
    """Return what is said to a refused move."""
    with pytest.raises(IllegalMove) as caught:
        m.play(move)
    return str(caught.value)


# --- K29: hands and piles


@pytest.mark.rule("K29")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_hands_are_secret_and_counts_are_public(viewer: str | None) -> None:
    m = at(hand_B="BD AUTO", hand_C="-", hand_D="BD PIANO AUTO")
    for seat, size in (("A", 5), ("B", 2), ("C", 0), ("D", 3)):
        shown = words(m.view(viewer).item(f"hand {seat}"))
        if seat == viewer:
            assert ordered(shown) == hand(m, seat)
        else:
            assert shown == ["?"] * size
    assert m.view(viewer).item("draw") == "?x10"
    assert ("AUTO" in re.findall("[A-Z]+", m.view(viewer).text)) == (viewer in ("B", "D"))


@pytest.mark.rule("K29")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_stacks_discards_and_cards_that_left_are_public(viewer: str | None) -> None:
    m = at(
        "4 action_cards=on",
        stack_A="BD BD / PIANO PIANO ARGENT / TRAIN OR",
        stack_C="BAS BAS",
        discard="OR CABANE ECHANGE TIRELIRE",
        gone="DEMENAGEMENT",
        hand_A="BD PIANO TRAIN BIJOUX ECHANGE",
    )
    m.play("A swap C")
    view = m.view(viewer)
    for item in ("stack A", "stack B", "stack C", "discard", "gone", "turn", "totals"):
        assert view.item(item) == m.item(item)
    assert words(view.item("discard")) == ["OR", "CABANE", "ECHANGE", "TIRELIRE"]
    assert sorted(words(view.item("gone"))) == ["DEMENAGEMENT", "ECHANGE"]


@pytest.mark.rule("K29")
def test_a_view_does_not_depend_on_cards_that_its_seat_cannot_know() -> None:
    one = at(hand_B="BD PIANO TRAIN BIJOUX AUTO", draw=f"{DRAW} OR")
    two = at(hand_B="BD PIANO TRAIN BIJOUX OR", draw=f"{DRAW} AUTO")
    assert same(but("B"), one, two)
    assert not same(("B",), one, two)
    one = at(hand_B="BD PIANO TRAIN BIJOUX AUTO", hand_C="BD PIANO TRAIN BIJOUX OR")
    two = at(hand_B="BD PIANO TRAIN BIJOUX OR", hand_C="BD PIANO TRAIN BIJOUX AUTO")
    assert same(but("B", "C"), one, two)
    turned_round = " ".join(reversed(DRAW.split()))
    assert same(EVERYBODY, at(), at(draw=turned_round))


@pytest.mark.rule("K9", "K29")
def test_what_a_player_draws_is_secret() -> None:
    one, two = at(draw="OR AUTO"), at(draw="AUTO OR")
    for m in (one, two):
        m.play("A discard BD")
    assert same(but("A"), one, two)
    assert not same(("A",), one, two)


@pytest.mark.rule("K24", "K29")
def test_of_a_neutral_pile_only_the_top_is_known() -> None:
    one = at("2", neutral_1="SCOOTER BD CABANE", neutral_2="AVION TRAIN")
    two = at("2", neutral_1="SCOOTER CABANE TRAIN", neutral_2="AVION BD")
    other = at("2", neutral_1="CABANE SCOOTER BD", neutral_2="AVION TRAIN")
    assert same(PAIR, one, two)
    for viewer in PAIR:
        assert words(one.view(viewer).item("neutral 1")) == ["SCOOTER", "?", "?"]
        assert words(one.view(viewer).item("neutral 2")) == ["AVION", "?"]
        assert not same((viewer,), one, other)


@pytest.mark.rule("K29")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_hand_shows_at_any_time_of_a_round(players: int) -> None:
    m = begin(players, 9, **dict(option.split("=") for option in ALL_ON.split()))
    viewers: tuple[str | None, ...] = (*SEATS[:players], None)
    step = 0
    while m.ended == "running":
        for viewer in viewers if step % 4 == 0 else ():
            view = m.view(viewer)
            for seat in SEATS[:players]:
                size = len(m.cards(f"hand {seat}"))
                shown = words(view.item(f"hand {seat}"))
                assert len(shown) == size
                assert seat == viewer or set(shown) <= {"?"}
            assert set(words(view.item("draw"))) <= {"?"}
        legal = m.legal(m.asked)
        m.play(f"{m.asked} {legal[step % len(legal)]}")
        step += 1


# --- K7, K23: the question shows nothing


@pytest.mark.rule("K7", "K29")
@pytest.mark.parametrize("quick", ["off", "on"])
def test_the_question_to_a_defender_does_not_show_whether_he_can_answer(quick: str) -> None:
    able = "TRAIN BIJOUX BAS AUTO ARGENT"
    first = f"4 quick_answers={quick}"
    one = duel(first, hand_B=able, draw="TIRELIRE SCOOTER BD PIANO")
    two = duel(first, hand_B=FIVE, draw="TIRELIRE SCOOTER AUTO ARGENT")
    for m in (one, two):
        m.play("A challenge B AUTO")
    assert same(but("B"), one, two) == (quick == "off")
    if quick == "off":
        for move in ("A answer AUTO", "C answer AUTO", "C stop"):
            assert complaint(one, move) == complaint(two, move)
        for m in (one, two):
            m.play("B stop")
        assert same(but("B"), one, two)  # nor was it shown by giving up


@pytest.mark.rule("K7", "K29")
def test_the_question_to_a_challenger_does_not_show_whether_he_can_answer() -> None:
    one = duel(hand_A="BD PIANO TRAIN AUTO OR", draw="TIRELIRE SCOOTER BIJOUX")
    two = duel(hand_A="BD PIANO TRAIN BIJOUX AUTO", draw="TIRELIRE SCOOTER OR")
    for m in (one, two):
        play(m, "A challenge B AUTO", "B answer ARGENT")
    assert same(but("A"), one, two)


@pytest.mark.rule("K7", "K29")
def test_cards_played_in_a_fight_are_public() -> None:
    m = duel()
    play(m, "A challenge B OR", "B answer ARGENT")
    for viewer in EVERYBODY:
        view = m.view(viewer)
        assert view.item("fight") == "B 1 OR ARGENT"
        assert (view.item("asked"), view.item("demand")) == ("A", "1")


@pytest.mark.rule("K7", "K23", "K29")
def test_the_question_whether_to_contest_does_not_show_whether_he_can() -> None:
    worlds = []
    for held, last in (("SCOOTER", "BD"), ("BD", "SCOOTER")):
        m = at(
            "2",
            hand_A="BD TRAIN SCOOTER",
            hand_B=f"TRAIN BIJOUX {held}",
            draw=f"TIRELIRE AVION CABANE BIJOUX {last}",
        )
        m.play("A claim SCOOTER 1")
        worlds.append(m)
    assert same(("A", None), *worlds)
    for m in worlds:
        assert words(m.view(None).item("claim")) == ["SCOOTER", "SCOOTER"]
        m.play("B stop")
    assert same(("A", None), *worlds)


# --- K28: secret choices and secret places


@pytest.mark.rule("K28", "K29")
@pytest.mark.parametrize(("first", "second"), [("A", "B"), ("B", "A")])
def test_a_choice_is_secret_until_both_have_chosen(first: str, second: str) -> None:
    up, down = turned("DEMENAGEMENT BD"), turned("DEMENAGEMENT BD")
    up.play(f"{first} shift up")
    down.play(f"{first} shift down")
    assert same((second, None), up, down)
    assert up.view(first).bytes != down.view(first).bytes
    assert up.view(first).item(f"chosen {first}") == "up"
    assert complaint(up, f"{second} discard BD") == complaint(down, f"{second} discard BD")
    for m in (up, down):
        m.play(f"{second} shift up")
    assert stack(up, second) != stack(down, second)
    for viewer in PAIR:
        assert up.view(viewer).item(f"stack {second}") == up.item(f"stack {second}")


@pytest.mark.rule("K27", "K28", "K29")
def test_the_place_of_a_swap_card_that_went_back_is_secret() -> None:
    under = "ECHANGE BD TRAIN AVION CABANE"
    worlds = [turned(under, TURNS, seed, stack_B="-") for seed in range(12)]
    assert len({m.item("neutral 1") for m in worlds}) > 1
    for m in worlds:
        assert words(m.view("A").item("neutral 1")) == ["BD", "?", "?", "?", "?"]
        assert same(PAIR, worlds[0], m)


@pytest.mark.rule("K28", "K29")
def test_an_action_card_turned_up_is_public_and_so_is_where_it_went() -> None:
    m = turned("ECHANGE BD TRAIN")
    for viewer in PAIR:
        assert m.view(viewer).item("gone") == "ECHANGE"
        assert words(m.view(viewer).item("neutral 1")) == ["BD", "?"]
