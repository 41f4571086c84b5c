r"""What a terminal shows: styled text, grids and stacks of both, and how they become lines.

A game draws its table with these values; the terminal and the environments write them as lines.

>>> grid = Grid([["Ada", Text("+3", "green")], ["Basile", "0"]], head=["player", "won"], right=[1])
>>> print("\n".join(line.rstrip() for line in lines(grid, 40)))
<BLANKLINE>
  player  won
 ─────────────
  Ada      +3
  Basile    0
<BLANKLINE>
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

SGR = {
    **{"bold": "1", "dim": "2", "italic": "3"},
    **{"red": "31", "green": "32", "yellow": "33", "blue": "34", "magenta": "35", "cyan": "36"},
    **{"white": "37", "bright_black": "90", "bright_red": "91", "bright_yellow": "93"},
    **{"bright_blue": "94", "bright_magenta": "95", "bright_cyan": "96", "bright_white": "97"},
    **{"dark_orange3": "38;5;166", "orange1": "38;5;214"},
}
"""The words of a style, and the codes by which terminals know them."""
NARROWEST = 6
"""A column of a grid is not made narrower than this."""

Character = tuple[str, str]
"""A character and its style."""


class Text:
    """Text in which each part has a style: words of `SGR`, with spaces between them."""

    def __init__(self, text: str = "", style: str = "") -> None:
        self.parts: tuple[tuple[str, str], ...] = ((text, style),) if text else ()

    def __str__(self) -> str:
        return "".join(text for text, _ in self.parts)

    @classmethod
    def assemble(cls, *parts: Text | str | tuple[str, str]) -> Text:
        """Put texts one after the other."""
        whole = cls()
        for part in parts:
            if isinstance(part, Text):
                whole.parts += part.parts
            else:
                text, style = (part, "") if isinstance(part, str) else part
                whole.parts += cls(text, style).parts
        return whole

    def join(self, texts: Iterable[Text]) -> Text:
        """Put texts one after the other, with this one between them."""
        whole: list[Text] = []
        for text in texts:
            whole += [self, text] if whole else [text]
        return Text.assemble(*whole)


@dataclass(frozen=True)
class Grid:
    """Rows of cells. With a head, a line is drawn under it."""

    rows: Sequence[Sequence[Text | str]]
    head: Sequence[str] = ()
    foot: Sequence[str] = ()
    right: Sequence[int] = ()
    """Columns whose cells end at the right."""
    boxed: bool = False
    """With lines around every cell."""


@dataclass(frozen=True)
class Stack:
    """Drawings, one below the other."""

    parts: Sequence[Drawing]
    indent: int = 0


Drawing = Text | Grid | Stack


def lines(drawing: Drawing, width: int, *, styled: bool = False) -> list[str]:
    """Write a drawing as lines of at most so many columns, with styles or without.

    Words are kept whole where they fit. A grid with very many columns may be wider.
    """
    return [_encode(line, styled) for line in _lines(drawing, width)]


def columns_of(text: str) -> int:
    r"""Count the columns of a terminal that a text fills.

    >>> columns_of("né"), columns_of("金"), columns_of("e\u0301")
    (2, 2, 1)
    """
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _lines(drawing: Drawing, width: int) -> Iterator[list[Character]]:
    if isinstance(drawing, Stack):
        for part in drawing.parts:
            for line in _lines(part, width - drawing.indent):
                yield [(" ", "")] * drawing.indent + line
    elif isinstance(drawing, Grid):
        yield from _grid_lines(drawing, width)
    else:
        yield from _wrap(drawing, width)


def _encode(line: list[Character], styled: bool) -> str:
    if not styled:
        return "".join(character for character, _ in line)
    written = []
    for style, run in groupby(line, key=lambda one: one[1]):
        text = "".join(character for character, _ in run)
        codes = ";".join(SGR[word] for word in style.split())
        written.append(f"\x1b[{codes}m{text}\x1b[0m" if codes else text)
    return "".join(written)


def _characters(text: Text | str) -> list[Character]:
    parts = text.parts if isinstance(text, Text) else ((text, ""),)
    return [(character, style) for part, style in parts for character in part]


def _size(line: Sequence[Character]) -> int:
    return sum(_columns(character) for character, _ in line)


def _wrap(text: Text | str, width: int) -> list[list[Character]]:
    """Break a text at its line ends, and where it is too wide after a space or within a word."""
    found: list[list[Character]] = [[]]
    used, space = 0, 0  # columns of the last line, and how many characters end with its last space
    for character, style in _characters(text):
        line, size = found[-1], _columns(character)
        if character == "\n":
            found.append([])
            used = space = 0
            continue
        if used + size > width and character != " ":
            rest = line[space:] if space else []
            del line[len(line) - len(rest) :]
            while space and line and line[-1][0] == " ":
                line.pop()
            found.append(rest)
            line, used, space = rest, _size(rest), 0
        line.append((character, style))
        used += size
        if character == " ":
            space = len(line)
    return found


def _grid_lines(grid: Grid, width: int) -> Iterator[list[Character]]:
    every = [*([grid.head] if grid.head else []), *grid.rows, *([grid.foot] if grid.foot else [])]
    count = max(map(len, every))
    sizes = [
        max(_size(line) for row in every for line in _wrap(row[column], 10**6))
        for column in range(count)
    ]
    edge = 0 if grid.boxed else 1  # spaces on both sides of a cell
    around = count + 1 if grid.boxed else 2 + 2 * count
    while sum(sizes) + around > width and max(sizes) > NARROWEST:
        sizes[sizes.index(max(sizes))] -= 1

    def row(cells: Sequence[Text | str], style: str = "") -> Iterator[list[Character]]:
        wrapped = [_wrap(cell, size) for cell, size in zip(cells, sizes, strict=True)]
        for at in range(max(map(len, wrapped))):
            line: list[Character] = [] if grid.boxed else [(" ", "")]
            for column, (cell, size) in enumerate(zip(wrapped, sizes, strict=True)):
                own = [(x, old or style) for x, old in (cell[at] if at < len(cell) else [])]
                left = size - _size(own)
                before = left // 2 if grid.boxed else left if column in grid.right else 0
                line += [("│", "")] if grid.boxed else []
                line += [(" ", "")] * (edge + before) + own + [(" ", "")] * (left - before + edge)
            yield line + ([("│", "")] if grid.boxed else [])

    def border(left: str, between: str, right: str) -> list[Character]:
        return _characters(left + between.join("─" * size for size in sizes) + right)

    under = _characters(" " + "─" * (sum(sizes) + 2 * count))
    if grid.boxed:
        yield border("┌", "┬", "┐")
    elif grid.head:
        yield []
    if grid.head:
        yield from row(grid.head, "dim" if grid.boxed else "bold")
        yield border("├", "┼", "┤") if grid.boxed else under
    for cells in grid.rows:
        yield from row(cells)
    if grid.foot:
        yield under
        yield from row(grid.foot, "bold")
    if grid.boxed:
        yield border("└", "┴", "┘")
    elif grid.head:
        yield []
