"""Random matches as a pad keeps them, and what the rules say about each: for comparing."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tirelire.contract.entries import DealEntry, SeatEntry
from tirelire.games import game as find_game
from tirelire.games.cache_ton_cash.rules import material as k
from tirelire.games.money.rules import material as m
from tirelire.games.monopoly.rules import material as p
from tirelire.pad.counting import MatchScore, count


@dataclass
class Entered:
    """What somebody taps: the same for the pad in a browser and for the rules."""

    game: str
    options: dict[str, Any]
    seats: int
    deals: list[dict[str, Any]] = field(default_factory=list)

    def for_page(self) -> dict[str, Any]:
        """Write it as the scripts keep it."""
        usual = {option.name: option.default for option in find_game(self.game).options}
        names = [f"P{i}" for i in range(self.seats)]
        return {
            "id": "x",
            "game": self.game,
            "names": names,
            "options": {**usual, **self.options},
            "deals": [{**deal, "done": True} for deal in self.deals],
            "changed": 0,
        }

    def counted(self) -> MatchScore:
        """Let the rules count it."""
        return count(
            self.game, self.seats, self.options, [as_deal(self.game, d) for d in self.deals]
        )


def as_deal(game: str, deal: dict[str, Any]) -> DealEntry:
    """Write a deal as the rules read it."""
    seats = []
    for entry in deal["seats"]:
        cards = " ".join(entry.get("cards", []))
        if game == "cash_oder_crash":
            cards = str(entry.get("pawn", 0))
        if game == "cache_ton_cash":
            cards = " / ".join(" ".join(one) for one in entry.get("sets", []))
        reward, roles = " ".join(entry.get("reward", [])), entry.get("roles", ())
        seats.append(SeatEntry(cards, reward, roles, entry.get("points")))
    return DealEntry(seats, deal.get("out"), deal.get("void", False))


def random_money(random: Random) -> Entered:
    """Deal hands of Money that could be counted."""
    seats = random.randint(m.FEWEST, m.SEATS)
    gone = random.sample(m.CURRENCIES, m.leaving(seats))
    pack = [kind for kind in m.KINDS if kind[:3] not in gone]
    random.shuffle(pack)
    options = {"removed": ",".join(x for x in m.CURRENCIES if x in gone)} if gone else {}
    most = len(pack) // seats
    hands = [[pack.pop() for _ in range(random.randint(0, most))] for _ in range(seats)]
    return Entered("money", options, seats, [{"seats": [{"cards": hand} for hand in hands]}])


def random_cash_oder_crash(random: Random) -> Entered:
    """Put pawns somewhere, round after round."""
    seats = random.choice((3, 4))
    options: dict[str, Any] = {
        "rounds": random.randint(1, 12),
        "insolvency": random.choice(("debt", "pay_what_you_have")),
        "tie": random.choice(("shared", "extra_round")),
        "first_dealer": random.choice(("last_seat", *"ABCD"[:seats])),
    }
    entered = Entered("cash_oder_crash", options, seats)
    for _ in range(options["rounds"]):
        pawns = [{"pawn": random.randint(-6, 6)} for _ in range(seats)]
        entered.deals.append({"seats": pawns})
    return entered


def random_cache_ton_cash(random: Random) -> Entered:
    """Build stacks."""
    seats = random.randint(k.FEWEST + 1, k.SEATS)
    options = {"penny_jar": random.choice(("off", "on"))}
    wilds = [*["ARGENT"] * 8, *["OR"] * 4, *["ECO"] * (2 if options["penny_jar"] == "on" else 0)]
    random.shuffle(wilds)
    left = dict(zip(k.KINDS[: k.POSSESSIONS], k.COPIES, strict=False))
    stacks = []
    for _ in range(seats):
        sets: list[list[str]] = []
        for _ in range(random.randint(0, 5)):
            kind = random.choice(
                [x for x in left if left[x] > 3 and (not sets or sets[-1][0] != x)]
            )
            size = random.randint(1, 3)
            left[kind] -= size
            more = random.randint(0 if size > 1 else 1, 2)
            joined = [wilds.pop() for _ in range(min(more, len(wilds)))]
            if size + len(joined) > 1:
                sets.append([kind] * size + joined)
        stacks.append({"cards": [code for one in sets for code in one], "sets": sets})
    return Entered("cache_ton_cash", options, seats, [{"seats": stacks}])


PADDED = {
    code: code[:3] if code in p.DEED_CODES and code[:3] != "STA" else code for code in p.CODES
}
"""How the pad writes each card: any deed of a colour will do."""


def random_monopoly(random: Random) -> Entered:
    """Deal hands of Monopoly with many deeds of few groups; somebody may go out."""
    seats = random.randint(p.FEWEST, p.SEATS)
    options = {
        "tokens_on": random.choice(("any_monopoly", "colour_groups")),
        "first_dealer": random.choice(("last_seat", *"ABCDEF"[:seats])),
    }
    pack = [PADDED[code] for code in p.CODES]
    random.shuffle(pack)
    hands: list[dict[str, Any]] = []
    for _ in range(seats):
        wanted = random.sample(p.GROUPS, 3)
        # What belongs together comes first, so that there is something to arrange.
        pack.sort(key=lambda code: random.random() + (code[:3] in wanted or code[0] in "HTCGM"))
        hands.append(
            {"cards": [pack.pop() for _ in range(random.randint(2, 10 if seats < 6 else 8))]}
        )
    deal: dict[str, Any] = {"seats": hands}
    if random.random() < 0.7:
        out = random.randrange(seats)
        whole(random, hands[out], pack)
        hands[out]["reward"] = [pack.pop() for _ in range(min(len(pack), random.randint(0, 5)))]
        deal["out"] = out
    return Entered("monopoly", options, seats, [deal])


def whole(random: Random, hand: dict[str, Any], pack: list[str]) -> None:
    """Make a hand one that may go out, from what is left."""
    pack += hand["cards"]
    groups = [g for g in p.COLOURS if pack.count(g) == p.SIZES[p.GROUPS.index(g)]]
    stations = [code for code in pack if code.startswith("STA")]
    cards: list[str] = []
    for group in random.sample(groups, min(len(groups), 2)):
        cards += [group] * pack.count(group)
    if len(cards) < 5 and len(stations) > 1:
        cards += stations[: random.randint(2, len(stations))]
    bonus = [code for code in pack if code in ("CHANCE", "TOKEN", "GO", "MR")]
    cards += random.sample(bonus, min(len(bonus), 10 - len(cards), random.randint(0, 4)))
    for level in ("H1", "H2", "H3"):
        if level not in pack or len(cards) >= 10 or not set(cards) & set(p.COLOURS):
            break
        cards.append(level)
    chances = cards.count("CHANCE")
    for code in random.sample(groups, len(groups)):
        if chances and code in cards:
            cards.remove(code)  # a Chance card takes its place
            chances -= 1
    for code in cards:
        pack.remove(code)
    hand["cards"] = cards


RANDOM = {
    "money": random_money,
    "cash_oder_crash": random_cash_oder_crash,
    "cache_ton_cash": random_cache_ton_cash,
    "monopoly": random_monopoly,
}
