"""The whole benchmark: ours and theirs in turns, so that a busy machine slows both alike."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from statistics import median
from typing import Any

from tirelire.bench import batch, boardgame_io, bots, environments, house, openspiel, ours, peers
from tirelire.bench.event_loop import run as run_loop
from tirelire.bots.search import THINKING
from tirelire.contract.game import Game
from tirelire.games import GAMES
from tirelire.games import game as find_game

DEALS_BAR = 5000
MOVES_BAR, SLOW_BAR, MEMORY_BAR = 1000, 100, 250
LOOP_BAR = 5.0
ROUNDS = 7
HOUSE_ROUNDS = 3
"""Rounds where each starts a server."""


@dataclass(frozen=True)
class Measurement:
    """One measured figure and the bar that it has to reach."""

    what: str
    game: str
    value: float
    unit: str
    bar: str
    reached: bool
    peer: float | None = None
    """The value of the peer in the same run."""
    ratio: float | None = None
    """The median over all rounds of ours divided by theirs."""


def run(seconds: float, announce: Callable[[str], None]) -> dict[str, Any]:
    """Measure everything; each timing takes `seconds` in each of several rounds."""
    games = [find_game(name) for name in GAMES]
    figures: list[Measurement] = []
    for game in games:
        announce(f"{game.id}: first use")
        figures += _first_use(game)
    for game in games:
        announce(f"{game.id}: random play in the kernel")
        figures.append(_in_kernel(game, seconds))
        announce(f"{game.id}: driven from Python")
        figures += _from_python(game, seconds)
        announce(f"{game.id}: in OpenSpiel")
        figures.append(_in_openspiel(game, seconds))
    for game in games:
        announce(f"{game.id}: bots")
        figures += _bots(game, seconds)
    for game in games:
        announce(f"{game.id}: two cores")
        figures.append(_two_cores(game, seconds))
    for game in games:
        announce(f"{game.id}: environments")
        figures += _environments(game, seconds)
    announce("peers' environments")
    figures += _peers(seconds)
    announce("the house: durable moves")
    figures += _house(seconds)
    announce("import")
    value = ours.importing()
    figures.append(Measurement("import of the package", "", value, "s", "< 0.3", value < 0.3))
    return {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "versions": peers.versions() | environments.versions(),
        "figures": [asdict(figure) for figure in figures],
    }


def _paired(
    mine: Callable[[], float], theirs: Callable[[], float], rounds: int = ROUNDS
) -> tuple[float, float, float]:
    """Measure both in turns; return both medians and the median ratio."""
    mine(), theirs()
    pairs = [(mine(), theirs()) for _ in range(rounds)]
    ratio = median(a / b for a, b in pairs)
    return median(a for a, _ in pairs), median(b for _, b in pairs), ratio


def _in_kernel(game: Game, seconds: float) -> Measurement:
    value, peer, ratio = _paired(
        lambda: ours.in_kernel(game, seconds), lambda: peers.hearts_compiled(seconds)
    )
    bar = game.bars.kernel
    what = "random play in the kernel, one core"
    return Measurement(
        what, game.id, value, "decisions/s", f"≥ {bar:g} ×", ratio >= bar, peer, ratio
    )


def _from_python(game: Game, seconds: float) -> list[Measurement]:
    value, peer, ratio = _paired(
        lambda: ours.from_python(game, seconds), lambda: peers.hearts_from_python(seconds)
    )
    driven = Measurement(
        "one state driven from Python",
        game.id,
        value,
        "decisions/s",
        "≥ 1 ×",
        ratio >= 1,
        peer,
        ratio,
    )
    copy = ours.copying(game)
    size = game.engine.state_type.itemsize
    bar = game.bars.size
    return [
        driven,
        Measurement("copy of a state", game.id, copy, "µs", "< 1", copy < 1),
        Measurement("size of a state", game.id, size, "bytes", f"≤ {bar}", size <= bar),
    ]


def _in_openspiel(game: Game, seconds: float) -> Measurement:
    value, peer, ratio = _paired(
        lambda: openspiel.ours(game, seconds), lambda: openspiel.theirs(seconds)
    )
    what = f"as a Python game of OpenSpiel, beside {openspiel.PEER}"
    return Measurement(what, game.id, value, "actions/s", "≥ 1 ×", ratio >= 1, peer, ratio)


def _bots(game: Game, seconds: float) -> list[Measurement]:
    counts = range(game.fewest, game.most + 1)
    deals, players = min((bots.deals_by_policy(game, n, seconds), n) for n in counts)
    usual, longest = bots.thinking(game, seconds)
    what = f"whole deals by the regular policy, one core, {players} players (the slowest)"
    return [
        Measurement(what, game.id, deals, "deals/s", f"≥ {DEALS_BAR}", deals >= DEALS_BAR),
        Measurement(
            "strong bot's time for a move, 95th percentile",
            game.id,
            usual,
            "s",
            "≤ 0.3",
            usual <= THINKING,
        ),
        Measurement(
            "strong bot's time for a move, longest",
            game.id,
            longest,
            "s",
            "≤ 0.6",
            longest <= 2 * THINKING,
        ),
    ]


def _environments(game: Game, seconds: float) -> list[Measurement]:
    """Measure what learners use; pgx and PettingZoo play leduc hold'em."""
    value, peer, ratio = _paired(
        lambda: batch.decisions(game, seconds), lambda: batch.leduc(seconds)
    )
    what = "batch with observations and masks, one core, against pgx leduc hold'em"
    together = Measurement(what, game.id, value, "decisions/s", "> 1 ×", ratio > 1, peer, ratio)
    value, peer, ratio = _paired(
        lambda: environments.ours(game, seconds), lambda: environments.leduc(seconds)
    )
    what = "AEC loop from Python, against PettingZoo's leduc hold'em"
    bar = f"≥ {LOOP_BAR:g} ×"
    return [
        together,
        Measurement(what, game.id, value, "decisions/s", bar, ratio >= LOOP_BAR, peer, ratio),
    ]


