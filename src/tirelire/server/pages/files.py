"""Scripts and styles: those of the house, and those in the folder `page` of each game."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import tirelire.page
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.server.pages.templates import REVALIDATED

STATIC = Path(tirelire.page.__file__).parent / "static"
_KINDS_OF_GAMES = (".js", ".css")
"""Kinds of files that a game's folder may serve."""


class RevalidatedFiles(StaticFiles):
    """Files of a folder; browsers ask each time whether they have changed."""

    def __init__(self, folder: Path, kinds: tuple[str, ...] | None = None) -> None:
        super().__init__(directory=folder)
        self._kinds = kinds

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file; any name that no file can have is that of none."""
        if self._kinds is not None and PurePosixPath(path).suffix not in self._kinds:
            raise HTTPException(404)
        try:
            return await super().get_response(path, scope)
        except (OSError, ValueError):
            raise HTTPException(404) from None

    def file_response(self, *given: Any, **more: Any) -> Response:
        """Let browsers ask whether a file is still the same."""
        response = super().file_response(*given, **more)
        response.headers.update(REVALIDATED)
        return response


def file_mounts() -> list[Mount]:
    """Mount the folders of the games and of the house."""
    folders = {name: find_game(name).folder / "page" for name in game_names()}
    mounts = [
        Mount(f"/static/games/{name}", RevalidatedFiles(folder, _KINDS_OF_GAMES))
        for name, folder in folders.items()
        if folder.is_dir()
    ]
    return [*mounts, Mount("/static", RevalidatedFiles(STATIC))]
