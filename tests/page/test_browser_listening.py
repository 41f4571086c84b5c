"""Whole matches by somebody who does not see the page: what a screen reader tells is enough."""

from __future__ import annotations

import pytest

from tests.page.browser import REFUSED, STILL
from tests.page.conftest import Welcome
from tests.page.listening import Listener, plain
from tirelire.core.texts import say
from tirelire.games import GAMES

BOTS = {"money": 2, "cash_oder_crash": 2, "monopoly": 1, "cache_ton_cash": 1}
MATCHES = [*((game, "fr") for game in GAMES), ("cash_oder_crash", "en")]
LEAST = 10
"""Sentences that even the shortest match has."""


@pytest.mark.parametrize(("game", "lang"), MATCHES)
def test_a_match_is_played_by_what_a_screen_reader_tells(
    welcome: Welcome, game: str, lang: str
) -> None:
    guest = welcome(lang, **STILL)
    listener = Listener(guest.page, lang)
    table = guest.table(game, ["open", *["regular"] * BOTS[game]])
    guest.sit(table, "A", "Zoé")
    guest.open(f"/t/{table}")
    listener.begin()
    end = listener.play()
    guest.excuse([])
    # A bot may act between a look and a press; then the page explains why it is too late.
    guest.watch.expected.append(REFUSED)
    assert not listener.unclear, "\n".join(sorted(listener.unclear))
    assert len(listener.questions) > 1, listener.questions
    view = guest.get(f"/tables/{table}/view?seat=A")
    assert view["ended"] == "match"
    # What the others did was read out as it happened, and can be read again in the log.
    told = guest.get(f"/tables/{table}/log?seat=A")["log"]
    sentences = [plain(text) for step in told for text in step["sentences"]]
    assert len(sentences) >= LEAST
    silent = listener.unheard(sentences)
    assert not silent, "\n".join(silent)
    heard = listener.announced()
    # Who won, and what everybody has, is in the tree.
    read = plain(" ".join(node.name for node in end))
    names = {one["seat"]: one["name"] for one in guest.get(f"/tables/{table}")["seats"]}
    names["A"] = say(lang, "page.table.you")
    for seat, name in names.items():
        assert name in read
        if seat in view["winners"]:
            assert name in heard
