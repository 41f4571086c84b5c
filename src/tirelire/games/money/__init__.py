"""Money, for 3 to 5 players (rules M1–M21)."""

from __future__ import annotations

from tirelire.contract.game import Bars, Game
from tirelire.contract.lengths import Duration, Length
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.games.money.rules import material
from tirelire.games.money.rules.material import CODES as CARDS
from tirelire.games.money.rules.material import SERIALS, VALUES

__all__ = ["CARDS", "GAME", "SERIAL", "bid_value"]

SERIAL: dict[str, int] = dict(zip(CARDS, SERIALS, strict=True))
"""The fixed serial number of each card (M3)."""


def bid_value(text: str) -> int:
    """Add up the face values of a bid in any currencies (M6).

    >>> bid_value("EUR20 COINx3 USD50")
    100
    """
    from tirelire.games.money.text.positions import CODES

    codes = CODES.expand(text, extra=[material.BLUFF_CODE])
    real = [code for code in codes if code != material.BLUFF_CODE]
    return sum(VALUES[card] for card in CODES.choose(real, range(material.CARDS)))


def _check(players: int, opt: list[int]) -> None:
    """M4: named currencies are as many as leave the game."""
    named, leaving = opt[material.REMOVED].bit_count(), material.leaving(players)
    if named not in (0, leaving):
        raise OptionError(Refusal("money.removed", "M4", n=leaving))


GAME = Game(
    id="money",
    package=__name__,
    prefix="M",
    fewest=material.FEWEST,
    most=material.SEATS,
    options=material.OPTIONS,
    reasons=material.REASONS,
    capital=0,
    chosen=("sealed",),
    check=_check,
    only_for={
        "removed": tuple(
            n for n in range(material.FEWEST, material.SEATS) if material.leaving(n)
        ),  # M4
    },
    lengths=(
        Length(
            {"match": "single"},
            {3: Duration(12.2, 1.0), 4: Duration(13.2, 1.0), 5: Duration(14.1, 1.0)},
        ),
        Length(
            {"match": "total"},
            {3: Duration(37.0, 3.0), 4: Duration(38.9, 3.0), 5: Duration(42.4, 3.0)},
        ),
    ),
    bars=Bars(kernel=4.0, cold=20.0, size=512),
    compile_seconds=8,
)
