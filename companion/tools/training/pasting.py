"""Real dice and covers laid onto pictures (Dwibedi et al., "Cut, Paste and Learn", 2017).

A die is cut out along its outline, turned, sized, given a soft rim and a shadow, and laid upon, against or
beside other dice. How much of each die is covered says what is taught of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.tools.training.packed_photos import PackedPhoto
from companion.tools.training.samples import COCKED_CLASS

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

TOUCHED, COVERED, HALF, GONE = 0.04, 0.12, 0.3, 0.8
"""Shares of a die that are covered. Above the first its face is not taught, above the second it is cocked,
above the third it may be missed as well, above the last it is no longer there.
"""


class Pose(NamedTuple):
    """Where a die lies: middle and edge, pixels, and angle, degrees."""

    x: float
    y: float
    edge: float
    angle: float


@dataclass(frozen=True)
class Tabletop:
    """A picture and its dice, rows as in `Sample`, with their angles in degrees, NaN if not known."""

    picture: Picture
    dice: Floats
    angles: Floats


def die_mask(pose: Pose, size: float, shape: tuple[int, ...]) -> Floats:
    """1 where a die with round corners lies whose edge is `size` times that of the pose, else 0."""
    side, inner = size * pose.edge, 0.6 * size * pose.edge
    mask = np.zeros(shape[:2], np.float32)
    corners = cv2.boxPoints(((pose.x, pose.y), (inner, inner), pose.angle))
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), (1.0,))
    across = 2 * max(1, round(0.2 * side)) + 1
    corner = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))
    return np.asarray(cv2.dilate(mask, corner), np.float32)


def blended(picture: Picture, layer: Picture, mask: Floats, rng: np.random.Generator, edge: float) -> Picture:
    """`layer` laid onto `picture` where the mask is 1; it throws a shadow up to 0.3 edges long."""
    reach, turn = float(rng.uniform(0.06, 0.3)) * edge, rng.uniform(0, 2 * np.pi)
    matrix = np.array([[1, 0, reach * np.cos(turn)], [0, 1, reach * np.sin(turn)]])
    thrown = cv2.warpAffine(mask, matrix, mask.shape[::-1])
    light = 1 - rng.uniform(0, 0.45) * cv2.GaussianBlur(thrown, (0, 0), 1 + reach / 2)
    soft = cv2.GaussianBlur(mask, (0, 0), 0.7)[..., None]
    mixed = picture * light[..., None] * (1 - soft) + layer * soft
    return np.clip(mixed, 0, 255).astype(np.uint8)


def covered_shares(table: Tabletop, mask: Floats) -> Floats:
    """For each die the share of its body that the mask covers."""
    shares = []
    for (x, y, edge, *_), angle in zip(table.dice, table.angles, strict=True):
        pose = Pose(float(x), float(y), float(edge), 0.0 if np.isnan(angle) else float(angle))
        body = die_mask(pose, 1.06, mask.shape)
        shares.append(float((body * mask).sum() / max(body.sum(), 1)))
    return np.array(shares, np.float32)


def relabelled(table: Tabletop, picture: Picture, shares: Floats) -> Tabletop:
    """The dice after so much of each was covered, in the new picture."""
    dice, covered = table.dice.copy(), shares > COVERED
    dice[covered, 4] = COCKED_CLASS
    dice[covered & (shares >= HALF), 5] = 0
    dice[~covered & (shares > TOUCHED), 4] = 0
    left = shares <= GONE
    return Tabletop(picture, dice[left], table.angles[left])


def with_die(
    table: Tabletop, donor: PackedPhoto, number: int, pose: Pose, rng: np.random.Generator
) -> Tabletop:
    """Die `number` of a photo laid there; whatever it lies on, it and the dice below are cocked."""
    layer, within = _moved(donor, number, pose, table.picture.shape)
    mask = die_mask(pose, float(rng.uniform(1.04, 1.14)), table.picture.shape) * within
    shares = covered_shares(table, mask)
    below = relabelled(table, blended(table.picture, layer, mask, rng, pose.edge), shares)
    most = float(shares.max(initial=0))
    kind = COCKED_CLASS if most > COVERED else donor.dice[number, 4] if most < TOUCHED else 0
    new = np.array([[pose.x, pose.y, pose.edge, pose.angle % 90, kind, 1]], np.float32)
    angles = np.append(below.angles, np.float32(pose.angle))
    return Tabletop(below.picture, np.concatenate([below.dice, new]), angles)


def _moved(donor: PackedPhoto, number: int, pose: Pose, shape: tuple[int, ...]) -> tuple[Picture, Floats]:
    """The donor's photo with that die at the pose, and 1 where the photo reaches."""
    x, y, edge = (float(value) for value in donor.dice[number, :3])
    matrix = cv2.getRotationMatrix2D((x, y), float(donor.angles[number]) - pose.angle, pose.edge / edge)
    matrix[:, 2] += np.array([pose.x - x, pose.y - y])
    picture, size = donor.picture, (shape[1], shape[0])
    layer = cv2.warpAffine(picture, matrix, size)
    within = cv2.warpAffine(np.ones(picture.shape[:2], np.float32), matrix, size)
    return np.asarray(layer, np.uint8), np.asarray(within, np.float32)


