"""Bots by name: the house's own, and those of other packages."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points

from tirelire.bots.any_move import AnyMove
from tirelire.bots.bot import Bot
from tirelire.bots.fixed import Habitual
from tirelire.bots.rule_of_thumb import RuleOfThumb
from tirelire.bots.search import Search
from tirelire.bots.step_by_step import StepByStep
from tirelire.core.codes import quote
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal
from tirelire.games import game as find_game
from tirelire.games import names as game_names
from tirelire.policy.traits import ATTENTIVE, NOVICE, PERSONALITIES, REGULAR

GROUP = "tirelire.bots"
"""The group of plugin entry points by which packages register a bot: its name, and a factory."""
MOST_PLAYOUTS = 1_000_000

Maker = Callable[[], Bot]


def house_bots() -> dict[str, Maker]:
    """Return the factories of the bots of the house, by name."""
    thumbs = {"novice": NOVICE, "regular": REGULAR, "attentive": ATTENTIVE, **PERSONALITIES}
    makers: dict[str, Maker] = {
        name: partial(RuleOfThumb, name, traits) for name, traits in thumbs.items()
    }
    makers["strong"] = partial(Search, "strong")
    makers["random"] = AnyMove
    for game in map(find_game, game_names()):
        makers |= {name: partial(Habitual, name) for name in game.habits}
    return makers


@cache
def registered() -> dict[str, Maker]:
    """Return the factories of all bots, by name; a plugin cannot replace a bot of the house."""
    others = {entry.name: partial(_make, entry) for entry in entry_points(group=GROUP)}
    return {**others, **house_bots()}


def _make(entry: EntryPoint) -> Bot:
    """Make a bot of another package; refuse one that fails or is no bot."""
    try:
        made = entry.load()()
    except Exception as error:  # a plugin can raise anything
        raise OptionError(
            Refusal("bot_broken", bot=entry.name, why=type(error).__name__)
        ) from error
    if not isinstance(made, Bot):
        raise OptionError(Refusal("bot_broken", bot=entry.name, why="Bot"))
    return made


def find_bot(spec: str) -> Bot:
    """Make a bot from its name; `strong@400` searches with 400 playouts, without a time limit.

    >>> find_bot("strong@400").name
    'strong@400'
    """
    name, at, number = spec.partition("@")
    makers = registered()
    if name not in makers or (at and name != "strong"):
        raise OptionError(Refusal("bot", bot=quote(spec[:40]), known=", ".join(sorted(makers))))
    if not at:
        return makers[name]()
    if not number.isdecimal() or not 1 <= int(number) <= MOST_PLAYOUTS:
        raise OptionError(Refusal("range", name="playouts", allowed=f"1–{MOST_PLAYOUTS}"))
    return Search(spec, playouts=int(number))


def is_house_bot(bot: Bot) -> bool:
    """Tell whether a bot is one of ours: those keep their time themselves, or are given any."""
    return isinstance(bot, AnyMove | RuleOfThumb | Search | StepByStep)
