"""Names on the map: continents in the sea, and territories once zoomed in."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import dist
from typing import Any

import numpy as np
from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothRoundedRectangle

from companion.games.boards.board import Board
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
"""Zoom from which territories are named."""

Circle = tuple[float, float, float]
"""Centre and radius, in pixels."""
Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in pixels."""


class MapLabels:
    """The labels, some behind the discs and some in front of them."""

    def __init__(self) -> None:
        self.behind = InstructionGroup()
        self.before = InstructionGroup()

    def show(self, board: Board, view: Viewport, radius: float, taken: list[Circle]) -> None:
        """Write the labels for a view, continents clear of everything that is drawn.

        Args:
            board: the board.
            view: of the board.
            radius: of the discs, in pixels.
            taken: the discs and icons drawn.
        """
        self.behind.clear()
        self.before.clear()
        for continent, text, at in continent_names(board, view, taken):
            _write(self.behind, text, at, theme.CONTINENT_TINTS.get(continent.colour, theme.MUTED), False)
        if view.zoom >= NAMES_FROM:
            for territory in board.territories:
                below = _below(view.to_screen(territory.label), radius, territory.name, view)
                if below is not None:
                    _write(self.before, territory.name, below, theme.TEXT, True)


def continent_names(board: Board, view: Viewport, taken: list[Circle]) -> Iterator[tuple[Any, str, Point]]:
    """Yield continents with their names and bonus and a free place; skip those without a good place.

    Args:
        board: the board.
        view: of the board.
        taken: the discs and icons drawn.
    """
    boxes: list[Box] = []
    places = {territory.id: view.to_screen(territory.label) for territory in board.territories}
    for continent in board.continents:
        own = [places[id] for id in continent.territories]
        others = [at for id, at in places.items() if id not in continent.territories]
        named = f"{continent.name} +{continent.bonus}"
        ways = dict.fromkeys(("\n".join(named.split(" ", 1)), named, "\n".join(named.split())))
        label = view.to_screen(continent.label)
        found: list[tuple[str, Point, float]] = []
        for text in ways:
            at, covered = clear_place(label, size_of(text), taken, boxes, edges(view), (own, others))
            found.append((text, at, covered))
            if at == label and not covered:
                break  # the best possible place
        text, at, covered = min(found, key=lambda way: (way[2], dist(way[1], label)))
        if covered <= px(TOUCHING):
            wide, high = size_of(text)
            boxes.append((at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2))
            yield continent, text, at


def _below(disc: Point, radius: float, name: str, view: Viewport) -> Point | None:
    """Return where a name stands below its disc, moved in from the sides; None where it would be cut."""
    (left, low), (wide, high) = view.corner, view.room
    half, line = drawing.text_width(name, px(theme.BODY)) / 2 + px(6), px(theme.BODY) * LINE
    y = disc[1] - radius - px(11)
    if not (left <= disc[0] <= left + wide and low + line / 2 <= y <= low + high - line / 2):
        return None
    return min(max(disc[0], left + half), max(left + half, left + wide - half)), y


def size_of(text: str) -> Point:
    """Return width and height of a text with its outline, in pixels."""
    lines = text.split("\n")
    wide = max(drawing.text_width(line, px(theme.BODY), True) for line in lines) + px(6)
    return wide, len(lines) * px(theme.BODY) * LINE


def clear_place(
    label: Point,
    size: Point,
    circles: list[Circle],
    boxes: list[Box],
    room: Box,
    lands: tuple[list[Point], list[Point]] = ([], []),
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

    Returns:
        The centre, and the depth of the overlap there, in pixels.
    """
    half, low, high = np.array(size) / 2, np.array(room[:2]), np.array(room[2:])
    moves = _moves(px(REACH), px(STEP))
    for tried in (moves[:1], moves):
        middles = np.clip(np.array(label) + tried, low + half, np.maximum(low + half, high - half))
        covered = _covered(middles, half, circles, boxes, lands)
        best = int(np.argmin(covered))
        if not covered[best]:
            break
    return (float(middles[best][0]), float(middles[best][1])), float(covered[best])


def _covered(
    middles: Any, half: Any, circles: list[Circle], boxes: list[Box], lands: tuple[list[Point], list[Point]]
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
    return covered + WRONG * (others < own)


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


def _write(group: InstructionGroup, text: str, centre: Point, colour: theme.Rgba, tag: bool) -> None:
    texture = drawing.text_texture(text, px(theme.BODY), colour, bold=not tag, align="center")
    corner = (round(centre[0] - texture.width / 2), round(centre[1] - texture.height / 2))
    if tag:
        group.add(Color(*theme.with_alpha(theme.BACKGROUND, 0.72)))
        ground = (corner[0] - px(4), corner[1])
        group.add(
            SmoothRoundedRectangle(pos=ground, size=(texture.width + px(8), texture.height), radius=[px(5)])
        )
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
