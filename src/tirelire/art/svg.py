"""Small helpers that build SVG text: elements, numbers with few digits, paths by measure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import cos, pi, sin

Point = tuple[float, float]
AttributeValue = str | float

INK = "#1f2430"
PAPER = "#fdf9ef"
WHITE = "#fff"


def num(value: float) -> str:
    """Write a number with at most two digits after the point."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text.startswith("0."):
        text = text[1:]
    elif text.startswith("-0."):
        text = "-" + text[2:]
    return "0" if text in ("", "-", "-0") else text


def nums(*values: float) -> str:
    """Write numbers one after the other; a sign separates as well as a space does."""
    text = ""
    for value in values:
        word = num(value)
        text += word if not text or word.startswith("-") else " " + word
    return text


def _attribute(value: AttributeValue) -> str:
    return value if isinstance(value, str) else num(value)


def el(tag: str, *children: str, **attributes: AttributeValue) -> str:
    """Build an element; an attribute `stroke_width` is written `stroke-width`."""
    words = "".join(
        f' {name.replace("_", "-")}="{_attribute(value)}"' for name, value in attributes.items()
    )
    body = "".join(children)
    return f"<{tag}{words}>{body}</{tag}>" if body else f"<{tag}{words}/>"


def document(width: float, height: float, *content: str) -> str:
    """A whole SVG document of that size; strokes end and turn round unless they say otherwise."""
    return el(
        "svg",
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(width)} {num(height)}",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def group(*content: str, **attributes: AttributeValue) -> str:
    """Several things with common attributes."""
    return el("g", *content, **attributes)


def moved(content: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """The same thing elsewhere: moved, then turned (degrees), then scaled about its own origin."""
    words = [f"translate({nums(x, y)})"]
    if turn:
        words.append(f"rotate({num(turn)})")
    if scale != 1:
        words.append(f"scale({num(scale)})")
    return group(content, transform="".join(words))


def path(d: str, fill: str = "none", **attributes: AttributeValue) -> str:
    """A path; without a fill unless one is named."""
    return el("path", d=d, fill=fill, **attributes)


def line(d: str, colour: str, width: float, **attributes: AttributeValue) -> str:
    """A path that is only drawn along."""
    return el("path", d=d, fill="none", stroke=colour, stroke_width=width, **attributes)


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    r: float = 0,
    **attributes: AttributeValue,
) -> str:
    """A rectangle, with round corners where `r` is given."""
    if r:
        attributes["rx"] = r
    return el("rect", x=x, y=y, width=width, height=height, fill=fill, **attributes)


def circle(x: float, y: float, r: float, fill: str, **attributes: AttributeValue) -> str:
    """A circle."""
    return el("circle", cx=x, cy=y, r=r, fill=fill, **attributes)


def ellipse(
    x: float, y: float, rx: float, ry: float, fill: str, **attributes: AttributeValue
) -> str:
    """An ellipse that is not turned."""
    return el("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, **attributes)


def polygon(points: Iterable[Point], fill: str, **attributes: AttributeValue) -> str:
    """A closed shape with straight sides."""
    return path("M" + "L".join(nums(*point) for point in points) + "z", fill, **attributes)


def around(x: float, y: float, r: float, degrees: float) -> Point:
    """The point at a distance from a centre; 0 degrees is above, and they run clockwise."""
    angle = degrees * pi / 180
    return x + r * sin(angle), y - r * cos(angle)


def star(x: float, y: float, outer: float, inner: float, points: int) -> list[Point]:
    """The corners of a star that stands upright."""
    return [around(x, y, inner if i % 2 else outer, 180 * i / points) for i in range(2 * points)]


def regular(x: float, y: float, r: float, corners: int, turn: float = 0) -> list[Point]:
    """The corners of a regular polygon."""
    return [around(x, y, r, 360 * i / corners + turn) for i in range(corners)]


def curve(at: Callable[[float], Point], start: float, end: float, pieces: int) -> str:
    """Path text of a smooth curve given by a function, as a number of cubic pieces."""
    step = (end - start) / pieces
    tiny = step / 1000
    knots: list[Point] = []
    arms: list[Point] = []
    for i in range(pieces + 1):
        t = start + i * step
        (x0, y0), (x1, y1) = at(t - tiny), at(t + tiny)
        knots.append(at(t))
        arms.append(((x1 - x0) * step / tiny / 6, (y1 - y0) * step / tiny / 6))
    return "M" + nums(*knots[0]) + _smooth(knots, arms)


def _smooth(knots: Sequence[Point], arms: Sequence[Point]) -> str:
    """Relative cubic pieces through the knots; what rounding loses is carried on."""
    text = ""
    x, y = (round(value, 2) for value in knots[0])
    for i in range(1, len(knots)):
        (kx, ky), (ax, ay) = knots[i], arms[i]
        dx, dy = round(kx - x, 1), round(ky - y, 1)
        second = (round(kx - ax - x, 1), round(ky - ay - y, 1))
        if i == 1:
            text += "c" + nums(round(arms[0][0], 1), round(arms[0][1], 1), *second, dx, dy)
        else:
            text += ("s" if i == 2 else " ") + nums(*second, dx, dy)
        x, y = x + dx, y + dy
    return text.replace(" -", "-")


def clipped(name: str, shape: str, *content: str) -> str:
    """Content of which only what lies within the shape is seen."""
    return el("clipPath", shape, id=name) + group(*content, clip_path=f"url(#{name})")


def card(width: float, height: float, paper: str, edge: str, *content: str) -> str:
    """The ground that all cards share: round corners, a paper tint, a thin border on top."""
    shape = rect(0, 0, width, height, WHITE, 4)
    border = rect(0.4, 0.4, width - 0.8, height - 0.8, "none", 3.6, stroke=edge, stroke_width=0.8)
    return clipped("card", shape, rect(0, 0, width, height, paper), *content) + border
