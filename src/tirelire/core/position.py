"""Positions as text: read the items, deal the missing cards; the items that all games share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tirelire.core.chance import Source, shuffled
from tirelire.core.codes import Codes, quote, seat_letter, seat_number, seats_of
from tirelire.core.errors import NotationError
from tirelire.core.options import Value
from tirelire.core.phase import DEAL_OVER, MATCH_OVER, RUNNING
from tirelire.core.refusals import Refusal

LONGEST = 20_000
"""No position or record line is longer than this."""
_WHOLE = re.compile(r"[+-]?\d{1,13}")


@dataclass
class Items:
    """The items of a written position, taken one after the other by the game's reader."""

    game: str
    players: int
    options: dict[str, Value]
    values: dict[str, list[str]]
    """The words of each item; items of a seat have its letter in their name: `hand A`."""
    _taken: set[str] = field(default_factory=set)

    def take(self, name: str) -> list[str] | None:
        """Return the words of an item, or None where it is not written."""
        self._taken.add(name)
        return self.values.get(name)

    def number(self, name: str, usual: int, low: int, high: int) -> int:
        """Return the whole number of an item."""
        words = self.take(name)
        if words is None:
            return usual
        if len(words) != 1:
            raise NotationError(Refusal("position.one_number", name=name, low=low, high=high))
        return whole(words[0], name, low, high)

    def flag(self, name: str) -> bool:
        """Tell whether an item is written, alone or with yes; no is as if it were not."""
        words = self.take(name)
        if words not in (None, [], ["yes"], ["no"]):
            raise NotationError(Refusal("position.yes_or_no", name=name))
        return words in ([], ["yes"])

    def seat(self, name: str, usual: int) -> int:
        """Return the seat that an item names."""
        words = self.take(name)
        if words is None:
            return usual
        if len(words) != 1:
            raise NotationError(Refusal("position.one_seat", name=name))
        return seat_number(words[0], self.players)

    def seats(self, name: str, usual: int) -> int:
        """Return the seats that an item names, `AC` or `-`, as a bitmask."""
        words = self.take(name)
        if words is None:
            return usual
        if words == ["-"]:
            return 0
        seats = [seat_number(letter, self.players) for letter in "".join(words)]
        if len(set(seats)) != len(seats):
            raise NotationError(Refusal("position.seat_twice", name=name))
        return sum(1 << seat for seat in seats)

    def by_seat(self, name: str, usual: int, low: int, high: int) -> list[int]:
        """Return a number for each seat: `A 10 B 0`."""
        words = self.take(name) or []
        result = [usual] * self.players
        if len(words) % 2 or len(set(words[::2])) != len(words) // 2:
            raise NotationError(Refusal("position.pairs", name=name))
        for letter, text in zip(words[::2], words[1::2], strict=True):
            result[seat_number(letter, self.players)] = whole(text, name, low, high)
        return result

    def finish(self, known: Iterable[str]) -> None:
        """Refuse items that no reader has taken."""
        for name in self.values:
            if name not in self._taken:
                raise NotationError(
                    Refusal("position.unknown", item=quote(name), known=", ".join(known))
                )


def whole(text: str, what: str, low: int, high: int) -> int:
    """Read a whole number within bounds."""
    if not _WHOLE.fullmatch(text) or not low <= int(text) <= high:
        raise NotationError(Refusal("whole", what=what, text=quote(text), low=low, high=high))
    return int(text)


def split_items(text: str) -> list[list[str]]:
    """Split a position into items and items into words, leaving out comments."""
    if len(text) > LONGEST:
        raise NotationError(Refusal("position.long", n=LONGEST))
    lines = [line.split("#", 1)[0] for line in text.splitlines()]
    items = [item.split() for line in lines for item in line.split(";")]
    return [words for words in items if words]


def parse_heading(words: Sequence[str]) -> tuple[str, int, dict[str, Value]]:
    """Read the first item: the game, the number of players, and options."""
    if len(words) < 2:
        raise NotationError(Refusal("position.heading"))
    options: dict[str, Value] = {}
    for word in words[2:]:
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise NotationError(Refusal("position.no_option", text=quote(word)))
        if name in options:
            raise NotationError(Refusal("position.option_twice", option=quote(name)))
        options[name] = value
    return words[0], whole(words[1], "players", 1, 9), options


def parse_items(text: str, seat_items: Sequence[str], numbered_items: Sequence[str] = ()) -> Items:
    """Read a position into its items.

    `seat_items` are the names that a seat's letter follows, `numbered_items` those that a number
    follows.
    """
    lists = split_items(text)
    if not lists:
        raise NotationError(Refusal("position.empty"))
    game, players, options = parse_heading(lists[0])
    values: dict[str, list[str]] = {}
    for words in lists[1:]:
        name, rest = words[0], words[1:]
        if name in seat_items:
            if not rest:
                raise NotationError(Refusal("position.needs_seat", name=name))
            name, rest = f"{name} {seat_letter(seat_number(rest[0], players))}", rest[1:]
        elif name in numbered_items:
            if not rest:
                raise NotationError(Refusal("position.needs_number", name=name))
            name, rest = f"{name} {whole(rest[0], name, 1, 9)}", rest[1:]
        if name in values:
            raise NotationError(Refusal("position.item_twice", item=quote(name)))
        values[name] = rest
    return Items(game, players, options, values)


