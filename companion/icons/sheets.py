"""Reads the drawings of the screen and of phones: sheets of small icons in SVG, beside this module.

A sheet nests one ``<svg id=... viewBox="-1 -1 2 2">`` for each icon, so that any viewer shows all of them. Of
SVG it uses paths of straight lines, lines and polygons with a width, circles, and a letter. Here y points up.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree

Point = tuple[float, float]
Outline = tuple[Point, ...]

_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Stroke:
    """A line through points, as wide as `width`."""

    points: Outline
    width: float
    closed: bool


@dataclass(frozen=True)
class Circle:
    """A circle: filled if its `width` is 0, else a ring of that width."""

    centre: Point
    radius: float
    width: float


@dataclass(frozen=True)
class Icon:
    """One drawing in a circle of radius 1.

    Attributes:
        id: its name in the program.
        name: its name for players; empty if it has none.
        fill: colour of its background, as six hexadecimal digits; empty if it has none.
        line: colour of the drawing.
        shapes: groups of outlines, each group filled together: outlines inside others are holes.
        strokes: lines.
        circles: discs and rings.
        letter: a character and its size; None without one.
    """

    id: str
    name: str = ""
    fill: str = ""
    line: str = ""
    shapes: tuple[tuple[Outline, ...], ...] = ()
    strokes: tuple[Stroke, ...] = ()
    circles: tuple[Circle, ...] = ()
    letter: tuple[str, float] | None = field(default=None)


@cache
def icon_sheet(name: str) -> Mapping[str, Icon]:
    """Return the icons of a sheet by id, in its order; `name` is that of the file without ``.svg``."""
    root = ElementTree.parse(Path(__file__).with_name(f"{name}.svg")).getroot()
    icons = (_icon(drawing) for drawing in root.iter(f"{_SVG}svg") if "id" in drawing.attrib)
    return MappingProxyType({icon.id: icon for icon in icons})


def path_of(shape: Sequence[Outline], unit: float = 1.0) -> str:
    """Write outlines as the data of an SVG path, with y down again; `unit` times as large."""
    corners = (" ".join(f"{x * unit:.3g},{-y * unit:.3g}" for x, y in outline) for outline in shape)
    return "".join(f"M{outline}Z" for outline in corners)


def _icon(drawing: ElementTree.Element) -> Icon:
    letters = [((part.text or ""), float(part.attrib["font-size"])) for part in drawing.iter(f"{_SVG}text")]
    return Icon(
        drawing.attrib["id"],
        drawing.get("data-name", ""),
        drawing.get("data-fill", ""),
        drawing.get("data-line", ""),
        shapes=tuple(tuple(_outlines(path.attrib["d"])) for path in drawing.iter(f"{_SVG}path")),
        strokes=tuple(
            Stroke(
                tuple(_points(part.attrib["points"])), float(part.attrib["stroke-width"]), kind == "polygon"
            )
            for kind in ("polyline", "polygon")
            for part in drawing.iter(f"{_SVG}{kind}")
        ),
        circles=tuple(
            Circle(
                (float(part.attrib["cx"]), -float(part.attrib["cy"])),
                float(part.attrib["r"]),
                float(part.get("stroke-width", 0)),
            )
            for part in drawing.iter(f"{_SVG}circle")
        ),
        letter=letters[0] if letters else None,
    )


def _outlines(data: str) -> Iterator[Outline]:
    return (tuple(_points(part.rstrip("Z"))) for part in data.split("M") if part)


def _points(text: str) -> Iterator[Point]:
    return ((float(x), -float(y)) for x, y in (corner.split(",") for corner in text.split()))
