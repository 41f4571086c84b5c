"""Chance: fair, repeatable, and the same everywhere."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy import stats

from tirelire.core import chance
from tirelire.core.chance import STREAM, Keyed, new_stream, seeded, shuffled
from tirelire.core.compiling import array_type, entry_point, scalar_type


@cache
def drawer() -> Any:
    start, below = chance.start, chance.below

    def run(stream: Any, seed: int, index: int, bound: int, out: Any) -> None:
        start(stream, seed, index)
        for i in range(len(out)):
            out[i] = below(stream, bound)

    one = scalar_type()
    return entry_point(
        run, "drawer", "money", (array_type(STREAM), one, one, one, array_type(np.int64))
    )


def drawn(seed: int, index: int, bound: int, count: int = 30_000) -> np.ndarray[Any, Any]:
    out = np.zeros(count, np.int64)
    drawer()(new_stream(0), seed, index, bound, out)
    return out


@pytest.mark.parametrize("bound", [2, 3, 7, 24, 69, 1000])
def test_a_stream_is_uniform(bound: int) -> None:
    counts = np.bincount(drawn(5, 3, bound), minlength=bound)
    assert len(counts) == bound
    assert stats.chisquare(counts).pvalue > 1e-6


def test_branches_of_a_stream_are_their_own() -> None:
    firsts = [tuple(drawn(1, index, 2**31, 2)) for index in range(2000)]
    assert len(set(firsts)) == len(firsts)
    bits = np.array([drawn(1, index, 2, 1)[0] for index in range(4000)])
    assert stats.binomtest(int(bits.sum()), len(bits)).pvalue > 1e-6
    assert tuple(drawn(2, 0, 2**31, 2)) != firsts[0]


@pytest.mark.parametrize("bound", [1, 2, 5, 52])
def test_a_keyed_source_is_uniform_and_repeatable(bound: int) -> None:
    source = Keyed(b"key")
    numbers = [source.below(bound) for _ in range(20_000)]
    again = Keyed(b"key")
    assert numbers[:100] == [again.below(bound) for _ in range(100)]
    counts = np.bincount(numbers, minlength=bound)
    assert len(counts) == bound
    assert bound == 1 or stats.chisquare(counts).pvalue > 1e-6


def test_a_keyed_source_is_the_same_on_every_machine() -> None:
    source = seeded(7)
    assert [source.below(100) for _ in range(8)] == GOLDEN


GOLDEN = [94, 18, 20, 59, 82, 45, 91, 38]


def test_all_orders_are_equally_likely() -> None:
    source = seeded(1)
    counts = Counter(tuple(shuffled(source, [1, 2, 3, 4])) for _ in range(12_000))
    assert len(counts) == 24
    assert stats.chisquare(list(counts.values())).pvalue > 1e-6


def test_branches_of_a_key_are_their_own() -> None:
    source = seeded(1)
    draws = {tuple(source.branch(n).below(2**32) for _ in range(3)) for n in range(100)}
    assert len(draws) == 100
