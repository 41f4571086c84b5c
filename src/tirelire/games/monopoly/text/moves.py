"""Moves of Monopoly as text, and the decisions that they stand for (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.moves import Move, no_parts, unknown_verb, wrong_parts
from tirelire.core.plain import in_zone
from tirelire.core.position import whole
from tirelire.games.monopoly.rules import material as c
from tirelire.games.monopoly.rules.hand_bits import CHANCE_BITS
from tirelire.games.monopoly.text.positions import CODES
from tirelire.games.monopoly.text.roles import (
    BEST_DROPS,
    BEST_ROLES,
    CHANCE_WORD,
    choose,
    dropped_kinds,
    named_roles,
    read_role,
    role_word,
    without,
)

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
    """P12, P18: dropped cards and roles; missing ones are chosen for the best."""
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
        rest = without(held, dropped_kinds(int(v.own_drop)) + kinds)
        told = named_roles(rest, said + roles, streets)
        return [*kinds, *(c.ROLE + role for role in told[len(said) :])]
    begun = [c.TAKE_BACK, c.GO_OUT] if v.own_going else [c.GO_OUT]
    surplus = max(0, held.bit_count() - c.HAND) if v.players <= c.MOST_DRAWING else 0
    if not named and surplus:
        kinds = dropped_kinds(choose(held, streets, BEST_DROPS)[0])
    elif len(kinds) != surplus:
        return [*begun, OTHER_DROPS]
    held = without(held, kinds)
    if roles and roles[-1] >= c.ROLES:
        return [*begun, *kinds, *(c.ROLE + role for role in roles[:-1]), ODD_ROLE + roles[-1]]
    roles = named_roles(held, roles, streets) or choose(held, streets, BEST_ROLES)
    if len(roles) != (held & CHANCE_BITS).bit_count():
        return [*begun, *kinds, OTHER_ROLES]
    return [*begun, *kinds, *(c.ROLE + role for role in roles)]


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
