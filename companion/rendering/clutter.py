"""Draws trays and distractors: cards, coins, tokens, cables, hands."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rendering.pen import SHIFT, Pen, dimmed, fill
from companion.rendering.projection import PinholeProjection, rotation_about_z
from companion.rendering.scene import Array, Clutter, Picture, TrayModel
from companion.rendering.textures import ground

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


def ring_of(tray: TrayModel, height: float, outwards: float) -> Array:
    """Return the corners of the tray's wall at a height, `outwards` mm beyond the floor; mm, shape (n, 3)."""
    turns = np.arange(tray.corners) * 2 * np.pi / tray.corners
    reach = tray.radius + outwards / np.cos(np.pi / tray.corners)
    flat = np.column_stack([tray.stretch * reach * np.cos(turns), reach * np.sin(turns)])
    upright = rotation_about_z(tray.angle - 45)
    if tray.corners == 4:
        square = rotation_about_z(45)[:2, :2]
        flat = np.column_stack([reach * np.cos(turns), reach * np.sin(turns)]) @ square.T * (tray.stretch, 1)
    return np.asarray(np.column_stack([flat, np.full(len(flat), height)]) @ upright.T, dtype=np.float32)


def draw_tray(picture: Picture, tray: TrayModel, view: PinholeProjection, seed: int) -> None:
    """Draw floor and wall of a tray onto the table, in place."""
    outline = view.project(ring_of(tray, 0, 0))
    mask = np.zeros(picture.shape[:2], dtype=np.uint8)
    cv2.fillPoly(mask, [np.round(outline * 2**SHIFT).astype(np.int32)], 255, cv2.LINE_AA, SHIFT)
    floor = ground(tray.floor, tray.floor_colour, view, seed + 1)
    shadow = cv2.GaussianBlur(mask, (0, 0), max(1.0, view.scale_at((0, 0, 0)) * tray.wall * 0.3))
    shade = 0.72 + 0.28 * np.clip((shadow.astype(np.float32) - 128) / 110, 0, 1)
    share = (mask.astype(np.float32) / 255)[..., None]
    picture[:] = (picture * (1 - share) + floor * shade[..., None] * share).astype(np.uint8)
    low, high = view.project(ring_of(tray, 0, 0)), view.project(ring_of(tray, tray.wall, tray.wall * 0.1))
    outer = view.project(ring_of(tray, tray.wall, tray.wall * 0.8))
    foot = view.project(ring_of(tray, 0, tray.wall * 0.9))
    count = len(low)
    for number in range(count):
        other = (number + 1) % count
        facing = 0.55 + 0.25 * np.sin(2 * np.pi * number / count + seed)
        fill(
            picture,
            np.array([high[number], high[other], low[other], low[number]]),
            dimmed(tray.wall_colour, facing),
        )
    for number in range(count):
        other = (number + 1) % count
        fill(
            picture,
            np.array([outer[number], outer[other], foot[other], foot[number]]),
            dimmed(tray.wall_colour, 0.5),
        )
    for number in range(count):
        other = (number + 1) % count
        light = 0.95 + 0.08 * np.sin(2 * np.pi * number / count)
        fill(
            picture,
            np.array([outer[number], outer[other], high[other], high[number]]),
            dimmed(tray.wall_colour, light),
        )


def _words(rng: np.random.Generator) -> str:
    return "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVWabcdeghiklmnoprst 0123456789.:;!oO"), 9))


def _card(pen: Pen) -> None:
    size, rng = pen.item.size, pen.random
    pen.box(size * 0.68, size, (60, 60, 60))
    pen.box(size * 0.66, size * 0.98, dimmed(pen.item.colour, 1.0))
    ink = tuple(float(v) for v in rng.choice([[20, 20, 20], [30, 30, 200], [150, 60, 20]]))
    if rng.random() < 0.5:
        for y in np.linspace(-0.3, 0.3, int(rng.integers(1, 5))) * size:
            for x in [-0.15, 0.15] if rng.random() < 0.7 else [0.0]:
                pen.disc(x * size, y, size * rng.uniform(0.04, 0.08), ink, rng.uniform(0.6, 1.2))
    else:
        pen.box(size * 0.55, size * 0.4, tuple(rng.integers(30, 230, 3).tolist()), 0, size * 0.2)
        for y in np.linspace(-0.05, -0.4, 4) * size:
            pen.write(_words(rng), -size * 0.28, y, size * 0.045, ink)
    pen.write(str(rng.integers(2, 11)), -size * 0.28, size * 0.38, size * 0.12, ink)


