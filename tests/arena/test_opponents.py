"""Opponents: they play whole legal moves from a view, and each as its name says."""

from __future__ import annotations

import sys

import pytest

from tests.bots.test_bots import CASES, stops
from tests.match.test_leaks import another_world
from tirelire import Match, OptionError
from tirelire.arena.board import Task, play_board
from tirelire.arena.contest import Contest
from tirelire.arena.opponents.heuristics import names_of
from tirelire.arena.players import find_player
from tirelire.bots.registry import find_bot
from tirelire.contract.covering import Setting
from tirelire.core.chance import seeded
from tirelire.core.options import Value
from tirelire.games import GAMES, game

QUICK: dict[str, dict[str, Value]] = {
    "money": {"match": "single"},
    "cash_oder_crash": {"rounds": 1},
    "monopoly": {"target": 500},
    "cache_ton_cash": {"match": "quick"},
}
FEW = "ismcts@3"


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_no_opponent_peeks(name: str, players: int, setting: Setting) -> None:
    """Same view, same seed, same legal move, whatever the hidden cards and the options."""
    opponents = [find_player(spec) for spec in names_of(game(name))]
    match = Match.begin(name, players, setting, seed=players)
    for number, here in enumerate(stops(match, 40, seed=1)):
        for seat in here.actors:
            other = another_world(here, seat, seed=number)
            for opponent in opponents:
                chosen = opponent.choose(here.view(seat), seeded(number), None)
                assert here.is_legal(chosen, seat), (opponent.name, str(chosen))
                again = opponent.choose(other.view(seat), seeded(number), None)
                assert again == chosen, opponent.name


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_three_opponents_that_play_to_the_end(name: str) -> None:
    names = names_of(game(name))
    assert len(names) >= 3
    for players in (game(name).fewest, game(name).most):
        specs = tuple((names * players)[:players])
        board = play_board(Task(name, specs, QUICK[name], seed=1, number=0))
        assert board.faults == {}
        assert all(match.winners for match in board.matches)


@pytest.mark.parametrize("name", GAMES)
def test_ismcts_plays_every_game_from_the_view_alone(name: str) -> None:
    searcher = find_player(FEW)
    match = Match.begin(name, game(name).fewest, QUICK[name], seed=3)
    for number, here in enumerate(stops(match, 6, seed=2)):
        seat = here.asked
        chosen = searcher.choose(here.view(seat), seeded(number), None)
        assert here.is_legal(chosen, seat)
        other = another_world(here, seat, seed=number)
        assert searcher.choose(other.view(seat), seeded(number), None) == chosen


@pytest.mark.parametrize(("number", "colour"), [("+6", "RED"), ("-3", "YELLOW")])
def test_ismcts_finds_the_colour_that_wins(number: str, colour: str) -> None:
    """C12: in the last turn of the match the number that B holds is known to everybody."""
    position = (
        f"cash_oder_crash 3 rounds=1; turn 15; active A; hand A -; hand B {number}; hand C -; "
        "big_deal -"
    )
    assert chosen("ismcts@40", position) == f"lay {colour}"


