"""The log is limited for each kind of line, and tells how many were left out."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from tirelire.server.runner import BURST, JsonLines, LimitedHandler


class Log:
    """A log with a clock that is set."""

    def __init__(self) -> None:
        self.now = 0.0
        self._stream = io.StringIO()
        self.handler = LimitedHandler(self._stream, lambda: self.now)
        self.handler.setFormatter(JsonLines())
        self.logger = logging.Logger("tirelire.test")
        self.logger.addHandler(self.handler)

    def lines(self) -> list[dict[str, Any]]:
        """Return the lines since the last time."""
        found = [json.loads(line) for line in self._stream.getvalue().splitlines()]
        self._stream.seek(0)
        self._stream.truncate()
        return found

    def messages(self) -> list[str]:
        return [str(line["message"]) for line in self.lines()]


@pytest.fixture
def log() -> Iterator[Log]:
    made = Log()
    yield made
    made.handler.close()


def test_a_flood_of_one_kind_is_cut_and_counted(log: Log) -> None:
    for number in range(1000):
        log.logger.warning("table %s fails", f"t{number}")
    assert log.messages() == [f"table t{number} fails" for number in range(BURST)]
    log.now = 10.0
    log.logger.warning("table %s fails", "again")
    assert log.messages() == [
        f"{1000 - BURST} similar lines were left out: table %s fails",
        "table again fails",
    ]


def test_another_kind_is_not_cut_and_tells_of_the_first(log: Log) -> None:
    for _ in range(BURST + 5):
        log.logger.error("the database is away: %s", "OSError")
    log.lines()
    log.logger.warning("something else")
    assert log.messages() == ["something else"]
    log.now = 1.0
    log.logger.warning("something else")
    first, second = log.lines()
    assert first["message"] == "5 similar lines were left out: the database is away: %s"
    assert (first["level"], first["from"]) == ("error", "tirelire.test")
    assert second["message"] == "something else"


def test_errors_of_different_types_are_different_kinds(log: Log) -> None:
    for error in (ValueError(), KeyError()):
        for _ in range(BURST + 1):
            log.logger.error("unexpected", exc_info=error)
    assert [line["error"] for line in log.lines()] == ["ValueError"] * BURST + ["KeyError"] * BURST


def test_for_long_there_is_one_line_a_second(log: Log) -> None:
    for second in range(1000):
        log.now = float(second)
        for _ in range(10):
            log.logger.info("tick")
    assert len(log.lines()) <= BURST + 1000


def test_what_was_left_out_is_told_at_the_end(log: Log) -> None:
    for number in range(BURST + 3):
        log.logger.info("secret %s", f"card {number}")
    log.lines()
    log.handler.close()
    (message,) = log.messages()
    assert message == "3 similar lines were left out: secret %s"
