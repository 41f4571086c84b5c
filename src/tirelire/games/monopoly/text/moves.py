"""Moves of Monopoly as text (docs/notation.md), and why one is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from tirelire.core.codes import Codes, seat_letter, seat_number
from tirelire.core.compiling import array_type, door
from tirelire.core.contract import RUNNING
from tirelire.core.errors import NotationError
from tirelire.core.moves import Move, no_parts, unknown_verb, wrong_parts
from tirelire.core.plain import in_zone
from tirelire.core.position import whole
from tirelire.core.refusals import Refusal
from tirelire.core.words import seat as seat_of
from tirelire.games.monopoly.rules import material as c
from tirelire.games.monopoly.rules.bits import CHANCE_BITS, KIND_BITS
from tirelire.games.monopoly.rules.discards import best_drops
from tirelire.games.monopoly.rules.roles import best_roles, name_tokens
from tirelire.games.monopoly.text import words

CODES = Codes(c.CODES, c.FAMILIES)
VERBS = (
    *("draw", "trade", "neutral", "combo", "discard", "out", "swap", "lay", "stay", "pass"),
    *("skip", "offer", "back"),
)
PUTTING = {"offer": c.ACTING, "discard": c.DISCARDING, "lay": c.LAYING, "pass": c.PASSING}
"""Verbs that put a card down, each in its phase."""
ALONE = {"draw": c.DRAW_CARD, "stay": c.STAY, "skip": c.SKIP, "back": c.TAKE_BACK}

# No decisions, but moves that can be read and are never allowed.
NO_SUCH_TRADE = c.DECISIONS  # P9
OTHER_DROPS = c.DECISIONS + 1  # P12
OTHER_ROLES = c.DECISIONS + 2  # P18
TOO_MANY = c.DECISIONS + 3  # P13
NOT_NOW = c.DECISIONS + 4  # + phase that the move belongs to
ODD_ROLE = NOT_NOW + len(PUTTING)  # + role that is none
FOREIGN_ROLE = c.ROLES  # P18: GO or Mr. Monopoly
FOREIGN_PLACE = c.ROLES + 1  # P17: a house on stations or utilities
CHANCE_WORD = "CHANCE="


# --- roles --------------------------------------------------------------------------------------


def read_role(word: str) -> int:
    """Read the role of a Chance card: CHANCE=YEL3, CHANCE=H2@YEL, CHANCE=TOKEN@YEL.

    A token without a group is IDLE_ROLE: see `named_roles`.
    """
    text = word.removeprefix(CHANCE_WORD)
    code, at, group = text.partition("@")
    if word.startswith(CHANCE_WORD):
        if at and code in c.KINDS[c.FIRST_HOUSE : c.HOTEL + 1] and group in c.GROUPS:
            if group not in c.COLOURS:
                return FOREIGN_PLACE
            level = c.KINDS.index(code) - c.FIRST_HOUSE
            return c.BUILD_ROLE + c.COLOURS.index(group) * c.LEVELS + level
        if code in c.DEED_CODES and not at:
            return c.DEED_CODES.index(code)
        if code in ("GO", "MR") and not at:
            return FOREIGN_ROLE
        if text == "TOKEN":
            return c.IDLE_ROLE
        if code == "TOKEN" and group in c.GROUPS:
            return c.TOKEN_ROLE + c.GROUPS.index(group)
    roles = ("YEL3", "H2@YEL", "HOTEL@YEL", "TOKEN@YEL")
    allowed = ", ".join(CHANCE_WORD + role for role in roles)
    raise NotationError(Refusal("wrong_parts", move=word[:40], allowed=allowed))


def role_name(role: int) -> str:
    """Write what a role stands for: YEL3, H2@YEL, TOKEN@YEL."""
    if role == c.IDLE_ROLE:
        return "TOKEN"
    if role >= c.TOKEN_ROLE:
        return f"TOKEN@{c.GROUPS[role - c.TOKEN_ROLE]}"
    if role < c.DEEDS:
        return c.DEED_CODES[role]
    group, level = divmod(role - c.BUILD_ROLE, c.LEVELS)
    return f"{c.KINDS[c.FIRST_HOUSE + level]}@{c.COLOURS[group]}"


def role_word(role: int) -> str:
    """Write a role as a part of a move."""
    return CHANCE_WORD + role_name(role)


def dropped_kinds(drop: int) -> list[int]:
    """List the kinds of dropped cards, ascending."""
    return [kind for card, kind in enumerate(c.KIND_OF) if drop >> card & 1]


# --- reading ------------------------------------------------------------------------------------


def decisions(v: Any, move: Move) -> list[int]:
    """Turn a move of the viewing seat into decisions, whether they are legal or not."""
    if move.verb in ALONE:
        no_parts(move)
        return [ALONE[move.verb]]
    if move.verb == "swap":
        if len(move.parts) != 1:
            raise wrong_parts(move, "B")
        return [c.SWAP + seat_number(move.parts[0], int(v.players))]
    if move.verb in PUTTING:
        return _read_putting(v, move)
    if move.verb in ("trade", "neutral", "combo"):
        return _read_trade(v, move)
    if move.verb != "out":
        raise unknown_verb(move, VERBS)
    return _read_out(v, move)


def _read_putting(v: Any, move: Move) -> list[int]:
    """P9, P13, P22, P23: cards that are put down, in the phase for it; several only to discard."""
    kinds = _kinds(v, move.parts)
    if not kinds or (len(kinds) > 1 and move.verb != "discard"):
        raise wrong_parts(move, "BRN1 …" if move.verb == "discard" else "BRN1")
    phase = PUTTING[move.verb]
    if v.phase != phase or (phase == c.ACTING and v.players > c.MOST_DRAWING):
        return [NOT_NOW + phase]
    if len(kinds) > max(1, int(v.count[v.seat]) - c.HAND):
        return [TOO_MANY]
    return kinds


def _kinds(v: Any, words: Sequence[str]) -> list[int]:
    """Find the kinds of the cards named; a group stands for a deed of it that is held."""
    held = in_zone(v, int(v.seat))
    kinds: list[int] = []
    for code in CODES.expand(words):
        copies = CODES.copies(code)
        fits = [x for x in copies if x in held and (x >= c.DEEDS or c.KIND_OF[x] not in kinds)]
        kinds.append(c.KIND_OF[fits[0] if fits else copies[0]])
    return kinds


def _read_trade(v: Any, move: Move) -> list[int]:
    """P9–P11: a partner, a number of cards, and perhaps a card that is laid first."""
    forms = {"trade": "B 2 BRN1", "neutral": "1 2 BRN1", "combo": "1 BRN1"}
    needed = 1 if move.verb == "combo" else 2
    if not needed <= len(move.parts) <= needed + 1:
        raise wrong_parts(move, forms[move.verb])
    first = _kinds(v, move.parts[needed:])
    if move.verb == "combo":
        return [*first, c.COMBO + whole(move.parts[0], "combo", 1, c.MOST_NEUTRALS) - 1]
    if move.verb == "trade":
        partner = seat_number(move.parts[0], int(v.players))
    else:
        partner = c.MOST_DRAWING + whole(move.parts[0], "neutral", 1, c.MOST_NEUTRALS) - 1
    count = whole(move.parts[1], move.verb, 0, 999)
    if not 1 <= count <= c.MOST_TRADED or partner >= c.PARTNERS:
        return [*first, NO_SUCH_TRADE]
    return [*first, c.TRADE + partner * c.MOST_TRADED + count - 1]


def _read_out(v: Any, move: Move) -> list[int]:
    """P12, P18: what is dropped, and the roles; what is not said is chosen for the best."""
    parts = list(move.parts)
    roles = sorted(read_role(part) for part in parts if "=" in part)
    cards = [part for part in parts if "=" not in part]
    named = cards[:1] == ["discard"]
    if cards and (not named or len(cards) == 1):
        raise wrong_parts(move, f"discard BRN1 … {CHANCE_WORD}YEL3 {CHANCE_WORD}H2@YEL")
    kinds = sorted(_kinds(v, cards[1:]))
    held = sum(1 << card for card in in_zone(v, int(v.seat)))
    streets = bool(v.opt[c.TOKENS_ON] == 1)
    if v.own_going and (kinds or roles):
        said = [int(role) for role in v.own_said if role != c.NOTHING]
        rest = _without(held, dropped_kinds(int(v.own_drop)) + kinds)
        told = named_roles(rest, said + roles, streets)
        return [*kinds, *(c.ROLE + role for role in told[len(said) :])]
    begun = [c.TAKE_BACK, c.GO_OUT] if v.own_going else [c.GO_OUT]
    surplus = max(0, held.bit_count() - c.HAND) if v.players <= c.MOST_DRAWING else 0
    if not named and surplus:
        kinds = dropped_kinds(_choose(held, streets, BEST_DROPS)[0])
    elif len(kinds) != surplus:
        return [*begun, OTHER_DROPS]
    held = _without(held, kinds)
    if roles and roles[-1] >= c.ROLES:
        return [*begun, *kinds, *(c.ROLE + role for role in roles[:-1]), ODD_ROLE + roles[-1]]
    roles = named_roles(held, roles, streets) or _choose(held, streets, BEST_ROLES)
    if len(roles) != (held & CHANCE_BITS).bit_count():
        return [*begun, *kinds, OTHER_ROLES]
    return [*begun, *kinds, *(c.ROLE + role for role in roles)]


def _without(held: int, kinds: Sequence[int]) -> int:
    for kind in kinds:
        copies = held & int(KIND_BITS[kind])
        held &= ~(copies & -copies)
    return held


BEST_DROPS, BEST_ROLES, NAMED_ROLES = range(3)
"""What `_choose` is asked for."""


def named_roles(held: int, roles: Sequence[int], streets: bool) -> list[int]:
    """P18: let tokens without a group stand on the dearest monopoly of the hand as it is laid down.

    Where none can carry a token, they stand nowhere.
    """
    if c.IDLE_ROLE not in roles or len(roles) > c.MOST_CHANCES:
        return list(roles)
    return _choose(held, streets, NAMED_ROLES, roles)


def _choose(held: int, streets: bool, wanted: int, roles: Sequence[int] = ()) -> list[int]:
    """P12, P18: choose for the best what to drop, or roles, or where tokens stand."""
    answer = np.full(c.MOST_CHANCES, c.NOTHING, np.int64)
    answer[: len(roles)] = roles
    _chooser()(np.array([held, streets, wanted], np.int64), answer)
    return [int(number) for number in answer if number != c.NOTHING]


@cache
def _chooser() -> Any:
    drops, choose, name = best_drops, best_roles, name_tokens

    def run(question: Any, answer: Any) -> None:
        held, streets = question[0], question[1] == 1
        if question[2] == BEST_DROPS:
            answer[0] = drops(held, streets)
        elif question[2] == BEST_ROLES:
            answer[0], answer[1] = choose(held, streets)
        else:
            answer[0], answer[1] = name(held, answer[0], answer[1], streets)

    numbers = array_type(np.int64)
    return door(run, "chooser", "monopoly", (numbers, numbers))


# --- saying -------------------------------------------------------------------------------------


def move_of(r: Any, _seat: int, decision: int) -> Move:
    """Say one decision as a move."""
    if decision < c.DRAW_CARD:
        code = c.KINDS[decision]
        if r.phase == c.ACTING:
            going = r.going if "going" in r.dtype.names else r.own_going
            if going:
                return Move("out", ("discard", code))
        return Move(next(x for x, phase in PUTTING.items() if phase == r.phase), (code,))
    for verb, number in ALONE.items():
        if decision == number:
            return Move(verb)
    if decision == c.GO_OUT:
        return Move("out")
    if decision >= c.ROLE:
        return Move("out", (role_word(decision - c.ROLE),))
    if decision >= c.SWAP:
        return Move("swap", (seat_letter(decision - c.SWAP),))
    if decision >= c.COMBO:
        return Move("combo", (str(decision - c.COMBO + 1),))
    partner, count = divmod(decision - c.TRADE, c.MOST_TRADED)
    if partner < c.MOST_DRAWING:
        return Move("trade", (seat_letter(partner), str(count + 1)))
    return Move("neutral", (str(partner - c.MOST_DRAWING + 1), str(count + 1)))


def combine(v: Any, chosen: list[int]) -> Move:
    """Say the decisions of one whole move of the viewing seat."""
    first = move_of(v, int(v.seat), chosen[0])
    if len(chosen) == 1:
        return first
    if first.verb == "offer":
        last = move_of(v, int(v.seat), chosen[-1])
        return Move(last.verb, (*last.parts, *first.parts))
    cards = [c.KINDS[decision] for decision in chosen if decision < c.DRAW_CARD]
    roles = [role_word(decision - c.ROLE) for decision in chosen if decision >= c.ROLE]
    return Move("out", (*(["discard", *cards] if cards else []), *roles))


# --- refusing -----------------------------------------------------------------------------------


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
    """P6, P13, P22, P23: what is to be done now, and by whom."""
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
