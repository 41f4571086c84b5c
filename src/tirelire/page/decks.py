"""What the page says about games and cards, as data: names, values, options."""

from __future__ import annotations

from functools import cache
from typing import Any

from tirelire.contract.game import Game
from tirelire.core.options import Choice, Option, Selection
from tirelire.core.texts import catalogue, say
from tirelire.games import game as find_game


@cache
def describe(name: str, lang: str) -> dict[str, Any]:
    """Describe a game for the page: whom it seats, its options, its cards."""
    game = find_game(name)
    rules = game.rules(lang)
    return {
        "id": game.id,
        "title": rules["title"],
        "tagline": rules["tagline"],
        "fewest": game.fewest,
        "most": game.most,
        "options": [_option(game, option, lang) for option in game.options],
        "cards": {
            code: {"name": title, "value": value} for code, title, value in game.table.deck(lang)
        },
        "pawns": list(game.pawns),
        "places": {
            board: {str(field): place for field, place in places.items()}
            for board, places in game.art.PLACES.items()
        },
    }


def _option(game: Game, option: Option, lang: str) -> dict[str, Any]:
    values = list(option.values) if isinstance(option, Choice) else []
    key = f"option.{game.id}.{option.name}"
    return {
        "name": option.name,
        "rule": option.rule,
        "label": say(lang, f"{key}.label"),
        "usual": option.default,
        "allowed": option.allowed,
        "players": list(game.only_for.get(option.name, range(game.fewest, game.most + 1))),
        "values": values,
        "meanings": {value: say(lang, _meaning_key(key, value, lang)) for value in values},
    }


def kinds_of(name: str, lang: str) -> dict[str, dict[str, str]]:
    """Name the kinds that options with a list can take, by the name of the option."""
    game = find_game(name)
    names = {code: title for code, title, _ in game.table.deck(lang)}
    return {
        option.name: {
            kind: names.get(kind) or say(lang, f"page.{game.id}.kind.{kind}")
            for kind in option.kinds
        }
        for option in game.options
        if isinstance(option, Selection)
    }


def _meaning_key(key: str, value: str, lang: str) -> str:
    """Find the text of a value: its own, or the usual word for it."""
    own = f"{key}.{value}"
    return own if own in catalogue(lang) else f"option.word.{value}"
