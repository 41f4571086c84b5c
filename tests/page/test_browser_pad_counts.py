"""The score pad in a browser: its scripts count, write and share as the rules do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.pad.hands import RANDOM, Entered
from tirelire import Match
from tirelire.core.errors import TirelireError
from tirelire.games import GAMES
from tirelire.games.monopoly.rules import material as p
from tirelire.pad.counting import MatchScore

HANDS = 10_000
COURSES = """async (matches) => {
  const { course } = await import('/static/js/pad/count.js');
  const { dealerOf, startersOf } = await import('/static/js/pad/standing.js');
  const games = await (await fetch('/pad/fr.json')).json();
  const letters = (seats) => seats.map((seat) => 'ABCDEF'[seat]).join('');
  return matches.map((match) => {
    const game = games[match.game];
    const { deals, standing } = course(match, game);
    const lines = deals.map((deal) => deal.lines.map((sheet) => sheet
      && sheet.map(({ rule, points, key, values }) => [rule, points, key, values])));
    const { totals, won, over } = standing;
    return {
      totals, won, over, winners: letters(standing.winners), lines,
      gained: deals.map((deal) => deal.gained),
      wrong: deals.some((deal) => deal.problems.length > 0),
      dealer: over ? '' : letters([dealerOf(deals.length, match.names.length, match.options)]),
      starts: over ? ''
        : letters(startersOf(game, deals.length, standing, match.options).slice(0, 1)),
    };
  });
}"""


def by_rules(course: MatchScore) -> dict[str, Any]:
    """Write a course as the scripts write it."""
    lines = [
        [
            sheet and [[x.rule, x.points, x.key, plain(x.values)] for x in sheet.lines]
            for sheet in deal.sheets
        ]
        for deal in course.deals
    ]
    return {
        "lines": lines,
        "gained": [deal.gained for deal in course.deals],
        "wrong": False,
        **{name: getattr(course, name) for name in ("totals", "won", "over", "winners")},
        **{name: getattr(course, name) for name in ("dealer", "starts")},
    }


def plain(values: dict[str, Any]) -> dict[str, Any]:
    """Leave out which deed of a group a Chance card stands for: a pad does not know."""
    role = values.get("role", "")
    known = role in p.DEED_CODES and not role.startswith("STA")
    return {**values, "role": role[:3]} if known else values


def compare(page: Page, entered: list[Entered]) -> None:
    """Compare what the pad counts with what the rules count."""
    for start in range(0, len(entered), 1000):
        part = entered[start : start + 1000]
        found = page.evaluate(COURSES, [one.for_page() for one in part])
        for one, got in zip(part, found, strict=True):
            assert got == by_rules(one.counted()), one


def seats_in(entered: Entered) -> int:
    return sum(len(deal["seats"]) for deal in entered.deals)


@pytest.mark.parametrize("name", GAMES)
def test_the_pad_counts_ten_thousand_hands_as_the_rules_do(pad: Page, name: str) -> None:
    random, entered, hands = Random(name), list[Entered](), 0
    while hands < HANDS:
        entered.append(RANDOM[name](random))
        hands += seats_in(entered[-1])
    compare(pad, entered)


MAY_STAND = """async (hands) => {
  const { mayStand, nameTokens } = await import('/static/games/monopoly/pad_hand.js');
  const { monopoly } = await (await fetch('/pad/fr.json')).json();
  return hands.map(([cards, roles, streets]) =>
    mayStand(cards, nameTokens(cards, roles, monopoly, streets), monopoly, streets));
}"""


def test_roles_of_chance_cards_are_those_that_the_rules_allow(pad: Page) -> None:
    random, allowed, hands, fits = Random(2), list[Entered](), list[Any](), list[bool]()
    words = [*p.COLOURS, "UTI", "STA1", "STA2", "STA3", "STA4", *["TOKEN"] * 5]
    words += [f"{house}@{colour}" for house in ("H1", "H2", "HOTEL") for colour in p.COLOURS]
    while len(hands) < 2000:
        entered = RANDOM["monopoly"](random)
        (deal,) = entered.deals
        hand = deal["seats"][deal["out"]] if "out" in deal else {"cards": []}
        chances = hand["cards"].count("CHANCE")
        if not chances:
            continue
        held = [code for code in hand["cards"] if code in p.COLOURS]
        places = [f"{house}@{colour}" for house in ("H1", "H2", "H3", "H4") for colour in held]
        tokens = [f"TOKEN@{code[:3]}" for code in hand["cards"] if code[:3] in p.GROUPS]
        likely = held * 8 + places + tokens * 3 + words
        hand["roles"] = [random.choice(likely) for _ in range(chances)]
        streets = entered.options.get("tokens_on") == "colour_groups"
        hands.append([hand["cards"], hand["roles"], streets])
        try:
            entered.counted()
        except TirelireError:
            fits.append(False)
        else:
            fits.append(True)
            allowed.append(entered)
    assert pad.evaluate(MAY_STAND, hands) == fits
    assert 200 < len(allowed) < 1800
    compare(pad, allowed)


@pytest.mark.parametrize("name", GAMES)
def test_matches_end_on_the_pad_when_they_end_by_the_rules(pad: Page, name: str) -> None:
    random, entered = Random(3), list[Entered]()
    formats: dict[str, dict[str, list[Any]]] = {
        "money": {
            "match": ["total", "hands_won", "single"],
            "hands": [1, 2, 4],
            "tie": ["shared", "extra_hand"],
        },
        "cash_oder_crash": {"rounds": [1, 3], "tie": ["shared", "extra_round"]},
        "monopoly": {"target": ["usual", 900], "tie": ["extra_hand", "shared"]},
        "cache_ton_cash": {
            "match": ["million", "quick", "three", "first_to_two"],
            "tie": ["shared", "extra_round"],
        },
    }
    low, high = {"cash_oder_crash": (3, 4), "money": (5, 5)}.get(name, (2, 6))
    while len(entered) < 400:
        options = {key: random.choice(values) for key, values in formats[name].items()}
        match = Entered(name, options, random.randint(low, high))
        for _ in range(random.randint(1, 12)):
            gained = [random.choice((0, 100, 100, 200, 400)) for _ in range(match.seats)]
            if name == "cash_oder_crash":
                gained = [100, *[0] * (match.seats - 2), -100]
                random.shuffle(gained)
            match.deals.append({"seats": [{"points": n} for n in gained]})
            try:
                match.counted()
            except TirelireError:  # it was over before
                match.deals.pop()
                break
        entered.append(match)
    compare(pad, entered)


POSITIONS = """async (matches) => {
  const { course } = await import('/static/js/pad/count.js');
  const { asPositions } = await import('/static/js/pad/written.js');
  const games = await (await fetch('/pad/fr.json')).json();
  const written = (match, game) => asPositions(match, course(match, game), game);
  return matches.map((match) => written(match, games[match.game]));
}"""


@pytest.mark.parametrize("name", GAMES)
def test_what_the_pad_writes_is_read_by_the_rules(pad: Page, name: str) -> None:
    random = Random(4)
    entered = [RANDOM[name](random) for _ in range(60)]
    written = pad.evaluate(POSITIONS, [one.for_page() for one in entered])
    for one, text in zip(entered, written, strict=True):
        positions = [line for line in text.splitlines() if not line.startswith("#")]
        for position, deal in zip(positions, one.counted().deals, strict=True):
            match = Match.at(position)
            assert list(match.totals.values()) == deal.totals, position
            record = match.state.record
            sheets = [match.game.sheet.of_seat(record, seat) for seat in range(one.seats)]
            assert [sheet.total for sheet in sheets] == deal.gained, position


TRAVEL = """async (matches) => {
  const { course } = await import('/static/js/pad/count.js');
  const links = await import('/static/js/pad/links.js');
  const games = await (await fetch('/pad/fr.json')).json();
  return Promise.all(matches.map(async (match) => {
    match.names = match.names.map((name) => `${name}/é,.=%_+`);
    const game = games[match.game];
    const about = (one) => [one.names, course(one, game).standing.totals];
    const entries = (one) => one.deals.map((deal) => deal.seats.map((seat) =>
      [seat.cards ?? [], seat.reward ?? [], seat.pawn ?? 0]));
    const gained = course(match, game).deals.map((deal) => deal.gained);
    const long = await links.fromLink(await links.asLink(match, game), games);
    const short = links.fromPoints(links.asPoints(match, gained, game), games);
    return [[...about(long), entries(long)], about(short), [...about(match), entries(match)]];
  }));
}"""


@pytest.mark.parametrize("name", GAMES)
def test_a_match_travels_in_a_link(pad: Page, name: str) -> None:
    random = Random(6)
    entered = [RANDOM[name](random) for _ in range(30)]
    for one in entered:
        for deal in one.deals:
            for seat in deal["seats"]:
                seat.pop("sets", None)
    travelled = pad.evaluate(TRAVEL, [one.for_page() for one in entered])
    for whole_way, short_way, before in travelled:
        assert whole_way == before
        assert short_way == before[:2]
