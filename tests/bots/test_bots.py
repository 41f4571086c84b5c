"""Bots see only a view, keep their time, and can always be played with."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from tests.match.test_leaks import another_world
from tirelire import Match, Move, OptionError, View
from tirelire.bots import registry, search
from tirelire.bots.advice import advise
from tirelire.bots.bot import Bot
from tirelire.bots.registry import find_bot, house_bots
from tirelire.bots.search import Search
from tirelire.contract.covering import Setting, spread_settings
from tirelire.core.chance import Source, seeded
from tirelire.core.state import State
from tirelire.games import GAMES, game

LEVELS = [name for name in house_bots() if not name.startswith("always")]
CASES = [
    pytest.param(name, players, setting, id=f"{name}-{players}-{i}")
    for name in GAMES
    for i, (players, setting) in enumerate(spread_settings(game(name)))
]


def bots_of(name: str) -> list[Bot]:
    """Return every bot of the house that plays a game, the search with few playouts."""
    names = list(house_bots()) if name == "cash_oder_crash" else LEVELS
    return [find_bot("strong@24" if bot == "strong" else bot) for bot in names]


def stops(match: Match, moves: int, seed: int) -> Iterator[Match]:
    """Play a match by regular bots; stop at every position."""
    regular, rng = find_bot("regular"), seeded(seed)
    for _ in range(moves):
        if match.ended == "match":
            return
        if match.ended == "deal":
            match.next_deal()
            continue
        yield match
        seat = match.asked
        match.play(regular.choose(match.view(seat), rng, None), seat)


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_no_bot_peeks(name: str, players: int, setting: Setting) -> None:
    """Same view, same seed, same choice, whatever the hidden cards."""
    bots = bots_of(name)
    match = Match.begin(name, players, setting, seed=players)
    for number, here in enumerate(stops(match, 40, seed=1)):
        bot = bots[number % len(bots)]
        for seat in here.actors:
            other = another_world(here, seat, seed=number)
            chosen = bot.choose(here.view(seat), seeded(number), None)
            assert here.is_legal(chosen, seat), (bot.name, str(chosen))
            assert bot.choose(other.view(seat), seeded(number), None) == chosen, bot.name


@pytest.mark.parametrize("name", GAMES)
def test_nothing_leads_from_a_view_to_the_state(name: str) -> None:
    match = Match.begin(name, game(name).most, seed=4)
    view = match.view(match.asked)
    truth = match.state.bytes
    seen: set[int] = set()
    open_ends: list[Any] = [view]
    while open_ends:
        thing = open_ends.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | FunctionType):
            continue
        seen.add(id(thing))
        assert not isinstance(thing, State | Match)
        if isinstance(thing, np.ndarray) and thing.dtype == np.uint8:
            assert not thing.tobytes().startswith(truth)
            assert thing.base is None or len(thing.base) == len(thing)
        if type(thing).__module__.partition(".")[0] in ("builtins", "tirelire", "numpy"):
            open_ends.extend(gc.get_referents(thing))
    assert len(seen) > 10


@pytest.mark.parametrize("name", GAMES)
def test_a_fixed_number_of_playouts_is_reproducible(name: str) -> None:
    match = Match.begin(name, game(name).fewest, seed=2)
    seat = match.asked
    first = Search("s", playouts=200).rank(match.view(seat), seeded(3), None)
    again = Search("s", playouts=200).rank(match.view(seat), seeded(3), None)
    assert first == again
    assert 100 <= sum(candidate.playouts for candidate in first) <= 240
    assert sum(candidate.weight for candidate in first) == pytest.approx(1)
    assert all(0 <= candidate.share <= 1 for candidate in first)


@pytest.mark.parametrize("name", GAMES)
def test_time_is_a_budget(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that jumps at every look: nothing new is begun after four fifths of the time."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.01
        return now

    monkeypatch.setattr(search, "perf_counter", clock)
    match = Match.begin(name, game(name).most, seed=2)
    bot = Search("s", thinking=1.0)
    bot.choose(match.view(match.asked), seeded(1), None)
    assert 0.5 < now <= 1.0
    now = 0.0
    bot.choose(match.view(match.asked), seeded(1), 0.5)
    assert 0.2 < now <= 0.5
    now = 0.0
    bot.choose(match.view(match.asked), seeded(1), 0.0)
    assert now <= 0.2  # every candidate is looked at once


def test_secret_choices_are_mixed() -> None:
    match = Match.begin("cash_oder_crash", 4, seed=5)
    view = match.view("B")
    chosen = {str(find_bot("strong@60").choose(view, seeded(seed), None)) for seed in range(40)}
    assert len(chosen) > 1


def test_open_choices_are_not_mixed() -> None:
    match = Match.begin("cache_ton_cash", 4, seed=5)
    ranked = advise(match, match.asked, playouts=200)
    assert [candidate.weight for candidate in ranked] == [1.0] + [0.0] * (len(ranked) - 1)


def test_whoever_takes_over_first_takes_back_what_was_begun() -> None:
    match = Match.begin("money", 3, seed=1)
    match.play(["lay", match.cards("hand A")[0]], "A")
    for bot in bots_of("money"):
        assert str(bot.choose(match.view("A"), seeded(1), None)) == "back"
    ranked = advise(match, "A", playouts=100)
    assert {candidate.move.verb for candidate in ranked} == {"bid"}
    assert match.events[-1].move.verb == "lay"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "spec",
    ["", "nobody", "regular@5", "strong@", "strong@0", "strong@-3", "strong@x", "strong@1e9"],
)
def test_unknown_bots_are_refused(spec: str) -> None:
    with pytest.raises(OptionError):
        find_bot(spec)


class Parrot:
    """Somebody else's bot."""

    name = "parrot"
    thinking = 0.1

    def choose(self, view: View, rng: Source, time: float | None) -> Move:
        return find_bot("regular").choose(view, rng, time)


def test_others_register_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        EntryPoint("parrot", f"{__name__}:Parrot", registry.GROUP),
        EntryPoint("regular", f"{__name__}:Parrot", registry.GROUP),
        EntryPoint("broken", "builtins:dict", registry.GROUP),
        EntryPoint("lost", "no_such_package:Bot", registry.GROUP),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: entries)
    registry.registered.cache_clear()
    try:
        assert find_bot("parrot").name == "parrot"
        assert isinstance(find_bot("parrot"), Bot)
        assert find_bot("regular").name == "regular"  # the house's names are taken
        for broken in ("broken", "lost"):
            with pytest.raises(OptionError):
                find_bot(broken)
    finally:
        registry.registered.cache_clear()
