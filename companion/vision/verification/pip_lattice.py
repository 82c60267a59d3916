"""The face of a die read from its pips alone: a lattice of three by three places, each with a pip or without.

This is the independent check: it shares nothing with the network and knows only how pips are arranged.
Any two pips on a diagonal fix the whole lattice, so every pair of spots is tried as one.
"""

from dataclasses import dataclass

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
"""For each face from two up the places that carry a pip; the six may lie either way."""

WITH_A_MIDDLE = {2: 3, 4: 5}
"""For faces without a pip in the middle those that differ by it alone: there a glint may stand for a pip."""

NEAR = 0.36
"""A spot this near to a place, in half spacings, stands on it."""

BODY = 0.45
"""Of the edge: spots farther from the die's middle belong to other faces or to the table."""

MIN_SPACING, MAX_SPACING = 0.15, 0.34
"""Thresholds of the half spacing, as shares of the die's edge."""

CLOSE_TWO = 0.1
"""The pips of a two may stand so much closer: on many Asian dice they lie side by side in the middle."""

IN_THE_MIDDLE = 0.1
"""Then their lattice's middle is no farther from the die's, as a share of the edge."""

ASPECTS = np.array([0.57, 0.75, 1.0, 1.33, 1.75], np.float32)
"""Height by width of the lattices tried: a six may be twice as long as wide, and tilt shortens any face."""

SKEW = 0.1
"""Cost of a lattice that is not square."""

OFF_CENTRE = 0.22
"""How far from the die's middle the lattice's middle may be, as a share of the edge."""

ALIKE = 2.2
"""Pips of one face differ in contrast by less than this factor."""


@dataclass(frozen=True, slots=True)
class LatticeReading:
    """What the pips say about one die.

    Attributes:
        face: the face that explains the spots best, 1 to 6.
        cost: spots missing and spots unexplained, counted together; 0 is perfect.
        costs: the least cost of each face, 1 to 6 in order.
        centre: the middle of the lattice, in pixels.
        spacing: half the pip spacing, in pixels (for a one: guessed from the edge).
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
        """How much worse the second best face explains the spots."""
        ordered = sorted(self.costs)
        return ordered[1] - ordered[0]


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Lattices that pairs of spots fix, as columns of equal length.

    Attributes:
        costs: h x 7: the cost of each face at its own number; columns 0 and 1 are infinite.
        centres: h x 2, pixels.
        spacings: h, half the pip spacing in pixels.
        pairs: h x 2, the two spots.
    """

    costs: Floats
    centres: Floats
    spacings: Floats
    pairs: NDArray[np.intp]


def pair_hypotheses(blobs: Blobs, pairs: NDArray[np.intp], on_body: NDArray[np.bool_]) -> Hypotheses:
    """Try every given pair of spots as the diagonal of a face, square or longer one way or the other.

    Args:
        blobs: the spots.
        pairs: n x 2 indices of spots.
        on_body: for each spot whether it lies on the die.

    Returns:
        One hypothesis for each pair and each of ASPECTS.
    """
    pairs, aspects = np.repeat(pairs, len(ASPECTS), axis=0), np.tile(ASPECTS, len(pairs))
    one, other = blobs.points[pairs[:, 0]], blobs.points[pairs[:, 1]]
    centres, half = (one + other) / 2, (other - one) / 2
    # The half diagonal is (1, 1) in lattice units. Turned back by the angle it makes with the lattice's
    # first axis it gives that axis; the second stands upright on it, `aspects` times as long.
    back = np.arctan(aspects)
    cosine, sine = np.cos(back), np.sin(back)
    right = cosine[:, None] * np.stack(
        [cosine * half[:, 0] + sine * half[:, 1], cosine * half[:, 1] - sine * half[:, 0]], axis=1
    )
    down = aspects[:, None] * np.stack([-right[:, 1], right[:, 0]], axis=1)
    offsets = blobs.points[None] - centres[:, None]
    u = (offsets * right[:, None]).sum(axis=2) / np.maximum((right * right).sum(axis=1), 1e-6)[:, None]
    v = (offsets * down[:, None]).sum(axis=2) / np.maximum((down * down).sum(axis=1), 1e-6)[:, None]
    inside = on_body | (np.maximum(np.abs(u), np.abs(v)) < 1.4)
    costs = _costs(u, v, np.where(inside, _weights(blobs, pairs), 0.0).astype(np.float32))
    spacings = np.linalg.norm(half, axis=1) / np.sqrt(2.0)
    skewed = np.asarray(costs + SKEW * (aspects != 1.0)[:, None], np.float32)
    spread = np.asarray(spacings, np.float32)
    return Hypotheses(skewed, np.asarray(centres, np.float32), spread, pairs)


def _weights(blobs: Blobs, pairs: NDArray[np.intp]) -> Floats:
    """How much each spot counts for each pair, h x n: as far as it is like the pair in contrast and size."""
    one, other = pairs.T
    reference = np.minimum(blobs.strengths[one], blobs.strengths[other])[:, None]
    sizes = blobs.radii / np.sqrt(blobs.radii[one] * blobs.radii[other])[:, None]
    alike = (sizes > 0.62) & (sizes < 1.8)
    return np.where(alike, np.minimum(blobs.strengths / reference, 1.0), 0.0).astype(np.float32)


