"""Opening the house to the local network: asked for where a person sits at the terminal."""

from __future__ import annotations

import sys

from tirelire.core.languages import LANGUAGES
from tirelire.core.texts import say


def opens_to_network(lan: bool | None, lang: str, *, is_playing: bool) -> bool:
    """Tell whether a house for this machine only is to be opened to the local network.

    `lan` is what the command says. Otherwise a person who opens the house to play is asked, if
    there is a terminal to ask at and a network to open it to.
    """
    from tirelire.server.http.addresses import own_address

    if lan is not None:
        return lan
    if not is_playing or not sys.stdin.isatty() or not own_address():
        return False
    try:
        answer = input(f"{say(lang, 'cli.ask_lan')} ")
    except EOFError:
        return False
    yes = tuple(say(one, "cli.yes") for one in LANGUAGES)
    return answer.strip().casefold().startswith(yes)
