"""Positions of Cache ton Cash, read from text (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from tirelire.core.cards import FACE_UP
from tirelire.core.chance import Source
from tirelire.core.codes import Codes, seat_letter, seat_number
from tirelire.core.engine import Bytes, Engine
from tirelire.core.errors import NotationError
from tirelire.core.phase import RUNNING
from tirelire.core.position import CardLists, Items, read_common, whole
from tirelire.core.refusals import Refusal
from tirelire.games.cache_ton_cash.rules import material as c

CODES = Codes(c.CODES, c.CODES)
SEAT_ITEMS: tuple[str, ...] = ("hand", "stack", "chosen")
PILE_ITEMS: tuple[str, ...] = ("neutral", "buried")
"""Items that the number of a neutral pile follows."""
ITEMS = (
    *("deal", "dealer", "totals", "won", "gained", "extra", "over", "turn", "action", "used"),
    *("barred", "hand", "stack", "draw", "discard", *PILE_ITEMS, "gone", "fight", "claim", "piles"),
    *("contest", "asked", "demand", "shift", "chosen", "places"),
)
BETWEEN_SETS = "/"
CHOICES = ("-", "down", "up")


def read(items: Items, engine: Engine, opt: list[int], source: Source) -> Bytes:
    """Make the state of a written position; missing items are dealt from the source."""
    players = items.players
    state = engine.begin_from(players, opt, [])
    s = engine.record(state)
    read_common(items, s, 0, c.REASONS)
    _read_turn(items, s)
    layout = _take_cards(items, s)
    in_pack = [c.is_in_pack(kind, players, opt) for kind in range(len(c.KINDS))]
    layout.place([card for card in range(c.CARDS) if in_pack[c.KIND_OF[card]]])
    sizes = {f"hand {seat_letter(seat)}": c.hand_size(players, opt) for seat in range(players)}
    sizes |= {f"neutral {pile}": c.PILE for pile in pile_numbers(players)} | {"discard": 1}
    _lay(s, layout.deal(source, sizes), c.BOX, FACE_UP)
    _lay_out(s, layout)
    _read_piles(items, s, layout)
    _read_places(items, engine, s, state, source)
    engine.derive(state)
    _read_fight(items, s, layout)
    _read_choices(items, s)
    items.finish(ITEMS)
    engine.derive(state)
    _check_fight(s)
    _check_turn(s)
    return state


def pile_numbers(players: int) -> range:
    """K21, K25: the numbers of the neutral piles, from 1."""
    return range(1, c.PILES + 1) if c.has_piles(players) else range(0)


def _read_turn(items: Items, s: Any) -> None:
    """K9, K14: whose turn it is, and how far it is."""
    players = items.players
    s.active = items.seat("turn", (int(s.dealer) + 1) % players)
    s.action = items.number("action", 1, 1, 2)
    if s.action == 2 and s.opt[c.TWO_ACTIONS] == 0:
        raise NotationError(Refusal("cache_ton_cash.position.second_action", "K14"))
    s.barred = items.seats("barred", 0)
    mask = items.seats("used", 0)
    if (mask | int(s.barred)) >> int(s.active) & 1:
        raise NotationError(Refusal("cache_ton_cash.position.other_players", "K9, K14"))
    words = items.take("used") or []
    if mask:
        used = [seat_number(letter, players) for letter in "".join(words)]
        s.used[: len(used)] = used


def _take_cards(items: Items, s: Any) -> CardLists:
    """Take all lists of cards; a star is allowed where the cards are dealt."""
    layout = CardLists(items, CODES, [BETWEEN_SETS])
    dealt = []
    for seat in range(items.players):
        dealt.append(f"hand {seat_letter(seat)}")
        layout.take(dealt[-1], "*" if s.ended == RUNNING else "-")
        layout.take(f"stack {seat_letter(seat)}", "-")
    for name in ("gone", "claim", "contest"):
        layout.take(name, "-")
    layout.named["fight"] = CODES.expand((items.take("fight") or [])[2:])
    for name in ("discard", *(f"neutral {pile}" for pile in pile_numbers(items.players)), "draw"):
        dealt.append(name)
        layout.take(name, "*")
    for name in layout.stars:
        if name not in dealt:
            raise NotationError(Refusal("cache_ton_cash.position.not_dealt", name=name))
    for name, codes in layout.named.items():
        if BETWEEN_SETS in codes and not name.startswith("stack"):
            raise NotationError(
                Refusal("cache_ton_cash.position.between_sets", name=name, sign=BETWEEN_SETS)
            )
    return layout


def _lay(s: Any, cards: Iterable[int], zone: int, seen: int, places: Iterable[int] = ()) -> None:
    cards = list(cards)
    s.zone[cards] = zone
    s.place[cards] = list(places) or 0
    s.seen[cards] = seen


def _lay_out(s: Any, layout: CardLists) -> None:
    """Put the cards of all lists where they lie."""
    for seat in range(int(s.players)):
        x = seat_letter(seat)
        _lay(s, layout.cards[f"hand {x}"], seat, 1 << seat)
        for number, cards in enumerate(_sets(layout, f"stack {x}")):
            _lay(s, cards, c.STACK + seat, FACE_UP, [number] * len(cards))
    draw, discard = layout.cards["draw"][::-1], layout.cards["discard"]
    _lay(s, draw, c.DRAW, 0, range(len(draw)))
    _lay(s, discard, c.DISCARDED, FACE_UP, range(len(discard)))
    for pile in pile_numbers(int(s.players)):
        neutral = layout.cards[f"neutral {pile}"][::-1]
        _lay(s, neutral, c.NEUTRAL + pile - 1, 0, range(len(neutral)))
    _lay(s, layout.cards["gone"], c.GONE, FACE_UP)
    _lay(s, layout.cards["claim"], c.CLAIMED, FACE_UP, range(len(layout.cards["claim"])))
    fought = layout.cards["fight"] + layout.cards["contest"]
    _lay(s, fought, c.FOUGHT, FACE_UP, range(len(fought)))
    s.count[:] = np.bincount(s.zone, minlength=c.ZONES)
    for card in layout.cards["gone"]:
        if c.KIND_OF[card] < c.SWAP_CARD:
            raise NotationError(Refusal("cache_ton_cash.position.gone", "K16"))


def _sets(layout: CardLists, name: str) -> list[list[int]]:
    """Split a list of cards into sets, and check each (K4)."""
    sets: list[list[int]] = [[]]
    cards = iter(layout.cards[name])
    for code in layout.named[name]:
        if code == BETWEEN_SETS:
            sets.append([])
        else:
            sets[-1].append(next(cards))
    if sets == [[]]:
        return []
    for cards_of_set in sets:
        check_set([c.KIND_OF[card] for card in cards_of_set], name)
    return sets


def check_set(kinds: list[int], name: str) -> int:
    """K4: refuse cards that are no set; return the kind of the set."""
    possessions = {kind for kind in kinds if kind < c.SILVER}
    if len(kinds) < 2 or len(possessions) != 1 or max(kinds) >= c.SWAP_CARD:
        raise NotationError(Refusal("cache_ton_cash.position.set", "K4", name=name))
    return possessions.pop()


def _read_piles(items: Items, s: Any, layout: CardLists) -> None:
    """K24, K27, K28: piles still to be turned up, a shift, and what lies where it was seen."""
    numbers = [
        whole(x, "piles", 1, c.PILES) for x in "".join(items.take("piles") or []) if x != "-"
    ]
    if (numbers and not c.has_piles(items.players)) or len(set(numbers)) != len(numbers):
        raise NotationError(Refusal("cache_ton_cash.position.piles", "K24"))
    words = items.take("shift")
    if words is not None and words != ["-"]:
        if not c.has_piles(items.players):
            raise NotationError(Refusal("cache_ton_cash.position.shift_no_piles", "K28"))
        s.shift = whole(" ".join(words), "shift", 1, c.PILES)
        numbers = sorted({*numbers, int(s.shift)})
    s.piles = sum(1 << number - 1 for number in numbers)
    for pile in pile_numbers(items.players):
        name = f"neutral {pile}"
        kinds = [c.KIND_OF[card] for card in layout.cards[name]]
        dealt = name in layout.stars and not layout.named[name]
        mixed = bool(kinds) and min(kinds) < c.SWAP_CARD
        if s.shift == pile:
            if kinds[:1] != [c.MOVE_CARD]:
                raise NotationError(
                    Refusal(
                        "cache_ton_cash.position.shift_card",
                        "K28",
                        pile=pile,
                        card=c.KINDS[c.MOVE_CARD],
                    )
                )
            s.seen[layout.cards[name][0]] = FACE_UP
        elif mixed and kinds[0] >= c.SWAP_CARD and not dealt and pile not in numbers:
            raise NotationError(
                Refusal("cache_ton_cash.position.action_on_top", "K27, K28", name=name)
            )
        _read_buried(items, s, pile, kinds)


def _read_buried(items: Items, s: Any, pile: int, kinds: list[int]) -> None:
    """K27: action cards that went back into a pile in public."""
    codes = items.take(f"buried {pile}") or []
    hidden = kinds if s.piles >> (pile - 1) & 1 and s.shift != pile else kinds[1:]
    for code in CODES.expand(code for code in codes if code != "-"):
        kind = c.KINDS.index(code)
        if kind < c.SWAP_CARD or kind not in hidden:
            raise NotationError(Refusal("cache_ton_cash.position.buried", "K27", pile=pile))
        hidden = list(hidden)
        hidden.remove(kind)
        s.buried[c.PILES * (kind - c.SWAP_CARD) + pile - 1] += 1


def _read_places(items: Items, engine: Engine, s: Any, state: Bytes, source: Source) -> None:
    """K27: the places drawn for action cards that go back, as far as they are not used."""
    bounds = engine.deal_bounds(state)
    words = items.take("places")
    if words is None:
        numbers = [source.below(bound) for bound in bounds]
    else:
        numbers = [whole(x, "places", 0, c.PLACE_BOUND - 1) for x in words if x != "-"]
    if len(numbers) > len(bounds):
        raise NotationError(Refusal("cache_ton_cash.position.places", "K27", n=len(bounds)))
    s.put_back = len(bounds) - len(numbers)
    s.places[int(s.put_back) : int(s.put_back) + len(numbers)] = numbers


def _read_fight(items: Items, s: Any, layout: CardLists) -> None:
    """K6, K7, K19, K22: a fight or a claim, and who must answer what."""
    words = items.take("fight")
    fights = words is not None and words != ["-"]
    claims = bool(layout.cards["claim"])
    if fights + claims + (s.shift > 0) > 1 or (layout.cards["contest"] and not claims):
        raise NotationError(Refusal("cache_ton_cash.position.one_at_a_time"))
    active = int(s.active)
    if fights:
        _read_challenge(words or [], s)
    elif claims:
        _read_claim(s, layout)
    elif s.shift == 0 and s.piles:
        raise NotationError(Refusal("cache_ton_cash.position.piles_belong", "K24"))
    asked = items.take("asked")
    s.demand = items.number("demand", 1, 1, 2)
    if not fights and not claims:
        if asked not in (None, ["-"]) or s.demand != 1:
            raise NotationError(Refusal("cache_ton_cash.position.fight_items", "K7"))
        return
    s.asked = usually_asked(s)
    if asked is not None:
        s.asked = seat_number(" ".join(asked), items.players)
    if s.asked not in (active, int(s.rival)) or (s.count[c.FOUGHT] == 0 and s.asked == active):
        raise NotationError(Refusal("cache_ton_cash.position.asked", "K7"))
    _note_use(s)


def usually_asked(s: Any) -> int:
    """Return the defender, or the seat that is asked whether it contests."""
    if s.rival == c.NONE:
        return c.NONE
    return int(s.active) if s.nth == 0 and s.count[c.FOUGHT] else int(s.rival)


def _read_challenge(words: list[str], s: Any) -> None:
    if len(words) < 3:
        raise NotationError(Refusal("cache_ton_cash.position.fight"))
    s.rival = seat_number(words[0], int(s.players))
    s.nth = whole(words[1], "fight", 1, 2 if s.opt[c.TOP_TWO] else 1)
    if s.rival == s.active or s.sets[s.active] == 0 or s.sets[s.rival] <= s.nth:
        raise NotationError(Refusal("cache_ton_cash.position.fight_sets", "K6, K19"))


def _read_claim(s: Any, layout: CardLists) -> None:
    players, active = int(s.players), int(s.active)
    if not c.has_piles(players):
        raise NotationError(Refusal("cache_ton_cash.position.claim_no_piles", "K22"))
    check_set([c.KIND_OF[card] for card in layout.cards["claim"]], "claim")
    piles = [pile for pile in range(c.PILES) if int(s.piles) >> pile & 1]
    if len(piles) != len(layout.cards["claim"]) - 1:
        raise NotationError(Refusal("cache_ton_cash.position.claim_piles", "K22"))
    if players == c.FEWEST:
        s.rival = 1 - active
        return
    if len(piles) != 1 or active not in c.seats_at(players, piles[0]):
        raise NotationError(Refusal("cache_ton_cash.position.claim_one", "K26"))
    s.rival = sum(c.seats_at(players, piles[0])) - active


def _note_use(s: Any) -> None:
    """K9: the rival has used cards when more was played than the opening of the challenger."""
    played = sorted(np.flatnonzero(s.zone == c.FOUGHT), key=lambda card: int(s.place[card]))
    opening = 0
    if s.nth == 1 or (s.nth == 2 and c.KIND_OF[played[0]] == c.JAR):
        opening = 1
    elif s.nth == 2:
        opening = 2
    if len(played) < opening:
        raise NotationError(Refusal("cache_ton_cash.position.opening", "K19"))
    used = [int(seat) for seat in s.used if seat != c.NONE]
    if len(played) > opening and s.rival not in used:
        s.used[len(used)] = s.rival


def _check_fight(s: Any) -> None:
    """K7: the played cards fit the set that is fought about."""
    for card in np.flatnonzero(s.zone == c.FOUGHT):
        kind = c.KIND_OF[card]
        if kind >= c.SWAP_CARD or (kind < c.SILVER and kind != s.prize):
            raise NotationError(Refusal("cache_ton_cash.position.fight_cards", "K7"))
    if s.rival == c.NONE and s.count[c.FOUGHT]:
        raise NotationError(Refusal("cache_ton_cash.position.no_fight", "K7"))


def _check_turn(s: Any) -> None:
    """K10: a deal that runs waits for a seat, one that is over for none."""
    waits = s.rival != c.NONE or s.shift > 0
    if s.ended == RUNNING and not waits and s.count[s.active] == 0:
        raise NotationError(
            Refusal("cache_ton_cash.position.no_cards", "K10", seat=seat_letter(int(s.active)))
        )
    if s.ended != RUNNING and (waits or s.count[: c.SEATS].any()):
        raise NotationError(Refusal("cache_ton_cash.position.deal_over", "K10"))


def _read_choices(items: Items, s: Any) -> None:
    """K28: the choices made in a shift."""
    players = int(s.players)
    pile = int(s.shift) - 1
    sits = () if pile < 0 else c.seats_at(players, pile)
    waiting = [seat for seat in sits if s.sets[sum(sits) - seat] > 1]
    if sits and (s.active not in sits or not waiting):
        raise NotationError(Refusal("cache_ton_cash.position.nobody_chooses", "K28"))
    for seat in range(players):
        words = items.take(f"chosen {seat_letter(seat)}")
        if words is None or words == ["-"]:
            continue
        if len(words) != 1 or words[0] not in CHOICES or seat not in waiting:
            raise NotationError(Refusal("cache_ton_cash.position.chosen", "K28"))
        s.choice[seat] = CHOICES.index(words[0])
    if waiting and all(s.choice[seat] for seat in waiting):
        raise NotationError(Refusal("cache_ton_cash.position.all_chosen", "K28"))
