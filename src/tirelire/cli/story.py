"""Telling a match in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from tirelire.cli.console import Console
from tirelire.cli.printing import print_sheet
from tirelire.contract.game import Game
from tirelire.core.cards import SPECTATOR
from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.drawing import Grid
from tirelire.core.moves import Move
from tirelire.core.texts import amount, enumerate_words, say
from tirelire.core.words import Audience
from tirelire.match.events import Deal
from tirelire.match.match import Match
from tirelire.match.record import Record
from tirelire.match.view import View


class Teller:
    """Tells one reader in sentences what happens."""

    def __init__(self, game: Game, names: Sequence[str], reader: int, lang: str) -> None:
        self.game = game
        self.names = names
        self.reader = reader
        self.lang = lang

    def tell(self, console: Console, before: View, after: View, seat: int, move: Move) -> None:
        """Tell what a move changed for the reader."""
        for sentence in self.game.stories.story(before.record, after.record, seat, move):
            console.print(sentence.say(self.lang, self.names, self.reader))

    def tell_end(self, console: Console, match: Match) -> None:
        """Tell how a deal ended: the sheets, the totals, and who has won."""
        view = match.view(None).record
        reason = self.game.stories.ending(view).say(self.lang, self.names, self.reader)
        number = match.item("deal")
        console.rule(say(self.lang, "cli.deal_over", n=number, reason=reason))
        audience = Audience(self.lang, self.names, self.reader)
        for seat in range(match.players):
            sheet = self.game.sheet.of_seat(view, seat)
            print_sheet(console, self.game.id, sheet, audience, self.names[seat])
        rows = []
        for seat, name in enumerate(self.names):
            letter = seat_letter(seat)
            gained = amount(self.game.id, match.gained[letter], self.lang, sign=True)
            rows.append([name, gained, amount(self.game.id, match.totals[letter], self.lang)])
        head = [say(self.lang, f"cli.{key}") for key in ("player", "gained", "total")]
        console.print(Grid(rows, head=head, right=[1, 2]))

    def tell_winners(self, console: Console, match: Match) -> None:
        """Tell who has won the match."""
        seats = [seat_number(letter, match.players) for letter in match.winners]
        others = [self.names[seat] for seat in seats if seat != self.reader]
        who = enumerate_words(others, self.lang)
        if self.reader in seats:
            key = "you_share" if others else "you_win"
        else:
            key = "winners" if len(others) > 1 else "winner"
        told = (say(self.lang, "cli.match_over"), say(self.lang, f"cli.{key}", who=who))
        console.print(" ".join(told), style="bold")


def tell_record(record: Record, until: int | None, seat: str | None, lang: str) -> None:
    """Tell a record from the beginning, then show the table; with all cards open for no seat."""
    console = Console()
    match = record.replay(0)
    names = record.names or [seat_letter(x) for x in range(record.players)]
    reader = SPECTATOR if seat is None else seat_number(seat, record.players)
    teller = Teller(match.game, names, reader, lang)
    for event in record.events[:until]:
        if isinstance(event, Deal):
            match.apply(event)
            continue
        before = match.view(seat)
        match.apply(event)
        number = seat_number(event.seat, record.players)
        teller.tell(console, before, match.view(seat), number, event.move)
        if match.ended != "running":
            teller.tell_end(console, match)
    if match.ended == "running":
        if seat is None:
            console.print(match.position())
        else:
            console.print(match.game.table.render(match.view(seat).record, names, lang))
