"""The record of a whole match as text (docs/notation.md).

It holds everything that the match was made of, so that it replays to the same end, and a check line
that shows damage.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tirelire.contract.game import RULES_VERSION
from tirelire.core.codes import SEAT_LETTERS, quote
from tirelire.core.errors import NotationError, OptionError, RecordError, TirelireError
from tirelire.core.moves import Move
from tirelire.core.options import Value
from tirelire.core.position import whole, write_by_seat
from tirelire.core.refusals import Refusal
from tirelire.games import game as find_game
from tirelire.match.events import Deal, Event, Played, Retracted
from tirelire.match.fairness import Fairness, VoidDraw, are_words, deal_chance
from tirelire.match.match import Match
from tirelire.match.retracting import standing
from tirelire.match.versions import OLDEST, changed, check_step, is_older

FORMAT = 1
HEAD = f"tirelire record {FORMAT}"
LARGEST = 4_000_000
"""No record is longer than this."""
LATEST = 10**12
"""No move comes later, in milliseconds since the match began: thirty years, for play by post."""

_DIGITS = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class Record:
    """A match on paper: options, deals, moves, and the result."""

    game: str
    players: int
    options: dict[str, Value]
    names: list[str] = field(default_factory=list)
    fairness: Fairness | None = None
    """The secret and the words of the deals, for a match at a table that promised them."""
    draws: list[int] = field(default_factory=list)
    events: list[Deal | Played] = field(default_factory=list)
    """Without retracted moves: nobody learns what a player took back."""
    winners: str = ""
    """The seats that won; empty for a match that was not finished."""
    totals: dict[str, int] = field(default_factory=dict)
    rules: int = RULES_VERSION
    """The version of the rules that the match was played by."""

    @classmethod
    def of(cls, match: Match, fairness: Fairness | None = None) -> Record:
        """Write down a match. One that began at a written position has no record."""
        if not match.events or not isinstance(match.events[0], Deal):
            raise _refused("no_beginning")
        return cls(
            game=match.game.id,
            players=match.players,
            options=match.options,
            names=list(match.names),
            fairness=fairness,
            draws=list(match.draws),
            events=standing(match.events),
            winners=match.winners,
            totals=match.totals,
        )

    # --- printing -------------------------------------------------------------------------------

    def __str__(self) -> str:
        body = "\n".join(self._lines()) + "\n"
        return f"{body}check {_digest(body)}\n"

    def _lines(self) -> list[str]:
        game = find_game(self.game)
        codes = game.positions.CODES
        known = [option.name for option in game.options if option.since <= self.rules]
        options = " ".join(f"{name}={self.options[name]}" for name in known)
        lines = [HEAD, f"game {self.game}", f"rules {self.rules}", f"players {self.players}"]
        lines += [f"options {options}"]
        seats = zip(SEAT_LETTERS, self.names, strict=False)
        lines += [f"seat {letter} {name}".rstrip() for letter, name in seats]
        lines += _fairness_lines(self.fairness)
        lines += _draw_lines(self.draws)
        for event in self.events:
            lines += _event_lines(event, codes)
        totals = write_by_seat(self.totals.values(), self.players)
        return [*lines, f"result {self.winners or '-'} totals {totals}"]

    # --- reading --------------------------------------------------------------------------------

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record; printing it gives the same text again."""
        if len(text) > LARGEST:
            raise _refused("long", n=LARGEST)
        lines = text.split("\n")
        if lines[0] != HEAD:
            raise _refused("foreign", head=HEAD)
        if len(lines) < 8 or lines[-1] != "" or not lines[-2].startswith("check "):
            raise _refused("cut_off")
        if lines[-2] != f"check {_digest(chr(10).join(lines[:-2]) + chr(10))}":
            raise _refused("damaged")
        try:
            record = _Reader(lines[1:-2]).read()
        except (NotationError, OptionError) as error:
            raise RecordError(error.reason) from error
        if str(record) != text:
            raise _refused("unusual")
        return record

    # --- replaying ------------------------------------------------------------------------------

    def replay(self, until: int | None = None) -> Match:
        """Play the match again, up to a number of events, and check its end against the record.

        A record of older rules is checked to its end in any case: it replays only where the match
        is the same under today's.
        """
        game = find_game(self.game)
        older = is_older(game, self.rules)
        whole_match = until is None or until >= len(self.events)
        if older and not whole_match:
            self.replay()
        opt = game.encode(self.players, self.options)
        match = Match.set_up(game, opt, self.players, list(self.draws))
        match.seat(self.names)
        for number, event in enumerate(self.events[:until]):
            before = match.state.copy() if older else match.state
            try:
                match.apply(event)
            except TirelireError as error:
                if older:
                    raise changed(self.game, self.rules) from error
                raise _refused("event", n=number + 1, why=error) from error
            if older:
                check_step(game, self.rules, before.record, event, match.state.record)
        if whole_match and (match.winners, match.totals) != (self.winners, self.totals):
            raise changed(self.game, self.rules) if older else _refused("end")
        return match

    def renewed(self) -> Record:
        """Return the record of the same match as today's rules write it."""
        return replace(self, rules=RULES_VERSION)

    def verify(self, promise: str | None = None, fingerprint: str | None = None) -> Fairness:
        """Check that the deals are those that follow from the secret and the words; return these.

        Raises the first error; a record without a promise cannot be verified. Anyone can write a
        record that fits itself: `promise` is the one that a player saw before the match, and
        `fingerprint` that of the draw, which the table showed before words were revealed.
        """
        fairness = self.fairness
        if fairness is None or not fairness.secret:
            raise _refused("no_secret")
        if not fairness.holds():
            raise _refused("other_secret")
        if promise is not None and promise.strip().lower() != fairness.promised:
            raise _refused("other_promise")
        if fingerprint is not None and fingerprint.strip().lower() != fairness.fingerprint:
            raise _refused("other_fingerprint")
        if not fairness.fits_commitments():
            raise _refused("other_words")
        if not all(draw.holds() for draw in fairness.void_draws):
            raise _refused("void_draw")
        game = find_game(self.game)
        chance = deal_chance(fairness.secret, fairness.words)
        opt = game.encode(self.players, self.options)
        engine = game.engine
        if engine.draw_match(self.players, opt, chance.branch(0)) != self.draws:
            raise _refused("draws")
        match = Match.set_up(game, opt, self.players, list(self.draws))
        number = 0
        for event in self.events:
            if isinstance(event, Deal):
                number += 1
                deck, draws = engine.draw_deal(match.state.raw, chance.branch(number))
                if (game.positions.canonical(deck), draws) != (list(event.deck), list(event.draws)):
                    raise _refused("deal", n=number)
            match.apply(event)
        return fairness


