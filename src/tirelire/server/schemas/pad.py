"""The score pad: cards and matches to be counted, their results, and pads that are shared."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tirelire.contract.entries import MOST_POINTS
from tirelire.server.schemas.requests import SeatLetter

_MOST_DEALS = 60
CardsText = Annotated[
    str,
    Meta(
        max_length=1000,
        description="As the game writes it: a hand, a stack, the field of a pawn, all pawns.",
    ),
]
WentOut = Annotated[bool, Meta(description="For games in which a player can go out.")]
Reward = Annotated[
    str, Meta(max_length=1000, description="Cards that a player who went out may add.")
]
Roles = Annotated[
    list[Annotated[str, Meta(max_length=20)]],
    Meta(
        max_length=2,
        description="What cards that stand for others were laid down as; if empty, the best roles.",
    ),
]


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards to be counted."""

    game: Annotated[str, Meta(max_length=40)]
    cards: CardsText
    options: dict[str, str | int] = {}
    players: Annotated[int, Meta(ge=2, le=6)] = 4
    out: WentOut = False
    reward: Reward = ""
    roles: Roles = []


class SeatOnPad(Struct, frozen=True, forbid_unknown_fields=True):
    """What one seat has when a deal is over: cards, or points alone."""

    cards: CardsText = ""
    reward: Reward = ""
    roles: Roles = []
    points: Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)] | None = None


class DealOnPad(Struct, frozen=True, forbid_unknown_fields=True):
    """One deal."""

    seats: Annotated[list[SeatOnPad], Meta(min_length=2, max_length=6)]
    out: SeatLetter | None = None
    void: bool = False


class MatchOnPad(Struct, frozen=True, forbid_unknown_fields=True):
    """A match at a real table so far."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=2, le=6)]
    options: dict[str, str | int] = {}
    deals: Annotated[list[DealOnPad], Meta(max_length=_MOST_DEALS)] = []


class PadLine(Struct, frozen=True):
    """One line of a sheet."""

    rule: str
    points: int
    text: str


class PadSheet(Struct, frozen=True):
    """The points of one seat."""

    seat: Literal["", "A", "B", "C", "D", "E", "F"]
    """Empty where one hand was counted."""
    total: int
    lines: list[PadLine]


class Scored(Struct, frozen=True):
    """What cards are worth."""

    sheets: list[PadSheet]


class CountedDeal(Struct, frozen=True):
    """What a deal brought."""

    dealer: str
    gained: list[int]
    totals: list[int]
    sheets: list[PadSheet]
    """Of the seats whose cards are known."""
    position: str


class PadCourse(Struct, frozen=True):
    """A match so far."""

    deals: list[CountedDeal]
    totals: list[int]
    won: list[int]
    over: bool
    winners: str
    dealer: str
    starts: str
    hand: int
    removed: dict[str, int]


# --- shared pads ----------------------------------------------------------------------------------

PadName = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
Code = Annotated[str, Meta(pattern=r"^[A-Z0-9@]{1,20}$(?!\n)")]
DealNumber = Annotated[int, Meta(ge=1, le=60, description="Which deal, from 1.")]
Key = Annotated[str, Meta(max_length=64, description="What the owner got when they shared.")]


class Hand(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one seat has when a deal is over: cards, the field of a pawn, or points alone."""

    cards: Annotated[list[Code], Meta(max_length=120)] = []
    reward: Annotated[list[Code], Meta(max_length=120)] = []
    """Cards that a player who went out may add."""
    roles: Annotated[list[Code], Meta(max_length=2)] = []
    pawn: Annotated[int, Meta(ge=-999, le=999)] | None = None
    points: Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)] | None = None
    nothing: bool = False
    """Whether the player said that there is nothing to count."""


class PadToShare(Struct, frozen=True, forbid_unknown_fields=True):
    """A pad to be shared."""

    game: Annotated[str, Meta(max_length=40)]
    names: Annotated[list[PadName], Meta(min_length=2, max_length=6)]
    """The players, from seat A."""
    deal: DealNumber
    options: dict[str, str | int] = {}
    out: SeatLetter | None = None
    """The player who went out, in games in which one can."""


class Shared(Struct, frozen=True):
    """A pad that was shared."""

    id: str
    """For friends: it lets them send hands."""
    key: str
    """For the owner alone: it gets the hands out."""


class SharedPad(Struct, frozen=True):
    """A shared pad, as friends see it."""

    game: str
    names: list[str]
    options: dict[str, str | int]
    deal: int
    out: SeatLetter | None
    sent: list[SeatLetter]
    """The seats for which somebody has sent a hand in this deal."""


class HandToSend(Struct, frozen=True, forbid_unknown_fields=True):
    """The hand of a seat."""

    seat: SeatLetter
    deal: DealNumber
    hand: Hand


class Collecting(Struct, frozen=True, forbid_unknown_fields=True):
    """What the owner of a pad says when they collect hands."""

    key: Key
    deal: DealNumber
    """The deal that is being entered; hands of other deals are neither returned nor taken."""
    out: SeatLetter | None = None


class CollectedHand(Struct, frozen=True):
    """A hand that a friend sent."""

    seat: SeatLetter
    version: int
    """Grows with every hand that is sent to the pad."""
    hand: Hand


class Collected(Struct, frozen=True):
    """The hands that were sent for a deal."""

    hands: list[CollectedHand]
