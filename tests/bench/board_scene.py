"""Renders a board with pieces: a mesh for each piece, faces drawn from back to front, and cast shadows.

The dice's ray caster would take a second for a board of a hundred pieces; faces take a tenth. Simplified:
pieces throw shadows on the board, not on one another, and mirror lamps only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice.colours import Bgr as Colour
from companion.rendering import clutter, raycast
from companion.rendering.projection import PinholeProjection
from companion.rendering.renderer import photograph
from companion.rendering.scene import Array, Camera, Clutter, Die, Ground, Lamp, Picture, Sensor
from companion.rendering.shading import Light
from companion.rendering.textures import ground
from tests.bench.board_pieces import BoardPiece, Mesh, NearLamp, shaded, standing

FINE = 4
"""Fractional bits of pixel coordinates."""
HEADROOM = 2.0
"""The brightest light that is drawn, relative to white paper."""
HAND_HEIGHT = 60.0
"""Of a hand over the board, mm."""

STRAIGHT_DOWN, PERFECT = Camera(), Sensor()

Mask = NDArray[np.uint8]


@dataclass(frozen=True)
class Arm:
    """An arm that reaches over the board.

    Attributes:
        reach: where the fingers point, mm.
        towards: direction in which the arm leaves the board, degrees.
        skin: colour of the hand.
        sleeve: colour of the sleeve.
    """

    reach: tuple[float, float]
    towards: float = 270.0
    skin: Colour = (130, 160, 205)
    sleeve: Colour = (90, 60, 40)


@dataclass(frozen=True, eq=False)
class BoardScene:
    """A board on a table, and the camera over it.

    Attributes:
        board: its print.
        width: of the board, mm; its middle is the origin.
        pieces: on it.
        arms: over it.
        clutter: flat things on it, such as cards.
        dice: on it.
        lamps: the lights.
        ambient: light from everywhere.
        gloss: of the board, 0 (matt paper) to 1 (varnished).
        table: material of the table.
        table_colour: its colour.
        table_seed: of its pattern.
        push: how far the board lies from where it lay, mm, and by how many degrees it is turned.
        camera: the camera.
        size: width and height of the picture, pixels.
        sensor: the imaging errors.
    """

    board: Picture = field(repr=False)
    width: float = 720.0
    pieces: tuple[BoardPiece, ...] = ()
    arms: tuple[Arm, ...] = ()
    clutter: tuple[Clutter, ...] = ()
    dice: tuple[Die, ...] = ()
    lamps: tuple[NearLamp, ...] = (NearLamp(),)
    ambient: float = 0.45
    gloss: float = 0.15
    table: Ground = "wood"
    table_colour: Colour = (70, 95, 120)
    table_seed: int = 0
    push: tuple[float, float, float] = (0.0, 0.0, 0.0)
    camera: Camera = STRAIGHT_DOWN
    size: tuple[int, int] = (1280, 960)
    sensor: Sensor = PERFECT

    @property
    def view(self) -> PinholeProjection:
        """The camera's projection."""
        return PinholeProjection(self.camera, self.size)

    def corners(self) -> Array:
        """Return the board's corners in the picture, from the top left clockwise: 4 x 2 pixels."""
        right, top = self.width / 2, self.width / 2 * self.board.shape[0] / self.board.shape[1]
        corners = np.array([[-right, top], [right, top], [right, -top], [-right, -top]], np.float32)
        return self.view.project(np.column_stack([self.pushed(corners), np.zeros(4, np.float32)]))

    def pushed(self, points: Array) -> Array:
        """Where points of the board, n x 2 mm, lie after the push."""
        angle = np.deg2rad(self.push[2])
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]], np.float32)
        return np.asarray(points, np.float32) @ turn.T + np.asarray(self.push[:2], np.float32)


def render_board(scene: BoardScene, chance: np.random.Generator) -> Picture:
    """Render a board; what stands where is in the scene.

    Args:
        scene: the board, all that is on it, and the camera.
        chance: the random generator of the camera's noise.
    """
    view = scene.view
    pieces = [replace(piece, position=_pushed(piece.position, scene)) for piece in scene.pieces]
    bodies = [standing(piece) for piece in pieces]
    light = _irradiance(scene, bodies, view)
    picture = np.square(_flat(scene, view).astype(np.float32) / 255) * light + _glare(scene, view)
    shown = np.clip(np.sqrt(np.minimum(picture, HEADROOM) / HEADROOM) * 255, 0, 255).astype(np.uint8)
    _draw_pieces(shown, pieces, bodies, scene, view)
    picture = np.square(shown.astype(np.float32) / 255) * np.float32(HEADROOM)
    lights = Light(tuple(_far(lamp) for lamp in scene.lamps), scene.ambient, None)
    owner = np.zeros(picture.shape[:2], np.uint8)
    for die in scene.dice:
        raycast.paint(picture, owner, 0, raycast.place(die, view), view, lights)
    for arm in scene.arms:
        _draw_arm(picture, arm, scene, view)
    return photograph(picture, scene.sensor, chance)


