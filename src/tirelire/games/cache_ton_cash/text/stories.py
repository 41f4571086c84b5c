"""Stories of Cache ton Cash: its events in sentences."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tirelire.core.codes import seat_number
from tirelire.core.moves import Move
from tirelire.core.phase import RUNNING
from tirelire.core.plain import in_zone
from tirelire.core.stories import Sentence
from tirelire.core.words import Seat
from tirelire.games.cache_ton_cash.rules import material as c
from tirelire.games.cache_ton_cash.text import words
from tirelire.games.cache_ton_cash.text.moves import SECOND
from tirelire.games.cache_ton_cash.text.positions import CODES

ROUTINE = ("drew", "end")
"""What happens in every turn alike."""


def story(before: Any, after: Any, seat: int, move: Move) -> list[Sentence]:
    """Tell what happened between two views of the same seat."""
    sentences = [_done(before, seat, move)]
    sentences += _settled(before, after, seat, move)
    sentences += _turned_up(before, after, move)
    sentences += _drawn(before, after, seat, move)
    return sentences


def tells_alike(before: Any, after: Any, seat: int, move: Move, reader: int) -> bool:
    """Tell whether a reader has drawn no cards: players who draw are told which."""
    if after.ended != RUNNING:
        return True
    left = before.count[reader] - (len(played_cards(move)) if seat == reader else 0)
    return bool(after.count[reader] == left)


def _sentence(key: str, seat: int | None = None, **values: Any) -> Sentence:
    return Sentence(f"cache_ton_cash.{key}", seat, values, routine=key in ROUTINE)


def played_cards(move: Move) -> list[str]:
    """List the cards that a move takes from the hand."""
    if move.verb in ("swap", "move"):
        return [c.KINDS[c.SWAP_CARD if move.verb == "swap" else c.MOVE_CARD]]
    return CODES.expand(part for part in move.parts if part.partition("x")[0] in c.KINDS)


def _done(before: Any, seat: int, move: Move) -> Sentence:
    """Tell the move itself."""
    key = move.verb
    values: dict[str, Any] = {"cards": words.some(played_cards(move))}
    if move.verb == "pick":
        values["card"] = words.some([c.KINDS[int(before.face)]])
    elif move.verb == "claim":
        values["tops"] = words.some(_tops(before, move))
    elif move.verb == "stop":
        key = "let_be" if before.phase == c.CONTESTING else "stop"
    elif move.verb == "move":
        key = f"move_{move.parts[1]}"
    elif move.verb == "challenge" and SECOND in move.parts:
        key = "challenge_second"
    if move.verb in ("challenge", "swap", "move"):
        other = seat_number(move.parts[0], int(before.players))
        kind = before.second[other] if SECOND in move.parts else before.top[other]
        level = int(before.sets[other]) - (2 if SECOND in move.parts else 1)
        worth = sum(c.VALUES[card] for card in _set_of(before, other, level))
        values |= {"whom": Seat(other), "kinds": words.kinds(c.KINDS[int(kind)])}
        values["worth"] = words.worth(worth)
    if move.verb == "swap":
        values |= {
            "whom": Seat(other),
            **_exchange(_top_set(before, other), _top_set(before, seat)),
        }
    return _sentence(key, seat, **values)


def _exchange(got: list[int], gave: list[int]) -> dict[str, Any]:
    """Name both sides of an exchange of sets, as the player who makes it sees them."""
    return {
        "cards": words.some(c.CODES[card] for card in got),
        "worth": words.worth(sum(c.VALUES[card] for card in got)),
        "gave": words.some(c.CODES[card] for card in gave),
        "gave_worth": words.worth(sum(c.VALUES[card] for card in gave)),
    }


def _top_set(v: Any, seat: int) -> list[int]:
    return _set_of(v, seat, int(v.sets[seat]) - 1)


def _tops(before: Any, move: Move) -> list[str]:
    """List the neutral cards of a claim."""
    return [c.KINDS[int(before.tops[int(pile) - 1])] for pile in move.parts[1:]]


# --- fights -------------------------------------------------------------------------------------


def _settled(before: Any, after: Any, seat: int, move: Move) -> list[Sentence]:
    """K7, K8, K23: tell how a fight or a claim ended, if it did."""
    begins = move.verb in ("challenge", "claim")
    if after.rival != c.NONE or not (before.rival != c.NONE or begins):
        return []
    fighters = {int(before.active), _rival(before, move) if begins else int(before.rival)}
    (other,) = fighters - {seat}
    sentences = []
    winner = other
    if move.verb != "stop":  # quick answers: the other was not asked
        winner = seat
        sentences.append(_sentence("cannot_answer", other))
    if _keeps(before, move, winner):
        return [*sentences, _sentence("kept", winner)]
    cards = sorted(_at_stake(before, move), key=c.KINDS.index)
    return [*sentences, _sentence("won", winner, cards=words.some(cards))]


def _at_stake(before: Any, move: Move) -> list[str]:
    """List the cards of a set that was fought about or claimed, with all that were played."""
    cards = [*_codes(before, c.CLAIMED), *_codes(before, c.FOUGHT), *played_cards(move)]
    if move.verb == "claim":
        return cards + _tops(before, move)
    rival, nth = int(before.rival), int(before.nth)
    if move.verb == "challenge":
        rival, nth = _rival(before, move), 2 if SECOND in move.parts else 1
    if nth:
        level = int(before.sets[rival]) - nth
        cards += [c.CODES[card] for card in _set_of(before, rival, level)]
    return cards


def _set_of(v: Any, seat: int, level: int) -> list[int]:
    """List the cards of one set of a stack; the bottom set has the level 0."""
    return [card for card in in_zone(v, c.STACK + seat) if v.place[card] == level]


def _rival(before: Any, move: Move) -> int:
    """K6, K26: who is challenged, or who may contest."""
    if move.verb == "challenge":
        return seat_number(move.parts[0], int(before.players))
    pile = int(move.parts[1]) - 1
    return sum(c.seats_at(int(before.players), pile)) - int(before.active)


def _keeps(before: Any, move: Move, winner: int) -> bool:
    """K8: a defender who wins keeps their set in its place; a claimed set has no owner yet."""
    challenged = before.nth > 0 or move.verb == "challenge"
    return bool(challenged and winner != before.active)


# --- piles --------------------------------------------------------------------------------------


def _turned_up(before: Any, after: Any, move: Move) -> list[Sentence]:
    """K24, K28: tell what came up on the neutral piles, and what it did."""
    players = int(before.players)
    sentences = []
    if before.shift and _left_game(before, after, c.MOVE_CARD):
        for other in c.seats_at(players, int(before.shift) - 1):
            if after.sets[other] > 1:
                kinds = words.kinds(c.KINDS[int(after.top[other])])
                sentences.append(_sentence("top_now", other, kinds=kinds))
    piles = [int(word) - 1 for word in move.parts[1:]] if move.verb == "claim" else []
    piles = piles or [pile for pile in range(c.PILES) if int(before.piles) >> pile & 1]
    if after.rival != c.NONE or not piles:
        return sentences
    rival = sum(c.seats_at(players, piles[0])) - int(before.active)
    swaps = _left_game(before, after, c.SWAP_CARD)
    if swaps:
        sentences.append(_swapped_up(after, int(before.active), rival, swaps))
    if any(after.buried[pile] > before.buried[pile] for pile in piles):
        sentences.append(_sentence("swap_back"))
    if _left_game(before, after, c.MOVE_CARD) and move.verb != "shift":
        sentences.append(_sentence("move_gone"))
    return sentences + [_now_on_top(after, pile) for pile in piles if _is_new(before, after, pile)]


def _swapped_up(after: Any, active: int, rival: int, swaps: int) -> Sentence:
    """K28: tell what Swap cards on the neutral piles did; the second undoes the first."""
    if not (after.sets[rival] > 0 and after.sets[active] > 0):
        return _sentence("swap_gone")
    if swaps % 2 == 0:
        return _sentence("swap_twice", active, whom=Seat(rival))
    sides = _exchange(_top_set(after, active), _top_set(after, rival))
    return _sentence("swap_up", active, whom=Seat(rival), **sides)


def _left_game(before: Any, after: Any, kind: int) -> int:
    """Count the cards of a kind that left the game from a neutral pile."""
    cards = range(c.FIRST[kind], c.FIRST[kind + 1])
    left = [sum(int(v.zone[card]) == c.GONE for card in cards) for v in (before, after)]
    return left[1] - left[0]


def _is_new(before: Any, after: Any, pile: int) -> bool:
    """Tell whether the next card of a pile has been turned up, or there is none."""
    return not int(after.piles) >> pile & 1 or after.shift == pile + 1 != before.shift


def _now_on_top(after: Any, pile: int) -> Sentence:
    kind = int(after.tops[pile])
    if kind == c.NONE:
        return _sentence("closed", None, n=pile + 1)
    key = "move_turned" if kind == c.MOVE_CARD else "turned"
    return _sentence(key, None, n=pile + 1, card=words.some([c.KINDS[kind]]))


def _drawn(before: Any, after: Any, seat: int, move: Move) -> list[Sentence]:
    """K9, K10: tell readers their own drawn cards, and all readers that the draw pile is empty."""
    sentences = []
    reader = int(before.seat)
    if reader < c.SEATS and after.ended == RUNNING:
        held = Counter(_codes(before, reader))
        if seat == reader:
            held.subtract(played_cards(move))
        gained = Counter(_codes(after, reader)) - held
        if gained:
            cards = sorted(gained.elements(), key=c.KINDS.index)
            sentences.append(_sentence("drew", reader, cards=words.some(cards)))
    if before.count[c.DRAW] and not after.count[c.DRAW]:
        sentences.append(_sentence("empty"))
    return sentences


def _codes(v: Any, zone: int) -> list[str]:
    return [c.CODES[card] for card in in_zone(v, zone)]


def ending(v: Any) -> Sentence:
    """Tell why the deal is over."""
    return Sentence(f"cache_ton_cash.{c.REASONS[v.reason]}", part="reason")
