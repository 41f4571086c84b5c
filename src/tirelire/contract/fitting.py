"""Whether a game from outside can join the others: its version, its names, its required parts."""

from __future__ import annotations

from collections.abc import Iterable

from tirelire.contract.game import CONTRACT, Game
from tirelire.core.errors import GameError
from tirelire.core.refusals import Refusal
from tirelire.core.texts import LANGUAGES, load


def check_fits(game: Game, others: Iterable[Game]) -> None:
    """Refuse a game that does not fit the contract or the games that are there already."""
    package = game.package
    if game.contract != CONTRACT:
        raise GameError(
            Refusal("game.version", package=package, version=game.contract, now=CONTRACT)
        )
    for other in others:
        for name, own, taken in (("id", game.id, other.id), ("prefix", game.prefix, other.prefix)):
            if own == taken:
                raise GameError(Refusal("game.taken", package=package, name=name, value=own))
    if not game.has_rules:
        raise GameError(Refusal("game.part", game=package, part="rules.py"))
    for lang in LANGUAGES:
        for kind in ("rules", "texts"):
            _check_texts(game, kind, lang)


def _check_texts(game: Game, kind: str, lang: str) -> None:
    file = f"{kind}.{lang}.toml"
    try:
        found = load(game.text_package, kind, lang)
    except (OSError, ValueError, ModuleNotFoundError) as error:
        raise GameError(Refusal("game.part", game=game.package, part=file)) from error
    if kind == "rules" and not {"title", "tagline", "players", "section"} <= set(found):
        raise GameError(Refusal("game.part", game=game.package, part=f"{file}: title … section"))
