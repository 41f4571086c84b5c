"""Answers about a table for one reader: everything in them comes from the veil of their seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Any, NamedTuple

from msgspec import UNSET, structs

from tirelire.core.cards import SPECTATOR
from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.moves import Move, split_seat
from tirelire.core.sheets import Sheet as CountedSheet
from tirelire.core.stories import Sentence
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.match.events import Deal
from tirelire.match.fairness import fingerprint, promise
from tirelire.server.schemas.requests import PaceMessage
from tirelire.server.schemas.responses import (
    Clock,
    Fairness,
    MoveCheck,
    Past,
    Scene,
    Score,
    Seat,
    Sheet,
    SheetLine,
    Table,
    Told,
    View,
    VoidDraw,
)
from tirelire.server.storage.rows import (
    CLOSED,
    OVER,
    PERSON,
    STARTING,
    SeatRow,
    Status,
    TableRow,
)
from tirelire.server.tables.faces import colours_of, face_of
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.snapshot import (
    BOT,
    DEAL,
    ORDER,
    REVEAL,
    FinishedDeal,
    MatchSnapshot,
    Step,
    Task,
    Telling,
    retrace,
)


def table_payload(row: TableRow, status: Status, guest: str | None) -> Table:
    """Describe a table before, during and after play: who sits where, what was agreed."""
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
        seats=[
            _seat(row, *look, guest)
            for look in zip(row.seats, pawns, colours_of(row.seats, pawns), strict=True)
        ],
        host=guest is not None and row.host == guest,
        fairness=_fairness(row, status),
        followed_by=row.followed_by,
        removed=guest in row.removed and not row.seats_of(guest),
    )


def _fairness(row: TableRow, status: Status) -> Fairness:
    """Describe the draw. Words are shown when all are there: until then none could be changed."""
    promised, commitments = promise(row.secret), [seat.commitment for seat in row.seats]
    is_shown = status in (OVER, CLOSED)
    return Fairness(
        promise=promised,
        commitments=_by_seat(commitments),
        fingerprint=fingerprint(promised, commitments),
        awaited=[seat_letter(seat.seat) for seat in row.seats if seat.is_awaited]
        if status == STARTING
        else [],
        words=_by_seat(seat.words for seat in row.seats)
        if is_shown or row.begun is not None
        else {},
        void_draws=[
            VoidDraw(
                promise=draw.promised,
                secret=draw.secret,
                commitments=_by_seat(draw.commitments),
                words=_by_seat(draw.words),
                missing=_by_seat(draw.missing),
            )
            for draw in row.void_draws
        ],
        secret=row.secret if is_shown else UNSET,
    )


def _by_seat(texts: Iterable[str]) -> dict[str, str]:
    """Return texts by seat, without those that are empty."""
    return {seat_letter(seat): text for seat, text in enumerate(texts) if text}


def _seat(row: TableRow, seat: SeatRow, pawn: str, colour: int, guest: str | None) -> Seat:
    together = row.seats_of(seat.guest) if seat.kind == PERSON else []
    return Seat(
        seat=seat_letter(seat.seat),
        kind=seat.kind,
        name=seat.name,
        bot=seat.bot,
        away=seat.away,
        ready=seat.ready,
        pawn=pawn,
        pawn_chosen=bool(seat.pawn),
        face=face_of(seat),
        colour=colour,
        mine=guest is not None and seat.kind == PERSON and seat.guest == guest,
        host=seat.kind == PERSON and seat.guest == row.host,
        together="".join(seat_letter(other) for other in together if other != seat.seat),
    )


class Reader(NamedTuple):
    """Who reads about a table."""

    seat: str | None
    """None for a spectator."""
    lang: str
    helped: bool = False
    """Whether the answer says what moves mean, and what the hand is worth, in words."""
    addressed: bool = True
    """Whether the seat is the reader's own, who is “you”; else it is called by its name."""


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
        addressed = seat if reader.addressed else None
        score = score_payload(snapshot.score, session.row, addressed, lang)
        for name in ("gained", "winners", "ending", "sheets"):
            more[name] = getattr(score, name)
    return View(
        **snapshot.standing,
        goal=snapshot.goal,
        number=snapshot.number_for(seat),
        seat=seat,
        items=match.items_for(seat),
        awaited=match.awaited(seat) if match.ended == "running" else "",
        asked=asked,
        retractable=seat is not None and snapshot.may_retract(seat),
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
    names = session.row.spoken_names
    asked: dict[str, Any] = {
        "legal": legal,
        "question": table.question(view.plain, names, lang),
        "rules": table.rules_now(view.plain),
    }
    if reader.helped:
        moves = [split_seat(text)[1] for text in legal]
        asked["offers"] = table.offers(view.record, moves, names, lang)
        asked["worth"] = table.worth(view.record, lang)
        asked["prospects"] = table.prospects(view.record, moves)
        asked["coach"] = match.game.coach.advice(view.record, moves, names, lang)
    return asked


def score_payload(score: FinishedDeal, row: TableRow, seat: str | None, lang: str) -> Score:
    """Describe a deal that is over: all readers get the same figures, each is addressed."""
    match = score.match
    names = row.spoken_names
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
        if task.kind == BOT or task.kind == REVEAL or task.kind == ORDER:
            continue
        if task.kind == DEAL or task.seat == seat:
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
        counted = match.game.sheet.of_seat(record, seat)
        sheets[seat_letter(seat)] = _sheet_payload(counted, lang, names, reader)
    score.sheets[lang, reader] = sheets
    return sheets


def _sheet_payload(counted: CountedSheet, lang: str, names: Sequence[str], reader: int) -> Sheet:
    lines = [
        SheetLine(line.rule, line.points, line.say(lang, names, reader), list(line.cards))
        for line in counted.lines
    ]
    return Sheet(counted.total, lines)


def checked_payload(session: TableSession, seat: str, lang: str, move: Move) -> MoveCheck:
    """Say that a move is legal, and what it would bring."""
    assert session.snapshot is not None
    match = session.snapshot.match
    table, view = match.game.table, match.view(seat).record
    counted = table.preview(view, move)
    if counted is None:
        prospects = table.prospects(view, [move]) or UNSET
        return MoveCheck(legal=True, message="", rule="", prospects=prospects)
    reader = seat_number(seat, match.players)
    sheet = _sheet_payload(counted, lang, session.row.spoken_names, reader)
    return MoveCheck(legal=True, message="", rule="", sheet=sheet, move=str(move))


def tell_steps(session: TableSession, after: int, seat: str | None, lang: str) -> list[Told] | None:
    """Tell in sentences what happened since a position; None where that is too long ago."""
    snapshot = session.snapshot
    if snapshot is None:
        return []
    told, reader = [], Reader(seat, lang)
    number = snapshot.number_for(seat)
    for step in reversed(snapshot.steps):
        if number <= after:
            break
        if step.is_seen_by(seat):
            if step.is_news_for(seat):
                told.append(tell_step(session.row, step, reader, number, session.by_order))
            number -= 1
    return None if number > after else told[::-1]


def tell_past(
    row: TableRow, snapshot: MatchSnapshot, seat: str | None, lang: str, by_order: Set[int]
) -> Past:
    """Tell the deal from its beginning, and what everybody had after each deal that is over."""
    log: list[Told] = []
    totals = {}
    number = 0
    for step in retrace(MatchSnapshot.begin(row).match, snapshot.match.events):
        if step.is_deal:
            log.clear()
        number += step.is_seen_by(seat)
        if step.is_news_for(seat):
            log.append(tell_step(row, step, Reader(seat, lang), number, by_order))
        if step.after.ended != "running":
            totals[str(step.after.deals)] = step.after.totals
    return Past(snapshot.match.deals, log, totals)


def tell_step(
    row: TableRow, step: Step, reader: Reader, number: int, by_order: Set[int] = frozenset()
) -> Told:
    """Tell one event in sentences, from what the reader saw before and after.

    `by_order` are the true numbers of the moves that orders made: their own players are told so.
    """
    seat, lang = reader.seat, reader.lang
    if isinstance(step.event, Deal):
        return Told(number, [], [], deal=True)
    is_by_order = seat == step.event.seat and step.number in by_order
    telling = _telling(row, step, seat, lang)
    if not reader.addressed:
        names = row.spoken_names
        sentences = [sentence.say(lang, names, SPECTATOR) for sentence in step.story(seat)]
        telling = Telling(sentences, telling.scenes)
    told = Told(number, *telling)
    return structs.replace(told, by_order=True) if is_by_order else told


def _telling(row: TableRow, step: Step, seat: str | None, lang: str) -> Telling:
    """Return the sentences and scenes of a move, made once for each seat and language."""
    found = step.told.get((seat, lang))
    if found is None:
        found = step.told[seat, lang] = _tell(row, step, seat, lang)
    return found


def _tell(row: TableRow, step: Step, seat: str | None, lang: str) -> Telling:
    """Tell a move; sentences that are not about the reader are those of spectators."""
    names, story, public = row.spoken_names, step.story(seat), step.story(None)
    if seat is None:
        return Telling([one.say(lang, names, SPECTATOR) for one in story], list(map(_scene, story)))
    reader = seat_number(seat, row.players)
    shared = _telling(row, step, None, lang)
    if story is public and not any(sentence.is_about(reader) for sentence in story):
        return shared
    told = Telling([], shared.scenes if story is public else list(map(_scene, story)))
    for i, sentence in enumerate(story):
        is_shared = i < len(public) and sentence == public[i] and not sentence.is_about(reader)
        told.sentences.append(
            shared.sentences[i] if is_shared else sentence.say(lang, names, reader)
        )
    return told


def _scene(sentence: Sentence) -> Scene:
    """Describe what a sentence tells."""
    return Scene(
        kind=sentence.key,
        seat=_letter(sentence.seat),
        whom=_letter(sentence.whom),
        cards=sentence.cards,
        routine=sentence.routine,
    )


def _letter(seat: int | None) -> str | None:
    return None if seat is None else seat_letter(seat)
