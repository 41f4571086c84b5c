"""Responses and events as types: the answers are built of them, and the OpenAPI document too."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from tirelire.server.schemas.requests import PaceMessage, Scope

REFUSALS = {
    400: "The request does not fit this description.",
    401: "The house does not know the caller.",
    403: "The caller may not do that.",
    404: "There is no such thing.",
    405: "That cannot be done here.",
    408: "The request did not arrive whole in time.",
    409: "It cannot be done as things are; for a move, with the position as it is.",
    410: "The stored moves of the table do not replay any more: it cannot be opened.",
    413: "The request is too large.",
    422: "It makes no sense, or the rules forbid it.",
    429: "Too many requests, or too much at once; with the setting of the limit.",
    503: "The house is full or cannot reach its memory; nothing is lost, asking again is safe.",
}
"""Every answer that is a refusal, by its status."""


class Seat(Struct, frozen=True):
    """Who sits where."""

    seat: str
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str
    """Which bot, for a bot's seat."""
    away: bool
    """Whether a bot plays for the person."""
    ready: int
    """The number of the last deal after which the person was ready for the next one; 0: none. Bots,
    and people who are away, are always ready."""
    pawn: str
    """The colour of the pawn; nothing in a game without pawns."""
    pawn_chosen: bool
    """Whether the person chose that colour: then no other can."""
    mine: bool
    """Whether the caller sits there."""


class Fairness(Struct, frozen=True):
    """What the deals are made from."""

    promise: str
    """SHA-256 of the secret."""
    words: dict[str, str]
    """What people added, by seat."""
    secret: str | UnsetType = UNSET
    """Shown when the match is over."""


class Table(Struct, frozen=True):
    """A table: who sits where, what was agreed."""

    id: str
    game: str
    players: int
    options: dict[str, str | int]
    pace: PaceMessage
    listed: bool
    talk: bool
    level: str
    status: Literal["open", "running", "over", "closed", "broken"]
    """Quarantined: its stored moves do not replay any more, and it cannot be opened."""
    version: int
    seats: list[Seat]
    host: bool
    """Whether the caller is the host."""
    fairness: Fairness
    followed_by: str | None
    """The table of the rematch."""
    asked: bool | UnsetType = UNSET
    """Whether the table waits for the caller: for a move, or to be ready for the next deal. Only in
    the list of the caller's tables."""


class Joined(Struct, frozen=True):
    """The seat that the caller got, and the table."""

    seat: str
    table: Table


class Told(Struct, frozen=True):
    """What happened, from the view of a seat."""

    number: int
    sentences: list[str]
    deal: bool | UnsetType = UNSET
    """True for the beginning of a deal."""


class Past(Struct, frozen=True):
    """What happened in the deal, and what everybody had after each deal before."""

    deal: int
    log: list[Told]
    totals: dict[str, dict[str, int]]


class Clock(Struct, frozen=True):
    """What happens of itself, and when."""

    kind: Literal["clock", "hurry", "deal"]
    left: int
    """Milliseconds."""


class SheetLine(Struct, frozen=True):
    """One line of a score sheet."""

    rule: str
    points: int
    text: str


class Sheet(Struct, frozen=True):
    """The points of a seat in a deal, line by line, each with its rule."""

    total: int
    lines: list[SheetLine]


class View(Struct, frozen=True):
    """A position, as a seat or a spectator may see it."""

    number: int
    """How many events the reader saw; moves are made for it."""
    seat: str | None
    """None for a spectator."""
    deal: int
    ended: Literal["running", "deal", "match"]
    reason: str
    """Why the deal is over."""
    items: dict[str, str]
    """The position as text, item by item."""
    awaited: str
    """The seats that decide now, as far as the reader can know."""
    totals: dict[str, int]
    asked: bool
    """Whether the seat is asked for a move."""
    legal: list[str]
    log: list[Told]
    """What happened since the number that the client named."""
    gap: bool
    """Whether that is too long ago to be told."""
    question: str | UnsetType = UNSET
    rules: list[str] | UnsetType = UNSET
    """The numbers of the rules that matter now."""
    offers: list[tuple[str, str]] | UnsetType = UNSET
    """What can be said, and what it means, in words."""
    worth: str | UnsetType = UNSET
    """What the seat has so far, in words."""
    gained: dict[str, int] | UnsetType = UNSET
    winners: str | UnsetType = UNSET
    ending: str | UnsetType = UNSET
    """Why the deal is over, in words."""
    sheets: dict[str, Sheet] | UnsetType = UNSET
    """The score sheets of a deal that is over, by seat."""
    clock: Clock | None = None
    """The last field: `encoded_view` depends on it."""


