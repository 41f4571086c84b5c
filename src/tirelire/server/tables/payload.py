"""Answers about a table for one reader: everything in them comes from the veil of their seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from tirelire.core.cards import SPECTATOR
from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.moves import split_seat
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.match.fairness import promise
from tirelire.server.schemas.requests import PaceMessage
from tirelire.server.schemas.responses import (
    Clock,
    Fairness,
    Past,
    Score,
    Seat,
    Sheet,
    SheetLine,
    Table,
    Told,
    View,
)
from tirelire.server.storage.rows import OVER, PERSON, SeatRow, Status, TableRow
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.snapshot import (
    BOT,
    DEAL,
    FinishedDeal,
    MatchSnapshot,
    Step,
    Task,
    retrace,
)


def table_payload(row: TableRow, status: Status, guest: str | None) -> Table:
    """Describe a table before, during and after play: who sits where, what was agreed."""
    words = {seat_letter(seat.seat): seat.words for seat in row.seats if seat.words}
    colours = find_game(row.game).pawns if row.game in game_names() else ()
    pawns = row.pawns(colours) if colours else [""] * len(row.seats)
    pace = row.pace
    return Table(
        id=row.id,
        game=row.game,
        players=row.players,
        options=row.options,
        pace=PaceMessage(pace.decision, pace.window, pace.bots, pace.pause),
        listed=row.listed,
        talk=row.talk,
        level=row.level,
        status=status,
        version=row.version,
        seats=[_seat(seat, pawn, guest) for seat, pawn in zip(row.seats, pawns, strict=True)],
        host=guest is not None and row.host == guest,
        fairness=Fairness(promise(row.secret), words, row.secret if status == OVER else UNSET),
        followed_by=row.followed_by,
    )


def _seat(seat: SeatRow, pawn: str, guest: str | None) -> Seat:
    return Seat(
        seat=seat_letter(seat.seat),
        kind=seat.kind,
        name=seat.name,
        bot=seat.bot,
        away=seat.away,
        ready=seat.ready,
        pawn=pawn,
        pawn_chosen=bool(seat.pawn),
        mine=guest is not None and seat.kind == PERSON and seat.guest == guest,
    )


class Reader(NamedTuple):
    """Who reads about a table."""

    seat: str | None
    """None for a spectator."""
    lang: str
    helped: bool = False
    """Whether the answer says what moves mean, and what the hand is worth, in words."""


def view_payload(session: TableSession, reader: Reader, log: list[Told] | None = None) -> View:
    """Describe the position as a reader may see it, with what happened; None: that is unknown."""
    seat, lang = reader.seat, reader.lang
    snapshot = session.snapshot
    assert snapshot is not None
    match = snapshot.match
    asked = seat is not None and seat in snapshot.questions
    more: dict[str, Any] = {}
    if asked:
        more = _question(session, snapshot, reader)
    if match.ended != "running" and snapshot.score is not None:
        score = score_payload(snapshot.score, session.row, seat, lang)
        for name in ("gained", "winners", "ending", "sheets"):
            more[name] = getattr(score, name)
    return View(
        **snapshot.standing,
        number=snapshot.number_for(seat),
        seat=seat,
        items=match.items_for(seat),
        awaited=match.awaited(seat) if match.ended == "running" else "",
        asked=asked,
        legal=more.pop("legal", []),
        log=log or [],
        gap=log is None,
        **more,
    )


def _question(session: TableSession, snapshot: MatchSnapshot, reader: Reader) -> dict[str, Any]:
    """Describe what a seat is asked, and where it wants help, what its moves mean."""
    match, lang = snapshot.match, reader.lang
    assert reader.seat is not None
    table, view = match.game.table, match.view(reader.seat)
    legal = match.said(reader.seat, snapshot.questions[reader.seat].decisions)
    asked: dict[str, Any] = {
        "legal": legal,
        "question": table.question(view.plain, lang),
        "rules": table.rules_now(view.plain),
    }
    if reader.helped:
        names = [row.name for row in session.row.seats]
        moves = [split_seat(text)[1] for text in legal]
        asked["offers"] = table.offers(view.record, moves, names, lang)
        asked["worth"] = table.worth(view.record, lang)
    return asked


def score_payload(score: FinishedDeal, row: TableRow, seat: str | None, lang: str) -> Score:
    """Describe a deal that is over: all readers get the same figures, each is addressed."""
    match = score.match
    names = [place.name for place in row.seats]
    reader = SPECTATOR if seat is None else seat_number(seat, match.players)
    ending = match.game.stories.ending(match.view(None).record)
    return Score(
        **score.standing,
        gained=match.gained,
        winners=match.winners,
        ending=ending.say(lang, names, reader),
        sheets=_sheets(score, lang, names, reader),
    )


def clock_payload(tasks: list[Task], seat: str | None, now: int) -> Clock | None:
    """Tell how long is left: for the reader's own decision, and until the next deal."""
    for task in tasks:
        if task.kind != BOT and (task.kind == DEAL or task.seat == seat):
            return Clock(task.kind, max(0, task.due - now))
    return None


