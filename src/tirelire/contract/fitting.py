"""Whether a game from outside can join the others: its version, names, required parts, texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tirelire.contract.game import CONTRACT, Game
from tirelire.core.errors import GameError
from tirelire.core.languages import DEFAULT, REFERENCE, find
from tirelire.core.refusals import Refusal
from tirelire.core.texts import game_texts, house_texts, load


def check_fits(game: Game, others: Iterable[Game]) -> None:
    """Refuse a game that does not fit the contract or the games that are there already."""
    package = game.package
    others = list(others)
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
    for lang in (REFERENCE, DEFAULT):
        for kind in ("rules", "texts"):
            _check_texts(game, kind, lang)
        _check_keys(game, others, lang)


def _check_texts(game: Game, kind: str, lang: str) -> None:
    file = f"{kind}.{lang}.toml"
    try:
        if find(game.text_package, kind, lang) is None:
            raise FileNotFoundError(file)
        found = load(game.text_package, kind, lang)
    except (OSError, ValueError, ModuleNotFoundError) as error:
        raise GameError(Refusal("game.part", game=game.package, part=file)) from error
    if kind == "rules" and not {"title", "tagline", "players", "section"} <= set(found):
        raise GameError(Refusal("game.part", game=game.package, part=f"{file}: title … section"))


def _check_keys(game: Game, others: Sequence[Game], lang: str) -> None:
    """Refuse texts whose names are taken: the game would change what others say.

    A name is taken by a text, by a table of texts (`key.one`, `key.other`), or by the id of another
    game in its second place (`unit.money`).
    """
    taken = house_texts(lang)
    for other in others:
        if other.text_package != game.text_package:
            taken |= game_texts(other.text_package, lang)
    tables = {table for key in taken for table in _tables_of(key)}
    ids = {other.id for other in others}
    for key in game_texts(game.text_package, lang):
        is_inside = any(table in taken for table in _tables_of(key))
        of_other = not ids.isdisjoint(key.split(".")[1:2])
        if key in taken or key in tables or is_inside or of_other:
            raise GameError(Refusal("game.text", package=game.package, name=key))


def _tables_of(key: str) -> list[str]:
    """Return the tables that a text lies in: `a` and `a.b` for `a.b.c`."""
    parts = key.split(".")
    return [".".join(parts[:i]) for i in range(1, len(parts))]
