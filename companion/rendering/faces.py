"""Drawings of the six faces: pips, emblems and numerals."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rendering.scene import Array, PipStyle

AXES = ((2, 1), (0, 1), (1, 1), (1, -1), (0, -1), (2, -1))
"""For faces 1 to 6: the axis of the face's normal, and its sign. Opposite faces add up to 7."""

EMBLEM_SIZE = 64


def pip_places(face: int, style: PipStyle, mirrored: bool) -> NDArray[np.float32]:
    """Return centres of a face's pips, shape (n, 2), as shares of the edge from the face's centre."""
    out = style.spread
    diagonal = [(-out, -out), (out, out)]
    other = [(-out, out), (out, -out)]
    if mirrored:
        diagonal, other = other, diagonal
    sides = [(-out * style.narrow, 0.0), (out * style.narrow, 0.0)]
    rows = {
        1: [(0.0, 0.0)],
        2: [(0.0, -0.65 * out), (0.0, 0.65 * out)] if style.level_two else diagonal,
        3: [*diagonal, (0.0, 0.0)],
        4: [*diagonal, *other],
        5: [*diagonal, *other, (0.0, 0.0)],
        6: [(x * style.narrow, y) for x, y in [*diagonal, *other]] + sides,
    }[face]
    slipped = style.slip * np.array([np.cos(2.4 * face), np.sin(2.4 * face)])
    return (np.array(rows) + slipped).astype(np.float32)


def face_of(places: Array) -> NDArray[np.int8]:
    """Return the face, 1 to 6, that points of the unit cube lie on; `places` has shape (3, n)."""
    size = np.abs(places)
    axis = np.argmax(size, axis=0)
    positive = np.take_along_axis(places, axis[None], axis=0)[0] > 0
    table = np.array([[5, 2], [4, 3], [6, 1]], dtype=np.int8)
    faces: NDArray[np.int8] = table[axis, positive.astype(np.int8)]
    return faces


def on_face(places: Array, face: int) -> tuple[Array, Array]:
    """Return both coordinates within a face of points of the unit cube, shape (3, n)."""
    axis, _ = AXES[face - 1]
    first, second = [other for other in range(3) if other != axis]
    return places[first], places[second]


def nearest_pip(across: Array, along: Array, pips: NDArray[np.float32]) -> tuple[Array, Array, Array]:
    """Return the distance to the nearest pip's centre and the offset from it (across, along)."""
    squared = np.full_like(across, 9.0)
    near_x, near_y = np.zeros_like(across), np.zeros_like(across)
    for x, y in pips:
        dx, dy = across - x, along - y
        distance = dx * dx + dy * dy
        closer = distance < squared
        squared = np.where(closer, distance, squared)
        near_x, near_y = np.where(closer, dx, near_x), np.where(closer, dy, near_y)
    return np.sqrt(squared), near_x, near_y


def _star(canvas: NDArray[np.uint8], rng: np.random.Generator) -> None:
    points = int(rng.integers(3, 9))
    inner = rng.uniform(0.3, 0.65)
    angles = np.arange(2 * points) * np.pi / points
    reach = np.where(np.arange(2 * points) % 2 == 0, 28, 28 * inner)
    shape = np.column_stack([32 + reach * np.cos(angles), 32 + reach * np.sin(angles)])
    cv2.fillPoly(canvas, [shape.astype(np.int32)], 255, cv2.LINE_AA)


def _wings(canvas: NDArray[np.uint8], rng: np.random.Generator) -> None:
    for side in (-1, 1):
        tip = (32 + side * 28, int(rng.integers(8, 40)))
        wing = np.array([(32, 14), tip, (32 + side * 14, 44), (32, 54)])
        cv2.fillPoly(canvas, [wing.astype(np.int32)], 255, cv2.LINE_AA)
    cv2.circle(canvas, (32, 20), int(rng.integers(4, 9)), 255, -1, cv2.LINE_AA)


def _skull(canvas: NDArray[np.uint8], rng: np.random.Generator) -> None:
    cv2.ellipse(canvas, (32, 28), (22, 20), 0, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.rectangle(canvas, (22, 42), (42, 56), 255, -1)
    for side in (-1, 1):
        cv2.circle(canvas, (32 + side * 9, 28), int(rng.integers(4, 8)), 0, -1, cv2.LINE_AA)
    cv2.line(canvas, (32, 46), (32, 56), 0, 2)


def _rings(canvas: NDArray[np.uint8], rng: np.random.Generator) -> None:
    for radius in rng.choice([8, 14, 20, 26], 2, replace=False):
        cv2.circle(canvas, (32, 32), int(radius), 255, int(rng.integers(3, 6)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 4))):
        end = rng.integers(8, 56, 2)
        cv2.line(canvas, (32, 32), (int(end[0]), int(end[1])), 255, 3, cv2.LINE_AA)


