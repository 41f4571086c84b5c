"""Nothing secret leaves: a match tells a seat the same in all worlds that fit its view."""

from __future__ import annotations

import pytest

from tests.match.test_positions import walk
from tirelire import Match, TirelireError
from tirelire.contract.covering import Setting, spread_settings
from tirelire.core.chance import new_stream
from tirelire.core.drawing import lines
from tirelire.core.languages import LANGUAGES
from tirelire.core.state import State
from tirelire.games import GAMES, game

CASES = [
    pytest.param(name, players, setting, id=f"{name}-{players}-{i}")
    for name in GAMES
    for i, (players, setting) in enumerate(spread_settings(game(name)))
]


def another_world(match: Match, seat: str, seed: int) -> Match:
    """Return a match that looks the same to a seat and has other hidden cards."""
    engine = match.game.engine
    world = engine.new()
    engine.sample(match.view(seat).raw, new_stream(seed), world)
    return Match(match.game, State(engine, world), None)


def answers(match: Match, seat: str) -> list[str]:
    """Collect everything that a match tells a seat: view, moves, refusals, table, questions."""
    view = match.view(seat)
    told = [view.text, view.bytes.hex(), " ".join(match.legal(seat)), str(seat in match.actors)]
    names = [f"player {x}" for x in range(match.players)]
    table = match.game.table
    for lang in LANGUAGES:
        told += lines(table.render(view.record, names, lang), 120)
        if seat in match.actors:
            told.append(table.question(view.record, names, lang))
            told.append(str(table.rules_now(view.record)))
    for move in REFUSED:
        try:
            match.is_legal(move, seat)
            Match(match.game, match.state, None).play(move, seat)
        except TirelireError as error:
            told.append(error.say("fr"))
    return told


REFUSED = (
    *("bid EUR20 USD50", "bid BLUFF", "lay RED", "lay +6", "call", "pass", "seal", "back"),
    *("take right", "take left", "swap A", "swap B", "withdraw", "lay BLUE", "nonsense"),
    *("draw", "out", "trade B 1", "offer RED1", "discard H1", "lay GO", "pass MR", "stay"),
    *("discard BD", "pair AUTO OR", "pick BAS", "challenge B AUTO", "answer ECO", "contest OR"),
    *("stop", "upgrade BD", "move A up", "claim AUTO 1", "shift up", "end"),
)


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_a_seat_is_told_the_same_in_every_world_it_cannot_tell_apart(
    name: str, players: int, setting: Setting
) -> None:
    match = Match.begin(name, players, setting, seed=7)
    for step, _ in enumerate(walk(match, 7, 40)):
        if step % 5:
            continue
        for seat in "ABC"[:players]:
            assert answers(match, seat) == answers(another_world(match, seat, step), seat)


SHIFT = """cache_ton_cash 3 action_cards=on; turn A; shift 1; piles 1; neutral 1 DEMENAGEMENT *;
    stack A BD BD / AUTO AUTO; stack B PIANO PIANO / BAS BAS"""


@pytest.mark.parametrize(
    ("match", "least"),
    [
        pytest.param(Match.begin(name, game(name).most, seed=3), 20, id=name)
        for name in GAMES
        if name != "cache_ton_cash"
    ]
    # There the only secret moves are those of a shift, which is rare.
    + [pytest.param(Match.at(SHIFT, seed=3), 2, id="cache_ton_cash")],
)
def test_what_is_told_of_a_secret_move_does_not_depend_on_it(match: Match, least: int) -> None:
    """Whatever two moves leave a seat with the same view, the story of both is the same."""
    stories = match.game.stories
    compared = 0
    for _ in walk(match, 3, 80):
        if match.ended != "running":
            continue
        mover = match.asked
        number = "ABCDEF".index(mover)
        for seat in "ABC":
            if seat == mover:
                continue
            before = match.view(seat)
            seen: dict[bytes, list[str]] = {}
            for text in match.legal(mover):
                twin = Match(match.game, match.state, None)
                twin.play(text, mover)
                after = twin.view(seat)
                (move,) = [event.move for event in twin.events]  # type: ignore[union-attr]
                story = stories.story(before.record, after.record, number, move)
                assert story == stories.story(before.plain, after.plain, number, move)
                said = [
                    x.say("fr", ["a", "b", "c", "d", "e", "f"], "ABCDEF".index(seat)) for x in story
                ]
                assert after.bytes != before.bytes or not said  # what is not seen is not told
                compared += after.bytes in seen
                assert seen.setdefault(after.bytes, said) == said
    assert compared >= least
