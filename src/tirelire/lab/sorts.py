"""Names of the kinds and sets of a game in reports."""

from __future__ import annotations

from tirelire.contract.game import Game
from tirelire.core.texts import catalogue


def names_of(game: Game, lang: str) -> dict[str, str]:
    """Return what kinds and sets are called, where the game has names for them."""
    kinds = dict(zip(game.positions.CODES.cards, game.sorts.cards, strict=True))
    names = {kinds.get(code, code): name for code, name, _ in game.table.deck(lang)}
    groups = f"group.{game.id}."
    named = {k.removeprefix(groups): v for k, v in catalogue(lang).items() if k.startswith(groups)}
    return names | named
