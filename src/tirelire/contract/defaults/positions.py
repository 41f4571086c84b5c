"""Positions of a game that has only a vocabulary: places of cards, and numbers by their fields."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tirelire.contract.vocabulary import HIDDEN, OPEN, OWNER, Zone
from tirelire.core.cards import FACE_UP
from tirelire.core.chance import Source
from tirelire.core.codes import Codes, seat_letter, write_codes
from tirelire.core.engine import Bytes, Engine
from tirelire.core.errors import NotationError
from tirelire.core.header import header
from tirelire.core.position import (
    CardLists,
    Items,
    read_common,
    usual_common,
    whole,
    write_common,
)
from tirelire.core.refusals import Refusal

if TYPE_CHECKING:
    from tirelire.contract.game import Game

_CARDS = {"zone", "place", "seen", "count"}
_MOST = 1_000_000


class PlainPositions:
    """Every place is a list of cards, every other field of a record one number or several.

    Where a position names cards, all cards in play that it does not name are left to chance: they
    fill the places that a star asks for, and the rest goes to the first hidden place.
    """

    PILE_ITEMS: tuple[str, ...] = ()
    UNWRITTEN: tuple[str, ...] = ()

    def __init__(self, game: Game) -> None:
        self.game = game
        self.words = game.vocabulary
        self.CODES: Codes = self.words.codes
        self.SEAT_ITEMS = tuple(zone.name for zone in self.words.zones if zone.by_seat)
        common = {name for name, *_ in header(1, 1)} | _CARDS
        names = game.kernel.STATE.names or ()
        self._fields = [name for name in names if name not in common]
        shown = game.kernel.VIEW.names or ()
        self._shown = [name for name in shown if name not in common | {"seat"}]

    @cached_property
    def _rest(self) -> Zone:
        """The place to which cards go that a position does not name."""
        hidden = [zone for zone in self.words.zones if zone.known == HIDDEN and not zone.by_seat]
        return (hidden or list(self.words.zones))[0]

    def _places(self, players: int) -> list[tuple[str, Zone, int]]:
        """List every place: its item, what it is, and its zone."""
        return [
            (f"{zone.name} {seat_letter(seat)}" if zone.by_seat else zone.name, zone, seat)
            for zone in self.words.zones
            for seat in (range(players) if zone.by_seat else (0,))
        ]

    # --- reading ---------------------------------------------------------------------------------

    def read(self, items: Items, engine: Engine, opt: list[int], source: Source) -> Bytes:
        """Make the state of a written position: deal from the source, then apply the items."""
        players = items.players
        state = engine.begin_from(players, opt, engine.draw_match(players, opt, source))
        deck, draws = engine.draw_deal(state, source)
        engine.deal_from(state, deck, draws)
        s = engine.record(state)
        read_common(items, s, self.game.capital, self.game.reasons)
        places = self._places(players)
        if any(items.values.get(name) is not None for name, *_ in places):
            self._lay(items, s, places, source)
        for name in self._fields:
            words = items.take(name)
            if words is not None:
                self._set(s, name, words)
        engine.derive(state)
        items.finish([*usual_common(players, 0), *(name for name, *_ in places), *self._fields])
        return state

    def _lay(
        self, items: Items, s: Any, places: list[tuple[str, Zone, int]], source: Source
    ) -> None:
        layout = CardLists(items, self.CODES)
        for name, *_ in places:
            layout.take(name, "-")
        layout.place([card for card in range(len(s.zone)) if s.zone[card] != self.words.box])
        rest = layout.deal(source, {})
        for name, zone, seat in places:
            cards = layout.cards[name] + (rest if zone is self._rest else [])
            for place, card in enumerate(cards):
                s.zone[card] = zone.number + seat
                s.place[card] = place if zone.ordered else 0
                s.seen[card] = {OPEN: FACE_UP, OWNER: 1 << seat, HIDDEN: 0}[zone.known]
        s.count[:] = np.bincount(s.zone, minlength=len(s.count))

    def _set(self, s: Any, name: str, words: list[str]) -> None:
        field = s[name]
        numbers = [whole(word, name, -_MOST, _MOST) for word in words]
        size = int(np.size(field))
        if len(numbers) != size:
            raise NotationError(Refusal("position.numbers", name=name, n=size))
        s[name] = numbers if np.ndim(field) else numbers[0]

    # --- writing ---------------------------------------------------------------------------------

    def _cards(self, r: Any, zone: Zone, number: int) -> str:
        """Write the cards of a place, and how many more there are."""
        cards = [card for card, at in enumerate(r.zone) if at == number]
        if zone.ordered:
            cards.sort(key=lambda card: int(r.place[card]))
        codes = [self.CODES.cards[card] for card in cards]
        return write_codes(codes, int(r.count[number]) - len(cards))

    def _write(self, r: Any, fields: list[str]) -> dict[str, str]:
        written = write_common(r, self.game.reasons)
        for name, zone, seat in self._places(int(r.players)):
            written[name] = self._cards(r, zone, zone.number + seat)
        for name in fields:
            written[name] = " ".join(str(int(number)) for number in np.ravel(getattr(r, name)))
        return written

    def write(self, s: Any) -> dict[str, str]:
        """Write all items of a state, complete."""
        return self._write(s, self._fields)

    def usual(self, s: Any) -> dict[str, str]:
        """Write the values that are left out when a position is printed: those of all games."""
        return usual_common(int(s.players), self.game.capital)

    def write_view(self, v: Any, _public: dict[str, str] | None = None) -> dict[str, str]:
        """Write all items of a view."""
        return self._write(v, self._shown)

    def canonical(self, deck: list[int]) -> list[int]:
        """Return the deck as it will be read back, where equal cards share a code."""
        return self.CODES.choose([self.CODES.cards[card] for card in deck], deck)

    def remembered(self, _v: Any, _seat: int) -> list[str]:
        """Return no cards: there is no option that shows them."""
        return []
