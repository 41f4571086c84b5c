"""Routes of the games: their options, cards and zones."""

from __future__ import annotations

from msgspec import convert

from tirelire.games import names as game_names
from tirelire.page.decks import describe
from tirelire.server.http.request import Request
from tirelire.server.http.routing import Routes
from tirelire.server.pages.site import known_game
from tirelire.server.schemas.responses import GameOf

GAMES = Routes("/api", documented=True)


@GAMES.get("/games", summary="List the games")
async def list_games(request: Request) -> list[GameOf]:
    """Describe all games: whom they seat, their options, their cards."""
    return [convert(describe(name, request.lang), GameOf) for name in game_names()]


@GAMES.get("/games/{game}", summary="Describe a game")
async def describe_game(request: Request, game: str) -> GameOf:
    """Describe a game: whom it seats, its options, its cards."""
    return convert(describe(known_game(game), request.lang), GameOf)
