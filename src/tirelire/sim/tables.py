"""The tables of observations and actions, for docs/observations.md.

`python -m tirelire.sim.tables > docs/observations.md` writes the page; a test compares.
"""

from __future__ import annotations

from tirelire.games import GAMES, game
from tirelire.games.cache_ton_cash.rules import material as ctc
from tirelire.games.cash_oder_crash.rules import material as coc
from tirelire.games.money.rules import material as money
from tirelire.games.monopoly.rules import material as monopoly
from tirelire.observation.layout import Layout

ACTIONS: dict[str, tuple[tuple[int, str], ...]] = {
    "money": (
        (0, "lay a card, by its number"),
        (money.LAY_BLUFF, "lay the bluff card"),
        (money.TAKE_RIGHT, "take the right lot"),
        (money.TAKE_LEFT, "take the left lot"),
        (money.SWAP, "swap with the bid of a seat (+ seat)"),
        (money.WITHDRAW, "withdraw the bid"),
        (money.SEAL, "seal the bid"),
        (money.TAKE_BACK, "take back what is laid: never in a mask"),
    ),
    "cash_oder_crash": (
        (coc.LAY_OWN, "lay the own colour"),
        (coc.LAY_LEFT, "lay the colour of the left neighbour"),
        (coc.LAY_NUMBER, "lay a number (+ kind: -3, -2, +1, +2, +6)"),
        (coc.CALL, "call BIG DEAL"),
        (coc.PASS, "pass"),
    ),
    "monopoly": (
        (0, "put down a card of a kind: lay it for a trade, discard, drop or pass it"),
        (monopoly.DRAW_CARD, "draw"),
        (monopoly.SKIP, "skip"),
        (monopoly.STAY, "stay: do not go out"),
        (monopoly.GO_OUT, "go out"),
        (
            monopoly.TRADE,
            f"trade (+ partner × {monopoly.MOST_TRADED} + cards - 1; seats, then neutral piles)",
        ),
        (monopoly.COMBO, "take the tops of a neutral pile and of the draw pile (+ pile)"),
        (monopoly.SWAP, "swap trade cards with a seat (+ seat)"),
        (monopoly.ROLE, "say the role of a Chance card (+ role)"),
        (monopoly.TAKE_BACK, "take back what is begun: never in a mask"),
    ),
    "cache_ton_cash": (
        (ctc.DISCARD, "discard (+ kind)"),
        (ctc.PAIR, "form a set of two (+ possession)"),
        (ctc.PAIR_WILD, f"form a set with a wild (+ wild × {ctc.POSSESSIONS} + possession)"),
        (ctc.PICK, "form a set with the top of the discard pile (+ kind from the hand)"),
        (ctc.CHALLENGE, f"challenge (+ seat × {ctc.SINGLES} + what is played)"),
        (ctc.UPGRADE, "add to the own top set"),
        (ctc.SWAP, "play a swap card against a seat (+ seat)"),
        (ctc.MOVE_DOWN, "play a move card on a stack (+ 2 × seat; + 1: up)"),
        (ctc.END, "end the turn"),
        (ctc.SECOND, f"challenge the second set (+ seat × {ctc.DEAR} + what is played)"),
        (ctc.CLAIM, f"claim neutral piles (+ (bits - 1) × {ctc.SWAP_CARD} + kind)"),
        (ctc.CONTEST, "contest a claim (+ what is played)"),
        (ctc.ANSWER, "answer (+ what is played)"),
        (ctc.STOP, "give up"),
        (ctc.SHIFT_DOWN, "shift the other player's stack down"),
        (ctc.SHIFT_UP, "shift it up"),
    ),
}
"""Where each kind of decision begins; seats count from A here, not from the observing seat."""


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
        lines += ["| from | to | decision |", "|---|---|---|", *_actions(name)]
    return "\n".join(lines) + "\n"


def _actions(name: str) -> list[str]:
    first = [begin for begin, _ in ACTIONS[name]]
    ends = [*first[1:], game(name).engine.decisions]
    return [
        f"| {begin} | {end - 1} | {meaning} |"
        for (begin, meaning), end in zip(ACTIONS[name], ends, strict=True)
    ]


if __name__ == "__main__":
    print(page(), end="")
