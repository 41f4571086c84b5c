"""What cards are worth, for anyone who asks: a hand, a stack, or the settlement of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tirelire.core.options import Value
from tirelire.core.sheets import Settlement, Sheet
from tirelire.games import game as find_game
from tirelire.match.scoring import score
from tirelire.pad.course import count
from tirelire.pad.entries import Deal, Seat


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

    With a reward or roles, a hand of Monopoly was laid down before the reward came (P18–P21).
    Without, its Chance cards are whatever is best in the end. Who has the most Mr. Monopoly cards
    one hand cannot tell (P27).

    >>> sheets("monopoly", "DBL CHANCE TOKEN", {}, reward="DBL", roles=["DBL"])[""].total
    1600
    """
    found = find_game(game)
    if found.id == "monopoly" and (reward or roles):
        others = [Seat()] * (players - 1)
        deal = Deal([Seat(text, reward, roles), *others], out=0)
        (counted,) = count(found, players, options, [deal]).deals
        sheet = counted.sheets[0]
        assert sheet is not None
        return {"": Sheet([line for line in sheet.lines if line.rule != "P27"])}
    result = score(found, text, options=options, out=out or bool(reward or roles))
    return result.sheets if isinstance(result, Settlement) else {"": result}
