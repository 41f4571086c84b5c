"""Why a decision of Cache ton Cash is not legal, told from what the seat knows."""

from __future__ import annotations

from typing import Any

from tirelire.core.phase import RUNNING
from tirelire.core.plain import in_zone
from tirelire.core.refusals import Refusal
from tirelire.core.words import seat as seat_of
from tirelire.games.cache_ton_cash.rules import material as c
from tirelire.games.cache_ton_cash.text import words
from tirelire.games.cache_ton_cash.text.moves import kinds_of, piles_of, why_never

_WRONG = {
    "not_two": "K4",
    "action_in_pair": "K4",
    "only_wilds": "K4",
    "unequal": "K4",
    "action_in_claim": "K22",
    "upgrade_other_kind": "K15",
    "contest_with_one": "K23",
    "contest_other_kind": "K23",
    "too_many": "K7",
    "jar_with_card": "K20",
    "answer_other_kind": "K7",
    "challenge_with_one": "K6",
    "challenge_other_kind": "K6",
    "second_costs": "K19",
}
"""The rules that moves which are never legal break."""


def _no(key: str, rule: str, **values: Any) -> Refusal:
    return Refusal(f"cache_ton_cash.{key}", rule, **values)


def refusal(v: Any, seat: int, decision: int) -> Refusal:
    """Say why a decision is not legal, from what the seat knows."""
    if v.ended != RUNNING:
        return Refusal("over", "K10")
    wrong, against = why_never(decision) if decision >= c.DECISIONS else ("", 0)
    verb = _verb(decision, wrong)
    if v.phase == c.SHIFTING or verb == "shift":
        return _in_shift(v, seat, verb)
    if v.phase != c.ACTING:
        return _in_fight(v, seat, decision, verb, wrong)
    if verb == "contest":
        return _no("no_claim", "K23")
    if verb in ("answer", "stop"):
        return _no("no_fight", "K7")
    if seat != v.active:
        return _no("not_your_turn", "K3", who=seat_of(int(v.active)))
    return _of_action(v, seat, decision, wrong, against)


def _verb(decision: int, wrong: str) -> str:
    """Tell what a decision is about: an action, a contest, an answer, stopping or a shift."""
    if wrong:
        about = wrong.split("_")[0]
        if about == "contest":
            return about
        return "answer" if wrong in ("too_many", "jar_with_card") or about == "answer" else "action"
    if decision >= c.SHIFT_DOWN:
        return "shift"
    if decision == c.STOP:
        return "stop"
    if decision >= c.CONTEST:
        return "contest" if decision < c.ANSWER else "answer"
    return "action"


def _in_shift(v: Any, seat: int, verb: str) -> Refusal:
    """K28: only those who sit at the pile choose, once."""
    if v.phase != c.SHIFTING:
        return _no("no_shift", "K28")
    if verb != "shift":
        return _no("shift_first", "K28")
    return _no("chosen" if v.own_choice and seat == v.seat else "nothing_to_choose", "K28")


def _in_fight(v: Any, seat: int, decision: int, verb: str, wrong: str) -> Refusal:
    """K7, K20, K23: answers in a fight, and contests of a claim."""
    contesting = v.phase == c.CONTESTING
    rule = "K23" if contesting else "K7"
    if seat != v.asked:
        return _no("not_asked", rule, who=seat_of(int(v.asked)))
    if contesting and verb != "contest":
        return _no("contest_or_stop", rule)
    if verb == "contest" and not contesting:
        return _no("no_claim", "K23")
    if verb == "action":
        return _no("answer_or_stop", rule)
    if wrong:
        return _no(wrong, _WRONG[wrong])
    if verb == "answer":
        what = decision - c.ANSWER
        if v.demand == 1 and what >= c.TWO:
            return _no("one_is_enough", "K7")
        if v.demand == 2 and what < c.WITH_JAR:
            return _no("two_are_needed", "K20")
    return _not_held(v, seat, decision, rule)


def _not_held(v: Any, seat: int, decision: int, rule: str) -> Refusal:
    """Name the card that is not in the hand."""
    kinds = kinds_of(v, seat, decision)
    lacking = _lacking(v, seat, kinds)
    key = "not_held_twice" if kinds.count(lacking) > 1 else "not_held"
    return _no(key, rule, card=words.card(c.KINDS[lacking]))


def _lacking(v: Any, seat: int, kinds: list[int]) -> int:
    """Return the kind of a card that the hand does not have, or NONE."""
    hand = [c.KIND_OF[card] for card in in_zone(v, seat)]
    return next((kind for kind in kinds if kinds.count(kind) > hand.count(kind)), c.NONE)


