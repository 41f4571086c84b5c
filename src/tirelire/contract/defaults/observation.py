"""An observation made from the view alone: every number of it, one after the other.

Seats are absolute here, and the field `seat` says who observes; numbers that do not fit into 16
bits are cut off at the bounds.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from tirelire.core.compiling import allocating, kernel
from tirelire.core.raw import bytes_of, record_in
from tirelire.observation.layout import OBSERVATION, Field, Layout

if TYPE_CHECKING:
    from tirelire.contract.game import Game

_BOUNDS = np.iinfo(OBSERVATION)


def plain_observation(game: Game) -> Any:
    """Make the observation of a game that has none of its own."""
    view_type = game.kernel.VIEW
    veil = game.kernel.veil
    assert view_type.fields is not None
    parts = sorted(view_type.fields.items(), key=lambda part: part[1][1])
    layout = Layout(*(_field(name, part[0]) for name, part in parts))
    numbers = [
        (part[1] + i * part[0].base.itemsize, part[0].base.itemsize)
        for _, part in parts
        for i in range(int(np.prod(part[0].shape)))
    ]
    offsets = np.array([offset for offset, _ in numbers], np.int64)
    sizes = np.array([size for _, size in numbers], np.int64)
    size, low, high = view_type.itemsize, int(_BOUNDS.min), int(_BOUNDS.max)
    record, raw_of = record_in(view_type), bytes_of(view_type)

    @kernel
    def write(raw: Any, out: Any) -> None:
        """Write the numbers that lie in the bytes of a view, all of them signed."""
        for i in range(len(offsets)):
            number = 0
            for j in range(sizes[i]):
                number |= int(raw[offsets[i] + j]) << (8 * j)
            bits = 8 * sizes[i]
            number -= (number >> (bits - 1)) << bits
            out[i] = min(max(number, low), high)

    @kernel
    def before(_s: Any, _seat: int, _decision: int) -> int:
        return 0

    @kernel
    def after(_s: Any, _seat: int, _decision: int, _packed: int, _memory: Any) -> None:
        pass

    @allocating
    def of_state(s: Any, seat: int, _memory: Any, _room: Any, out: Any) -> None:
        raw = np.zeros(size, np.uint8)
        veil(s, seat, record(raw))
        write(raw, out)

    @allocating
    def of_view(v: Any, _memory: Any, _room: Any, out: Any) -> None:
        write(raw_of(v), out)

    return SimpleNamespace(
        __file__=__file__,
        LAYOUT=layout,
        ACTIONS=list(enumerate(game.vocabulary.moves)),
        MEMORY=0,
        KEPT=0,
        before=before,
        after=after,
        of_state=of_state,
        of_view=of_view,
    )


def _field(name: str, kind: np.dtype[Any]) -> Field:
    """Describe a field of a view."""
    bounds = np.iinfo(kind.base)
    low, high = max(bounds.min, _BOUNDS.min), min(bounds.max, _BOUNDS.max)
    return Field(name, kind.shape, int(low), int(high), "as in the view")
