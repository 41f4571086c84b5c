"""The settlement: C12 and C13."""

from __future__ import annotations

from itertools import product

import pytest

from tirelire import score

from .helpers import GAME, pass_all, place, settled, table, written

PLACES = (-6, -1, 0, 3, 6)


def gains(*numbers: int) -> dict[str, int]:
    return dict(zip("ABCD", numbers, strict=False))


@pytest.mark.rule("C12")
@pytest.mark.parametrize(
    ("after", "gained"),
    [
        ("A +4 B 0 C 0", gains(4, -4, 0)),
        ("A -6 B 0 C 0", gains(-6, 6, 0)),
        ("A 0 B 0 C 0", gains(0, 0, 0)),
        ("A 0 B +4 C 0", gains(0, 4, -4)),
        ("A 0 B 0 C +4", gains(-4, 0, 4)),
        ("A 0 B 0 C -6", gains(6, 0, -6)),
        ("A +4 B -6 C 0", gains(4, -10, 6)),
        ("A +4 B -6 C 0 D 0", gains(4, -10, 6, 0)),
        ("A 0 B 0 C 0 D +4", gains(-4, 0, 0, 4)),
        ("A +4 B -6 C 0 D +3", gains(1, -10, 6, 3)),
        ("A +6 B +6 C +6", gains(0, 0, 0)),
        ("A -6 B -6 C -6 D -6", gains(0, 0, 0, 0)),
    ],
)
def test_plus_is_received_from_the_left_and_minus_paid_to_the_left(
    after: str, gained: dict[str, int]
) -> None:
    m = settled(after)
    assert m.item("pawns") == after
    assert m.gained == gained
    assert m.totals == {seat: 35 + gain for seat, gain in gained.items()}
    assert score(GAME, after, options={}).gained == gained


@pytest.mark.rule("C12")
@pytest.mark.parametrize("insolvency", ["debt", "pay_what_you_have"])
@pytest.mark.parametrize("players", [3, 4])
def test_chips_are_neither_made_nor_lost(players: int, insolvency: str) -> None:
    for places in product(PLACES, repeat=players):
        after = " ".join(f"{s} {place(at)}" for s, at in zip("ABCD", places, strict=False))
        gained = score(
            GAME, f"{after}; totals A 5 B 2 C 0", options={"insolvency": insolvency}
        ).gained
        assert sum(gained.values()) == 0
        if insolvency == "debt":
            # each receives his own place and pays that of his right neighbour
            assert gained == gains(*(at - places[i - 1] for i, at in enumerate(places)))
        else:
            chips = gains(*(5, 2, 0, 35)[:players])
            assert all(chips[seat] + gain >= 0 for seat, gain in gained.items())


@pytest.mark.rule("C12")
@pytest.mark.parametrize(
    ("board", "after", "gained"),
    [
        ("ring13", "A +6 B 0 C -6", gains(12, -6, -6)),
        ("ring17", "A +10 B 0 C -6", gains(16, -10, -6)),
        ("line", "A +17 B -9 C -8", gains(25, -26, 1)),
    ],
)
def test_every_board_pays_the_number_of_the_place(
    board: str, after: str, gained: dict[str, int]
) -> None:
    assert settled(after, options=f"board={board}").gained == gained
    assert score(GAME, after, options={"board": board}).gained == gained


@pytest.mark.rule("C11", "C12")
def test_nothing_is_paid_before_the_round_is_over() -> None:
    m = table(
        "turn 14", "active B", "hand A +1", "hand B -", "hand C -2", "pawns A +6 B -6", "big_deal -"
    )
    m.play("B lay GREEN")
    m.play("C lay -2")
    assert m.ended == "running"
    assert m.totals == gains(35, 35, 35)
    m.play("C lay GREEN")
    m.play("A lay +1")
    assert m.item("pawns") == "A +6 B -6 C -1"
    assert m.gained == gains(7, -12, 5)