def _coin(pen: Pen) -> None:
    size, rng = pen.item.size, pen.random
    metal = tuple(rng.choice([[70, 150, 190], [180, 185, 185], [60, 95, 150]]).astype(float))
    pen.disc(0, 0, size / 2, tuple(v * 0.55 for v in metal))
    pen.disc(0, 0, size * 0.46, metal)
    pen.disc(0, 0, size * 0.36, tuple(v * 0.85 for v in metal))
    pen.write(
        str(rng.choice([1, 2, 5, 10, 20, 50])),
        -size * 0.18,
        -size * 0.15,
        size * 0.35,
        tuple(v * 0.5 for v in metal),
    )


def _token(pen: Pen) -> None:
    size, rng = pen.item.size, pen.random
    pen.disc(0, 0, size / 2, dimmed(pen.item.colour, 0.6))
    pen.disc(0, 0, size * 0.45, dimmed(pen.item.colour, 1.0))
    if rng.random() < 0.6:
        pen.disc(0, 0, size * rng.uniform(0.1, 0.35), tuple(rng.integers(0, 255, 3).tolist()))
    if rng.random() < 0.5:
        number = str(rng.integers(1, 25))
        pen.write(number, -size * 0.2, -size * 0.17, size * 0.4, tuple(rng.integers(0, 255, 3).tolist()))


def _ring(pen: Pen) -> None:
    turns = np.linspace(0, 2 * np.pi, 25)
    circle = np.column_stack([np.cos(turns), np.sin(turns)]) * pen.item.size / 2
    pen.line(circle, pen.item.size * pen.random.uniform(0.03, 0.15), dimmed(pen.item.colour, 1.0))


def _meeple(pen: Pen) -> None:
    size = pen.item.size
    body = np.array(
        [(-0.45, -0.5), (-0.12, -0.5), (0, -0.3), (0.12, -0.5), (0.45, -0.5), (0.25, -0.1), (0.48, 0.05)]
    )
    body = np.vstack(
        [body, [(0.42, 0.18), (0.18, 0.2), (-0.18, 0.2), (-0.42, 0.18), (-0.48, 0.05), (-0.25, -0.1)]]
    )
    for share, offset in ((0.5, 0.08), (1.0, 0.0)):
        colour = dimmed(pen.item.colour, share)
        pen.shape((body - (0, offset)) * size, colour)
        pen.disc(0, (0.3 - offset) * size, size * 0.2, colour)


def _text(pen: Pen) -> None:
    size, rng = pen.item.size, pen.random
    for line in range(int(rng.integers(1, 7))):
        pen.write(
            _words(rng),
            -size / 2,
            -line * size * 0.16,
            size * rng.uniform(0.06, 0.14),
            dimmed(pen.item.colour, 1.0),
        )


def _loose_pips(pen: Pen) -> None:
    for _ in range(int(pen.random.integers(1, 9))):
        x, y = pen.random.uniform(-0.5, 0.5, 2) * pen.item.size
        pen.disc(x, y, pen.random.uniform(0.8, 3.0), dimmed(pen.item.colour, 1.0))


def _cable(pen: Pen) -> None:
    steps = np.cumsum(pen.random.normal(0, 0.5, 14)) * 0.5
    headings = np.column_stack([np.cos(steps), np.sin(steps)])
    path = (np.cumsum(headings, axis=0) - headings.sum(axis=0) / 2) * pen.item.size / 7
    width = pen.random.uniform(2, 6)
    pen.line(path, width, dimmed(pen.item.colour, 0.6))
    pen.line(path, width * 0.5, dimmed(pen.item.colour, 1.0))


def _paper(pen: Pen) -> None:
    size, rng = pen.item.size, pen.random
    pen.box(size, size * rng.uniform(0.5, 1.4), dimmed(pen.item.colour, 1.0))
    for _ in range(int(rng.integers(0, 12))):
        scrawl = np.cumsum(rng.normal(0, 0.07, (8, 2)), axis=0) * size + rng.uniform(-0.3, 0.3, 2) * size
        pen.line(scrawl, 0.8, tuple(rng.integers(0, 130, 3).tolist()))


