"""Events: the messages of a stream, as server-sent events or as lines of JSON."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from tirelire.server.schemas.responses import Table, View


class Presence(Struct, frozen=True):
    """Who follows the table now; told by a house of one process."""

    seats: str
    """The seats of other people who have the table open, as letters."""


class TalkLine(Struct, frozen=True):
    """A line of talk at a table."""

    seq: int
    """Grows from line to line."""
    seat: int
    """The number of the seat, from 0."""
    name: str
    """What the speaker is called."""
    text: str
    at: int
    """When it was said, in milliseconds since 1970."""


class TableEvents(Struct, frozen=True):
    """The data of each server-sent event, by the name of the event.

    An event `view` has the number of the position as its id.
    """

    table: Table | UnsetType = UNSET
    presence: Presence | UnsetType = UNSET
    view: View | UnsetType = UNSET
    talk: list[TalkLine] | UnsetType = UNSET


class FullLine(Struct, frozen=True, tag_field="type", tag="gameFull"):
    """The first line of a stream: everything about the table."""

    table: Table
    presence: Presence | UnsetType = UNSET
    view: View | UnsetType = UNSET
    """Not before the match has begun."""
    talk: list[TalkLine] | UnsetType = UNSET


class TableNews(Struct, frozen=True, tag_field="type", tag="table"):
    """The table has changed."""

    table: Table


class PresenceNews(Struct, frozen=True, tag_field="type", tag="presence"):
    """People came or left."""

    presence: Presence


class ViewNews(Struct, frozen=True, tag_field="type", tag="gameState"):
    """There is a new position."""

    view: View


class TalkNews(Struct, frozen=True, tag_field="type", tag="chatLine"):
    """Something was said."""

    talk: list[TalkLine]


StreamLine = FullLine | TableNews | PresenceNews | ViewNews | TalkNews
"""A line of a stream; it is told by its `type`. Empty lines between are heartbeats."""
