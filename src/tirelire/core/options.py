"""Options of a game: declared once, checked everywhere, encoded as whole numbers for the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tirelire.core.codes import SEAT_LETTERS
from tirelire.core.errors import OptionError
from tirelire.core.refusals import Refusal

Value = str | int
"""An option's value as people write it: a word, a number, or words joined by commas."""


@dataclass(frozen=True)
class Choice:
    """An option with named values; the first is the default."""

    name: str
    rule: str
    """The number of the rule that the option belongs to."""
    values: tuple[str, ...]
    since: int = 1
    """The first version of the rules that has the option; older records do not name it."""

    @property
    def default(self) -> Value:
        """The value that holds where nothing is said."""
        return self.values[0]

    @property
    def allowed(self) -> str:
        """What may be written, for error texts and help."""
        return " | ".join(self.values)

    def encode(self, value: Value) -> int:
        """Turn a written value into the number that the rules use."""
        if str(value) not in self.values:
            raise _refusal(self.name, value, self.allowed)
        return self.values.index(str(value))

    def decode(self, code: int) -> Value:
        """Turn the number back into the written value."""
        return self.values[code]

    def samples(self) -> list[Value]:
        """Values worth testing: all of them."""
        return list(self.values)


@dataclass(frozen=True)
class SeatChoice(Choice):
    """An option with named values, or a seat that the players name, as a letter.

    The codes of the seats follow those of the words, in the order of the seats.
    """

    @property
    def words(self) -> tuple[str, ...]:
        """The named values."""
        return tuple(value for value in self.values if value not in SEAT_LETTERS)

    def values_for(self, players: int) -> tuple[str, ...]:
        """List the values that go with a number of players."""
        return self.values[: len(self.words) + players]

    def check(self, code: int, players: int) -> None:
        """Refuse a seat without a player."""
        values = self.values_for(players)
        if code >= len(values):
            raise _refusal(self.name, self.decode(code), " | ".join(values))

    def samples(self) -> list[Value]:
        """Values worth testing for any number of players: the words, and a seat."""
        return [*self.words, SEAT_LETTERS[1]]


@dataclass(frozen=True)
class Number:
    """An option that is a whole number."""

    name: str
    rule: str
    default: int
    low: int
    high: int
    since: int = 1

    @property
    def allowed(self) -> str:
        """What may be written, for error texts and help."""
        return f"{self.low}–{self.high}"

    def encode(self, value: Value) -> int:
        """Turn a written value into the number that the rules use."""
        try:
            number = int(value)
        except ValueError:
            raise _refusal(self.name, value, self.allowed) from None
        if not self.low <= number <= self.high:
            raise _refusal(self.name, value, self.allowed)
        return number

    def decode(self, code: int) -> Value:
        """Turn the number back into the written value."""
        return code

    def samples(self) -> list[Value]:
        """Values worth testing: the ends and the default."""
        return sorted({self.low, self.default, self.high})


@dataclass(frozen=True)
class Selection:
    """An option that is a word, or a list of kinds; encoded as a set of bits, the word as none."""

    name: str
    rule: str
    default: str
    """The word that stands where no kind is named."""
    kinds: tuple[str, ...]
    since: int = 1

    @property
    def allowed(self) -> str:
        """What may be written, for error texts and help."""
        return f"{self.default} | {','.join(self.kinds)}"

    def encode(self, value: Value) -> int:
        """Turn a written value into the number that the rules use."""
        if value == self.default:
            return 0
        code = 0
        for kind in str(value).split(","):
            if kind not in self.kinds or code >> self.kinds.index(kind) & 1:
                raise _refusal(self.name, value, self.allowed)
            code |= 1 << self.kinds.index(kind)
        return code

    def decode(self, code: int) -> Value:
        """Turn the number back into the written value."""
        if code == 0:
            return self.default
        return ",".join(kind for i, kind in enumerate(self.kinds) if code >> i & 1)

    def samples(self) -> list[Value]:
        """Values worth testing for any number of players: the word."""
        return [self.default]


Option = Choice | SeatChoice | Number | Selection


def _refusal(name: str, value: Value, allowed: str) -> OptionError:
    return OptionError(Refusal("option_value", option=f"{name}={value}"[:60], allowed=allowed))


def encode(declared: Sequence[Option], given: Mapping[str, Value]) -> list[int]:
    """Turn given values, and defaults where nothing is given, into the numbers that the rules use.

    Unknown names are errors that list the known ones.
    """
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            raise OptionError(Refusal("unknown_option", option=name[:40], allowed=", ".join(names)))
    return [option.encode(given.get(option.name, option.default)) for option in declared]


def decode(declared: Sequence[Option], codes: Sequence[int]) -> dict[str, Value]:
    """Turn the numbers back into all options with their values."""
    return {
        option.name: option.decode(int(code)) for option, code in zip(declared, codes, strict=True)
    }
