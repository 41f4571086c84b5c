"""Who decides now, as far as a seat can know: the same in every world that looks alike."""

from __future__ import annotations

import pytest

from tests.match.test_leaks import another_world
from tests.match.test_positions import CASES, walk
from tirelire import Match
from tirelire.contract.covering import Setting
from tirelire.core.codes import seat_letter


@pytest.mark.parametrize(("name", "players", "setting"), CASES)
def test_who_is_awaited_follows_from_the_view(name: str, players: int, setting: Setting) -> None:
    match = Match.begin(name, players, setting, seed=players)
    for number, _ in enumerate(walk(match, players, 60)):
        if match.ended != "running":
            continue
        for seat in map(seat_letter, range(players)):
            awaited = match.awaited(seat)
            assert another_world(match, seat, number).awaited(seat) == awaited
            assert match.view(seat).awaited == awaited
            assert set(match.actors) <= set(awaited)
            assert (seat in awaited) == (seat in match.actors)
