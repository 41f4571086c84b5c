"""The score pad in a browser: it counts as the rules do, without a network too, by few taps."""

from __future__ import annotations

import csv
import io
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.pad.hands import RANDOM, Entered
from tests.page.browser import NARROW, REFUSED, Guest
from tests.page.conftest import Welcome
from tests.page.test_browser_access import tight, violations
from tirelire import Match
from tirelire.core.errors import TirelireError
from tirelire.games import GAMES
from tirelire.games.monopoly.rules import material as p
from tirelire.pad.course import Course

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


def by_rules(course: Course) -> dict[str, Any]:
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


@pytest.fixture
def pad(welcome: Welcome) -> Page:
    """The pad on a phone, in French."""
    page = welcome("fr", **NARROW).open("/pad")
    page.wait_for_selector("#new-money")
    return page


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


# --- by hand ------------------------------------------------------------------------------------


def begin(page: Page, game: str, names: list[str], **options: str) -> None:
    """Open a sheet."""
    page.click(f"#new-{game}")
    page.wait_for_selector("#begin")
    while page.locator(".pad-name").count() > len(names):
        page.click("#fewer")
    while page.locator(".pad-name").count() < len(names):
        page.click("#more")
    for i, name in enumerate(names):
        page.fill(f"#name-{i}", name)
    for option, value in options.items():
        field = page.locator(f"[name=option-{option}]")
        if field.evaluate("(one) => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.click("#begin")
    page.wait_for_selector("#count")


def count(page: Page) -> None:
    """Begin to count a deal, and wait for its screen: it opens with the address, a moment later."""
    page.tap("#count")
    page.wait_for_selector("#done")


def tap(page: Page, cards: str) -> None:
    """Tap every card once."""
    for code in cards.split():
        page.tap(f"#kind-{code}")


def finish(page: Page, missing: str = "") -> None:
    """Say that the deal is counted, and that some have nothing; wait for the sheet."""
    page.click("#done")
    if missing:
        assert missing in page.locator("dialog.question").inner_text()
        page.click("dialog.question [value=yes]")
    page.wait_for_selector("#standing")


def total(page: Page) -> int:
    return whole(page.locator("#sum").inner_text())


def whole(text: str) -> int:
    return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))


def totals(page: Page) -> list[int]:
    return [whole(text) for text in page.locator(".pad-table tfoot b").all_inner_texts()]


def go_offline(guest: Guest) -> None:
    """Wait until the pad is kept, then cut the network and load it again."""
    page = guest.page
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    guest.context.set_offline(True)
    page.reload(wait_until="load")
    page.wait_for_selector("#head")


def test_a_match_of_money(welcome: Welcome) -> None:
    guest = welcome("fr", **NARROW)
    guest.watch.expected.append(REFUSED)
    page = guest.open("/pad")
    begin(page, "money", ["Zoé", "Émile", "Ann", "Bob", "Carla"], match="hands_won", hands="2")
    assert "Carla distribue" in page.locator("#standing").inner_text()
    count(page)
    tap(page, "EUR20 EUR20 EUR20 EUR60 COIN")
    assert total(page) == 130
    page.tap("#seat-1")
    page.tap("#kind-EUR20", force=True)  # all three are with Zoé
    assert "Zoé" in page.locator("#refused").inner_text()
    tap(page, "USD60 USD50 USD40")
    assert total(page) == 50
    finish(page, "Ann, Bob et Carla")
    assert totals(page) == [130, 50, 0, 0, 0]
    go_offline(guest)
    assert totals(page) == [130, 50, 0, 0, 0]
    count(page)
    page.tap("#seat-4")
    tap(page, "JPY60 JPY50")
    page.reload(wait_until="load")  # what is entered survives, done or not
    page.tap("#seat-4")
    assert total(page) == 10
    page.fill("#points-4", "500")
    finish(page, "Zoé, Émile, Ann et Bob")
    assert "Zoé et Carla" in page.locator("#standing").inner_text()
    page.tap(".pad-correct >> nth=0")  # what was wrong in the first deal
    page.tap("#seat-1")
    tap(page, "USD20 USD20 USD20")
    assert total(page) == 210 + 100
    finish(page)
    assert totals(page) == [130, 310, 0, 0, 500]
    assert "Émile et Carla" in page.locator("#standing").inner_text()
    assert not violations(page)


