"""Draws the StarCraft board: the mirrored classic drawing with its own names.

``python -m companion.tools.map_drawing.mirror [--preview DIR]`` writes ``starcraft_outlines.json``.
"""

import argparse
from pathlib import Path

import msgspec

from companion.games.boards.board import FOLDER, read_board
from companion.games.boards.board_files import Coordinates, Drawing, Facts, LinkFacts, Shape, read_files
from companion.games.boards.elements import Point
from companion.tools.map_drawing import starcraft
from companion.tools.map_drawing.preview import draw_preview

CLASSIC = FOLDER / "classic.json"
FACTS = FOLDER / "starcraft.json"


def main() -> None:
    """Mirror the classic drawing, and write it and, with `--preview`, pictures of it."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools.map_drawing.mirror")
    parser.add_argument("--preview", type=Path, metavar="DIR", help="also write pictures of the board there")
    arguments = parser.parse_args()
    facts = msgspec.json.decode(FACTS.read_bytes(), type=Facts)
    FACTS.with_name(facts.drawing).write_text(written(mirrored(read_files(CLASSIC)[1], facts)), "utf-8")
    for width in (520, 1600) if arguments.preview else ():
        draw_preview(read_board(FACTS), arguments.preview / f"starcraft_{width}.png", width)


def mirrored(drawing: Drawing, facts: Facts) -> Drawing:
    """Return the classic drawing mirrored left to right, with the names of the StarCraft board."""
    width = drawing.width
    lines = dict(
        _crossing(pair, [_across(line, width) for line in lines]) for pair, lines in drawing.sea_links.items()
    )
    return Drawing(
        width=width,
        height=drawing.height,
        disc_radius=drawing.disc_radius,
        continents={starcraft.PLANETS[old]: _beyond(at, width) for old, at in drawing.continents.items()},
        sea_links={pair: lines[pair] for pair in map(_pair, facts.links) if pair in lines},
        territories={
            item.id: _turned(drawing.territories[_CLASSIC_OF[item.id]], width) for item in facts.territories
        },
    )


_CLASSIC_OF = {new: old for old, new in starcraft.TERRITORIES.items()}


def _pair(link: LinkFacts) -> str:
    return f"{link.a} {link.b}"


def _crossing(pair: str, lines: list[Coordinates]) -> tuple[str, list[Coordinates]]:
    """Return names and lines of a link in the order of its new names; the link round the world has two."""
    a, b = (starcraft.TERRITORIES[old] for old in pair.split())
    if a < b:
        return f"{a} {b}", lines
    turned = lines[::-1] if len(lines) > 1 else [_backwards(line) for line in lines]
    return f"{b} {a}", turned


def _turned(shape: Shape, width: float) -> Shape:
    """Mirror a shape and reverse every ring, so that outlines still run counter-clockwise."""
    rings = [[_backwards(_across(ring, width)) for ring in polygon] for polygon in shape.polygons]
    return Shape(label=_beyond(shape.label, width), polygons=rings)


def _across(numbers: Coordinates, width: float) -> Coordinates:
    return [_tenths(width - number) if index % 2 == 0 else number for index, number in enumerate(numbers)]


def _backwards(numbers: Coordinates) -> Coordinates:
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    return [number for point in reversed(points) for number in point]


def _beyond(point: Point, width: float) -> Point:
    return (_tenths(width - point[0]), point[1])


def _tenths(number: float) -> float:
    return round(number, 1)


def written(drawing: Drawing) -> str:
    """Return the drawing as JSON with one territory or link on each line."""
    return (
        f'{{"width": {drawing.width:g}, "height": {drawing.height:g}, '
        f'"disc_radius": {drawing.disc_radius:g},\n'
        f'"continents": {_rows(drawing.continents)},\n'
        f'"sea_links": {_rows(drawing.sea_links)},\n'
        f'"territories": {_rows(drawing.territories)}}}\n'
    )


def _rows(items: dict[str, Point] | dict[str, list[Coordinates]] | dict[str, Shape]) -> str:
    rows = (
        f'"{key}": {msgspec.json.encode(_short(msgspec.to_builtins(value))).decode()}'
        for key, value in items.items()
    )
    return "{\n" + ",\n".join(rows) + "\n}"


def _short(value: object) -> object:
    """Return whole numbers as integers."""
    match value:
        case float() if value == int(value):
            return int(value)
        case list() | tuple():
            return [_short(item) for item in value]
        case dict():
            return {key: _short(item) for key, item in value.items()}
    return value


if __name__ == "__main__":
    main()
