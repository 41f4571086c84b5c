"""Settings of a game in which every pair of option values occurs, for each player count."""

from __future__ import annotations

from itertools import combinations, product

from tirelire.contract.game import Game
from tirelire.core.options import Value

Setting = dict[str, Value]


def covering(game: Game) -> list[Setting]:
    """Return few settings in which all pairs of values of any two options occur."""
    names = [option.name for option in game.options]
    values = {option.name: option.samples() for option in game.options}
    open_pairs = {
        ((a, x), (b, y))
        for a, b in combinations(names, 2)
        for x, y in product(values[a], values[b])
    }
    rows: list[Setting] = []
    while open_pairs:
        row: Setting = dict(min(open_pairs, key=str))
        for name in names:
            if name not in row:
                row[name] = max(
                    values[name], key=lambda value: _covers(row, name, value, open_pairs)
                )
        open_pairs -= {((a, row[a]), (b, row[b])) for a, b in combinations(names, 2)}
        rows.append(row)
    return rows


def _covers(
    row: Setting, name: str, value: Value, pairs: set[tuple[tuple[str, Value], tuple[str, Value]]]
) -> int:
    other = set(row.items())
    mine = (name, value)
    return sum(1 for a, b in pairs if (a == mine and b in other) or (b == mine and a in other))


def settings(game: Game) -> list[tuple[int, Setting]]:
    """Return every player count with every setting of the covering array that goes with it."""
    return [
        (players, setting)
        for players in range(game.fewest, game.most + 1)
        for setting in [{}, *covering(game)]
    ]


def spread_settings(game: Game) -> list[tuple[int, Setting]]:
    """Return the usual setting for every player count, and each other setting for one of them."""
    counts = range(game.fewest, game.most + 1)
    rows = [(counts[i % len(counts)], setting) for i, setting in enumerate(covering(game))]
    return [*((players, {}) for players in counts), *rows]