def write_event(event: Event, game: str) -> str:
    """Write one event as a record does; a retraction as `retract` and its seat."""
    if isinstance(event, Retracted):
        return f"retract {event.seat}{_time(event.time)}"
    return "\n".join(_event_lines(event, find_game(game).positions.CODES))


def read_event(text: str, game: str) -> Event:
    """Read one event as `write_event` writes it."""
    reader = _Reader([*text.split("\n"), "result"])
    event: Event
    if reader.is_next("retract"):
        event = reader.retracted()
    else:
        event = reader.event(find_game(game).positions.CODES)
    reader.line("result")
    return event


def _event_lines(event: Deal | Played, codes: Any) -> list[str]:
    if isinstance(event, Deal):
        return [f"deal {codes.write(event.deck)}", *_draw_lines(event.draws)]
    return [f"{event.seat} {event.move}{_time(event.time)}"]


def _time(time: int | None) -> str:
    return "" if time is None else f" @{time}"


def _refused(key: str, **values: Any) -> RecordError:
    return RecordError(Refusal(f"record.{key}", **values))


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:32]


def _fairness_lines(fairness: Fairness | None) -> list[str]:
    if fairness is None:
        return []
    lines = [f"void {line}" for draw in fairness.void_draws for line in _void_lines(draw)]
    lines += [f"promise {fairness.promised}"]
    lines += _seat_lines("commitment", fairness.commitments, only_given=True)
    lines += _seat_lines("words", fairness.words)
    return [*lines, f"secret {fairness.secret}"] if fairness.secret else lines


def _void_lines(draw: VoidDraw) -> list[str]:
    return [
        f"promise {draw.promised}",
        *_seat_lines("commitment", draw.commitments, only_given=True),
        *_seat_lines("words", draw.words, only_given=True),
        *_seat_lines("missing", draw.missing, only_given=True),
        f"secret {draw.secret}",
    ]


def _seat_lines(word: str, texts: tuple[str, ...], *, only_given: bool = False) -> list[str]:
    """Write a line for each seat, or for each that has something."""
    return [
        f"{word} {letter} {text}".rstrip()
        for letter, text in zip(SEAT_LETTERS, texts, strict=False)
        if text or not only_given
    ]


def _draw_lines(draws: list[int] | tuple[int, ...]) -> list[str]:
    return [f"draw {' '.join(map(str, draws))}"] if draws else []


