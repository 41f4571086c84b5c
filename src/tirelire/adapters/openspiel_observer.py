"""OpenSpiel observers: the fields of a player's view, and the digest of their past."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from tirelire.adapters.openspiel_memory import DIGEST
from tirelire.adapters.openspiel_walk import MatchSetting, Walk
from tirelire.core.cards import SPECTATOR
from tirelire.match.view import View

PAST = "past"
"""The piece of the tensor that holds the digest, bit by bit."""


class Observer:
    """Observes a state for a player, as OpenSpiel's `PyObserver` does.

    With private information the observation is the view of the player, without it is that of a
    spectator; private information alone is what the player's view says and a spectator's does not,
    as text only. With perfect recall the digest of the whole past is added.
    """

    def __init__(self, setting: MatchSetting, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"ObservationDict parameters not supported; passed {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise pyspiel.SpielError("no observer is told what all players know")
        self._setting = setting
        self._public = bool(kind.public_info)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = bool(kind.perfect_recall)
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        """The pieces of the tensor by name: one for each field of a view."""
        if self._public:
            self._lay_out()

    def _lay_out(self) -> None:
        view = self._setting.engine.view_type
        shapes = {name: view[name].shape or (1,) for name in view.names or ()}
        if self._recalls:
            shapes[PAST] = (8 * DIGEST,)
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        first = 0
        for name, shape in shapes.items():
            self.dict[name] = self.tensor[first : first + sizes[name]].reshape(shape)
            first += sizes[name]

    def set_from(self, state: Any, player: int) -> None:
        """Write the observation of a player into the tensor; zeros before the match is set up."""
        if self.tensor is None:
            return
        walk: Walk = state.walk
        reader = player if self._private else SPECTATOR
        if walk.state is None:
            self.tensor.fill(0)
            return
        record = View(self._setting.game, walk.state.veil(reader)).record
        for name, piece in self.dict.items():
            if name == PAST:
                bits = np.frombuffer(walk.memory.past(reader), np.uint8)
                piece[:] = np.unpackbits(bits)
            else:
                piece[:] = record[name]

    def string_from(self, state: Any, player: int) -> str:
        """Return what the player observes as text; empty before the match is set up."""
        walk: Walk = state.walk
        if walk.state is None:
            return ""
        game = self._setting.game
        reader = player if self._private else SPECTATOR
        view = View(game, walk.state.veil(reader))
        if self._public:
            text = view.text
        elif self._private:
            public = View(game, walk.state.veil(SPECTATOR)).items
            own = {name: value for name, value in view.items.items() if public.get(name) != value}
            text = "".join(f"{name} {value}\n" for name, value in own.items())
        else:
            text = ""
        return text + f"past {walk.memory.past(reader).hex()}\n" if self._recalls else text
