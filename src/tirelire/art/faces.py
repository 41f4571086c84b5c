"""Faces of players: what people choose from, and the portraits of the bots.

Each is 100 wide and high and has no ground of its own: the page puts it on the colour of a seat.
"""

from __future__ import annotations

from collections.abc import Callable

from tirelire.art.pig import pig
from tirelire.art.svg import (
    around,
    circle,
    document,
    ellipse,
    group,
    line,
    moved,
    path,
    polygon,
    rect,
)

INK = "#2a2230"
CREAM = "#fff6e3"
GOLD = "#ffcf4a"
RIM = "#a86f10"
BLUSH = "#f2788f"


def _outlined(*content: str) -> str:
    """Shapes with the outline that all faces share."""
    return group(*content, stroke=INK, stroke_width=2.6)


def _eyes(y: float, apart: float, size: float = 4.4) -> str:
    """Two dark eyes with a gleam."""
    return "".join(
        circle(x, y, size, INK) + circle(x + size / 3, y - size / 3, size / 3, "#fff")
        for x in (50 - apart, 50 + apart)
    )


def _smile(y: float, width: float, colour: str = INK) -> str:
    """A mouth that smiles."""
    return line(f"M{50 - width} {y}Q50 {y + width * 0.9} {50 + width} {y}", colour, 2.6)


def _cheeks(y: float, apart: float) -> str:
    """Two red cheeks."""
    return "".join(ellipse(50 + x, y, 6, 4, BLUSH, opacity=0.55) for x in (-apart, apart))


def _pig() -> str:
    return moved(pig("#ff9eb1", "#d65f7f", "#3b1322", GOLD), 47, 53, 0.86)


def _fox() -> str:
    return _outlined(
        polygon([(18, 14), (44, 32), (22, 50)], "#d9541e"),
        polygon([(82, 14), (56, 32), (78, 50)], "#d9541e"),
        path(
            "M50 26C72 26 86 40 84 52C82 66 62 84 50 88C38 84 18 66 16 52C14 40 28 26 50 26Z",
            "#ee6c2c",
        ),
        path(
            "M50 60C60 52 76 48 84 52C82 66 62 84 50 88C38 84 18 66 16 52C24 48 40 52 50 60Z", CREAM
        ),
    ) + (_eyes(52, 16) + ellipse(50, 82, 6, 4.6, INK))


def _cat() -> str:
    return (
        _outlined(
            polygon([(20, 12), (46, 30), (20, 50)], "#7d7f95"),
            polygon([(80, 12), (54, 30), (80, 50)], "#7d7f95"),
            ellipse(50, 55, 35, 31, "#9b9db3"),
        )
        + polygon([(26, 22), (38, 31), (27, 40)], BLUSH)
        + polygon([(74, 22), (62, 31), (73, 40)], BLUSH)
        + "".join(ellipse(x, 51, 7, 8, "#d9f07a") + ellipse(x, 51, 2.4, 7, INK) for x in (35, 65))
        + path("M45 64H55L50 70Z", BLUSH)
        + line("M50 70Q44 78 38 73M50 70Q56 78 62 73", INK, 2.6)
        + line("M24 64L8 60M24 69L9 72M76 64L92 60M76 69L91 72", INK, 2)
    )


def _owl() -> str:
    return (
        _outlined(
            path(
                "M50 14C62 14 72 18 84 12C82 24 86 34 86 50C86 74 70 90 50 90"
                "C30 90 14 74 14 50C14 34 18 24 16 12C28 18 38 14 50 14Z",
                "#a9744a",
            ),
            circle(34, 44, 16, CREAM),
            circle(66, 44, 16, CREAM),
            polygon([(50, 50), (58, 58), (50, 70), (42, 58)], "#f3a712"),
        )
        + "".join(circle(x, 44, 7.5, INK) + circle(x + 2.4, 41.5, 2.4, "#fff") for x in (34, 66))
        + line("M34 76Q38 80 42 76M46 80Q50 84 54 80M58 76Q62 80 66 76", CREAM, 2.6)
    )


