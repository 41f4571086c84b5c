"""A match at a real table is counted as the rules say: examples of the sheets, formats, ends."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.pad.hands import RANDOM
from tirelire import Match
from tirelire.contract.entries import DealEntry, SeatEntry
from tirelire.core.chance import seeded
from tirelire.core.errors import TirelireError
from tirelire.games import GAMES
from tirelire.games import game as find_game
from tirelire.match.random_player import random_move
from tirelire.pad.counting import MatchScore, count
from tirelire.pad.hand import sheets


def points(*gained: int) -> DealEntry:
    return DealEntry([SeatEntry(points=n) for n in gained])


def held(*cards: str, **more: Any) -> DealEntry:
    return DealEntry([SeatEntry(text) for text in cards], **more)


def lines(score: MatchScore, seat: int = 0) -> list[tuple[str, int]]:
    sheet = score.deals[-1].sheets[seat]
    assert sheet is not None
    return [(line.rule, line.points) for line in sheet.lines]


# --- Money --------------------------------------------------------------------------------------


@pytest.mark.rule("M15", "M16", "M17")
def test_the_hands_of_the_rule_sheet_are_counted() -> None:
    first = "USD30x3 EUR60 EUR40 EUR30 JPY60 JPY40 JPY30x3 JPY20 COINx3"
    second = "EUR20x3 CHF20 CHF30x3 USD20 USD30x2 USD40 USD50 USD60 COIN"
    for cards, total in ((first, 470), (second, 450)):
        score = count("money", 5, {}, [held(cards, "GBP20", "SEK20", "BLUFF", "-")])
        assert score.deals[0].gained == [total, 0, 0, 0, 0]


@pytest.mark.rule("M18", "M19")
def test_most_hands_won_can_be_what_counts() -> None:
    deals = [points(10, 9, 0), points(10, 9, 0), points(0, 100, 0)]
    assert count("money", 3, {}, deals).winners == "B"
    assert count("money", 3, {"match": "hands_won"}, deals).winners == "A"
    tied = [points(5, 5, 0)]
    assert count("money", 3, {"match": "single"}, tied).winners == "AB"
    more = count("money", 3, {"match": "single", "tie": "extra_hand"}, tied)
    assert not more.over
    assert (more.dealer, more.starts, more.hand) == ("A", "", 6)


@pytest.mark.rule("M4")
def test_what_left_the_game_is_told_and_cannot_be_held() -> None:
    score = count("money", 4, {"removed": "RUB"}, [])
    assert set(score.removed) == {"RUB20", "RUB30", "RUB40", "RUB50", "RUB60"}
    with pytest.raises(TirelireError, match="RUB20"):
        count("money", 4, {"removed": "RUB"}, [held("RUB20", "-", "-", "-")])
    assert count("money", 5, {}, []).removed == {}
    with pytest.raises(TirelireError, match="M4"):
        count("money", 3, {}, [held("EUR60 USD60 GBP60", "SEK60 RUB60 JPY60", "CHF60")])


@pytest.mark.rule("M1")
@pytest.mark.parametrize("cards", ["EUR20x4", "EUR20x2", "EUR60", "NIX"])
def test_cards_that_are_not_there_are_refused(cards: str) -> None:
    with pytest.raises(TirelireError):
        count("money", 5, {}, [held("EUR20x2 EUR60", cards, "-", "-", "-")])


# --- Cash oder Crash ----------------------------------------------------------------------------


@pytest.mark.rule("C12", "C14")
def test_pawns_are_settled_and_the_poorest_starts() -> None:
    score = count("cash_oder_crash", 3, {}, [held("+4", "-6", "0")])
    assert score.totals == [39, 25, 41]
    assert (score.dealer, score.starts) == ("A", "B")
    assert lines(score, 1) == [("C12", -6), ("C12", -4)]


@pytest.mark.rule("C14")
def test_pawns_of_which_nothing_is_written_stay() -> None:
    score = count("cash_oder_crash", 3, {}, [held("+4", "-6", "0"), held("", "+1", "")])
    assert score.deals[1].gained == [4, -4 + 1, -1]


@pytest.mark.rule("C13")
def test_nobody_pays_what_he_does_not_have() -> None:
    options: dict[str, Any] = {"rounds": 12, "insolvency": "pay_what_you_have"}
    deals = [held("-6", "0", "0")] * 7
    assert count("cash_oder_crash", 3, options, deals).totals[0] == 0
    assert count("cash_oder_crash", 3, {"rounds": 12}, deals).totals[0] == 35 - 42


@pytest.mark.rule("C12", "C15")
def test_chips_are_neither_made_nor_lost() -> None:
    assert count("cash_oder_crash", 3, {"rounds": 1}, [points(3, -2, -1)]).winners == "A"
    for deal in (
        points(3, -2, 0),
        DealEntry([SeatEntry("+4"), SeatEntry(points=-4), SeatEntry(points=0)]),
    ):
        with pytest.raises(TirelireError, match="C12"):
            count("cash_oder_crash", 3, {}, [deal])


# --- Monopoly -----------------------------------------------------------------------------------


@pytest.mark.rule("P24", "P25")
def test_yellow_with_three_houses_and_two_tokens() -> None:
    score = count("monopoly", 4, {}, [held("YELx3 H1 H2 H3 TOKENx2", "-", "-", "-")])
    assert lines(score) == [("P24", 1200), ("P25", 2400)]


@pytest.mark.rule("P18", "P19", "P20")
def test_a_chance_card_is_freed_by_the_card_that_it_stood_for() -> None:
    others = [SeatEntry()] * 3
    bare = DealEntry([SeatEntry("DBL2 CHANCE", roles=["DBL1"]), *others], out=0)
    assert count("monopoly", 4, {}, [bare]).deals[0].gained[0] == 400
    freed = DealEntry([SeatEntry("DBL2 CHANCE", "DBL1", ["DBL1"]), *others], out=0)
    assert count("monopoly", 4, {}, [freed]).deals[0].gained[0] == 800
    stuck = DealEntry([SeatEntry("STA1 STA2 CHANCE", "STA4", ["STA3"]), *others], out=0)
    assert count("monopoly", 4, {}, [stuck]).deals[0].gained[0] == 1000


@pytest.mark.rule("P27", "P28")
def test_chance_kept_and_mr_monopoly() -> None:
    deal = held("BRNx2 MRx2", "BRN CHANCE", "MR", "DBLx2 CHANCE MR")
    with pytest.raises(TirelireError):
        count("monopoly", 4, {}, [deal])  # three brown deeds
    deal = held("BRNx2 MRx2", "PNK CHANCE", "MR", "DBLx2 CHANCE MR")
    score = count("monopoly", 4, {}, [deal])
    assert score.deals[0].gained == [1050, 0, 0, 0]
    assert lines(score) == [("P24", 50), ("P27", 1000)]
    assert lines(score, 3) == [("P28", 0)]


@pytest.mark.rule("P15", "P17", "P18", "P19")
@pytest.mark.parametrize(
    "seat",
    [
        SeatEntry("YELx2"),
        SeatEntry("YELx3 H3"),
        SeatEntry("TOKENx3"),
        SeatEntry("YELx2 CHANCE", roles=["TOKEN"]),
        SeatEntry("YELx3 CHANCE", roles=["GO"]),
        SeatEntry("YELx3", roles=["TOKEN"]),
        SeatEntry("YELx3 ORGx3 REDx3 GO MR"),
        SeatEntry("YELx3", "H1 H2 H3 H4 GO MR"),
    ],
)
def test_what_cannot_go_out_is_refused(seat: SeatEntry) -> None:
    with pytest.raises(TirelireError, match=r"P1[589]"):
        count("monopoly", 4, {}, [DealEntry([seat, *[SeatEntry()] * 3], out=0)])


@pytest.mark.rule("P30")
def test_the_target_depends_on_the_company() -> None:
    assert count("monopoly", 6, {}, [points(7000, 0, 0, 0, 0, 0)]).winners == "A"
    four = [points(7000, 0, 0, 0)]
    assert not count("monopoly", 4, {}, four).over
    assert count("monopoly", 4, {"target": 5000}, four).over
    tied = [points(10_000, 10_000)]
    assert not count("monopoly", 2, {}, tied).over
    assert count("monopoly", 2, {"tie": "shared"}, tied).winners == "AB"


@pytest.mark.rule("P14")
def test_a_void_deal_brings_nothing() -> None:
    score = count("monopoly", 4, {}, [held("YELx3", "-", "-", "-", void=True)])
    assert (score.totals, score.won, score.dealer) == ([0] * 4, [0] * 4, "A")
    assert lines(score) == [("P14", 0)]


# --- Cache ton Cash -----------------------------------------------------------------------------


@pytest.mark.rule("K11")
def test_stacks_of_the_rule_sheet_are_counted() -> None:
    deal = held("AUTOx4 OR", "SCOOTERx3", "BIJOUXx2 OR ARGENT", "-")
    assert count("cache_ton_cash", 4, {}, [deal]).deals[0].gained == [110, 45, 95, 0]


@pytest.mark.rule("K4")
@pytest.mark.parametrize("stack", ["AUTO", "OR OR", "AUTO BD", "AUTO AUTO / OR", "ECHANGE ECHANGE"])
def test_what_is_no_set_is_refused(stack: str) -> None:
    with pytest.raises(TirelireError, match="K4"):
        count("cache_ton_cash", 4, {"action_cards": "on"}, [held(stack, "-", "-", "-")])


@pytest.mark.rule("K12")
def test_the_four_formats() -> None:
    deals = [points(600, 500), points(300, 500), points(99, 1)]
    assert count("cache_ton_cash", 2, {"match": "quick"}, deals[:1]).winners == "A"
    assert count("cache_ton_cash", 2, {}, deals[:2]).winners == "B"
    assert count("cache_ton_cash", 2, {"match": "three"}, deals).winners == "B"
    assert count("cache_ton_cash", 2, {"match": "first_to_two"}, deals).winners == "A"
    with pytest.raises(TirelireError, match="over"):
        count("cache_ton_cash", 2, {}, deals)


@pytest.mark.rule("K21", "K2")
def test_two_players_leave_kinds_out() -> None:
    removed = count("cache_ton_cash", 2, {}, []).removed
    assert removed == {"PIANO": 10, "BAS": 9, "AUTO": 9, "ECO": 2, "ECHANGE": 2, "DEMENAGEMENT": 2}
    assert count("cache_ton_cash", 2, {}, []).hand == 6
    assert count("cache_ton_cash", 4, {"six_cards": "on"}, []).hand == 6


# --- all games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_matches_that_are_played_are_counted_as_they_were(name: str) -> None:
    """Play whole matches, write down the end of every deal, and compare all that is known."""
    for seed in range(4):
        game = find_game(name)
        players = [game.fewest, game.most][seed % 2]
        options: dict[str, Any] = {"target": 1500} if name == "monopoly" else {}
        match, source = Match.begin(name, players, options, seed=seed), seeded(seed)
        deals: list[DealEntry] = []
        while match.ended != "match" and len(deals) < 6:
            while match.ended == "running":
                match.play(random_move(match.view(match.asked), source), match.asked)
            deals.append(written_down(match))
            if name == "money":
                options["removed"] = match.item("gone").replace(" ", ",").replace("-", "random")
            score = count(name, players, options, deals)
            assert dict(zip("ABCDEF", score.totals, strict=False)) == match.totals
            assert score.over == (match.ended == "match")
            assert score.winners == match.winners
            if match.ended == "deal":
                match.next_deal()
                record = match.state.record
                assert score.dealer == match.item("dealer")
                if name != "money":
                    assert score.starts == "ABCDEF"[record.active]
                assert score.hand == record.count[0]


def written_down(match: Match) -> DealEntry:
    """Write down what lies on the table when a deal is over, as people would."""
    seats, out = [], None
    for x in "ABCDEF"[: match.players]:
        if match.game.id == "cash_oder_crash":
            words = match.item("pawns").split()
            seats.append(SeatEntry(words[words.index(x) + 1]))
        else:
            zone = "stack" if match.game.id == "cache_ton_cash" else "hand"
            seats.append(SeatEntry(match.item(f"{zone} {x}")))
    words = match.item("out").split() if match.game.id == "monopoly" else ["-"]
    if words[0] != "-":
        out = "ABCDEF".index(words[0])
        piles = [match.item(f"pile {x}") for x in "ABCDEF"[: match.players]]
        reward = (
            match.item("reward") if match.players < 5 else " ".join(p for p in piles if p != "-")
        )
        seats[out] = SeatEntry(
            seats[out].cards, reward, [w.removeprefix("CHANCE=") for w in words[1:]]
        )
    return DealEntry(seats, out, match.item("over").startswith("void"))


@pytest.mark.parametrize("name", GAMES)
def test_the_end_of_a_deal_is_a_position(name: str) -> None:
    random = Random(5)
    for _ in range(20):
        score = RANDOM[name](random).counted()
        for deal in score.deals:
            match = Match.at(deal.position)
            assert match.position() == deal.position
            assert list(match.totals.values()) == deal.totals


def test_a_hand_alone_is_counted() -> None:
    assert sheets("money", "EUR20x3 EUR60 EUR50 EUR40", {})[""].total == 310
    assert {k: s.total for k, s in sheets("cash_oder_crash", "A +4 B -6 C 0", {}).items()} == {
        "A": 4,
        "B": -10,
        "C": 6,
    }
    assert sheets("monopoly", "YELx2 CHANCE MRx3", {}, out=True)[""].total == 300
    assert sheets("monopoly", "YELx2 CHANCE MRx3", {}, reward="YEL TOKEN")[""].total == 1200
    assert sheets("cache_ton_cash", "BD BD / AUTO OR", {})[""].total == 75
