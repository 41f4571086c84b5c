"""Cache ton Cash (Cover Your Assets), for 2 to 6 players (rules K1–K29)."""

from __future__ import annotations

from tirelire.contract.game import Bars, Game
from tirelire.contract.lengths import Duration, Length
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.games.cache_ton_cash.rules import material
from tirelire.games.cache_ton_cash.versions import departs

__all__ = ["GAME"]


def _check(players: int, opt: list[int]) -> None:
    """K21: with two players enough cards stay in the game."""
    left = sum(
        n for kind, n in enumerate(material.COPIES) if material.is_in_pack(kind, players, opt)
    )
    if left < material.FEWEST_CARDS:
        refusal = Refusal("cache_ton_cash.removed", "K21", fewest=material.FEWEST_CARDS, left=left)
        raise OptionError(refusal)


GAME = Game(
    id="cache_ton_cash",
    package=__name__,
    prefix="K",
    fewest=material.FEWEST,
    most=material.SEATS,
    options=material.OPTIONS,
    reasons=material.REASONS,
    capital=0,
    chosen=("chose",),
    check=_check,
    only_for={"removed": (material.FEWEST,)},  # K21
    changed_in=2,
    departs=departs,
    lengths=(
        Length(
            {"match": "quick"},
            {
                2: Duration(26.9, 1.0),
                3: Duration(29.8, 1.0),
                4: Duration(30.5, 1.0),
                5: Duration(25.2, 1.0),
                6: Duration(21.6, 1.0),
            },
        ),
        Length(
            {"match": "million"},
            {
                2: Duration(71.6, 2.7),
                3: Duration(78.8, 2.6),
                4: Duration(84.9, 2.8),
                5: Duration(75.2, 3.0),
                6: Duration(74.8, 3.5),
            },
        ),
    ),
    bars=Bars(kernel=4.0, cold=20.0, size=1024),
    compile_seconds=14,
)
