"""How surely a touch means a place: a finger misses what it aims at by a normally distributed error.

A touch that may well have meant another place is not answered but asked again, larger: the reject option of
C. K. Chow, "On optimum recognition error and reject tradeoff", IEEE Trans. Information Theory 16 (1970).
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from companion.ui.widgets.controls.drawing import Point

SPREAD = 3 * 5.2
"""Standard deviation of a touch in each direction: 3 mm, in theme pixels."""
AT_MARK = 0.98
"""Share of touches that aim at the middle of a place (its disc); the others aim anywhere within it.

With fewer, a finger in the middle of a small place beside a large one would be asked again.
"""
SURE = 0.97
"""Posterior from which a touch counts at once; where places are too close, one as sure as their middle."""
SLACK = 0.002
"""What a touch may be less sure than the middle of a place and still counts: touches come in whole pixels."""
FAINT = 0.01
"""Posterior from which a place is shown to choose from."""
STEP = 8.0
"""Distance of the points over which the area of a place is summed, in theme pixels: half of `SPREAD`."""

Rings = Sequence[Sequence[Point]]
"""Outlines of a place with its holes, by the even-odd rule."""


class TouchModel:
    """The likelihood of a touch under each place.

    Args:
        places: the middle and the outlines of each place, in units of the board.
        step: distance of the points over which an area is summed, in units of the board.
    """

    def __init__(self, places: Mapping[str, tuple[Point, Rings]], step: float) -> None:
        self._middles = {id: middle for id, (middle, _) in places.items()}
        self._aims = {id: _aims(middle, rings, step) for id, (middle, rings) in places.items()}

    def posterior(self, at: Point, spread: float, allowed: Collection[str]) -> dict[str, float]:
        """Return the probability of each allowed place, likeliest first; before the touch all are alike.

        Args:
            at: the touch, in units of the board.
            spread: standard deviation of a touch, in units of the board.
            allowed: ids; unknown ones are left out.
        """
        known = [id for id in allowed if id in self._aims]
        if not known:
            return {}
        logs = np.array([_log_likelihood(*self._aims[id], at, spread) for id in known])
        shares = np.exp(logs - np.logaddexp.reduce(logs))
        return {known[number]: float(shares[number]) for number in np.argsort(-shares, kind="stable")}

    def doubtful(self, place: str, at: Point, spread: float, allowed: Collection[str]) -> tuple[str, ...]:
        """Return the places that a touch may mean, likeliest first, unless it surely means this one.

        Args:
            place: what the touch is taken for.
            at: the touch, in units of the board.
            spread: standard deviation of a touch, in units of the board.
            allowed: ids.

        Returns:
            At least two ids with `place` among them; none if the touch is sure.
        """
        shares = self.posterior(at, spread, allowed)
        if shares.get(place, 1.0) >= SURE:
            return ()
        if shares[place] >= self.posterior(self._middles[place], spread, allowed)[place] - SLACK:
            return ()
        found = tuple(id for id, share in shares.items() if share >= FAINT or id == place)
        return found if len(found) > 1 else ()  # several others are each too unlikely to be shown


def _aims(middle: Point, rings: Rings, step: float) -> tuple[Any, Any]:
    """Return points that a finger may aim at, shape (points, 2), and the logarithms of their shares."""
    land = _points_within(rings, step)
    shares = [AT_MARK] + [(1 - AT_MARK) / len(land)] * len(land) if len(land) else [1.0]
    return np.vstack([np.array([middle], float), land]), np.log(shares)


def _log_likelihood(points: Any, log_shares: Any, at: Point, spread: float) -> float:
    """Return the logarithm of a touch's likelihood, without the constant factor."""
    squared = ((points - np.array(at, float)) ** 2).sum(axis=1)
    return float(np.logaddexp.reduce(log_shares - squared / (2 * spread * spread)))


def _points_within(rings: Rings, step: float) -> Any:
    """Return the points of a square grid within some outlines, shape (points, 2)."""
    # Imported with the first touch, so that the lobby opens sooner.
    import cv2

    outlines = [np.array(ring, float) for ring in rings if len(ring) > 2]
    if not outlines:
        return np.empty((0, 2))
    corners = np.vstack(outlines)
    low = corners.min(axis=0)
    across, up = (int(cells) for cells in np.ceil((corners.max(axis=0) - low) / step) + 1)
    mask = np.zeros((up, across), np.uint8)
    cv2.fillPoly(mask, [np.round((ring - low) / step).astype(np.int32) for ring in outlines], 1)
    return np.argwhere(mask)[:, ::-1] * step + low
