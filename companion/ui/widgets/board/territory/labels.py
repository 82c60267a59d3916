"""Names on the map: continents in the sea, and territories once zoomed in or where the window is wide."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from math import dist
from typing import Any

import numpy as np
from kivy.graphics import Color, InstructionGroup, Rectangle, RoundedRectangle

from companion.games.boards.board import Board
from companion.games.boards.elements import place_name
from companion.locale.catalogue import shown
from companion.locale.messages import joined
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.board.territory.viewport import Viewport
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.drawing import Point

LINE = 1.25
"""Line height, in font sizes."""
STEP, REACH = 6, 60
"""Step and maximum distance of moving a label away from discs and icons, in theme pixels."""
TOUCHING = 10
"""Maximum overlap of a disc with a label that has no better place, in theme pixels."""
WRONG = 1000.0
"""Penalty, as an overlap, for a place that is nearer to another continent."""
NAMES_FROM = 1.6
"""Zoom from which all territories in sight are named, under their discs."""
NEAR, NEAR_STEP = 66, 8
"""Maximum distance and step of moving a territory's name away from its disc, in theme pixels."""
CLEARLY = 1.5
"""Ratio by which a territory's name must be nearer to its own disc than to any other."""
GRAZING = 3
"""Maximum overlap of a territory's name with a disc or another name, in theme pixels; others are left out."""
PLACES = 256
"""Places kept: all labels of the board that is played on, which is drawn anew after each overlay."""

