"""The loop that plays boards for the lab, compiled with the rules and the policy of a game.

A board is one match, its cards fixed, played once for every way to rotate the bots. Chance and the
bots draw from branches of their own, so that cards do not depend on decisions. All that
is counted are whole numbers: sums of them are the same in any order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tirelire.core import chance
from tirelire.core.chance import MOST_DRAWS
from tirelire.core.compiling import kernel
from tirelire.core.header import record_type
from tirelire.core.match_loop import make_begin, make_play, make_shuffle
from tirelire.core.raw import record_in
from tirelire.lab.count_layout import MOST_COUNTED, PART, WHOLE_WIN
from tirelire.policy.traits import TRAITS

BRANCHES = 256
"""Branches of the seed for each board: the set-up, then the deals, which are counted in a byte."""
DECIDING = 128
"""The branch from which the bots of the first rotation draw; the others follow."""
TRIES = 4
"""Number of attempts to put a card into the wanted hand: a deal may lay it elsewhere again."""

PLACES, CROSS, POINTS = PART["places"], PART["cross"], PART["points"]
WINS, CARDS, DEALT = PART["wins"], PART["cards"], PART["dealt"]
KEPT, HOLDING, REASONS = PART["kept"], PART["holding"], PART["reasons"]


BOARDS = record_type(
    [
        ("first", np.int64),
        ("seed", np.int64),
        ("players", np.int64),
        ("boards", np.int64),
        ("kinds", np.int64),  # how many kinds of cards there are
        ("sets", np.int64),
        ("kept", np.int64),  # the first zone of kept cards; negative: none
    ]
)
"""Some boards of a seed, and how the cards of the game are sorted."""


class Counts(NamedTuple):
    """The counts, and their scratch space."""

    sorts: Any
    """The kind, then the set of every card."""
    at: Any
    """Where the parts of `sums` begin (see `count_layout`)."""
    sums: Any
    held: Any
    grouped: Any
    points: Any
    wins: Any


class BoardDraws(NamedTuple):
    """The random numbers of boards: `fate` deals cards, `stream` decides for bots."""

    fate: Any
    stream: Any
    wanted: Any
    """The cards that seat 0 is always dealt."""
    cards: Any
    bounds: Any


def boards(rules: Any, policy: Any) -> Callable[..., None]:
    """Play boards and count.

    `matches` has a row for every match: decisions, deals, winners, then totals.
    """
    begin, draw, deal_wanted = make_begin(rules), make_shuffle(rules), dealing(rules)
    play, choose, winners = rules.play, policy.choose, rules.winners
    record, start, longest = record_in(rules.STATE), chance.start, policy.LONGEST

    @kernel
    def deal(s: Any, context: Any) -> bool:
        states, before, drawing, setting, branch, _, _, counts = context
        start(drawing.fate, setting.seed, branch + 1 + int(s.deals))
        n = draw(s, drawing.fate, drawing.cards, drawing.bounds)
        deal_wanted(s, states, before, drawing.cards, n, drawing.bounds, drawing.wanted)
        sort_cards(s, 0, setting.players, counts.sorts, counts.held, counts.grouped)
        return True

    @kernel
    def decide(s: Any, seat: int, context: Any) -> int:
        _, _, drawing, _, _, line, out, _ = context
        count = choose(s, seat, line, drawing.stream, out)
        for i in range(count):
            play(s, seat, int(out[i]))
        return int(count)

    @kernel
    def deal_over(s: Any, context: Any) -> int:
        _, _, _, setting, _, _, _, counts = context
        count_deal(s, setting, counts)
        return 0

    play_match = make_play(rules, deal, decide, deal_over)

    def run(
        states: Any,
        before: Any,
        fate: Any,
        stream: Any,
        opt: Any,
        settings: Any,
        traits: Any,
        sorts: Any,
        wanted: Any,
        at: Any,
        matches: Any,
        sums: Any,
    ) -> None:
        s, setting = record(states), settings[0]
        players = setting.players
        cards, bounds = np.zeros(len(s.zone), np.int16), np.zeros(MOST_DRAWS, np.int32)
        drawing = BoardDraws(fate, stream, wanted, cards, bounds)
        held = np.zeros(players * setting.kinds, np.int64)
        grouped = np.zeros(players * setting.sets, np.int64)
        points, wins = np.zeros(players, np.int64), np.zeros(players, np.int64)
        counts = Counts(sorts, at, sums, held, grouped, points, wins)
        out = np.zeros(longest + 1, np.int16)
        line = np.zeros(len(s.total) * TRAITS, np.int64)
        row = 0
        for i in range(setting.boards):
            branch = (setting.first + i) * BRANCHES
            for turned in range(players):
                rotate(traits, turned, players, line)
                start(stream, setting.seed, branch + DECIDING + turned)
                begin(s, players, opt, setting.seed, branch, fate, bounds)
                made = play_match(s, (states, before, drawing, setting, branch, line, out, counts))
                matches[row] = made
                matches[row + 1] = s.deals
                matches[row + 2] = winners(s)
                for seat in range(players):
                    matches[row + 3 + seat] = s.total[seat]
                row += 3 + players

    return run


@kernel
def count_deal(s: Any, setting: Any, counts: Any) -> None:
    """Count a deal that is over: cards dealt, cards kept, gains and wins."""
    players, kinds, sets = setting.players, setting.kinds, setting.sets
    sums, at, held, grouped = counts.sums, counts.at, counts.held, counts.grouped
    points, wins = counts.points, counts.wins
    sums[at[REASONS] + int(s.reason)] += 1
    judge(s, players, points, wins)
    for seat in range(players):
        place = (seat - int(s.dealer) - 1 + 2 * players) % players
        add(sums, at[PLACES] + 3 * place, points[seat], wins[seat])
        add_hand(sums, at, seat, kinds, held, points[seat], wins[seat])
        add_sets(sums, at[DEALT], seat, sets, grouped, points[seat], wins[seat])
    if setting.kept >= 0:
        sort_cards(s, setting.kept, players, counts.sorts, held, grouped)
        for seat in range(players):
            add_sets(sums, at[KEPT], seat, sets, grouped, points[seat], wins[seat])
            for k in range(kinds):
                if held[seat * kinds + k] > 0:
                    add(sums, at[HOLDING] + 3 * k, points[seat], wins[seat])


@kernel
def rotate(traits: Any, turned: int, players: int, line: Any) -> None:
    """Seat the bots, each `turned` seats further to the left."""
    for seat in range(players):
        bot = (seat - turned + players) % players
        for j in range(TRAITS):
            line[seat * TRAITS + j] = traits[bot * TRAITS + j]


def dealing(rules: Any) -> Callable[..., None]:
    """Make the function that deals so that seat 0 is dealt the wanted cards.

    A wanted card that lies elsewhere changes its place in the deck with one of seat 0's hand, and
    the rules deal again.

    The record is passed although it lies in the bytes: Numba tells compiled functions apart by
    their argument types, and those of several games can be loaded at once.
    """
    inner = rules.deal
    size = rules.STATE.itemsize

    @kernel
    def deal(
        s: Any, states: Any, before: Any, cards: Any, n: int, bounds: Any, wanted: Any
    ) -> None:
        if len(wanted) > 0:
            for j in range(size):
                before[j] = states[j]
        inner(s, cards, bounds)
        for w in range(len(wanted)):
            tries = 0
            while s.zone[wanted[w]] != 0 and tries < TRIES:
                tries += 1
                exchange(cards, n, int(wanted[w]), unwanted(s, wanted))
                for j in range(size):
                    states[j] = before[j]
                inner(s, cards, bounds)

    return deal


@kernel
def unwanted(s: Any, wanted: Any) -> int:
    """Find a card in the hand of seat 0 that is not wanted there; its hand is larger than that."""
    for card in range(len(s.zone)):
        free = s.zone[card] == 0
        for w in range(len(wanted)):
            free = free and wanted[w] != card
        if free:
            return card
    return -1


@kernel
def exchange(cards: Any, n: int, one: int, other: int) -> None:
    """Let two cards change places in the deck."""
    for j in range(n):
        if cards[j] == one:
            cards[j] = other
        elif cards[j] == other:
            cards[j] = one


@kernel
def sort_cards(s: Any, zone: int, players: int, sorts: Any, held: Any, grouped: Any) -> None:
    """Count the cards of each seat, by kind and by set, in the zones from the given one on."""
    kinds, sets = len(held) // players, len(grouped) // players
    for i in range(len(held)):
        held[i] = 0
    for i in range(len(grouped)):
        grouped[i] = 0
    for card in range(len(s.zone)):
        seat = int(s.zone[card]) - zone
        if 0 <= seat < players:
            held[seat * kinds + sorts[card]] += 1
            grouped[seat * sets + sorts[len(s.zone) + card]] += 1


@kernel
def judge(s: Any, players: int, points: Any, wins: Any) -> None:
    """Write the points of each seat in the deal, and its part of the win (see `count_layout`)."""
    together = 0
    best = int(s.gained[0])
    for seat in range(players):
        together += int(s.gained[seat])
        best = max(best, int(s.gained[seat]))
    leaders = 0
    for seat in range(players):
        leaders += 1 if s.gained[seat] == best else 0
    for seat in range(players):
        points[seat] = players * int(s.gained[seat]) - together
        wins[seat] = WHOLE_WIN // leaders if s.gained[seat] == best else 0


@kernel
def add(sums: Any, at: int, points: int, won: int) -> None:
    """Count once more, with points and win."""
    sums[at] += 1
    sums[at + 1] += points
    sums[at + 2] += won


@kernel
def add_hand(sums: Any, at: Any, seat: int, kinds: int, held: Any, points: int, won: int) -> None:
    """Count the kinds of a hand that was dealt, for the regression on them."""
    for k in range(kinds):
        x = held[seat * kinds + k]
        if x > 0:
            sums[at[POINTS] + k] += x * points
            sums[at[WINS] + k] += x * won
            sums[at[CARDS] + k] += x
            for j in range(kinds):
                sums[at[CROSS] + k * kinds + j] += x * held[seat * kinds + j]


@kernel
def add_sets(sums: Any, at: int, seat: int, sets: int, grouped: Any, points: int, won: int) -> None:
    """Count how many cards of each set a seat has."""
    for g in range(sets):
        count = min(int(grouped[seat * sets + g]), MOST_COUNTED)
        add(sums, at + 3 * (g * (MOST_COUNTED + 1) + count), points, won)
