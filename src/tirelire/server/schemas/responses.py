"""Responses and events as types: the answers are built of them, and the OpenAPI document too."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from tirelire.server.schemas.requests import PaceMessage, Scope

REFUSALS = {
    400: "The request does not fit this description, or has a field that is not in it.",
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
    face: str
    """The picture of the player, at `/art/house/face-NAME.svg`; nothing for a free seat. Each bot
    of the house has its own portrait."""
    colour: int
    """The colour of the player, from 0 to 7; no two at a table have the same. That of the pawn in a
    game with pawns."""
    mine: bool
    """Whether the caller sits there."""
    host: bool
    """Whether the host sits there."""
    together: str
    """The other seats, as letters, that the same guest holds: several people play on one device, or
    one person plays for several."""


class VoidDraw(Struct, frozen=True):
    """A draw that was given up because players did not reveal their words."""

    promise: str
    secret: str
    commitments: dict[str, str]
    """By seat."""
    words: dict[str, str]
    """Those that were revealed, by seat."""
    missing: dict[str, str]
    """The names of those who did not reveal, by seat."""


class Fairness(Struct, frozen=True):
    """What the deals are made from."""

    promise: str
    """SHA-256 of the secret."""
    commitments: dict[str, str]
    """Hashes of the words that people add, by seat; fixed when the match is started."""
    fingerprint: str
    """SHA-256 of `tirelire draw 1`, the promise and the commitment of each seat (nothing where it
    made none), with a line end between. Note it before you reveal words: the record must have the
    same."""
    awaited: list[str]
    """The seats whose words are awaited while the status is `starting`."""
    words: dict[str, str]
    """What people added, by seat; shown when all words are there."""
    void_draws: list[VoidDraw]
    """Draws that were given up at this table, each with its secret."""
    secret: str | UnsetType = UNSET
    """Shown when the match is over, or the table closed."""


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
    status: Literal["open", "starting", "running", "over", "closed", "broken"]
    """Starting: people reveal the words that they committed to; then the match begins. Broken:
    quarantined, its stored moves do not replay any more, and it cannot be opened."""
    version: int
    seats: list[Seat]
    host: bool
    """Whether the caller is the host."""
    fairness: Fairness
    followed_by: str | None
    """The table of the rematch."""
    removed: bool
    """Whether the host has removed the caller: they may watch, but not sit down again."""
    asked: bool | UnsetType = UNSET
    """Whether the table waits for the caller: for a move, or to be ready for the next deal. Only in
    the list of the caller's tables."""


class Joined(Struct, frozen=True):
    """The seat that the caller got, and the table."""

    seat: str
    table: Table


class Scene(Struct, frozen=True):
    """What a sentence tells, for clients that show it: who did it to whom, with which cards."""

    kind: str
    """The name of the sentence: `money.bid`."""
    seat: str | None
    """Who did it; None for what happens of itself."""
    whom: str | None
    """The other seat that it is about."""
    cards: dict[str, list[str]]
    """The codes of the cards that the sentence names, by their part in it: `cards` are those that
    it is about, `gave` those that were given for them."""
    routine: bool
    """Whether it happens in every turn alike: a log may fold it away."""


class Told(Struct, frozen=True):
    """What happened, from the view of a seat."""

    number: int
    sentences: list[str]
    scenes: list[Scene]
    """One for each sentence."""
    deal: bool | UnsetType = UNSET
    """True for the beginning of a deal."""
    by_order: bool | UnsetType = UNSET
    """True for a move that the house made by the standing orders of the reader's seat."""


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
    cards: list[str]
    """The cards that the line counts, one by one."""


class Sheet(Struct, frozen=True):
    """The points of a seat in a deal, line by line, each with its rule."""

    total: int
    lines: list[SheetLine]


