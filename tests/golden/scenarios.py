"""The matches whose records are kept: for every game, every way in which a deal can end."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from tirelire import Match, Record
from tirelire.core.chance import Keyed, seeded
from tirelire.core.moves import Move
from tirelire.core.options import Value
from tirelire.match.random_player import random_move

HERE = Path(__file__).parent
ADVANCED: dict[str, Value] = dict.fromkeys(
    ("six_cards", "two_actions", "upgrade", "action_cards", "top_two", "penny_jar"), "on"
)
WILDS = ("ARGENT", "OR")
KINDS = (*("BIJOUX", "TIRELIRE", "SCOOTER", "AVION", "CABANE"), *WILDS)


@dataclass(frozen=True)
class Scenario:
    """A match that plays itself: everybody at random, or with a move of preference."""

    game: str
    name: str
    players: int
    options: dict[str, Value] = field(default_factory=dict)
    seed: int = 1
    prefer: tuple[str, ...] = ()
    """Moves that are made whenever they are legal, the first first."""

    @property
    def path(self) -> Path:
        return HERE / self.game / f"{self.name}.record"

    def play(self) -> Match:
        """Play the match to its end."""
        match = Match.begin(self.game, self.players, self.options, seed=self.seed)
        source = seeded(self.seed, 1)
        while match.ended != "match":
            if match.ended == "deal":
                match.next_deal()
                continue
            match.play(self._move(match, source), match.asked)
        return match

    def _move(self, match: Match, source: Keyed) -> Move:
        for text in self.prefer:
            if match.is_legal(text, match.asked):
                return Move.parse(text)
        return random_move(match.view(match.asked), source)

    def record(self) -> str:
        """Play the match and return its record."""
        return str(Record.of(self.play()))


SCENARIOS = [
    Scenario("money", "stock_used_up", 3, {"match": "single"}),
    Scenario("money", "nothing_drawn", 4, {"match": "single"}, prefer=("bid BLUFF",)),
    Scenario("money", "three_hands_five_players", 5, seed=2),
    Scenario(
        "money", "hands_won_shuffled_serials", 3, {"match": "hands_won", "serials": "shuffled"}
    ),
    Scenario(
        "money",
        "tie_played_on_and_shared",
        3,
        {"match": "hands_won", "hands": 1, "tie": "extra_hand", "removed": "USD,EUR"},
        prefer=("bid BLUFF",),
    ),
    Scenario("cash_oder_crash", "three_rounds", 4),
    Scenario(
        "cash_oder_crash",
        "everything_else",
        3,
        {
            "board": "ring17",
            "rounds": 5,
            "big_deal_by": "anyone",
            "big_deal_priority": "random",
            "insolvency": "pay_what_you_have",
            "youngest": "random",
            "tie": "extra_round",
        },
        seed=4,
    ),
    Scenario("cash_oder_crash", "line_without_calls", 4, {"board": "line"}, prefer=("pass",)),
    Scenario("monopoly", "somebody_goes_out", 4, {"target": 500}, prefer=("out",)),
    Scenario("monopoly", "draw_pile_used_up", 3, {"target": 500}, prefer=("draw",), seed=3),
    Scenario(
        "monopoly",
        "void_deals",
        2,
        {"target": 500, "empty_pile": "void"},
        seed=5,
        prefer=("out", "draw"),
    ),
    Scenario("monopoly", "turns_used_up", 5, {"target": 500}, prefer=("stay", "swap B", "swap C")),
    Scenario("monopoly", "six_players_to_the_usual_target", 6, prefer=("out",)),
    Scenario("cache_ton_cash", "one_round_of_four", 4, {"match": "quick"}),
    Scenario("cache_ton_cash", "first_to_a_million", 5, seed=2),
    Scenario(
        "cache_ton_cash",
        "three_players_first_to_two",
        3,
        {"match": "first_to_two", "action_cards": "on", "tie": "extra_round"},
        prefer=tuple(f"claim {kind} {pile}" for kind in WILDS for pile in (1, 2, 3)),
        seed=3,
    ),
    Scenario(
        "cache_ton_cash",
        "two_players_everything_on",
        2,
        {"match": "three", "removed": "none", **ADVANCED},
        seed=4,
    ),
    Scenario(
        "cache_ton_cash",
        "six_players_quick_answers",
        6,
        {"match": "quick", "quick_answers": "on", **ADVANCED},
    ),
    Scenario(
        "cache_ton_cash",
        "nobody_scores_until_the_last_round",
        2,
        {"match": "quick", "tie": "extra_round", "removed": "PIANO,BAS,AUTO,BD,TRAIN"},
        prefer=tuple(f"discard {kind}" for kind in KINDS),
    ),
]
