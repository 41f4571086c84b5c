"""Card codes, seats as letters, and lists of cards as people write them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from tirelire.core.errors import NotationError
from tirelire.core.refusals import Refusal

SEAT_LETTERS = "ABCDEF"
_COUNTED = re.compile(r"(?P<code>.+?)x(?P<count>[1-9]\d?)")
_SEATS = {letter: seat for seat, letter in enumerate(SEAT_LETTERS)}
_NAMED = tuple(
    "".join(letter for i, letter in enumerate(SEAT_LETTERS) if mask >> i & 1)
    for mask in range(1 << len(SEAT_LETTERS))
)
"""The seats of each bitmask."""
MOST_SHOWN = 60
"""Texts quoted in an error are cut to this length."""


class Quoted(str):
    """Words in English quotation marks, which other languages put into their own."""

    __slots__ = ()

    def say(self, lang: str) -> str:
        """Return the words in the quotation marks of a language."""
        from tirelire.core.texts import say

        return say(lang, "word.quoted", text=self[1:-1])


def quote(text: str) -> Quoted:
    r"""Quote a text that a client sent, cut to a reasonable length and without control characters.

    >>> quote("swap Z").say("fr")
    '«\xa0swap Z\xa0»'
    """
    clean = "".join(c if c.isprintable() else "�" for c in text)
    return Quoted(f"“{clean if len(clean) <= MOST_SHOWN else clean[: MOST_SHOWN - 1] + '…'}”")


def seat_letter(seat: int) -> str:
    """Name a seat: 0 is A."""
    return SEAT_LETTERS[seat]


def unknown_card(code: str, known: Iterable[str]) -> NotationError:
    """Make the error for a card that the game does not have."""
    return NotationError(Refusal("unknown_card", card=quote(code), known=" ".join(known)))


def seats_of(mask: int) -> str:
    """Name the seats of a bitmask, in their order."""
    return _NAMED[mask & 0x3F]


def seat_number(letter: str, players: int) -> int:
    """Read the letter of a seat."""
    seat = _SEATS.get(letter, players)
    if seat >= players:
        allowed = " ".join(SEAT_LETTERS[:players])
        raise NotationError(Refusal("unknown_seat", seat=quote(letter), allowed=allowed))
    return seat


class Codes:
    """The codes of a game's cards: one for each card, and kinds that stand for any of their copies.

    >>> codes = Codes(["EUR20a", "EUR20b", "COIN1"], ["EUR20", "EUR20", "COIN"])
    >>> codes.expand("EUR20x2 COIN1")
    ['EUR20', 'EUR20', 'COIN1']
    """

    def __init__(self, cards: Sequence[str], kinds: Sequence[str]) -> None:
        self.cards = tuple(cards)
        """The code of each card; equal cards may share one."""
        self.kinds = tuple(kinds)
        """The kind of each card."""
        self._copies: dict[str, list[int]] = {}
        for i, (card, kind) in enumerate(zip(cards, kinds, strict=True)):
            for code in {card, kind}:
                self._copies.setdefault(code, []).append(i)

    def copies(self, code: str) -> list[int]:
        """Return the cards that a code may stand for, in their order."""
        if code not in self._copies:
            raise unknown_card(code, sorted(set(self.kinds), key=self.kinds.index))
        return self._copies[code]

    def expand(self, text: str | Iterable[str], *, extra: Sequence[str] = ()) -> list[str]:
        """Write every card of a list on its own: `EUR20x3` becomes three times `EUR20`.

        `extra` are codes that are no cards of the deck but may occur.
        """
        words = text.split() if isinstance(text, str) else list(text)
        result: list[str] = []
        for word in words:
            counted = None if word in self._copies else _COUNTED.fullmatch(word)
            code, count = (counted["code"], int(counted["count"])) if counted else (word, 1)
            if code not in extra and count > len(self.copies(code)):
                copies = len(self.copies(code))
                raise NotationError(Refusal("too_many", card=quote(word), n=copies))
            result += [code] * count
        return result

    def choose(self, codes: Sequence[str], free: Iterable[int]) -> list[int]:
        """Find a card for each code among the free ones; exact codes are served before kinds."""
        left = sorted(free)
        found: dict[int, int] = {}
        by_choice = sorted(range(len(codes)), key=lambda i: len(self.copies(codes[i])))
        for i in by_choice:
            card = next((c for c in self.copies(codes[i]) if c in left), None)
            if card is None:
                raise NotationError(Refusal("card_twice", card=quote(codes[i])))
            left.remove(card)
            found[i] = card
        return [found[i] for i in range(len(codes))]

    def write(self, cards: Iterable[int], unknown: int = 0) -> str:
        """Write a list of cards, and how many more are unknown; an empty one is `-`."""
        return write_codes([self.cards[card] for card in cards], unknown)

    def by_zone(self, zones: Iterable[int]) -> defaultdict[int, list[str]]:
        """Return the codes of the cards in each zone, of the zones of all cards."""
        found: defaultdict[int, list[str]] = defaultdict(list)
        for code, zone in zip(self.cards, zones, strict=True):
            found[zone].append(code)
        return found


def write_codes(codes: list[str], unknown: int = 0) -> str:
    """Write a list of codes, and how many more cards are unknown; an empty one is `-`."""
    if unknown:
        codes = [*codes, "?" if unknown == 1 else f"?x{unknown}"]
    return " ".join(codes) or "-"