@pytest.mark.rule("C12")
def test_the_last_move_still_counts_doubled() -> None:
    m = table("turn 15", "active C", "hand A +2", "hand B -", "hand C -", "pawns A -1")
    m.play("C lay RED")
    m.play("A lay +2")
    m.play("C call")
    assert pass_all(m) == ""
    assert m.gained == gains(3, -3, 0)


@pytest.mark.rule("C13")
@pytest.mark.parametrize(
    ("after", "chips", "debt", "unpaid"),
    [
        # owes 6 to the left and 5 to the right, the left comes first
        ("A -6 B 0 C +5", gains(8, 35, 35), gains(-11, 6, 5), gains(-8, 6, 2)),
        ("A -6 B 0 C +5", gains(6, 35, 35), gains(-11, 6, 5), gains(-6, 6, 0)),
        ("A -6 B 0 C +5", gains(4, 35, 35), gains(-11, 6, 5), gains(-4, 4, 0)),
        ("A -6 B 0 C +5", gains(0, 35, 35), gains(-11, 6, 5), gains(0, 0, 0)),
        ("A -6 B 0 C +5", gains(11, 35, 35), gains(-11, 6, 5), gains(-11, 6, 5)),
        ("A -6 B 0 C +5", gains(35, 35, 35), gains(-11, 6, 5), gains(-11, 6, 5)),
        # the same where the right neighbour sits in the first seat
        ("A +6 B -3 C 0", gains(35, 5, 35), gains(6, -9, 3), gains(2, -5, 3)),
        # owes only to the right
        ("A 0 B 0 C +6", gains(4, 35, 35), gains(-6, 0, 6), gains(-4, 0, 4)),
        # what comes in now pays nothing now
        ("A +4 B 0 C +5", gains(2, 35, 35), gains(-1, -4, 5), gains(2, -4, 2)),
        ("A -1 B -1 C -1", gains(1, 0, 0), gains(0, 0, 0), gains(-1, 1, 0)),
        ("A 0 B -4 C -4", gains(0, 3, 0), gains(4, -4, 0), gains(0, -3, 3)),
        # four players
        ("A -3 B +2 C 0 D +6", gains(5, 35, 35, 35), gains(-9, 5, -2, 6), gains(-5, 5, -2, 2)),
    ],
)
def test_who_cannot_pay(
    after: str, chips: dict[str, int], debt: dict[str, int], unpaid: dict[str, int]
) -> None:
    totals = f"totals {written(chips)}"
    for insolvency, gained in (("debt", debt), ("pay_what_you_have", unpaid)):
        m = settled(after, totals, options=f"insolvency={insolvency}")
        assert m.gained == gained
        assert m.totals == {seat: chips[seat] + gain for seat, gain in gained.items()}
        sheet = score(GAME, f"{after}; {totals}", options={"insolvency": insolvency})
        assert sheet.gained == gained


@pytest.mark.rule("C13")
@pytest.mark.parametrize(
    ("insolvency", "course"),
    [("debt", (23, 11, -1, -13, -25)), ("pay_what_you_have", (23, 11, 0, 0, 0))],
)
def test_the_worst_balance_of_three_rounds_is_minus_one_and_more_rounds_go_on(
    insolvency: str, course: tuple[int, ...]
) -> None:
    totals = gains(35, 35, 35)
    for deal, chips in enumerate(course, 1):
        m = settled(
            "A -6 B 0 C +6",
            f"deal {deal}",
            f"totals {written(totals)}",
            options=f"rounds=12 insolvency={insolvency}",
        )
        totals = m.totals
        assert totals["A"] == chips
        assert sum(totals.values()) == 3 * 35


@pytest.mark.rule("C13")
def test_a_debt_is_carried_into_the_next_round() -> None:
    m = settled("A -6 B 0 C +6", "totals A 3 B 50 C 52")
    m.next_deal()
    assert m.item("totals") == "A -9 B 56 C 58"


@pytest.mark.rule("C13")
def test_what_was_forgiven_is_not_owed_in_the_next_round() -> None:
    m = settled("A -6 B 0 C +6", "totals A 3 B 50 C 52", options="insolvency=pay_what_you_have")
    m.next_deal()
    assert m.item("totals") == "A 0 B 53 C 52"
