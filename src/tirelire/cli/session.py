"""A match between a person and bots, in the terminal."""

from __future__ import annotations

import errno
import json
import os
import secrets
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tirelire.bots.referee import Referee
from tirelire.bots.registry import find_bot
from tirelire.cli.common import bot_title, warm_up
from tirelire.cli.console import Console
from tirelire.cli.printing import print_rule
from tirelire.cli.story import Teller
from tirelire.core.chance import Keyed, seeded
from tirelire.core.codes import seat_letter, seat_number
from tirelire.core.drawing import Text
from tirelire.core.errors import IllegalMove, NotationError, OptionError
from tirelire.core.moves import Move
from tirelire.core.refusals import Refusal
from tirelire.core.texts import enumerate_words, say
from tirelire.games import game as find_game
from tirelire.match.match import Match
from tirelire.match.record import Record

COMPANIONS = ("Ada", "Basile", "Chloé", "Denis", "Émile")


def saved_path() -> Path:
    """Return where a match that was left is kept: where programs keep what is theirs."""
    home = os.environ.get("APPDATA" if sys.platform == "win32" else "XDG_CONFIG_HOME")
    usual = {"win32": "", "darwin": "Library/Application Support"}.get(sys.platform, ".config")
    try:
        folder = Path(home) if home else Path.home() / usual
    except RuntimeError:  # an account without a home
        folder = Path("~")
    return folder / "tirelire" / "saved.json"


class Session:
    """A match between a person and bots."""

    def __init__(self, match: Match, bots: Sequence[str], seed: int, lang: str) -> None:
        self.match = match
        self.specs = list(bots)
        self.bots = [find_bot(spec) for spec in bots]
        self.referee = Referee()
        self.seed = seed
        self.lang = lang
        self.console = Console()
        self.me = seat_letter(0)
        self.teller = Teller(match.game, self.names, seat_number(self.me, match.players), lang)
        self.others: Keyed = seeded(seed, 1).branch(match.number)

    @property
    def names(self) -> list[str]:
        """The players as the reader calls them."""
        return [say(self.lang, "cli.you_name"), *self.match.names[1:]]

    @classmethod
    def begin(
        cls,
        name: str,
        bots: Sequence[str],
        options: dict[str, str | int],
        seed: int | None,
        lang: str,
    ) -> Session:
        """Begin a match against some bots."""
        number = secrets.randbelow(2**31) if seed is None else seed
        names = ["player", *COMPANIONS[: len(bots)]]
        match = Match.begin(name, len(names), options, seed=number, names=names)
        session = cls(match, bots, number, lang)
        title = match.game.rules(lang)["title"]
        welcome = say(lang, "cli.welcome", game=title, n=len(names))
        session.console.print(welcome, style="bold")
        company = [
            f"{who} ({bot_title(bot, lang)})" for who, bot in zip(names[1:], bots, strict=True)
        ]
        session.console.print(
            say(lang, "cli.company", who=enumerate_words(company, lang)), style="dim"
        )
        return session

    @classmethod
    def load(cls, lang: str) -> Session:
        """Go on with the match that was left last."""
        try:
            saved = json.loads(saved_path().read_text("utf-8"))
            record, seed = Record.parse(saved["record"]), int(saved["seed"])
            bots = [str(spec) for spec in saved["bots"]]
        except FileNotFoundError:
            raise OptionError(say(lang, "cli.nothing_saved")) from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise OptionError(Refusal("keep.file", path=saved_path(), why=error)) from None
        game = find_game(record.game)
        warm_up(game, lang, bots=True)
        match = record.replay()
        match.chance = seeded(seed)
        session = cls(match, bots, seed, lang)
        session.console.print(
            say(lang, "cli.resumed", game=game.rules(lang)["title"]), style="bold"
        )
        return session

    def save(self) -> None:
        """Keep the match for later: whole, or not at all."""
        path = saved_path()
        draft = path.with_suffix(".new")
        text = json.dumps(
            {"seed": self.seed, "bots": self.specs, "record": str(Record.of(self.match))}
        )
        try:
            if not path.is_absolute():  # an account without a home: “~” is no folder
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(text, "utf-8")
            draft.replace(path)
        except OSError as error:
            why = f"{error.strerror}. {say(self.lang, 'cli.not_saved')}"
            raise OptionError(Refusal("keep.file", path=path, why=why)) from None
        self.console.print("\n" + say(self.lang, "cli.saved"))

    def run(self) -> bool:
        """Play until the match is over or the person leaves; tell whether it is over."""
        try:
            while self.match.ended != "match":
                if self.match.ended == "deal":
                    self.console.input(Text(say(self.lang, "cli.next_deal"), "dim"))
                    self.match.next_deal()
                self.step()
        except (KeyboardInterrupt, EOFError):
            self.save()
            return False
        with suppress(OSError):  # without a file there is nothing to remove
            saved_path().unlink(missing_ok=True)
        self.teller.tell_winners(self.console, self.match)
        return True

    def step(self) -> None:
        """Let the next seat move, and tell what happened."""
        match = self.match
        letter = match.asked
        before = match.view(self.me)
        if letter == self.me:
            move = self.ask()
        else:
            move = self.ask_bot(letter)
            match.play(move, letter)
        number = seat_number(letter, match.players)
        self.teller.tell(self.console, before, match.view(self.me), number, move)
        if match.ended != "running":
            self.teller.tell_end(self.console, match)

    def ask_bot(self, letter: str) -> Move:
        """Ask the bot in a seat; while it thinks, say so."""
        match = self.match
        bot = self.bots[seat_number(letter, match.players) - 1]

        def is_legal(move: Move) -> bool:
            return match.is_legal(move, letter)

        thinking = say(self.lang, "cli.thinks", who=self.names[seat_number(letter, match.players)])
        with self.console.status(thinking):
            move, fault = self.referee.ask(bot, match.view(letter), self.others, None, is_legal)
        if fault:
            text = say(self.lang, f"cli.fault_{fault.kind}", bot=fault.bot)
            self.console.print(text, style="dim")
        return move

    def ask(self) -> Move:
        """Show the table and ask the person until a move is legal."""
        table, match = self.match.game.table, self.match
        view = match.view(self.me).record
        legal = [Move.parse(text) for text in match.legal(self.me)]
        offers = table.offers(view, legal, self.names, self.lang)
        self.console.print()
        self.console.print(table.render(view, self.names, self.lang))
        self.console.print(table.question(view, self.names, self.lang), style="bold")
        for number, (text, meaning) in enumerate(offers, 1):
            self.console.print(
                Text.assemble(f"  {number}  ", (text, "cyan"), "  ", (meaning, "dim"))
            )
        prompt = Text.assemble((say(self.lang, "cli.prompt"), "dim"), " >")
        while True:
            answer = self.console.input(prompt).strip()
            if answer.startswith("?"):
                self.explain(self.console, answer[1:].strip() or None, table.rules_now(view))
                continue
            if answer.isdigit() and 1 <= int(answer) <= len(offers):
                answer = offers[int(answer) - 1][0]
            try:
                move = Move.parse(answer)
                match.play(move, self.me)
            except (IllegalMove, NotationError) as error:
                self.console.print(error.say(self.lang), style="red")
            else:
                return move

    def explain(self, console: Console, number: str | None, now: list[str]) -> None:
        """Print a rule, or those that matter now."""
        wanted = [number.upper()] if number else now
        for section in self.match.game.rules(self.lang)["section"]:
            for rule in section["rule"]:
                if rule["id"] in wanted:
                    print_rule(console, rule, self.lang)
