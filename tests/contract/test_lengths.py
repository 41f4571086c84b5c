"""How long matches take: what a game says of them is what simulated matches show."""

from __future__ import annotations

import pytest

from tirelire import Match
from tirelire.bots.registry import find_bot
from tirelire.contract.game import Game
from tirelire.contract.lengths import Duration, Length
from tirelire.core.chance import seeded
from tirelire.games import game as find_game
from tirelire.games import names as game_names

MATCHES = 60
NEAR = 0.15
"""How far the counts may be off: another rule of thumb plays other matches."""
LENGTHS = [
    pytest.param(game, length, id=f"{game.id}-{'-'.join(map(str, length.options.values()))}")
    for game in map(find_game, game_names())
    for length in game.lengths
]


def count(game: Game, length: Length, players: int) -> Duration:
    """Let bots play matches; return what was played in one, on average."""
    bot, moves, deals = find_bot("regular"), 0, 0
    for seed in range(MATCHES):
        match = Match.begin(
            game.id, players=players, options=dict(length.options), chance=seeded(seed)
        )
        rng = seeded(MATCHES + seed)
        while match.ended != "match":
            if match.ended == "deal":
                match.next_deal()
                continue
            match.play(bot.choose(match.view(match.asked), rng, None), match.asked)
            moves += 1
        deals += match.deals
    return Duration(round(moves / MATCHES / players, 1), round(deals / MATCHES, 1))


@pytest.mark.parametrize(("game", "length"), LENGTHS)
def test_matches_are_as_long_as_the_game_says(game: Game, length: Length) -> None:
    for players, said in length.played.items():
        assert count(game, length, players) == pytest.approx(said, rel=NEAR)


@pytest.mark.parametrize("game", [find_game(name) for name in game_names()], ids=lambda g: g.id)
def test_lengths_grow_and_know_every_number_of_players(game: Game) -> None:
    for players in range(game.fewest, game.most + 1):
        minutes = [length.minutes(players) for length in game.lengths]
        assert minutes == sorted(set(minutes))
        for length in game.lengths:
            game.encode(players, dict(length.options))
