"""Tiles of 320 x 320 pixels to train on: renders, windows of real photos, real dice on rendered tables.

Colours, light, camera and things about vary far more than in reality (J. Tobin et al., "Domain randomization
for transferring deep neural networks from simulation to the real world", 2017). Piles, covered dice and
things that are no dice are frequent, since a pile must never be read as a roll.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rendering import render_scene
from companion.rendering.domain_randomization import stacked_upon
from companion.rendering.lures import LURES, lay
from companion.tools.training.packed_photos import PackedPhoto
from companion.tools.training.pasting import Floats, Picture, Pose, Tabletop, lay_cover, lay_die, with_die
from companion.tools.training.samples import BODY_STEP, Sample, from_render, rough_body, training_scene

TILE = 320
"""Side of a tile, in pixels."""

USUAL_EDGE, SPREAD = 46.0, 0.2
"""Windows of photos show dice about so large, in pixels, and the deviation of its logarithm."""

MIN_PASTED_EDGE = 20.0
"""Smaller dice get nothing laid upon them."""

CUT_SHARE = 0.36
"""A die whose middle is nearer than so many edges to the border of a tile need not be found."""

SMALL_SHARE, SMALL_EDGES = 0.12, (15.0, 26.0)
"""Share of the windows of photos that show dice as a distant camera sees them, and their edges, pixels."""

NOT_DOMINO = tuple(kind for kind in LURES if kind != "domino")

LURES_SHARE, DOMINO_SHARE = 0.14, 0.2
"""Share of the tiles with things that are no dice, and of dominoes among these things."""

PILES_SHARE = 0.26
"""Share of the rendered scenes in which about every second die bears another one."""

GLINTS_SHARE = 0.12
"""Share of the tiles in which lamps leave glints between pips."""


def render_tile(rng: np.random.Generator) -> Sample:
    """A rendered scene; some have no dice, some a die upon every other one, some things that are no dice."""
    scene = training_scene(rng, without_dice=rng.random() < 0.08)
    if scene.dice and rng.random() < PILES_SHARE:
        upon = [stacked_upon(rng, die) for die in scene.dice if rng.random() < 0.5]
        scene = replace(scene, dice=(*scene.dice, *upon))
    sample = from_render(render_scene(scene, rng))
    picture = with_lures(sample.picture, sample.dice, rng) if rng.random() < LURES_SHARE else sample.picture
    picture = with_glints(picture, sample.dice, rng)
    return replace(sample, picture=compressed(picture, rng))


def mixed_tile(donors: Sequence[PackedPhoto], rng: np.random.Generator) -> Sample:
    """Real dice, one to six, on a rendered table without dice."""
    rendered = render_scene(training_scene(rng, without_dice=True), rng)
    table = Tabletop(rendered.picture, np.zeros((0, 6), np.float32), np.zeros(0, np.float32))
    family = [donors[int(rng.integers(len(donors)))]] if rng.random() < 0.5 else donors
    donor = family[int(rng.integers(len(family)))]
    x, y = (float(value) for value in rng.uniform(0.2, 0.8, 2) * TILE)
    pose = Pose(x, y, float(np.exp(rng.uniform(np.log(28), np.log(62)))), float(rng.uniform(0, 360)))
    table = with_die(table, donor, int(rng.choice(donor.cuttable)), pose, rng)
    for _ in range(int(rng.integers(0, 6))):
        table = lay_die(table, family, rng, upon=rng.random() < 0.25)
    picture = compressed(with_glints(table.picture, table.dice, rng), rng)
    return Sample(picture, rough_body(picture.shape, table.dice), table.dice)


def photo_tile(
    photo: PackedPhoto, photos: Sequence[PackedPhoto], donors: Sequence[PackedPhoto], rng: np.random.Generator
) -> Sample:
    """A window of a photo, its dice about as large as the detector likes them, sometimes with something laid.

    Args:
        photo: The photo.
        photos: All photos: covers are cut from them.
        donors: Those with dice that can be laid; none are laid without any.
        rng: The random generator.
    """
    picture = photo.picture
    edge, whole = float(np.median(photo.dice[:, 2])), rng.random() < 0.06
    wanted = float(np.exp(rng.normal(np.log(USUAL_EDGE), SPREAD)))
    if rng.random() < SMALL_SHARE:
        wanted = float(np.exp(rng.uniform(*np.log(SMALL_EDGES))))
    scale = TILE / max(picture.shape[:2]) if whole else float(np.clip(wanted / edge, 0.2, 3.4))
    centre = np.array([picture.shape[1] / 2, picture.shape[0] / 2])
    if not whole:
        drawn = photo.dice[int(rng.integers(len(photo.dice))), :2] + rng.normal(0, TILE / scale / 5, 2)
        margin = np.minimum(TILE / scale / 2, centre)
        centre = np.clip(drawn, margin, 2 * centre - margin)
    shift = TILE / 2 - scale * centre
    tile, inside = _window(picture, scale, shift)
    dice, near = _seen_dice(photo.dice, scale, shift)
    table = Tabletop(tile, dice, photo.angles[near])
    if photo.source != "tomitomi" and not whole and edge * scale > MIN_PASTED_EDGE:
        table = _with_things(table, photos, donors, rng)
        table = replace(table, picture=with_glints(table.picture, table.dice, rng))
    body = rough_body(tile.shape, table.dice)
    body[inside[BODY_STEP // 2 :: BODY_STEP, BODY_STEP // 2 :: BODY_STEP] == 0] = 2
    return Sample(table.picture, body, table.dice)


def _window(picture: Picture, scale: float, shift: NDArray[np.float64]) -> tuple[Picture, Picture]:
    """The picture scaled and shifted to a tile, and 1 where it reaches."""
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    smooth = cv2.GaussianBlur(picture, (0, 0), 0.45 / scale) if scale < 0.7 else picture
    how = cv2.INTER_CUBIC if scale > 1.2 else cv2.INTER_LINEAR
    tile = cv2.warpAffine(smooth, matrix, (TILE, TILE), flags=how, borderMode=cv2.BORDER_REPLICATE)
    everywhere = np.ones(picture.shape[:2], np.uint8)
    inside = cv2.warpAffine(everywhere, matrix, (TILE, TILE), flags=cv2.INTER_NEAREST)
    return np.asarray(tile, np.uint8), np.asarray(inside, np.uint8)


def _seen_dice(dice: Floats, scale: float, shift: NDArray[np.float64]) -> tuple[Floats, NDArray[np.bool_]]:
    """The dice in a tile, and which of the photo's they are; those cut by its border need not be found."""
    dice = dice.copy()
    dice[:, :2] = dice[:, :2] * scale + shift
    dice[:, 2] *= scale
    places, edges = dice[:, :2], dice[:, 2:3]
    near = np.all((places > -0.4 * edges) & (places < TILE + 0.4 * edges), axis=1)
    cut = ((places < CUT_SHARE * edges) | (places > TILE - CUT_SHARE * edges)).any(axis=1)
    dice[cut, 5] = 0
    return dice[near], near


