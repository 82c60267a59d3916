"""Draws things that are no dice onto a picture: dominoes, connectors, buttons, cards and the like."""

import cv2
import numpy as np

from companion.rendering.pen import Pen
from companion.rendering.projection import PinholeProjection
from companion.rendering.random_dice import random_colour
from companion.rendering.scene import Camera, Clutter, Picture

LURES = (
    *("usb stick", "key", "coin", "button", "screw", "domino", "sticker", "connector"),
    *("ladybird", "biscuit", "card"),
)
"""What can be drawn: all of them have dots, holes or squares of about a die's size."""

MM = 16.0
"""Edge of a normal die, in millimetres; the objects are drawn to this scale."""


def _usb_stick(pen: Pen) -> None:
    """A body and a metal plug with its two square holes."""
    rng, dark = pen.random, tuple(float(v) * 0.6 for v in pen.item.colour)
    pen.box(19, 9 + rng.uniform(0, 9), dark, -9.5, -0.6)
    pen.box(18.6, 8.5 + rng.uniform(0, 9), tuple(map(float, pen.item.colour)), -9.5)
    pen.box(12.5, 12, (120, 122, 125), 6.2, -0.5)
    pen.box(12.2, 11.6, (200, 203, 205), 6.2)
    for y in (-2.8, 2.8):
        pen.box(2.4, 2.4, (35, 35, 38), 7.5, y)
    if rng.random() < 0.5:
        pen.write("16 GB", -16, -1, 2.5, (240, 240, 240))


def _connector(pen: Pen) -> None:
    """A plug of black plastic with rows of contacts."""
    rows, columns = int(pen.random.integers(1, 3)), int(pen.random.integers(2, 5))
    pen.box(4.2 * columns + 2, 4.2 * rows + 4, (40, 40, 42))
    for row in range(rows):
        for column in range(columns):
            x, y = 4.2 * (column - (columns - 1) / 2), 4.2 * (row - (rows - 1) / 2)
            pen.box(2.0, 2.0, (170, 185, 195) if pen.item.seed % 2 else (5, 5, 5), x, y)


def _key(pen: Pen) -> None:
    """A head with a hole, and a blade with teeth."""
    metal = ((165, 170, 172), (95, 150, 180))[pen.item.seed % 2]
    pen.box(28, 6.5, metal, 17, 0)
    for x in np.linspace(9, 28, 6):
        pen.box(2.0, float(pen.random.uniform(1, 3)), tuple(v * 0.5 for v in metal), float(x), 3)
    pen.disc(0, 0, 10.5, tuple(v * 0.6 for v in metal))
    pen.disc(0, 0.4, 10, tuple(map(float, metal)))
    pen.disc(-5.5, 0, 2.4, (30, 32, 35))


def _coin(pen: Pen) -> None:
    metal = np.array(((70, 150, 190), (180, 185, 185), (60, 95, 150))[pen.item.seed % 3], float)
    for radius, share in ((11.5, 0.5), (11.0, 1.0), (9.6, 0.8), (9.2, 0.92)):
        pen.disc(0, 0, radius, tuple(metal * share))
    pen.write(str(pen.random.choice([1, 2, 5, 10, 20])), -4, -4, 8, tuple(metal * 0.5))


def _button(pen: Pen) -> None:
    """A shirt button with two or four holes."""
    radius = float(pen.random.uniform(5.5, 9))
    for share, size in ((0.5, 1.05), (1.0, 1.0), (0.8, 0.75), (0.95, 0.7)):
        pen.disc(0, 0, radius * size, tuple(float(v) * share for v in pen.item.colour))
    for x in (-0.22, 0.22):
        for y in (-0.22, 0.22) if pen.item.seed % 2 else (0.0,):
            pen.disc(x * radius, y * radius, radius * 0.12, (25, 25, 28))


def _screw(pen: Pen) -> None:
    radius = float(pen.random.uniform(3.5, 7))
    pen.disc(0, 0, radius * 1.08, (70, 72, 74))
    pen.disc(0, 0.2, radius, (165, 168, 170))
    pen.box(radius * 1.2, radius * 0.25, (40, 40, 42))
    if pen.item.seed % 2:
        pen.box(radius * 0.25, radius * 1.2, (40, 40, 42))


