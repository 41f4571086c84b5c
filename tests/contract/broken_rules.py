"""The inspector finds what it is there to find: rules broken on purpose.

Broken rules are made uncompiled, so `tests/core/test_uncompiled.py` runs this file in a process of
its own.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tirelire.contract import inspector
from tirelire.core.compiling import COMPILED
from tirelire.games import game


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Inspect Cash oder Crash, uncompiled, with some of its functions replaced."""
    assert not COMPILED

    def inspect(**replaced: Any) -> str:
        found = game("cash_oder_crash")
        kernel = found.engine.kernel
        parts = {name: getattr(kernel, name) for name in dir(kernel)}
        twin = SimpleNamespace(
            engine=SimpleNamespace(
                kernel=SimpleNamespace(**{**parts, **replaced}),
                state_type=kernel.STATE,
                view_type=kernel.VIEW,
                new=found.engine.new,
                new_view=found.engine.new_view,
            ),
            id=found.id,
            capital=found.capital,
            encode=found.encode,
        )
        monkeypatch.setattr(inspector, "compiled_inspector", lambda _: inspector.inspector(twin))  # type: ignore[arg-type]
        return inspector.inspect(twin, 3, {}, matches=1, seed=5).law  # type: ignore[arg-type]

    return inspect


def kernel_of() -> Any:
    return game("cash_oder_crash").engine.kernel


def test_a_sound_game_passes(broken: Any) -> None:
    assert broken() == ""


def test_a_veil_that_shows_a_hand_is_found(broken: Any) -> None:
    honest = kernel_of().veil

    def leaky(s: Any, seat: int, v: Any) -> None:
        honest(s, seat, v)
        v.zone[:] = s.zone

    assert "has not seen" in broken(veil=leaky)


def test_a_world_that_does_not_fit_its_view_is_found(broken: Any) -> None:
    honest = kernel_of().sample

    def careless(v: Any, stream: Any, s: Any) -> None:
        honest(v, stream, s)
        s.big_deal = 0

    assert "veiled world" in broken(sample=careless)


def test_legal_decisions_that_depend_on_secrets_are_found(broken: Any) -> None:
    honest = kernel_of().legal

    def knowing(s: Any, seat: int, out: Any) -> int:
        count = honest(s, seat, out)
        return 1 if s.phase == 1 and s.number < 3 else int(count)

    assert "its view alone" in broken(legal=knowing)


def test_legal_decisions_out_of_order_are_found(broken: Any) -> None:
    honest = kernel_of().legal

    def backwards(s: Any, seat: int, out: Any) -> int:
        count = int(honest(s, seat, out))
        out[:count] = out[:count][::-1].copy()
        return count

    assert "ascending" in broken(legal=backwards)


def test_money_that_is_made_is_found(broken: Any) -> None:
    honest = kernel_of().play

    def generous(s: Any, seat: int, decision: int) -> None:
        honest(s, seat, decision)
        if s.ended:
            s.gained[0] += 1
            s.total[0] += 1

    assert "neither made nor lost" in broken(play=generous)


def test_a_lost_card_is_found(broken: Any) -> None:
    honest = kernel_of().play

    def careless(s: Any, seat: int, decision: int) -> None:
        honest(s, seat, decision)
        s.zone[int(np.argmax(s.zone == 4))] = 5

    assert "count of a zone" in broken(play=careless)
