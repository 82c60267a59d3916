"""Draws the boards again: `python -m companion.tools.map_drawing [NODE_MODULES]`.

With the folder of the atlas it draws the classic board too; without it only the StarCraft board, its mirror.
"""

import argparse
from pathlib import Path

import msgspec
import numpy as np
import shapely

from companion.games.boards.board import FOLDER
from companion.games.boards.board_files import BoardFile, Drawing, Shape, read_board_file, written
from companion.tools.map_drawing.atlas import Atlas
from companion.tools.map_drawing.label_placement import DISC_RADIUS, labels, sea_lines
from companion.tools.map_drawing.mirror import mirrored
from companion.tools.map_drawing.territory_shapes import territories_on_canvas, territories_on_globe
from companion.tools.map_drawing.topology import Coverage, Points, polygons
from companion.tools.map_drawing.world import HEIGHT, WIDTH, WORLD

CLASSIC, STARCRAFT = FOLDER / "classic.json", FOLDER / "starcraft.json"


def main() -> None:
    """Write the drawings into `classic.json` and `starcraft.json`."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools.map_drawing")
    parser.add_argument("node_modules", type=Path, nargs="?", help="where npm has put the atlas")
    arguments = parser.parse_args()
    if arguments.node_modules is not None:
        canvas = territories_on_canvas(territories_on_globe(Atlas(arguments.node_modules)))
        _write(CLASSIC, drawing_of(canvas, read_board_file(CLASSIC)))
    _write(STARCRAFT, mirrored(read_board_file(CLASSIC).drawing, read_board_file(STARCRAFT)))


def _write(path: Path, drawing: Drawing) -> None:
    board = msgspec.structs.replace(read_board_file(path), drawing=drawing)
    path.write_text(written(board), encoding="utf-8")


def drawing_of(canvas: Coverage, facts: BoardFile) -> Drawing:
    """Return the drawing of territories on the canvas, with the lines of the links across the sea."""
    places = labels(canvas)
    seas = [(link.a, link.b) for link in facts.links if link.kind == "sea"]
    return Drawing(
        width=WIDTH,
        height=HEIGHT,
        disc_radius=DISC_RADIUS,
        continents=WORLD.continents,
        sea_links={f"{a} {b}": [_numbers(line) for line in sea_lines(canvas, a, b)] for a, b in seas},
        territories={
            name: Shape(tuple(places[name].tolist()), [_rings(part) for part in polygons(canvas[name])])
            for name in sorted(canvas)
        },
    )


def _rings(polygon: shapely.Polygon) -> list[list[float]]:
    """Return the exterior counter-clockwise and the holes clockwise, without the repeated last points."""
    turned = shapely.orient_polygons(polygon)
    return [_numbers(shapely.get_coordinates(ring)[:-1]) for ring in (turned.exterior, *turned.interiors)]


def _numbers(points: Points) -> list[float]:
    """Return x, y, x, y, ... rounded to tenths of a canvas unit."""
    tenths: list[float] = np.round(points.ravel(), 1).tolist()
    return tenths


if __name__ == "__main__":
    main()
