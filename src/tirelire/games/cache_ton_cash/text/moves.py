"""Moves of Cache ton Cash as text, and the decisions that they stand for (docs/notation.md)."""

from __future__ import annotations

from typing import Any

from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.moves import Move, no_parts, one_part, unknown_verb, wrong_parts
from tirelire.games.cache_ton_cash.rules import material as c
from tirelire.games.cache_ton_cash.text.positions import CODES

VERBS = (
    *("pair", "pick", "discard", "challenge", "answer", "contest", "stop", "upgrade", "swap"),
    *("move", "claim", "shift", "end"),
)
SECOND = "second"
WAYS = ("down", "up")
_PILES = tuple(str(pile + 1) for pile in range(c.PILES))
_EXAMPLE = "SCOOTER"
NEVER = (
    *("not_two", "action_in_pair", "only_wilds", "unequal", "action_in_claim"),
    *("upgrade_other_kind", "contest_with_one", "contest_other_kind"),
    *("too_many", "jar_with_card", "answer_other_kind"),
    *("challenge_with_one", "challenge_other_kind", "second_costs"),
)
"""Reasons why a move that can be read is never legal."""


def never(wrong: str, seat: int = 0) -> int:
    """Return a number, above all decisions, for a move that is never legal, against a seat."""
    return c.DECISIONS + NEVER.index(wrong) * c.SEATS + seat


def why_never(number: int) -> tuple[str, int]:
    """Return the reason why such a move is never legal, and the seat that it is against."""
    wrong, seat = divmod(number - c.DECISIONS, c.SEATS)
    return NEVER[wrong], seat


def decisions(v: Any, move: Move) -> list[int]:
    """Turn a move of the viewing seat into its decision, whether it is legal or not."""
    if move.verb in ("stop", "end"):
        no_parts(move)
        return [c.STOP if move.verb == "stop" else c.END]
    if move.verb == "shift":
        return [c.SHIFT_DOWN + WAYS.index(one_part(move, WAYS))]
    if move.verb in ("challenge", "swap", "move"):
        return [_against(v, move)]
    if move.verb == "claim":
        return [_claim(move)]
    if move.verb not in VERBS:
        raise unknown_verb(move, VERBS)
    kinds = _kinds(move, move.parts)
    if move.verb == "pair":
        return [_pair(kinds)]
    if move.verb == "answer":
        return [_in_fight(kinds, int(v.prize))]
    if len(kinds) != 1:
        if move.verb == "contest":
            return [never("contest_with_one")]
        raise wrong_parts(move, _EXAMPLE)
    if move.verb == "discard":
        return [c.DISCARD + kinds[0]]
    if move.verb == "pick":
        return [c.PICK + kinds[0] if kinds[0] < c.SWAP_CARD else never("action_in_pair")]
    if move.verb == "contest":
        single = _single(kinds[0], int(v.prize))
        return [never("contest_other_kind") if single is None else c.CONTEST + single]
    return [c.UPGRADE if kinds[0] == v.top[v.seat] else never("upgrade_other_kind")]


def _kinds(move: Move, parts: tuple[str, ...]) -> list[int]:
    if not parts:
        raise wrong_parts(move, f"… {_EXAMPLE}")
    return sorted(c.KINDS.index(code) for code in CODES.expand(parts))


def _pair(kinds: list[int]) -> int:
    """K4: two cards of the hand."""
    if len(kinds) != 2:
        return never("not_two")
    low, high = kinds
    if high >= c.SWAP_CARD:
        return never("action_in_pair")
    if low >= c.SILVER:
        return never("only_wilds")
    if high >= c.SILVER:
        return c.PAIR_WILD + (high - c.SILVER) * c.POSSESSIONS + low
    return c.PAIR + low if low == high else never("unequal")


def _single(kind: int, prize: int) -> int | None:
    """K7: what one card is in a fight about a set of the kind `prize`, if it fits."""
    if c.SILVER <= kind < c.SWAP_CARD:
        return kind - c.SILVER + c.WITH_SILVER
    return c.MATCHING if kind == prize else None


def _two(kinds: list[int], prize: int) -> int | None:
    """K19, K20: what two cards are in a fight, if they fit and no jar is among them."""
    singles = [_single(kind, prize) for kind in kinds]
    pair = tuple(sorted(single for single in singles if single is not None))
    return c.TWO + c.PAIRS.index(pair) if pair in c.PAIRS else None


def _in_fight(kinds: list[int], prize: int) -> int:
    """K7, K20: an answer."""
    if prize == c.NONE:
        return c.ANSWER  # there is no fight: the refusal says so
    what = _single(kinds[0], prize) if len(kinds) == 1 else None
    if len(kinds) == 2:
        what = _two(kinds, prize)
    if what is not None:
        return c.ANSWER + what
    if len(kinds) > 2:
        return never("too_many")
    fits = all(_single(kind, prize) is not None for kind in kinds)
    return never("jar_with_card") if fits else never("answer_other_kind")


