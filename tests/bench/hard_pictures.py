"""Difficult pictures of a living room: huge dice, busy backgrounds, objects with dots.

`near_photos` enlarges single dice of real photos; all other pictures are rendered, so the truth is known.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rendering import Camera, Die, Rendered, Scene, render_scene
from companion.rendering.domain_randomization import random_lamps, random_sensor
from companion.rendering.pen import Pen
from companion.rendering.projection import PinholeProjection
from companion.rendering.random_dice import random_colour, random_die
from companion.rendering.scene import Clutter, Ground
from companion.tools.training.photos import BOX_MARGIN, MISLABELLED, boxes_of, photos

Picture: TypeAlias = NDArray[np.uint8]
Truth: TypeAlias = tuple[Picture, tuple[int, ...]]
"""A picture and its upper faces, sorted."""

SIZE = (640, 480)
"""Width and height of the rendered pictures."""

NEAR = (0.3, 0.7)
"""Edge of a huge die as a share of the picture's shorter side."""

FLOORS: tuple[Ground, ...] = ("wood", "cloth", "felt", "plain", "carpet", "leather")

REDS = ((32, 28, 178), (40, 40, 205), (30, 20, 140), (50, 36, 225))


def _scene(rng: np.random.Generator, edge: float, tilt: float, floor: Ground) -> Scene:
    """Return a bare table under random lamps, on which a die of 16 mm has edges of `edge` pixels."""
    distance = float(rng.uniform(300, 500))
    lamps, ambient = random_lamps(rng)
    sensor = replace(random_sensor(rng, 44.0), moire=0.0, motion=0.0, blur=float(rng.uniform(0, 0.8)))
    return Scene(
        SIZE,
        floor,
        random_colour(rng),
        int(rng.integers(1 << 30)),
        lamps=lamps,
        ambient=ambient,
        camera=Camera(distance, tilt, float(rng.uniform(0, 360)), 0.0, edge * distance / 16.0),
        sensor=replace(sensor, exposure=float(rng.uniform(0.8, 1.15)), noise=float(rng.uniform(0, 4))),
    )


def _red_die(rng: np.random.Generator) -> Die:
    look = random_die(rng)
    body = REDS[int(rng.integers(len(REDS)))]
    pips = replace(look.pips, lone_colour=None, four_colour=None, ring=0.0)
    finish: Literal["plain", "translucent"] = "translucent" if rng.integers(2) else "plain"
    red = replace(look, colour="red", pip_colour="white", body=body, second=None, finish=finish)
    return replace(red, worn=0.0, pips=pips, lettering=False)


def grille(rng: np.random.Generator, size: tuple[int, int] = SIZE) -> Picture:
    """Return a lit grille: bright bars or round holes in rows, with a glow behind them."""
    width, height = size
    pitch, turn = float(rng.uniform(14, 60)), float(rng.uniform(0, np.pi))
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    across = (columns * np.cos(turn) + rows * np.sin(turn)) / pitch
    along = (-columns * np.sin(turn) + rows * np.cos(turn)) / pitch
    kind = int(rng.integers(3))
    if kind == 0:
        hole = np.abs(across % 1 - 0.5) < rng.uniform(0.15, 0.35)
    elif kind == 1:
        hole = np.hypot(across % 1 - 0.5, along % 1 - 0.5) < rng.uniform(0.2, 0.4)
    else:
        hole = (np.abs(across % 1 - 0.5) < 0.36) & (np.abs(along % 1 - 0.5) < 0.36)
    soft = cv2.GaussianBlur(hole.astype(np.float32), (0, 0), 1.0)[..., None]
    glow = np.exp(-((columns - rng.uniform(0, width)) ** 2 + (rows - rng.uniform(0, height)) ** 2) / 9e4)
    metal = np.array(random_colour(rng), np.float32) * (0.5 + 0.5 * glow[..., None])
    behind = np.array(rng.choice([[60, 190, 255], [230, 240, 250], [15, 15, 18]]), np.float32)
    return np.asarray(np.clip(soft * behind + (1 - soft) * metal, 0, 255), np.uint8)


def _over(seen: Rendered, behind: Picture) -> Picture:
    """Return the dice of a rendered picture in front of another background."""
    share = cv2.GaussianBlur((seen.owner > 0).astype(np.float32), (0, 0), 0.8)[..., None]
    return np.asarray(seen.picture * share + behind * (1 - share), np.uint8)


def near_die(seed: int, grid: bool = True) -> Truth:
    """Return a red die larger than a third of the picture's side, over a lit grille or a busy background."""
    rng = np.random.default_rng((51, seed))
    edge = float(rng.uniform(*NEAR)) * min(SIZE)
    scene = _scene(rng, edge, float(rng.uniform(0, 25)), str(rng.choice(FLOORS)))  # type: ignore[arg-type]
    place = rng.uniform(-1, 1, 2) * (min(SIZE) / edge - 1) * 4.0
    die = replace(
        _red_die(rng), position=(float(place[0]), float(place[1])), angle=float(rng.uniform(0, 360))
    )
    seen = render_scene(replace(scene, dice=(die,)), rng)
    return (_over(seen, grille(rng)) if grid and seed % 3 else seen.picture), seen.faces


