"""Checks a game against the contract: required parts, laws of the rules, positions without loss."""

from __future__ import annotations

from collections.abc import Callable

from tirelire.contract.covering import Setting, settings
from tirelire.contract.game import Game
from tirelire.contract.inspector import inspect
from tirelire.contract.rules import Rules
from tirelire.core.chance import seeded
from tirelire.core.errors import GameError
from tirelire.core.position import parse_items
from tirelire.core.refusals import Refusal
from tirelire.core.state import State

MATCHES = 20
"""So many random matches are inspected with each number of players and each setting."""


def check(game: Game, progress: Callable[[int, Setting], None] | None = None) -> int:
    """Check every law with every number of players and every pair of option values.

    Returns how many settings were checked; the first breach is refused with the law that it breaks.
    """
    _check_names(game)
    count = 0
    for players, setting in settings(game):
        if progress:
            progress(players, setting)
        found = inspect(game, players, setting, matches=MATCHES, seed=players)
        if found.law:
            raise _breach(game, players, found.law)
        _check_positions(game, players, setting)
        count += 1
    return count


def _breach(game: Game, players: int, law: str) -> GameError:
    return GameError(Refusal("game.law", game=game.id, players=players, law=law))


def _check_names(game: Game) -> None:
    """Refuse rules in which a name of the contract is missing."""
    for name in (*Rules.__annotations__, *vars(Rules)):
        wanted = not name.startswith("_") and not hasattr(game.kernel, name)
        if wanted:
            raise GameError(Refusal("game.part", game=game.package, part=f"rules: {name}"))


def _check_positions(game: Game, players: int, setting: Setting) -> None:
    """Check that each position of a random deal is read back as it was written."""
    source = seeded(players)
    state = State.begin(game.engine, players, game.encode(players, setting), source)
    positions = game.positions
    options = " ".join(f"{name}={value}" for name, value in setting.items())
    while state.asked >= 0:
        items = positions.write(state.record)
        lines = [f"{name} {text}" for name, text in items.items()]
        kept = [line for line in lines if line.split()[0] not in positions.UNWRITTEN]
        text = "\n".join([f"{game.id} {players} {options}", *kept])
        read = parse_items(text, positions.SEAT_ITEMS, positions.PILE_ITEMS)
        opt = game.encode(players, setting)
        again = positions.read(read, game.engine, opt, seeded(0))
        if State(game.engine, again).bytes != state.bytes:
            raise _breach(game, players, "a position that is written and read is the same state")
        choices = state.choices()
        state.play(state.asked, choices[source.below(len(choices))])
