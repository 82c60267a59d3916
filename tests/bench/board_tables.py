"""Random tables for boards: camera, lamps, table, sensor; and pieces put down as people put them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice.colours import Bgr as Colour
from companion.rendering.palette import jittered
from companion.rendering.scene import Array, Camera, Clutter, Die, Ground, Picture, Sensor
from tests.bench.board_pieces import HEIGHTS, RADII, BoardPiece, NearLamp, PieceKind
from tests.bench.board_scene import Arm, BoardScene

SEAT_COLOURS: dict[str, Colour] = {
    "red": (40, 35, 185),
    "blue": (160, 70, 30),
    "green": (55, 120, 40),
    "yellow": (45, 195, 230),
    "black": (30, 28, 28),
    "purple": (140, 50, 110),
    "white": (225, 232, 235),
    "orange": (30, 110, 230),
}
"""Plastic as it is sold, under white light."""

LightKind = Literal["daylight", "ceiling lamp", "warm bulb", "one lamp", "dim", "from the side"]
LIGHTS: dict[LightKind, tuple[tuple[NearLamp, ...], float]] = {
    "daylight": ((NearLamp((-2500, 600, 1800), 0.4, (1.08, 1.0, 0.95), 0.7),), 0.6),
    "ceiling lamp": ((NearLamp((100, 150, 1700), 0.65, (0.95, 1.0, 1.03), 0.3),), 0.4),
    "warm bulb": ((NearLamp((-300, 300, 1200), 0.7, (0.62, 0.9, 1.15), 0.15),), 0.3),
    "one lamp": ((NearLamp((450, 350, 800), 0.8, (0.85, 0.97, 1.05), 0.08),), 0.2),
    "dim": ((NearLamp((0, 400, 1600), 0.3, (0.75, 0.94, 1.08), 0.4),), 0.22),
    "from the side": ((NearLamp((-1200, -300, 700), 0.75, (1.0, 1.0, 1.0), 0.2),), 0.35),
}
"""Lamps and ambient light."""


def random_table(
    board: Picture,
    chance: np.random.Generator,
    light: LightKind,
    pixels: int = 1280,
    tilt: float = 10.0,
) -> BoardScene:
    """Return an empty board on a random table.

    Args:
        board: its print.
        chance: the random generator.
        light: the light, of which strength and place vary.
        pixels: width of the picture; its height is three quarters of it.
        tilt: of the camera, degrees from straight above.
    """
    lamps, ambient = LIGHTS[light]
    moved = tuple(
        replace(
            lamp, position=(x + chance.normal(0, 80), y + chance.normal(0, 80), z * chance.uniform(0.9, 1.1))
        )
        for lamp in lamps
        for x, y, z in [lamp.position]
    )
    grounds: tuple[Ground, ...] = ("wood", "cloth", "plain", "felt", "patterned", "stone")
    scene = BoardScene(
        board,
        width=float(chance.uniform(640, 780)),
        lamps=moved,
        ambient=ambient,
        gloss=float(chance.choice([0.02, 0.1, 0.25])),
        table=grounds[int(chance.integers(len(grounds)))],
        table_colour=_colour(chance),
        table_seed=int(chance.integers(1 << 30)),
        size=(pixels, pixels * 3 // 4),
        sensor=_sensor(chance, light, pixels),
    )
    return replace(scene, camera=_framed(scene, chance, tilt))


def _colour(chance: np.random.Generator) -> Colour:
    blue, green, red = chance.integers(30, 190, 3).tolist()
    return blue, green, red


def _sensor(chance: np.random.Generator, light: LightKind, pixels: int) -> Sensor:
    """A small camera: it raises its gain in the dark, and takes some of the lamp's colour away."""
    dark = light == "dim"
    colour = np.asarray(LIGHTS[light][0][0].colour)
    balance = (1 / colour) ** chance.uniform(0.5, 0.9)
    return Sensor(
        balance=(float(balance[0]), float(balance[1]), float(balance[2])),
        exposure=float(chance.uniform(0.85, 1.0)) * (1.7 if dark else 1.0),
        blur=float(chance.uniform(0.4, 0.8)) * pixels / 1280,
        noise=float(chance.uniform(3, 6) if dark else chance.uniform(1, 3)),
        colour_noise=float(chance.uniform(0.3, 1.5)),
        vignette=float(chance.uniform(0, 0.35)),
        bloom=float(chance.uniform(0, 0.15)),
        sharpen=float(chance.uniform(0, 0.5)),
        quality=int(chance.integers(85, 96)),
    )


def _framed(scene: BoardScene, chance: np.random.Generator, tilt: float) -> Camera:
    """A camera that just sees the whole board."""
    focal = scene.size[0] * float(chance.uniform(0.8, 1.1))
    camera = Camera(
        tilt=tilt, focal=focal, roll=float(chance.normal(0, 1.5)), turn=float(chance.normal(0, 2))
    )
    for distance in np.arange(500.0, 2500.0, 20.0):
        camera = replace(camera, distance=float(distance))
        framed = replace(scene, camera=camera)
        seen = framed.corners()
        middle = framed.view.to_table([(seen.min(axis=0) + seen.max(axis=0)) / 2])[0]
        camera = replace(camera, look_at=(float(middle[0]), float(middle[1])))
        corners = replace(scene, camera=camera).corners()
        room = np.asarray(scene.size) * 0.03
        if (corners > room).all() and (corners < np.asarray(scene.size) - room).all():
            break
    return camera


