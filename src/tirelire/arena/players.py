"""Players of the arena by name: all bots, the heuristics of the games, and IS-MCTS."""

from __future__ import annotations

from tirelire.arena.opponents.heuristics import OF, Heuristic, names_of
from tirelire.arena.opponents.ismcts import ISMCTS, MOST_SIMULATIONS, NAME
from tirelire.bots.bot import Bot
from tirelire.bots.registry import find_bot
from tirelire.core.codes import quote
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.games import game as find_game


def find_player(spec: str) -> Bot:
    """Make a player from its name.

    >>> find_player("money:miser").name, find_player("strong@400").name
    ('money:miser', 'strong@400')
    """
    game_id, of, opponent = spec.partition(OF)
    if of:
        game = find_game(game_id)
        if opponent not in game.opponents:
            known = ", ".join(names_of(game)) or "–"
            raise OptionError(Refusal("bot", bot=quote(spec[:60]), known=known))
        return Heuristic(game, opponent)
    name, at, number = spec.partition("@")
    if name != NAME:
        return find_bot(spec)
    if not at or not number.isdecimal() or not 1 <= int(number) <= MOST_SIMULATIONS:
        raise OptionError(
            Refusal("range", name=f"{NAME}@simulations", allowed=f"1–{MOST_SIMULATIONS}")
        )
    return ISMCTS(int(number))