def _costs(u: Floats, v: Floats, weights: Floats) -> Floats:
    """H x 7 costs from the lattice coordinates u, v of spots on the body and their weights (h x m each)."""
    distances = np.hypot(u[:, :, None] - PLACES[:, 0], v[:, :, None] - PLACES[:, 1])
    closeness = np.exp(-np.square(distances / NEAR)) * weights[:, :, None]
    support = closeness.max(axis=1)
    on_place = np.where(distances < 1.4 * NEAR, weights[:, :, None], 0.0)
    costs = np.full((len(u), 7), np.inf, np.float32)
    for face, layouts in PATTERNS.items():
        for places in layouts:
            missing = (1.0 - support[:, places]).sum(axis=1)
            unexplained = (weights - on_place[:, :, places].max(axis=2)).sum(axis=1)
            costs[:, face] = np.minimum(costs[:, face], missing + unexplained)
    return costs


def all_pairs(count: int) -> NDArray[np.intp]:
    """Every pair of `count` spots once: n x 2."""
    return np.stack(np.triu_indices(count, 1), axis=1)


def read_lattice(blobs: Blobs, centre: tuple[float, float], edge: float) -> LatticeReading | None:
    """The face that the spots on one die make.

    Args:
        blobs: the spots found about it, of one polarity.
        centre: the middle of its top face, in pixels.
        edge: its edge, in pixels.

    Returns:
        The best explanation, or None if there is no spot on it.
    """
    near = np.linalg.norm(blobs.points - np.array(centre, np.float32), axis=1) < 0.62 * edge
    sized = (blobs.radii > 0.035 * edge) & (blobs.radii < 0.21 * edge)
    chosen = np.nonzero(near & sized)[0][:16]
    if not len(chosen):
        return None
    strong = blobs.strengths[chosen] > 0.3 * blobs.strengths[chosen].max()
    chosen = chosen[strong]
    own = Blobs(blobs.points[chosen], blobs.radii[chosen], blobs.strengths[chosen], blobs.dark)
    costs, middle, spacing = _one(own, centre, edge)
    best = {1: (costs, middle, spacing)}
    best.update(_two_and_more(own, centre, edge))
    by_face = tuple(best[face][0] if face in best else 9.0 for face in range(1, 7))
    face = int(np.argmin(by_face)) + 1
    cost, middle, spacing = best[face]
    return LatticeReading(face, cost, by_face, middle, spacing, own.dark)


Explained = tuple[float, tuple[float, float], float]


def _one(blobs: Blobs, centre: tuple[float, float], edge: float) -> Explained:
    """The cost of a one: the best lone spot near the middle, all others on the face unexplained."""
    offsets = np.linalg.norm(blobs.points - np.array(centre, np.float32), axis=1) / edge
    weights = np.minimum(blobs.strengths / blobs.strengths.max(), 1.0)
    costs = 1.0 - weights * np.exp(-np.square(offsets / 0.16))
    on_face = offsets < 0.42
    costs = costs + (weights * on_face).sum() - weights * on_face
    at = int(np.argmin(costs))
    x, y = blobs.points[at]
    return float(costs[at]), (float(x), float(y)), 0.25 * edge


def _two_and_more(blobs: Blobs, centre: tuple[float, float], edge: float) -> dict[int, Explained]:
    pairs = _likely_pairs(blobs, centre, edge)
    if not len(pairs):
        return {}
    from_middle = np.linalg.norm(blobs.points - np.array(centre, np.float32), axis=1)
    tried = pair_hypotheses(blobs, pairs, from_middle < BODY * edge)
    off = np.linalg.norm(tried.centres - np.array(centre, np.float32), axis=1) / edge
    costs = tried.costs + 2.0 * np.square(off / OFF_CENTRE)[:, None] * 0.3
    close = tried.spacings / edge <= MIN_SPACING
    costs[close, 3:] = np.inf
    costs[close & (off > IN_THE_MIDDLE)] = np.inf
    found: dict[int, Explained] = {}
    for face in PATTERNS:
        at = int(np.argmin(costs[:, face]))
        if np.isfinite(costs[at, face]):
            x, y = tried.centres[at]
            found[face] = float(costs[at, face]), (float(x), float(y)), float(tried.spacings[at])
    return found


def _likely_pairs(blobs: Blobs, centre: tuple[float, float], edge: float) -> NDArray[np.intp]:
    """The pairs of spots that may end a diagonal: alike, about the middle, as far apart as pips are."""
    pairs = all_pairs(len(blobs))
    one, other = blobs.points[pairs[:, 0]], blobs.points[pairs[:, 1]]
    off = np.linalg.norm((one + other) / 2 - np.array(centre, np.float32), axis=1) / edge
    spacing = np.linalg.norm(other - one, axis=1) / (2.0 * np.sqrt(2.0) * edge)
    strengths = blobs.strengths[pairs]
    contrast = strengths.max(axis=1) / strengths.min(axis=1)
    possible = (off < OFF_CENTRE) & (spacing > CLOSE_TWO) & (spacing < MAX_SPACING) & (contrast < ALIKE)
    return np.asarray(pairs[possible], np.intp)
