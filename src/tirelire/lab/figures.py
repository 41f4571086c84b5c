"""Everything that the lab says of a setting, section by section, every figure with its interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tirelire.arena.statistics import LEVEL
from tirelire.contract.sorts import NOWHERE
from tirelire.core.codes import seat_letter
from tirelire.lab.count_layout import MOST_COUNTED, WHOLE_WIN
from tirelire.lab.estimates import Estimate, Histogram, Sums, estimate, ratio
from tirelire.lab.luck import PARTS, luck_sums, shares_of_variance
from tirelire.lab.sample import Sample

SHARE, POINTS, COUNT = "share", "points", "count"
"""The unit of a figure: a share of one, points or chips, or a count."""
QUANTILES = {"low": 0.05, "median": 0.5, "high": 0.95}
FEWEST_SEEN = 30
"""A figure is left out if it was seen less often than this."""


@dataclass(frozen=True)
class Figure:
    """One figure of a section: what it is, what it is of, and how large it is."""

    section: str
    name: str
    item: str
    unit: str
    estimate: Estimate


def figures_of(sample: Sample) -> list[Figure]:
    """Return all figures of a setting."""
    made = (
        *(_seats, _places, _length, _scores, _ends),
        *(_cards, _sets, _luck, _bots),
    )
    return [figure for make in made for figure in make(sample)]


def _row(
    section: str, name: str, unit: str, items: Sequence[str], found: Sequence[Estimate]
) -> list[Figure]:
    return [Figure(section, name, item, unit, x) for item, x in zip(items, found, strict=True)]


def _means(sums: Any) -> Any:
    """Divide all sums by the last, which is how many there are."""
    return ratio(sums[..., :-1], sums[..., -1:])


def _seats(sample: Sample) -> list[Figure]:
    letters = [seat_letter(seat) for seat in range(sample.players)]
    shares = estimate(_means, sample.seat_sums(sample.shares))
    leads = estimate(_means, sample.seat_sums(sample.leads))
    return [
        *_row("seats", "share", SHARE, letters, shares),
        *_row("seats", "lead", POINTS, letters, leads),
    ]


def _places(sample: Sample) -> list[Figure]:
    items = [str(place + 1) for place in range(sample.players)]
    triples = sample.part("places")
    return [
        *_row("places", "share", SHARE, items, estimate(_wins, triples)),
        *_row("places", "points", POINTS, items, estimate(_points(sample), triples)),
    ]


def _wins(triples: Any) -> Any:
    """Return the share of the deals that was won, from triples."""
    return ratio(triples[..., 2], WHOLE_WIN * triples[..., 0])


def _points(sample: Sample) -> Callable[[Any], Any]:
    """Make the function that returns the mean points above those of the table, from triples."""
    return lambda triples: ratio(triples[..., 1], sample.players * triples[..., 0])


def _length(sample: Sample) -> list[Figure]:
    names = {"deals": 1, "decisions": 0}
    return [
        figure
        for item, column in names.items()
        for figure in _spread("length", item, COUNT, Histogram(sample.column(column)))
    ]


def _spread(section: str, item: str, unit: str, histogram: Histogram) -> list[Figure]:
    found = {"mean": histogram.mean(), "sd": histogram.spread()}
    found |= {name: histogram.quantile(share) for name, share in QUANTILES.items()}
    return [Figure(section, name, item, unit, x) for name, x in found.items()]


def _scores(sample: Sample) -> list[Figure]:
    totals = [x.reshape(-1, sample.players) for x in sample.totals]
    ranked = [np.sort(x, axis=1) for x in totals]
    kinds = {
        "total": [x.reshape(-1) for x in totals],
        "highest": [x[:, -1] for x in ranked],
        "margin": [x[:, -1] - x[:, -2] for x in ranked],
    }
    figures = [x for k, v in kinds.items() for x in _spread("scores", k, POINTS, Histogram(v))]
    shared = _of_seldom(estimate(_means, shared_sums(sample))[0], sample)
    return [*figures, Figure("scores", "shared", "", SHARE, shared)]


def _of_seldom(share: Estimate, sample: Sample) -> Estimate:
    """Widen the interval of an event that was never seen: it may still happen, in few boards."""
    if share.value > 0:
        return share
    boards = sum(map(len, sample.blocks))
    return Estimate(0.0, 0.0, 1 - (1 - LEVEL) ** (1 / boards))


def shared_sums(sample: Sample) -> Sums:
    """Count the matches whose win was shared, and all, by block."""
    rows = [[(x.max(axis=-1) < 1).sum(), x.shape[0] * x.shape[1]] for x in sample.shares]
    return np.array(rows, np.float64)


def _ends(sample: Sample) -> list[Figure]:
    reasons = sample.setting.game.reasons[1:]
    counts = sample.part("reasons")[:, 1:]
    found = estimate(lambda x: ratio(x, x.sum(axis=-1, keepdims=True)), counts)
    return _row("ends", "share", SHARE, reasons, [_of_seldom(x, sample) for x in found])


def _cards(sample: Sample) -> list[Figure]:
    """Return what a card is worth: dealt, by a regression on all kinds of the hand; and kept."""
    sorts, players = sample.setting.game.sorts, sample.players
    cross, cards = sample.part("cross"), sample.part("cards")
    seen = cards.sum(axis=0) >= FEWEST_SEEN
    kinds = [kind for kind, is_seen in zip(sorts.kinds, seen, strict=True) if is_seen]
    cross, cards = cross[:, seen][:, :, seen], cards[:, seen]
    points = sample.part("points")[:, seen] / players
    wins = sample.part("wins")[:, seen] / WHOLE_WIN

    def slopes(x: Any, y: Any) -> Any:
        return (np.linalg.pinv(x, hermitian=True) @ y[..., None])[..., 0]

    figures = [
        *_row("cards", "dealt_points", POINTS, kinds, estimate(slopes, cross, points)),
        *_row(
            "cards", "dealt_share", SHARE, kinds, estimate(slopes, cross, wins - cards / players)
        ),
    ]
    if sorts.kept == NOWHERE:
        return figures
    holding, all_seats = sample.part("holding"), sample.part("places").sum(axis=1)
    often = holding[..., 0].sum(axis=0) >= FEWEST_SEEN
    kinds = [kind for kind, is_seen in zip(sorts.kinds, often, strict=True) if is_seen]
    for name, unit, mean in (
        ("kept_points", POINTS, _points(sample)),
        ("kept_share", SHARE, _wins),
    ):

        def gap(held: Any, whole: Any, mean: Callable[[Any], Any] = mean) -> Any:
            return mean(held) - mean(whole[:, None] - held)

        figures += _row("cards", name, unit, kinds, estimate(gap, holding[:, often], all_seats))
    return figures


def _sets(sample: Sample) -> list[Figure]:
    """Return the mean points by how many cards of a set were dealt, and kept."""
    sorts = sample.setting.game.sorts
    figures = []
    for name in ("dealt", *(("kept",) if sorts.kept != NOWHERE else ())):
        triples = sample.part(name)
        found = estimate(_points(sample), triples)
        often = triples[..., 0].sum(axis=0) >= FEWEST_SEEN
        figures += [
            Figure("sets", name, f"{code} {count}", POINTS, found[g][count])
            for g, code in enumerate(sorts.sets)
            for count in range(MOST_COUNTED + 1)
            if often[g, count] and often[g].sum() > 1
        ]
    return figures


def _luck(sample: Sample) -> list[Figure]:
    wins = [x - 1 / sample.players for x in sample.shares]
    return [
        figure
        for name, values in (("points", sample.leads), ("wins", wins))
        for figure in _row(
            "luck", name, SHARE, PARTS, estimate(shares_of_variance, luck_sums(values))
        )
    ]


def _bots(sample: Sample) -> list[Figure]:
    names = list(dict.fromkeys(sample.bots))
    seats = np.array([[bot == name for bot in sample.bots] for name in names], np.float64)

    def by_name(sums: Any) -> Any:
        return (_means(sums) @ seats.T) / seats.sum(axis=1)

    shares = estimate(by_name, sample.bot_sums(sample.shares))
    leads = estimate(by_name, sample.bot_sums(sample.leads))
    return [
        *_row("bots", "share", SHARE, names, shares),
        *_row("bots", "lead", POINTS, names, leads),
    ]