@dataclass(frozen=True)
class PieceStyle:
    """How a game's pieces look.

    Attributes:
        kind: all pieces are of this kind.
        colours: of each seat.
        gloss: of the plastic.
        stacked: pieces in one stack; 1 for none.
        neat: how far apart pieces stand, in their own radii: 2 do not touch.
        size: factor on their lengths.
    """

    kind: PieceKind
    colours: Mapping[str, Colour]
    gloss: float = 0.4
    stacked: int = 1
    neat: float = 1.9
    size: float = 1.0


def random_style(chance: np.random.Generator, seats: Sequence[str]) -> PieceStyle:
    """Return a random style of pieces for seats named by their colour."""
    kinds: tuple[PieceKind, ...] = ("infantry", "infantry", "cube", "disc", "cavalry", "artillery")
    return PieceStyle(
        kind=kinds[int(chance.integers(len(kinds)))],
        colours={seat: jittered(SEAT_COLOURS[seat], chance, 6) for seat in seats},
        gloss=float(chance.uniform(0.05, 0.7)),
        neat=float(chance.uniform(1.7, 2.3)),
        size=float(chance.uniform(0.9, 1.1)),
    )


def put_down(
    labels: NDArray[np.int16],
    number: int,
    width: float,
    pieces: Sequence[BoardPiece],
    style: PieceStyle,
    wanted: tuple[str, str, int],
    chance: np.random.Generator,
) -> tuple[BoardPiece, ...]:
    """Return pieces that somebody puts on a place, as far apart as there is room, or in stacks.

    Args:
        labels: which place each pixel of the board belongs to, seen from above.
        number: of the place in `labels`.
        width: of the board, mm.
        pieces: that stand there already.
        style: of the pieces.
        wanted: id of the place, the seat, and how many.
        chance: the random generator.
    """
    place, seat, count = wanted
    radius = RADII[style.kind] * style.size
    taken = [piece.position for piece in pieces]
    for _ in range(-(-count // style.stacked)):
        for over in (0.0, 0.8, 1.6, 2.4):  # of a radius beside the place: pieces do not stand in one another
            spots, likely = _room(labels == number, width / labels.shape[1], radius, over * radius)
            tries = spots[chance.choice(len(spots), 60, p=likely)]
            gaps = np.min([np.hypot(*(tries - each).T) for each in taken] or [np.full(60, 1e9)], axis=0)
            if gaps.max() > style.neat * radius:
                break
        free = np.flatnonzero(gaps > style.neat * radius)
        x, y = tries[free[0] if len(free) else gaps.argmax()]
        taken.append((float(x), float(y)))
    return tuple(
        BoardPiece(
            style.kind,
            jittered(style.colours[seat], chance, 2),
            taken[len(pieces) + number // style.stacked],
            float(chance.uniform(0, 360)),
            style.gloss,
            number % style.stacked * HEIGHTS[style.kind] * style.size,
            style.size,
            place=place,
            owner=seat,
        )
        for number in range(count)
    )


def _room(mask: NDArray[np.bool_], scale: float, radius: float, over: float) -> tuple[Array, Array]:
    """Where on a place, or so far beside it, pieces may stand, n x 2 mm, and how likely."""
    inside = np.pad(mask, 1, constant_values=False).astype(np.uint8)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3) * scale
    if over:
        depth = np.where(inside > 0, depth, over - cv2.distanceTransform(1 - inside, cv2.DIST_L2, 3) * scale)
        rows, columns = np.nonzero(depth[1:-1, 1:-1] > 0)
    else:
        rows, columns = np.nonzero(depth[1:-1, 1:-1] > min(radius * 0.8, 0.6 * float(depth.max())))
    likely = depth[1:-1, 1:-1][rows, columns].astype(float) ** 1.5
    x, y = columns - mask.shape[1] / 2, mask.shape[0] / 2 - rows
    return np.column_stack([x, y]) * scale, likely / likely.sum()


def random_arm(chance: np.random.Generator, scene: BoardScene) -> Arm:
    """Return an arm that reaches over the board from one of its sides."""
    towards = float(chance.choice([0, 90, 180, 270]) + chance.uniform(-25, 25))
    half = np.array([scene.width, scene.width * scene.board.shape[0] / scene.board.shape[1]]) / 2
    x, y = chance.uniform(-0.7, 0.7, 2) * half
    skins: tuple[Colour, ...] = ((150, 175, 220), (110, 140, 190), (60, 85, 130), (40, 55, 85))
    return Arm((float(x), float(y)), towards, skins[int(chance.integers(len(skins)))], _colour(chance))


def random_clutter(
    chance: np.random.Generator, scene: BoardScene
) -> tuple[tuple[Clutter, ...], tuple[Die, ...]]:
    """Return cards and dice that lie on the board."""
    half = np.array([scene.width, scene.width * scene.board.shape[0] / scene.board.shape[1]]) / 2.2
    spots = [tuple(float(value) for value in chance.uniform(-1, 1, 2) * half) for _ in range(3)]
    cards = (
        Clutter(
            "playing_card",
            (spots[0][0], spots[0][1]),
            float(chance.uniform(0, 180)),
            88.0,
            seed=int(chance.integers(99)),
        ),
    )
    dice = tuple(
        Die(
            int(chance.integers(1, 7)),
            "red" if one else "white",
            position=(spot[0], spot[1]),
            angle=float(chance.uniform(0, 90)),
        )
        for one, spot in enumerate(spots[1:])
    )
    return cards, dice
