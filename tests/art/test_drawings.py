"""Every card of every game has its drawing, small, well-formed and its own."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from tirelire.games.cache_ton_cash.rules.material import KINDS as POSSESSIONS
from tirelire.games.cash_oder_crash.rules.material import COLOURS, NUMBERS
from tirelire.games.money.rules.material import BLUFF_CODE
from tirelire.games.money.rules.material import KINDS as NOTES
from tirelire.games.monopoly.rules.material import KINDS as DEEDS
from tirelire.page import pictures

CARDS: dict[str, tuple[str, ...]] = {
    "money": (*NOTES, BLUFF_CODE),
    "cash_oder_crash": (*(f"{number:+d}" for number in NUMBERS), *COLOURS, "BIGDEAL"),
    "monopoly": DEEDS,
    "cache_ton_cash": POSSESSIONS,
}
LARGEST = 12_000
ALL = [(game, name) for game in (*CARDS, "house") for name in pictures.names(game)]
SIZES = {
    "cover": "0 0 300 200",
    "board": "0 0 240 240",
    "board17": "0 0 240 240",
    "icon": "0 0 512 512",
    "icon-turn": "0 0 512 512",
    "logo": "0 0 260 72",
    "CHIP1": "0 0 40 40",
    "CHIP5": "0 0 40 40",
}


def size_of(game: str, name: str) -> str:
    if name in SIZES:
        return SIZES[name]
    if name.startswith("face-"):
        return "0 0 100 100"
    if name.startswith("PAWN_"):
        return "0 0 36 52"
    return "0 0 120 62" if game == "money" else "0 0 63 88"


def elements(game: str, name: str) -> Iterator[ET.Element]:
    return ET.fromstring(pictures.draw(game, name)).iter()


@pytest.mark.parametrize("game", CARDS)
def test_every_card_has_a_drawing(game: str) -> None:
    assert {*CARDS[game], "back", "cover"} <= set(pictures.names(game))


@pytest.mark.parametrize(("game", "name"), ALL)
def test_drawing_is_well_formed_and_small(game: str, name: str) -> None:
    text = pictures.draw(game, name)
    root = ET.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("viewBox") == size_of(game, name)
    assert len(text.encode()) < LARGEST


@pytest.mark.parametrize(("game", "name"), ALL)
def test_drawing_needs_nothing_else(game: str, name: str) -> None:
    """No script, no style, no link, no font: it looks the same wherever it is shown."""
    for element in elements(game, name):
        assert element.tag.rsplit("}")[-1] not in ("script", "style", "text", "image", "use", "a")
        for attribute, value in element.attrib.items():
            assert attribute.rsplit("}")[-1] not in ("style", "href", "class")
            assert not attribute.startswith("on")
            assert "nan" not in value
            assert "url(" not in value or value.startswith("url(#")


@pytest.mark.parametrize(("game", "name"), ALL)
def test_names_within_a_drawing_are_unique(game: str, name: str) -> None:
    ids = [element.get("id") for element in elements(game, name) if element.get("id")]
    used = {
        value[5:-1]
        for element in elements(game, name)
        for value in element.attrib.values()
        if value.startswith("url(#")
    }
    assert used <= set(ids)
    assert len(ids) == len(set(ids))


def test_no_two_drawings_are_the_same() -> None:
    drawings = [pictures.draw(game, name) for game, name in ALL]
    assert len(set(drawings)) == len(drawings)


def test_unknown_names_are_refused() -> None:
    for game, name in (("money", "EUR25"), ("poker", "back")):
        with pytest.raises(KeyError):
            pictures.draw(game, name)
    with pytest.raises(KeyError):
        pictures.names("poker")