def _against(v: Any, move: Move) -> int:
    """K6, K17–K19: a challenge, or an action card."""
    if not move.parts:
        raise wrong_parts(move, "A …")
    seat = seat_number(move.parts[0], int(v.players))
    rest = move.parts[1:]
    if move.verb == "swap":
        if rest:
            raise wrong_parts(move, " | ".join(seat_letter(x) for x in range(int(v.players))))
        return c.SWAP + seat
    if move.verb == "move":
        return c.MOVE_DOWN + 2 * seat + WAYS.index(one_part(Move("move", rest), WAYS))
    if rest[:1] == (SECOND,):
        kinds = _kinds(move, rest[1:])
        what = _two(kinds, int(v.second[seat])) if len(kinds) == 2 else None
        if kinds == [c.JAR]:
            what = c.WITH_JAR
        if what is None:
            return never("second_costs", seat)
        return c.SECOND + seat * c.DEAR + what - c.WITH_JAR
    kinds = _kinds(move, rest)
    if len(kinds) != 1:
        return never("challenge_with_one", seat)
    single = _single(kinds[0], int(v.top[seat]))
    if single is None:
        return never("challenge_other_kind", seat)
    return c.CHALLENGE + seat * c.SINGLES + single


def _claim(move: Move) -> int:
    """K22: a card of the hand and neutral piles."""
    piles = [_PILES.index(word) for word in move.parts[1:] if word in _PILES]
    if not piles or len(piles) != len(move.parts) - 1 or len(set(piles)) != len(piles):
        raise wrong_parts(move, f"{_EXAMPLE} 1 2")
    kinds = _kinds(move, move.parts[:1])
    if len(kinds) != 1:
        raise wrong_parts(move, f"{_EXAMPLE} 1 2")
    if kinds[0] >= c.SWAP_CARD:
        return never("action_in_claim")
    return c.CLAIM + (sum(1 << pile for pile in piles) - 1) * c.SWAP_CARD + kinds[0]


# --- decisions in words -------------------------------------------------------------------------


def kinds_of(r: Any, seat: int, decision: int) -> list[int]:
    """Return the kinds of the cards that a decision takes from the hand of a seat."""
    if decision < c.PAIR:
        return [decision - c.DISCARD]
    if decision < c.PAIR_WILD:
        return [decision - c.PAIR] * 2
    if decision < c.PICK:
        wild, kind = divmod(decision - c.PAIR_WILD, c.POSSESSIONS)
        return [kind, c.SILVER + wild]
    if decision < c.CHALLENGE:
        return [decision - c.PICK]
    if decision < c.UPGRADE:
        other, what = divmod(decision - c.CHALLENGE, c.SINGLES)
        return played(what, int(r.top[other]))
    if decision < c.SWAP:
        return [int(r.top[seat])]
    if decision < c.END:
        return [c.SWAP_CARD if decision < c.MOVE_DOWN else c.MOVE_CARD]
    if c.SECOND <= decision < c.CLAIM:
        other, what = divmod(decision - c.SECOND, c.DEAR)
        return played(what + c.WITH_JAR, int(r.second[other]))
    if c.CLAIM <= decision < c.CONTEST:
        return [(decision - c.CLAIM) % c.SWAP_CARD]
    if c.CONTEST <= decision < c.STOP:
        what = decision - (c.CONTEST if decision < c.ANSWER else c.ANSWER)
        return played(what, int(r.prize))
    return []


def played(what: int, prize: int) -> list[int]:
    """Return the kinds of the cards played in a fight about a set."""
    singles = (what,) if what < c.TWO else c.PAIRS[what - c.TWO]
    return [prize if single == c.MATCHING else c.SILVER + single - 1 for single in singles]


def move_of(r: Any, seat: int, decision: int) -> Move:
    """Say one decision as a move; `r` is a state or a view."""
    cards = tuple(c.KINDS[kind] for kind in kinds_of(r, seat, decision))
    if decision < c.CHALLENGE:
        verb = "pick" if decision >= c.PICK else "pair" if decision >= c.PAIR else "discard"
        return Move(verb, cards)
    if decision < c.UPGRADE:
        return Move("challenge", (seat_letter((decision - c.CHALLENGE) // c.SINGLES), *cards))
    if decision == c.UPGRADE:
        return Move("upgrade", cards)
    if decision < c.MOVE_DOWN:
        return Move("swap", (seat_letter(decision - c.SWAP),))
    if decision < c.END:
        other, way = divmod(decision - c.MOVE_DOWN, 2)
        return Move("move", (seat_letter(other), WAYS[way]))
    if c.SECOND <= decision < c.CLAIM:
        other = (decision - c.SECOND) // c.DEAR
        return Move("challenge", (seat_letter(other), SECOND, *cards))
    if c.CLAIM <= decision < c.CONTEST:
        return Move("claim", (*cards, *(str(pile + 1) for pile in piles_of(decision))))
    if c.CONTEST <= decision < c.STOP:
        return Move("contest" if decision < c.ANSWER else "answer", cards)
    if decision >= c.SHIFT_DOWN:
        return Move("shift", (WAYS[decision - c.SHIFT_DOWN],))
    return Move("stop" if decision == c.STOP else "end")


def piles_of(decision: int) -> list[int]:
    """Return the neutral piles of a claim, from 0."""
    bits = (decision - c.CLAIM) // c.SWAP_CARD + 1
    return [pile for pile in range(c.PILES) if bits >> pile & 1]


def combine(v: Any, chosen: list[int]) -> Move:
    """Say the decisions of one whole move of the viewing seat: always one."""
    (decision,) = chosen
    return move_of(v, int(v.seat), decision)
