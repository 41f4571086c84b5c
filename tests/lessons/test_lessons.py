"""Lessons: every one can be walked to its end, in both languages, with every kind of move."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import to_builtins

from tirelire.bots.registry import find_bot
from tirelire.core.texts import LANGUAGES, load
from tirelire.games import GAMES, game
from tirelire.lessons.script import LEARNER, OTHER, REFUSED, RIGHT, Step, judge, lesson, words
from tirelire.server.pages.lessons import step_payload, verdict_payload

NOTATION = Path(__file__).parents[2] / "docs" / "notation.md"
TITLES = {
    "money": "Money",
    "cash_oder_crash": "Cash oder Crash",
    "monopoly": "Monopoly",
    "cache_ton_cash": "Cache ton Cash",
}
UNSAID = {"money": {"lay", "back", "seal"}}
"""Parts of a bid, for which the table has one button."""
LONGEST = 300
"""Letters of a text: two or three short sentences."""
STEPS = [(name, step) for name in GAMES for step in lesson(name).steps]


def verbs(name: str) -> set[str]:
    """Read the verbs of a game from the table of its moves."""
    section = NOTATION.read_text("utf-8").split(f"### {TITLES[name]}\n")[1].split("\n##")[0]
    table = section.split("| move |")[1]
    return {move for line in table.splitlines() for move in re.findall(r"^\| `([a-z]+)", line)}


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_move_is_made(name: str) -> None:
    made = {move.split()[0] for step in lesson(name).steps for move in step.right}
    assert len(verbs(name)) > 2
    assert made == verbs(name) - UNSAID.get(name, set())


def test_colours_and_numbers_are_two_kinds_of_laying() -> None:
    laid = {move for step in lesson("cash_oder_crash").steps for move in step.right}
    assert {"lay RED", "lay -2"} <= laid


@pytest.mark.parametrize(("name", "step"), STEPS, ids=lambda part: getattr(part, "id", part))
def test_a_step_can_be_done(name: str, step: Step) -> None:
    match = step.match()
    assert match.game.id == name
    assert LEARNER in match.actors
    assert step.right
    for move in step.right:
        verdict = judge(step, move)
        assert verdict.kind == RIGHT
        assert verdict.prepared is not None
        assert step.after(verdict.prepared).number == 1 + len(step.then)
    assert all(not move.startswith(f"{LEARNER} ") for move in step.then)


@pytest.mark.parametrize("step", [step for _, step in STEPS], ids=lambda step: step.id)
def test_other_moves_are_told_apart(step: Step) -> None:
    kinds = {move: judge(step, move).kind for move in step.match().legal(LEARNER)}
    assert set(kinds.values()) <= {RIGHT, OTHER}
    right = [move for move, kind in kinds.items() if kind == RIGHT]
    assert set(right) <= set(step.right)
    assert judge(step, "nonsense").kind == REFUSED


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_step_has_its_words_and_none_is_left(name: str, lang: str) -> None:
    ids = [step.id for step in lesson(name).steps]
    assert len(ids) == len(set(ids))
    assert set(load(f"tirelire.games.{name}", "lesson", lang)) == set(ids)
    for ident in ids:
        for text in words(name, ident, lang):
            assert 10 < len(text) <= LONGEST, (ident, text)
            assert text.endswith((".", "!", "?", "»."))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_shows_what_the_learner_may_know(name: str, lang: str) -> None:
    found = lesson(name)
    for number, step in enumerate(found.steps, 1):
        shown = to_builtins(step_payload(found, number, step, lang))
        view = shown["view"]
        assert view["items"] == step.match().view(LEARNER).items
        assert view["asked"]
        assert view["question"]
        assert set(step.match().legal(LEARNER)) == set(view["legal"])
        done = to_builtins(verdict_payload(name, number, step, step.right[0], lang))
        assert done["kind"] == RIGHT
        assert done["message"] == words(name, step.id, lang).done
        verdict = judge(step, step.right[0])
        assert verdict.prepared is not None
        after = step.after(verdict.prepared)
        assert done["view"]["items"] == after.view(LEARNER).items
        assert ("sheets" in done["view"]) == (after.ended != "running")


def test_a_mistake_is_explained_with_its_rule() -> None:
    step = lesson("money").steps[1]
    said = verdict_payload("money", 2, step, "bid USD60", "en")
    assert said["kind"] == REFUSED
    assert said["rule"] == "M6"
    other = verdict_payload("money", 2, step, "take left", "fr")
    assert (other["kind"], other["message"]) == (OTHER, words("money", "take", "fr").other)


@pytest.mark.parametrize("name", GAMES)
def test_the_practice_is_a_short_match_against_novices(name: str) -> None:
    practice = lesson(name).practice
    first, *others = practice["seats"]
    assert first == "open"
    assert {find_bot(bot).name for bot in others} == {"novice"}
    assert game(name).encode(len(practice["seats"]), practice["options"])
