"""The games of the house: its own, and those of other packages that are installed.

Another package registers a game by a plugin entry point of the group `tirelire.games`. A game that
is broken or does not fit is reported in one line and left out.
"""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from tirelire.contract.fitting import check_fits
from tirelire.contract.game import Game
from tirelire.core.codes import quote
from tirelire.core.errors import GameError, OptionError, TirelireError
from tirelire.core.refusals import Refusal
from tirelire.core.texts import add_texts, language

GAMES = ("money", "cash_oder_crash", "monopoly", "cache_ton_cash")
"""Names of the house's own games, in the order in which the house shows them."""
GROUP = "tirelire.games"
"""The group of plugin entry points by which packages register a game: its name, and its `Game`."""


@cache
def registered() -> dict[str, Game]:
    """Return the games of other packages by name; those that do not fit are reported once."""
    found: dict[str, Game] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            game = load_game(entry)
            check_fits(game, [*map(_house_game, GAMES), *found.values()])
        except TirelireError as error:
            print(error.say(language()), file=sys.stderr, flush=True)
            continue
        add_texts(game.text_package)
        found[game.id] = game
    return found


def load_game(entry: EntryPoint) -> Game:
    """Load the game of a plugin entry point, or refuse it with its package and the reason."""
    try:
        loaded = entry.load()
    except Exception as error:  # a plugin can raise anything; the house goes on without it
        why = f"{type(error).__name__}: {error}"
        raise GameError(Refusal("game.raises", package=entry.value, why=why)) from error
    if not isinstance(loaded, Game):
        raise GameError(Refusal("game.no_game", package=entry.value))
    return loaded


def names() -> tuple[str, ...]:
    """Return the names of all games, in the order in which the house shows them."""
    return (*GAMES, *registered())


@lru_cache(100)
def _house_game(name: str) -> Game:
    found = import_module(f"tirelire.games.{name}").GAME
    assert isinstance(found, Game)
    return found


def game(name: str) -> Game:
    """Return a game by its name; `-` and `_` are alike.

    >>> game("cash-oder-crash").id
    'cash_oder_crash'
    """
    wanted = name.lower().replace("-", "_")
    if wanted in GAMES:
        return _house_game(wanted)
    if wanted in registered():
        return registered()[wanted]
    raise OptionError(Refusal("unknown_game", game=quote(name), allowed=", ".join(names())))
