"""The maps that the dice network draws, and how they are read. Shared by the training and by the eye.

The network sees a picture whose sides are multiples of 16 and answers with 13 maps at a quarter of its size:
how likely a die's middle is here, which of eight things its upper face shows, how long its edge is, how it is
turned, and whether a die's body is here at all. It reads best when an edge is about 44 pixels long, so the
picture is scaled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

CENTRE = 0
FACES = slice(1, 7)
COCKED = 7
SYMBOL = 8
EDGE = 9
TURN = slice(10, 12)
BODY = 12
MAPS = 13

STRIDE = 4
"""Pixels of the network's picture per cell of its maps."""

GRID = 16
"""The sides of the network's picture are multiples of this."""

BEST_EDGE = 42.0
"""Length of an edge, in pixels of the network's picture, at which it reads best."""

UNIT_EDGE = 36.0
"""The edge that the edge map calls zero."""

FAINTEST = 0.12
"""Below this centre score nothing is reported."""

SAME = 0.6
"""Two peaks closer than this share of an edge are one die; touching ones at a slant are farther apart."""

MOST_PIXELS = 1_600_000
"""The network's picture is never larger; a bound on time and memory."""

SEARCHED = (160, 288, 512, 896)
"""Longest sides, in pixels, that the picture is scaled to where the size of the dice is not known."""

FINEST = 1408
"""The longest side at which is looked for tiny dice where no die shows at any of these."""

MIDDLING = 2
"""Which of these is answered with when no die is found at any."""

LIKELY = 0.33
"""Clarity from which a candidate has a say in the size of the dice."""

UNLIKE = 1.9
"""Dice of one table differ in size by less than this factor from their median."""

ALIKE = 1.4
"""Dice of one make, seen in perspective, differ in size by less than this factor."""

SPREAD_OUT = 1.5
"""If the dice differ by more than this factor they are looked at at two scales."""

Maps = NDArray[np.float32]
Picture = NDArray[np.uint8]
Run = Callable[[Picture], Maps]
"""Takes a picture with sides of multiples of 16, answers with maps, shape (13, height/4, width/4)."""


@dataclass(frozen=True)
class Candidate:
    """A die that the network believes to see, in pixels of the picture it was given.

    Attributes:
        centre_x: Middle of the upper face, from the left.
        centre_y: Middle of the upper face, from the top.
        edge: Length of an edge that faces the camera.
        angle: Turn of the face, degrees, 0 to 90.
        centre_score: How sure it is that a die is here, 0 to 1.
        face_probabilities: For faces 1 to 6; with the two below they add up to 1.
        cocked: Probability that it does not lie level.
        symbol: Probability that the face carries an emblem, a figure or nothing instead of pips.
    """

    centre_x: float
    centre_y: float
    edge: float
    angle: float
    centre_score: float
    face_probabilities: tuple[float, float, float, float, float, float]
    cocked: float
    symbol: float

    @property
    def face(self) -> int:
        """The likeliest face, 1 to 6."""
        return int(np.argmax(self.face_probabilities)) + 1

    @property
    def clarity(self) -> float:
        """How clear a sight it is, 0 to 1: surely a die, and surely of one kind."""
        return self.centre_score * max(self.face_score, self.symbol, self.cocked)

    @property
    def face_score(self) -> float:
        """Probability of the likeliest face."""
        return max(self.face_probabilities)


