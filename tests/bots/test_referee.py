"""Whatever a bot does, the table gets a legal move."""

from __future__ import annotations

import time as clock
from threading import Event

import pytest

from tirelire import Match, Move, View
from tirelire.bots import referee
from tirelire.bots.referee import ILLEGAL, LATE, RAISED, Fault, Referee
from tirelire.bots.registry import find_bot
from tirelire.core.chance import Source, seeded


@pytest.fixture(autouse=True)
def _busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give bots all the time that a busy machine takes, but where a test is about time."""
    monkeypatch.setattr(referee, "LEAST_PATIENCE", 60.0)


class Mute(Exception):  # noqa: N818
    """An error that cannot even be written."""

    def __str__(self) -> str:
        raise RuntimeError


class Bad:
    """A bot that does what its test says."""

    name = "bad"
    thinking = 0.01

    def __init__(self, act: object) -> None:
        self.act = act

    def choose(self, view: View, rng: Source, time: float | None) -> Move:  # noqa: ARG002
        if isinstance(self.act, Exception):
            raise self.act
        if isinstance(self.act, Event):
            self.act.wait()
        if isinstance(self.act, Move):
            return self.act
        return self.act  # type: ignore[return-value]


def asked(bot: Bad, rules: Referee | None = None) -> tuple[Match, Move, Fault | None]:
    match = Match.begin("cash_oder_crash", 3, seed=1)
    seat = match.asked
    move, fault = (rules or Referee()).ask(
        bot, match.view(seat), seeded(1), None, lambda move: match.is_legal(move, seat)
    )
    match.play(move, seat)
    return match, move, fault


@pytest.mark.parametrize(
    ("act", "kind", "text"),
    [
        (ValueError("no idea"), RAISED, "ValueError: no idea"),
        (Move("lay", ("+6",)), ILLEGAL, "lay +6"),
        (Move("nonsense"), ILLEGAL, "nonsense"),
        ("lay RED", ILLEGAL, "lay RED"),
        (None, ILLEGAL, "None"),
        (Move("B", ("lay", "RED")), ILLEGAL, "B lay RED"),
        (Move(5), ILLEGAL, "Move"),  # type: ignore[arg-type]
        (Move("lay", (["x"],)), ILLEGAL, "Move"),  # type: ignore[arg-type]
        (Mute(), RAISED, "Mute: Mute"),
    ],
)
def test_a_bad_answer_is_replaced_and_told(act: object, kind: str, text: str) -> None:
    _, _, fault = asked(Bad(act))
    assert fault == Fault("bad", kind, text)


def test_a_bot_that_never_answers_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "LEAST_PATIENCE", 0.02)
    forever = Event()
    bot, rules = Bad(forever), Referee()
    for _ in range(2):  # the second time it is still busy with the first question
        _, _, fault = asked(bot, rules)
        assert fault is not None
        assert fault.kind == LATE
    forever.set()
    for _ in range(200):
        _, _, fault = asked(bot, rules)
        assert fault is not None
        if fault.kind == ILLEGAL:  # it is asked again once it is free, and says nothing sensible
            break
        clock.sleep(0.01)
    else:
        pytest.fail("a bot that is free again is not asked")


def test_a_good_answer_is_taken() -> None:
    _, move, fault = asked(Bad(Move("lay", ("RED",))))
    assert fault is None
    assert str(move) == "lay RED"


def test_the_stand_in_is_the_regular_bot() -> None:
    match = Match.begin("cash_oder_crash", 3, seed=1)
    view = match.view(match.asked)
    _, move, _ = asked(Bad(None))
    assert move == find_bot("regular").choose(view, seeded(1), None)
