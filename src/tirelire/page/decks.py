"""Data about games and cards for the page: names, values, options."""

from __future__ import annotations

from functools import cache
from typing import Any

from tirelire.contract.game import Game
from tirelire.core.options import Choice, Option, Selection
from tirelire.core.texts import say, unit_of
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
            code: {"name": title, "value": value, "role": game.coach.role(code, lang)}
            for code, title, value in game.table.deck(lang)
        },
        "pawns": list(game.pawns),
        "places": {
            board: {str(field): place for field, place in places.items()}
            for board, places in game.art.PLACES.items()
        },
        "unit": unit_of(game.id, lang),
        "page": game.page is not None,
        "zones": [] if game.page else _zones(game, lang),
        "lesson": game.has_lesson,
        "lengths": [
            {
                "options": dict(length.options),
                "minutes": {str(players): length.minutes(players) for players in length.played},
            }
            for length in game.lengths
        ],
    }


def _zones(game: Game, lang: str) -> list[dict[str, Any]]:
    """Describe the places of cards for the default table."""
    return [
        {
            "name": zone.name,
            "title": say(lang, f"zone.{game.id}.{zone.name}"),
            "by_seat": zone.by_seat,
        }
        for zone in game.vocabulary.zones
    ]


def _option(game: Game, option: Option, lang: str) -> dict[str, Any]:
    values = list(option.values) if isinstance(option, Choice) else []
    return {
        "name": option.name,
        "rule": option.rule,
        "label": game.option_label(option.name, lang),
        "usual": option.default,
        "allowed": option.allowed,
        "players": list(game.only_for.get(option.name, range(game.fewest, game.most + 1))),
        "values": values,
        "meanings": game.value_words(option.name, lang),
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
