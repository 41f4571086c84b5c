"""The page about observations and actions, made from the code."""

from __future__ import annotations

from tirelire.contract.game import Game
from tirelire.games import GAMES, game
from tirelire.observation.layout import Layout


def page() -> str:
    """Return the whole page."""
    lines = [
        "# Observations and actions",
        "",
        "This page is made from the code: `python -m tirelire.sim.tables > docs/observations.md`.",
        "",
        "An observation is a row of whole numbers (`int16`). Seats are counted from the observing"
        " one, clockwise: it is seat 0, its left neighbour seat 1; what there is for seats that do"
        " not play is 0. The first column says where a field begins; `Layout.read` finds it.",
    ]
    for name in GAMES:
        layout: Layout = game(name).observation.LAYOUT
        lines += ["", f"## {name}", "", f"Observation: {layout.size} numbers.", ""]
        lines += ["| at | field | shape | from | to | meaning |", "|---|---|---|---|---|---|"]
        for field in layout.fields:
            shape = " × ".join(map(str, field.shape)) or "1"
            row = (layout.at(field.name), f"`{field.name}`", shape, field.low, field.high)
            lines.append("| " + " | ".join(map(str, (*row, field.meaning))) + " |")
        lines += ["", f"Actions: {game(name).engine.decisions} decisions.", ""]
        lines += ["| from | to | decision |", "|---|---|---|", *_actions(game(name))]
    return "\n".join(lines) + "\n"


def _actions(game: Game) -> list[str]:
    actions = game.observation.ACTIONS
    first = [begin for begin, _ in actions]
    ends = [*first[1:], game.engine.decisions]
    return [
        f"| {begin} | {end - 1} | {meaning} |"
        for (begin, meaning), end in zip(actions, ends, strict=True)
    ]


if __name__ == "__main__":
    print(page(), end="")
