"""The plan of a study: settings, variations, bots, and the number of matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from tirelire import __version__
from tirelire.bots.registry import find_bot, house_bots
from tirelire.bots.rule_of_thumb import RuleOfThumb
from tirelire.contract.game import RULES_VERSION, Game
from tirelire.core.codes import quote
from tirelire.core.errors import OptionError
from tirelire.core.options import Number, Value
from tirelire.core.refusals import Refusal
from tirelire.lab.blocks import Block
from tirelire.policy.traits import Traits

PLAYERS, DECK = "players", "deck"
"""The variations beside the options of a game."""
ANY = "any"
"""The deck as it is shuffled."""
LIST = "/"
"""Between the kinds of one value: values are cut at commas."""
MOST_BLOCKS = 100
"""A run is cut into at most this many blocks, for any number of workers."""
MOST_GAMES = 10_000_000
MOST_DRAWN = 5000
"""Set-ups that are looked at, at most, to see whether a card is always in the pack."""


@dataclass(frozen=True)
class PlayedSetting:
    """A game, its players and options, and the cards of seat A."""

    game: Game
    players: int
    opt: tuple[int, ...]
    wanted: tuple[int, ...] = ()
    """The cards that seat A is dealt in every deal."""


@dataclass(frozen=True)
class Variation:
    """Something that is varied, and the setting for each value; the first is the yardstick."""

    name: str
    settings: dict[str, PlayedSetting]


class Plan:
    """Everything that determines the matches of a study."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Value] | None = None,
        *,
        vary: Sequence[str] = (),
        bots: Sequence[str] = (),
        games: int,
        seed: int = 0,
    ) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise OptionError(Refusal("range", name="games", allowed=f"1–{MOST_GAMES}"))
        if not 0 <= seed < 2**48:
            raise OptionError(Refusal("range", name="seed", allowed=f"0–{2**48 - 1}"))
        self.game = game
        self.options = dict(options or {})
        self.base = PlayedSetting(game, players, tuple(game.encode(players, self.options)))
        self.bots = tuple(bots)
        self.seed = seed
        self.boards = -(-games // players)
        """How many boards are played in each setting."""
        self.variations = [self._vary(text) for text in vary]
        names = [variation.name for variation in self.variations]
        for name in names:
            if names.count(name) > 1:
                raise OptionError(Refusal("option_twice", option=name))
        for setting in self.settings:
            self.line_up(setting.players)

    @property
    def settings(self) -> list[PlayedSetting]:
        """All settings, each once, the base first."""
        varied = [x for variation in self.variations for x in variation.settings.values()]
        return list(dict.fromkeys([self.base, *varied]))

    def line_up(self, players: int) -> tuple[str, ...]:
        """Return the bot in each seat before the first rotation.

        A single bot sits in every seat. By default an attentive player and a novice sit among
        regulars, so that there is skill to be told from luck.
        """
        bots = self.bots
        if not bots:
            bots = ("attentive", *["regular"] * (players - 2), "novice")
        elif len(bots) == 1:
            bots *= players
        if len(bots) != players:
            raise OptionError(Refusal("lab.bots", n=players))
        for name in bots:
            traits_of(name)
        return tuple(bots)

    def blocks(self, setting: PlayedSetting) -> list[Block]:
        """Return the blocks of a setting: all variations have the same boards and cards."""
        count = min(MOST_BLOCKS, self.boards)
        ends = [self.boards * i // count for i in range(count + 1)]
        bots = tuple(traits_of(name) for name in self.line_up(setting.players))
        first = Block(
            game=self.game.id,
            players=setting.players,
            opt=setting.opt,
            bots=bots,
            wanted=setting.wanted,
            seed=self.seed,
            first=0,
            boards=0,
        )
        return [replace(first, first=ends[i], boards=ends[i + 1] - ends[i]) for i in range(count)]

    def _vary(self, text: str) -> Variation:
        name, equals, values = text.partition("=")
        if not equals:
            raise OptionError(Refusal("option_form", option=text[:60]))
        listed = values.split(",")
        if len(listed) < 2 or len(set(listed)) < len(listed):
            raise OptionError(Refusal("lab.values", name=name[:40]))
        return Variation(name, {value: self._with(name, value) for value in listed})

    def _with(self, name: str, value: str) -> PlayedSetting:
        """Return the base with one thing changed."""
        game, base = self.game, self.base
        if name == PLAYERS:
            players = Number(PLAYERS, "", base.players, game.fewest, game.most).encode(value)
            return PlayedSetting(game, players, tuple(game.encode(players, self.options)))
        if name == DECK:
            return replace(base, wanted=self._cards(value))
        options: dict[str, Value] = {**self.options, name: value.replace(LIST, ",")}
        names = [option.name for option in game.options]
        if name not in names:
            allowed = ", ".join([*names, PLAYERS, DECK])
            raise OptionError(Refusal("unknown_option", option=name[:40], allowed=allowed))
        return replace(base, opt=tuple(game.encode(base.players, options)))

    def _cards(self, value: str) -> tuple[int, ...]:
        """Return the cards that a value of `deck` names."""
        if value == ANY:
            return ()
        codes, packs = self.game.positions.CODES, _packs(self.base)
        always = set(packs[0]).intersection(*packs[1:]) if packs else set()
        cards = codes.choose(codes.expand(value.split(LIST)), always)
        if len(cards) > (most := _hand_size(self.base, packs[0])):
            raise OptionError(Refusal("lab.hand", n=most))
        return tuple(cards)

    def describe(self) -> dict[str, Any]:
        """Describe the plan as plain values."""
        return {
            "game": self.game.id,
            "players": self.base.players,
            "options": self.game.decode(self.base.opt),
            "bots": list(self.line_up(self.base.players)),
            "boards": self.boards,
            "seed": self.seed,
            "vary": {x.name: list(x.settings) for x in self.variations},
            "rules": RULES_VERSION,
            "version": __version__,
        }


def traits_of(name: str) -> Traits:
    """Return the traits of a bot that plays by a rule of thumb; others are too slow for the lab."""
    thumbs = [x for x, make in house_bots().items() if isinstance(make(), RuleOfThumb)]
    if name not in thumbs:
        raise OptionError(Refusal("lab.bot", bot=quote(name[:40]), known=", ".join(thumbs)))
    bot = find_bot(name)
    assert isinstance(bot, RuleOfThumb)
    return bot.traits


def _packs(setting: PlayedSetting) -> list[list[int]]:
    """Return every pack that a match can be played with, none where there are too many."""
    engine, opt = setting.game.engine, list(setting.opt)
    bounds = engine.match_bounds(setting.players, opt)
    if prod(bounds) > MOST_DRAWN:
        return []
    return [
        engine.pack_of(engine.begin_from(setting.players, opt, list(draws)))
        for draws in product(*map(range, bounds))
    ]


def _hand_size(setting: PlayedSetting, pack: list[int]) -> int:
    """Return how many cards seat A is dealt."""
    engine, opt = setting.game.engine, list(setting.opt)
    draws = [0] * len(engine.match_bounds(setting.players, opt))
    state = engine.begin_from(setting.players, opt, draws)
    engine.deal_from(state, pack, [0] * len(engine.deal_bounds(state)))
    return int((engine.record(state).zone == 0).sum())
