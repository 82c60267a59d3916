"""The body of a die: a cube with rounded edges, cut by a sphere, as a signed distance function.

Rays are intersected with it by sphere tracing (J. Hart, "Sphere tracing: a geometric method for the
antialiased ray tracing of implicit surfaces", 1996).

Coordinates are in the die's own frame: centre at the origin, edge length 1.
"""

import numpy as np
from numpy.typing import NDArray

from companion.rendering.faces import AXES
from companion.rendering.projection import rotation_about_x, rotation_about_z
from companion.rendering.scene import Array, Die

MARCHING_STEPS = 6
"""Sphere-tracing steps from the sharp cube to the rounded one; the error is below a tenth of a pixel."""


def length(vectors: Array) -> Array:
    """Return lengths of vectors, shape (3, n)."""
    x, y, z = vectors
    lengths: Array = np.sqrt(x * x + y * y + z * z)
    return lengths


CORNERS = np.array(
    [[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)], dtype=np.float32
)


def rotation_of(die: Die) -> Array:
    """Return the 3 x 3 rotation from the die's own frame to the table's."""
    axis, side = AXES[die.face - 1]
    up = np.zeros(3, dtype=np.float32)
    up[axis] = side
    first: Array = np.roll(np.array([1, 0, 0], dtype=np.float32), axis + 1)
    onto_top = np.stack([first, np.cross(up, first), up])
    lean = (
        rotation_about_z(die.lean_towards) @ rotation_about_x(die.lean) @ rotation_about_z(-die.lean_towards)
    )
    turned: Array = lean @ rotation_about_z(die.angle) @ onto_top
    return turned


def middle(die: Die, rotation: Array) -> Array:
    """Return the die's centre in mm when its lowest point touches the table (or is at its lift)."""
    shape = CORNERS * (1 - 2 * die.rounding)
    lowest = float((shape @ rotation.T)[:, 2].min()) - die.rounding
    height = -max(lowest, -die.ball) * die.edge if die.lean else 0.5 * die.edge
    return np.array([*die.position, die.lift + height], dtype=np.float32)


def signed_distance(places: Array, rounding: float, ball: float) -> Array:
    """Return the signed distance of points, shape (3, n), to the body (a lower bound outside)."""
    over = np.abs(places) - np.float32(0.5 - rounding)
    deepest = np.maximum(np.maximum(over[0], over[1]), over[2])
    distance: Array = length(np.maximum(over, 0)) + np.minimum(deepest, 0) - np.float32(rounding)
    if ball >= 0.866:
        return distance
    cut: Array = np.maximum(distance, length(places) - np.float32(ball))
    return cut


def intersect(origin: Array, directions: Array, die: Die) -> tuple[NDArray[np.bool_], Array]:
    """Intersect rays with the body.

    Args:
        origin: The camera, shape (3,).
        directions: Unit directions, shape (3, n).
        die: The die; only its rounding and ball are used.

    Returns:
        Which rays intersect the die, shape (n,), and their intersections, shape (3, hits).
    """
    with np.errstate(divide="ignore"):
        inverse = 1 / directions
    one, other = (-0.5 - origin[:, None]) * inverse, (0.5 - origin[:, None]) * inverse
    first, last = np.minimum(one, other), np.maximum(one, other)
    enter = np.maximum(np.maximum(first[0], first[1]), first[2])
    leave = np.minimum(np.minimum(last[0], last[1]), last[2])
    hit = leave > enter
    rays, reach, farthest = directions[:, hit], enter[hit], leave[hit] + np.float32(0.01)
    for _ in range(MARCHING_STEPS):
        places = origin[:, None] + rays * reach
        reach = np.minimum(reach + signed_distance(places, die.rounding, die.ball), farthest)
    places = origin[:, None] + rays * reach
    met = signed_distance(places, die.rounding, die.ball) < np.float32(0.012)
    hit[hit] = met
    return hit, places[:, met]


def surface_normals(places: Array, die: Die) -> Array:
    """Return outward unit normals, shape (3, n), at points of the body's surface."""
    over = np.abs(places) - np.float32(0.5 - die.rounding)
    outward = np.maximum(over, np.float32(1e-4)) * np.sign(places)
    reach = length(outward)
    outward /= reach
    if die.bulge:
        outward += np.float32(die.bulge) * places
        outward /= length(outward)
    if die.ball >= 0.866:
        return outward
    radius = length(places)
    on_ball = np.clip((radius - die.ball + die.rim) / die.rim, 0, 1) * (reach < die.rounding + 0.02)
    round_normal: Array = places / radius
    mixed: Array = outward + on_ball * (round_normal - outward)
    mixed /= length(mixed)
    return mixed


def through(places: Array, directions: Array) -> Array:
    """Return where rays that enter the cube at `places` leave it, shape (3, n)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ahead = (np.sign(directions) * np.float32(0.5) - places) / directions
    reach = np.where(np.isfinite(ahead), np.maximum(ahead, 0), 9).min(axis=0)
    exits: Array = places + directions * reach
    return exits
