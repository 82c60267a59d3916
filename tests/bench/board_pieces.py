"""Pieces of board games as meshes: infantry, cavalry, artillery, cubes, discs; and how they are lit.

Each part of a piece is a tube of cross-sections, with a cap. Lengths are mm, z up, the piece looks along x.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from companion.dice.colours import Bgr as Colour
from companion.rendering.palette import to_light
from companion.rendering.projection import PinholeProjection, rotation_about_z
from companion.rendering.scene import Array

PieceKind = Literal["infantry", "cavalry", "artillery", "cube", "disc"]

SIDES = 10
"""Corners of a round cross-section."""

Section = tuple[float, float, float, float, float]
"""Of a tube: distance along its axis, centre and radius across (twice)."""


class _Tube(NamedTuple):
    """A part: its cross-sections, its axis, and its number of corners (4 for boxes)."""

    sections: tuple[Section, ...]
    axis: Literal["x", "y", "z"] = "z"
    sides: int = SIDES


def _box(low: tuple[float, float, float], high: tuple[float, float, float]) -> _Tube:
    half = [(b - a) / 2 * 2**0.5 for a, b in zip(low, high, strict=True)]
    x, y = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    return _Tube(((low[2], x, y, half[0], half[1]), (high[2], x, y, half[0], half[1])), sides=4)


def _ball(x: float, z: float, radius: float) -> _Tube:
    steps = ((-0.95, 0.3), (-0.5, 0.87), (0.2, 0.98), (0.75, 0.66), (1.0, 0.1))
    return _Tube(tuple((z + radius * up, x, 0, radius * wide, radius * wide) for up, wide in steps))


PARTS: dict[PieceKind, tuple[_Tube, ...]] = {
    "infantry": (
        _Tube(((0, 0, 0, 5, 5), (1.5, 0, 0, 5, 5))),
        _Tube(((1.5, 0, 0, 2.6, 2.2), (8, 0, 0, 2.2, 2.0), (14, 0, 0, 2.4, 3.6), (16.5, 0, 0, 1.2, 1.4))),
        _ball(0.3, 18.5, 2.2),
        _box((2.6, -0.7, 4), (3.8, 0.7, 19)),
    ),
    "cavalry": (
        _Tube(((0, 0, 0, 9, 4.5), (1.5, 0, 0, 9, 4.5))),
        _box((-6, -1.8, 1.5), (-4, 1.8, 9)),
        _box((3.5, -1.8, 1.5), (5.5, 1.8, 9)),
        _Tube(((-8, 0, 10, 1.5, 2), (-5, 0, 11, 3, 3.2), (4, 0, 11, 2.8, 3.2), (7, 0, 13, 1.6, 2)), "x"),
        _Tube(((13, 7, 0, 2.2, 1.6), (18, 9, 0, 1.6, 1.3), (20, 10.5, 0, 2.6, 1.3), (21, 10.5, 0, 1, 0.6))),
        _Tube(((13, 0, 0, 2, 2.4), (20, 0, 0, 2, 3), (22, 0, 0, 1.2, 1.4))),
        _ball(0, 24, 2),
    ),
    "artillery": (
        _Tube(((0, 0, 0, 9.5, 6.5), (1.5, 0, 0, 9.5, 6.5))),
        _Tube(((-5.2, 0, 5.5, 4.4, 4.4), (-3.8, 0, 5.5, 4.4, 4.4)), "y"),
        _Tube(((3.8, 0, 5.5, 4.4, 4.4), (5.2, 0, 5.5, 4.4, 4.4)), "y"),
        _Tube(((-9, 0, 6.5, 2.4, 2.4), (2, 0, 8, 2.2, 2.2), (12, 0, 9.4, 1.5, 1.5)), "x"),
    ),
    "cube": (_box((-4, -4, 0), (4, 4, 8)),),
    "disc": (
        _Tube(
            ((0, 0, 0, 6.2, 6.2), (0.6, 0, 0, 6.5, 6.5), (3.6, 0, 0, 6.5, 6.5), (4, 0, 0, 6.1, 6.1)), sides=16
        ),
    ),
}
"""The parts of each kind; heights are 21, 26, 11, 8 and 4 mm."""

HEIGHTS: dict[PieceKind, float] = {"infantry": 21, "cavalry": 26, "artillery": 11, "cube": 8, "disc": 4}
RADII: dict[PieceKind, float] = {"infantry": 5.2, "cavalry": 8, "artillery": 9, "cube": 5.5, "disc": 6.7}
"""About how much room each needs on the board, mm."""


@dataclass(frozen=True)
class BoardPiece:
    """One piece on the board; its place and owner are its ground truth.

    Attributes:
        kind: what it is.
        colour: BGR under white light.
        position: of its middle, mm.
        angle: where it looks, degrees.
        gloss: 0 (matt) to 1 (polished).
        lift: height of its foot above the board, mm: more than 0 in a stack.
        size: factor on all its lengths.
        place: id of the place that it stands for.
        owner: the seat whose it is.
    """

    kind: PieceKind
    colour: Colour
    position: tuple[float, float]
    angle: float = 0.0
    gloss: float = 0.4
    lift: float = 0.0
    size: float = 1.0
    place: str = ""
    owner: str = ""


@dataclass(frozen=True)
class NearLamp:
    """A lamp over the table, near enough that its light differs over the board.

    Attributes:
        position: x, y and height, mm from the middle of the board.
        strength: light on the middle of the board if it faced the lamp.
        colour: share of blue, green and red.
        softness: width of the penumbra per height of what throws the shadow.
    """

    position: tuple[float, float, float] = (-300.0, 500.0, 1100.0)
    strength: float = 0.6
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    softness: float = 0.2

    def towards(self, points: Array) -> tuple[Array, Array]:
        """Return unit directions from points, n x 3, to the lamp, and the light there, n."""
        across = np.asarray(self.position, np.float32) - points
        distance = np.linalg.norm(across, axis=1)
        whole = float(np.linalg.norm(self.position))
        return across / distance[:, None], np.float32(self.strength) * (whole / distance) ** 2


class Mesh(NamedTuple):
    """Faces of a kind of piece: corners, n x 4 x 3, outward normals, n x 3, and the part of each face."""

    corners: Array
    normals: Array
    parts: Array


@cache
def mesh(kind: PieceKind) -> Mesh:
    """Return the faces of a piece at the origin."""
    faces: list[Array] = []
    parts: list[int] = []
    for number, tube in enumerate(PARTS[kind]):
        rings = [_ring(section, tube) for section in tube.sections]
        for low, high in pairwise(rings):
            around = np.stack([low, np.roll(low, -1, 0), np.roll(high, -1, 0), high], axis=1)
            faces.extend(around)
            parts.extend([number] * len(around))
        for ring in (rings[0][::-1], rings[-1]):
            middle = ring.mean(axis=0)
            fan = [np.stack([middle, a, b, middle]) for a, b in zip(ring, np.roll(ring, -1, 0), strict=True)]
            faces.extend(fan)
            parts.extend([number] * len(fan))
    corners = np.asarray(faces, np.float32)
    normals = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = np.where(np.linalg.norm(normals, axis=1, keepdims=True) > 1e-6, normals, flat)
    # Tubes along y run the other way round; caps and sides alike must face outwards.
    middles = np.stack([corners[np.asarray(parts) == part].mean(axis=(0, 1)) for part in parts])
    outwards = np.einsum("ij,ij->i", normals, corners.mean(axis=1) - middles)
    normals *= np.sign(outwards + 1e-9)[:, None]
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-9
    return Mesh(corners, normals.astype(np.float32), np.asarray(parts))


def _ring(section: Section, tube: _Tube) -> Array:
    along, one, other, wide, deep = section
    turns = (np.arange(tube.sides) + 0.5) * 2 * np.pi / tube.sides
    across, up = one + wide * np.cos(turns), other + deep * np.sin(turns)
    level = np.full(tube.sides, along)
    order = {"z": (across, up, level), "x": (level, across, up), "y": (across, level, up)}[tube.axis]
    return np.stack(order, axis=1).astype(np.float32)


def standing(piece: BoardPiece) -> Mesh:
    """Return the faces of a piece where it stands on the board, in mm."""
    bare = mesh(piece.kind)
    turn = rotation_about_z(piece.angle)
    foot = np.array([*piece.position, piece.lift], np.float32)
    return Mesh(bare.corners @ turn.T * piece.size + foot, bare.normals @ turn.T, bare.parts)


def shaded(
    body: Mesh, piece: BoardPiece, lamps: tuple[NearLamp, ...], ambient: float, view: PinholeProjection
) -> Array:
    """Return the light of each face, n x 3: diffuse (Lambert) and glossy (Blinn and Phong)."""
    middles = body.corners.mean(axis=1)
    seen = view.eye - middles
    seen /= np.linalg.norm(seen, axis=1, keepdims=True)
    height = np.clip((middles[:, 2] - piece.lift) / HEIGHTS[piece.kind], 0, 1)
    open_sky = (0.55 + 0.45 * body.normals[:, 2]) * (0.5 + 0.5 * height)
    total = np.repeat((ambient * open_sky)[:, None], 3, axis=1)
    shine = np.zeros_like(total)
    for lamp in lamps:
        towards, level = lamp.towards(middles)
        facing = np.maximum(np.einsum("ij,ij->i", body.normals, towards), 0) * level
        total += facing[:, None] * np.asarray(lamp.colour, np.float32)
        half = towards + seen
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        gleam = np.maximum(np.einsum("ij,ij->i", body.normals, half), 0) ** (6 + 60 * piece.gloss)
        shine += (gleam * level * 0.9 * piece.gloss)[:, None] * np.asarray(lamp.colour, np.float32)
    found: Array = total * to_light(piece.colour) + shine
    return found
