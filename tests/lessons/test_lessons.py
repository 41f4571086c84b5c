"""Lessons: every one can be walked to its end, in both languages, with every kind of move."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import to_builtins

from tirelire.bots.registry import find_bot
from tirelire.core.languages import LANGUAGES
from tirelire.core.sheets import Sheet
from tirelire.core.texts import load
from tirelire.games import GAMES, game
from tirelire.lessons.script import (
    LEARNER,
    OTHER,
    PICTURES,
    REFUSED,
    RIGHT,
    Step,
    chapter_words,
    judge,
    lesson,
    picture_words,
    words,
)
from tirelire.page.pictures import names as pictures_of
from tirelire.page.pictures import picture_of
from tirelire.server.pages.site import overview_payload, step_payload, verdict_payload

MR_MONOPOLY = 1000  # P27
NOTATION = Path(__file__).parents[2] / "docs" / "notation.md"
TITLES = {
    "money": "Money",
    "cash_oder_crash": "Cash oder Crash",
    "monopoly": "Monopoly",
    "cache_ton_cash": "Cache ton Cash",
}
UNSAID = {"money": {"lay", "back", "seal"}}
"""Parts of a bid, for which the table has one button."""
LONGEST = 150
"""Letters of a text: two or three short sentences."""
SHORTEST_LESSON, LONGEST_LESSON = 6, 7
"""Steps of the first chapter, which is all that a newcomer needs."""
STEPS = [
    (name, step) for name in GAMES for chapter in lesson(name).chapters for step in chapter.steps
]


def steps_of(name: str) -> list[Step]:
    """List the steps of all chapters."""
    return [step for game, step in STEPS if game == name]


def verbs(name: str) -> set[str]:
    """Read the verbs of a game from the table of its moves."""
    section = NOTATION.read_text("utf-8").split(f"### {TITLES[name]}\n")[1].split("\n##")[0]
    table = section.split("| move |")[1]
    return {move for line in table.splitlines() for move in re.findall(r"^\| `([a-z]+)", line)}


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_move_is_made(name: str) -> None:
    made = {move.split()[0] for step in steps_of(name) for move in step.right}
    assert len(verbs(name)) > 2
    assert made == verbs(name) - UNSAID.get(name, set())


def test_colours_and_numbers_are_two_kinds_of_laying() -> None:
    laid = {move for step in steps_of("cash_oder_crash") for move in step.right}
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


@pytest.mark.parametrize("name", GAMES)
def test_the_first_chapter_is_short_and_ends_with_the_score(name: str) -> None:
    core = lesson(name).chapters[0]
    assert core.id == "core"
    assert SHORTEST_LESSON <= len(core.steps) <= LONGEST_LESSON
    verdict = judge(core.steps[-1], core.steps[-1].right[0])
    assert verdict.prepared is not None
    assert core.steps[-1].after(verdict.prepared).ended == "deal"


@pytest.mark.parametrize("name", GAMES)
def test_other_numbers_of_players_have_chapters_of_their_own(name: str) -> None:
    core, *others = lesson(name).chapters
    assert len({step.match().players for step in core.steps}) == 1
    taught = {step.match().players for chapter in others for step in chapter.steps}
    assert taught - {core.steps[0].match().players}
    assert all(len(chapter.steps) <= 4 for chapter in others)


def test_chance_and_mr_monopoly_are_taught_at_once() -> None:
    texts = [words("monopoly", step.id, "en").text for step in lesson("monopoly").chapters[0].steps]
    assert sum("Chance" in text for text in texts) == 2
    assert sum("Mr. Monopoly" in text for text in texts) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_step_has_its_words_and_none_is_left(name: str, lang: str) -> None:
    course = lesson(name)
    ids = [step.id for step in steps_of(name)]
    assert len(ids) == len(set(ids))
    texts = load(f"tirelire.games.{name}", "lesson", lang)
    assert set(texts["step"]) == set(ids)
    assert set(texts["chapter"]) == {chapter.id for chapter in course.chapters}
    assert set(texts["picture"]) == set(PICTURES)
    said = [text for ident in ids for text in words(name, ident, lang)]
    said += [chapter_words(name, chapter.id, lang).text for chapter in course.chapters]
    for picture in course.pictures:
        titled = picture_words(name, picture.id, lang)
        assert len(titled.labels) in (0, len(picture.rows))
        said.append(titled.text)
    for text in said:
        plain = re.sub(r"\[([^|\]]*)\|([^\]]*)\]", r"\2", text)
        assert 10 < len(plain) <= LONGEST, text
        assert text.endswith((".", "!", "?", "»."))


@pytest.mark.parametrize("name", GAMES)
def test_pictures_show_cards_of_the_game(name: str) -> None:
    drawn = set(pictures_of(name))
    for picture in lesson(name).pictures:
        for row in picture.rows:
            for part in row.split(" = ")[0].split():
                assert part in drawn | {"<>", ">"} or re.fullmatch(r"\[[+-]?\d\]", part), row


def worth_of(name: str, cards: list[str]) -> int:
    """Count cards by the rules of their game."""
    codes = [code for code, _, _ in game(name).table.deck("en")]
    held = []
    for card in cards:
        held.append(next(x for x in codes if picture_of(name, x) == card and x not in held))
    sheet = game(name).sheet.score(" ".join(held), {})
    assert isinstance(sheet, Sheet)
    return sheet.total


@pytest.mark.parametrize("picture", [0, 2])
def test_a_picture_of_money_tells_what_cards_are_worth(picture: int) -> None:
    for row in lesson("money").pictures[picture].rows:
        cards, worth = row.split(" = ")
        assert worth_of("money", cards.split()) == int(worth)


@pytest.mark.parametrize("picture", [0, 2])
def test_a_picture_of_monopoly_tells_what_cards_are_worth(picture: int) -> None:
    for row in lesson("monopoly").pictures[picture].rows:
        cards, worth = row.split(" = ")
        if set(cards.split()) == {"MR"}:  # the most of them, compared with the others
            assert int(worth) == MR_MONOPOLY
        else:
            assert worth_of("monopoly", cards.split()) == int(worth)


def test_a_picture_of_cache_ton_cash_tells_what_cards_are_worth() -> None:
    values = {code: value for code, _, value in game("cache_ton_cash").table.deck("en")}
    goal, _, points = lesson("cache_ton_cash").pictures
    for row in goal.rows:
        cards, worth = row.split(" = ")
        assert sum(values[card] for card in cards.split()) == int(worth)
    for row in points.rows:
        cards, worth = row.split(" = ")
        assert {values[card] for card in cards.split()} == {int(worth)}


def test_a_picture_of_cash_oder_crash_tells_what_a_pawn_brings() -> None:
    goal, turn, points = lesson("cash_oder_crash").pictures
    for row in (*goal.rows[1:], *points.rows):
        cards, worth = row.split(" = ")
        assert int(cards.split("[")[1][:-1]) == int(worth)
    for row in turn.rows:
        laid, moved = row.split(" > ")
        numbers = [int(part) for part in laid.split() if part[0] in "+-"]
        assert sum(numbers) * (2 if "BIGDEAL" in laid else 1) == int(moved.split("[")[1][:-1])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_shows_what_the_learner_may_know(name: str, lang: str) -> None:
    for step in steps_of(name):
        shown = to_builtins(step_payload(name, step, lang))
        view = shown["view"]
        assert view["items"] == step.match().view(LEARNER).items
        assert view["asked"]
        assert view["question"]
        assert set(step.match().legal(LEARNER)) == set(view["legal"])
        done = to_builtins(verdict_payload(name, step, step.right[0], lang))
        assert done["kind"] == RIGHT
        assert done["message"] == words(name, step.id, lang).done
        verdict = judge(step, step.right[0])
        assert verdict.prepared is not None
        after = step.after(verdict.prepared)
        assert done["view"]["items"] == after.view(LEARNER).items
        assert ("sheets" in done["view"]) == (after.ended != "running")


def test_an_overview_has_the_pictures_and_the_chapters() -> None:
    shown = overview_payload(lesson("monopoly"), "fr")
    assert [picture.id for picture in shown.pictures] == list(PICTURES)
    assert shown.chapters[0].title == chapter_words("monopoly", "core", "fr").title
    assert shown.chapters[0].steps == len(lesson("monopoly").chapters[0].steps)


def test_a_mistake_is_explained_with_its_rule() -> None:
    step = lesson("money").chapters[0].steps[1]
    said = verdict_payload("money", step, "bid USD60", "en")
    assert said.kind == REFUSED
    assert said.rule == "M6"
    other = verdict_payload("money", step, "take left", "fr")
    assert (other.kind, other.message) == (OTHER, words("money", "take", "fr").other)


@pytest.mark.parametrize("name", GAMES)
def test_the_practice_is_a_short_match_against_novices(name: str) -> None:
    practice = lesson(name).practice
    first, *others = practice["seats"]
    assert first == "open"
    assert {find_bot(bot).name for bot in others} == {"novice"}
    assert game(name).encode(len(practice["seats"]), practice["options"])
