"""Records: printed and read without loss, replayed to the same end, damage found."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.match.test_positions import walk
from tirelire import Match, Record, RecordError
from tirelire.core.errors import IllegalMove, OptionError, StaleMove
from tirelire.games import GAMES, game


def played(name: str, moves: int = 10_000, seed: int = 5) -> Match:
    names = ["Ann", "Émile Zola", "C", "D", "E", "F"][: game(name).fewest]
    match = Match.begin(name, game(name).fewest, seed=seed, names=names)
    for _ in walk(match, seed, moves):
        pass
    return match


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("moves", [0, 17, 10_000])
def test_a_record_is_read_and_replayed_without_loss(name: str, moves: int) -> None:
    match = played(name, moves)
    text = str(Record.of(match))
    record = Record.parse(text)
    assert str(record) == text
    again = record.replay()
    assert again.state.bytes == match.state.bytes
    assert again.winners == match.winners
    assert again.names == match.names


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_can_stop_anywhere(name: str) -> None:
    match = played(name, 30)
    record = Record.of(match)
    middle = record.replay(12)
    assert middle.number == 12
    for event in record.events[12:]:
        middle.apply(event)
    assert middle.state.bytes == match.state.bytes


@pytest.mark.parametrize("name", GAMES)
def test_undo_goes_back_move_by_move(name: str) -> None:
    match = played(name, 0)
    states = [match.state.bytes]
    for _ in walk(match, 3, 12):
        states.append(match.state.bytes)
    for state in states[-2::-1]:
        match.undo()
        assert match.state.bytes == state
    with pytest.raises(OptionError):
        match.undo()
    match = played(name, 10)
    match.undo(4)
    assert match.state.bytes == Record.of(played(name, 10)).replay(7).state.bytes


def test_times_are_kept() -> None:
    match = Match.begin("cash_oder_crash", 3, seed=1)
    match.play("A lay RED", time=1500)
    text = str(Record.of(match))
    assert "A lay RED @1500\n" in text
    assert str(Record.parse(text)) == text


def test_a_match_from_a_written_position_has_no_record() -> None:
    with pytest.raises(RecordError):
        Record.of(Match.at("money 3"))


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: "", "not a record"),
        (lambda text: "PGN " + text, "not a record"),
        (lambda text: text[:-30], "cut off"),
        (lambda text: text.replace("A lay RED", "A lay YELLOW", 1), "damaged"),
        (lambda text: text.replace("rounds=3", "rounds=4"), "damaged"),
    ],
)
def test_damage_is_found(damage, message: str) -> None:  # type: ignore[no-untyped-def]
    text = str(Record.of(played("cash_oder_crash")))
    with pytest.raises(RecordError, match=message):
        Record.parse(damage(text))


def resealed(text: str) -> str:
    """Give a changed record a check that fits."""
    from tirelire.match.record import _digest

    body = text[: text.rindex("check ")]
    return f"{body}check {_digest(body)}\n"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("game cash_oder_crash", "game poker"), "Unknown game"),
        (("rules 2", "rules 7"), "other rules: version 7"),
        (("rules 2", "rules 0"), "versions 1 to 2"),
        (("players 3", "players 7"), "3–4"),
        (("rounds=3", "rounds=77"), "1–12"),
        (("seat B", "seat C"), "out of order"),
        (("deal +", "deal +9 +"), "Unknown card"),
        (("\nresult", "\nX lay RED\nresult"), "not a move"),
    ],
)
def test_a_foreign_record_is_refused(change: tuple[str, str], message: str) -> None:
    text = str(Record.of(played("cash_oder_crash")))
    with pytest.raises(RecordError, match=message):
        Record.parse(resealed(text.replace(*change, 1)))


@pytest.mark.parametrize(
    "change",
    [
        ("A lay ", "B lay "),
        ("rounds=3", "rounds=1"),
        ("totals A ", "totals A 1"),
        ("deal ", "deal +6 "),
    ],
)
def test_a_record_that_does_not_replay_is_refused(change: tuple[str, str]) -> None:
    text = str(Record.of(played("cash_oder_crash", seed=11)))
    changed = text.replace(*change, 1)
    assert changed != text
    with pytest.raises(RecordError):
        Record.parse(resealed(changed)).replay()


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300), st.integers(0, 3000))
def test_any_text_is_a_record_or_a_clear_error(text: str, at: int) -> None:
    good = str(Record.of(played("cash_oder_crash", 20)))
    for candidate in (text, "tirelire record 1\n" + text, good[:at] + text + good[at:]):
        try:
            Record.parse(resealed(candidate + "\ncheck x") if "check" not in text else candidate)
        except RecordError as error:
            assert str(error)


def test_a_stale_move_is_refused() -> None:
    match = Match.begin("cash_oder_crash", 3, seed=1)
    match.play("A lay RED", number=1)
    with pytest.raises(StaleMove) as caught:
        match.play("B lay +1", number=1)
    assert (caught.value.number, caught.value.current) == (1, 2)


def test_the_next_deal_comes_only_when_one_is_over() -> None:
    match = Match.begin("cash_oder_crash", 3, {"rounds": 1}, seed=1)
    with pytest.raises(IllegalMove):
        match.next_deal()
    for _ in walk(match, 1, 1000):
        pass
    assert match.ended == "match"
    with pytest.raises(IllegalMove):
        match.next_deal()


def test_names_are_checked() -> None:
    for names in (["A"], ["A", "B", "C\n"], ["A", "B", "C  D"]):
        with pytest.raises(OptionError):
            Match.begin("cash_oder_crash", 3, names=names)


def test_what_follows_a_match_does_not_change_it() -> None:
    match = Match.begin("cash_oder_crash", 3, seed=4)
    first, second = match.legal("A")[:2]
    one, other = (match.after(match.prepare(move, "A")) for move in (first, second))
    further = one.after(one.prepare(one.legal(one.asked)[0], one.asked))
    assert [len(x.events) for x in (match, one, other, further)] == [1, 2, 2, 3]
    assert [str(x.events[1].move) for x in (one, other)] == [first, second]  # type: ignore[union-attr]
    assert further.events[:2] == list(one.events)
    assert one.events[-1] is further.events[1]
    with pytest.raises(IndexError):
        match.events[1]
