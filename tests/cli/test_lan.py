"""Opening the house to the local network: said by an option, or asked at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from tirelire.cli.lan import opens_to_network
from tirelire.core.texts import say
from tirelire.server.http import addresses

Asked = list[str]


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Asked]:
    """A person at a terminal of a machine with a network, and what they were asked."""

    def prepare(answer: str) -> Asked:
        asked: Asked = []

        def reply(prompt: str) -> str:
            asked.append(prompt)
            return answer

        monkeypatch.setattr("builtins.input", reply)
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(addresses, "own_address", lambda: "192.168.1.5")
        return asked

    return prepare


@pytest.mark.parametrize(
    ("answer", "opens"), [("o", True), ("Oui", True), ("y", True), ("", False), ("non", False)]
)
def test_a_person_who_plays_is_asked(
    answered: Callable[[str], Asked], answer: str, opens: bool
) -> None:
    asked = answered(answer)
    assert opens_to_network(None, "fr", is_playing=True) is opens
    assert asked == [f"{say('fr', 'cli.ask_lan')} "]


@pytest.mark.parametrize("lan", [True, False])
def test_an_option_answers_the_question(answered: Callable[[str], Asked], lan: bool) -> None:
    asked = answered("y")
    assert opens_to_network(lan, "en", is_playing=True) is lan
    assert not asked


def test_a_server_without_a_person_is_not_asked(answered: Callable[[str], Asked]) -> None:
    asked = answered("y")
    assert not opens_to_network(None, "en", is_playing=False)
    assert not asked


def test_without_a_network_there_is_nothing_to_ask(
    answered: Callable[[str], Asked], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answered("y")
    monkeypatch.setattr(addresses, "own_address", lambda: "")
    assert not opens_to_network(None, "en", is_playing=True)
    assert not asked
