"""Written positions shown at a table's page: the page as always, its answers from a position.

The house serves the page, its styles and pictures; what a table would say is made here from a match
at a written position. So any state can be looked at, always the same, without playing up to it.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from msgspec import to_builtins
from playwright.sync_api import Page, Route

from tests.page.browser import Guest
from tirelire.core.errors import IllegalMove, NotationError
from tirelire.match.events import Played
from tirelire.match.match import Match
from tirelire.server.schemas.responses import Scene, Told
from tirelire.server.storage.rows import RUNNING
from tirelire.server.tables.payload import Reader, checked_payload, table_payload, view_payload
from tirelire.server.tables.replay import stand_in
from tirelire.server.tables.session import TableSession
from tirelire.server.tables.snapshot import MatchSnapshot, Question

ME = "A"
NAMES = ("Zoé", "Basile", "Clémence", "Désiré", "Émilie", "Florentin")
LINE = "Basile fait une mise de trois cartes, face cachée, et attend que tous aient choisi la leur."
LINES = 12
SCENE = Scene("money.sealed", "B", None, {}, routine=False)
STREAM = """() => {
  window.EventSource = class extends EventTarget {
    constructor() {
      super();
      window.stream = this;
    }
    close() {}
  };
}"""
"""A stream on which only a test speaks."""
COACHED = """(value) => localStorage.setItem('tirelire-coach', value)"""
TELL = """([kind, data]) => window.stream.dispatchEvent(
  new MessageEvent(kind, { data: JSON.stringify(data) }))"""


class Shown(NamedTuple):
    """A position, and what is touched before it is looked at."""

    position: str
    presses: tuple[str, ...] = ()
    """Selectors of what is clicked, in order."""
    moves: tuple[str, ...] = ()
    """Moves that are made first, as `A out`."""


class Place(NamedTuple):
    """A table without a house: a match at a position, as one seat is told of it."""

    session: TableSession
    match: Match
    seat: str = ME

    @classmethod
    def at(cls, position: str, seat: str = ME, moves: tuple[str, ...] = ()) -> Place:
        """Begin at a written position, and make moves."""
        match = Match.at(position)
        match.seat(NAMES[: match.players])
        for move in moves:
            match.play(move)
        session = stand_in(match.game.id, match.players, match.options, match.names, "table")
        return cls(session, match, seat).ask()

    def ask(self) -> Place:
        """Ask the seat, if it is its turn."""
        asked = [self.seat] if self.seat in self.match.actors else []
        questions = {one: Question(self.match.decisions(one), 0, 0) for one in asked}
        self.session.snapshot = MatchSnapshot(self.match, 0, questions)
        return self

    def table(self) -> dict[str, Any]:
        """Return what the house says about the table."""
        table: dict[str, Any] = to_builtins(table_payload(self.session.row, RUNNING, None))
        for row in table["seats"]:
            mine = row["seat"] == self.seat
            row.update({"mine": True} if mine else {"kind": "bot", "bot": "regular"})
        return table

    def view(self, lang: str, log: list[Told]) -> dict[str, Any]:
        """Return what the house says about the position."""
        view = view_payload(self.session, Reader(self.seat, lang, helped=True), log)
        told: dict[str, Any] = to_builtins(view)
        return told

    def check(self, move: str, lang: str) -> dict[str, Any]:
        """Answer as the house does whether the seat may make a move, and what it would score."""
        try:
            event = self.match.prepare(move, self.seat).event
        except (IllegalMove, NotationError) as error:
            return {"legal": False, "message": error.say(lang), "rule": ""}
        assert isinstance(event, Played)
        answer: dict[str, Any] = to_builtins(
            checked_payload(self.session, self.seat, lang, event.move)
        )
        return answer


class Showcase:
    """A page on which positions of one game are shown one after the other."""

    def __init__(self, guest: Guest, game: str, lang: str, seat: str = ME) -> None:
        self.lang = lang
        self.seat = seat
        self.place: Place | None = None
        self.page: Page = guest.page
        self._deal = 0
        self._number = 0
        self._answers: dict[str, Any] = {
            "table": None,
            "log": {"deal": 1, "log": [], "totals": {}},
            "check": {"legal": True, "message": "", "rule": ""},
            "orders": {"seat": ME, "offered": [], "orders": {}},
        }
        table = guest.table(game, ["open", "open", "open"])
        self._path = f"/t/{table}"
        self.page.add_init_script(f"({STREAM})()")
        # The scripts of a game name the table as its description does.
        self.page.route(re.compile(rf"/api/tables/({table}|table)\b"), self._answer)

    def _answer(self, route: Route) -> None:
        part = route.request.url.split("?")[0].rsplit("/", 1)[1]
        answer = self._answers.get(part, self._answers["table"])
        if part == "check" and self.place is not None:
            answer = self.place.check(
                json.loads(route.request.post_data or "{}")["move"], self.lang
            )
        route.fulfill(content_type="application/json", body=json.dumps(answer))

    def show(self, shown: Shown) -> None:
        """Show a position, and touch what is to be touched."""
        self.place = Place.at(shown.position, self.seat, shown.moves)
        table = self.place.table()
        if table != self._answers["table"]:
            self._answers["table"] = table
            self.page.goto(self._path)
            self.page.evaluate(COACHED, "off")
            self.page.wait_for_function("() => window.stream")
        self._deal += 1  # another deal: nothing chosen counts
        self.tell([Told(self._number + 1, [LINE] * LINES, [SCENE] * LINES)])
        self.page.locator("#table .board").wait_for()
        for selector in shown.presses:
            self.page.locator(selector).first.click()

    def tell(self, log: list[Told]) -> None:
        """Tell the page how the table stands, and what happened."""
        assert self.place is not None
        self._number += 1
        view = {**self.place.view(self.lang, log), "number": self._number, "deal": self._deal}
        self.page.evaluate(TELL, ["view", view])


CARD = "#hand label.playable"
_BID = "#hand label:nth-of-type({})"
_LARGE = (
    "SEK20a SEK20b SEK20c SEK30a SEK40 SEK60 CHF20a CHF20b CHF30a CHF50 EUR20a EUR30a EUR40 EUR60"
)
_BOARDS = ("ring13", "ring17", "line")
_STREET = "ORG1 ORG2 ORG3 YEL1 YEL2 YEL3 H1 H2 STA1 STA2 UTI1 CHANCE"
OUT = "ORG1 ORG2 ORG3 H1 H2 YEL1 YEL2 YEL3 H3 CHANCE"
"""A hand of Monopoly that may go out."""
_PILE_A, _PILE_B = "pile A GRN1 H1 PNK1 BRN1", "pile B LBL2 TOKEN RED1 STA3 DBL1 GRN2"
_TOTALS = "totals A 3450 B 4200"
_KNOWN_B = "hand B GRN3 H3 MR PNK2 *; known B GRN3 H3 MR PNK2"
_STACK_A = "stack A SCOOTER SCOOTER / CABANE CABANE OR / PIANO PIANO / AUTO AUTO"
_STACKS = {
    "B": "stack B TIRELIRE TIRELIRE / BD BD / AVION AVION ARGENT",
    "C": "stack C TRAIN TRAIN / BIJOUX BIJOUX",
    "D": "stack D BD BD / TRAIN TRAIN / CABANE OR / AVION AVION",
    "E": "stack E BAS BAS BAS",
    "F": "stack F PIANO ARGENT / TIRELIRE TIRELIRE",
}


def _stacks(players: int) -> str:
    return "; ".join([_STACK_A, *(_STACKS[seat] for seat in "BCDEF"[: players - 1])])


def _money() -> dict[str, Shown]:
    gone = {3: "RUB JPY", 4: "RUB", 5: "-"}
    lots = "right USD40 USD20a USD30a GBP50; left GBP30a GBP40 USD20b COIN2"
    states: dict[str, Shown] = {}
    for players in (3, 4, 5):
        head = f"money {players}; gone {gone[players]}" if players < 5 else "money 5"
        rivals = "BCDE"[: players - 1]
        bids = ["GBP20a", "USD60 USD50", "COIN3 COIN4 COIN5", "GBP60 USD30b"]
        sealed = "; ".join(f"sealed {who} {bid}" for who, bid in zip(rivals, bids, strict=False))
        opened = "; ".join(f"bid {who} {bid}" for who, bid in zip(rivals, bids, strict=False))
        states[f"{players} begin"] = Shown(head)
        states[f"{players} bidding"] = Shown(
            f"{head}; {lots}; hand A {_LARGE} COIN1; {sealed}",
            (_BID.format(1), _BID.format(2), _BID.format(7)),
        )
        states[f"{players} exchanging"] = Shown(
            f"{head}; {lots}; hand A {_LARGE} COIN1; bid A CHF30b CHF40 EUR50; {opened};"
            " hand B GBP20b GBP20c GBP30b *2; known B GBP20b GBP20c GBP30b"
        )
    twenty = "USD20c GBP20b GBP20c GBP30b GBP30c"
    states["3 twenty"] = Shown(
        f"money 3; gone RUB JPY; {lots}; hand A {_LARGE} COIN1 {twenty}; sealed B GBP20a USD60",
        (_BID.format(3),),
    )
    return states


def _cash_oder_crash() -> dict[str, Shown]:
    states: dict[str, Shown] = {}
    for players in (3, 4):
        for board in _BOARDS:
            head = f"cash_oder_crash {players} board={board}"
            states[f"{players} {board} laying"] = Shown(f"{head}; active A; turn 1", (CARD,))
            states[f"{players} {board} window"] = Shown(
                f"{head}; active A; turn 1; pawns A +4 B +4 C -2; colour RED; number +2"
            )
    return states


def _monopoly() -> dict[str, Shown]:
    states: dict[str, Shown] = {}
    for players in (2, 3, 4):
        more = {2: "neutral 1 STA4 H2 GO; neutral 2 LBL1", 3: "neutral 1 STA4 H2 GO; pile C LBL3"}
        rest = more.get(players, "pile C LBL3 H2; pile D GO")
        head = f"monopoly {players}; {_TOTALS}; {_PILE_A}; {_PILE_B}; {_KNOWN_B}; {rest}"
        ten = " ".join(_STREET.split()[:10])
        states[f"{players} begin"] = Shown(f"monopoly {players}")
        states[f"{players} offer"] = Shown(f"{head}; hand A {ten}", (CARD,))
        states[f"{players} bargain"] = Shown(
            f"{head}; hand A {ten}", ("#pile-B", "#count-trade-B-4")
        )
        states[f"{players} discard"] = Shown(
            f"{head}; hand A {_STREET} HOTEL TOKEN; must discard", (CARD, f"{CARD}:not(.chosen)")
        )
        states[f"{players} out"] = Shown(
            f"monopoly {players}; {_TOTALS}; pile A GRN1 H4 PNK1 BRN1; hand A {OUT};"
            " hand B GRN3 HOTEL MR PNK2 *; known B GRN3 HOTEL MR PNK2",
            moves=("A out CHANCE=TOKEN@YEL",),
        )
    for players in (5, 6):
        piles = "; ".join(
            f"pile {who} {card}"
            for who, card in zip("ABCDEF"[:players], _STREET.split(), strict=False)
        )
        head = f"monopoly {players}; {_TOTALS}; {piles}"
        states[f"{players} begin"] = Shown(head)
        states[f"{players} swap"] = Shown(f"{head}; turn A", ("#pile-B",))
        bare = head.replace("pile A ORG1", "pile A -")
        states[f"{players} lay"] = Shown(f"{bare}; must lay A", (CARD,))
        states[f"{players} pass"] = Shown(f"{head}; passing", (CARD,))
    twenty = f"{_STREET} HOTEL TOKEN GRN1 PNK1 BRN1 RED1 DBL1 GRN2"
    states["4 twenty"] = Shown(
        f"monopoly 4; {_TOTALS}; hand A {twenty}; must discard", (CARD, f"{CARD}:not(.chosen)")
    )
    return states


def _cache_ton_cash() -> dict[str, Shown]:
    all_on = "two_actions=on upgrade=on action_cards=on top_two=on penny_jar=on six_cards=on"
    states: dict[str, Shown] = {}
    for players in (2, 3, 4, 5, 6):
        piles = "neutral 1 SCOOTER *; neutral 2 AVION *; neutral 3 TRAIN *" if players < 4 else ""
        name = f"cache_ton_cash {players} removed=none"
        rest = f"{_stacks(players)}; {piles}; discard PIANO BAS CABANE"
        head, wild = f"{name}; {rest}", f"{name} {all_on}; {rest}"
        states[f"{players} begin"] = Shown(f"cache_ton_cash {players}")
        states[f"{players} acting"] = Shown(f"{head}; hand A AUTO TRAIN AVION OR CABANE", (CARD,))
        states[f"{players} options"] = Shown(
            f"{wild}; hand A AUTO AVION OR ECO ECHANGE DEMENAGEMENT", (CARD,)
        )
        states[f"{players} duel"] = Shown(
            f"{head}; hand A AUTO TRAIN AVION OR; turn B; fight A 1 AUTO AUTO AUTO", (CARD,)
        )
        states[f"{players} jar"] = Shown(
            f"{wild}; hand A AUTO OR ARGENT TRAIN; turn B; fight A 1 AUTO AUTO ECO; demand 2"
        )
        states[f"{players} folded"] = Shown(
            f"{head}; hand A AUTO TRAIN AVION OR; turn B; fight A 1 AUTO AUTO AUTO",
            ("#fold-fight",),
        )
    states["6 sure"] = states["6 duel"]._replace(presses=("#do-stop",))
    many = "AUTO TRAIN AVION OR CABANE SCOOTER BIJOUX BD PIANO BAS ARGENT TIRELIRE"
    states["6 twenty"] = Shown(
        f"cache_ton_cash 6 removed=none; hand A {many} AUTO TRAIN CABANE BIJOUX BD BAS PIANO AVION;"
        f" {_stacks(6)}",
        (CARD,),
    )
    states["2 claim"] = Shown(
        "cache_ton_cash 2 removed=none; hand A BIJOUX TRAIN BD AVION SCOOTER CABANE;"
        f" {_stacks(2)}; neutral 1 AVION *; neutral 2 OR *; neutral 3 ARGENT *; turn B;"
        " claim BIJOUX OR ARGENT; piles 23; contest BIJOUX OR; discard TIRELIRE"
    )
    return states


STATES: dict[str, dict[str, Shown]] = {
    "money": _money(),
    "cash_oder_crash": _cash_oder_crash(),
    "monopoly": _monopoly(),
    "cache_ton_cash": _cache_ton_cash(),
}
"""Full tables of every game and every number of players, by the number and what is done."""