def _peers(seconds: float) -> list[Measurement]:
    """Measure peers that no figure of ours is held against, for the whole picture."""
    figures = {
        "RLCard leduc hold'em from Python": environments.rlcard_leduc(seconds),
        "OpenSpiel leduc poker from Python": environments.openspiel_leduc(seconds),
    }
    return [
        Measurement(what, "", value, "decisions/s", "", True, None, None)
        for what, value in figures.items()
    ]


def _house(seconds: float) -> list[Measurement]:
    """Measure the house; the peer is what the same server answers without a database."""
    peer = run_loop(house.answering(3 * seconds))
    load = run_loop(house.playing(GAMES[0], 10 * seconds))
    rate, slow = load["moves_per_second"], load["milliseconds"]["p99"]
    memory, loaded = run_loop(house.waiting())
    tables = f"{house.TABLES} tables of {house.SEATS}, {load['streams']} streams"
    waiting = f"{house.WAITING} waiting tables, {house.STREAMS} streams: "
    return [
        Measurement(
            f"{tables}: durable moves",
            "",
            rate,
            "moves/s",
            "≥ 1000",
            rate >= MOVES_BAR,
            peer,
            rate / peer,
        ),
        Measurement(
            f"{tables}: 99 % acknowledged within", "", slow, "ms", "≤ 100", slow <= SLOW_BAR
        ),
        Measurement(
            f"{waiting}memory",
            "",
            memory.resident,
            "MB",
            f"≤ {MEMORY_BAR}",
            memory.resident <= MEMORY_BAR,
        ),
        Measurement(f"{waiting}proportional", "", memory.proportional, "MB", "", True),
        Measurement(f"{waiting}memory, all games loaded", "", loaded.resident, "MB", "", True),
        Measurement(
            f"{waiting}proportional, all games loaded", "", loaded.proportional, "MB", "", True
        ),
        *_saturated(10 * seconds),
        *_beside_boardgame_io(10 * seconds),
    ]


def _saturated(seconds: float) -> list[Measurement]:
    """Measure how many durable moves there can be in each game."""
    found = []
    for game in GAMES:
        load = run_loop(house.playing(game, seconds, rate=house.SATURATION))
        what = f"{house.TABLES} tables of {house.SEATS}: durable moves at saturation"
        found.append(Measurement(what, game, load["moves_per_second"], "moves/s", "", True))
    return found


def _beside_boardgame_io(seconds: float) -> list[Measurement]:
    """Measure durable moves beside those that boardgame.io keeps in memory."""
    if not boardgame_io.is_installed():
        return []

    def mine() -> float:
        tables, rate = boardgame_io.TABLES, house.SATURATION
        load = run_loop(house.playing(GAMES[0], seconds, tables=tables, rate=rate))
        return float(load["moves_per_second"])

    theirs = partial(boardgame_io.moves_per_second, seconds)
    value, peer, ratio = _paired(mine, theirs, HOUSE_ROUNDS)
    what = f"{boardgame_io.TABLES} tables of {house.SEATS}: durable moves beside boardgame.io"
    return [Measurement(what, "", value, "moves/s", "≥ 3 ×", ratio >= 3, peer, ratio)]


def _two_cores(game: Game, seconds: float) -> Measurement:
    value, peer, ratio = _paired(
        lambda: ours.in_kernel(game, seconds, workers=2), lambda: ours.in_kernel(game, seconds)
    )
    what = "two cores against one (when the machine is idle)"
    return Measurement(what, game.id, value, "decisions/s", "≥ 1.7 ×", ratio >= 1.7, peer, ratio)


def _first_use(game: Game) -> list[Measurement]:
    cold, warm = ours.first_use(game)
    bar = game.bars.cold
    return [
        Measurement("first compilation", game.id, cold, "s", f"< {bar:g}", cold < bar),
        Measurement("first use from a warm cache", game.id, warm, "s", "< 1", warm < 1),
    ]
