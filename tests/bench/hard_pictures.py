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
from companion.rendering.lures import lay
from companion.rendering.random_dice import random_colour, random_die
from companion.rendering.scene import Ground
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
"""Things that are laid beside the dice of photos."""


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
