"""Draws the classic board again: `python -m companion.tools.map_drawing NODE_MODULES [--preview DIR]`."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import shapely

from companion.games.boards.board import FOLDER, read_board
from companion.tools.map_drawing import classic
from companion.tools.map_drawing.atlas import Atlas
from companion.tools.map_drawing.label_placement import DISC_RADIUS, labels, sea_lines
from companion.tools.map_drawing.preview import draw_preview
from companion.tools.map_drawing.projection import HEIGHT, WIDTH
from companion.tools.map_drawing.territory_shapes import territories_on_canvas, territories_on_globe
from companion.tools.map_drawing.topology import Coverage, Points, polygons

FACTS = FOLDER / "classic.json"


def main() -> None:
    """Read the atlas, draw the map, write `classic_outlines.json`; with `--preview` also pictures."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools.map_drawing")
    parser.add_argument("node_modules", type=Path, help="the folder into which npm has put the atlas")
    parser.add_argument("--preview", type=Path, metavar="DIR", help="also write pictures of the board there")
    arguments = parser.parse_args()
    facts = json.loads(FACTS.read_text(encoding="utf-8"))
    crossings = [(link["a"], link["b"]) for link in facts["links"] if link["kind"] == "sea"]
    canvas = territories_on_canvas(territories_on_globe(Atlas(arguments.node_modules)))
    FACTS.with_name(facts["drawing"]).write_text(_written(canvas, crossings), encoding="utf-8")
    board = read_board(FACTS)
    for width in (520, 1600) if arguments.preview else ():
        draw_preview(board, arguments.preview / f"classic_{width}.png", width)


def _written(canvas: Coverage, crossings: list[tuple[str, str]]) -> str:
    """Return the drawing as JSON with one territory or link on each line."""
    places = labels(canvas)
    territories = {
        name: {"label": places[name].tolist(), "polygons": [_rings(part) for part in polygons(canvas[name])]}
        for name in sorted(canvas)
    }
    lines = {f"{a} {b}": [_numbers(line) for line in sea_lines(canvas, a, b)] for a, b in crossings}
    return (
        f'{{"width": {WIDTH}, "height": {HEIGHT}, "disc_radius": {DISC_RADIUS:g},\n'
        f'"continents": {_rows(classic.CONTINENTS)},\n'
        f'"sea_links": {_rows(lines)},\n'
        f'"territories": {_rows(territories)}}}\n'
    )


def _rows(items: Mapping[str, object]) -> str:
    rows = (f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in items.items())
    return "{\n" + ",\n".join(rows) + "\n}"


def _rings(polygon: shapely.Polygon) -> list[list[float]]:
    """Return the exterior counter-clockwise and the holes clockwise, without the repeated last points."""
    turned = shapely.orient_polygons(polygon)
    return [_numbers(shapely.get_coordinates(ring)[:-1]) for ring in (turned.exterior, *turned.interiors)]


def _numbers(points: Points) -> list[float]:
    """Return x, y, x, y, ... rounded to tenths of a canvas unit; whole numbers become integers."""
    tenths = np.round(points.ravel(), 1).tolist()
    return [int(number) if number == int(number) else number for number in tenths]


if __name__ == "__main__":
    main()
