"""Matches spots with the pip patterns of a die: three by three places, each with a pip or without.

This check is independent of the network; it uses only the arrangement of pips.
Any two pips on a diagonal fix the whole pattern, so every pair of spots is tried as one, and the pattern laid
over the spots: recognition by alignment (Huttenlocher and Ullman, "Recognizing solid objects by alignment
with an image", 1990).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.vision.verification.blobs import Blobs, Floats

# The nine places, in halves of the pip spacing; the first two are the ends of the diagonal that is tried.
PLACES = np.array(
    [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)], dtype=np.float32
)

PATTERNS: dict[int, tuple[tuple[int, ...], ...]] = {
    2: ((0, 1),),
    3: ((0, 1, 4),),
    4: ((0, 1, 2, 3),),
    5: ((0, 1, 2, 3, 4),),
    6: ((0, 1, 2, 3, 5, 6), (0, 1, 2, 3, 7, 8)),
}
"""For each face from two up the places with a pip; a six has two orientations."""

WITH_A_MIDDLE = {2: 3, 4: 5}
"""Faces that differ only by the middle pip, which may be a glint."""

PLACE_RADIUS = 0.36
"""Largest distance of a spot from its place, in half spacings."""

BODY = 0.45
"""Share of the edge: spots farther from the die's middle belong to other faces or to the table."""

MIN_SPACING, MAX_SPACING = 0.15, 0.34
"""Smallest and largest half spacing, as shares of the die's edge."""

CLOSE_TWO = 0.1
"""Smallest half spacing of a two with close pips, as on many Asian dice, as a share of the edge."""

IN_THE_MIDDLE = 0.1
"""Largest distance of such a two's centre from the die's, as a share of the edge."""

ASPECTS = np.array([0.57, 0.75, 1.0, 1.33, 1.75], np.float32)
"""Aspect ratios of the patterns tried: a six may be twice as long as wide, and tilt shortens any face."""

SKEW = 0.1
"""Cost of a pattern that is not square."""

OFF_CENTRE = 0.22
"""Largest distance of the pattern's centre from the die's, as a share of the edge."""

MAX_CONTRAST_RATIO = 2.2
"""Pips of one face differ in contrast by less than this factor."""

MAX_SPOTS = 16
"""Largest number of spots of a die that are tried, strongest first."""

MAX_COST = 9.0
"""Cost of a face without any matching spots."""

SHORTEST = 1e-9
"""Smallest squared length of a pattern's axis, in edges, so that two spots in one place form none."""


@dataclass(frozen=True, slots=True)
class PipReading:
    """The result of reading the pips of one die.

    Attributes:
        face: the face that explains the spots best, 1 to 6.
        cost: missing spots plus unexplained spots; 0 is perfect.
        costs: the least cost of each face, 1 to 6 in order.
        centre: the middle of the pattern, in pixels.
        spacing: half the pip spacing, in pixels (for a one: estimated from the edge).
        dark: whether the pips are darker than the body.
    """

    face: int
    cost: float
    costs: tuple[float, ...]
    centre: tuple[float, float]
    spacing: float
    dark: bool

    @property
    def margin(self) -> float:
        """The cost of the second best face minus that of the best."""
        ordered = sorted(self.costs)
        return ordered[1] - ordered[0]


@dataclass(frozen=True, slots=True)
class Spots:
    """The spots on several dice in one array, so that each step is vectorised over all of them.

    Attributes:
        points: dice x spots x 2, centres relative to the die's middle, in edges.
        radii: dice x spots, in pixels.
        strengths: dice x spots, contrast in grey levels; 0 where a die has fewer spots.
    """

    points: Floats
    radii: Floats
    strengths: Floats


def match_patterns(
    each: Sequence[Blobs], centre: tuple[float, float], edge: float
) -> list[PipReading | None]:
    """Match the spots of several dice with the pip patterns, all cropped to the same size.

    Args:
        each: for each die the spots found about it, of one polarity.
        centre: the middle of its top face, in pixels.
        edge: its edge, in pixels.

    Returns:
        For each die the best explanation, or None if there is no spot on it.
    """
    found: list[PipReading | None] = [None] * len(each)
    chosen = [_on_face(blobs, centre, edge) for blobs in each]
    dice = [number for number, own in enumerate(chosen) if len(own)]
    if not dice:
        return found
    spots = _stacked([each[number] for number in dice], [chosen[number] for number in dice], centre, edge)
    costs, middles, spacings = _costs_of_one(spots)
    costs, middles, spacings = _costs_of_two_and_more(spots, costs, middles, spacings)
    for row, number in enumerate(dice):
        face = int(np.argmin(costs[row]))
        x, y = (float(at) for at in middles[row, face] * edge + np.array(centre))
        by_face = tuple(float(cost) for cost in costs[row])
        spacing = float(spacings[row, face] * edge)
        found[number] = PipReading(face + 1, by_face[face], by_face, (x, y), spacing, each[number].dark)
    return found


