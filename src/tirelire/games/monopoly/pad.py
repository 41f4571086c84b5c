"""Monopoly on the score pad: hands, who went out, with which roles and which reward."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tirelire.contract.entries import DealEntry, SeatEntry
from tirelire.contract.laying import clear_table, count_zones, entered
from tirelire.contract.pad import Pad, score_range
from tirelire.core.errors import IllegalMove
from tirelire.core.refusals import Refusal
from tirelire.core.texts import say
from tirelire.games.monopoly.going_out import may_go_out
from tirelire.games.monopoly.rules import material as p
from tirelire.games.monopoly.text.positions import CODES
from tirelire.games.monopoly.text.roles import CHANCE_WORD, named_roles, read_role
from tirelire.games.monopoly.text.table import deck

PLAYERS = range(p.FEWEST, p.SEATS + 1)


class MonopolyPad(Pad):
    """Everybody enters their hand; a player who went out, what Chance cards were and the reward."""

    OPTIONS = ("target", "tie", "tokens_on", "first_dealer")
    SCORE = score_range(
        [*p.BASE, *p.STATION_VALUES, p.HOTEL_VALUE, p.UTILITIES_VALUE, p.GO_VALUE, p.MR_VALUE]
    )
    TABLE_RULES = ("P27",)

    def data(self, lang: str, /) -> dict[str, Any]:
        """Return groups and single cards, what they are worth, and how much a hand may hold."""
        names = {code: title for code, title, _ in deck(lang)}
        whole = (*p.COLOURS, "UTI")
        groups = [
            {
                "code": code,
                "name": say(lang, f"group.monopoly.{code}"),
                "copies": p.SIZES[i],
                "picture": f"{code}1",
            }
            for i, code in enumerate(p.GROUPS)
            if code in whole
        ]
        stations = [code for code in p.DEED_CODES if code.startswith("STA")]
        single = [*stations, *(code for code in p.KINDS if code not in p.DEED_CODES)]
        return {
            "kinds": [
                *groups,
                *({"code": code, "name": names[code], "copies": p.COPIES[code]} for code in single),
            ],
            "colours": p.COLOURS,
            "sizes": dict(zip(p.GROUPS, p.SIZES, strict=True)),
            "base": p.BASE,
            "houses": p.KINDS[p.FIRST_HOUSE : p.HOTEL + 1],
            "hotel_value": p.HOTEL_VALUE,
            "station_values": p.STATION_VALUES,
            "utilities_value": p.UTILITIES_VALUE,
            "go_value": p.GO_VALUE,
            "mr_value": p.MR_VALUE,
            "most_hand": {n: p.HAND if n <= p.MOST_DRAWING else 0 for n in PLAYERS},
            "most_reward": {n: p.REWARD_CARDS if n <= p.MOST_DRAWING else 0 for n in PLAYERS},
            "deal": {n: {"hand": p.DEALT[n], "neutral": p.NEUTRALS[n]} for n in PLAYERS},
            "formats": {"": {"goal": "target"}},
            "goals": {
                n: p.TARGET_SMALL if n <= p.MOST_DRAWING else p.TARGET_LARGE for n in PLAYERS
            },
            "plays_on": "extra_hand",
            "most_deals": p.MOST_DEALS,
        }

    def lay(self, s: Any, deal: DealEntry, pack: list[int], /) -> None:
        """P24–P29: the hands, who went out, with which roles and which reward."""
        lists = [CODES.expand(entered(x.cards)) for x in deal.seats]
        lists.append([] if deal.out is None else CODES.expand(entered(deal.seats[deal.out].reward)))
        chosen = iter(CODES.choose([code for words in lists for code in words], pack))
        *hands, reward = [[next(chosen) for _ in words] for words in lists]
        clear_table(s, p.BOX)
        for seat, hand in enumerate(hands):
            s.zone[hand] = seat
        s.out, s.reason = p.NOBODY, p.WAS_VOID if deal.void else p.RAN_OUT
        if deal.out is not None and deal.seats[deal.out].points is None:
            _go_out(s, deal, hands[deal.out], reward)
        count_zones(s)

    def laid_down(self, hand: SeatEntry, players: int, /) -> DealEntry:
        """P18–P21: a hand was laid down before its reward came."""
        return DealEntry([hand, *[SeatEntry()] * (players - 1)], out=0)

    def warm_up(self) -> None:
        """Compile the check of whether a hand can go out."""
        may_go_out()


def _go_out(s: Any, deal: DealEntry, hand: list[int], reward: list[int]) -> None:
    """P15, P18–P21: the hand is laid down with its roles, and the reward lies beside it."""
    assert deal.out is not None
    draws = int(s.players) <= p.MOST_DRAWING
    if draws and (len(hand) > p.HAND or len(reward) > p.REWARD_CARDS):
        raise IllegalMove(Refusal("pad.reward", "P19", n=p.HAND, more=p.REWARD_CARDS))
    held = sum(1 << card for card in hand)
    roles = np.full(p.MOST_CHANCES, p.NOTHING, np.int64)
    streets = int(s.opt[p.TOKENS_ON] == 1)
    named = named_roles(held, _read_roles(deal.seats[deal.out].roles, held), streets == 1)
    chances = sum(p.KIND_OF[card] == p.CHANCE for card in hand)
    if named and len(named) != chances:
        raise IllegalMove(Refusal("monopoly.each_chance_a_role", "P18"))
    roles[: len(named)] = named
    question = np.array([held, streets, int(bool(named))], np.int64)
    if may_go_out()(question, roles) != 1:
        raise IllegalMove(Refusal("pad.cannot_go_out", "P15"))
    s.out, s.reason = deal.out, p.WENT_OUT
    s.role[:] = roles
    if draws:
        s.zone[reward] = p.REWARD
    else:
        piles = int(s.players)
        for i, card in enumerate(reward):
            s.zone[card], s.place[card] = p.PILE + i % piles, i // piles


def _read_roles(words: Sequence[str], held: int) -> list[int]:
    """P18: read roles; a group stands for its first deed that is not in the hand."""
    found: list[int] = []
    for word in words:
        if word in p.GROUPS:
            deeds = [i for i, code in enumerate(p.DEED_CODES) if code.startswith(word)]
            free = [deed for deed in deeds if not held >> deed & 1 and deed not in found]
            if not free:
                raise IllegalMove(Refusal("monopoly.role_does_not_fit", "P18", role=word))
            found.append(free[0])
            continue
        role = read_role(CHANCE_WORD + word.removeprefix(CHANCE_WORD))
        if role >= p.ROLES:
            raise IllegalMove(Refusal("monopoly.never_a_role", "P18"))
        found.append(role)
    return sorted(found)


PAD = MonopolyPad()
