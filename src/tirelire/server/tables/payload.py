"""What the house says about a table to one reader: everything comes from the veil of his seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tirelire.core.cards import SPECTATOR
from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.moves import split_seat
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.match.fairness import promise
from tirelire.server.storage.rows import OVER, PERSON, TableRow
from tirelire.server.tables.session import Live
from tirelire.server.tables.snapshot import CLOCK, DEAL, HURRY, Course, Score, Step, Task, retrace


def table_payload(row: TableRow, status: str, guest: str | None) -> dict[str, Any]:
    """Describe a table before, during and after play: who sits where, what was agreed."""
    fairness: dict[str, Any] = {
        "promise": promise(row.secret),
        "words": {seat_letter(seat.seat): seat.words for seat in row.seats if seat.words},
    }
    if status == OVER:
        fairness["secret"] = row.secret
    colours = find_game(row.game).pawns if row.game in game_names() else ()
    pawns = row.pawns(colours) if colours else [""] * len(row.seats)
    return {
        "id": row.id,
        "game": row.game,
        "players": row.players,
        "options": row.options,
        "pace": {
            "decision": row.pace.decision,
            "window": row.pace.window,
            "bots": row.pace.bots,
            "pause": row.pace.pause,
        },
        "listed": row.listed,
        "talk": row.talk,
        "level": row.level,
        "status": status,
        "version": row.version,
        "seats": [
            {
                "seat": seat_letter(seat.seat),
                "kind": seat.kind,
                "name": seat.name,
                "bot": seat.bot,
                "away": seat.away,
                "ready": seat.ready,
                "pawn": pawn,
                "pawn_chosen": bool(seat.pawn),
                "mine": guest is not None and seat.kind == PERSON and seat.guest == guest,
            }
            for seat, pawn in zip(row.seats, pawns, strict=True)
        ],
        "host": guest is not None and row.host == guest,
        "fairness": fairness,
        "followed_by": row.followed_by,
    }


class Reader(NamedTuple):
    """Who reads about a table."""

    seat: str | None
    """None for a spectator."""
    lang: str
    helped: bool = False
    """Whether he is told what his moves mean and what he has, in words."""


def view_payload(live: Live, reader: Reader) -> dict[str, Any]:
    """Describe the position as a reader may see it."""
    seat, lang = reader.seat, reader.lang
    course = live.course
    assert course is not None
    match = course.match
    asked = seat is not None and seat in course.questions
    payload: dict[str, Any] = {
        **course.told_all,
        "number": course.number_for(seat),
        "seat": seat,
        "items": match.items_for(seat),
        "awaited": match.awaited(seat) if match.ended == "running" else "",
        "asked": asked,
        "legal": [],
    }
    if asked and seat is not None:
        table, view = match.game.table, match.view(seat)
        payload["legal"] = match.said(seat, course.questions[seat].decisions)
        payload["question"] = table.question(view.plain, lang)
        payload["rules"] = table.rules_now(view.plain)
        if reader.helped:
            names = [row.name for row in live.row.seats]
            moves = [split_seat(text)[1] for text in payload["legal"]]
            payload["offers"] = table.offers(view.record, moves, names, lang)
            payload["worth"] = table.worth(view.record, lang)
    if match.ended != "running" and course.score is not None:
        payload |= score_payload(course.score, live.row, seat, lang)
    return payload


def score_payload(score: Score, row: TableRow, seat: str | None, lang: str) -> dict[str, Any]:
    """Describe a deal that is over, then and later: all are told the same, each as themselves."""
    match = score.match
    names = [place.name for place in row.seats]
    reader = SPECTATOR if seat is None else seat_number(seat, match.players)
    ending = match.game.stories.ending(match.view(None).record)
    return {
        **score.standing,
        "gained": match.gained,
        "winners": match.winners,
        "ending": ending.say(lang, names, reader),
        "sheets": _sheets(score, lang, names, reader),
    }


def clock_payload(tasks: list[Task], seat: str | None, now: int) -> dict[str, Any] | None:
    """Tell how long is left: for the reader's own decision, and until the next deal."""
    for task in tasks:
        if task.kind == DEAL or (task.kind in (CLOCK, HURRY) and task.seat == seat):
            return {"kind": task.kind, "left": max(0, task.due - now)}
    return None


def _sheets(score: Score, lang: str, names: Sequence[str], reader: int) -> dict[str, Any]:
    """Count every seat of a deal that is over, line by line, each with its rule."""
    if (lang, reader) in score.sheets:
        return score.sheets[lang, reader]
    match = score.match
    record = match.view(None).record
    sheets = {}
    for seat in range(match.players):
        sheet = match.game.sheet.of_seat(record, seat)
        sheets[seat_letter(seat)] = {
            "total": sheet.total,
            "lines": [
                {
                    "rule": line.rule,
                    "points": line.points,
                    "text": line.say(lang, names, reader),
                }
                for line in sheet.lines
            ],
        }
    score.sheets[lang, reader] = sheets
    return sheets


def tell_steps(live: Live, after: int, seat: str | None, lang: str) -> list[dict[str, Any]] | None:
    """Tell in sentences what happened since a position; None where that is too long ago."""
    course = live.course
    if course is None or after >= course.number_for(seat):
        return []
    missed = course.number_for(seat) - after
    seen = [step for step in course.steps if step.is_seen_by(seat)]
    if missed > len(seen):
        return None
    return [
        tell_step(live.row, step, seat, lang, number)
        for number, step in enumerate(seen[-missed:], after + 1)
        if step.is_news_for(seat)
    ]


def tell_past(row: TableRow, course: Course, seat: str | None, lang: str) -> dict[str, Any]:
    """Tell the deal from its beginning, and what everybody had after each deal that is over."""
    log: list[dict[str, Any]] = []
    totals = {}
    number = 0
    for step in retrace(Course.begin(row).match, course.match.events):
        if step.played is None:
            log.clear()
        number += step.is_seen_by(seat)
        if step.is_news_for(seat):
            log.append(tell_step(row, step, seat, lang, number))
        if step.after.ended != "running":
            totals[str(step.after.deals)] = step.after.totals
    return {"deal": course.match.deals, "log": log, "totals": totals}


def tell_step(
    row: TableRow, step: Step, seat: str | None, lang: str, number: int
) -> dict[str, Any]:
    """Tell one event in sentences, from what the reader saw before and after."""
    if step.played is None:
        return {"number": number, "deal": True, "sentences": []}
    return {"number": number, "sentences": _sentences(row, step, seat, lang)}


def _sentences(row: TableRow, step: Step, seat: str | None, lang: str) -> list[str]:
    """Tell a move; what is not about the reader he is told in the words for spectators."""
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