def _of_action(v: Any, seat: int, decision: int, wrong: str, against: int) -> Refusal:
    """K4–K6, K14–K26: an action of the active player."""
    if wrong in ("challenge_with_one", "challenge_other_kind"):
        return _of_challenge(v, seat, against, 1) or _no(wrong, "K6")
    if wrong == "second_costs":
        return _of_challenge(v, seat, against, 2) or _no(wrong, "K19")
    if wrong == "upgrade_other_kind":
        return _of_upgrade(v, seat) or _no(wrong, "K15")
    if wrong:
        return _no(wrong, _WRONG[wrong])
    if decision == c.END:
        return _no("no_pass", "K14")
    if decision < c.PAIR:
        return _not_held(v, seat, decision, "K5")
    if decision < c.PICK:
        return _not_held(v, seat, decision, "K4")
    if decision < c.CHALLENGE:
        return _of_pick(v, seat, decision)
    if decision < c.UPGRADE:
        other = (decision - c.CHALLENGE) // c.SINGLES
        return _of_challenge(v, seat, other, 1) or _not_held(v, seat, decision, "K6")
    if decision == c.UPGRADE:
        return _of_upgrade(v, seat) or _not_held(v, seat, decision, "K15")
    if decision < c.END:
        return _of_action_card(v, seat, decision)
    if decision < c.CLAIM:
        other = (decision - c.SECOND) // c.DEAR
        return _of_challenge(v, seat, other, 2) or _not_held(v, seat, decision, "K19")
    return _of_claim(v, seat, decision)


def _of_pick(v: Any, seat: int, decision: int) -> Refusal:
    """K4, K16: a set with the top of the discard pile."""
    kind, face = decision - c.PICK, int(v.face)
    if face == c.NONE:
        return _no("no_discard", "K4")
    if face >= c.SWAP_CARD:
        return _no("action_on_discard", "K16")
    if _lacking(v, seat, [kind]) != c.NONE:
        return _not_held(v, seat, decision, "K4")
    return _no("only_wilds" if min(kind, face) >= c.SILVER else "unequal", "K4")


def _of_challenge(v: Any, seat: int, other: int, nth: int) -> Refusal | None:
    """K6, K14, K19: whether a set can be challenged at all."""
    values = {"who": seat_of(other)}
    if nth == 2 and v.opt[c.TOP_TWO] == 0:
        return _no("no_second", "K19")
    if other == seat:
        return _no("own_set", "K6")
    if v.sets[seat] == 0:
        return _no("need_a_set", "K6")
    if int(v.barred) >> other & 1:
        return _no("barred", "K14", **values)
    if v.sets[other] == 0:
        return _no("no_set_there", "K6", **values)
    if v.sets[other] <= nth:
        return _no("bottom_is_safe", "K6" if nth == 1 else "K19", **values)
    return None


def _of_upgrade(v: Any, seat: int) -> Refusal | None:
    """K15: whether the own top set can be added to."""
    if v.opt[c.UPGRADES] == 0:
        return _no("no_upgrades", "K15")
    return _no("upgrade_needs_set", "K15") if v.sets[seat] == 0 else None


def _of_action_card(v: Any, seat: int, decision: int) -> Refusal:
    """K16–K18: swap and move."""
    if _lacking(v, seat, kinds_of(v, seat, decision)) != c.NONE:
        return _not_held(v, seat, decision, "K16")
    if decision >= c.MOVE_DOWN:
        other = (decision - c.MOVE_DOWN) // 2
        if other == seat:
            return _no("own_move_needs_two", "K18")
        return _no("move_needs_two", "K18", who=seat_of(other))
    other = decision - c.SWAP
    if other == seat:
        return _no("swap_with_other", "K17")
    return _no("swap_needs_sets", "K17")


def _of_claim(v: Any, seat: int, decision: int) -> Refusal:
    """K22, K24, K26: a card of the hand with neutral cards."""
    players = int(v.players)
    piles = piles_of(decision)
    if not c.has_piles(players):
        return _no("no_piles", "K22")
    if players != c.FEWEST:
        if len(piles) != 1:
            return _no("one_pile", "K26")
        if seat not in c.seats_at(players, piles[0]):
            return _no("not_your_pile", "K26")
    for pile in piles:
        if v.tops[pile] == c.NONE:
            return _no("pile_closed", "K24", pile=pile + 1)
    if _lacking(v, seat, kinds_of(v, seat, decision)) != c.NONE:
        return _not_held(v, seat, decision, "K22")
    kinds = [*kinds_of(v, seat, decision), *(int(v.tops[pile]) for pile in piles)]
    return _no("only_wilds" if min(kinds) >= c.SILVER else "unequal", "K22")