def _bear() -> str:
    return (
        _outlined(
            circle(25, 27, 13, "#8a5a35"),
            circle(75, 27, 13, "#8a5a35"),
            ellipse(50, 53, 36, 34, "#a9713f"),
            ellipse(50, 67, 17, 14, CREAM),
        )
        + circle(25, 27, 6, "#e0b48a")
        + circle(75, 27, 6, "#e0b48a")
        + _eyes(47, 15)
        + ellipse(50, 61, 6.5, 4.6, INK)
        + line("M50 65V70M50 70Q44 77 39 72M50 70Q56 77 61 72", INK, 2.6)
    )


def _frog() -> str:
    return (
        _outlined(
            circle(29, 29, 15, "#6fbf3b"),
            circle(71, 29, 15, "#6fbf3b"),
            ellipse(50, 58, 39, 29, "#83d14a"),
        )
        + "".join(circle(x, 28, 9.5, "#fff") + circle(x, 29, 5, INK) for x in (29, 71))
        + line("M24 62Q50 84 76 62", INK, 3)
        + _cheeks(57, 29)
        + line("M45 50V52M55 50V52", INK, 2.6)
    )


def _penguin() -> str:
    return (
        _outlined(
            ellipse(50, 52, 36, 38, "#35415e"),
            path(
                "M50 36C56 26 78 28 78 50C78 72 64 84 50 84C36 84 22 72 22 50C22 28 44 26 50 36Z",
                "#fff",
            ),
            polygon([(39, 56), (61, 56), (50, 70)], "#f3a712"),
        )
        + _eyes(47, 14)
        + _cheeks(62, 22)
    )


def _rabbit() -> str:
    return (
        _outlined(
            path("M36 44C22 28 20 6 30 5C40 4 46 26 46 40Z", "#f1e6da"),
            path("M64 44C78 28 80 6 70 5C60 4 54 26 54 40Z", "#f1e6da"),
            ellipse(50, 62, 32, 29, "#f8efe4"),
            rect(44, 79, 6, 10, "#fff", 1.5),
            rect(50, 79, 6, 10, "#fff", 1.5),
        )
        + line("M32 14C31 22 34 30 38 36M68 14C69 22 66 30 62 36", BLUSH, 4, opacity=0.7)
        + _eyes(57, 14)
        + ellipse(50, 69, 4.5, 3.4, BLUSH)
        + line("M50 72V75Q44 80 40 76M50 75Q56 80 60 76", INK, 2.4)
    )


def _hedgehog() -> str:
    spines = [around(50, 50, 36 if i % 2 else 47, i * 360 / 26) for i in range(26)]
    return (
        _outlined(
            polygon(spines, "#7a5a44"),
            path(
                "M50 34C70 34 80 50 76 66C72 82 60 88 50 88C40 88 28 82 24 66C20 50 30 34 50 34Z",
                "#f4d9b4",
            ),
        )
        + _eyes(56, 13)
        + ellipse(50, 68, 6, 5, INK)
        + _smile(76, 8)
        + _cheeks(67, 18)
    )


def _bag() -> str:
    return (
        _outlined(
            path(
                "M36 32C30 22 28 14 32 10C38 14 44 8 50 12C56 8 62 14 68 10C72 14 70 22 64 32Z",
                "#d8a35c",
            ),
            path(
                "M36 32H64C82 46 90 64 84 78C80 88 66 90 50 90S20 88 16 78C10 64 18 46 36 32Z",
                "#e3b878",
            ),
            rect(33, 27, 34, 8, "#8a5a2b", 4),
        )
        + _eyes(58, 13)
        + _smile(70, 11)
        + _cheeks(68, 23)
    )


def _safe() -> str:
    return (
        _outlined(
            rect(24, 80, 12, 10, "#5d6a7d", 2),
            rect(64, 80, 12, 10, "#5d6a7d", 2),
            rect(12, 14, 76, 70, "#8d9bb0", 9),
            rect(22, 24, 56, 50, "#b6c2d3", 6),
            circle(50, 58, 10, GOLD),
        )
        + line("M50 48V68M40 58H60", RIM, 2.6)
        + _eyes(38, 13)
        + line("M84 34V44M84 56V66", INK, 3)
    )