def _with_things(
    table: Tabletop, photos: Sequence[PackedPhoto], donors: Sequence[PackedPhoto], rng: np.random.Generator
) -> Tabletop:
    """Sometimes dice laid upon or against others, dice beside them, a cover, things that are no dice."""
    for share, most, upon in ((0.2, 2, True), (0.15, 3, False)):
        if donors and len(table.dice) and rng.random() < share:
            for _ in range(int(rng.integers(1, most + 1))):
                table = lay_die(table, donors, rng, upon)
    if len(table.dice) and rng.random() < 0.08:
        table = lay_cover(table, rng, photos[int(rng.integers(len(photos)))].picture)
    if rng.random() < LURES_SHARE:
        table = replace(table, picture=with_lures(table.picture, table.dice, rng))
    return table


def with_lures(picture: Picture, dice: Floats, rng: np.random.Generator) -> Picture:
    """One to four things that are no dice, about as large as these, drawn where no die is."""
    height, width = picture.shape[:2]
    edge = float(np.median(dice[:, 2])) if len(dice) else float(rng.uniform(24, 66))
    for _ in range(int(rng.integers(1, 5))):
        x, y = float(rng.uniform(0.06, 0.94)) * width, float(rng.uniform(0.06, 0.94)) * height
        size = edge * float(rng.uniform(0.6, 1.6))
        far = np.hypot(dice[:, 0] - x, dice[:, 1] - y)
        if size < 90 and (far > 1.25 * (dice[:, 2] + size)).all():
            kind = "domino" if rng.random() < DOMINO_SHARE else str(rng.choice(NOT_DOMINO))
            picture = lay(picture, kind, (x, y), size, int(rng.integers(1 << 30)))
    return picture


def with_glints(picture: Picture, dice: Floats, rng: np.random.Generator) -> Picture:
    """Sometimes glints of lamps on faces: in the middle of most twos and fours, on others anywhere.

    A two with a glint in its middle must never be a three, and a three stays one whatever shines beside.
    """
    if rng.random() >= GLINTS_SHARE:
        return picture
    light = np.zeros(picture.shape[:2], np.float32)
    for x, y, edge, _, kind, _ in dice:
        even = kind in (2, 4)
        if rng.random() < (0.6 if even else 0.15):
            where = np.array([x, y]) + rng.normal(0, 0.04 if even else 0.2, 2) * edge
            radius = edge * float(rng.uniform(0.03, 0.11))
            axes = (radius, radius * float(rng.choice([1.0, rng.uniform(0.2, 1.0)])))
            spot = np.zeros_like(light)
            corners = np.array(cv2.ellipse2Poly((0, 0), (256, 256), 0, 0, 360, 15)) / 256 * np.array(axes)
            turn = float(rng.uniform(0, np.pi))
            corners = (
                corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + where
            )
            cv2.fillConvexPoly(spot, np.rint(corners * 16).astype(np.int32), (1.0,), cv2.LINE_AA, 4)
            soft = cv2.GaussianBlur(spot, (0, 0), 0.3 + radius * float(rng.uniform(0.1, 0.6)))
            light = np.maximum(light, soft * float(rng.uniform(0.4, 1.0)))
    white = 255.0 * (1 + rng.normal(0, 0.06, 3))
    return np.clip(picture + (white - picture) * light[..., None], 0, 255).astype(np.uint8)


def compressed(picture: Picture, rng: np.random.Generator) -> Picture:
    """The picture after JPEG of a random quality, colour halved, as cameras give it."""
    quality = int(rng.integers(75, 99))
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
