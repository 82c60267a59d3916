"""Makes a board file of a labelled picture: outlines, discs, lines across the sea, continents' names."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import cv2
import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from companion.games.boards.board import board_of
from companion.games.boards.board_check import proposed_bonus
from companion.games.boards.board_files import BoardFile, Drawing, Shape
from companion.games.boards.elements import ContinentFacts, LinkFacts, Point, TerritoryFacts
from companion.tools.map_drawing.region_outlines import Labels, outlines, touching

WIDTH, HEIGHT = 1600, 1180
"""Size of the canvas, the shape of the board's place on the screen."""

DISC_RADIUS = 62.0
"""Largest radius of the army discs, in canvas units."""

NAME_ROOM = 75.0
"""Distance of a continent's name from the coast where there is room, in canvas units."""

MIN_LINE = 40.0
"""Length of a sea link in a narrow strait: it begins and ends inland, in canvas units."""

MIN_BORDER = 5
"""Fewest sides of pixels of a border between neighbours."""

Pair = tuple[str, str]


def make_board(
    name: str,
    labels: Labels,
    territories: Sequence[TerritoryFacts],
    continents: Sequence[ContinentFacts],
    *,
    sea: Iterable[Pair] = (),
    land: Iterable[Pair] | None = None,
    middles: Mapping[str, Point] | None = None,
) -> BoardFile:
    """Return the board file of a labelled picture that fills the canvas.

    Args:
        name: title for players.
        labels: H x W: 0 for open sea, else 1 + the number of the territory in `territories`.
        territories: the territories; each has some pixels.
        continents: the continents; a bonus of 0 is replaced by the proposed one.
        sea: pairs of ids that a line joins; pairs that are neighbours on land need none.
        land: pairs of ids whose border can be crossed; by default all whose regions touch.
        middles: places of discs on the canvas that are known; the others are where most land is around.

    Raises:
        ValueError: a territory has no pixel.
    """
    units = np.array([WIDTH / labels.shape[1], HEIGHT / labels.shape[0]])
    ids = [item.id for item in territories]
    shapes = _shapes(labels, ids, units)
    places = {id: shapes[id].label for id in ids} | dict(middles or {})
    shapes = {id: structs.replace(shape, label=places[id]) for id, shape in shapes.items()}
    if land is None:
        land = [(ids[a - 1], ids[b - 1]) for a, b in touching(labels, MIN_BORDER)]
    borders = sorted({_sorted(pair) for pair in land})
    crossings = sorted({_sorted(pair) for pair in sea} - set(borders))
    drawing = Drawing(
        width=WIDTH,
        height=HEIGHT,
        disc_radius=_disc_radius(places.values()),
        continents=_names(labels, territories, continents, units, places),
        sea_links={f"{a} {b}": [sea_line(shapes[a], shapes[b])] for a, b in crossings},
        territories={id: shapes[id] for id in sorted(ids)},
    )
    file = BoardFile(
        name=name,
        continents=list(continents),
        territories=sorted(territories, key=lambda item: item.id),
        links=[LinkFacts(a=a, b=b, kind="land") for a, b in borders]
        + [LinkFacts(a=a, b=b, kind="sea") for a, b in crossings],
        drawing=drawing,
    )
    return _with_bonuses(file)


def _with_bonuses(file: BoardFile) -> BoardFile:
    board = board_of(file, "made")
    continents = [
        item if item.bonus else structs.replace(item, bonus=proposed_bonus(board, item.id))
        for item in file.continents
    ]
    return structs.replace(file, continents=continents)


def _sorted(pair: Pair) -> Pair:
    return (min(pair), max(pair))


def _shapes(labels: Labels, ids: Sequence[str], units: NDArray[np.float64]) -> dict[str, Shape]:
    drawn, shapes = outlines(labels), {}
    for number, id in enumerate(ids, 1):
        if number not in drawn:
            raise ValueError(f"{id} has no land on the picture")
        polygons = [[_numbers(np.array(ring) * units) for ring in polygon] for polygon in drawn[number]]
        shapes[id] = Shape(_widest_place(labels == number, units), polygons)
    return shapes


def _numbers(points: NDArray[np.float64]) -> list[float]:
    """Return x, y, x, y, ... on the canvas, rounded to tenths."""
    inside = np.clip(points, 0, (WIDTH, HEIGHT))
    tenths: list[float] = np.round(inside.ravel(), 1).tolist()
    return tenths


