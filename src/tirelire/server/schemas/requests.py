"""What clients send, as types: they are the validation and the OpenAPI description at once."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Name = Annotated[str, Meta(min_length=1, max_length=24, description="Shown to everybody.")]
SeatLetter = Annotated[Literal["A", "B", "C", "D", "E", "F"], Meta(description="A seat, from A.")]
Scope = Literal["play", "read"]
Face = Literal[
    "pig",
    "fox",
    "cat",
    "owl",
    "bear",
    "frog",
    "penguin",
    "rabbit",
    "hedgehog",
    "bag",
    "safe",
    "coin",
]
"""Pictures that people choose from; `/art/house/face-NAME.svg` is drawn for each."""
Line = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)", max_length=80)]
"""Without control characters; `$` alone would let a line end pass."""


class PaceMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """How much time people have."""

    decision: Annotated[int, Meta(ge=0, le=14 * 24 * 3600)] = 0
    """Seconds for a decision, up to two weeks; 0: as long as they like."""
    window: Annotated[int, Meta(ge=2, le=14 * 24 * 3600)] | None = None
    """Seconds where all must hurry: a call of BIG DEAL, an answer in a fight. Where not given: 6 if
    there is less than an hour for a decision, otherwise as for a decision."""
    bots: Annotated[int, Meta(ge=0, le=10_000)] = 800
    """Milliseconds that a bot seems to think."""
    pause: Annotated[int, Meta(ge=0, le=14 * 24 * 3600)] | None = 0
    """Seconds that people have to look at the score of a deal and say that they are ready for the
    next one (`POST /api/tables/{table}/ready`). It is dealt as soon as everybody is ready, and when
    the time is over. null: as many seconds as for a decision, so without limit where there is no
    clock; this is what the pages choose. 0: it is dealt at once, without waiting; for programs that
    never say that they are ready. Bots, and people for whom a bot plays, are
    always ready."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be set."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=1, max_length=6)]
    """For each seat `open`, or the name of a bot."""
    options: dict[str, str | int] = {}
    pace: PaceMessage = PaceMessage()
    listed: bool = False
    talk: bool = True
    level: Annotated[str, Meta(max_length=40)] = "regular"
    """The bot that plays for absent players."""


Digits = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", description="A SHA-256.")]


class Commitment(Struct, frozen=True, forbid_unknown_fields=True):
    """Words that a player will reveal when the match starts, as a hash that fixes and hides them.

    The words are at least 16 random bytes in lower-case hexadecimal.
    """

    promise: Digits
    """The promise of the table for which it was made; 409 if the table has a new one."""
    hash: Digits
    """SHA-256 of `tirelire words 1`, the promise and the words, with a line end (\\n) between."""


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody sits down."""

    name: Name
    commitment: Commitment | None = None
    """For words that are mixed into the deal, so that no other can choose it. A player who commits
    must reveal the words when the status of the table is `starting`, or loses the seat. null: the
    seat adds nothing."""
    seat: SeatLetter | None = None
    face: Face | None = None
    """The picture of the person, shown at `/art/house/face-NAME.svg`; null: as before, or one that
    follows from the name."""
    colour: Annotated[int, Meta(ge=0, le=7)] | None = None
    """The colour that the person would like: theirs unless another at the table asked for it first.
    In a game with pawns it chooses a pawn, too. null: as before, or any."""


class Reveal(Struct, frozen=True, forbid_unknown_fields=True):
    """The words that a seat committed to."""

    words: Annotated[str, Meta(pattern=r"^[0-9a-f]{32,100}$(?!\n)")]
    seat: SeatLetter | None = None


class AtSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that concerns one of the caller's seats; the only one where not given."""

    seat: SeatLetter | None = None


