"""The data that a pad in a browser counts with, made from the rules: cards, values, formats.

A pad must count where there is no network. Its scripts know how a hand is counted, and nothing else
about a game: every number comes from here, and tests compare what they count with the rules.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tirelire.contract.entries import MOST_POINTS
from tirelire.contract.game import Game
from tirelire.contract.pad import Pad
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.page.decks import describe, kinds_of


@cache
def pad_data(lang: str) -> dict[str, Any]:
    """Return all games that the pad in a browser offers: those with a pad and a script for it."""
    games = [find_game(name) for name in game_names()]
    return {
        game.id: {**_common(game, game.pad, lang), **game.pad.data(lang)}
        for game in games
        if game.pad is not None and (game.folder / "page" / "pad.js").is_file()
    }


def _common(game: Game, pad: Pad, lang: str) -> dict[str, Any]:
    about, kinds = describe(game.id, lang), kinds_of(game.id, lang)
    return {
        **{key: about[key] for key in ("id", "title", "fewest", "most", "unit")},
        "capital": game.capital,
        "most_points": MOST_POINTS,
        "score": pad.SCORE,
        "options": [
            {**option, "kinds": kinds.get(option["name"], {})}
            for wanted in pad.OPTIONS
            for option in about["options"]
            if option["name"] == wanted
        ],
    }
