"""A view reads the same as a record and in its plain form: `list == 3` is silently false."""

from __future__ import annotations

from typing import Any

import pytest

from tests.match.test_positions import CASES, walk
from tirelire import Match
from tirelire.contract.covering import Setting
from tirelire.core.codes import seat_letter
from tirelire.core.moves import Move, split_seat
from tirelire.core.stories import Sentence
from tirelire.match.view import View


class FieldByField:
    """A view read from its record, every field anew: nothing that was written before fits it."""

    def __init__(self, view: View) -> None:
        self._record = view.record

    def __getattr__(self, name: str) -> Any:
        return getattr(self._record, name)


def seats(match: Match) -> list[str]:
    return [seat_letter(seat) for seat in range(match.players)]


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_a_view_reads_the_same_in_both_forms(name: str, players: int, setting: Setting) -> None:
    match = Match.begin(name, players, setting, seed=players)
    positions, moves, table = match.game.positions, match.game.moves, match.game.table
    for _ in walk(match, players, 60):
        for seat in (*seats(match), None):
            view = match.view(seat)
            written = positions.write_view(FieldByField(view))
            assert written == positions.write_view(view.plain)
            assert list(written) == list(view.items)
            assert list(match.items_for(seat).items()) == list(written.items())
        for seat in match.actors:
            view = match.view(seat)
            asked = [table.question(v, seats(match), "fr") for v in (view.record, view.plain)]
            assert asked[0] == asked[1]
            assert table.rules_now(view.record) == table.rules_now(view.plain)
            assert table.hurried(view.record) == table.hurried(view.plain)
            for text in match.legal(seat):
                _, move = split_seat(text)
                both = [moves.decisions(v, move) for v in (view.record, view.plain)]
                assert both[0] == both[1]


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_a_story_is_the_same_in_both_forms(name: str, players: int, setting: Setting) -> None:
    match = Match.begin(name, players, setting, seed=players + 1)
    everybody = (*seats(match), None)
    told = 0
    for _ in range(80):
        if match.ended == "match":
            break
        if match.ended == "deal":
            match.next_deal()
            continue
        seat = match.asked
        before = {reader: match.view(reader) for reader in everybody}
        legal = [text for text in match.legal(seat) if text != "back"]
        match.play(legal[told % len(legal)], seat)
        move: Move = match.events[-1].move  # type: ignore[union-attr]
        number = seats(match).index(seat)
        stories: dict[str | None, list[Sentence]] = {}
        for reader in everybody:
            a, b = before[reader], match.view(reader)
            stories[reader] = match.game.stories.story(a.record, b.record, number, move)
            assert stories[reader] == match.game.stories.story(a.plain, b.plain, number, move)
            told += len(stories[reader])
        a, b = before[None], match.view(None)
        for at, reader in enumerate(seats(match)):
            both = [match.game.stories.tells_alike(a.plain, b.plain, number, move, at)]
            both.append(match.game.stories.tells_alike(a.record, b.record, number, move, at))
            assert both[0] == both[1]
            assert not both[0] or stories[reader] == stories[None]
    assert told
