"""Draws the example boards: `python -m companion.tools.map_drawing.examples [NODE_MODULES]`.

Two Shores and the Hexagon Isles are our own drawings; Europe is drawn from Natural Earth (public domain) with
the folder of the atlas, and left out without it. All are labelled pictures first, whose regions are traced.
"""

import argparse
import tomllib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from companion.games.boards.board import FOLDER
from companion.games.boards.board_files import BoardFile, Shape, written
from companion.games.boards.elements import ContinentFacts, TerritoryFacts
from companion.tools.map_drawing import label_placement
from companion.tools.map_drawing.region_board import HEIGHT, WIDTH, make_board
from companion.tools.map_drawing.region_outlines import Labels
from companion.tools.map_drawing.topology import Coverage

TABLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))
PIXEL = 2
"""Canvas units a pixel of the labelled pictures."""
SHAPE = (HEIGHT // PIXEL, WIDTH // PIXEL)

WAVES, WARP = ((40, 9.0), (14, 5.0)), 3.0
"""Sizes of the random waves that bend straight borders, in pixels, and their heights; and their scale."""

SMALLEST_ISLAND = 60
"""Smaller islands are left out, in pixels, unless they are all of a territory."""


def main() -> None:
    """Write `duel.json`, `archipelago.json` and, with the atlas, `europe.json`."""
    parser = argparse.ArgumentParser(prog="python -m companion.tools.map_drawing.examples")
    parser.add_argument("node_modules", type=Path, nargs="?", help="where npm has put the atlas")
    arguments = parser.parse_args()
    boards = {"duel": duel(), "archipelago": archipelago()}
    if arguments.node_modules is not None:
        boards["europe"] = europe(arguments.node_modules)
    for name, board in boards.items():
        (FOLDER / f"{name}.json").write_text(written(board), encoding="utf-8")


def _continents(table: dict[str, Any]) -> list[ContinentFacts]:
    return [
        ContinentFacts(id=id.lower(), name=name, bonus=0, colour=colour)
        for id, (name, colour) in table["continents"].items()
    ]


def _made(
    table: dict[str, Any], labels: Labels, facts: list[TerritoryFacts], *, spread: bool = False
) -> BoardFile:
    """Make the board; with `spread` its discs stand as far apart as those of the classic board."""
    sea = [(a, b) for a, b in table["sea"]]
    made = make_board(table["name"], labels, facts, _continents(table), sea=sea)
    if not spread:
        return made
    canvas: Coverage = {id: _coverage(shape) for id, shape in made.drawing.territories.items()}
    middles = {id: (float(x), float(y)) for id, (x, y) in label_placement.labels(canvas).items()}
    return make_board(table["name"], labels, facts, _continents(table), sea=sea, middles=middles)


def _coverage(shape: Shape) -> shapely.MultiPolygon:
    rings = [[np.array(ring).reshape(-1, 2) for ring in polygon] for polygon in shape.polygons]
    return shapely.MultiPolygon([shapely.Polygon(first, holes) for first, *holes in rings])


def duel() -> BoardFile:
    """Draw Two Shores: Voronoi regions of sites and of the same sites turned by half a turn."""
    table = TABLES["duel"]
    own, turned = table["sites"], table["turned"]
    facts = [TerritoryFacts(id=id, name=name, continent=group) for id, name, group, *_ in (*own, *turned)]
    sites = np.array([site[3:] for site in own])
    water = np.array(table["water"])
    centre = np.array([WIDTH, HEIGHT])
    every = np.concatenate([sites, centre - sites, water, centre - water])
    rows, columns = np.mgrid[: SHAPE[0], : SHAPE[1]].astype(np.float32)
    bend = _waves(table["seed"])
    x, y = columns * PIXEL + bend[0], HEIGHT - rows * PIXEL + bend[1]
    nearest = np.stack([(x - sx) ** 2 + (y - sy) ** 2 for sx, sy in every]).argmin(axis=0)
    labels = np.where(nearest < len(facts), nearest + 1, 0).astype(np.int32)
    return _made(table, _tidied(labels), facts)


def _waves(seed: int) -> NDArray[np.float32]:
    """Return smooth random bends for x and y, the same for both halves of the board: 2 x H x W."""
    chance, bend = np.random.default_rng(seed), np.zeros((2, *SHAPE), np.float32)
    for size, height in WAVES:
        for axis in range(2):
            grid = chance.uniform(-1, 1, (SHAPE[0] // size + 2, SHAPE[1] // size + 2)).astype(np.float32)
            wave = cv2.resize(grid, SHAPE[::-1], interpolation=cv2.INTER_CUBIC)
            bend[axis] += height * WARP * (wave - wave[::-1, ::-1]) / 2
    return bend


def archipelago() -> BoardFile:
    """Draw the Hexagon Isles: pointed hexagons in rows, each second row half a hexagon to the right."""
    table = TABLES["archipelago"]
    side, labels, facts = table["side"], np.zeros(SHAPE, np.int32), list[TerritoryFacts]()
    names = {letter: iter(each) for letter, each in table["names"].items()}
    wide, rows = side * 3**0.5, [row.split() for row in table["rows"]]
    left = (WIDTH - wide * (max(map(len, rows)) - 0.5)) / 2
    top = (HEIGHT - 1.5 * side * (len(rows) - 1)) / 2
    for number, row in enumerate(rows):
        for place, letter in enumerate(row):
            if letter == ".":
                continue
            name = next(names[letter])
            facts.append(TerritoryFacts(id=name.lower(), name=name, continent=letter.lower()))
            centre = np.array([left + wide * (place + number % 2 / 2), top + 1.5 * side * number])
            angles = np.radians(np.arange(6) * 60 + 30)
            corners = (centre + side * np.stack([np.cos(angles), np.sin(angles)], axis=1)) / PIXEL
            cv2.fillPoly(labels, [np.round(corners).astype(np.int32)], len(facts))
    return _made(table, labels, facts)


def europe(node_modules: Path) -> BoardFile:
    """Draw Europe from Natural Earth by Lambert's azimuthal equal-area projection (1772)."""
    from companion.tools.map_drawing.atlas import Atlas

    table, countries = TABLES["europe"], Atlas(node_modules).countries
    labels, facts = np.zeros(SHAPE, np.int32), list[TerritoryFacts]()
    west, south, east, north = table["frame"]
    rim = shapely.segmentize(shapely.box(west, south, east, north), 1.0)
    edge = _projected(shapely.get_coordinates(rim), table)
    middle = (edge.min(axis=0) + edge.max(axis=0)) / 2
    scale = 1 / max((edge.max(axis=0) - edge.min(axis=0)) / np.array(SHAPE[::-1]))
    for id, item in table["territories"].items():
        facts.append(TerritoryFacts(id=id, name=item["name"], continent=item["continent"]))
        for country, *box in item["parts"]:
            if country not in countries:
                continue
            land = countries[country].intersection(shapely.box(*(box or (west, south, 60, 75))))
            for part in shapely.get_parts(shapely.segmentize(land, 0.5)):
                if isinstance(part, shapely.Polygon) and not part.is_empty:
                    points = _projected(shapely.get_coordinates(part.exterior), table)
                    pixels = (points - middle) * scale * (1, -1) + np.array(SHAPE[::-1]) / 2
                    cv2.fillPoly(labels, [np.round(pixels).astype(np.int32)], len(facts))
    return _made(table, _tidied(labels), facts, spread=True)


def _projected(degrees: NDArray[np.float64], table: dict[str, Any]) -> NDArray[np.float64]:
    """Project by equal area, then magnify the middle, where many territories lie (fisheye: Furnas 1986)."""
    points = _equal_area(degrees, table["centre"])
    away = np.hypot(*points.T)[:, None]
    magnified: NDArray[np.float64] = points * np.maximum(away, 1e-3) ** (table["fisheye"] - 1)
    return magnified


def _equal_area(degrees: NDArray[np.float64], centre: tuple[float, float]) -> NDArray[np.float64]:
    """Project longitudes and latitudes, n x 2 degrees, onto the plane, in radii of the Earth."""
    along, up = np.radians(degrees).T
    along0, up0 = np.radians(centre)
    cosine = np.sin(up0) * np.sin(up) + np.cos(up0) * np.cos(up) * np.cos(along - along0)
    k = np.sqrt(2 / (1 + cosine))
    x = k * np.cos(up) * np.sin(along - along0)
    y = k * (np.cos(up0) * np.sin(up) - np.sin(up0) * np.cos(up) * np.cos(along - along0))
    return np.stack([x, y], axis=1)


def _tidied(labels: Labels) -> Labels:
    """Take away small islands; what is cut off inside land goes to the largest land around it."""
    tidy = labels.copy()
    for label in range(1, labels.max() + 1):
        _, parts, stats, _ = cv2.connectedComponentsWithStats(
            (labels == label).astype(np.uint8), connectivity=4
        )
        sizes = stats[1:, cv2.CC_STAT_AREA]
        for part in np.nonzero(sizes < min(SMALLEST_ISLAND, sizes.max()))[0] + 1:
            spot = parts == part
            rim = cv2.dilate(spot.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool) & ~spot
            around = np.bincount(labels[rim])
            tidy[spot] = int(around.argmax())
    return tidy


if __name__ == "__main__":
    main()