def near_photos(folder: Path, count: int) -> list[tuple[str, Truth]]:
    """Return single dice of real photos, enlarged to at least a third of the picture's side."""
    boxes, rng = boxes_of(folder), np.random.default_rng(52)
    found: list[tuple[str, Truth]] = []
    labelled = [photo for photo in photos(folder) if photo.source in ("epanemu_catan", "nellbyler")]
    for index in rng.permutation(len(labelled)):
        photo = labelled[index]
        name = f"{photo.source}/{photo.path.name}"
        picture, here = photo.read(), np.array(boxes[name], np.float32).reshape(-1, 5)
        largest = int(np.argmax(here[:, 2] - here[:, 0])) if len(here) and name not in MISLABELLED else None
        cut = None if largest is None else _window(rng, here, largest, picture.shape[0])
        if cut is not None:
            left, top, side, faces = cut
            part = picture[top : top + side, left : left + side]
            found.append((name, (np.asarray(cv2.resize(part, (SIZE[1], SIZE[1])), np.uint8), faces)))
        if len(found) == count:
            break
    return found


def _window(
    rng: np.random.Generator, boxes: NDArray[np.float32], number: int, height: int
) -> tuple[int, int, int, tuple[int, ...]] | None:
    """Return left, top and side of a square around a die that cuts no other, and the faces in it."""
    x0, y0, x1, _ = (float(value) for value in boxes[number, :4])
    for _ in range(20):
        side = int((x1 - x0) / BOX_MARGIN / rng.uniform(*NEAR))
        left, top = (int(v - (side - (x1 - x0)) * rng.uniform(0.2, 0.8)) for v in (x0, y0))
        if left < 0 or top < 0 or max(left, top) + side > height:
            continue
        low = np.array([left, top]) + 3
        inside = ((boxes[:, :2] >= low) & (boxes[:, 2:4] <= low + side - 6)).all(axis=1)
        apart = ((boxes[:, :2] > low + side) | (boxes[:, 2:4] < low - 6)).any(axis=1)
        if (inside | apart).all():
            return left, top, side, tuple(sorted(int(face) for face in boxes[inside, 4]))
    return None


THINGS = ("usb stick", "key", "coin", "button", "screw", "domino", "sticker", "connector")
"""Objects beside the dice: all of them have dots, holes or squares of about a die's size."""

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


DRAWINGS = dict(
    zip(THINGS, (_usb_stick, _key, _coin, _button, _screw, _domino, _sticker, _connector), strict=True)
)


def lay(picture: Picture, kind: str, place: tuple[float, float], edge: float, seed: int) -> Picture:
    """Return a picture with one object added.

    Args:
        picture: height x width x 3, BGR.
        kind: one of THINGS.
        place: its centre, in pixels.
        edge: of a die of 16 mm there, in pixels.
        seed: of colour, rotation and details.
    """
    rng = np.random.default_rng((53, THINGS.index(kind), seed))
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


def beside_dice(folder: Path, kind: str, count: int) -> list[tuple[str, Truth]]:
    """Return real photos of at most four dice with one object added beside them."""
    boxes = boxes_of(folder)
    found: list[tuple[str, Truth]] = []
    labelled = [photo for photo in photos(folder) if photo.source == "nellbyler" and len(photo.faces) <= 4]
    rng = np.random.default_rng((54, THINGS.index(kind)))
    for index in rng.permutation(len(labelled)):
        photo = labelled[index]
        name = f"{photo.source}/{photo.path.name}"
        here = np.array(boxes[name], np.float32).reshape(-1, 5)
        place = _free_place(rng, here, photo.read().shape[0])
        if name not in MISLABELLED and len(here) == len(photo.faces) and place is not None:
            edge = float(np.median(here[:, 2] - here[:, 0])) / BOX_MARGIN
            found.append((name, (lay(photo.read(), kind, place, edge, len(found)), photo.faces)))
        if len(found) == count:
            break
    return found


def _free_place(
    rng: np.random.Generator, boxes: NDArray[np.float32], size: int
) -> tuple[float, float] | None:
    """Return a pixel near the dice with free space around it."""
    middles = (boxes[:, :2] + boxes[:, 2:4]) / 2
    edge = float(np.median(boxes[:, 2] - boxes[:, 0])) / BOX_MARGIN
    for _ in range(200):
        place = middles.mean(axis=0) + rng.normal(0, 4 * edge, 2)
        gaps = np.hypot(*(middles - place).T)
        if (
            2.6 * edge < gaps.min() < 6 * edge
            and (place > 2 * edge).all()
            and (place < size - 2 * edge).all()
        ):
            return float(place[0]), float(place[1])
    return None