class _Reader:
    """Reads the lines of a record one after the other."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0

    def read(self) -> Record:
        game = find_game(self.line("game"))
        rules = whole(self.line("rules"), "rules", 0, 9999)
        if not OLDEST <= rules <= RULES_VERSION:
            raise _refused("version", found=rules, oldest=OLDEST, version=RULES_VERSION)
        players = whole(self.line("players"), "players", 1, 9)
        options = self.options()
        game.encode(players, options)
        names: list[str] = []
        while self.is_next("seat"):
            letter, _, name = self.line("seat").partition(" ")
            if letter != SEAT_LETTERS[len(names)]:
                raise _refused("seat_order", seat=quote(letter))
            names.append(name)
        codes = game.positions.CODES
        fairness = self.fairness(players)
        draws = self.draws()
        events: list[Deal | Played] = []
        while not self.is_next("result"):
            events.append(self.event(codes))
        winners, totals = self.result(players)
        return Record(
            game=game.id,
            players=players,
            options=game.decode(game.encode(players, options)),
            names=names,
            fairness=fairness,
            draws=draws,
            events=events,
            winners=winners,
            totals=totals,
            rules=rules,
        )

    def event(self, codes: Any) -> Deal | Played:
        if not self.is_next("deal"):
            return self.played()
        deck = codes.expand(self.line("deal"))
        cards = codes.choose(deck, range(len(codes.cards)))
        return Deal(tuple(cards), tuple(self.draws()))

    def is_next(self, word: str) -> bool:
        if self.at >= len(self.lines):
            raise _refused("no_result")
        return self.lines[self.at].split(" ", 1)[0] == word

    def line(self, word: str) -> str:
        if not self.is_next(word):
            raise _refused("expected", line=self.at + 2, word=word)
        self.at += 1
        return self.lines[self.at - 1][len(word) + 1 :]

    def options(self) -> dict[str, Value]:
        pairs = [word.partition("=") for word in self.line("options").split()]
        return {name: value for name, _, value in pairs}

    def fairness(self, players: int) -> Fairness | None:
        void_draws = []
        while self.is_next("void"):
            void_draws.append(self.void_draw(players))
        if not self.is_next("promise"):
            return None
        promised = self.digits("promise")
        commitments = self.by_seat("commitment", players, _DIGITS.fullmatch)
        words: list[str] = []
        while self.is_next("words"):
            letter, _, text = self.line("words").partition(" ")
            if letter != SEAT_LETTERS[len(words)] or not are_words(text):
                raise _refused("words_order", seat=quote(letter))
            words.append(text)
        secret = self.digits("secret") if self.is_next("secret") else ""
        made = commitments if any(commitments) else ()
        return Fairness(promised, tuple(words), secret, made, tuple(void_draws))

    def void_draw(self, players: int) -> VoidDraw:
        """Read a draw that was given up: the same lines, each after the word `void`."""
        lines: list[str] = []
        while self.is_next("void") and not (lines and lines[-1].startswith("secret")):
            lines.append(self.line("void"))
        reader = _Reader([*lines, "result"])
        draw = VoidDraw(
            promised=reader.digits("promise"),
            commitments=reader.by_seat("commitment", players, _DIGITS.fullmatch),
            words=reader.by_seat("words", players, are_words),
            missing=reader.by_seat("missing", players, str.isprintable),
            secret=reader.digits("secret"),
        )
        reader.line("result")
        return draw

    def by_seat(
        self, word: str, players: int, is_allowed: Callable[[str], object]
    ) -> tuple[str, ...]:
        """Read lines of some of the seats, in their order."""
        found = dict.fromkeys(SEAT_LETTERS[:players], "")
        last = ""
        while self.is_next(word):
            letter, _, text = self.line(word).partition(" ")
            if letter not in found or letter <= last or not text or not is_allowed(text):
                raise _refused("words_order", seat=quote(letter))
            found[letter] = text
            last = letter
        return tuple(found.values())

    def digits(self, word: str) -> str:
        text = self.line(word)
        if not _DIGITS.fullmatch(text):
            raise _refused("digits", line=self.at + 1, word=word)
        return text

    def result(self, players: int) -> tuple[str, dict[str, int]]:
        winners, _, totals = self.line("result").partition(" totals ")
        words = totals.split()
        letters = list(SEAT_LETTERS[:players])
        if words[::2] != letters or len(words) != 2 * players:
            raise _refused("result")
        numbers = [whole(word, "totals", -(10**9), 10**9) for word in words[1::2]]
        return "" if winners == "-" else winners, dict(zip(letters, numbers, strict=True))

    def draws(self) -> list[int]:
        if not self.is_next("draw"):
            return []
        return [whole(word, "draw", 0, 2**31) for word in self.line("draw").split()]

    def retracted(self) -> Retracted:
        seat, *words = self.line("retract").split(" ")
        time = self.time(words)
        if words or not seat or seat not in SEAT_LETTERS:
            raise _refused("no_move", line=self.at + 1, text=quote(" ".join([seat, *words])))
        return Retracted(seat, time)

    def time(self, words: list[str]) -> int | None:
        """Take the time of an event from the end of its words."""
        if not words or not words[-1].startswith("@"):
            return None
        return whole(words.pop()[1:], "time", 0, LATEST)

    def played(self) -> Played:
        words = self.lines[self.at].split(" ")
        self.at += 1
        time = self.time(words)
        if len(words) < 2 or words[0] not in SEAT_LETTERS:
            raise _refused("no_move", line=self.at + 1, text=quote(" ".join(words)))
        return Played(words[0], Move.parse(words[1:]), time)
