"""No text that a person reads has a seat by its letter or a card by its code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from tirelire import Match
from tirelire.bots.registry import find_bot
from tirelire.core.chance import seeded
from tirelire.core.errors import IllegalMove
from tirelire.core.languages import LANGUAGES
from tirelire.games import GAMES
from tirelire.games import game as find_game
from tirelire.server.tables.payload import Reader, tell_step, view_payload
from tirelire.server.tables.replay import stand_in
from tirelire.server.tables.snapshot import MatchSnapshot, Question, retrace

NAMES = ["Ann", "Basile", "Chloé", "Denis", "Emma", "Fanny"]
MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("money", 3, {"hands": 2}),
    ("money", 5, {"match": "single", "memory_aid": "on"}),
    ("cash_oder_crash", 3, {"big_deal_by": "pair", "insolvency": "pay_what_you_have"}),
    ("cash_oder_crash", 4, {"rounds": 2, "big_deal_by": "anyone"}),
    ("monopoly", 2, {"target": 500}),
    ("monopoly", 3, {"target": 500, "empty_pile": "one_more_round"}),
    ("monopoly", 6, {"target": 500}),
    ("cache_ton_cash", 2, {"match": "three", "action_cards": "on", "penny_jar": "on"}),
    ("cache_ton_cash", 3, {"match": "quick", "action_cards": "on", "two_actions": "on"}),
    ("cache_ton_cash", 6, {"match": "quick", "top_two": "on", "upgrade": "on"}),
]
"""The fewest and the most players of each game, and those between where other rules hold."""
PLAYERS = ("random", "regular")
"""Bots that play: one does anything, the other whole moves that make sense."""
MOST_STEPS = 3000


DECKS = {
    name: [card for lang in LANGUAGES for card in find_game(name).table.deck(lang)]
    for name in GAMES
}


def codes_of(game: str) -> re.Pattern[str]:
    """Match the word or the letter of a seat, and every code and kind that is no word of a name.

    A is an English word: what is said of one seat is said of the others too.
    """
    codes = {code for code, name, _ in DECKS[game] if code != name and code[0] not in "+-"}
    kinds = {re.sub(r"\d.*$", "", code) for code in codes} - {"H", ""}
    spoken = {word for _, name, _ in DECKS[game] for word in name.split()}
    words = "|".join(sorted((codes | kinds) - spoken, key=len, reverse=True))
    letters = r"\b(?:[Ss]ièges?|[Ss]eats?)\b|(?<![\w’.])[B-F](?![\w’])"
    return re.compile(rf"{letters}|(?<![\w’])(?:{words})(?!\w)")


def texts_of(payload: Any) -> list[str]:
    """Collect what the page shows of a view."""
    found = [payload.get(key, "") for key in ("question", "worth", "ending")]
    found += [meaning for _, meaning in payload.get("offers", ())]
    for sheet in payload.get("sheets", {}).values():
        found += [line["text"] for line in sheet["lines"]]
    return [text for text in found if text]


def refusals_of(match: Match, tried: list[str], lang: str) -> list[str]:
    """Collect why moves that were legal elsewhere are refused here."""
    found = []
    for seat in "ABCDEF"[: match.players]:
        for move in tried:
            try:
                match.prepare(move, seat)
            except IllegalMove as error:
                found.append(error.say(lang))
            except Exception:  # what cannot be read is said in the notation that was typed
                continue
    return found


def play_whole(match: Match, bot: str) -> Iterator[list[str]]:
    """Play a match to its end; stop at every position, with the last few moves."""
    random, chance, player = Random(7), seeded(7), find_bot(bot)
    tried: list[str] = []
    for _ in range(MOST_STEPS):
        yield tried
        if match.ended == "match":
            return
        if match.ended == "deal":
            match.next_deal()
        elif bot == "random":
            tried = [*tried[-6:], random.choice(match.legal(match.asked))]
            match.play(tried[-1], match.asked)
        else:
            tried = [*tried[-6:], str(player.choose(match.view(match.asked), chance, None))]
            match.play(tried[-1], match.asked)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("bot", PLAYERS)
@pytest.mark.parametrize(("game", "players", "options"), MATCHES)
def test_no_letter_and_no_code_reaches_a_person(
    game: str, players: int, options: dict[str, Any], bot: str
) -> None:
    match = Match.begin(game, players, options, seed=7, names=NAMES[:players])
    table = stand_in(game, players, match.options, NAMES[:players])
    forbidden = codes_of(game)
    seats = [None, *"ABCDEF"[:players]]
    texts: set[str] = set()
    for tried in play_whole(match, bot):
        asked = {x: Question(match.decisions(x), 0, 0) for x in match.actors}
        table.snapshot = MatchSnapshot(match, 0, asked)
        for lang in LANGUAGES:
            for seat in seats:
                if match.ended != "running" or seat in asked:
                    texts.update(
                        texts_of(to_builtins(view_payload(table, Reader(seat, lang, helped=True))))
                    )
            texts.update(refusals_of(match, tried[-3:], lang))
    begun = Match.begin(game, players, options, seed=7, names=NAMES[:players])
    for step in retrace(_before_the_first_deal(begun), match.events):
        for lang in LANGUAGES:
            for seat in seats:
                texts.update(tell_step(table.row, step, Reader(seat, lang), step.number).sentences)
    assert len(texts) > 100
    wrong = sorted(text for text in texts if forbidden.search(text))
    assert not wrong, wrong[:10]


def _before_the_first_deal(match: Match) -> Match:
    """Return a match of the same beginning to play again."""
    return Match.set_up(
        match.game, match.game.encode(match.players, match.options), match.players, match.draws
    )


def test_the_search_for_codes_finds_them() -> None:
    assert codes_of("money").search("Vous prenez EUR20a.")
    assert codes_of("money").search("Hors du jeu : GBP")
    assert codes_of("monopoly").search("BRN, terrain nu")
    assert codes_of("monopoly").search("PNK1 PNK2")
    assert codes_of("cache_ton_cash").search("un set AUTO AUTO OR")
    assert codes_of("cash_oder_crash").search("C’est au siège B de poser un nombre.")
    assert codes_of("cash_oder_crash").search("C’est à B de poser un nombre.")
    assert not codes_of("money").search("20 euros et une pièce d’or")