@dataclass(frozen=True)
class Sight:
    """All that the network sees in one picture.

    Attributes:
        candidates: The dice it believes to see, surest first.
        body: How likely each place belongs to a die, 0 to 1, at a quarter of the network's picture.
        body_scale: Pixels of the given picture per cell of `body`.
        corner: Where the left upper corner of `body` lies: x and y in pixels.
    """

    candidates: tuple[Candidate, ...]
    body: NDArray[np.float32] = field(repr=False)
    body_scale: float
    corner: tuple[int, int] = (0, 0)

    def moved(self, right: int, down: int) -> Sight:
        """The same in a larger picture of which this was a part that began so many pixels right and down."""
        moved = (
            replace(one, centre_x=one.centre_x + right, centre_y=one.centre_y + down)
            for one in self.candidates
        )
        return replace(self, candidates=tuple(moved), corner=(self.corner[0] + right, self.corner[1] + down))

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """The column and row of `body` that shows a place, the nearest if none does; x and y in pixels."""
        rows, columns = self.body.shape
        column, row = (x - self.corner[0]) / self.body_scale, (y - self.corner[1]) / self.body_scale
        return min(max(0, int(column)), columns - 1), min(max(0, int(row)), rows - 1)

    def part_of(self, mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The part of a mask of the picture that `body` shows, in the cells of `body`."""
        rows, columns = self.body.shape
        (left, top), scale = self.corner, self.body_scale
        part = mask[top : top + round(rows * scale), left : left + round(columns * scale)]
        return np.asarray(cv2.resize(part, (columns, rows), interpolation=cv2.INTER_NEAREST), np.uint8)


def sigmoid(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """The logistic function."""
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -30, 30))), dtype=np.float32)


def see(run: Run, picture: Picture, edge_hint: float | None = None) -> Sight:
    """Look for dice.

    Args:
        run: The network.
        picture: Height x width x 3, blue, green, red.
        edge_hint: Length of a die's edge in pixels if it is known; else the scale is searched.
    """
    if edge_hint is None:
        return _search(run, picture)
    sight = at_scale(run, picture, BEST_EDGE / edge_hint)
    return replace(sight, candidates=tuple(one for one in sight.candidates if _fits(one, edge_hint)))


def _search(run: Run, picture: Picture) -> Sight:
    """Look at several scales, settle on the size of the dice, and look again at the scale that suits it."""
    longest = max(picture.shape[:2])
    sights = [at_scale(run, picture, side / longest) for side in SEARCHED]
    found = _merged([(sight, side / longest) for sight, side in zip(sights, SEARCHED, strict=True)])
    likely = [one for one in found if one.clarity >= LIKELY]
    if not likely:
        finest = at_scale(run, picture, FINEST / longest)
        likely = [one for one in finest.candidates if one.clarity >= LIKELY]
    if not likely:
        return sights[MIDDLING]
    edge = _usual_edge(likely)
    alike = [one.edge for one in likely if edge / UNLIKE < one.edge < edge * UNLIKE]
    scales = [BEST_EDGE / edge]
    if max(alike) > SPREAD_OUT * min(alike):
        scales = [BEST_EDGE / np.percentile(alike, 20), BEST_EDGE / np.percentile(alike, 80)]
    looks = [(at_scale(run, picture, float(scale)), float(scale)) for scale in scales]
    kept = [one for one in _merged(looks) if _fits(one, edge)]
    return Sight(tuple(kept), looks[0][0].body, looks[0][0].body_scale)


def _fits(candidate: Candidate, edge: float) -> bool:
    """Whether a candidate may lie beside dice of this edge; faint ones must be alike."""
    bound = UNLIKE if candidate.centre_score >= 0.5 else ALIKE
    return edge / bound < candidate.edge < edge * bound


def _usual_edge(likely: list[Candidate]) -> float:
    """The size that most of the clearest candidates share."""

    def support(edge: float) -> float:
        return sum(one.clarity**3 for one in likely if edge / ALIKE < one.edge < edge * ALIKE)

    best = max(likely, key=lambda one: support(one.edge))
    return float(np.median([one.edge for one in likely if best.edge / ALIKE < one.edge < best.edge * ALIKE]))


def _merged(looks: list[tuple[Sight, float]]) -> list[Candidate]:
    """The candidates of several looks, each die once, from the scale that suits it best; surest first."""

    def worth(candidate: Candidate, scale: float) -> float:
        return candidate.centre_score * float(np.exp(-2.5 * np.log(candidate.edge * scale / BEST_EDGE) ** 2))

    everything = [(worth(one, scale), one) for sight, scale in looks for one in sight.candidates]
    kept = each_once([candidate for _, candidate in sorted(everything, key=lambda pair: -pair[0])])
    return sorted(kept, key=lambda candidate: -candidate.centre_score)


def each_once(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The candidates without those that are the same die as an earlier one."""
    kept: list[Candidate] = []
    for candidate in candidates:
        if not any(_same(candidate, other) for other in kept):
            kept.append(candidate)
    return kept


def at_scale(run: Run, picture: Picture, scale: float) -> Sight:
    """Look at the picture made `scale` times as large (less if that would be too large)."""
    height, width = picture.shape[:2]
    scale = min(scale, (MOST_PIXELS / (height * width)) ** 0.5)
    size = (max(GRID, round(width * scale)), max(GRID, round(height * scale)))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    scaled = cv2.resize(picture, size, interpolation=method)
    right, below = -size[0] % GRID, -size[1] % GRID
    padded = cv2.copyMakeBorder(scaled, 0, below, 0, right, cv2.BORDER_REPLICATE)
    maps = run(np.asarray(padded, dtype=np.uint8))
    factors = (width / size[0], height / size[1])
    inside = maps[:, : -(-size[1] // STRIDE), : -(-size[0] // STRIDE)]
    return Sight(peaks(inside, factors), sigmoid(inside[BODY]), STRIDE * (factors[0] + factors[1]) / 2)


def peaks(maps: Maps, factors: tuple[float, float] = (1.0, 1.0)) -> tuple[Candidate, ...]:
    """The candidates in a set of maps, surest first.

    Args:
        maps: Shape (13, rows, columns).
        factors: Pixels of the given picture per pixel of the network's, across and down.
    """
    centre = sigmoid(maps[CENTRE])
    highest = cv2.dilate(centre, np.ones((3, 3), dtype=np.uint8))
    rows, columns = np.nonzero((centre >= highest) & (centre >= FAINTEST))
    order = np.argsort(-centre[rows, columns], kind="stable")
    at = ((int(rows[index]), int(columns[index])) for index in order)
    return tuple(each_once(_candidate(maps, centre, row, column, factors) for row, column in at))


def _same(one: Candidate, other: Candidate) -> bool:
    apart = np.hypot(one.centre_x - other.centre_x, one.centre_y - other.centre_y)
    return bool(apart < SAME * max(one.edge, other.edge))


def _summit(line: NDArray[np.float32], at: int) -> float:
    """Where a parabola through a peak and its two neighbours is highest, in cells."""
    if at == 0 or at == len(line) - 1:
        return float(at)
    before, here, after = float(line[at - 1]), float(line[at]), float(line[at + 1])
    bend = before - 2 * here + after
    return at + (float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5)) if bend < 0 else 0.0)


def _candidate(
    maps: Maps, centre: NDArray[np.float32], row: int, column: int, factors: tuple[float, float]
) -> Candidate:
    around = maps[:, max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    weight = centre[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    mean = (around * weight).sum(axis=(1, 2)) / weight.sum()
    logits = mean[1:9] - mean[1:9].max()
    shares = np.exp(logits) / np.exp(logits).sum()
    edge = UNIT_EDGE * float(np.exp(np.clip(mean[EDGE], -3, 3))) * (factors[0] * factors[1]) ** 0.5
    one, two, three, four, five, six, cocked, symbol = (float(share) for share in shares)
    return Candidate(
        centre_x=(_summit(maps[CENTRE, row], column) * STRIDE + (STRIDE - 1) / 2 + 0.5) * factors[0] - 0.5,
        centre_y=(_summit(maps[CENTRE, :, column], row) * STRIDE + (STRIDE - 1) / 2 + 0.5) * factors[1] - 0.5,
        edge=edge,
        angle=float(np.rad2deg(np.arctan2(mean[TURN][1], mean[TURN][0])) / 4 % 90),
        centre_score=float(centre[row, column]),
        face_probabilities=(one, two, three, four, five, six),
        cocked=cocked,
        symbol=symbol,
    )
