"""What clients send, as types: they are the validation and the OpenAPI description at once."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Name = Annotated[str, Meta(min_length=1, max_length=24, description="Shown to everybody.")]
SeatLetter = Annotated[Literal["A", "B", "C", "D", "E", "F"], Meta(description="A seat, from A.")]
Scope = Literal["play", "read"]
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


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody sits down."""

    name: Name
    words: Annotated[str, Meta(max_length=100)] = ""
    """Mixed into the deal, so that the house cannot have chosen it."""
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


LookingSeat = Annotated[
    Literal["A", "B", "C", "D", "E", "F", "-"] | None,
    Meta(description="The seat that looks; - for none."),
]
WithHelp = Annotated[bool, Meta(description="Whether to say what moves mean, in words.")]


class SeatQuery(Struct, frozen=True):
    """The query of a route that depends on a seat."""

    seat: LookingSeat = None


class LookQuery(Struct, frozen=True):
    """The query of a route that shows a position."""

    seat: LookingSeat = None
    help: WithHelp = False


class FollowQuery(Struct, frozen=True):
    """The query of a stream."""

    seat: LookingSeat = None
    help: WithHelp = False
    last: Annotated[int, Meta(ge=0, description="The last id.")] | None = None


class ReplayQuery(Struct, frozen=True):
    """The query of a replay."""

    seat: Annotated[
        Literal["A", "B", "C", "D", "E", "F", "-", "*"],
        Meta(description="The seat that looks; - for a spectator, * for all cards open."),
    ] = "-"


class TriedQuery(Struct, frozen=True):
    """The query of a lesson: a move that the learner tries."""

    move: Annotated[str, Meta(min_length=1, max_length=1000)]
