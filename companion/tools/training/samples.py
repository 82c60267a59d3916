"""Training pictures with their ground truth: what a render teaches, and which scenes are rendered."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rendering import Rendered, random_scene
from companion.rendering.random_dice import dark_with_red_pips
from companion.rendering.scene import DieGroundTruth, Scene

COCKED_CLASS = 7
SYMBOL_CLASS = 8

MIN_SEEN = 0.15
"""Of a die of which less can be seen nothing is said: whoever finds it is wrong."""

MIN_VISIBLE = 0.72
"""Share of the upper face in view. Below it a die is ignored: neither finding nor missing it costs."""

COVERED_BELOW, FREE_FROM = 0.88, 0.95
"""Of a die within the picture: below the first share in view something covers it, so nobody may read it
("cocked"); between both its face is not taught.
"""

SMALL_SHARE = 0.12
"""Share of the scenes that show small dice at a slant, as a camera sees them that looks across the table."""

GLINTS_SHARE = 0.3
"""Share of the scenes that show small glossy dice, most of them dark with red pips: the hardest ones."""

GLINTS_EDGES = (22.0, 40.0)
"""Edges of these dice, in pixels."""

DARK_AMONG_THEM = 0.6
"""Share of these dice that are dark with red pips."""

BODY_STEP = 4
"""The map of bodies is kept at a quarter of the size."""


@dataclass(frozen=True)
class Sample:
    """A picture and its dice.

    Attributes:
        picture: Height x width x 3, blue, green, red.
        body: Height/4 x width/4: 1 where a die is, 0 where none is, 2 where it is not known.
        dice: One row per die: x, y, edge (pixels), angle (degrees, NaN if not known), class (1 to 6 the face,
            7 cocked, 8 symbol, 0 not known), and 1 if it must be found or 0 if it may be.
    """

    picture: NDArray[np.uint8]
    body: NDArray[np.uint8]
    dice: NDArray[np.float32]


def _kind_of(die: DieGroundTruth, inside: bool) -> int:
    if die.defect in ("cocked", "stacked") or (inside and die.visible < COVERED_BELOW):
        return COCKED_CLASS
    if inside and die.visible < FREE_FROM:
        return 0
    return SYMBOL_CLASS if die.symbol else die.face


def from_render(rendered: Rendered) -> Sample:
    """A training sample from a render; a die that is stacked, leans or is covered is "cocked"."""
    height, width = rendered.picture.shape[:2]
    rows = []
    for die in (die for die in rendered.dice if die.visible > MIN_SEEN):
        inside = bool(((die.top > 1) & (die.top < (width - 2, height - 2))).all())
        kind = _kind_of(die, inside)
        rows.append((*die.centre, die.edge, die.angle, kind, float(die.visible >= MIN_VISIBLE)))
    body = (rendered.owner[BODY_STEP // 2 :: BODY_STEP, BODY_STEP // 2 :: BODY_STEP] > 0).astype(np.uint8)
    return Sample(rendered.picture, body, np.array(rows, dtype=np.float32).reshape(-1, 6))


def rough_body(shape: tuple[int, ...], dice: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The map of bodies where only middles and edges are known: sure in the middle, unknown about the rim.

    Args:
        shape: Height and width of the picture, and more.
        dice: Rows as in `Sample`.
    """
    body = np.zeros((shape[0] // BODY_STEP, shape[1] // BODY_STEP), np.uint8)
    for factor, value in ((0.95, 2), (0.42, 1)):
        for x, y, edge, *_ in dice:
            radius = max(1, int(factor * edge / BODY_STEP))
            cv2.circle(body, (int(x / BODY_STEP), int(y / BODY_STEP)), radius, value, -1)
    return body


def training_scene(rng: np.random.Generator, without_dice: bool = False) -> Scene:
    """A random scene to train on; some show small dice at a slant, others dark dice with red pips."""
    most, kind = 0 if without_dice else 10, rng.random()
    if kind < SMALL_SHARE:
        return random_scene(rng, edge_px=(11.0, 24.0), most_dice=most, slanted=True)
    if kind < SMALL_SHARE + GLINTS_SHARE:
        scene = random_scene(rng, edge_px=GLINTS_EDGES, most_dice=most)
        dark = (
            dark_with_red_pips(die) if rng.random() < DARK_AMONG_THEM and not die.blank else die
            for die in scene.dice
        )
        return replace(scene, dice=tuple(dark))
    return random_scene(rng, most_dice=most)