def test_a_match_of_cash_oder_crash(welcome: Welcome) -> None:
    guest = welcome("en", **NARROW)
    guest.watch.expected.append(REFUSED)
    page = guest.open("/pad")
    begin(page, "cash_oder_crash", ["Ann", "Bob", "Carla"], rounds="2")
    count(page)
    for field in (4, -6, 0):
        page.tap(f"#field-{field}")
    assert not violations(page)
    finish(page)
    assert totals(page) == [39, 25, 41]
    assert "Bob starts" in page.locator("#standing").inner_text()
    page.locator("#calling summary").tap()
    page.tap("#call-2")
    page.tap("#call-0", force=True)  # too late
    assert "Carla" in page.locator("#caller").inner_text()
    page.tap("#next-turn")
    page.tap("#call-2", force=True)  # his card is used up
    assert page.locator("#caller").inner_text() == ""
    go_offline(guest)
    count(page)
    assert page.locator("#field-4[aria-pressed=true]").count() == 1  # where it stood
    for i, chips in enumerate((5, -5, 1)):
        page.tap(f"#seat-{i}")
        page.fill(f"#points-{i}", str(chips))
    page.tap("#done")
    assert "zero" in page.locator("#refused").inner_text()
    page.fill("#points-0", "5")
    page.tap("#seat-2")
    page.fill("#points-2", "0")
    finish(page)
    assert totals(page) == [44, 20, 41]
    assert "Ann" in page.locator("#standing").inner_text()


def test_a_hand_of_monopoly_by_one_tap_a_card_and_one_more(welcome: Welcome) -> None:
    guest = welcome("fr", **NARROW)
    guest.watch.expected.append(REFUSED)
    page = guest.open("/pad")
    begin(page, "monopoly", ["Zoé", "Bob"], target="4000")
    page.evaluate(
        "() => { window.taps = 0; addEventListener('click', () => { window.taps += 1; }, true); }"
    )
    count(page)
    page.select_option("#out", "1")
    before = page.evaluate("() => window.taps")
    hand, reward = "DBL CHANCE TOKEN YEL YEL YEL H1 H2 GO MR", "DBL MR STA1 STA2 TOKEN"
    tap(page, f"{hand} {reward}")
    taps = page.evaluate("() => window.taps") - before
    assert taps <= len(f"{hand} {reward}".split()) + 1
    assert total(page) == 6550
    page.tap("#kind-GO")  # more than a reward has
    assert "récompense" in page.locator("#refused").inner_text()
    assert total(page) == 6550
    page.tap("#seat-0")
    tap(page, "BRN BRN CHANCE")
    assert total(page) == 0
    assert not violations(page)
    finish(page)
    go_offline(guest)
    assert totals(page) == [0, 6550]
    assert "Bob" in page.locator("#standing").inner_text()
    assert not tight(page)


def test_a_deal_with_somebody_missing_is_not_booked_unasked(welcome: Welcome) -> None:
    page = welcome("fr", **NARROW).open("/pad")
    begin(page, "monopoly", ["Zoé", "Émile", "Ann"])
    count(page)
    tap(page, "BRN BRN")
    page.click("#done")
    assert "Émile et Ann" in page.locator("dialog.question").inner_text()
    page.click("dialog.question [value=no]")
    assert page.locator("#done").count() == 1  # nothing was booked
    assert page.locator("#seat-1[aria-pressed=true]").count() == 1
    page.check("#nothing-1")
    page.tap("#seat-2")
    page.fill("#points-2", "0")
    finish(page)
    assert totals(page) == [50, 0, 0]
    page.tap(".pad-correct >> nth=0")
    page.wait_for_selector("#done")
    finish(page)  # who really has nothing is not asked about again


def test_pawns_that_nobody_entered_are_not_booked_unasked(welcome: Welcome) -> None:
    page = welcome("en", **NARROW).open("/pad")
    begin(page, "cash_oder_crash", ["Ann", "Bob", "Carla"], rounds="2")
    count(page)
    for field in (4, -6):
        page.tap(f"#field-{field}")
    finish(page, "Carla")
    count(page)
    finish(page, "Ann, Bob, and Carla")  # all stand where they stood


TYPED = [
    ("cache_ton_cash", "290000", 290),
    ("cache_ton_cash", "290 000", 290),
    ("cache_ton_cash", "290\u202f000", 290),
    ("cache_ton_cash", "290K", 290),
    ("cache_ton_cash", "290 k", 290),
    ("cache_ton_cash", "290", 290),
    ("cache_ton_cash", "0", 0),
    ("cache_ton_cash", "290001", None),
    ("cache_ton_cash", "291", None),
    ("cache_ton_cash", "-5", None),
    ("cache_ton_cash", "4000", None),
    ("money", "1 480", 1480),
    ("money", "1.480", 1480),
    ("money", "155", None),
    ("money", "-10", None),
    ("money", "290K", None),
    ("money", "1,5", None),
    ("monopoly", "7400", 7400),
    ("monopoly", "7 400", 7400),
    ("monopoly", "740000", None),
    ("monopoly", "7425", None),
    ("cash_oder_crash", "−4", -4),
    ("cash_oder_crash", "+4", 4),
    ("cash_oder_crash", "quatre", None),
]