class Score(Struct, frozen=True):
    """A deal that is over, as everybody saw it at its end."""

    deal: int
    ended: Literal["deal", "match"]
    reason: str
    """Why the deal is over."""
    totals: dict[str, int]
    """What everybody had after it."""
    gained: dict[str, int]
    winners: str
    ending: str
    """How the deal ended, in words."""
    sheets: dict[str, Sheet]
    """The score sheets, by seat."""


class Checked(Struct, frozen=True):
    """Whether a move could be made now, and why not."""

    legal: bool
    message: str
    rule: str


class OptionOf(Struct, frozen=True):
    """An option of a game."""

    name: str
    rule: str
    label: str
    usual: str | int
    allowed: str
    players: list[int]
    """The numbers of players for which it makes a difference."""
    values: list[str]
    """The values that can be named; none for a number."""
    meanings: dict[str, str]


class CardOf(Struct, frozen=True):
    """A card of a game."""

    name: str
    value: int


class ZoneOf(Struct, frozen=True):
    """A place for cards: one for the table, or one for each seat."""

    name: str
    """The item of a view that lists its cards; ` A` follows where each seat has one."""
    title: str
    by_seat: bool


class GameOf(Struct, frozen=True):
    """A game of the house."""

    id: str
    title: str
    tagline: str
    fewest: int
    most: int
    options: list[OptionOf]
    cards: dict[str, CardOf]
    pawns: list[str]
    """The colours of pawns that players choose from, if the game has any."""
    places: dict[str, dict[str, tuple[float, float]]]
    """Where the fields of each board lie, if the game has any."""
    unit: str
    """What is written behind a score, as K for thousands; often nothing."""
    page: bool
    """Whether the game draws its own table; otherwise the default table draws its zones."""
    zones: list[ZoneOf]
    """The places of cards, for the default table; none where the game draws its own."""
    lesson: bool
    """Whether the house teaches the game, at `/learn/GAME`."""


class Replay(Struct, frozen=True):
    """A finished match."""

    frames: list[View]
    """Its moments, from the first deal on."""


class Shuffled(Struct, frozen=True):
    """What a deal was made from."""

    pack: str
    """The cards before they were shuffled."""
    bounds: list[int]
    """The numbers that were drawn are each below one of these."""


class Packs(Struct, frozen=True):
    """What the deals of a finished match were made from, beside the secret and the words."""

    bounds: list[int]
    """The same for the numbers that the match was set up from."""
    deals: list[Shuffled]


class Made(Struct, frozen=True):
    """A move was made."""

    number: int
    """The number of the position after it."""
    again: bool
    """Whether it had been made before."""


class Said(Struct, frozen=True):
    """Something was said."""

    seq: int


class Guest(Struct, frozen=True):
    """Who the caller is."""

    guest: str


class Link(Struct, frozen=True):
    """A code that moves the caller to another device."""

    code: str


class NewlyMade(Struct, frozen=True):
    """A token, shown this once."""

    token: str


class Token(Struct, frozen=True):
    """What is known of a token."""

    id: str
    label: str
    scopes: list[Scope]
    created: int


class Field(Struct, frozen=True):
    """A part of a request that does not fit."""

    field: str
    problem: str


class Reason(Struct, frozen=True):
    """Why something was refused."""

    code: str
    """For programs."""
    message: str
    """For people, in their language."""
    rule: str | UnsetType = UNSET
    """The number of the rule that forbids a move."""
    number: int | UnsetType = UNSET
    """The number of the position, if a move was made for an earlier one."""
    fields: list[Field] | UnsetType = UNSET
    setting: str | UnsetType = UNSET
    """The setting of the house that raises the limit, if a limit is reached."""


class Refused(Struct, frozen=True):
    """What every refusal looks like; nothing was changed."""

    error: Reason
    view: View | UnsetType = UNSET
    """The position as it is, if a move was made for an earlier one."""
