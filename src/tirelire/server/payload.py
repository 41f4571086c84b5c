"""What the house says about a table to one reader: everything comes from the veil of his seat."""

from __future__ import annotations

from typing import Any, NamedTuple

from tirelire.core.cards import SPECTATOR
from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.moves import split_seat
from tirelire.match.events import Played
from tirelire.match.fairness import promise
from tirelire.match.view import by_letter
from tirelire.server.course import CLOCK, DEAL, HURRY, Course, Step, Task, retrace
from tirelire.server.live import Live
from tirelire.server.rows import OVER, PERSON, TableRow


def table_payload(row: TableRow, status: str, guest: str | None) -> dict[str, Any]:
    """Describe a table before, during and after play: who sits where, what was agreed."""
    fairness: dict[str, Any] = {
        "promise": promise(row.secret),
        "words": {seat_letter(seat.seat): seat.words for seat in row.seats if seat.words},
    }
    if status == OVER:
        fairness["secret"] = row.secret
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
                "mine": guest is not None and seat.kind == PERSON and seat.guest == guest,
            }
            for seat in row.seats
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
    view = match.view(seat)
    asked = seat is not None and seat in course.questions
    payload: dict[str, Any] = {
        "number": course.number,
        "seat": seat,
        "deal": view.plain.deals,
        "ended": match.ended,
        "reason": match.game.reasons[view.plain.reason],
        "items": view.items,
        "awaited": match.awaited(seat) if match.ended == "running" else "",
        "totals": by_letter(view.plain.total, match.players),
        "asked": asked,
        "legal": [],
    }
    if asked and seat is not None:
        table = match.game.table
        payload["legal"] = match.legal(seat)
        payload["question"] = table.question(view.plain, lang)
        payload["rules"] = table.rules_now(view.plain)
        if reader.helped:
            names = [row.name for row in live.row.seats]
            moves = [split_seat(text)[1] for text in payload["legal"]]
            payload["offers"] = table.offers(view.record, moves, names, lang)
            payload["worth"] = table.worth(view.record, lang)
    if match.ended != "running":
        payload["gained"] = match.gained
        payload["winners"] = match.winners
        payload["sheets"] = _sheets(course, lang)
    return payload


def clock_payload(tasks: list[Task], seat: str | None, now: int) -> dict[str, Any] | None:
    """Tell how long is left: for the reader's own decision, and until the next deal."""
    for task in tasks:
        if task.kind == DEAL or (task.kind in (CLOCK, HURRY) and task.seat == seat):
            return {"kind": task.kind, "left": max(0, task.due - now)}
    return None


def _sheets(course: Course, lang: str) -> dict[str, Any]:
    """Count every seat of a deal that is over, line by line, each with its rule."""
    if lang in course.sheets:
        return course.sheets[lang]
    match = course.match
    record = match.view(None).record
    sheets = {}
    for seat in range(match.players):
        sheet = match.game.sheet.of_seat(record, seat)
        sheets[seat_letter(seat)] = {
            "total": sheet.total,
            "lines": [
                {"rule": line.rule, "points": line.points, "text": line.say(lang)}
                for line in sheet.lines
            ],
        }
    course.sheets[lang] = sheets
    return sheets


def tell_steps(live: Live, after: int, seat: str | None, lang: str) -> list[dict[str, Any]] | None:
    """Tell in sentences what happened since a position; None where that is too long ago."""
    course = live.course
    if course is None or after >= course.number:
        return []
    steps = [step for step in course.steps if step.number > after]
    if not steps or steps[0].number != after + 1:
        return None
    return [tell_step(live.row, step, seat, lang) for step in steps]


def tell_past(row: TableRow, course: Course, seat: str | None, lang: str) -> dict[str, Any]:
    """Tell the deal from its beginning, and what everybody had after each deal that is over."""
    log: list[dict[str, Any]] = []
    totals = {}
    for step in retrace(Course.begin(row).match, course.match.events):
        if step.played is None:
            log.clear()
        log.append(tell_step(row, step, seat, lang))
        if step.after.ended != "running":
            totals[str(step.after.deals)] = step.after.totals
    return {"deal": course.match.deals, "log": log, "totals": totals}


def tell_step(row: TableRow, step: Step, seat: str | None, lang: str) -> dict[str, Any]:
    """Tell one event in sentences, from what the reader saw before and after."""
    if step.played is None:
        return {"number": step.number, "deal": True, "sentences": []}
    key = (seat or "", lang)
    if key not in step.told:
        step.told[key] = _tell_move(row, step, step.played, seat, lang)
    return {"number": step.number, "sentences": step.told[key]}


def _tell_move(row: TableRow, step: Step, played: Played, seat: str | None, lang: str) -> list[str]:
    if not step.is_seen_by(seat):
        return []  # of what he does not see he is not told
    before, after = step.before.view(seat), step.after.view(seat)
    players = row.players
    actor = seat_number(played.seat, players)
    story = after.game.table.story(before.plain, after.plain, actor, played.move)
    names = [place.name for place in row.seats]
    reader = SPECTATOR if seat is None else seat_number(seat, players)
    return [sentence.say(lang, names, reader) for sentence in story]
