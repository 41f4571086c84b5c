"""What a terminal shows: texts, grids and stacks as lines."""

from __future__ import annotations

import re

import pytest

from tirelire.core.drawing import Drawing, Grid, Stack, Text, columns_of, lines
from tirelire.core.languages import LANGUAGES
from tirelire.games import GAMES, game
from tirelire.match.match import Match

SEATS = Grid(
    [["Ada", Text("+3", "green")], ["Basile", "0"]],
    head=["player", "won"],
    foot=["", "3"],
    right=[1],
)


def bare(drawing: Drawing, width: int = 40) -> list[str]:
    return [line.rstrip() for line in lines(drawing, width)]


def test_words_are_kept_whole_where_they_fit() -> None:
    assert bare(Text("one two  three"), 8) == ["one two", "three"]
    assert bare(Text("abcdefgh ij"), 3) == ["abc", "def", "gh", "ij"]
    assert bare(Text("a\n\nb")) == ["a", "", "b"]
    assert bare(Text()) == [""]


def test_styles_are_written_only_where_they_are_wanted() -> None:
    text = Text.assemble("a ", ("b", "bold red"), Text("c", "dim"))
    assert str(text) == "a bc"
    assert lines(text, 40) == ["a bc"]
    assert lines(text, 40, styled=True) == ["a \x1b[1;31mb\x1b[0m\x1b[2mc\x1b[0m"]
    assert lines(Text("ab cd", "dim"), 2, styled=True) == [
        "\x1b[2mab\x1b[0m",
        "\x1b[2mcd\x1b[0m",
    ]


def test_texts_are_joined() -> None:
    assert str(Text(", ").join([Text("a"), Text("b"), Text("c")])) == "a, b, c"
    assert str(Text(", ").join([])) == ""


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert bare(SEATS) == [
        "",
        "  player  won",
        " ─────────────",
        "  Ada      +3",
        "  Basile    0",
        " ─────────────",
        "            3",
        "",
    ]


def test_every_cell_of_a_boxed_grid_has_lines_around_it() -> None:
    grid = Grid([["a", Text("b", "red")]], head=["one", "two"], boxed=True)
    assert bare(grid) == ["┌───┬───┐", "│one│two│", "├───┼───┤", "│ a │ b │", "└───┴───┘"]


def test_the_widest_column_is_broken_where_the_terminal_is_narrow() -> None:
    grid = Grid([["Ada", "EUR20 EUR30 EUR40 EUR50"], ["B", ""]])
    assert bare(grid, 22) == ["  Ada  EUR20 EUR30", "       EUR40 EUR50", "  B"]


def test_parts_of_a_stack_are_indented_and_broken_together() -> None:
    assert bare(Stack([Text("head"), Stack([Text("one two")], indent=2)]), 6) == [
        "head",
        "  one",
        "  two",
    ]


def test_wide_characters_fill_two_columns() -> None:
    assert columns_of("金貨") == 4
    assert bare(Grid([["金貨", "x"], ["abc", "y"]])) == ["  金貨  x", "  abc   y"]
    assert bare(Text("金貨"), 3) == ["金", "貨"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_of_a_game_fits_its_terminal(name: str, lang: str) -> None:
    match = Match.begin(name, game(name).most, seed=3)
    names = ["Ada", "Basile", "Chloé", "Denis", "Émile", "Flora"][: match.players]
    for seat in ("A", None):
        table = match.game.table.render(match.view(seat).record, names, lang)
        for width in (66, 80, 120):
            styled = lines(table, width, styled=True)
            assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in styled] == lines(table, width)
            assert max(map(columns_of, lines(table, width))) <= width