class Goal(Struct, frozen=True):
    """What ends the match: one of these; a tie may prolong it."""

    deals: int | None
    """So many deals are played."""
    points: int | None
    """A player has so many points."""
    wins: int | None
    """A player has won so many deals."""


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
    goal: Goal
    asked: bool
    """Whether the seat is asked for a move."""
    retractable: bool
    """Whether the seat may take back its last move (`POST /api/tables/{table}/retract`): others are
    still choosing, and none of them has learnt anything from it."""
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
    prospects: dict[str, int] | UnsetType = UNSET
    """What the seat would score if the deal ended now, by legal moves; the empty key is for its
    cards as they are. Moves whose result the seat cannot know are left out."""
    coach: str | UnsetType = UNSET
    """What a beginner may look at now, in one line; empty where there is nothing to say."""
    gained: dict[str, int] | UnsetType = UNSET
    winners: str | UnsetType = UNSET
    ending: str | UnsetType = UNSET
    """Why the deal is over, in words."""
    sheets: dict[str, Sheet] | UnsetType = UNSET
    """The score sheets of a deal that is over, by seat."""
    clock: Clock | None = None
    """The last field: `encoded_view` depends on it."""


class CardCount(Struct, frozen=True):
    """The cards of one kind in a match."""

    copies: int
    unseen: int
    """Those that the reader does not see now."""


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


class MoveCheck(Struct, frozen=True):
    """Whether a move could be made now, and why not."""

    legal: bool
    message: str
    rule: str
    sheet: Sheet | UnsetType = UNSET
    """What the seat would score by a legal move that ends the deal, without cards that only come
    later."""
    move: str | UnsetType = UNSET
    """That move, with all that was left to be chosen for the best."""
    prospects: dict[str, int] | UnsetType = UNSET
    """What the seat would score if the deal ended after a legal move: as in a view."""


class GameOption(Struct, frozen=True):
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


class Card(Struct, frozen=True):
    """A card of a game."""

    name: str
    value: int
    role: str
    """What it is good for, in words; empty where the game does not say."""


class Zone(Struct, frozen=True):
    """A place for cards: one for the table, or one for each seat."""

    name: str
    """The item of a view that lists its cards; ` A` follows where each seat has one."""
    title: str
    by_seat: bool


class MatchLength(Struct, frozen=True):
    """A length of a match: options, and how long it takes."""

    options: dict[str, str | int]
    minutes: dict[str, int]
    """An estimate for one person against bots, by number of players."""


class Game(Struct, frozen=True):
    """A game of the house."""

    id: str
    title: str
    tagline: str
    fewest: int
    most: int
    options: list[GameOption]
    cards: dict[str, Card]
    pawns: list[str]
    """The colours of pawns that players choose from, if the game has any."""
    places: dict[str, dict[str, tuple[float, float]]]
    """Where the fields of each board lie, if the game has any."""
    unit: str
    """What is written behind a score, as K for thousands; often nothing."""
    page: bool
    """Whether the game draws its own table; otherwise the default table draws its zones."""
    zones: list[Zone]
    """The places of cards, for the default table; none where the game draws its own."""
    lesson: bool
    """Whether the house teaches the game, at `/learn/GAME`."""
    lengths: list[MatchLength]
    """Lengths of a match to choose from, the shortest first."""


class Replay(Struct, frozen=True):
    """A finished match."""

    frames: list[View]
    """Its moments, from the first deal on."""


class DealPack(Struct, frozen=True):
    """What a deal was made from."""

    pack: str
    """The cards before they were shuffled."""
    bounds: list[int]
    """The numbers that were drawn are each below one of these."""


class Packs(Struct, frozen=True):
    """What the deals of a finished match were made from, beside the secret and the words."""

    bounds: list[int]
    """The same for the numbers that the match was set up from."""
    deals: list[DealPack]


class Moment(Struct, frozen=True):
    """A decisive moment of a match."""

    number: int
    """The number of the moment, as in a replay."""
    kind: Literal["lead", "gain", "decisive"]
    """`lead`: the seat takes the lead. `gain`: its largest gain. `decisive`: it leads for good."""
    seat: str
    points: int
    """How far the seat is ahead of the one that led before; for a gain how much it gained."""


class Moments(Struct, frozen=True):
    """The decisive moments of a finished match."""

    moments: list[Moment]


class MoveMade(Struct, frozen=True):
    """A move was made, or taken back."""

    number: int
    """The number of the position after it."""
    again: bool
    """Whether it had been made before."""


