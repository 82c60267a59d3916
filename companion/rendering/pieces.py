"""Draws distractors with spots: playing cards, chips, buttons."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.rendering.pen import Pen, dimmed

ROWS = {2: (-1, 1), 3: (-1, 0, 1), 4: (-1, -1 / 3, 1 / 3, 1)}
"""Vertical positions of the suit marks in a column of this many."""

COLUMNS = {
    1: ((0.0, 1),),
    2: ((0.0, 2),),
    3: ((0.0, 3),),
    4: ((-1.0, 2), (1.0, 2)),
    5: ((-1.0, 2), (1.0, 2), (0.0, 1)),
    6: ((-1.0, 3), (1.0, 3)),
    7: ((-1.0, 3), (1.0, 3), (0.0, 1)),
    8: ((-1.0, 3), (1.0, 3), (0.0, 2)),
    9: ((-1.0, 4), (1.0, 4), (0.0, 1)),
    10: ((-1.0, 4), (1.0, 4), (0.0, 2)),
}
"""For each card of a suit its columns: horizontal position, and number of marks."""


def playing_card(pen: Pen) -> None:
    """Draw a playing card: marks of a suit in columns, a number in the corner."""
    size, rng = pen.item.size, pen.random
    ink = (30.0, 25.0, 25.0) if rng.random() < 0.5 else (45.0, 40.0, 200.0)
    pen.box(size * 0.71, size, (90, 90, 90))
    pen.box(size * 0.7, size * 0.99, dimmed(pen.item.colour, 1.0))
    number, mark = int(rng.integers(1, 11)), int(rng.integers(4))
    for column, count in COLUMNS[number]:
        for row in ROWS.get(count, (0.0,)):
            _mark(pen, mark, (column * size * 0.17, row * size * 0.33), size * 0.085, ink)
    pen.write(str(number), -size * 0.32, size * 0.38, size * 0.1, ink)


def _mark(pen: Pen, kind: int, at: tuple[float, float], size: float, ink: tuple[float, ...]) -> None:
    """Draw a diamond, heart, spade or club."""
    x, y = at
    up = 1.0 if y >= 0 else -1.0
    tip = np.array([(-0.9, 0.0), (0.0, -1.0), (0.9, 0.0)])
    if kind == 0:
        pen.shape(np.vstack([tip, [(0.0, 1.0)]]) * (0.8, 1.0) * size + (x, y), ink)
        return
    turned = up if kind == 1 else -up
    if kind < 3:
        pen.shape(tip * (1.0, turned) * size + (x, y), ink)
    for side in (-0.45, 0.45):
        pen.disc(x + side * size, y + 0.25 * turned * size * (1 if kind < 3 else 0.2), 0.5 * size, ink)
    if kind == 3:
        pen.disc(x, y + 0.6 * up * size, 0.5 * size, ink)
    if kind > 1:
        pen.shape(_stalk() * (1.0, up) * size + (x, y), ink)


def _stalk() -> NDArray[np.float64]:
    return np.array([(-0.35, -1.0), (0.35, -1.0), (0.06, 0.1), (-0.06, 0.1)])


def chip(pen: Pen) -> None:
    """Draw a poker chip: a disc with a striped rim."""
    size, rng = pen.item.size, pen.random
    pen.disc(0, 0, size / 2, dimmed(pen.item.colour, 1.0))
    stripe = tuple(rng.integers(0, 255, 3).astype(float).tolist())
    count = int(rng.integers(4, 9))
    for turn in np.arange(count) * 2 * np.pi / count:
        wide = np.array([-0.18, 0.18, 0.15, -0.15]) + turn
        reach = np.array([0.5, 0.5, 0.4, 0.4]) * size
        pen.shape(np.column_stack([reach * np.cos(wide), reach * np.sin(wide)]), stripe)
    pen.disc(0, 0, size * 0.33, dimmed(pen.item.colour, float(rng.uniform(0.5, 1.5))))
    if rng.random() < 0.6:
        pen.write(str(rng.choice([1, 5, 10, 25, 100])), -size * 0.15, -size * 0.1, size * 0.25, stripe)


def button(pen: Pen) -> None:
    """Draw a button with two or four holes."""
    size, rng = pen.item.size, pen.random
    pen.disc(0, 0, size / 2, dimmed(pen.item.colour, 0.6))
    pen.disc(0, 0, size * 0.47, dimmed(pen.item.colour, 1.0))
    pen.disc(0, 0, size * 0.33, dimmed(pen.item.colour, float(rng.uniform(0.75, 0.95))))
    hole = tuple(rng.integers(0, 90, 3).astype(float).tolist())
    reach = size * rng.uniform(0.1, 0.16)
    for x, y in ((-1, -1), (1, 1)) if rng.random() < 0.4 else ((-1, -1), (1, 1), (-1, 1), (1, -1)):
        pen.disc(x * reach, y * reach, size * rng.uniform(0.04, 0.07), hole)