Circle = tuple[float, float, float]
"""Centre and radius, in pixels."""
Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in pixels."""


class MapLabels:
    """The labels, some behind the discs and some in front of them."""

    def __init__(self) -> None:
        self.behind = InstructionGroup()
        self.before = InstructionGroup()

    def show(self, board: Board, view: Viewport, radius: float, taken: tuple[Circle, ...]) -> None:
        """Write the labels for a view, continents clear of everything that is drawn.

        Args:
            board: the board.
            view: of the board.
            radius: of the discs, in pixels.
            taken: the discs and icons drawn.
        """
        self.behind.clear()
        self.before.clear()
        boxes: list[Box] = []
        for continent, text, at in continent_names(board, view, taken):
            boxes.append(_box(at, size_of(text)))
            _write(self.behind, text, at, theme.CONTINENT_TINTS.get(continent.colour, theme.MUTED))
        if view.zoom < NAMES_FROM and theme.METRICS.wide:
            for text, at in territory_names(board, view, taken, boxes):
                _write(self.behind, text, at, theme.TEXT, bold=False)
        if view.zoom >= NAMES_FROM:
            for territory in board.territories:
                name = place_name(territory.name)
                below = _below(view.to_screen(territory.label), radius, shown(name), view)
                if below is not None:
                    _write(self.before, name, below, theme.TEXT, tag=True)


def continent_names(
    board: Board, view: Viewport, taken: tuple[Circle, ...]
) -> Iterator[tuple[Any, str, Point]]:
    """Yield continents with their names and bonus and a free place; skip those without a good place."""
    boxes: list[Box] = []
    places = {territory.id: view.to_screen(territory.label) for territory in board.territories}
    for continent in board.continents:
        own = tuple(places[id] for id in continent.territories)
        others = tuple(at for id, at in places.items() if id not in continent.territories)
        named = shown(joined([place_name(continent.name), f"+{continent.bonus}"]))
        ways = dict.fromkeys(("\n".join(named.split(" ", 1)), named, "\n".join(named.split())))
        label = view.to_screen(continent.label)
        found: list[tuple[str, Point, float]] = []
        for text in ways:
            moves = px(REACH), px(STEP)
            at, covered = clear_place(
                label, size_of(text), taken, tuple(boxes), edges(view), (own, others), moves
            )
            found.append((text, at, covered))
            if at == label and not covered:
                break  # the best possible place
        text, at, covered = min(found, key=lambda way: (way[2], dist(way[1], label)))
        if covered <= px(TOUCHING):
            boxes.append(_box(at, size_of(text)))
            yield continent, text, at


def territory_names(
    board: Board, view: Viewport, taken: tuple[Circle, ...], boxes: list[Box]
) -> Iterator[tuple[str, Point]]:
    """Yield territories' names, in one line or two, and free places next to their discs.

    The most crowded ones choose first; those without a free place are left out.
    """
    places = {territory.id: view.to_screen(territory.label) for territory in board.territories}
    others = {id: tuple(at for other, at in places.items() if other != id) for id in places}
    gaps = {id: min(dist(places[id], at) for at in others[id]) for id in places}
    for territory in sorted(board.territories, key=lambda territory: gaps[territory.id]):
        x, y = places[territory.id]
        lands = (((x, y),), others[territory.id])
        found: list[tuple[float, float, str, Point]] = []
        for text in _lines(shown(place_name(territory.name))):
            size = size_of(text, bold=False)
            moves = px(NEAR), px(NEAR_STEP)
            at, covered = clear_place(
                (x, y - 1), size, taken, tuple(boxes), edges(view), lands, moves, CLEARLY
            )
            found.append((covered, dist(at, (x, y)), text, at))
        covered, _, text, at = min(found)
        if covered <= px(GRAZING):
            boxes.append(_box(at, size_of(text, bold=False)))
            yield text, at


def _lines(name: str) -> list[str]:
    """Return a name in one line, and in every way in two."""
    words = name.split(" ")
    return [name, *(" ".join(words[:n]) + "\n" + " ".join(words[n:]) for n in range(1, len(words)))]


def _box(centre: Point, size: Point) -> Box:
    (x, y), (wide, high) = centre, size
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _below(disc: Point, radius: float, name: str, view: Viewport) -> Point | None:
    """Return where a name stands below its disc, moved in from the sides; None where it would be cut."""
    (left, low), (wide, high) = view.corner, view.room
    half, line = drawing.text_width(name, px(theme.BODY)) / 2 + px(6), px(theme.BODY) * LINE
    y = disc[1] - radius - px(11)
    if not (left <= disc[0] <= left + wide and low + line / 2 <= y <= low + high - line / 2):
        return None
    return min(max(disc[0], left + half), max(left + half, left + wide - half)), y


def size_of(text: str, *, bold: bool = True) -> Point:
    """Return width and height of a text with its outline, in pixels."""
    lines = text.split("\n")
    wide = max(drawing.text_width(line, px(theme.BODY), bold) for line in lines) + px(6)
    return wide, len(lines) * px(theme.BODY) * LINE


@lru_cache(PLACES)
def clear_place(
    label: Point,
    size: Point,
    circles: tuple[Circle, ...],
    boxes: tuple[Box, ...],
    room: Box,
    lands: tuple[tuple[Point, ...], tuple[Point, ...]],
    moves: tuple[float, float],
    clearly: float = 1.0,
) -> tuple[Point, float]:
    """Return the free place for a label nearest to its preferred place.

    A label must be nearer to the territories that it names than to any others.

    Args:
        label: the preferred centre.
        size: width and height of the label.
        circles: discs and icons.
        boxes: labels already placed.
        room: visible part of the board.
        lands: centres of the territories that it names, and of all others.
        moves: maximum distance and step of moving it, in pixels.
        clearly: ratio by which the others must be farther away.

    Returns:
        The centre, and the depth of the overlap there, in pixels.
    """
    half, low, high = np.array(size) / 2, np.array(room[:2]), np.array(room[2:])
    offsets = _moves(*moves)
    for tried in (offsets[:1], offsets):
        middles = np.clip(np.array(label) + tried, low + half, np.maximum(low + half, high - half))
        covered = _covered(middles, half, circles, boxes, lands, clearly)
        best = int(np.argmin(covered))
        if not covered[best]:
            break
    return (float(middles[best][0]), float(middles[best][1])), float(covered[best])


def _covered(
    middles: Any,
    half: Any,
    circles: tuple[Circle, ...],
    boxes: tuple[Box, ...],
    lands: tuple[tuple[Point, ...], tuple[Point, ...]],
    clearly: float,
) -> Any:
    """Return the overlap at each candidate place, shape (places,), in pixels."""
    discs = np.array(circles, float).reshape(-1, 3)
    gaps = np.sqrt(_squared_gaps(middles, half, discs[:, :2]))
    covered = np.maximum(0.0, discs[:, 2] - gaps).sum(axis=1)
    for left, bottom, right, top in boxes:
        apart = np.abs(middles - ((left + right) / 2, (bottom + top) / 2))
        inside = half + np.array(((right - left) / 2, (top - bottom) / 2)) - apart
        covered += np.maximum(0.0, inside.min(axis=1))
    own, others = (
        _squared_gaps(middles, half, np.array(points, float).reshape(-1, 2)).min(axis=1, initial=np.inf)
        for points in lands
    )
    return covered + WRONG * (others < own * clearly**2)


@cache
def _moves(reach: float, step: float) -> Any:
    """Return the candidate offsets, shape (moves, 2), in pixels, the shortest first."""
    steps = np.arange(-reach, reach + 1, max(1, step))
    moves = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    moves = moves[np.argsort(np.hypot(*moves.T), kind="stable")]
    return np.vstack([np.zeros((1, 2)), moves])


def _squared_gaps(middles: Any, half: Any, points: Any) -> Any:
    """Return squared distances of points from the label at each place, shape (places, points)."""
    beyond = np.maximum(np.abs(middles.T[:, :, None] - points.T[:, None, :]) - half[:, None, None], 0.0)
    return beyond[0] ** 2 + beyond[1] ** 2


def edges(view: Viewport) -> Box:
    """Return the visible edges of the board in pixels; when zoomed in, the edges of the whole board."""
    (x, y), (left, low) = view.origin, view.corner
    right, top = x + view.board[0] * view.scale, y + view.board[1] * view.scale
    if view.zoom > 1:
        return x, y, right, top
    return max(x, left), max(y, low), min(right, left + view.room[0]), min(top, low + view.room[1])


def _write(
    group: InstructionGroup,
    text: str,
    centre: Point,
    colour: theme.Rgba,
    *,
    bold: bool = True,
    tag: bool = False,
) -> None:
    """Write a text with a dark outline, or on a dark tag."""
    bold = bold and not tag
    texture = drawing.text_texture(text, px(theme.BODY), colour, bold=bold, align="center")
    corner = (round(centre[0] - texture.width / 2), round(centre[1] - texture.height / 2))
    if tag:
        group.add(Color(*theme.with_alpha(theme.BACKGROUND, 0.72)))
        ground = (corner[0] - px(4), corner[1])
        size = (texture.width + px(8), texture.height)
        group.add(RoundedRectangle(pos=ground, size=size, radius=[px(5)]))
    else:
        _halo(group, texture, corner)
    group.add(Color(1, 1, 1, 1))
    group.add(Rectangle(texture=texture, pos=corner, size=texture.size))


def _halo(group: InstructionGroup, texture: Any, corner: Point) -> None:
    """Draw a dark outline around a text."""
    group.add(Color(0, 0, 0, 0.8))
    for x, y in product((-1, 0, 1), repeat=2):
        at = (corner[0] + x * px(1.5), corner[1] + y * px(1.5))
        group.add(Rectangle(texture=texture, pos=at, size=texture.size))
