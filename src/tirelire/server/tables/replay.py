"""Finished matches, moment by moment: what a page needs to play them again.

Only for matches that are over: every card is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from tirelire.core.cards import SPECTATOR
from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.texts import amount, enumerate_words, say
from tirelire.match.match import Match
from tirelire.match.record import Record
from tirelire.server.errors import Conflict
from tirelire.server.schemas.responses import Packs, Shuffled, View
from tirelire.server.storage.rows import OVER, Pace, SeatRow, TableRow
from tirelire.server.tables.payload import Reader, tell_step, view_payload
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.snapshot import MatchSnapshot, Step, retrace

OPEN = "*"
"""The seat of a reader who sees all cards."""


def frames(record: Record, seat: str | None, lang: str) -> list[View]:
    """Return every moment of a match as a view: of a seat, of a spectator for None, or OPEN.

    The first is the first deal; the n-th has the number n. What happened is told in `log`.
    """
    table = _table(record)
    reader = None if seat == OPEN else seat
    found = []
    for step in _steps(record):
        table.snapshot = MatchSnapshot(step.after, 0)
        told = tell_step(table.row, step, reader, lang, step.number)
        view = view_payload(table, Reader(reader, lang), [told])
        if seat == OPEN:
            items, awaited = _open_items(step.after), step.after.actors
            view = structs.replace(view, items=items, awaited=awaited)
        found.append(view)
    return found


def replay_text(record: Record, lang: str) -> list[list[str]]:
    """Tell a match deal by deal in sentences, each deal with its score, the last with the winners.

    Told as to a spectator.
    """
    table = _table(record)
    deals: list[list[str]] = []
    for step in _steps(record):
        if step.played is None:
            deals.append([])
        deals[-1] += tell_step(table.row, step, None, lang, step.number).sentences
        if step.after.ended != "running":
            deals[-1] += _tell_end(step.after, _names(record), lang)
    return deals


def packs(record: Record) -> Packs:
    """Return what was shuffled and drawn, to check the deals: see `fair.js`.

    `bounds` are those of the numbers that the match was set up from; `deals` has for each deal the
    cards before they were shuffled and the bounds of its numbers.
    """
    steps = [step for step in _steps(record) if step.played is None]
    game = steps[0].before.game
    engine = game.engine
    states = [step.before.state.raw for step in steps]
    write = game.positions.CODES.write
    return Packs(
        engine.match_bounds(record.players, game.encode(record.players, record.options)),
        [Shuffled(write(engine.pack_of(state)), engine.deal_bounds(state)) for state in states],
    )


def _steps(record: Record) -> Iterator[Step]:
    """Play a match again, with what the table was before and after each event."""
    if not record.winners:
        raise Conflict("not_over")
    return retrace(record.replay(0), record.events)


def stand_in(
    game: str, players: int, options: dict[str, Any], names: list[str], ident: str = ""
) -> TableSession:
    """Return a session without players, to build answers about a match from elsewhere."""
    seats = tuple(SeatRow(i, name=name) for i, name in enumerate(names))
    row = TableRow(
        id=ident,
        game=game,
        players=players,
        options=options,
        pace=Pace(),
        listed=False,
        talk=False,
        level="",
        host="",
        status=OVER,
        secret="",
        version=0,
        created=0,
        seats=seats,
    )
    return TableSession(row)


def _table(record: Record) -> TableSession:
    """Return a table for the reader's payloads, at which the match was played."""
    return stand_in(record.game, record.players, record.options, _names(record))


def _names(record: Record) -> list[str]:
    return record.names or list(SEAT_LETTERS[: record.players])


def _open_items(match: Match) -> dict[str, str]:
    """Return all items of a position, and what each seat has as that seat sees it."""
    items: dict[str, str] = match.game.positions.write(match.plain)
    for letter in SEAT_LETTERS[: match.players]:
        own = match.view(letter).items
        items |= {name: text for name, text in own.items() if name.endswith(f" {letter}")}
    return items


def _tell_end(match: Match, names: list[str], lang: str) -> list[str]:
    """Tell why a deal is over, what everybody has, and who has won the match."""
    ending = match.game.stories.ending(match.view(None).record)
    lines = [ending.say(lang, names, SPECTATOR)]
    for name, letter in zip(names, SEAT_LETTERS, strict=False):
        gained = amount(match.game.id, match.gained[letter], lang, sign=True)
        total = amount(match.game.id, match.totals[letter], lang)
        lines.append(say(lang, "page.replay.score", who=name, gained=gained, total=total))
    if match.ended == "match":
        best = [name for name, x in zip(names, SEAT_LETTERS, strict=False) if x in match.winners]
        who = enumerate_words(best, lang)
        lines.append(say(lang, "page.replay.won", n=len(best), who=who))
    return lines
