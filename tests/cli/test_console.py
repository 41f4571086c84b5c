"""The terminal of a match: styles where there is a terminal, plain lines elsewhere."""

from __future__ import annotations

import io
import sys

import pytest

from tirelire.cli.console import CLEAR, Console
from tirelire.core.drawing import Text


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def opened(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard output a terminal; in the test itself, since pytest captures it anew there."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return stream


def test_a_terminal_gets_styles_and_a_line_that_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = opened(monkeypatch)
    console = Console()
    with console.status("thinks") as show:
        show("still thinks")
    console.print("done", style="bold")
    assert terminal.getvalue() == (f"{CLEAR}thinks{CLEAR}still thinks{CLEAR}\x1b[1mdone\x1b[0m\n")


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_styles_can_be_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    terminal = opened(monkeypatch)
    monkeypatch.setenv(name, value)
    Console().print("plain", style="bold")
    assert terminal.getvalue() == "plain\n"


def test_a_file_gets_no_styles_and_no_status(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    console = Console()
    with console.status("thinks"):
        console.rule("title")
    assert capsys.readouterr().out == "─" * 11 + " title " + "─" * 12 + "\n"


def test_a_note_is_one_line_however_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    Console(notes=True).print("word " * 20)
    assert capsys.readouterr().err.count("\n") == 1


def test_a_question_stands_before_its_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = opened(monkeypatch)
    monkeypatch.setattr(sys, "stdin", io.StringIO("bid BLUFF\n"))
    assert Console().input(Text("Your move >")) == "bid BLUFF"
    assert terminal.getvalue() == "Your move > "


def test_a_sign_that_the_stream_lacks_is_a_question_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="cp1252"))
    Console().print("▶ Chloé")
    assert raw.getvalue().decode("cp1252").strip() == "? Chloé"
