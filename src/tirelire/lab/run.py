"""Playing a plan: hand out blocks, on this machine or on a cluster, and put them in order."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice

from tirelire.arena.executors import Crew, gather
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.lab.blocks import Block, BlockResult, compiled_boards, play_block
from tirelire.lab.effects import Effect, effects_of
from tirelire.lab.figures import Figure, figures_of
from tirelire.lab.plan import Plan, PlayedSetting
from tirelire.lab.sample import Sample

BlockProgress = Callable[[int], None]
"""Is told how many more matches are done."""


class Findings:
    """The results of a plan."""

    def __init__(self, plan: Plan, samples: dict[PlayedSetting, Sample]) -> None:
        self.plan = plan
        self.samples = samples
        self.base = samples[plan.base]
        self.figures: list[Figure] = figures_of(self.base)
        self.effects: list[Effect] = [
            effect
            for variation in plan.variations
            for effect in effects_of(
                variation.name, {x: samples[setting] for x, setting in variation.settings.items()}
            )
        ]


def study(
    plan: Plan,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    progress: BlockProgress | None = None,
) -> Findings:
    """Play all blocks of a plan and find out what they tell.

    `workers` and `cluster` are as in `gather`. Law: who played the blocks does not matter.
    """
    if workers is not None and workers < 1:
        raise OptionError(Refusal("range", name="workers", allowed="≥ 1"))
    if cluster is None:
        compiled_boards(plan.game)  # compiled here, loaded in other processes
    tasks = {setting: plan.blocks(setting) for setting in plan.settings}
    blocks = [block for listed in tasks.values() for block in listed]
    with gather([plan.game.id], workers, cluster) as crew:
        try:
            played = _play(crew, blocks, progress)
        except crew.losses as error:
            reason = f"{type(error).__name__}: {error}"[:300]
            raise OptionError(Refusal("lab.lost", reason=reason)) from error
    samples = {}
    for setting, listed in tasks.items():
        mine, played = played[: len(listed)], played[len(listed) :]
        samples[setting] = Sample(setting, plan.line_up(setting.players), mine)
    return Findings(plan, samples)


def _play(crew: Crew, blocks: list[Block], progress: BlockProgress | None) -> list[BlockResult]:
    """Keep all workers busy until all blocks are played."""
    done: dict[int, BlockResult] = {}
    waiting = iter(range(len(blocks)))
    running: dict[Future[BlockResult], int] = {}
    while len(done) < len(blocks):
        for number in islice(waiting, crew.room - len(running)):
            running[crew.executor.submit(play_block, blocks[number])] = number
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            number = running.pop(future)
            done[number] = future.result()
            if progress:
                progress(blocks[number].boards * blocks[number].players)
    return [done[number] for number in range(len(blocks))]