def test_a_score_is_read_as_people_write_it_or_not_at_all(pad: Page) -> None:
    read = pad.evaluate(
        """async (typed) => {
          const { readPoints } = await import('/static/js/pad/points.js');
          const games = await (await fetch('/pad/fr.json')).json();
          return typed.map(([game, text]) => readPoints(text, games[game]));
        }""",
        [[game, text] for game, text, _ in TYPED],
    )
    wrong = [(*one, got) for one, got in zip(TYPED, read, strict=True) if one[2] != got]
    assert not wrong


def test_what_is_booked_is_shown_before_and_a_wrong_score_is_not_booked(welcome: Welcome) -> None:
    guest = welcome("fr", **NARROW)
    guest.watch.expected.append(REFUSED)
    page = guest.open("/pad")
    begin(page, "cache_ton_cash", ["Zoé", "Bob"])
    count(page)
    assert "milliers" in page.locator(".pad-points label").inner_text()
    page.fill("#points-0", "290000")
    assert "290K" in page.locator("#read-0").inner_text()
    assert total(page) == 290
    page.tap("#seat-1")
    page.fill("#points-1", "4321")
    assert "5K" in page.locator("#read-1").inner_text()
    page.click("#done")
    assert "Bob" in page.locator("#refused").inner_text()
    assert "4321" in page.locator("#refused").inner_text()
    page.fill("#points-1", "85")
    finish(page)
    assert totals(page) == [290, 85]


FITS = """() => [
  ...document.querySelectorAll('.pad-table thead th, .pad-table tfoot td'),
].filter((cell) => {
  const [box, range] = [cell.getBoundingClientRect(), document.createRange()];
  range.selectNodeContents(cell);
  const text = range.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth + 0.5 || text.left < box.left - 1
    || text.right > box.right + 1 || text.height < 8;
}).map((cell) => cell.textContent)"""


@pytest.mark.parametrize("players", range(2, 7))
def test_all_names_can_be_read_on_a_phone(welcome: Welcome, players: int) -> None:
    page = welcome("fr", **{**NARROW, "viewport": {"width": 360, "height": 740}}).open("/pad")
    names = ["Maximilienne", "Jean-Baptiste", "Zoé", "Anne-Charlotte", "Christophe", "Wilhelmine"]
    begin(page, "monopoly", names[:players])
    count(page)
    for seat in range(players):
        page.click(f"#seat-{seat}")
        page.fill(f"#points-{seat}", "8450")
    finish(page)
    assert page.locator(".pad-table thead th span").all_inner_texts() == names[:players]
    assert not page.evaluate(FITS)
    assert page.locator(".pad-scroll").evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_the_names_that_are_seen_are_the_names_that_are_kept(welcome: Welcome) -> None:
    page = welcome("fr", **NARROW).open("/pad")
    page.click("#new-monopoly")
    page.wait_for_selector("#begin")
    assert page.locator("[placeholder]").count() == 0
    seen = [field.input_value() for field in page.locator(".pad-name input").all()]
    assert seen[0] == "Joueur 1"
    page.fill("#name-1", "  ")
    page.click("#begin")
    assert page.locator("#name-1:invalid").count() == 1
    assert page.locator("#count").count() == 0
    page.fill("#name-1", "Zoé")
    page.click("#begin")
    page.wait_for_selector("#count")
    found = page.locator(".pad-table thead th span").all_inner_texts()
    assert found == [seen[0], "Zoé", *seen[2:]]


def test_what_cannot_go_out_is_not_counted(welcome: Welcome) -> None:
    guest = welcome("en", **NARROW)
    guest.watch.expected.append(REFUSED)
    page = guest.open("/pad")
    begin(page, "monopoly", ["Ann", "Bob"])
    count(page)
    page.select_option("#out", "0")
    tap(page, "YEL YEL")
    page.tap("#done")
    assert "P15" in page.locator("#refused").inner_text()
    tap(page, "CHANCE CHANCE")
    assert page.input_value("#role-0") == "YEL"
    roles = page.locator("#role-1 option").evaluate_all("(all) => all.map((one) => one.value)")
    assert {"TOKEN@YEL", "H1@YEL"} <= set(roles)
    assert "HOTEL@YEL" not in roles
    page.select_option("#role-1", "H1@YEL")
    assert total(page) == 600
    page.select_option("#role-1", "TOKEN@YEL")
    assert total(page) == 600
    finish(page, "Bob")
    assert totals(page) == [600, 0]