def _letters(canvas: NDArray[np.uint8], rng: np.random.Generator) -> None:
    text = "".join(rng.choice(list("ABCDEFGHKLMNPRSTUVWXYZ&?!"), int(rng.integers(1, 4))))
    scale = 2.0 / len(text) + 0.3
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 4)
    cv2.putText(
        canvas, text, (32 - width // 2, 32 + height // 2), cv2.FONT_HERSHEY_DUPLEX, scale, 255, 4, cv2.LINE_AA
    )


def _blots(canvas: NDArray[np.uint8], rng: np.random.Generator) -> None:
    half = cv2.resize(rng.random((8, 4)).astype(np.float32), (32, 64), interpolation=cv2.INTER_CUBIC)
    canvas[:] = np.where(np.hstack([half, half[:, ::-1]]) > 0.58, 255, 0)
    canvas[:8], canvas[-8:], canvas[:, :8], canvas[:, -8:] = 0, 0, 0, 0


@lru_cache(maxsize=512)
def emblem(seed: int) -> Array:
    """Return a random emblem of our own, shape (64, 64), 1 where inked; determined by the seed."""
    rng = np.random.default_rng(seed)
    canvas = np.zeros((EMBLEM_SIZE, EMBLEM_SIZE), dtype=np.uint8)
    draw = (_star, _wings, _skull, _rings, _letters, _blots)[int(rng.integers(6))]
    draw(canvas, rng)
    return cv2.GaussianBlur(canvas, (0, 0), 0.8).astype(np.float32) / np.float32(255)


SIGN_PLACES = {1: (32,), 2: (15, 49), 3: (11, 32, 53)}
"""Centres of 1 to 3 symbols side by side, in pixels of the drawing."""


def _burst(canvas: NDArray[np.uint8], x: int, radius: float) -> None:
    angles = np.arange(16) * np.pi / 8
    reach = np.where(np.arange(16) % 2 == 0, radius, 0.5 * radius)
    shape = np.column_stack([x + reach * np.cos(angles), 32 + reach * np.sin(angles)])
    cv2.fillPoly(canvas, [np.rint(shape).astype(np.int32)], 255, cv2.LINE_AA)


def _shield(canvas: NDArray[np.uint8], x: int, radius: float) -> None:
    shape = np.array([(-0.8, -1), (0.8, -1), (0.8, 0.2), (0, 1), (-0.8, 0.2)]) * radius + (x, 32)
    cv2.fillPoly(canvas, [np.rint(shape).astype(np.int32)], 255, cv2.LINE_AA)
    cv2.line(canvas, (x, int(32 - 0.6 * radius)), (x, int(32 + 0.5 * radius)), 0, max(2, int(radius / 6)))


@lru_cache(maxsize=32)
def signs(words: str) -> Array:
    """Draw bursts for hits and shields for blocks, shape (64, 64), 1 where inked: "2 hits", "hit + block"."""
    canvas = np.zeros((EMBLEM_SIZE, EMBLEM_SIZE), dtype=np.uint8)
    drawn = [_burst if "hit" in part else _shield for part in words.split(" + ") for _ in range(_count(part))]
    for x, draw in zip(SIGN_PLACES.get(len(drawn), ()), drawn, strict=False):
        draw(canvas, x, {1: 26.0, 2: 16.0, 3: 11.0}[len(drawn)])
    return cv2.GaussianBlur(canvas, (0, 0), 0.8).astype(np.float32) / np.float32(255)


def _count(part: str) -> int:
    """Return the number of symbols in a part of the text: "2 hits" is 2, "hit" is 1, "blank" is 0."""
    return 0 if part == "blank" else int(part[0]) if part[0].isdigit() else 1


@lru_cache(maxsize=64)
def lettering(seed: int) -> Array:
    """Return a line of random letters, shape (64, 64), 1 where inked; determined by the seed."""
    rng = np.random.default_rng(seed)
    canvas = np.zeros((EMBLEM_SIZE, EMBLEM_SIZE), dtype=np.uint8)
    text = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTUVY"), int(rng.integers(4, 8))))
    (width, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 2)
    cv2.putText(canvas, text, (3, 42), cv2.FONT_HERSHEY_SIMPLEX, 58 / width, 255, 2, cv2.LINE_AA)
    return canvas.astype(np.float32) / np.float32(255)


@lru_cache(maxsize=8)
def numeral(face: int) -> Array:
    """Return the numeral of a face, shape (64, 64), 1 where inked."""
    canvas = np.zeros((EMBLEM_SIZE, EMBLEM_SIZE), dtype=np.uint8)
    (width, height), _ = cv2.getTextSize(str(face), cv2.FONT_HERSHEY_DUPLEX, 1.9, 5)
    place = (32 - width // 2, 32 + height // 2)
    cv2.putText(canvas, str(face), place, cv2.FONT_HERSHEY_DUPLEX, 1.9, 255, 5, cv2.LINE_AA)
    if face == 6:
        cv2.line(canvas, (18, 60), (46, 60), 255, 3)
    return canvas.astype(np.float32) / np.float32(255)


def ink_density(across: Array, along: Array, drawing: Array) -> Array:
    """Return the ink, 0 to 1, at points of a face; the drawing fills the middle three quarters."""
    column = np.clip((across / 0.75 + 0.5) * EMBLEM_SIZE, 0, EMBLEM_SIZE - 1).astype(np.intp)
    row = np.clip((along / 0.75 + 0.5) * EMBLEM_SIZE, 0, EMBLEM_SIZE - 1).astype(np.intp)
    ink: Array = drawing[row, column]
    return ink
