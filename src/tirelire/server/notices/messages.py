"""What a notice says: the game, the link of the table, and that it is the reader's turn.

Law: a message is made from the row of the table alone. Nothing of the match is at hand here: no
card, no log, no name, no score.
"""

from __future__ import annotations

from typing import NamedTuple

from tirelire.core.texts import say
from tirelire.games import game as find_game


class Message(NamedTuple):
    """A message for one address."""

    title: str
    """The name of the game."""
    text: str
    table: str
    """The URL of the table."""
    stop: str
    """The URL that ends all messages to this address."""
    id: str
    """The same for every try to send it."""


def turn_message(game: str, lang: str, table: str, stop: str, ident: str) -> Message:
    """Say that it is the reader's turn at a table."""
    title = str(find_game(game).rules(lang)["title"])
    return Message(title, say(lang, "notice.turn"), table, stop, ident)