def test_a_match_of_cache_ton_cash_shared_and_written(welcome: Welcome) -> None:
    guest = welcome("fr", **NARROW)
    page = guest.open("/pad")
    begin(page, "cache_ton_cash", ["Zoé", "=Bob", "Ann"], match="first_to_two")
    for stacks in (
        ["AUTO AUTO OR BD BD", "TRAIN ARGENT", ""],
        ["", "PIANO PIANO", "SCOOTER OR OR"],
    ):
        count(page)
        for i, cards in enumerate(stacks):
            page.tap(f"#seat-{i}")
            tap(page, cards)
            if not cards:
                page.tap(f"#nothing-{i}")
        finish(page)
    assert totals(page) == [90, 40, 115]
    with page.expect_download() as download:
        page.tap("#positions")
    lines = download.value.path().read_text("utf-8").splitlines()
    found = [Match.at(line) for line in lines if not line.startswith("#")]
    assert [list(match.totals.values()) for match in found] == [[90, 30, 0], [90, 40, 115]]
    with page.expect_download() as download:
        page.tap("#csv")
    rows = list(csv.reader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    assert rows[1] == ["1", "90", "90", "30", "30", "0", "0"]
    assert rows[0][3].startswith("'=Bob")
    page.tap("#share")
    page.wait_for_selector("#link")
    assert page.locator("svg.qr").count() == 1
    link = page.input_value("#link")
    other = welcome("fr")
    there = other.open(link.split("/", 3)[3].join(("/", "")))
    there.wait_for_selector("#standing")
    assert totals(there) == [90, 40, 115]
    assert not violations(there)
    there.emulate_media(media="print")
    assert there.locator("#share").is_hidden()


def test_a_long_match_is_printed_on_one_page(welcome: Welcome) -> None:
    guest = welcome("fr")
    page = guest.open("/pad")
    match = Entered("monopoly", {"target": 50_000}, 6)
    match.deals = [
        {"seats": [{"points": 100 * (i + n) % 900} for i in range(6)]} for n in range(40)
    ]
    page.evaluate(
        "(one) => localStorage.setItem('tirelire-pad', JSON.stringify([one]))", match.for_page()
    )
    page.goto("/pad#m/x")
    page.reload()
    page.wait_for_selector("#standing")
    assert page.locator(".pad-table tbody tr").count() == 40
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    page.click("#share")
    page.wait_for_selector("#link")
    assert page.locator("svg.qr").count() == 0  # too long for it
    page.locator("#timing summary").click()
    page.click("#time-30")
    assert re.fullmatch(r"0:(30|2\d)", page.locator("#time").inner_text())
    page.click("#time-stop")
    assert page.locator("#time").inner_text() == "0:30"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_pad_fits_a_phone_and_keeps_nobody_out(welcome: Welcome, lang: str) -> None:
    page = welcome(lang, **NARROW).open("/pad")
    page.wait_for_selector("#new-money")
    screens = 0
    for game in GAMES:
        page.click(f"#new-{game}")
        for wanted in ("#begin", "#count", "#done"):
            page.wait_for_selector(wanted)
            assert not violations(page)
            assert not tight(page)
            screens += 1
            if wanted != "#done":
                page.click(wanted)
        page.goto("/pad")
    assert screens == 12


def test_the_pad_is_used_by_keyboard_alone(welcome: Welcome) -> None:
    page = welcome("en").open("/pad#new/money")
    page.wait_for_selector("#begin")

    def press(ident: str, key: str = "Enter") -> None:
        for _ in range(80):
            if page.evaluate("() => document.activeElement?.id") == ident:
                page.keyboard.press(key)
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{ident} cannot be reached")

    press("begin")
    page.wait_for_selector("#count")
    press("count")
    page.wait_for_selector("#done")
    kinds = page.locator(".kind[data-group]:not([data-group=COIN])").first.get_attribute("id")
    assert kinds is not None
    for _ in range(3):
        press(kinds)
    assert total(page) == 100
    press("done")
    page.wait_for_selector("dialog.question")
    page.keyboard.press("Enter")
    page.wait_for_selector("#standing")
    assert totals(page)[0] == 100


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


def test_a_link_that_is_none_is_refused(welcome: Welcome) -> None:
    for link in ("/pad#s=nonsense", "/pad#p=a/b/c", "/pad#p=x/money/A,B//1/1.1"):
        guest = welcome("en")
        guest.watch.expected.append(REFUSED)
        page = guest.open(link)
        page.wait_for_function("() => !document.getElementById('refused').hidden")
        assert page.locator("#new-money").is_visible()


def test_the_entrance_leads_to_the_pad(welcome: Welcome) -> None:
    page = welcome("fr").open("/")
    page.click("a[href='/pad']")
    page.wait_for_selector("#new-cache_ton_cash")