class ChoosePawn(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody chooses the colour of their pawn."""

    pawn: Annotated[str, Meta(max_length=16)]
    """One of the `pawns` of the game."""
    seat: SeatLetter | None = None


class Ready(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody has seen the score of a deal, and the next one may begin."""

    deal: Annotated[int, Meta(ge=1, le=1_000_000)]
    """The number of the deal that is over."""
    seat: SeatLetter | None = None
    """All seats of the caller where not given."""


class OfSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that concerns the person in a seat."""

    seat: SeatLetter


class Absent(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat of a player who does not answer."""

    seat: SeatLetter


class MoveMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """A move."""

    number: Annotated[int, Meta(ge=0, le=1_000_000)]
    """The number of the position that it was made for."""
    id: Annotated[str, Meta(min_length=8, max_length=60, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]
    """Made by the client; a move sent again with the same id is made once."""
    move: Annotated[str, Meta(min_length=1, max_length=1000)]
    seat: SeatLetter | None = None


class Retraction(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat takes back its last move."""

    number: Annotated[int, Meta(ge=0, le=1_000_000)]
    """The number of a position after that move, in which it could be taken back."""
    id: Annotated[str, Meta(min_length=8, max_length=60, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]
    """Made by the client, another one than that of any move; sent again, it is done once."""
    seat: SeatLetter | None = None


class MoveTried(Struct, frozen=True, forbid_unknown_fields=True):
    """A move to be checked."""

    move: Annotated[str, Meta(min_length=1, max_length=1000)]
    seat: SeatLetter | None = None


class TalkMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """Something said at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]
    seat: SeatLetter | None = None


class TalkSwitch(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether people may talk."""

    allowed: bool


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A token for programs."""

    label: Line = ""
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=2)] = field(
        default_factory=lambda: ["play", "read"]
    )


class Code(Struct, frozen=True, forbid_unknown_fields=True):
    """A code from a one-time link."""

    code: Annotated[str, Meta(min_length=8, max_length=100)]


Base64 = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]+=*$(?!\n)", max_length=100)]
Minute = Annotated[int, Meta(ge=0, le=24 * 60 - 1, description="Minutes after midnight.")]


class PushAddress(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser that can be told something, as its `PushSubscription` says."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Base64
    auth: Base64


class MailAddress(Struct, frozen=True, forbid_unknown_fields=True):
    """An e-mail address."""

    address: Annotated[str, Meta(max_length=254)]


class WebhookAddress(Struct, frozen=True, forbid_unknown_fields=True):
    """A URL that is called."""

    url: Annotated[str, Meta(max_length=1000)]


class QuietMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """When nothing is sent."""

    starts: Minute
    ends: Minute
    """Before `starts` if the night is between them; the same: no quiet hours."""
    zone: Annotated[str, Meta(max_length=64)]
    """A time zone as IANA calls it, such as `Europe/Paris`."""


class NoticesHere(Struct, frozen=True, forbid_unknown_fields=True):
    """The addresses that are told of a table."""

    addresses: Annotated[list[Annotated[str, Meta(max_length=24)]], Meta(max_length=10)]
    """Their ids; others than the caller's are left out."""


class OrdersMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """The standing orders of a seat: all of them, by name; those left out are none."""

    orders: Annotated[
        dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=40)]],
        Meta(max_length=20),
    ]
    seat: SeatLetter | None = None


class Mute(Struct, frozen=True, forbid_unknown_fields=True):
    """The owner of the house forbids a guest to talk, or allows it again."""

    muted: bool


class Ban(Struct, frozen=True, forbid_unknown_fields=True):
    """The owner of the house bans a guest, or lifts the ban."""

    banned: bool
    days: Annotated[int, Meta(ge=1, le=3650)] | None = None
    """For how long; null: for ever."""
    network_days: Annotated[int, Meta(ge=0, le=365)] = 0
    """For how long the network is banned from which the guest came last; 0: not at all."""


class Rename(Struct, frozen=True, forbid_unknown_fields=True):
    """The owner of the house gives a guest another name."""

    name: Name


class Query(Struct, frozen=True, forbid_unknown_fields=True):
    """The query of any route."""

    lang: Annotated[
        str | None,
        Meta(description="The language of the answer, as `fr`; usually that of the browser."),
    ] = None


class AdminQuery(Query, frozen=True):
    """How much the owner of the house wants to see."""

    limit: Annotated[int, Meta(ge=1, le=1000, description="At most so many.")] = 100


LookingSeat = Annotated[
    Literal["A", "B", "C", "D", "E", "F", "-"] | None,
    Meta(description="The seat that looks; - for none."),
]
WithHelp = Annotated[bool, Meta(description="Whether to say what moves mean, in words.")]


class SeatQuery(Query, frozen=True):
    """The query of a route that depends on a seat."""

    seat: LookingSeat = None


class LookQuery(Query, frozen=True):
    """The query of a route that shows a position."""

    seat: LookingSeat = None
    help: WithHelp = False


class FollowQuery(Query, frozen=True):
    """The query of a stream."""

    seat: LookingSeat = None
    help: WithHelp = False
    last: Annotated[int, Meta(ge=0, description="The last id.")] | None = None
    presence: Annotated[
        bool,
        Meta(
            description="Whether to say which other people have the table open, as `presence`;"
            " a house of several processes does not know."
        ),
    ] = False


class ReplayQuery(Query, frozen=True):
    """The query of a replay."""

    seat: Annotated[
        Literal["A", "B", "C", "D", "E", "F", "-", "*"],
        Meta(description="The seat that looks; - for a spectator, * for all cards open."),
    ] = "-"


class TriedQuery(Query, frozen=True, kw_only=True):
    """The query of a lesson: a move that the learner tries."""

    move: Annotated[str, Meta(min_length=1, max_length=1000)]