def _coin() -> str:
    return (
        _outlined(circle(50, 50, 39, GOLD), circle(50, 50, 31, "#ffdf85"))
        + _eyes(44, 12)
        + _smile(58, 13)
        + _cheeks(56, 20)
        + line("M50 14V10M86 50H90M14 50H10M50 86V90", RIM, 2.4)
        + line("M26 34C30 27 36 23 43 21", "#fff", 3.4, opacity=0.85)
    )


FACES: dict[str, Callable[[], str]] = {
    "pig": _pig,
    "fox": _fox,
    "cat": _cat,
    "owl": _owl,
    "bear": _bear,
    "frog": _frog,
    "penguin": _penguin,
    "rabbit": _rabbit,
    "hedgehog": _hedgehog,
    "bag": _bag,
    "safe": _safe,
    "coin": _coin,
}
"""What people choose from."""


def _robot(shell: str, shade: str, r: float, *extra: str) -> str:
    """A bot's head: a screen with eyes, an antenna and two ears, and what makes it its own."""
    return (
        _outlined(
            line("M50 22V12", INK, 4),
            circle(50, 10, 5, GOLD),
            rect(8, 46, 12, 22, shade, 4),
            rect(80, 46, 12, 22, shade, 4),
            rect(15, 22, 70, 66, shell, r),
            rect(24, 34, 52, 38, "#1e2b3a", 12),
        )
        + "".join(circle(x, 50, 6, "#8ff0d0") + circle(x + 2, 48, 2, "#fff") for x in (38, 62))
        + "".join(extra)
    )


_GLAD = line("M42 62Q50 68 58 62", "#8ff0d0", 2.6)
_BROAD = line("M38 60Q50 72 62 60", "#8ff0d0", 2.8)
_CALM = line("M42 63H58", "#8ff0d0", 2.6)


def _ada() -> str:
    glasses = (
        "M29 50a9 9 0 1 0 18 0a9 9 0 1 0-18 0M53 50a9 9 0 1 0 18 0a9 9 0 1 0-18 0M47 49Q50 46 53 49"
    )
    return _robot("#c8b6ff", "#8f77d8", 24, _GLAD, line(glasses, GOLD, 2.6))


def _basile() -> str:
    beard = "M50 62C44 58 34 60 29 67C37 71 46 70 50 66C54 70 63 71 71 67C66 60 56 58 50 62Z"
    return _robot("#f3b27a", "#b8703a", 10, path(beard, "#fff", stroke=INK, stroke_width=2))


def _chloe() -> str:
    petals = "".join(
        circle(76 + x, 24 + y, 5.4, "#ff7aa2") for x, y in ((-7, 0), (7, 0), (0, -7), (0, 7))
    )
    return _robot("#9fe0c4", "#4fa381", 30, _BROAD, _outlined(petals), circle(76, 24, 4.4, GOLD))


def _denis() -> str:
    cap = "M14 36C14 14 86 14 86 36Z"
    return _robot(
        "#ffd9a0",
        "#c98f3f",
        16,
        _GLAD,
        _outlined(path(cap, "#3f78c8"), rect(48, 31, 46, 8, "#2d5796", 4)),
    )


def _emile() -> str:
    bow = [(50, 89), (34, 81), (34, 97), (50, 89), (66, 81), (66, 97)]
    monocle = circle(62, 50, 10, "#ffffff30", stroke=GOLD, stroke_width=2.8) + line(
        "M71 54Q78 66 75 78", GOLD, 2
    )
    return _robot("#b9c4d4", "#76849a", 14, _CALM, monocle, _outlined(polygon(bow, "#c9446a")))


def _fanny() -> str:
    curls = "".join(
        circle(x, y, 9, "#e8703a")
        for x, y in ((20, 30), (32, 20), (68, 20), (80, 30), (14, 44), (86, 44))
    )
    return _robot("#ffc2cf", "#d97a92", 26, _BROAD, _outlined(curls), _cheeks(78, 22))


BOTS: dict[str, Callable[[], str]] = {
    "ada": _ada,
    "basile": _basile,
    "chloe": _chloe,
    "denis": _denis,
    "emile": _emile,
    "fanny": _fanny,
}
"""The portraits of the bots, which people cannot choose."""


def _picture(draw: Callable[[], str]) -> Callable[[], str]:
    return lambda: document(100, 100, draw())


DRAWINGS = {f"face-{name}": _picture(draw) for name, draw in {**FACES, **BOTS}.items()}