def _widest_place(mask: NDArray[np.bool_], units: NDArray[np.float64]) -> Point:
    """Return the pixel with most room around it, in canvas units, y upwards."""
    room = cv2.distanceTransform(np.pad(mask.astype(np.uint8), 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    row, column = np.unravel_index(int(room.argmax()), room.shape)
    x, y = (np.array([column + 0.5, mask.shape[0] - row - 0.5]) * units).round(1).tolist()
    return x, y


def _disc_radius(places: Iterable[Point]) -> float:
    """Return the largest radius with which no two discs overlap."""
    apart = min(
        float(np.hypot(one[0] - other[0], one[1] - other[1])) for one, other in combinations(places, 2)
    )
    return max(1.0, min(DISC_RADIUS, float(np.floor(apart * 5) / 10)))


def sea_line(one: Shape, other: Shape) -> list[float]:
    """Return the shortest line between two coasts; in a strait it begins and ends inland."""
    starts, ends = _coast(one), _coast(other)
    distances = np.hypot(*(starts[:, None] - ends).transpose(2, 0, 1))
    at, to = np.unravel_index(int(distances.argmin()), distances.shape)
    start, end = starts[at], ends[to]
    length = float(distances[at, to])
    if length < MIN_LINE:
        along = (end - start) / length if length else _direction(one, other)
        inland = (MIN_LINE - length) / 2 * along
        start, end = start - inland, end + inland
    return _numbers(np.array([start, end]))


def _direction(one: Shape, other: Shape) -> NDArray[np.float64]:
    along = np.array(other.label) - np.array(one.label)
    unit: NDArray[np.float64] = along / max(1.0, float(np.hypot(*along)))
    return unit


def _coast(shape: Shape) -> NDArray[np.float64]:
    """Return points along all exteriors, at most about ten units apart: n x 2."""
    lines = []
    for polygon in shape.polygons:
        ring = np.array(polygon[0]).reshape(-1, 2)
        following = np.roll(ring, -1, axis=0)
        steps = max(1, int(np.ceil(np.abs(following - ring).max() / 10)))
        lines += [ring + (following - ring) * share for share in np.arange(steps) / steps]
    return np.concatenate(lines)


def _names(
    labels: Labels,
    territories: Sequence[TerritoryFacts],
    continents: Sequence[ContinentFacts],
    units: NDArray[np.float64],
    places: Mapping[str, Point],
) -> dict[str, Point]:
    """Find a place for each continent's name: at sea near its land, apart from other names."""
    clear = np.ones((labels.shape[0] + 2, labels.shape[1] + 2), np.uint8)
    clear[1:-1, 1:-1] = labels == 0
    clear[[0, -1]] = clear[:, [0, -1]] = 0
    room = cv2.distanceTransform(clear, cv2.DIST_L2, 5)[1:-1, 1:-1] * units.min()
    rows, columns = np.mgrid[: labels.shape[0] : 4, : labels.shape[1] : 4]
    points = np.stack([columns * units[0], HEIGHT - rows * units[1]], axis=-1)
    grid, named = room[::4, ::4], dict[str, Point]()
    for item in continents:
        own = np.array([places[each.id] for each in territories if each.continent == item.id])
        nearest = np.hypot(*(points[:, :, None] - own).transpose(3, 0, 1, 2)).min(axis=2)
        others = [places[each.id] for each in territories if each.continent != item.id]
        cost = nearest + 8 * np.maximum(0, NAME_ROOM - grid)
        if others:
            beside = np.hypot(*(points[:, :, None] - np.array(others)).transpose(3, 0, 1, 2)).min(axis=2)
            cost += 6 * np.maximum(0, nearest + NAME_ROOM / 2 - beside)
        for x, y in named.values():
            cost += 6 * np.maximum(0, 3 * NAME_ROOM - np.hypot(points[..., 0] - x, points[..., 1] - y))
        for x, y in places.values():
            cost += 3 * np.maximum(0, 2 * NAME_ROOM - np.hypot(points[..., 0] - x, points[..., 1] - y))
        edge = np.minimum(points[..., 0], WIDTH - points[..., 0])
        cost += 6 * np.maximum(0, 2.2 * NAME_ROOM - edge)
        at = np.unravel_index(int(cost.argmin()), cost.shape)
        named[item.id] = (round(float(points[at][0]), 1), round(float(points[at][1]), 1))
    return named