def _pips(pen: Pen, face: int, x: float, y: float, ink: tuple[float, ...]) -> None:
    """Draw the pips of a face of 16 mm, flat."""
    corners = {2: ((-1, 1), (1, -1)), 4: ((-1, 1), (1, -1), (1, 1), (-1, -1))}
    spots = list(corners[min(face // 2 * 2, 4)]) if face > 1 else []
    spots += [(0, 0)] if face % 2 else [(-1, 0), (1, 0)] if face == 6 else []
    for across, down in spots:
        pen.disc(x + 4.2 * across, y + 4.2 * down, 1.5, ink)


def _domino(pen: Pen) -> None:
    body, ink = ((232, 238, 240), (15, 15, 18)) if pen.item.seed % 2 else ((22, 20, 22), (235, 235, 238))
    pen.box(39, 20, tuple(v * 0.55 for v in body), 0, -1.2)
    pen.box(38.5, 19.5, tuple(map(float, body)))
    pen.box(0.8, 17, tuple(map(float, ink)))
    for side in (-1, 1):
        _pips(pen, int(pen.random.integers(0, 7)), 9.6 * side, 0, tuple(map(float, ink)))


def _sticker(pen: Pen) -> None:
    """A round label with random dots, or with letters."""
    pen.disc(0, 0, 13, tuple(map(float, pen.item.colour)))
    ink = tuple(float(v) for v in pen.random.integers(0, 90, 3))
    if pen.item.seed % 2:
        pen.write("ABC", -8, -3, 6, ink)
    for _ in range(int(pen.random.integers(2, 8))):
        x, y = pen.random.uniform(-8, 8, 2)
        pen.disc(float(x), float(y), float(pen.random.uniform(0.8, 2)), ink)


def _ladybird(pen: Pen) -> None:
    """A round red or yellow shell with black spots, a dark line and a head."""
    shell = ((40, 40, 200), (40, 150, 235))[pen.item.seed % 2]
    pen.disc(0, 8.5, 4, (20, 20, 22))
    pen.disc(0, 0, 9, tuple(v * 0.7 for v in shell))
    pen.disc(0, 0.3, 8.6, tuple(map(float, shell)))
    pen.box(0.7, 17, (20, 20, 22))
    for row in range(int(pen.random.integers(1, 4))):
        for side in (-1, 1):
            pen.disc(
                side * pen.random.uniform(3, 5), 4.5 - 4.2 * row, pen.random.uniform(1, 1.9), (20, 20, 22)
            )


def _biscuit(pen: Pen) -> None:
    """A square biscuit with rows of holes."""
    rng, dough = pen.random, np.array((110, 165, 205), float) * float(pen.random.uniform(0.7, 1.1))
    side, rows, columns = float(rng.uniform(14, 24)), int(rng.integers(2, 4)), int(rng.integers(2, 4))
    pen.box(side * 1.06, side * 1.06, tuple(dough * 0.6), 0, -0.6)
    pen.box(side, side, tuple(dough))
    for row in range(rows):
        for column in range(columns):
            x, y = ((at + 0.5) / count - 0.5 for at, count in ((column, columns), (row, rows)))
            pen.disc(0.85 * side * x, 0.85 * side * y, 0.045 * side, tuple(dough * 0.45))


def _card(pen: Pen) -> None:
    """A small white card with discs or diamonds in the pattern of a face."""
    rng, ink = pen.random, ((30, 30, 190), (20, 20, 22))[pen.item.seed % 2]
    pen.box(22, 30, (120, 125, 128), 0.4, -0.5)
    pen.box(22, 30, (236, 240, 242))
    _pips(pen, int(rng.integers(1, 7)), 0, 0, tuple(map(float, ink)))


DRAWINGS = dict(
    zip(
        LURES,
        (_usb_stick, _key, _coin, _button, _screw, _domino, _sticker, _connector, _ladybird, _biscuit, _card),
        strict=True,
    )
)


def lay(picture: Picture, kind: str, place: tuple[float, float], edge: float, seed: int) -> Picture:
    """Return a picture with one object added.

    Args:
        picture: height x width x 3, BGR.
        kind: one of LURES.
        place: its centre, in pixels.
        edge: of a die of 16 mm there, in pixels.
        seed: of colour, rotation and details.
    """
    rng = np.random.default_rng((53, LURES.index(kind), seed))
    fine = np.asarray(cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
    size = (fine.shape[1], fine.shape[0])
    view = PinholeProjection(Camera(400.0, focal=2 * edge / MM * 400.0), size)
    where = view.to_table(2 * np.array([place]))[0]
    thing = Clutter(
        "token", (float(where[0]), float(where[1])), float(rng.uniform(0, 360)), MM, random_colour(rng), seed
    )
    bare = fine.copy()
    DRAWINGS[kind](Pen(fine, thing, view))
    on = (np.abs(fine.astype(int) - bare).max(axis=2) > 2).astype(np.float32)
    shade = 1 - 0.35 * cv2.GaussianBlur(
        np.roll(on, (int(edge * 0.12), int(edge * 0.1)), (0, 1)), (0, 0), edge * 0.1
    )
    light = cv2.GaussianBlur(bare, (0, 0), 2 * edge).mean(axis=2, keepdims=True) / 190
    lit = np.clip(fine * np.clip(light, 0.35, 1.05), 0, 255)
    drawn = np.where(on[..., None] > 0, lit, bare * shade[..., None])
    soft = cv2.resize(
        cv2.GaussianBlur(drawn.astype(np.float32), (0, 0), 1.2),
        picture.shape[1::-1],
        interpolation=cv2.INTER_AREA,
    )
    near = (
        cv2.resize(cv2.dilate(on, np.ones((9, 9))), picture.shape[1::-1])[..., None]
        + (1 - cv2.resize(shade.astype(np.float32), picture.shape[1::-1]))[..., None] * 3
    )
    share = np.clip(near, 0, 1)
    noise = rng.normal(0, 2, picture.shape)
    return np.asarray(np.clip((soft + noise) * share + picture * (1 - share), 0, 255), np.uint8)
