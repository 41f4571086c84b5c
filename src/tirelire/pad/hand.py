"""The value of cards: of a hand, a stack, or the settlement of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tirelire.contract.entries import SeatEntry
from tirelire.core.options import Value
from tirelire.core.sheets import Settlement, Sheet
from tirelire.games import game as find_game
from tirelire.match.scoring import score
from tirelire.pad.counting import count


def sheets(
    game: str,
    text: str,
    options: Mapping[str, Value],
    *,
    players: int = 4,
    out: bool = False,
    reward: str = "",
    roles: Sequence[str] = (),
) -> dict[str, Sheet]:
    """Count cards: the sheet under an empty name, or those of a whole table by their seats.

    With a reward or roles, the hand was laid down before the reward came. Without, cards that stand
    for others take the best role. Lines that depend on other hands are left out.

    >>> sheets("monopoly", "DBL CHANCE TOKEN", {}, reward="DBL", roles=["DBL"])[""].total
    1600
    """
    found = find_game(game)
    pad, laid = found.pad, bool(reward or roles)
    deal = pad.laid_down(SeatEntry(text, reward, roles), players) if pad and laid else None
    if pad and deal:
        (counted,) = count(found, players, options, [deal]).deals
        sheet = counted.sheets[0]
        assert sheet is not None
        return {"": Sheet([line for line in sheet.lines if line.rule not in pad.TABLE_RULES])}
    result = score(found, text, options=options, out=out or laid)
    return result.sheets if isinstance(result, Settlement) else {"": result}