def _tile(pen: Pen) -> None:
    size, rng = pen.item.size, pen.random
    corners = int(rng.choice([4, 4, 6]))
    turns = np.arange(corners) * 2 * np.pi / corners
    shape = np.column_stack([np.cos(turns), np.sin(turns)]) * size / 2
    pen.shape(shape * 1.06, dimmed(pen.item.colour, 0.5))
    pen.shape(shape, dimmed(pen.item.colour, 1.0))
    for _ in range(int(rng.integers(0, 5))):
        x, y = rng.uniform(-0.25, 0.25, 2) * size
        pen.disc(x, y, size * rng.uniform(0.03, 0.15), tuple(rng.integers(0, 255, 3).tolist()))


def _stick(pen: Pen) -> None:
    size = pen.item.size
    width = pen.random.uniform(0.05, 0.2)
    pen.box(size, size * width, dimmed(pen.item.colour, 0.55), 0, -size * 0.03)
    pen.box(size, size * width * 0.8, dimmed(pen.item.colour, 1.0))


def _keys(pen: Pen) -> None:
    """A keyboard, telephone or remote control: rows of keys, some with letters."""
    size, rng = pen.item.size, pen.random
    columns, rows = int(rng.integers(3, 11)), int(rng.integers(2, 6))
    pitch = size / columns
    pen.box(size * 1.1, pitch * rows + size * 0.1, dimmed(pen.item.colour, 0.6))
    ink = tuple(rng.integers(0, 255, 3).astype(float))
    round_keys, lettered = rng.random() < 0.3, rng.random() < 0.7
    for row in range(rows):
        for column in range(columns):
            x, y = (column - (columns - 1) / 2) * pitch, (row - (rows - 1) / 2) * pitch
            if round_keys:
                pen.disc(x, y, pitch * 0.36, dimmed(pen.item.colour, 1.0))
            else:
                pen.box(pitch * 0.82, pitch * 0.82, dimmed(pen.item.colour, 1.0), x, y)
            if lettered:
                pen.write(_words(rng)[0], x - pitch * 0.15, y - pitch * 0.15, pitch * 0.3, ink)


def _holes(pen: Pen) -> None:
    """A grid of holes, studs or screws: loudspeakers, building bricks, plugs."""
    size, rng = pen.item.size, pen.random
    count = int(rng.integers(1, 7)), int(rng.integers(1, 7))
    pitch = size / max(count)
    pen.box(count[0] * pitch * 1.05, count[1] * pitch * 1.05, dimmed(pen.item.colour, 1.0))
    hole = dimmed(pen.item.colour, float(rng.choice([0.3, 0.7, 1.4])))
    radius = pitch * rng.uniform(0.15, 0.38)
    for row in range(count[1]):
        for column in range(count[0]):
            pen.disc((column - (count[0] - 1) / 2) * pitch, (row - (count[1] - 1) / 2) * pitch, radius, hole)


def _hand(pen: Pen) -> None:
    size, rng = pen.item.size, pen.random
    for share, shift in ((0.45, 0.0), (0.85, 0.015), (1.0, 0.03)):
        colour = dimmed(pen.item.colour, share)
        thin = 1.06 - 2.5 * shift
        pen.disc(-size * 0.5, shift * size, size * 0.27 * thin, colour, 1.15)
        for finger, length in zip((-0.18, -0.06, 0.06, 0.17), (0.55, 0.66, 0.64, 0.48), strict=True):
            base = (-size * 0.38, finger * size + shift * size)
            spread = finger * rng.uniform(1.2, 1.3)
            for step in np.linspace(0, 1, 18):
                x = base[0] + step * length * size
                pen.disc(
                    x, base[1] + step * spread * size * 0.5, size * 0.058 * thin * (1 - 0.25 * step), colour
                )


def _shadow(pen: Pen) -> None:
    """Draw nothing: the shadow of something outside the picture is drawn with the light."""


_DRAWINGS: dict[str, Callable[[Pen], None]] = {
    "card": _card,
    "coin": _coin,
    "token": _token,
    "ring": _ring,
    "meeple": _meeple,
    "text": _text,
    "pips": _loose_pips,
    "cable": _cable,
    "paper": _paper,
    "tile": _tile,
    "stick": _stick,
    "keys": _keys,
    "holes": _holes,
    "playing_card": playing_card,
    "chip": chip,
    "button": button,
    "hand": _hand,
    "shadow": _shadow,
}


def draw(picture: Picture, item: Clutter, view: PinholeProjection) -> None:
    """Draw an object onto the table, in place."""
    _DRAWINGS[item.kind](Pen(picture, item, view))