class TalkSaid(Struct, frozen=True):
    """Something was said."""

    seq: int


class Guest(Struct, frozen=True):
    """Who the caller is."""

    guest: str


class Link(Struct, frozen=True):
    """A code that moves the caller to another device."""

    code: str


class CreatedToken(Struct, frozen=True):
    """A token, shown this once."""

    token: str


class Token(Struct, frozen=True):
    """What is known of a token."""

    id: str
    label: str
    scopes: list[Scope | Literal["admin"]]
    created: int


class MutedGuest(Struct, frozen=True):
    """A person whose talk the caller does not get."""

    id: str
    """Of the mute, not of the person."""
    name: str
    """What they were called when the caller muted them."""


class MutedSeats(Struct, frozen=True):
    """The seats at a table whose talk the caller does not get."""

    seats: list[str]


class AdminGuest(Struct, frozen=True):
    """A guest, for the owner of the house."""

    id: str
    created: int
    muted: bool
    banned: int | None
    """Until when, in milliseconds since 1970; null: not at all."""
    names: list[str]
    """What they are called at their tables."""
    seats: int


class AdminSeat(Struct, frozen=True):
    """A seat, for the owner of the house."""

    seat: str
    kind: Literal["open", "person", "bot"]
    name: str
    guest: str | None
    away: bool


class AdminTable(Struct, frozen=True):
    """A table, for the owner of the house: never a card, never a secret."""

    id: str
    game: str
    status: Literal["open", "starting", "running", "over", "closed", "broken"]
    listed: bool
    created: int
    host: str
    seats: list[AdminSeat]


class FieldProblem(Struct, frozen=True):
    """A part of a request that does not fit."""

    field: str
    problem: str


class ErrorDetail(Struct, frozen=True):
    """Why something was refused."""

    code: str
    """For programs."""
    message: str
    """For people, in their language."""
    rule: str | UnsetType = UNSET
    """The number of the rule that forbids a move."""
    number: int | UnsetType = UNSET
    """The number of the position, if a move was made for an earlier one."""
    fields: list[FieldProblem] | UnsetType = UNSET
    setting: str | UnsetType = UNSET
    """The setting of the house that raises the limit, if a limit is reached."""
    reason: str | UnsetType = UNSET
    """Why the house cannot store anything, in one word."""


class ErrorResponse(Struct, frozen=True):
    """What every refusal looks like; nothing was changed."""

    error: ErrorDetail
    view: View | UnsetType = UNSET
    """The position as it is, if a move was made for an earlier one."""


class Healthy(Struct, frozen=True):
    """The house is open, and can store."""

    status: Literal["open"] = "open"


class NoticeAddress(Struct, frozen=True):
    """Where a guest is told that it is their turn."""

    id: str
    kind: Literal["push", "email", "webhook"]
    address: str
    is_confirmed: bool
    """Nothing is sent to an e-mail address before its reader has confirmed it."""
    is_failing: bool
    """Whether the last message did not arrive."""


class QuietTime(Struct, frozen=True):
    """When nothing is sent."""

    starts: int
    """Minutes after midnight."""
    ends: int
    zone: str


class Notices(Struct, frozen=True):
    """Where a guest is told that it is their turn, and what the house offers."""

    push_key: str
    """The `applicationServerKey` for browsers; empty: the house does not offer it."""
    email: bool
    webhook: bool
    addresses: list[NoticeAddress]
    quiet: QuietTime | None


class TableNotices(Struct, frozen=True):
    """The addresses of the caller that are told of a table."""

    addresses: list[str]


class OrderValue(Struct, frozen=True):
    """A value of a standing order."""

    value: str
    label: str


class OfferedOrder(Struct, frozen=True):
    """Something that a seat may order."""

    name: str
    label: str
    values: list[OrderValue]
    """The first is no order: the player is asked."""


class SeatOrders(Struct, frozen=True):
    """The standing orders of the caller's seat, which no other player sees."""

    seat: str
    offered: list[OfferedOrder]
    orders: dict[str, str]
    """Values by name, of those that are given."""
