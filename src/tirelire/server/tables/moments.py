"""Decisive moments of a match that is over: where the lead changed, and the largest gains.

The *standing* of a seat at a moment is what it would have if the deal ended there: its total before
the deal, and what the game's own sheet counts in the open position.
"""

from __future__ import annotations

from collections.abc import Iterable

from tirelire.match.match import Match
from tirelire.match.record import Record
from tirelire.server.schemas.responses import Moment, Moments
from tirelire.server.tables.replay import steps_of
from tirelire.server.tables.snapshot import Step

MOST_GAINS = 3
"""So many of the largest gains are moments, at most one of each deal."""

Standing = dict[str, int]
"""What each seat would have, by its letter."""


def moments(record: Record) -> Moments:
    """Return the decisive moments of a match that is over or closed."""
    return Moments(find_moments(steps_of(record)))


def standing(match: Match) -> Standing:
    """Return what each seat would have if the deal ended now, with all cards open."""
    if match.ended != "running":
        return match.totals
    record = match.state.record
    return {
        letter: total + match.game.sheet.of_seat(record, seat).total
        for seat, (letter, total) in enumerate(match.totals.items())
    }


def leader(now: Standing) -> str:
    """Return the seat that leads alone; empty where several do."""
    most = max(now.values())
    first = [seat for seat, points in now.items() if points == most]
    return first[0] if len(first) == 1 else ""


def find_moments(steps: Iterable[Step]) -> list[Moment]:
    """Find the decisive moments of a match, in their order.

    `lead`: the last move of a deal with which the lead changed from one seat to another. Of these,
    the last of the match is `decisive` if it brought a winner into the lead. `gain`: the move of a
    deal that raised the standing of a seat the most, for the deals where it was raised the most.
    """
    leads: dict[int, Moment] = {}
    gains: dict[int, Moment] = {}
    leading = ""
    before: Standing = {}
    winners = ""
    for step in steps:
        now = standing(step.after)
        first = leader(now)
        deal = step.after.deals
        if not step.is_deal:
            if leading and first not in ("", leading):
                ahead = now[first] - now[leading]
                leads[deal] = Moment(step.number, "lead", first, ahead)
            seat = max(now, key=lambda one: now[one] - before[one])
            gain = now[seat] - before[seat]
            if gain > 0 and (deal not in gains or gain > gains[deal].points):
                gains[deal] = Moment(step.number, "gain", seat, gain)
        before, leading, winners = now, first or leading, step.after.winners
    largest = sorted(gains.values(), key=lambda moment: -moment.points)[:MOST_GAINS]
    found = {moment.number: moment for moment in largest}
    found |= {moment.number: moment for moment in leads.values()}
    if leads:
        last = leads[max(leads)]
        if last.seat in winners:
            found[last.number] = Moment(last.number, "decisive", last.seat, last.points)
    return [found[number] for number in sorted(found)]
