"""Effects of a change of the rules: figures of settings that were dealt from the same seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tirelire.lab.estimates import Estimate, Sums, estimate, ratio
from tirelire.lab.figures import COUNT, POINTS, SHARE, shared_sums
from tirelire.lab.luck import luck_sums, shares_of_variance
from tirelire.lab.sample import Sample


@dataclass(frozen=True)
class Effect:
    """A figure for one value of a variation, and its difference to the first value."""

    varied: str
    value: str
    name: str
    unit: str
    estimate: Estimate
    difference: Estimate | None
    """None for the first value."""


@dataclass(frozen=True)
class Measure:
    """A figure that sums up a setting."""

    name: str
    unit: str
    sums: Callable[[Sample], Sums]
    function: Callable[[Any], Any]


def _first(sums: Any) -> Any:
    return ratio(sums[..., 0], sums[..., -1])


def _widest(sums: Any) -> Any:
    """Return the difference between the best and the worst seat."""
    shares = ratio(sums[..., :-1], sums[..., -1:])
    return shares.max(axis=-1) - shares.min(axis=-1)


def _column_sums(number: int) -> Callable[[Sample], Sums]:
    def sums(sample: Sample) -> Sums:
        return np.array([[x.sum(), len(x)] for x in sample.column(number)], np.float64)

    return sums


def _square_sums(sample: Sample) -> Sums:
    totals = [x.astype(np.float64) for x in sample.totals]
    return np.array([[x.sum(), (x**2).sum(), x.size] for x in totals])


def _deviation(sums: Any) -> Any:
    mean, squares = (ratio(sums[..., i], sums[..., 2]) for i in (0, 1))
    return np.sqrt(np.maximum(squares - mean**2, 0))


MEASURES = (
    Measure("deals", COUNT, _column_sums(1), _first),
    Measure("decisions", COUNT, _column_sums(0), _first),
    Measure("spread", POINTS, _square_sums, _deviation),
    Measure("shared", SHARE, shared_sums, _first),
    Measure("first_seat", SHARE, lambda x: x.seat_sums(x.shares), _first),
    Measure("seats", SHARE, lambda x: x.seat_sums(x.shares), _widest),
    Measure(
        "skill", SHARE, lambda x: luck_sums(x.leads), lambda sums: shares_of_variance(sums)[..., 0]
    ),
    Measure(
        "cards", SHARE, lambda x: luck_sums(x.leads), lambda sums: shares_of_variance(sums)[..., 1]
    ),
)


def effects_of(varied: str, samples: dict[str, Sample]) -> list[Effect]:
    """Compare the samples of all values of a variation with that of the first value."""
    yardstick = next(iter(samples.values()))
    return [
        Effect(
            varied,
            value,
            measure.name,
            measure.unit,
            estimate(measure.function, measure.sums(sample)),
            None if sample is yardstick else _difference(measure, sample, yardstick),
        )
        for measure in MEASURES
        for value, sample in samples.items()
    ]


def _difference(measure: Measure, sample: Sample, yardstick: Sample) -> Estimate:
    found: Estimate = estimate(
        lambda a, b: measure.function(a) - measure.function(b),
        measure.sums(sample),
        measure.sums(yardstick),
    )
    return found
