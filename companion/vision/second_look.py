"""A second look at single dice: cut out, turned and scaled in several ways, and read by the network anew.

The first look sees the whole tray at one scale. Whatever it doubts is looked at again as if it lay alone in
the middle, turned this way and that; what every view shows is believed, what only some show is not. Where
four views differ, four more are asked.

Dice that were told surely a moment ago, and have not moved since, are looked at once more from closer: that
takes a quarter of the time that the whole tray takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cutting import Placement, cut, placement
from companion.vision.dice_maps import BEST_EDGE, Candidate, peaks
from companion.vision.frames import Picture

SIDE = 112
"""Pixels per side of a view; a multiple of the network's grid, room for a die and what lies about it."""

TURNS = ((0.0, 1.0), (107.0, 0.88), (195.0, 1.16), (288.0, 1.0))
"""For each view its turn in degrees, and its scale against the one at which the network reads best."""

MORE_TURNS = ((45.0, 1.08), (150.0, 0.94), (240.0, 1.25), (330.0, 0.8))
"""The views that are asked where the first ones differ."""

CLOSER = (107.0, 0.94)
"""The turn and the scale of the one view of a die that was told a moment ago."""

UNSEEN, SEEN = 0.3, 0.55
"""A view with a centre score below the one shows no die, from the other on it shows one."""

TOLD = 0.7
"""From this probability on a view tells the face."""

OFF_CENTRE = 0.4
"""How far from the middle of the view, in edges, a die may appear and still be the one looked at."""

SIZE_KEPT = 1.6
"""A die that appears larger or smaller than expected by more than this factor is another one."""

Place: TypeAlias = tuple[float, float, float]
"""The middle x and y of a die's top face, and its edge, in pixels of the picture."""

RunMany: TypeAlias = Callable[[NDArray[np.uint8]], NDArray[np.float32]]
"""Takes views, n x height x width x 3, answers with their maps, n x 13 x height/4 x width/4."""


@dataclass(frozen=True, slots=True)
class View:
    """One way of looking at a die.

    Attributes:
        where: from pixels of the picture to pixels of the view.
        degrees: turn of the view against the picture.
        scale: pixels of the view per pixel of the picture.
    """

    where: Placement
    degrees: float
    scale: float

    def back(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of the picture that a pixel of the view shows."""
        inverse = cv2.invertAffineTransform(self.where)
        there = inverse @ np.array([x, y, 1.0])
        return float(there[0]), float(there[1])


def look_again(run: RunMany, picture: Picture, candidate: Candidate) -> Candidate:
    """The candidate as several closer views show it.

    Args:
        run: the network.
        picture: height x width x 3, BGR.
        candidate: what the first look saw there.

    Returns:
        The mean of all views and of the first look. Views without a die count as a centre score of nought,
        so that the score tells in how many views, and how clearly, a die is seen.
    """
    place = (candidate.centre_x, candidate.centre_y, candidate.edge)
    found = _views(run, picture, [(place, *turn) for turn in TURNS])
    if not _agree(found):
        found += _views(run, picture, [(place, *turn) for turn in MORE_TURNS])
    return _mean([candidate, *(one for one in found if one is not None)], 1 + len(found))


def look_closer(run: RunMany, picture: Picture, places: Sequence[Place]) -> list[Candidate | None]:
    """One closer view of each of several dice.

    Args:
        run: the network.
        picture: height x width x 3, BGR.
        places: where they lie.

    Returns:
        For each place the die that is seen there, None if none is.
    """
    return _views(run, picture, [(place, *CLOSER) for place in places])


def _views(
    run: RunMany, picture: Picture, asked: Sequence[tuple[Place, float, float]]
) -> list[Candidate | None]:
    """What views show in their middle, each asked for by place, turn and scale."""
    views = [_view(*one) for one in asked]
    maps = run(np.stack([cut(picture, view.where, SIDE) for view in views]))
    return [
        _same_die(peaks(one), view, place[2])
        for one, view, (place, *_) in zip(maps, views, asked, strict=True)
    ]


def _agree(found: list[Candidate | None]) -> bool:
    """Whether all views show no die, or all show one with the same face."""
    if all(one is None or one.centre_score < UNSEEN for one in found):
        return True
    faces = {
        one.face if one is not None and one.centre_score >= SEEN and one.face_score >= TOLD else None
        for one in found
    }
    return len(faces) == 1 and None not in faces


def _view(place: Place, degrees: float, zoom: float) -> View:
    x, y, edge = place
    scale = zoom * BEST_EDGE / edge
    where = placement((x, y), degrees, scale, SIDE)
    return View(where, degrees, scale)


def _same_die(found: tuple[Candidate, ...], view: View, expected: float) -> Candidate | None:
    """The die in the middle of a view, its edge about as expected; None if there is none. In pixels."""
    edge = expected * view.scale
    middle = (SIDE - 1) / 2
    near = [
        one
        for one in found
        if np.hypot(one.centre_x - middle, one.centre_y - middle) < OFF_CENTRE * edge
        and edge / SIZE_KEPT < one.edge < edge * SIZE_KEPT
    ]
    if not near:
        return None
    best = max(near, key=lambda one: one.centre_score)
    x, y = view.back(best.centre_x, best.centre_y)
    return Candidate(
        x,
        y,
        best.edge / view.scale,
        (best.angle + view.degrees) % 90.0,
        best.centre_score,
        best.face_probabilities,
        best.cocked,
        best.symbol,
    )


def _mean(found: list[Candidate], looks: int) -> Candidate:
    """What so many looks agree on, where some of them may have found nothing."""
    weights = np.array([one.centre_score for one in found])
    weights /= weights.sum()

    def mean(values: list[float]) -> float:
        return float(np.dot(weights, values))

    turns = np.deg2rad([4 * one.angle for one in found])
    angle = np.rad2deg(np.arctan2(weights @ np.sin(turns), weights @ np.cos(turns))) / 4 % 90
    one, two, three, four, five, six = (
        mean([seen.face_probabilities[face] for seen in found]) for face in range(6)
    )
    return Candidate(
        mean([seen.centre_x for seen in found]),
        mean([seen.centre_y for seen in found]),
        mean([seen.edge for seen in found]),
        float(angle),
        sum(seen.centre_score for seen in found) / looks,
        (one, two, three, four, five, six),
        mean([seen.cocked for seen in found]),
        mean([seen.symbol for seen in found]),
    )