def lay_die(table: Tabletop, donors: Sequence[PackedPhoto], rng: np.random.Generator, upon: bool) -> Tabletop:
    """A real die laid upon or against another (`upon`), or free beside all; nothing where there is no room.

    Args:
        table: Picture and dice.
        donors: Photos with dice that can be cut out.
        rng: The random generator.
        upon: Whether it is to touch another die, if there is one.
    """
    donor = donors[int(rng.integers(len(donors)))]
    number = int(rng.choice(donor.cuttable))
    pose = _pose_upon(table, rng) if upon and len(table.dice) else _free_pose(table, rng)
    return table if pose is None else with_die(table, donor, number, pose, rng)


def _pose_upon(table: Tabletop, rng: np.random.Generator) -> Pose:
    """Upon a die's upper face in three of four cases, else flat against one of its sides."""
    lower = int(rng.integers(len(table.dice)))
    x, y, edge = (float(value) for value in table.dice[lower, :3])
    angle = float(table.angles[lower])
    if rng.random() < 0.25 and not np.isnan(angle):
        turn, far, size = np.deg2rad(angle + 90 * int(rng.integers(4))), rng.uniform(1.1, 1.22), 1.0
    else:
        turn, far, size = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1.0), float(rng.uniform(0.95, 1.25))
        angle = float(rng.uniform(0, 360))
    far = float(far) * edge
    return Pose(x + far * float(np.cos(turn)), y + far * float(np.sin(turn)), size * edge, angle)


def _free_pose(table: Tabletop, rng: np.random.Generator) -> Pose | None:
    height, width = table.picture.shape[:2]
    usual = float(np.median(table.dice[:, 2])) if len(table.dice) else float(rng.uniform(24, 60))
    x, y = float(rng.uniform(0.1, 0.9)) * width, float(rng.uniform(0.1, 0.9)) * height
    pose = Pose(x, y, usual * float(rng.uniform(0.85, 1.2)), float(rng.uniform(0, 360)))
    far = np.hypot(table.dice[:, 0] - x, table.dice[:, 1] - y)
    return pose if (far >= 0.75 * (pose.edge + table.dice[:, 2])).all() else None


def lay_cover(table: Tabletop, rng: np.random.Generator, other: Picture) -> Tabletop:
    """A disc or a rectangle, plain or a piece of another picture, laid over or beside one of the dice."""
    x, y, edge = (float(value) for value in table.dice[int(rng.integers(len(table.dice))), :3])
    turn, reach = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.6, 3)) * edge
    far = float(rng.uniform(-0.4, 0.75)) * edge + reach
    x, y = x + far * float(np.cos(turn)), y + far * float(np.sin(turn))
    mask = np.zeros(table.picture.shape[:2], np.float32)
    if rng.random() < 0.4:
        cv2.circle(mask, (round(x), round(y)), round(reach), (1.0,), -1)
    else:
        size = (2 * reach, 2 * reach * float(rng.uniform(1, 2)))
        corners = cv2.boxPoints(((x, y), size, float(np.rad2deg(turn))))
        cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), (1.0,))
    if rng.random() < 0.6:
        plain = rng.integers(0, 256, 3) + rng.normal(0, 4, table.picture.shape)
        layer = np.clip(plain, 0, 255).astype(np.uint8)
    else:
        layer = np.asarray(cv2.resize(other, mask.shape[::-1]), np.uint8)
    picture = blended(table.picture, layer, mask, rng, edge)
    return relabelled(table, picture, covered_shares(table, mask))
