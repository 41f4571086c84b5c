"""Positions and views of Monopoly as text (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from tirelire.core.cards import FACE_UP
from tirelire.core.chance import Source
from tirelire.core.codes import Codes, seat_letter, seat_number, seats_of
from tirelire.core.engine import Bytes, Engine
from tirelire.core.errors import NotationError
from tirelire.core.phase import RUNNING
from tirelire.core.plain import in_zone
from tirelire.core.position import (
    CardLists,
    Items,
    read_common,
    usual_common,
    write_common,
    write_seats,
)
from tirelire.core.refusals import Refusal
from tirelire.core.state import State
from tirelire.games.monopoly.rules import material as c
from tirelire.games.monopoly.text.roles import dropped_kinds, named_roles, read_role, role_word

CODES = Codes(c.CODES, c.FAMILIES)
SEAT_ITEMS: tuple[str, ...] = ("hand", "pile", "known", "seen", "passed")
PILE_ITEMS: tuple[str, ...] = ("neutral",)
"""Items that the number of a neutral pile follows."""
ITEMS = (
    *("deal", "dealer", "totals", "won", "gained", "extra", "over", "turn", "turns", "left"),
    *("hand", "pile", "neutral", "draw", "known", "seen", "must", "swapped", "passing", "passed"),
    *("laid", "leaving", "out", "reward"),
)
UNWRITTEN: tuple[str, ...] = ("box",)
DISCARD, LAY = "discard", "lay"
"""What `must` may be followed by."""


# --- reading ------------------------------------------------------------------------------------


def read(items: Items, engine: Engine, opt: list[int], source: Source) -> Bytes:
    """Make the state of a written position; missing items are dealt from the source."""
    players = items.players
    state = engine.begin_from(players, opt, engine.draw_match(players, opt, source))
    s = engine.record(state)
    read_common(items, s, 0, c.REASONS)
    running = s.ended == RUNNING
    s.active = items.seat("turn", (int(s.dealer) + 1) % players)
    s.turns = items.number("turns", 0, 0, c.MOST_TURNS * players - int(running))
    discards, laying = _read_must(items)
    s.laying = laying
    s.phase = c.DISCARDING if discards else c.LAYING if laying else c.ACTING
    _deal_out(items, s, source)
    _read_passing(items, s)
    _read_left(items, s)
    _read_out(items, s)
    started = _read_started(items)
    items.finish(ITEMS)
    _check(s)
    engine.derive(state)
    played = State(engine, state)
    for decision in started:
        if not played.play(int(s.active), decision) or played.asked < 0:
            raise NotationError(Refusal("monopoly.position.unfinished", "P9, P12"))
    return played.raw


def _read_must(items: Items) -> tuple[bool, int]:
    """P13, P22: whether the active player discards, and who must lay a trade card."""
    words = items.take("must")
    if words is None or words == ["-"]:
        return False, 0
    if words[:1] == [DISCARD] and words[1:] in ([], ["yes"]) and items.players <= c.MOST_DRAWING:
        return True, 0
    if words[:1] == [LAY] and len(words) > 1 and items.players > c.MOST_DRAWING:
        seats = [seat_number(letter, items.players) for letter in "".join(words[1:])]
        return False, sum(1 << seat for seat in set(seats))
    raise NotationError(Refusal("monopoly.position.must"))


def _piles(players: int) -> dict[str, int]:
    """Name the piles that lie open, with their zones."""
    piles = {f"pile {seat_letter(seat)}": c.PILE + seat for seat in range(players)}
    return piles | {f"neutral {i + 1}": c.NEUTRAL + i for i in range(c.NEUTRALS[players])}


def _deal_out(items: Items, s: Any, source: Source) -> None:
    """P4–P7: lay the cards that are written, and deal the rest."""
    players = items.players
    hands = {f"hand {seat_letter(seat)}": seat for seat in range(players)}
    piles = _piles(players)
    running = s.ended == RUNNING
    layout = CardLists(items, CODES)
    for name in hands:
        layout.take(name, "*" if running else "-")
    for name, zone in piles.items():
        lays = zone < c.NEUTRAL and int(s.laying) >> zone - c.PILE & 1
        layout.take(name, "*" if running and not lays else "-")
    layout.take("reward", "-")
    layout.take("draw", "*" if players <= c.MOST_DRAWING else "-")
    layout.place(range(c.CARDS))
    usual = dict.fromkeys(piles, 1)
    for name, seat in hands.items():
        usual[name] = c.DEALT[players]
        pile = f"pile {seat_letter(seat)}"
        without = players > c.MOST_DRAWING and not layout.named[pile] and pile not in layout.stars
        usual[name] += without or (s.phase == c.DISCARDING and seat == s.active)
    box = layout.deal(source, usual)
    _lay_out(s, box, c.BOX, FACE_UP)
    for name, zone in piles.items():
        _lay_out(s, layout.cards[name], zone, FACE_UP)
        s.place[layout.cards[name]] = range(len(layout.cards[name]))
    _lay_out(s, layout.cards["reward"], c.REWARD, FACE_UP)
    draw = layout.cards["draw"][::-1]
    _lay_out(s, draw, c.DRAW, 0)
    s.place[draw] = range(len(draw))
    for name, seat in hands.items():
        _lay_out(s, layout.cards[name], seat, 1 << seat if running else FACE_UP)
        _read_known(items, s, seat, layout.cards[name])
    s.count[:] = np.bincount(s.zone, minlength=c.ZONES)


def _lay_out(s: Any, cards: Iterable[int], zone: int, seen: int) -> None:
    for card in cards:
        s.zone[card] = zone
        s.seen[card] = seen


def _read_known(items: Items, s: Any, seat: int, held: Sequence[int]) -> None:
    """P7, P23: which cards of a hand are public, and which only some seats know."""
    x = seat_letter(seat)
    words = items.take(f"known {x}")
    known = CODES.expand([] if words in (None, ["-"]) else words or [])
    pairs = [word.partition("=") for word in items.take(f"seen {x}") or [] if word != "-"]
    if any(not seats or code not in c.CODES for code, _, seats in pairs):
        raise NotationError(Refusal("monopoly.position.seen", seat=x))
    try:
        cards = CODES.choose([*known, *(code for code, _, _ in pairs)], held)
    except NotationError:
        raise NotationError(Refusal("monopoly.position.known", seat=x)) from None
    s.seen[cards[: len(known)]] = FACE_UP
    for card, (_, _, seats) in zip(cards[len(known) :], pairs, strict=True):
        knowing = {seat, *(seat_number(letter, items.players) for letter in seats)}
        s.seen[card] = sum(1 << other for other in knowing)


def _read_passing(items: Items, s: Any) -> None:
    """P22, P23: whether the active player has swapped, and the cards chosen to be passed."""
    players = items.players
    if players <= c.MOST_DRAWING:
        return
    passing = items.flag("passing")
    s.swapped = items.flag("swapped") or passing
    s.stayed = passing
    chosen = {}
    for seat in range(players):
        words = items.take(f"passed {seat_letter(seat)}")
        if words is not None and words != ["-"]:
            chosen[seat] = words
    if s.laying and (passing or chosen):
        raise NotationError(Refusal("monopoly.position.passing_waits", "P22, P23"))
    if chosen and not s.swapped:
        raise NotationError(Refusal("monopoly.position.passed", "P23"))
    if s.swapped and not s.laying:
        s.phase = c.PASSING
    for seat, words in chosen.items():
        held = [c.CODES[card] for card in np.flatnonzero(s.zone == seat)]
        if len(words) != 1 or words[0] not in held or (seat == s.active and not passing):
            raise NotationError(
                Refusal("monopoly.position.passed_card", "P23", seat=seat_letter(seat))
            )
        s.chosen[seat] = c.KINDS.index(words[0])
    if len(chosen) == players:
        raise NotationError(Refusal("monopoly.position.all_passed", "P23"))


def _read_left(items: Items, s: Any) -> None:
    """P14: the turns that are left once the draw pile is empty."""
    if items.players > c.MOST_DRAWING:
        return
    words = items.take("left")
    if words is None or words == ["-"]:
        return
    if s.count[c.DRAW] > 0:
        raise NotationError(Refusal("monopoly.position.left", "P14"))
    s.left = items.number("left", 0, 1, items.players)


def _read_out(items: Items, s: Any) -> None:
    """P18: who went out, and with which roles, when the deal is over."""
    words = items.take("out")
    if words is None or words == ["-"]:
        return
    if s.ended == RUNNING or not words:
        raise NotationError(Refusal("monopoly.position.out"))
    s.out = seat_number(words[0], items.players)
    roles = sorted(read_role(word) for word in words[1:])
    if len(roles) > c.MOST_CHANCES or (roles and roles[-1] >= c.ROLES):
        raise NotationError(Refusal("monopoly.position.roles", "P18", n=c.MOST_CHANCES))
    held = sum(1 << int(card) for card in np.flatnonzero(s.zone == s.out))
    s.role[: len(roles)] = named_roles(held, roles, bool(s.opt[c.TOKENS_ON] == 1))


def _read_started(items: Items) -> list[int]:
    """P9, P12: decisions of a move that the active player has begun and not finished."""
    laid = items.take("laid")
    if laid is not None and laid != ["-"]:
        if len(laid) != 1 or laid[0] not in c.KINDS:
            raise NotationError(Refusal("monopoly.position.laid", "P9"))
        return [c.KINDS.index(laid[0])]
    words = items.take("leaving")
    if words is None or words == ["no"]:
        return []
    if words in ([], ["yes"]):
        return [c.GO_OUT]
    roles = sorted(read_role(word) for word in words if "=" in word)
    cards = [word for word in words if "=" not in word]
    if cards[:1] == [DISCARD]:
        del cards[0]
    kinds = sorted(c.KIND_OF[CODES.copies(code)[0]] for code in CODES.expand(cards))
    return [c.GO_OUT, *kinds, *(c.ROLE + role for role in roles)]


def _check(s: Any) -> None:
    """Refuse positions in which the rules cannot go on."""
    if s.ended != RUNNING:
        return
    players, active = int(s.players), int(s.active)
    if s.phase == c.DISCARDING:
        fewest = 1 if s.opt[c.DISCARD] else c.HAND + 1
        if s.count[active] < fewest:
            raise NotationError(
                Refusal("monopoly.position.discard", "P13", seat=seat_letter(active))
            )
    if players <= c.MOST_DRAWING:
        return
    if s.count[c.DRAW]:
        raise NotationError(Refusal("monopoly.position.no_pile", "P5", players=players))
    for seat in range(players):
        cards = int(s.count[c.PILE + seat])
        if cards > 1 or (cards and int(s.laying) >> seat & 1):
            raise NotationError(Refusal("monopoly.position.trade_card", "P22"))
        if s.count[seat] == 0:
            raise NotationError(Refusal("monopoly.position.no_card", "P23", seat=seat_letter(seat)))


# --- writing ------------------------------------------------------------------------------------


def _in_order(r: Any, zone: int) -> list[int]:
    return sorted(in_zone(r, zone), key=lambda card: int(r.place[card]))


def _write_table(r: Any) -> dict[str, str]:
    """Write what a state and a view show alike."""
    items = write_common(r, c.REASONS)
    items |= {"turn": seat_letter(int(r.active)), "turns": str(r.turns)}
    if r.players <= c.MOST_DRAWING:
        items["left"] = "-" if r.left == c.NOTHING else str(r.left)
    items |= _write_hands(r)
    for name, zone in _piles(int(r.players)).items():
        items[name] = CODES.write(_in_order(r, zone))
    draw = _in_order(r, c.DRAW)[::-1]
    items["draw"] = CODES.write(draw, int(r.count[c.DRAW]) - len(draw))
    return items


def _write_hands(r: Any) -> dict[str, str]:
    items = {}
    for seat in range(int(r.players)):
        held = in_zone(r, seat)
        items[f"hand {seat_letter(seat)}"] = CODES.write(held, int(r.count[seat]) - len(held))
    return items


def _write_turn(r: Any, passing: bool) -> dict[str, str]:
    if r.players <= c.MOST_DRAWING:
        return {"must discard": "yes" if r.phase == c.DISCARDING else "no"}
    return {
        "must lay": write_seats(int(r.laying)),
        "swapped": "yes" if r.swapped else "no",
        "passing": "yes" if passing else "no",
    }


def _write_started(laid: int, going: int, drop: int, said: Sequence[int]) -> dict[str, str]:
    """Write what the active player has begun and not finished."""
    dropped = [c.KINDS[kind] for kind in dropped_kinds(drop)]
    words = [DISCARD, *dropped] if dropped else []
    words += [role_word(int(role)) for role in said if role != c.NOTHING]
    return {
        "laid": "-" if laid == c.NOTHING else c.KINDS[laid],
        "leaving": " ".join(words) or ("yes" if going else "no"),
    }


def _write_end(r: Any) -> dict[str, str]:
    roles = [role_word(int(role)) for role in r.role if role != c.NOTHING]
    out = "-" if r.out == c.NOBODY else " ".join([seat_letter(int(r.out)), *roles])
    return {
        "out": out,
        "reward": CODES.write(in_zone(r, c.REWARD)),
        "box": CODES.write(in_zone(r, c.BOX)),
    }


def _kind_or_none(kind: int) -> str:
    return "-" if kind == c.NOTHING else c.KINDS[kind]


def write(s: Any) -> dict[str, str]:
    """Write all items of a state, complete."""
    items = _write_table(s)
    for seat in range(int(s.players)):
        x = seat_letter(seat)
        held = in_zone(s, seat)
        items[f"known {x}"] = CODES.write(card for card in held if s.seen[card] == FACE_UP)
        partly = sorted(
            (c.KIND_OF[card], seats_of(int(s.seen[card]) & ~(1 << seat)))
            for card in held
            if s.seen[card] not in (FACE_UP, 1 << seat)
        )
        items[f"seen {x}"] = " ".join(f"{c.KINDS[kind]}={seats}" for kind, seats in partly) or "-"
        if s.players > c.MOST_DRAWING:
            items[f"passed {x}"] = _kind_or_none(int(s.chosen[seat]))
    items |= _write_turn(s, s.phase == c.PASSING and s.stayed == 1)
    items |= _write_started(int(s.laid), int(s.going), int(s.drop), s.said)
    return items | _write_end(s)


def usual(s: Any) -> dict[str, str]:
    """Write the values that are left out when a position is printed."""
    players = int(s.players)
    passing = s.phase == c.PASSING and s.stayed == 1
    items = usual_common(players, 0) | {
        "turn": seat_letter((int(s.dealer) + 1) % players),
        "turns": "0",
        "left": "-",
        "must discard": "no",
        "must lay": "-",
        "swapped": "yes" if passing else "no",
        "passing": "no",
        "laid": "-",
        "leaving": "no",
        "out": "-",
        "reward": "-",
    }
    if players > c.MOST_DRAWING:
        items["draw"] = "-"
    for seat in range(players):
        x = seat_letter(seat)
        items |= {f"known {x}": "-", f"seen {x}": "-", f"passed {x}": "-"}
        if s.ended != RUNNING:
            items[f"known {x}"] = CODES.write(in_zone(s, seat))
    return items


def write_view(v: Any, public: dict[str, str] | None = None) -> dict[str, str]:
    """Write all items of a view; `?` stands for a card that its seat does not know.

    `public` are the items of a spectator's view of the same table, where they are written already.
    """
    items = _write_table(v) if public is None else public | _write_hands(v)
    active = v.seat == v.active
    if v.players > c.MOST_DRAWING:
        for seat in range(int(v.players)):
            chosen = "?" if int(v.ready) >> seat & 1 else "-"
            if seat == v.seat:
                chosen = _kind_or_none(int(v.own_chosen))
            items[f"passed {seat_letter(seat)}"] = chosen
    passing = v.phase == c.PASSING and not (active and v.own_stayed == 0)
    items |= _write_turn(v, passing)
    items |= _write_started(int(v.own_laid), int(v.own_going), int(v.own_drop), v.own_said)
    return items | _write_end(v) if public is None else items


def canonical(deck: list[int]) -> list[int]:
    """Number equal cards in the order in which they come, so that a deck is the same when read."""
    return CODES.choose([c.CODES[card] for card in deck], deck)


def codes_in(v: Any, zone: int) -> list[str]:
    """List the codes of the cards of a zone that the viewer knows, in their order there."""
    return [c.CODES[card] for card in cards_in(v, zone)]


def cards_in(v: Any, zone: int) -> list[int]:
    """List the cards of a zone that the viewer knows; those of a pile from the bottom."""
    return sorted(in_zone(v, zone), key=lambda card: (int(v.place[card]), card))


def remembered(_v: Any, _seat: int) -> list[str]:
    """Return nothing: no option shows cards that a seat must still hold."""
    return []