def _pushed(position: tuple[float, float], scene: BoardScene) -> tuple[float, float]:
    x, y = scene.pushed(np.array([position], np.float32))[0]
    return float(x), float(y)


def _far(lamp: NearLamp) -> Lamp:
    """The same lamp for dice, whose light is parallel."""
    x, y, z = lamp.position
    height, azimuth = np.degrees(np.arctan2(z, np.hypot(x, y))), np.degrees(np.arctan2(y, x))
    return Lamp(float(height), float(azimuth), lamp.strength, lamp.colour, lamp.softness)


def _flat(scene: BoardScene, view: PinholeProjection) -> Picture:
    """Table, board and flat things under white light."""
    flat = ground(scene.table, scene.table_colour, view, scene.table_seed)
    height, width = scene.board.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, scene.corners().astype(np.float32))
    cv2.warpPerspective(scene.board, matrix, scene.size, flat, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    for item in scene.clutter:
        clutter.draw(flat, item, view)
    return flat


def _grid(scene: BoardScene, view: PinholeProjection) -> tuple[Array, tuple[int, int]]:
    """Points of the table, n x 3 mm, at every sixteenth pixel, and the shape of their grid."""
    across, down = (np.linspace(0, side - 1, side // 16 + 2) for side in scene.size)
    columns, rows = np.meshgrid(across, down)
    level = view.to_table(np.column_stack([columns.ravel(), rows.ravel()]))
    return np.column_stack([level, np.zeros(len(level))]).astype(np.float32), columns.shape


def _spread(values: Array, shape: tuple[int, int], size: tuple[int, int]) -> Array:
    return np.asarray(cv2.resize(values.reshape(shape).astype(np.float32), size), np.float32)


def _irradiance(scene: BoardScene, bodies: list[Mesh], view: PinholeProjection) -> Array:
    """The light on the table, height x width x 3, with the shadows of pieces, dice and arms."""
    points, shape = _grid(scene, view)
    around = 1 - _shadow([(body, np.zeros(3)) for body in bodies], scene, view, 3.0) * 0.45
    total = np.repeat((scene.ambient * around)[..., None], 3, axis=2)
    for lamp in scene.lamps:
        towards, level = lamp.towards(points)
        light = _spread(towards[:, 2] * level, shape, scene.size)
        thrown = [(body, np.asarray(lamp.position)) for body in bodies]
        light = (
            light
            * (1 - _shadow(thrown, scene, view, 12 * lamp.softness))
            * (1 - _arm_shadow(lamp, scene, view))
        )
        total += light[..., None] * np.asarray(lamp.colour, np.float32)
    return np.asarray(total, np.float32)


def _shadow(
    thrown: Sequence[tuple[Mesh, Array]], scene: BoardScene, view: PinholeProjection, reach: float
) -> Array:
    """The share of a lamp's light that bodies take: height x width; of a lamp at 0 the light from above."""
    mask = np.zeros((scene.size[1] // 2, scene.size[0] // 2), np.uint8)
    for body, lamp in thrown:
        points = body.corners.reshape(-1, 3)
        far = lamp[2] > 0
        share = points[:, 2:] / np.maximum(lamp[2] - points[:, 2:], 50) if far else 0
        fallen = points[:, :2] + (points[:, :2] - lamp[:2]) * share if far else points[:, :2]
        pixels = view.project(np.column_stack([fallen, np.zeros(len(fallen))])).reshape(-1, 4, 2) / 2
        for part in range(int(body.parts.max()) + 1):
            hull = cv2.convexHull(
                np.round(pixels[body.parts == part].reshape(-1, 2) * 2**FINE).astype(np.int32)
            )
            cv2.fillConvexPoly(mask, hull, (235,), cv2.LINE_AA, FINE)
    scale = view.scale_at((0, 0, 0)) / 2
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, reach * scale / 2))
    return np.asarray(cv2.resize(soft, scene.size), np.float32) / np.float32(255)


def _glare(scene: BoardScene, view: PinholeProjection) -> Array:
    """Lamps mirrored by the board's varnish: height x width x 1."""
    points, shape = _grid(scene, view)
    seen = view.eye - points
    seen /= np.linalg.norm(seen, axis=1, keepdims=True)
    total = np.zeros(len(points), np.float32)
    for lamp in scene.lamps:
        towards, level = lamp.towards(points)
        half = towards + seen
        upright = half[:, 2] / np.linalg.norm(half, axis=1)
        total += level * scene.gloss * 0.6 * upright ** (30 + 400 * scene.gloss)
    return _spread(total, shape, scene.size)[..., None]


def _draw_pieces(
    shown: Picture, pieces: list[BoardPiece], bodies: list[Mesh], scene: BoardScene, view: PinholeProjection
) -> None:
    """Draw all faces that the camera sees, from back to front."""
    if not bodies:
        return
    corners = np.concatenate([body.corners for body in bodies])
    normals = np.concatenate([body.normals for body in bodies])
    light = np.concatenate(
        [
            shaded(body, piece, scene.lamps, scene.ambient, view)
            for body, piece in zip(bodies, pieces, strict=True)
        ]
    )
    across = view.eye - corners.mean(axis=1)
    front = np.flatnonzero(np.einsum("ij,ij->i", across, normals) > 0)
    order = front[np.argsort(-np.linalg.norm(across[front], axis=1))]
    pixels = (
        np.round(view.project(corners[order].reshape(-1, 3)) * 2**FINE).astype(np.int32).reshape(-1, 4, 2)
    )
    shades = np.sqrt(np.minimum(light[order], HEADROOM) / HEADROOM) * 255
    for face, shade in zip(pixels, shades.tolist(), strict=True):
        cv2.fillConvexPoly(shown, face, shade, cv2.LINE_AA, FINE)


def _arm_parts(arm: Arm) -> list[tuple[Array, Array, float, bool]]:
    """Limbs of an arm: both ends, mm, thickness, and whether it is skin."""
    angle = np.deg2rad(arm.towards)
    back, side = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    tip = np.asarray(arm.reach, float)
    palm, wrist = tip + back * 85, tip + back * 150
    limbs = [
        (palm + side * s * 0.9, tip + side * s * 1.3 + back * abs(s) * 0.6, 17.0, True)
        for s in (-27, -9, 9, 27)
    ]
    limbs += [(palm + side * 35, tip + side * 62 + back * 50, 19.0, True), (palm, wrist, 75.0, True)]
    return [
        *limbs,
        (wrist - back * 10, wrist + back * 90, 58.0, True),
        (wrist + back * 50, wrist + back * 900, 92.0, False),
    ]


def _limb(
    mask: Mask, ends: tuple[Array, Array], thick: float, height: float, view: PinholeProjection, shrink: float
) -> None:
    points = np.array([[*ends[0], height], [*ends[1], height]])
    pixels = np.clip(np.round(view.project(points) * 2**FINE), -(2**19), 2**19).astype(int)
    scale = view.scale_at((*ends[0], height))
    one, two = ((int(x), int(y)) for x, y in pixels)
    cv2.line(mask, one, two, (255,), max(1, round(thick * scale * shrink)), cv2.LINE_AA, FINE)


def _arm_shadow(lamp: NearLamp, scene: BoardScene, view: PinholeProjection) -> Array:
    mask = np.zeros(scene.size[::-1], np.uint8)
    share = HAND_HEIGHT / (lamp.position[2] - HAND_HEIGHT)
    for arm in scene.arms:
        for one, two, thick, _ in _arm_parts(arm):
            fallen = [end + (end - np.asarray(lamp.position[:2])) * share for end in (one, two)]
            _limb(mask, (fallen[0], fallen[1]), thick * (1 + share), 0.0, view, 1.0)
    reach = max(1.0, HAND_HEIGHT * lamp.softness / 2 * view.scale_at((0, 0, 0)))
    small = cv2.GaussianBlur(
        cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), (0, 0), max(0.6, reach / 4)
    )
    return np.asarray(cv2.resize(small, scene.size), np.float32) / np.float32(255)


def _draw_arm(picture: Array, arm: Arm, scene: BoardScene, view: PinholeProjection) -> None:
    """Draw an arm over everything; three shrinking layers make it look round."""
    level = scene.ambient + sum(lamp.strength for lamp in scene.lamps)
    for shrink, shade in ((1.0, 0.55), (0.85, 0.85), (0.55, 1.0)):
        for skin in (True, False):
            mask = np.zeros(scene.size[::-1], np.uint8)
            for one, two, thick, is_skin in _arm_parts(arm):
                if is_skin == skin:
                    _limb(mask, (one, two), thick, HAND_HEIGHT, view, shrink)
            soft = cv2.GaussianBlur(mask, (0, 0), 1.0 if shrink == 1 else 3.0)
            share = soft[..., None].astype(np.float32) / 255
            colour = np.square(np.asarray(arm.skin if skin else arm.sleeve, np.float32) / 255) * level * shade
            picture *= 1 - share
            picture += share * colour
