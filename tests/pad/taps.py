"""Ends of deals of Monopoly between bots, and what somebody taps to enter them into the pad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tirelire import Match
from tirelire.bots.registry import find_bot
from tirelire.core.chance import seeded
from tirelire.games.monopoly.rules import material as p

HOUSES = p.KINDS[p.FIRST_HOUSE : p.HOTEL + 1]
MONOPOLIES = {f"monopoly.{key}" for key in ("bare", "houses", "hotel", "stations", "utilities")}
PLAYERS = 4
MOST_TAPS = 25
DEALS = 500
LONGEST = 477
"""The deal of these that takes the most taps; `test_taps.py` finds it."""


@dataclass
class Plan:
    """What is tapped, button by button, from the sheet of the match until the deal is counted."""

    opening: str
    """The button that begins the deal: who went out."""
    buttons: list[str]
    gained: list[int]

    @property
    def taps(self) -> int:
        return 1 + len(self.buttons)


def play_deal(seed: int) -> Match:
    """Play one deal of four by the rule of thumb."""
    match, rng, bot = (
        Match.begin("monopoly", players=PLAYERS, seed=seed),
        seeded(seed),
        find_bot("regular"),
    )
    while match.ended == "running":
        match.play(bot.choose(match.view(match.asked), rng, None), match.asked)
    return match


def plan(match: Match) -> Plan:
    """Say what is tapped: only what counts, and the hand of the player who went out first."""
    who, *said = match.item("out").split()
    out = -1 if who == "-" else "ABCD".index(who)
    roles = [word.partition("=")[2] for word in said]
    buttons = [f"richest-{richest(match)}"]
    order = sorted(range(PLAYERS), key=lambda seat: (seat != out, seat < out, seat))
    for i, seat in enumerate(order):
        hand = Counter(match.cards(f"hand {'ABCD'[seat]}"))
        if seat == out:
            taps = laid_down(hand, roles) + reward(match, seat, hand, roles)
        elif hand["CHANCE"]:
            taps = ["kept-chance"]
        else:
            taps = held(match, seat, hand) or [f"nothing-{seat}"]
        goes_on = taps[-1].startswith(("kept-chance", "nothing"))
        buttons += taps if goes_on or i + 1 == PLAYERS else [*taps, "next"]
    gained = list(match.gained.values())
    return Plan(f"out-{'nobody' if out < 0 else out}", [*buttons, "done"], gained)


def richest(match: Match) -> int:
    """Return who has the most Mr. Monopoly cards, or -1 (P27)."""
    out, *_ = match.item("out").split()
    held = [match.cards(f"hand {seat}").count("MR") for seat in "ABCD"]
    if out != "-":
        held["ABCD".index(out)] += match.cards("reward").count("MR")
    return held.index(max(held)) if held.count(max(held)) == 1 else -1


def family(code: str) -> str:
    return code[:3] if code in p.DEED_CODES else code


def bonus(cards: Counter[str]) -> Iterator[str]:
    for code in ("TOKEN", "GO"):
        if cards[code]:
            yield f"count-{code}-{cards[code]}"


def held(match: Match, seat: int, hand: Counter[str]) -> list[str]:
    """Tap the monopolies of a hand that was not laid down, as the sheet of the rules names them."""
    sheet = match.game.sheet.of_seat(match.state.record, seat)
    monopolies = [line for line in sheet.lines if line.key in MONOPOLIES]
    taps = []
    for line in monopolies:
        group = line.values.get("group")
        if line.key == "monopoly.stations":
            taps.append(f"STA-{line.values['n']}")
        elif line.key == "monopoly.utilities":
            taps.append("UTI-2")
        else:
            taps.append(
                f"{group}-{p.HOTEL_LEVEL if line.key.endswith('hotel') else line.values['n']}"
            )
    counted = hand if monopolies else Counter({"GO": hand["GO"]})
    return [*taps, *bonus(counted)]


def laid_down(hand: Counter[str], roles: list[str]) -> list[str]:
    """Tap a hand as it lies on the table, and what its Chance cards stand for."""
    lies = Counter(map(family, hand.elements()))
    lies.update(family(role.partition("@")[0]) for role in roles)
    needs = {
        at: HOUSES.index(code) + 1
        for code, _, at in (r.partition("@") for r in roles)
        if code in HOUSES
    }
    groups = [code for code in reversed(p.COLOURS) if lies[code]]
    groups.sort(key=lambda code: -needs.get(code, 0))
    taps = [f"{code}-{sum(lies[house] > i for house in HOUSES)}" for i, code in enumerate(groups)]
    taps += [f"STA-{lies['STA']}"] * (lies["STA"] > 0) + ["UTI-2"] * (lies["UTI"] > 0)
    seen = Counter[str]()
    chances = []
    for role in roles:
        name = "-".join(filter(None, (family(role.partition("@")[0]), role.partition("@")[2])))
        chances.append(f"role-{name}-2" if seen[name] else f"role-{name}")
        seen[name] += 1
    return [*taps, *bonus(lies), *chances]


def reward(match: Match, seat: int, hand: Counter[str], roles: list[str]) -> list[str]:
    """Tap the cards of the reward that the sheet counts (P19, P20)."""
    sheet = match.game.sheet.of_seat(match.state.record, seat)
    lines = [line for line in sheet.lines if line.key != "monopoly.idle_tokens"]
    counted = Counter(card for line in lines for card in line.cards) - hand
    stations = [role for role in roles if role.startswith("STA")]
    taps = []
    for code in match.cards("reward"):
        if code == "MR" or not counted[code]:
            continue
        counted[code] -= 1
        taps.append(
            f"kind-same-{stations.index(code)}" if code in stations else f"kind-{family(code)}"
        )
    return taps