def test_ismcts_without_openspiel_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(OptionError, match=r"ismcts@50 needs OpenSpiel: .*tirelire\[openspiel\]"):
        Contest(game("money"), [FEW.replace("3", "50"), "novice", "novice"], boards=1)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("money:nobody", "money:steady"),
        ("nothing:miser", "nothing"),
        ("ismcts", "1–1000000"),
        ("ismcts@0", "1–1000000"),
        ("ismcts@many", "1–1000000"),
        ("nobody", "regular"),
    ],
)
def test_unknown_players_are_refused_with_those_that_there_are(spec: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        find_player(spec)


def test_an_opponent_plays_its_own_game_only() -> None:
    with pytest.raises(OptionError, match="money:miser does not play cash_oder_crash"):
        Contest(game("cash_oder_crash"), ["money:miser", "novice", "novice"], boards=1)


def test_opponents_are_for_the_arena_and_do_not_sit_at_tables() -> None:
    for spec in ("money:miser", FEW):
        with pytest.raises(OptionError):
            find_bot(spec)


# --- each as its name says ----------------------------------------------------------------------


def chosen(spec: str, position: str, seat: str = "A") -> str:
    match = Match.at(position)
    return str(find_player(spec).choose(match.view(seat), seeded(1), None))


HAND = "money 3; hand A EUR60 EUR50 EUR40 USD20a USD30a GBP20a COIN1 *"


@pytest.mark.parametrize(
    ("opponent", "bid"),
    [
        ("steady", "bid USD20a GBP20a COIN1"),  # 50: 30 dollars more would make 70
        ("miser", "bid GBP20a"),
        ("hoarder", "bid COIN1"),
        ("spender", "bid USD20a USD30a GBP20a COIN1"),
    ],
)
def test_money_opponents_bid_as_they_are_called(opponent: str, bid: str) -> None:
    assert chosen(f"money:{opponent}", HAND) == bid


def test_the_mixer_of_money_makes_different_bids_of_the_same_hand() -> None:
    view, mixer = Match.at(HAND).view("A"), find_player("money:mixer")
    assert len({str(mixer.choose(view, seeded(seed), None)) for seed in range(30)}) > 3


OFFERS = """money 3
hand A EUR60 EUR50 *
bid A GBP20a
bid B USD30a USD30b
bid C SEK20a
right EUR30a
left USD20a USD20b USD20c USD40"""


@pytest.mark.parametrize(("opponent", "move"), [("steady", "take right"), ("hoarder", "take left")])
def test_money_opponents_take_what_they_like(opponent: str, move: str) -> None:
    match = Match.at(OFFERS)
    while match.asked != "A":
        match.play("withdraw", match.asked)
    found = find_player(f"money:{opponent}").choose(match.view("A"), seeded(1), None)
    assert str(found) == move


STACKS = """cache_ton_cash 4
turn A
discard -
hand A AUTO OR BD BD *
stack A BD BD
stack B TRAIN TRAIN / AUTO AUTO"""


@pytest.mark.parametrize(
    ("opponent", "move"), [("raider", "challenge B AUTO"), ("pacifist", "pair AUTO OR")]
)
def test_opponents_of_cache_ton_cash_fight_or_not(opponent: str, move: str) -> None:
    assert chosen(f"cache_ton_cash:{opponent}", STACKS) == move


def test_the_miser_of_cache_ton_cash_keeps_its_wild_card() -> None:
    assert chosen("cache_ton_cash:miser", STACKS) == "challenge B AUTO"
    peace = STACKS.replace("stack B TRAIN TRAIN / AUTO AUTO", "stack B -")
    assert chosen("cache_ton_cash:miser", peace) == "pair BD BD"


READY = "monopoly 4; turn A; hand A BRN1 BRN2 LBL1 LBL2 LBL3 PNK1 PNK2 PNK3 UTI1 UTI2"


@pytest.mark.parametrize(
    ("opponent", "move"), [("rusher", "out"), ("builder", "draw"), ("hoarder", "draw")]
)
def test_opponents_of_monopoly_go_out_or_wait(opponent: str, move: str) -> None:
    assert chosen(f"monopoly:{opponent}", READY) == move


@pytest.mark.parametrize(
    ("opponent", "seat", "move"),
    [
        ("spoiler", "A", "lay YELLOW"),
        ("spoiler", "B", "lay -3"),
        ("rusher", "A", "lay RED"),
        ("rusher", "B", "lay +6"),
        ("hoarder", "A", "lay YELLOW"),
        ("hoarder", "B", "lay +1"),
        ("guesser", "A", "lay YELLOW"),
        ("guesser", "B", "lay +6"),
    ],
)
def test_opponents_of_cash_oder_crash_lay_as_they_are_called(
    opponent: str, seat: str, move: str
) -> None:
    position = "cash_oder_crash 3; active A; pawns A +2 B 0 C 0; hand B +6 +2 +1 -2 -3"
    assert chosen(f"cash_oder_crash:{opponent}", position, seat) == move
