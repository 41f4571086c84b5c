"""Why a decision in Monopoly is not legal, told from what the seat knows."""

from __future__ import annotations

from typing import Any

from tirelire.core.phase import RUNNING
from tirelire.core.plain import in_zone
from tirelire.core.refusals import Refusal
from tirelire.core.words import seat as seat_of
from tirelire.games.monopoly.rules import material as c
from tirelire.games.monopoly.text import words
from tirelire.games.monopoly.text.moves import (
    NO_SUCH_TRADE,
    NOT_NOW,
    ODD_ROLE,
    OTHER_DROPS,
    OTHER_ROLES,
    TOO_MANY,
)
from tirelire.games.monopoly.text.roles import FOREIGN_PLACE, FOREIGN_ROLE, role_name


def refusal(v: Any, seat: int, decision: int) -> Refusal:
    """Say why a decision is not legal, from what the seat knows."""
    if v.ended != RUNNING:
        return Refusal("over", "P30")
    if decision < c.DRAW_CARD and not any(c.KIND_OF[card] == decision for card in in_zone(v, seat)):
        rule = {c.DISCARDING: "P13", c.LAYING: "P22", c.PASSING: "P23"}.get(int(v.phase), "P9")
        return _refusal("not_held", rule, card=words.card(c.KINDS[decision]))
    found = _refused_leaving(v, decision) or _refused_phase(v, seat, decision)
    if found is not None:
        return found
    if v.players > c.MOST_DRAWING:
        return _refused_swap(seat, decision)
    return _refused_turn(v, seat, decision)


def _refusal(key: str, rule: str, **values: Any) -> Refusal:
    return Refusal(f"monopoly.{key}", rule, **values)


def _refused_leaving(v: Any, decision: int) -> Refusal | None:
    """P12, P15, P18: going out."""
    if decision == OTHER_DROPS:
        return _refusal("drop_to_ten", "P12", n=c.HAND)
    if decision == OTHER_ROLES:
        return _refusal("each_chance_a_role", "P18")
    if decision == ODD_ROLE + FOREIGN_ROLE:
        return _refusal("never_a_role", "P18")
    if decision == ODD_ROLE + FOREIGN_PLACE:
        return _refusal("houses_on_colours", "P17")
    if v.own_going:
        if decision >= c.ROLE and decision < c.TAKE_BACK:
            return _refusal(
                "role_does_not_fit", "P18", role=words.role(role_name(decision - c.ROLE))
            )
        if decision < c.DRAW_CARD:
            return _refusal("rest_cannot_go_out", "P12", card=words.card(c.KINDS[decision]))
        return _refusal("going_out", "P12")
    if c.ROLE <= decision < c.TAKE_BACK:
        return _refusal("role_when_going_out", "P18")
    if decision == c.TAKE_BACK:
        return _refusal("nothing_to_take_back", "P12" if v.own_laid == c.NOTHING else "P9")
    return None


def _refused_phase(v: Any, seat: int, decision: int) -> Refusal | None:
    """P6, P13, P22, P23: what must be done now, and by which seat."""
    active = int(v.active)
    if v.phase == c.PASSING:
        if int(v.ready) >> seat & 1:
            return _refusal("chosen_already", "P23")
        if decision == c.GO_OUT and seat == active:
            return _refusal("cannot_go_out", "P15")
        if decision < c.DRAW_CARD:
            return _refusal("stay_first", "P22")
        return _refusal("pass_now", "P23")
    if v.phase == c.LAYING:
        if int(v.laying) >> seat & 1:
            return _refusal("lay_now", "P22")
        return _refusal("others_lay", "P22")
    if seat != active:
        return _refusal("not_your_turn", "P6", who=seat_of(active))
    if v.phase == c.DISCARDING:
        if decision == c.GO_OUT:
            return _refusal("out_after_acting", "P12")
        return _refusal("discard_too_many" if decision == TOO_MANY else "discard_now", "P13")
    if NOT_NOW <= decision < ODD_ROLE:
        rule = {c.ACTING: "P9", c.DISCARDING: "P13", c.LAYING: "P22", c.PASSING: "P23"}
        return _refusal("not_now", rule[decision - NOT_NOW])
    return None


def _refused_swap(seat: int, decision: int) -> Refusal:
    """P22: a turn with five or six players."""
    if decision == c.GO_OUT:
        return _refusal("cannot_go_out", "P15")
    if c.SWAP <= decision < c.ROLE:
        other = decision - c.SWAP
        if other == seat:
            return _refusal("swap_with_yourself", "P22")
        return _refusal("no_trade_card", "P22", who=seat_of(other))
    if decision == c.STAY:
        return _refusal("stay_after_swap", "P22")
    return _refusal("swap_or_go_out", "P22")


def _refused_turn(v: Any, seat: int, decision: int) -> Refusal:
    """P8–P14: a turn with two, three or four players."""
    if v.own_laid != c.NOTHING and (decision < c.TRADE):
        return _refusal("trade_now", "P9")
    if decision == c.GO_OUT:
        return _refusal("cannot_go_out", "P15")
    if decision == c.DRAW_CARD:
        return _refusal("draw_pile_empty", "P14")
    if decision == c.SKIP:
        return _refusal("skip_only_if_stuck", "P14")
    if decision < c.DRAW_CARD:
        return _refusal("nobody_to_trade_with", "P9")
    if c.SWAP <= decision < c.ROLE:
        return _refusal("swap_with_five_or_six", "P22")
    if decision == c.STAY:
        return _refusal("stay_after_swap", "P22")
    if c.COMBO <= decision < c.SWAP:
        return _refused_combo(v, decision - c.COMBO)
    if decision == NO_SUCH_TRADE:
        return _refusal("trade_size", "P9")
    partner = (decision - c.TRADE) // c.MOST_TRADED
    if partner == seat:
        return _refusal("trade_with_yourself", "P9")
    if partner < c.MOST_DRAWING:
        return _refusal("trade_size", "P9")
    rule = "P11" if v.players == 2 else "P10"
    if partner - c.MOST_DRAWING >= c.NEUTRALS[int(v.players)]:
        return _refusal("no_such_neutral", rule)
    if v.opt[c.NEUTRAL_TRADES] and (decision - c.TRADE) % c.MOST_TRADED:
        return _refusal("one_for_one", "P10")
    return _refusal("trade_size", rule)


def _refused_combo(v: Any, neutral: int) -> Refusal:
    """P10, P11: the swap with a neutral pile and the draw pile."""
    rule = "P11" if v.players == 2 else "P10"
    if neutral >= c.NEUTRALS[int(v.players)]:
        return _refusal("no_such_neutral", rule)
    if v.players == 2 and not v.opt[c.COMBO_OF_TWO]:
        return _refusal("no_combo", rule)
    if v.count[c.DRAW] == 0:
        return _refusal("draw_pile_empty", "P14")
    return _refusal("combo_needs_two", rule)