class CardLists:
    """The lists of cards in a written position: the named cards, then those that are dealt."""

    def __init__(self, items: Items, codes: Codes, extra: Sequence[str] = ()) -> None:
        self.items = items
        self.codes = codes
        self.extra = extra
        """Codes that are no cards of the deck but may stand in a list (a bluff card)."""
        self.named: dict[str, list[str]] = {}
        self.stars: dict[str, int | None] = {}
        self.cards: dict[str, list[int]] = {}

    def take(self, name: str, usual: str) -> None:
        """Take a list of cards; where it is not written, read the usual text instead."""
        words = self.items.take(name)
        words = usual.split() if words is None else list(words)
        if words and words[-1].startswith("*"):
            star = words.pop()[1:]
            self.stars[name] = whole(star, f"{name} *", 0, 200) if star else None
        if words == ["-"]:
            words = []
        self.named[name] = self.codes.expand(words, extra=self.extra)

    def place(self, in_play: Iterable[int]) -> None:
        """Find a card for every code."""
        flat = [(name, code) for name, codes in self.named.items() for code in codes]
        real = [(name, code) for name, code in flat if code not in self.extra]
        chosen = self.codes.choose([code for _, code in real], in_play)
        self.cards = {name: [] for name in self.named}
        for (name, _), card in zip(real, chosen, strict=True):
            self.cards[name].append(card)
        self.free = sorted(set(in_play) - set(chosen))

    def deal(self, source: Source, usual: Mapping[str, int]) -> list[int]:
        """Deal the stars, in the order of the lists, and return the cards that are left, shuffled.

        `usual` is the size of each list that a bare star deals up to; without one it takes all.
        """
        deck = shuffled(source, self.free)
        for name, star in self.stars.items():
            size = usual.get(name)
            wanted = len(deck) if size is None else size - len(self.cards[name])
            if star is not None:
                wanted = star
            if wanted > len(deck):
                raise NotationError(Refusal("position.few_cards", n=wanted, name=name))
            for _ in range(wanted):
                self.cards[name].append(deck.pop(0))
        return deck


def write_common(s: Any, reasons: Sequence[str]) -> dict[str, str]:
    """Write the items that every game has, all of them, in their order."""
    by_seat = tuple(s.total), tuple(s.won), tuple(s.gained)
    numbers = int(s.deals), int(s.dealer), int(s.extra)
    reason = reasons[s.reason]
    return dict(_write_common(int(s.players), int(s.ended), reason, *numbers, *by_seat))


@lru_cache(10_000)
def _write_common(
    players: int,
    ended: int,
    reason: str,
    deals: int,
    dealer: int,
    extra: int,
    total: tuple[int, ...],
    won: tuple[int, ...],
    gained: tuple[int, ...],
) -> dict[str, str]:
    over = "-" if ended == RUNNING else reason + (" match" if ended == MATCH_OVER else "")
    return {
        "deal": str(deals),
        "dealer": seat_letter(dealer),
        "totals": write_by_seat(total, players),
        "won": write_by_seat(won, players),
        "gained": write_by_seat(gained, players),
        "extra": str(extra),
        "over": over,
    }


def usual_common(players: int, capital: int) -> dict[str, str]:
    """Write the values that these items have where they are not written."""
    zeros = write_by_seat([0] * players, players)
    return {
        "deal": "1",
        "dealer": seat_letter(players - 1),
        "totals": write_by_seat([capital] * players, players),
        "won": zeros,
        "gained": zeros,
        "extra": "0",
        "over": "-",
    }


def read_common(items: Items, s: Any, capital: int, reasons: Sequence[str]) -> None:
    """Read the items that every game has into a record that was set up."""
    most = 2_000_000
    s.deals = items.number("deal", 1, 1, 99)
    s.dealer = items.seat("dealer", items.players - 1)
    s.extra = items.number("extra", 0, 0, 99)
    for name, values in (
        ("total", items.by_seat("totals", capital, -most, most)),
        ("won", items.by_seat("won", 0, 0, 99)),
        ("gained", items.by_seat("gained", 0, -most, most)),
    ):
        getattr(s, name)[: items.players] = values
    s.ended = RUNNING
    words = items.take("over")
    if words is not None and words != ["-"]:
        known = [reason for reason in reasons if reason]
        if not words or words[0] not in known or words[1:] not in ([], ["match"]):
            raise NotationError(Refusal("position.over", known=" ".join(known)))
        s.reason = reasons.index(words[0])
        s.ended = MATCH_OVER if words[1:] else DEAL_OVER


def write_by_seat(values: Iterable[Any], players: int) -> str:
    """Write a number for each seat: `A 10 B 0`."""
    shown = list(values)[:players]
    return " ".join(f"{seat_letter(seat)} {int(value)}" for seat, value in enumerate(shown))


def write_seats(mask: int) -> str:
    """Write the seats of a bitmask; an empty one is `-`."""
    return seats_of(mask) or "-"
