"""A match at a real table: entered deals, counted and booked by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tirelire.contract.entries import MOST_POINTS, DealEntry
from tirelire.contract.game import Game
from tirelire.contract.pad import Pad
from tirelire.core.codes import SEAT_LETTERS, seat_letter, seats_of
from tirelire.core.errors import NotationError, OptionError
from tirelire.core.options import Value
from tirelire.core.phase import MATCH_OVER
from tirelire.core.refusals import Refusal
from tirelire.core.sheets import Sheet
from tirelire.core.state import State
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.match.match import Match
from tirelire.pad.preparing import compiled_book, compiled_finish


@dataclass(frozen=True)
class DealScore:
    """The score of one deal."""

    dealer: str
    gained: list[int]
    totals: list[int]
    sheets: list[Sheet | None]
    """The sheet of each seat; None where points alone were written down."""
    position: str
    """The end of the deal as text: `Match.at` reads it."""


@dataclass(frozen=True)
class MatchScore:
    """The score of a match so far."""

    deals: list[DealScore]
    totals: list[int]
    won: list[int]
    over: bool
    winners: str
    """The seats that have won, by their letters; empty while the match runs."""
    dealer: str
    """The seat that deals next; empty when the match is over."""
    starts: str
    """The seat that starts the next deal; empty where all begin at the same time."""
    hand: int
    """Number of cards that each seat is dealt next."""
    removed: dict[str, int]
    """Number of cards of each kind that stay in the box."""


def count(
    game: str | Game, players: int, options: Mapping[str, Value], deals: Sequence[DealEntry]
) -> MatchScore:
    """Count a match from the entered deals.

    >>> from tirelire.contract.entries import SeatEntry
    >>> deal = DealEntry([SeatEntry("EUR20x3 EUR60"), SeatEntry("USD20"), SeatEntry(points=120)])
    >>> score = count("money", 3, {"match": "single"}, [deal])
    >>> score.totals, score.winners
    ([120, 0, 120], 'AC')
    """
    found = game if isinstance(game, Game) else find_game(game)
    pad = pad_of(found)
    opt = found.encode(players, options)
    pad.complete_options(opt, players, deals)
    engine = found.engine
    bounds = engine.match_bounds(players, opt)
    state = engine.begin_from(players, opt, [0] * len(bounds))
    pack = engine.pack_of(state)
    counted = []
    for deal in deals:
        s = engine.record(state)
        if s.ended == MATCH_OVER:
            raise OptionError(Refusal("pad.over"))
        if len(deal.seats) != players:
            raise OptionError(Refusal("pad.every_seat", n=players))
        state = _play(found, state, deal)
        counted.append(_counted(found, state, deal))
    s = engine.record(state)
    over = bool(s.ended == MATCH_OVER)
    dealer = starts = ""
    hand = 0
    if not over:
        following = state.copy()
        _deal(found, following)
        n = engine.record(following)
        dealer, hand = seat_letter(int(n.dealer)), int(n.count[0])
        starts = seat_letter(int(n.active)) if "active" in n.dtype.names else ""
    return MatchScore(
        deals=counted,
        totals=_by_seat(s.total, players),
        won=_by_seat(s.won, players),
        over=over,
        winners=seats_of(int(engine.winners(state))) if over else "",
        dealer=dealer,
        starts=starts,
        hand=hand,
        removed=_removed(found, pack),
    )


def pad_of(game: Game) -> Pad:
    """Return the pad part of a game, or refuse a game that the pad does not offer."""
    if game.pad is None:
        offered = [name for name in game_names() if find_game(name).pad is not None]
        raise OptionError(Refusal("game.no_pad", game=game.id, allowed=", ".join(offered)))
    return game.pad


def _by_seat(values: Any, players: int) -> list[int]:
    return [int(value) for value in values[:players]]


def _removed(game: Game, pack: list[int]) -> dict[str, int]:
    kinds = game.positions.CODES.kinds
    played = set(pack)
    return dict(Counter(kinds[card] for card in range(len(kinds)) if card not in played))


def _deal(game: Game, state: Any) -> None:
    """Begin the next deal, in any order of the cards: it says who deals and who starts."""
    engine = game.engine
    pack = engine.pack_of(state)
    engine.deal_from(state, pack, [0] * len(engine.deal_bounds(state)))


def _play(game: Game, before: Any, deal: DealEntry) -> Any:
    """Return the state after a deal that ended as entered."""
    engine, pad = game.engine, pad_of(game)
    state = before.copy()
    _deal(game, state)
    typed = not deal.void and any(seat.points is not None for seat in deal.seats)
    if typed:
        _check_points(pad, deal)
    without_cards = state.copy()
    pad.lay(engine.record(state), deal, engine.pack_of(state))
    engine.derive(state)
    compiled_finish(game)(state)
    if typed:
        s = engine.record(state)
        gained = [
            int(s.gained[i]) if seat.points is None else seat.points
            for i, seat in enumerate(deal.seats)
        ]
        _book(game, without_cards, gained)
        booked = engine.record(without_cards)
        for name in ("total", "won", "extra", "ended"):
            s[name] = booked[name]
        s.gained[: len(gained)] = gained
    return state


def _check_points(pad: Pad, deal: DealEntry) -> None:
    """Refuse points that no deal can bring."""
    points = [seat.points for seat in deal.seats]
    if any(abs(point or 0) > MOST_POINTS for point in points):
        raise NotationError(Refusal("pad.points", n=MOST_POINTS))
    pad.check_points(points)


def _book(game: Game, state: Any, gained: list[int]) -> None:
    """End a deal with known gains, on an empty table."""
    engine = game.engine
    s = engine.record(state)
    pad_of(game).lay_nothing(s, engine.pack_of(state))
    engine.derive(state)
    s.gained[: len(gained)] = gained
    compiled_book(game)(state)


def _counted(game: Game, state: Any, deal: DealEntry) -> DealScore:
    s = game.engine.record(state)
    players = int(s.players)
    sheets = [
        None if seat.points is not None else game.sheet.of_seat(s, i)
        for i, seat in enumerate(deal.seats)
    ]
    return DealScore(
        dealer=SEAT_LETTERS[int(s.dealer)],
        gained=_by_seat(s.gained, players),
        totals=_by_seat(s.total, players),
        sheets=sheets,
        position=Match(game, State(game.engine, state.copy()), None).position(),
    )