def _on_face(blobs: Blobs, centre: tuple[float, float], edge: float) -> NDArray[np.intp]:
    """The spots that may be pips of a die, strongest first, 16 at most."""
    near = np.linalg.norm(blobs.points - np.array(centre, np.float32), axis=1) < 0.62 * edge
    sized = (blobs.radii > 0.035 * edge) & (blobs.radii < 0.21 * edge)
    chosen = np.flatnonzero(near & sized)[:MAX_SPOTS]
    strengths = blobs.strengths[chosen]
    return np.asarray(chosen[strengths > 0.3 * strengths.max(initial=0.0)], np.intp)


def _stacked(
    each: Sequence[Blobs], chosen: Sequence[NDArray[np.intp]], centre: tuple[float, float], edge: float
) -> Spots:
    shape = len(each), max(len(own) for own in chosen)
    spots = Spots(np.zeros((*shape, 2), np.float32), np.ones(shape, np.float32), np.zeros(shape, np.float32))
    for row, (blobs, own) in enumerate(zip(each, chosen, strict=True)):
        spots.points[row, : len(own)] = (blobs.points[own] - np.array(centre, np.float32)) / edge
        spots.radii[row, : len(own)] = blobs.radii[own]
        spots.strengths[row, : len(own)] = blobs.strengths[own]
    return spots


Explained: TypeAlias = tuple[Floats, Floats, Floats]
"""For each die and face (dice x 6): least cost, middle of its pattern (x 2), half spacing, in edges."""


def _costs_of_one(spots: Spots) -> Explained:
    """The cost of a one: the best single spot near the middle; all others on the face are unexplained."""
    dice = len(spots.points)
    costs, middles = np.full((dice, 6), MAX_COST, np.float32), np.zeros((dice, 6, 2), np.float32)
    off = np.linalg.norm(spots.points, axis=2)
    weights = np.minimum(spots.strengths / spots.strengths.max(axis=1, keepdims=True), 1.0)
    lone = 1.0 - weights * np.exp(-np.square(off / 0.16))
    on_face = np.where(off < 0.42, weights, 0.0)
    lone = lone + on_face.sum(axis=1, keepdims=True) - on_face
    lone[weights == 0.0] = np.inf
    at = np.argmin(lone, axis=1)
    costs[:, 0], middles[:, 0] = lone[np.arange(dice), at], spots.points[np.arange(dice), at]
    return costs, middles, np.full((dice, 6), 0.25, np.float32)


def _costs_of_two_and_more(spots: Spots, costs: Floats, middles: Floats, spacings: Floats) -> Explained:
    """The costs including faces from two up: every likely pair of spots is tried as a diagonal."""
    dice, one, other = _likely_pairs(spots)
    if not len(dice):
        return costs, middles, spacings
    half: Floats = (spots.points[dice, other] - spots.points[dice, one]) / np.float32(2)
    middle: Floats = (spots.points[dice, other] + spots.points[dice, one]) / np.float32(2)
    spacing, off = np.linalg.norm(half, axis=1) / np.sqrt(2.0), np.linalg.norm(middle, axis=1)
    tried = _pair_costs(spots, dice, one, other, half, middle) + 0.6 * np.square(off / OFF_CENTRE)[:, None]
    close = spacing <= MIN_SPACING
    tried[close, 1:] = np.inf
    tried[close & (off > IN_THE_MIDDLE)] = np.inf
    starts = np.searchsorted(dice, np.arange(len(costs) + 1))
    for die, (start, end) in enumerate(pairwise(starts.tolist())):
        if start == end:
            continue
        at = start + np.argmin(tried[start:end], axis=0)
        least = tried[at, np.arange(5)]
        known = np.isfinite(least)
        costs[die, 1:][known] = least[known]
        middles[die, 1:], spacings[die, 1:] = middle[at], spacing[at]
    return costs, middles, spacings


