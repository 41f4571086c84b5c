"""A match: the true state, the moves that led to it, and the views and legal moves of all seats.

Moves are text or their parts and are applied whole or not at all. Going back replays the match from
its beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tirelire.contract.game import Game
from tirelire.core.chance import Chance, seeded
from tirelire.core.codes import seat_letter, seat_number, seats_of
from tirelire.core.errors import IllegalMove, NotationError, OptionError, StaleMove
from tirelire.core.moves import Move, split_seat
from tirelire.core.options import Value
from tirelire.core.phase import DEAL_OVER, MATCH_OVER, RUNNING
from tirelire.core.plain import Plain, plain
from tirelire.core.position import parse_heading, parse_items, split_items
from tirelire.core.refusals import Refusal
from tirelire.core.state import State
from tirelire.games import game as find_game
from tirelire.match.events import Deal, Event, Past, Played, Retracted
from tirelire.match.retracting import NO_CHOICE, OpenChoice, is_secret, tells_nothing
from tirelire.match.view import View, Views, by_letter, find_item

ENDED = {RUNNING: "running", DEAL_OVER: "deal", MATCH_OVER: "match"}


class Prepared(NamedTuple):
    """A move, a deal or a retraction that could happen now."""

    event: Event
    state: State
    """The state that would follow."""
    number: int
    """The number of the position that it was prepared at."""
    choice: OpenChoice = NO_CHOICE
    """The choice that is open after a retraction."""


class Match:
    """One match being played.

    >>> match = Match.begin("cash_oder_crash", players=3, seed=1)
    >>> match.actors
    'AB'
    >>> match.play("A lay RED")
    >>> match.legal("A")
    []
    """

    _actors: str | None
    """Cache of the seats that may decide."""
    _retractions: dict[str, Prepared | None]
    """Cache of what seats may retract, None for those that may not."""
    _retractable: dict[str, bool]
    """Cache of who may retract; it stays while others choose in secret."""

    def __init__(self, game: Game, state: State, chance: Chance | None) -> None:
        self.game = game
        self.chance = chance
        """The source of the next deals; None for a match that is replayed."""
        self.names: list[str] = []
        """The names of the players; empty if they are unknown."""
        self.draws: list[int] = []
        """The numbers that the match was set up from."""
        self.events = Past()
        """All deals, moves and retractions since the match began."""
        self.players = int(state.record.players)
        """How many seats play."""
        self._choice = NO_CHOICE
        self._take(state)
        self._origin = state.copy()

    # --- beginning ------------------------------------------------------------------------------

    @classmethod
    def begin(
        cls,
        game: str | Game,
        players: int,
        options: Mapping[str, Value] | None = None,
        *,
        seed: int = 0,
        chance: Chance | None = None,
        names: Sequence[str] = (),
    ) -> Match:
        """Begin a match and deal its first cards, from a seed or from any other chance."""
        found = game if isinstance(game, Game) else find_game(game)
        opt = found.encode(players, options or {})
        chance = chance or seeded(seed)
        draws = found.engine.draw_match(players, opt, chance.branch(0))
        match = cls.set_up(found, opt, players, draws)
        match.chance = chance
        match.seat(names)
        match.next_deal()
        return match

    @classmethod
    def set_up(cls, game: Game, opt: list[int], players: int, draws: list[int]) -> Match:
        """Set up a match from given draws, before its first deal."""
        engine = game.engine
        _check_draws(draws, engine.match_bounds(players, opt))
        match = cls(game, State(engine, engine.begin_from(players, opt, draws)), None)
        match.draws = draws
        return match

    @classmethod
    def at(cls, position: str, *, seed: int = 0) -> Match:
        """Begin a match at a written position; missing items are dealt from the seed."""
        items = split_items(position)
        if not items:
            raise NotationError(Refusal("position.empty"))
        name, players, options = parse_heading(items[0])
        game = find_game(name)
        opt = game.encode(players, options)
        chance = seeded(seed)
        positions = game.positions
        written = parse_items(position, positions.SEAT_ITEMS, positions.PILE_ITEMS)
        state = positions.read(written, game.engine, opt, chance.branch(0))
        return cls(game, State(game.engine, state), chance)

    def seat(self, names: Sequence[str]) -> None:
        """Say who sits where."""
        if names and len(names) != self.players:
            raise OptionError(Refusal("names", n=self.players))
        if any(not name.isprintable() or name != " ".join(name.split()) for name in names):
            raise OptionError(Refusal("names", n=self.players))
        self.names = list(names)

    # --- who may do what ------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the position: it grows with each event."""
        return len(self.events)

    @property
    def actors(self) -> str:
        """The seats that may decide now."""
        if self._actors is None:
            self._actors = seats_of(self._state.actors)
        return self._actors

    @property
    def asked(self) -> str:
        """The seat that is asked first where no clock decides; empty when the deal is over."""
        seat = self._state.asked
        return "" if seat < 0 else seat_letter(seat)

    @property
    def pack(self) -> list[int]:
        """The cards that are shuffled for each deal: players and options decide it, all know it."""
        return self.game.engine.pack_of(self._state.raw)

    def decisions(self, seat: str) -> tuple[int, ...]:
        """Return the legal decisions of a seat, as the rules number them."""
        return self._state.legal(seat_number(seat, self.players))

    def legal(self, seat: str) -> list[str]:
        """Return the legal decisions of a seat, as moves."""
        return self.said(seat, self.decisions(seat))

    def said(self, seat: str, decisions: Iterable[int]) -> list[str]:
        """Say decisions of a seat as moves."""
        number = seat_number(seat, self.players)
        say, record = self.game.moves.move_of, self._record
        return [str(say(record, number, decision)) for decision in decisions]

    # --- playing --------------------------------------------------------------------------------

    def play(
        self,
        move: Move | str | Sequence[str],
        seat: str | None = None,
        *,
        number: int | None = None,
        time: int | None = None,
    ) -> None:
        """Apply a move whole, or raise and change nothing.

        The seat stands in front of the move or is given. `number` is that of the position that the
        move was made for; `time` are milliseconds since the match began, kept in the record.
        """
        self.accept(self.prepare(move, seat, number=number, time=time))

    def prepare(
        self,
        move: Move | str | Sequence[str],
        seat: str | None = None,
        *,
        number: int | None = None,
        time: int | None = None,
    ) -> Prepared:
        """Work out what a move would do, or raise; nothing has happened until it is accepted."""
        written, said = split_seat(move)
        letter = seat or written
        if letter is None or (seat and written and seat != written):
            raise NotationError(Refusal("no_seat"))
        if number is not None and number != self.number:
            raise StaleMove(number, self.number)
        if time is not None and time < 0:
            raise NotationError(Refusal("times"))
        state = self._after(self._state, seat_number(letter, self.players), said)
        return Prepared(Played(letter, said, time), state, self.number)

    def accept(self, prepared: Prepared) -> None:
        """Let something happen that was prepared at this position."""
        if prepared.number != self.number:
            raise StaleMove(prepared.number, self.number)
        event, choice = prepared.event, prepared.choice
        if isinstance(event, Played) and (self._choice.has_begun or len(self.actors) > 1):
            before, retractable = self._views, self._retractable
            self._take(prepared.state)
            if tells_nothing(self.game, before.of(None).bytes, self.view(None).bytes):
                choice = self._choice.followed_by(before, event)
                # The choices of others commute with it: theirs are as secret as before.
                self._retractable = {**retractable}
                self._retractable.pop(event.seat, None)
        else:
            self._take(prepared.state)
        self._choice = choice
        self.events = self.events.followed_by(event)

    def _take(self, state: State) -> None:
        """Be at another state."""
        self._state = state
        self._actors = None
        self._views = Views(self.game, self.players, state)
        self._retractions = {}
        self._retractable = {}
        self._ended = ENDED[state.ended]

    def is_legal(self, move: Move | str | Sequence[str], seat: str | None = None) -> bool:
        """Tell whether a move could be applied now."""
        try:
            self.prepare(move, seat)
        except (IllegalMove, NotationError, OptionError):
            return False
        return True

    def _after(self, before: State, seat: int, move: Move) -> State:
        """Return the state after a whole move."""
        is_now = before is self._state
        view = self.view(seat_letter(seat)) if is_now else View(self.game, before.veil(seat))
        state = before.copy()
        for decision in self.game.moves.decisions(view.plain, move):
            if not state.play(seat, decision):
                view = View(self.game, state.veil(seat))
                refusal = self.game.refusals.refusal(view.record, seat, decision)
                raise IllegalMove(refusal.naming(self.names))
        return state

    # --- taking back ----------------------------------------------------------------------------

    def may_retract(self, seat: str) -> bool:
        """Tell whether a seat may take back its last move: see `retracting`."""
        if seat not in self._retractable:
            self._retractable[seat] = self._is_retractable(seat)
        return self._retractable[seat]

    def _is_retractable(self, seat: str) -> bool:
        """Tell whether the last move of a seat was secret when it was made: it still is.

        Later moves of the choice commute with it, so they need not be played again.
        """
        place, moves = self._choice.place_of(seat), self._choice.moves
        if place < 0 or moves[place].played.move.verb in self.game.final:
            return False
        after = moves[place + 1].before if place + 1 < len(moves) else self._views
        number = seat_number(seat, self.players)
        return is_secret(self.game, self.players, number, after, moves[place].before)

    def retract(self, seat: str, *, time: int | None = None) -> None:
        """Take back the last move of a seat, or raise and change nothing.

        >>> match = Match.begin("cash_oder_crash", players=3, seed=1)
        >>> match.play("A lay RED")
        >>> match.retract("A")
        >>> match.legal("A")
        ['lay RED', 'lay YELLOW']
        """
        self.accept(self.prepare_retraction(seat, time=time))

    def prepare_retraction(self, seat: str, *, time: int | None = None) -> Prepared:
        """Work out what taking back the last move of a seat would do, or raise."""
        found = self._retraction(seat)
        if found is None:
            raise IllegalMove(Refusal("retract"))
        return found._replace(event=Retracted(seat, time))

    def _retraction(self, seat: str) -> Prepared | None:
        if seat not in self._retractions:
            self._retractions[seat] = self._without_last_move(seat)
        return self._retractions[seat]

    def _without_last_move(self, seat: str) -> Prepared | None:
        """Return the retraction of the last move of a seat, None if it is not secret any more."""
        place = self._choice.place_of(seat)
        moves, retracted = self._choice
        if place < 0 or moves[place].played.move.verb in self.game.final:
            return None
        without, choice = moves[place].before, OpenChoice(moves[:place], retracted + seat)
        for _, played in moves[place + 1 :]:
            choice = choice.followed_by(without, played)
            number = seat_number(played.seat, self.players)
            without = Views(
                self.game, self.players, self._after(without.state, number, played.move)
            )
        number = seat_number(seat, self.players)
        if not is_secret(self.game, self.players, number, self._views, without):
            return None
        return Prepared(Retracted(seat), without.state, self.number, choice)

    def after(self, prepared: Prepared) -> Match:
        """Return a match of its own in which something prepared has happened."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.accept(prepared)
        return twin

    def next_deal(self) -> None:
        """Deal the next cards."""
        self.accept(self.prepare_next_deal())

    def prepare_next_deal(self) -> Prepared:
        """Work out the next deal from the chance of the match."""
        if self.chance is None:
            raise OptionError(Refusal("no_chance"))
        self._may_deal()
        source = self.chance.branch(int(self._record.deals) + 1)
        deck, draws = self.game.engine.draw_deal(self._state.raw, source)
        return self.prepare_deal(self.game.positions.canonical(deck), draws)

    def deal(self, deck: list[int], draws: list[int]) -> None:
        """Deal the next cards in a given order, with given draws."""
        self.accept(self.prepare_deal(deck, draws))

    def prepare_deal(self, deck: list[int], draws: list[int]) -> Prepared:
        """Work out a deal in a given order, with given draws."""
        self._may_deal()
        engine, raw = self.game.engine, self._state.raw
        if sorted(deck) != engine.pack_of(raw):
            raise NotationError(Refusal("no_pack"))
        _check_draws(draws, engine.deal_bounds(raw))
        state = self._state.copy()
        state.deal(deck, draws)
        return Prepared(Deal(tuple(deck), tuple(draws)), state, self.number)

    def _may_deal(self) -> None:
        if self.ended != "deal":
            raise IllegalMove(Refusal("deal_runs" if self.ended == "running" else "match_over"))

    def undo(self, moves: int = 1) -> None:
        """Go back by some moves, replaying all before them; later deals are taken back."""
        played = [i for i, event in enumerate(self.events) if isinstance(event, Played)]
        if not 1 <= moves <= len(played):
            raise OptionError(Refusal("undo", moves=moves, n=len(played)))
        events = self.events[: played[-moves]]
        self._take(self._origin.copy())
        self._choice = NO_CHOICE
        self.events = Past()
        for event in events:
            self.apply(event)

    def apply(self, event: Event) -> None:
        """Apply an event of a record, or of the event log of a table."""
        self.accept(self.prepare_event(event))

    def prepare_event(self, event: Event) -> Prepared:
        """Work out an event of a record, or of the event log of a table."""
        if isinstance(event, Deal):
            return self.prepare_deal(list(event.deck), list(event.draws))
        if isinstance(event, Retracted):
            return self.prepare_retraction(event.seat, time=event.time)
        return self.prepare(event.move, event.seat, time=event.time)

    # --- what can be seen -----------------------------------------------------------------------

    def view(self, seat: str | None) -> View:
        """Return what a seat may know, or a spectator for None."""
        return self._views.of(seat)

    def items_for(self, seat: str | None) -> dict[str, str]:
        """Return all items of what a seat may know, as text.

        They are written for spectators once, and for a seat only where it knows more.
        """
        public = self.view(None).items
        if seat is None:
            return public
        known: dict[str, str] = self.game.positions.write_view(self.view(seat).plain, public)
        return known

    def awaited(self, seat: str | None) -> str:
        """Return the seats that decide now, as far as a seat or a spectator can know.

        A seat knows of itself whether it does, and of the others what spectators know.
        """
        awaited = self.view(None).awaited
        if seat is None or (seat in awaited) == (seat in self.actors):
            return awaited
        return "".join(sorted(set(awaited) ^ {seat}))

    def looks_as(self, earlier: Match, seat: str | None) -> bool:
        """Tell whether a seat sees what it saw earlier; then the view is the same, ready made."""
        return self._views.is_like(earlier._views, seat)

    def forget_views(self) -> None:
        """Make room: views are kept, since most are asked for several times."""
        self._views.forget()

    # --- the truth ------------------------------------------------------------------------------

    @property
    def _record(self) -> Any:
        return self._state.record

    @property
    def plain(self) -> Plain:
        """The true record as plain numbers and lists."""
        return plain(self.game.engine.state_type, self._state.bytes)

    @property
    def state(self) -> State:
        """A copy of the true state."""
        return self._state.copy()

    @property
    def options(self) -> dict[str, Value]:
        """All options with their values."""
        return self.game.decode(self._record.opt)

    @property
    def ended(self) -> str:
        """Whether the match is `running`, or the `deal` or the whole `match` is over."""
        return self._ended

    @property
    def deals(self) -> int:
        """How many deals have begun."""
        return int(self._record.deals)

    @property
    def reason(self) -> str:
        """Why the deal is over; empty while it runs."""
        return self.game.reasons[int(self._record.reason)]

    @property
    def gained(self) -> dict[str, int]:
        """The gain of each seat in the deal that is over."""
        return by_letter(self._record.gained, self.players)

    @property
    def totals(self) -> dict[str, int]:
        """The total of each seat."""
        return by_letter(self._record.total, self.players)

    @property
    def winners(self) -> str:
        """The seats that have won; empty before the match is over."""
        return seats_of(self.game.engine.winners(self._state.raw))

    def items(self) -> dict[str, str]:
        """Return all items of the position, complete."""
        written: dict[str, str] = self.game.positions.write(self.plain)
        return written

    def item(self, name: str) -> str:
        """Return one item of the position as text."""
        return find_item(self.items(), name)

    def cards(self, name: str) -> list[str]:
        """Return the cards of an item."""
        text = self.item(name)
        return [] if text == "-" else text.split()

    def position(self) -> str:
        """Return the whole position as text."""
        positions = self.game.positions
        usual = positions.usual(self._record)
        lines = [
            f"{name} {value}"
            for name, value in self.items().items()
            if usual.get(name) != value and name not in positions.UNWRITTEN
        ]
        return "\n".join([self._heading(), *lines]) + "\n"

    def _heading(self) -> str:
        defaults = {option.name: option.default for option in self.game.options}
        chosen = [f"{x}={value}" for x, value in self.options.items() if value != defaults[x]]
        return " ".join([self.game.id, str(self.players), *chosen])


def _check_draws(draws: list[int], bounds: list[int]) -> None:
    fits = len(draws) == len(bounds)
    if not fits or any(not 0 <= x < bound for x, bound in zip(draws, bounds, strict=True)):
        raise NotationError(Refusal("draws", count=len(bounds)))
