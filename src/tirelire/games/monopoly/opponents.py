"""Heuristics for the arena (see `contract.opponents`): each has a taste for cards, and no plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tirelire.core.chance import Source
from tirelire.games.monopoly.rules.material import (
    ACTING,
    BASE,
    CHANCE,
    COLOURS,
    COMBO,
    DEEDS,
    DRAW_CARD,
    FIRST_HOUSE,
    GO_OUT,
    GROUP_OF,
    HOTEL,
    KIND_OF,
    MOST_DRAWING,
    MOST_TRADED,
    NEUTRAL,
    PILE,
    SIZES,
    STAY,
    SWAP,
    TRADE,
)

_DEAREST = max(BASE)


@dataclass(frozen=True)
class Taste:
    """What an opponent likes, beside deeds of groups that it has begun, which are worth 0 to 1."""

    houses: float
    """How much it likes a house or a hotel."""
    chance: float
    """How much it likes a Chance card."""
    bonus: float
    """How much it likes any other bonus card."""
    dear: float = 0.0
    """How much more it likes deeds of dear groups than those of cheap ones."""
    trades: bool = False
    """Whether it trades for cards that go with its own."""
    goes_out: Callable[[list[int]], bool] = lambda _kinds: True
    """Whether it goes out with a hand that can."""


def kinds_of(r: Any) -> list[int]:
    """List the kinds of the cards in the hand of the viewing seat."""
    return [KIND_OF[card] for card in r.cards_in(r.seat)]


def top_of(r: Any, zone: int) -> int:
    """Return the kind of the card on top of a pile that is not empty."""
    top = r.count[zone] - 1
    card: int = next(card for card in r.cards_in(zone) if r.place[card] == top)
    return KIND_OF[card]


def worth(taste: Taste, kind: int, kinds: Sequence[int]) -> float:
    """Return how much a seat likes a card beside those of a hand; a deed counts as held."""
    if kind < DEEDS:
        group = GROUP_OF[kind]
        has = sum(GROUP_OF[x] == group for x in {*kinds, kind} if x < DEEDS)
        base = BASE[group] if group < len(COLOURS) else _DEAREST // 2
        return has / SIZES[group] + taste.dear * base / _DEAREST
    if FIRST_HOUSE <= kind <= HOTEL:
        return taste.houses - 0.01 * kind  # the first houses are of more use
    return taste.chance if kind == CHANCE else taste.bonus


def worst(taste: Taste, choices: Sequence[int], kinds: Sequence[int]) -> int:
    """Return the kind that a seat likes the least; of several, one that it holds twice."""
    copies = Counter(kinds)
    return min(choices, key=lambda kind: (worth(taste, kind, kinds), -copies[kind], kind))


def pile_of(decision: int) -> int:
    """Return the zone of the pile that a trade is made with."""
    partner = (decision - TRADE) // MOST_TRADED
    return PILE + partner if partner < MOST_DRAWING else NEUTRAL + partner - MOST_DRAWING


def _trade(taste: Taste, r: Any, kinds: list[int]) -> list[int]:
    """Trade the worst card of the hand for a deed on top of a pile, if that goes much better."""
    given = worst(taste, kinds, kinds)
    found: list[int] = []
    best = worth(taste, given, kinds) + 0.25
    zones = [(seat, PILE + seat) for seat in range(r.players) if seat != r.seat]
    zones += [(MOST_DRAWING + i, NEUTRAL + i) for i in range(MOST_DRAWING - r.players)]
    for partner, zone in zones:
        if r.count[zone] > 0:
            kind = top_of(r, zone)
            liked = worth(taste, kind, kinds)
            begun = any(GROUP_OF[x] == GROUP_OF[kind] for x in kinds if max(x, kind) < DEEDS)
            if begun and liked > best:
                best = liked
                found = [given, TRADE + partner * MOST_TRADED]
    return found


def _act(taste: Taste, r: Any, legal: Sequence[int], kinds: list[int]) -> list[int]:
    """Draw, trade, swap or skip."""
    swaps = [x for x in legal if SWAP <= x < SWAP + r.players]
    if swaps:
        return [max(swaps, key=lambda x: worth(taste, top_of(r, PILE + x - SWAP), kinds))]
    puts = [x for x in legal if x < DRAW_CARD]
    if taste.trades and puts and (trade := _trade(taste, r, kinds)):
        return trade
    if DRAW_CARD in legal:
        return [DRAW_CARD]
    trades = [x for x in legal if TRADE <= x < COMBO and (x - TRADE) % MOST_TRADED == 0]
    if trades:
        return [max(trades, key=lambda x: worth(taste, top_of(r, pile_of(x)), kinds))]
    # The own pile is empty: a card has to be laid before a trade.
    return [worst(taste, puts, kinds)] if puts else [legal[0]]


def _player(taste: Taste) -> Callable[[Any, Sequence[int], Source], list[int]]:
    """Make an opponent from its taste."""

    def choose(r: Any, legal: Sequence[int], _rng: Source) -> list[int]:
        kinds = kinds_of(r)
        if GO_OUT in legal and (taste.goes_out(kinds) or len(legal) == 1):
            return [GO_OUT]
        rest = [x for x in legal if x != GO_OUT]
        if r.own_going or STAY in legal:
            puts = [x for x in rest if x < DRAW_CARD]
            return [worst(taste, puts, kinds) if puts else rest[0]]
        if r.phase == ACTING:
            return _act(taste, r, rest, kinds)
        return [worst(taste, rest, kinds)]

    return choose


def _has_building(kinds: list[int]) -> bool:
    return any(FIRST_HOUSE <= kind <= HOTEL for kind in kinds)


OPPONENTS = {
    "rusher": _player(Taste(houses=-1.0, chance=2.0, bonus=0.2)),
    "collector": _player(Taste(houses=0.1, chance=1.5, bonus=0.3, dear=1.0, trades=True)),
    "builder": _player(Taste(houses=0.7, chance=1.5, bonus=0.4, dear=0.3, goes_out=_has_building)),
    "hoarder": _player(Taste(houses=-1.0, chance=-2.0, bonus=3.0, goes_out=lambda _kinds: False)),
}
