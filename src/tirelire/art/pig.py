"""The house animal: a piggy bank of our own, drawn about the origin, 100 wide."""

from __future__ import annotations

from tirelire.art.svg import circle, ellipse, group, line, path

_BODY = (
    "M-38 4C-38-18-20-30 2-30C9-30 15-29 21-26C24-31 30-34 36-34C35-29 35-25 36-18"
    "C39-15 41-12 42-8H48C50-8 51.5-6.5 51.5-4.5V10C51.5 12 50 13.5 48 13.5H42"
    "C39.5 19 36 22 31 26V37C31 39 30 40 28 40H19C17 40 16 39 16 37V32C6 34-4 34-13 32V37"
    "C-13 39-14 40-16 40H-25C-27 40-28 39-28 37V26C-34 20-38 13-38 4Z"
)
_BELLY = (
    "M-38 4C-38 13-34 20-28 26V37C-28 39-27 40-25 40H-16C-14 40-13 39-13 37V32C-4 34 6 34 16 32"
    "V37C16 39 17 40 19 40H28C30 40 31 39 31 37V26C36 22 39.5 19 42 13.5C20 32-28 30-38 4Z"
)


def pig(skin: str, shade: str, ink: str, coin: str = "", shine: str = "#fff") -> str:
    """The pig, looking right; with a coin above the slot where a colour for it is given."""
    money = ""
    if coin:
        rim = "#a86f10"
        money = group(
            circle(-2, -38, 13, coin, stroke=rim, stroke_width=2.4),
            circle(-2, -38, 8.5, "none", stroke=rim, stroke_width=1.6),
        )
    return group(
        money,
        line("M-37-4C-45-3-49-9-45-13C-42-16-38-12-41-9", skin, 4),
        path(_BODY, skin),
        path(_BELLY, shade, opacity=0.55),
        path("M21-26C24-31 30-34 36-34C35-29 35-25 36-18C31-19 25-21 21-26Z", shade),
        line("M-13-26.5C-6-28.5 2-29 10-27.5", ink, 3.6),
        line("M-28-8C-25-15-20-19-14-21", shine, 3.4, opacity=0.75),
        circle(30, -8, 3, ink),
        ellipse(47, 0, 1.1, 2.2, ink),
        ellipse(47, 6, 1.1, 2.2, ink),
        line("M36 15.5C33 17.5 30 17.5 27.5 16", ink, 2),
        circle(24, 5, 4.6, shade, opacity=0.6),
    )
