"""The ladder: how much better each level is than the one below, in every game and player count."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from tirelire.arena.contest import Contest
from tirelire.arena.run import arena
from tirelire.arena.wager import ABOVE
from tirelire.contract.game import Game
from tirelire.games import GAMES
from tirelire.games import game as find_game

STRONG = "strong@{playouts}"
BARS = {"strong": 0.40, "regular": 0.45}
"""Shares that a bot has to win among three of the level below, where not all is guessing."""
HABIT_BAR = 0.45


@dataclass(frozen=True)
class Rung:
    """One bot among several of another kind, and the share that it has to win."""

    game: Game
    players: int
    bot: str
    others: str
    bar: float
    """Its fair share, or more."""

    def contest(self, boards: int, seed: int, *, until_sure: bool) -> Contest:
        """Return a contest that shows it."""
        specs = [self.bot, *[self.others] * (self.players - 1)]
        bar = None if self.bar == 1 / self.players else self.bar
        return Contest(
            self.game, specs, boards=boards, until_sure=until_sure, against=bar, seed=seed
        )


def rungs(playouts: int) -> Iterator[Rung]:
    """List everything that is measured."""
    for name in GAMES:
        game = find_game(name)
        strong = STRONG.format(playouts=playouts * game.bars.playouts)
        for players in range(game.fewest, game.most + 1):
            for level, bot, others in (
                ("regular", "regular", "novice"),
                ("strong", strong, "regular"),
            ):
                demanding = players == 4 and not game.bars.is_guessing
                bar = BARS[level] if demanding else 1 / players
                yield Rung(game, players, bot, others, bar)
    strong = STRONG.format(playouts=playouts)
    for game in map(find_game, GAMES):
        for habit in game.habits:
            yield Rung(game, 4, strong, habit, HABIT_BAR)


def measure(
    rung: Rung, least: int, most: int, seed: int, folder: Path, workers: int | None = None
) -> dict[str, Any]:
    """Measure one rung: some boards, and more of them, up to the most, while it is not sure.

    Boards that the folder holds are not played again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{rung.game.id}-{rung.players}-{rung.bot}-{rung.others}-{seed}.jsonl"
    path = folder / name
    some = arena(rung.contest(least, seed, until_sure=False), workers=workers, save=path)
    if some.verdict:
        return some.summary()
    return arena(rung.contest(most, seed, until_sure=True), workers=workers, save=path).summary()


def climb(
    playouts: int,
    least: int,
    most: int,
    seed: int,
    folder: Path,
    *,
    workers: int | None = None,
    told: Callable[[str], None],
) -> str:
    """Measure all rungs; return the table as text for the page about bots."""
    rows = []
    for rung in rungs(playouts):
        told(f"{rung.game.id}, {rung.players}: {rung.bot} / {rung.others}")
        rows.append(_row(rung, measure(rung, least, most, seed, folder, workers)))
    head = ["game", "players", "bot", "among", "matches", "win share", "95 % interval"]
    head += ["fair", "has to win", "99 % sure"]
    command = f"tirelire ladder --playouts {playouts} --least {least} --most {most} --seed {seed}"
    lines = [
        f"Measured on {date.today().isoformat()} by `{command}`.",
        "",
        "| " + " | ".join(head) + " |",
        "|" + "---|" * len(head),
        *("| " + " | ".join(row) + " |" for row in rows),
    ]
    return "\n".join(lines)


def _row(rung: Rung, summary: dict[str, Any]) -> list[str]:
    share = summary["entrants"][0]["win_share"]
    mean, low, high = (100 * (share[key] or 0) for key in ("mean", "low", "high"))
    sure = summary["verdict"]["sure"]
    return [
        rung.game.id,
        str(rung.players),
        f"`{rung.bot}`",
        f"`{rung.others}`",
        str(summary["matches"]),
        f"{mean:.1f} %",
        f"{low:.1f}–{high:.1f} %",
        f"{100 / rung.players:.1f} %",
        f"{100 * rung.bar:.1f} %",
        "yes" if sure == ABOVE else (sure or "not sure"),
    ]
