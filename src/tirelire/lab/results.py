"""The results of a study as one small file, from which its report is written again."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tirelire.core.errors import OptionError
from tirelire.core.reading import read_text
from tirelire.core.refusals import Refusal
from tirelire.games import game as find_game
from tirelire.lab.effects import Effect
from tirelire.lab.estimates import Estimate
from tirelire.lab.figures import Figure
from tirelire.lab.plan import Plan
from tirelire.lab.run import Findings

DIGITS = 6
"""Digits after the point of a stored figure: more than any report shows."""


@dataclass(frozen=True)
class Distribution:
    """How often each whole number occurs."""

    values: NDArray[np.int64]
    """Ascending."""
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, numbers: Any) -> Distribution:
        """Count the numbers of an array of any shape."""
        return cls(*np.unique(np.asarray(numbers).reshape(-1), return_counts=True))


@dataclass(frozen=True)
class StudyResults:
    """All that a report needs: the plan, the figures, and the distributions that are drawn."""

    plan: Plan
    matches: int
    """How many matches were played in each setting."""
    blocks: int
    figures: list[Figure]
    effects: list[Effect]
    distributions: dict[str, Distribution]
    """Of `deals` and `decisions` of a match, of every `total` and the `highest` of each match."""

    @classmethod
    def of(cls, findings: Findings) -> StudyResults:
        """Sum up what was found, with the digits that are stored."""
        base = findings.base
        totals = np.concatenate([x.reshape(-1, base.players) for x in base.totals])
        columns = {
            "deals": np.concatenate(base.column(1)),
            "decisions": np.concatenate(base.column(0)),
            "total": totals,
            "highest": totals.max(axis=-1),
        }
        distributions = {name: Distribution.of(x) for name, x in columns.items()}
        figures = [replace(x, estimate=Estimate(*rounded(x.estimate))) for x in findings.figures]
        effects = [
            replace(
                x,
                estimate=Estimate(*rounded(x.estimate)),
                difference=x.difference and Estimate(*rounded(x.difference)),
            )
            for x in findings.effects
        ]
        return cls(
            *(findings.plan, base.matches, len(base.blocks), figures, effects, distributions)
        )

    def text(self) -> str:
        """Write the results as JSON, a line for each figure.

        Law: `parse` reads them back, and the report is the same, byte for byte.
        """
        plan = self.plan
        head = {
            "game": plan.game.id,
            "players": plan.base.players,
            "options": plan.options,
            "vary": [f"{x.name}={','.join(x.settings)}" for x in plan.variations],
            "bots": list(plan.bots),
            "games": plan.boards * plan.base.players,
            "seed": plan.seed,
            "matches": self.matches,
            "blocks": self.blocks,
        }
        figures = [[x.section, x.name, x.item, x.unit, *_numbers(x.estimate)] for x in self.figures]
        effects = [
            [x.varied, x.value, x.name, x.unit, *_numbers(x.estimate), *_numbers(x.difference)]
            for x in self.effects
        ]
        drawn = [
            [name, x.values.tolist(), x.counts.tolist()] for name, x in self.distributions.items()
        ]
        parts = {"figures": figures, "effects": effects, "distributions": drawn}
        lines = [f"{json.dumps(name)}: {_line(value)}" for name, value in head.items()]
        for name, rows in parts.items():
            listed = ",\n".join(map(_line, rows))
            lines.append(f"{json.dumps(name)}: [\n{listed}\n]")
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def parse(cls, text: str) -> StudyResults:
        """Read results that `text` has written; refuse anything else."""
        try:
            read = json.loads(text)
            plan = Plan(
                find_game(read["game"]),
                read["players"],
                read["options"],
                vary=read["vary"],
                bots=read["bots"],
                games=read["games"],
                seed=read["seed"],
            )
            figures = [
                Figure(section, name, item, unit, _estimate(numbers))
                for section, name, item, unit, *numbers in read["figures"]
            ]
            effects = [
                Effect(varied, value, name, unit, _estimate(numbers[:3]), _difference(numbers[3:]))
                for varied, value, name, unit, *numbers in read["effects"]
            ]
            drawn = {
                name: Distribution(np.array(values, np.int64), np.array(counts, np.int64))
                for name, values, counts in read["distributions"]
            }
            return cls(plan, read["matches"], read["blocks"], figures, effects, drawn)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            reason = f"{type(error).__name__}: {error}"[:300]
            raise OptionError(Refusal("lab.results", why=reason)) from error

    @classmethod
    def read(cls, path: Path) -> StudyResults:
        """Read stored results from a file."""
        return cls.parse(read_text(path))


def rounded(estimate: Estimate) -> list[float]:
    """Return a figure and its bounds as they are stored."""
    return [round(x, DIGITS) for x in (estimate.value, estimate.low, estimate.high)]


def _numbers(estimate: Estimate | None) -> list[float | None]:
    """Return the numbers of an estimate; JSON has no number that is none."""
    if estimate is None:
        return []
    return [None if math.isnan(x) else x for x in rounded(estimate)]


def _estimate(numbers: list[float | None]) -> Estimate:
    value, low, high = (math.nan if x is None else x for x in numbers)
    return Estimate(value, low, high)


def _difference(numbers: list[float | None]) -> Estimate | None:
    """Read the difference to the first value, which the first value has not."""
    return _estimate(numbers) if numbers else None


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