def _sheets(score: FinishedDeal, lang: str, names: Sequence[str], reader: int) -> dict[str, Sheet]:
    """Count every seat of a deal that is over, line by line, each with its rule."""
    if (lang, reader) in score.sheets:
        return score.sheets[lang, reader]
    match = score.match
    record = match.view(None).record
    sheets = {}
    for seat in range(match.players):
        sheet = match.game.sheet.of_seat(record, seat)
        lines = [
            SheetLine(line.rule, line.points, line.say(lang, names, reader)) for line in sheet.lines
        ]
        sheets[seat_letter(seat)] = Sheet(sheet.total, lines)
    score.sheets[lang, reader] = sheets
    return sheets


def tell_steps(session: TableSession, after: int, seat: str | None, lang: str) -> list[Told] | None:
    """Tell in sentences what happened since a position; None where that is too long ago."""
    snapshot = session.snapshot
    if snapshot is None or after >= snapshot.number_for(seat):
        return []
    missed = snapshot.number_for(seat) - after
    seen = [step for step in snapshot.steps if step.is_seen_by(seat)]
    if missed > len(seen):
        return None
    return [
        tell_step(session.row, step, seat, lang, number)
        for number, step in enumerate(seen[-missed:], after + 1)
        if step.is_news_for(seat)
    ]


def tell_past(row: TableRow, snapshot: MatchSnapshot, seat: str | None, lang: str) -> Past:
    """Tell the deal from its beginning, and what everybody had after each deal that is over."""
    log: list[Told] = []
    totals = {}
    number = 0
    for step in retrace(MatchSnapshot.begin(row).match, snapshot.match.events):
        if step.played is None:
            log.clear()
        number += step.is_seen_by(seat)
        if step.is_news_for(seat):
            log.append(tell_step(row, step, seat, lang, number))
        if step.after.ended != "running":
            totals[str(step.after.deals)] = step.after.totals
    return Past(snapshot.match.deals, log, totals)


def tell_step(row: TableRow, step: Step, seat: str | None, lang: str, number: int) -> Told:
    """Tell one event in sentences, from what the reader saw before and after."""
    if step.played is None:
        return Told(number, [], deal=True)
    return Told(number, _sentences(row, step, seat, lang))


def _sentences(row: TableRow, step: Step, seat: str | None, lang: str) -> list[str]:
    """Tell a move; sentences that are not about the reader are those of spectators."""
    told = step.told.get((seat, lang))
    if told is not None:
        return told
    names = [place.name for place in row.seats]
    if seat is None:
        told = [sentence.say(lang, names, SPECTATOR) for sentence in step.story(None)]
    else:
        reader = seat_number(seat, row.players)
        story, public = step.story(seat), step.story(None)
        told = _sentences(row, step, None, lang)[: len(story)]
        told += [""] * (len(story) - len(told))
        for i, sentence in enumerate(story):
            if i >= len(public) or sentence != public[i] or sentence.is_about(reader):
                told[i] = sentence.say(lang, names, reader)
    step.told[seat, lang] = told
    return told