def _likely_pairs(spots: Spots) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """The pairs of spots that may be a diagonal: similar, around the middle, as far apart as pips are.

    Returns:
        For each pair its die, in order, and its two spots.
    """
    one, other = np.triu_indices(spots.points.shape[1], 1)
    first, second = spots.points[:, one], spots.points[:, other]
    off = np.linalg.norm((first + second) / 2, axis=2)
    spacing = np.linalg.norm(second - first, axis=2) / (2.0 * np.sqrt(2.0))
    strengths = np.stack([spots.strengths[:, one], spots.strengths[:, other]])
    alike = strengths.max(axis=0) < MAX_CONTRAST_RATIO * strengths.min(axis=0)
    dice, pairs = np.nonzero((off < OFF_CENTRE) & (spacing > CLOSE_TWO) & (spacing < MAX_SPACING) & alike)
    return dice, one[pairs], other[pairs]


def _pair_costs(
    spots: Spots,
    dice: NDArray[np.intp],
    one: NDArray[np.intp],
    other: NDArray[np.intp],
    half: Floats,
    middle: Floats,
) -> Floats:
    """For each pair of spots the costs of the faces from two up, for the best of ASPECTS."""
    # The half diagonal is (1, 1) in units of the pattern. Rotated back by its angle with the
    # first axis it gives that axis; the second axis is perpendicular, `aspects` times as long.
    cosine, sine = (turn(np.arctan(ASPECTS))[None] for turn in (np.cos, np.sin))
    x, y = half[:, :1], half[:, 1:]
    right = cosine[..., None] * np.stack([cosine * x + sine * y, cosine * y - sine * x], axis=2)
    down = ASPECTS[None, :, None] * np.stack([-right[..., 1], right[..., 0]], axis=2)
    offsets = spots.points[dice] - middle[:, None]
    u, v = (
        np.einsum("nmk,nak->nam", offsets, axis)
        / np.maximum(np.square(axis).sum(axis=2), SHORTEST)[..., None]
        for axis in (right, down)
    )
    on_body = np.linalg.norm(spots.points, axis=2) < BODY
    inside = on_body[dice][:, None] | (np.maximum(np.abs(u), np.abs(v)) < 1.4)
    weights = np.where(inside, _weights(spots, dice, one, other)[:, None], 0.0).astype(np.float32)
    costs = _costs(u, v, weights) + np.where(ASPECTS == 1.0, 0.0, SKEW)[:, None]
    return np.asarray(costs.min(axis=1), np.float32)


def _weights(spots: Spots, dice: NDArray[np.intp], one: NDArray[np.intp], other: NDArray[np.intp]) -> Floats:
    """The weight of each spot for each pair, by its similarity to the pair in contrast and size."""
    reference = np.minimum(spots.strengths[dice, one], spots.strengths[dice, other])[:, None]
    usual = np.sqrt(spots.radii[dice, one] * spots.radii[dice, other])[:, None]
    sizes = spots.radii[dice] / usual
    alike = (sizes > 0.62) & (sizes < 1.8)
    return np.where(alike, np.minimum(spots.strengths[dice] / reference, 1.0), 0.0).astype(np.float32)


def _costs(u: Floats, v: Floats, weights: Floats) -> Floats:
    """Costs of the faces from two up, from the spots' coordinates u, v in the pattern and their weights.

    Args:
        u: pairs x aspects x spots.
        v: the same.
        weights: the same.

    Returns:
        Pairs x aspects x 5.
    """
    squares = np.square(u[..., None] - PLACES[:, 0]) + np.square(v[..., None] - PLACES[:, 1])
    support = (np.exp(-squares / PLACE_RADIUS**2) * weights[..., None]).max(axis=2)
    on_place = np.where(squares < (1.4 * PLACE_RADIUS) ** 2, weights[..., None], 0.0)
    everything = weights.sum(axis=2)
    costs = np.full((*u.shape[:2], 5), np.inf, np.float32)
    for face, layouts in PATTERNS.items():
        for places in layouts:
            missing = len(places) - support[..., places].sum(axis=2)
            unexplained = everything - on_place[..., places].max(axis=3).sum(axis=2)
            costs[..., face - 2] = np.minimum(costs[..., face - 2], missing + unexplained)
    return costs
